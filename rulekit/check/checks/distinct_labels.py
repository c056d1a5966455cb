"""E204: no two alternatives of one decision have one label, or what a person writes would mean both.

Two branches of one name; what is called `pass` where somebody may decline, and `done` where a choice of several things
may end.
"""

from __future__ import annotations

from ...diagnostics import Span
from ...model.naming import DONE, PASS
from ...syntax import nodes as s
from ..alternatives import Alternatives, LabelledAlternative, name_of_choice
from ..checked import CheckedModel
from ..checker import Checker

MEANS = {PASS: "declining", DONE: "ending the choice"}


def distinct_labels(c: Checker, model: CheckedModel) -> None:
    alternatives = Alternatives(c)
    for named, offered in alternatives.decisions():
        first: dict[str, LabelledAlternative] = {}
        for one in offered:
            other = first.setdefault(one.label, one)
            if other is one or one.name is None:
                continue
            if other.name is not None and one.clause in alternatives.any_time:
                message = f"the action `{one.label}` is offered beside this at any time, and has the same name"
                c.report.add("E204", other.name.span, message, labels=[(one.name.span, "the action")])
            elif other.name is not None:
                c.report.add("E204", one.name.span, f"two branches are called `{one.label}`")
            else:
                message = f"`{one.label}` is what {MEANS[one.label]} is called, and this is offered beside it"
                mend = "choose another name: options are told apart by their names"
                c.report.add("E204", one.name.span, message, labels=_beside(named.statement), help=[mend])


def _beside(asks: s.Stmt) -> list[tuple[Span, str]]:
    """Return where it is asked, if that is elsewhere."""
    name = name_of_choice(asks)
    return [] if name is None else [(name.span, "asked here")]
