"""`rulekit render GAME… --out DIR`: rulebooks as pages for people; `--html FILE`: the rules of one game as one file.

`rulekit page GAME --out DIR`: writes a web page to play a game on; with `--playground`, one to write rules on.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from shlex import quote

from ..diagnostics.printable import one_line
from ..page.bundle import game_files, shared_files
from ..page.playground import playground_files
from ..play.parallel import Workers, cores
from ..play.whole_games import published_games, whole_games
from ..prose import languages
from ..render.booklet import check_printing
from ..render.game_pages import RenderRequest, page_name, render_file, render_games
from ..render.mkdocs_project import output
from ..storage.files import RULES, check_output, write_output
from ..storage.folders import check_folder, write_folder
from .game_runs import book_of
from .parameters import Arguments
from .result import OK, Result, check_language, usage
from .whole_project import default_language, need_project


def run_render(args: Arguments) -> Result:
    if not args.games:
        args.games = published_games(need_project("render"))
    if args.lang is None:
        args.lang = default_language()
    check_language(args.lang, languages())
    names, layers = tuple(dict.fromkeys(args.games)), tuple(args.layers)
    _check_outputs(args, names)
    wanted = [
        RenderRequest(
            *(name, layers, ((args.lang, ""),), args.full, names, args.pdf or ""),
            players=args.players,
            options=tuple(args.options.items()),
            additions=args.additions,
        )
        for name in names
    ]
    if args.html is not None:
        write_output(args.html, render_file(wanted[0]), RULES)
        size = args.html.stat().st_size
        data = {"file": str(args.html), "language": args.lang, "game": names[0], "bytes": size}
        return Result(OK, data, f"wrote {one_line(str(args.html))}")
    count = min(cores(), len(wanted)) - 1  # one process less, because this process renders, too
    with Workers(count) if count > 0 else nullcontext() as executor:
        pages = render_games(wanted, executor)
    files = output(pages)
    games = [f"{page.file} ({' with '.join(page.layers)}; {page.language})" for page in pages]
    write_folder(args.out, files, "render", games)
    written = {page.name: f"docs/{page.file}.md" for page in pages}
    lines = [f"wrote {len(files)} files to {args.out}", *(f"  {args.out}/{page}" for page in written.values())]
    lines += [f"  {args.out}/{file}" for file in files if file.startswith("pdf/")]
    there = "" if args.out == Path() else f"cd {quote(str(args.out))} && "
    lines.append(f"to build: {there}mkdocs build")
    return Result(OK, {"folder": str(args.out), "language": args.lang, "pages": written}, "\n".join(lines))


def _check_outputs(args: Arguments, names: Sequence[str]) -> None:
    """Raise RulekitError if the output cannot be written, before any work is done."""
    if (args.out is None) == (args.html is None):
        hint = "`--out DIR` writes a folder of pages, `--html FILE` the rules of one game as a single page"
        raise usage("E800", "`rulekit render` needs either `--out` or `--html`", hint=hint)
    if args.html is not None:
        if len(names) > 1 or args.pdf:
            what = "one game at a time" if len(names) > 1 else "no `--pdf` beside it"
            raise usage("E800", f"`--html` takes {what}", hint="`--out DIR` writes many games, and booklets")
        check_output(args.html, RULES)
        return
    if args.pdf:
        check_printing()
    check_folder(args.out, "render")
    _check_page_names(names)


def _check_page_names(names: Sequence[str]) -> None:
    """Raise RulekitError if two games would be written to the same page."""
    games: dict[str, str] = {}
    for name in names:
        if (other := games.setdefault(page_name(name), name)) != name:
            message = f"`{other}` and `{name}` would have one page, `{page_name(name)}`"
            raise usage("E800", message, hint="rename one of the files, or render them into two folders")


def run_page(args: Arguments) -> Result:
    if args.playground == (args.game is not None):
        hint = "`rulekit page GAME --out DIR`, or `rulekit page --playground --out DIR` for every game of the library"
        raise usage("E800", "`rulekit page` needs either a game or `--playground`", hint=hint)
    check_folder(args.out, "page")
    if args.playground:
        files, game = dict(playground_files(whole_games(), editor=args.editor)), "the playground"
    else:
        book = book_of(args)
        files = dict(game_files(book, args.options, args.players))
        game = f"{page_name(book.name)} ({' with '.join(book.headers)})"
    files |= shared_files(args.runtime)
    write_folder(args.out, files, "page", [game])
    size = sum(map(len, files.values()))
    lines = [
        f"wrote {len(files)} files, {size / 1e6:.0f} MB, to {args.out}",
        f"to play: python -m http.server --directory {args.out}, then open the address that it prints",
    ]
    return Result(OK, {"folder": str(args.out), "files": len(files), "bytes": size}, "\n".join(lines))
