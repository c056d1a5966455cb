"""Builds the function that plays whole random games and counts: the code of all nodes in one body.

`play(games, most, steps, each)` continues where the last call stopped. It stops after `games` finished games, or after
`steps` passes through the dispatch, so that the host can react in between. `playout_function.py` has the jumps between
nodes, `selection_code.py` decisions, `detail_code.py` what a finished game adds to the counts; `memory_layout.py` has
the memory for the counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...machine import program as m
from ...machine.form_table import statements_of
from ..interface import DECISIONS_PER_MOVE
from ..packing import INT, WORD
from . import detail_code, register_promotion
from .code_generation import Unit
from .detail_code import finish_body
from .encoding import I32
from .function_builder import BlockLabel, Body
from .memory_layout import BRANCHING, BRANCHINGS, DECISIONS, GAME, LISTED, MOVES, NODE, PLAYING, ROWS
from .node_code import draw_body, store_outcome_body, weigh_body
from .operands import FunctionReference, LocalVariable, MemoryPlace, constant_place, select
from .playout_function import PlayoutFunction, reachable_in_order
from .runtime_support import add_support_function, begin_streams, fuel_limit
from .search_code import drawing, storing
from .selection_code import emit_decision
from .statement_code import emit_statements

COPIED = 256  # bytes; up to this size, cells are set word by word at the start of a game; larger ones are copied
COMPARED = 4  # entries; for up to this number, comparisons are faster than a jump table


def add_play(unit: Unit) -> None:
    """Add the function `play` and the support functions that it calls."""
    add_support_function(unit, "finish", finish_body(unit))
    detail_code.add_details(unit)
    detail_code.add_invariant_checks(unit)
    detail_code.add_figures(unit)
    add_support_function(unit, "play", play_body(unit), export="play")


def play_body(unit: Unit) -> Body:
    """Build the function `(games, most, steps, each) -> played`, which plays and returns the number of games finished
    in this call."""
    code = Body("play", (I32, I32, I32, I32), (I32,))
    playout = PlayoutFunction(unit, code, reachable_in_order(unit.machine))
    unit.entries = tuple(playout.order[number].id for number in playout.entries)
    draws = {n.id: _draw_function(unit, n) for n in playout.order if isinstance(n, m.Chance)}
    register_promotion.promote_cells(playout.generator())
    register_promotion.promote_counters(playout.generator())
    fuel_left = code.local(I32)
    code.set(fuel_left, unit.fuel)
    code.call(unit.support["reset"])
    if unit.probe is not None:
        unit.probe.begin_engine_work(code)
    _resume(playout, fuel_left)
    with code.forever() as playout.stop:
        code.br_if(playout.stop, playout.played.ge_u(playout.games))
        code.br_if(playout.stop, LISTED.load().ge_u(ROWS))  # the list of single games is full
        with code.if_(PLAYING.load().eqz()):
            _begin(playout)
        with code.block() as playout.over:
            _nodes(playout, draws)
        code.store(PLAYING, 0)
        code.increase(GAME, 1)
        code.increase(playout.played, 1)
    _suspend(playout)
    code.push(playout.played)
    return code


def _nodes(playout: PlayoutFunction, draws: dict[str, FunctionReference]) -> None:
    """Emit the dispatch (a jump to one of the entries), then the code of every node. The code at the end of a game
    jumps past all of this. In the middle of a game, play can stop only here: every cycle of nodes passes the
    dispatch."""
    code = playout.body
    with code.loop() as playout.dispatch:
        code.br_if(playout.stop, playout.steps.eqz())
        code.increase(playout.steps, -1)
        cases = code.cases(playout.order)
        playout.labels = cases.labels
        _dispatch(playout, [cases.labels[number] for number in playout.entries])
        for number, node in enumerate(cases):
            playout.at = number
            node_code(playout, node, draws)


def node_code(playout: PlayoutFunction, node: m.Node, draws: Mapping[str, FunctionReference]) -> None:
    """Emit the code of a node and the jump to the next node. `draws` maps each chance node to the function that draws
    its outcome."""
    if playout.unit.probe is not None:
        playout.unit.probe.begin_function(playout.body, node.clause)
    if not isinstance(node, m.Decision):
        detail_code.count_entry(playout, node)
    match node:
        case m.StepNode():
            _step(playout, node)
        case m.Decision():
            emit_decision(playout, node)
        case m.Chance():
            _begin_engine_work(playout)
            playout.body.call(draws[node.id])
            playout.body.drop()
            playout.go(node.target, last=True)
        case m.End():
            _begin_engine_work(playout)
            _end(playout)


def _dispatch(playout: PlayoutFunction, labels: list[BlockLabel]) -> None:
    """Emit a jump to `labels[node]`, where the local `node` has the number of an entry. Fall through for entry 0, whose
    code must follow directly."""
    if len(labels) > COMPARED:
        playout.body.br_table(playout.node, labels, labels[0])
        return
    for number, label in enumerate(labels[1:], 1):
        playout.body.br_if(label, playout.node == number)


def _begin_engine_work(playout: PlayoutFunction) -> None:
    """Attribute the code that follows to the engine itself instead of a clause, if the module has a probe."""
    if playout.unit.probe is not None:
        playout.unit.probe.begin_engine_work(playout.body)


def _end(playout: PlayoutFunction) -> None:
    """Emit the code of an end node: it counts the finished game."""
    code = playout.body
    detail_code.check_invariants(playout, over=True)
    code.call(playout.unit.support["finish"], playout.moves, playout.each)
    detail_code.add_game_details(playout)
    detail_code.measure(playout)
    code.br(playout.over)


# ------------------------------------------------------------------------------- beginning and stopping games and calls


def _resume_locals(playout: PlayoutFunction) -> list[tuple[MemoryPlace, LocalVariable]]:
    """Return the locals that must keep their values from one call to the next, each with the memory place that saves
    it."""
    return [
        (NODE, playout.node),
        (MOVES, playout.moves),
        *([] if playout.decisions is playout.moves else [(DECISIONS, playout.decisions)]),
        *detail_code.detail_locals(playout),
    ]


def _resume(playout: PlayoutFunction, fuel: LocalVariable) -> None:
    """Emit code that continues an unfinished game at the start of a call. The game keeps its fuel, so endless chances
    in a row stop."""
    code, unit = playout.body, playout.unit
    set_decision_limit(playout)
    with code.if_(PLAYING.load()):
        code.set(unit.fuel, fuel)
        for place, local in _resume_locals(playout):
            code.set(local, place.load())
        register_promotion.reload(playout.generator())


def set_decision_limit(playout: PlayoutFunction) -> None:
    """Emit code that sets the limit of decisions from the limit of moves."""
    most = playout.most
    playout.body.set(playout.most_decisions, select(most * DECISIONS_PER_MOVE, -1, most != -1))


def _suspend(playout: PlayoutFunction) -> None:
    """Emit code for the end of a call: it saves the locals of an unfinished game, and adds the counts in locals to
    memory."""
    for place, local in _resume_locals(playout):
        playout.body.store(place, local)
    register_promotion.spill(playout.generator())
    add_counts(playout)


def add_counts(playout: PlayoutFunction) -> None:
    """Emit code that adds the counts in locals to the counts in memory."""
    code, totals = playout.body, playout.unit.memory.totals
    register_promotion.add_counts(playout.generator())
    code.increase(totals[BRANCHING], playout.branching)
    code.increase(totals[BRANCHINGS], playout.branchings)


def _begin(playout: PlayoutFunction) -> None:
    """Emit code that starts a game: it sets the cells to their initial values, and the random streams to the start of
    this game."""
    code, memory = playout.body, playout.unit.memory
    code.set(playout.unit.fuel, fuel_limit(playout.unit))
    initial = memory.initial_bytes
    if len(initial) <= COPIED:
        padded = initial + bytes(-len(initial) % 8)
        for at in range(0, len(padded), 8):
            code.store(constant_place(WORD, memory.start + at), int.from_bytes(padded[at : at + 8], "little"))
    else:
        code.copy(memory.start, memory.initial, len(initial))
    register_promotion.set_initial_values(playout.generator())
    _zero(code, memory.sizes, memory.end)
    _zero(code, memory.uses.base, memory.start)
    begin_streams(playout.unit, code, GAME.load(), playout.stream_position)
    for local in (playout.moves, playout.decisions, playout.node):
        code.set(local, 0)
    detail_code.clear_details(playout)
    code.store(PLAYING, 1)


def _zero(code: Body, start: int, end: int) -> None:
    if end - start > COPIED:
        code.fill(start, 0, end - start)
        return
    for at in range(start, end, INT.bytes):
        code.store(constant_place(INT, at), 0)


# ------------------------------------------------------------------------------------------------- code of single nodes


def _step(playout: PlayoutFunction, node: m.StepNode) -> None:
    gen, code = playout.generator(), playout.body
    if any(isinstance(s, m.ReturnResult) for s in statements_of(node.body)):
        with code.block() as gen.exit:
            emit_statements(gen, node.body)
    else:
        emit_statements(gen, node.body)
    match node.next:
        case m.Jump(target):
            playout.go(target, last=True)
        case m.Fork(condition, then, otherwise):
            if playout.numbers.get(then) == playout.at + 1:
                condition, then, otherwise = m.Op("not", (condition,)), otherwise, then
            with code.if_(gen.number(condition)):
                playout.go(then)
            playout.go(otherwise, last=True)
        case m.Switch(value, ways):
            cases = code.cases(ways)
            code.br_table(gen.number(value), cases.labels, cases.labels[-1])
            for target in cases:
                playout.go(target)
            code.unreachable()


def _draw_function(unit: Unit, node: m.Chance) -> FunctionReference:
    """Return a function of the module that draws an outcome of this chance and stores it."""
    add = unit.assembly.add
    weigh, store = add(weigh_body(unit, node)), add(store_outcome_body(unit, node))
    if unit.search is None:
        return add(draw_body(unit, node, weigh, store))
    store = storing(unit, node, store)
    return drawing(unit, add(draw_body(unit, node, weigh, store)), store)
