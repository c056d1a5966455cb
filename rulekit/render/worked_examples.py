"""Writes a worked example: pictures before and after it, what is played, and why refused moves are refused.

An example may be for another number of players, or another answer to an option, than the page. Its sentences are then
made for that configuration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.interface import State
from ..model.rulebook import Placed
from ..play.example_runner import Stage
from ..scene import PictureCut
from ..syntax import nodes as s
from ..syntax.traversal import inside
from . import page_blocks as d
from .games import Games, PlayedExample
from .page_pictures import Pictures, ShownState
from .subject import Subject


def example(subject: Subject, placed: Placed, games: Games, pictures: Pictures) -> Iterator[d.PageBlock]:
    """Yield the position of an example, its moves, and a picture of the position after them, in which the changes are
    marked."""
    clause = placed.clause
    assert isinstance(clause, s.ExampleClause)
    played = games.example(clause.name.text)
    if played is None:
        yield from subject.prose(placed).exact
        return
    yield from subject.speaker_of(played.game.model).example(placed, played.happenings())
    ends = _ends(played)
    if ends is not None:
        opening, closing = ends
        cut = PictureCut(memory=False, named=frozenset(ref.name.text for ref in inside(clause, s.Ref)))
        moved = opening if opening.cells != closing.cells else None
        caption = subject.ui("page-example-position" if moved is None else "page-example-after")
        yield pictures.state(f"example-{clause.name.text}", ShownState(played.game, closing, cut, moved), (caption,))


def example_figures(
    subject: Subject, placed: Placed, games: Games, pictures: Pictures, only: frozenset[str] = frozenset()
) -> tuple[d.PageBlock, ...]:
    """Return only the pictures of an example, before and after its moves; empty if it belongs to another game or
    fails."""
    name = placed.clause.name.text
    played = games.example(name)
    cut = PictureCut(only, memory=False)
    key = "-".join((f"shown-{name}", *sorted(only)))
    return tuple(_pair(tuple(_figures(subject, key, played, pictures, cut)))) if played else ()


def moves_figures(
    subject: Subject, placed: Placed, games: Games, pictures: Pictures, only: frozenset[str]
) -> Iterator[d.PageBlock]:
    """Yield a picture of an example that shows its moves as arrows. If arrows cannot show them and things only arrive,
    yield a picture of the position after the moves, with what is new marked. Otherwise yield two pictures, before and
    after."""
    name = placed.clause.name.text
    played = games.example(name)
    ends = _ends(played) if played else None
    if played is None or ends is None:
        return
    opening, closing = ends
    moves = tuple(one.after for one in _after_opening(played) if one.line.verb == "play" and one.after is not None)
    steps = (*moves[:-1], closing) if moves else ()
    cut, key = PictureCut(only, memory=False), "-".join((f"moves-{name}", *sorted(only)))
    if opening.cells == closing.cells:
        yield pictures.state(key, ShownState(played.game, opening, cut, outlined=_counted(played, closing)), ())
    elif steps and pictures.has_arrows(played.game, (opening, *steps), cut):
        yield pictures.state(key, ShownState(played.game, opening, cut, until=steps), ())
    elif pictures.shows_only_arrivals(played.game, opening, closing, cut):
        outlined = _counted(played, closing)
        yield pictures.state(key, ShownState(played.game, closing, cut, opening, outlined=outlined), ())
    else:
        yield from example_figures(subject, placed, games, pictures, only)


def _counted(played: PlayedExample, state: State) -> frozenset[str]:
    """Return the keys of all members in the sets that facts return in the last expectation of an example."""
    last = [stage.line.name for stage in played.stages if stage.line.verb == "expect"][-1:]
    sets = (found for name in last for found in played.game.explainer.sets(state, name))
    labels = {domain.name: domain.labels for domain in played.game.machine.domains}
    return frozenset(f"{name} {labels[name][at]}" for name, members in sets for at in members)


def _pair(figures: tuple[d.Figure, ...]) -> Iterator[d.Box]:
    wide = any(figure.width and figure.width > WIDE for figure in figures)
    if figures:
        yield d.Box("rk-pair rk-stacked" if wide else "rk-pair", figures)


WIDE = 420
"""The greatest width of pictures that are placed side by side, in pixels; wider ones are placed one below the other."""


def _figures(
    subject: Subject, name: str, played: PlayedExample, pictures: Pictures, cut: PictureCut
) -> Iterator[d.Figure]:
    """Yield a picture of the position before the first move, and one of the position after the last. If they are equal,
    there is only one."""
    ends = _ends(played)
    if ends is None:
        return
    opening, closing = ends
    before = ShownState(played.game, opening, cut)
    if opening.cells == closing.cells:
        yield pictures.state(f"{name}-before", before, (subject.ui("page-example-position"),))
        return
    yield pictures.state(f"{name}-before", before, (subject.ui("page-example-before"),))
    after = ShownState(played.game, closing, cut, opening)
    yield pictures.state(f"{name}-after", after, (subject.ui("page-example-after"),))


def _ends(played: PlayedExample) -> tuple[State, State] | None:
    """Return the states before the first move and after the last; None if either is missing."""
    about = [stage for stage in _after_opening(played) if stage.line.verb != "given"]
    opening = about[0].before or about[0].at or about[0].after if about else played.closing
    return None if opening is None or played.closing is None else (opening, played.closing)


def _after_opening(played: PlayedExample) -> Sequence[Stage]:
    """Return the stages after the opening of an example; all stages if nothing follows the opening."""
    return [stage for stage in played.stages if not stage.line.opening] or played.stages
