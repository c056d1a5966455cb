"""Messages and reasons for failing games and examples: the clause with its line, the record, the position, the values.

`testing.py` finds such games, and `failing_games.py` simplifies them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, Help, Label, Source, Span
from ..diagnostics.renderer import to_json
from ..engine.cell_layout import CellLayout
from ..engine.interface import GameFault, State
from ..machine.option_labels import Labels
from ..machine.program import Fault
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import walk
from .condition_explanation import Explainer
from .example_positions import SEED
from .example_runner import Outcome
from .fault_causes import EngineCall, StepsTaken, changes_until_fault, fault_values, steps_taken
from .game import ConfiguredGame
from .game_record import GameRecord
from .whynot import option_refusal

EXAMPLE_FAILS, INVARIANT_BROKEN, OPTIONS_TELL, NEVER_REACHED = "E840", "E841", "E842", "W840"
EXAMPLE_BREAKS = "E843"
UNFINISHED = "W842"


@frozen
class FailingGame:
    """A random game that failed, and the simplest game found that fails in the same way. `steps` is the number of steps
    of the random game; `record` and everything else describe the simplest one. `position` is its last state. If a fault
    stopped a step (`broke_off`), `position` is the state before this step, and `changed` is what the step had changed
    before the fault."""

    kind: str
    name: str
    message: str
    seed: int
    number: int
    steps: int
    record: GameRecord
    diagnostic: Diagnostic
    position: tuple[str, ...] = field(default=(), repr=False)
    broke_off: bool = False
    why: tuple[str, ...] = field(default=(), repr=False)
    changed: tuple[str, ...] = field(default=(), repr=False)

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "code": self.diagnostic.code,
            "message": self.message,
            "diagnostic": to_json(self.diagnostic),
            "seed": self.seed,
            "number": self.number,
            "steps": self.steps,
            "record": [entry.as_json() for entry in self.record.entries],
            "position": list(self.position),
            "position_before_last_step": self.broke_off,
            "changed": list(self.changed),
            "why": list(self.why),
        }


def fault_diagnostic(fault: Fault, rulebook: Rulebook, clause: str = "") -> Diagnostic:
    """Return the message of a run-time fault, located at its line or else at its clause."""
    what = fault.clause or clause
    message = f"{what}: {fault.message}" if what else fault.message
    span = line_span(rulebook, *fault.place) if fault.place else clause_span(rulebook, what)
    return Diagnostic(fault.code, message, span)


def step_limit_diagnostic(told: Diagnostic, taken: StepsTaken | None, rulebook: Rulebook) -> Diagnostic:
    """Return the message `told` for a fault of the step limit, completed by the clauses that used the steps and by
    advice. Return it unchanged if `taken` is None."""
    if taken is None:
        return told
    if not taken.circle:
        asking = taken.asking and line_span(rulebook, *taken.asking)
        known = told.message.startswith(f"{taken.mostly}: ")
        where = ", looking for what can be chosen" if asking else ""
        where += f", mostly in {taken.mostly}" if taken.mostly and not known else ""
        span = asking or (clause_span(rulebook, taken.mostly) if taken.mostly else None) or told.span
        advice = MANY if asking else ENDS if taken.mostly.startswith("fact ") else MAY_END
        return evolve(told, message=f"{told.message}{where}", span=span, help=(Help(advice),))
    (first, *_) = taken.circle
    message = f"{first}: {told.message.partition(': ')[2]}, and the same position comes back: play never ends"
    loop = _endless_loop(rulebook, taken)
    head = None if loop is None else _line(loop.span.source, loop.span.first.line)
    advice = ROUNDS_END if loop is not None and does(loop, "round") else NEVER_ENDS
    return evolve(told, message=message, span=head or clause_span(rulebook, first) or told.span, help=(Help(advice),))


MAY_END = "it has no end, or it is only long: then offer less at one decision (`rulekit machine GAME --why`)"
ENDS = (
    "a fact always ends, so this is only long: offer less at one decision, or ask less of each (`machine GAME --why`)"
)
MANY = "this ends, and is only long: offer less at once, by stricter first conditions or one choice after the other"
ROUNDS_END = (
    "nobody decides in these rounds: `rounds at most N`, `game over`, or `return` out of a procedure with the rounds "
    "ends them; `leave round` only begins the next one"
)
NEVER_ENDS = "nobody decides there and nothing changes: stop it by a condition, or let the game be over"


def unfinished_diagnostic(games: int, unfinished: int, max_moves: int, rulebook: Rulebook) -> Diagnostic:
    """Return the warning that random games did not end."""
    none_ends = games == unfinished
    some = f"{unfinished:,} of {games:,} random games did not end"
    told = f"none of {games:,} random games ended" if none_ends else some
    end = Help("write what ends the game, such as `game over, won by me` after an `if`, or limit its turns or rounds")
    longer = Help(f"if the game is only long, allow more moves: `--max-moves {max_moves * 10}`")
    advice = (end, longer) if none_ends else (longer, end)
    place = clause_span(rulebook, "flow")
    return Diagnostic(UNFINISHED, f"{told} within {max_moves:,} moves", place, help=advice)


def _endless_loop(rulebook: Rulebook, taken: StepsTaken) -> s.Node | None:
    """Return the only loop in the clauses of `taken.circle` that may repeat endlessly; None if there is not exactly
    one."""
    flags = ("turn",) if taken.turns else ("turn", "forever")
    clauses = [p.clause for p in rulebook.clauses if p.id in taken.circle or p.clause.kind in taken.circle]
    loops = [stmt for clause in clauses for stmt in walk(clause) if does(stmt, *flags)]
    loops = [loop for loop in loops if not getattr(loop, "once", False)]
    return loops[0] if len(loops) == 1 else None


def invariant_diagnostic(name: str, message: str, rulebook: Rulebook) -> Diagnostic:
    """Return the message for a broken invariant, located at its clause."""
    return Diagnostic(INVARIANT_BROKEN, message, clause_span(rulebook, f"invariant {name}"))


def example_diagnostic(outcome: Outcome, failure: str, rulebook: Rulebook) -> Diagnostic:
    """Return the message of a failing example, located at the failing line in any of the layers, or else at its clause.
    It also points at the broken invariant or the fault."""
    name, line, promise = outcome.example, outcome.line, outcome.promise
    clause = clause_span(rulebook, f"example {name}")
    if outcome.number is not None:
        span = _example_line(rulebook, name, outcome.number)
    else:
        span = line_span(rulebook, clause.source.name, line) if clause else None
    there = None if outcome.fault is None else outcome.fault.fault.place
    own = None if there is None else _own_line(name, there, rulebook)
    span = own or span
    advice = () if span else (Help(f"it is the example `{name}`, line {line}"),)
    code, labels = EXAMPLE_FAILS, tuple[Label, ...]()
    if there is not None and own is None and (faulted := line_span(rulebook, *there)) is not None:
        labels = (Label(faulted, "this faults"),)
    if promise is not None:
        where = clause_span(rulebook, f"invariant {promise}")
        code, labels = EXAMPLE_BREAKS, () if where is None else (Label(where, "this does not hold"),)
    return Diagnostic(
        code, f"example {name}: {failure}", span or clause, labels, help=advice + _of_below(name, rulebook)
    )


def _own_line(name: str, place: tuple[str, int], rulebook: Rulebook) -> Span | None:
    """Return the span of the example's own line that faulted, such as its `given`; None if the fault is elsewhere."""
    source, number = place
    for placed in rulebook.clauses:
        span = placed.clause.span
        if placed.id == f"example {name}" and span.source.name == source:
            if span.first.line <= number <= span.last.line:
                return _line(span.source, number)
    return None


