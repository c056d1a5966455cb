"""Several editions side by side: a row for each decision in which they differ, a column for each edition, and a table
of statistics. The first edition is compared with each of the others.

The clauses that a base leaves `to be said` are questions: each edition answers them by clauses with its own titles. In
the row of a question, the title is the question, and the cells are the answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from ..model.clause_table import is_unsaid
from ..model.difference import difference
from ..model.rulebook import Rulebook
from ..play.loaded_book import LoadedBook
from ..syntax import nodes as s
from .comparison_report import same_games
from .edition_labels import edition_labels, sentences
from .edition_prose import TwoEditions
from .figure_sentences import clear_figures
from .names import Chapters, TitleLookup, clause_title
from .paired_figures import FigureComparison, Sides
from .screen_building import ScreenBuilder
from .screen_figures import figure_row_text
from .topics import Topic


@frozen
class Questions:
    """The clauses that a base leaves `to be said`: `titles` maps the id of each to its title. Also has the rulebooks of
    the editions, in which the answers are."""

    titles: Mapping[str, str]
    editions: Sequence[Rulebook]

    def question(self, clauses: Collection[str]) -> str | None:
        """Return the id of the question among these clauses; None if there is not exactly one."""
        asked = [clause for clause in clauses if clause in self.titles]
        return asked[0] if len(asked) == 1 else None

    def answer(self, question: str, edition: int, words: str) -> str:
        """Return the answer of an edition to a question: the title of its clause, followed by `words` if an author
        wrote them."""
        clause = next((placed.clause for placed in self.editions[edition].clauses if placed.id == question), None)
        if clause is None or clause.tags.title is None or clause_title(clause) == self.titles[question]:
            return words
        return f"{clause_title(clause)}." + (f" {words}" if clause.tags.summary else "")


def questions_of(book: LoadedBook, editions: Sequence[Rulebook]) -> Questions:
    """Return the questions of the base of a book, which all these editions answer."""
    clauses = (member for one in book.books for member in one.members if isinstance(member, s.Clause))
    asked = (clause for clause in clauses if is_unsaid(clause) and clause.tags.title is not None)
    return Questions({f"{clause.kind} {clause.name.text}": clause_title(clause) for clause in asked}, editions)


NONE: Final = "—"
"""The cell of an edition without such a rule."""
SAME: Final = ""
"""The cell of an edition that says the same as the first."""
DIFFERENT: Final = "different"
"""The cell of an edition if only a formula could say how it differs."""

UNSAID: Final = "…"
"""The cell of the first edition if only a formula could say it."""


@frozen
class DecisionRow:
    """A decision in which editions differ: its title, its chapter, and a cell for each edition with what it says. The
    cell is SAME if it says the same as the first edition, and NONE if it has no such rule."""

    title: str
    chapter: str
    cells: tuple[str, ...]


@frozen
class FigureCells:
    """A statistic with its value in each edition; `clear` says for each whether it differs significantly from the
    first."""

    title: str
    cells: tuple[str, ...]
    clear: tuple[bool, ...]


@frozen
class EditionTable:
    """Several editions: their names as given, their titles, short labels, and the rows of both tables. `same` says for
    each edition whether it is proved to be the same game as the first. `measured` says what was played; "" if no games
    were. `lengths` has the numbers of moves of the games of each edition. `shares` maps players to the share of games
    that they win in each edition."""

    names: tuple[str, ...]
    titles: tuple[str, ...]
    labels: tuple[str, ...]
    players: int
    decisions: tuple[DecisionRow, ...]
    same: tuple[bool, ...]
    figures: tuple[FigureCells, ...]
    measured: str
    lengths: tuple[tuple[int, ...], ...] = ()
    shares: Mapping[str, tuple[float, ...]] = {}


def edition_table(editions: Sequence[TwoEditions], sides: Sequence[Sides] = ()) -> EditionTable:
    """Return the table of several editions. `editions` has pairs of the first edition with each other, and `sides` the
    statistics of each pair."""
    rulebooks = (editions[0].rulebooks()[0], *(pair.rulebooks()[1] for pair in editions))
    titles, called = [one.title for one in rulebooks], TitleLookup(rulebooks[0])
    names = (editions[0].names[0], *(pair.names[1] for pair in editions))
    found = [(at, topic) for at, pair in enumerate(editions, 1) for topic in pair_topics(pair)]
    return EditionTable(
        names=names,
        titles=tuple(titles),
        labels=_labels(titles, names),
        players=editions[0].players,
        decisions=tuple(_decisions(found, len(names), questions_of(editions[0].books[0], rulebooks))),
        same=(True, *(bool(same_games(pair, [pair.players])) for pair in editions)),
        figures=tuple(_figures(sides, called)) if sides else (),
        measured=f"averages of {sides[0].games:,} games of {sides[0].whose}" if sides else "",
        lengths=(sides[0].lengths[0], *(pair.lengths[1] for pair in sides)) if sides else (),
        shares=dict(_shares(sides, called)) if sides and not called.pays else {},
    )


def pair_topics(pair: TwoEditions) -> tuple[Topic, ...]:
    """Return the topics in which two editions differ, in the order of play."""
    first, second = pair.rulebooks()
    builder = ScreenBuilder(pair, *pair.voices((first, second)), Chapters.both(first, second))
    return tuple(sorted(builder.every_topic(difference(first, second)), key=lambda t: (t.component, t.place)))


def _labels(titles: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return a short name for each edition, all different."""
    others = zip(titles[1:], names[1:], strict=True)
    pairs = [edition_labels(titles[0], title, (names[0], name)) for title, name in others]
    labels = (pairs[0].first, *(pair.second for pair in pairs))
    return labels if len(set(labels)) == len(labels) else tuple(name.rpartition("/")[2] for name in names)


