"""A table of the commands: what each is for, and its parameters.

The function `run_NAME` does the work, in the command's own file, which is loaded only when the command runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Final

import click
from attrs import frozen

from ..play import MOST_GAMES
from .command_line import Command, CommandGroup
from .parameters import (
    A_GAME,
    KINDS,
    WHOLE_PROJECT,
    Arguments,
    FileName,
    GameName,
    MessageCode,
    OneOf,
    WholeNumber,
    agents,
    argument,
    configuration,
    file,
    flag,
    folder,
    game,
    games,
    games_or_project,
    json,
    language,
    number_option,
    option,
    random_game_options,
    report_format,
    seed,
    settings_option,
)
from .result import Result

WHAT: Final = "Tabletop rules: checked, tested, measured, compared, played."
A_FILE: Final = "a path, a name"
SIZES: Final = ("a5", "a4")
FORMS: Final = ("text", "markdown", "html")
CHANGES: Final = ("rules", "answers", "wording", "examples", "looks", "translation", "none")
STAGES: Final = ("lowered", "optimised", "playouts")
BECOMES: Final = "what becomes of it on the way to the fast engine"
EACH_NUMBER: Final = "every number, one after the other"
MOST_MOVES: Final = "with --random: at most so many moves"
EACH_TO_CHOOSE: Final = "every number, to choose from"


@frozen
class CommandEntry:
    """A command: `what` is its help text, and `parameters` is a function that returns its parameters. `module` is the
    file with its function; by default the file has the command's name."""

    what: str
    parameters: Callable[[], Sequence[click.Parameter]]
    module: str = ""

    def command(self, name: str) -> Command:
        """Return the command for click; it calls `run_NAME` with the parsed arguments."""

        def run_command(**said: object) -> Result:
            module = import_module(f".{self.module or name}", __package__)
            found: Result = getattr(module, f"run_{name}")(Arguments(**said))
            return found

        return Command(name, params=list(self.parameters()), callback=run_command, help=self.what, short_help=self.what)


