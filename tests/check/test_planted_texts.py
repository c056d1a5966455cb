"""Errors put into the texts of shipped rulebooks, or into clauses that texts describe, are found. `planted_texts.toml`
lists them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.check.checks.text_numbers import HEARD, stated_in, text_bases
from rulekit.check.clause_numbers import ClauseNumbers
from rulekit.diagnostics import Diagnostic, Source
from rulekit.loader import gather_stack
from rulekit.model.rulebook import Config
from rulekit.model.sections import all_sections, sections
from rulekit.pipeline import check_configuration
from rulekit.rulebook_files import find, read_rulebook
from rulekit.syntax import nodes as s
from tests.shipped import every

GAME = "czar/dutch"
"""The game of most faults, since it has all kinds of texts in two languages."""
Fault = dict[str, Any]
FAULTS: dict[str, list[Fault]] = tomllib.loads(Path(__file__).with_name("planted_texts.toml").read_text("utf-8"))
"""Faults by the code that tells them."""
TOGETHER = [
    [(code, faults[number]) for code, faults in FAULTS.items() if number < len(faults)]
    for number in range(max(map(len, FAULTS.values())))
]
"""One fault of each code, to be planted together."""


def told(game: str, changed: Mapping[Path, str]) -> list[Diagnostic]:
    """Return the diagnostics of a game in which some files have other texts."""

    def read(path: Path) -> Source:
        source = read_rulebook(path)
        return Source(source.name, changed[path]) if path in changed else source

    books = gather_stack([find(game)], read).books
    return check_configuration(books, Config(), knowledge=False)[1]


@cache
def told_before(game: str) -> Counter[tuple[str, str]]:
    return Counter((d.code, d.message) for d in told(game, {}))


def plant(fault: Fault, texts: dict[Path, str]) -> bool:
    """Put a fault into the texts of files; return False if another one has changed its place."""
    path = find(fault["file"])
    text = texts.get(path) or path.read_text("utf-8")
    pairs = [(fault["old"], fault["new"])] if "old" in fault else [("", "")]
    for old, new in [*pairs, *fault.get("also", ())]:
        if old not in text:
            return False
        text = text.replace(old, new) if old else text + fault["new"]
    texts[path] = text
    return True


def is_told(code: str, fault: Fault, found: Sequence[Diagnostic]) -> bool:
    return any(d.code == code and d.span and fault["at"] in f"{d.span.text} {d.message}" for d in found)


@pytest.mark.parametrize("together", every(len(TOGETHER), TOGETHER), ids=range(len(TOGETHER)))
def test_planted_faults_are_told(together: list[tuple[str, Fault]]) -> None:
    """Each is told beside the others or, where these hide it, alone."""
    texts: dict[str, dict[Path, str]] = {}
    for _, fault in together:
        plant(fault, texts.setdefault(fault.get("game", GAME), {}))
    found = {game: new(game, changed) for game, changed in texts.items()}
    for code, fault in together:
        game = fault.get("game", GAME)
        if not is_told(code, fault, found[game]):
            alone: dict[Path, str] = {}
            assert plant(fault, alone), fault
            assert is_told(code, fault, new(game, alone)), (code, fault)


def new(game: str, changed: Mapping[Path, str]) -> list[Diagnostic]:
    """Return the diagnostics of a game that it has with these texts only."""
    return [d for d in told(game, changed) if (d.code, d.message) not in told_before(game)]


def test_each_check_has_five_faults() -> None:
    assert FAULTS.keys() == {f"W{n}" for n in range(209, 218)} and min(map(len, FAULTS.values())) >= 5


@pytest.mark.parametrize(
    "game",
    ["czar/english", *(pytest.param(f"carcassonne/messages-{one}", marks=pytest.mark.soak) for one in ("c1", "c2"))],
)
@pytest.mark.parametrize("more", every(2, [1, 90]))
def test_a_changed_number_of_a_rule_is_told(game: str, more: int) -> None:
    """If a rule's number is changed and the text about the rule still states the old one, there is a warning."""
    books = gather_stack([find(game)], read_rulebook).books
    model, _ = check_configuration(books, Config(), knowledge=False)
    assert model is not None
    numbers = ClauseNumbers(model)
    stated: dict[str, set[int]] = {}
    for basis in text_bases(model.rulebook, {one.id: one for one in all_sections(sections(model.rulebook))}):
        for id_, _part in basis.starts if "section" in basis.what else ():
            stated.setdefault(id_, set()).update(stated_in(basis.printed))
    silent = []
    for placed in model.rulebook.clauses:
        inside_it = [node for root in placed.roots for node in numbers.in_force(root)]
        for number in (node for node in inside_it if isinstance(node, s.Number) and isinstance(placed.clause, HEARD)):
            heard = stated.get(placed.id, set())
            if number.value in heard and number.value + more not in heard:
                source = number.span.source
                text = f"{source.text[: number.span.start]}{number.value + more}{source.text[number.span.end :]}"
                if not {"W213", "W214"} & {d.code for d in told(game, {Path(source.name).resolve(): text})}:
                    silent.append(f"{placed.id}: {number.value} in line {number.span.first.line}")
    assert silent == [] and stated
