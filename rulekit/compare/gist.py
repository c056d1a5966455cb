"""The first screen of a comparison: what changed, one sentence each, and what it does; at most 40 lines of 80 letters.

Where there is too much to say of each change, the weightiest of each chapter are told in a sentence, others are named,
and the rest is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from attrs import evolve, frozen

from ..model.rulebook import Rulebook
from .change_sentences import brief_line, marked_text, same_line
from .names import Chapters
from .text_difference import DiffLine
from .told_changes import ToldChange, leads_chapter, sorted_by_weight

WIDTH, HEIGHT = 80, 40
HEADINGS = 7
"""Lines for the names of the editions, the two headings and what is empty."""
MOST_DOES, FEW_DOES = 12, 5
"""Lines on what it does, where there is room, and where there is much to say of what changed."""
MOST_NAMES = 6
"""Of one chapter and one sort, where there is too much to say."""
BULLET, INNER = "  * ", "    - "
SHORT = 44
LONGEST = 190
"""Letters of what an edition says of itself."""


@frozen
class GistSentence:
    """A sentence; `part` is its chapter, if the sentences are told by chapter."""

    line: DiffLine
    part: str = ""

    @property
    def text(self) -> str:
        """With its marks as signs."""
        return f"{self.part}: {marked_text(self.line)}" if self.part else marked_text(self.line)


@frozen
class Gist:
    """`own` is what the layers say of themselves; `changed` has marks; `does` is what is proved or measured."""

    own: tuple[str, ...]
    changed: tuple[GistSentence, ...]
    does: tuple[str, ...]


def gist(
    told: Sequence[ToldChange],
    does: Sequence[str],
    own: Sequence[str],
    chapters: Chapters,
    chosen: Sequence[str] = (),
    more: Sequence[str] = (),
) -> Gist:
    """Return the first screen; `chosen` are sentences on options set by hand, `more` on other answers and player
    counts.
    """
    begin, extra = ([GistSentence(same_line(one)) for one in part] for part in (chosen, more))
    main = [t for t in told if not t.wording]
    wording = [t for t in told if t.wording]
    aside = [GistSentence(one) for one in _wording_lines(wording)]
    taken = HEADINGS + sum(height(said) for said in own) + _height((*begin, *extra))
    each = [GistSentence(t.gist) for t in sorted_by_weight(main)]
    size = _height((*each, *aside))
    kept = _fitting(does, max(FEW_DOES, min(MOST_DOES, HEIGHT - taken - size)))
    room = HEIGHT - taken - sum(height(d) for d in kept)
    if size > room:
        aside = [GistSentence(one) for one in _wording_lines([t for t in wording if t.kind != "chapter"], counts=False)]
        each = _by_chapter(main, max(6, room - _height(aside)), chapters)
    found = (*begin, *each, *extra, *aside)
    return Gist(tuple(own), found or (GistSentence(same_line("Nothing.")),), tuple(kept))


def _fitting(said: Sequence[str], most: int) -> list[str]:
    """Return the first sentences that fit into `most` lines, at least one."""
    kept = list(said)
    while len(kept) > 1 and sum(height(d) for d in kept) > most:
        kept.pop()
    return kept


def own_words(first: Rulebook, second: Rulebook, summaries: tuple[str, str]) -> tuple[str, ...]:
    """Return what either edition says of itself."""
    if summaries[0] == summaries[1] or not summaries[1]:
        return ()
    apart = tuple(_apart(one, other) for one, other in (summaries, summaries[::-1]))
    return tuple(f'{b.title}: "{said}"' for b, said in zip((first, second), apart, strict=True) if said)


def _apart(one: str, other: str) -> str:
    """Return the sentences that only one summary has; of a long one the last, which sum it up."""
    known = {s.rstrip(".") for s in other.split(". ")}
    said = [s for s in one.split(". ") if s.rstrip(".") not in known]
    while len(said) > 1 and len(". ".join(said)) > LONGEST:
        said.pop(0)
    return ". ".join(said)


def _wording_lines(told: Sequence[ToldChange], counts: bool = True) -> list[DiffLine]:
    """Sum up what changes no game: names and words, and how many examples, translations and the like."""
    renamed = [t for t in told if t.sort == "renamed" and t.kind not in ASIDE]
    worded = [t for t in told if t.sort == "reworded" and t.kind not in ASIDE]
    out: list[DiffLine] = []
    if renamed:
        names = [marked_text(t.gist).replace("is now called", "is now") for t in renamed]
        out.append(same_line(f"Renamed only: {_some(names, 3)}"))
    if 0 < len(worded) <= 2:
        out += [t.gist for t in worded]
    elif worded:
        out.append(same_line(f"Worded otherwise only: {_some([_short(t.name) for t in worded], MOST_NAMES)}"))
    counted = []
    for kind, word in ASIDE.items():
        here = [t for t in told if t.kind == kind]
        sorts = [t.sort if t.sort in ("new", "gone") else "changed" for t in here]
        if here:
            each = (f"{sorts.count(sort)} {sort}" for sort in ("new", "changed", "gone") if sort in sorts)
            counted.append(f"{word} ({', '.join(each)})" if counts else word)
    sources = sum(t.kind == "" and t.name.startswith("source ") for t in told)
    if sources and not out and not counted:
        counted.append(f"sources ({sources} changed)")
    if counted:
        out.append(same_line(f"Besides: {', '.join(counted)}"))
    return out


# ------------------------------------------------------------------------------------------------------- by chapter

COUNTED, NAMED, TOLD = range(3)
"""How much is said of a change."""
SORTS = ("new", "gone", "changed", "order")
ASIDE = {
    "example": "worked examples",
    "helper": "helpers of examples",
    "figure": "figures",
    "words": "translations",
    "look": "looks",
    "statements": "lists of what sources say",
    "chapter": "chapters",
    "section": "texts of the book",
}
"""Kinds of which no clause changes the game: they are counted."""


def _by_chapter(told: Sequence[ToldChange], room: int, chapters: Chapters) -> list[GistSentence]:
    """Tell changes by chapter as room allows: first the weightiest of each chapter in a sentence (new chapters first),
    then all others by name, then more of them in sentences.
    """
    order = sorted(sorted_by_weight(told), key=lambda t: t.chapter in chapters.reference)
    how = {id(t): COUNTED for t in told}
    first = {t.chapter: t for t in reversed(order)}
    lead = [t for t in order if first[t.chapter] is t and t.chapter not in chapters.reference and leads_chapter(t)]
    new = [t for t in lead if t.chapter not in chapters.first]
    steps = [(t, TOLD) for t in (*new, *lead)]
    steps += [(t, NAMED) for t in order] + [(t, TOLD) for t in order]
    found = _chapters(order, how, chapters)
    for one, level in steps:
        if level <= how[id(one)]:
            continue
        tried = {**how, id(one): level}
        more = _chapters(order, tried, chapters)
        if _height(more) <= room and (level == TOLD or _names(told, tried, one) <= MOST_NAMES):
            how, found = tried, more
    return found


def _names(told: Sequence[ToldChange], how: Mapping[int, int], one: ToldChange) -> int:
    return sum(how[id(t)] == NAMED and (t.chapter, t.sort) == (one.chapter, one.sort) for t in told)


def _chapters(told: Sequence[ToldChange], how: Mapping[int, int], chapters: Chapters) -> list[GistSentence]:
    """Return the sentences of each chapter, the weightiest first; chapters without names are told together."""
    found: list[GistSentence] = []
    silent: list[str] = []
    for title in dict.fromkeys(t.chapter for t in told):
        members = [t for t in told if t.chapter == title]
        if all(how[id(t)] == COUNTED for t in members):
            silent.append(f"{title} ({_counts(members)})")
            continue
        told_of = [
            GistSentence(brief_line(t.gist) if _has_summary(t) else t.gist) for t in members if how[id(t)] == TOLD
        ]
        rest = "; ".join(_listed(members, how))
        named = any(how[id(t)] == NAMED for t in members)
        notes = [note for note in (chapters.note(title), rest * (not named)) if note]
        part = f"{title} ({'; '.join(notes)})" if notes else title
        found += [evolve(one, part=part) for one in told_of]
        if named:
            found.append(GistSentence(same_line(rest[0].upper() + rest[1:]), part))
    if silent:
        found.append(GistSentence(same_line(f"{'Also in ' if found else ''}{'; '.join(silent)}")))
    return found


def _has_summary(one: ToldChange) -> bool:
    """Return whether a person wrote a summary; prose of a clause is not cut after its first sentence."""
    return one.clause is not None and one.clause.tags.summary is not None


def _listed(members: Sequence[ToldChange], how: Mapping[int, int]) -> Iterator[str]:
    """List what has no sentence of its own, by name or by count."""
    for sort in SORTS:
        rest = [t for t in members if t.sort == sort and how[id(t)] != TOLD]
        names = [f'"{_short(t.name)}"' for t in rest if how[id(t)] == NAMED]
        more = len(rest) - len(names)
        if names:
            yield f"{sort} {', '.join(names)}{f' and {more} more' * bool(more)}"
        elif rest:
            yield f"{len(rest)} {'more ' * any(how[id(t)] != COUNTED for t in members)}{sort}"


def _counts(members: Sequence[ToldChange]) -> str:
    return ", ".join(f"{n} {sort}" for sort in SORTS if (n := sum(t.sort == sort for t in members)))


def _short(name: str) -> str:
    if len(name) <= SHORT:
        return name
    return name[:SHORT].rpartition(" ")[0].rstrip(",;:") + " …"


def _some(names: Sequence[str], most: int) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(names[:most]) + more


# ----------------------------------------------------------------------------------------------------------- height


def gist_parts(found: Sequence[GistSentence]) -> Iterator[tuple[str, list[GistSentence]]]:
    """Return the sentences under each heading, in order."""
    for part, members in groupby(found, key=lambda one: one.part):
        yield part, list(members)


def gist_layout(found: Sequence[GistSentence]) -> Iterator[tuple[str, DiffLine]]:
    """Return each sentence with its bullet; a heading with a single sentence shares its line."""
    for part, members in gist_parts(found):
        if part and len(members) > 1:
            yield BULLET, same_line(part)
            yield from ((INNER, one.line) for one in members)
        else:
            yield from ((BULLET, (*same_line(f"{part}: "), *one.line) if part else one.line) for one in members)


def _height(found: Sequence[GistSentence]) -> int:
    """Return how many lines the sentences take, with their headings."""
    return sum(height(marked_text(one), bullet) for bullet, one in gist_layout(found))


def height(text: str, bullet: str = BULLET) -> int:
    return len(wrap_bullet(text, bullet))


def wrap_bullet(text: str, bullet: str = BULLET, indent: int | None = None) -> list[str]:
    under = " " * (len(bullet) if indent is None else indent)
    return wrap(text, WIDTH, initial_indent=bullet, subsequent_indent=under, break_on_hyphens=False) or [""]
