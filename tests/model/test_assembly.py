"""Assembling layers: the resulting clauses and messages, with a file of `cases` for each topic."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.model.assembly import assemble

from .layering import CASES, book, read_case, shown


@pytest.mark.parametrize("path", sorted(CASES.glob("*.txt")), ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    case = read_case(path)
    books = [book(text, f"book{i + 1}") for i, text in enumerate(case.books)]
    rulebook, problems = assemble(books, case.config)
    assert shown(rulebook, problems).strip() == case.gives.strip()
    assert (rulebook is None) == any(p.severity == "error" for p in problems)
