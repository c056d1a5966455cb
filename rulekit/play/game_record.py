"""Records of games: each step by its label, to print, replay, save and resume a game.

A record consists of JSON lines: a head that names the game, a line for each step, an end, and a checksum of all lines
before it. A save is the record of an unfinished game. It is resumed by replaying it, so a save cannot contain a
position that the rules do not allow; its head contains a hash of the rules. Files may be written by anybody, so rulekit
refuses a file that breaks the format or its limits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.argument_validation import whole_number
from ..engine.interface import Engine, State
from ..engine.log import StepRecords
from ..engine.random import MOST_GAME, MOST_SEED, MOST_USE
from ..machine.identity import rules_identity
from ..machine.option_labels import parse_label
from ..model.bounds import MOST_PLAYERS
from ..storage.files import LIMIT, RECORD, file_error, read_bounded, write_output
from .game_steps import LabelResolver, is_secret

VERSION = 2
"""The version written; version 1 did not name the rules."""
MOST_NAME = 10_000
"""The most characters in the name of a game, layer, seat or answer: far more than any has. Labels may have any length.
"""


@frozen
class Entry:
    """One step of a game: the seat that decided (None: chance) and the label of the option or outcome. `hidden` says
    that not everybody saw it."""

    seat: str | None
    label: str
    hidden: bool = field(default=False, eq=False)

    @staticmethod
    def of(resolver: LabelResolver, state: State, number: int) -> Entry:
        """Return the entry of an option or outcome taken in a state."""
        seat = None if resolver.chances(state) else resolver.seat(state)
        return Entry(seat, resolver.text(state, number), is_secret(resolver.labels.nodes[state.node]))

    def as_json(self) -> dict[str, str]:
        return {"chance": self.label} if self.seat is None else {"seat": self.seat, "play": self.label}

    def __str__(self) -> str:
        return f"{self.seat or 'chance'}: {self.label}"


@frozen
class GameRecord:
    """A record of a game. `rules` is a hash of the rules that the game was played by (`machine.identity`). `uses`
    counts the random numbers drawn up to the last state, and `digest` is a hash of that state. Each of the three is
    None if unknown; a file always has `rules`."""

    game: str
    players: int
    seed: int
    number: int = 0
    layers: tuple[str, ...] = ()
    options: Mapping[str, int | str] = field(factory=dict)
    entries: tuple[Entry, ...] = ()
    uses: tuple[int, ...] | None = None
    digest: str | None = None
    rules: str | None = None

    def _head(self) -> dict[str, object]:
        return {
            "rulekit": "record",
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "with": list(self.layers),
            "set": dict(self.options),
            "players": self.players,
            "seed": self.seed,
            "number": self.number,
        }

    def _end(self) -> dict[str, object]:
        return {"uses": None if self.uses is None else list(self.uses), "digest": self.digest}

    def as_line(self, payoffs: Sequence[int] | None) -> str:
        """Return the record and the payoffs as one line of JSON. `payoffs` is None if the game was not finished."""
        steps = [entry.as_json() for entry in self.entries]
        return _line({**self._head(), "steps": steps, **self._end(), "payoffs": payoffs})

    def as_text(self) -> str:
        parts: list[Mapping[str, object]] = [self._head(), *(entry.as_json() for entry in self.entries), self._end()]
        lines = [_line(part) for part in parts]
        body = "\n".join(lines) + "\n"
        return body + json.dumps({"checksum": checksum(body)}) + "\n"


def _line(part: Mapping[str, object]) -> str:
    """Return one line of JSON; bytes in file names that are not valid text are escaped."""
    text = json.dumps(part, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(part)
    return text


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def digest(state: State) -> str:
    """Return a hash of a state's node and cells."""
    return checksum(json.dumps([state.node, state.cells]))[:32]


def save_record(record: GameRecord, path: Path) -> None:
    """Write a record to a file. If the record cannot be written completely, raise RulekitError and keep the file as it
    was.

    Only the owner may read the file, because it contains hidden cards and the seed."""
    text = record.as_text()
    try:
        if len(text.encode()) > LIMIT:
            raise ValueError(f"it would be larger than {LIMIT // (1024 * 1024)} MB, and no record may be")
        parse_record(text)
    except ValueError as error:
        raise file_error("E831", f"cannot write {path}: {error}") from error
    write_output(path, text, RECORD, private=True)


def read_record(path: Path) -> GameRecord:
    """Return the record or save in a file. Raise RulekitError (E832) if the file contains neither."""
    text = read_bounded(path)
    try:
        return parse_record(text)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        raise file_error("E832", f"{path} is not a whole record of rulekit: {why}") from error


