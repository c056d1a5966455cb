"""Expressions without a clear end, such as `if … else …`, need brackets beside an operator: the message says so and
offers a fix."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import parse

from .books import HERE

WIDE = (
    "if n[1] then 2 else 3",
    "some y in 1..9: n[y]",
    "all y in 1..9 where n[y]: n[y]",
    "the y in 1..9 where n[y]",
    "first y in 1..9",
    "reach from {1}, x to y in 1..9 where n[y]",
    "after poke(): n[1]",
    "not n[1]",
)
PLACES = (
    "fact a = 1 + {}",
    "fact a [home] = n[1] == {}",
    "fact a = {{1}} - {}",
    "fact a = 3 in {}",
    "fact a = 1 < {}",
    "fact a = count(x in {})",
    "fact a = some x in {}: n[x]",
    "fact a = {{1, 2 * {}, 3}}",
    "fact a = abs(1 + {})",
    "always a: n[1] == {}",
    "flow:\n  for each p in {}:\n    nothing",
    "flow:\n  draw p in 1..{} weighted 3",
    "flow:\n  if n[1] == {}:\n    nothing",
    "flow:\n  turns from {}:\n    nothing",
    'flow:\n  choose x in {} "which"',
)


def mended(text: str) -> str:
    """Return the text with the fix that its only message offers."""
    _, found = parse(Source("book.rules", text))
    (told,) = found
    (advice,) = told.help
    assert told.code == "E103" and "must stand in brackets" in told.message
    assert advice.span is not None and advice.replacement is not None
    return text[: advice.span.start] + advice.replacement + text[advice.span.end :]


@pytest.mark.parametrize("place", PLACES)
def test_the_message_mends_it(place: str) -> None:
    for wide in WIDE:
        text = f'rulebook b "B":\n  players 2\n{place.format(wide)}\n'
        right = mended(text)
        assert right == text.replace(wide, f"({wide})"), right
        assert parse(Source("book.rules", right))[1] == []


def test_each_line_has_its_own_message() -> None:
    _, found = parse(Source("par.rules", (HERE / "meaning" / "par.rules").read_text()))
    assert [(d.code, d.span and d.span.first.line, d.span and d.span.text[:4]) for d in found] == [
        ("E103", 5, "some"),
        ("E103", 7, "if o"),
    ]


def test_two_in_one_line_are_told_by_the_first() -> None:
    text = 'rulebook b "B":\n  players 2\nfact z = 1 + if n[1] then 2 else 3 + if n[2] then 1 else 2\n'
    (told,) = parse(Source("book.rules", text))[1]
    assert (
        told.span is not None and told.code == "E103" and (told.span.text, told.span.start) == ("if", text.index("if"))
    )
