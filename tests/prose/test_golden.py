"""Every sentence of the shipped games equals the reviewed one in `golden/`, which has a file for each game and
language.

Clauses that several games of a family share are in the files of only some of them (`COVERING`).

RULEKIT_REGENERATE=1 rewrites the files, with -m "soak or not soak" all; then read the changes as somebody who wants to
play.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.model.sections import all_sections, sections
from rulekit.prose import Speaker, blocks_text, speaker
from rulekit.prose.prose_blocks import inline_text
from rulekit.syntax.forms import does
from tests.shipped import COVERING, SPANNING, every, spanning

from .games import model

GOLDEN = Path(__file__).parent / "golden"
GERMAN = ("classics/leduc-poker", "classics/nine-mens-morris", "carcassonne/messages-c2-zmg")
READABLE = (("czar/english", "en"), ("czar/dutch", "nl"), ("carcassonne/messages-c2-zmg", "de"))
SPOKEN = [*((game, language) for language in ("en", "nl") for game in COVERING), *((game, "de") for game in GERMAN)]
TOLD = spanning(SPOKEN, [one for one in SPOKEN if one[0] in (*SPANNING, *GERMAN[:2])])
"""All texts. The suite has those of games that use every form of the language between them; for another, by hand:

pytest -m "soak or not soak" -k NAME tests/prose/test_golden.py
"""


def page(says: Speaker) -> str:
    out: list[str] = []
    for placed in says.model.rulebook.clauses:
        if not does(placed.clause, "about_book"):
            prose = says.clause(placed)
            summary = "" if prose.summary is None else f"{inline_text(prose.summary)}\n"
            out.append(f"## {prose.id}: {inline_text(prose.title)}\n{summary}\n{blocks_text(prose.exact)}\n")
    return "\n".join(out)


def golden(game: str, language: str) -> Path:
    return GOLDEN / f"{game.replace('/', '-')}.{language}.txt"


@pytest.mark.parametrize(("game", "language"), TOLD)
def test_the_sentences_are_those_that_were_read(game: str, language: str) -> None:
    path = golden(game, language)
    says = speaker(model(game), language)
    text = page(says)
    if os.environ.get("RULEKIT_REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
    assert language == "nl" or says.wordless_names == []


def readable(says: Speaker) -> str:
    """Return the text of the readable book: sections with captions and tables, then the titles of rulings and
    options."""
    out: list[str] = []
    for section in all_sections(sections(says.model.rulebook)):
        title, text = says.section_title(section.placed), says.section_text(section.placed)
        out.append(f"## {section.name}: {title.text if title else ''}\n{text.text if text else ''}")
        captions = (says.caption(section.placed, shown) for shown in section.shows)
        out += [f"[{caption.text}]" for caption in captions if caption is not None]
        if (table := says.section_table(section.placed)) is not None:
            out += ["| " + " | ".join(map(inline_text, row)) for row in (table.head, *table.rows)]
    for placed in says.model.rulebook.clauses:
        if placed.clause.kind == "option":
            prose = says.clause(placed)
            out.append(f"## {placed.id}: {inline_text(prose.title)}\n{inline_text(prose.summary or ())}")
    return "\n".join(out) + "\n"


@pytest.mark.parametrize(("game", "language"), every(3, READABLE))
def test_the_readable_book_is_the_one_that_was_read(game: str, language: str) -> None:
    path = golden(game, language).with_suffix(".book.txt")
    text = readable(speaker(model(game), language))
    if os.environ.get("RULEKIT_REGENERATE"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
