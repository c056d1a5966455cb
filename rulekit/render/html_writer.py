"""Writes the blocks of a page as HTML, without Markdown and without other packages: for booklets and for single files.

The elements are the same as those that Markdown makes for a site, so that one style sheet fits both. All text is
escaped. Links to other pages become plain words, since a printed or sent page is alone.

A single HTML file contains its pictures, fonts and styles, so it can be opened, sent or printed. It loads no other file
and runs no script. Light and dark colours follow the reader's system. `booklet.py` lays out the same document for
print.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from html import escape
from itertools import chain
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from ..diagnostics.printable import printable
from ..prose import Bullets, Link, NumberedList, Paragraph, ProseTable
from ..scene import in_page, palette_rules
from ..storage.files import RULES
from . import page_blocks as d
from .markdown import LARGE, Resolve, is_numbers, typographic
from .page_links import anchors_in

Address = Callable[[str], str]
"""A function from the file name of a drawing to its address."""


@frozen(eq=False)
class HtmlWriter:
    """Writes blocks as HTML. `anchors` are all anchors of the page; links to others become plain words. `address`
    returns the address of a drawing. A figure whose drawing is in `drawn` becomes an SVG element of the page."""

    resolve: Resolve
    anchors: Set[str]
    address: Address
    drawn: Mapping[str, str] = field(factory=dict, repr=False)

    def body(self, blocks: Sequence[d.PageBlock]) -> str:
        """Return the HTML of blocks."""
        return "\n".join(filter(None, map(self.block, blocks)))

    # ------------------------------------------------------------------------------------------ inline pieces of a line

    def line(self, pieces: Sequence[d.InlinePiece]) -> str:
        """Return the HTML of a line. Consecutive footnote marks are joined."""
        text = ""
        for piece in pieces:
            # links to exact texts are left out, together with the space before them
            text = text.rstrip() if isinstance(piece, d.ExactLink) else text + self.piece(piece)
        return text.replace("</sup><sup>", ", ").strip()

    def piece(self, piece: d.InlinePiece) -> str:
        match piece:
            case str():
                return _text(piece)
            case Link(text=text, target=target):
                found = self.resolve(target)
                return _text(text) if found is None else self.link(text, found[0], found[1])
            case d.Strong(text=text):
                return f"<strong>{shown}</strong>" if (shown := _text(text).strip()) else ""
            case d.Emphasis(text=text):
                return f"<em>{shown}</em>" if (shown := _text(text).strip()) else ""
            case d.Foreign(text=text, language=language):
                return f'<span lang="{escape(language)}">{shown}</span>' if (shown := _text(text)).strip() else ""
            case d.AnchorLink() if piece.page:
                return _text(piece.text)
            case d.AnchorLink():
                return self.link(piece.text, piece.anchor, piece.hover, piece.kind, piece.language)
            case d.Target(anchor=anchor):
                return f'<a id="{escape(anchor)}"></a>'
            case d.Picture():
                kind = "rk-piece rk-large" if piece.width > LARGE else "rk-piece"
                source = escape(self.address(piece.file))
                return f'<img alt="{_attribute(piece.alt)}" class="{kind}" src="{source}" width="{piece.width}">'
            case d.FootnoteMark(text=text, anchor=anchor, hover=hover, language=language):
                return f"<sup>{self.link(text, anchor, hover, language=language)}</sup>"
        return ""

    def link(self, text: str, anchor: str, hover: str, kind: str = "", language: str = "") -> str:
        """Return a link to an anchor of the page. If the page does not have it, return the words with the hover
        text."""
        title = f' title="{_attribute(hover)}"' if hover else ""
        spoken = f' lang="{escape(language)}"' if language else ""
        if anchor not in self.anchors:
            return f"<span{title}{spoken}>{_text(text)}</span>" if title or spoken else _text(text)
        return f'<a href="#{escape(anchor)}"{title}{_class(kind)}{spoken}>{_text(text)}</a>'

    # --------------------------------------------------------------------------------------------- blocks of every kind

    def block(self, block: d.PageBlock) -> str:
        match block:
            case Paragraph(text=line) | d.PageParagraph(line=line):
                kind = _class(block.kind) if isinstance(block, d.PageParagraph) else ""
                return f"<p{kind}>{text}</p>" if (text := self.line(line)) else ""
            case d.Heading(level=level):
                number = f"{escape(block.number)} " if block.number else ""
                return f'<h{level} id="{escape(block.anchor)}">{number}{self.line(block.line)}</h{level}>'
            case NumberedList(items=items):
                return self.items(items, True)
            case Bullets(items=items):
                return self.items(items, False)
            case d.Items(items=items) if any(isinstance(one, d.Box) for one in d.blocks_of(tuple(chain(*items)))):
                return self.block(d.Box("rk-items", tuple(d.Box("rk-item", tuple(item)) for item in items)))
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
                return f"<div{_class(kind)}{style}>\n{self.body(inside)}\n</div>"
            case d.Aside(blocks=inside):
                return f"<blockquote>\n{self.body(inside)}\n</blockquote>"
            case d.Remark(kind=kind, blocks=inside, folded=folded):
                title = _text(" ".join(block.title.split()))
                if folded:
                    return f'<details class="{kind}"><summary>{title}</summary>\n{self.body(inside)}\n</details>'
                named = f'<p class="admonition-title">{title}</p>'
                return f'<div class="admonition {kind}">\n{named}\n{self.body(inside)}\n</div>'
            case d.Tabs(tabs=tabs):
                return self.body([d.Box("rk-tab", (d.PageParagraph((d.Strong(t),)), *part)) for t, part in tabs])
            case d.CodeBlock(text=text):
                return f"<pre><code>{escape(printable(text)).rstrip()}\n</code></pre>"

    def items(self, items: Sequence[Sequence[d.PageBlock]], numbered: bool) -> str:
        """Return a list. If each item is a single paragraph, the items contain plain lines without paragraph
        elements."""
        if all(len(item) == 1 and isinstance(item[0], Paragraph | d.PageParagraph) for item in items):
            rows = [f"<li>{self.line(_line(item[0]))}</li>" for item in items]
        else:
            rows = [f"<li>\n{self.body(item)}\n</li>" for item in items]
        tag = "ol" if numbered else "ul"
        return "\n".join([f"<{tag}>", *rows, f"</{tag}>"])

    def table(self, table: d.PageTable) -> str:
        width = len(table.head) or max((len(row) for row in table.rows), default=0)
        if not width or not table.rows:
            return ""
        styles = [' style="text-align: right"' * is_numbers(at, table.rows) for at in range(width)]
        head = [self.line(cell) for cell in table.head] or [""] * width
        kind = " ".join(filter(None, ("rk-table", table.kind, "" if table.head else "rk-headless")))
        top = "".join(
            f"<th{style}>{cell}</th>" if cell else "<td></td>" for style, cell in zip(styles, head, strict=True)
        )
        rows = "\n".join(f"<tr>{''.join(self._cells(row, styles))}</tr>" for row in table.rows)
        inside = f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
        return f"<div{_class(kind)}>\n{inside}\n</div>"

    def _cells(self, row: Sequence[d.InlineLine], styles: Sequence[str]) -> Iterator[str]:
        cells = [self.line(cell) for cell in row] + [""] * (len(styles) - len(row))
        return (f"<td{style}>{cell}</td>" for style, cell in zip(styles, cells, strict=False))

    def figure(self, figure: d.Figure) -> str:
        if figure.file in self.drawn:
            drawing = in_page(self.drawn[figure.file], figure.alt)
        else:
            width = f' width="{figure.width}"' if figure.width else ""
            source = escape(self.address(figure.file))
            drawing = f'<img alt="{_attribute(figure.alt)}" class="rk-figure" src="{source}"{width}>'
        caption = f"\n<figcaption>{text}</figcaption>" if (text := self.line(figure.caption)) else ""
        return f"<figure>\n{drawing}{caption}\n</figure>"


def _line(block: d.PageBlock) -> d.InlineLine:
    assert isinstance(block, Paragraph | d.PageParagraph)
    return block.text if isinstance(block, Paragraph) else block.line


def _text(text: str) -> str:
    return escape(typographic(" ".join(printable(text).split("\n"))), quote=False)


def _attribute(text: str) -> str:
    return escape(" ".join(printable(text).split()))


def _class(kind: str) -> str:
    return f' class="{escape(kind)}"' if kind else ""


ASSETS: Final = Path(__file__).resolve().parent / "assets"
HEAD: Final = (
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<meta name="color-scheme" content="light dark">\n'
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'\">\n"
)
"""The beginning of a single file's head; its policy forbids a browser to load other files and to run scripts."""


