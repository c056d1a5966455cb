"""Choices, chance and order in words: who decides, among what, how often, and in which order."""

from __future__ import annotations

from ...model.naming import BRANCH, word_name
from ...model.types import DomainType
from ...syntax import nodes as s
from ..tree import Called, ComposedPhrase, LexiconKey, LocalPhrase, Member, Phrase, Steps, StepTree, TreeArgument
from .effect_steps import audience_steps, learnt, revealed
from .member_phrases import bound_member, domain_phrase, several
from .tree_context import BY_TURNS, Context, noun_of, steps_of


def titled(word: LexiconKey) -> Phrase:
    """A part or an option by its title."""
    return Called(word, (), "", value="title")


# -------------------------------------------------------------------------------------------------------------- choices


@steps_of(s.Choose)
def _choose(c: Context, node: s.Choose, *more: s.Choose) -> Steps:
    if more:
        return _choose_each(c, (node, *more))
    if node.amount is not None:
        return _choose_several(c, node)
    picked = _picked(c, node)
    local, source = picked.local, picked.source
    fun, args = "choose", dict[str, TreeArgument](member=picked)
    chosen_from = None if source is None or picked.where is not None else source.args.get("what")
    if isinstance(chosen_from, Called) and c.has_plural(chosen_from) and c.has_name(local):
        fun, args = "choose-one-of", {"set": chosen_from, "name": c.variable_of(local)}
    phrase = c.picked(node.binder.name.text, node.phrase)
    if phrase is not None:
        fun, args = f"{fun}-phrase", {**args, "phrase": phrase}
    steps: Steps = (StepTree(fun, args),)
    return (*steps, *_about_pick(c, node, c.variable_of(local)), *revealed(c, node, "choice"))


def _picked(c: Context, node: s.Choose) -> Member:
    """What is picked; from here on it is in sight."""
    noun, source = domain_phrase(c, node.binder.domain)
    symbol = c.model.binds[node.binder]
    local = c.enter(c.model.binds[node, "member"], symbol.name, symbol.type)
    c.alias(node.binder, local)
    return Member(local, noun, source, c.maybe(node.where))


def _choose_each(c: Context, nodes: tuple[s.Choose, ...]) -> Steps:
    """What is chosen on one line, one after the other."""
    last = nodes[-1]
    picked = tuple(_picked(c, node) for node in nodes)
    fun, args = "choose", dict[str, TreeArgument](member=several(picked))
    phrase = c.picked(last.binder.name.text, last.phrase)
    if phrase is not None:
        fun, args = "choose-phrase", {**args, "phrase": phrase}
    seen = _about_pick(c, last, c.variable_of(picked[-1].local))
    return (StepTree(fun, args), *seen, *revealed(c, last, "choice"))


def _choose_several(c: Context, node: s.Choose) -> Steps:
    noun, source = domain_phrase(c, node.binder.domain)
    with c.scope():
        one = c.declare((node, "member"))
        each = Member(one, noun, source, c.maybe(node.where))
        total = None if node.total is None else c.phrase(node.total)
    assert node.amount is not None
    amount = _amount(c, node.amount)
    local = c.declare(node.binder)
    args: dict[str, TreeArgument] = {"amount": amount, "members": each, "name": c.variable_of(local)}
    steps: list[StepTree] = [StepTree("choose-several", args)]
    phrase = c.picked(node.binder.name.text, node.phrase)
    if phrase is not None:
        steps = [StepTree("choose-several-phrase", {**args, "phrase": phrase})]
    if total is not None and node.total_least is not None:
        steps.append(StepTree("totalling", {"value": total, "members": each, "least": c.phrase(node.total_least)}))
    if node.so_that is not None:
        steps.append(StepTree("so-that", {"condition": c.condition(node.so_that)}))
    return (*steps, *_about_pick(c, node, c.variable_of(local)), *revealed(c, node, "choice"))


