"""Worked examples and what always holds, in words; and the clauses that are words themselves."""

from __future__ import annotations

from ...model.symbols import ActionSymbol, ProcedureSymbol
from ...syntax import nodes as s
from ..tree import Called, ComposedPhrase, LexiconKey, Listed, Phrase, StepTree
from .context import Context, sentences_of
from .things import answer

Steps = tuple[StepTree, ...]


@sentences_of(s.InvariantClause)
def _invariant(c: Context, clause: s.InvariantClause) -> Steps:
    return (StepTree(f"holds-{clause.when}", {"condition": c.condition(clause.condition)}),)


@sentences_of(s.ExampleClause)
def _example(c: Context, clause: s.ExampleClause) -> Steps:
    steps: list[StepTree] = []
    if isinstance(clause.players, s.Number):
        steps.append(StepTree("example-players", {"n": clause.players.value}))
    known = f"example {clause.name.text}" in c.model.examples
    for setting in clause.settings:
        option = Called(LexiconKey(setting.name.text), (), f"option {setting.name.text}", value="quoted")
        if known or isinstance(setting.value, s.Number):
            steps.append(StepTree("setting", {"option": option, "value": answer(c, setting)}))
    if not known:
        return (*steps, StepTree("example-elsewhere"))
    with c.scope():
        for line in clause.lines:
            steps += _line(c, line)
    return tuple(steps)


def _line(c: Context, line: s.Given | s.Played | s.Expect) -> Steps:
    match line:
        case s.Expect(condition=condition):
            return (StepTree("expect", {"condition": c.condition(condition)}),)
        case s.Given(procedure=None, body=body):
            return (StepTree("given", {}, c.steps(body)),)
        case s.Given(procedure=procedure, step=step, body=body):
            assert procedure is not None and step is not None
            part = Called(LexiconKey(procedure.text, step.text), (), "", value="quoted")
            if all(isinstance(one, s.DoNothing) for one in body):
                return (StepTree("given-reached", {"step": part}),)
            return (StepTree("given-at", {"step": part}, c.steps(body)),)
    if line.label.text in ("pass", "done"):
        return (StepTree(f"{line.verb}-{line.label.text}"),)
    kind = type(c.model.symbols.get(line.label.text))
    target = f"action {line.label.text}" if kind is ActionSymbol else ""
    target = f"procedure {line.label.text}" if kind is ProcedureSymbol else target
    what = Called(LexiconKey(line.label.text), (), target, value="quoted")
    if not line.args:
        return (StepTree(line.verb, {"what": what}),)
    values = tuple(_argument(c, arg) for arg in line.args)
    return (StepTree(f"{line.verb}-with", {"what": what, "values": Listed(values, "and")}),)


def _argument(c: Context, arg: s.Arg) -> Phrase:
    """A value in a label: as it is where its type is known, else as it is printed."""
    if arg.value in c.model.types:
        return c.phrase(arg.value)
    return ComposedPhrase("printed", {"text": c.model.printed.get(arg.value, " ".join(arg.value.span.text.split()))})


@sentences_of(s.WordsClause)
def _words(c: Context, clause: s.WordsClause) -> Steps:
    return (StepTree("words"),)
