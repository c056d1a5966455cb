"""Ways into a clause: everything that the result of its walk depends on, in names that are independent of the caller.

A clause is walked once for each way into it, under no assumptions. The clause's own names (parameters, who decides)
replace the terms of the caller, and each other variable of the caller gets a neutral name (`outer`). If the readers of
a policy can only be named by an older version of the state, they are left out, which makes the label stricter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve

from ...model.symbols import LocalSymbol, Symbol
from ...model.types import DomainType
from .analysis import Complaints, Exits, Frame, InformationAnalysis
from .evaluating import NO_VARIABLES, free
from .knowledge_state import KnowledgeState, Known, ShownTerm
from .labels import Label, Policy, in_order
from .summaries import ClauseOutcome
from .terms import Term

NOW = "now"
"""The version of a cell that is current."""
THEN = "then"
"""The version of a cell at the start of the clause, used at its end; NOW is then the version at the end."""

BodyWalk = Callable[[KnowledgeState, Frame], Exits]
Rename = Callable[[Term], Term]
"""A function that renames a variable, a cell or an opaque term; it raises LookupError if that has no new name."""


class WayIn:
    """A way into a clause: the acting player, the arguments, and their labels, all in names of the clause."""

    def __init__(self, a: InformationAnalysis, id_: str, args: Mapping[LocalSymbol, Known], st: KnowledgeState) -> None:
        self.id, self.st, self.taking = id_, evolve(st, versions=dict(st.versions)), a.taking
        self.outside: dict[Term, Term] = {}  # maps names of the clause to terms of the caller
        player, recursive = DomainType(a.c.players), id_ in a.writes.recursive
        inside: dict[Term, Term] = {}
        me = st.me
        if not (me[0] in ("value", "nobody") or (me[0] == "cell" and not me[2] and me[3] == st.version(me[1]))):
            me = inside[st.me] = ("var", ("me", id_), player)
            self.outside[me] = st.me
        if st.alone is not None and st.alone not in inside:
            alone = inside[st.alone] = ("var", ("alone", id_), player)
            self.outside[alone] = st.alone
        self.args: dict[LocalSymbol, Term] = {}
        constants = tuple(known.term for known in args.values() if known.term[0] == "value")
        exact = not recursive or a.ways.tell_constants_apart(id_, constants)
        for param, known in args.items():
            if known.term == st.me or (exact and known.term[0] == "value"):
                self.args[param] = inside.get(known.term, known.term)
                continue
            var = self.args[param] = ("var", id(param), param.type)
            inside.setdefault(known.term, var)
            self.outside[var] = known.term
        labels = (st.me_label, a.without_blame(st.pc), *(a.without_blame(known.label) for known in args.values()))
        neutral = {var: name for name, var in _neutral_names(labels).items() if var not in inside}
        self.outside |= {name: var for var, name in neutral.items()}
        enter = _caller_to_clause(st, neutral)
        self.me = without_versions(me, st)
        self.alone = None if st.alone is None else inside[st.alone]
        arguments = tuple((param, without_versions(term, st)) for param, term in self.args.items())
        shape = (id_, self.me, self.alone, st.early, arguments, a.taking)
        entered = tuple(rename_label(label, enter, inside, places=True) for label in labels)
        self.labels = a.ways.join(shape, entered) if recursive else entered
        self.key = (shape, self.labels, frozenset(p.at for label in self.labels[:2] for p in label))

    def start(self) -> KnowledgeState:
        """Return the state in which the walk of the clause starts."""

        def date(term: Term) -> Term:
            return (*term[:3], self.st.version(term[1])) if term[0] == "cell" else term

        me_label, pc, *known = (rename_label(label, date, places=True) for label in self.labels)
        return evolve(
            self.st,
            me=rename_term(self.me, date),
            me_label=me_label,
            versions=dict(self.st.versions),
            locals={p: Known(term, label) for (p, term), label in zip(self.args.items(), known, strict=True)},
            shown=(),
            premises=(),
            pc=pc,
            alone=self.alone,
            written={},
        )

    def outcome(self, a: InformationAnalysis, run: BodyWalk, early: bool = True) -> ClauseOutcome:
        """Walk the clause and return its outcome. If the clause may return `early`, nothing counts as shown at its
        end."""
        inner = self.start()
        before = dict(inner.versions)
        taking, a.taking = a.taking, self.taking
        frame, exits, complaints = walk_on_trial(a, self.id, inner, run)
        a.taking = taking

        def leave(term: Term) -> Term:
            if term[0] == "cell" and term[3] in (inner.version(term[1]), before.get(term[1], 0)):
                return (*term[:3], NOW if term[3] == inner.version(term[1]) else THEN)
            if term[0] == "var" and (term in self.outside or _is_neutral(term)):
                return term
            raise LookupError

        left = {what: rename_label(label, leave) for what, label in exits.items()}
        shown = () if early else tuple(rename_shown(inner.shown, leave))
        return ClauseOutcome(rename_label(frame.returned, leave), left, complaints, shown)

    def clause_to_caller(self, before: Mapping[Symbol, int], st: KnowledgeState) -> Rename:
        """Return a function that renames terms of the clause to terms of its caller. `before` are the versions at the
        call."""

        def leave(term: Term) -> Term:
            if term[0] == "cell":
                return (*term[:3], st.version(term[1]) if term[3] == NOW else before.get(term[1], 0))
            return self.outside[term]

        return leave


# -------------------------------------------------------------------------------------------- renaming terms and labels


def without_versions(term: Any, st: KnowledgeState) -> Any:
    """Return the term with NOW in place of each version that is current."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain", "var"):
        return term
    if term[0] == "cell":
        version = NOW if term[3] == st.version(term[1]) else term[3]
        return (*term[:2], without_versions(term[2], st), version)
    return tuple(without_versions(part, st) for part in term)


