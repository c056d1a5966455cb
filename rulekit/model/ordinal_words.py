"""Numbers that a text implies but does not state as a quantity: `third`, `3rd`, `twice`, `half`, `step 3`.

If a rule has such a number, the text counts as telling it. But the reverse is not required: the rules need not have
each number that a text implies, because many such words count nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

_STEMS: Final = {
    "en": "second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12"
    " thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twentie=20"
    " twice=2 double=2 both=2 pair=2 half=2 halve=2 thrice=3 triple=3 quarter=4 quadruple=4",
    "nl": "tweede=2 derde=3 vierde=4 vijfde=5 zesde=6 zevende=7 achtste=8 negende=9 tiende=10 elfde=11 twaalfde=12"
    " dertien=13 veertien=14 vijftien=15 zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20"
    " tweemaal=2 dubbel=2 verdubbel=2 beide=2 paar=2 half=2 halve=2 helft=2 driemaal=3 kwart=4 viermaal=4",
    "de": "zweit=2 dritt=3 viert=4 fünft=5 sechst=6 siebt=7 achte=8 neunt=9 zehnt=10 elft=11 zwölft=12"
    " dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20"
    " zweimal=2 doppel=2 verdoppel=2 beide=2 paar=2 halb=2 hälfte=2 dreimal=3 dreifach=3 viertel=4 viermal=4",
}
"""For each language, the beginnings of words that imply a number."""
_FIGURES: Final = re.compile(
    r"(?<!\w)(\d+)(?:st|nd|rd|th|e|de|ste|\.)(?!\w)|\b(?:step|stap|schritt) (\d+)", re.IGNORECASE
)
"""Matches ordinal numbers in digits, and the numbers of steps."""


@lru_cache(maxsize=4096)  # cached, because every configuration has the same texts
def implied_numbers(text: str, language: str) -> frozenset[int]:
    """Return the numbers that a text implies by ordinals, multiples, fractions and numbers of steps."""
    return frozenset(_numbers(text, language))


def _numbers(text: str, language: str) -> Iterator[int]:
    for found in _FIGURES.finditer(text):
        yield int(found[1] or found[2])
    stems = _stems(language)
    for word in re.findall(r"[^\W\d_]+", text.lower()):
        yield from (number for stem, number in stems if word.startswith(stem))


@cache
def _stems(language: str) -> tuple[tuple[str, int], ...]:
    pairs = (pair.split("=") for pair in _STEMS.get(language, "").split())
    return tuple((stem, int(number)) for stem, number in pairs)
