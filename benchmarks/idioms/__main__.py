"""`python -m benchmarks.idioms`: compares the speed of sentences that used to be slow under an older rulekit and the
current one.

Each idiom of `rows.py` is played in rounds, older and current rulekit in turn, so that a change of load affects both
equally. The older one is extracted from git's history and runs in a separate process; both must play the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from ..machine import machine
from ..pages import IDIOMS as SECTION
from ..pages import PAGE, replaced
from ..report import number, table
from ..run import SECONDS, SHORT_SECONDS, tell
from ..samples import Absent
from ..timing import one_processor
from .rows import BEFORE, FOLDER, IDIOMS, Idiom

ROOT = FOLDER.parent.parent
NOW, THEN = "after", "before"


class Wrong(Exception):
    """A worker's message that it cannot play a rulebook."""


@define
class Worker:
    """A process that plays games with the rulekit of one source tree."""

    process: subprocess.Popen[str]

    @staticmethod
    def of(tree: Path) -> Worker:
        surroundings = {**os.environ, "PYTHONPATH": str(tree), "RULEKIT_CACHE": ""}
        command = [sys.executable, str(FOLDER / "worker.py")]
        pipe = subprocess.PIPE
        return Worker(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=tree, env=surroundings))

    def ask(self, **what: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"wrong": "it ended"}')
        if "wrong" in answer:
            raise Wrong(answer["wrong"])
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@frozen
class Figures:
    """The results of an idiom by worker ("before", "after"): games a second in the best round, and the module's size in
    bytes."""

    rates: Mapping[str, float]
    bytes: Mapping[str, int | None]
    note: str = ""


def older(commit: str, into: Path) -> Path:
    """Extract an older rulekit into a new folder and return it. Raise Absent if git does not have the commit."""
    archive = subprocess.run(
        ["git", "archive", commit, "rulekit", "variants"], cwd=ROOT, check=False, capture_output=True
    )
    if archive.returncode:
        raise Absent(f"no commit {commit[:7]} here")
    into.mkdir()
    subprocess.run(["tar", "x", "-C", str(into)], input=archive.stdout, check=True)
    return into


@define
class Measured:
    """An idiom during measurement. By worker ("before", "after"): the rulebook it plays, its games a second in each
    round, its module's size."""

    idiom: Idiom
    books: dict[str, str] = field(factory=dict)
    rates: dict[str, list[float]] = field(factory=dict)
    bytes: dict[str, int | None] = field(factory=dict)
    note: str = ""

    def prepare(self, workers: Mapping[str, Worker]) -> None:
        """Make every worker load the idiom. Leave a note if one cannot, or if they play different games."""
        lengths = {}
        for who, worker in workers.items():
            path = str(self.idiom.path(who == THEN))
            try:
                told = worker.ask(rulebook=path, players=self.idiom.players)
            except Wrong as wrong:
                self.note = f"{who}: {wrong}"
                continue
            self.books[who], self.bytes[who] = path, told["bytes"]
            lengths[str(told["lengths"])] = who
        if len(lengths) > 1:
            self.note = "the two play other games"

    def play(self, workers: Mapping[str, Worker], seconds: float) -> None:
        for who, path in self.books.items():
            found = workers[who].ask(rulebook=path, play=seconds)
            self.rates.setdefault(who, []).append(found["games"] / found["seconds"])

    @property
    def figures(self) -> Figures:
        return Figures({who: max(rates) for who, rates in self.rates.items()}, self.bytes, self.note)


def measure(
    idioms: Sequence[Idiom], workers: Mapping[str, Mapping[str, Worker]], seconds: float, rounds: int
) -> dict[str, Figures]:
    """Measure idioms; `workers` are by the commit that an idiom is compared with, then by `before` and `after`."""
    found: dict[str, Measured] = {}
    for idiom in idioms:
        tell(idiom.name)
        found[idiom.name] = one = Measured(idiom)
        one.prepare(workers[idiom.since])
    for done in range(rounds):
        tell(f"round {done + 1} of {rounds}")
        for one in found.values():
            one.play(workers[one.idiom.since], seconds)
    return {name: one.figures for name, one in found.items()}


