"""E501 to E509: what somebody notices, or is offered, rests on what he need not know.

The words of these messages are here; what they speak of comes from the walk in `../information/`.  It gives complaints,
each with its code, its place, the policy that failed, and what is noticed (`seen`, worded where it is found, mostly in
`../information/asking.py`, `control.py`, `changing.py`).  The policy's `HiddenRead` gives the name, where it is read,
by way of which facts, and the first help, how it is hidden (`../information/hidden.py`: "it is seen by `p`").
"""

from __future__ import annotations

from ...diagnostics import Span
from ..checked import CheckedModel
from ..checker import Checker
from ..information import analyse
from ..information.analysis import HOW_OFTEN, NOTHING_TO_PICK, ONE_OF_THEM, Complaint, TooInvolved
from ..information.looks import SHOWN

TOO_INVOLVED = "the loops and calls that lead here are too many to follow who can know what"
SIMPLER = "fewer loops within loops, fewer procedures that lead to one another, or fewer things that are hidden"
REVEALS = "if the rules mean all to know it, say `, reveals` at the end of that line's head, or `show` it before"
ASK_ALL = "to keep it hidden, ask everybody, and let those who have nothing to do pass (`may` asks all the same)"
ASKED = frozenset(["all see that a decision is made here", "all see who is asked", "all see who takes part"])
"""What is noticed where only some are asked."""
WHAT = {
    "E501": "who decides here need not see {what}, which this reads{via}",
    "E502": "this reads {what}, which not everybody sees{via}, and what follows shows it",
    "E503": "who sees `{seen}` depends on {what}, which one of them need not know{via}",
    "E504": "this tells {what}, which not all who see it may know{via}",
    "E505": "what is done at once is seen before all have decided",
    "E506": "inside `at once` a pick is seen by who makes it, until all have decided",
    "E507": "this rests on {what}, which not everybody sees{via}, and {seen}",
    "E508": "all see what is picked here, and it is picked from {what}, which not everybody sees{via}",
}
HELP = {
    "E501": "if the player knows it all the same: `remembered(…)`",
    "E502": REVEALS,
    "E503": "each player in an audience must know that he is in it",
    "E504": REVEALS,
    "E505": "write what only he sees (`seen by p`), and let it be known after the `at once`",
    "E506": "leave the audience out, or let it be known after the `at once`",
    "E507": REVEALS,
    "E508": "say who sees the pick: `, seen by me`",
}
MEND = {
    HOW_OFTEN: "if the rules mean all to know it, `show` it to all before",
    NOTHING_TO_PICK: "if the rules mean it to be known, say `otherwise, reveals:`",
    SHOWN: "let it look the same to all; what lies hidden is drawn as its back",
    ONE_OF_THEM: "say an audience whose members all know that they are in it, or `show` them before who they are",
}
"""Where `, reveals` stands elsewhere, or is no help."""


def knowledge(c: Checker, model: CheckedModel) -> None:
    try:
        complaints = analyse(c, model.picks)
    except TooInvolved as too:
        c.report.add("E509", too.span, TOO_INVOLVED, help=[SIMPLER])
        return
    for complaint in complaints:
        _tell(c, complaint)


def _tell(c: Checker, complaint: Complaint) -> None:
    source = complaint.policy.source
    name = f"`{source.name}`" if source is not None else "what is decided at once"
    via = " by way of " + ", ".join(f"fact `{f}`" for f in source.via) if source is not None and source.via else ""
    message = WHAT[complaint.code].format(what=name, via=via, seen=complaint.seen)
    labels = []
    span = complaint.span
    if source is not None and complaint.code == "E501" and _inside(source.span, span):
        span = source.span
    elif source is not None and not _inside(source.span, span):
        labels.append((source.span, "read here"))
    if complaint.code in ("E502", "E505"):
        labels.append((complaint.result, complaint.seen))
    hidden = [source.hidden] if source is not None else []
    mending = MEND.get(complaint.seen, HELP[complaint.code])
    asking = [ASK_ALL] if complaint.code in ("E502", "E507") and complaint.seen in ASKED else []
    c.report.add(complaint.code, span, message, labels=labels, help=[*hidden, *asking, mending])


def _inside(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start < outer.end
