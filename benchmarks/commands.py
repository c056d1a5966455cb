"""`python -m benchmarks.commands`: times whole commands, and compares each with a lower bound.

There are two tables. Processes: each command in new processes, compared with `python -c pass`. Many games: `simulate`
and `compare` with millions of games, compared with the engine alone. All figures are seconds of processor time, the
best of several rounds, so that other work matters little.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from .machine import machine
from .pages import COMMANDS, PAGE, replaced
from .report import table
from .run import tell
from .samples import clock
from .timing import one_processor

GAME = "czar/dutch"
CHANGED = (GAME, "carcassonne/messages-c2", "emissary/standard")
CLAUSES = {
    "an invariant": "never over_sample: some p in Player: players > {number}",
    "a fact": "fact sample = {number}\n\nnever over_sample: players > sample",
    "the words of a section": 'section a_sample "A sample":\n  "Some like it, and {word} is what others say of it."',
}
"""Clauses added to a rulebook, with a different number or word each time, so that the check of that text is not in the
cache."""
PLAYED = ("a fact of play", "= newly_arrived[p]", "= newly_arrived[p]\n    and players < {number}")
"""A change of a fact of GAME that play reads, so that all checks run."""
FIRST = ("simulate", "emissary/standard", "--players", "4", "-n", "1")
"""A command that reads a large rulebook of thirty files and plays one game."""
SIMULATED = (("classics/tic-tac-toe", 10_000_000), ("classics/connect-four", 3_000_000), ("czar/english", 20_000))
COMPARED = (("czar/english", "czar/dutch", 2_000),)


def best(rounds: int, works: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """Run every function in `works` once in each round, and return its smallest result by name."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(work())
    return {name: min(took) for name, took in found.items()}


def taken(work: Callable[[], object]) -> float:
    begun = clock()
    work()
    return clock() - begun


# --------------------------------------------------------------------------------------------------------- processes


def process(arguments: Sequence[str], folder: Path | None = None) -> float:
    """Return the processor seconds of a new Python process with these arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def processes(rounds: int) -> dict[str, float]:
    from rulekit.rulebook_files import library

    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # so that bytecode is cached, as in an installed package
    folders = (tempfile.TemporaryDirectory() for _ in range(3))
    with next(folders) as made, next(folders) as kept, next(folders) as bytecode:
        os.environ["RULEKIT_CACHE"], os.environ["PYTHONPYCACHEPREFIX"] = kept, bytecode
        changes = iter(range(1, 1000))

        def changed(game: str, what: str) -> float:
            """Return the processor seconds of the check of a rulebook after a clause was changed again."""
            folder, rulebook = Path(made) / game.partition("/")[0], f"{game.partition('/')[2]}.rules"
            if not folder.exists():
                shutil.copytree(library() / folder.name, folder)
            text, took = (library() / folder.name / rulebook).read_text(), 0.0
            for number in islice(changes, 2):
                about = {"number": 20 + number, "word": "so" * number}
                old, new = ("", f"\n{CLAUSES[what]}\n") if what in CLAUSES else PLAYED[1:]
                now = text.replace(old, new.format(**about)) if old else text + new.format(**about)
                (folder / rulebook).write_text(now)
                took = process(["-m", "rulekit", "check", rulebook], folder)
            return took

        def emptied(*words: str) -> float:
            for store in Path(kept).iterdir():
                if store.name != "grammar":
                    shutil.rmtree(store)
            return process(["-m", "rulekit", *words])

        works: dict[str, Callable[[], float]] = {
            "python -c pass": lambda: process(["-c", "pass"]),
            "rulekit --help": lambda: process(["-m", "rulekit", "--help"]),
            **{
                f"rulekit check {game}, {what} changed": partial(changed, game, what)
                for game in CHANGED
                for what in (*CLAUSES, *([PLAYED[0]] if game == GAME else []))
            },
            f"rulekit test {GAME}, nothing kept": lambda: emptied("test", GAME),
            f"rulekit test {GAME}, again": lambda: process(["-m", "rulekit", "test", GAME]),
            f"rulekit {' '.join(FIRST)}, nothing kept": lambda: emptied(*FIRST),
        }
        for words in (("test", GAME), ("--help",)):  # so that the bytecode is cached
            process(["-m", "rulekit", *words])
        return best(rounds, works)


# -------------------------------------------------------------------------------------------------------- many games


def simulated(name: str, games: int, rounds: int) -> dict[str, float]:
    import rulekit
    from rulekit.play.simulate import simulate

    game = rulekit.load(name).configure()
    simulate(game, 1000, 1)
    return best(
        rounds,
        {
            "engine": lambda: taken(lambda: game.engine.playouts(games, 1, counting="detailed")),
            "command": lambda: taken(lambda: simulate(game, games, 1)),
        },
    )


def compared(first: str, second: str, games: int, rounds: int) -> dict[str, float]:
    import rulekit
    from rulekit.compare.paired_figures import compare_figures

    sides = [rulekit.load(name).configure(players=3) for name in (first, second)]
    compare_figures(sides[0], sides[1], 10, 1)

    def engines() -> None:
        for side in sides:
            side.engine.playouts(games, 1, counting="detailed")

    return best(
        rounds,
        {
            "engine": lambda: taken(engines),
            "command": lambda: taken(lambda: compare_figures(sides[0], sides[1], games, 1)),
        },
    )


# ------------------------------------------------------------------------------------------------------------ tables


def report(rounds: int, share: float) -> str:
    about = machine()
    parts = [f"{about['processor']}; {about['system']}; {about['python']}; {about['date']}; the best of {rounds}."]
    tell("processes")
    found = processes(rounds)
    bare = found["python -c pass"]
    rows = []
    for name, took in found.items():
        command, comma, when = name.partition(", ")
        rows.append([f"`{command}`{comma}{when}", f"{took * 1e3:.0f}", f"{took / bare:.1f}"])
    parts.append(table(["Process", "ms of processor time", "times `python -c pass`"], rows))
    rows = []
    for name, whole in SIMULATED:
        tell(f"simulate {name}")
        found = simulated(name, games := max(1, int(whole * share)), rounds)
        rows.append([f"`rulekit simulate {name} -n {games}`", *_beside(found)])
    for first, second, whole in COMPARED:
        tell(f"compare {first} {second}")
        found = compared(first, second, games := max(10, int(whole * share)), rounds)
        rows.append([f"`rulekit compare {first} {second} -n {games}`", *_beside(found)])
    parts.append(table(["Many games", "engine, s", "command, s", "times its engine"], rows))
    return "\n\n".join(parts)


def _beside(found: Mapping[str, float]) -> list[str]:
    return [f"{found['engine']:.2f}", f"{found['command']:.2f}", f"{found['command'] / found['engine']:.2f}"]


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commands", description="What whole commands take.")
    parser.add_argument("--rounds", type=int, default=3, help="timings of each, the best counts")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the games, for a quick look; nothing is written then"
    )
    parser.add_argument("--page", type=Path, help="the page to write, docs/internals/performance.md after a whole run")
    args = parser.parse_args(given)
    with one_processor():
        text = report(args.rounds, args.share)
    print(text)
    page = args.page or (PAGE if args.share == 1 and args.rounds >= 3 else None)
    if page is not None:
        page.write_text(replaced(page.read_text(), COMMANDS, text))
        tell(f"written into {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
