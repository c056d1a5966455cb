"""`rulekit look GAME`: draws a position as one viewer sees it, in the terminal or as an SVG file."""

from __future__ import annotations

from ..engine.log import SHOWN
from ..play.game import GameState
from ..play.information_state import notes_of
from ..play.played_moves import after_moves, viewer_of
from ..scene import ONLOOKER, svg
from ..scene.text_picture import picture_text
from ..storage.files import PICTURE, check_output, write_output
from .game_runs import configure_game, with_its_line
from .parameters import Arguments
from .result import OK, Result
from .terminal_output import encoding

MOST_SHOWN = 8
"""The most events shown to the viewer that are printed; JSON has all of them."""


def run_look(args: Arguments) -> Result:
    if args.out is not None:
        check_output(args.out, PICTURE)
    game = configure_game(args)
    viewer = viewer_of(args.seen_by, game.machine.seats)
    with with_its_line(game):
        before, state, moves = after_moves(game.start(args.seed), args.after)
    marks = () if before is None else game.artist.marks_between(before.raw, state.raw, viewer)
    scene = game.artist.state(state.raw, viewer, marks)
    picture, shown = svg(scene), _things_shown(state, viewer)
    if args.out is not None:
        write_output(args.out, picture, PICTURE)
    told = f"{args.out}: {len(picture.encode()):,} bytes" if args.out is not None else picture_text(scene, encoding())
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
    """Return as text what `show` statements of the rules have shown to a viewer so far, the latest first.

    The picture has only what is visible now. Whether a thing changed after it was shown may be secret."""
    if viewer is None:
        return ()
    told = (
        note
        for entry in reversed(state.log_entries(0 if viewer == ONLOOKER else viewer))
        for note, who in reversed([*zip(notes_of(entry.packed), entry.audiences, strict=True)])
        if note[0] == SHOWN and (viewer != ONLOOKER or who is None or len(who) == state.game.players)
    )
    return tuple(dict.fromkeys(state.game.recall.words.text(note).removeprefix("shown: ") for note in told))
