"""Figures that a rulebook defines: both engines count them alike, only in finished games, and they do not affect the
game."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from rulekit.diagnostics import Source
from rulekit.engine.figures import figure_names, figure_values
from rulekit.engine.interface import FigureTotals, GameFault, Sums
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine.identity import rules_identity
from rulekit.machine.lower import lower
from rulekit.machine.program import Machine
from rulekit.model.meaning_hash import stack_identity
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.syntax import nodes as s
from rulekit.syntax import parse

GAME = """\
rulebook debts "Debts":
  players 2
enum Source: work, luck
keep owed[p in Player, s in Source]: -9..9 = 0
keep secret: 0..20 = 0, hidden
keep spare: 0..9 = 0
choice turn
action borrow in turn:
  choose n in 1..3
  owed[me, work] -= n
  draw won in 0..2, hidden
  secret += won
  spare += 1
flow:
  turns from p1 where (all p in Player: owed[p, work] > -7) and spare < 8:
    do one of turn
  game over, won by {p in Player where owed[p, work] > -7}
"""
FIGURES = """\
figure owing[p in Player, s in Source] "What is owed" = owed[p, s]
figure share[n in 2..3] where spare != n + 3 "A share" = 100 div (spare - n - 3)
figure uneven[n in 2..4, s in Source] "Two dimensions of which one is longer" = 10 * n + owed[p1, s]
figure unseen "Nobody sees it" = secret
figure long where spare > 0 = spare > 4
"""
ENGINES = [ReferenceEngine, WasmEngine]


def book(text: str) -> s.Book:
    found, problems = parse(Source("debts.rules", text))
    assert found is not None and not problems
    return found


@cache
def machine(figures: str) -> Machine:
    model = check_configuration([book(GAME + figures)], Config(2))[0]
    assert model is not None
    return lower(model)


def test_a_figure_is_no_part_of_the_game() -> None:
    plain, measuring = machine(""), machine(FIGURES)
    assert rules_identity(plain) == rules_identity(measuring)
    assert evolve(plain, functions=(), faults=(), fuel_fault=0) == evolve(
        measuring, functions=(), faults=(), fuel_fault=0, figures=()
    )
    assert stack_identity([book(GAME)]) == stack_identity([book(GAME + FIGURES)])
    assert stack_identity([book(GAME)]) != stack_identity([book(GAME.replace("1..3", "1..2"))])


@pytest.mark.parametrize("counting", ["detailed", "watched"])
def test_both_engines_count_what_a_host_finds_at_the_end(counting) -> None:
    there = machine(FIGURES)
    called = figure_names(there.figures)
    assert called[:2] == ("owing[p1, work]", "owing[p1, luck]") and called[-3:] == ("uneven[4, luck]", "unseen", "long")
    games = []
    engine = ReferenceEngine(there)
    for game in range(40):
        state = engine.start(5, game)
        while state.node != "end":
            if engine.options(state):
                option, state = engine.pick(state)
                state = engine.apply(state, option)
            else:
                state = engine.chance(state)
        games.append(figure_values(engine, state))
    wanted = {}
    for at, name in enumerate(called):
        values = [game[at] for game in games if game[at] is not None]
        wanted[name] = FigureTotals(len(values), Sums(sum(values), sum(x * x for x in values)))
    assert wanted["owing[p1, work]"].sums.total < 0 and 0 < wanted["share[2]"].games < 40
    for one in ENGINES:
        found = one(there).playouts(40, 5, counting=counting).details
        assert found is not None and found.figures == wanted


@pytest.mark.parametrize("engine", ENGINES)
def test_games_that_are_not_finished_count_for_no_figure(engine) -> None:
    found = engine(machine(FIGURES)).playouts(10, 5, max_moves=2, counting="detailed").details
    assert set(found.figures.values()) == {FigureTotals(0, Sums(0, 0))}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("counting", ["detailed", "watched"])
def test_a_fault_names_the_figure(engine, counting) -> None:
    there = engine(machine("figure broken = 3 div (spare - spare)\n"))
    assert there.playouts(5, 5).games == 5
    with pytest.raises(GameFault, match="figure broken: a number was divided by zero"):
        there.playouts(5, 5, counting=counting)


def test_a_module_that_counts_no_details_has_no_figures() -> None:
    plain, measuring = (WasmEngine(machine(figures)) for figures in ("", FIGURES))
    for engine in (plain, measuring):
        engine.playouts(1, 1)
    assert plain.playouts(50, 9) == measuring.playouts(50, 9)
