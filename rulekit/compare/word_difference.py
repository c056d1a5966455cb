"""Two texts as one, with the words that went and the words that came marked, for a reader of a changed clause.

Lines are paired first, then the words of lines that are alike; a line that has little in common with any goes or comes
whole.  Spaces never count.  What a mark looks like is for the page that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from attrs import frozen

How = Literal["same", "old", "new"]

ALIKE = 0.4
"""The share of words that two lines must have in common to be shown as one."""

_TOKEN = re.compile(r"\s*(?:\w+|[^\w\s])|\s+$")


@frozen
class DiffSegment:
    """A stretch of text that stands on both sides, only on the old, or only on the new."""

    how: How
    text: str


DiffLine = tuple[DiffSegment, ...]


def diff_lines(old: str, new: str, around: int = 1) -> tuple[DiffLine, ...]:
    """Both texts as lines with marks.  Of lines that are the same only `around` stay beside a change; where others are
    left out stands a line `…`."""
    found = list(_lines(old.split("\n"), new.split("\n")))
    changed = [at for at, line in enumerate(found) if any(part.how != "same" for part in line)]
    if not changed:
        return tuple(found)
    kept = {near for at in changed for near in range(at - around, at + around + 1)}
    kept.add(0)  # its heading says which clause it is
    out: list[DiffLine] = []
    for at, line in enumerate(found):
        if at in kept:
            out.append(line)
        elif not out or out[-1] != LEFT_OUT:
            out.append(LEFT_OUT)
    return tuple(out)


LEFT_OUT: DiffLine = (DiffSegment("same", "  …"),)


def one_sided_lines(how: How, text: str) -> tuple[DiffLine, ...]:
    """A text that only one side has (or both), line by line."""
    return tuple((DiffSegment(how, line),) for line in text.split("\n"))


def diff_words(old: str, new: str) -> DiffLine:
    """Two lines as one.  Words between two changes that are too few to hold a reader count as changed, too."""
    a, b = _TOKEN.findall(old), _TOKEN.findall(new)
    parts: list[tuple[How, str]] = []
    for tag, i, j, k, n in _steady(_matcher(a, b).get_opcodes(), a):
        if tag == "equal":
            parts.append(("same", "".join(b[k:n])))
        else:
            if i < j:
                parts.append(("old", "".join(a[i:j])))
            if k < n:
                parts.append(("new", "".join(b[k:n])))
    return tuple(_joined(parts))


Opcode = tuple[str, int, int, int, int]


def _steady(opcodes: Sequence[Opcode], a: Sequence[str]) -> Iterator[Opcode]:
    """A lone sign between two changes is no rest for the eye: the three are one change."""
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


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[DiffLine]:
    for one, two in aligned(old, new):
        if one is None or two is None:
            yield (DiffSegment("new" if one is None else "old", new[two] if two is not None else old[one or 0]),)
        elif _bare(old[one]) == _bare(new[two]):
            yield (DiffSegment("same", new[two]),)
        else:
            yield diff_words(old[one], new[two])


Pair = tuple[int | None, int | None]
"""Where a line stands on either side; None where that side lacks it."""


def aligned(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Which line of the one text is which of the other, in order."""
    for tag, i, j, k, n in _matcher([_bare(x) for x in old], [_bare(x) for x in new]).get_opcodes():
        if tag == "equal":
            yield from zip(range(i, j), range(k, n), strict=True)
        else:
            yield from _paired(old, new, range(i, j), range(k, n))


def _paired(old: Sequence[str], new: Sequence[str], there: range, here: range) -> Iterator[Pair]:
    """Lines that changed: each old one beside the new one that is most like it, in order; of others between two such
    pairs the old ones come first."""
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


def _joined(parts: Sequence[tuple[How, str]]) -> Iterator[DiffSegment]:
    """A space before a mark stands outside it, so that words do not run together where the marks are left out."""
    for how, text in parts:
        bare = text if how == "same" else text.lstrip()
        if len(bare) < len(text):
            yield DiffSegment("same", text[: len(text) - len(bare)])
        if bare:
            yield DiffSegment(how, bare)
