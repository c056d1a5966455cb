"""The prose of the shipped games: every clause has text, and none contains code.

The text is read from the files that `test_golden.py` compares with the current sentences.
"""

from __future__ import annotations

import time

import pytest

from rulekit.prose import languages, speaker

from .games import model
from .reading import line_is_readable, lines
from .test_golden import GOLDEN, READABLE, SPOKEN, TOLD, golden


@pytest.mark.parametrize(("game", "language"), TOLD)
def test_no_code(game: str, language: str) -> None:
    """A file consists of blocks, one for each clause, which begin with a heading."""
    clauses = golden(game, language).read_text(encoding="utf-8").split("\n## ")
    assert len(clauses) > 3
    for clause in clauses:
        head, _, told = clause.partition("\n")
        _, _, exact = told.partition("\n")  # skip the line below the heading: the summary, which may be empty
        for line in exact.strip("\n").split("\n"):
            line_is_readable(head, line)


def test_each_language_of_rulekit_has_golden_texts() -> None:
    assert {language for _, language in SPOKEN} == set(languages())
    books = {golden(*told).with_suffix(".book.txt").name for told in READABLE}
    assert {path.name for path in GOLDEN.iterdir()} == {golden(*told).name for told in SPOKEN} | books


def test_a_large_game_takes_less_than_a_second() -> None:
    found = model("czar/english")
    speaker(found, "en")  # reads the grammar before the time is measured
    began = time.process_time()
    assert sum(1 for _ in lines(speaker(found, "en"))) > 300
    assert time.process_time() - began < 1
