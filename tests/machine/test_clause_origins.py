"""Clause origins: lowering records the clause of each expression, passes keep it, and recording changes nothing."""

import pytest

import rulekit
from rulekit.machine import form_table
from rulekit.machine import program as m
from rulekit.machine.clause_origins import ClauseOrigins, keep_origin, note_origins
from rulekit.machine.form_table import EXPRESSIONS, LEAVES, parts_of
from rulekit.machine.lower import lower, lower_with_origins
from rulekit.machine.optimise import for_playouts
from rulekit.model.rulebook import Config
from tests.shipped import every


def model_of(name, players):
    model, _ = rulekit.load(name).check(Config(players))
    return model


@pytest.mark.parametrize("name,players", every(3, [("connection/hex", 2), ("chess/standard", 2), ("czar/dutch", 4)]))
def test_the_machines_are_those_without(name, players):
    model = model_of(name, players)
    machine, origins = lower_with_origins(model)
    assert machine == lower(model)
    plain = for_playouts(machine)
    with note_origins(origins):
        followed = for_playouts(machine)
    assert followed == plain


def test_all_that_lowering_makes_has_a_clause():
    machine, origins = lower_with_origins(model_of("czar/dutch", 4))
    asked = (machine.functions, machine.routines, machine.nodes)
    noted = [origins.of(e) for e in parts_of(asked) if type(e) in EXPRESSIONS - LEAVES]
    # expressions for the deciding player, for audiences and for storing options have no clause
    assert noted.count(None) < len(noted) / 10
    assert {"fact gap", "action travel", "rule renew_each_turn", "procedure set_up", "flow"} <= set(noted)


def test_what_is_inlined_and_made_a_set_is_still_of_its_clause():
    machine, origins = lower_with_origins(model_of("chess/standard", 2))
    with note_origins(origins):
        program, _ = for_playouts(machine)
    (decision,) = [n for n in program.nodes if isinstance(n, m.Decision)][:1]
    inside = {origins.of(e) for e in parts_of(decision.alternatives) if type(e) in EXPRESSIONS - LEAVES}
    assert {"fact lawful", "fact goes", "fact men"} & inside


def test_an_exception_is_not_its_fact():
    machine, origins = lower_with_origins(model_of("chess/standard", 2))
    (ways,) = [f for f in machine.functions if f.name == "fact ways"]
    assert {origins.of(e) for e in parts_of(ways.body) if type(e) in EXPRESSIONS - LEAVES} == {
        "fact ways",
        "exception pawns",
    }


def test_following_ends():
    before = dict(form_table.CHANGED)
    origins = ClauseOrigins()
    with pytest.raises(ZeroDivisionError), note_origins(origins):
        assert before != form_table.CHANGED
        raise ZeroDivisionError
    assert before == form_table.CHANGED
    old, new = m.Load("a"), m.Load("b")
    origins.note(old, "fact f")
    assert keep_origin(new, old) is new and origins.of(new) is None
    with note_origins(origins):
        keep_origin(new, old)
        keep_origin(m.Load("c"), new)
    assert origins.of(new) == "fact f"


def test_the_first_note_holds_and_names_have_none():
    origins, load, name = ClauseOrigins(), m.Load("a"), m.Local("x")
    origins.note(load, "fact f")
    origins.note(load, "fact g")
    origins.note(name, "fact f")
    assert origins.of(load) == "fact f" and origins.of(name) is None
