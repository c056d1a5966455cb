"""Leaving turns and rounds from anywhere: after each random game, all numbers equal those of a plain Python program
with functions and exceptions.
"""

from __future__ import annotations

import contextlib
from random import Random

import pytest

from tests.shipped import every

from .play import Play

BOOK = """
rulebook leaving:
  players 3
keep log: 0..99999 = 0
keep armed: truth = no
keep calls: 0..99 = 0

procedure extra(d 0..9) nested at most 20:
  let mine = d
  calls += 1
  rounds at most 2:
    log = (log * 3 + mine + 1) mod 99991
    turns from p2 where calls < 9, once each:
      let inside = d + 1
      choose k in 0..6
      log = (log * 7 + 10 * k + number(me) + mine) mod 99991
      if k == 1:
        deeper(d)
      if k == 2:
        leave turn
      if k == 3 and d < 3:
        extra(d + 1)
      if k == 4:
        leave round
      if k == 5:
        aside()
      log = (log * 5 + inside) mod 99991
    log = (log * 11 + mine) mod 99991
  log = (log * 13 + mine + 1) mod 99991

procedure deeper(d 0..9) nested at most 20:
  let here = d + 2
  if d < 3:
    extra(d + 1)
  log = (log * 17 + here) mod 99991
  if log mod 2 == 0:
    leave turn
  if log mod 3 == 0:
    leave round
  log = (log * 19 + here) mod 99991

procedure aside:
  let some = 4
  log = (log * 23 + some) mod 99991
  if log mod 2 == 0:
    leave turn

fact number(p Player) = size({q in Player where q < p})

RULE

flow:
  let whole = 3
  rounds at most 3:
    turns from p1, once each:
      calls = 0
      choose m in 1..4
      log = (log * 29 + m + whole) mod 99991
      CALL
      if m == 2:
        leave turn
      if m == 3:
        aside()
      log = (log * 31 + whole) mod 99991
  game over, drawn
"""

BOOKS = {
    "called": BOOK.replace("RULE\n", "").replace("CALL", "if m == 1:\n        extra(0)"),
    "by a rule that waits": BOOK.replace(
        "RULE\n", "rule go whenever armed:\n  armed = no\n  extra(0)\n  log = (log * 37 + 1) mod 99991\n"
    ).replace("CALL", "if m == 1:\n        armed = yes"),
    "in a rule that waits": BOOK.replace(
        "RULE\n",
        "rule go whenever armed:\n  armed = no\n  let kept = 5\n  turns from p3, once each:\n    choose k in 7..9\n"
        "    if k == 7:\n      leave turn\n    if k == 8:\n      extra(1)\n    log = (log * 41 + kept) mod 99991\n"
        "  log = (log * 37 + kept) mod 99991\n",
    ).replace("CALL", "if m == 1:\n        armed = yes"),
}


class LeaveTurn(Exception):
    pass


class LeaveRound(Exception):
    pass


class Model:
    """The same rules in Python; `pick` makes each choice."""

    def __init__(self, pick, form: str) -> None:
        self.pick, self.form = pick, form
        self.log = self.calls = 0
        self.armed = False

    def note(self, factor: int, more: int) -> None:
        self.log = (self.log * factor + more) % 99991

    def extra(self, d: int) -> None:
        self.calls += 1
        for _ in range(2):
            with contextlib.suppress(LeaveRound):
                self.extra_round(d)
        self.note(13, d + 1)

    def extra_round(self, d: int) -> None:
        self.note(3, d + 1)
        for seat in (1, 2, 0):
            if self.calls < 9:
                with contextlib.suppress(LeaveTurn):
                    self.extra_turn(d, seat)
        self.note(11, d)

    def extra_turn(self, d: int, seat: int) -> None:
        k = self.pick(0, 6)
        self.note(7, 10 * k + seat + d)
        if k == 1:
            self.deeper(d)
        if k == 2:
            raise LeaveTurn
        if k == 3 and d < 3:
            self.extra(d + 1)
        if k == 4:
            raise LeaveRound
        if k == 5:
            self.aside()
        self.note(5, d + 1)

    def deeper(self, d: int) -> None:
        if d < 3:
            self.extra(d + 1)
        self.note(17, d + 2)
        if self.log % 2 == 0:
            raise LeaveTurn
        if self.log % 3 == 0:
            raise LeaveRound
        self.note(19, d + 2)

    def aside(self) -> None:
        self.note(23, 4)
        if self.log % 2 == 0:
            raise LeaveTurn

    def settle(self) -> None:
        while self.armed:
            self.armed = False
            if self.form == "by a rule that waits":
                self.extra(0)
                self.note(37, 1)
                continue
            for _ in range(3):
                try:
                    k = self.pick(7, 9)
                    if k == 7:
                        continue
                    if k == 8:
                        self.extra(1)
                    self.note(41, 5)
                except LeaveTurn:
                    pass
            self.note(37, 5)

    def flow(self) -> None:
        for _ in range(3):
            for _ in range(3):
                self.settle()
                self.calls = 0
                m = self.pick(1, 4)
                self.note(29, m + 3)
                if m == 1 and self.form == "called":
                    self.extra(0)
                self.armed = m == 1 and self.form != "called"
                try:
                    if m == 2:
                        raise LeaveTurn
                    if m == 3:
                        self.aside()
                    self.note(31, 3)
                except LeaveTurn:
                    pass
                self.settle()


@pytest.mark.parametrize("form", BOOKS)
@pytest.mark.parametrize("seed", every(20, range(40)))
def test_what_was_under_way_before_a_loop_is_under_way_behind_it(form: str, seed: int) -> None:
    text = BOOKS[form]
    game, random, told = PLAYED.setdefault(form, Play(text)), Random(seed), list[int]()
    game.go("start", 1)

    def pick(low: int, high: int) -> int:
        told.append(random.randint(low, high) if len(told) < 60 else high)
        return told[-1]

    model = Model(pick, form)
    model.flow()
    for number in told:
        assert game.options and not game.ended
        game.play(next(one for one in game.options if one.endswith(f"{number})")))
    assert game.ended and game.cell("log") == model.log


PLAYED: dict[str, Play] = {}


WHOLE_LOOPS = {
    "a set": "for each p in Player:",
    "a round": "for each p in Player from active:",
    "a row": "for each c in line:",
    "an order that is chosen": "for each p in Player, in chosen order:",
    "a limit": "repeat at most 3 times:",
    "a condition": "repeat while passes == 0:",
    "rounds": "rounds at most 1:",
    "turns": "turns from p1 where passes == 0:",
}


@pytest.mark.parametrize("way_out", ["leave loop", "game over, drawn"])
@pytest.mark.parametrize("loop", WHOLE_LOOPS)
def test_a_pass_that_always_leaves(loop: str, way_out: str) -> None:
    if loop in ("rounds", "turns"):
        way_out = way_out.replace("loop", loop[:-1])
    game = Play(f"""
piece Card(n 1..3): 1 each
place line: row of Card
keep passes: 0..9 = 0
flow:
  put every Card on line
  by p1:
    {WHOLE_LOOPS[loop]}
      choose k in 1..2
      passes += k
      {way_out}
  passes += 4
  game over, drawn
""")
    while not game.cell("passes"):
        game.play(game.options[0])
    assert game.ended and game.cell("passes") == (1 if "over" in way_out else 5)
