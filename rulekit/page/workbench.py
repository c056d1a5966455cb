"""The texts in a playground: takes the page's commands, one at a time, and returns messages, words, pictures and
games.

Commands and answers are JSON, as in `table.py`, and no command fails: every error is answered by a message. A text has
any number of files, one of which is the game. They are written beside copies of the library's families that the game
began with. So a changed file counts for its whole family, and the library itself stays unchanged for comparison.

`check` looks only for errors that prevent play, which takes a fraction of a second. Everything else comes in steps
(`more`), so that the next version of the text need not wait: warnings, who can know what, fixes that work, other
numbers of players and other answers.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field

from ..compare.comparison_report import report
from ..compare.edition_prose import TwoEditions
from ..compare.screen_layout import MORE, screen_lines
from ..compare.screen_style import ScreenStyle
from ..compare.topic_layout import ALSO
from ..diagnostics import Diagnostic, Help, RulekitError, deduplicate
from ..diagnostics.printable import printable
from ..engine.wasm import WasmEngine
from ..loader import gather_stack
from ..model.rulebook import Config
from ..pipeline import EVERYWHERE, check_configuration, configurations, describe, keep_proven_fixes
from ..play.game import ConfiguredGame
from ..play.loaded_book import load
from ..rulebook_files import library, read_rulebook
from ..scene import ONLOOKER
from ..session.words import GameWords
from ..syntax import nodes as s
from .example_trials import ExampleTrials, trials_of
from .foreign_texts import ForeignTexts
from .kept_game import KeptGame
from .messages import message_json
from .page_words import language_words
from .replace_advice import with_replace_fixes
from .stayed_titles import stayed_titles
from .table import drawn
from .told_rules import told_rules

Answer = dict[str, Any]
NAME: Final = re.compile(r"[\w-]{1,80}(/[\w-]{1,80})?\.rules", re.ASCII)
"""The file names that a text may have."""
MOST_FILES: Final = 100
MOST_PROVED: Final = 8
"""The most messages whose fixes are tried: each trial takes as long as a check."""
MOST_CONFIGURATIONS: Final = 60
MOST_MOVES: Final = 1000
SELDOM: Final = (200_000, 20, 100)
"""Thresholds of garbage collection while a text is checked; after each check memory is collected in any case."""
UNPLAYABLE: Final = Diagnostic("E814", "this is not a whole game: an edition must say what is still missing")
ONE_LINE: Final = ScreenStyle(100_000, linear=True)


@define
class Workbench:
    """A text in `folder`: its game `main`, and `base`, the game of the library that it began with.

    The fixes of the first `proved` messages in `found` work. `trials` has the examples as far as they were tried.
    `made` has the games of the text as checked last, by
    number of players; `packed` is the game that the page requested.
    """

    folder: Path = Path("/workbench")
    main: str = ""
    base: str = ""
    books: tuple[s.Book, ...] = ()
    found: list[Diagnostic] = field(factory=list)
    proved: int = 0
    trials: ExampleTrials | None = None
    later: Iterator[None] = field(factory=lambda: iter(()))
    made: dict[int, ConfiguredGame] = field(factory=dict)
    packed: bytes = b""

    def read(self, text: str) -> None:
        """Store the rulebooks of the library."""
        for name, book in json.loads(text).items():
            _write(library() / name, book)

    def answer(self, text: str) -> str:
        """Carry out a command and return its answer; every error is a message in the answer."""
        try:
            command = json.loads(text)
            found = COMMANDS[command["do"]](self, command)
        except RulekitError as error:
            errors = [one for one in error.diagnostics if one.severity == "error"]
            found = {"message": (errors or error.diagnostics)[0].message}
        except Exception as error:  # a text may be written to break anything, and no page shows a traceback
            found = {"message": f"{type(error).__name__}: {error}"[:400]}
        return json.dumps(found, ensure_ascii=False)

    # ------------------------------------------------------------------------------------------------------- messages

    def open(self, command: Mapping[str, Any]) -> Answer:
        """Begin with a game of the library. Its parsed files are kept, and only changed ones are parsed again."""
        self.base, self.main = command["base"], ""
        os.chdir("/")  # the current folder cannot be deleted
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        os.chdir(self.folder)
        files = [os.path.relpath(file, os.path.realpath(library())) for file in load(self.base).files]
        for family in dict.fromkeys(Path(file).parent for file in files):
            shutil.copytree(library() / family, self.folder / family, dirs_exist_ok=True)
        gather_stack([Path(files[-1])])
        gc.collect()
        # the game and the library stay: searching them in each garbage collection would take longer than a check
        gc.freeze()
        gc.set_threshold(*SELDOM)
        return {"files": files}

    def check(self, command: Mapping[str, Any]) -> Answer:
        """Take a new version of the text, and return the errors that prevent play."""
        self.main = command["main"]
        for name, text in [*command["files"].items()][:MOST_FILES]:
            if NAME.fullmatch(name) is None:
                raise ValueError(f"no file can be called {name[:80]}")
            _write(self.folder / name, text)
        self.made.clear()
        self.books, self.later, self.proved, self.trials = (), iter(()), 0, None
        try:
            stack = gather_stack([Path(self.main)])
        except RulekitError as error:
            self.found = self._with_replace_fixes(error.diagnostics)
            self.later = self._try_fixes()
            return self._told() | {"good": False}
        self.books = stack.books
        model, found = check_configuration(stack.books, Config(), knowledge=False, texts=False)
        self.found = [d for d in (*stack.diagnostics, *found) if d.code not in EVERYWHERE]
        if model is None and not any(d.severity == "error" for d in self.found):
            self.found.append(UNPLAYABLE)
        if model is None:
            self.found = self._with_replace_fixes(self.found)
        self.later = self._look_further(model is not None)
        if model is None:
            return self._told() | {"good": False}
        header = model.rulebook.header
        return self._told() | {
            "good": True,
            "players": header.player_counts or (model.rulebook.players,),
            "title": header.title.value if header.title else header.name.text,
            "summary": header.summary.value if header.summary else "",
        }

    def _with_replace_fixes(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        main = read_rulebook(Path(self.main))
        return with_replace_fixes(found, main, load(self.base).rulebook)

    def more(self, _: Mapping[str, Any]) -> Answer:
        """Carry out the next step, and return all messages so far."""
        done = next(self.later, self) is self
        if done:
            gc.collect()
        return self._told() | {"done": done}

    def _told(self) -> Answer:
        messages = [message_json(one, at < self.proved) for at, one in enumerate(self.found)]
        foreign = ForeignTexts.of(self.books)
        for message, one in zip(messages, self.found, strict=True):
            message |= foreign.as_json(one)
        told: Answer = {"messages": messages}
        return told if self.trials is None else told | {"examples": self.trials.as_json()}

    def _look_further(self, good: bool) -> Iterator[None]:
        """Find everything in the default configuration, try fixes and examples, and check all other configurations."""
        if good:
            _, found = check_configuration(self.books, Config())
            titles = stayed_titles(load(self.main).rulebook, self.books)
            self.found = deduplicate([*self.found, *(d for d in found if d.code not in EVERYWHERE), *titles])
            yield
        yield from self._try_fixes()
        if good:
            yield from self._try_examples()
        others = configurations(self.books) if good else iter(())
        for config, _ in zip(others, range(MOST_CONFIGURATIONS), strict=False):
            _, found = check_configuration(self.books, config)
            advice = Help(f"found with {describe(config)}")
            wrong = [evolve(d, help=(advice,)) for d in found if d.severity == "error"]
            self.found = deduplicate([*self.found, *wrong])
            yield

    def _try_examples(self) -> Iterator[None]:
        try:
            self.trials = trials_of(load(self.main))
            yield from self.trials.steps()
        except RulekitError as error:
            self.found = deduplicate([*self.found, *error.diagnostics])

    def _try_fixes(self) -> Iterator[None]:
        """Remove the fixes that do not work; before that no fix is offered."""
        for at, one in enumerate(self.found):
            offers = any(help.replacement is not None for help in one.help)
            if offers and at < MOST_PROVED:
                (kept,) = keep_proven_fixes([Path(self.main)], Config(), [one])
            else:
                kept = evolve(one, help=tuple(help for help in one.help if help.replacement is None))
            self.found[at], self.proved = kept, at + 1
            if offers:
                yield

    # ----------------------------------------------------------------------------------------------- what a text makes

    def words(self, command: Mapping[str, Any]) -> Answer:
        """Return the rules in words."""
        model, found = (
            check_configuration(self.books, Config(), knowledge=False, texts=False) if self.books else (None, [])
        )
        if model is None:
            raise RulekitError(*self.found, *found, UNPLAYABLE)
        return told_rules(model, command["language"])

    def picture(self, command: Mapping[str, Any]) -> Answer:
        """Return a picture of the position after a number of random moves, as all players see it."""
        game = self._game(command["players"])
        begun = game.start(int(command["seed"]))
        state = deque(begun.random_moves(min(int(command["moves"]), MOST_MOVES)), maxlen=1) or [begun]
        words = GameWords.of(game, command["language"])
        return drawn(words.artist.state(state[0].raw, ONLOOKER))

    def changes(self, _: Mapping[str, Any]) -> Answer:
        """Return a comparison with the game that the text began with: the lines of its first screen, each with its
        indent, and for each chapter the text of each change of the rules, with `[-old-]` and `{+new+}`.
        """
        books = load(self.base), load(self.main)
        common = sorted({*books[0].player_counts} & {*books[1].player_counts})
        if not common:
            return {"lines": [], "chapters": []}
        editions = TwoEditions(books, (self.base, self.main), ({}, {}), common[0])
        found = report(editions, only_players=True)
        lines = [line.removesuffix(MORE).rstrip() for line in screen_lines(found.screen, ONE_LINE)]
        chapters = [(one.title, [t.text for t in one.told if not t.wording]) for one in found.chapters]
        return {
            "lines": [(len(line) - len(line.lstrip()), line.strip()) for line in lines if line and ALSO not in line],
            "chapters": [(title, [printable(line) for line in told]) for title, told in chapters if told],
        }

    def game(self, command: Mapping[str, Any]) -> Answer:
        """Make the game for a page to play on, and return what that page shows before the game begins; `packed` has the
        game."""
        game = self._game(command["players"])
        self.packed = KeptGame.of(game).pack()
        words = GameWords.of(game, command["language"])
        shown = language_words(words) | {"seats": {game.players: words.seats}, "options": []}
        about = {"name": Path(self.main).stem, "players": [game.players], "examples": {}}
        return {"about": about | {"languages": {command["language"]: shown}}}

    def _game(self, players: int) -> ConfiguredGame:
        """Return the game of the text for a number of players, compiled as quickly as possible."""
        if players not in self.made:
            made = load(self.main).configure(players, engine="reference")
            engine = WasmEngine(made.machine, optimise=False)  # optimising takes longer than it saves here
            self.made[players] = ConfiguredGame(made.name, made.layers, made.model, engine)
        return self.made[players]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="replace", newline="")


COMMANDS: Final[Mapping[str, Callable[[Workbench, Mapping[str, Any]], Answer]]] = {
    "ready": lambda _, __: {},
    "open": Workbench.open,
    "check": Workbench.check,
    "more": Workbench.more,
    "words": Workbench.words,
    "picture": Workbench.picture,
    "changes": Workbench.changes,
    "game": Workbench.game,
}
