"""Layers that make rare events frequent, by games that start from a later position which `given` of an example could
describe.

One player has a certain character and mostly belongs to MOF. Everybody has some messages, too few of each colour to end
the game, and this player holds more cards. Sometimes a player has been eliminated. All of this is drawn at random after
the set-up, so the game that follows uses the book's own rules. A second layer removes an exception: if the game then
goes differently, the exception mattered.
"""

from __future__ import annotations

FAVOURED = """
rule favoured after set_up.choosing:
  for each q in Player where character[q] == Portrait(role: {role}):
    move character[q] to characters
  for each q in Player where Portrait(role: {role}) in offer[q]:
    move Portrait(role: {role}) from offer[q] to characters
  if taken(character[p1]):
    move character[p1] to characters
  move Portrait(role: {role}) from characters to character[p1]
  for each q in Player where empty(character[q]):
    move random from characters to character[q]

rule alone after set_up.mixing where identity[p1].faction != mof:
  draw n in 1..3
  if n > 1:
    for each q in (first r in Player where identity[r].faction == mof):
      move identity[p1] to identities
      move identity[q] to identity[p1]
      move random from identities to identity[q]

rule further_on after set_up.dealing:
  draw cards in 0..5
  draw_cards(p1, cards)
  for each p in Player:
    draw many in 0..5
    repeat at most (if p == p1 and many mod 2 == 1 then 9 else many) times:
      let c = sure(top of deck)
      if count_of(p, hue(c)) < 2 and (hue(c) == black or count_of(p, red) + count_of(p, blue) < 3):
        move top of deck to messages[p]
      else:
        move top of deck to bottom of deck
  draw gone in Player
  draw whether in 1..3
  if players > 3 and gone != p1 and whether == 1:
    eliminate(gone, none, no)
    discard_all(gone)
"""


def favouring(role: str) -> str:
    return FAVOURED.replace("{role}", role)


def without(clause: str) -> str:
    return f"\nstrike {clause}\n"
