"""Build the functions that run from node to node until the game comes to rest, and the functions that the host calls.

`run_until_standing(node, mask, wanted)` is the dispatch loop. It runs steps until a decision with options, a chance or
an end, and stores that node in the control word NODE. At a decision it lists options, as `node_code.options_body`
describes. `playout_code.py` plays whole games.
"""

from __future__ import annotations

from ..packing import INT
from .code_generation import CodeGenerator, Unit
from .emitted import CHANCE, MOVE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .memory_layout import CHOICE, COUNT, NODE, PASSED, PAST, PAST_BYTES, REFUSED, RUNNING, Memory
from .operands import FunctionTable, LocalVariable, MemoryPlace, Operand, call_indirect, i32
from .runtime_support import add_support_function


def add_driver(unit: Unit, tables: DispatchTables) -> None:
    """Add and export the functions of a stepping module (one that the host calls for each step of a game)."""
    add_support_function(unit, "run_until_standing", run_until_standing(unit, tables))
    for name, body in (
        ("at", at(unit)),
        ("apply", apply(unit, tables)),
        ("apply_unchecked", apply_unchecked(unit, tables)),
        ("step", step(unit, tables, drawn=False)),
        ("step_drawn", step(unit, tables, drawn=True)),
        ("draw_chances", draw_chances(unit, tables)),
        ("options", ask(unit, "options", tables.options, (0, -1))),
        ("weigh", ask(unit, "weigh", tables.weigh, ())),
        ("who", ask(unit, "who", tables.who, ())),
        ("picks", ask(unit, "picks", tables.picks, ())),
        ("apply_outcome", apply_outcome(unit, tables)),
    ):
        add_support_function(unit, name, body, export=name)


def run_until_standing(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, mask, wanted)`, the dispatch loop. It uses the fuel that is left. `mask` and `wanted`
    determine which options it lists (`node_code.options_body`)."""
    code, memory = Body("run_until_standing", (I32, I32, I32), ()), unit.memory
    node, mask, wanted = code.arguments
    kind, count = code.local(I32), code.local(I32)
    gen = CodeGenerator(unit, code)
    with code.loop() as again:
        code.store(PASSED, node)
        gen.consume_fuel()
        with code.if_(kind.tee(memory.kinds[node].load()).eqz()):  # a step
            code.set(node, call_indirect(tables.step, node))
            code.br(again)
        with code.if_(kind.le_u(MOVE)):  # a decision
            code.store(COUNT, count.tee(call_indirect(tables.options, node, mask, wanted)))
            with code.if_(count.eqz()):
                code.br_if(again, node.tee(memory.otherwise[node].load()) >= 0)
                gen.fault(i32(-1) - node)
        code.store(NODE, node)
    return code


def at(unit: Unit) -> Body:
    """Build the function `(node)`, which runs the game from this node until it rests."""
    code = Body("at", (I32,), ())
    (node,) = code.arguments
    code.call(unit.support["reset"])
    code.call(unit.support["run_until_standing"], node, 0, 0)
    return code


def ask(unit: Unit, name: str, table: FunctionTable, args: tuple[int, ...]) -> Body:
    """Build the function `(node) -> result`, which calls the function of a node in this table, with constant
    arguments."""
    code = Body(name, (I32,), (I32,))
    (node,) = code.arguments
    _begin(unit, code, node)
    code.push(call_indirect(table, node, *args))
    return code


def apply(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, option) -> found`. If the option is offered, the function takes it, runs until the
    game rests, and returns 1; otherwise it returns 0."""
    code = Body("apply", (I32, I32), (I32,))
    node, option = code.arguments
    count = code.local(I32)
    _begin(unit, code, node)
    with code.if_(count.tee(call_indirect(tables.options, node, -1, option)).eqz()):
        code.return_(i32(0))
    last = unit.memory.list[count].plus(-unit.memory.list.width.bytes)
    with code.if_(last.load() != option):
        code.return_(i32(0))
    _go_on(unit, code, call_indirect(tables.take, node, option))
    code.push(i32(1))
    return code


def apply_unchecked(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, option) -> 1`, which takes an option and runs until the game rests. The option must be
    offered."""
    code = Body("apply_unchecked", (I32, I32), (I32,))
    node, option = code.arguments
    _begin(unit, code, node)
    _go_on(unit, code, call_indirect(tables.take, node, option))
    code.push(i32(1))
    return code


