"""Rules in words: facts and their exceptions, procedures, actions, events, rules, the flow."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.naming import RANK, word_name
from ...model.symbols import EventSymbol, FactSymbol, LocalSymbol, ProcedureSymbol
from ...model.types import DomainType, TruthType
from ...syntax import nodes as s
from .. import tree as tr
from .effect_steps import condition_revealed, say_name
from .member_phrases import bound_member
from .phrases import member_phrase, titled_clause, type_phrase, value_by_noun
from .tree_context import Context, clause_handler


def _parameters(
    c: Context, params: tuple[s.Param, ...], you: LocalSymbol | None = None
) -> tuple[tuple[str, tr.Phrase], ...]:
    """Return pairs of a parameter's name and its phrase, which is "any" with the noun of its type. The phrase for the
    parameter `you` is "you"."""
    found: list[tuple[str, tr.Phrase]] = []
    for param in params:
        if you is not None and c.model.binds[param] is you:
            found.append((param.name.text, c.address(you)))
            continue
        noun, source = type_phrase(c, param.type)
        found.append((param.name.text, tr.Member(c.declare(param), noun, source)))
    return tuple(found)


def _you(c: Context, params: Iterable[LocalSymbol | None]) -> LocalSymbol | None:
    """Return the only parameter that is a player; sentences call this player "you". Return None if there are none or
    several."""
    players = [p for p in params if p is not None and p.type == DomainType(c.model.players)]
    return players[0] if len(players) == 1 else None


@clause_handler(s.FactClause)
def _fact(c: Context, clause: s.FactClause) -> tr.Steps:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, FactSymbol) and clause.value is not None
    with c.scope():
        slots = _parameters(c, clause.params, _you(c, [c.model.binds[p] for p in clause.params]))
        if isinstance(symbol.result, TruthType):
            so = tr.Says(tr.LexiconKey(symbol.name), slots, f"fact {symbol.name}")
            steps = _so_cases(c, so, clause.value)
        else:
            steps = _value_steps(c, value_by_noun(c, symbol, slots), clause.value)
        if clause.nested is not None:
            steps = (*steps, tr.StepTree("nested", {"n": c.phrase(clause.nested)}))
        if clause.combining is not None:
            steps = (*steps, tr.StepTree(_combination_message("combining", symbol)))
        for limit, said in ((clause.floor, "combining-floor"), (clause.ceiling, "combining-ceiling")):
            if limit is not None:
                steps = (*steps, tr.StepTree(said, {"n": c.phrase(limit)}))
        return steps


def _combination_message(what: str, symbol: FactSymbol) -> str:
    """Return the name of a message about combining the exceptions of a fact. `what` is the first part of the name."""
    truth = isinstance(symbol.result, TruthType)
    return f"{what}-{symbol.clause.combining}" + ("-truth" if truth else "")


def _so_if(so: tr.Condition, condition: tr.Condition) -> tr.StepTree:
    if isinstance(condition, tr.Holds) and condition.fun in ("always", "never"):
        return tr.StepTree("it-is-so", {"condition": so if condition.fun == "always" else tr.negate(so)})
    return tr.StepTree("so-if", {"so": so, "condition": condition})


def _so_cases(c: Context, so: tr.Condition, value: s.Expr) -> tr.Steps:
    """Return the sentences that say when a condition holds: one sentence, or a list with one for each case."""
    if isinstance(value, s.LetExpression) and _has_cases(value):
        named = say_name(c, value)
        return (*_so_cases(c, so, value.body), named)
    cases, rest = _cases(c, value)
    if not cases:
        return (_so_if(so, c.condition(rest)),)
    if isinstance(cases[0].then, s.Truth) or (len(cases) == 1 and isinstance(rest, s.Truth)):
        return (_so_if(so, c.condition(cases[0])),)
    said = [tr.StepTree("case-so", {"when": c.condition(k.condition), "condition": c.condition(k.then)}) for k in cases]
    said.append(tr.StepTree("case-so-else", {"condition": c.condition(rest)}))
    return (tr.StepTree("cases-so", {"so": so}, tuple(said), bullets=True),)


def _cases(c: Context, value: s.Expr) -> tuple[list[s.Conditional], s.Expr]:
    """Return the cases of `if … then … else if …`, and the value if none of them applies. Cases that the answers to
    options decide are left out."""
    found: list[s.Conditional] = []
    while isinstance(value, s.Conditional):
        settled = tr.constant_truth(c.condition(value.condition))
        if settled is None:
            found.append(value)
        value = value.then if settled else value.otherwise
    return found, value


def _has_cases(value: s.Expr) -> bool:
    """Return whether a value is a list of cases, perhaps inside `let` expressions. The sentences that define the names
    of these `let`s then come after the list."""
    while isinstance(value, s.LetExpression):
        value = value.body
    return isinstance(value, s.Conditional)


def _value_steps(c: Context, what: tr.Phrase, value: s.Expr) -> tr.Steps:
    """Return the sentences that say which value a fact has: one sentence, or a list with one for each case."""
    if isinstance(value, s.LetExpression) and _has_cases(value):
        named = say_name(c, value)
        return (*_value_steps(c, what, value.body), named)
    if isinstance(value, s.Nothing) or (isinstance(value, s.SetLiteral) and not value.items):
        return (tr.StepTree("value-nothing", {"what": what}),)
    cases, rest = _cases(c, value)
    if not cases and rest is not value:
        return _value_steps(c, what, rest)
    if not cases:
        return (tr.StepTree("value", {"what": what, "value": c.phrase(value)}),)
    said = [tr.StepTree("case", {"value": c.phrase(k.then), "condition": c.condition(k.condition)}) for k in cases]
    said.append(tr.StepTree("case-else", {"value": c.phrase(rest)}))
    return (tr.StepTree("cases", {"what": what}, tuple(said), bullets=True),)


@clause_handler(s.ExceptionClause)
def _exception(c: Context, clause: s.ExceptionClause) -> tr.Steps:
    symbol = c.model.symbols[clause.fact.text]
    assert isinstance(symbol, FactSymbol)
    with c.scope():
        slots, members = match_head(c, clause.params, symbol.params, address=True)
        where = c.maybe(clause.where)
        if tr.constant_truth(where) is False:
            return (tr.StepTree("never-offered"),)
        if members:
            members[-1] = tr.narrow(members[-1], where)
            slots, where = as_known(slots), None
        fact = titled_clause("fact", symbol.name)
        steps: tr.Steps = (tr.StepTree("exception-to", {"fact": fact}),)
        if isinstance(symbol.result, TruthType):
            so: tr.Condition = tr.Says(tr.LexiconKey(symbol.name), slots, f"fact {symbol.name}")
            if isinstance(clause.value, s.Truth):
                inner: tr.Steps = (tr.StepTree("it-is-so", {"condition": so if clause.value.value else tr.negate(so)}),)
            else:
                inner = (_so_if(so, c.condition(clause.value)),)
        else:
            inner = _value_steps(c, value_by_noun(c, symbol, slots), clause.value)
        if where is not None:
            inner = (tr.StepTree("if", {"condition": where}, inner),)
        if members:
            inner = (tr.StepTree("for-any", {"params": tr.Listed(tuple(members), "and")}, inner),)
        return (
            *steps,
            *inner,
            *((tr.StepTree(_combination_message("combined", symbol)),) if symbol.clause.combining is not None else ()),
            *_precedence(clause.rank, clause.over, "exception"),
            *((tr.StepTree("never-both"),) if clause.never_both else ()),
        )


def _precedence(rank: s.Name | None, over: tuple[s.Name, ...], kind: str) -> tr.Steps:
    steps: list[tr.StepTree] = []
    if rank is not None:
        steps.append(
            tr.StepTree(
                f"rank-{kind}", {"rank": tr.Called(tr.LexiconKey(word_name(RANK, rank.text)), (), "", value="quoted")}
            )
        )
    if over:
        others = tuple(titled_clause(kind, o.text) for o in over)
        steps.append(tr.StepTree(f"over-{kind}", {"others": tr.Listed(others, "and")}))
    return tuple(steps)


def match_head(
    c: Context, head: tuple[s.Pattern, ...], params: tuple[LocalSymbol, ...], address: bool = False
) -> tuple[tuple[tuple[str, tr.Phrase], ...], list[tr.Member]]:
    """Return the arguments in a clause's head, and the members for its new names, which are entered into the scope. A
    new name means any value; a constant means that the value must be equal. With `address`, the name of the only player
    becomes "you"."""
    names = [c.model.binds.get(one) for one in head]
    you = _you(c, [n for n in names if n and not n.name.startswith("#")]) if address else None
    slots: list[tuple[str, tr.Phrase]] = []
    members: list[tr.Member] = []
    for place, param in enumerate(params):
        one = head[place] if place < len(head) else None
        symbol = c.model.binds.get(one) if one is not None else None
        if one is None or symbol is None:
            slots.append((param.name, tr.Member(tr.LocalName(c.owner, param.name, param.type), tr.noun_of(param.type))))
        elif symbol.name.startswith("#"):
            slots.append((param.name, _constant(c, one, param)))
        elif symbol is you:
            slots.append((param.name, c.address(symbol)))
        else:
            members.append(tr.Member(c.enter(symbol, symbol.name, param.type), tr.noun_of(param.type)))
            slots.append((param.name, members[-1]))
    return tuple(slots), members


def as_known(slots: tuple[tuple[str, tr.Phrase], ...]) -> tuple[tuple[str, tr.Phrase], ...]:
    """Return these arguments; phrases that introduce a new name are replaced by references to the name."""
    return tuple((name, tr.LocalPhrase(slot.local) if isinstance(slot, tr.Member) else slot) for name, slot in slots)


def _constant(c: Context, one: s.Pattern, param: LocalSymbol) -> tr.Phrase:
    """Return the phrase for a constant in the head of a rule or exception."""
    if isinstance(one, s.Name):
        assert isinstance(param.type, DomainType)
        return member_phrase(param.type.domain, param.type.domain.labels.index(one.text))
    assert not isinstance(one, s.Param)
    return c.phrase(one)


# ----------------------------------------------------------------- choices, actions, procedures, events, rules in words


@clause_handler(s.ChoiceClause)
def _choice(c: Context, clause: s.ChoiceClause) -> tr.Steps:
    mine = [
        placed.clause
        for placed in c.model.rulebook.clauses
        if isinstance(placed.clause, s.ActionClause)
        and placed.clause.choice.text == clause.name.text
        and _is_ever_offered(c, placed.clause, placed.conditions)
    ]
    actions = tuple(tr.StepTree("answer", {"title": titled_clause("action", a.name.text)}) for a in mine)
    head, asked = "any-time" if clause.any_time else "choice", c.maybe(clause.where)
    said: dict[str, tr.TreeArgument] = {} if asked is None else {"condition": asked}
    head += "" if asked is None else "-if"
    return (tr.StepTree(head, said, actions, bullets=True) if actions else tr.StepTree("choice-none"),)


def _is_ever_offered(c: Context, action: s.ActionClause, conditions: tuple[s.Expr, ...]) -> bool:
    """Return whether an action can ever be offered, given the game's answers to options."""
    settled = (tr.constant_truth(c.condition(one)) for one in conditions)
    return False not in settled and not c.is_ruled_out(action.body)


