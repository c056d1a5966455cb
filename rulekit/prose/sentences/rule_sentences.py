"""What is true and what is done, in words: facts and their exceptions, procedures, actions, events, rules, the flow."""

from __future__ import annotations

from ...model.naming import RANK, word_name
from ...model.symbols import EventSymbol, FactSymbol, LocalSymbol, ProcedureSymbol
from ...model.types import DomainType, SetType, TruthType
from ...syntax import nodes as s
from ..tree import (
    Called,
    ComposedPhrase,
    Condition,
    Holds,
    LexiconKey,
    Listed,
    LocalName,
    LocalPhrase,
    Member,
    Phrase,
    Says,
    Steps,
    StepTree,
    TreeArgument,
    narrowed,
    negate,
)
from .effect_steps import learnt, named_value
from .member_phrases import bound_member
from .phrases import member_phrase as of_domain
from .phrases import type_phrase
from .tree_context import Context, noun_of, sentences_of


def _head(c: Context, params: tuple[s.Param, ...]) -> tuple[tuple[str, Phrase], ...]:
    """The parameters of a head, each as any of its type."""
    found: list[tuple[str, Phrase]] = []
    for param in params:
        noun, source = type_phrase(c, param.type)
        found.append((param.name.text, Member(c.declare(param), noun, source)))
    return tuple(found)


def _fact_value(c: Context, symbol: FactSymbol, slots: tuple[tuple[str, Phrase], ...]) -> Phrase:
    owned = bool(symbol.params) and symbol.params[0].type == DomainType(c.model.players)
    return Called(LexiconKey(symbol.name), slots, f"fact {symbol.name}", isinstance(symbol.result, SetType), owned)


@sentences_of(s.FactClause)
def _fact(c: Context, clause: s.FactClause) -> Steps:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, FactSymbol) and clause.value is not None
    with c.scope():
        slots = _head(c, clause.params)
        if isinstance(symbol.result, TruthType):
            so = Says(LexiconKey(symbol.name), slots, f"fact {symbol.name}")
            steps = _so_cases(c, so, clause.value)
        else:
            steps = valued(c, _fact_value(c, symbol, slots), clause.value)
        if clause.nested is not None:
            steps = (*steps, StepTree("nested", {"n": c.phrase(clause.nested)}))
        if clause.combining is not None:
            steps = (*steps, StepTree(_combined("combining", symbol)))
        for limit, said in ((clause.floor, "combining-floor"), (clause.ceiling, "combining-ceiling")):
            if limit is not None:
                steps = (*steps, StepTree(said, {"n": c.phrase(limit)}))
        return steps


def _combined(what: str, symbol: FactSymbol) -> str:
    """The sentence on exceptions that count together: of what is so or not, other than of what several belong to."""
    truth = isinstance(symbol.result, TruthType)
    return f"{what}-{symbol.clause.combining}" + ("-truth" if truth else "")


def _so_if(so: Condition, condition: Condition) -> Steps:
    if isinstance(condition, Holds) and condition.fun in ("always", "never"):
        return (StepTree("it-is-so", {"condition": so if condition.fun == "always" else negate(so)}),)
    return (StepTree("so-if", {"so": so, "condition": condition}),)


def _so_cases(c: Context, so: Condition, value: s.Expr) -> Steps:
    """When it is so: at once, or case by case."""
    if isinstance(value, s.LetExpression) and _has_cases(value):
        named = named_value(c, value)
        return (*_so_cases(c, so, value.body), *named)
    if not isinstance(value, s.Conditional) or isinstance(value.then, s.Truth) or isinstance(value.otherwise, s.Truth):
        return _so_if(so, c.condition(value))
    cases: list[StepTree] = []
    while isinstance(value, s.Conditional):
        cases.append(StepTree("case-so", {"when": c.condition(value.condition), "condition": c.condition(value.then)}))
        value = value.otherwise
    cases.append(StepTree("case-so-else", {"condition": c.condition(value)}))
    return (StepTree("cases-so", {"so": so}, tuple(cases), bullets=True),)


def _has_cases(value: s.Expr) -> bool:
    """Whether names come before a list of cases: then each is said in a sentence of its own, behind the list."""
    while isinstance(value, s.LetExpression):
        value = value.body
    return isinstance(value, s.Conditional)


def valued(c: Context, what: Phrase, value: s.Expr) -> Steps:
    """What a fact is: at once, or case by case."""
    if isinstance(value, s.LetExpression) and _has_cases(value):
        named = named_value(c, value)
        return (*valued(c, what, value.body), *named)
    if not isinstance(value, s.Conditional):
        empty = (isinstance(value, s.SetLiteral) and not value.items) or isinstance(value, s.Nothing)
        return (
            StepTree("value-nothing", {"what": what})
            if empty
            else StepTree("value", {"what": what, "value": c.phrase(value)}),
        )
    cases: list[StepTree] = []
    rest: s.Expr = value
    while isinstance(rest, s.Conditional):
        cases.append(StepTree("case", {"value": c.phrase(rest.then), "condition": c.condition(rest.condition)}))
        rest = rest.otherwise
    cases.append(StepTree("case-else", {"value": c.phrase(rest)}))
    return (StepTree("cases", {"what": what}, tuple(cases), bullets=True),)


