"""Makes "The rules" one HTML file, with its pictures, letters and styles inside: to open, to send or to print.

It asks no other host or file for anything, runs no script, and needs no package to be made. Light and dark colours
follow the reader's system. `booklet.py` lays the same document out to be printed.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Final

from attrs import evolve

from ..diagnostics.printable import printable
from ..scene import palette_rules
from ..storage.files import RULES
from . import page_blocks as d
from .html_writer import HtmlWriter
from .markdown import Resolve
from .page_links import anchors_in

ASSETS: Final = Path(__file__).resolve().parent / "assets"
HEAD: Final = (
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<meta name="color-scheme" content="light dark">\n'
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'\">\n"
)
"""The settings of a single file; the policy lets a browser load nothing from elsewhere and run nothing."""


def single_page(page: d.Page, resolve: Resolve, contents: str) -> str:
    """Return a page as one file; `contents` is the heading of its table of contents."""

    def inside(file: str) -> str:
        return f"data:image/svg+xml;base64,{b64encode(page.pictures[file].encode()).decode()}"

    blocks = tuple(b for b in page.blocks if not (isinstance(b, d.Box) and b.kind == "rk-pages"))
    style = f"<style>\n{_fonts()}{_asset('booklet.css')}{_asset('single-page.css')}{palette_rules()}\n</style>\n"
    writer = HtmlWriter(resolve, frozenset(anchors_in(blocks)), inside, page.pictures)
    return document(evolve(page, blocks=blocks), writer, contents, "booklet single", HEAD + style)


def document(page: d.Page, writer: HtmlWriter, contents: str, kind: str, head: str = "") -> str:
    """Return a whole HTML document: title, front, table of contents (if it has a heading) and body. `kind` are classes
    of the style sheet, and `head` is added to the head."""
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
    """Return the rules for the letters, with the files of the fonts in them."""
    rules = _asset("fonts.css")
    for file in sorted((ASSETS / "fonts").glob("*.woff2")):
        data = b64encode(file.read_bytes()).decode()
        rules = rules.replace(f'"fonts/{file.name}"', f'"data:font/woff2;base64,{data}"')
    return rules
