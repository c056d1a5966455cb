"""`rulekit play GAME`: a game at the keyboard, options by number or label; or `--random`; saved and gone on with.

Everybody sits at one keyboard: what is shown is what the player who decides may see.  In a game with secrets the
keyboard is handed over in between, and nothing of what the one before saw is left on the screen.
"""

from __future__ import annotations

import secrets
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from ..diagnostics import Diagnostic, Help, RulekitError
from ..machine.program import Chance
from ..play.game import GameState
from ..play.game_record import Entry, entry_lines, read_record
from ..play.game_steps import is_secret
from ..play.loaded_book import load_record
from ..scene.text_picture import picture_text
from ..storage.files import RECORD, check_output
from .game_runs import configure_game, with_its_line
from .parameters import Arguments
from .result import OK, Result, render_diagnostics, usage
from .terminal_output import ask, clear, say, tell

ORDERS = "number or label; `look`, `why LABEL`, `save FILE`, `undo`, `random`, `quit`"
SEED_BITS = 53
"""Bits of a random seed: too many deals to try out, and exact in every JSON reader."""


def run_play(args: Arguments) -> Result:
    if args.json and not args.random:
        raise usage("E803", "`--json` needs `--random`: at the keyboard there is nothing to give back")
    if args.save is not None:
        check_output(args.save, RECORD)  # not to be told so after an evening's play
    table = GameTable(_begin(args))
    already = len(table.state.history())
    with _save_at_the_end(table, args.save), with_its_line(table.state.game):
        if args.random:
            _at_random(table, args.moves)
        else:
            _at_keyboard(table)
    entries = table.state.history()
    lines = _step_lines(table.state, entries if args.random else entries[already:])
    lines += [*_same_again(args, table.state), _ending(table.state)]
    return Result(OK, _data(args, table.state), "\n".join(lines))


@define
class GameTable:
    """The game at the table, and what each player was told so far."""

    state: GameState
    seat: int | None = None
    told: dict[int, int] = field(factory=dict)
    """How many entries of what they have seen players have been told of."""
    past: list[tuple[GameState, dict[int, int]]] = field(factory=list)

    def news(self, player: int) -> list[str]:
        """Return what a player has seen since they were last told."""
        learnt = self.state.information_state(player)
        since = self.told.get(player, 0)
        self.told[player] = len(learnt.log)
        return [f"  {line}" for line in learnt.lines(since)]

    def go_on(self, state: GameState) -> None:
        self.past.append((self.state, dict(self.told)))
        self.state = state

    def undo(self) -> None:
        if self.past:
            self.state, self.told = self.past.pop()

    @property
    def secret(self) -> bool:
        """Tell whether some player does not see everything."""
        machine = self.state.game.machine
        seen = any(cell.seen is not None for cell in machine.cells if cell.role in ("place", "keep"))
        return seen or any(map(is_secret, machine.nodes))


@contextmanager
def _save_at_the_end(table: GameTable, path: Path | None) -> Iterator[None]:
    """Save the game when play ends, also by a fault of the rules, an interruption or a closed terminal."""
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
    """Let a closing terminal or a system shutdown stop play as Ctrl-C does."""
    before: list[tuple[int, Any]] = []
    with suppress(ValueError):  # not in the main thread, where no signal comes
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
    """Return lines for the steps that may be told, each with its number."""
    return [line for line, entry in zip(entry_lines(entries), entries, strict=True) if _is_public(state, entry)]


def _is_public(state: GameState, entry: Entry) -> bool:
    """Tell whether everybody may learn of a step: while the game goes on, only of what all saw."""
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
    """Return the game as JSON; while it goes on, without hidden steps and without the seed, which reveals them."""
    return {
        "game": state.game.name,
        "players": state.game.players,
        "seats": list(state.game.machine.seats),
        "seed": state.raw.seed if state.over else args.seed,
        "over": state.over,
        "payoffs": list(state.payoffs),
        "entries": [entry.as_json() for entry in state.history() if _is_public(state, entry)],
    }


def _at_random(table: GameTable, moves: int) -> None:
    for state in table.state.random_moves(moves):
        table.state = state


