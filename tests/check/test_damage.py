"""Damage one token of a shipped rulebook: no crash, few messages, and the first is on the damaged line or next to
it.

`tests/syntax/test_damage.py` does the same for parsing alone; here the stack is assembled and checked, too. Damage that
makes another correct rulebook is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median

import pytest

from rulekit.check import check_rulebook
from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.play.loaded_book import LoadedBook
from rulekit.rulebook_files import names
from rulekit.syntax import parse
from rulekit.syntax.lexer import NAME, scan
from tests.shipped import ALIKE, COVERING, book, every
from tests.syntax.test_damage import damaged as any_token

Damage = Callable[[str, Random], tuple[str, int]]


def a_name(text: str, random: Random) -> tuple[str, int]:
    """Return the text with one name misspelt or replaced by another name of the text, and the offset of the change."""
    tokens = [t for t in scan(Source("text", text)).tokens if t.kind == NAME]
    token = random.choice(tokens)
    word, at = token.text, random.randrange(len(token.text))
    new = random.choice([word[:at] + word[at + 1 :], word[:at] + "o" + word[at:], random.choice(tokens).text])
    return text[: token.start] + new + text[token.end :], token.start


QUICK = [name for name in COVERING if name not in ALIKE]
"""The rulebooks to damage in the suite. A check of one of the others takes a second."""


def errors(loaded: LoadedBook, text: str) -> list[Diagnostic]:
    """Return the errors of a stack whose topmost book has this text, in the order reported."""
    source = loaded.books[-1].span.source
    read, found = parse(Source(source.name, text))
    if read is not None:
        rulebook, found = assemble([*loaded.books[:-1], read], Config())
        if rulebook is not None:
            found = [*found, *check_rulebook(rulebook)[1]]
    return [d for d in found if d.severity == "error"]


def measure(damage: Damage, chosen: Sequence[str], times: int, seed: int) -> tuple[int, float, float]:
    """Damage a text of these rulebooks N times (`times`). Return how many were wrong, their median number of errors,
    and the share whose first error was near the damage."""
    random, shipped = Random(seed), [book(name) for name in chosen]
    sizes = [len(loaded.books[-1].span.source.text) for loaded in shipped]
    counts, near = [], 0
    for _ in range(times):
        loaded = random.choices(shipped, sizes)[0]
        name = loaded.books[-1].span.source.name
        text, offset = damage(loaded.books[-1].span.source.text, random)
        found = errors(loaded, text)
        if found:
            counts.append(len(found))
            first, line = found[0].span, Source(name, text).place(offset).line
            near += first is not None and first.source.name == name and abs(first.first.line - line) <= 1
    return len(counts), median(counts), near / len(counts)


@pytest.mark.parametrize("damage", every(2, [any_token, a_name]))
def test_damage_is_told_where_it_is(damage: Damage) -> None:
    wrong, at_the_median, near = measure(damage, QUICK, 16, 4)
    assert wrong >= 10
    assert at_the_median <= 2
    assert near >= 0.8  # with so few samples, the share may be less than the 0.9 of the longer test below


@pytest.mark.soak
@pytest.mark.parametrize("damage", [any_token, a_name])
def test_much_damage_is_told_where_it_is(damage: Damage) -> None:
    wrong, at_the_median, near = measure(damage, names(), 3_000, 4)
    assert wrong > 2_000
    assert at_the_median <= 2
    assert near >= 0.9