COMMANDS: Final = {
    "new": CommandEntry(
        "write a rulebook to begin with, or a variant, an edition or a character of a game",
        lambda: [
            argument(
                "name", "[NAME]", "what it is called; the file is NAME.rules, here (default: it asks)", click.STRING
            ),
            option("--as", "kind", type=OneOf(KINDS), help="what to write (default: a game, or a variant with --over)"),
            option("--over", type=GameName(), metavar="GAME", help=f"the game that it changes: {A_GAME}"),
            flag("--project", "write a repository NAME: a game, a variant of it, a site, tests and settings"),
            json(),
        ],
    ),
    "check": CommandEntry(
        "look for mistakes: at every number of players, and with each answer of each option",
        lambda: [
            games_or_project(),
            language("also tell names without a word in this language"),
            report_format(),
            *configuration(engine=False, otherwise=EACH_NUMBER),
        ],
    ),
    "test": CommandEntry(
        "run the worked examples and random games, and look whether everything holds",
        lambda: [
            games_or_project("games_named"),
            agents(),
            *random_game_options(50),
            flag("--own", "of the worked examples only those that the last layer brings or changes"),
            file("--record", "write the (simplest) failing game here"),
            report_format(),
            number_option(
                "--knowledge",
                "also exchange what is hidden in so many random games, and see whether a player can tell",
                (1, 100_000),
                metavar="GAMES",
            ),
            *configuration(otherwise=EACH_NUMBER),
        ],
    ),
    "play": CommandEntry(
        "play a game at the keyboard, or at random",
        lambda: [
            game(required=False),
            flag("--random", "let random players play to the end"),
            option("--moves", type=WholeNumber(1, 10**6), default=10_000, metavar="M", help=MOST_MOVES),
            file("--resume", "go on with a saved game"),
            file("--save", "save the game here when it stops"),
            option("--robots", metavar="SEATS", help="seats that programs play, with commas between: green,blue"),
            agents("how --robots choose, or with --random all: one for all or one for each, with commas between"),
            language("which language (default: en)", default="en"),
            flag("--plain", "sentences only: for screen readers; by itself where there is no terminal"),
            flag("--undo-all", "`undo` takes back what came to light, too: for one who plays alone"),
            seed(default=None),
            *configuration(),
        ],
    ),
    "look": CommandEntry(
        "draw a position: in the terminal, or as an SVG file",
        lambda: [
            game(),
            option(
                "--after", metavar="MOVES", help="a number of random moves, or labels with `;` between (default: none)"
            ),
            option("--seen-by", metavar="PLAYER", help="as this player sees it; all: what everybody sees"),
            file("--out", "write an SVG file here"),
            seed(),
            *configuration(),
        ],
    ),
    "simulate": CommandEntry(
        "play games and count: payoffs, lengths, branching, clauses",
        lambda: [
            game(),
            agents(),
            file("--records", "write each game here, as a line of JSON"),
            *random_game_options(1000),
            *configuration(),
        ],
    ),
    "profile": CommandEntry(
        "measure what designers ask: fairness, length, tension, luck, skill, and what each rule decides",
        lambda: [
            games("games_named"),
            agents(default="uct:50"),
            number_option(
                "--simulations", "simulations that estimate the chances before each choice; 0: none", (0, 10**6), 100
            ),
            number_option("--steps", "steps of the skill ladder, at most", (0, 20), 4),
            flag("--no-rules", "do not play the games again without each rule"),
            file("--html", "write a page with plots here"),
            *random_game_options(50),
            *configuration(engine=False),
        ],
    ),
    "compare": CommandEntry(
        "set two editions side by side, or several in a table: clauses, options, figures",
        lambda: [
            argument("first", "[A]", f"{A_GAME} (default: the families of the project)"),
            argument("second", "[B]", "the other; may be left out where something is set for one side"),
            argument("more", "[C...]", "more editions: one table of all"),
            option("--family", metavar="NAME", help="the editions of this family, the plainest first"),
            settings_option("--set-first", "set_first", "choose this for A only"),
            settings_option("--set-second", "set_second", "choose this for B only"),
            option("--ruling", metavar="NAME", help="one game: each other answer of this question"),
            flag("--rulings", "one game: every open question, the weightiest first"),
            flag("--no-games", "only the rules, no simulation"),
            flag("--witness", "the shortest game after which they differ, also for each change alone"),
            flag("--full", "after the first screen every change, clause by clause, and all figures"),
            flag("--linear", "one thing after the other, without columns: for screen readers"),
            file("--html", "write a page with pictures here"),
            agents(),
            *random_game_options(1000),
            *configuration(otherwise="the fewest that both allow", several=True),
        ],
    ),
    "changes": CommandEntry(
        "tell what changed in a project since a git revision, as release notes for players",
        lambda: [
            argument(
                "revisions",
                "[REV[..REV]]",
                "from this revision to the other (default: to the files as they are now; from HEAD)",
                click.STRING,
            ),
            option("--only", metavar="NAME", multiple=True, help="only games whose names begin so, such as a family"),
            option("--format", "form", type=OneOf(FORMS), default=FORMS[0], help="how to write them (default: text)"),
            option(
                "--fail-on",
                type=OneOf(CHANGES),
                multiple=True,
                metavar="KIND",
                help=f"exit with 1 if there are changes of this kind: {', '.join(CHANGES)}",
            ),
            json(),
        ],
    ),
    "lock": CommandEntry(
        "note what the clauses of variants stand on, so that `check` tells when their base changes under them",
        lambda: [
            games_or_project(),
            option(
                "--accept",
                metavar="CLAUSE",
                multiple=True,
                help="this clause was looked at, and stands on the base as it is now; all: every clause",
            ),
            json(),
        ],
    ),
    "list": CommandEntry(
        "list games: their names, titles and numbers of players",
        lambda: [argument("folder", "[FOLDER]", "the folder of a family, or a path (default: all games)"), json()],
        "game_list",
    ),
    "layers": CommandEntry(
        "show the stack of layers and what each one does",
        lambda: [game(), *configuration(engine=False)],
        "listings",
    ),
    "sources": CommandEntry(
        "list each section and statement of each source with the clauses that cite it, and what no source decides",
        lambda: [
            games(),
            flag("--by-clause", "the other way round: each clause with the sections and the statements that it cites"),
            *configuration(engine=False, otherwise=EACH_NUMBER),
        ],
        "listings",
    ),
    "render": CommandEntry(
        "write rulebooks as pages with pictures, for mkdocs-material",
        lambda: [
            games_or_project(),
            folder("--out", "a folder of its own for all of it"),
            file("--html", "write the rules of one game as a single page here, to open, send or print"),
            language("which language (default: the first of the project, or en)"),
            flag("--full", "also what no player needs, and beside each rule how it is written"),
            option("--pdf", type=OneOf(SIZES), help="also a booklet, a summary and cards to print, on such sheets"),
            flag("--additions", "of The rules only what the layers above the first rulebook bring"),
            *configuration(engine=False, otherwise="told for each number"),
        ],
    ),
    "page": CommandEntry(
        "write a page to play on, or to write rules on, for any web server",
        lambda: [
            game(required=False),
            folder("--out", "a folder of its own for all of it", required=True),
            flag("--playground", "a page to change every game of the library on, to play it and to share it"),
            folder("--runtime", "the files of npm's pyodide and xz-decompress (default: fetched)"),
            folder("--editor", "with --playground: a folder node_modules with CodeMirror (default: npm fetches it)"),
            *configuration(engine=False, otherwise=EACH_TO_CHOOSE),
        ],
        "render",
    ),
    "fmt": CommandEntry(
        "write rulebooks in their one form, comments kept",
        lambda: [
            argument("files", "[FILE...]", f"{A_FILE}, or - for standard input ({WHOLE_PROJECT})", FileName()),
            flag("--check", "write nothing; fail where a file is not in its form"),
            flag("--upgrade", "bring them over to this version of the language, and say so in their headers"),
            report_format(),
            json(),
        ],
    ),
    "lsp": CommandEntry(
        "answer an editor: a language server on standard input and output (extra `editor`)",
        lambda: [
            language("the language of rules in words", default=""),
            json(),
        ],
    ),
    "explain": CommandEntry(
        "say what the code of a message means, with an example",
        lambda: [argument("code", "CODE", "such as E201", MessageCode()), json()],
    ),
    "perft": CommandEntry(
        "count the sequences of moves from the start",
        lambda: [
            game(),
            number_option("--depth", "how many moves deep", (1, 100), required=True),
            flag("--chance", "follow every outcome (default: those of the seed)"),
            option("--by", type=OneOf(["move", "decision"]), default="move", help="what counts as one step of depth"),
            seed(),
            *configuration(),
        ],
    ),
    "solve": CommandEntry(
        "tell the value under best play, and what no play can do, by all positions",
        lambda: [
            game(),
            number_option("--most", "stop at so many positions", (1, 100_000_000), 1_000_000),
            number_option("-n --games", "random games to play then", (0, MOST_GAMES), 1000),
            seed(),
            *configuration(),
        ],
    ),
    "machine": CommandEntry(
        "print the program that both engines run",
        lambda: [
            game(),
            option("--stage", type=OneOf(STAGES), default=STAGES[0], help=BECOMES),
            file("--wasm", "write the WebAssembly module that goes step by step here"),
            flag("--why", "say which clauses cost most in play and why, and what each pass of the fast engine did"),
            *configuration(engine=False),
        ],
    ),
}


def command_group() -> CommandGroup:
    """Return the click group `rulekit` with all commands."""
    makers = {name: partial(entry.command, name) for name, entry in COMMANDS.items()}
    version = option("-V", "--version", is_flag=True, help="which rulekit this is (in place of a command)")
    params = [version, json()]  # they are only for the help text: `main.py` reads them before click does
    return CommandGroup("rulekit", makers, params=params, help=WHAT)
