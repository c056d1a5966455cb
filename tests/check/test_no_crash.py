"""Every rulebook that passes the check can be lowered and played; every other one is refused with a message that has a
place.

The test generates hundreds of small rulebooks (sampled, fixed seeds) with every built-in function, constructor,
operator and index over arguments of all types, right and wrong, in every place where an expression may be written.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from rulekit.check import check_rulebook
from rulekit.diagnostics import RulekitError, Source
from rulekit.engine.interface import Engine, GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine.lower import lower
from rulekit.machine.program import Decision, End, Machine
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse
from tests.shipped import every

THINGS = """rulebook fuzzed "F":
  players 2 to 3
enum Suit: clubs, hearts
enum Season, turning: spring, summer, autumn
table Inn(suit Suit, beds -1..9):
  | bear | clubs | 4 |
  | oak | hearts | -1 |
table Spot for each a in 1..3, b in 1..2 where a != b
board Square: 3 by 3
board Ring: 3 by 3, wrapped
board Hex: 2 by 2, hexagonal
board Wide: open for 2
board Graph, graph:
  | mill | {inn} |
  | inn | {} |
piece Card(suit Suit, value -1..1): 2 each
piece Coin(): any number
option o: 1..3 = 2
place deck: stack of Card, hidden
place hand[p in Player]: heap of Card, seen by p
place line: row of Coin, at most 3
place cell[Square]: one Card
keep n: -9..9 = 1
keep t[Suit]: truth = no
keep who: Player or none = none
keep maybe: -2..2 or none = none
keep sites: set of Square = {a1}
keep spots[-1..1]: Spot = Spot(a: 1, b: 2)
fact twice(m -9..9) = m + m
fact big combining most = 1
exception more to big where n > 3 = 2
procedure bump(m 0..3):
  n = m
procedure worth gives 0..3:
  return 2
event rang(m 0..3)
choice turn
action go in turn:
  choose g in 1..2
  n = g
