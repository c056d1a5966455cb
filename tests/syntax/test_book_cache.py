"""Books from the cache equal parsed ones, refer to the given text, and are kept only if they have no errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit import loader
from rulekit.diagnostics import Source
from rulekit.storage.cache import name_of
from rulekit.syntax import nodes as s
from rulekit.syntax import parse, parser, same
from rulekit.syntax.traversal import walk

TEXT = 'rulebook long "Long":\n  players 2\n\nfact larger(n 0..9) = n + 1 + 2\n\n' + "# a line of comment\n" * 500


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path


def parsed(source: Source) -> s.Book:
    book, _ = parse(source)
    assert book is not None
    return book


def test_as_it_was_parsed(empty: Path) -> None:
    parser.write_cached_book(parsed(Source("one", TEXT)), Source("one", TEXT), "a")
    other = Source("another name", TEXT)
    found = parser.read_cached_book(other, "a")
    assert found is not None and same(found, parsed(other))
    assert {node.span.source for node in walk(found)} == {other}
    assert [n.span.text for n in walk(found)] == [n.span.text for n in walk(parsed(other))]


def test_of_another_text_or_rulekit(empty: Path) -> None:
    parser.write_cached_book(parsed(Source("one", TEXT)), Source("one", TEXT), "a")
    assert parser.read_cached_book(Source("one", TEXT), "b") is None
    assert parser.read_cached_book(Source("one", TEXT + "#"), "a") is None


def test_only_long_texts(empty: Path) -> None:
    short = Source("one", TEXT[:200])
    parser.write_cached_book(parsed(short), short, "a")
    assert parser.KEPT.place is not None and not parser.KEPT.place.exists()


def test_a_damaged_entry_is_not_believed(empty: Path) -> None:
    parser.KEPT.write(name_of("a", TEXT), b"no pickle")
    assert parser.read_cached_book(Source("one", TEXT), "a") is None


def test_what_is_wrong_is_told_again(empty: Path) -> None:
    path = empty / "wrong.rules"
    path.write_text(TEXT.replace("= n + 1", "= = 1"))
    told = []
    for _ in range(2):
        loader._parse_or_read.cache_clear()
        with pytest.raises(Exception) as caught:
            loader.gather_stack([path])
        told.append(str(caught.value))
    assert told[0] == told[1]


def test_a_second_process_parses_nothing(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = empty / "long.rules"
    path.write_text(TEXT)
    loader._parse_or_read.cache_clear()
    before = loader.gather_stack([path]).books
    loader._parse_or_read.cache_clear()
    monkeypatch.setattr(loader, "parse", None)
    after = loader.gather_stack([path]).books
    assert same(before[0], after[0])
