"""Messages that a page is not there, and texts that only speak of such pages."""

import time

import pytest

from crawler.core.audit.not_found import says_not_found

MESSAGES = """
404
Error 404
404 Error
(404) Page Not Found
Page Not Found (404)
404: Not Found
Error 404 (Not Found)
HTTP 404 - Not Found
404 – Page not found | Shop
Page not found – Lumen Books
Shop » Page not found
Page Not Found!
Ooops... Page Not Found
Whoops! Page not found
Oops! That page can't be found.
Oops! That page can’t be found.
Page cannot be found
This page could not be found.
Sorry, this page isn't available.
Page does not exist
The page you requested was not found
The page you’re looking for can’t be found.
Sorry, the page you were looking for could not be found
We can’t find the page you’re looking for
The requested URL was not found on this server.
404 - File or directory not found.
Stránka nenalezena
STRANKA NENALEZENA
Požadovaná stránka nebyla nalezena
Chyba 404: stránka nenalezena
Omlouváme se, ale požadovaná stránka neexistuje
Stránku se nepodařilo najít
Stránka sa nenašla
Seite nicht gefunden - Firma
Die angeforderte Seite wurde nicht gefunden.
Diese Seite existiert nicht
Page introuvable
La page demandée n’existe pas
La página que buscas no existe
Página não encontrada
Pagina non trovata
Pagina niet gevonden
Nie znaleziono strony
Ошибка 404. Страница не найдена
ページが見つかりません
页面不存在
페이지를 찾을 수 없습니다
""".strip().splitlines()

INNOCENT = """
Peugeot 404
404 days around the world
Area code 404
Why your page is not found by Google
Not found: lost cities of Asia
How to fix the 404 page not found error in your shop
404 Error – What It Is and How To Fix It
404 Not Found - HTTP status code | MDN
HTTP 404 - Wikipedia
Page Not Found: 20 creative 404 pages
Best 404 pages - Page not found examples
404 – the long road of a ship through seven seas
Stránka nenalezena: jak na to
Chyba 404 – jak ji opravit
What does “page not found” mean?
When the page can't be found: a story
Page was found
The page is available
Lost and found
Not available
""".strip().splitlines()  # fmt: skip


@pytest.mark.parametrize("text", MESSAGES)
def test_a_message_is_known(text: str) -> None:
    assert says_not_found(text)


@pytest.mark.parametrize("text", [*INNOCENT, "", " – ", "|"])
def test_a_text_about_it_is_none(text: str) -> None:
    assert not says_not_found(text)


def test_repetition_costs_no_time() -> None:
    begun = time.process_time()
    for part in ("oops ", "sorry ", "we are sorry but ", "error ", "the page ", "http status error code "):
        assert not says_not_found((part * 200)[:199] + "x")
    assert time.process_time() - begun < 1.0


def test_a_text_longer_than_a_title_is_read_by_nobody_as_a_message() -> None:
    assert says_not_found("Page not found" + " – " + "x" * 180)
    assert not says_not_found("Page not found" + " – " + "x" * 190)
