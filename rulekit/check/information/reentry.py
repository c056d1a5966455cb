"""A clause that comes back to itself: the same names stand for other values within.

Before it is walked again, every variable of those around is put by under another name (`outer`); what is found within
is told of those, and of nothing that has a name only within.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ...model.types import DomainType
from .knowledge_state import KnowledgeState
from .labels import Label
from .naming import free
from .terms import Term

DEEPEST_AGAIN = 2
"""A clause is walked so often within itself: the first time what is around may be known, the second it is anything."""


def put_by(term: Any) -> Any:
    """With every variable under the name that it has within."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return term
    if term[0] == "var":
        return ("var", ("outer", term[1]), term[2])
    return tuple(put_by(part) for part in term)


def label_put_by(label: Label) -> Label:
    return frozenset(
        evolve(
            p,
            readers=frozenset(put_by(x) for x in p.readers),
            premises=put_by(p.premises),
            picked=None if p.picked is None else (p.picked[0], put_by(p.picked[1])),
            content=None if p.content is None else (p.content[0], put_by(p.content[1])),
        )
        for p in label
    )


def label_taken_up(label: Label) -> Label:
    """As it is told around: who can know by what has a name only within is left out."""
    found = []
    for p in label:
        readers = frozenset(_taken_up(x) for x in p.readers if not _within(x))
        premises = tuple(_taken_up(x) for x in p.premises if not _within(x))
        found.append(evolve(p, readers=readers, premises=premises, picked=None, content=None))
    return frozenset(found)


def _within(term: Any) -> bool:
    return any(not _outer(var) for var in free(term))


def _outer(var: Term) -> bool:
    return isinstance(var[1], tuple) and len(var[1]) == 2 and var[1][0] == "outer"


def _taken_up(term: Any) -> Any:
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return term
    if term[0] == "var":
        return ("var", term[1][1], term[2]) if _outer(term) else term
    return tuple(_taken_up(part) for part in term)


def reentry_state(st: KnowledgeState, id_: str, before: Term | None, player: DomainType) -> KnowledgeState:
    """The state in which a clause is walked again; who decides is anybody, if not the same as `before`."""
    me = put_by(st.me)
    return evolve(
        st,
        me=me if st.me == before else ("var", ("me", id_), player),
        me_label=label_put_by(st.me_label),
        versions=dict(st.versions),
        pc=label_put_by(st.pc),
        alone=None if st.alone is None else put_by(st.alone),
        shown=(),
        premises=(),
    )
