"""Which sections and statements of a source a citation refers to."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.model.coverage import CitedSource, cite_sources, parts_of_citation, runs_of_numbers
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.syntax import parse

SECTIONS = ("last move up", "last move up, note", "set-up: tiles", "a; b", "action d")


@pytest.mark.parametrize(
    ("detail", "parts"),
    [
        ("action d: 1, 3; last move up: 2", [("action d", [(1, 1), (3, 3)]), ("last move up", [(2, 2)])]),
        ("last move up, note: 2", [("last move up, note", [(2, 2)])]),
        ("set-up: tiles: 1 - 3,5", [("set-up: tiles", [(1, 3), (5, 5)])]),
        ("set-up: tiles", [("set-up: tiles", [])]),
        ("a; b: 2;action d", [("a; b", [(2, 2)]), ("action d", [])]),
        ("action d: 1, in the margin", [("action d", [(1, 1)])]),
        ("action d, picture", [("action d", [])]),
        ("acton d: 1", [(None, [(1, 1)])]),
        ("action d: yes", [(None, [])]),
        ("action d: 1, 3 lions", [(None, [])]),
    ],
)
def test_parts_of_a_citation(detail: str, parts: list[tuple[str | None, list[tuple[int, int]]]]) -> None:
    found = parts_of_citation(detail, SECTIONS)
    assert [(part.section, list(part.numbers)) for part in found] == parts
    assert all(detail[part.start : part.end] == part.text for part in found)


def test_numbers_behind_a_place_in_a_section_name_no_statement_of_it() -> None:
    (part,) = parts_of_citation("last move up, example: 2", SECTIONS)
    assert (part.section, part.text) == ("last move up", "last move up, example") and not part.names(2)
    (part,) = parts_of_citation("action d: 1-3", SECTIONS)
    assert [number for number in range(6) if part.names(number)] == [1, 2, 3]


def test_runs_of_numbers() -> None:
    assert runs_of_numbers([8, 1, 2, 3, 5, 6]) == "1 to 3, 5, 6, 8"


BASE = """rulebook game "A game":
  players 2
  source letter "A letter"
statements letter:
  "a turn":
    1 "one coin is taken"
    2 "nobody may pass"
flow [letter "a turn: 1, 2"]:
  game over, drawn
"""
EDITION = """edition late of game "Later":
  summary "Passing is allowed."
replace flow [letter "a turn: 1"]:
  game over, won by p1
statements letter:
  "a turn":
    2 "{text}"{aside}
"""


def met_over(text: str, aside: str) -> tuple[dict[int, str], list[str]]:
    """Return how the rules account for each statement of the edition, by its number, and the codes of all
    diagnostics."""
    books = []
    for name, written in (("game", BASE), ("late", EDITION.format(text=text, aside=aside))):
        book, problems = parse(Source(name, written))
        assert book is not None, problems
        books.append(book)
    model, problems = check_configuration(books, Config(), knowledge=False)
    if model is None:
        return {}, [problem.code for problem in problems]
    sources: dict[str, CitedSource] = {}
    cite_sources(model.rulebook, model.rulebook.clauses, sources)
    found = {number: met.state for number, met in sources["letter"].statements["a turn"].items()}
    return found, [problem.code for problem in problems]


def test_an_edition_sets_a_statement_of_its_base_aside() -> None:
    aside = ' assumed otherwise "later one may"'
    assert met_over("nobody may pass", aside) == ({1: "said", 2: "assumed otherwise"}, [])
    assert met_over("nobody may pass", "") == ({1: "said", 2: "open"}, ["W206"])
    assert met_over("everybody may pass", aside)[1] == ["W206", "E250"]
