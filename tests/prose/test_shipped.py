"""The shipped games in words: something is said of every clause, and never a piece of code."""

from __future__ import annotations

import re

import pytest

from rulekit.prose import languages, speaker, words

from .games import GAMES, model

CODE = re.compile(r"\w_\w|[\[\]{}~^|=<>]|!=|[\ue000-\uf8ff]")
"""What no reader should meet: identifiers, brackets of code, operators, marks left over."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_no_code(game: str, language: str) -> None:
    says = speaker(model(game), language)
    for placed in says.model.rulebook.clauses:
        if placed.clause.kind in ("words", "chapter", "look"):
            continue
        text = words(says.clause(placed).exact)
        assert text.strip(), placed.id
        for line in text.split("\n"):
            shown = line.replace(" | ", " ")
            assert not CODE.search(shown), (placed.id, line)
            assert re.search(r"\w", line), placed.id
            assert "  " not in line.strip(), line
