"""A plug-in of pytest: each worked example of a rulebook is a test, and each promise (`always`) over random games.

It does nothing unless `--rulekit` asks for it, or pytest runs in a project of rulekit. Until then it imports nothing
but pytest, so that it costs other projects no time.

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
"""The random games of each number of players, as for `rulekit test`."""
MARK: Final = "rulekit"
FOLDERS: Final = pytest.StashKey[tuple[Path, ...]]()
"""The folders of rulebooks of the project, which are tested without being asked for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plug-in."""
    group = parser.getgroup("rulekit")
    group.addoption("--rulekit", action="store_true", help="test rulebooks (*.rules), also outside a project")
    group.addoption("--no-rulekit", action="store_true", help="test no rulebooks")
    what = f"random games of each number of players, in which promises are tested (default: {GAMES})"
    group.addoption("--rulekit-games", type=int, default=GAMES, metavar="N", help=what)
    group.addoption("--rulekit-seed", type=int, default=1, metavar="S", help="of all chance (default: 1)")


def pytest_configure(config: pytest.Config) -> None:
    """In a project, add its folders of rulebooks to the test paths of the settings."""
    config.addinivalue_line("markers", f"{MARK}: examples and promises of rulebooks, which the rulekit plug-in adds")
    config.stash[FOLDERS] = folders = _folders(config)
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args += [str(folder) for folder in folders if str(folder) not in config.args]


def _folders(config: pytest.Config) -> tuple[Path, ...]:
    """Return the folders of rulebooks of the project that pytest runs in; none if there is none, or if it is not to be
    tested."""
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
    """Return whether a folder has settings of rulekit, without reading them."""
    if (folder / "rulekit.toml").is_file():
        return True
    settings = folder / "pyproject.toml"
    return settings.is_file() and "[tool.rulekit" in settings.read_text(encoding="utf-8", errors="replace")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a rulebook."""
    if file_path.suffix != SUFFIX or parent.config.getoption("--no-rulekit"):
        return None
    asked = parent.config.getoption("--rulekit") or any(f in file_path.parents for f in parent.config.stash[FOLDERS])
    return RulebookFile.from_parent(parent, path=file_path) if asked else None


class RulebookFile(pytest.File):
    """A rulebook with its layers. A book that is no whole game, such as a base of several editions, has no tests."""

    @cached_property
    def book(self) -> LoadedBook:
        from .play.loaded_book import load

        return load(self.path)

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """Return the outcome of each example; all are run together, on machines that are made once."""
        from .play.testing import book_examples

        return {outcome.example: outcome for outcome in book_examples(self.book)}

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Return the random games of each configuration, with every promise checked."""
        from .play.testing import Asked, check_book

        option = self.config.getoption
        asked = Asked(games=option("--rulekit-games"), seed=option("--rulekit-seed"), examples=False)
        return check_book(self.book, asked).samples

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the examples, the promises, and the random games themselves."""
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
        """Return the messages about a rulebook that cannot be read."""
        return _messages(excinfo.value) or super().repr_failure(excinfo)


def _item(parent: RulebookFile, kind: type[RulebookItem], name: str, clause: str) -> RulebookItem:
    item: RulebookItem = kind.from_parent(parent, name=name, clause=clause)
    return item


class BrokenRules(AssertionError):
    """A failed item, with the lines that `rulekit test` would print."""


class RulebookItem(pytest.Item):
    """A test of a rulebook."""

    def __init__(self, *, clause: str, **more: Any) -> None:
        super().__init__(**more)
        self.clause = clause
        self.add_marker(MARK)

    @property
    def file(self) -> RulebookFile:
        """Return the file that the test is about."""
        assert isinstance(self.parent, RulebookFile)
        return self.parent

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> Any:
        """Return what `rulekit test` tells about this failure."""
        return _messages(excinfo.value) or super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test is, and its name."""
        return self.path, None, self.name


class ExampleItem(RulebookItem):
    """A worked example."""

    def runtest(self) -> None:
        """Fail if the example does not hold."""
        from .play.report_text import example_failure

        outcome = self.file.outcomes[self.clause]
        if outcome.diagnostic is not None:
            raise BrokenRules("\n".join(example_failure(outcome, outcome.diagnostic)))


class PromiseItem(RulebookItem):
    """A promise, in the random games of every configuration."""

    def runtest(self) -> None:
        """Fail if a game breaks the promise; skip if games ended early for another reason, and none broke it."""
        from .play.report_text import game_failure

        failing = [s.failing for s in self.file.samples if s.failing is not None]
        own = [one for one in failing if one.kind == "invariant" and one.name == self.clause]
        if own:
            raise BrokenRules("\n".join(game_failure(own[0])))
        if failing:
            pytest.skip(f"games stopped before they could break it: {failing[0].kind} {failing[0].name}")


class GamesItem(RulebookItem):
    """The random games of every configuration: none faults, and each configuration has a game."""

    def runtest(self) -> None:
        """Fail if the rules fault, or if an answer leaves no game."""
        from .diagnostics import RulekitError
        from .play.report_text import game_failure

        wrong = [found for sample in self.file.samples for found in sample.wrong]
        if wrong:
            raise RulekitError(*wrong)
        failing = [s.failing for s in self.file.samples if s.failing is not None and s.failing.kind != "invariant"]
        if failing:
            raise BrokenRules("\n".join(game_failure(failing[0])))


def _messages(error: BaseException) -> str:
    """Return what a failure tells people; empty if it is no failure of a rulebook."""
    if isinstance(error, BrokenRules):
        return str(error)
    from .diagnostics import RulekitError
    from .diagnostics.renderer import render_all

    return render_all(error.diagnostics) if isinstance(error, RulekitError) else ""
