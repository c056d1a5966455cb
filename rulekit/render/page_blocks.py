"""Defines the contents of a page as values: headings with anchors, prose, tables, figures, notes and tabs.

The prose of a clause is contained in it unchanged. `markdown.py` writes such a page as Markdown. The pages that compare
two editions are not made of these values: `library_site.py` writes their HTML directly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from ..prose import Bullets, Link, NumberedList, Paragraph, ProseTable


@frozen
class Strong:
    """Words in bold type."""

    text: str


@frozen
class Emphasis:
    """Words in italics, for a remark."""

    text: str


@frozen
class Foreign:
    """Words of the author in another language than the page's, because there is no translation."""

    text: str
    language: str


@frozen
class AnchorLink:
    """A link to an anchor. `page` is the path of the page that has it; it is empty if this is the same page. `hover` is
    the link's hover text, and `kind` its class in the style sheet. `language` is the language of its words, if it is
    not the page's."""

    text: str
    anchor: str
    page: str = ""
    hover: str = ""
    kind: str = ""
    language: str = ""


@frozen
class Target:
    """An anchor inside a line, in front of the words that follow."""

    anchor: str


@frozen
class Picture:
    """A small picture among words. `file` is its file name among the pictures of the page."""

    file: str
    alt: str
    width: int = 48


@frozen
class FootnoteMark:
    """A raised mark that links to a source, an assumption or a changed text. `language` is the language of its hover
    text, if it is not the page's."""

    text: str
    anchor: str
    hover: str
    language: str = ""


@frozen
class ExactLink:
    """A link to the exact text of the clauses with these anchors on `page`. A script shows this text in place."""

    text: str
    anchors: tuple[str, ...]
    page: str
    hover: str


InlinePiece = str | Link | Strong | Emphasis | Foreign | AnchorLink | Target | Picture | FootnoteMark | ExactLink
InlineLine = tuple[InlinePiece, ...]

# ---- blocks of a page


@frozen
class PageParagraph:
    """A paragraph of inline pieces. `kind` is its class in the style sheet."""

    line: InlineLine
    kind: str = ""


@frozen
class Heading:
    """A heading. `number` is the number of the section in its chapter. `anchor` depends only on names, so that it is
    permanent. `search` contains further words by which search finds this part, although the page does not show them; if
    it is None, search does not find the part at all."""

    level: int
    line: InlineLine
    anchor: str
    number: str = ""
    search: str | None = ""


@frozen
class PageTable:
    """A table. `head` may be empty. `kind` is its class in the style sheet."""

    head: tuple[InlineLine, ...]
    rows: tuple[tuple[InlineLine, ...], ...]
    kind: str = ""


@frozen
class Figure:
    """A picture in a block of its own, with a description and a caption. A click on it leads to the page `link`, if
    there is one. If `alone` is True, a picture that is wider than a phone links to its own file, where it can be
    enlarged. If `inside` is not 0, the picture becomes an element of the page with the page's fonts and colours. It is
    then at least `inside` pixels wide, so that its letters can be read."""

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
    """A group of blocks. `kind` is its class in the style sheet. `colour` replaces the colour of its edge, unless it is
    empty."""

    kind: str
    blocks: tuple[PageBlock, ...]
    colour: str = ""


@frozen
class Aside:
    """An indented explanation of a word in the sentence before it."""

    blocks: tuple[PageBlock, ...]


@frozen
class Remark:
    """A coloured note. If `folded` is True, only its title is visible until someone opens it."""

    kind: Literal["note", "info", "question", "abstract", "warning", "example", "success", "failure"]
    title: str
    blocks: tuple[PageBlock, ...]
    folded: bool = False


@frozen
class Tabs:
    """Blocks under tabs, of which one is shown at a time; each tab has a title."""

    tabs: tuple[tuple[str, tuple[PageBlock, ...]], ...]


@frozen
class CodeBlock:
    """Source text that is shown unchanged. `language` selects the syntax highlighting."""

    text: str
    language: str = "rules"


@frozen
class Items:
    """A list of items that consist of blocks; it is numbered if `numbered` is True."""

    items: tuple[tuple[PageBlock, ...], ...]
    numbered: bool = False


Prose = Paragraph | NumberedList | Bullets | ProseTable
PageBlock = Prose | PageParagraph | Heading | PageTable | Figure | Box | Aside | Remark | Tabs | CodeBlock | Items


@frozen(eq=False)
class Page:
    """A page. `file` is its path without ending, and `pictures` maps the file names of its pictures to their SVG texts.

    `about` contains its settings for mkdocs-material."""

    file: str
    title: str
    language: str
    blocks: tuple[PageBlock, ...]
    pictures: dict[str, str] = field(factory=dict, repr=False)
    about: Mapping[str, object] = field(factory=dict)


def blocks_of(blocks: tuple[PageBlock, ...]) -> Iterator[PageBlock]:
    """Yield these blocks and all blocks inside them."""
    for block in blocks:
        yield block
        match block:
            case Box(blocks=inside) | Aside(blocks=inside) | Remark(blocks=inside):
                yield from blocks_of(inside)
            case Tabs(tabs=tabs):
                for _, inside in tabs:
                    yield from blocks_of(inside)
            case Items(items=items) | NumberedList(items=items) | Bullets(items=items):
                for inside in items:
                    yield from blocks_of(inside)
