"""Runs one example of a book that is being written, and tells how it went."""

from __future__ import annotations

from ..diagnostics import RulekitError
from ..engine.wasm import WasmEngine
from ..model.assembly import assemble
from ..model.rulebook import Config
from ..model.settings import example_setting
from ..pipeline import check_configuration
from ..play.example_runner import run_examples
from ..play.failure_report import explain_outcome
from ..play.game import ConfiguredGame
from ..play.loaded_book import machine_of
from ..syntax import nodes as s
from .workspace import Workspace


def run_example(workspace: Workspace, path: str, name: str) -> tuple[bool, str]:
    """Return whether an example holds, and how it went in words. Raise RulekitError if it cannot be run."""
    books = workspace.gather(path).books
    rulebook, found = assemble(books, Config())
    clauses = rulebook.clauses if rulebook is not None else ()
    clause = next(
        (p.clause for p in clauses if isinstance(p.clause, s.ExampleClause) and p.clause.name.text == name), None
    )
    if rulebook is None or clause is None:
        raise RulekitError(*found)
    setting = example_setting(rulebook, clause)
    model, found = check_configuration(
        books, Config(setting.players, setting.options), name, knowledge=False, texts=False
    )
    if model is None:
        raise RulekitError(*(one for one in found if one.severity == "error"))
    machine = machine_of(model)
    engine = WasmEngine(machine, optimise=False)
    (outcome,) = run_examples(lambda _: engine, machine, [name])
    if outcome.failure is None:
        return True, f"the example {name} holds"
    told = explain_outcome(outcome, ConfiguredGame(path, (), model, engine))
    return False, "\n".join([f"the example {name} fails: {told.failure}", *told.why, *told.position])