def _amount(c: Context, amount: s.Amount) -> Phrase:
    low = None if amount.low is None else c.phrase(amount.low)
    high = None if amount.high is None else c.phrase(amount.high)
    if low is not None and high is not None:
        if amount.low is amount.high:
            return ComposedPhrase("amount-exactly", {"n": low})
        return ComposedPhrase("amount-between", {"low": low, "high": high})
    if low is not None:
        return ComposedPhrase("amount-at-least", {"n": low})
    return ComposedPhrase("amount-any") if high is None else ComposedPhrase("amount-up-to", {"n": high})


def _about_pick(c: Context, node: s.Choose, name: LocalPhrase) -> Steps:
    """Who sees what is picked, and what holds where nothing can be."""
    steps: list[StepTree] = []
    if node.audience is not None:
        steps += audience_steps(c, "pick-seen", node.audience.who, {"what": name})
    if node.otherwise is not None:
        fun = "otherwise-none" if isinstance(node.otherwise, s.Nothing) else "otherwise-value"
        steps.append(StepTree(fun, {"name": name, "value": c.phrase(node.otherwise)}))
    return tuple(steps)


@steps_of(s.Require)
def _require(c: Context, node: s.Require) -> Steps:
    return (StepTree("require", {"condition": c.condition(node.condition)}),)


@steps_of(s.Draw)
def _draw(c: Context, node: s.Draw) -> Steps:
    drawn = bound_member(c, node.binder, node.where)
    args: dict[str, TreeArgument] = {"member": drawn}
    if node.weight is None:
        steps = [StepTree("draw", args)]
    else:
        steps = [StepTree("draw-weighted", {**args, "weight": c.phrase(node.weight)})]
    if node.audience is not None:
        steps += audience_steps(c, "pick-seen", node.audience.who, {"what": c.variable_of(drawn.local)})
    return (*steps, *revealed(c, node, "draw"))


def otherwise(c: Context, node: s.Do | s.Either) -> Steps:
    if node.otherwise is None:
        return ()
    return (StepTree("none-possible", {}, c.steps(node.otherwise)), *revealed(c, node, "none-possible"))


@steps_of(s.Do)
def _do(c: Context, node: s.Do) -> Steps:
    choice = Called(LexiconKey(node.choice.text), (), f"choice {node.choice.text}", value="quoted")
    return (StepTree("may-do" if node.optional else "do", {"choice": choice}), *otherwise(c, node))


@steps_of(s.Either)
def _either(c: Context, node: s.Either) -> Steps:
    options = tuple(
        StepTree("branch", {"title": titled(LexiconKey(word_name(BRANCH, branch.name.text)))}, c.steps(branch.body))
        for branch in node.branches
    )
    if len(options) == 1 and not node.optional:
        return (*options, *otherwise(c, node))
    head = "may" if node.optional else "either"
    return (StepTree(head, {}, options, bullets=True), *otherwise(c, node))


# --------------------------------------------------------------------------------------------------------- who and when


@steps_of(s.By)
def _by(c: Context, node: s.By) -> Steps:
    return (StepTree("by", {"who": c.phrase(node.player)}, c.steps(node.body)), *revealed(c, node, "who"))


@steps_of(s.AtOnce)
def _at_once(c: Context, node: s.AtOnce) -> Steps:
    with c.scope():
        each = bound_member(c, node.binder, node.where)
        body = c.steps(node.body)
    return (StepTree("at-once", {"each": each}, body), *revealed(c, node, "who"))


@steps_of(s.Window)
def _window(c: Context, node: s.Window) -> Steps:
    start = c.phrase(node.start)
    with c.scope():
        each = Member(c.declare(node), noun_of(DomainType(c.model.players)), None, c.maybe(node.where))
        body = c.steps(node.body)
    mode = node.mode.replace(" ", "-")
    args: dict[str, TreeArgument] = {"start": start, "each": each, "way": c.round_the_table(node.way)}
    return (StepTree("window", args, body), StepTree(f"window-{mode}"), *revealed(c, node, "who"))


