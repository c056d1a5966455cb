"""Rulebooks that complete the snippets of docs/reference/language/index.md: a header and the few clauses the snippets
use."""

PREAMBLES = {
    "plain": """\
rulebook plain:
  players 2 to 4
""",
    "cited": """\
rulebook cited:
  players 2
  source booklet "The rules, 1998"
""",
    "cards": """\
rulebook cards:
  players 2 to 4

enum Suit: clubs, hearts

piece Card(suit Suit, value 1..3): 2 each
place deck: stack of Card
place hand[p in Player]: heap of Card, seen by p
place pile: heap of Card
""",
    "land": """\
rulebook land:
  players 2

board Cell: 9 by 9
keep owner[Cell]: Player or none = none
keep worth[Cell]: 0..9 = 1
""",
    "stones": """\
rulebook stones:
  players 2

board Point: 4 by 4
keep stone[Point]: Player or none = none

procedure lay(who Player, p Point):
  stone[p] = who
""",
    "buildings": """\
rulebook buildings:
  players 2
  source booklet "The booklet"

enum Good: grain, wood

table Building(price 1..9):
  | bakery | 3 |
  | mill   | 2 |
keep owns[Player]: set of Building = {}
keep store[Player, Good]: 0..99 = 2

fact yield(p Player, g Good) = 1

event gained(p Player, g Good, n 0..9)

choice turn

action gather in turn:
  choose g in Good
  store[me, g] += yield(me, g)
  announce gained(me, g, yield(me, g))
""",
}
