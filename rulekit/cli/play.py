"""`rulekit play GAME`: people play at the keyboard (`play_table.py`) or, with `--random`, the program plays. Games can
be saved and resumed."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import define, evolve

from ..diagnostics import Diagnostic, Help, RulekitError
from ..machine.program import Chance
from ..play import RANDOM
from ..play.agents import agents_of
from ..play.game import GameState
from ..play.game_record import Entry, entry_lines, read_record
from ..play.loaded_book import load_record
from ..prose import languages
from ..session import Agent, Session
from ..storage.files import RECORD, check_output
from .game_runs import configure_game, with_its_line
from .parameters import Arguments
from .play_screen import screen_text
from .play_table import PlayTable
from .result import OK, Result, check_language, usage

SEED_BITS = 53
"""Bits of a random seed: too many for a player to try all deals, and few enough for every JSON reader to keep it exact.
"""

TO_KEEP = "`--save FILE`, or `save FILE` before `quit`, keeps a game"
"""The advice on saving that people at the keyboard get."""


def run_play(args: Arguments) -> Result:
    if args.json and not args.random:
        raise usage("E803", "`--json` needs `--random`: at the keyboard there is nothing to give back")
    if args.agents != RANDOM and not (args.random or args.robots):
        raise usage("E803", "`--agents` says how the seats that `--robots` names choose; name these")
    check_language(args.lang, languages())
    if args.save is not None:
        check_output(args.save, RECORD)  # raise an error now, not after hours of play
    state = _begin(args)
    return _play_at_random(args, state) if args.random else _play_with_people(args, state)


def _play_at_random(args: Arguments, state: GameState) -> Result:
    choose = None
    if args.agents != RANDOM:
        agents = agents_of(args.agents, state.game.machine.players)
        choose = lambda state: agents[state.player].choose(state)  # noqa: E731  # shorter than a `def` inside
    with _save_at_the_end(last := _Last(state), args.save), with_its_line(state.game):
        for last.state in state.random_moves(args.moves, choose):
            pass
    ended = last.state
    lines = [
        *_step_lines(ended, ended.history()),
        *_same_again(args, ended),
        _ending(ended, ended.game.machine.seats, args.save, "`--save FILE` keeps it"),
    ]
    return Result(OK, _data(args, ended), "\n".join(lines))


def _play_with_people(args: Arguments, state: GameState) -> Result:
    session = Session.of(state, args.lang, _agents(args, state.game.machine.seats), args.undo_all)
    table = PlayTable(session, args.plain)
    with _save_at_the_end(table, args.save), with_its_line(state.game):
        table.play()
    by_hand = table.saved[0] if table.saved is not None and table.saved[1] is table.state else None
    saved = args.save or by_hand or (args.resume if table.state is state else None)
    ending = _ending(table.state, session.seats, saved, TO_KEEP)
    if table.state.over:
        ending = screen_text(session, "over", results=_results(table.state, session.seats))
    return Result(OK, None, "\n".join([*_same_again(args, table.state), ending]))


def _agents(args: Arguments, seats: Sequence[str]) -> Mapping[int, Agent]:
    """Return the agents of the seats that `--robots` names, keyed by the number of the seat."""
    names = [name.strip() for name in (args.robots or "").split(",") if name.strip()]
    for name in names:
        if name not in seats:
            raise usage("E803", f"`{name[:40]}` does not play: {', '.join(seats)} do", name, seats)
    if seats and len(set(names)) == len(seats):
        raise usage("E803", "somebody must sit at the keyboard; `--random` plays without people")
    agents = agents_of(args.agents, len(names)) if names else ()
    return {seats.index(name): agent for name, agent in zip(names, agents, strict=True)}


@define
class _Last:
    """The latest state of a random game, so that it can be saved after an interruption."""

    state: GameState


@contextmanager
def _save_at_the_end(table: PlayTable | _Last, path: Path | None) -> Iterator[None]:
    """Save the game to `path` when play ends, also if it ends by a fault of the rules, an interruption or a closed
    terminal. If `path` is None, do nothing."""
    if path is None:
        yield
        return
    saved = Help(f"the game is saved as it was before that; `rulekit play --resume {path}` goes on")
    try:
        with _treat_stop_as_interrupt():
            yield
    except RulekitError as error:
        table.state.save(path)
        *others, last = error.diagnostics
        raise RulekitError(*others, evolve(last, help=(*last.help, saved))) from error
    except KeyboardInterrupt:
        table.state.save(path)
        raise RulekitError(Diagnostic("E810", "interrupted", help=(saved,))) from None
    except BaseException:
        table.state.save(path)
        raise
    table.state.save(path)


@contextmanager
def _treat_stop_as_interrupt() -> Iterator[None]:
    """Let a closing terminal or a system shutdown interrupt play, as Ctrl-C does."""
    before: list[tuple[int, Any]] = []
    with suppress(ValueError):  # in another thread, signal handlers cannot be set, and signals do not arrive
        for name in ("SIGHUP", "SIGTERM"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before.append((number, signal.signal(number, signal.default_int_handler)))
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _step_lines(state: GameState, entries: Sequence[Entry]) -> list[str]:
    """Return the lines of the steps that everybody may see, each with its number."""
    return [line for line, entry in zip(entry_lines(entries), entries, strict=True) if _is_public(state, entry)]


def _is_public(state: GameState, entry: Entry) -> bool:
    """Return whether everybody may see a step: it was not hidden, or the game is over."""
    return state.over or not entry.hidden


def _begin(args: Arguments) -> GameState:
    if args.resume is None:
        if args.game is None:
            raise usage("E800", "say which game to play, or which save to go on with (`--resume FILE`)")
        new = configure_game(args)
        with with_its_line(new):
            return new.start(secrets.randbits(SEED_BITS) if args.seed is None else args.seed)
    record = read_record(args.resume)
    if args.game is not None and args.game != record.game:
        raise usage("E803", f"{args.resume} is a game of `{record.game}`, not of `{args.game}`")
    if args.players not in (None, record.players) or args.options or args.layers or args.seed is not None:
        raise usage("E803", "a saved game has its own players, options, layers and seed")
    kept = load_record(record, args.engine)
    with with_its_line(kept):
        return kept.replay(record)


def _data(args: Arguments, state: GameState) -> dict[str, object]:
    """Return the game as JSON data. Before the game is over, hidden steps and the seed, which would reveal them, are
    left out."""
    return {
        "game": state.game.name,
        "players": state.game.players,
        "seats": list(state.game.machine.seats),
        "seed": state.raw.seed if state.over else args.seed,
        "over": state.over,
        "payoffs": list(state.payoffs),
        "entries": [entry.as_json() for entry in state.history() if _is_public(state, entry)],
    }


def _same_again(args: Arguments, state: GameState) -> list[str]:
    """Return a line that tells the seed of a finished game, to repeat its chance. Return none if the game has no
    chance, or if the user gave the seed."""
    chance = args.random or any(isinstance(node, Chance) for node in state.game.machine.nodes)
    return [f"the same chance again: `--seed {state.raw.seed}`"] if state.over and chance and args.seed is None else []


def _ending(state: GameState, seats: Sequence[str], saved: Path | str | None, to_keep: str) -> str:
    """Return text on who won. If the game is not over, return how to resume it from the file `saved`; without such a
    file, return the advice `to_keep` on saving."""
    if state.over:
        return f"over: {_results(state, seats)}"
    if saved is not None:
        return f"the game is not over, and is saved: `rulekit play --resume {saved}` goes on"
    return f"the game is not over, and is not saved: {to_keep}"


def _results(state: GameState, seats: Sequence[str]) -> str:
    return ", ".join(f"{seat} {payoff:+}" for seat, payoff in zip(seats, state.payoffs, strict=True))
