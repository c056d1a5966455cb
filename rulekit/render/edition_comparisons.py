"""Compares the editions of each game of a site, two at a time: what changed, and what that does to random games.

The text of a comparison is that of `compare/html_page.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations

from attrs import frozen

from ..compare.comparison_report import report
from ..compare.edition_prose import TwoEditions
from ..compare.html_page import comparison_body
from ..compare.paired_figures import SameGames, compare_games, play_games
from ..engine.interface import Engine, GameColumns
from ..model.rulebook import Config
from ..pipeline import make_engine
from ..play import MAX_MOVES
from ..play.loaded_book import LoadedBook, machine_of
from .game_pages import family_of, page_name
from .markdown import yaml_text

COMPARISONS = "comparisons/"
GAMES = 300
SEED = 1


@frozen
class EditionPair:
    """Two editions of a game by their names in the library."""

    first: str
    second: str

    @property
    def file(self) -> str:
        """Return the file name of the comparison, `family-one-and-two`, without suffix."""
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
    other, both build on the same one or on none, or no edition builds on either. Both must allow a common number of
    players. The books are given by their names."""
    families: dict[str, dict[str, tuple[str, ...]]] = {}
    for name, book in books.items():
        families.setdefault(family_of(book), {})[name] = tuple(one.span.source.name for one in book.books)
    found: list[list[EditionPair]] = []
    for stacks in families.values():
        found.append([])
        below = {name: _game_below(name, stacks) for name in stacks}
        last = stacks.keys() - below.values()
        for one, two in combinations(stacks, 2):
            if below[one] in (two, below[two]) or below[two] == one or {one, two} <= last:
                found[-1].append(EditionPair(one, two))
    played = (tuple(pair for pair in family if numbers_in_common(pair, books)) for family in found)
    return [family for family in played if family]


def _game_below(name: str, stacks: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the edition that a game builds on, the one with the most layers; None if there is none. `stacks` has the
    layers of each edition."""
    own = stacks[name]
    below = [other for other, stack in stacks.items() if len(stack) < len(own) and stack == own[: len(stack)]]
    return max(below, key=lambda other: len(stacks[other]), default=None)


def numbers_in_common(pair: EditionPair, books: Mapping[str, LoadedBook]) -> set[int]:
    """Return the numbers of players that both editions allow."""
    return set(books[pair.first].player_counts) & set(books[pair.second].player_counts)


_FOLDED = re.compile(r'(<details class="more"><summary>.*?</summary>)(.*?)(\n</details>)', re.S)
"""A folded part of a comparison: title, inside, end. If an excluded element contains another with the same tag, which
`details` may, Material's search includes all that follows the inner one."""


def compare_family(books: Mapping[str, LoadedBook], family: Sequence[EditionPair]) -> list[ComparedPage]:
    """Return the comparison pages of a family; each edition is compiled and played once."""

    @cache
    def played(name: str, players: int) -> tuple[Engine, GameColumns]:
        model = books[name].playable_model(Config(players))  # the model that the comparison is about
        engine = make_engine(machine_of(model), "wasm", GAMES)
        return engine, play_games([engine], SameGames(SEED, MAX_MOVES), GAMES)[0]

    return [_compare_pair(pair, books, played) for pair in family]


def _compare_pair(
    pair: EditionPair, books: Mapping[str, LoadedBook], played: Callable[[str, int], tuple[Engine, GameColumns]]
) -> ComparedPage:
    """Return the page that compares a pair, for the fewest players that both allow and every option at its default.
    Only the text outside folded details is searchable."""
    players = min(numbers_in_common(pair, books))
    first, second = played(pair.first, players), played(pair.second, players)
    sides = compare_games(first[0], second[0], first[1], second[1], SEED)
    both = books[pair.first], books[pair.second]
    found = report(TwoEditions(both, (pair.first, pair.second), ({}, {}), players), sides)
    title = f"{found.first.title} – {found.second.title}"
    inside = comparison_body(found).replace("\n\n", "\n&#10;")  # an empty line would end the HTML block in Markdown
    inside = _FOLDED.sub(r"\1<section data-search-exclude>\2</section>\3", inside)
    head = f"title: {yaml_text(title)}\nhide:\n  - toc"
    return ComparedPage(pair, title, f"---\n{head}\n---\n\n{inside}\n".encode())
