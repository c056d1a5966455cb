"""The shipped games in words: something is said of every clause, and never a piece of code.

`test_golden.py` compares the same sentences with files, so what is read here are these files.
"""

from __future__ import annotations

import time

import pytest

from rulekit.prose import languages, speaker

from .games import model
from .reading import line_is_readable, lines
from .test_golden import GOLDEN, READABLE, TOLD, golden


@pytest.mark.parametrize(("game", "language"), TOLD)
def test_no_code(game: str, language: str) -> None:
    """A block of a clause begins with its heading, and the next block with another: between them lies its text."""
    clauses = golden(game, language).read_text(encoding="utf-8").split("\n## ")
    assert len(clauses) > 3
    for clause in clauses:
        head, _, told = clause.partition("\n")
        _, _, exact = told.partition("\n")  # the line below the heading is the summary, often empty
        for line in exact.strip("\n").split("\n"):
            line_is_readable(head, line)


def test_each_language_of_rulekit_has_golden_texts() -> None:
    assert {language for _, language in TOLD} == set(languages())
    books = {golden(*told).with_suffix(".book.txt").name for told in READABLE}
    assert {path.name for path in GOLDEN.iterdir()} == {golden(*told).name for told in TOLD} | books


def test_a_large_game_takes_less_than_a_second() -> None:
    found = model("czar/english")
    speaker(found, "en")  # the grammar is read once for all games
    began = time.process_time()
    assert sum(1 for _ in lines(speaker(found, "en"))) > 300
    assert time.process_time() - began < 1
