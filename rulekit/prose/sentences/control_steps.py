"""Choices, chance and order in words: who decides, among which options, how often, in which order."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.naming import BRANCH, word_name
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import every, inside, may_end_game, unit_left
from .. import tree as tr
from .effect_steps import audience_steps, condition_revealed
from .member_phrases import bound_member, domain_phrase, join_members
from .phrases import titled_clause
from .tree_context import BY_TURNS, Context, statement_handler


def title_phrase(word: tr.LexiconKey) -> tr.Phrase:
    """Return a phrase that is the title of a step or of a branch."""
    return tr.Called(word, (), "", value="title")


# ----------------------------------------------------------------------------------------------------- choices in words


@statement_handler(s.Choose, reveals="choice")
def _choose(c: Context, node: s.Choose, *more: s.Choose) -> tr.Steps:
    if more:
        return _choose_each(c, (node, *more))
    if node.amount is not None:
        return _choose_several(c, node)
    picked = _pick_member(c, node)
    local, source = picked.local, picked.source
    fun, args = "choose", dict[str, tr.TreeArgument](member=picked)
    chosen_from = None if source is None or picked.where is not None else source.args.get("what")
    if isinstance(chosen_from, tr.Called) and c.has_plural(chosen_from) and c.has_name(local):
        fun, args = "choose-one-of", {"set": chosen_from, "name": tr.LocalPhrase(local)}
    phrase = c.pick_phrase(node.binder.name.text, node.phrase)
    if phrase is not None:
        fun, args = f"{fun}-phrase", {**args, "phrase": phrase}
    steps: tr.Steps = (tr.StepTree(fun, args),)
    return (*steps, *_about_pick(c, node, tr.LocalPhrase(local)))


def choice_phrases(root: s.Node) -> Iterator[tuple[str, str]]:
    """Yield, for each choice for which the author wrote a phrase, the name of what is chosen and the phrase."""
    for node in inside(root, s.Choose):
        if node.phrase is not None:
            yield node.binder.name.text, node.phrase.value


def _pick_member(c: Context, node: s.Choose) -> tr.Member:
    """Return the phrase for what is picked, and enter the name of the pick into the scope."""
    noun, source = domain_phrase(c, node.binder.domain)
    symbol = c.model.binds[node.binder]
    local = c.enter(c.model.binds[node, "member"], symbol.name, symbol.type)
    c.alias(node.binder, local)
    return tr.Member(local, noun, source, c.maybe(node.where))


def _choose_each(c: Context, nodes: tuple[s.Choose, ...]) -> tr.Steps:
    """Return the steps for several choices on one line; one sentence names all of them in order."""
    last = nodes[-1]
    picked = tuple(_pick_member(c, node) for node in nodes)
    fun, args = "choose", dict[str, tr.TreeArgument](member=join_members(picked))
    phrase = c.pick_phrase(last.binder.name.text, last.phrase)
    if phrase is not None:
        fun, args = "choose-phrase", {**args, "phrase": phrase}
    seen = _about_pick(c, last, tr.LocalPhrase(picked[-1].local))
    return (tr.StepTree(fun, args), *seen)


def _choose_several(c: Context, node: s.Choose) -> tr.Steps:
    noun, source = domain_phrase(c, node.binder.domain)
    with c.scope():
        one = c.declare((node, "member"))
        each = tr.Member(one, noun, source, c.maybe(node.where))
        total = None if node.total is None else c.phrase(node.total)
    assert node.amount is not None
    amount = _amount(c, node.amount)
    local = c.declare(node.binder)
    args: dict[str, tr.TreeArgument] = {"amount": amount, "members": each, "name": tr.LocalPhrase(local)}
    steps: list[tr.StepTree] = [tr.StepTree("choose-several", args)]
    phrase = c.pick_phrase(node.binder.name.text, node.phrase)
    if phrase is not None:
        steps = [tr.StepTree("choose-several-phrase", {**args, "phrase": phrase})]
    if total is not None and node.total_least is not None:
        steps.append(tr.StepTree("totalling", {"value": total, "members": each, "least": c.phrase(node.total_least)}))
    if node.so_that is not None:
        steps.append(tr.StepTree("so-that", {"condition": c.condition(node.so_that)}))
    return (*steps, *_about_pick(c, node, tr.LocalPhrase(local)))


def _amount(c: Context, amount: s.Amount) -> tr.Phrase:
    low = None if amount.low is None else c.phrase(amount.low)
    high = None if amount.high is None else c.phrase(amount.high)
    if low is not None and high is not None:
        if amount.low is amount.high:
            return tr.ComposedPhrase("amount-exactly", {"n": low})
        return tr.ComposedPhrase("amount-between", {"low": low, "high": high})
    if low is not None:
        return tr.ComposedPhrase("amount-at-least", {"n": low})
    return tr.ComposedPhrase("amount-any") if high is None else tr.ComposedPhrase("amount-up-to", {"n": high})


def _about_pick(c: Context, node: s.Choose, name: tr.LocalPhrase) -> tr.Steps:
    """Return sentences on who sees the pick, and on its value if nothing can be picked."""
    steps: list[tr.StepTree] = []
    if node.audience is not None:
        steps += audience_steps(c, "pick-seen", node.audience.who, {"what": name})
    if node.otherwise is not None:
        fun = "otherwise-none" if isinstance(node.otherwise, s.Nothing) else "otherwise-value"
        steps.append(tr.StepTree(fun, {"name": name, "value": c.phrase(node.otherwise)}))
    return tuple(steps)


@statement_handler(s.Require)
def _require(c: Context, node: s.Require) -> tr.Steps:
    condition = c.condition(node.condition)
    if (settled := tr.constant_truth(condition)) is not None:
        return () if settled else (tr.StepTree("never-offered"),)
    return (tr.StepTree("require", {"condition": condition}),)


@statement_handler(s.Draw, reveals="draw")
def _draw(c: Context, node: s.Draw) -> tr.Steps:
    drawn = bound_member(c, node.binder, node.where)
    args: dict[str, tr.TreeArgument] = {"member": drawn}
    if node.weight is None:
        steps = [tr.StepTree("draw", args)]
    else:
        steps = [tr.StepTree("draw-weighted", {**args, "weight": c.phrase(node.weight)})]
    if node.audience is not None:
        steps += audience_steps(c, "pick-seen", node.audience.who, {"what": tr.LocalPhrase(drawn.local)})
    return tuple(steps)


def otherwise(c: Context, node: s.Do | s.Either) -> tr.Steps:
    """Return the step for the `otherwise` of a choice, which is carried out if no option is possible. Return no steps
    if there is no `otherwise`."""
    if node.otherwise is None:
        return ()
    return (tr.StepTree("none-possible", {}, c.steps(node.otherwise)),)


@statement_handler(s.Do, reveals="none-possible")
def _do(c: Context, node: s.Do) -> tr.Steps:
    choice = titled_clause("choice", node.choice.text)
    return (tr.StepTree("may-do" if node.optional else "do", {"choice": choice}), *otherwise(c, node))


@statement_handler(s.Either, reveals="none-possible")
def _either(c: Context, node: s.Either) -> tr.Steps:
    options = tuple(
        tr.StepTree(
            "branch", {"title": title_phrase(tr.LexiconKey(word_name(BRANCH, branch.name.text)))}, c.body(branch.body)
        )
        for branch in node.branches
        if not c.is_ruled_out(branch.body)
    )
    if not options:
        return c.steps(node.otherwise or ())
    if len(options) == 1 and not node.optional:
        return (*options, *otherwise(c, node))
    head = "may" if node.optional else "either"
    return (tr.StepTree(head, {}, options, bullets=True), *otherwise(c, node))


# ---------------------------------------------------------------------------------- players, conditions, loops in words


@statement_handler(s.By, reveals="who")
def _by(c: Context, node: s.By) -> tr.StepTree:
    """Return the step in which another player decides. If this player is described in relation to "you" and the body
    also says "you", the message says that "you" now means them."""
    body = [me for stmt in node.body for me in inside(stmt, s.Ref) if me.name.text == "me"]
    told = any(ref.name.text == "me" for ref in inside(node.player, s.Ref)) and not isinstance(node.player, s.Ref)
    return tr.StepTree("by-another" if told and body else "by", {"who": c.phrase(node.player)}, c.body(node.body))


@statement_handler(s.AtOnce, reveals="who")
def _at_once(c: Context, node: s.AtOnce) -> tr.StepTree:
    with c.scope():
        each = bound_member(c, node.binder, node.where)
        body = c.steps(node.body)
    return tr.StepTree("at-once", {"each": each}, body)


@statement_handler(s.Window, reveals="who")
def _window(c: Context, node: s.Window) -> tr.Steps:
    start = c.phrase(node.start)
    with c.scope():
        each = tr.Member(c.declare(node), tr.noun_of(DomainType(c.model.players)), None, c.maybe(node.where))
        body = c.steps(node.body)
    mode = node.mode.replace(" ", "-")
    args: dict[str, tr.TreeArgument] = {"start": start, "each": each, "way": c.round_the_table(node.way)}
    return (tr.StepTree("window", args, body), tr.StepTree(f"window-{mode}"))


@statement_handler(s.If)
def _if(c: Context, node: s.If) -> tr.Steps:
    steps: list[tr.StepTree] = []
    head = "if"
    chain: s.If | None = node
    while chain is not None:
        condition = c.condition(chain.condition)
        settled = tr.constant_truth(condition)
        rest = chain.then if settled else chain.otherwise
        then = c.steps(chain.then) if settled is None else ()
        if then or (rest and settled is None):
            apart = bool(rest) and _ends_in_if(then)
            steps.append(tr.StepTree(head, {"condition": condition}, then or (tr.StepTree("nothing-happens"),), apart))
            steps += condition_revealed(condition) if chain.reveals else ()
            head = "else-if"
        chain = rest[0] if not settled and len(rest) == 1 and isinstance(rest[0], s.If) else None
        if chain is None and rest:
            steps += (tr.StepTree("else", {}, c.steps(rest)),) if head == "else-if" else c.steps(rest)
    return tuple(steps)


def _ends_in_if(steps: tr.Steps) -> bool:
    """Return whether steps end in an `if` inside one sentence. An "otherwise" after them would seem to belong to that
    `if`."""
    first = steps[0] if steps and all(one.fun.startswith("else") for one in steps[1:]) else None
    body = () if first is None else tuple(one for one in first.body if isinstance(one, tr.StepTree))
    return first is not None and (first.fun == "if" or _ends_in_if(body))


@statement_handler(s.ForEach, reveals="members")
def _for_each(c: Context, node: s.ForEach) -> tr.StepTree | tr.Steps:
    if innermost_loop(node) is not node:
        return _for_each_of_several(c, node)
    start = None if node.start is None else c.phrase(node.start)
    with c.scope():
        each = bound_member(c, node.binder, node.where)
        if tr.constant_truth(each.where) is False:
            return ()
        body = c.steps(node.body)
    if not body:
        return ()
    args: dict[str, tr.TreeArgument] = {"each": each}
    fun = "for-each"
    if each.source is not None and each.source.fun == "from-optional" and each.where is None:
        fun, args = "for-optional", {"name": tr.LocalPhrase(each.local), **each.source.args}
    if start is not None:
        # players come in the order of their seats around the table, other values in the order of their declaration
        seats = c.model.binds[node.binder].type == DomainType(c.model.players)
        way = c.round_the_table(node.way) if seats else node.way
        fun, args = "for-each-from", {**args, "start": start, "way": way}
    elif node.chosen:
        fun = "for-each-chosen"
    return tr.StepTree(fun, args, body)


def innermost_loop(node: s.Stmt) -> s.Stmt:
    """Return the last of several loops on one line if one phrase can name the members of all, because each runs in the
    usual order. Otherwise return the statement itself."""
    inner = node
    while isinstance(inner, s.ForEach) and inner.joined and inner.start is None:
        (inner,) = inner.body
    return inner if isinstance(inner, s.ForEach) and not inner.joined and inner.start is None else node


def _for_each_of_several(c: Context, node: s.ForEach) -> tr.Steps:
    found: list[tr.Member] = []
    with c.scope():
        found.append(bound_member(c, node.binder, node.where))
        while node.joined and isinstance(inner := node.body[0], s.ForEach):
            node = inner
            found.append(bound_member(c, node.binder, node.where))
        if any(tr.constant_truth(one.where) is False for one in found):
            return ()
        body = c.steps(node.body)
    return (tr.StepTree("for-each", {"each": join_members(tuple(found))}, body),)


@statement_handler(s.Repeat, reveals="repeated")
def _repeat(c: Context, node: s.Repeat) -> tr.Steps:
    args: dict[str, tr.TreeArgument] = {}
    parts = ["repeat"]
    if node.limit is not None and not _is_limit_unsaid(c, node):
        args["n"] = c.phrase(node.limit)
        left = any(unit_left(one) == "loop" or does(one, "returns") for one in every(node.body))
        exactly = "times" if isinstance(node.limit, s.Number) else "count"
        parts.append("limited" if left or node.condition is not None else exactly)
    if node.condition is not None:
        args["condition"] = condition = c.condition(node.condition)
        settled = tr.constant_truth(condition)
        if settled is node.until:
            return ()
        parts += () if settled is not None else ("until" if node.until else "while",)
    body = c.steps(node.body)
    return (tr.StepTree("-".join(parts), args, body),) if body else ()


def _is_limit_unsaid(c: Context, node: s.Repeat) -> bool:
    """Return whether the limit of a loop need not be mentioned: the loop is the last statement of the flow and ends the
    game, so only programs need the limit."""
    flows = (one.clause for one in c.model.rulebook.clauses if isinstance(one.clause, s.FlowClause))
    return any(one.body[-1] is node for one in flows) and may_end_game(node.body)


@statement_handler(s.Rounds, reveals="repeated")
def _rounds(c: Context, node: s.Rounds) -> tr.StepTree:
    body = c.steps(node.body)
    if node.limit is None:
        return tr.StepTree("rounds", {}, body)
    return tr.StepTree("rounds-limited", {"n": c.phrase(node.limit)}, body)


@statement_handler(s.Turns, reveals="who")
def _turns(c: Context, node: s.Turns) -> tr.Steps:
    way = BY_TURNS if c.is_for_two else c.round_the_table(node.way)
    args: dict[str, tr.TreeArgument] = {"start": c.phrase(node.start), "way": way}
    steps: list[tr.StepTree] = []
    fun = "turns-once" if node.once else "turns"
    where = c.maybe(node.where)
    if tr.constant_truth(where) is False:
        return ()
    if where is not None:
        steps.append(tr.StepTree("passed-over", {"condition": where}))
        if not node.once:
            steps.append(tr.StepTree("turns-end"))
    return (tr.StepTree(fun, args, c.body(node.body)), *steps)


@statement_handler(s.Step)
def _step(c: Context, node: s.Step) -> tr.StepTree:
    return tr.StepTree("part", {"title": title_phrase(tr.LexiconKey(c.owner, node.name.text))}, c.body(node.body))
