"""Builds the choices of information-set search (SO-ISMCTS with POM: Cowling, Powley and Whitehouse 2012, section 4.1).

The tree belongs to one player, the observer: its edges are options and outcomes as the observer sees them. Each
simulation plays in another world (`world_code.py`), so an option may be on offer in one and not in the next. A child
counts how often it was on offer, and its bound takes that number in place of the parent's visits. A pick that the
observer does not see is made at random and leads to one child.
"""

from __future__ import annotations

import math

from ...machine import program as m
from ..packing import INT
from .code_generation import CodeGenerator, MachineLocal, Unit, word_count
from .encoding import F64, I32
from .function_builder import Body
from .node_code import options_body
from .operands import LocalVariable, MemoryPlace, Operand, call, f64, i32
from .runtime_support import add_support_function
from .search_memory import RECORD, SearchMemory, record_places
from .search_steps import AT_RANDOM, is_full, logarithm, next_of_script, number_below
from .sets import has_player

UNSEEN = -(1 << 31)
"""The key of everything that the observer does not see: no option or outcome has this number."""


def add_information_tree(unit: Unit, tree: SearchMemory) -> None:
    """Add `choose` and `outcome`, and for each decision `keys`, which play calls before it counts the options."""
    add_support_function(unit, "below", _below_body(tree))
    add_support_function(unit, "child", _child_body(tree))
    add_support_function(unit, "insert", _insert_body(tree))
    add_support_function(unit, "outcome", _outcome_body(unit, tree))
    add_support_function(unit, "choose", _choose_body(unit, tree))
    for node in unit.machine.nodes:
        if isinstance(node, m.Decision):
            _add_keys(unit, tree, node)


def _below_body(tree: SearchMemory) -> Body:
    """Build the function `(n) -> number`, which draws a number below n."""
    code = Body("below", (I32,), (I32,))
    (n,) = code.arguments
    code.push(number_below(code, tree.random, n))
    return code


def _add_keys(unit: Unit, tree: SearchMemory, node: m.Decision) -> None:
    """Add the function `keys NODE`, `(player) -> ()`: list in `tree.keys` what the observer calls each option, in the
    order of the options; UNSEEN first if they do not see the pick."""
    options = unit.assembly.add(options_body(unit, node))
    gen = CodeGenerator(unit, Body("keys", (I32,), ()))
    code = gen.body
    (player,) = code.arguments
    observer, count = code.local(I32), code.local(I32)
    code.set(observer, tree.observer.load())
    code.store(tree.node, unit.nodes[node.id])
    with code.if_(player != observer):
        if any(level.seen is not None for one in node.alternatives for level in one.levels):
            code.store(tree.keys[0], UNSEEN)
            code.return_()
        if node.audience is not None:
            with code.if_(_is_in(gen, node.audience, observer).eqz()):
                code.store(tree.keys[0], UNSEEN)
                code.return_()
    code.set(count, call(options, 0, -1))
    code.copy(tree.keys.base, unit.memory.list.base, count << 2)
    add_support_function(unit, f"keys {node.id}", code)


def _is_in(gen: CodeGenerator, audience: m.Expr, observer: LocalVariable) -> Operand:
    """Emit the computation of an audience; return the operand for whether the observer is in it."""
    return has_player(gen.members_as(audience, word_count(gen.unit.machine.players)), observer)


def outcome_key_body(unit: Unit, tree: SearchMemory, node: m.Chance) -> Body:
    """Build the function `(value) -> key`: what the observer calls an outcome, before it is stored."""
    gen = CodeGenerator(unit, Body("key", (I32,), (I32,)))
    code = gen.body
    (value,) = code.arguments
    code.store(tree.node, unit.nodes[node.id])
    if node.audience is not None:
        gen.scope[node.name] = MachineLocal(m.NUMBER, (value,), node.low, node.high)
        observer = code.local(I32)
        code.set(observer, tree.observer.load())
        with code.if_(_is_in(gen, node.audience, observer).eqz()):
            code.return_(i32(UNSEEN))
    code.push(value)
    return code