@clause_handler(s.ActionClause)
def _action(c: Context, clause: s.ActionClause) -> tr.Steps:
    choice = titled_clause("choice", clause.choice.text)
    body = (tr.StepTree("never-offered"),) if c.is_ruled_out(clause.body) else c.body(clause.body)
    return (tr.StepTree("action-of", {"choice": choice}, body),)


@clause_handler(s.ProcedureClause)
def _procedure(c: Context, clause: s.ProcedureClause) -> tr.Steps:
    with c.scope():
        slots = _parameters(c, clause.params)
        body = c.body(clause.body or ())
        steps: tr.Steps = body
        if slots:
            steps = (tr.StepTree("given-values", {"params": tr.Listed(tuple(p for _, p in slots), "and")}, body),)
        elif len(body) > 1:
            steps = (tr.StepTree("in-order", {}, body),)
        if clause.nested is not None:
            steps = (*steps, tr.StepTree("nested", {"n": c.phrase(clause.nested)}))
        return steps


@clause_handler(s.FlowClause)
def _flow(c: Context, clause: s.FlowClause) -> tr.Steps:
    return (tr.StepTree("in-order", {}, c.body(clause.body)),)


@clause_handler(s.EventClause)
def _event(c: Context, clause: s.EventClause) -> tr.Steps:
    with c.scope():
        slots = _parameters(c, clause.params)
        called = tr.Called(tr.LexiconKey(clause.name.text), slots, f"event {clause.name.text}", value="performed")
        steps: tr.Steps = (tr.StepTree("event", {"event": called}),)
        if not _has_answers(c, clause.name.text):
            return (*steps, tr.StepTree("unanswered"))
        if clause.start is not None:
            steps += (tr.StepTree("answered", {"start": c.phrase(clause.start), "way": c.round_the_table(clause.way)}),)
        else:
            steps += (tr.StepTree("answered-active", {"way": c.round_the_table(clause.way)}),)
        if clause.ranked:
            steps += (tr.StepTree("answered-ranked"),)
        if clause.nested is not None:
            steps += (tr.StepTree("nested", {"n": c.phrase(clause.nested)}),)
        return steps


