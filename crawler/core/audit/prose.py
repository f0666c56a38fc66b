"""How hard English sentences are to read."""

import re
from collections.abc import Iterable
from typing import Final

from crawler.core.audit.wording import fold

_KEPT: Final = 4000  # characters
_SENTENCE_WORDS: Final = 8  # a paragraph of fewer words is a caption
_END = re.compile(r"[.!?…][\"'”’)\]]*$")
_SENTENCES = re.compile(r"[.!?…]+(?=[\s\"'”’)\]]|$)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|no|approx|inc|ltd|[a-z])\.(?=\s)", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?", re.IGNORECASE)
_VOWELS = re.compile(r"[aeiouy]+")
_SILENT = re.compile(r"(?:[^laeiouy]e|[^aeiouytd]ed|[^aeiouycgsxz]es)$")


def of(paragraphs: Iterable[str]) -> str:
    """The sentences of some paragraphs: those that are long enough and end like a sentence."""
    kept, size = [], 0
    for paragraph in paragraphs:
        text = fold(paragraph)
        if text.count(" ") >= _SENTENCE_WORDS and _END.search(text):
            kept.append(text)
            size += len(text)
        if size > _KEPT:
            break
    return " ".join(kept)[:_KEPT]


def words_of(text: str) -> list[str]:
    """The words of an English text."""
    return _WORD.findall(text)


def reading_ease(text: str) -> float:
    """Flesch's reading ease of an English text that has words: 100 is very easy, below 30 very difficult."""
    words = words_of(text)
    sentences = max(1, len(_SENTENCES.findall(_ABBREVIATION.sub("", text))))
    return 206.835 - 1.015 * len(words) / sentences - 84.6 * sum(map(syllables, words)) / len(words)


def syllables(word: str) -> int:
    """About how many syllables an English word has: groups of vowels, without a silent e."""
    word = word.lower()
    number = len(_VOWELS.findall(word)) - bool(_SILENT.search(word))
    return max(1, number)
