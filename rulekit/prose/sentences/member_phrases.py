"""Phrases for the members that choices, loops and quantifiers run over, and for their numbers.

Examples: `an inn`, `a coin from the purse`, `a number from 1 to 6`. The file also handles the quantifiers `count`,
`sum`, `most`, `the` and `first`, sets, and counts compared with a number. Superlatives are here, too: "whose village
comes first" for `all j in inns: i.village <= j.village`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from ...model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ...model.types import DomainType, NumberType, OptionType, SetType
from ...syntax import nodes as s
from ...syntax.traversal import inside, walk
from .. import tree as tr
from .builtin_phrases import contents_noun, emptiness, owner_and_set, place_preposition
from .phrases import argument_nodes, in_brackets, place_phrase, spot
from .tree_context import Context, phrase_handler


def bound_member(c: Context, binder: s.Binder, where: s.Expr | None = None, of: object = None) -> tr.Member:
    """Return the phrase for the member that a binder such as `i in Inn` introduces, and enter its name into the
    scope."""
    reaches = bool(inside(binder.domain, s.Reach))
    with c.scope():
        if reaches:  # the names in a `reach` appear in the same phrase, so letters must tell them apart from this one
            c.declare(of or binder)
        noun, source = domain_phrase(c, binder.domain)
    local = c.declare(of or binder)
    c.origins[c.model.binds[of or binder]] = " ".join(binder.domain.span.text.split())
    return tr.narrow(tr.Member(local, noun, source, c.maybe(binder.where)), c.maybe(where))


def domain_phrase(c: Context, node: s.Expr) -> tuple[tr.Noun, tr.ComposedPhrase | None]:
    """Return the noun for the members of a domain, and a phrase that says which of them are meant, such as `from the
    purse`; None if all are."""
    symbol = c.symbol(node)
    if isinstance(symbol, DomainSymbol):
        return contents_noun(c, node), None
    if isinstance(symbol, PlaceSymbol):
        return contents_noun(c, node), tr.ComposedPhrase(
            "from-place", {"place": place_phrase(c, node), "where": spot(symbol)}
        )
    noun = tr.noun_of(c.type(node))
    match node:
        case s.Range(low=low, high=high):
            return noun, tr.ComposedPhrase("from-range", {"low": c.phrase(low), "high": c.phrase(high)})
        case s.SetLiteral(items=items) if items:
            return noun, tr.ComposedPhrase("from-list", {"items": tr.Listed(tuple(map(c.phrase, items)), "or")})
        case s.SetComprehension(image=None, binders=(one,), where=None):
            return domain_phrase(c, one.domain)
    if isinstance(c.type(node), OptionType):
        return noun, tr.ComposedPhrase("from-optional", {"what": c.phrase(node)})
    return noun, tr.ComposedPhrase("from-set", {"what": in_brackets(node, c.phrase(node))})


def bound_members(c: Context, binders: tuple[s.Binder, ...], condition: s.Expr | None) -> tuple[tr.Member, ...]:
    """Return the phrases for the members that several binders introduce. The condition is added to the last one."""
    found = [bound_member(c, binder) for binder in binders]
    found[-1] = tr.narrow(found[-1], c.maybe(condition))
    return tuple(found)


def join_members(found: tuple[tr.Member, ...]) -> tr.Phrase:
    """Return one phrase that names all of these members one after the other."""
    if len(found) == 1:
        return found[0]
    return tr.ComposedPhrase("with-each", {"first": found[0], "rest": join_members(found[1:])})


@phrase_handler(s.Quantified)
def _quantifier(c: Context, node: s.Quantified) -> tr.Phrase:
    with c.scope():
        found = join_members(bound_members(c, node.binders, node.where))
        if node.kind in ("count", "the", "any"):
            return tr.ComposedPhrase(
                {"count": "count", "the": "the-only", "any": "first"}[node.kind], {"members": found}
            )
        assert node.body is not None
        said: dict[str, tr.TreeArgument] = {"members": found, "value": c.phrase(node.body)}
    if node.otherwise is None:
        each = _of_each(c, found, said["value"])
        sets = isinstance(c.type(node), SetType)
        fun = "united" if sets else node.kind
        return tr.ComposedPhrase(fun, said, sets) if each is None else tr.ComposedPhrase(f"{fun}-of", each, sets)
    return tr.ComposedPhrase(f"{node.kind}-otherwise", {**said, "otherwise": c.phrase(node.otherwise)})


def _of_each(c: Context, found: tr.Phrase, value: tr.TreeArgument) -> dict[str, tr.TreeArgument] | None:
    """Return the arguments for a phrase such as `the sum of the payments of all players`: the noun and the members.
    Return None if the value is not simply an attribute of the members."""
    if (
        not isinstance(found, tr.Member)
        or not isinstance(value, tr.Called)
        or value.value
        or c.nouns.has_text(value.word)
    ):
        return None
    if not all(isinstance(of, tr.LocalPhrase) and of.local is found.local for _, of in value.slots) or not value.slots:
        return None
    return {"noun": evolve(value, slots=(), owned=False), "members": found}


@phrase_handler(s.SetComprehension)
def _comprehension(c: Context, node: s.SetComprehension) -> tr.Phrase:
    with c.scope():
        found = join_members(bound_members(c, node.binders, node.where))
        if node.image is None:
            return tr.ComposedPhrase("every", {"members": found})
        return tr.ComposedPhrase("image", {"members": found, "value": c.phrase(node.image)})


def _names_start(c: Context, node: s.Reach) -> bool:
    """Return whether the conditions on each step of a `reach` also mention the place where the `reach` started."""
    starts = {c.symbol(one) for one in walk(node.seed) if isinstance(one, s.Ref)}
    asked = [node.domain, *((node.where,) if node.where is not None else ())]
    return any(c.symbol(one) in starts for root in asked for one in walk(root) if isinstance(one, s.Ref))


@phrase_handler(s.Reach)
def _reach(c: Context, node: s.Reach) -> tr.Phrase:
    seed = c.phrase(node.seed)
    begins = seed.items[0] if isinstance(seed, tr.Listed) and len(seed.items) == 1 else None
    # the phrase uses one name for the start and for every later place, unless its conditions mention the start
    start = begins.local if isinstance(begins, tr.LocalPhrase) and not _names_start(c, node) else None
    with c.scope():
        if start is not None:
            source = start
            c.alias(node, source)
        else:
            source = c.declare(node)
        noun, where_from = domain_phrase(c, node.domain)
        target = c.declare((node, "target"))
        next_ones: tr.Phrase = tr.ComposedPhrase(
            "every", {"members": tr.Member(target, noun, where_from, c.maybe(node.where))}
        )
        if where_from is not None and where_from.fun == "from-set" and node.where is None:
            held = where_from.args["what"]
            assert isinstance(held, tr.Phrase)
            next_ones = held
        said: dict[str, tr.TreeArgument] = {"seed": seed, "next": next_ones, "source": tr.LocalPhrase(source)}
        return tr.ComposedPhrase("reach" if start is None else "reach-one", said, plural=True)


# --------------------------------------------------------------------------------------- comparisons of counts in words


def quantity_condition(c: Context, node: s.Binary, how: str) -> tr.Condition | None:
    """Return the condition "there are N …" for `count(…) == 3` or `size(P) > 1`. Return None unless a count is compared
    with a written number."""
    left, right = node.left, node.right
    if isinstance(left, s.Number) and not isinstance(right, s.Number):
        left, right = right, left
        how = {"less": "more", "more": "less", "at-least": "at-most", "at-most": "at-least"}.get(how, how)
    if not isinstance(right, s.Number):
        return None
    name = {"less": "fewer"}.get(how, how)
    n = right.value
    if (how == "exactly" and n == 0) or (how == "less" and n == 1):
        return _none(c, left)
    if isinstance(left, s.Quantified) and left.kind == "count":
        with c.scope():
            return tr.Holds(
                f"there-are-{name}", {"n": n, "members": join_members(bound_members(c, left.binders, left.where))}
            )
    if isinstance(left, s.Call) and left.name.text == "size":
        arg = argument_nodes(c, left)[0]
        held = owner_and_set(c, place_phrase(c, arg))
        if held is not None and n > 1:
            return tr.Holds(f"has-{name}", {"n": n, **held})
        said: dict[str, tr.TreeArgument] = {
            "n": n,
            "place": place_phrase(c, arg),
            "noun": contents_noun(c, arg),
            "where": place_preposition(c, arg),
        }
        return tr.Holds(f"{name}-in", said)
    return None


def _none(c: Context, node: s.Expr) -> tr.Condition | None:
    if isinstance(node, s.Quantified) and node.kind == "count":
        with c.scope():
            return tr.Holds("there-are-no", {"members": join_members(bound_members(c, node.binders, node.where))})
    if isinstance(node, s.Call) and node.name.text == "size":
        return emptiness(c, argument_nodes(c, node)[0], True)
    return None


TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def superlative(c: Context, node: s.Quantified) -> tr.Condition | None:
    """Return the condition that something has the greatest or the smallest value of its kind. `all y in S where W: f(x)
    <= f(y)` says this about x and the value f(x). Return None for any other quantifier."""
    if node.kind != "all" or len(node.binders) != 1 or not isinstance(node.body, s.Binary):
        return None
    (binder,), body = node.binders, node.body
    if body.op not in TURNED:
        return None
    for mine, other, op in ((body.left, body.right, body.op), (body.right, body.left, TURNED[body.op])):
        locals_there = list(_locals(c, mine))
        if binder.name.text in {one.name for one in locals_there}:
            continue  # no superlative: x's value also depends on y
        for x in locals_there:
            if _rename(mine, x.name, binder.name.text) == _text(other):
                return _superlative_condition(c, node, binder, mine, x, op)
    return None


def _locals(c: Context, node: s.Expr) -> Iterator[LocalSymbol]:
    refs = (node,) if isinstance(node, s.Ref) else inside(node, s.Ref)
    yield from dict.fromkeys(symbol for ref in refs if isinstance(symbol := c.symbol(ref), LocalSymbol))


def _text(node: s.Expr) -> str:
    return " ".join(node.span.text.split())


def _rename(node: s.Expr, old: str, new: str) -> str:
    return re.sub(rf"\b{re.escape(old)}\b", new, _text(node))


def _superlative_condition(
    c: Context, node: s.Quantified, binder: s.Binder, value: s.Expr, x: LocalSymbol, op: str
) -> tr.Condition | None:
    others = [w for w in (binder.where, node.where) if w is not None]
    distinct = {f"{binder.name.text} != {x.name}", f"{x.name} != {binder.name.text}"}
    apart = [w for w in others if _text(w) in distinct]
    domain, without = binder.domain, False
    if isinstance(domain, s.Binary) and domain.op == "-" and _text(domain.right) == f"{{{x.name}}}":
        domain, without = domain.left, True
    if "=" not in op and not apart and not without:
        return None
    order = "number" if isinstance(c.type(value), NumberType) else "order"
    fun = f"{'least' if '<' in op else 'most'}-{order}" + ("" if "=" in op else "-alone")
    args: dict[str, tr.TreeArgument] = {"value": c.phrase(value)}
    if len(apart) == len(others) and _is_own_domain(c, domain, x):
        return tr.Holds(fun, args)
    if without:
        return None
    with c.scope():
        return tr.Holds(f"{fun}-among", {**args, "members": bound_member(c, binder, node.where)})


def _is_own_domain(c: Context, domain: s.Expr, x: LocalSymbol) -> bool:
    """Return whether x was itself taken from this domain."""
    if c.origins.get(x) == _text(domain):
        return True
    symbol = c.symbol(domain)
    return isinstance(symbol, DomainSymbol) and x not in c.origins and x.type == DomainType(symbol.domain)
