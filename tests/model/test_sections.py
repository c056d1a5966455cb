"""Which sections and statements the detail of a citation names."""

from __future__ import annotations

import pytest

from rulekit.model.sections import cited_parts, numbers_in_words

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
    found = cited_parts(detail, SECTIONS)
    assert [(part.section, list(part.numbers)) for part in found] == parts
    assert all(detail[part.start : part.end] == part.text for part in found)


def test_numbers_behind_a_place_in_a_section_name_no_statement_of_it() -> None:
    (part,) = cited_parts("last move up, example: 2", SECTIONS)
    assert (part.section, part.text) == ("last move up", "last move up, example") and not part.names(2)
    (part,) = cited_parts("action d: 1-3", SECTIONS)
    assert [number for number in range(6) if part.names(number)] == [1, 2, 3]


def test_runs_of_numbers_in_words() -> None:
    assert numbers_in_words([8, 1, 2, 3, 5, 6]) == "1 to 3, 5, 6, 8"
