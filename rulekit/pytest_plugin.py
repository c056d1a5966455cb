"""A plug-in of pytest that tests rulebooks. Each worked example is a test. So is each promise (`always`, `never`,
`finally`), which must hold in random games.

The plug-in does nothing unless pytest gets `--rulekit` or runs in a project of rulekit. Until then it imports nothing
but pytest, so that it does not slow other projects. The tests have names such as these:

    rules/mine.rules::example two_in_a_row
    rules/mine.rules::always nobody_owes
    rules/mine.rules::random games
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from .play.example_runner import Outcome
    from .play.loaded_book import LoadedBook
    from .play.simulate import Sample

SUFFIX: Final = ".rules"
GAMES: Final = 50
"""By default, how many random games are played with each number of players, as in `rulekit test`."""
MARK: Final = "rulekit"
FOLDERS: Final = pytest.StashKey[tuple[Path, ...]]()
"""The folders of rulebooks of the project; they are tested without `--rulekit`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command-line options of the plug-in to pytest's."""
    group = parser.getgroup("rulekit")
    group.addoption("--rulekit", action="store_true", help="test rulebooks (*.rules), also outside a project")
    group.addoption("--no-rulekit", action="store_true", help="test no rulebooks")
    what = f"random games of each number of players, in which promises are tested (default: {GAMES})"
    group.addoption("--rulekit-games", type=int, default=GAMES, metavar="N", help=what)
    group.addoption("--rulekit-seed", type=int, default=1, metavar="S", help="of all chance (default: 1)")


def pytest_configure(config: pytest.Config) -> None:
    """Store the project's folders of rulebooks; if pytest tests the paths of its settings, add these folders to
    them."""
    config.addinivalue_line("markers", f"{MARK}: examples and promises of rulebooks, which the rulekit plug-in adds")
    config.stash[FOLDERS] = folders = _folders(config)
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args += [str(folder) for folder in folders if str(folder) not in config.args]


def _folders(config: pytest.Config) -> tuple[Path, ...]:
    """Return the folders of rulebooks of the project that pytest runs in. Return none outside a project or with
    `--no-rulekit`."""
    if config.getoption("--no-rulekit") or not _is_project(config.rootpath):
        return ()
    from .diagnostics import RulekitError
    from .project import find_project

    try:
        project = find_project(config.rootpath)
    except RulekitError as error:
        raise pytest.UsageError(_messages(error)) from error
    return () if project is None else project.folders


def _is_project(folder: Path) -> bool:
    """Return whether a folder has settings of rulekit. The settings are not parsed."""
    if (folder / "rulekit.toml").is_file():
        return True
    settings = folder / "pyproject.toml"
    return settings.is_file() and "[tool.rulekit" in settings.read_text(encoding="utf-8", errors="replace")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return a collector for a rulebook that should be tested, else None."""
    if file_path.suffix != SUFFIX or parent.config.getoption("--no-rulekit"):
        return None
    asked = parent.config.getoption("--rulekit") or any(f in file_path.parents for f in parent.config.stash[FOLDERS])
    return RulebookFile.from_parent(parent, path=file_path) if asked else None


class RulebookFile(pytest.File):
    """The collector of one rulebook, which pytest tests together with the books it builds on. A book that is no whole
    game, such as a common base of several editions, has no tests."""

    @cached_property
    def book(self) -> LoadedBook:
        from .play.loaded_book import load

        return load(self.path)

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """Return the outcome of each example, by its name. All examples run at once, so that each machine is compiled
        once."""
        from .play.testing import book_examples

        return {outcome.example: outcome for outcome in book_examples(self.book)}

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Return the results of random games of each configuration; all promises were checked in them."""
        from .play.testing import BookTestSettings, check_book

        option = self.config.getoption
        asked = BookTestSettings(games=option("--rulekit-games"), seed=option("--rulekit-seed"), examples=False)
        return check_book(self.book, asked).samples

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each example, one for each promise, and one for the random games as such. Yield nothing if
        the book is no whole game."""
        from .syntax import nodes as s

        if not self.book.is_whole:
            return
        for setting in self.book.example_settings():
            yield _item(self, ExampleItem, f"example {setting.name}", setting.name)
        promises = (p.clause for p in self.book.rulebook.clauses if isinstance(p.clause, s.InvariantClause))
        for promise in promises:
            yield _item(self, PromiseItem, f"{promise.when} {promise.name.text}", promise.name.text)
        yield _item(self, GamesItem, "random games", "")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> Any:
        """Return the text that pytest prints if the rulebook has errors."""
        return _messages(excinfo.value) or super().repr_failure(excinfo)


def _item(parent: RulebookFile, kind: type[RulebookItem], name: str, clause: str) -> RulebookItem:
    item: RulebookItem = kind.from_parent(parent, name=name, clause=clause)
    return item


class BrokenRules(AssertionError):
    """The exception of a test that fails; its text has the lines that `rulekit test` would print."""


class RulebookItem(pytest.Item):
    """A test of a rulebook. `clause` is the name of the example or promise; it is empty for the random games."""

    def __init__(self, *, clause: str, **more: Any) -> None:
        super().__init__(**more)
        self.clause = clause
        self.add_marker(MARK)

    @property
    def file(self) -> RulebookFile:
        """Return the rulebook that this test belongs to."""
        assert isinstance(self.parent, RulebookFile)
        return self.parent

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> Any:
        """Return the text that pytest prints for this failure: the lines that `rulekit test` would print."""
        return _messages(excinfo.value) or super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file of the test, no line, and the name of the test, as pytest wants them."""
        return self.path, None, self.name


class ExampleItem(RulebookItem):
    """The test of one worked example."""

    def runtest(self) -> None:
        """Fail if the example does not hold."""
        from .play.report_text import example_failure

        outcome = self.file.outcomes[self.clause]
        if outcome.diagnostic is not None:
            raise BrokenRules("\n".join(example_failure(outcome, outcome.diagnostic)))


class PromiseItem(RulebookItem):
    """The test that a promise holds in the random games of every configuration."""

    def runtest(self) -> None:
        """Fail if a game breaks the promise. Skip the test if no game breaks it but some game ended early for another
        reason."""
        from .play.report_text import game_failure

        failing = [s.failing for s in self.file.samples if s.failing is not None]
        own = [one for one in failing if one.kind == "invariant" and one.name == self.clause]
        if own:
            raise BrokenRules("\n".join(game_failure(own[0])))
        if failing:
            pytest.skip(f"games stopped before they could break it: {failing[0].kind} {failing[0].name}")


class GamesItem(RulebookItem):
    """The test that no random game of any configuration faults, and that each configuration is a valid game."""

    def runtest(self) -> None:
        """Fail if the rules fault in a game, or if some answer to an option makes the rulebook invalid."""
        from .diagnostics import RulekitError
        from .play.report_text import game_failure

        wrong = [found for sample in self.file.samples for found in sample.wrong]
        if wrong:
            raise RulekitError(*wrong)
        failing = [s.failing for s in self.file.samples if s.failing is not None and s.failing.kind != "invariant"]
        if failing:
            raise BrokenRules("\n".join(game_failure(failing[0])))


def _messages(error: BaseException) -> str:
    """Return the text that pytest prints for an exception; "" if the exception does not come from a rulebook."""
    if isinstance(error, BrokenRules):
        return str(error)
    from .diagnostics import RulekitError
    from .diagnostics.renderer import render_all

    return render_all(error.diagnostics) if isinstance(error, RulekitError) else ""
