"""Composes the gallery of games. Under the title of a game are its editions, with a card for each: its picture,
players, time and kind, and what its text shows to authors.

The site's script (`assets/rulekit.js`) turns the box `rk-filter` into a form that filters cards by their CSS classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import relpath

from attrs import field, frozen

from ..diagnostics.printable import capital
from . import page_blocks as d
from .edition_comparisons import ComparedPage
from .game_pages import RenderedPage
from .markdown import markdown

FILTERS = ("players", "minutes", "kind")


@frozen
class Gallery:
    """A page with cards of games, a heading and a folder. `compared` are the comparison pages; those about a game are
    linked below its title. `lessons` is a mapping from games to what their text shows to authors."""

    heading: str
    folder: str = ""
    compared: Sequence[ComparedPage] = ()
    lessons: Mapping[str, str] = field(factory=dict)

    def markdown(self, pages: Sequence[RenderedPage]) -> str:
        """Return the gallery as Markdown. Games with only one edition are together at the end."""
        families: dict[str, list[RenderedPage]] = {}
        for one in pages:
            families.setdefault(one.family, []).append(one)
        groups = [(members[0].family_title, members) for members in families.values() if len(members) > 1]
        alone = [one for members in families.values() if len(members) == 1 for one in members]
        groups += [(pages[0].words["more-games"], alone)] if alone else []
        blocks: list[d.PageBlock] = [d.Heading(1, (self.heading,), "top")]
        if len(pages) > 1:
            labels = (d.PageParagraph((pages[0].words[f"filter-{name}"],), f"rk-filter-{name}") for name in FILTERS)
            blocks.append(d.Box("rk-filter", tuple(labels)))
        for at, (named, members) in enumerate(groups, 1):
            blocks += [d.Heading(2, (named,), f"games-{at}")] if len(groups) > 1 else []
            blocks += self._comparisons({one.name for one in members}, pages[0].words["comparisons"])
            blocks.append(d.Box("rk-gallery", tuple(map(self._card, members))))
        return markdown(d.Page("index", self.heading, pages[0].language, tuple(blocks)), lambda _: None, "")

    def _comparisons(self, members: set[str], called: str) -> Iterator[d.PageBlock]:
        """Yield a line with links to the comparison of the most editions of a game: the table of all, or the comparison
        of two."""
        tables = [one for one in self.compared if members.issuperset(one.pair.names)]
        if tables:
            most = max(len(one.pair.names) for one in tables)
            line: list[d.InlinePiece] = [f"{called}: "]
            for one in tables:
                if len(one.pair.names) == most:
                    line += [", "] if len(line) > 1 else []
                    line.append(d.AnchorLink(one.title, "", relpath(f"/{one.file}", f"/{self.folder}")))
            yield d.PageParagraph(tuple(line), "rk-compared")

    def _card(self, one: RenderedPage) -> d.Box:
        """Return the card of a game."""
        page = f"{one.file.removeprefix(self.folder)}.md"
        blocks: list[d.PageBlock] = []
        if one.picture:
            blocks.append(d.Figure(relpath(f"/{one.picture}", f"/{self.folder}"), one.title, link=page))
        blocks.append(d.PageParagraph((d.AnchorLink(one.title, "", page),), "rk-card-title"))
        told = [*(fact for _, fact in one.facts), *one.kinds.values()]
        blocks.append(d.PageParagraph((" · ".join(told),), "rk-card-facts"))
        if one.summary:
            blocks.append(d.PageParagraph((one.summary,)))
        if one.name in self.lessons:
            parts = capital(self.lessons[one.name]).split("`")
            line = (d.Emphasis(part) if at % 2 else part for at, part in enumerate(parts) if part)
            blocks.append(d.PageParagraph((f"{one.words['for-authors']}: ", *line), "rk-card-lesson"))
        minutes = [int(number) for name, fact in one.facts if name == "time" for number in re.findall(r"\d+", fact)]
        sorts = [f"players-{count}" for count in one.counts] + [f"kind-{kind}" for kind in one.kinds]
        sorts += [f"minutes-{max(minutes)}"] if minutes else []
        return d.Box(" ".join(["rk-card", *(f"rk-{sort}" for sort in sorts)]), tuple(blocks))


_ROW = re.compile(r"^\| `([^`|]+)` \|.*?([^|]*?) *\|$", re.M)


def lessons_in(page: str) -> dict[str, str]:
    """Return a mapping from games to what their texts show to authors. These are the last cells of table rows in a
    Markdown page; the first cell is the game's name."""
    return {name: cell.strip() for name, cell in _ROW.findall(page)}
