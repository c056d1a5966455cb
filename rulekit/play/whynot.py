"""Explains why an option cannot be played: the failing requirement, the values in it, its clause and its citation.

The option's label is parsed, and the alternatives with this label are found, at this decision or another. Their tests
are evaluated in the order of the engines, up to the first that fails, which `condition_explanation.py` explains. Every
label gets an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

from attrs import define, evolve, field, frozen

from ..diagnostics import Span
from ..diagnostics.near import nearest
from ..diagnostics.printable import cut
from ..engine.inspection import InspectedState
from ..engine.interface import GameFault, State, Value
from ..engine.reference.context import Scope
from ..machine import program as m
from ..machine import source_map as src
from ..machine.option_labels import Argument, label_text, parameter_order, parse_label
from ..model.naming import OWN_LABELS
from .condition_explanation import Account, Explainer, ScopedState, ToldPart
from .game_steps import listing
from .option_attempts import OptionAttempt, Search

Moment = Literal["over", "chance", "else"]


@frozen
class WhyNot:
    """The explanation why an option, given by its label, cannot be played.

    `requirement` is the failing condition as written, with its `values`, `clause` and `place`; `because` has further
    lines of explanation. Other wordings can be written from `reason` (the failing requirement), `failing` (the part of
    it that decides), `scope` (the values of local names), `picked` (the parameter that fails) and `told` (the parts
    with their values). If no requirement fails, `moment` says why: the game is `over`, a `chance` event is open, or
    something `else` is being decided."""

    asked: str
    offered: bool
    answer: str
    requirement: str = ""
    values: tuple[ToldPart, ...] = ()
    because: tuple[str, ...] = ()
    clause: str = ""
    title: str = ""
    citations: tuple[str, ...] = ()
    place: tuple[str, int] | None = None
    span: Span | None = field(default=None, repr=False)
    reason: src.Reason | None = field(default=None, repr=False)
    failing: src.SourceExpression | None = field(default=None, repr=False)
    scope: Scope = field(factory=dict, repr=False)
    picked: str = field(default="", repr=False)
    told: tuple[tuple[src.SourceExpression, Value], ...] = field(default=(), repr=False)
    moment: Moment | None = field(default=None, repr=False)

    def lines(self) -> list[str]:
        """Return the lines of the answer, then the explanation, then the clause."""
        title = f' "{self.title}"' if self.title else ""
        cites = f" [{'; '.join(self.citations)}]" if self.citations else ""
        where = f" ({self.place[0]}, line {self.place[1]})" if self.place else ""
        last = [f"  {self.clause}{title}{cites}{where}"] if self.clause else []
        return [self.answer, *("  " + line for line in self.because), *last]

    def reasons(self) -> list[str]:
        """Return the lines of the answer without the label; empty if the label can be played."""
        answer = self.answer.removeprefix(f"`{self.asked}` cannot be played: ")
        return [] if self.offered else [answer, *self.lines()[1:]]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def why_not(explainer: Explainer, state: State, text: str, viewer: int | None = None) -> WhyNot:
    """Explain why the option of a label cannot be played in this state. With a viewer, use only what the viewer may
    know."""
    try:
        label, args = parse_label(text)
    except ValueError as error:
        return WhyNot(cut(text), False, str(error))
    return option_refusal(explainer, state, label, args, viewer)


def option_refusal(
    explainer: Explainer, state: State, label: str, args: Sequence[Argument], viewer: int | None = None
) -> WhyNot:
    """Explain why the option of an already parsed label cannot be played."""
    case = _Case(explainer, state, label, tuple(args), viewer)
    try:
        return case.answer()
    except GameFault as fault:
        return case.no(f"the rules fault where that is asked: {fault}")


@define(slots=False)
class _Case:
    """A question why one label cannot be played in one state, asked by one viewer."""

    explainer: Explainer
    state: State
    label: str
    args: tuple[Argument, ...]
    viewer: int | None

    @property
    def question(self) -> str:
        return cut(label_text(self.label, self.args))

    @property
    def node(self) -> m.Node:
        return self.explainer.index.nodes[self.state.node]

    @cached_property
    def moment(self) -> InspectedState:
        return InspectedState.of(self.explainer.index, self.state)

    @cached_property
    def decider(self) -> int | None:
        if not isinstance(self.node, m.Decision):
            return None
        who = self.moment.value(self.node.who, {}).value
        return who if isinstance(who, int) else None

    def no(self, why: str, clause: str = "", span: Span | None = None) -> WhyNot:
        """Return a refusal with the reason `why` and a clause. `span` is its location, by default the clause's
        beginning."""
        info = self.explainer.clauses.get(clause)
        span = span or self.explainer.sources.clauses.get(clause)
        return WhyNot(
            self.question,
            False,
            f"`{self.question}` cannot be played: {why}",
            clause=clause,
            title="" if info is None else info.title,
            citations=() if info is None else info.cites,
            place=None if span is None else (span.source.name, span.first.line),
            span=span,
        )

    def answer(self) -> WhyNot:
        node = self.node
        if isinstance(node, m.Chance):
            return self.chance(node)
        if isinstance(node, m.Decision):
            here = [n for n, a in enumerate(node.alternatives) if a.label == self.label]
            answers = [self.alternative(node, n) for n in here]
            if answers:
                return next((a for a in answers if a.offered), answers[0])
        return self.elsewhere()

    # ------------------------------------------------------------------------- labels that this decision does not offer

    def elsewhere(self) -> WhyNot:
        """Return the answer for a label that is not an alternative of this decision."""
        index = self.explainer.index
        if isinstance(self.node, m.End):
            return evolve(self.no("the game is over"), moment="over")
        if reasons := self.explainer.sources.never.get(self.label):
            return self.refusal(reasons[0], {}, None, "it is never possible in this game")
        seat = "chance" if self.decider is None else index.machine.seats[self.decider]
        labels = dict.fromkeys(a.label for a in getattr(self.node, "alternatives", ()))
        now = f"{seat} decides in {self.explainer.of_clause(self.node.clause)}, between: {listing(list(labels))}"
        nodes = [n for n in index.nodes.values() if isinstance(n, m.Decision)]
        owners = dict.fromkeys(a.clause for n in nodes for a in n.alternatives if a.label == self.label)
        if owners:
            which = " or ".join(self.explainer.of_clause(owner) for owner in owners)
            if self.label in OWN_LABELS and f"action {self.label}" not in owners:
                return evolve(self.no(f"that is no answer here; {now}"), moment="else")
            return evolve(self.no(f"it belongs to another decision, of {which}; now {now}"), moment="else")
        known = [a.label for n in nodes for a in n.alternatives]
        if f"action {self.label}" in self.explainer.clauses:
            return self.no(f"nothing in this game offers {self.explainer.of_clause(f'action {self.label}')}; now {now}")
        if any(isinstance(n, m.Chance) and n.label == self.label for n in index.nodes.values()):
            return self.no(f"that is for chance to say, and not now; now {now}")
        guess = nearest(self.label, list(dict.fromkeys(known)))
        hint = f"; did you mean `{guess}`?" if guess else ""
        return self.no(f"nothing in this game is called `{cut(self.label)}`{hint}; now {now}")

    def chance(self, node: m.Chance) -> WhyNot:
        labels = self.explainer.labels
        weights = {v: self.moment.value(node.weight, {node.name: v}).value for v in range(node.low, node.high + 1)}
        coming = {
            labels.outcome_text(node.id, v): v for v, weight in weights.items() if isinstance(weight, int) and weight
        }
        for text, value in coming.items():
            if labels.outcomes_that_fit(node.id, [value], self.label, self.args):
                return WhyNot(self.question, True, f"`{text}` can come out")
        if self.label != node.label:
            return self.elsewhere()
        return evolve(self.no(f"chance cannot come out so; it has: {listing(list(coming))}"), moment="chance")

    # ---------------------------------------------------------------------------------------- the parameters of a label

    def alternative(self, node: m.Decision, at: int) -> WhyNot:
        alternative = node.alternatives[at]
        wanted: dict[str, int] = {}
        names = parameter_order(alternative)
        levels = {level.name: level for level in alternative.levels}
        for place, (name, text) in enumerate(self.args):
            key = name if name is not None else names[place] if place < len(names) else ""
            if key not in levels:
                known = f"it has {', '.join(names)}" if names else "it has none"
                other = " here, but at another decision" if name in self.parameters() else ""
                why = f"`{self.label}` has no parameter `{cut(name or text)}`{other}; {known}"
                return self.no(why, alternative.clause)
            value = self.explainer.labels.value_of(levels[key].domain, text)
            if value is None or not levels[key].low <= value <= levels[key].high:
                return self.no(f"`{key}` cannot be `{cut(text)}`{self.could_be(levels[key], text)}", alternative.clause)
            if wanted.setdefault(key, value) != value:
                return self.no(f"`{key}` is given twice", alternative.clause)
        return self.tests(node, at, wanted)

    def parameters(self) -> set[str]:
        """Return the names of the parameters that this label has, at any decision."""
        nodes = self.explainer.index.nodes.values()
        every = (a for n in nodes if isinstance(n, m.Decision) for a in n.alternatives if a.label == self.label)
        return {level.name for a in every for level in a.levels}

    def could_be(self, level: m.Level, text: str) -> str:
        printed = [self.explainer.labels.value_text(level.domain, v) for v in range(level.low, level.high + 1)]
        guess = nearest(text, printed)
        return f"; did you mean `{guess}`?" if guess else f"; it is one of {listing(printed, 8)}"

    # ------------------------------------------------------------------------------ running the tests of an alternative

    def tests(self, node: m.Decision, at: int, wanted: Mapping[str, int]) -> WhyNot:
        """Return the answer that the tests of an alternative give. If several options fit the label, it is about the
        one that fails last."""
        furthest: OptionAttempt | None = None
        for attempt in Search(self.explainer.sources, node, at, wanted, self.moment).options():
            if attempt.passed:
                if not self.may_know(attempt.read):
                    return self.secret()
                return WhyNot(self.question, True, f"`{self.question}` is on offer")
            if furthest is None or attempt.at > furthest.at:
                furthest = attempt
        if furthest is None:
            return self.no("too much would have to be tried to say why")
        if not self.may_know(furthest.read):
            return self.secret()
        if furthest.reason is None:
            return self.no(f"a condition of {self.explainer.of_clause(node.alternatives[at].clause)} does not hold")
        asked = [level for level in node.alternatives[at].levels if level.name == furthest.reason.picked]
        return self.refusal(furthest.reason, furthest.scope, asked[0] if asked else furthest.level)

    def may_know(self, read: frozenset[int]) -> bool:
        """Return whether the viewer may know the value of a condition. The decider may know all that their options
        depend on, others only what they see."""
        return self.viewer == self.decider or self.account().visibility.see(read)

    def secret(self) -> WhyNot:
        seat = "" if self.decider is None else self.explainer.index.machine.seats[self.decider]
        return self.no(f"whether {seat} could is for {seat} to know")

    # ---------------------------------------------------------------------------------------------- the answer in words

    def account(self) -> Account:
        return self.explainer.account(self.state, self.viewer, self.decider)

    def refusal(self, reason: src.Reason, scope: Scope, level: m.Level | None, first: str = "") -> WhyNot:
        """Return the answer for a requirement that fails; `first` is a text to put before the reason."""
        account, at, said = self.account(), ScopedState(self.moment, scope), reason.said
        text = said.text if said is not None else src.plain(reason.span)
        values: tuple[ToldPart, ...] = ()
        failing, leaves = None, list[tuple[src.SourceExpression, Value]]()
        if said is not None:
            values = tuple(account.values(said, at))
            failing = account.decisive(said, reason.what == "unless", at)
            leaves = account.leaves(failing, at)
            if reason.what == "domain" and (whole := account.find(said, at)) is not None:
                leaves = [(said, whole), *leaves]
            if reason.what in ("require", "where", "layer", "unless"):
                account.condition(said, at, 0)
            else:
                self.domain(account, said, at)
        why = self.words(reason, text, scope, level)
        return evolve(
            self.no(f"{first}: {why}" if first else why, reason.clause, reason.span),
            requirement=text,
            values=values,
            because=tuple(account.lines),
            reason=reason,
            failing=failing,
            scope=scope,
            picked="" if level is None else level.name,
            told=tuple(leaves),
        )

    def domain(self, account: Account, said: src.SourceExpression, at: ScopedState) -> None:
        """Add lines that explain the contents of a domain, if the viewer may know them."""
        if isinstance(said.form, src.SourceCall) and account.fact(said, said.form, at, 0):
            return
        found = account.find(said, at)
        account.say(0, account.quote(said, at, None if found is None else self.explainer.text(said.prints, found)))
        account.explain_parts(said, at, 1)

    def amounts(self, reason: src.Reason, scope: Scope) -> str:
        """Return text on how many things there are and how many are required. Return an empty text if the requirement
        is not about amounts, or the viewer may not know them."""
        if reason.amounts is None:
            return ""
        at = ScopedState(self.moment, scope)
        there, wanted = (self.account().value(amount, at) for amount in reason.amounts)
        return "" if there is None or wanted is None else f" wants {wanted}, and there are {there}"

    def words(self, reason: src.Reason, text: str, scope: Scope, level: m.Level | None) -> str:
        picked = ""
        if level is not None:
            value = scope[level.name]
            printed = self.explainer.labels.value_text(level.domain, value) if isinstance(value, int) else "?"
            picked = f"`{level.name} = {printed}`"
        return WORDS[reason.what].format(
            text=text,
            picked=picked,
            it=picked or "it",
            layer=f" (layer {reason.layer})" if reason.layer else "",
            amounts=self.amounts(reason, scope),
        )


WORDS = {
    "require": "it requires `{text}`",
    "where": "{it} does not pass `where {text}`",
    "domain": "{picked} is not in `{text}`",
    "let": "`{text}` is none",
    "layer": "it is possible only under `{text}`{layer}",
    "unless": "it does not apply under `{text}`{layer}",
    "none": "{picked} only where nothing can be chosen: `{text}`",
    "amount": "what follows could not be completed: `{text}`{amounts}",
    "limits": "more would have to be chosen than may be: `{text}`",
    "order": "{picked} comes before what was picked last, or is it: things are picked in their order",
    "several": "with {picked} the choice could not be completed: `{text}`",
    "done": "too little has been picked: `{text}`",
    "turn": "{it} has had its turn, or is not among them: `{text}`",
}
"""The words for a failing condition, by the kind of requirement it belongs to."""
