"""The outline of a rulebook: its chapters in reading order. Every clause is in exactly one chapter.

A clause belongs to the chapter under whose marker it was first written, also after it has been replaced. A clause
before any marker belongs to the chapter of the clause to which it adds something or, if there is no such clause, to a
chapter for its layer. A base without markers has the chapters of `DEFAULTS`, chosen by the kind of clause. Sections are
in no chapter; they form a book of their own (`sections.py`). Chapters never change the meaning of a game. This file
also reports mistakes in markers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, Help, did_you_mean
from ..diagnostics.printable import capital
from ..syntax import nodes as s
from .edits import Edit
from .naming import identifier_words
from .rulebook import Placed, Rulebook


@frozen
class DefaultChapter:
    """A chapter of a base that has no chapter markers: the kinds of clauses in it, and its subject (`about`).
    `reference`: only the full book contains it, not the short one."""

    kinds: tuple[str, ...]
    about: str
    reference: bool = False


DEFAULTS: Final[dict[str, DefaultChapter]] = {
    "things": DefaultChapter(("enum", "table", "piece"), "things"),
    "places": DefaultChapter(("board", "place", "keep", "position"), "places, and what is remembered"),
    "course": DefaultChapter(("flow", "procedure", "event"), "set-up and the course of the game"),
    "actions": DefaultChapter(("choice", "action"), "actions"),
    "rules": DefaultChapter(("rule",), "rules"),
    "facts": DefaultChapter(("fact", "exception"), "facts"),
    "options": DefaultChapter(("option", "ruleset"), "options and open questions"),
    "examples": DefaultChapter(("example",), "examples"),
    "always": DefaultChapter(("invariant", "figure", "words", "look", "statements"), "what always holds", True),
}
"""The default chapters by name, in reading order."""


def default_chapter(kind: str) -> str:
    """Return the name of the chapter for clauses of a kind, in a base without markers."""
    return next(name for name, chapter in DEFAULTS.items() if kind in chapter.kinds)


def marker_mistakes(edit: Edit, known: bool) -> Iterator[Diagnostic]:
    """Yield the mistakes of an edit that is a chapter marker. `known`: its chapter exists already."""
    marker = edit.clause
    if edit.verb == "strike" and edit.kind == "chapter" and known:
        advice = Help("strike or replace what is in it: with neither clauses nor a summary it is not in the book")
        yield Diagnostic("E237", "a chapter cannot be struck", edit.span, help=(advice,))
    if not isinstance(marker, s.ChapterClause):
        return
    name = marker.name
    if edit.verb == "go on" and not known:
        advice = Help(f'begin it: `chapter {name.text} "Title"`')
        yield Diagnostic("E236", f"there is no chapter `{name.text}` to go on with", name.span, help=(advice,))
    elif edit.verb == "go on" and (marker.after or marker.reference or marker.tags.cites):
        advice = Help(f'write `chapter {name.text}`, or `replace chapter {name.text} "Title"` to give it another title')
        message = f"`chapter {name.text}` goes on with a chapter, so it says nothing else"
        yield Diagnostic("E237", message, marker.span, help=(advice,))
    elif edit.verb == "replace" and marker.tags.title is None:
        advice = Help(f'write `replace chapter {name.text} "Title"`')
        yield Diagnostic("E237", f"the chapter `{name.text}` is left without a title", marker.span, help=(advice,))


def chapter_errors(clauses: Sequence[Placed], base: str) -> Iterator[Diagnostic]:
    """Yield errors for chapters declared `after` a chapter that does not exist, or after each other in a cycle."""
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


@frozen(eq=False)
class Chapter:
    """A chapter with its clauses. `title` is None for a chapter of `DEFAULTS`, and for the chapter of a layer that has
    no title. `layer` is the layer that began the chapter. `reference`: only the full book contains it."""

    name: str
    title: s.Text | None
    summary: s.Text | None
    cites: tuple[s.Citation, ...]
    reference: bool
    clauses: tuple[Placed, ...]
    layer: str


@frozen(eq=False)
class Outline:
    """The chapters of a rulebook in reading order. Chapters without clauses and without a summary are left out."""

    chapters: tuple[Chapter, ...]


def outline(rulebook: Rulebook) -> Outline:
    """Return the chapters of a rulebook in reading order."""
    return _Outliner(rulebook).build()


def heading(chapter: Chapter) -> str:
    """Return the title of a chapter. If it has none, return its subject or, for a chapter of a layer, the name of the
    layer."""
    if chapter.title is not None:
        return chapter.title.value
    about = DEFAULTS[chapter.name].about if chapter.name in DEFAULTS else identifier_words(chapter.name)
    return capital(about)


def subject(clause: s.Clause) -> tuple[str, ...]:
    """Return the possible ids of the clause to which a clause adds something, such as the fact of an exception, or the
    event that a rule answers. The result is empty if it adds to none."""
    match clause:
        case s.ExceptionClause(fact=fact):
            return (f"fact {fact.text}",)
        case s.ActionClause(choice=choice):
            return (f"choice {choice.text}",)
        case s.RuleClause(trigger=s.When(event=event)):
            return (f"event {event.text}",)
        case s.RuleClause(trigger=s.AtStep(procedure=procedure)):
            return tuple(f"{kind} {procedure.text}" for kind in ("procedure", "action", "flow"))
        case s.LookClause(name=name):
            return tuple(f"{kind} {name.text}" for kind in ("enum", "table", "piece", "board", "place", "keep"))
        case s.ExampleClause(lines=lines):
            return tuple(f"action {line.label.text}" for line in lines if isinstance(line, s.Played))
    return ()


@define(eq=False)
class _Outliner:
    rulebook: Rulebook
    markers: dict[str, Placed] = field(init=False)
    by_id: dict[str, Placed] = field(init=False)
    base: str = field(init=False)
    marked: bool = field(init=False)  # whether the base (the lowest layer) has chapter markers

    def __attrs_post_init__(self) -> None:
        clauses = self.rulebook.clauses
        self.markers = {p.clause.name.text: p for p in clauses if isinstance(p.clause, s.ChapterClause)}
        self.by_id = {p.id: p for p in clauses}
        self.base = self.rulebook.layers[0]
        self.marked = any(p.origin == self.base for p in self.markers.values())

    def build(self) -> Outline:
        standing: dict[str, list[Placed]] = {name: [] for name in self.markers}
        layers: dict[str, str] = {}
        for placed in self.rulebook.clauses:
            if not isinstance(placed.clause, s.ChapterClause | s.SectionClause):
                name, layer = self.place(placed)
                standing.setdefault(name, []).append(placed)
                layers.setdefault(name, layer)
        chapters = (self.chapter(name, layers, standing) for name in self.in_order(layers))
        return Outline(tuple(chapter for chapter in chapters if chapter.clauses or chapter.summary))

    def place(self, placed: Placed) -> tuple[str, str]:
        """Return the name of the chapter that contains a clause, and the layer that begins this chapter if no marker
        does."""
        if placed.chapter in self.markers or placed.chapter in DEFAULTS:
            return placed.chapter or "", self.base
        if placed.origin == self.base and not self.marked:
            return default_chapter(placed.clause.kind), self.base
        joined = next((self.by_id[id_] for id_ in subject(placed.clause) if id_ in self.by_id), None)
        return self.place(joined) if joined else (placed.origin, placed.origin)

    def in_order(self, layers: Mapping[str, str]) -> list[str]:
        """Return the names of the chapters layer by layer, for each layer first those without a marker. After each
        chapter come those declared `after` it."""
        begun = {name: p.origin for name, p in self.markers.items()}
        known = {**{name: layer for name, layer in layers.items() if name not in begun}, **begun}
        # the chapters of the base that have markers are in the order of these markers
        own = {name for name, layer in begun.items() if layer == self.base}
        usual = [name for name in DEFAULTS if name in known and name not in own]
        rest = sorted((n for n in known if n not in usual), key=lambda n: (self.rank(known[n]), n in begun))
        behind: dict[str, list[str]] = {}
        firsts: list[str] = []
        for name in (*usual, *rest):
            after = self.marker(name).after if name in begun else None
            (behind.setdefault(after.text, []) if after and after.text in known else firsts).append(name)
        found: dict[str, None] = {}
        # `known` adds chapters that are `after` each other in a cycle, as in combinations of parts of rulebooks
        for name in (*firsts, *known):
            found.update(dict.fromkeys(_branch(name, behind, found)))
        return list(found)

    def rank(self, layer: str) -> int:
        layers = self.rulebook.layers
        return layers.index(layer) if layer in layers else len(layers)

    def marker(self, name: str) -> s.ChapterClause:
        clause = self.markers[name].clause
        assert isinstance(clause, s.ChapterClause)
        return clause

    def chapter(self, name: str, layers: Mapping[str, str], standing: Mapping[str, list[Placed]]) -> Chapter:
        clauses = tuple(standing[name])
        if name in self.markers:
            marker, layer = self.marker(name), self.markers[name].origin
            tags = marker.tags
            return Chapter(name, tags.title, tags.summary, tags.cites, marker.reference, clauses, layer)
        usual = DEFAULTS.get(name)
        title = None if usual else self.rulebook.layer_titles.get(name)
        return Chapter(name, title, None, (), bool(usual and usual.reference), clauses, layers[name])


def _branch(name: str, behind: Mapping[str, list[str]], known: Mapping[str, None]) -> Iterator[str]:
    """Yield a chapter, then all chapters declared to come after it, directly or indirectly, depth first. Those in
    `known` are left out."""
    if name in known:
        return
    waiting, seen = [name], set(known)
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            yield here
            waiting.extend(reversed(behind.get(here, [])))
