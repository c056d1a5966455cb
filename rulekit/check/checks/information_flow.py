"""E501 to E509: something that a player notices, or is offered, depends on a value that may be hidden from them.

This file words the messages; the walk in `../information/` finds the complaints. Each has a code, a location, the
policy (who may know the value) that failed, and what is noticed (`seen`, worded mostly in `../information/asking.py`,
`control.py`, `changing.py`, `moving.py`). The policy's `HiddenRead` gives the hidden name, where it is read, the facts
through which it is read, and the first help: how it is hidden (`../information/hidden.py`: "it is seen by `p`").
"""

from __future__ import annotations

from ...diagnostics import Span
from ...diagnostics.printable import cut, one_line
from ...model.symbols import DomainSymbol, PlaceSymbol
from ...syntax.forms import does
from ...syntax.nodes import Node
from ...syntax.traversal import walk
from ..checked import CheckedModel
from ..checker import Checker
from ..information import analyse
from ..information.analysis import HOW_OFTEN, NOTHING_CHOSEN, NOTHING_TO_PICK, ONE_OF_THEM, Complaint, TooInvolved
from ..information.contents import WHICH_ONE
from ..information.picking import SHOWN
from ..type_relations import TRUTH

TOO_INVOLVED = "the loops and calls that lead here are too many to follow who can know what"
SIMPLER = "fewer loops within loops, fewer procedures that lead to one another, or fewer things that are hidden"
MEANT = "only if all players are meant to learn {learned}: "
BEFORE = ", or `show` it to all before"
REVEALS = f"{MEANT}`, reveals` at the end of that line's head{BEFORE}"
LONGEST = 60
"""Characters of an expression that a help quotes; a longer one is cut."""
ASK_ALL = "to keep it hidden, ask everybody, and let those who have nothing to do pass (`may` asks all the same)"
ASKED = frozenset(["all see that a decision is made here", "all see who is asked", "all see who takes part"])
"""Effects that players notice if only some players are asked."""
WHAT = {
    "E501": "who decides here need not see {what}{via}, which this reads",
    "E502": "this reads {what}{via}, which not everybody sees, and what follows shows it",
    "E503": "who sees `{seen}` depends on {what}{via}, which one of them need not know",
    "E504": "this tells {what}{via}, which not all who see it may know",
    "E505": "what is done at once is seen before all have decided",
    "E506": "inside `at once` a pick is seen by who makes it, until all have decided",
    "E507": "this rests on {what}{via}, which not everybody sees, and {seen}",
    "E508": "all see what is picked here, and it is picked from {what}{via}, which not everybody sees",
}
HELP = {
    "E501": (
        "if the player has seen it and may remember it: `remembered(…)`",
        "only if that player is meant to learn {what}: `show` it to them before",
    ),
    "E502": ("to keep it hidden, change there only what nobody sees but the players who see {what}", REVEALS),
    "E503": ("each player in an audience must know that they are in it",),
    "E504": ("to keep it hidden, write it where only the players who know {what} see it (`seen by …`)", REVEALS),
    "E505": ("lay it in a place of each player (`[p in Player]: …, seen by p`), and `show` it after the `at once`",),
    "E506": ("leave the audience out, or let it be known after the `at once`",),
    "E507": (REVEALS,),
    "E508": ("say who sees the pick: `, seen by me`",),
}
"""By code, how to fix the error. Help that would reveal a secret comes last and says who would learn what."""
MEND = {
    HOW_OFTEN: (f"{MEANT}`show` it to all before",),
    NOTHING_CHOSEN: (
        "only if all players are meant to learn that nothing could be chosen: `, reveals` at the end of the line",
    ),
    NOTHING_TO_PICK: (
        "only if all players are meant to learn that there is nothing to pick: say `otherwise, reveals:`",
    ),
    SHOWN: ("let it look the same to all; what lies hidden is drawn as its back",),
    ONE_OF_THEM: (
        "say an audience whose members all know that they are in it",
        "only if they are meant to learn {what}: `show` them before who they are",
    ),
}
"""By effect that is noticed, how to fix it, if `, reveals` is written elsewhere or does not help."""
WRITTEN = frozenset([WHICH_ONE, "seen by all"])
"""Effects of writing a value; the author may write the value where others do not see it."""
PICKED = f"{MEANT}`, seen by all` at the end of its `choose`"
COUNTED = "all see how many lie in `{name}`, which is `seen by {who}`: declare it `counted by {who}`, too"
LAID = "`{name}` is laid open below, in line {line}: all see it there, so `show {name} to all` before this line"


