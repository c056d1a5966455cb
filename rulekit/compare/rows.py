"""A clause in words as rows that can be set beside another's: sentences with their depth and sign, rows of tables.

What is said is `prose`'s; which words are marked is `word_difference.py`'s; how a row looks is for the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import evolve, frozen

from ..prose import Bullets, Inline, Numbered, Paragraph, ProseBlock, ProseTable
from ..prose.document import inline_text
from .word_difference import DiffLine, DiffSegment, How, aligned, diff_words

DASH = "–"
"""Stands before what is listed in no order."""


@frozen
class ProseRow:
    """A sentence, or the cells of a `table`: of its head or of a row; `sign` stands before it (`2.`, a dash)."""

    depth: int
    sign: str
    cells: tuple[DiffLine, ...]
    table: Literal["", "head", "row"] = ""

    @property
    def text(self) -> str:
        """Its words, whatever is marked."""
        return " | ".join("".join(part.text for part in cell) for cell in self.cells)

    @property
    def changed(self) -> bool:
        return any(part.how != "same" for cell in self.cells for part in cell)


ELLIPSIS = "…"
"""Stands where rows that both have are left out."""


def sentence_row(text: str, depth: int = 0, sign: str = "") -> ProseRow:
    return ProseRow(depth, sign, ((DiffSegment("same", text),),))


def prose_rows(blocks: Sequence[ProseBlock], depth: int = 0) -> Iterator[ProseRow]:
    """Blocks of prose, one below the other."""
    for block in blocks:
        match block:
            case Paragraph(text=text):
                yield sentence_row(inline_text(text), depth)
            case ProseTable(head=head, rows=members):
                yield ProseRow(depth, "", _cells(head), "head")
                yield from (ProseRow(depth, "", _cells(cells), "row") for cells in members)
            case Numbered(items=items) | Bullets(items=items):
                for n, item in enumerate(items, 1):
                    first, *rest = prose_rows(item, depth + 1)
                    sign = f"{n}." if isinstance(block, Numbered) else DASH
                    yield evolve(first, sign=f"{sign} {first.sign}".strip())
                    yield from rest


def _cells(cells: Sequence[Inline]) -> tuple[DiffLine, ...]:
    return tuple((DiffSegment("same", inline_text(cell)),) for cell in cells)


def marked_rows(old: Sequence[ProseRow], new: Sequence[ProseRow], around: int = 1) -> tuple[ProseRow, ...]:
    """Both as one; of rows that are the same only so many stay beside a change."""
    found: list[ProseRow] = []
    for one, two in aligned([row.text for row in old], [row.text for row in new]):
        if one is None or two is None:
            row = new[two] if two is not None else old[one or 0]
            found.append(whole("new" if one is None else "old", row))
        else:
            found.append(_together(old[one], new[two]))
    return _near(found, around)


def whole(how: How, row: ProseRow) -> ProseRow:
    """A row that only one side has."""
    return evolve(
        row, cells=tuple((DiffSegment(how, "".join(p.text for p in cell)),) if cell else cell for cell in row.cells)
    )


def _together(old: ProseRow, new: ProseRow) -> ProseRow:
    """A row of both; the sign and the depth are those of the new one."""
    if old.text == new.text:
        return new
    if len(old.cells) != len(new.cells):
        return evolve(new, cells=(diff_words(old.text, new.text),), table="")
    pairs = zip(old.cells, new.cells, strict=True)
    return evolve(new, cells=tuple(diff_words(_bare(a), _bare(b)) for a, b in pairs))


def _bare(cell: DiffLine) -> str:
    return "".join(part.text for part in cell)


def _near(found: Sequence[ProseRow], around: int) -> tuple[ProseRow, ...]:
    changed = [at for at, row in enumerate(found) if row.changed]
    if not changed:
        return tuple(found)
    kept = {near for at in changed for near in range(at - around, at + around + 1)}
    kept |= {at for at, row in enumerate(found) if row.table == "head"}
    out: list[ProseRow] = []
    for at, row in enumerate(found):
        if at in kept:
            out.append(row)
        elif not out or out[-1].text != ELLIPSIS:
            out.append(sentence_row(ELLIPSIS, row.depth))
    return tuple(out)


def rows_line(found: Sequence[ProseRow], only_changed: bool = False) -> DiffLine:
    """Rows as one line of text, for a sentence of a gist; of changed ones those of one side that follow one another
    are one mark."""
    parts: list[DiffSegment] = []
    for row in found:
        if only_changed and not row.changed:
            continue
        sign = f"{row.sign} " if parts and row.depth and row.sign[:-1].isdigit() else ""
        for at, cell in enumerate(row.cells):
            before = "; " if at else (" " if parts else "") + sign
            if parts and len(cell) == 1 and parts[-1].how == cell[0].how:
                parts[-1] = DiffSegment(cell[0].how, f"{parts[-1].text}{before}{cell[0].text}")
            else:
                parts += [*((DiffSegment("same", before),) if before else ()), *cell]
    return tuple(parts)
