"""`rulekit page GAME --out DIR`: writes a web page to play a game on; with `--playground`, one to write rules on."""

from __future__ import annotations

from ..page.bundle import game_files, shared_files
from ..page.playground import playground_files
from ..render.library_site import whole_games
from ..storage.folders import check_folder, write_folder
from .game_runs import book_of
from .parameters import Arguments
from .result import OK, Result, usage


def run_page(args: Arguments) -> Result:
    if args.playground == (args.game is not None):
        hint = "`rulekit page GAME --out DIR`, or `rulekit page --playground --out DIR` for every game of the library"
        raise usage("E800", "`rulekit page` needs either a game or `--playground`", hint=hint)
    check_folder(args.out, "page")
    if args.playground:
        files = dict(playground_files(whole_games(), editor=args.editor))
    else:
        files = dict(game_files(book_of(args), args.options, args.players))
    files |= shared_files(args.runtime)
    write_folder(args.out, files, "page")
    size = sum(map(len, files.values()))
    lines = [
        f"wrote {len(files)} files, {size / 1e6:.0f} MB, to {args.out}",
        f"to play: python -m http.server --directory {args.out}, then open the address that it prints",
    ]
    return Result(OK, {"folder": str(args.out), "files": len(files), "bytes": size}, "\n".join(lines))
