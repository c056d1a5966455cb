"""Composes the page `The rules` of a game, which people read first, in the words of its author.

At the top are the facts of the game and the meaning of the signs in the text. The sections of the rulebook follow
(`section_rules.py`). If it has none, the rest is made from the summaries of its clauses (`plain_rules.py`).

The page has the layout of a book: one column of text, pictures in frames, and cards in a grid. Every frame is as wide
as the column and contains the picture's caption, below the picture. A picture that is wider than the column extends
beyond it on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from attrs import evolve

from ..machine.program import Chance, Machine
from ..model.sections import sections
from ..play.game_steps import has_secrets
from ..scene.scene import LETTER, PRINTED, READABLE
from ..syntax import nodes as s
from . import page_blocks as d
from .clause_sections import Writer
from .plain_rules import plain_rules
from .reference_page import other_editions, player_count
from .section_rules import section_rules
from .settled import key_of_signs
from .subject import Subject


def rules_blocks(writer: Writer, reference: str) -> Iterator[d.PageBlock]:
    """Yield the blocks of the page below its title. `reference` is the path of the page with the exact texts."""
    subject = writer.subject
    roots = sections(subject.rulebook)
    key = key_of_signs(subject, roots) if roots else ()
    yield d.Box("rk-front", (*_facts(writer), *key))
    if roots:
        yield from arrange_blocks(map(enlarged, section_rules(writer, reference, roots)))
        return
    if subject.summary:
        yield d.PageParagraph((subject.summary,), "rk-lead")
    yield from plain_rules(writer, reference)


def facts(subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield facts about the game with their names: the numbers of players (`players`), the duration (`time`) and the
    age of players (`age`)."""
    counts = subject.counts
    several = subject.ui("page-for-players", many=player_count(subject))
    yield "players", subject.ui("page-players", count=counts[0]) if len(counts) == 1 else several
    yield from ((name, fact) for name in ("time", "age") for fact in front_lines(subject, name))


def kinds(subject: Subject, machine: Machine) -> Iterator[str]:
    """Yield what characterises a game: `board` or `no-board`, `luck` or `no-luck`, and `secrets` if it has any."""
    placed = subject.rulebook.clauses
    yield "board" if any(isinstance(one.clause, s.BoardClause) for one in placed) else "no-board"
    yield "luck" if any(isinstance(node, Chance) for node in machine.nodes) else "no-luck"
    if has_secrets(machine):
        yield "secrets"


def _facts(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield paragraphs with the facts about the game, its authors, and its other editions."""
    subject = writer.subject
    for name, fact in facts(subject):
        yield d.PageParagraph((fact,), f"rk-fact-{name}")
    for line in front_lines(subject, "credits"):
        yield d.PageParagraph((line,), "rk-credits")
    others = other_editions(writer)
    if others:
        yield d.PageParagraph((f"{subject.ui('page-other-editions')}: ", *others), "rk-credits")


def front_lines(subject: Subject, *names: str) -> list[str]:
    """Return the lines with these names from the rulebook's header, in the page's language, without those that it
    lacks."""
    return [said.text for name in names if (said := subject.speaker.front_line(name))]


ENLARGED: Final = 1.2
"""The factor by which pictures in the column are enlarged, so that their letters are as large as those of captions."""
COLUMN: Final = 620
"""The width of the column of text inside a picture's frame, in pixels."""


def arrange_blocks(blocks: Iterable[d.PageBlock]) -> Iterator[d.PageBlock]:
    """Yield the blocks of the page, with consecutive cards in a grid, and with wide frames for wide pictures."""
    for is_grid, run in groupby(blocks, _is_card):
        part = tuple(run)
        yield from (d.Box("rk-cards", part),) if is_grid else map(_widened, part)


def enlarged(block: d.PageBlock) -> d.PageBlock:
    """Return a block whose pictures are elements of the page, with the size at which they are shown. A picture is
    enlarged as far as the column allows; one that is wider than the column keeps its size."""
    match block:
        case d.Figure(width=width, height=height):
            scale = max(1, min(ENLARGED, COLUMN / max(1, width)))
            least = round(min(width, PRINTED) * READABLE / LETTER)
            return evolve(block, width=round(scale * width), height=round(scale * height), inside=least)
        case d.Box(blocks=inside):
            return evolve(block, blocks=tuple(map(enlarged, inside)))
    return block


def _is_card(block: d.PageBlock) -> bool:
    return isinstance(block, d.Box) and block.kind == "rk-printed-card"


def _widened(block: d.PageBlock) -> d.PageBlock:
    """Return a block, marked as wide if it contains a picture that is wider than the column."""
    if isinstance(block, d.Box) and max(_widths(block), default=0) > COLUMN:
        return evolve(block, kind=f"{block.kind} rk-wide")
    return block


def _widths(block: d.PageBlock) -> list[int]:
    return [one.width for one in d.blocks_of((block,)) if isinstance(one, d.Figure)]
