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
    """Words that stand out."""

    text: str


@frozen
class Emphasis:
    """A side remark."""

    text: str


@frozen
class Foreign:
    """Words in another language than the page's: what an author wrote, and nobody said in that of the page."""

    text: str
    language: str


@frozen
class AnchorLink:
    """A link by anchor, to this page or (`page`, a file) another one; `hover` is shown over it.  `language` is that of
    its words and its hover, where it is not the page's.
    """

    text: str
    anchor: str
    page: str = ""
    hover: str = ""
    kind: str = ""
    language: str = ""


@frozen
class Target:
    """A place that links may name, before the words that follow."""

    anchor: str


@frozen
class Picture:
    """A small drawing among words; `file` is its name among the page's pictures."""

    file: str
    alt: str
    width: int = 48


@frozen
class FootnoteMark:
    """A mark above the line that leads to a source, to an assumption, or to what was changed."""

    text: str
    anchor: str
    hover: str
    language: str = ""


@frozen
class ExactLink:
    """A link to what the page `page` says exactly of the clauses with these anchors; a script shows it in place."""

    text: str
    anchors: tuple[str, ...]
    page: str
    hover: str


InlinePiece = str | Link | Strong | Emphasis | Foreign | AnchorLink | Target | Picture | FootnoteMark | ExactLink
InlineLine = tuple[InlinePiece, ...]

# ------------------------------------------------------------------------------------------------------------- blocks


@frozen
class PageParagraph:
    """A paragraph of pieces; `kind` is a class of the style sheet."""

    line: InlineLine
    kind: str = ""


@frozen
class Heading:
    """`number` is that of the paragraph in its chapter, and is a permanent place of the anchor's.

    A search finds the part by its own words and by those of `search`, which nobody sees; never if that is None.
    """

    level: int
    line: InlineLine
    anchor: str
    number: str = ""
    search: str | None = ""


@frozen
class PageTable:
    """`head` may be empty; `kind` is a class of the style sheet."""

    head: tuple[InlineLine, ...]
    rows: tuple[tuple[InlineLine, ...], ...]
    kind: str = ""


@frozen
class Figure:
    """A drawing of its own, with words for who cannot see it and a line below; a click leads to the page `link`, or of
    one wider than a phone to the drawing `alone`, where it can be made larger."""

    file: str
    alt: str
    caption: InlineLine = ()
    width: int = 0
    height: int = 0
    link: str = ""
    alone: bool = True


@frozen
class Box:
    """A part set apart, with blocks inside; `kind` is a class of the style sheet."""

    kind: str
    blocks: tuple[PageBlock, ...]


@frozen
class Aside:
    """What explains a word of the sentence before, set in."""

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
    """One of several shown at a time."""

    tabs: tuple[tuple[str, tuple[PageBlock, ...]], ...]


@frozen
class CodeBlock:
    """Text to be shown as it stands."""

    text: str
    language: str = "rules"


@frozen
class Items:
    """A list of lines with what stands under each; numbered or not."""

    items: tuple[tuple[PageBlock, ...], ...]
    numbered: bool = False


Prose = Paragraph | Numbered | Bullets | ProseTable
PageBlock = Prose | PageParagraph | Heading | PageTable | Figure | Box | Aside | Remark | Tabs | CodeBlock | Items


@frozen(eq=False)
class Page:
    """A page: its file (without ending), title and blocks, and every picture it shows, by file.

    `about` are settings of mkdocs-material for it.
    """

    file: str
    title: str
    language: str
    blocks: tuple[PageBlock, ...]
    pictures: dict[str, str] = field(factory=dict, repr=False)
    about: Mapping[str, object] = field(factory=dict)


def blocks_of(blocks: tuple[PageBlock, ...]) -> Iterator[PageBlock]:
    """Yield every block, also those inside others."""
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
