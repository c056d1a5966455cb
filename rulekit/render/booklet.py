"""Turns a page into a booklet to print, by WeasyPrint: with page numbers, a table of contents and vector drawings.

Folded notes and hidden tabs are open in print. WeasyPrint gets the drawings from memory; any other request of a page is
refused, so nothing is fetched. Only this module imports WeasyPrint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from attrs import evolve

from ..diagnostics import Diagnostic, Help, RulekitError
from ..scene import for_print
from . import page_blocks as d
from .html_writer import ASSETS, HtmlWriter, document
from .markdown import Resolve, link_path
from .page_links import anchors_in
from .summary_sheet import card_boxes

SIZES = ("a5", "a4")
DRAWINGS = "drawing:"
SMALLER = (9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6)
"""The sizes of letters, in points, that are tried for a summary; the first with which it fits on two pages is used."""


def check_printing() -> None:
    """Raise RulekitError if WeasyPrint or a library that it needs is missing."""
    _weasyprint()


def print_files(page: d.Page, summary: d.Page, resolve: Resolve, sheet: str, contents: str) -> dict[str, bytes]:
    """Return the PDFs of a game: the booklet, a summary of two pages, and cards. The key of each is the end of its file
    name.

    `sheet` is the sheet size; `contents` is the heading of the table of contents."""
    made = {"": booklet(page, resolve, sheet, contents)}
    if len(summary.blocks) > 1:
        made["-summary"] = summary_sheet(summary, resolve, sheet)
    cards = card_boxes(page.blocks)
    if cards:
        made["-cards"] = _pdf(evolve(page, blocks=(d.Box("rk-cards", cards),)), resolve, style(sheet), "cards")
    return made


def booklet(page: d.Page, resolve: Resolve, sheet: str, contents: str) -> bytes:
    """Return the PDF of a page; `contents` is the heading of its table of contents."""
    return _pdf(page, resolve, style(sheet), "booklet", contents)


def summary_sheet(page: d.Page, resolve: Resolve, sheet: str) -> bytes:
    """Return the PDF of a summary. Its letters are the largest with which it fits on two pages."""
    for size in SMALLER:
        document = sheets(page, resolve, style(sheet, size), "summary")
        if len(document.pages) <= 2:
            break
    made: bytes = document.write_pdf()
    return made


def _pdf(page: d.Page, resolve: Resolve, css: str, kind: str, contents: str = "") -> bytes:
    made: bytes = sheets(page, resolve, css, kind, contents).write_pdf()
    return made


def sheets(page: d.Page, resolve: Resolve, css: str, kind: str, contents: str = "") -> Any:
    """Return WeasyPrint's layout of a page. `css` is the style sheet and `kind` one of its classes."""
    weasyprint = _weasyprint()
    from weasyprint.text.fonts import FontConfiguration

    html = booklet_html(page, resolve, contents, kind)
    source = weasyprint.HTML(string=html, base_url=DRAWINGS, url_fetcher=_fetcher(page))
    fonts = FontConfiguration()
    sheet = weasyprint.CSS(string=css, base_url=ASSETS.as_uri() + "/", url_fetcher=_font, font_config=fonts)
    return source.render(stylesheets=[sheet], font_config=fonts)


def booklet_html(page: d.Page, resolve: Resolve, contents: str, kind: str) -> str:
    """Return the HTML document of a booklet. The addresses of its drawings begin with `DRAWINGS`."""
    writer = HtmlWriter(resolve, frozenset(anchors_in(page.blocks)), lambda file: f"{DRAWINGS}{link_path(file)}")
    return document(evolve(page, blocks=tuple(open_blocks(page.blocks))), writer, contents, kind)


def _weasyprint() -> Any:
    try:
        import weasyprint
    except (ImportError, OSError) as error:  # an OSError says that a system library is missing
        advice = (Help('pip install "rulekit[print]"'), Help("WeasyPrint also wants Pango from the system"))
        raise RulekitError(Diagnostic("E838", f"WeasyPrint cannot be used: {error}", help=advice)) from error
    return weasyprint


def _fetcher(page: d.Page) -> Any:
    from weasyprint.urls import URLFetcherResponse

    def fetch(url: str, *_: object, **__: object) -> Any:
        name = unquote(url.removeprefix(DRAWINGS))
        if not url.startswith(DRAWINGS) or name not in page.pictures:
            raise ValueError(f"{url} is not part of the booklet")
        return URLFetcherResponse(url, for_print(page.pictures[name]).encode(), {"Content-Type": "image/svg+xml"})

    return fetch


def _font(url: str, *_: object, **__: object) -> Any:
    from weasyprint.urls import URLFetcherResponse

    return URLFetcherResponse(
        url, (ASSETS / "fonts" / url.rpartition("/")[2]).read_bytes(), {"Content-Type": "font/woff2"}
    )


def open_blocks(blocks: Sequence[d.PageBlock]) -> Iterator[d.PageBlock]:
    """Yield the blocks with all folded notes open, for print."""
    for block in blocks:
        match block:
            case d.Tabs(tabs=tabs):
                yield d.Tabs(tuple((title, tuple(open_blocks(inside))) for title, inside in tabs))
            case d.Remark(blocks=inside):
                yield evolve(block, folded=False, blocks=tuple(open_blocks(inside)))
            case d.Box(blocks=inside) | d.Aside(blocks=inside):
                yield evolve(block, blocks=tuple(open_blocks(inside)))
            case d.Items(items=items):
                yield evolve(block, items=tuple(tuple(open_blocks(item)) for item in items))
            case _:
                yield block


def style(sheet: str, size: float = 0) -> str:
    """Return the style sheet for a sheet size. `size` is the size of letters in points; 0 means the usual one."""
    margin, usual = ("13mm 12mm 15mm", 8.8) if sheet == "a5" else ("18mm 18mm 20mm", 10)
    page = f"@page {{ size: {sheet.upper()}; margin: {margin}; }} html {{ font-size: {size or usual}pt; }}\n"
    wide = (ASSETS / "booklet-a4.css").read_text(encoding="utf-8") if sheet == "a4" else ""
    return page + "".join((ASSETS / name).read_text(encoding="utf-8") for name in ("fonts.css", "booklet.css")) + wide
