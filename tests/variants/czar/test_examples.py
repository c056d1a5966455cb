"""The worked examples of the sources hold, including what they allow, refuse and lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import EngineName, configurations
from rulekit.play.loaded_book import load
from rulekit.play.testing import ExampleGames, book_examples
from tests.variants.czar.family import EDITIONS, book

OPTIMISED = "czar/dutch-revised"
"""The edition whose examples run on the engine behind all passes. The suite has those of the English one, which run on
one that starts quickly; `tests/variants/test_steps.py` compares both in the suite."""
RUNS = [
    pytest.param(name, engine, marks=() if (name, engine) == ("czar/english", "wasm") else pytest.mark.soak)
    for name in EDITIONS
    for engine in ("reference", "wasm")
]


@pytest.mark.parametrize(("name", "engine"), RUNS)
def test_worked_examples(name: str, engine: EngineName) -> None:
    outcomes = ExampleGames(book(name), engine, few=name != OPTIMISED).outcomes()
    assert {o.example: o.failure for o in outcomes if o.failure} == {}
    assert len(outcomes) >= 12


SOURCED = ("czar/english", "czar/dutch", "czar/dutch-revised")


@pytest.mark.soak
@pytest.mark.parametrize("name", SOURCED)
def test_examples_hold_whichever_answer_is_the_usual_one(name: str, tmp_path: Path) -> None:
    """Examples that depend on the answer to a ruling say so, so they hold after a layer has changed the default
    answer."""
    answers = [config.options for config in configurations(book(name).books) if config.options]
    assert len(answers) > 6
    failures = {}
    for (ruling, answer), *_ in (tuple(options.items()) for options in answers if "patience" not in options):
        layer = tmp_path / f"{ruling}_{answer}.rules"
        head = f'variant other of {name.replace("-", "_")} "Other":\n  summary "Other."\n\n'
        layer.write_text(f"{head}set {ruling} = {answer}\n")
        failures |= {(answer, o.example): o.failure for o in book_examples(load(str(layer)), "wasm") if o.failure}
    assert failures == {}
