"""Titles and headings that say "not found", per language. Only a whole phrase counts: a page about 404s has more."""

import re
from typing import Final

_PHRASES: Final = (
    r"(?:the |this |requested |sorry, )*page (?:was |is |could |can)?(?:not|n't|not be) ?(?:be )?(?:found|available)",
    r"(?:the |this )?page (?:does not|doesn't) exist",
    r"not found",
    r"str[aá]nka (?:(?:nebyla|nebola) )?(?:nalezena|n[aá]jden[aá]|nenalezena|nen[aá]jden[aá]|neexistuje)",
    r"seite (?:wurde )?nicht gefunden",
    r"page (?:non trouv[eé]e|introuvable)",
    r"p[aá]gina (?:no encontrada|non trovata|n[aã]o encontrada|niet gevonden)",
    r"strona nie (?:została znaleziona|istnieje)",
    r"nie znaleziono strony",
    r"sidan (?:hittades inte|kunde inte hittas)",
    r"страница не найдена",
    r"сторінку не знайдено",
    r"页面(?:不存在|未找到)",
    r"找不到(?:页面|頁面)",
    r"ページが見つかりません(?:でした)?",
    r"페이지를 찾을 수 없습니다",
)
_CODE: Final = r"(?:(?:http )?(?:error|chyba|fehler|erreur|błąd|ошибка)?[ :]*404(?: error)?)"
_NOT_FOUND = re.compile(rf"{_CODE}|(?:{_CODE}\W*)?(?:{'|'.join(_PHRASES)})(?:\W*{_CODE})?", re.IGNORECASE)
#: What stands between a page's title and the site's name.
_SEPARATOR = re.compile(r"\s+[|·•–—:-]\s+|\s*[|»«]\s*")
_LONGEST: Final = 200


def says_not_found(text: str) -> bool:
    """Whether a title or heading, or a part of it beside the site's name, is a not-found phrase."""
    if len(text) > _LONGEST:
        return False
    parts = (text, *_SEPARATOR.split(text))
    return any(_NOT_FOUND.fullmatch(part.strip(" .!…")) for part in parts)