def _at_keyboard(table: GameTable) -> None:
    """Ask until the game is over, the player leaves, or the input ends."""
    show = True
    news: list[str] = []
    while not table.state.over:
        state = table.state
        if show:
            if not _hand_over(table):
                return
            _show(state)
        typed = ask(f"{state.seat}> ")
        if typed is None:
            say("")
            return
        words = typed.strip()
        order, _, rest = words.partition(" ")
        show = True
        if order in ("quit", "q"):
            return
        if order in ("help", "?"):
            continue  # what can be typed is shown again
        if order == "undo":
            table.undo()
        elif order == "look":
            say(picture_text(state.picture(state.player), getattr(sys.stdout, "encoding", None) or "utf-8"))
            show = False
        elif order == "why":
            say(_why(state, rest.strip()))
            show = False
        elif order == "save":
            show = False
            _try_save(state, rest.strip())
        elif words:
            after = _choose(state, words)
            if after is None:
                show = False
            else:
                table.go_on(after)
                news = table.news(state.player)
                _say_all(news)
    _tell_the_others(table, news)


def _hand_over(table: GameTable) -> bool:
    """Let another player come to the keyboard: clear the screen, and tell them what they have seen.

    Return whether somebody came.
    """
    player, before = table.state.player, table.seat
    if player == before:
        return True
    table.seat = player
    if not table.secret:
        news = table.news(player)
        if before is None:  # later players saw it with the one before
            _say_all(news)
        return True
    if before is not None:
        say(f"\nhand the keyboard to {table.state.seat}, who presses Enter")
        if sys.stdin is not None and sys.stdin.isatty() and ask("") is None:
            return False
        clear()
    news = table.news(player)
    _say_all([f"{table.state.seat} has seen:", *news] if news else [])
    return True


def _tell_the_others(table: GameTable, said: Sequence[str]) -> None:
    """Tell everybody, when the game is over, what the last player was not told."""
    if table.seat is None or not table.secret:
        return
    for player, seat in enumerate(table.state.game.machine.seats):
        news = [line for line in table.news(player) if line not in said]
        _say_all([f"{seat} has seen:", *news] if news else [])


def _say_all(lines: Sequence[str]) -> None:
    if lines:
        say("\n".join(lines))


def _show(state: GameState) -> None:
    say(f"\n{state.seat} decides ({ORDERS})")
    for number, label in enumerate(state.labels(), 1):
        say(f"{number:5}  {label}")


def _choose(state: GameState, words: str) -> GameState | None:
    """Return the game after what was typed, or None if that is not on offer."""
    options = state.legal()
    if words == "random":
        option, state = state.random()
        return state.apply(option)
    if words.isascii() and words.isdecimal() and len(words) < 9:
        if 1 <= int(words) <= len(options):
            return state.apply(options[int(words) - 1])
        tell(f"there are options 1 to {len(options)}")
        return None
    try:
        option = state.find(words)
    except RulekitError as error:
        tell(render_diagnostics(error.diagnostics))
        answer = state.why_not(words, state.player)
        if answer.clause:
            tell(str(answer))
        return None
    return state.apply(option)  # a fault of the rules ends play, however the option was named


def _why(state: GameState, label: str) -> str:
    """Explain why an option is not there, as far as the player who decides may know."""
    return str(state.why_not(label, state.player)) if label else "why not what? `why LABEL` asks about an option"


def _try_save(state: GameState, name: str) -> None:
    if not name:
        tell("save to which file?")
        return
    try:
        state.save(name)
        say(f"saved to {name}")
    except RulekitError as error:
        tell(render_diagnostics(error.diagnostics))


def _same_again(args: Arguments, state: GameState) -> list[str]:
    """Say how to repeat the same chance, if there was any and the command line did not choose it."""
    chance = args.random or any(isinstance(node, Chance) for node in state.game.machine.nodes)
    return [f"the same chance again: `--seed {state.raw.seed}`"] if state.over and chance and args.seed is None else []


def _ending(state: GameState) -> str:
    if not state.over:
        return "the game goes on"
    seats = state.game.machine.seats
    return "over: " + ", ".join(f"{seat} {payoff:+}" for seat, payoff in zip(seats, state.payoffs, strict=True))
