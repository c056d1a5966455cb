"""E212: what is cited is a declared source, or `assumed`."""

from __future__ import annotations

from ...diagnostics.near import did_you_mean
from ...syntax import nodes as s
from ...syntax.traversal import walk
from ..checked import CheckedModel
from ..checker import Checker


def citations(c: Checker, model: CheckedModel) -> None:
    known = [*c.book.sources, "assumed"]
    for root in (c.book.header, *(p.clause for p in c.book.clauses)):
        for node in walk(root):
            if isinstance(node, s.Citation) and node.source.text not in known:
                c.report.add(
                    "E212",
                    node.source.span,
                    f"no source is called `{node.source.text}`",
                    expected=known,
                    help=did_you_mean(node.source.text, known, node.source.span)
                    or [f'declare it in the header: `source {node.source.text} "…"`'],
                )