@steps_of(s.If)
def _if(c: Context, node: s.If) -> Steps:
    steps: list[StepTree] = []
    head = "if"
    chain: s.If | None = node
    while chain is not None:
        args: dict[str, TreeArgument] = {"condition": c.condition(chain.condition)}
        steps.append(StepTree(head, args, c.steps(chain.then)))
        steps += learnt(args["condition"]) if chain.reveals else ()
        rest = chain.otherwise
        head = "else-if"
        chain = rest[0] if len(rest) == 1 and isinstance(rest[0], s.If) else None
        if chain is None and rest:
            steps.append(StepTree("else", {}, c.steps(rest)))
    return tuple(steps)


@steps_of(s.ForEach)
def _for_each(c: Context, node: s.ForEach) -> Steps:
    if _plainly_joined(node):
        return _for_each_of_several(c, node)
    start = None if node.start is None else c.phrase(node.start)
    with c.scope():
        each = bound_member(c, node.binder, node.where)
        body = c.steps(node.body)
    args: dict[str, TreeArgument] = {"each": each}
    fun = "for-each"
    if each.source is not None and each.source.fun == "from-optional" and each.where is None:
        fun, args = "for-optional", {"name": c.variable_of(each.local), **each.source.args}
    if start is not None:
        seats = c.model.binds[node.binder].type == DomainType(c.model.players)  # seasons turn as they are written
        way = c.round_the_table(node.way) if seats else node.way
        fun, args = "for-each-from", {**args, "start": start, "way": way}
    elif node.chosen:
        fun = "for-each-chosen"
    return (StepTree(fun, args, body), *revealed(c, node, "members"))


def _plainly_joined(node: s.ForEach) -> bool:
    """Whether loops on one line go through members, none of them from somebody on."""
    inner: s.Stmt = node
    while isinstance(inner, s.ForEach) and inner.joined and inner.start is None:
        (inner,) = inner.body
    return inner is not node and isinstance(inner, s.ForEach) and not inner.joined and inner.start is None


def _for_each_of_several(c: Context, node: s.ForEach) -> Steps:
    found: list[Member] = []
    with c.scope():
        found.append(bound_member(c, node.binder, node.where))
        while node.joined and isinstance(inner := node.body[0], s.ForEach):
            node = inner
            found.append(bound_member(c, node.binder, node.where))
        body = c.steps(node.body)
    return (StepTree("for-each", {"each": several(tuple(found))}, body), *revealed(c, node, "members"))


@steps_of(s.Repeat)
def _repeat(c: Context, node: s.Repeat) -> Steps:
    args: dict[str, TreeArgument] = {}
    parts = ["repeat"]
    if node.limit is not None:
        args["n"] = c.phrase(node.limit)
        parts.append("limited")
    if node.condition is not None:
        args["condition"] = c.condition(node.condition)
        parts.append("until" if node.until else "while")
    return (StepTree("-".join(parts), args, c.steps(node.body)), *revealed(c, node, "repeated"))


@steps_of(s.Rounds)
def _rounds(c: Context, node: s.Rounds) -> Steps:
    body = c.steps(node.body)
    if node.limit is None:
        return (StepTree("rounds", {}, body), *revealed(c, node, "repeated"))
    return (StepTree("rounds-limited", {"n": c.phrase(node.limit)}, body), *revealed(c, node, "repeated"))


@steps_of(s.Turns)
def _turns(c: Context, node: s.Turns) -> Steps:
    way = BY_TURNS if c.is_for_two else c.round_the_table(node.way)
    args: dict[str, TreeArgument] = {"start": c.phrase(node.start), "way": way}
    steps: list[StepTree] = []
    fun = "turns-once" if node.once else "turns"
    if node.where is not None:
        steps.append(StepTree("passed-over", {"condition": c.condition(node.where)}))
        if not node.once:
            steps.append(StepTree("turns-end"))
    return (StepTree(fun, args, c.steps(node.body)), *steps, *revealed(c, node, "who"))


@steps_of(s.Step)
def _step(c: Context, node: s.Step) -> Steps:
    return (StepTree("part", {"title": titled(LexiconKey(c.owner, node.name.text))}, c.steps(node.body)),)
