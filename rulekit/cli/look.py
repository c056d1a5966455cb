"""`rulekit look GAME`: a position as a picture, in the terminal or as an SVG file, as one viewer sees it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ..play.game import GameState
from ..scene import ONLOOKER, Scene, svg
from ..scene.text_picture import picture_text
from ..storage.files import PICTURE, check_output, write_output
from .game_runs import configure_game, with_its_line
from .parameters import Arguments
from .result import OK, Result, usage

EVERYBODY = "all"
"""The viewer's name for an onlooker: see only what everybody sees."""
MOST_SHOWN = 8
"""The most events shown to the viewer that are printed; JSON has all of them."""


def run_look(args: Arguments) -> Result:
    if args.out is not None:
        check_output(args.out, PICTURE)
    game = configure_game(args)
    viewer = _viewer(args.seen_by, game.machine.seats)
    with with_its_line(game):
        before, state, moves = _play_moves(game.start(args.seed), args.after)
    marks = () if before is None else game.artist.marks_between(before.raw, state.raw, viewer)
    scene = game.artist.state(state.raw, viewer, marks)
    picture, shown = svg(scene), _things_shown(state, viewer)
    if args.out is not None:
        write_output(args.out, picture, PICTURE)
    told = f"{args.out}: {len(picture.encode()):,} bytes" if args.out is not None else _terminal_picture(scene)
    told = "\n".join([told, *(["", "shown before:", *(f"  {one}" for one in shown[:MOST_SHOWN])] if shown else [])])
    data = {
        "game": args.game,
        "players": game.players,
        "seed": args.seed,
        "moves": moves,
        "seen_by": args.seen_by,
        "text": picture_text(scene),
        "shown": list(shown),
        "svg": picture,
    }
    return Result(OK, data, told)


def _things_shown(state: GameState, viewer: int | None) -> tuple[str, ...]:
    """Return what `show` statements of the rules have shown to a viewer, the latest first.

    The picture has only what is seen now. Whether a thing changed after it was shown may be secret."""
    if viewer is None:
        return ()
    seats = range(state.game.players) if viewer == ONLOOKER else (viewer,)
    each = [[said.removeprefix("shown: ") for said in state.information_state(seat).latest_shows()] for seat in seats]
    return tuple(one for one in each[0] if all(one in other for other in each))


def _terminal_picture(scene: Scene) -> str:
    return picture_text(scene, getattr(sys.stdout, "encoding", None) or "utf-8")


def _viewer(name: str | None, seats: tuple[str, ...]) -> int | None:
    if name is None:
        return None
    if name == EVERYBODY:
        return ONLOOKER
    if name not in seats:
        raise usage("E803", f"`{name[:40]}` does not play: {', '.join(seats)} do, or `{EVERYBODY}`", name, seats)
    return seats.index(name)


def _play_moves(state: GameState, moves: str | None) -> tuple[GameState | None, GameState, int]:
    """Make moves and return the position before the last one, the position after it, and the number of moves made.
    `moves` is a number of random moves, or labels of options."""
    before, made = None, 0
    words = (moves or "").strip()
    at_random = words.isascii() and words.isdecimal() and len(words) < 7
    for after in state.random_moves(int(words)) if at_random else _moves_by_label(state, words):
        if state.begins_move:
            before, made = state, made + 1
        state = after
    return before, state, made


def _moves_by_label(state: GameState, labels: str) -> Iterator[GameState]:
    """Yield the state after each of these option labels, separated by `;`."""
    for label in filter(None, (part.strip() for part in labels.split(";"))):
        state = state.apply(label)
        yield state
