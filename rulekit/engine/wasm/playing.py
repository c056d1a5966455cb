"""The function that plays whole games of random players, and counts: all nodes in one body.

`play(games, most, steps, each)` goes on where it stopped, and stops after so many games or decisions, so that the host
can be asked in between.  The nodes stand one behind the other, each before those that it leads to where that is
possible: going on is then a jump forward or nothing at all, and only going back passes through the table at the top.
A decision is `picking.py`'s, what a finished game adds to the counts `finishing.py`'s; what is counted lies in memory
(`layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from ...machine import program as m
from ...machine.control_flow import targets
from ...machine.walk import statements_of
from ..interface import DECISIONS_PER_MOVE, PLAYERS_STREAM
from ..state import streams
from . import detailing, registers, watching
from .encode import Body
from .finishing import finish, increase
from .layout import DECISIONS, DRAWN, GAME, LISTED, MOVES, NODE, PLAYING, ROWS
from .nodes import come, draw, weigh
from .opcodes import I32, I64
from .statements import statements
from .support import add, full
from .writer import Unit, Writer

GAMES, MOST, STEPS, EACH = range(4)  # parameters
COPIED = 256  # bytes of cells from which on they are copied, and not written one by one


@define
class Play:
    """The function being written: its locals and the labels of its nodes."""

    unit: Unit
    body: Body
    order: list[m.Node]
    numbers: dict[str, int] = field(init=False)
    labels: list[int] = field(factory=list)
    dispatch: int = 0
    over: int = 0
    stop: int = 0
    at: int = 0  # the number of the node being written
    played: int = field(init=False)
    node: int = field(init=False)
    moves: int = field(init=False)
    decisions: int = field(init=False)
    most_decisions: int = field(init=False)
    drawn: int = field(init=False)  # the players' counter times their key
    key: int = field(init=False)
    branching: int = field(init=False)
    branchings: int = field(init=False)
    turns: int = field(init=False)
    rounds: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.numbers = {n.id: i for i, n in enumerate(self.order)}
        local = self.body.local
        self.played, self.node, self.moves, self.decisions, self.most_decisions = (local(I32) for _ in range(5))
        self.drawn, self.key, self.branching, self.branchings = (local(I64) for _ in range(4))
        self.turns, self.rounds = (local(I32), local(I32)) if self.unit.sorts else (0, 0)

    def writer(self) -> Writer:
        return Writer(self.unit, self.body)

    def go(self, target: str, last: bool = False, picked: bool = False) -> None:
        """On to another node; `last`: nothing is written after this, so that the next node need not be jumped to;
        `picked`: an option was, which renewed the fuel.
        """
        number = self.numbers[target]
        if last and number == self.at + 1:
            return
        if number > self.at:
            self.body.br(self.labels[number])
            return
        if not picked and self.endless(target):
            self.writer().burn()
        self.body.i32(number)
        self.body.set(self.node)
        self.body.br(self.dispatch)

    def endless(self, target: str) -> bool:
        """Whether a circle through this way back may pass without that an option is picked, which renews the fuel."""
        here = self.order[self.at].id
        nodes = {n.id: n for n in self.order}
        found, waiting = {target}, [target]
        while waiting:
            node = nodes[waiting.pop()]
            if node.id == here:
                return True
            ways: Iterable[str] = targets(node)
            if isinstance(node, m.Decision):
                ways = () if node.otherwise is None else (node.otherwise,)
            for following in ways:
                if following not in found:
                    found.add(following)
                    waiting.append(following)
        return False


def add_play(unit: Unit) -> None:
    add(unit, "finish", finish(unit))
    detailing.add_details(unit)
    watching.add_watch(unit)
    add(unit, "play", play(unit), export="play")


def play(unit: Unit) -> Body:
    from .picking import decision

    body = Body("play", (I32, I32, I32, I32), (I32,))
    this = Play(unit, body, ordered(unit.machine))
    draws = {n.id: _drawing(unit, n) for n in this.order if isinstance(n, m.Chance)}
    registers.choose(this.writer())
    registers.choose_counters(this.writer())
    kept = body.local(I32)
    body.global_get(unit.fuel)
    body.set(kept)
    body.call(unit.support["reset"])
    _resume(this, kept)
    this.stop, game = body.block(), body.loop()
    body.get(this.played)
    body.get(GAMES)
    body.op("i32.ge_u")
    body.br_if(this.stop)
    body.i32(0)
    body.memory("i32.load", LISTED)
    body.i32(ROWS)
    body.op("i32.ge_u")
    body.br_if(this.stop)
    body.i32(0)
    body.memory("i32.load", PLAYING)
    body.op("i32.eqz")
    body.if_()
    _begin(this)
    body.end()
    this.over, this.dispatch = body.block(), body.loop()
    this.labels = [body.block() for _ in this.order][::-1]
    body.get(this.node)
    body.br_table(this.labels, this.labels[0])
    for number, node in enumerate(this.order):
        body.end()
        this.at = number
        if not isinstance(node, m.Decision):
            detailing.entered(this, node)
        match node:
            case m.Step():
                _step(this, node)
            case m.Decision():
                decision(this, node)
            case m.Chance():
                body.call(draws[node.id])
                body.op("drop")
                this.go(node.target, last=True)
            case m.End():
                watching.look(this, over=True)
                body.get(this.moves)
                body.get(EACH)
                body.call(unit.support["finish"])
                detailing.finished(this)
                body.br(this.over)
    body.end()
    body.end()
    store(body, PLAYING, 0)
    body.i32(0)
    body.i32(0)
    body.memory("i64.load", GAME)
    body.i64(1)
    body.op("i64.add")
    body.memory("i64.store", GAME)
    body.get(this.played)
    body.i32(1)
    body.op("i32.add")
    body.set(this.played)
    body.br(game)
    body.end()
    body.end()
    _suspend(this)
    body.get(this.played)
    return body


def ordered(machine: m.Machine) -> list[m.Node]:
    """The nodes that can be reached, each before those it leads to, but for ways back."""
    nodes = {n.id: n for n in machine.nodes}
    seen, done = {machine.start}, list[m.Node]()
    waiting = [(nodes[machine.start], iter(targets(nodes[machine.start])))]
    while waiting:
        node, ways = waiting[-1]
        target = next(ways, None)
        if target is None:
            done.append(node)
            waiting.pop()
        elif target not in seen:
            seen.add(target)
            waiting.append((nodes[target], iter(targets(nodes[target]))))
    return done[::-1]


# ------------------------------------------------------------------------------------------------- beginning, stopping


def store(body: Body, at: int, value: int) -> None:
    body.i32(0)
    body.i32(value)
    body.memory("i32.store", at)


def save(body: Body, at: int, local: int, form: str = "i32.store") -> None:
    body.i32(0)
    body.get(local)
    body.memory(form, at)


def restore(body: Body, at: int, local: int, form: str = "i32.load") -> None:
    body.i32(0)
    body.memory(form, at)
    body.set(local)


def _resume(this: Play, fuel: int) -> None:
    """Where play goes on: a game has the fuel that it had, so that chances in a row come to an end."""
    body = this.body
    body.i32(0)
    body.memory("i64.load", this.unit.memory.keys + 8 * streams(this.unit.machine).index(PLAYERS_STREAM))
    body.set(this.key)
    body.get(MOST)
    body.i32(DECISIONS_PER_MOVE)
    body.op("i32.mul")
    body.i32(-1)
    body.get(MOST)
    body.i32(-1)
    body.op("i32.ne", "select")
    body.set(this.most_decisions)
    body.i32(0)
    body.memory("i32.load", PLAYING)
    body.if_()
    body.get(fuel)
    body.global_set(this.unit.fuel)
    restore(body, NODE, this.node)
    restore(body, MOVES, this.moves)
    restore(body, DECISIONS, this.decisions)
    restore(body, DRAWN, this.drawn, "i64.load")
    for at, local in detailing.kept(this):
        restore(body, at, local)
    registers.from_memory(this.writer())
    body.end()


def _suspend(this: Play) -> None:
    body, totals = this.body, this.unit.memory.totals
    save(body, NODE, this.node)
    save(body, MOVES, this.moves)
    save(body, DECISIONS, this.decisions)
    save(body, DRAWN, this.drawn, "i64.store")
    for at, local in detailing.kept(this):
        save(body, at, local)
    registers.to_memory(this.writer())
    registers.add_counts(this.writer())
    for at, local in ((totals + 24, this.branching), (totals + 32, this.branchings)):
        body.i32(0)
        body.i32(0)
        body.memory("i64.load", at)
        body.get(local)
        body.op("i64.add")
        body.memory("i64.store", at)


def _begin(this: Play) -> None:
    """The cells as a game starts; no draw made."""
    body, memory = this.body, this.unit.memory
    body.i32(full(this.unit))
    body.global_set(this.unit.fuel)
    initial = memory.initial_bytes
    if len(initial) <= COPIED:
        padded = initial + bytes(-len(initial) % 8)
        for at in range(0, len(padded), 8):
            body.i32(0)
            body.i64(int.from_bytes(padded[at : at + 8], "little"))
            body.memory("i64.store", memory.start + at)
    else:
        body.i32(memory.start)
        body.i32(memory.initial)
        body.i32(len(initial))
        body.memory_copy()
    registers.initial(this.writer())
    _zero(body, memory.sizes, memory.end)
    _zero(body, memory.uses, memory.keys)
    body.i32(0)
    body.memory("i64.load", GAME)
    body.i64(32)
    body.op("i64.shl")
    body.get(this.key)
    body.op("i64.mul")
    body.set(this.drawn)
    for local, value in ((this.moves, 0), (this.decisions, 0), (this.node, 0)):
        body.i32(value)
        body.set(local)
    detailing.begin(this)
    store(body, PLAYING, 1)


def _zero(body: Body, start: int, end: int) -> None:
    if end - start <= COPIED:
        for at in range(start, end, 4):
            store(body, at, 0)
        return
    body.i32(start)
    body.i32(0)
    body.i32(end - start)
    body.memory_fill()


# ---------------------------------------------------------------------------------------------------------------- nodes


def _step(this: Play, node: m.Step) -> None:
    w, body = this.writer(), this.body
    returns = any(isinstance(s, m.Return) for s in statements_of(node.body))
    if returns:
        w.exit = body.block()
    statements(w, node.body)
    if returns:
        body.end()
    match node.next:
        case m.Jump(target):
            this.go(target, last=True)
        case m.Fork(condition, then, otherwise):
            if this.numbers[then] == this.at + 1:
                condition, then, otherwise = m.Op("not", (condition,)), otherwise, then
            w.number(condition)
            body.if_()
            this.go(then)
            body.end()
            this.go(otherwise, last=True)
        case m.Switch(value, ways):
            arms = [body.block() for _ in ways]
            w.number(value)
            body.br_table(arms[::-1], arms[0])
            for target in ways:
                body.end()
                this.go(target)
            body.op("unreachable")


def _drawing(unit: Unit, node: m.Chance) -> int:
    """The function that draws an outcome and keeps it."""

    def added(body: Body) -> int:
        index = unit.assembly.declare(body.params, body.results)
        unit.assembly.define(index, body)
        return index

    return added(draw(unit, node, added(weigh(unit, node)), added(come(unit, node))))


def unfinished(this: Play) -> None:
    increase(this.body, this.unit.memory.totals + 8)
    detailing.options_counted(this)
    this.body.br(this.over)
