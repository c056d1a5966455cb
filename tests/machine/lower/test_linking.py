"""The numbers of options: each alternative has one range of numbers wherever it is offered, and their total is
limited."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.machine import program as m
from rulekit.machine.option_labels import MOST_OPTIONS

from .play import Play, machine

FAR = """
board Square: 32 by 32
keep lamp: Square = a1
flow:
  by p1:
    choose s in Square where s != lamp
    choose t in Square
    lamp = if distance(s, t) == 3 then s else t
    {}
  game over, drawn
"""


def test_all_numbers_may_be_taken() -> None:
    (decision,) = (n for n in machine(FAR.format("nothing")).nodes if isinstance(n, m.Decision))
    assert [a.base for a in decision.alternatives] == [0]
    assert MOST_OPTIONS == 1024 * 1024


@pytest.mark.parametrize(
    ("more", "label"),
    [("choose u in Square\n    lamp = u", "flow"), ("may wait:\n      lamp = a1", "wait")],
)
def test_more_in_all_decisions_together_are_refused_at_a_clause(more: str, label: str) -> None:
    with pytest.raises(RulekitError) as refused:
        machine(FAR.format(more))
    (diagnostic,) = refused.value.diagnostics
    assert diagnostic.code == "E419" and diagnostic.span is not None and diagnostic.span.text == "flow"
    assert diagnostic.message == f"`{label}` brings the options of all decisions together to more than 1048576"


def test_an_action_may_be_called_pass_where_nobody_may_decline() -> None:
    """At this decision nobody may decline, so `pass` can only mean the action."""
    game = Play(
        """
keep n: 0..9 = 0
choice turn
action pass in turn:
  n += 1
action stay in turn:
  n += 2
flow:
  by p1:
    do one of turn
    may skip:
      n += 5
  game over, drawn
"""
    )
    assert game.options == ["pass", "stay"]
    game.play("pass")
    assert game.options == ["skip", "pass"]
    game.play("pass")
    assert game.ended and game.cell("n") == 1