@sentences_of(s.ExceptionClause)
def _exception(c: Context, clause: s.ExceptionClause) -> Steps:
    symbol = c.model.symbols[clause.fact.text]
    assert isinstance(symbol, FactSymbol)
    with c.scope():
        slots, members = matched(c, clause.params, symbol.params)
        where = c.maybe(clause.where)
        if members:
            members[-1] = narrowed(members[-1], where)
            slots, where = named(slots), None
        fact = Called(LexiconKey(symbol.name), (), f"fact {symbol.name}", value="quoted")
        steps: Steps = (StepTree("exception-to", {"fact": fact}),)
        if isinstance(symbol.result, TruthType):
            so: Condition = Says(LexiconKey(symbol.name), slots, f"fact {symbol.name}")
            if isinstance(clause.value, s.Truth):
                inner: Steps = (StepTree("it-is-so", {"condition": so if clause.value.value else negate(so)}),)
            else:
                inner = _so_if(so, c.condition(clause.value))
        else:
            inner = valued(c, _fact_value(c, symbol, slots), clause.value)
        if where is not None:
            inner = (StepTree("if", {"condition": where}, inner),)
        if members:
            inner = (StepTree("for-any", {"params": Listed(tuple(members), "and")}, inner),)
        return (
            *steps,
            *inner,
            *((StepTree(_combined("combined", symbol)),) if symbol.clause.combining is not None else ()),
            *_precedence(clause.rank, clause.over, "exception"),
            *((StepTree("never-both"),) if clause.never_both else ()),
        )


def _precedence(rank: s.Name | None, over: tuple[s.Name, ...], kind: str) -> Steps:
    steps: list[StepTree] = []
    if rank is not None:
        steps.append(
            StepTree(f"rank-{kind}", {"rank": Called(LexiconKey(word_name(RANK, rank.text)), (), "", value="quoted")})
        )
    if over:
        others = tuple(
            Called(LexiconKey(word_name(kind, o.text)), (), f"{kind} {o.text}", value="quoted") for o in over
        )
        steps.append(StepTree(f"over-{kind}", {"others": Listed(others, "and")}))
    return tuple(steps)


def matched(
    c: Context, head: tuple[s.Pattern, ...], params: tuple[LocalSymbol, ...]
) -> tuple[tuple[tuple[str, Phrase], ...], list[Member]]:
    """What a head names: a new name stands for any value, and comes into sight; a constant is what it must be.

    The members are those of the new names.
    """
    slots: list[tuple[str, Phrase]] = []
    members: list[Member] = []
    for place, param in enumerate(params):
        one = head[place] if place < len(head) else None
        symbol = c.model.binds.get(one) if one is not None else None
        if one is None or symbol is None:
            slots.append((param.name, Member(LocalName(c.owner, param.name, param.type), noun_of(param.type))))
        elif symbol.name.startswith("#"):
            slots.append((param.name, _constant(c, one, param)))
        else:
            members.append(Member(c.enter(symbol, symbol.name, param.type), noun_of(param.type)))
            slots.append((param.name, members[-1]))
    return tuple(slots), members


def named(slots: tuple[tuple[str, Phrase], ...]) -> tuple[tuple[str, Phrase], ...]:
    """The same, once they were introduced."""
    return tuple((name, LocalPhrase(slot.local) if isinstance(slot, Member) else slot) for name, slot in slots)


def _constant(c: Context, one: s.Pattern, param: LocalSymbol) -> Phrase:
    """A value that stands in a head."""
    if isinstance(one, s.Name):
        assert isinstance(param.type, DomainType)
        return of_domain(param.type.domain, param.type.domain.labels.index(one.text))
    assert not isinstance(one, s.Param)
    return c.phrase(one)


# ------------------------------------------------------------------------------------------------------- what is done


@sentences_of(s.ChoiceClause)
def _choice(c: Context, clause: s.ChoiceClause) -> Steps:
    joined = [p.clause for p in c.model.rulebook.clauses if isinstance(p.clause, s.ActionClause)]
    mine = [a for a in joined if a.choice.text == clause.name.text]
    actions = tuple(
        StepTree("answer", {"title": Called(LexiconKey(a.name.text), (), f"action {a.name.text}", value="quoted")})
        for a in mine
    )
    head, asked = "any-time" if clause.any_time else "choice", c.maybe(clause.where)
    said: dict[str, TreeArgument] = {} if asked is None else {"condition": asked}
    head += "" if asked is None else "-if"
    return (StepTree(head, said, actions, bullets=True) if actions else StepTree("choice-none"),)


@sentences_of(s.ActionClause)
def _action(c: Context, clause: s.ActionClause) -> Steps:
    choice = Called(LexiconKey(clause.choice.text), (), f"choice {clause.choice.text}", value="quoted")
    return (StepTree("action-of", {"choice": choice}, c.steps(clause.body)),)