def addresses_inside(drawn: Mapping[str, str]) -> Address:
    """Return a function that makes the address of a drawing: a data URL that contains the drawing."""
    return lambda file: f"data:image/svg+xml;base64,{b64encode(drawn[file].encode()).decode()}"


def single_page(page: d.Page, resolve: Resolve, contents: str) -> str:
    """Return a page as one HTML file. `contents` is the heading of its table of contents."""
    blocks = tuple(b for b in page.blocks if not (isinstance(b, d.Box) and b.kind == "rk-pages"))
    style = f"<style>\n{_fonts()}{_asset('booklet.css')}{_asset('single-page.css')}{palette_rules()}\n</style>\n"
    writer = HtmlWriter(resolve, frozenset(anchors_in(blocks)), addresses_inside(page.pictures), page.pictures)
    return document(evolve(page, blocks=blocks), writer, contents, "booklet single", HEAD + style)


def document(page: d.Page, writer: HtmlWriter, contents: str, kind: str, head: str = "") -> str:
    """Return a whole HTML document: title, front, table of contents and body. `contents` is the heading of the table of
    contents; "" means no table. `kind` are CSS classes, and `head` is added to the head element."""
    title = escape(printable(page.title))
    headings = [block for block in page.blocks if isinstance(block, d.Heading) and block.level == 2]
    rows = "".join(
        f'<li><a href="#{escape(block.anchor)}">{escape(printable(_heading(block)))}</a></li>' for block in headings
    )
    label = escape(contents)
    nav = f'<nav aria-label="{label}"><h2 class="contents">{label}</h2><ol>{rows}</ol></nav>' if contents else ""
    front = [block for block in page.blocks if isinstance(block, d.Box) and block.kind == "rk-front"]
    rest = [b for b in page.blocks if b not in front and not (isinstance(b, d.Heading) and b.level == 1)]
    return (
        f'{RULES.beginning}\n<html lang="{escape(page.language)}">\n<head>\n<meta charset="utf-8">\n{head}'
        f'<title>{title}</title>\n</head>\n<body class="{kind}">\n<header class="cover"><h1>{title}</h1>\n'
        f"{writer.body(front)}\n</header>\n{nav if rows else ''}\n"
        f"<main>\n{writer.body(rest)}\n</main>\n</body>\n</html>\n"
    )


def _heading(block: d.Heading) -> str:
    words = "".join(piece if isinstance(piece, str) else getattr(piece, "text", "") for piece in block.line)
    return f"{block.number} {words}".strip()


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def _fonts() -> str:
    """Return the CSS rules for the fonts, with the font files as data URLs."""
    rules = _asset("fonts.css")
    for file in sorted((ASSETS / "fonts").glob("*.woff2")):
        data = b64encode(file.read_bytes()).decode()
        rules = rules.replace(f'"fonts/{file.name}"', f'"data:font/woff2;base64,{data}"')
    return rules
