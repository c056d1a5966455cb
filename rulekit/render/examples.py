"""A worked example as pictures before and after, with what is played, what is allowed and what is refused.

The prose of an example is that of the game it is about, which may be for more players than the page, or have another
answer to an open question.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.rulebook import Placed
from ..syntax import nodes as s
from . import document as d
from .games import Games, PlayedExample
from .pictures import Pictures
from .refusals import happenings
from .subject import Subject


def example(subject: Subject, placed: Placed, games: Games, pictures: Pictures) -> Iterator[d.PageBlock]:
    """The position, what happens in it, and where it leads."""
    clause = placed.clause
    assert isinstance(clause, s.ExampleClause)
    played = games.example(clause.name.text)
    if played is None:
        yield from subject.prose(placed).exact
        return
    yield from subject.speaking(played.game.model).example(placed, happenings(played.game, played.stages))
    figures = tuple(_figures(subject, f"example-{clause.name.text}", played, pictures))
    wide = any(figure.width and figure.width > WIDE for figure in figures)
    if figures:
        yield d.Box("rk-pair rk-stacked" if wide else "rk-pair", figures)


WIDE = 420
"""Pictures that are wider stand one under the other."""


def _figures(subject: Subject, name: str, played: PlayedExample, pictures: Pictures) -> Iterator[d.Figure]:
    """Before the first line that is about play, and where the moves have led."""
    about = [stage for stage in played.stages if stage.line.verb != "given"]
    opening = about[0].before or about[0].at or about[0].after if about else played.stages[-1].after
    closing = played.stages[-1].after
    if opening is None or closing is None:
        return
    if opening.cells == closing.cells:
        yield pictures.state(f"{name}-before", played.game, opening, (subject.ui("page-example-position"),))
        return
    yield pictures.state(f"{name}-before", played.game, opening, (subject.ui("page-example-before"),))
    after: d.InlineLine = (subject.ui("page-example-after"),)
    yield pictures.state(f"{name}-after", played.game, closing, after, since=opening)
