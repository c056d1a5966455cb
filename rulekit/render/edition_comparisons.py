"""Compares the editions of each game of a site: what changed, and what that does to random games. A few editions are
compared two at a time, many in one table.

The text of a comparison is that of `compare/html_page.py`, or of `compare/edition_table_text.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from attrs import frozen

from ..compare.comparison_report import report
from ..compare.edition_prose import TwoEditions
from ..compare.edition_table import edition_table
from ..compare.edition_table_text import edition_table_body
from ..compare.html_page import comparison_body
from ..compare.paired_figures import SameGames, compare_games, play_games
from ..engine.interface import Engine, GameColumns
from ..model.rulebook import Config
from ..pipeline import make_engine
from ..play import MAX_MOVES
from ..play.loaded_book import LoadedBook, machine_of
from ..play.whole_games import plainest_first
from .game_pages import family_of, page_name
from .markdown import yaml_text

COMPARISONS = "comparisons/"
GAMES = 300
SEED = 1
MANY_EDITIONS = 6
"""The most editions of a game that are all compared two at a time, too; their pairs grow with the square."""


@frozen
class EditionPair:
    """Two editions of a game by their names in the library; with `others`, all editions of a game."""

    first: str
    second: str
    others: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.first, self.second, *self.others

    @property
    def file(self) -> str:
        """Return the file name of the comparison, `family-one-and-two`, without suffix."""
        if self.others:
            return f"{page_name(self.first).replace('/', '-')}-and-all"
        one, two = page_name(self.first), page_name(self.second).rsplit("/", 1)[-1]
        return f"{one.replace('/', '-')}-and-{two}"


@frozen
class ComparedPage:
    """A comparison as a page: its title in the navigation, and its text."""

    pair: EditionPair
    title: str
    text: bytes

    @property
    def file(self) -> str:
        return f"{COMPARISONS}{self.pair.file}.md"


def families_of_pairs(books: Mapping[str, LoadedBook]) -> list[tuple[EditionPair, ...]]:
    """Return the pairs of editions to compare, grouped by game. Two editions are a pair if one builds directly on the
    other, both build on the same one or on none, or no edition builds on either; of more than MANY_EDITIONS, only if
    one builds on the other. They must allow a common number of players. Three editions or more are also in one table,
    the plainest first: those that allow the number of players that most do. The books are given by their names."""
    families: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, book in books.items():
        families.setdefault(family_of(book), {})[name] = tuple(one.span.source.name for one in book.books)
    found: list[list[EditionPair]] = []
    for stacks in families.values():
        found.append([])
        below = {name: _game_below(name, stacks) for name in stacks}
        last = stacks.keys() - below.values()
        many, together = len(stacks) > MANY_EDITIONS, _playing_together({name: books[name] for name in stacks})
        if len(together) > 2:
            first, second, *others = plainest_first(together)
            found[-1].append(EditionPair(first, second, tuple(others)))
        for one, two in combinations(stacks, 2):
            siblings = not many and (below[one] == below[two] or {one, two} <= last)
            if siblings or below[one] == two or below[two] == one:
                found[-1].append(EditionPair(one, two))
    played = (tuple(pair for pair in family if numbers_in_common(pair, books)) for family in found)
    return [family for family in played if family]


def _playing_together(family: Mapping[str, LoadedBook]) -> dict[str, LoadedBook]:
    """Return the editions for the number of players that most of them allow, the lowest of several."""
    counts = sorted({count for book in family.values() for count in book.player_counts})
    groups = ({name: one for name, one in family.items() if count in one.player_counts} for count in counts)
    return max(groups, key=len)


def _game_below(name: str, stacks: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the edition that a game builds on, the one with the most layers; None if there is none. `stacks` has the
    layers of each edition."""
    own = stacks[name]
    below = [other for other, stack in stacks.items() if len(stack) < len(own) and stack == own[: len(stack)]]
    return max(below, key=lambda other: len(stacks[other]), default=None)


def numbers_in_common(pair: EditionPair, books: Mapping[str, LoadedBook]) -> set[int]:
    """Return the numbers of players that all editions of a comparison allow."""
    return set.intersection(*(set(books[name].player_counts) for name in pair.names))


_FOLDED = re.compile(r'(<details class="more"><summary>.*?</summary>)(.*?)(\n</details>)', re.S)
"""A folded part of a comparison: title, inside, end. If an excluded element contains another with the same tag, which
`details` may, Material's search includes all that follows the inner one."""


def compare_family(books: Mapping[str, LoadedBook], family: Sequence[EditionPair]) -> list[ComparedPage]:
    """Return the comparison pages of a family, for the fewest players that all editions of a page allow, and every
    option at its default; each edition is compiled and played once. Only the text outside folded details is
    searchable."""

    @cache
    def played(name: str, players: int) -> tuple[Engine, GameColumns]:
        model = books[name].playable_model(Config(players))  # the model that the comparison is about
        engine = make_engine(machine_of(model), "wasm", GAMES)
        return engine, play_games([engine], SameGames(SEED, MAX_MOVES), GAMES)[0]

    def compare(pair: EditionPair) -> ComparedPage:
        players = min(numbers_in_common(pair, books))
        first, columns = played(pair.first, players)
        editions, sides = [], []
        for name in pair.names[1:]:
            editions.append(TwoEditions((books[pair.first], books[name]), (pair.first, name), ({}, {}), players))
            second, games = played(name, players)
            sides.append(compare_games(first, second, columns, games, SEED))
        if not pair.others:
            found = report(editions[0], sides[0])
            return _page(pair, f"{found.first.title} – {found.second.title}", comparison_body(found))
        base = books[pair.first].books[0].header.title
        title = f"{base.value if base else family_of(books[pair.first])} – {len(pair.names)} editions"
        return _page(pair, title, edition_table_body(edition_table(editions, sides), title))

    return list(map(compare, family))


def _page(pair: EditionPair, title: str, body: str) -> ComparedPage:
    inside = body.replace("\n\n", "\n&#10;")  # an empty line would end the HTML block in Markdown
    inside = _FOLDED.sub(r"\1<section data-search-exclude>\2</section>\3", inside)
    head = f"title: {yaml_text(title)}\nhide:\n  - toc"
    return ComparedPage(pair, title, f"---\n{head}\n---\n\n{inside}\n".encode())
