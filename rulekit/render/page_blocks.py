"""Defines a page as a value: headings with anchors, prose, tables, figures, notes and tabs.

The prose of a clause stands in it unchanged.  `markdown.py` writes pages.  Pages about pairs of editions are not pages
in this sense: `library_site.py` puts their HTML into a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from ..prose import Bullets, Link, Numbered, Paragraph, ProseTable


@frozen
class Strong:
    """Bold words."""

    text: str


@frozen
class Emphasis:
    """Words in italics, for a side remark."""

    text: str


@frozen
class Foreign:
    """Words in another language than the page's, where the author's text was not translated."""

    text: str
    language: str


@frozen
class AnchorLink:
    """A link to an anchor on this page or on another, `page`; `hover` is its hover text, and `kind` a class of the
    style sheet. `language` is that of its words, if they are not in the page's."""

    text: str
    anchor: str
    page: str = ""
    hover: str = ""
    kind: str = ""
    language: str = ""


@frozen
class Target:
    """An anchor inside a line, at the words that follow."""

    anchor: str


@frozen
class Picture:
    """A small drawing among words; `file` is its name among the page's pictures."""

    file: str
    alt: str
    width: int = 48


@frozen
class FootnoteMark:
    """A raised mark that links to a source, an assumption or a changed text. `language` is that of its hover text, if
    it is not the page's."""

    text: str
    anchor: str
    hover: str
    language: str = ""


@frozen
class ExactLink:
    """A link to the exact text of the clauses with these anchors on `page`; a script shows it in place."""

    text: str
    anchors: tuple[str, ...]
    page: str
    hover: str


InlinePiece = str | Link | Strong | Emphasis | Foreign | AnchorLink | Target | Picture | FootnoteMark | ExactLink
InlineLine = tuple[InlinePiece, ...]

# ------------------------------------------------------------------------------------------------------------- blocks


@frozen
class PageParagraph:
    """A paragraph of inline pieces; `kind` is a class of the style sheet."""

    line: InlineLine
    kind: str = ""


@frozen
class Heading:
    """A heading; `number` is that of the section in its chapter, and `anchor` never changes. `search` are further words
    by which search finds the part, which nobody sees; None excludes it from search."""

    level: int
    line: InlineLine
    anchor: str
    number: str = ""
    search: str | None = ""


@frozen
class PageTable:
    """A table; `head` may be empty, and `kind` is a class of the style sheet."""

    head: tuple[InlineLine, ...]
    rows: tuple[tuple[InlineLine, ...], ...]
    kind: str = ""


@frozen
class Figure:
    """A drawing on its own, with a description and a caption; a click leads to the page `link`. With `alone`, a drawing
    wider than a phone links to its own file, where it can be enlarged. If `inside` is not 0, the drawing is an element
    of the page, with the page's letters and colours; it is at least `inside` pixels wide, so that its letters can be
    read."""

    file: str
    alt: str
    caption: InlineLine = ()
    width: int = 0
    height: int = 0
    link: str = ""
    alone: bool = True
    inside: int = 0


@frozen
class Box:
    """A group of blocks; `kind` is a class of the style sheet, and `colour` replaces that of its edge."""

    kind: str
    blocks: tuple[PageBlock, ...]
    colour: str = ""


@frozen
class Aside:
    """An indented explanation of a word in the sentence before."""

    blocks: tuple[PageBlock, ...]


@frozen
class Remark:
    """A coloured note; a `folded` one shows its title until it is opened."""

    kind: Literal["note", "info", "question", "abstract", "warning", "example", "success", "failure"]
    title: str
    blocks: tuple[PageBlock, ...]
    folded: bool = False


@frozen
class Tabs:
    """Parts of which one is shown at a time, each with the title of its tab."""

    tabs: tuple[tuple[str, tuple[PageBlock, ...]], ...]


@frozen
class CodeBlock:
    """Source text that is shown unchanged; `language` selects the highlighting."""

    text: str
    language: str = "rules"


@frozen
class Items:
    """A list, `numbered` or not, with blocks in each item."""

    items: tuple[tuple[PageBlock, ...], ...]
    numbered: bool = False


Prose = Paragraph | Numbered | Bullets | ProseTable
PageBlock = Prose | PageParagraph | Heading | PageTable | Figure | Box | Aside | Remark | Tabs | CodeBlock | Items


@frozen(eq=False)
class Page:
    """A page: its file (without ending), title and blocks, and every picture it shows, by file.

    `about` are settings of mkdocs-material for it."""

    file: str
    title: str
    language: str
    blocks: tuple[PageBlock, ...]
    pictures: dict[str, str] = field(factory=dict, repr=False)
    about: Mapping[str, object] = field(factory=dict)


def blocks_of(blocks: tuple[PageBlock, ...]) -> Iterator[PageBlock]:
    """Yield every block, including those inside others."""
    for block in blocks:
        yield block
        match block:
            case Box(blocks=inside) | Aside(blocks=inside) | Remark(blocks=inside):
                yield from blocks_of(inside)
            case Tabs(tabs=tabs):
                for _, inside in tabs:
                    yield from blocks_of(inside)
            case Items(items=items) | Numbered(items=items) | Bullets(items=items):
                for inside in items:
                    yield from blocks_of(inside)
