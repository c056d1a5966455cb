"""Builds the choices of information-set search: MO-ISMCTS (Cowling, Powley and Whitehouse 2012, section 4.2).

Each player has a search tree over the information they were given. Its levels alternate: a *view* is everything that
the player was told since their last choice (`player_views.py`); below a view are the player's options. Each simulation
plays in another world (one possible assignment of the hidden facts, `world_code.py`). It descends all trees together,
so each player in it uses only their own information. An option may be offered in one world and not in the next. So a
child counts how often it was offered, and its confidence bound uses this count instead of the parent's visits.

If some player does not see a pick, an upper confidence bound would settle on one option, which the others can foresee.
There an option is drawn by regret matching (Hart and Mas-Colell 2000; for simultaneous moves in a tree: Lanctot, Lisý
and Winands 2014): its probability is proportional to its regret, how much better than the average it would have been,
and 0 if it was worse. The frequencies of these draws are the player's mixed strategy.
"""

from __future__ import annotations

import math

from .code_generation import Unit
from .encoding import F64, I32
from .function_builder import Body
from .operands import MemoryPlace, call, f64, i32, select
from .player_views import add_views
from .runtime_support import add_support_function
from .search_memory import FLOAT, RECORD, SearchMemory, record_places
from .search_steps import AT_RANDOM, below_body, is_full, logarithm, next_of_script, share

EXPLORED = 0.1
"""The share of draws by regret matching in which all options are equally likely."""


def add_information_tree(unit: Unit, tree: SearchMemory) -> None:
    """Add the functions `choose` and `enter`, and those that tell players what happens during play."""
    add_views(unit, tree)
    add_support_function(unit, "below", below_body(tree.random))
    add_support_function(unit, "child", _child_body(tree))
    add_support_function(unit, "insert", _insert_body(tree))
    add_support_function(unit, "bound", _bound_body(unit, tree))
    add_support_function(unit, "match", _match_body(unit, tree))
    add_support_function(unit, "choose", _choose_body(unit, tree))
    add_support_function(unit, "enter", _enter_body(unit, tree))


def _enter_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `()`, which begins a simulation with every player at the root of their tree. In a flat search,
    only the player who searches has a tree."""
    code, players = Body("enter", (), ()), unit.machine.players
    player, root = code.local(I32), code.local(I32)
    code.store(tree.current, 0)
    with code.loop() as again:
        code.set(root, player * RECORD + tree.tree)
        code.set(root, select(root, i32(0), tree.flat.load().eqz() | (player == tree.observer.load())))
        code.store(tree.records[player], root)
        code.store(tree.told[player], 0)
        with code.if_(root):
            code.increase(tree.current, 1)
            code.call(unit.support["push"], root, -1)
        code.br_if(again, player.tee(player + 1).lt_u(players))
    return code


def _choose_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(total, player) -> k`, which returns the index of the option to pick among `total`: the
    choice in the script, or the choice of the player's tree. It returns AT_RANDOM where the player leaves their tree.
    When the player who searches leaves their tree, everybody does."""
    code = Body("choose", (I32, I32), (I32,))
    total, player = code.arguments
    record, view, key, k, made = (code.local(I32) for _ in range(5))
    with code.if_(tree.following.load()):
        code.return_(next_of_script(code, tree))
    with code.if_(record.tee(tree.records[player].load()).eqz()):
        code.return_(i32(AT_RANDOM))
    room = total * RECORD + 2 * RECORD
    with code.if_(record_places(record)["visits"].load().eqz() | is_full(tree, room)):
        code.store(tree.records[player], 0)
        code.store(tree.current, select(tree.current.load() - 1, i32(0), player != tree.observer.load()))
        code.return_(i32(AT_RANDOM))
    code.set(key, call(unit.support["view"], player))
    with code.if_(view.tee(call(unit.support["child"], record, key)).eqz()):
        code.set(view, call(unit.support["insert"], record, key))
        code.store(record_places(view)["count"], tree.mixed.load())
    with code.if_(tree.mixed.load()):
        code.set(k, call(unit.support["match"], view, total))
    with code.else_():
        code.set(k, call(unit.support["bound"], view, total))
    code.set(made, call(unit.support["child"], view, tree.keys[k].load()))
    code.call(unit.support["push"], view, player)
    code.call(unit.support["push"], made, player)
    with code.if_(tree.mixed.load()):
        code.store(_weight(tree), f64(1.0) / tree.regrets[k].load())
    code.store(tree.records[player], made)
    code.push(k)
    return code


def _weight(tree: SearchMemory) -> MemoryPlace:
    """Return the memory place for the weight of the last record on the path."""
    return MemoryPlace(FLOAT, tree.depth.load() * tree.step, tree.path + 8 - tree.step)


