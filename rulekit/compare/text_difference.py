"""Merges two texts into one, with removed and added words marked.

Lines are paired first, then the words of similar lines; a line without a similar one is removed or added as a whole.
Differences in spaces are ignored. A clause in words is a list of rows (sentences with depth and sign, rows of tables),
which are paired in the same way. Callers decide how to show marks and rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from attrs import evolve, frozen

from ..prose import Bullets, Inline, NumberedList, Paragraph, ProseBlock, ProseTable
from ..prose.prose_blocks import inline_text

How = Literal["same", "old", "new"]

ALIKE = 0.4
"""The share of words that two lines must have in common to be shown as one."""

_TOKEN = re.compile(r"\s*(?:\w+|[^\w\s])|\s+$")


@frozen
class DiffSegment:
    """A piece of text that is on both sides, only on the old side, or only on the new side (`how`)."""

    how: How
    text: str


DiffLine = tuple[DiffSegment, ...]


def plain_paint(how: str, text: str) -> str:
    """Return a piece of text with its mark as characters: `[-old-]`, `{+new+}`; unchanged text as it is."""
    return {"same": text, "old": f"[-{text}-]", "new": f"{{+{text}+}}"}[how]


def text_with_marks(said: DiffLine) -> str:
    """Return a line with its marks as characters: `[-old-]` and `{+new+}`."""
    return "".join(plain_paint(part.how, part.text) for part in said)


def same_line(text: str) -> DiffLine:
    """Return a text as a line that both sides have."""
    return (DiffSegment("same", text),)


def one_sided_lines(how: How, text: str) -> tuple[DiffLine, ...]:
    """Return the lines of a text that only one side has, the old or the new one (`how`)."""
    return tuple((DiffSegment(how, line),) for line in text.split("\n"))


def diff_words(old: str, new: str) -> DiffLine:
    """Return two lines merged into one with marks. A single punctuation mark between two changes is marked as changed,
    too."""
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    parts: list[tuple[How, str]] = []
    for tag, i, j, k, n in _join_changes(_matcher(a, b).get_opcodes(), a):
        if tag == "equal":
            parts.append(("same", "".join(b[k:n])))
        else:
            if i < j:
                parts.append(("old", "".join(a[i:j])))
            if k < n:
                parts.append(("new", "".join(b[k:n])))
    return tuple(_with_outer_spaces(parts))


Opcode = tuple[str, int, int, int, int]


def _join_changes(opcodes: Sequence[Opcode], a: Sequence[str]) -> Iterator[Opcode]:
    """Yield the opcodes of a word comparison. Two changes become one if only a single punctuation mark is between
    them."""
    found: list[Opcode] = []
    for at, code in enumerate(opcodes):
        tag, i, j, k, n = code
        inner = 0 < at < len(opcodes) - 1
        if tag == "equal" and inner and j - i < 2 and a[i].strip() in "-+*/.,<>=":
            tag = "replace"
        if found and tag != "equal" and found[-1][0] != "equal":
            _, i0, _, k0, _ = found.pop()
            found.append(("replace", i0, j, k0, n))
        else:
            found.append((tag, i, j, k, n))
    yield from found


Pair = tuple[int | None, int | None]
"""The index of a line in the old and in the new text; None for a text that lacks it."""


def align_lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Yield the pairs of lines of two texts, in order. If a line has no counterpart, the other index is None."""
    for tag, i, j, k, n in _matcher([_bare(x) for x in old], [_bare(x) for x in new]).get_opcodes():
        if tag == "equal":
            yield from zip(range(i, j), range(k, n), strict=True)
        else:
            yield from _pair_changed(old, new, range(i, j), range(k, n))


def _pair_changed(old: Sequence[str], new: Sequence[str], there: range, here: range) -> Iterator[Pair]:
    """Yield pairs of lines: each changed new line (in `here`) with the most similar old line (in `there`), in order.
    Between two pairs, unpaired old lines come before new ones."""
    rest, waiting = list(there), []
    for line in here:
        alike = [(_likeness(old[one], new[line]), -at) for at, one in enumerate(rest)]
        best = max(alike, default=(0.0, 0))
        if best[0] < ALIKE:
            waiting.append(line)
            continue
        at = -best[1]
        yield from ((gone, None) for gone in rest[:at])
        yield from ((None, came) for came in waiting)
        yield rest[at], line
        del rest[: at + 1]
        waiting = []
    yield from ((gone, None) for gone in rest)
    yield from ((None, came) for came in waiting)


def _likeness(a: str, b: str) -> float:
    return _matcher(_TOKEN.findall(a), _TOKEN.findall(b)).ratio()


