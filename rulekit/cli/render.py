"""`rulekit render GAME… --out DIR`: rulebooks as pages for people."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from shlex import quote

from ..play.parallel import Workers, cores
from ..prose import languages
from ..render.booklet import check_printing
from ..render.game_pages import Wanted, render_games
from ..render.mkdocs_project import output
from ..storage.folders import check_folder, write_folder
from .parameters import Arguments
from .result import OK, Result, check_language
from .terminal_output import Progress


def run_render(args: Arguments) -> Result:
    check_language(args.lang, languages())
    if args.pdf:
        check_printing()
    check_folder(args.out, "render")
    names, layers = tuple(dict.fromkeys(args.games)), tuple(args.layers)
    wanted = [
        Wanted(
            *(name, layers, ((args.lang, ""),), args.full, names, args.pdf or ""),
            players=args.players,
            options=tuple(args.options.items()),
            additions=args.additions,
        )
        for name in names
    ]
    progress = Progress("render")
    try:
        count = min(cores(), len(wanted)) - 1  # beside this process
        with Workers(count) if count > 0 else nullcontext() as executor:
            pages = render_games(wanted, executor)
    finally:
        progress.finish()
    files = output(pages)
    write_folder(args.out, files, "render")
    written = {page.name: f"docs/{page.file}.md" for page in pages}
    lines = [f"wrote {len(files)} files to {args.out}", *(f"  {args.out}/{page}" for page in written.values())]
    lines += [f"  {args.out}/{file}" for file in files if file.startswith("pdf/")]
    there = "" if args.out == Path() else f"cd {quote(str(args.out))} && "
    lines.append(f"to build: {there}mkdocs build")
    return Result(OK, {"folder": str(args.out), "language": args.lang, "pages": written}, "\n".join(lines))