def _decisions(found: Sequence[tuple[int, Topic]], count: int, asked: Questions) -> Iterator[DecisionRow]:
    """Yield the rows of decisions. A row has at most one topic of each edition; topics about the same are in one
    row."""
    rows: list[list[tuple[int, Topic]]] = []
    for at, topic in found:
        free = [row for row in rows if all(edition != at for edition, _ in row)]
        best = max(free, key=lambda row: _likeness(topic, row), default=None)
        if best is not None and _likeness(topic, best) >= LIKE:
            best.append((at, topic))
        else:
            rows.append([(at, topic)])
    rows.sort(key=lambda row: min((topic.component, topic.place) for _, topic in row))
    for members in rows:
        members.sort(key=lambda one: one[0])
        lead = min((topic for _, topic in members), key=lambda topic: topic.weight)
        cells = [_join(topic.before for _, topic in members) or (UNSAID if lead.note else NONE)]
        for at in range(1, count):
            own = [topic for edition, topic in members if edition == at]
            said = _join(topic.after for topic in own)
            cells.append(SAME if not own else said or (DIFFERENT if any(topic.note for topic in own) else NONE))
        question = asked.question(lead.changes)
        if question is not None:
            cells = [SAME if cell == SAME else asked.answer(question, at, cell) for at, cell in enumerate(cells)]
        title = lead.title if question is None else asked.titles[question]
        yield DecisionRow(title, lead.chapter, tuple(cells))


LIKE: Final = 0.5
"""The share of clauses that topics of two editions must have in common to be one row."""


def _likeness(topic: Topic, row: Sequence[tuple[int, Topic]]) -> float:
    """Return how similar a topic is to those in a row: 1 for an equal title, otherwise the greatest share of clauses
    that it has in common with one of them."""
    shares = (len(topic.changes & other.changes) / len(topic.changes | other.changes) for _, other in row)
    return 1.0 if any(other.title == topic.title for _, other in row) else max(shares)


def _join(texts: Iterable[str]) -> str:
    """Return the sentences of these texts joined, equal sentences once."""
    known = tuple(dict.fromkeys(filter(None, texts)))
    if len(known) < 2:
        return known[0] if known else ""
    return " ".join(dict.fromkeys(said for text in known for said in sentences(text)))


# ----------------------------------------------------------------------------------------------------------- statistics


def _shares(sides: Sequence[Sides], names: TitleLookup) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each player's title with the share of games that the player wins in each edition."""
    pairs = [{figure.name: figure for figure in pair.figures} for pair in sides]
    for seat in sides[0].seats:
        found = [pair[f"wins {seat}"] for pair in pairs]
        yield names.seat(seat), (found[0].first or 0.0, *(figure.second or 0.0 for figure in found))


COMPARED: Final = ("length mean", "turns mean")
RARE: Final = ("draws", "unfinished")
"""Figures that are shown only if they are not 0 everywhere."""


def _figures(sides: Sequence[Sides], names: TitleLookup) -> Iterator[FigureCells]:
    kind = "payoff" if names.pays else "wins"
    wanted = [*COMPARED, *(f"{kind} {seat}" for seat in sides[0].seats), *RARE]
    pairs = [{figure.name: figure for figure in pair.figures} for pair in sides]
    clear = [clear_figures([f for f in pair.figures if f.name in wanted and _is_measured(f)]) for pair in sides]
    for name in wanted:
        found = [pair[name] for pair in pairs if name in pair and _is_measured(pair[name])]
        if len(found) < len(pairs) or (name in RARE and not any(f.first or f.second for f in found)):
            continue
        rows = [figure_row_text(figure, figure in sure, names) for figure, sure in zip(found, clear, strict=True)]
        differs = (False, *(figure in sure for figure, sure in zip(found, clear, strict=True)))
        yield FigureCells(rows[0].title, (rows[0].first, *(row.second for row in rows)), differs)


def _is_measured(figure: FigureComparison) -> bool:
    return figure.interval is not None and figure.interval.difference is not None
