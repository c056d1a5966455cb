"""Counts the words shown on a page, including tables, captions and boxes, and its sentences by who wrote them.

`python -m tests.render.page_words GAME …` prints for each game the number of words of The rules and of the reference,
and how many sentences of The rules were written by rulekit.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from typing import NamedTuple

from rulekit.check.checks.printed_texts import printed_texts
from rulekit.prose import speaker
from rulekit.render.game_pages import RenderRequest, render_game
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import inside

from ..shipped import game

INLINE = {"a", "b", "code", "em", "i", "span", "strong"}
"""Elements that can stand inside a sentence. `sup` is not one of them, since it contains the mark of a footnote."""


class _Words(HTMLParser):
    """Collects the text that a reader sees, including folded boxes. `blocks` are paragraphs, cells and headings."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.blocks = [""]
        self._aside = 0
        self._hidden = False
        self._bold = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden = ("hidden", None) in attrs
        self._aside += tag == "sup"
        if tag == "strong":
            self._bold = ""
        if tag not in {*INLINE, "sup"}:
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False
        self._aside -= tag == "sup"
        if tag not in {*INLINE, "sup"} or (tag == "strong" and self.blocks[-1].strip() == self._bold.strip()):
            self.blocks.append("")  # also after the title of a card, which has no full stop

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        self.seen += data.split()
        if not self._aside:
            self.blocks[-1] += data
            self._bold += data


class Sentences(NamedTuple):
    """The number of sentences of a page, and the sentences that no author wrote."""

    many: int
    made: list[str]


def shown_words(markdown: str) -> list[str]:
    """Return the words of a finished page, in order. Signs alone do not count as words."""
    return [word for word in _read(markdown).seen if any(sign.isalnum() for sign in word)]


def _read(markdown: str) -> _Words:
    from markdown import markdown as to_html

    reader = _Words()
    extensions = ["attr_list", "md_in_html", "tables", "pymdownx.superfences", "pymdownx.details", "admonition"]
    reader.feed(to_html(markdown.split("---\n", 2)[2], extensions=extensions))
    return reader


def sentences_by_origin(name: str, markdown: str) -> Sentences:
    """Return the sentences of an English page by origin.

    A sentence is an author's if it occurs in a text of the rulebook, possibly after a fixed word: `These rules:
    ANSWER`.
    """
    model = game(name).model
    says = speaker(model, "en")
    texts = [one.text for one in printed_texts(model.rulebook) if one.language == "en"]
    texts += [text for placed in model.rulebook.clauses for text in inside(placed.clause, s.Text)]
    texts += inside(model.rulebook.header, s.Text)
    written = "|".join(_letters(says.finish(text) if text in model.texts else text.value) for text in texts)
    found = [
        sentence
        for block in _read(markdown).blocks
        for sentence in re.findall(r"[^.!?]+[.!?](?=\s|$)", " ".join(block.split()))
        if len(sentence.split()) > 1
    ]
    made = [
        one for one in found if not any(_letters(part) in written for part in (one, one.partition(": ")[2]) if part)
    ]
    return Sentences(len(found), made)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


if __name__ == "__main__":
    for game_name in sys.argv[1:]:
        (page,) = render_game(RenderRequest(game_name, (), (("en", ""),), False, (game_name,)))
        for file in (f"{page.file}.md", f"{page.file}/reference.md"):
            print(len(shown_words(page.files[file].decode())), file)
        found = sentences_by_origin(game_name, page.files[f"{page.file}.md"].decode())
        print(f"{len(found.made)} of {found.many} sentences made by rulekit", page.file)
        for sentence in found.made:
            print("   ", sentence)