def _bound_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(view, total) -> k`. It picks one of the options that have no child yet, at random, and makes
    its child. If all have one, it picks the option with the best confidence bound."""
    code = Body("bound", (I32, I32), (I32,))
    view, total = code.arguments
    k, child, untried, place, other = (code.local(I32) for _ in range(5))
    most, value, scale = (code.local(F64) for _ in range(3))
    one = record_places(child)
    code.set(scale, tree.exploration.load() * (tree.highest.load() - tree.lowest.load()).to_float())
    code.set(most, f64(-math.inf))
    with code.loop() as again:
        with code.if_(child.tee(call(unit.support["child"], view, tree.keys[k].load()))):
            code.increase(one["count"], 1)
            code.set(value, f64(1.0) / one["visits"].load().to_float_u())
            bound = (logarithm(code, tree, one["count"].load()) * value).sqrt()
            code.set(value, one["sum"].load() * value + scale * bound)
            with code.if_(value > most):
                code.set(most, value)
                code.set(other, k)
        with code.else_():
            code.increase(untried, 1)
            with code.if_(call(unit.support["below"], untried).eqz()):
                code.set(place, k)
        code.br_if(again, k.tee(k + 1).lt_u(total))
    with code.if_(untried.eqz()):
        code.return_(other)
    code.set(child, call(unit.support["insert"], view, tree.keys[place].load()))
    code.store(one["count"], 1)
    code.push(place)
    return code


def _match_body(unit: Unit, tree: SearchMemory) -> Body:
    """Build the function `(view, total) -> k`, which draws an option by regret matching and leaves its probability in
    `tree.regrets[k]`. The sum in a child adds up payoffs, each divided by the probability of the draw. So this sum
    divided by how often the option was offered estimates the option's mean payoff."""
    code = Body("match", (I32, I32), (I32,))
    view, total = code.arguments
    k, child = code.local(I32), code.local(I32)
    mean, whole, regret, left = (code.local(F64) for _ in range(4))
    parent, one = record_places(view), record_places(child)
    with code.if_(parent["visits"].load()):
        code.set(mean, parent["sum"].load() / parent["visits"].load().to_float_u())
    with code.loop() as again:
        with code.if_(child.tee(call(unit.support["child"], view, tree.keys[k].load())).eqz()):
            code.set(child, call(unit.support["insert"], view, tree.keys[k].load()))
        code.set(regret, one["sum"].load() - mean * one["count"].load().to_float_u())
        with code.if_((regret > f64(0.0)).eqz()):
            code.set(regret, f64(0.0))
        code.increase(one["count"], 1)
        code.store(tree.regrets[k], regret)
        code.set(whole, whole + regret)
        code.br_if(again, k.tee(k + 1).lt_u(total))
    code.set(left, share(code, tree.random))
    code.set(k, total - 1)
    even = f64(1.0) / total.to_float_u()
    with code.loop() as again:
        code.set(regret, even)
        with code.if_(whole > f64(0.0)):
            code.set(regret, tree.regrets[k].load() / whole * f64(1 - EXPLORED) + f64(EXPLORED) * even)
        code.store(tree.regrets[k], regret)
        code.set(left, left - regret)
        with code.if_((left < f64(0.0)) | k.eqz()):
            code.return_(k)
        code.set(k, k - 1)
        code.br(again)
    code.unreachable()
    return code


def _child_body(tree: SearchMemory) -> Body:
    """Build the function `(record, key) -> child`, which finds the child of a record with this key; it returns 0 if
    there is none."""
    code = Body("child", (I32, I32), (I32,))
    record, key = code.arguments
    child = code.local(I32)
    one = record_places(child)
    code.set(child, record_places(record)["first"].load())
    with code.forever() as found:
        code.br_if(found, child.eqz())
        code.br_if(found, (one["outcome"].load() == key) & (one["tried"].load() == tree.node.load()))
        code.set(child, one["sibling"].load())
    code.push(child)
    return code


def _insert_body(tree: SearchMemory) -> Body:
    """Build the function `(record, key) -> child`, which makes a new child of a record."""
    code = Body("insert", (I32, I32), (I32,))
    record, key = code.arguments
    child = code.local(I32)
    here, made = record_places(record), record_places(child)
    code.set(child, tree.free.load())
    code.increase(tree.free, RECORD)
    code.fill(child, 0, RECORD)
    code.store(made["tried"], tree.node.load())
    code.store(made["outcome"], key)
    code.store(made["sibling"], here["first"].load())
    code.store(here["first"], child)
    code.push(child)
    return code