@sentences_of(s.ProcedureClause)
def _procedure(c: Context, clause: s.ProcedureClause) -> Steps:
    with c.scope():
        slots = _head(c, clause.params)
        body = c.steps(clause.body or ())
        steps: Steps = body
        if slots:
            steps = (StepTree("given-values", {"params": Listed(tuple(p for _, p in slots), "and")}, body),)
        elif len(body) > 1:
            steps = (StepTree("in-order", {}, body),)
        if clause.nested is not None:
            steps = (*steps, StepTree("nested", {"n": c.phrase(clause.nested)}))
        return steps


@sentences_of(s.FlowClause)
def _flow(c: Context, clause: s.FlowClause) -> Steps:
    return (StepTree("in-order", {}, c.steps(clause.body)),)


@sentences_of(s.EventClause)
def _event(c: Context, clause: s.EventClause) -> Steps:
    with c.scope():
        slots = _head(c, clause.params)
        called = Called(LexiconKey(clause.name.text), slots, f"event {clause.name.text}", value="performed")
        steps: Steps = (StepTree("event", {"event": called}),)
        if not _answered(c, clause.name.text):
            return (*steps, StepTree("unanswered"))
        if clause.start is not None:
            steps += (StepTree("answered", {"start": c.phrase(clause.start), "way": c.round_the_table(clause.way)}),)
        else:
            steps += (StepTree("answered-active", {"way": c.round_the_table(clause.way)}),)
        if clause.ranked:
            steps += (StepTree("answered-ranked"),)
        if clause.nested is not None:
            steps += (StepTree("nested", {"n": c.phrase(clause.nested)}),)
        return steps


def _answered(c: Context, event: str) -> bool:
    """Whether any rule waits for an event."""
    rules = (p.clause for p in c.model.rulebook.clauses if isinstance(p.clause, s.RuleClause))
    return any(isinstance(rule.trigger, s.When) and rule.trigger.event.text == event for rule in rules)


@sentences_of(s.RuleClause)
def _rule(c: Context, clause: s.RuleClause) -> Steps:
    with c.scope():
        fun, args = _trigger(c, clause)
        step = StepTree(fun, args, c.steps(clause.body))
        condition = args.get("condition")
        revealed = learnt(condition) if clause.trigger.reveals else ()
        return (step, *revealed, *_precedence(clause.rank, clause.over, "rule"))


def _trigger(c: Context, clause: s.RuleClause) -> tuple[str, dict[str, TreeArgument]]:
    trigger = clause.trigger
    match trigger:
        case s.When():
            event = c.model.symbols[trigger.event.text]
            assert isinstance(event, EventSymbol)
            slots, _ = matched(c, trigger.params, event.params)
            said: dict[str, TreeArgument] = {
                "event": Called(LexiconKey(event.name), slots, f"event {event.name}", value="performed")
            }
            fun = "when"
            if trigger.seat is not None:
                fun += "-seat"
                symbol = c.model.binds[trigger.seat]
                given = next((p for p in trigger.params if isinstance(p, s.Name) and p.text == trigger.seat.text), None)
                if given is not None:  # whom the event is about answers
                    said["seat"] = c.variable(c.model.binds[given])
                    fun += "-fixed"
                elif symbol.name.startswith("#"):
                    said["seat"] = _constant(c, trigger.seat, symbol)
                    fun += "-fixed"
                else:
                    said["seat"] = Member(c.declare(trigger.seat), noun_of(DomainType(c.model.players)))
        case s.Whenever():
            if trigger.binder is None:
                return "whenever", {"condition": c.condition(trigger.condition)}
            each = bound_member(c, trigger.binder)
            return "whenever-each", {"each": each, "condition": c.condition(trigger.condition)}
        case s.AtStep():
            said = {"step": _step(c, trigger)}
            fun = trigger.when.replace(" ", "-") + "-step"
    if trigger.where is not None:
        said["condition"] = c.condition(trigger.where)
        fun += "-if"
    return fun, said


def enter_head(c: Context, clause: s.Clause | None) -> None:
    """The names in the head of a rule or a procedure come into sight, where what it says of them is left out."""
    match clause:
        case s.RuleClause():
            _trigger(c, clause)
        case s.ProcedureClause(params=params):
            _head(c, params)


def _step(c: Context, trigger: s.AtStep) -> Phrase:
    """The step, and the procedure as its head names what it is for."""
    owner, name = _owner_id(c, trigger), trigger.procedure.text
    step = Called(LexiconKey(name, trigger.step.text), (), owner, value="quoted")
    if not trigger.params:
        return step
    procedure = c.model.symbols[name]
    assert isinstance(procedure, ProcedureSymbol)
    slots, _ = matched(c, trigger.params, procedure.params)
    return ComposedPhrase("step-of", {"step": step, "call": Called(LexiconKey(name), slots, owner, value="performed")})


def _owner_id(c: Context, trigger: s.AtStep) -> str:
    name = trigger.procedure.text
    return "flow flow" if name == "flow" else f"procedure {name}"