def rename_term(
    term: Any, rename: Rename, swap: Mapping[Term, Term] | None = None, bound: frozenset[Term] = NO_VARIABLES
) -> Any:
    """Return the term with its variables and cells renamed, except bound ones; terms in `swap` change as a whole."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return term
    if swap and term in swap:
        return swap[term]
    match term[0]:
        case "var":
            return term if term in bound else rename(term)
        case "local":
            return rename(term)
        case "opaque":
            # the stamp is there because the same expression may have another value elsewhere
            if isinstance(term[1], str) and term[2][-1]:
                return rename(term)
            return (*term[:2], tuple(rename_term(part, rename, swap, bound) for part in term[2]), term[3])
        case "each":
            bound |= {term[2]}
        case "cell":
            return rename((*term[:2], rename_term(term[2], rename, swap, bound), term[3]))
    return tuple(rename_term(part, rename, swap, bound) for part in term)


def rename_label(
    label: Label, rename: Rename, swap: Mapping[Term, Term] | None = None, *, places: bool = False
) -> Label:
    """Return the label renamed, without the readers and premises that have no new name. With `places`, keep the places
    of picks and drop the terms of what was read; otherwise drop the places and keep the terms."""

    def rename_all(terms: Iterable[Any]) -> list[Any]:
        found = []
        for term in terms:
            try:
                found.append(rename_term(term, rename, swap))
            except LookupError:
                continue
        return found

    def place(element: Any) -> Any:
        index = rename_all([element[1]]) if places and element is not None else []
        return (element[0], index[0]) if index else None

    return frozenset(
        evolve(
            p,
            readers=frozenset(rename_all(p.readers)),
            premises=tuple(rename_all(p.premises)),
            picked=place(p.picked),
            content=place(p.content),
            origin=place(p.origin),
            reads=frozenset() if places else frozenset(rename_all(p.reads)),
        )
        for p in in_order(label)
    )


def rename_shown(shown: Iterable[ShownTerm], rename: Rename) -> Iterable[ShownTerm]:
    """Yield the shown terms renamed, and leave out those that have no new name. A `ShownTerm` binds its own
    variables."""
    for one in shown:
        try:
            term, who, premise = (
                rename_term(part, rename, None, one.variables) for part in (one.term, one.who, one.premise)
            )
        except LookupError:
            continue
        yield evolve(one, term=term, who=who, premise=premise)


def _caller_to_clause(st: KnowledgeState, neutral: Mapping[Term, Term]) -> Rename:
    """Return a function that renames terms of a caller for the clause. Current cells keep their names; older ones have
    no name in the clause."""

    def enter(term: Term) -> Term:
        if term[0] == "cell" and term[3] == st.version(term[1]):
            return (*term[:3], NOW)
        if term[0] == "var":
            return neutral[term]
        raise LookupError

    return enter


def _neutral_names(labels: Iterable[Label]) -> dict[Term, Term]:
    """Return the variables of a caller, keyed by neutral names: the origin of each, and its number among those of the
    same origin. Variables that have a neutral name already are left out."""
    made: dict[tuple[object, object], dict[Term, tuple[int, ...]]] = {}
    for var in (var for label in labels for policy in label for var in _variables(policy)):
        if not _is_neutral(var):
            origin, numbers = _origin(var[1])
            made.setdefault((origin, var[2]), {})[var] = numbers
    return {
        ("var", ("outer", (origin, place)), kind): var
        for (origin, kind), found in made.items()
        for place, var in enumerate(sorted(found, key=lambda var: found[var]))
    }


def _variables(policy: Policy) -> set[Term]:
    """Return the free variables of a policy."""
    places = (element[1] for element in (policy.picked, policy.content, policy.origin) if element is not None)
    return set().union(*map(free, (*policy.readers, *policy.premises, *(index for place in places for index in place))))


def _origin(key: object) -> tuple[object, tuple[int, ...]]:
    """Return the origin of a variable, and the numbers that distinguish it from other variables of the same origin."""
    if isinstance(key, tuple) and len(key) > 1 and isinstance(key[-1], int):
        origin, numbers = _origin(key[-2])
        return (*key[:-2], origin), (*numbers, key[-1])
    return key, ()


def _is_neutral(var: Term) -> bool:
    return var[0] == "var" and isinstance(var[1], tuple) and len(var[1]) == 2 and var[1][0] == "outer"


# ----------------------------------------------------------------------------------------------------- walking a clause


def walk_on_trial(
    a: InformationAnalysis, id_: str, inner: KnowledgeState, run: BodyWalk
) -> tuple[Frame, Exits, Complaints]:
    """Walk a clause separately, ignoring earlier complaints. Return its frame, its exits and its own complaints, which
    are not reported yet."""
    outer = a.complaints, a.blamed
    a.complaints, a.blamed = {}, set()
    a.trials += 1
    frame, exits = walk_body(a, id_, inner, run)
    a.trials -= 1
    complaints = a.complaints
    a.complaints, a.blamed = outer
    return frame, exits, complaints


def walk_body(a: InformationAnalysis, id_: str, inner: KnowledgeState, run: BodyWalk) -> tuple[Frame, Exits]:
    """Walk the body of a clause in the state `inner`. Return its frame and its exits."""
    frame = Frame(id_.partition(" ")[2])
    outer, a.entered = a.entered, len(a.stack)
    a.stack.append(id_)
    exits = run(inner, frame)
    a.stack.pop()
    a.entered = outer
    return frame, exits
