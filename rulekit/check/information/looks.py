"""What a picture shows is seen by whoever looks at it: so a look rests only on what all may know.

The attributes of a piece are known to whoever sees the piece, and nobody else is shown what follows from them.
"""

from __future__ import annotations

from ...syntax import nodes as s
from .analysis import Complaint, InformationAnalysis

SHOWN = "all see how it looks"


def looks(a: InformationAnalysis) -> None:
    """E504 for every value of a look that tells what somebody need not know."""
    for placed in a.c.book.clauses:
        if not isinstance(placed.clause, s.LookClause):
            continue
        st = a.start(("nobody",))
        for prop in (prop for line in placed.clause.lines for prop in line.props):
            if prop.value not in a.c.types:
                continue  # a text, or a word
            failing = a.within(a.reader.everybody, a.reader.label(prop.value, st), st)
            if failing is not None:
                a.complain(Complaint("E504", prop.value.span, failing, prop.value.span, SHOWN))
