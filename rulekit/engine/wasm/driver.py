"""The functions that go from node to node until the game stands still, and those by which the host asks.

`run_until_standing(node, mask, wanted)` is the dispatch loop: it runs steps until a decision with options (listed as
`nodes.options` says), a chance or an end; the node is then in NODE.  Whole games are `playout_code.py`'s.
"""

from __future__ import annotations

from .code_generation import CodeGenerator, Unit
from .dispatch_tables import CHANCE, MOVE, Tables
from .encode import Body
from .layout import COUNT, NODE, PASSED
from .opcodes import I32
from .runtime_support import add


def add_driver(unit: Unit, tables: Tables, otherwise: int) -> None:
    """`otherwise`: the address of where each decision goes on without options: a node, or -1 - fault."""
    add(unit, "run_until_standing", run_until_standing(unit, tables, otherwise))
    for name, body in (
        ("at", at(unit)),
        ("apply", apply(unit, tables)),
        ("apply_unchecked", apply_unchecked(unit, tables)),
        ("draw", draw(unit, tables)),
        ("options", ask(unit, "options", tables.options, tables.two, (0, -1))),
        ("weigh", ask(unit, "weigh", tables.weigh, tables.none, ())),
        ("who", ask(unit, "who", tables.who, tables.none, ())),
        ("apply_outcome", apply_outcome(unit, tables)),
    ):
        add(unit, name, body, export=name)


def run_until_standing(unit: Unit, tables: Tables, otherwise: int) -> Body:
    """(node, mask, wanted): see above.  It goes on with the fuel that is left."""
    body = Body("run_until_standing", (I32, I32, I32), ())
    kind, count = body.local(I32), body.local(I32)
    again = body.loop()
    body.i32(0)
    body.get(0)
    body.memory("i32.store", PASSED)
    CodeGenerator(unit, body).consume_fuel()
    body.get(0)
    body.memory("i32.load8_u", unit.memory.kinds)
    body.tee(kind)
    body.op("i32.eqz")
    body.if_()
    body.get(0)
    body.call_indirect(tables.none, tables.step)
    body.set(0)
    body.br(again)
    body.end()
    body.get(kind)
    body.i32(MOVE)
    body.op("i32.le_u")
    body.if_()
    body.i32(0)
    body.get(1)
    body.get(2)
    body.get(0)
    body.call_indirect(tables.two, tables.options)
    body.tee(count)
    body.memory("i32.store", COUNT)
    body.get(count)
    body.op("i32.eqz")
    body.if_()
    body.get(0)
    body.i32(4)
    body.op("i32.mul")
    body.memory("i32.load", otherwise)
    body.tee(0)
    body.i32(0)
    body.op("i32.ge_s")
    body.br_if(again)
    body.i32(-1)
    body.get(0)
    body.op("i32.sub")
    body.call(unit.support["fail"])
    body.op("unreachable")
    body.end()
    body.end()
    body.i32(0)
    body.get(0)
    body.memory("i32.store", NODE)
    body.end()
    return body


def at(unit: Unit) -> Body:
    body = Body("at", (I32,), ())
    body.call(unit.support["reset"])
    body.get(0)
    body.i32(0)
    body.i32(0)
    body.call(unit.support["run_until_standing"])
    return body


def ask(unit: Unit, name: str, table: int, signature: int, args: tuple[int, ...]) -> Body:
    """(node) -> what the node's function answers."""
    body = Body(name, (I32,), (I32,))
    _begin(unit, body)
    for arg in args:
        body.i32(arg)
    body.get(0)
    body.call_indirect(signature, table)
    return body


def apply(unit: Unit, tables: Tables) -> Body:
    """(node, option) -> whether the option was there; then it is taken and the game goes on."""
    body = Body("apply", (I32, I32), (I32,))
    count = body.local(I32)
    _begin(unit, body)
    body.i32(-1)
    body.get(1)
    body.get(0)
    body.call_indirect(tables.two, tables.options)
    body.tee(count)
    body.op("i32.eqz")
    body.if_()
    body.i32(0)
    body.op("return")
    body.end()
    body.get(count)
    body.i32(4)
    body.op("i32.mul")
    body.memory("i32.load", unit.memory.list - 4)
    body.get(1)
    body.op("i32.ne")
    body.if_()
    body.i32(0)
    body.op("return")
    body.end()
    _take(unit, body, tables, tables.take)
    body.i32(1)
    return body


def apply_unchecked(unit: Unit, tables: Tables) -> Body:
    """(node, option) -> 1: as `apply`, where the host knows that the option is offered."""
    body = Body("apply_unchecked", (I32, I32), (I32,))
    _begin(unit, body)
    _take(unit, body, tables, tables.take)
    body.i32(1)
    return body


def draw(unit: Unit, tables: Tables) -> Body:
    """(chance, most): its outcome is drawn, and those of the chances that follow it, up to so many, and the game goes
    on.  What is drawn is counted in `uses`; all of it has the fuel of one run, so that chances in a row come to an
    end."""
    body = Body("draw", (I32, I32), ())
    _begin(unit, body)
    again = body.loop()
    body.get(0)
    body.call_indirect(tables.none, tables.draw)
    body.i32(0)
    body.i32(0)
    body.call(unit.support["run_until_standing"])
    body.i32(0)
    body.memory("i32.load", NODE)
    body.tee(0)
    body.memory("i32.load8_u", unit.memory.kinds)
    body.i32(CHANCE)
    body.op("i32.eq")
    body.get(1)
    body.i32(1)
    body.op("i32.sub")
    body.tee(1)
    body.i32(0)
    body.op("i32.ne", "i32.and")
    body.br_if(again)
    body.end()
    return body


def apply_outcome(unit: Unit, tables: Tables) -> Body:
    """(node, value): the outcome is stored and the game goes on."""
    body = Body("apply_outcome", (I32, I32), ())
    _begin(unit, body)
    _take(unit, body, tables, tables.store_outcome)
    return body


def _begin(unit: Unit, body: Body) -> None:
    """What is done now is done at a node (parameter 0)."""
    body.call(unit.support["reset"])
    body.i32(0)
    body.get(0)
    body.memory("i32.store", PASSED)


def _take(unit: Unit, body: Body, tables: Tables, keep: int) -> None:
    """The option or outcome (parameter 1) of a node (parameter 0) is stored, and the game goes on."""
    body.get(1)
    body.get(0)
    body.call_indirect(tables.one, keep)
    body.i32(0)
    body.i32(0)
    body.call(unit.support["run_until_standing"])