def parse_record(text: str) -> GameRecord:
    """Parse a record. Raise ValueError if the text is not a record, and RulekitError if its format is an old
    version."""
    body, _, last = text.rstrip("\n").rpartition("\n")
    body += "\n"
    ending = _json(last) if last else None
    if not isinstance(ending, dict) or "checksum" not in ending:
        raise ValueError("its last line is missing")
    if ending["checksum"] != checksum(body):
        raise ValueError("its checksum does not fit, so it was cut short or changed")
    head, *steps = [_json(line) for line in body.split("\n")[:-1]]
    end = steps.pop() if steps else None
    return _record_of(head, steps, end)


def record_of_line(line: str) -> GameRecord:
    """Parse a record that is written as one line. Raise ValueError if the line is not a record."""
    whole = _json(line)
    steps = _part(whole, "steps", list) if isinstance(whole, dict) else []
    return _record_of(whole, steps, whole)


def _record_of(head: Any, steps: Sequence[Any], end: Any) -> GameRecord:
    if not isinstance(head, dict) or head.get("rulekit") != "record":
        raise ValueError("its first line does not say that it is a record")
    if head.get("version") == 1:
        raise RulekitError(Diagnostic("E834", "this game was saved without its rules", help=(Help(WITHOUT_RULES),)))
    if head.get("version") != VERSION:
        raise ValueError(f"it is of version {str(head.get('version'))[:20]}, and this rulekit reads version {VERSION}")
    if not isinstance(end, dict):
        raise ValueError("its last step is missing")
    uses = _part(end, "uses", list, optional=True)
    return GameRecord(
        game=_text(head, "game"),
        players=_number(head, "players", MOST_PLAYERS),
        seed=_number(head, "seed", MOST_SEED),
        number=_number(head, "number", MOST_GAME),
        layers=tuple(_of_text("with", layer) for layer in _part(head, "with", list)),
        options={name: _option(name, value) for name, value in _part(head, "set", dict).items()},
        entries=tuple(_entry(number, step) for number, step in enumerate(steps, 1)),
        uses=None if uses is None else tuple(_of_number("uses", use, MOST_USE) for use in uses),
        digest=_text(end, "digest", optional=True),
        rules=_text(head, "rules"),
    )


WITHOUT_RULES = (
    "start the game again and play the steps that the file lists, one on each line; a game that is saved now names its "
    "rules, and goes on by no others"
)


def _json(line: str) -> Any:
    try:
        return json.loads(line, parse_constant=_no_number, parse_float=_no_number, parse_int=_whole)
    except json.JSONDecodeError:
        raise ValueError("a line of it is not JSON") from None


def _no_number(text: str) -> Any:
    raise ValueError(f"`{text[:20]}` is not a whole number")


def _whole(text: str) -> int:
    if len(text) > 20:
        raise ValueError(f"the number {text[:20]}… has {len(text)} digits, and no record has so large a one")
    return int(text)


def _part(line: dict[str, Any], name: str, kind: type, optional: bool = False) -> Any:
    if name not in line:
        raise ValueError(f"it lacks `{name}`")
    found = line[name]
    if not isinstance(found, kind) and not (optional and found is None):
        raise ValueError(f"its `{name}` is not {'a list' if kind is list else 'a table' if kind is dict else 'a text'}")
    return found


def _text(line: dict[str, Any], name: str, optional: bool = False) -> Any:
    found = _part(line, name, str, optional)
    return found if found is None else _of_text(name, found)


def _of_text(name: str, found: Any) -> str:
    if not isinstance(found, str) or len(found) > MOST_NAME:
        raise ValueError(f"its `{name}` holds what is not a text of at most {MOST_NAME} letters")
    return found


def _number(line: dict[str, Any], name: str, most: int) -> int:
    if name not in line:
        raise ValueError(f"it lacks `{name}`")
    return _of_number(name, line[name], most)


def _of_number(name: str, found: Any, most: int) -> int:
    if type(found) is not int or not 0 <= found <= most:
        raise ValueError(f"its `{name}` holds what is not a whole number from 0 to {most}")
    return found


def _option(name: str, value: Any) -> int | str:
    if type(value) is int or (isinstance(value, str) and len(value) <= MOST_NAME):
        return value
    raise ValueError(f"the option `{name[:40]}` has neither a number nor a name for its value")


def _entry(number: int, step: Any) -> Entry:
    if isinstance(step, dict) and set(step) == {"chance"}:
        return Entry(None, _label(number, step["chance"]))
    if isinstance(step, dict) and set(step) == {"seat", "play"}:
        return Entry(_of_text(f"step {number}", step["seat"]), _label(number, step["play"]))
    raise ValueError(f"its step {number} is neither a decision nor an outcome")


def _label(number: int, found: Any) -> str:
    if not isinstance(found, str):
        raise ValueError(f"its step {number} has no label")
    return found