def _matcher(a: Sequence[str], b: Sequence[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, [t.strip() for t in a], [t.strip() for t in b], autojunk=False)


def _bare(line: str) -> str:
    return " ".join(line.split())


def _with_outer_spaces(parts: Sequence[tuple[How, str]]) -> Iterator[DiffSegment]:
    """Yield the segments. A space at the start of a marked segment is moved before it, so that words stay separate if
    marks are not shown."""
    for how, text in parts:
        bare = text if how == "same" else text.lstrip()
        if len(bare) < len(text):
            yield DiffSegment("same", text[: len(text) - len(bare)])
        if bare:
            yield DiffSegment(how, bare)


DASH = "–"
"""The sign before items of a list without order."""


@frozen
class ProseRow:
    """A sentence, or the cells of a `table`'s head or row. `depth` is the number of lists that contain it; `sign` is
    its bullet or number (`2.`, a dash)."""

    depth: int
    sign: str
    cells: tuple[DiffLine, ...]
    table: Literal["", "head", "row"] = ""

    @property
    def text(self) -> str:
        """Return the words of the row, without marks."""
        return " | ".join("".join(part.text for part in cell) for cell in self.cells)

    @property
    def changed(self) -> bool:
        return any(part.how != "same" for cell in self.cells for part in cell)


ELLIPSIS = "…"
"""The sign for rows that both sides have and that are left out."""


def sentence_row(text: str, depth: int = 0, sign: str = "") -> ProseRow:
    return ProseRow(depth, sign, ((DiffSegment("same", text),),))


def prose_rows(blocks: Sequence[ProseBlock], depth: int = 0) -> Iterator[ProseRow]:
    """Yield the rows of these blocks of prose; `depth` is the number of lists that contain them."""
    for block in blocks:
        match block:
            case Paragraph(text=text):
                yield sentence_row(inline_text(text), depth)
            case ProseTable(head=head, rows=members):
                yield ProseRow(depth, "", _cells(head), "head")
                yield from (ProseRow(depth, "", _cells(cells), "row") for cells in members)
            case NumberedList(items=items) | Bullets(items=items):
                for n, item in enumerate(items, 1):
                    first, *rest = prose_rows(item, depth + 1)
                    sign = f"{n}." if isinstance(block, NumberedList) else DASH
                    yield evolve(first, sign=f"{sign} {first.sign}".strip())
                    yield from rest


def _cells(cells: Sequence[Inline]) -> tuple[DiffLine, ...]:
    return tuple((DiffSegment("same", inline_text(cell)),) for cell in cells)


def mark_rows(old: Sequence[ProseRow], new: Sequence[ProseRow], around: int = 1) -> tuple[ProseRow, ...]:
    """Return the rows of both sides merged, with marks. Of unchanged rows, only `around` before and after each change
    are kept."""
    return _near(_merge_rows(old, new), around)


def _merge_rows(old: Sequence[ProseRow], new: Sequence[ProseRow]) -> list[ProseRow]:
    found: list[ProseRow] = []
    for one, two in align_lines([row.text for row in old], [row.text for row in new]):
        if one is None or two is None:
            row = new[two] if two is not None else old[one or 0]
            found.append(one_sided_row("new" if one is None else "old", row))
        else:
            found.append(_together(old[one], new[two]))
    return found


def one_sided_row(how: How, row: ProseRow) -> ProseRow:
    """Return a row in which everything is marked as being only on one side."""
    return evolve(
        row, cells=tuple((DiffSegment(how, "".join(p.text for p in cell)),) if cell else cell for cell in row.cells)
    )


def _together(old: ProseRow, new: ProseRow) -> ProseRow:
    """Return the rows of both sides merged, with marks. The result has the sign and the depth of the new row."""
    if old.text == new.text:
        return new
    if len(old.cells) != len(new.cells):
        return evolve(new, cells=(diff_words(old.text, new.text),), table="")
    pairs = zip(old.cells, new.cells, strict=True)
    return evolve(new, cells=tuple(diff_words(_cell_text(a), _cell_text(b)) for a, b in pairs))


def _cell_text(cell: DiffLine) -> str:
    return "".join(part.text for part in cell)


def _near(found: Sequence[ProseRow], around: int, heading: bool = False) -> tuple[ProseRow, ...]:
    """Return the rows near a change (`around` before and after it), with the heads of tables and, with `heading`, the
    first row. Return all rows if nothing changed."""
    changed = [at for at, row in enumerate(found) if row.changed]
    if not changed:
        return tuple(found)
    kept = {near for at in changed for near in range(at - around, at + around + 1)}
    kept |= {at for at, row in enumerate(found) if row.table == "head" or (heading and at == 0)}
    out: list[ProseRow] = []
    for at, row in enumerate(found):
        if at in kept:
            out.append(row)
        elif at == 0 or at - 1 in kept:
            out.append(sentence_row(f"  {ELLIPSIS}" if heading else ELLIPSIS, row.depth))
    return tuple(out)


def diff_lines(old: str, new: str, around: int = 1) -> tuple[DiffLine, ...]:
    """Return two texts merged into one, line by line, with marks.

    Of unchanged lines, only the first and `around` beside each change are kept; a line `…` replaces the others."""
    before, after = ([sentence_row(line) for line in text.split("\n")] for text in (old, new))
    return tuple(row.cells[0] for row in _near(_merge_rows(before, after), around, heading=True))


def rows_line(found: Sequence[ProseRow], only_changed: bool = False) -> DiffLine:
    """Return rows joined into one line; with `only_changed`, only the changed rows. Adjacent changes of the same side
    become one segment."""
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