position layout: n at most 3
"""

# Templates are separated by `;`. `/` begins an indented line, `//` one that is indented twice.
ATOMS = {
    "num": """
        1 ; 0 ; -1 ; 9 ; n ; o ; players ; maybe ; spots[0].a ; bear.beds ; big ; twice(2) ; (times seen layout)
        ; payoff(p1) ; 70000 ; 3*0
    """,
    "truth": """
        yes ; no ; t[clubs] ; ended ; n==1 ; possible(go) ; (a1 in sites)
    """,
    "suit": """
        hearts ; Suit.hearts ; clubs ; cell[a1].suit ; bear.suit
    """,
    "thing": """
        summer ; bear ; mill ; spots[-1] ; Card(suit:hearts,value:1) ; Coin() ; Spot(a:1,b:2) ; ne ;
        SquareDirection.n
    """,
    "player": """
        p1 ; p2 ; me ; active ; who
    """,
    "site": """
        a1 ; Square.b2 ; Ring.b2 ; origin ; a2 ; Hex.a1 ; mill ; sure(next(a1,e))
    """,
    "way": """
        n ; e ; SquareDirection.n ; RingDirection.se ; HexDirection.s ; WideDirection.w
    """,
    "set": """
        sites ; {1,2} ; {a1,b2} ; {} ; {p1} ; Suit ; Player ; Square ; Inn ; Spot ; Card ; -1..1 ; {maybe} ; all
        ; winners ; Graph ; Wide
    """,
    "place": """
        deck ; hand[p1] ; line ; cell[a1] ; hand[me] ; hand ; spots ; sites
    """,
    "none": """
        none ; who ; maybe ; next(a1,n) ; (first x in 1..3) ; cell[a1] ; (top of deck) ; next(summer) ;
        next(hearts)
    """,
}

MADE = {
    "num": """
        index({thing}) ; abs({num}) ; lesser({num},{num}) ; greater({num},{num}) ; sure({none}) ;
        if_none({none},{num}) ; size({set}) ; size({place}) ; amount({place},{thing}) ; amount({set},{num}) ;
        distance({site},{site}) ; {num}+{num} ; {num}-{num} ; {num}*{num} ; {num} div {num} ; {num} mod {num} ;
        -({num}) ; (if {truth} then {num} else {num}) ; count(x in {set} where {truth}) ; sum(x in {set}:{num})
        ; most(x in {set}:{num} otherwise {num}) ; least(x in {set}:x) ; (the x in {set}) ; member({set},{num})
        ; {site}.column ; {thing}.value ; (after bump({num}):{num}) ; remembered({num})
    """,
    "truth": """
        empty({set}) ; empty({place}) ; taken({place}) ; {num}=={num} ; {thing}<{thing} ; {num} in {set} ; {set}
        within {set} ; {truth} and {truth} ; not {truth} ; (some x in {set}:{truth}) ; (all x in {set}:x=={num})
        ; {none}=={num} ; t[{suit}] ; {set}=={set} ; {thing} in {place} ; (after bump({num}):{truth}) ;
        {player}=={player}
    """,
    "suit": """
        next({suit}) ; {thing}.suit ; member(Suit,{num}) ; sure(next({suit})) ; previous(hearts)
    """,
    "thing": """
        next({thing}) ; previous({thing}) ; {thing}+{num} ; Card(suit:{suit},value:{num}) ;
        Spot(a:{num},b:{num}) ; Inn(suit:{suit},beds:{num}) ; item({place},{num}) ; top of {place} ;
        spots[{num}] ; cell[{site}] ; direction({site},{site})
    """,
    "player": """
        next({player}) ; previous({player}) ; opponent({player}) ; member(Player,{num}) ; (the p in {set}) ;
        sure({none})
    """,
    "site": """
        next({site},{way}) ; steps({site},{way},{num}) ; (first x in {set}) ; member(Square,{num}) ;
        sure({none})
    """,
    "way": """
        direction({site},{site}) ; next({way}) ; {way}+{num} ; sure({none})
    """,
    "set": """
        adjacent({site}) ; around({site}) ; ray({site},{way}) ; between({site},{site}) ; {set}+{set} ;
        {set}-{set} ; {set}&{set} ; {{x in {set} where {truth}}} ; {{{num},{num}}} ; {{{site},{site}}} ; {{{num}
        for x in {set}}} ; {{{num}..{num}}} ; {place} ; {none} ; (reach from {set}, x to y in {set} where
        {truth}) ; (reach from {set}, x to y in adjacent(x)) ; {{x in Square}}
    """,
    "place": """
        cell[{site}] ; hand[{player}]
    """,
    "none": """
        item({place},{num}) ; direction({site},{site}) ; {thing} ; bottom of {place} ; next({suit}) ;
        steps({site},{way},{num})
    """,
}

PLACES = """
fact it = {num} ; fact it = {set} ; fact it(x -3..3) = {thing} ; exception it to twice(m) where {truth} = {num}
; exception it to twice({num}) = 3 ; exception it to big where {truth} = {num} ; piece It(suit Suit): {num} each
; place it: row of Coin, at most {num} ; place it[p in Player]: heap of Card, seen by {player} ; place it[p in
Player]: heap of Card, seen by {set} ; keep it[p in Player]: set of Suit, seen by p, counted by {set} ; keep it:
-9..9 = {num} ; keep it: set of Square = {set} ; keep it: Player or none = {none} ; keep it[{set}]: truth = no ;
keep it: 0..{num} = 0 ; keep it: {num}..3 = 3 ; option it: 1..{num} = 1 ; table It for each x in {set} ; table
It for each x in {set}, y in {set} where {truth} ; table It(v -9..9): / | row_a | {num} | ; table It(v set of
Square): / | row_a | {set} | ; board It: {num} by 2 ; board It: open for {num} ; always it: {truth} ; finally
it: {truth} ; rule it when rang({num}): / nothing ; rule it when rang(m) by q where {truth}: / nothing ; rule it
whenever {truth}: / nothing ; rule it whenever x in {set}: {truth}: / nothing ; action it in turn: / require
{truth} ; example it: / given: // n = {num} / expect n == 1 ; example it: / given: // put {thing} in hand[p1] ;
example it: / given: // draw x in {set} ; example it: / expect {truth} ; example it: / refuse go(g: {num}) ;
example it: / players {num} ; position it: n at most {num} ; event it(x -1..1) answered from {player} ;
procedure it(m 0..3) nested at most {num}: / nothing ; example it: / set o = {num}
"""
BODIES = """
n = {num} ; who = {none} ; maybe = {none} ; sites += {set} ; sites -= {set} ; spots[0] = {thing} ; n += {num} ;
spots[{num}] = {thing} ; t[{suit}] = {truth} ; let x = {set} ; let x in {none} ; keep x: 0..2 = {num} ; put
{thing} in hand[p1] ; put {num} of Coin() in line ; put every {set} in deck ; remove all of {place} ; move top
of deck to {place} ; move {thing} from {place} to hand[p1] ; shuffle {place} ; show {set} to all ; show {none}
to {set} ; move random from {place} to {place} ; remove {thing} from {place} ; choose x in {set} ; choose x in
{set} where {truth} ; choose {num} of x in Square ; choose x in {place} ; choose up to {num} of x in {place} ;
choose x in 1..2 otherwise {num} ; choose x in {set} otherwise none ; draw x in {set} ; draw x in 1..3 weighted
{num} ; draw x in {place} ; if {truth}: // n = 2 ; for each x in {set}: // n = 2 ; for each x in {set}, in
chosen order: // n = 2 ; for each x in Player from {player} where {truth}: // n = 2 ; repeat at most {num}
times: // n = 2 ; repeat at most 2 times until {truth}: // n = 2 ; rounds at most {num}: // n = 2 ; turns from
{player} where {truth}, once each: // n = 2 ; by {player}: // choose x in 1..2 ; at once each x in Player where
{truth}: // choose y in 1..2 ; window from {player} each q, once each: // may act: //// n = 2 ; announce
rang({num}) ; bump({num}) ; game over, won by {set} ; game over, won by {player} ; game over, paying x in {set}:
{num} ; game over, ranked by x in Player: {num} ; require {truth} ; choose x in 1..2 / require {truth} ; choose
2 of x in {place} totalling {num} at least {num} ; choose x in 1..2 / let y in {none}
"""
RIGHT = 0.93  # how often an argument has the required type


@cache
def parted(text: str) -> tuple[str, ...]:
    """Return the templates of a list, with line breaks and indentation in place of the slashes."""
    signs = {"/": "\n  ", "//": "\n    ", "////": "\n      "}
    items = ("".join(signs.get(word, f" {word}") for word in item.split()).strip() for item in text.split(";"))
    return tuple(re.sub(r"\n( +) ", r"\n\1", item) for item in items)


class Slots(dict[str, str]):
    """Fills each slot of a template with a random expression of the type that the slot names."""

    def __init__(self, rng: random.Random, depth: int) -> None:
        super().__init__()
        self.rng, self.depth = rng, depth

    def __missing__(self, sort: str) -> str:
        return expression(self.rng, sort, self.depth)


def expression(rng: random.Random, sort: str, depth: int) -> str:
    if rng.random() > RIGHT:
        sort = rng.choice(list(ATOMS))
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(parted(ATOMS[sort]))
    return filled(
        rng, rng.choice(MADE[sort].split()).replace("if_none", "if#none").replace("_", " ").replace("#", "_"), depth - 1
    )


def filled(rng: random.Random, template: str, depth: int) -> str:
    return template.format_map(Slots(rng, depth))


def books(seed: int, count: int) -> Iterator[str]:
    rng = random.Random(seed)
    for number in range(count):
        depth = 1 + (number % 3 == 0)
        clauses = filled(rng, rng.choice(parted(PLACES)), depth) if number % 2 else ""
        body = "" if number % 2 else filled(rng, rng.choice(parted(BODIES)), depth)
        inner = "\n".join(f"    {line}" for line in f"by p1:\n  {body}".splitlines()) if body else "    nothing"
        flow = f"flow:\n  put every Card in deck\n  if n == 1:\n{inner}\n  turns from p1:\n    do one of turn\n"
        yield f"{THINGS}{clauses}\n{flow}"


def plays(engine: Engine, machine: Machine) -> list[str]:
    """Play up to four steps and return the nodes reached; a fault of the rules ends the game, and its code is added."""
    found = []
    nodes = {node.id: node for node in machine.nodes}
    try:
        state = engine.start(1)
        for _ in range(4):
            found.append(state.node)
            node = nodes[state.node]
            if isinstance(node, End):
                break
            state = (
                engine.apply(state, engine.options(state)[0]) if isinstance(node, Decision) else engine.chance(state)
            )
    except GameFault as fault:
        found.append(fault.fault.code)
    return found


def tried(text: str, wasm: bool) -> bool:
    """Return whether the book passes the check; if so, play it."""
    book, problems = parse(Source("fuzzed.rules", text))
    if book is None:
        assert all(d.span is not None for d in problems)
        return False
    rulebook, problems = assemble([book], Config())
    if rulebook is None:
        assert problems and all(d.span is not None for d in problems), problems
        return False
    model, found = check_rulebook(rulebook)
    assert all(d.span is not None and d.message for d in found), found
    if model is None:
        assert any(d.severity == "error" for d in found)
        return False
    try:
        machine = lower(model)
    except RulekitError as error:
        assert all(d.span is not None for d in error.diagnostics), error
        return False
    way = plays(ReferenceEngine(machine), machine)
    if wasm:
        assert plays(WasmEngine(machine), machine) == way
    return True


@pytest.mark.parametrize("seed", every(4, range(4)))
def test_it_plays_or_is_refused_with_a_place(seed: int) -> None:
    passed = [tried(text, wasm=number % 20 == 0) for number, text in enumerate(books(seed, 60))]
    assert any(passed) and not all(passed)


def test_what_it_found() -> None:
    """A bug that this test found: an `otherwise` value outside the range must widen the parameter and the number of
    options."""
    text = f"{THINGS}flow:\n  by p1:\n    choose x in 1..2 otherwise abs(payoff(p1))\n"
    assert not tried(text, wasm=False)
