"""Keeps only the fixes that work. Each fix is applied and the text is read again; the changed line must have no new
errors.

The caller supplies the function that reads the text again: the parser for syntax errors, the pipeline for all others.
The first fix of every message is tried together with the other first fixes, then all second fixes, and so on. A fix
that fails together with others is tried once more alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from attrs import evolve

from .message import Diagnostic, Help, Source, Span

ReadAgain = Callable[[Mapping[Source, Source]], Iterable[Diagnostic]]
"""A function that reads the texts again with some replaced (old to new), and returns the diagnostics found."""

MOST_ALONE: Final = 6
"""Fixes that are tried alone, at most: each takes as long as reading all texts once."""
_SPELLING: Final = "E102"
"""The code of a misspelt keyword. Its fix is kept even if the corrected line has an unknown name elsewhere."""
_NAMES_AND_TYPES: Final = ("E2", "E3")


class _Offer(NamedTuple):
    """A fix offered by the message `of`: it replaces the text at `place` by `new`. `help` is the part of the message
    that offers it."""

    of: Diagnostic
    help: Help
    place: Span
    new: str


def prove_fixes(found: Sequence[Diagnostic], again: ReadAgain) -> list[Diagnostic]:
    """Return the same messages without the fixes that leave or cause an error on the line they change."""
    offers = [
        [_Offer(d, h, h.span, h.replacement) for h in d.help if h.span and h.replacement is not None] for d in found
    ]
    refused: set[int] = set()
    alone: list[_Offer] = []
    for together in zip_longest(*offers):
        group, rest = _split(offer for offer in together if offer is not None)
        failed = [*_bad_fixes(group, found, again), *rest]
        if len(group) > 1 or rest:
            alone += failed
        else:
            refused |= {id(offer.help) for offer in failed}
    for offer in alone[:MOST_ALONE]:
        refused |= {id(one.help) for one in _bad_fixes([offer], found, again)}
    refused |= {id(offer.help) for offer in alone[MOST_ALONE:]}
    if not refused:
        return list(found)
    return [evolve(d, help=tuple(h for h in d.help if id(h) not in refused)) for d in found]


def _split(offers: Iterable[_Offer]) -> tuple[list[_Offer], list[_Offer]]:
    """Return two lists: the fixes that change no line that an earlier fix changes, and the other fixes."""
    taken: set[tuple[Source, int]] = set()
    group, rest = list[_Offer](), list[_Offer]()
    for offer in offers:
        lines = {(offer.place.source, number) for number in _lines(offer.place)}
        (rest if lines & taken else group).append(offer)
        taken |= lines
    return group, rest


def _lines(span: Span) -> range:
    return range(span.first.line, span.last.line + 1)


def _bad_fixes(group: Sequence[_Offer], found: Sequence[Diagnostic], again: ReadAgain) -> Iterator[_Offer]:
    """Yield the fixes whose lines have a new error after all fixes of the group were applied."""
    if not group:
        return
    changed = {source: _edit(source, group) for source in {offer.place.source for offer in group}}
    texts = {new.name: new for new in changed.values()}
    left = [d for d in again(changed) if d.severity == "error" and d.span and d.span.source.name in texts]
    for offer in group:
        told = {(d.code, d.message) for d in found if d is not offer.of}
        start = _new_start(offer.place, group)
        new = Span(changed[offer.place.source], start, start + len(offer.new))
        wrong = [
            d for d in left if d.span and d.span.source.name == new.source.name and d.span.first.line in _lines(new)
        ]
        if any((d.code, d.message) not in told and not _is_excused(d, offer, new) for d in wrong):
            yield offer


def _is_excused(left: Diagnostic, offer: _Offer, new: Span) -> bool:
    """Return whether an error that remains after a fix does not count against it. It does not if the fix only respells
    a keyword, and the error is an unknown name or a wrong type elsewhere on the line."""
    assert left.span
    elsewhere = left.span.end <= new.start or left.span.start >= new.end
    return offer.of.code == _SPELLING and left.code.startswith(_NAMES_AND_TYPES) and elsewhere


def _edit(source: Source, group: Iterable[_Offer]) -> Source:
    text = source.text
    for offer in sorted(group, key=lambda offer: offer.place.start, reverse=True):
        if offer.place.source is source:
            text = text[: offer.place.start] + offer.new + text[offer.place.end :]
    return Source(source.name, text)


def _new_start(place: Span, group: Iterable[_Offer]) -> int:
    """Return where the new text of a fix begins in the changed text, in which the fixes before it have been applied,
    too."""
    before = [o for o in group if o.place.source is place.source and o.place.start < place.start]
    return place.start + sum(len(o.new) - (o.place.end - o.place.start) for o in before)
