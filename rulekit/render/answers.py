"""What an answer to an option, or another number of players, changes in the rules of the page.

The rules are layered anew with that answer, and the difference is told clause by clause, in prose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..diagnostics import RulekitError
from ..model import changes as ch
from ..model.difference import difference
from ..model.rulebook import Placed
from ..prose import Speaker
from . import document as d
from .anchors import UNSHOWN
from .games import Games
from .subject import Subject, line_text


def answer_effects(
    subject: Subject, games: Games, players: int | None, options: Mapping[str, int | str]
) -> tuple[d.PageBlock, ...]:
    """The clauses that are other ones then; nothing where none is, or where there is no such game."""
    try:
        other = games.layered(players, options)
        changed = [c for c in difference(subject.rulebook, other) if _told(c)]
        if not changed:
            return ()
        says = subject.speaking(games.model(players, options))
    except RulekitError:
        return ()
    return tuple(block for change in changed for block in _change(subject, says, change))


def _told(change: ch.Change) -> bool:
    """What players must know; examples stand for themselves."""
    match change:
        case ch.Added(after=placed) | ch.Struck(before=placed) | ch.Replaced(after=placed):
            return placed.clause.kind not in (*UNSHOWN, "example")
    return False


def _change(subject: Subject, says: Speaker, change: ch.Change) -> Iterator[d.PageBlock]:
    match change:
        case ch.Struck(before=before):
            yield d.PageParagraph((d.Emphasis(subject.ui("page-gone-rule")), " ", subject.link(before.id)))
        case ch.Added(after=after):
            yield from _clause(subject, says, "page-new-rule", after, "")
        case ch.Replaced(after=after):
            yield from _clause(subject, says, "page-changed-rule", after, after.id)


def _clause(subject: Subject, says: Speaker, how: str, placed: Placed, target: str) -> Iterator[d.PageBlock]:
    """A clause as it is then; one that the page has is linked."""
    prose = says.clause(placed)
    title = line_text(prose.title)
    named = subject.link(target, title) if target else d.Strong(title)
    yield d.PageParagraph((d.Emphasis(subject.ui(how)), " ", named))
    if prose.summary:
        yield d.PageParagraph(prose.summary)
    yield from prose.exact
