"""Records: what was decided and what chance gave, by label, so that a game can be told, replayed, saved and gone on
with.

A record is JSON lines: a head that says which game, a line for each step, and an end with a checksum over all before
it.  A save is the record of a game that goes on; it is resumed by replaying it, so it is never more than what the rules
allow.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from ..engine.interface import Engine, State
from ..machine.labels import parse_label
from ..storage.files import failed, read_bounded, write_atomic
from .offers import Offers

VERSION = 1


@frozen
class Entry:
    """One step: the seat that decided (None: chance) and the label; `hidden` where not all saw it."""

    seat: str | None
    label: str
    hidden: bool = field(default=False, eq=False)

    def as_json(self) -> dict[str, str]:
        return {"chance": self.label} if self.seat is None else {"seat": self.seat, "play": self.label}

    def __str__(self) -> str:
        return f"{self.seat or 'chance'}: {self.label}"


@frozen
class Record:
    """One game as it went.  `uses` and `digest` are those of its last state; None where nobody noted them."""

    game: str
    players: int
    seed: int
    number: int = 0
    layers: tuple[str, ...] = ()
    options: Mapping[str, int | str] = field(factory=dict)
    entries: tuple[Entry, ...] = ()
    uses: tuple[int, ...] | None = None
    digest: str | None = None

    def as_text(self) -> str:
        head = {
            "rulekit": "record",
            "version": VERSION,
            "game": self.game,
            "with": list(self.layers),
            "set": dict(self.options),
            "players": self.players,
            "seed": self.seed,
            "number": self.number,
        }
        end = {"uses": None if self.uses is None else list(self.uses), "digest": self.digest}
        lines = [json.dumps(line, ensure_ascii=False) for line in (head, *(e.as_json() for e in self.entries), end)]
        body = "\n".join(lines) + "\n"
        return body + json.dumps({"checksum": checksum(body)}) + "\n"


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def digest(state: State) -> str:
    """A short name for where a game stands: its node and every cell."""
    return checksum(json.dumps([state.node, state.cells]))[:32]


def save(record: Record, path: Path) -> None:
    """All of it, or nothing: an earlier save is replaced only by a whole one."""
    write_atomic(path, record.as_text())


def read(path: Path) -> Record:
    """A record or save; what is not one, or not whole, is one clear message."""
    try:
        return parse(read_bounded(path))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise failed("E832", f"{path} is not a whole record of rulekit: {_why(error)}") from error


def _why(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it lacks {error}"
    if isinstance(error, json.JSONDecodeError):
        return "a line of it is not JSON"
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error)


def parse(text: str) -> Record:
    """A record from its text; ValueError, KeyError, TypeError or AttributeError where it is not one."""
    body, _, last = text.rstrip("\n").rpartition("\n")
    body += "\n"
    ending = json.loads(last) if last else None
    if not isinstance(ending, dict) or "checksum" not in ending:
        raise ValueError("its last line is missing")
    if ending["checksum"] != checksum(body):
        raise ValueError("its checksum does not fit, so it was cut short or changed")
    head, *steps = [json.loads(line) for line in body.splitlines()]
    if head.get("rulekit") != "record" or head.get("version") != VERSION:
        raise ValueError(f"its first line does not say that it is a record of version {VERSION}")
    end = steps.pop()
    options = {str(name): _option(value) for name, value in head["set"].items()}
    return Record(
        game=str(head["game"]),
        players=int(head["players"]),
        seed=int(head["seed"]),
        number=int(head["number"]),
        layers=tuple(str(layer) for layer in head["with"]),
        options=options,
        entries=tuple(_entry(step) for step in steps),
        uses=None if end["uses"] is None else tuple(int(use) for use in end["uses"]),
        digest=end["digest"],
    )


def _option(value: Any) -> int | str:
    if isinstance(value, int | str):
        return value
    raise ValueError("an option has neither a number nor a name for its value")


def _entry(step: dict[str, Any]) -> Entry:
    return Entry(None, str(step["chance"])) if "chance" in step else Entry(str(step["seat"]), str(step["play"]))


def replay(engine: Engine, record: Record) -> State:
    """The state in which the record ends; a RulekitError names the first step that the rules do not allow."""
    offers = Offers.of(engine)
    state = engine.start(record.seed, record.number)
    for number, entry in enumerate(record.entries, 1):
        state = step(offers, state, entry, number)
    if record.uses is not None:
        if len(record.uses) != len(state.uses):
            raise failed("E833", "the record was made with other rules: they draw other chances")
        state = state._replace(uses=record.uses)
    if record.digest is not None and record.digest != digest(state):
        raise failed("E833", "the record was made with other rules: its steps now lead somewhere else")
    return state


def step(offers: Offers, state: State, entry: Entry, number: int) -> State:
    """The state after one entry."""
    try:
        label, args = parse_label(entry.label)
    except ValueError as error:
        raise failed("E833", f"step {number} of the record: {error}") from error
    found = offers.matching(state, label, args) if (entry.seat is None) == offers.chances(state) else ()
    exact = tuple(n for n in found if offers.text(state, n) == entry.label)
    if len(exact or found) != 1:
        raise failed("E833", f"step {number} of the record: {offers.not_offered(state, label, args)}")
    if entry.seat is not None and entry.seat != offers.seat(state):
        raise failed("E833", f"step {number} of the record: it is {offers.seat(state)}'s decision, not {entry.seat}'s")
    return offers.go(state, (exact or found)[0])


def tell(entries: Iterable[Entry]) -> str:
    """The steps as lines to read."""
    return "\n".join(f"{number:4}  {entry}" for number, entry in enumerate(entries, 1))
