"""Booklets show folded boxes open and fetch nothing. Without WeasyPrint a message tells how to install it (E838)."""

from __future__ import annotations

import builtins
import re
import zlib
from typing import Any

import pytest
from attrs import evolve

from rulekit.diagnostics import RulekitError
from rulekit.render import page_blocks as d
from rulekit.render.booklet import (
    SIZES,
    booklet,
    booklet_html,
    check_printing,
    open_blocks,
    sheets,
    style,
    summary_sheet,
)
from rulekit.render.section_rules import NARROW_SPACE
from tests.shipped import every

SVG = "http://www.w3.org/2000/svg"
PAGE = d.Page(
    "page",
    "A <game>",
    "en",
    (
        d.Heading(1, ("A <game>",), "top"),
        d.Heading(2, ("First",), "first", "1"),
        d.Figure("one.svg", "a square"),
        d.Tabs((("2 players", (d.PageParagraph(("two",)),)), ("3 players", (d.PageParagraph(("three",)),)))),
        d.Remark("info", "What it was", (d.PageParagraph(("before",)),), folded=True),
    ),
    {
        "one.svg": f'<svg xmlns="{SVG}" viewBox="0 0 4 4"><style></style><rect width="4" height="4"/></svg>',
    },
)


def test_tabs_stand_one_after_the_other_and_notes_are_unfolded() -> None:
    opened = tuple(open_blocks(PAGE.blocks))
    assert not [b for b in d.blocks_of(opened) if isinstance(b, d.Remark) and b.folded]
    html = booklet_html(PAGE, lambda _: None, "Contents", "booklet")
    assert all(f"<p>{word}</p>" in html for word in ("two", "three", "before")) and "<details" not in html


def test_a_document_has_contents_and_escapes_its_title() -> None:
    html = booklet_html(PAGE, lambda _: None, "Contents", "booklet")
    assert "<h1>A &lt;game&gt;</h1>" in html and html.count("<h1") == 1
    assert '<a href="#first">1 First</a>' in html


def test_a_document_has_no_links_to_what_exactly_holds() -> None:
    line = ("A rule.", NARROW_SPACE, d.ExactLink("§", ("rule-one",), "reference", "The exact rule"))
    html = booklet_html(evolve(PAGE, blocks=(d.PageParagraph(line),)), lambda _: None, "", "booklet")
    assert "<p>A rule.</p>" in html


@pytest.mark.parametrize("sheet", every(len(SIZES), SIZES))
def test_a_booklet_is_a_pdf(sheet: str) -> None:
    pytest.importorskip("weasyprint")
    assert booklet(PAGE, lambda _: None, sheet, "Contents").startswith(b"%PDF")


def test_without_weasyprint_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def lacking(name: str, *more: Any, **rest: Any) -> Any:
        if name == "weasyprint":
            raise ImportError("No module named 'weasyprint'")
        return usual(name, *more, **rest)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(RulekitError) as caught:
        check_printing()
    (told,) = caught.value.diagnostics
    assert told.code == "E838" and "rulekit[print]" in str(told.help)


def test_drawings_side_by_side_take_no_more_room_than_they_have_when_small() -> None:
    """Two pairs of pictures and the text after them fit on one sheet with the contents."""
    pytest.importorskip("weasyprint")
    large = f'<svg xmlns="{SVG}" width="600" height="620" viewBox="0 0 600 620"><rect width="600" height="620"/></svg>'
    pair = d.Box("rk-pair", (d.Figure("big.svg", "before", width=600), d.Figure("big.svg", "after", width=600)))
    blocks = (
        d.Heading(1, ("A game",), "top"),
        d.Heading(2, ("First",), "first"),
        pair,
        pair,
        d.PageParagraph(("End",)),
    )
    made = booklet(d.Page("page", "A game", "en", blocks, {"big.svg": large}), lambda _: None, "a5", "Contents")
    assert len(re.findall(rb"/Type ?/Page\b", _objects(made))) == 1


@pytest.mark.soak
def test_a_summary_has_two_pages_in_the_largest_letters_that_fit() -> None:
    pytest.importorskip("weasyprint")
    words = tuple(d.PageParagraph((f"{n} {'take a stone ' * 14}",)) for n in range(40))
    page = d.Page("page", "A game", "en", (d.Heading(1, ("A game",), "top"), *words))
    large, small = (len(sheets(page, lambda _: None, style("a5", size), "summary").pages) for size in (9.5, 7))
    assert large > 2 >= small
    assert len(re.findall(rb"/Type ?/Page\b", _objects(summary_sheet(page, lambda _: None, "a5")))) == 2


def _objects(pdf: bytes) -> bytes:
    packed = re.findall(rb"FlateDecode.*?stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return b"".join(zlib.decompressobj().decompress(one) for one in packed)
