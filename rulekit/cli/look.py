"""`rulekit look GAME`: a position as a picture: in the terminal, or as an SVG file, as somebody sees it."""

from __future__ import annotations

import sys

from ..play.game import GameState
from ..scene import ONLOOKER, Scene, svg
from ..scene.terminal import picture_text
from ..storage.files import check_writable, write_atomic
from .arguments import configured_game
from .faults import with_its_line
from .parameters import Arguments
from .result import OK, Result, usage

EVERYBODY = "all"
"""In place of a player: what all see."""


def run(args: Arguments) -> Result:
    if args.out is not None:
        check_writable(args.out)
    game = configured_game(args)
    viewer = _viewer(args.seen_by, game.machine.seats)
    with with_its_line(game):
        before, state = _after(game.start(args.seed), args.after)
    marks = () if before is None else game.artist.moved(before.raw, state.raw, viewer)
    scene = game.artist.state(state.raw, viewer, marks)
    picture = svg(scene)
    if args.out is not None:
        write_atomic(args.out, picture)
    told = f"{args.out}: {len(picture.encode()):,} bytes" if args.out is not None else _told(scene)
    data = {
        "game": args.game,
        "players": game.players,
        "seed": args.seed,
        "moves": len([entry for entry in state.history() if entry.seat is not None]),
        "seen_by": args.seen_by,
        "text": picture_text(scene),
        "svg": picture,
    }
    return Result(OK, data, told)


def _told(scene: Scene) -> str:
    return picture_text(scene, getattr(sys.stdout, "encoding", None) or "utf-8")


def _viewer(name: str | None, seats: tuple[str, ...]) -> int | None:
    if name is None:
        return None
    if name == EVERYBODY:
        return ONLOOKER
    if name not in seats:
        raise usage("E803", f"`{name[:40]}` does not play: {', '.join(seats)} do, or `{EVERYBODY}`", name, seats)
    return seats.index(name)


def _after(state: GameState, moves: str | None) -> tuple[GameState | None, GameState]:
    """The position before the last move, and that behind it: so many random moves, or those of these labels."""
    before = None
    words = (moves or "").strip()
    if words.isascii() and words.isdecimal() and len(words) < 7:
        for _ in range(int(words)):
            if state.over:
                break
            option, drawn = state.random()
            before, state = state, drawn.apply(option)
        return before, state
    for label in filter(None, (part.strip() for part in words.split(";"))):
        before, state = state, state.apply(label)
    return before, state