def step(unit: Unit, tables: DispatchTables, drawn: bool) -> Body:
    """Build the function `()`, which takes option CHOICE at node NODE. It lists all options of the decision that it
    reaches and sets COUNT to their number; COUNT is 0 if it reaches no decision. If `drawn`, it draws the chances that
    follow.

    Before the call, a negative COUNT means that the host knows the option to be offered. Otherwise the option must be
    among the first COUNT in the list. After the call, COUNT is REFUSED if it is not there or PAST is full; after a
    trap, it is RUNNING or 0. Arguments and results are in memory, because passing them takes longer than most steps.
    Listing all options may fault where finding the first does not; the host then calls `apply` instead."""
    code, memory = Body("step", (), ()), unit.memory
    node, option, count = (code.local(I32) for _ in range(3))
    code.set(option, CHOICE.load())
    code.set(count, COUNT.load())
    code.store(COUNT, REFUSED)
    with code.if_(count >= 0), code.if_(emit_offered(code, count, i32(memory.list.base), option).eqz()):
        code.return_()
    _keep_position(code, memory)
    code.set(node, NODE.load())
    _begin(unit, code, node)
    code.set(node, call_indirect(tables.take, node, option))
    with code.loop() as again:
        code.call(unit.support["run_until_standing"], node, 0, -1)
        code.set(node, NODE.load())
        if drawn:
            with code.if_(memory.kinds[node].load() == CHANCE):
                code.set(node, call_indirect(tables.draw, node))
                code.br(again)
    with code.if_(memory.kinds[node].load().le_u(MOVE).eqz()):
        code.store(COUNT, 0)
    return code


def _keep_position(code: Body, memory: Memory) -> None:
    """Emit code that saves a copy of the position at the address in PAST, followed by its size. It does nothing if PAST
    is 0, and returns from the function if there is no room."""
    past, size = code.local(I32), code.local(I32)
    filled, sizes = memory.filled(i32(memory.start))
    with code.if_(past.tee(PAST.load()).nonzero()):
        code.set(size, filled + (memory.start - NODE.offset))
        with code.if_((past + size) > memory.past + PAST_BYTES - sizes - INT.bytes):
            code.return_()
        code.copy(past, NODE.offset, size)
        code.set(past, past + size)
        if sizes:
            code.copy(past, memory.sizes, sizes)
        code.store(MemoryPlace(INT, past, sizes), size + sizes)
        code.store(PAST, past + (sizes + INT.bytes))
    code.store(COUNT, RUNNING)


def emit_offered(code: Body, count: Operand, base: Operand, option: Operand) -> Operand:
    """Emit a search for an option in the list of `count` options at `base`. Return the operand for whether it is
    there."""
    left, at, found = (code.local(I32) for _ in range(3))
    code.set(left, count)
    code.set(at, base)
    code.set(found, 0)
    with code.forever() as done:
        code.br_if(done, left.eqz() | found)
        code.set(found, MemoryPlace(INT, at).load() == option)
        code.increase(at, INT.bytes)
        code.increase(left, -1)
    return found


def draw_chances(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(chance, most) -> 1`, which draws the outcome of this chance, and then those of the chances
    that directly follow, at most `most` in all.

    Draws are counted in `uses`. All of these chances share the fuel of one run, so an endless row of chances stops."""
    code = Body("draw_chances", (I32, I32), (I32,))
    node, left = code.arguments
    _begin(unit, code, node)
    with code.loop() as again:
        _go_on(unit, code, call_indirect(tables.draw, node))
        chance = unit.memory.kinds[node.tee(NODE.load())].load() == CHANCE
        code.br_if(again, chance & (left.tee(left - 1) != 0))
    code.push(i32(1))
    return code


def apply_outcome(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, value) -> 1`, which stores the outcome of a chance and runs until the game rests."""
    code = Body("apply_outcome", (I32, I32), (I32,))
    node, value = code.arguments
    _begin(unit, code, node)
    _go_on(unit, code, call_indirect(tables.store_outcome, node, value))
    code.push(i32(1))
    return code


def _begin(unit: Unit, code: Body, node: LocalVariable) -> None:
    """Emit code that begins a run at this node: it resets everything that belongs to one run, such as the fuel."""
    code.call(unit.support["reset"])
    code.store(PASSED, node)


def _go_on(unit: Unit, code: Body, node: Operand) -> None:
    """Emit code that runs from this node until the game comes to rest."""
    code.call(unit.support["run_until_standing"], node, 0, 0)
