"""Counts the words that a page shows, tables, captions and boxes among them.

`python -m tests.render.page_words GAME …` prints how many The rules of each game have, and how many its reference.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser

from rulekit.render.booklet import EXTENSIONS
from rulekit.render.game_pages import Wanted, render_game


class _Words(HTMLParser):
    """Collects what a reader sees; what is folded is there, too."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_data(self, data: str) -> None:
        self.seen += data.split()


def shown_words(markdown: str) -> list[str]:
    """Return the words of a page as it is delivered, in order; signs alone are no words."""
    from markdown import markdown as to_html

    reader = _Words()
    extensions = [*(one for one in EXTENSIONS if one != "admonition"), "pymdownx.details", "admonition"]
    reader.feed(to_html(markdown.split("---\n", 2)[2], extensions=extensions))
    return [word for word in reader.seen if any(sign.isalnum() for sign in word)]


if __name__ == "__main__":
    for game in sys.argv[1:]:
        (page,) = render_game(Wanted(game, (), (("en", ""),), False, (game,)))
        for file in (f"{page.file}.md", f"{page.file}/reference.md"):
            print(len(shown_words(page.files[file].decode())), file)