def report(chosen: Sequence[Idiom], found: Mapping[str, Figures], seconds: float, rounds: int) -> str:
    about = machine()
    rows, remarks = [], []
    for idiom in chosen:
        figures = found[idiom.name]
        rates = figures.rates
        times = number(rates[NOW] / rates[THEN]) if NOW in rates and THEN in rates else "–"
        speeds = [number(rates[who]) if who in rates else "–" for who in (THEN, NOW)]
        sizes = [_kilobytes(figures.bytes.get(who)) for who in (THEN, NOW)]
        command = f"`python -m benchmarks.idioms {idiom.name}`"
        rows.append([idiom.says, *speeds, times, *sizes, idiom.by.replace("_", " "), command])
        if idiom.since not in (BEFORE, "none"):
            remarks.append(f"- {idiom.name}: before is commit {idiom.since[:7]}.")
        if figures.note:
            remarks.append(f"- {idiom.name}: {figures.note}")
    head = ["Idiom", THEN, NOW, "times", "KB before", "KB after", "by", "Command"]
    parts = [
        f"{about['processor']}; {about['system']}; {about['date']}; {seconds:g} seconds of processor time each, best "
        f"of {rounds}, before (commit {BEFORE[:7]}) and after interleaved.",
        table(head, rows),
        "\n".join(remarks),
    ]
    return "\n\n".join(part for part in parts if part)


def _kilobytes(size: int | None) -> str:
    return "–" if size is None else number(size / 1000)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.idioms", description="Idioms that were slow.")
    parser.add_argument("idioms", nargs="*", metavar="IDIOM", help=f"of {', '.join(i.name for i in IDIOMS)}; or all")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="each timing lasts at least so long")
    parser.add_argument("--rounds", type=int, default=3, help="timings of each, the best counts")
    parser.add_argument("--short", action="store_true", help=f"one round of {SHORT_SECONDS:g} seconds, nothing written")
    parser.add_argument("--before", metavar="COMMIT", help="the older rulekit for all idioms; none: only this one")
    parser.add_argument("--page", type=Path, help="the page to write, docs/internals/performance.md after a whole run")
    args = parser.parse_args(given)
    seconds, rounds = (SHORT_SECONDS, 1) if args.short else (args.seconds, args.rounds)
    chosen = [idiom for idiom in IDIOMS if not args.idioms or idiom.name in args.idioms]
    unknown = set(args.idioms) - {idiom.name for idiom in IDIOMS}
    if unknown:
        parser.error(f"no idiom is called {', '.join(sorted(unknown))}")
    if args.before:
        chosen = [evolve(idiom, since=args.before) for idiom in chosen]
    with one_processor(), tempfile.TemporaryDirectory() as made:
        now = Worker.of(ROOT)
        workers = {commit: {NOW: now} for commit in sorted({idiom.since for idiom in chosen})}
        for commit in workers:
            try:
                if commit != "none":
                    workers[commit] = {THEN: Worker.of(older(commit, Path(made) / commit)), NOW: now}
            except Absent as absent:
                tell(f"before: {absent}")
        try:
            found = measure(chosen, workers, seconds, rounds)
        finally:
            for worker in {id(w): w for pair in workers.values() for w in pair.values()}.values():
                worker.close()
    text = report(chosen, found, seconds, rounds)
    print(text)
    whole = not args.idioms and seconds >= SECONDS and rounds >= 3 and all(THEN in pair for pair in workers.values())
    page = args.page or (PAGE if whole else None)
    if page is not None:
        page.write_text(replaced(page.read_text(), SECTION, text))
        tell(f"written into {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
