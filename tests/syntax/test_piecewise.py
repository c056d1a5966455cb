"""Texts that are parsed piece by piece while somebody types: the same books and messages as a fresh parse."""

import random

import pytest

from rulekit.diagnostics import Source
from rulekit.rulebook_files import find, read_rulebook
from rulekit.syntax import dump, parse, walk
from rulekit.syntax.piecewise import ParsedText, parse_pieces
from tests.shipped import EACH_BOOK
from tests.typing import edits

BOOKS = ("czar/gentle-roubles", "classics/rummy")


def places(root) -> list[tuple[str, int, int]]:
    return [(type(node).__name__, node.span.start, node.span.end) for node in walk(root)]


def assert_fresh(parsed: ParsedText) -> None:
    """Compare with a fresh parse: the tree, its places, and every message."""
    book, problems = parse(Source(parsed.source.name, parsed.source.text))
    told = [(str(d), d.span and (d.span.start, d.span.end)) for d in problems]
    assert [(str(d), d.span and (d.span.start, d.span.end)) for d in parsed.problems] == told
    assert (parsed.book is None) is (book is None)
    if book is not None:
        assert dump(parsed.book) == dump(book) and places(parsed.book) == places(book)
        assert all(node.span.source is parsed.source for node in walk(parsed.book))


@pytest.mark.parametrize("name", EACH_BOOK)
def test_pieces_of_a_shipped_book_make_the_same_book(name):
    source = read_rulebook(find(name))
    parsed = parse_pieces(source)
    assert len(parsed.pieces) == len(parsed.book.members) + 1 and parsed.pieces[0].spans
    assert_fresh(parsed)


def typed(name: str, steps: int, every: int, seed: int) -> None:
    chance = random.Random(seed)
    parsed = parse_pieces(read_rulebook(find(name)))
    for number, text in enumerate(edits(parsed.source.text, chance, steps)):
        parsed = parse_pieces(Source(name, text), parsed)
        assert "".join(piece.text for piece in parsed.pieces) in ("", text)
        if number % every == 0 or number == steps - 1:
            assert_fresh(parsed)


@pytest.mark.parametrize("name", BOOKS)
def test_random_typing(name):
    typed(name, 24, 6, 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", EACH_BOOK)
def test_much_random_typing(name):
    typed(name, 500, 5, 2)


def test_only_the_clause_that_changed_is_parsed_again():
    before = parse_pieces(read_rulebook(find("czar/base")))
    kept = [piece.node for piece in before.pieces]
    at = before.source.text.index("fact vacant")
    text = before.source.text.replace("= not closed(i)", "= closed(i)", 1)
    after = parse_pieces(Source("czar/base", text), before)
    new = [piece.node for piece in after.pieces if piece.node not in kept]
    assert len(new) == 1 and new[0].span.start == at


def test_a_wrong_clause_hides_no_other():
    before = parse_pieces(read_rulebook(find("czar/base")))
    text = before.source.text.replace("= not closed(i)", "= not not closed(i) (", 1)
    after = parse_pieces(Source("czar/base", text), before)
    assert after.book is None and len(after.nodes) == len(before.nodes) - 1


def test_a_line_that_goes_on_in_a_wrong_piece():
    """A sign that is no token leaves its line deeper than the margin, so it goes on the line before."""
    text = "rulebook r:\n  players 2\n\nfact f(n 0..3) = n +\n@ 3\n\nflow:\n  game over, drawn\n"
    assert_fresh(parse_pieces(Source("r", text)))
