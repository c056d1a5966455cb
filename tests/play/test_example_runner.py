"""Worked examples: which hold, which fail, and the messages of failures."""

import pytest
from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.program import Example, ExampleLine
from rulekit.play.example_runner import example_stages, run_examples
from rulekit.play.loaded_book import load
from tests.machine import build as b
from tests.machine.samples import dice, heap, stack


def holds(machine, *lines, functions=(), routines=()):
    """Return the outcome of an example with these lines on this machine."""
    example = Example("worked", "example worked", tuple(evolve(one, line=at) for at, one in enumerate(lines, 1)))
    machine = evolve(
        machine,
        functions=(*machine.functions, *functions),
        routines=(*machine.routines, *routines),
        examples=(example,),
    )
    (outcome,) = run_examples(ReferenceEngine, machine)
    assert outcome.example == "worked"
    return outcome


def said(verb, label, *args):
    return ExampleLine(verb, label, tuple(args))


LEFT_4 = b.function("left 4", (), b.op("eq", b.at("left"), 4))
THREE_LEFT = b.routine("three left", (), b.put("left", (), 3))
TAKE_3 = said("play", "take", (None, "3"))


def test_lines_are_done_in_order():
    outcome = holds(
        heap(),
        TAKE_3,
        said("play", "take", ("n", "3")),
        ExampleLine("expect", name="left 4"),
        said("allow", "take"),
        functions=(LEFT_4,),
    )
    assert outcome.failure is None


def test_a_position_is_given_where_a_turn_begins():
    given = ExampleLine("given", name="three left")
    assert holds(heap(), given, TAKE_3, said("refuse", "take"), routines=(THREE_LEFT,)).failure is None
    outcome = holds(heap(), given, TAKE_3, TAKE_3, routines=(THREE_LEFT,))
    assert outcome.failure == "`take(3)` cannot be played: the game is over"
    assert outcome.line == 3


@pytest.mark.parametrize(
    ("line", "failure"),
    [
        (
            said("play", "take", ("n", "4")),
            "`take(n: 4)` is not on offer (white has: take(n: 1); take(n: 2); take(n: 3))",
        ),
        (said("allow", "tike"), "`tike` is not on offer (white has: take(n: 1); take(n: 2); take(n: 3))"),
        (said("refuse", "take", ("n", "2")), "`take(n: 2)` should be refused, but it is on offer: take(n: 2)"),
        (
            said("play", "take"),
            "`take` fits more than one option, say which: take(n: 1); take(n: 2); take(n: 3)",
        ),
        (
            ExampleLine("expect", name="left 4"),
            "what is expected does not hold (white has: take(n: 1); take(n: 2); take(n: 3))",
        ),
    ],
)
def test_failures_say_what_is_on_offer(line, failure):
    assert holds(heap(), line, functions=(LEFT_4,)).failure == failure


def test_chance_is_as_said_or_else_drawn():
    assert holds(dice(), said("play", "roll"), said("play", "roll", ("n", "4")), said("allow", "stop")).failure is None
    assert holds(dice(), said("play", "stop"), said("allow", "roll")).failure is None
    four = b.function("four", (), b.op("eq", b.at("sum", 0), 4))
    expected = ExampleLine("expect", name="four")
    # The toss after it is drawn before the expectation is tested, unless a later line determines it.
    assert (
        holds(dice(), said("play", "roll"), said("play", "roll", (None, "4")), expected, functions=(four,)).failure
        is None
    )
    tossed = b.function("tossed", (), b.op("eq", b.at("coin", 0), 1))
    lines = [said("play", "stop"), ExampleLine("expect", name="not yet"), said("play", "toss", (None, "yes"))]
    not_yet = b.function("not yet", (), b.op("eq", b.at("coin", 0), 0))
    outcome = holds(dice(), *lines, ExampleLine("expect", name="tossed"), functions=(tossed, not_yet))
    assert outcome.failure is None


def test_an_outcome_that_cannot_come_is_told():
    outcome = holds(dice(), said("play", "roll"), said("play", "roll", (None, "7")))
    assert outcome.failure.startswith("`roll(7)` is not on offer (chance has: roll(n: 1); roll(n: 2); ")


def test_examples_may_begin_at_a_step():
    """Random play leads to the step; its shuffle uses a random stream of its own."""
    machine = stack()
    none_left = b.routine("none left", (), b.put("left", (), 0))
    given = ExampleLine("given", name="none left", at=("count",))
    assert holds(machine, given, said("refuse", "take"), routines=(none_left,)).failure is None
    given = ExampleLine("given", name="none left", at=("turn",))
    assert holds(machine, given, said("refuse", "bury"), said("play", "take"), routines=(none_left,)).failure is None


def test_a_fault_is_a_failure_of_the_example():
    raising = b.routine("raising", (), m.Raise(b.BOUND))
    outcome = holds(heap(), ExampleLine("given", name="raising"), routines=(raising,))
    assert "a bound was passed" in outcome.failure


def test_stages_are_the_states_that_the_lines_lead_through():
    """A label that fits only one option is not compared with all options, but this option must be among them."""
    left_over = b.routine("three left", (), b.put("left", (), 3))
    lines = (
        ExampleLine("given", name="three left"),
        said("play", "take", (None, "2")),
        said("refuse", "take", (None, "2")),
        said("play", "take"),
        said("play", "take", (None, "2")),
    )
    again = evolve(Example("again", "example again", lines), lines=lines[:3])
    machine = heap()
    machine = evolve(machine, routines=(*machine.routines, left_over), examples=(Example("all", "x", lines), again))
    engine = ReferenceEngine(machine)
    stages = example_stages(engine)
    first, taken, refused, last = stages["all"]  # the last line is not reached, since the game is over
    assert stages["again"] == (first, taken, refused)
    assert [stage.option for stage in stages["all"]] == [None, 1, None, 0]
    assert taken.at == first.after and refused.after == refused.before == taken.after
    assert last.at == taken.after and last.after is not None and last.after.node == "end"


def test_stages_end_before_what_is_not_on_offer():
    left_over = b.routine("three left", (), b.put("left", (), 1))
    lines = (ExampleLine("given", name="three left"), said("play", "take", (None, "2")), said("play", "take"))
    machine = heap()
    machine = evolve(machine, routines=(*machine.routines, left_over), examples=(Example("none", "x", lines),))
    assert len(example_stages(ReferenceEngine(machine))["none"]) == 1


@pytest.mark.parametrize("name", ["classics/nine-mens-morris", "classics/leduc-poker", "czar/dutch"])
def test_stages_play_what_is_on_offer(name):
    game = load(name).configure(engine="reference", examples=True)
    played = [stage for stages in example_stages(game.engine).values() for stage in stages if stage.option is not None]
    assert played
    for stage in played:
        assert stage.at is not None
        assert game.resolver.moves_that_fit(stage.at, stage.line.label, stage.line.args) == (stage.option,)
        assert game.resolver.go(stage.at, stage.option) == stage.after