def _of_below(name: str, rulebook: Rulebook) -> tuple[Help, ...]:
    """Return advice for an example of a lower layer: how the top layer can change it if it contradicts the example on
    purpose. Return none if the example is in the top layer."""
    layers = [placed.layer for placed in rulebook.clauses if placed.id == f"example {name}"]
    top = rulebook.layers[-1]
    if top in layers or not layers:
        return ()
    how = f"write `replace in example {name}:` there, and below it the line that is otherwise"
    return (Help(f"the example is of `{layers[0]}`; if `{top}` means to change it, {how}"),)


def misread_diagnostic(name: str, found: Sequence[Diagnostic], rulebook: Rulebook) -> Diagnostic:
    """Return the message for an example that cannot run because the example, or its game, has errors. It is the first
    error, and says how many more there are."""
    wrong = [d for d in found if d.severity == "error"] or list(found)
    more = len(wrong) - 1
    rest = (Help(f"there {'are' if more > 1 else 'is'} {more} more; `rulekit check` tells every one"),) if more else ()
    advice = (*wrong[0].help, *rest, *_of_below(name, rulebook))
    return evolve(wrong[0], message=f"example {name}: {wrong[0].message}", help=advice)


def clause_span(rulebook: Rulebook, clause: str) -> Span | None:
    """Return the span of the first line of a clause, given by its id (`action take`); None if there is no such
    clause."""
    for placed in rulebook.clauses:
        if clause in (placed.id, placed.clause.kind):
            span = placed.clause.span
            return _line(span.source, span.first.line)
    return None


