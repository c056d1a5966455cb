"""Builds the code that tells players what happens in a simulation, for a search of information sets.

`told` (`telling.py`) adds the picks and outcomes that a player sees to a hash of this player. At the player's next
choice, `view` adds what the player sees then of the state, restricted to what the searching player sees as well. So a
player's own hand at the root, which differs from world to world (worlds differ in hidden facts), is not part of the
view. MO-ISMCTS does the same (Cowling, Powley and Whitehouse 2012, section 4.2).
"""

from __future__ import annotations

from ...machine import program as m
from ..packing import INT
from .code_generation import CodeGenerator, MachineLocal, Unit, WordLocals, word_count
from .encoding import I32, I64
from .function_builder import Body
from .node_code import options_body
from .observation_code import add_sight
from .operands import MemoryPlace, Operand, call, i64
from .runtime_support import add_support_function, mix_hash
from .search_memory import SearchMemory
from .sets import member_count

PARTLY_SEEN = -1
"""What players are told of an option if somebody does not see all of its parameters: only that there was one."""


def add_views(unit: Unit, tree: SearchMemory) -> None:
    """Add the function `view`, and for each decision and chance the functions that are called during play: `keys`
    before a pick, and `tell` after a pick or outcome, before its effects."""
    add_sight(unit, players=2)
    add_support_function(unit, "view", _view_body(unit, tree), export="view")
    for node in unit.machine.nodes:
        if isinstance(node, m.Decision):
            add_support_function(unit, f"keys {node.id}", _keys_body(unit, tree, node))
        if isinstance(node, m.Decision | m.Chance):
            add_support_function(unit, f"tell {node.id}", _tell_body(unit, tree, node))


def _view_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(player) -> key`, which returns a hash of what the player was told since their last choice
    and of what they see now."""
    code = Body("view", (I32,), (I32,))
    (player,) = code.arguments
    view, at = code.local(I64), code.local(I32)
    code.call(unit.support["observe"], player, tree.observer.load())
    code.drop()
    code.set(view, tree.told[player].load())
    with code.forever() as done:
        code.br_if(done, at.ge_u(unit.memory.sight_bytes))
        mix_hash(code, view, MemoryPlace(INT, at, unit.memory.sight).load().extend_u())
        code.increase(at, INT.bytes)
    code.push(view.wrap())
    return code


def _keys_body(unit: Unit, tree: SearchMemory, node: m.Decision) -> Body:
    """Build the function `() -> ()`, which lists the options in `tree.keys`, and sets `tree.mixed` if some player does
    not see the pick."""
    options = unit.assembly.add(options_body(unit, node))
    gen = CodeGenerator(unit, Body("keys", (), ()))
    code, count = gen.body, gen.local(I32)
    code.store(tree.node, unit.nodes[node.id])
    code.store(tree.mixed, 0)
    if node.audience is not None:
        seen = member_count(_audience(gen, node))
        code.store(tree.mixed, seen.lt_u(unit.machine.players) & tree.flat.load().eqz())
    code.set(count, call(options, 0, -1))
    code.copy(tree.keys.base, unit.memory.list.base, count << 2)
    return code


def _tell_body(unit: Unit, tree: SearchMemory, node: m.Decision | m.Chance) -> Body:
    """Build the function `(value) -> ()`, which tells a pick (the index of an option) or an outcome to the players who
    see it. It must run before the effects of the choice."""
    gen = CodeGenerator(unit, Body("tell", (I32,), ()))
    code = gen.body
    (value,) = code.arguments
    number: Operand = value.extend_u()
    if isinstance(node, m.Chance):
        gen.scope[node.name] = MachineLocal(m.NUMBER, (value,), node.low, node.high)
    elif any(level.seen is not None for one in node.alternatives for level in one.levels):
        number = i64(PARTLY_SEEN)
    else:
        number = tree.keys[value].load().extend_u()
    told, audience = code.local(I64), _audience(gen, node)
    code.set(told, number ^ i64(unit.nodes[node.id] << 32))
    code.call(unit.support["told"], told, *audience)
    return code


def _audience(gen: CodeGenerator, node: m.Decision | m.Chance) -> WordLocals:
    """Emit the computation of the set of players who see a pick or an outcome; return the words of the set."""
    players = gen.unit.machine.players
    everybody = m.SetConst(players, (1 << players) - 1)
    return gen.members_as(everybody if node.audience is None else node.audience, word_count(players))
