"""Writes a page as Markdown for mkdocs-material, and escapes text that a rulebook's author wrote.

Anchors are attributes of headings, or empty `a` elements before words. A link to a clause that the page does not show
becomes plain words. Escaped text never becomes an element, an attribute, a link or a list; each control character is
replaced by a visible one. `mkdocs_project.py` names the Markdown extensions that mkdocs needs; `booklet.py` makes a
PDF.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import chain
from typing import Final
from urllib.parse import quote

from attrs import field, frozen

from ..diagnostics.printable import printable
from ..prose import NO_VALUE, Bullets, Link, NumberedList, Paragraph, ProseTable
from ..scene import in_page
from . import page_blocks as d
from .page_links import HERE, PageLinks

INDENT = "    "
PHONE = 360
"""Wider drawings, in pixels, are made smaller on a phone."""
LARGE = 48
"""Small drawings that are wider than this, in pixels, need more room beside an item of a list."""
Resolve = Callable[[str], tuple[str, str] | None]
"""A function from a clause's id to its anchor and hover text; None if the page does not show the clause."""


def markdown(page: d.Page, resolve: Resolve, pictures: str, links: PageLinks = HERE) -> str:
    """Return a page as Markdown text. `pictures` is the relative path of the folder with its drawings. `links` finds
    the page of an anchor that is on another page."""
    writer = _Writer(resolve, pictures, links, page.pictures)
    about = "".join(f"{key}: {json.dumps(value)}\n" for key, value in page.about.items())
    head = f"---\ntitle: {yaml_text(page.title)}\n{about}---\n\n"
    return head + "\n\n".join(writer.blocks(page.blocks)) + "\n"