def _example_line(rulebook: Rulebook, name: str, number: int) -> Span | None:
    """Return the span of an example's line, given by its index; None if it has no such line. The line may be in another
    book than the example, because layers add lines."""
    for placed in rulebook.clauses:
        if isinstance(placed.clause, s.ExampleClause) and placed.id == f"example {name}":
            every = [n for n in placed.clause.lines for _ in range(n.times if isinstance(n, s.Played) else 1)]
            if number < len(every):
                return _line(every[number].span.source, every[number].span.first.line)
    return None


def line_span(rulebook: Rulebook, source: str, line: int) -> Span | None:
    """Return the span of a line of the text named `source`; None if no clause of the rulebook is in this text."""
    for text in _sources(rulebook):
        if text.name == source:
            return _line(text, line)
    return None


def _sources(rulebook: Rulebook) -> Iterable[Source]:
    return dict.fromkeys(placed.clause.span.source for placed in rulebook.clauses)


def _line(source: Source, line: int) -> Span:
    """Return the span of a line, without the spaces before its text and without a comment after it."""
    start = sum(len(source.line(n)) + 1 for n in range(1, line))
    text = source.line(line)
    said = text.split("#")[0].rstrip() if '"' not in text else text.rstrip()
    return Span(source, start + len(text) - len(text.lstrip()), start + max(len(said), 1))


def explain_outcome(outcome: Outcome, game: ConfiguredGame) -> Outcome:
    """Return the outcome of an example. If the example failed, the reason is added, and notes on what may have misled
    its author."""
    if outcome.failure is None:
        return outcome
    notes = (*_random_parameters(outcome, game), *outcome.notes)
    return evolve(_with_reason(outcome, game), notes=notes)


def _random_parameters(outcome: Outcome, game: ConfiguredGame) -> Iterator[str]:
    """Yield a note for each step at which the example gives a position: the parameters with which random play reached
    the step."""
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
    if outcome.fault is not None and (outcome.move is not None or not outcome.record):
        move = outcome.move or EngineCall("start", (SEED,))
        return _with_fault(outcome, outcome.fault, move, game)
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
    if line.verb == "refuse":
        return evolve(outcome, why=_why_offered(line.label, game.rulebook))
    return outcome


def _why_offered(label: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Return lines that name the clauses which offer an option, if the example says that it is refused."""
    clauses = ((name, clause_span(rulebook, name)) for name in (label, f"action {label}"))
    places = ((name, f"({span.source.name}, line {span.first.line})") for name, span in clauses if span)
    return tuple(f"no condition excludes it: {name} {place}" for name, place in places)


def _with_fault(outcome: Outcome, fault: GameFault, move: EngineCall, game: ConfiguredGame) -> Outcome:
    """Return the outcome of an example in which the rules fault, with the values of local names there. For the step
    limit, add the clauses that used the steps instead."""
    told = example_diagnostic(outcome, f"the rules fault here: {fault}", game.rulebook)
    if fault.index == game.machine.fuel_fault:
        return evolve(outcome, diagnostic=step_limit_diagnostic(told, steps_taken(game.machine, move), game.rulebook))
    why = fault_values(game.model, game.machine, fault.fault, move)
    return evolve(outcome, diagnostic=told, why=why, changed=changes_until_fault(game.machine, move))


def why_broken(explainer: Explainer, name: str, state: State) -> tuple[str, ...]:
    """Return lines that explain why an invariant does not hold, with the values in it."""
    functions = [i.function for i in explainer.sources.machine.invariants if i.name == name]
    return tuple(line for function in functions for line in explainer.truth(state, function))
