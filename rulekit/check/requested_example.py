"""E452, E453: an example that was asked for by its name, and is not about this game or not there."""

from __future__ import annotations

from ..diagnostics import Diagnostic, Help, Label
from ..diagnostics.near import did_you_mean
from ..model.header import players_line
from ..model.rulebook import Rulebook
from ..model.settings import example_setting, has_players, players_in_words
from ..syntax import nodes as s


def example_refusal(book: Rulebook, name: str) -> Diagnostic:
    """Why an example that was asked for by its name is not about this game."""
    clauses = {p.clause.name.text: p.clause for p in book.clauses if isinstance(p.clause, s.ExampleClause)}
    clause = clauses.get(name)
    if clause is None:
        return Diagnostic("E453", f"there is no example `{name}`", help=did_you_mean(name, clauses))
    wanted = example_setting(book, clause)
    span = (clause.players or clause.name).span
    if not has_players(book, wanted.players):
        allowed = players_in_words(book.header)
        message = f"the example `{name}` is for {wanted.players} players, and this game is for {allowed}"
        return Diagnostic("E452", message, span, (Label(players_line(book.header), "said here"),))
    about = [f"{item} = {value}" for item, value in wanted.options.items()]
    players = min(book.header.player_counts, default=None) if wanted.players is None else wanted.players
    asked = ", ".join([f"{players} players", *about, *(["the other options as usual"] if book.options else [])])
    here = ", ".join([f"{book.players} players", *(f"{item} = {value}" for item, value in book.options.items())])
    message = f"the example `{name}` does not apply here"
    return Diagnostic("E452", message, span, help=(Help(f"it is about {asked}; this is {here}"),))
