"""Measures how often the check refuses a rulebook that leaks nothing: `python -m tests.generated.false_alarms SEED N
[FOLDER]`.

An error about information (E501 to E508) counts as a false alarm if neither exchanging hidden things, as `test
--knowledge` does, nor changing them (`altering.py`) finds a leak.

Three kinds of rulebooks are checked: the correct ones of `tests/behaviour/knowledge`, those of `variants/`, and N
generated texts. A generated text is a mended rulebook without one of its deliberate disclosures (`, reveals` or a
`show`), so it has one mistake at most. The texts are written to FOLDER, or read from there if it has some, so that two
versions of the check can be compared on the same texts.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from rulekit.diagnostics import Diagnostic, Source
from rulekit.engine.interface import GameFault
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine.lower import lower
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.knowledge import exchange_outcomes
from rulekit.play.loaded_book import load
from rulekit.syntax import parse

from .altering import altering_tells
from .mending import KNOWLEDGE, complaints, mended
from .secrecy import BROKE_OFF
from .strategy import Written

ROOT = Path(__file__).parent.parent.parent
RIGHT = re.compile(r"^### ([^\n]+) -> right\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
LET_GO = re.compile(r", reveals|^ *show [^\n]*\n", re.MULTILINE)
EACH = 3
"""The most texts made from one rulebook."""
SAID = {True: "and a leak is found", False: "and none is found", None: "and nothing could be exchanged"}
GAMES = 12
"""The random games for each text in which hidden things are exchanged."""


def refusals(text: str, players: int) -> list[Diagnostic]:
    """Return the errors of a rulebook if all of them are about information; else none."""
    return complaints(Written(text, players))[1] or []


def leaks(text: str, players: int, names: Collection[str]) -> bool | None:
    """Return whether a player can notice an exchange; None if nothing exchanged stayed hidden long enough to
    compare."""
    book, _ = parse(Source("text.rules", text))
    assert book is not None
    model, _ = check_configuration((book,), Config(players=players), knowledge=False)
    if model is None:
        return None
    machine = lower(model)
    engine = RecordingEngine(machine)
    try:
        found = exchange_outcomes(machine, GAMES, 5, engine=engine)
        told, altered = altering_tells(machine, engine, GAMES, names)
    except GameFault:
        return None
    if told or any(BROKE_OFF not in leak for leak in found.leaks):
        return True
    return False if found.kept or altered else None


def generated(seed: str, count: int) -> Iterator[tuple[int, str]]:
    """Yield N rulebooks with one mistake at most, each after its number of players."""
    made, number = 0, 0
    while made < count:
        book = mended(seed, number)
        number += 1
        text, players = book.written.text, book.written.players
        if players < 2 or not book.hides or book.trusted or complaints(Written(text, players))[1] != []:
            continue
        places = list(LET_GO.finditer(text))
        for place in places[: EACH if made + EACH <= count else count - made]:
            made += 1
            nothing = re.sub("show .*", "nothing", place.group()) if "show" in place.group() else ""
            yield players, text[: place.start()] + nothing + text[place.end() :]


def kept_texts(seed: str, count: int, folder: Path | None) -> list[tuple[int, str]]:
    """Return the generated texts, read from the folder if it has any; else generate and write them."""
    kept = sorted(folder.glob("*.rules")) if folder is not None and folder.is_dir() else []
    if kept:
        found = [path.read_text("utf-8").split("\n", 1) for path in kept]
        return [(int(head.split()[1]), text) for head, text in found]
    texts = list(generated(seed, count))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for number, (players, text) in enumerate(texts):
            (folder / f"{number:04}.rules").write_text(f"# {players} players\n{text}", "utf-8")
    return texts


def right_at_any_table() -> Iterator[tuple[str, bool]]:
    """Yield the name of each correct small rulebook of `tests/behaviour` and of each shipped one, and whether the check
    refuses it."""
    for path in sorted((ROOT / "tests" / "behaviour" / "knowledge").glob("*.txt")):
        for title, text in RIGHT.findall(path.read_text("utf-8")):
            yield title, bool(refusals(text, 3 if "players 3" in text else 2))
    for path in sorted((ROOT / "variants").glob("*/*.rules")):
        _, found = check_configuration(load(str(path)).books, Config())
        yield f"{path.parent.name}/{path.stem}", any(d.code in KNOWLEDGE for d in found)


def measured(seed: str, count: int, folder: Path | None) -> Counter[str]:
    tally: Counter[str] = Counter()
    for players, text in kept_texts(seed, count, folder):
        tally["texts"] += 1
        found = refusals(text, players)
        if found:
            names = {name for one in found for name in re.findall(r"`(\w+)`", one.message)}
            said = leaks(text, players, names)
            tally[
                {True: "refused, and leak", False: "refused, no leak found", None: "refused, nothing exchanged"}[said]
            ] += 1
        else:
            tally["let pass"] += 1
    return tally


if __name__ == "__main__":
    began = time.process_time()
    name, number = sys.argv[1], int(sys.argv[2])
    books = list(right_at_any_table())
    wrong = [title for title, alarm in books if alarm]
    print(
        f"{len(wrong)} of {len(books)} that are right at any table are refused{': ' if wrong else ''}{', '.join(wrong)}"
    )
    counts = measured(name, number, Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    for what, times in sorted(counts.items()):
        print(f"{times:6} {what}")
    print(f"{time.process_time() - began:.0f} s of a processor")
