"""The functions that go from node to node until the game stands still, and those by which the host asks.

`run_until_standing(node, mask, wanted)` is the dispatch loop: it runs steps until a decision with options (listed as
`nodes.options` says), a chance or an end; the node is then in NODE.  Whole games are `playout_code.py`'s.
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
    add_support_function(unit, "run_until_standing", run_until_standing(unit, tables))
    for name, body in (
        ("at", at(unit)),
        ("apply", apply(unit, tables)),
        ("apply_unchecked", apply_unchecked(unit, tables)),
        ("apply_listing", apply_listing(unit, tables)),
        ("draw_chances", draw_chances(unit, tables)),
        ("options", ask(unit, "options", tables.options, (0, -1))),
        ("weigh", ask(unit, "weigh", tables.weigh, ())),
        ("who", ask(unit, "who", tables.who, ())),
        ("apply_outcome", apply_outcome(unit, tables)),
    ):
        add_support_function(unit, name, body, export=name)


def run_until_standing(unit: Unit, tables: DispatchTables) -> Body:
    """(node, mask, wanted): see above.  It goes on with the fuel that is left."""
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
    """(node): as if the game had come here."""
    code = Body("at", (I32,), ())
    (node,) = code.arguments
    code.call(unit.support["reset"])
    code.call(unit.support["run_until_standing"], node, 0, 0)
    return code


def ask(unit: Unit, name: str, table: FunctionTable, args: tuple[int, ...]) -> Body:
    """(node) -> what the node's function answers."""
    code = Body(name, (I32,), (I32,))
    (node,) = code.arguments
    _begin(unit, code, node)
    code.push(call_indirect(table, node, *args))
    return code


def apply(unit: Unit, tables: DispatchTables) -> Body:
    """(node, option) -> whether the option was there; then it is taken and the game goes on."""
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
    """(node, option) -> 1: as `apply`, where the host knows that the option is offered."""
    code = Body("apply_unchecked", (I32, I32), (I32,))
    node, option = code.arguments
    _begin(unit, code, node)
    _go_on(unit, code, call_indirect(tables.take, node, option))
    code.push(i32(1))
    return code


def apply_listing(unit: Unit, tables: DispatchTables) -> Body:
    """(node, option) -> 1: as `apply_unchecked`; where the game stands at a decision then, COUNT of its options are
    listed, all there are.

    So a host that asks at each decision needs no second call.  To ask for all may stop where to ask for one does not
    (what stands in the way is found by asking); then the host goes the other way.
    """
    code = Body("apply_listing", (I32, I32), (I32,))
    node, option = code.arguments
    _begin(unit, code, node)
    code.call(unit.support["run_until_standing"], call_indirect(tables.take, node, option), 0, -1)
    code.push(i32(1))
    return code


def draw_chances(unit: Unit, tables: DispatchTables) -> Body:
    """(chance, most): its outcome is drawn, and those of the chances that follow it, up to so many, and the game goes
    on.  What is drawn is counted in `uses`; all of it has the fuel of one run, so that chances in a row come to an
    end."""
    code = Body("draw_chances", (I32, I32), ())
    node, left = code.arguments
    _begin(unit, code, node)
    with code.loop() as again:
        _go_on(unit, code, call_indirect(tables.draw, node))
        chance = unit.memory.kinds[node.tee(NODE.load())].load() == CHANCE
        code.br_if(again, chance & (left.tee(left - 1) != 0))
    return code


def apply_outcome(unit: Unit, tables: DispatchTables) -> Body:
    """(node, value): the outcome is stored and the game goes on."""
    code = Body("apply_outcome", (I32, I32), ())
    node, value = code.arguments
    _begin(unit, code, node)
    _go_on(unit, code, call_indirect(tables.store_outcome, node, value))
    return code


def _begin(unit: Unit, code: Body, node: LocalVariable) -> None:
    """What is done now is done at this node."""
    code.call(unit.support["reset"])
    code.store(PASSED, node)


def _go_on(unit: Unit, code: Body, node: Operand) -> None:
    """From this node until the game stands still."""
    code.call(unit.support["run_until_standing"], node, 0, 0)
