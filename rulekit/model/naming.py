"""How names, constants and numbers are written as text, for all stages that show them.

Identifiers are written as words (`coins_left`: coins left). In catalogs of words, each name is unique in the rulebook.
Expressions and statements share one namespace; their names are used as they are. Rules, chapters, branches and others
have a namespace for each kind, so their names include the kind (`rule travel`). This file writes numbers, truth values
and `none`; a member of a domain is written as its label. Texts spell out small numbers; the check parses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from .types import DomainType, OptionType, TruthType, Type, Value

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
    "en": "thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 dozen=12",
    "nl": "dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 dozijn=12",
    "de": "dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 dutzend=12",
}
_JOINED: Final = {"en": "{ten}-{unit}", "nl": "{unit}en{ten}", "de": "{unit}und{ten}"}
"""For each language, the pattern of number words from 21 to 99."""
_FIGURES: Final = re.compile(r"(?<!\w)\d+(?:[.,]\d{3})*(?!\w)|[^\W\d_]+(?:-[^\W\d_]+)*")
_MARKS: Final = re.compile(r"\(\d+\)|\b(?:[Ss]tep|[Ss]tap|Schritt|[Ee]xample|[Vv]oorbeeld|Beispiel) \d+")
"""Matches numbers that are labels, not quantities: of arrows in a picture, `Red goes to the inn (1)`, and of steps
and examples."""


def spelt_number(number: int, language: str) -> str:
    """Return a number as texts write it: as a word up to twelve, if this file has the language; otherwise in digits."""
    words = _WORDS.get(language, "").split()
    return words[number] if 0 <= number <= min(SPELT, len(words) - 1) else str(number)


@lru_cache(maxsize=16384)  # cached, because every configuration has the same texts
def numbers_in(text: str, language: str) -> tuple[tuple[int, str], ...]:
    """Return the numbers in a text, written in digits or as words, each with its spelling. Numbers of arrows, steps and
    examples do not count, because they are no quantities."""
    return tuple(_numbers(text, language))


def _numbers(text: str, language: str) -> Iterator[tuple[int, str]]:
    words = _number_words(language)
    for found in _FIGURES.finditer(_MARKS.sub(" ", text)):
        word = found[0].lower()
        if word[0].isdecimal():
            yield int(re.sub("[.,]", "", word)), found[0]
            continue
        number = words.get(word, words.get(word.partition("-")[0]))
        if number is not None:
            yield number, found[0]


@cache
def _number_words(language: str) -> Mapping[str, int]:
    """Return the number words of a language, as a mapping from words to numbers."""
    found = {word: number for number, word in enumerate(_WORDS.get(language, "").split())}
    units = {word: number for word, number in found.items() if 0 < number < 10}
    for word, number in (pair.split("=") for pair in _TENS.get(language, "").split()):
        found[word] = int(number)
    tens = {word: number for word, number in found.items() if number in range(20, 100, 10)}
    for ten, many in tens.items():
        for unit, more in units.items():
            found[_sum_word(language, ten, unit)] = many + more
    return found


def _sum_word(language: str, ten: str, unit: str) -> str:
    """Return the word for the sum of a multiple of ten and a unit, such as `twenty-one`."""
    unit = {"één": "een", "eins": "ein", "twee": "tweeë", "drie": "drieë"}.get(unit, unit)
    return _JOINED[language].format(ten=ten, unit=unit).replace("ëen", "ën")


_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")


def identifier_words(name: str) -> str:
    """Return an identifier as words: `coins left` for `coins_left`, `Wide Gate` for `WideGate`."""
    return " ".join(part for part in _WORD_BOUNDARY.split(name) if part) or name


BRANCH: Final = "branch"
LAYER: Final = "layer"
SOURCE: Final = "source"
RANK: Final = "rank"
FRONT: Final = "front"
"""The prefix of names for lines of the front page: `front credits`, `front time`, `front age`."""
SECTION: Final = "section"
APART: Final = frozenset(
    [
        *("ruleset", "exception", "rule", "example", "invariant", "figure", "chapter", SECTION),
        *(BRANCH, LAYER, SOURCE, RANK, FRONT),
    ]
)
"""Kinds whose names expressions cannot use; each kind has a namespace of its own."""


def word_name(kind: str, name: str) -> str:
    """Return the name under which catalogs of words have something: `travel` for an action, `rule travel` for a
    rule."""
    return f"{kind} {name}" if kind in APART else name


def word_name_of(clause: str) -> str:
    """Return the name of `word_name` for the id of a clause: `travel` for `action travel`."""
    kind, _, name = clause.partition(" ")
    return word_name(kind, name)


def bare_name(word: str) -> str:
    """Return a name of `word_name` without its kind: `travel` for `rule travel`."""
    return word.rpartition(" ")[2]


PASS: Final = "pass"
"""The label of the option to decline what `may` offers."""
DONE: Final = "done"
"""The label of the option to end a choice of several things."""
OWN_LABELS: Final = frozenset({PASS, DONE})


NONE = "none"
_WHOLE = re.compile("0|-?[1-9][0-9]{0,9}")
"""Matches a whole number as rulekit writes it; numbers have 32 bits, so at most ten digits."""


def value_text(type_: Type, value: Value) -> str:
    """Return a value of this type as text. The type must not be a set."""
    match type_:
        case OptionType(item):
            return NONE if value is None or item is None else value_text(item, value)
        case DomainType(domain) if isinstance(value, int):
            return domain.labels[value]
        case TruthType():
            return "yes" if value else "no"
    assert isinstance(value, int), f"{value} is not written in one word"
    return integer_text(value)


def integer_text(number: int) -> str:
    return str(number)


def integer_of(text: str) -> int | None:
    """Return the number that a text contains. Return None if `integer_text` would write it differently, such as `03` or
    `-0`."""
    return int(text) if _WHOLE.fullmatch(text) else None
