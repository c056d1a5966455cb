"""The chapters of a base without markers, and what must hold of markers: one that is gone on with is there, a new one
has a title.  Which clauses stand in which chapter is left to `outline.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Help
from ..diagnostics.near import did_you_mean
from ..syntax import nodes as s
from .edit import Edit
from .rulebook import Placed


@frozen
class Default:
    """A chapter of a base without markers: the kinds of clauses that stand in it, and what it is about."""

    kinds: tuple[str, ...]
    about: str
    reference: bool = False


DEFAULTS: Final[dict[str, Default]] = {
    "things": Default(("enum", "table", "piece"), "things"),
    "places": Default(("board", "place", "keep", "position"), "places, and what is remembered"),
    "course": Default(("flow", "procedure", "event"), "set-up and the course of the game"),
    "actions": Default(("choice", "action"), "actions"),
    "rules": Default(("rule",), "rules"),
    "facts": Default(("fact", "exception"), "facts"),
    "options": Default(("option", "ruleset"), "options and open questions"),
    "examples": Default(("example",), "examples"),
    "always": Default(("invariant", "figure", "words", "look", "statements"), "what always holds", True),
}
"""By their names, in order."""


def of_kind(kind: str) -> str:
    """The name of the chapter in which clauses of a kind stand where the base has no markers."""
    return next(name for name, chapter in DEFAULTS.items() if kind in chapter.kinds)


def mistakes(edit: Edit, known: bool) -> Iterator[Diagnostic]:
    """Mistakes of one marker; `known`: its chapter is there already."""
    marker = edit.clause
    if edit.verb == "strike" and edit.kind == "chapter" and known:
        advice = Help("strike or replace what stands in it: with neither clauses nor a summary it is not in the book")
        yield Diagnostic("E237", "a chapter cannot be struck", edit.span, help=(advice,))
    if not isinstance(marker, s.ChapterClause):
        return
    name = marker.name
    if edit.verb == "go on" and not known:
        advice = Help(f'begin it: `chapter {name.text} "Title"`')
        yield Diagnostic("E236", f"there is no chapter `{name.text}` to go on with", name.span, help=(advice,))
    elif edit.verb == "go on" and (marker.after or marker.reference or marker.tags.cites):
        advice = Help(f'write `chapter {name.text}`, or `replace chapter {name.text} "Title"` to say it anew')
        message = f"`chapter {name.text}` goes on with a chapter, so it says nothing else"
        yield Diagnostic("E237", message, marker.span, help=(advice,))
    elif edit.verb == "replace" and marker.tags.title is None:
        advice = Help(f'write `replace chapter {name.text} "Title"`')
        yield Diagnostic("E237", f"the chapter `{name.text}` is left without a title", marker.span, help=(advice,))


def misplaced(clauses: Sequence[Placed], base: str) -> Iterator[Diagnostic]:
    """Chapters that come after one that is not there, or after one another in a circle."""
    found = {p.clause.name.text: p.clause for p in clauses if isinstance(p.clause, s.ChapterClause)}
    marked = any(p.origin == base for p in clauses if isinstance(p.clause, s.ChapterClause))
    usual = () if marked else DEFAULTS.keys() - found.keys()
    told: set[str] = set()
    for name, marker in found.items():
        if marker.after is None or marker.after.text in usual:
            continue
        if marker.after.text not in found:
            help_ = did_you_mean(marker.after.text, (*found, *usual), marker.after.span)
            yield Diagnostic("E236", f"there is no chapter `{marker.after.text}`", marker.after.span, help=help_)
            continue
        ring = [name]
        while (after := found[ring[-1]].after) and after.text in found and after.text not in ring:
            ring.append(after.text)
        if after and after.text == name and name not in told:
            told.update(ring)
            words = ", ".join(f"`{one}`" for one in ring)
            advice = (Help("leave one `after` out: chapters stand in the order in which they are written"),)
            message = f"these chapters come after one another in a circle: {words}"
            yield Diagnostic("E238", message, marker.after.span, help=advice)
