"""What is known at one point of the flow: version numbers of written values, and joining two branches."""

from __future__ import annotations

from rulekit.check.information.knowledge_state import KnowledgeState, Known, ShownTerm, Versions
from rulekit.check.information.labels import ALL, Label, Policy
from rulekit.check.information.terms import Term
from rulekit.model.symbols import LocalSymbol, Symbol
from rulekit.model.types import NumberType

ONE, TWO, THREE = (("value", n) for n in (1, 2, 3))
SEAT = NumberType(0, 2)
VAR: Term = ("var", "x", SEAT)
X, Y = LocalSymbol("x", SEAT, True), LocalSymbol("y", SEAT)
PILE = Symbol("pile")


def only(*seats: Term) -> Label:
    return frozenset({Policy(frozenset({("set", *seats)}))})


def start() -> KnowledgeState:
    return KnowledgeState(("value", 0), ALL, Versions(), {}, {})


def test_what_is_written_is_something_else_from_then_on() -> None:
    st = start()
    before = st.version(PILE)
    st.note_writes(PILE)
    first = st.version(PILE)
    st.note_writes(PILE)
    assert len({before, first, st.version(PILE)}) == 3
    assert st.version(Symbol("pile")) == before  # another symbol of the same name has its own version


def test_a_variable_that_is_written_keeps_its_label_and_stands_for_what_nobody_can_tell() -> None:
    st = start()
    st.name(X, Known(ONE, only(ONE)))
    st.note_writes(X)
    assert st.locals[X] == Known(("local", X, st.version(X)), only(ONE))
    st.note_writes(Y)  # Y is not bound yet
    assert Y not in st.locals


def test_a_copy_goes_its_own_way() -> None:
    st = start()
    st.name(X, Known(ONE))
    other = st.copy()
    other.note_writes(PILE)
    other.name(X, Known(TWO))
    other.suppose(("op", "==", VAR, ONE))
    other.show(VAR, ONE)
    assert st.version(PILE) == 0 and st.locals[X] == Known(ONE) and not st.premises and not st.shown
    fresh = st.copy()
    fresh.note_writes(PILE)
    assert fresh.version(PILE) != other.version(PILE)  # a version number is never used twice, even in different copies


def test_what_is_supposed_is_taken_apart_and_said_once() -> None:
    st = start()
    a, b = ("op", "==", VAR, ONE), ("op", "in", VAR, ("domain", 3))
    st.suppose(("op", "and", a, ("op", "and", b, a)))
    st.suppose(("value", True))
    assert st.premises == (a, b)
    st.suppose(("op", "or", a, b))
    assert st.premises[2:] == (("op", "or", a, b),)


def test_shown_is_said_once() -> None:
    st = start()
    st.show(VAR, ONE)
    st.show(VAR, ONE)
    st.show(VAR, TWO)
    assert st.shown == (ShownTerm(VAR, ONE), ShownTerm(VAR, TWO))


def test_where_two_ways_meet_only_what_holds_on_both_is_left() -> None:
    st = start()
    common, mine, yours = ("op", "==", VAR, ONE), ("op", "==", VAR, TWO), ("op", "==", VAR, THREE)
    st.suppose(common)
    st.show(VAR, ONE)
    other = st.copy()
    st.suppose(mine)
    st.show(VAR, TWO)
    other.suppose(yours)
    other.show(VAR, THREE)
    st.meet(other)
    assert st.premises == (common,) and st.shown == (ShownTerm(VAR, ONE),)


def test_where_two_ways_meet_a_name_may_be_of_either() -> None:
    st = start()
    st.name(Y, Known(ONE, only(ONE)))
    st.name(X, Known(ONE, only(ONE)))
    other = st.copy()
    other.name(X, Known(TWO, only(TWO)))
    other.note_writes(X)
    other.note_writes(PILE)
    before = st.version(PILE), other.version(PILE)
    st.meet(other)
    assert st.locals[Y] == Known(ONE, only(ONE))
    known = st.locals[X]
    assert known.label == only(ONE) | only(TWO)
    assert known.term not in (ONE, TWO, other.locals[X].term)
    assert st.version(PILE) not in before


def test_what_was_not_touched_stays_where_two_ways_meet() -> None:
    st = start()
    st.note_writes(PILE)
    st.name(X, Known(ONE))
    version, other = st.version(PILE), st.copy()
    st.meet(other)
    assert st.version(PILE) == version and st.locals[X] == Known(ONE)


def test_to_become_another_is_to_go_on_as_there_but_to_stay_where_one_is() -> None:
    st, pc = start(), only(ONE)
    st.pc, st.me = pc, THREE
    other = start()
    other.note_writes(PILE)
    other.suppose(("op", "==", VAR, ONE))
    st.become(other)
    assert st.version(PILE) == other.version(PILE) and st.premises == other.premises
    assert (st.pc, st.me) == (pc, THREE)


def test_when_a_loop_ends_its_variable_is_some_value() -> None:
    """After a loop, labels have an unknown in place of its variable, for which the tests of the loop hold. A name bound
    to another term keeps it."""
    st = start()
    st.name(X, Known(VAR, only(VAR)))
    st.name(Y, Known(ONE, only(TWO)))
    st.forget(VAR, "loop", (("op", "!=", VAR, THREE),))
    ((some_policy,), (premise,)) = st.locals[X].label, next(iter(st.locals[X].label)).premises
    ((_, some),) = some_policy.readers
    assert some != VAR and some[0] == "var" and some[2] == SEAT
    assert premise == ("op", "!=", some, THREE)
    assert st.locals[Y] == Known(ONE, only(TWO))