def replay_record(engine: Engine, record: GameRecord) -> tuple[State, tuple[tuple[State, int, Entry], ...]]:
    """Return the state in which a record ends, and its steps, each as the state before it, the option or outcome, and
    the entry.

    Raises RulekitError at the first step that the rules do not allow."""
    resolver = LabelResolver.of(engine)
    uses = None if record.uses is None else tuple(whole_number("uses", use, 0, MOST_USE) for use in record.uses)
    if record.rules is not None and record.rules != rules_identity(engine.machine):
        raise RulekitError(Diagnostic("E833", "the record was made with other rules", help=(Help(OTHER_RULES),)))
    state = engine.start(record.seed, record.number)
    entries = []
    for number, entry in enumerate(record.entries, 1):
        choice = entry_choice(resolver, state, entry, number)
        entries.append((state, choice, Entry.of(resolver, state, choice)))
        state = resolver.go(state, choice)
    if uses is not None:
        if len(uses) != len(state.uses):
            raise file_error("E833", "the record was made with other rules: they draw other chances")
        state = state._replace(uses=uses)
    if record.digest is not None and record.digest != digest(state):
        raise file_error("E833", "the record was made with other rules: its steps now lead somewhere else")
    return state, tuple(entries)


OTHER_RULES = (
    "the rulebook has changed since, or this rulekit reads it differently; go on with the text and the rulekit of that "
    "day, or start again"
)


def entry_choice(resolver: LabelResolver, state: State, entry: Entry, number: int) -> int:
    """Return the option or outcome that an entry names. Raise RulekitError if it is not on offer."""
    try:
        label, args = parse_label(entry.label)
    except ValueError as error:
        raise file_error("E833", f"step {number} of the record: {error}") from error
    found = resolver.moves_that_fit(state, label, args) if (entry.seat is None) == resolver.chances(state) else ()
    exact = tuple(n for n in found if resolver.text(state, n) == entry.label)
    if len(exact or found) != 1:
        why = f"`{entry.label}` fits {len(found)} options" if found else resolver.not_offered(state, label, args)
        raise file_error("E833", f"step {number} of the record: {why}")
    if entry.seat is not None and entry.seat != resolver.seat(state):
        raise file_error(
            "E833", f"step {number} of the record: it is {resolver.seat(state)}'s decision, not {entry.seat}'s"
        )
    return (exact or found)[0]


def entry_lines(entries: Iterable[Entry]) -> list[str]:
    """Return the entries as numbered lines."""
    return [f"{number:4}  {entry}" for number, entry in enumerate(entries, 1)]


MOST_OUTCOMES = 3
"""Outcomes of one chance in a row that have a line each; more, such as those of a shuffle, share a line."""


def record_text(entries: Iterable[Entry]) -> str:
    """Return the steps as numbered lines for a report. Many outcomes of one chance event in a row share a line."""
    lines: list[str] = []
    number = 1
    for (seat, _), run in groupby(entries, key=lambda entry: (entry.seat, entry.label.partition("(")[0])):
        alike = list(run)
        if seat is not None or len(alike) <= MOST_OUTCOMES:
            lines += [f"{n:4}  {entry}" for n, entry in enumerate(alike, number)]
        else:
            last = number + len(alike) - 1
            lines.append(f"{number:4}  {alike[0]}, … {alike[-1].label} ({len(alike)} outcomes, to step {last})")
        number += len(alike)
    return "\n".join(lines)


@define(eq=False)
class Past:
    """The past of a state, as a linked list of steps, the last one first. States share these lists, so memory grows
    only with the number of steps.

    `raw` is the state before the step, and `option` the option taken; `words`, the label, is computed on first use. If
    the seed determined a chance event, its `option` is None, and of several such events in a row only the first has
    `raw`. In a replayed game, each chance event has `raw`, its outcome as `option`, and its label, since no seed
    determines them."""

    resolver: LabelResolver
    before: Past | None
    raw: State | None
    option: int | None
    words: Entry | None = None
    seen: dict[int, tuple[StepRecords, bytes]] = field(factory=dict)

    @staticmethod
    def of_chance(resolver: LabelResolver, before: Past | None, raw: State) -> Past:
        """Return the past after a chance event in the state `raw` whose outcome the seed determines."""
        in_a_row = before is not None and before.option is None and before.words is None
        return Past(resolver, before, None if in_a_row else raw, None)

    @property
    def entry(self) -> Entry:
        if self.words is None:
            if self.option is None:
                self._tell_chances()
            else:
                assert self.raw is not None
                self.words = Entry.of(self.resolver, self.raw, self.option)
        assert self.words is not None
        return self.words

    def steps(self) -> list[Past]:
        """Return every step so far, the first one first."""
        found = [self]
        while (before := found[-1].before) is not None:
            found.append(before)
        return found[::-1]

    def _tell_chances(self) -> None:
        """Compute the labels of this chance event and of those before it, back to the last step that has its state."""
        run = [self]
        while run[-1].raw is None:
            before = run[-1].before
            assert before is not None
            run.append(before)
        state = run[-1].raw
        for past in reversed(run):
            assert state is not None
            outcome, _ = self.resolver.draw(state)
            past.words, state = Entry.of(self.resolver, state, outcome), self.resolver.engine.chance(state)
