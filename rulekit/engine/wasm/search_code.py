"""Builds Monte Carlo tree search into the module that plays random games (UCT: Kocsis and Szepesvári 2006; max^n).

A simulation is a game from the root to its end. In the tree, `choose` picks the option with the best upper confidence
bound for the player who decides; after leaving the tree, players choose at random, as in every playout. The tree stores
no states: each simulation repeats the choices on its path. A leaf gets children at its second visit, if there is room.
Paths to the same position share the position's children (Childs, Brodeur and Kocsis 2008). Otherwise the tree would be
too large for games in which the order of moves hardly matters. Outcomes of chance are drawn; a chance has a child
record for each outcome drawn so far.

`follow(most) -> stopped` plays the choices in a script (indexes among the options offered) and the outcomes of chances.
It stops at the first decision with several options after the end of the script. This becomes the root; the subtree
below it is kept. `search(simulations, most)` searches from the root. `tree_search.py` calls both and reads the tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ...machine import program as m
from ..packing import INT, WORD
from .code_generation import Unit, load_number
from .encoding import F64, I32, I64
from .function_builder import Body
from .information_tree import add_information_tree
from .memory_layout import GAME, LISTED, PLAYING, Vector
from .operands import FunctionReference, MemoryPlace, call, f64, i32, select
from .runtime_support import add_support_function, begin_streams
from .search_memory import FLOAT, POSITIONS, RECORD, SearchMemory, record_places
from .search_steps import AT_RANDOM, is_full, logarithm, logarithms, next_of_script


def add_search(unit: Unit, add_play: Callable[[Unit], None]) -> None:
    """Add the functions that play calls, then play itself, then `follow` and `search`. If the unit already has the
    memory for a search of information sets, add such a search (`information_tree.py`)."""
    tree = unit.search = unit.search or SearchMemory.of(unit.memory, unit.machine.players)
    unit.assembly.pages = tree.pages
    unit.assembly.data.append((tree.logarithms.base, logarithms()))
    add_support_function(unit, "push", _push_body(tree))
    if tree.informed:
        add_information_tree(unit, tree)
    else:
        add_support_function(unit, "node", _node_body(unit, tree))
        add_support_function(unit, "select", _select_body(tree))
        add_support_function(unit, "choose", _choose_body(unit, tree))
        add_support_function(unit, "outcome", _outcome_body(unit, tree))
    add_play(unit)
    add_support_function(unit, "restore root", _restore_body(unit, tree))
    add_support_function(unit, "follow", _follow_body(unit, tree), export="follow")
    add_support_function(unit, "search", _search_body(unit, tree), export="search")


# ----------------------------------------------------------------- functions for the part of a game that is in the tree


def _push_body(tree: SearchMemory) -> Body:
    """Build the function `(record, player)`, which appends a record to the path and makes it the current one."""
    code = Body("push", (I32, I32), ())
    record, player = code.arguments
    at = code.local(I32)
    code.set(at, tree.depth.load() * tree.step)
    code.store(MemoryPlace(INT, at, tree.path), record)
    code.store(MemoryPlace(INT, at, tree.path + 4), player)
    if tree.informed:
        code.store(MemoryPlace(FLOAT, at, tree.path + 8), f64(1.0))
    code.increase(tree.depth, 1)
    code.store(tree.current, record)
    return code


def _node_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(total) -> node`, which returns the tree node of the present position and makes it if there
    is none. The table of positions may still have entries of an earlier tree. They need not be cleared, since the node
    at that address now has another key."""
    code = Body("node", (I32,), (I32,))
    (total,) = code.arguments
    at, node, key = code.local(I32), code.local(I32), code.local(I64)
    here, slot = record_places(node), MemoryPlace(INT, at, tree.positions)
    code.set(key, tree.node.load().extend_u())
    code.set(at, unit.memory.start)
    with code.loop() as again:
        code.set(key, (key ^ MemoryPlace(WORD, at).load()) * -7046029254386353131)
        code.set(key, key ^ key.shr_u(32))
        code.br_if(again, at.tee(at + WORD.bytes).lt_u(unit.memory.end))
    code.set(at, (key.wrap() & (POSITIONS - 1)) * INT.bytes)
    code.set(node, slot.load())
    with code.if_(node.lt_u(tree.free.load()) & (here["key"].load() == key) & (here["count"].load() == total)):
        code.return_(node)
    code.set(node, tree.free.load())
    code.increase(tree.free, total * RECORD + RECORD)
    code.fill(node, 0, total * RECORD + RECORD)
    code.store(here["count"], total)
    code.store(here["key"], key)
    code.store(slot, node)
    code.push(node)
    return code


