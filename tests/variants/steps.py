"""Plays a number of steps of a shipped game on both engines: `python -m tests.variants.steps STEPS GAME[:PLAYERS]…`.

Random games are played one after another. At each step both engines must give the same player and options (at first
also the same random pick) or the same chance outcomes, and then the same state or the same fault.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time
from typing import Any

from attrs import frozen

from rulekit.engine.interface import Engine, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from tests.engine.differential import Pair, answer
from tests.shipped import GAMES, game


@frozen
class Walked:
    steps: int
    games: int
    faults: int


PICKS = 20
"""The number of steps at which both engines also pick, for which the reference engine lists all options again."""
SEATS = {
    "carcassonne/base": range(2, 6),
    "carcassonne/messages": range(2, 7),
    "carcassonne/messages-c1": range(2, 7),
    "carcassonne/messages-c1-rgg": range(2, 7),
    "carcassonne/messages-c2": range(2, 7),
    "carcassonne/messages-c2-zmg": range(2, 7),
    "czar/dutch": range(2, 6),
    "czar/dutch-revised": range(2, 6),
    "czar/english": range(2, 6),
    "czar/gentle-roubles": range(2, 6),
    "czar/without-roubles": range(2, 6),
    "classics/dots-and-boxes": range(2, 5),
    "classics/thicket": (2, 3),
    "emissary/standard": range(3, 10),
    "emissary/first-game": (4, 6, 7),
    "emissary/mof-alliance": (6,),
    "classics/chinese-checkers": (2, 3, 4, 6),
    "classics/kuhn-poker": range(2, 4),
    "classics/peg-solitaire": (1,),
    "classics/pig": range(2, 7),
    "classics/pig-with-a-tailwind": range(2, 7),
    "classics/pig-with-talents": range(2, 7),
    "classics/royal-marriage": (1,),
    "classics/rummy": range(2, 7),
    "classics/rummy-all-at-once": range(2, 7),
    "tricks/whist": (4,),
    "classics/liars-dice": range(2, 7),
    "designs/clockmakers-sale": range(2, 5),
    "designs/dike-watch": range(2, 5),
    "designs/five-kitchens": range(2, 5),
    "designs/goofspiel": (2, 3),
    "designs/jam-cupboard": range(2, 5),
    "designs/puppet-street": range(2, 5),
    "designs/village-choir": range(2, 5),
    "dice/yacht": range(2, 7),
    "dice/yahtzee": range(2, 7),
    "tricks/bridge": (4,),
    "tricks/hearts": (4,),
    "tricks/oh-hell": (3, 4),
    "tricks/skat": (3,),
}
"""The numbers of players of games that are not for two."""


def games() -> list[tuple[str, int]]:
    """Return every playable game with each number of players. It is a fixed list, since names of tests are made from
    it."""
    return [(name, players) for name in GAMES for players in SEATS.get(name, (2,))]


def walk(name: str, players: int | None, steps: int, seed: int = 1, compared: int | None = None) -> Walked:
    """Play at least `steps` steps in complete games. Raises AssertionError if the engines differ.

    They are compared at each step or, if a number `compared` is given, at that many steps of each game, from the first
    to the last; the fast engine alone plays the others."""
    made = game(name, players)
    pair, picks = Pair(ReferenceEngine(made.machine), made.engine), Random(seed)
    done = games = faults = 0
    while done < steps:
        pair.same("start", seed, games)
        played = play(made.engine, seed, games, picks)
        last = len(played) - 1
        few = compared is not None and compared <= last
        at = sorted({last * n // (compared - 1) for n in range(compared)}) if few else range(len(played))
        for number, (here, option) in ((number, played[number]) for number in at):
            reached = step(pair, here, option, done + number < PICKS)
        games += 1
        done += len(played)
        faults += not isinstance(reached, State)
    return Walked(done, games, faults)


def play(engine: Engine, seed: int, number: int, picks: Random) -> list[tuple[State, int | None]]:
    """Play a game on one engine. Return its states, each with the option taken, or None if there is none to take."""
    nodes = {n.id: n for n in engine.machine.nodes}
    here, played = answer(engine, "start", (seed, number)), []
    while isinstance(here, State) and not isinstance(nodes[here.node], m.End):
        if isinstance(nodes[here.node], m.Chance):
            played.append((here, None))
            here = answer(engine, "chance", (here,))
            continue
        options = answer(engine, "options", (here,))
        option = picks.choice(options) if isinstance(options, tuple) else None
        played.append((here, option))
        here = None if option is None else answer(engine, "apply", (here, option))
    return played


def step(pair: Pair, here: State, option: int | None, pick: bool) -> Any:
    """Take a step on both engines, also comparing what can be asked before it. Return the state reached, or a fault."""
    outcomes, options = pair.same("outcomes", here), pair.same("options", here)
    if option is None:
        return pair.same("chance", here) if outcomes else options
    pair.same("who", here)
    if pick:
        pair.same("pick", here)
    return pair.same("apply", here, option)


if __name__ == "__main__":
    for said in sys.argv[2:]:
        named, _, seats = said.partition(":")
        began = process_time()
        found = walk(named, int(seats) if seats else None, int(sys.argv[1]))
        print(
            f"{said}: {found.steps:,} steps, {found.games:,} games, {found.faults} faults: equal "
            f"({process_time() - began:.0f} s)",
            flush=True,
        )
