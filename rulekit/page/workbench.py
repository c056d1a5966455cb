"""Works on the texts in a playground: carries out the page's commands, one at a time, and returns messages, words,
pictures and games.

Commands and answers are JSON, as in `table.py`. No command raises an exception: the answer to an error is a message.
The user's text has one or more files, one of which is the game. They are written to a folder next to copies of the
library's families that the game started from. So a changed file is used by its whole family, while the library itself
stays unchanged for comparison.

`check` looks only for errors that prevent play, which takes a fraction of a second. Everything else comes in steps
(`more`), so that a new version of the text need not wait for it: warnings, the check of who can know what, proofs that
fixes work, other numbers of players and other answers.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from ..compare.comparison_report import report
from ..compare.edition_prose import TwoEditions
from ..compare.screen_layout import MORE, screen_lines
from ..compare.screen_style import ScreenStyle
from ..compare.topic_layout import ALSO
from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import printable
from ..editor.replace_advice import with_replace_fixes
from ..editor.staged_check import StagedCheck
from ..engine.wasm import WasmEngine
from ..loader import BookStack, gather_stack
from ..model.rulebook import Config
from ..pipeline import keep_proven_fixes
from ..play.game import ConfiguredGame
from ..play.loaded_book import load
from ..rulebook_files import library, read_rulebook
from ..scene import ONLOOKER
from ..session.words import GameWords
from .example_trials import ExampleTrials, trials_of
from .how_to_play import told_rules
from .kept_game import KeptGame
from .messages import ForeignTexts, message_json, stayed_titles
from .page_words import language_words
from .table import drawn, write_file

Answer = dict[str, Any]
NAME: Final = re.compile(r"[\w-]{1,80}(/[\w-]{1,80})?\.rules", re.ASCII)
"""Matches the names that a file of the user's text may have."""
MOST_FILES: Final = 100
MOST_MOVES: Final = 1000
SELDOM: Final = (200_000, 20, 100)
"""High thresholds of garbage collection while a text is checked; after each check, garbage is collected in any case."""
UNPLAYABLE: Final = Diagnostic("E814", "this is not a whole game: an edition must say what is still missing")
NOTHING: Final = partial(BookStack, (), (), (), ())
ONE_LINE: Final = ScreenStyle(100_000, linear=True)


