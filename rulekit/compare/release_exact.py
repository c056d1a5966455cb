"""Generated sentences about changes of a rule that its author's words may not mention."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve

from ..model import change_kinds as ch
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .edition_labels import sentences
from .edition_prose import TwoEditions, Voice, rows_text
from .other_answers import answered_editions
from .plain_words import one_side, sentences_of_both
from .release_changes import GameChange
from .text_difference import mark_rows, rows_line

WITH_BODY = (s.ActionClause, s.RuleClause, s.ProcedureClause, s.FlowClause, s.FactClause, s.ExceptionClause)
"""Clauses whose generated sentences say what their authors' words may leave out."""
LONGEST_MEANING: Final = 120
"""Letters of what a part of the game does, if sentences that name it tell it."""
_NUMBER = re.compile(r"\d+")
NUMBERS: Final = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_IN_WORDS = re.compile(rf"\b({'|'.join(NUMBERS)})\b")
OPERATORS: Final = frozenset({"plus", "minus", "times", "and", "or", "not"})
"""Words of generated sentences that an author says in many ways."""
_WORD = re.compile(r"\w+")
_BRACKETED = re.compile(r"\(\d+\)")
"""A number in brackets: the value of an option."""


def exact_sentences(
    one: GameChange, told: tuple[str, str], voices: tuple[Voice, Voice], rename: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    """Yield triples of a condition (or "") and the generated sentences of each revision that changed. Without a
    condition, they say what the words `told` do not mention. With a condition, they are about another answer of an
    option that the clause names. `voices` are those of the two editions; `rename` replaces old names in a text by new
    ones."""
    change = one.change
    if not isinstance(change, ch.Replaced) or change.wording or not isinstance(change.after.clause, WITH_BODY):
        return
    old, new = _sentences(change, voices)
    pair = rename(old), new
    if pair[0] != pair[1] and not _is_told(pair, told) and not _is_value(change.after.clause):
        yield "", *pair
    named = {ref.name.text for placed in (change.before, change.after) for ref in inside(placed.clause, s.Ref)}
    for other in () if one.under else answered_editions(one.editions):
        if other.answer[0] in named:
            rulebooks = other.editions.rulebooks()
            was, now = (next((p for p in book.clauses if p.id == change.after.id), None) for book in rulebooks)
            if was is not None and now is not None:
                spoken = other.editions.voices(rulebooks)
                sides = _sentences(evolve(change, before=was, after=now), spoken)
                before, after = (_without_known(*side) for side in zip((rename(sides[0]), sides[1]), pair, strict=True))
                if before != after:
                    yield other.under, before, _with_meanings(after, spoken[1])


def with_other_counts(text: str, id_: str, editions: TwoEditions) -> str:
    """Return the words `text` of a clause in the second edition. If only one number in them depends on the number of
    players, add this number for each other number of players."""
    told = []
    for count in sorted(set(editions.books[0].player_counts) & set(editions.books[1].player_counts)):
        other = evolve(editions, players=count)
        rulebooks = other.rulebooks()
        placed = next((p for p in rulebooks[1].clauses if p.id == id_), None)
        if count == editions.players or placed is None:
            continue
        for said in map(in_digits, sentences(other.voices(rulebooks)[1].summary(placed))):
            pairs = zip(_NUMBER.findall(in_digits(text)), _NUMBER.findall(said), strict=False)
            changed = [two for one, two in pairs if one != two]
            if len(changed) == 1 and _NUMBER.sub("0", said) == _NUMBER.sub("0", in_digits(text)):
                told.append(f"with {count} players: {changed[0]}")
    return f"{in_digits(text).rstrip('.')} ({', '.join(told)})." if told else text


def in_digits(text: str) -> str:
    """Return an English text in which number words from two to twelve are digits."""
    return _IN_WORDS.sub(lambda found: str(2 + NUMBERS.index(found[0])), text)


def _sentences(change: ch.Replaced, voices: tuple[Voice, Voice]) -> tuple[str, str]:
    """Return the generated sentences that changed: those on what a clause does or, if these are equal, on the whole
    clause."""
    rows = mark_rows(voices[0].body_rows(change.before), voices[1].body_rows(change.after), 0)
    line = rows_line(rows, only_changed=True)
    sides = one_side(line, "old"), one_side(line, "new")
    return sides if sides[0] != sides[1] else sentences_of_both(change, *voices)


def _with_meanings(text: str, voice: Voice) -> str:
    """Return sentences in which each title of a procedure is followed by what the procedure does, if that is short."""
    for placed in voice.names.rulebook.clauses:
        clause = placed.clause
        if isinstance(clause, s.ProcedureClause) and clause.tags.title is not None:
            title = f"“{clause.tags.title.value}”"
            said = voice.summary(placed) or rows_text(voice.exact(placed))
            if title in text and 0 < len(said) <= LONGEST_MEANING:
                text = f"{text.rstrip('.')} ({title}: {said.rstrip('.')})."
    return text


def _without_known(text: str, other: str) -> str:
    """Return the sentences of a text that the other text lacks. Sentences that differ only in numbers count as
    equal."""
    known = {_NUMBER.sub("0", said) for said in sentences(other)}
    return " ".join(said for said in sentences(text) if _NUMBER.sub("0", said) not in known)


def _is_told(exact: tuple[str, str], told: tuple[str, str]) -> bool:
    """Return whether the author's words contain each word that changed in the generated sentences, in some form."""
    words = [_WORD.findall(_BRACKETED.sub("", side).lower()) for side in exact]
    for own, other, said in ((words[0], words[1], told[0]), (words[1], words[0], told[1])):
        known = set(_WORD.findall(said.lower()))
        changed = [word for word in own if word not in other and word not in OPERATORS]
        if not all(any(_is_form(word, one) for one in known) for word in changed):
            return False
    return True


def _is_form(word: str, other: str) -> bool:
    """Return whether two words may be forms of one word: they are equal, or the longer begins with the first letters of
    the shorter."""
    short, long = sorted((word, other), key=len)
    return word == other or (len(short) > 2 and not short.isdigit() and long.startswith(short[:4]))


def _is_value(clause: s.Clause) -> bool:
    """Return whether a fact is just a number or truth value, which the author's words already give."""
    return isinstance(clause, s.FactClause) and isinstance(clause.value, s.Number | s.Truth)