@frozen(eq=False)
class _Writer:
    resolve: Resolve
    pictures: str
    links: PageLinks
    drawn: Mapping[str, str] = field(factory=dict, repr=False)
    hovers: dict[str, str] = field(factory=dict)
    """A mapping from targets to the hover text of the first link there. Later links to the same target need none: the
    script of the site shows it over them, too."""

    # ------------------------------------------------------------------------------------------ inline pieces of a line

    def line(self, pieces: Sequence[d.InlinePiece]) -> str:
        text = "".join(self.piece(piece) for piece in pieces)
        return text.replace("</sup><sup>", ", ").strip()

    def piece(self, piece: d.InlinePiece) -> str:
        match piece:
            case str():
                return markdown_text(piece)
            case Link(text=text, target=target):
                found = self.resolve(target)
                return markdown_text(text) if found is None else self.anchor_link(text, found[0], found[1])
            case d.Strong(text=text):
                return f"**{shown}**" if (shown := markdown_text(text).strip()) else ""
            case d.Emphasis(text=text):
                return f"*{shown}*" if (shown := markdown_text(text).strip()) else ""
            case d.Foreign(text=text, language=language):
                return f'<span lang="{language}">{shown}</span>' if (shown := markdown_text(text)).strip() else ""
            case d.AnchorLink():
                kind = " ".join(filter(None, (piece.kind and f".{piece.kind}", _language_attribute(piece.language))))
                page = self.links.beside(piece.page) if piece.page else self.links.page(piece.anchor)
                return self.link(piece.text, page, piece.anchor, piece.hover, kind)
            case d.ExactLink(text=text, anchors=anchors, page=page, hover=hover):
                says = f'.rk-exactly data-says="{" ".join(anchors)}"'
                return self.link(text, self.links.beside(page), anchors[0], hover, says)
            case d.Target(anchor=anchor):
                return f'<a id="{anchor}"></a>'
            case d.Picture():
                kinds = ".rk-piece .rk-large" if piece.width > LARGE else ".rk-piece"
                attributes = f"{{ {kinds} width={piece.width} loading=lazy }}"
                return f"![{markdown_text(piece.alt)}]({self.pictures}{link_path(piece.file)}){attributes}"
            case d.FootnoteMark(text=text, anchor=anchor, hover=hover, language=language):
                return f"<sup>{self.anchor_link(text, anchor, hover, _language_attribute(language))}</sup>"

    def anchor_link(self, text: str, anchor: str, hover: str, attributes: str = "") -> str:
        return self.link(text, self.links.page(anchor), anchor, hover, attributes)

    def link(self, text: str, page: str, anchor: str, hover: str, attributes: str = "") -> str:
        target = f"{link_path(page)}{'#' if anchor else ''}{anchor}"
        title = ""
        if hover and hover not in (text, self.hovers.get(target)):
            self.hovers.setdefault(target, hover)
            title = f' "{link_title(hover)}"'
        form = f"{{ {attributes} }}" if attributes else ""
        return f"[{markdown_text(text)}]({target}{title}){form}"

    # --------------------------------------------------------------------------------------------- blocks of every kind

    def blocks(self, blocks: Sequence[d.PageBlock]) -> Iterator[str]:
        last: d.PageBlock | None = None
        for block in blocks:
            text = self.block(block)
            if text:
                # an empty comment, since Markdown would join two consecutive quotations
                yield f"<!-- -->\n\n{text}" if isinstance(block, d.Aside) and isinstance(last, d.Aside) else text
                last = block

    def inside(self, blocks: Sequence[d.PageBlock]) -> str:
        """Return blocks as Markdown, indented by one level."""
        return _deeper("\n\n".join(self.blocks(blocks)))

    def block(self, block: d.PageBlock) -> str:
        match block:
            case Paragraph(text=text):
                return begun_line(self.line(text))
            case d.PageParagraph(line=line, kind=kind):
                text = self.line(line)
                text = text if line and isinstance(line[0], d.Picture) else begun_line(text)
                return f"{text}\n{{ .{kind.replace(' ', ' .')} }}" if kind and text else text
            case d.Heading():
                number = f"{block.number} " if block.number else ""
                outside = " data-search-exclude" if block.search is None else ""
                words = f"\n\n<p hidden>{escape(block.search)}</p>" if block.search else ""
                return f"{'#' * block.level} {number}{self.line(block.line)} {{ #{block.anchor}{outside} }}{words}"
            case NumberedList(items=items):
                return self.items(items, True)
            case Bullets(items=items):
                return self.items(items, False)
            case d.Items(items=items) if any(isinstance(one, d.Box) for one in d.blocks_of(tuple(chain(*items)))):
                boxes = (d.Box("rk-item", tuple(item)) for item in items)  # in Markdown, a box would end the list
                return self.block(d.Box("rk-items", tuple(boxes)))
            case d.Items(items=items, numbered=numbered):
                return self.items(items, numbered)
            case d.PageTable():
                return self.table(block)
            case ProseTable(head=head, rows=rows):
                return self.table(d.PageTable(head, rows))
            case d.Figure():
                return self.figure(block)
            case d.Box(kind=kind, blocks=inside):
                style = f' style="--rk-edge: {block.colour}"' if block.colour else ""
                return f'<div class="{kind}"{style} markdown="1">\n\n' + "\n\n".join(self.blocks(inside)) + "\n\n</div>"
            case d.Aside(blocks=inside):
                return "\n".join(f"> {line}".rstrip() for line in "\n\n".join(self.blocks(inside)).split("\n"))
            case d.Remark():
                sign = "???" if block.folded else "!!!"
                return f'{sign} {block.kind} "{note_title(block.title)}"\n\n{self.inside(block.blocks)}'
            case d.Tabs(tabs=tabs):
                return "\n\n".join(f'=== "{note_title(title)}"\n\n{self.inside(inside)}' for title, inside in tabs)
            case d.CodeBlock(text=text, language=language):
                return f"{fence(text)}{language}\n{printable(text).rstrip()}\n{fence(text)}"

    def items(self, items: Sequence[Sequence[d.PageBlock]], numbered: bool) -> str:
        """Return a list as Markdown. If each item is a single paragraph, there are no blank lines between them."""
        texts = []
        close = all(len(item) == 1 and isinstance(item[0], Paragraph | d.PageParagraph) for item in items)
        for at, item in enumerate(items, 1):
            sign = f"{at}." if numbered else "-"
            body = "\n\n".join(self.blocks(item))
            texts.append(f"{sign:<4}{_deeper(body).lstrip()}")
        return ("\n" if close else "\n\n").join(texts)

    def table(self, table: d.PageTable) -> str:
        width = len(table.head) or max((len(row) for row in table.rows), default=0)
        if not width or not table.rows:
            return ""
        head = [self.line(cell) for cell in table.head] or [""] * width
        marks = ["---:" if is_numbers(at, table.rows) else "---" for at in range(width)]
        lines = [head, marks, *([self.line(cell) for cell in row] for row in table.rows)]
        text = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        kind = " ".join(filter(None, ("rk-table", table.kind, "" if table.head else "rk-headless")))
        return f'<div class="{kind}" markdown="1">\n\n{text}\n\n</div>'

    def figure(self, figure: d.Figure) -> str:
        width = f" width={figure.width}" if figure.width else ""
        if figure.inside and figure.file in self.drawn and not figure.caption:
            drawing = in_page(self.drawn[figure.file], figure.alt)
            style = f"width:{figure.width}px;--rk-least:{figure.inside}px"
            return f'<figure tabindex="0" style="{style}">{drawing}</figure>'  # tabindex: keys can scroll it
        drawing = f"{self.pictures}{link_path(figure.file)}"
        image = f"![{markdown_text(figure.alt)}]({drawing}){{ .rk-figure{width} loading=lazy }}"
        link = link_path(figure.link)
        if not link and figure.alone and (figure.width or 0) > PHONE:
            link = drawing
        if link:
            image = f"[{image}]({link})"
        caption = begun_line(self.line(figure.caption))
        caption = f'\n\n<figcaption markdown="1">{caption}</figcaption>' if caption else ""
        return f'<figure markdown="1">\n\n{image}{caption}\n\n</figure>'


