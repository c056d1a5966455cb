"""Build the functions that run from node to node until the game comes to rest, and those that the host calls.

`run_until_standing(node, mask, wanted)` is the dispatch loop. It runs steps until a decision with options (listed as
`node_code.options_body` says), a chance or an end, and stores that node in the control word NODE. `playout_code.py`
plays whole games.
"""

from __future__ import annotations

from .code_generation import CodeGenerator, Unit
from .emitted import CHANCE, MOVE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .memory_layout import COUNT, NODE, PASSED
from .operands import FunctionTable, LocalVariable, Operand, call_indirect, i32
from .runtime_support import add_support_function


def add_driver(unit: Unit, tables: DispatchTables) -> None:
    """Add and export the functions of a module that goes step by step."""
    add_support_function(unit, "run_until_standing", run_until_standing(unit, tables))
    for name, body in (
        ("at", at(unit)),
        ("apply", apply(unit, tables)),
        ("apply_unchecked", apply_known(unit, tables, "apply_unchecked", 0)),
        ("apply_listing", apply_known(unit, tables, "apply_listing", -1)),
        ("draw_chances", draw_chances(unit, tables)),
        ("options", ask(unit, "options", tables.options, (0, -1))),
        ("weigh", ask(unit, "weigh", tables.weigh, ())),
        ("who", ask(unit, "who", tables.who, ())),
        ("apply_outcome", apply_outcome(unit, tables)),
    ):
        add_support_function(unit, name, body, export=name)


def run_until_standing(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, mask, wanted)`, the dispatch loop. It uses the fuel that is left; `mask` and `wanted`
    say which options to list (`node_code.options_body`)."""
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
    """Build the function `(node)`, which continues the game from this node."""
    code = Body("at", (I32,), ())
    (node,) = code.arguments
    code.call(unit.support["reset"])
    code.call(unit.support["run_until_standing"], node, 0, 0)
    return code


def ask(unit: Unit, name: str, table: FunctionTable, args: tuple[int, ...]) -> Body:
    """Build the function `(node) -> result`, which calls the node's function in a table."""
    code = Body(name, (I32,), (I32,))
    (node,) = code.arguments
    _begin(unit, code, node)
    code.push(call_indirect(table, node, *args))
    return code


def apply(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, option) -> found`. If the option is offered, it takes it and runs until the game
    rests."""
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


def apply_known(unit: Unit, tables: DispatchTables, name: str, listed: int) -> Body:
    """Build the function `(node, option) -> 1`, which takes an option that the host knows to be offered. With -1 for
    `listed`, it also lists all COUNT options of the decision that it reaches. A host that lists options at each
    decision then needs no second call. Listing all options may fault where finding the first does not; the host then
    falls back to `apply`."""
    code = Body(name, (I32, I32), (I32,))
    node, option = code.arguments
    _begin(unit, code, node)
    code.call(unit.support["run_until_standing"], call_indirect(tables.take, node, option), 0, listed)
    code.push(i32(1))
    return code


def draw_chances(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(chance, most)`, which draws its outcome and those of up to `most` chances in a row. Draws
    are counted in `uses`. All of them share the fuel of one run, so an endless row of chances stops."""
    code = Body("draw_chances", (I32, I32), ())
    node, left = code.arguments
    _begin(unit, code, node)
    with code.loop() as again:
        _go_on(unit, code, call_indirect(tables.draw, node))
        chance = unit.memory.kinds[node.tee(NODE.load())].load() == CHANCE
        code.br_if(again, chance & (left.tee(left - 1) != 0))
    return code


def apply_outcome(unit: Unit, tables: DispatchTables) -> Body:
    """Build the function `(node, value)`, which stores the outcome and runs until the game rests."""
    code = Body("apply_outcome", (I32, I32), ())
    node, value = code.arguments
    _begin(unit, code, node)
    _go_on(unit, code, call_indirect(tables.store_outcome, node, value))
    return code


def _begin(unit: Unit, code: Body, node: LocalVariable) -> None:
    """Emit code that starts a run at this node."""
    code.call(unit.support["reset"])
    code.store(PASSED, node)


def _go_on(unit: Unit, code: Body, node: Operand) -> None:
    """Emit code that runs from this node until the game comes to rest."""
    code.call(unit.support["run_until_standing"], node, 0, 0)
