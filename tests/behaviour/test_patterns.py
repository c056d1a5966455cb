"""Constants in the heads of facts under layers: a head that is replaced, struck or conditional matches as before."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.change_kinds import Replaced
from rulekit.model.difference import difference
from rulekit.model.rulebook import Config, Rulebook
from rulekit.pipeline import EngineName
from rulekit.play.testing import book_examples
from rulekit.syntax import parse
from tests.check.cases import diagnose

from .books import ENGINES, book

BASE = """rulebook base:
  players 2
enum Spot: forest, field, lake
keep busy: truth = no
keep coins: 0..9 = 0
fact yield(s Spot) = 1
exception saws to yield(forest) = 3
fact plain(forest Spot) = 1
flow:
  coins = yield(field) + plain(lake)
  game over, drawn
"""


def assembled(*texts: str) -> Rulebook:
    books = [parse(Source("book.rules", text))[0] for text in texts]
    rulebook, problems = assemble([b for b in books if b is not None], Config())
    assert rulebook is not None, problems
    return rulebook


def test_another_constant_in_a_head_is_a_change_of_the_rules() -> None:
    layer = "variant other of base\nreplace exception saws to yield(field) = 3\n"
    found = difference(assembled(BASE), assembled(BASE, layer))
    (change,) = [c for c in found if isinstance(c, Replaced)]
    assert change.parts == ("params",) and not change.wording


@pytest.mark.parametrize(
    ("member", "told"),
    [
        ("exception mows to yield(field) = 2", []),
        ("exception mows to yield(s) = 2", ["E418"]),
        ("replace exception saws to yield(field) = 3", []),
        ("under busy:\n  exception mows to yield(lake) = 2", []),
        ("strike exception saws", []),
    ],
)
def test_layers_add_replace_and_strike_what_matches(member: str, told: list[str]) -> None:
    found = diagnose(f"{BASE}### book\nvariant other of base\n{member}\n")
    assert [d.code for d in found if d.code not in ("W203", "W430")] == told


def test_a_fact_replaced_during_the_game_keeps_its_parameters() -> None:
    """A parameter of the fact has the name of a constant; the exception made from the replaced fact must not match that
    constant."""
    layer = "variant other of base\nunder busy:\n  replace fact plain(forest Spot) = 2\n"
    rulebook = assembled(BASE, layer)
    (made,) = [p.clause for p in rulebook.clauses if p.clause.name.text.startswith("plain_under")]
    assert [type(p).__name__ for p in made.params] == ["Param"]  # type: ignore[attr-defined]
    found = diagnose(f"{BASE}### book\n{layer}")
    assert {d.code for d in found} == {"W430"}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_constant_in_a_head_holds_before_the_game_too(engine: EngineName) -> None:
    (outcome,) = book_examples(book("meaning/pattern_in_population"), engine)
    assert outcome.failure is None
