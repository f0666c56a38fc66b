"""Titles and headings that say "not found", per language. Only a whole message counts: an article has more.

A text is first made plain (`_plain`): small letters without accents, one kind of apostrophe, nothing between words.
"""

import re
import unicodedata
from typing import Final

#: What stands before the message without being part of it.
_OPENINGS: Final = (
    "o+ps|ups+|upsik|who+ps|uh oh|oh no|hm+|ouch|(?:we are |we're )?(?:so )?sorry(?: but)?|error|warning",
    "chyba|jejda|bohužel|promiňte|pardon|(?:je nám líto|omlouváme se)(?: ale)?|ľutujeme(?: ale)?|ospravedlňujeme sa",
    "fehler|hoppla|leider|entschuldigung|(?:es )?tut uns leid|erreur|(?:nous sommes )?désolée?s?|oh là là",
    "lo sentimos|vaya|errore|spiacenti|siamo spiacenti|desculpe|erro|helaas|błąd|niestety|przepraszamy|ojej",
    "ошибка|извините|к сожалению|помилка|вибачте|エラー|抱歉|对不起|오류|죄송합니다",
)
_THING: Final = "(?:web ?)?(?:page|url|address|resource|file|document|content|site|product|article|post|item)"
_SOUGHT: Final = (
    "(?: (?:that )?(?:you(?: are|'re|r)?|you were|you have|you've) (?:looking for|requested|wanted|searching for"
    "|tried to (?:open|reach|access|view)|trying to (?:open|reach|access|view)))?"
)
_PHRASES: Final = (
    "not found|nothing(?: was)? found here|no page found",
    f"(?:the |this |that |your |our )?(?:requested |web )?{_THING}{_SOUGHT}"
    " (?:(?:was|is|has|could|can|does)(?: not|n't)|can't|cannot|not)(?: been| be)? (?:found|available|located)",
    f"(?:the |this |that |your )?(?:requested )?{_THING}{_SOUGHT}"
    " (?:does not|doesn't|no longer) exists?(?: any ?more)?",
    f"we (?:could not|couldn't|can not|cannot|can't|did not|didn't) find (?:the|that|this|your|a) {_THING}{_SOUGHT}",
    "(?:tato |tahle |tuto |požadovaná |hledaná |vámi hledaná |vámi požadovaná |webová |táto |požadovaná |hľadaná )*"
    "(?:stránka|adresa)(?: kterou (?:hledáte|jste hledali)| ktorú hľadáte)?"
    " (?:(?:bohužel )?(?:nebyla|nebola|nebyla bohužel) (?:nalezena|nájdená)|nenalezena|nenájdená"
    "|(?:již |už |bohužel )?neexistuje|(?:se|sa) nenašla|nejde najít|nelze najít|nelze nalézt)",
    "(?:tuto |požadovanou |hledanou )*stránku"
    " (?:(?:se )?(?:nepodařilo|nelze|nemůžeme) (?:se )?(?:najít|nalézt)|jsme nenašli)",
    "(?:die |diese |ihre )?(?:von ihnen )?(?:angeforderte |gewünschte |gesuchte |aufgerufene )?(?:seite|adresse)"
    " (?:(?:wurde |konnte |kann )?(?:leider )?nicht gefunden(?: werden)?|existiert (?:leider )?nicht(?: mehr)?"
    "|ist (?:leider )?nicht (?:vorhanden|verfügbar))",
    "(?:la |cette |votre )?page(?: demandée| recherchée| que vous (?:recherchez|cherchez|demandez))?"
    " (?:est )?(?:non trouvée|introuvable|n'existe (?:pas|plus)|n'a pas (?:été trouvée|pu être trouvée))",
    "(?:la |esta )?página(?: solicitada| que (?:buscas|busca|está buscando|estás buscando))?"
    " no (?:(?:ha sido |fue |pudo ser )?encontrada|existe|se encuentra|se encontró|se ha encontrado|está disponible)",
    "(?:a |esta )?página(?: solicitada| que procura)? não (?:foi )?(?:encontrada|existe)",
    "(?:la |questa )?pagina(?: richiesta| (?:che )?cercat[ao]| che (?:cerchi|stai cercando))?"
    " non (?:è stata )?(?:trovata|esiste|disponibile)",
    "(?:de |deze )?(?:opgevraagde |gevraagde )?pagina (?:is |kan |kon |werd )?niet (?:worden )?gevonden(?: worden)?",
    "(?:de |deze )?pagina bestaat niet(?: meer)?",
    "(?:ta |żądana |szukana |podana )*strona (?:nie (?:została (?:znaleziona|odnaleziona)|istnieje)|nieznaleziona)",
    "nie (?:znaleziono|znaleźliśmy|można znaleźć) (?:tej |takiej |żądanej )?strony",
    "sidan (?:hittades inte|kunde inte hittas|finns inte)|siden (?:blev ikke fundet|ble ikke funnet|findes ikke"
    "|finnes ikke)|sivua ei löyt(?:ynyt|y)",
    "(?:az |a )?(?:keresett |kért )?oldal nem található|pagina nu (?:a fost găsită|există)|sayfa bulunamadı",
    "(?:запрашиваемая |эта )?страница не (?:найдена|существует)|(?:запитувану )?сторінку не знайдено",
    "(?:页面|頁面|网页)(?:不存在|未找到|找不到|没有找到)|找不到(?:页面|頁面|网页)|(?:お探しの)?ページが見つかりません(?:でした)?",
    "페이지를 찾을 수 없습니다",
)
_CODE: Final = (
    "(?:(?:http|status|error|code|kód|chyba|chybový|fehler|erreur|errore|erro|błąd|ошибка|помилка) )*404"
    "(?: (?:error|chyba|fehler|erreur))?"
)
_CLOSING: Final = "(?:on this server|on the server|any ?more|here|sorry|error|chyba|fehler|erreur)"


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKD", text).casefold().translate(_APOSTROPHES)
    return "".join(letter for letter in text if not unicodedata.combining(letter))


