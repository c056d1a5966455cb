"""The meaning hash of a text ignores how it is written, but not what it means."""

from __future__ import annotations

import pytest

from rulekit.model.meaning_hash import stack_identity
from tests.model.identity import rulebook_identity

from .layering import book, game, layered

PLAIN = """rulebook base:
  players 2

fact pay(n 0..3) = n + 1
option robbing: often, never
choice turn
action travel in turn:
  choose k in 1..3
  choose m in 1..k
  for each a in 1..2:
    for each b in 1..a where b < m:
      nothing
"""

DRESSED = """# a comment
rulebook base "A title":
  summary "What it is"
  players 2
  source book "The booklet"


fact pay(n 0..3)   "What one pays"   [book "2"] = # half
    n + 1
option robbing "Robbing" "May one rob?":
  often "Often"
  never "Never"

choice turn "A turn"
action travel in turn "Travel" [assumed "so it goes"]:
  choose k in 1..3, m in 1..k "how far"
  for each a in 1..2, b in 1..a where b < m:
    nothing
example opening:
  players 2
  expect pay(1) == 2
words nl:
  pay: "betalen"
"""


def test_wording_does_not_count() -> None:
    assert stack_identity([book(PLAIN)]) == stack_identity([book(DRESSED)])
    assert rulebook_identity(game(PLAIN)) == rulebook_identity(game(DRESSED))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n + 1", "n + 2"),
        ("n + 1", "n - 1"),
        ("players 2", "players 2 to 3"),
        ("often, never", "never, often"),
        ("in 1..3", "in 1..4"),
        ("fact pay", "fact cost"),
        ("  nothing\n", "  nothing\n  nothing\n"),
    ],
)
def test_meaning_counts(old: str, new: str) -> None:
    assert stack_identity([book(PLAIN)]) != stack_identity([book(PLAIN.replace(old, new))])


def test_a_pin_is_the_identity_of_the_chain_below() -> None:
    middle = "edition middle of base\nreplace fact pay(n 0..3) = n\n"
    pin = stack_identity([book(PLAIN), book(middle)])
    top = f'variant top of middle:\n  pinned "{pin}"\nfact more = 1\n'
    rulebook, problems = layered(DRESSED, middle, top)
    assert rulebook is not None and not problems
    rulebook, problems = layered(DRESSED.replace("1..3", "1..4"), middle, top)
    assert rulebook is None and [p.code for p in problems] == ["E227"]


def test_layering_does_not_show_in_the_identity_of_a_game() -> None:
    layer = "variant v of base\nreplace fact pay(n 0..3) = n + 2\n"
    assert rulebook_identity(game(PLAIN, layer)) == rulebook_identity(game(PLAIN.replace("n + 1", "n + 2")))