def _select_body(tree: SearchMemory) -> Body:
    """Build the function `(node) -> k`, which returns the index of a random untried child; if all were tried, of the
    child with the best bound."""
    code = Body("select", (I32,), (I32,))
    (node,) = code.arguments
    parent = record_places(node)
    count, k, child, untried = code.local(I32), code.local(I32), code.local(I32), code.local(I32)
    one = record_places(child)
    code.increase(parent["visits"], 1)
    code.set(count, parent["count"].load())
    code.set(child, node + RECORD)
    with code.if_(untried.tee(count - parent["tried"].load())):
        code.store(tree.random, tree.random.load() * 6364136223846793005 + 1442695040888963407)
        code.set(untried, tree.random.load().shr_u(33).wrap().rem_u(untried))
        code.increase(parent["tried"], 1)
        with code.loop() as again:
            with code.if_(one["visits"].load().eqz()):
                with code.if_(untried.eqz()):
                    code.return_(k)
                code.increase(untried, -1)
            code.increase(k, 1)
            code.increase(child, RECORD)
            code.br(again)
    scale, share, value, most = (code.local(F64) for _ in range(4))
    best = code.local(I32)
    code.set(scale, logarithm(code, tree, parent["visits"].load()))
    code.set(share, tree.exploration.load() * (tree.highest.load() - tree.lowest.load()).to_float())
    code.set(scale, scale * share * share)
    code.set(most, f64(-math.inf))
    with code.loop() as again:
        code.set(share, f64(1.0) / one["visits"].load().to_float_u())
        code.set(value, one["sum"].load() * share + (scale * share).sqrt())
        with code.if_(value > most):
            code.set(most, value)
            code.set(best, k)
        code.increase(child, RECORD)
        code.br_if(again, k.tee(k + 1).lt_u(count))
    code.push(best)
    return code


def _choose_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(total, player) -> k`, which returns the index of the option to pick among `total`: the
    choice in the script while one is followed, otherwise the choice of the tree. It returns AT_RANDOM where play leaves
    the tree."""
    code = Body("choose", (I32, I32), (I32,))
    total, player = code.arguments
    k, record, node = code.local(I32), code.local(I32), code.local(I32)
    here = record_places(record)
    with code.if_(record.tee(tree.current.load())):
        code.set(node, here["first"].load())
    with code.if_(tree.following.load()):
        code.set(k, next_of_script(code, tree))
        code.store(tree.current, select(node + (k * RECORD + RECORD), i32(0), node != 0))
        code.return_(k)
    with code.if_(node.eqz()):
        with code.if_(here["visits"].load().eqz() | is_full(tree, total * RECORD + RECORD)):
            code.store(tree.current, 0)
            code.return_(i32(AT_RANDOM))
        code.store(here["first"], node.tee(call(unit.support["node"], total)))
    code.set(k, call(unit.support["select"], node))
    code.call(unit.support["push"], node + (k * RECORD + RECORD), player)
    code.push(k)
    return code


def _outcome_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(value)`, which goes to the child record of an outcome. If there is none, it makes one,
    provided that the current record was visited before; otherwise play leaves the tree."""
    code = Body("outcome", (I32,), ())
    (value,) = code.arguments
    record, child = code.local(I32), code.local(I32)
    here, one = record_places(record), record_places(child)
    code.set(record, tree.current.load())
    code.set(child, here["first"].load())
    with code.block() as found:
        with code.forever() as missing:
            code.br_if(missing, child.eqz())
            code.br_if(found, one["outcome"].load() == value)
            code.set(child, one["sibling"].load())
        with code.if_(tree.following.load() | here["visits"].load().eqz() | is_full(tree, i32(RECORD))):
            code.store(tree.current, 0)
            code.return_()
        code.set(child, tree.free.load())
        code.increase(tree.free, RECORD)
        code.fill(child, 0, RECORD)
        code.store(one["outcome"], value)
        code.store(one["sibling"], here["first"].load())
        code.store(here["first"], child)
    with code.if_(tree.following.load()):
        code.store(tree.current, child)
        code.return_()
    code.call(unit.support["push"], child, -1)
    return code


# -------------------------------------------------------------------------------------------- functions for whole games


def _restore_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `()`, which restores the game at the root, with new random numbers (those of game number
    GAME)."""
    code, memory = Body("restore root", (), ()), unit.memory
    code.copy(memory.start, tree.copy, tree.cells)
    for place, kept in tree.kept:
        code.store(place, kept.load())
    code.fill(memory.uses.base, 0, memory.start - memory.uses.base)
    begin_streams(unit, code, GAME.load(), lambda stream: memory.stream_positions[stream])
    code.store(PLAYING, 1)
    return code


