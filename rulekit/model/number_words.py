"""Number words of the languages that pages are written in: texts spell small numbers, and the check reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

SPELT: Final = 12
"""The largest number that texts spell; larger ones are written in figures."""

_WORDS: Final = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty",
    "nl": "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien"
    " zeventien achttien negentien twintig",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn zwanzig",
}
_TENS: Final = {
    "en": "thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 dozen=12 both=2 twice=2",
    "nl": "dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 dozijn=12"
    " beide=2 tweemaal=2 driemaal=3",
    "de": "dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 dutzend=12"
    " beide=2 zweimal=2 dreimal=3",
}


def spelt_number(number: int, language: str) -> str:
    """Return a number as a text says it: in words up to twelve, if the language has them here."""
    words = _WORDS.get(language, "").split()
    return words[number] if 0 <= number <= min(SPELT, len(words) - 1) else str(number)


@cache
def number_words(language: str) -> Mapping[str, int]:
    """Return the number words of a language with their numbers."""
    found = {word: number for number, word in enumerate(_WORDS.get(language, "").split())}
    pairs = (pair.split("=") for pair in _TENS.get(language, "").split())
    return {**found, **{word: int(number) for word, number in pairs}}
