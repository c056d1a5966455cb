"""Sections and statements of sources: which of them a citation names, and which a rulebook has.

The detail of a citation has parts between semicolons.  Each begins with a section, which may go on after a comma, or
names statements of it by number after a colon: `[book "set-up; scoring, example; a turn: 1, 3-5"]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from ..syntax import nodes as s
from .rulebook import Rulebook

Ranges = tuple[tuple[int, int], ...]
"""Numbers of statements, each from a first to a last one."""

_LIST: Final = r"[0-9]{1,9}(?:\s*-\s*[0-9]{1,9})?"
NUMBERS: Final = re.compile(rf"\s*:\s*(?P<list>{_LIST}(?:\s*,\s*{_LIST})*)\s*(?:,\s*[^\s0-9][^;]*)?(?=;|$)")
UNKNOWN: Final = re.compile(r"[^;]*?(?=\s*(?:;|$))")


@frozen
class CitedPart:
    """A part of a citation: what it says before its numbers, from where to where; the section that it begins with,
    None where it begins with none; and the statements that it names.
    """

    text: str
    start: int
    end: int
    section: str | None
    numbers: Ranges = ()

    def names(self, number: int) -> bool:
        """Whether it names this statement of its section; of a place in a section it names none."""
        return self.text == self.section and any(low <= number <= high for low, high in self.numbers)


@lru_cache(maxsize=4096)
def cited_parts(detail: str, sections: tuple[str, ...]) -> tuple[CitedPart, ...]:
    """The parts of a citation's detail.  The longest section counts: one may have commas, colons and semicolons."""
    found: list[CitedPart] = []
    at = 0
    while at <= len(detail):
        at += len(detail[at:]) - len(detail[at:].lstrip())
        fits = [one for one in sections if detail.startswith(one, at) and _ends(detail, at + len(one))]
        section = max(fits, key=len, default=None)
        end = at + len(section or "")
        if not NUMBERS.match(detail, end):
            end = _before_numbers(detail, end)
        numbers = NUMBERS.match(detail, end)
        rest = detail.find(";", end)
        over = len(detail) if rest < 0 else rest
        found.append(CitedPart(detail[at:end], at, end, section, _ranges(numbers["list"]) if numbers else ()))
        at = over + 1
    return tuple(found)


def _ends(detail: str, at: int) -> bool:
    """Whether a section may end here: before a comma, a semicolon, numbers, or nothing more."""
    rest = detail[at:].lstrip()
    return not rest or detail[at] == "," or rest[0] == ";" or NUMBERS.match(detail, at) is not None


def _before_numbers(detail: str, at: int) -> int:
    """Where the rest of a part ends, or the numbers in it begin."""
    whole = UNKNOWN.match(detail, at)
    end = whole.end() if whole else len(detail)
    colon = detail.rfind(":", at, end)
    return len(detail[:colon].rstrip()) if colon >= 0 and NUMBERS.match(detail, colon) else end


def _ranges(numbers: str) -> Ranges:
    pairs = (part.partition("-") for part in numbers.split(","))
    return tuple((int(low), int(high or low)) for low, _, high in pairs)


# ----------------------------------------------------------------------------------------------------- of a rulebook

SectionStatements = tuple[s.StatedSentence, ...]
"""The statements of a section, as they are listed; none where nobody lists them."""


def sections_of(rulebook: Rulebook) -> Mapping[str, Mapping[str, SectionStatements]]:
    """Of each source its sections: those that headers declare, then those that only the lists of statements have."""
    found: dict[str, dict[str, SectionStatements]] = {
        declared.name.text: {section.value: () for section in declared.sections} for declared in rulebook.header.sources
    }
    for clause in statement_clauses(rulebook):
        for section in clause.sections:
            found.setdefault(clause.name.text, {})[section.title.value] = section.sentences
    return found


def statement_clauses(rulebook: Rulebook) -> Iterator[s.StatementsClause]:
    """The lists of statements in force, one for each source that has one."""
    return (placed.clause for placed in rulebook.clauses if isinstance(placed.clause, s.StatementsClause))


def runs_of_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as text, consecutive ones as a run: `1 to 4, 6`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = (f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return ", ".join(told)
