"""Plays and checks games of Emissary Crisis, a card game with secret factions, in the module, with a cursor, and on
both engines.

Each function is a task for a process, and returns counts and errors. The compiled module plays whole games and checks
every invariant of the rulebook at every decision. Invariants cannot tell which player decides, so games played with a
cursor check that.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from random import Random

from attrs import field, frozen

from rulekit.engine.interface import Engine, GameColumns, GameFault, State
from rulekit.engine.packing import PackedPlaces, element_count, width_of
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.pipeline import make_engine
from tests.engine.differential import Pair

from .chased import favouring, without
from .layered import STANDARD, machine

ASKED_IN_DEATH = frozenset({"rule elegy"})
"""Rules that ask an eliminated player: Nightmare chooses who gets her hand."""
MOST_MOVES = 100_000
"""Longer games are taken to be endless. The longest known game with nine players has about 20,000 moves."""
AT_ONCE = 1_000
"""The number of games played before checking whether there are enough."""


@frozen
class Found:
    """The results of some games: how often each clause applied and each label was taken (`counts`), and errors
    (`wrong`).

    `games` and `steps` were played; `longest` is the number of moves of the longest game."""

    games: int = 0
    steps: int = 0
    counts: Counter[str] = field(factory=Counter)
    longest: int = 0
    wrong: tuple[str, ...] = ()

    def __add__(self, other: Found) -> Found:
        return Found(
            self.games + other.games,
            self.steps + other.steps,
            self.counts + other.counts,
            max(self.longest, other.longest),
            self.wrong + other.wrong,
        )


def total(parts: Iterable[Found]) -> Found:
    found = Found()
    for part in parts:
        found += part
    return found


@cache
def ready(players: int, *texts: str, name: str = STANDARD, soon: bool = False) -> Engine:
    """Return an engine shared by the tasks of a process. With `soon` it is not optimised, which is faster for a few
    games."""
    return make_engine(machine(players, *texts, name=name), games=0 if soon else None)


def module_games(
    players: int, seed: int, first: int, games: int, *texts: str, name: str = STANDARD, soon: bool = False
) -> Found:
    """Play games `first`, `first + 1`, … in the module, and check every invariant."""
    where = f"{players} players, seed {seed}"
    try:
        played = ready(players, *texts, name=name, soon=soon).playouts(
            games, seed, first, MOST_MOVES, counting="watched"
        )
    except GameFault as fault:
        number = fault.state.game if fault.state is not None else first
        return Found(wrong=(f"{where}, game {number}: {fault}",))
    wrong = []
    if played.broken is not None:
        wrong.append(f"{where}, game {played.broken.game}: {played.broken.invariant} does not hold")
    if played.unfinished:
        wrong.append(f"{where}: {played.unfinished} games from {first} on do not end within {MOST_MOVES:,} moves")
    assert played.details is not None
    counts = Counter(dict(played.marks)) + Counter({name: sums.total for name, sums in played.details.taken.items()})
    longest = max(played.lengths, default=0)
    return Found(played.games, played.details.decisions.total, counts, longest, tuple(wrong))


def favoured_games(players: int, seed: int, role: str, wanted: frozenset[str], each: int, most: int) -> Found:
    """Play games in which one player has this character, until everything wanted has happened often enough."""
    found = Found()
    while found.games < most and not found.wrong and any(found.counts[name] < each for name in wanted):
        found += module_games(players, seed, found.games, min(AT_ONCE, most - found.games), favouring(role))
    return found


def differing_games(players: int, seed: int, role: str, clause: str, each: int, most: int) -> Found:
    """Count such games that go differently without an exception, until there are enough."""
    found = Found()
    with_it, struck = favouring(role), (favouring(role), without(clause))
    while found.games < most and not found.wrong and found.counts[clause] < each:
        games, first = min(AT_ONCE, most - found.games), found.games
        try:
            one = ready(players, with_it).columns(games, seed, first, MOST_MOVES)
            other = ready(players, *struck).columns(games, seed, first, MOST_MOVES)
        except GameFault as fault:
            return found + Found(wrong=(f"{players} players, seed {seed}, without {clause}: {fault}",))
        found += Found(games, counts=Counter({clause: differences(one, other)}))
    return found


def differences(one: GameColumns, other: GameColumns) -> int:
    """Return how many games with equal numbers went differently."""
    return sum(a != b for a, b in zip(rows(one), rows(other), strict=True))


def rows(columns: GameColumns) -> Iterable[tuple[int, ...]]:
    return zip(columns.finished, columns.moves, columns.decisions, columns.branching_sum, *columns.payoffs, strict=True)


# -------------------------------------------------------------------------------------------------------- step by step


def asked_games(players: int, seed: int, games: int, *texts: str, name: str = STANDARD, soon: bool = False) -> Found:
    """Play games step by step, and check that no eliminated player is asked, except where the rules say so."""
    made = ready(players, *texts, name=name, soon=soon)
    alive, asks = reader(made.machine, "alive"), clauses(made.machine)
    picks, steps, wrong = Random(seed), 0, dict[str, None]()
    for number in range(games):
        cursor = made.cursor(made.start(seed, number))
        while not cursor.over:
            if not alive(cursor.save())[cursor.player] and asks[cursor.node] not in ASKED_IN_DEATH:
                where = f"{players} players, seed {seed}, game {number}"
                wrong.setdefault(f"{where}: player {cursor.player + 1}, who is eliminated, is asked: {cursor.node}")
            cursor.apply(picks.choice(cursor.legal()))
            steps += 1
    return Found(games, steps, wrong=tuple(wrong))


def reader(program: m.Machine, name: str) -> Callable[[State], tuple[int, ...]]:
    """Return a function that reads the numbers of a cell from a packed state."""
    places = PackedPlaces.of(program)
    cell = {cell.name: cell for cell in program.cells}[name]
    form = struct.Struct(f"<{element_count(cell.shape) * width_of(cell)}{places.widths[name].letter}")
    return lambda state: form.unpack_from(state.packed, places.offsets[name])


def clauses(program: m.Machine) -> dict[str, str]:
    """Return the clause that each decision belongs to, by node."""
    return {n.id: n.alternatives[0].clause for n in program.nodes if isinstance(n, m.Decision)}


def both_engines(players: int, seed: int, steps: int, *texts: str) -> Found:
    """Play a game, or its first steps, on both engines, and compare options, states, deciding players and chance
    outcomes."""
    program = machine(players, *texts)
    pair, picks = Pair(ReferenceEngine(program), ready(players, *texts, soon=True)), Random(seed)
    nodes = {n.id: n for n in program.nodes}
    here, done = pair.same("start", seed, 0), 0
    while done < steps and isinstance(here, State) and not isinstance(nodes[here.node], m.End):
        if isinstance(nodes[here.node], m.Chance):
            pair.same("outcomes", here)
            here = pair.same("chance", here)
        else:
            pair.same("who", here)
            here = pair.same("apply", here, picks.choice(pair.same("options", here)))
        done += 1
    wrong = () if isinstance(here, State) else (f"{players} players, seed {seed}: both engines break off: {here}",)
    return Found(1, done, wrong=wrong)