def _has_answers(c: Context, event: str) -> bool:
    """Return whether any rule reacts to an event."""
    rules = (p.clause for p in c.model.rulebook.clauses if isinstance(p.clause, s.RuleClause))
    return any(isinstance(rule.trigger, s.When) and rule.trigger.event.text == event for rule in rules)


@clause_handler(s.RuleClause)
def _rule(c: Context, clause: s.RuleClause) -> tr.Steps:
    with c.scope():
        fun, args = _trigger(c, clause)
        if tr.constant_truth(args.get("condition")) is False:
            return (tr.StepTree("never-offered"),)
        step = tr.StepTree(fun, args, c.body(clause.body))
        condition = args.get("condition")
        revealed = condition_revealed(condition) if clause.trigger.reveals else ()
        return (step, *revealed, *_precedence(clause.rank, clause.over, "rule"))


def _trigger(c: Context, clause: s.RuleClause) -> tuple[str, dict[str, tr.TreeArgument]]:
    trigger = clause.trigger
    match trigger:
        case s.When():
            event = c.model.symbols[trigger.event.text]
            assert isinstance(event, EventSymbol)
            slots, _ = match_head(c, trigger.params, event.params)
            said: dict[str, tr.TreeArgument] = {
                "event": tr.Called(tr.LexiconKey(event.name), slots, f"event {event.name}", value="performed")
            }
            fun = "when"
            if trigger.seat is not None:
                fun += "-seat"
                symbol = c.model.binds[trigger.seat]
                given = next((p for p in trigger.params if isinstance(p, s.Name) and p.text == trigger.seat.text), None)
                if given is not None:  # the player who answers is one of the event's arguments
                    said["seat"] = c.variable(c.model.binds[given])
                    fun += "-fixed"
                elif symbol.name.startswith("#"):
                    said["seat"] = _constant(c, trigger.seat, symbol)
                    fun += "-fixed"
                else:
                    said["seat"] = tr.Member(c.declare(trigger.seat), tr.noun_of(DomainType(c.model.players)))
        case s.Whenever():
            tested = "event" if any(isinstance(one, EventSymbol) for one in c.model.symbols.values()) else "decision"
            if trigger.binder is None:
                return "whenever", {"tested": tested, "condition": c.condition(trigger.condition)}
            each = bound_member(c, trigger.binder)
            return "whenever-each", {"tested": tested, "each": each, "condition": c.condition(trigger.condition)}
        case s.AtStep():
            said = {"step": _step(c, trigger)}
            fun = trigger.when.replace(" ", "-") + "-step"
    if trigger.where is not None and not tr.constant_truth(where := c.condition(trigger.where)):
        said["condition"] = where
        fun += "-if"
    return fun, said


def enter_head(c: Context, clause: s.Clause | None) -> None:
    """Enter the names in the head of a rule or procedure into the scope, for sentences that do not repeat the head."""
    match clause:
        case s.RuleClause():
            _trigger(c, clause)
        case s.ProcedureClause(params=params):
            _parameters(c, params)


def _step(c: Context, trigger: s.AtStep) -> tr.Phrase:
    """Return the phrase for the step at which a rule is attached. If the rule's head names arguments of the procedure,
    they are added."""
    owner, name = _owner_id(c, trigger), trigger.procedure.text
    step = tr.Called(tr.LexiconKey(name, trigger.step.text), (), owner, value="quoted")
    if not trigger.params:
        return step
    procedure = c.model.symbols[name]
    assert isinstance(procedure, ProcedureSymbol)
    slots, _ = match_head(c, trigger.params, procedure.params)
    return tr.ComposedPhrase(
        "step-of", {"step": step, "call": tr.Called(tr.LexiconKey(name), slots, owner, value="performed")}
    )


def _owner_id(c: Context, trigger: s.AtStep) -> str:
    name = trigger.procedure.text
    return "flow flow" if name == "flow" else f"procedure {name}"