_APOSTROPHES: Final = dict.fromkeys(map(ord, "’‘ʼ`´′＇"), "'")
_NOT_FOUND = re.compile(
    _plain(
        f"(?:(?:{'|'.join(_OPENINGS)}) )*"
        f"(?:{_CODE}|(?:{_CODE} )?(?:(?:{'|'.join(_OPENINGS)}) )*(?:{'|'.join(_PHRASES)})(?: {_CLOSING})?(?: {_CODE})?)"
    )
)
_BETWEEN_WORDS = re.compile(r"[^\w']+")
#: What stands between a page's title and the site's name.
_SEPARATOR = re.compile(r"\s+[|·•–—:-]\s+|\s*[|»«›]\s*")
#: Beside such words the message is what a text is about, as in "404 error – what it is and how to mend it".
_ABOUT: Final = frozenset(
    _plain(
        "http status code codes error errors seo how what why when fix fixing mend guide tips ideas examples meaning "
        "explained definition tutorial glossary wiki wikipedia design designs best pages stránky chyby jak proč kódy "
        "wie warum bedeutung seiten comment pourquoi cómo qué perché dlaczego как что"
    ).split()
)
_NAME_WORDS: Final = 6  # a site's name is seldom longer
_LONGEST: Final = 200


def says_not_found(text: str) -> bool:
    """Whether a title or heading, or the part of it beside the site's name, is a not-found message."""
    if len(text) > _LONGEST:
        return False
    if _is_message(text):
        return True
    parts = [part for part in _SEPARATOR.split(text) if part.strip()]
    messages = [part for part in parts if _is_message(part)]
    others = [part for part in parts if part not in messages]
    return bool(messages) and all(map(_may_be_a_name, others))


def _words(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", _plain(text)).strip(" '")


def _is_message(text: str) -> bool:
    return _NOT_FOUND.fullmatch(_words(text)) is not None


def _may_be_a_name(text: str) -> bool:
    words = _words(text).split()
    return len(words) <= _NAME_WORDS and not _ABOUT.intersection(words)
