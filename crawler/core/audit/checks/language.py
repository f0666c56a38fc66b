"""The language a page says it is in, and the one it is in."""

from crawler.core.audit import language, language_tags
from crawler.core.audit.finding import Hit, Said, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check


@page_check(
    "html-lang-invalid", "accessibility", "warning",
    title="The page names a language that does not exist",
    why="Screen readers and translators pass it over, and read the page with the wrong voice.",
    fix="Use the code of a language: en, cs, pt-BR, zh-Hant.",
    source="WCAG 3.1.1; RFC 5646 2.1; IANA Language Subtag Registry",
)  # fmt: skip
def invalid(page: Page) -> Said:
    if page.lang and (fault := language_tags.fault_of(page.lang)):
        yield Hit(f"lang is {quoted(page.lang, 40)}: {fault}")


@page_check(
    "lang-mismatch", "international", "warning",
    title="The page is in another language than it says",
    why="It is read aloud with the wrong voice, translated from the wrong language and shown to the wrong readers.",
    fix="Let lang name the language of the text, or translate the text.",
    source="WCAG 3.1.1; detected with CLD3 where every part of the text gives the same answer",
)  # fmt: skip
def mismatch(page: Page) -> Said:
    declared = language.primary(page.lang or "")
    if declared and language.contradicts(declared, page.language, page.text_start):
        yield Hit(
            f"lang is {quoted(page.lang or '', 40)}, and the text is in {page.language}: {quoted(page.text_start, 80)}"
        )
