"""Which game an example is about: so many players and these options; and whether that is a game of this rulebook.

A layer may change how many play.  Examples of the books below it that are for other numbers then do not apply; one
that the layer itself wrote, or one over it, is a mistake (the check's to tell).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from .partial_evaluation import World, evaluate_partially
from .rulebook import Placed, Rulebook


@frozen
class ExampleSetting:
    """An example and the game that it is about: its players (None: the fewest) and options."""

    name: str
    players: int | None
    options: Mapping[str, int | str]
    line: int


def setting(book: Rulebook, clause: s.ExampleClause) -> ExampleSetting:
    world = World({**book.options, "players": book.players})
    players = None if clause.players is None else evaluate_partially(clause.players, world, DiagnosticSink())
    options = {item.name.text: _value(item.value, world) for item in clause.settings}
    return ExampleSetting(
        clause.name.text, players if isinstance(players, int) else None, options, clause.span.first.line
    )


def _value(value: s.Expr, world: World) -> int | str:
    """A number, worked out; or the name of an answer."""
    known = evaluate_partially(value, world, DiagnosticSink())
    return known if isinstance(known, int) and not isinstance(known, bool) else value.span.text


def has_players(book: Rulebook, players: int | None) -> bool:
    """Whether the rulebook can be played by so many."""
    allowed = book.header.player_counts
    return players is None or not allowed or players in allowed


def outgrown(book: Rulebook, layer: str) -> bool:
    """Whether a layer over this one has said anew how many play."""
    return book.layers.index(book.players_from) > book.layers.index(layer)


def applies(book: Rulebook, placed: Placed) -> bool:
    """Whether an example is still about this game, now that layers over its own may have said how many play."""
    clause = placed.clause
    assert isinstance(clause, s.ExampleClause)
    return not outgrown(book, placed.layer) or has_players(book, setting(book, clause).players)
