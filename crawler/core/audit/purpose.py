"""Pages that are kept out of search on purpose: those of one visitor, and lists made for one question."""

import re
from typing import Final

from crawler.core.audit.site import path_of

_NAMES: Final = (
    "log-?in|log-?out|log-?on|sign-?in|sign-?out|sign-?up|register|registration|wp-login|auth|password|account|my-?account"
    "|profile|cart|basket|bag|checkout|wish-?list|compare|search|results|thank-?you|unsubscribe"
    "|anmelden|anmeldung|registrieren|konto|mein-konto|warenkorb|kasse|merkliste|suche|suchergebnisse"
    "|connexion|inscription|compte|mon-compte|panier|commande|recherche"
    "|acceder|iniciar-sesion|registro|cuenta|mi-cuenta|carrito|cesta|buscar|busqueda"
    "|accedi|registrati|carrello|cerca|ricerca|entrar|carrinho|pesquisa|inloggen|winkelwagen|zoeken"
    "|prihlaseni|prihlasit|registrace|ucet|muj-ucet|kosik|pokladna|hledat|hledani|vyhledavani"
    "|prihlasenie|hladat|logowanie|koszyk|szukaj|wyszukiwanie"
)
_PATH = re.compile(rf"/(?:{_NAMES})(?:\.[a-z]{{2,5}})?(?:/|$)", re.IGNORECASE)
#: `?s=` is what the most common system asks its search with.
_QUESTION = re.compile(r"[?&](?:q|s|query|search|suche|keyword|keywords|hledat|replytocom|add-to-cart)=", re.IGNORECASE)


def is_private(url: str) -> bool:
    """Whether an address is by its looks a log-in, an account, a cart or a search."""
    return _PATH.search(path_of(url)) is not None or _QUESTION.search(url) is not None
