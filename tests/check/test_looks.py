"""Looks (how pieces are drawn) in the checked model: their names and types; nothing of them reaches the machine."""

from __future__ import annotations

import re

from rulekit.check import CheckedModel, check_rulebook
from rulekit.diagnostics import Source
from rulekit.machine.lower import lower
from rulekit.machine.text import machine_text
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.model.symbols import DomainSymbol, LocalSymbol
from rulekit.model.types import DomainType, NumberType
from rulekit.syntax import nodes as s
from rulekit.syntax import parse

from .cases import CASES

BOOK = """rulebook tiles "Tiles":
  players 2
enum Kind: ox, cow
piece Man(owner Player, kind Kind): 3 each
board Square: 3 by 3
place spot[here in Square]: one Man
keep rotation[Square]: 0..3
look Man:
  shape disc, colour owner, letter kind
look spot:
  turned 90 * rotation[here]
look Square:
  size 50 + column
flow:
  game over, drawn
"""


def model(text: str, players: int = 2) -> CheckedModel:
    book, found = parse(Source("t", text))
    assert book is not None, found
    rulebook, found = assemble([book], Config(players))
    assert rulebook is not None, found
    checked, found = check_rulebook(rulebook)
    assert checked is not None, found
    return checked


def looks(checked: CheckedModel) -> dict[str, s.LookClause]:
    return {p.clause.name.text: p.clause for p in checked.rulebook.clauses if isinstance(p.clause, s.LookClause)}


def value(look: s.LookClause, key: str) -> s.Expr | s.Text:
    return next(prop.value for line in look.lines for prop in line.props if prop.key.text == key)


def test_what_a_look_reads_has_its_names_and_types() -> None:
    checked = model(BOOK)
    found = looks(checked)
    man, spot, square = (found[name] for name in ("Man", "spot", "Square"))
    assert checked.refs[man.name] is checked.symbols["Man"]
    owner = value(man, "colour")
    assert checked.types[owner] == DomainType(checked.players)
    assert checked.refs[owner] is checked.binds[man, "owner"]
    assert value(man, "shape") not in checked.types  # a plain word such as `disc`
    turned = value(spot, "turned")
    assert isinstance(turned, s.Binary) and isinstance(turned.right, s.Index)
    assert checked.types[turned] == NumberType(0, 270)
    here = checked.refs[turned.right.args[0]]
    assert isinstance(here, LocalSymbol) and here is checked.binds[spot, "here"]
    board = checked.symbols["Square"]
    assert isinstance(board, DomainSymbol) and here.type == DomainType(board.domain)
    assert checked.types[value(square, "size")] == NumberType(51, 53)


def test_no_word_of_what_is_for_readers_is_in_the_machine() -> None:
    text = re.sub("###.*", "", (CASES / "good_everything.rules").read_text("utf-8"))
    readers = re.compile(r"^(?:(?:look|words) .*\n(?: .*\n)+|chapter .*\n)", re.MULTILINE)
    plain = readers.sub(lambda gone: "\n" * gone.group().count("\n"), text)
    assert "chapter" not in plain and "shape" not in plain
    assert machine_text(lower(model(plain, 4))) == machine_text(lower(model(text, 4)))