def knowledge(c: Checker, model: CheckedModel) -> None:
    try:
        complaints = analyse(c, model.picks, model.laying)
    except TooInvolved as too:
        c.report.add("E509", too.span, TOO_INVOLVED, help=[SIMPLER])
        return
    for complaint in complaints:
        _tell(c, model, complaint)


def _tell(c: Checker, model: CheckedModel, complaint: Complaint) -> None:
    source = complaint.policy.source
    name = f"`{source.name}`" if source is not None else "what is decided at once"
    facts = ", ".join(f"fact `{f}`" for f in dict.fromkeys(source.via)) if source else ""
    via = f" (by way of {facts})" if facts else ""
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
    learned, at_once = _learned(c, complaint, name)
    mending = [one.format(what=name, learned=learned) for one in MEND.get(complaint.seen, HELP[complaint.code])]
    if at_once:
        mending = [one.removesuffix(BEFORE) for one in mending]
    if complaint.code in ("E502", "E507") and complaint.seen in ASKED:
        mending = [ASK_ALL, mending[-1]]
    elsewhere = complaint.seen in WRITTEN or complaint.seen.endswith("seen by others")
    if complaint.code == "E504" and complaint.seen not in MEND and not elsewhere:
        mending = mending[-1:]
    picks = (one.span for one in model.picks if not does(one, "loop"))
    if complaint.code in ("E502", "E504") and complaint.seen not in MEND and source and source.span in picks:
        mending[-1] = PICKED.format(learned=name)
    if complaint.code == "E505":
        mending = _counted(c, complaint) or mending
    if complaint.laid is not None and source is not None:
        mending = [LAID.format(name=source.name, line=complaint.laid.first.line)]
    c.report.add(complaint.code, span, message, labels=labels, help=[*hidden, *mending])


def _counted(c: Checker, complaint: Complaint) -> list[str]:
    """Return advice for a line of an `at once`: what to declare for each place in it that only some players see, but
    whose pieces all count."""
    inside = (symbol for node, symbol in c.refs.items() if _inside(node.span, complaint.result))
    places = (one for one in dict.fromkeys(inside) if isinstance(one, PlaceSymbol) and one.counted.who == "all")
    named = ((one.name, one.seen.who) for one in places)
    return [
        COUNTED.format(name=name, who=who.span.text)
        for name, who in named
        if not isinstance(who, str) and not isinstance(c.refs.get(who), DomainSymbol)  # not for `seen by Player`
    ]


def _learned(c: Checker, complaint: Complaint, name: str) -> tuple[str, bool]:
    """Return what players would learn if the line revealed what it reads, which is seldom the whole hidden thing. Also
    return whether this depends on names that the line binds, so that no earlier line could show it."""
    read = next((node for node in c.types if node.span == complaint.span), None)
    if read is None or complaint.seen == WHICH_ONE:
        return name, False
    text = f"`{cut(one_line(complaint.span.text), LONGEST)}`"
    line, used = read.span.first.line, {c.refs.get(node) for node in walk(read)}
    named = {
        symbol
        for node, symbol in c.binds.items()
        if isinstance(node, Node) and node.span.first.line == line and not _inside(node.span, read.span)
    }
    return f"whether {text}" if c.types[read] == TRUTH else text, bool(used & named)


def _inside(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start < outer.end
