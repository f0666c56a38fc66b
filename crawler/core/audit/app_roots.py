"""Elements that scripts fill: the empty place in a page that is built in the browser."""

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

#: Names that frameworks give it: nothing else is called so.
_OWN: Final = frozenset({"root", "app", "__next", "__nuxt", "___gatsby", "svelte"})
#: Names that mean it only where the page has hardly a word besides.
_COMMON: Final = frozenset({"main", "content", "application", "app-container"})
_TAGS: Final = frozenset({"app-root", "my-app", "ion-app"})
#: What stands in it until the scripts have come.
_WAITING: Final = re.compile(
    r"(?:loading|(?:please )?wait|one moment|l[äa]dt|laden|wird geladen|bitte warten|einen moment|chargement"
    r"|veuillez patienter|cargando|caricamento|carregando|načít|nahráv|ładowanie|загрузк|加载|読み込)",
    re.IGNORECASE,
)
_WAITING_LENGTH: Final = 40
#: A page of common names or without any has at most so many words, those of waiting included.
_HARDLY: Final = 5
#: What a page without text may be there for.
_SHOWN: Final = "a[href],img,picture,svg,canvas,video,audio,iframe,object,embed,form,input,button"
#: A page has one; looking into more costs, where they lie in each other.
_LOOKED_INTO: Final = 10


class AppRoots:
    """Those of one page, as the walk comes by them."""

    def __init__(self) -> None:
        self._own = False
        self._common = False
        self._looked = 0

    def wants(self, node: LexborNode, name: str) -> bool:
        """Whether an element of that id may be one; then `see` is told its text."""
        named = name in _OWN or name in _COMMON or node.tag in _TAGS
        return named and not self._own and self._looked < _LOOKED_INTO

    def see(self, node: LexborNode, name: str, text: str) -> None:
        self._looked += 1
        waiting = len(text) <= _WAITING_LENGTH and _WAITING.match(text)
        if text and not waiting:
            return
        if name in _COMMON:
            self._common = self._common or node.css_first(_SHOWN) is None
        else:
            self._own = True

    def found(self, words: int, *, bare: bool) -> bool:
        """Whether the page has one; `words`: of all its text; a `bare` page may be one as a whole."""
        if self._own or words > _HARDLY:
            return self._own
        return self._common or (bare and not words)


def is_bare(tree: LexborHTMLParser) -> bool:
    """Whether nothing but text can be seen of the page."""
    body = tree.body
    return body is not None and body.css_first(_SHOWN) is None
