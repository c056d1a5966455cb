"""Prose as data: texts with links, and blocks as lines of text."""

from __future__ import annotations

from rulekit.prose import Bullets, Link, NumberedList, Paragraph, ProseTable, blocks_text
from rulekit.prose.prose_blocks import first_letter, inline_parts, inline_text, link, without_links


def test_a_link_in_a_text() -> None:
    text = f"the inn is {link('full', 'fact full')}."
    assert inline_parts(text) == ("the inn is ", Link("full", "fact full"), ".")
    assert without_links(text) == inline_text(inline_parts(text)) == "the inn is full."
    assert inline_parts(link(link("a", "fact a") + " b", "fact c")) == (Link("a b", "fact c"),)


def test_the_first_letter_may_stand_in_a_link() -> None:
    assert inline_text(inline_parts(first_letter(f"“{link('one', 'fact one')}”", str.upper))) == "“One”"


def test_blocks_as_lines() -> None:
    item = (Paragraph(("a",)), Bullets(((Paragraph(("b",)),),)))
    blocks = (NumberedList((item, (Paragraph(("c",)),))), ProseTable((("h",),), ((("d",),),)))
    assert blocks_text(blocks) == "1. a\n   - b\n2. c\nh\nd"
