"""The JSON for the difference of two rulebooks has the data of each kind of change."""

from __future__ import annotations

import json

from rulekit.compare.changes_json import changes_json
from rulekit.model.difference import difference

from ..model.layering import game

OLD = """rulebook base "Base":
  players 2 to 4

table Inn(worth 0..9):
  | bear | 1 |
  | fox | 2 |
fact pay "Pay" = 1
fact price = 2
event lost(p Player)
"""
NEW = """rulebook base "Base":
  players 2 to 5

table Inn(worth 0..9):
  | bear | 3 |
  | elm "Elm" | 2 |
fact pay "Paying" = 1
fact price = 3
fact gain = 4
"""


def test_nothing_to_report() -> None:
    assert changes_json(difference(game(OLD), game(OLD))) == []


def test_the_data() -> None:
    data = changes_json(difference(game(OLD), game(NEW)))
    assert json.loads(json.dumps(data)) == data
    assert data[0] == {"change": "header", "part": "players", "before": "2 to 4", "after": "2 to 5", "wording": False}
    assert data[2] == {
        "change": "replaced",
        "id": "table Inn",
        "layer": "base",
        "parts": ["rows"],
        "before": "table Inn(worth 0..9):\n  | bear | 1 |\n  | fox | 2 |",
        "after": 'table Inn(worth 0..9):\n  | bear | 3 |\n  | elm "Elm" | 2 |',
        "details": [
            {"change": "removed", "name": "fox", "before": "fox | 2"},
            {"change": "added", "name": "elm", "after": 'elm "Elm" | 2'},
            {"change": "cell", "row": "bear", "column": "worth", "before": "1", "after": "3"},
        ],
        "wording": False,
    }


def test_each_kind_of_change_has_its_data() -> None:
    old = """rulebook base:
  players 2
enum Kind: a, b
option size: 1..9 = 1
event e
rule begin when e:
  nothing
rule two when e:
  nothing
words nl:
  begin: "een"
"""
    new = """rulebook base:
  players 2
enum Kind: b, a "A"
option size: 1..9 = 2
event e
rule two when e:
  nothing
rule begin when e:
  nothing
words nl:
  begin: "eerste"
"""
    data = changes_json(difference(game(old), game(new)))
    details = [d.get("details") for d in data if isinstance(d, dict)]
    assert details == [
        [
            {"change": "reworded", "name": "a", "before": "a", "after": 'a "A"'},
            {"change": "order", "before": ["a", "b"], "after": ["b", "a"]},
        ],
        [{"change": "default", "before": "1", "after": "2"}],
        [{"change": "word", "name": "begin", "before": "een", "after": "eerste"}],
        None,
    ]


def test_words_that_are_the_same_stand_in_the_same_place() -> None:
    old = 'rulebook base "Base":\n  players 2\n\nfact z = 1\n\nfact a = 1\n\nwords nl:\n  z: "zet"\n  a: "aap"\n'
    new = 'variant v of base "V":\n  players 2\n\nwords nl:\n  z: "zee"\n'
    (words,) = (
        d
        for d in changes_json(difference(game(old), game(old, new)))
        if isinstance(d, dict) and d.get("id") == "words nl"
    )
    assert words["before"] == 'words nl:\n  a: "aap"\n  z: "zet"'
    assert words["after"] == 'words nl:\n  a: "aap"\n  z: "zee"'
