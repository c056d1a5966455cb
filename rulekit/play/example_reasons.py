"""Why an example fails, and what may mislead: from how it went (`example_runner.py`) in the game that it is about."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..engine.cell_layout import CellLayout
from ..engine.interface import GameFault, State
from ..machine.option_labels import Labels
from ..syntax import nodes as s
from .condition_explanation import Explainer
from .example_runner import Outcome
from .failure_report import example_diagnostic, step_limit_diagnostic
from .fault_values import fault_values
from .game import ConfiguredGame
from .step_limit import EngineCall, steps_taken
from .whynot import option_refusal


def explained(outcome: Outcome, game: ConfiguredGame) -> Outcome:
    """A failing example with the reason why, and what may have misled its author."""
    if outcome.failure is None:
        return outcome
    notes = (*_random_parameters(outcome, game), *outcome.notes)
    return evolve(_with_reason(outcome, game), notes=notes)


def _random_parameters(outcome: Outcome, game: ConfiguredGame) -> Iterator[str]:
    """Of each step at which a position was given: the parameters that its procedure had there, by random play."""
    labels, layout = Labels.of(game.machine), CellLayout.of(game.machine)
    clauses = {p.clause.name.text: p.clause for p in game.rulebook.clauses if isinstance(p.clause, s.ProcedureClause)}
    for step, state in outcome.reached:
        clause = clauses.get(step.partition(".")[0])
        told = []
        for param in clause.params if clause is not None else ():
            slot = layout.slots.get(f"procedure {step.partition('.')[0]}.{param.name.text}")
            if slot is not None and slot.cell.role == "frame":
                told.append(f"{param.name.text} = {labels.contents_text(slot.cell, slot.whole(state.cells, ()))}")
        if told:
            yield f"`given at {step}`: random play came there with {', '.join(told)}"


def _with_reason(outcome: Outcome, game: ConfiguredGame) -> Outcome:
    if outcome.fault is not None and outcome.move is not None:
        return _with_fault(outcome, outcome.fault, outcome.move, game)
    if outcome.broken is None:
        return outcome
    line, state = outcome.broken
    explainer = game.explainer
    if outcome.promise is not None:
        return evolve(outcome, why=why_broken(explainer, outcome.promise, state))
    if line.verb == "expect":
        return evolve(outcome, why=explainer.truth(state, line.name))
    if line.verb in ("play", "allow"):
        return evolve(outcome, why=tuple(option_refusal(explainer, state, line.label, line.args).reasons()))
    return outcome


def _with_fault(outcome: Outcome, fault: GameFault, move: EngineCall, game: ConfiguredGame) -> Outcome:
    """An example in which the rules fault, with what the names held there, or where all the steps went."""
    told = example_diagnostic(outcome, f"the rules fault here: {fault}", game.rulebook)
    if fault.index == game.machine.fuel_fault:
        return evolve(outcome, diagnostic=step_limit_diagnostic(told, steps_taken(game.machine, move), game.rulebook))
    return evolve(outcome, diagnostic=told, why=fault_values(game.model, game.machine, fault.fault, move))


def why_broken(explainer: Explainer, name: str, state: State) -> tuple[str, ...]:
    """Why an invariant does not hold, with the values in it."""
    functions = [i.function for i in explainer.sources.machine.invariants if i.name == name]
    return tuple(line for function in functions for line in explainer.truth(state, function))
