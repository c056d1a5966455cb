"""Rulesets: named combinations of settings, which stand for setting each by hand."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.near import did_you_mean
from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from .header import Stack
from .partial_evaluation import World, evaluate_partially, no_such_answer
from .rulebook import Config, Placed, Rulebook
from .settings import offered, option_clauses


def ruleset(rulebook: Rulebook, name: str, config: Config) -> Config:
    """`config` with the settings of a ruleset wherever it says nothing itself."""
    clauses = {p.clause.name.text: p.clause for p in rulebook.clauses if isinstance(p.clause, s.RulesetClause)}
    if name not in clauses:
        message = f"there is no ruleset `{name}`"
        advice = did_you_mean(name, clauses)
        raise RulekitError(Diagnostic("E607", message, expected=tuple(clauses), help=advice))
    settings = {setting.name.text: value_of(setting) for setting in clauses[name].settings}
    known = {option: value for option, value in settings.items() if value is not None}
    return Config(config.players, {**known, **config.options})


def value_of(setting: s.Setting) -> int | str | None:
    """A number, or the name of an answer; None for what is neither."""
    if isinstance(setting.value, s.Ref):
        return setting.value.name.text
    value = evaluate_partially(setting.value, World({}), DiagnosticSink())
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def check_rulesets(stack: Stack, clauses: Iterable[Placed], world: World, problems: DiagnosticSink) -> None:
    """Every setting names an option there is (in some configuration at least) and a value it takes."""
    options = {c.name.text: c for c in option_clauses(stack, None)}
    for placed in clauses:
        for setting in placed.clause.settings if isinstance(placed.clause, s.RulesetClause) else ():
            name, value = setting.name.text, value_of(setting)
            if name not in options:
                advice = did_you_mean(name, options, setting.name.span)
                message = f"there is no option `{name}`"
                problems.add(Diagnostic("E600", message, setting.name.span, expected=tuple(options), help=advice))
                continue
            offer = offered(options[name], world, DiagnosticSink())
            if offer is None or value in (offer.answers or range(offer.low, offer.high + 1)):
                continue
            if offer.answers and isinstance(setting.value, s.Ref):
                problems.add(no_such_answer(name, offer.answers, setting.value.name))
            else:
                kind = "one of its answers" if offer.answers else f"a number from {offer.low} to {offer.high}"
                message = f"`{name}` is {kind}"
                problems.add(Diagnostic("E601", message, setting.value.span, expected=offer.answers))
