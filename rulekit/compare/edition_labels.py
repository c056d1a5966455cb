"""The names that a comparison uses for its two editions, and the sentences of each author that the other lacks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from attrs import frozen

from ..diagnostics.printable import capital, with_full_stop
from ..revisions import split_revision

LONGEST_LABEL = 24
"""Letters of the longest title that serves as a label unchanged: two labels must fit beside each other."""
LONGEST_CONTRAST = 190
"""Letters of an edition's own words that are shown: three lines."""


@frozen
class EditionLabels:
    """The heading of a comparison, and a short name for each edition."""

    heading: str
    first: str
    second: str


def edition_labels(
    first: str, second: str, asked: tuple[str, str], answers: tuple[str, str] | None = None
) -> EditionLabels:
    """Return the labels for two editions with these titles. If the titles are equal, the labels are the `answers` in
    which the editions differ, or their revisions, or their files' names. `asked` are the names that the user gave."""
    if first == second:
        if answers is not None:
            if max(map(len, answers)) <= LONGEST_LABEL:
                return EditionLabels(first, capital(answers[0]), capital(answers[1]))
            return EditionLabels(first, "First answer", "Second answer")
        files = _label((), asked[0]), _label((), asked[1])
        return EditionLabels(first, *(_revisions(asked) or (files if files[0] != files[1] else ("First", "Second"))))
    one, two = first.split(", "), second.split(", ")
    while len(one) > 1 and len(two) > 1 and one[-1] == two[-1]:  # both titles end in the same layer
        one, two = one[:-1], two[:-1]
    shared = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))]
    rests = ", ".join(one[len(shared) :]), ", ".join(two[len(shared) :])
    if shared and not all(rests) and len(shared) > 1 and max(len(first), len(second)) > LONGEST_LABEL * 2:
        rests = rests[0] or shared[-1], rests[1] or shared[-1]
        shared = shared[:-1]
    if shared and all(rests):
        heading = f"{', '.join(shared)}: {capital(rests[0])} against {capital(rests[1])}"
        short = _without_shared_end(*rests)
    else:
        heading, short = f"{first} against {second}", (first, second)
    labels = [
        _label((label, rest, _part(title)), name)
        for label, rest, title, name in zip(short, rests, (first, second), asked, strict=True)
    ]
    return EditionLabels(heading, *(labels if labels[0] != labels[1] else asked))


def _revisions(asked: tuple[str, str]) -> tuple[str, str] | None:
    """Return the two revisions in these names; a file of the work tree is called "Now". Return None if they are equal
    or too long."""
    named = [split_revision(name) for name in asked]
    one, two = (found[0] if found is not None else "Now" for found in named)
    return (one, two) if one != two and max(len(one), len(two)) <= LONGEST_LABEL else None


def _part(title: str) -> str:
    """Return the last part of a title; if it names an added layer (`with …`), return the title without it."""
    begin, _, end = title.rpartition(", ")
    return begin if end.startswith("with ") else end


def _label(known: Sequence[str], asked: str) -> str:
    """Return the first of the names `known` that is short enough, or the words of the file's name `asked`. If all are
    too long, return the beginning of one."""
    file = asked.rpartition("/")[2].removesuffix(".rules").replace("-", " ").replace("_", " ")
    short = [name for name in (*known, file) if name and len(name) <= LONGEST_LABEL]
    if short:
        return capital(short[0].removeprefix("the "))
    return capital(f"{(*known, file)[0][:LONGEST_LABEL].rpartition(' ')[0]} …")


def _without_shared_end(one: str, two: str) -> tuple[str, str]:
    """Return two names without their last word if it is the same (English edition, Dutch edition)."""
    a, b = (name.removeprefix("the ").split() for name in (one, two))
    if len(a) > 1 and len(b) > 1 and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return capital(" ".join(a)), capital(" ".join(b))


def contrast(said: tuple[str, str], labels: EditionLabels, layered: bool) -> tuple[tuple[str, str], ...]:
    """Return pairs of an edition's label and the sentences of its summary that the other lacks. If `layered`, the
    second edition extends the first, and only its own sentences are returned."""
    one, two = said
    if one == two:
        return ()
    if layered:
        return ((labels.second, _fitting_sentences(sentences_apart(two, one), -1)),) if two else ()
    sides = ((labels.first, sentences_apart(one, two)), (labels.second, sentences_apart(two, one)))
    # the last sentence is kept: it is often a conclusion
    return tuple((label, _fitting_sentences(own, 0)) for label, own in sides if own)


def lead_contrast(lead: tuple[str, str], labels: EditionLabels, layered: bool) -> tuple[tuple[str, str], ...]:
    """Return pairs of an edition's label and the sentences of its lead (the text before the first heading) that the
    other lacks. Return none if an edition has no sentence of its own."""
    if not lead[1] or not (layered or lead[0]):
        return ()
    sides = [(labels.first, lead[0]), (labels.second, lead[1])][layered:]
    return tuple((label, _fitting_sentences(sentences(said), -1)) for label, said in sides)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with its full stop."""
    found = [one.strip() for one in text.replace("\n", " ").split(". ")]
    return [with_full_stop(one) for one in found if one]


def sentences_apart(one: str, other: str) -> list[str]:
    """Return the sentences of `one` that `other` lacks."""
    known = set(sentences(other))
    return [said for said in sentences(one) if said not in known]


LINKED: Final = ("It ", "He ", "They ", "That ", "Then ", "So ", "If not", "As soon as there ", "Otherwise ")
"""Beginnings of sentences that need the sentence before them."""


def brief_words(text: str, other: str, longest: int) -> str:
    """Return some sentences of a text, up to `longest` letters: the first, and those that have most words in common
    with `other`, the text of the other edition. Sentences about examples are left out."""
    found = [said for said in sentences(text) if "example above" not in said]
    if len(found) < 2:
        return text if found else ""  # a text of one part, such as a number, gets no full stop
    if len(text) <= longest:
        return " ".join(found)
    asked = _long_words(other)
    ranked = sorted(range(len(found)), key=lambda at: -len(_long_words(found[at]) & asked) if at else -len(asked) - 1)
    kept: set[int] = set()
    for at in ranked:
        linked = at > 0 and found[at].startswith(LINKED) and at - 1 not in kept
        if not linked and (not kept or sum(len(found[one]) + 1 for one in (*kept, at)) <= longest):
            kept.add(at)
    return " ".join(found[at] for at in sorted(kept))


def _long_words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"\w{5,}", text)}


def _fitting_sentences(said: Sequence[str], dropped: int) -> str:
    """Return as many of the sentences as fit. `dropped` is the index from which sentences are removed: 0 for the first,
    -1 for the last."""
    kept = list(said)
    while len(kept) > 1 and len(" ".join(kept)) > LONGEST_CONTRAST:
        kept.pop(dropped)
    return " ".join(kept)