@define
class Workbench:
    """The user's text in `folder`. `main` is the file of its game, and `base` the game of the library that it started
    from.

    `checked` has the messages, and `trials` the examples that have been tried so far. `later` runs the remaining steps
    of the check. `made` has the compiled games of the text as last checked, by number of players. `packed` is the game
    that the page has requested, as bytes."""

    folder: Path = Path("/workbench")
    main: str = ""
    base: str = ""
    checked: StagedCheck = field(factory=lambda: StagedCheck(NOTHING, list, list))
    trials: ExampleTrials | None = None
    later: Iterator[None] = field(factory=lambda: iter(()))
    made: dict[int, ConfiguredGame] = field(factory=dict)
    packed: bytes = b""

    def read(self, text: str) -> None:
        """Write the rulebooks of the library to files; they come as JSON."""
        for name, book in json.loads(text).items():
            write_file(library() / name, book)

    def answer(self, text: str) -> str:
        """Carry out a command and return its answer as JSON. After any error, the answer is a message."""
        try:
            command = json.loads(text)
            found = COMMANDS[command["do"]](self, command)
        except RulekitError as error:
            errors = [one for one in error.diagnostics if one.severity == "error"]
            found = {"message": (errors or error.diagnostics)[0].message}
        except Exception as error:  # any text may come here, and a page shows no traceback
            found = {"message": f"{type(error).__name__}: {error}"[:400]}
        return json.dumps(found, ensure_ascii=False)

    # ------------------------------------------------------------------------------------ messages about the text

    def open(self, command: Mapping[str, Any]) -> Answer:
        """Copy a game of the library to the folder and return its files. All its files are parsed and cached, so that
        `check` parses only changed ones."""
        self.base, self.main = command["base"], ""
        os.chdir("/")  # the folder to be removed must not be the current one
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        os.chdir(self.folder)
        files = [os.path.relpath(file, os.path.realpath(library())) for file in load(self.base).files]
        for family in dict.fromkeys(Path(file).parent for file in files):
            shutil.copytree(library() / family, self.folder / family, dirs_exist_ok=True)
        gather_stack([Path(files[-1])])
        gc.collect()
        # the game and the library stay in memory; a garbage collection that searches them takes longer than a check
        gc.freeze()
        gc.set_threshold(*SELDOM)
        return {"files": files}

    def check(self, command: Mapping[str, Any]) -> Answer:
        """Store a new version of the text, and return the errors that prevent play."""
        self.main = command["main"]
        for name, text in [*command["files"].items()][:MOST_FILES]:
            if NAME.fullmatch(name) is None:
                raise ValueError(f"no file can be called {name[:80]}")
            write_file(self.folder / name, text)
        self.made.clear()
        self.trials = None
        paths = [Path(self.main)]
        self.checked = StagedCheck(
            lambda: gather_stack(paths),
            self._with_replace_fixes,
            lambda found: keep_proven_fixes(paths, Config(), found),
        )
        self.checked.begin()
        if self.checked.is_right and self.checked.model is None:
            self.checked.found.append(UNPLAYABLE)
            self.checked.is_right = False
        self.later = self._look_further()
        model = self.checked.model
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
        """Run the next step of the check, and return all messages so far."""
        done = next(self.later, self) is self
        if done:
            gc.collect()
        return self._told() | {"done": done}

    def _told(self) -> Answer:
        found = self.checked.found
        messages = [message_json(one, at < self.checked.proved) for at, one in enumerate(found)]
        foreign = ForeignTexts.of(self.checked.books)
        for message, one in zip(messages, found, strict=True):
            message |= foreign.as_json(one)
        told: Answer = {"messages": messages}
        return told if self.trials is None else told | {"examples": self.trials.as_json()}

    def _look_further(self) -> Iterator[None]:
        """Run the remaining steps of the check and yield after each: first the default configuration, then fixes and
        examples, then all other configurations."""
        for _ in self.checked.check_whole():
            self.checked.add(list(stayed_titles(load(self.main).rulebook, self.checked.books)))
            yield
        yield from self.checked.try_fixes()
        if self.checked.model is not None:
            yield from self._try_examples()
        yield from self.checked.check_others()

    def _try_examples(self) -> Iterator[None]:
        try:
            self.trials = trials_of(load(self.main))
            yield from self.trials.steps()
        except RulekitError as error:
            self.checked.add(error.diagnostics)

    # ------------------------------------------------------------------- words, pictures and games made from the text

    def words(self, command: Mapping[str, Any]) -> Answer:
        """Return all rules of the text in words."""
        if self.checked.model is None:
            raise RulekitError(*self.checked.found, UNPLAYABLE)
        return told_rules(self.checked.model, command["language"])

    def picture(self, command: Mapping[str, Any]) -> Answer:
        """Return a picture of the position after a number of random moves. It shows only what every onlooker may
        see."""
        game = self._game(command["players"])
        begun = game.start(int(command["seed"]))
        state = deque(begun.random_moves(min(int(command["moves"]), MOST_MOVES)), maxlen=1) or [begun]
        words = GameWords.of(game, command["language"])
        return drawn(words.artist.state(state[0].raw, ONLOOKER))

    def changes(self, _: Mapping[str, Any]) -> Answer:
        """Return a comparison with the game that the text started from. It has the lines of the comparison's first
        screen, each with its indentation. It also has, for each chapter, the text of each change of the rules, with
        `[-old-]` and `{+new+}`."""
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
        """Compile the game for a page to play on and store it in `packed`. Return what the page shows before the game
        begins."""
        game = self._game(command["players"])
        self.packed = KeptGame.of(game).pack()
        words = GameWords.of(game, command["language"])
        shown = language_words(words) | {"seats": {game.players: words.seats}, "options": []}
        about = {"name": Path(self.main).stem, "players": [game.players], "examples": {}}
        return {"about": about | {"languages": {command["language"]: shown}}}

    def _game(self, players: int) -> ConfiguredGame:
        """Return the game of the text for a number of players. It is compiled without optimising, which is quicker."""
        if players not in self.made:
            made = load(self.main).configure(players, engine="reference")
            engine = WasmEngine(made.machine, optimise=False)  # for one game, optimising takes longer than it saves
            self.made[players] = ConfiguredGame(made.name, made.layers, made.model, engine)
        return self.made[players]


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