def _choose_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build `choose` for a tree of information sets, `(total, player) -> k`: an option that has no child yet, one of
    several at random; else that with the best bound."""
    code = Body("choose", (I32, I32), (I32,))
    total, player = code.arguments
    k, child, untried, place, best, other = (code.local(I32) for _ in range(6))
    most, value, share = (code.local(F64) for _ in range(3))
    one = record_places(child)
    with code.if_(tree.following.load()):
        code.return_(next_of_script(code, tree))
    with code.if_(_is_leaf(tree)):
        code.store(tree.current, 0)
        code.return_(i32(AT_RANDOM))
    with code.if_(tree.keys[0].load() == UNSEEN):
        code.call(unit.support["outcome"], UNSEEN)
        code.return_(i32(AT_RANDOM))
    code.set(share, tree.exploration.load() * (tree.highest.load() - tree.lowest.load()).to_float())
    code.set(most, f64(-math.inf))
    with code.loop() as again:
        with code.if_(child.tee(call(unit.support["child"], tree.keys[k].load()))):
            code.increase(one["count"], 1)
            code.set(value, f64(1.0) / one["visits"].load().to_float_u())
            bound = (logarithm(code, tree, one["count"].load()) * value).sqrt()
            code.set(value, one["sum"].load() * value + share * bound)
            with code.if_(value > most):
                code.set(most, value)
                code.set(best, child)
                code.set(other, k)
        with code.else_():
            code.increase(untried, 1)
            with code.if_(call(unit.support["below"], untried).eqz()):
                code.set(place, k)
        code.br_if(again, k.tee(k + 1).lt_u(total))
    with code.if_(untried):
        code.set(best, call(unit.support["insert"], tree.keys[place].load()))
        code.store(record_places(best)["count"], 1)
    with code.else_():
        code.set(place, other)
    code.call(unit.support["push"], best, player)
    code.push(place)
    return code


def _outcome_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(key)`, called in the tree: goes on to the child of an outcome or of an unseen pick. It makes
    the child if it is new and the record before was visited."""
    code = Body("outcome", (I32,), ())
    (key,) = code.arguments
    child = code.local(I32)
    with code.if_(child.tee(call(unit.support["child"], key)).eqz()):
        with code.if_(_is_leaf(tree)):
            code.store(tree.current, 0)
            code.return_()
        code.set(child, call(unit.support["insert"], key))
    code.call(unit.support["push"], child, -1)
    return code


def _child_body(tree: SearchMemory) -> Body:
    """Build the function `(key) -> child`, which finds a child of the present record; 0 if there is none."""
    code = Body("child", (I32,), (I32,))
    (key,) = code.arguments
    child = code.local(I32)
    one = record_places(child)
    code.set(child, record_places(child)["first"].with_address(tree.current.load()).load())
    with code.forever() as found:
        code.br_if(found, child.eqz())
        code.br_if(found, (one["outcome"].load() == key) & (one["tried"].load() == tree.node.load()))
        code.set(child, one["sibling"].load())
    code.push(child)
    return code


def _insert_body(tree: SearchMemory) -> Body:
    """Build the function `(key) -> child`, which makes a child of the present record."""
    code = Body("insert", (I32,), (I32,))
    (key,) = code.arguments
    parent, child = code.local(I32), code.local(I32)
    here, made = record_places(parent), record_places(child)
    code.set(parent, tree.current.load())
    code.set(child, tree.free.load())
    code.increase(tree.free, RECORD)
    code.fill(child, 0, RECORD)
    code.store(made["tried"], tree.node.load())
    code.store(made["outcome"], key)
    code.store(made["sibling"], here["first"].load())
    code.store(here["first"], child)
    code.push(child)
    return code


def _is_leaf(tree: SearchMemory) -> Operand:
    """Return the operand for whether the present record gets no child: it was not visited, or there is no room."""
    visits = MemoryPlace(INT, tree.current.load())
    return visits.load().eqz() | is_full(tree, i32(RECORD))
