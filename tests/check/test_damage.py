"""One damaged token in a shipped rulebook: never a crash, few messages, the first on the damaged line or beside it.

`tests/syntax/test_damage.py` does the same to texts that are only parsed; here they are put together and checked too.
Damage that happens to make another right rulebook is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
from tests.shipped import book
from tests.syntax.test_damage import damaged as any_token

Damage = Callable[[str, Random], tuple[str, int]]


def a_name(text: str, random: Random) -> tuple[str, int]:
    """The text with one name misspelt, or with another name of the text in its place."""
    tokens = [t for t in scan(Source("text", text)).tokens if t.kind == NAME]
    token = random.choice(tokens)
    word, at = token.text, random.randrange(len(token.text))
    new = random.choice([word[:at] + word[at + 1 :], word[:at] + "o" + word[at:], random.choice(tokens).text])
    return text[: token.start] + new + text[token.end :], token.start


@cache
def shipped() -> tuple[tuple[str, LoadedBook], ...]:
    return tuple((name, book(name)) for name in names())


def errors(loaded: LoadedBook, text: str) -> list[Diagnostic]:
    """The errors that a changed text of the topmost book gets, in the order in which they are told."""
    source = loaded.books[-1].span.source
    read, found = parse(Source(source.name, text))
    if read is not None:
        rulebook, found = assemble([*loaded.books[:-1], read], Config())
        if rulebook is not None:
            found = [*found, *check_rulebook(rulebook)[1]]
    return [d for d in found if d.severity == "error"]


def measure(damage: Damage, times: int, seed: int) -> tuple[int, float, float]:
    """How many texts were wrong, how many errors each had at the median, and for what share the first was near."""
    random = Random(seed)
    sizes = [len(loaded.books[-1].span.source.text) for _, loaded in shipped()]
    counts, near = [], 0
    for _ in range(times):
        _, loaded = random.choices(shipped(), sizes)[0]
        name = loaded.books[-1].span.source.name
        text, offset = damage(loaded.books[-1].span.source.text, random)
        found = errors(loaded, text)
        if found:
            counts.append(len(found))
            first, line = found[0].span, Source(name, text).place(offset).line
            near += first is not None and first.source.name == name and abs(first.first.line - line) <= 1
    return len(counts), median(counts), near / len(counts)


@pytest.mark.parametrize("damage", [any_token, a_name])
def test_damage_is_told_where_it_is(damage: Damage) -> None:
    wrong, at_the_median, near = measure(damage, 24, 4)
    assert wrong >= 16
    assert at_the_median <= 2
    assert near >= 0.8  # of so few it may be less than the nine in ten of many, below


@pytest.mark.soak
@pytest.mark.parametrize("damage", [any_token, a_name])
def test_much_damage_is_told_where_it_is(damage: Damage) -> None:
    wrong, at_the_median, near = measure(damage, 3_000, 4)
    assert wrong > 2_000
    assert at_the_median <= 2
    assert near >= 0.9
