"""The outline of a rulebook: its chapters in order, and every clause in exactly one of them.

A clause stands in the chapter whose marker it was first written under; what replaces it stands there, too.  A clause
without a marker above it stands with what it adds to, else in a chapter of its layer's own; a base without any marker
has the chapters of `DEFAULTS`, by kind.  The order of clauses inside a chapter is that of the rulebook.  Nothing here
counts for the meaning of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field, frozen

from ..syntax import nodes as s
from .chapters import DEFAULTS, of_kind
from .identifier_words import identifier_words
from .rulebook import Placed, Rulebook


@frozen(eq=False)
class Chapter:
    """`title` is None for a chapter of `DEFAULTS`, and for that of a layer without a title; `layer` began it.

    A `reference` is for the full book only.
    """

    name: str
    title: s.Text | None
    summary: s.Text | None
    cites: tuple[s.Citation, ...]
    reference: bool
    clauses: tuple[Placed, ...]
    layer: str


@frozen(eq=False)
class Outline:
    """The chapters in which something stands, or that have a summary to be read."""

    chapters: tuple[Chapter, ...]

    def chapter_of(self, id_: str) -> Chapter | None:
        """Where the clause of this identity stands."""
        return next((c for c in self.chapters if any(p.id == id_ for p in c.clauses)), None)


def outline(rulebook: Rulebook) -> Outline:
    """The chapters of a rulebook, in the order in which a reader meets them."""
    return _Outliner(rulebook).made()


def heading(chapter: Chapter) -> str:
    """What a chapter is called; one without a title by what stands in it, or by its layer."""
    if chapter.title is not None:
        return chapter.title.value
    about = DEFAULTS[chapter.name].about if chapter.name in DEFAULTS else identifier_words(chapter.name)
    return about[:1].upper() + about[1:]


def subject(clause: s.Clause) -> tuple[str, ...]:
    """The identities, one of which is what a clause adds to: the fact it excepts, the event it answers, …"""
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
    marked: bool = field(init=False)  # the base has markers

    def __attrs_post_init__(self) -> None:
        clauses = self.rulebook.clauses
        self.markers = {p.clause.name.text: p for p in clauses if isinstance(p.clause, s.ChapterClause)}
        self.by_id = {p.id: p for p in clauses}
        self.base = self.rulebook.layers[0]
        self.marked = any(p.origin == self.base for p in self.markers.values())

    def made(self) -> Outline:
        standing: dict[str, list[Placed]] = {name: [] for name in self.markers}
        layers: dict[str, str] = {}
        for placed in self.rulebook.clauses:
            if not isinstance(placed.clause, s.ChapterClause):
                name, layer = self.place(placed)
                standing.setdefault(name, []).append(placed)
                layers.setdefault(name, layer)
        chapters = (self.chapter(name, layers, standing) for name in self.in_order(layers))
        return Outline(tuple(chapter for chapter in chapters if chapter.clauses or chapter.summary))

    def place(self, placed: Placed) -> tuple[str, str]:
        """The name of the chapter of a clause, and the layer that begins it where no marker does."""
        if placed.chapter in self.markers or placed.chapter in DEFAULTS:
            return placed.chapter or "", self.base
        if placed.origin == self.base and not self.marked:
            return of_kind(placed.clause.kind), self.base
        joined = next((self.by_id[id_] for id_ in subject(placed.clause) if id_ in self.by_id), None)
        return self.place(joined) if joined else (placed.origin, placed.origin)

    def in_order(self, layers: Mapping[str, str]) -> list[str]:
        """Layer by layer, what stands under no marker first; behind each chapter those that say they come after it."""
        begun = {name: p.origin for name, p in self.markers.items()}
        known = {**{name: layer for name, layer in layers.items() if name not in begun}, **begun}
        own = {name for name, layer in begun.items() if layer == self.base}  # it says where they come
        usual = [name for name in DEFAULTS if name in known and name not in own]
        rest = sorted((n for n in known if n not in usual), key=lambda n: (self.rank(known[n]), n in begun))
        behind: dict[str, list[str]] = {}
        firsts: list[str] = []
        for name in (*usual, *rest):
            after = self.marker(name).after if name in begun else None
            (behind.setdefault(after.text, []) if after and after.text in known else firsts).append(name)
        found: dict[str, None] = {}
        for name in (*firsts, *known):  # all are behind a first one, but for rulebooks made of parts of others
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
    """A chapter and all that come after it, each with its own first; those known already are left out."""
    if name in known:
        return
    waiting, seen = [name], set(known)
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            yield here
            waiting.extend(reversed(behind.get(here, [])))