def _follow_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(most) -> stopped`. It plays the script from the root, or from the start of the game if there
    is no root. It stops at the next decision with several options, makes it the root and returns 1. If the game ends
    before, it returns 0."""
    code, memory = Body("follow", (I32,), (I32,)), unit.memory
    (most,) = code.arguments
    played = code.local(I32)
    code.store(PLAYING, 0)
    with code.if_(tree.root.load()):
        code.call(unit.support["restore root"])
    code.store(tree.current, tree.root.load())
    code.store(tree.following, 1)
    code.set(played, call(unit.support["play"], 1, most, -1, 0))
    code.store(tree.following, 0)
    with code.if_(played):
        code.return_(i32(0))
    code.copy(tree.copy, memory.start, tree.cells)
    for place, kept in tree.kept:
        code.store(kept, place.load())
    code.store(tree.root, tree.current.load())
    roots = RECORD * (unit.machine.players if tree.informed else 1)
    with code.if_(tree.current.load().eqz() | tree.free.load().gt_u((tree.tree + tree.end) // 2)):
        code.fill(tree.tree, 0, roots)
        code.store(tree.root, tree.tree)
        code.store(tree.free, tree.tree + roots)
    code.push(i32(1))
    return code


def _search_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(simulations, most)`, which plays this number of simulations from the root."""
    code = Body("search", (I32, I32), ())
    left, most = code.arguments
    with code.forever() as done:
        code.br_if(done, left.eqz())
        code.call(unit.support["restore root"])
        code.store(tree.depth, 0)
        if tree.informed:
            code.call(unit.support["enter"])
        else:
            code.call(unit.support["push"], tree.root.load(), -1)
        code.store(LISTED, 0)
        code.call(unit.support["reset"])
        code.call(unit.support["play"], 1, most, -1, 0)
        code.drop()
        _back_up(unit, code, tree)
        code.increase(left, -1)
    return code


def _back_up(unit: Unit, code: Body, tree: SearchMemory) -> None:
    """Emit code that adds the payoffs at the end of a simulation to the records on its path."""
    payoffs = Vector(unit.memory.cells[m.PAYOFF].base, unit.memory.cells[m.PAYOFF].width)
    at, end, record, player, payoff = (code.local(I32) for _ in range(5))
    one = record_places(record)
    for number in range(unit.machine.players):
        code.set(payoff, load_number(payoffs[number]))
        with code.if_(payoff < tree.lowest.load()):
            code.store(tree.lowest, payoff)
        with code.if_(payoff > tree.highest.load()):
            code.store(tree.highest, payoff)
        code.increase(tree.won[number], payoff > 0)
    code.set(at, tree.path)
    code.set(end, tree.depth.load() * tree.step + tree.path)
    with code.loop() as again:
        code.set(record, MemoryPlace(INT, at).load())
        code.increase(one["visits"], 1)
        with code.if_(player.tee(MemoryPlace(INT, at, 4).load()) >= 0):
            paid = load_number(payoffs[player]).to_float()
            code.increase(one["sum"], paid * MemoryPlace(FLOAT, at, 8).load() if tree.informed else paid)
        code.br_if(again, at.tee(at + tree.step).lt_u(end))


def storing(unit: Unit, node: m.Chance, store: FunctionReference) -> FunctionReference:
    """Return a function that does the same as `store` of a chance node, and also goes to the outcome's record in the
    tree."""
    assert unit.search is not None
    code = Body("store in tree", (I32,), (I32,))
    (value,) = code.arguments
    with code.if_(unit.search.current.load()):
        code.call(unit.support[f"tell {node.id}" if unit.search.informed else "outcome"], value)
    code.push(call(store, value))
    return unit.assembly.add(code)


def drawing(unit: Unit, draw: FunctionReference, store: FunctionReference) -> FunctionReference:
    """Return a function that does the same as `draw` of a chance node; but while a script is followed, it takes the
    outcome from the script. It traps if the script has ended."""
    tree = unit.search
    assert tree is not None
    code = Body("draw in tree", (), (I32,))
    with code.if_(tree.following.load()):
        with code.if_(tree.left.load().eqz()):
            code.unreachable()
        code.return_(call(store, next_of_script(code, tree)))
    code.push(call(draw))
    return unit.assembly.add(code)
