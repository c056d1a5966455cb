"""The first screen of a comparison: what changed, one sentence each, and what it does; at most 24 lines of 100 letters.

Where there is too much to say of each change, a chapter is one sentence: what is new, gone, changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from attrs import frozen

from ..model.rulebook import Rulebook
from .telling import ToldChange, sorted_by_weight
from .word_difference import DiffLine, DiffSegment

WIDTH, HEIGHT = 100, 24
HEADINGS = 5
"""Lines for the names of the editions, the two headings and what is empty."""
MOST_DOES, FEW_DOES = 8, 4
"""Lines on what it does, and where there is much to say of what changed."""
MOST_NAMES = 5
"""Of one chapter, where there is too much to say."""
INDENT = 4
SHORT = 44
LONGEST = 190
"""Letters of what an edition says of itself."""


@frozen
class Gist:
    """`own` is what the layers say of themselves; `changed` with marks; `does` what is proved or measured."""

    own: tuple[str, ...]
    changed: tuple[DiffLine, ...]
    does: tuple[str, ...]


def gist(
    told: Sequence[ToldChange],
    does: Sequence[str],
    own: Sequence[str],
    chosen: Sequence[str] = (),
    more: Sequence[str] = (),
) -> Gist:
    """`chosen` are sentences on options that are set otherwise, `more` on other answers and numbers of players."""
    begin, extra = ([(DiffSegment("same", one),) for one in part] for part in (chosen, more))
    main = [t for t in told if not t.wording]
    aside = _summed([t for t in told if t.wording])
    taken = HEADINGS + sum(_height(said) for said in (*own, *(text_of(line) for line in (*begin, *extra, *aside))))
    each = [t.gist for t in sorted_by_weight(main)]
    size = sum(_height(text_of(line)) for line in each)
    kept = _as_fit(does, MOST_DOES if taken + size + MOST_DOES <= HEIGHT else FEW_DOES)
    room = max(4, HEIGHT - taken - sum(_height(d) for d in kept))
    if size > room:
        each = list(_by_chapter(main, room))
    lines = (*begin, *each, *extra, *aside)
    return Gist(tuple(own), lines or ((DiffSegment("same", "Nothing."),),), tuple(kept))


def _as_fit(said: Sequence[str], lines: int) -> list[str]:
    """The first of these sentences, as many as fit into so many lines; the very first in any case."""
    kept = list(said)
    while len(kept) > 1 and sum(_height(d) for d in kept) > lines:
        kept.pop()
    return kept


def text_of(line: DiffLine) -> str:
    """A line with its marks as signs."""
    signs = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(signs[part.how].format(part.text) for part in line)


def own_words(first: Rulebook, second: Rulebook, summaries: tuple[str, str]) -> tuple[str, ...]:
    """What either edition says of itself (a layer that says nothing of itself says nothing of what it changes)."""
    if summaries[0] == summaries[1] or not summaries[1]:
        return ()
    apart = tuple(_apart(one, other) for one, other in (summaries, summaries[::-1]))
    return tuple(f'{b.title}: "{said}"' for b, said in zip((first, second), apart, strict=True) if said)


def _apart(one: str, other: str) -> str:
    """The sentences of a summary that the other has not; of a long one the last, which say what it comes to."""
    known = {s.rstrip(".") for s in other.split(". ")}
    said = [s for s in one.split(". ") if s.rstrip(".") not in known]
    while len(said) > 1 and len(". ".join(said)) > LONGEST:
        said.pop(0)
    return ". ".join(said)


def _summed(told: Sequence[ToldChange]) -> list[DiffLine]:
    renamed = [t for t in told if t.sort == "renamed" and _kind(t) not in ASIDE]
    worded = [t for t in told if t.sort == "reworded" and _kind(t) not in ASIDE]
    out: list[DiffLine] = []
    if renamed:
        names = [text_of(t.gist).replace("is now called", "is now") for t in renamed]
        out.append((DiffSegment("same", f"Renamed only: {_some(names, 3)}"),))
    if 0 < len(worded) <= 2:
        out += [t.gist for t in worded]
    elif worded:
        out.append((DiffSegment("same", f"Worded otherwise only: {_some([_short(t.name) for t in worded], 3)}"),))
    counted = []
    for kind, word in ASIDE.items():
        here = [t for t in told if _kind(t) == kind]
        sorts = [t.sort if t.sort in ("new", "gone") else "changed" for t in here]
        if here:
            each = (f"{sorts.count(sort)} {sort}" for sort in ("new", "changed", "gone") if sort in sorts)
            counted.append(f"{word} ({', '.join(each)})")
    sources = sum(_kind(t) == "" and t.name.startswith("source ") for t in told)
    if sources and not out and not counted:
        counted.append(f"sources ({sources} changed)")
    if counted:
        out.append((DiffSegment("same", f"Besides: {', '.join(counted)}"),))
    return out


def _kind(one: ToldChange) -> str:
    return one.clause.kind if one.clause is not None else ""


def _by_chapter(told: Sequence[ToldChange], room: int) -> Iterator[DiffLine]:
    """A sentence for each chapter, changed tables told in full; of the rest the weightiest by name, as room is."""
    order = sorted_by_weight(told)
    full = [t for t in order if t.sort == "changed" and _kind(t) in ("", "table", "enum", "board")]
    while full and sum(_height(text_of(t.gist)) for t in full) > room - 3:
        full.pop()
    yield from (t.gist for t in full)
    rest = [t for t in order if t not in full]
    left = room - sum(_height(text_of(t.gist)) for t in full)
    shown: list[ToldChange] = []
    lines = _chapters(told, rest, shown)
    for one in rest:
        more = _chapters(told, rest, [*shown, one])
        if sum(t.chapter == one.chapter for t in shown) < MOST_NAMES and sum(_height(line) for line in more) <= left:
            shown, lines = [*shown, one], more
    yield from ((DiffSegment("same", line),) for line in lines)


def _chapters(told: Sequence[ToldChange], rest: Sequence[ToldChange], shown: Sequence[ToldChange]) -> list[str]:
    """The chapters with something shown; what is not shown of all others is counted together."""
    lines: list[str] = []
    others: list[ToldChange] = []
    for title in dict.fromkeys(t.chapter for t in told):
        members = [t for t in rest if t.chapter == title]
        if any(t in shown for t in members):
            lines.append(f"{title}: {'; '.join(_sorts(members, shown))}")
        else:
            others += members
    if others:
        counted = ", ".join(f"{n} {sort}" for sort in SORTS if (n := sum(t.sort == sort for t in others)))
        lines.append(f"Of other parts {counted}" if lines else f"Of its parts {counted}")
    return lines


ASIDE = {"example": "worked examples", "words": "translations", "look": "looks", "chapter": "chapters"}
"""Kinds of which no clause changes the game: they are counted."""
SORTS = ("new", "gone", "changed", "order")


def _sorts(members: Sequence[ToldChange], shown: Sequence[ToldChange]) -> Iterator[str]:
    for sort in SORTS:
        names = [f'"{_short(t.name)}"' for t in members if t.sort == sort and t in shown]
        rest = sum(t.sort == sort for t in members) - len(names)
        if names:
            yield f"{sort} {', '.join(names)}{f' and {rest} more' * bool(rest)}"
        elif rest:
            yield f"{rest} {sort}"


def _short(name: str) -> str:
    if len(name) <= SHORT:
        return name
    return name[:SHORT].rpartition(" ")[0].rstrip(",;:") + " …"


def _some(names: Sequence[str], most: int) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(names[:most]) + more


def _height(text: str) -> int:
    return len(wrap_bullet(text))


def wrap_bullet(text: str, bullet: str = "  * ", indent: int = INDENT) -> list[str]:
    return wrap(text, WIDTH, initial_indent=bullet, subsequent_indent=" " * indent, break_on_hyphens=False) or [""]
