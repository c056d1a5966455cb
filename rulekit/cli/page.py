"""`rulekit page GAME --out DIR`: a page to play on, for any web server."""

from __future__ import annotations

from ..page.bundle import game_files, shared_files
from ..storage.folders import check_folder, write_folder
from .game_runs import book_of
from .parameters import Arguments
from .result import OK, Result


def run_page(args: Arguments) -> Result:
    check_folder(args.out, "page")
    files = dict(game_files(book_of(args), args.options, args.players))
    files |= shared_files(args.runtime)
    write_folder(args.out, files, "page")
    size = sum(map(len, files.values()))
    lines = [
        f"wrote {len(files)} files, {size / 1e6:.0f} MB, to {args.out}",
        f"to play: python -m http.server --directory {args.out}, then open the address that it prints",
    ]
    return Result(OK, {"folder": str(args.out), "files": len(files), "bytes": size}, "\n".join(lines))
