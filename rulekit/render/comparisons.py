"""A page for each pair of editions of a game in the library: what changed, and what it does to random games.

What stands on it is `compare/html_page.py`'s; here the pairs are found, their games played and the pages placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from attrs import frozen

from ..compare.comparison_report import report
from ..compare.html_page import STYLE, comparison_body
from ..compare.paired_figures import compare_figures
from ..play import MAX_MOVES
from ..play.loaded_book import load
from .book import family_of, page_name
from .escaping import yaml_text

GAMES = 300
SEED = 1
STYLE_FILE = "assets/comparison.css"


@frozen
class EditionPair:
    """Two editions by their names in the library."""

    first: str
    second: str

    @property
    def file(self) -> str:
        """`family-one-and-two`, without an ending."""
        one, two = page_name(self.first), page_name(self.second).rsplit("/", 1)[-1]
        return f"{one.replace('/', '-')}-and-{two}"


@frozen
class ComparedPage:
    """A comparison as a page: its title in the navigation, and its text."""

    pair: EditionPair
    title: str
    text: bytes


def pairs(games: Sequence[str]) -> list[EditionPair]:
    """Every two that stand on the same rulebook, and can be played by as many."""
    families: dict[str, list[str]] = {}
    for name in games:
        families.setdefault(family_of(load(name)), []).append(name)
    found = (EditionPair(*two) for members in families.values() for two in combinations(members, 2))
    return [pair for pair in found if numbers_in_common(pair)]


def numbers_in_common(pair: EditionPair) -> set[int]:
    """The numbers of players that both allow."""
    return set(load(pair.first).player_counts) & set(load(pair.second).player_counts)


def compared(pair: EditionPair) -> ComparedPage:
    """The page of a pair, with the fewest players that both allow and every option as usual."""
    books = load(pair.first), load(pair.second)
    players = min(numbers_in_common(pair))
    games = [book.configure(players) for book in books]
    sides = compare_figures(games[0], games[1], GAMES, SEED, MAX_MOVES)
    found = report(books, (pair.first, pair.second), ({}, {}), players, sides)
    title = f"{found.first.title} – {found.second.title}"
    inside = comparison_body(found).replace("\n\n", "\n&#10;")  # an empty line would end the block
    head = f"title: {yaml_text(title)}\nhide:\n  - toc"
    return ComparedPage(pair, title, f"---\n{head}\n---\n\n{inside}\n".encode())


def style() -> bytes:
    """How the pages look."""
    return STYLE.encode()