def is_numbers(at: int, rows: Sequence[Sequence[d.InlineLine]]) -> bool:
    """Return whether a column has a number in every row, so that it is aligned at the right. The first column never
    is."""
    cells = ["".join(piece for piece in row[at] if isinstance(piece, str)) for row in rows if at < len(row)]
    return at > 0 and len(cells) > 1 and all(cell.strip().isdigit() or cell.strip() == NO_VALUE for cell in cells)


def _language_attribute(language: str) -> str:
    """Return the attribute that gives the language of a link to screen readers and search; "" if `language` is ""."""
    return f"lang={language}" if language else ""


def _deeper(text: str) -> str:
    return "\n".join(INDENT + line if line else line for line in text.split("\n"))


_APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|\s|$)|(?<=\d)'(?=s\b)")
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]])")
_BEGINS: Final = re.compile(r"^(\s*)([-+#:>!?=~]|\d+[.)])")
_ENTITIES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})
_TITLE_ENTITIES: Final = {ord(sign): f"&#{ord(sign)};" for sign in "|`'()\\[]*_"} | _ENTITIES | {ord('"'): "&quot;"}
_LIKE: Final = str.maketrans({"<": "\uff1c", ">": "\uff1e", '"': "\u201d"})
"""A mapping from special characters of HTML to characters that look like them but have no meaning there."""


def typographic(text: str) -> str:
    """Return a text in which straight apostrophes after a letter are replaced by typographic ones."""
    return _APOSTROPHE.sub("\u2019", text)


def markdown_text(text: str) -> str:
    """Return a text escaped so that Markdown shows exactly this text, with typographic apostrophes."""
    return _SPECIAL.sub(r"\\\1", typographic(" ".join(printable(text).split("\n"))).translate(_ENTITIES))


def begun_line(text: str) -> str:
    """Return a line of Markdown, escaped so that its beginning is not read as a list, a heading or a rule."""
    found = _BEGINS.match(text)
    if not found:
        return text
    sign = found.group(2)
    right = f"{sign[:-1]}\\{sign[-1]}" if sign[0].isdigit() else f"&#{ord(sign)};"
    return found.group(1) + right + text[found.end() :]


def link_title(text: str) -> str:
    """Return a text escaped for the title attribute of a link."""
    return " ".join(printable(text).split()).translate(_TITLE_ENTITIES)


def note_title(text: str) -> str:
    """Return a text escaped for the title of a note or a tab, which is Markdown in quotes."""
    return begun_line(markdown_text(" ".join(printable(text).split()))).replace('"', "&quot;")


def link_path(path: str) -> str:
    """Return the path of a file, escaped so that a link to it always stays on the same host."""
    return quote(path)


def fence(text: str) -> str:
    """Return a fence for a block of code that is longer than any fence in the text."""
    return "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))


def theme_text(text: str) -> str:
    """Return a text that every theme of mkdocs shows correctly. Some themes write titles into HTML unescaped, some
    escape them, and some remove tags and decode entities. So `&`, `<` and the like are replaced by similar
    characters."""
    shown = " ".join(printable(text).split()).translate(_LIKE)
    return shown if unescape(shown) == shown else shown.replace("&", "\uff06")


def yaml_text(text: str) -> str:
    """Return a text as a YAML string that every theme of mkdocs shows correctly."""
    return json.dumps(theme_text(text), ensure_ascii=False)
