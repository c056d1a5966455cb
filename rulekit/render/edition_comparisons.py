"""Compares the editions of each game of a site: what has changed, and how that changes random games. A few editions are
compared two at a time, many editions in one table.

The text of a comparison comes from `compare/html_page.py` or `compare/edition_table_text.py`.
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
"""If a game has more editions, not all pairs of them are compared, because there would be too many pairs."""


@frozen
class EditionPair:
    """The editions that one page compares, by their names in the library: two editions of a game or, with `others`, all
    of them."""

    first: str
    second: str
    others: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.first, self.second, *self.others

    @property
    def file(self) -> str:
        """Return the file name of the comparison without suffix, such as `family-one-and-two`."""
        if self.others:
            return f"{page_name(self.first).replace('/', '-')}-and-all"
        one, two = page_name(self.first), page_name(self.second).rsplit("/", 1)[-1]
        return f"{one.replace('/', '-')}-and-{two}"


@frozen
class ComparedPage:
    """A page that compares editions: its title in the navigation, and its text."""

    pair: EditionPair
    title: str
    text: bytes

    @property
    def file(self) -> str:
        return f"{COMPARISONS}{self.pair.file}.md"


def families_of_pairs(books: Mapping[str, LoadedBook]) -> list[tuple[EditionPair, ...]]:
    """Return the comparisons to make, grouped by game. `books` is a mapping from names to editions.

    Two editions are compared if one builds directly on the other, if both build on the same one or on none, or if no
    edition builds on either. With more than MANY_EDITIONS editions, only the first case counts. The two must allow a
    common number of players. If there are three or more, those that allow the most common number of players are also
    compared in one table, the plainest first."""
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
    """Return the editions that allow the number of players which most editions allow; of several such numbers, the
    lowest."""
    counts = sorted({count for book in family.values() for count in book.player_counts})
    groups = ({name: one for name, one in family.items() if count in one.player_counts} for count in counts)
    return max(groups, key=len)


def _game_below(name: str, stacks: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the edition on which this one directly builds; None if it builds on no edition. `stacks` has the layers of
    each edition."""
    own = stacks[name]
    below = [other for other, stack in stacks.items() if len(stack) < len(own) and stack == own[: len(stack)]]
    return max(below, key=lambda other: len(stacks[other]), default=None)


def numbers_in_common(pair: EditionPair, books: Mapping[str, LoadedBook]) -> set[int]:
    """Return the numbers of players that all editions in a comparison allow."""
    return set.intersection(*(set(books[name].player_counts) for name in pair.names))


_FOLDED = re.compile(r'(<details class="more"><summary>.*?</summary>)(.*?)(\n</details>)', re.S)
"""Matches a folded part of a comparison: title, contents, end. The contents are put into a section that is excluded
from search: in an excluded `details`, Material's search would include everything after an inner `details`."""


def compare_family(books: Mapping[str, LoadedBook], family: Sequence[EditionPair]) -> list[ComparedPage]:
    """Return the comparison pages of a game. A page is about the smallest number of players that all its editions
    allow, with default answers to options. Each edition is compiled and played once. Search finds only the text outside
    folded details."""

    @cache
    def played(name: str, players: int) -> tuple[Engine, GameColumns]:
        model = books[name].playable_model(Config(players))  # the same model that `report` compares
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
    inside = body.replace("\n\n", "\n&#10;")  # in Markdown, an empty line would end the HTML
    inside = _FOLDED.sub(r"\1<section data-search-exclude>\2</section>\3", inside)
    head = f"title: {yaml_text(title)}\nhide:\n  - toc"
    return ComparedPage(pair, title, f"---\n{head}\n---\n\n{inside}\n".encode())
