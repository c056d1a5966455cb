"""Layers that change no common part can be applied in either order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulekit.diagnostics import Diagnostic, DiagnosticSink
from rulekit.model.assembly import assemble
from rulekit.model.difference import join_point
from rulekit.model.edits import Edit, edits_of
from rulekit.model.meaning_hash import meaning_key
from rulekit.model.rulebook import Config, Rulebook
from rulekit.model.word_catalogs import name_of_word
from rulekit.syntax import nodes as s
from tests.shipped import every

from .layering import book

BASE = """rulebook base:
  players 2 to 4
  ranks book < card

option robbing: often, never
keep coins: 0..9 = 0
keep awake[Player]: truth = no
event lost(p Player)
choice turn
fact pay = 1
fact price = 2
action travel in turn:
  nothing
action rest in turn:
  nothing
rule gain when lost(p):
  nothing
rule check whenever coins > 8:
  nothing
procedure act:
  step opening:
    nothing
always few: coins < 9
words nl:
  pay: "betalen"
"""

SNIPPETS = (
    "replace fact pay = 3",
    "replace fact price = 4",
    "under awake[active]:\n  replace fact pay = 5",
    "under players > 2:\n  strike fact price",
    "under awake[me]:\n  strike action travel",
    "under awake[me]:\n  replace action rest in turn:\n    coins = 1",
    "replace action travel in turn:\n  coins = 2",
    "action NAME in turn:\n  nothing",
    "rule NAME when lost(p):\n  coins += 1",
    "rule NAME before act.opening:\n  coins += 1",
    "rule NAME whenever coins > 3:\n  coins = 0",
    "strike rule gain",
    "strike always few",
    "under awake[active]:\n  replace always few: coins < 5",
    "exception NAME to pay where coins == 3 = 7",
    "set robbing = never",
    "set coins = 4",
    "under robbing == never:\n  fact NAME = 1",
    'words nl:\n  price: "prijs"',
    'words nl:\n  pay: "NAME"',
    "fact NAME_fact = 6",
    'statements letter:\n  "a turn":\n    1 "NAME"',
)


def layer(name: str, parts: list[int], players: bool, ranks: bool) -> s.Book:
    header = f'variant {name} of base:\n  summary "{name}"\n'
    header += "  players 2 to 3\n" if players else ""
    header += f"  ranks {name}\n" if ranks else ""
    return book(header + "\n".join(SNIPPETS[p].replace("NAME", name) for p in parts) + "\n", name)


def footprint(book: s.Book) -> frozenset[str]:
    """Return what a layer changes: ids of clauses (`action travel`) and names of the lists it adds to (`answers to
    left_behind`)."""
    unsaid = DiagnosticSink()
    found = {name for edit in edits_of(book, None, unsaid) for name in _edited(edit)}
    header = book.header
    found |= {f"source {d.name.text}" for d in header.sources}
    parts = {"players": bool(header.numbers), "seats": bool(header.seats), "ranks": bool(header.ranks)}
    return frozenset(found | {f"header {part}" for part, said in parts.items() if said})


def _edited(edit: Edit) -> Iterator[str]:
    if edit.verb == "set":
        yield from (f"option {edit.name.text}", f"keep {edit.name.text}")
        return
    if isinstance(edit.clause, s.WordsClause):
        yield from (f"{edit.id} {name_of_word(w)}{'.' + w.item.text if w.item else ''}" for w in edit.clause.entries)
        return
    yield edit.id
    joins = join_point(edit.clause) if edit.clause else None
    if joins:
        yield joins


layers = st.tuples(
    st.lists(st.sampled_from(range(len(SNIPPETS))), unique=True, max_size=5), st.booleans(), st.booleans()
)
BASE_BOOK = book(BASE, "base")


@pytest.mark.parametrize("examples", every(2, [60, 1500]))
def test_disjoint_layers_commute(examples: int) -> None:
    many = settings(max_examples=examples, deadline=None)
    many(given(layers, layers, st.sampled_from([None, 3, 4]))(disjoint_layers_commute))()


def disjoint_layers_commute(
    one: tuple[list[int], bool, bool], two: tuple[list[int], bool, bool], players: int | None
) -> None:
    a, b = layer("left", *one), layer("right", *two)
    assume(not footprint(a) & footprint(b))
    there, back = (assemble([BASE_BOOK, *pair], Config(players)) for pair in ((a, b), (b, a)))
    assert messages(there[1]) == messages(back[1])
    assert (there[0] is None) == (back[0] is None)
    if there[0] and back[0]:
        assert meaning(there[0]) == meaning(back[0])
        assert slots(there[0]) == slots(back[0])


def messages(problems: list[Diagnostic]) -> set[tuple[str, str]]:
    return {(p.code, p.message) for p in problems}


def meaning(rulebook: Rulebook) -> object:
    clauses = {
        (
            p.id,
            "" if p.clause.kind == "words" else p.layer,
            repr(meaning_key(p.clause)),
            repr(meaning_key(p.conditions)),
            repr(meaning_key(p.unless)),
        )
        for p in rulebook.clauses
    }
    return clauses, rulebook.players, rulebook.seats, rulebook.ranks, rulebook.options, dict(rulebook.sources)


def slots(rulebook: Rulebook) -> dict[str, list[str]]:
    """Return the clauses of each list in which the order may matter, such as the rules of an event."""
    found: dict[str, list[str]] = {}
    for placed in rulebook.clauses:
        name = join_point(placed.clause)
        if name and not name.startswith("exceptions"):
            found.setdefault(name, []).append(placed.id)
    return found


def test_a_footprint_names_edits_and_places() -> None:
    found = footprint(layer("left", [0, 7, 8, 9, 14, 15, 18], True, False))
    assert found == {
        "fact pay",
        "action left",
        "actions of turn",
        "rule left",
        "answers to lost",
        "rules at act.opening",
        "exception left",
        "exceptions to pay",
        "option robbing",
        "keep robbing",
        "words nl price",
        "header players",
    }
