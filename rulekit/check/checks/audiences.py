"""E503: who sees a thing may depend only on what everybody sees, or the audience would itself be a secret."""

from __future__ import annotations

from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..knowledge import Env, Reader, audience_name


def audiences(c: Checker, model: CheckedModel) -> None:
    reader = Reader(c)
    for placed in c.book.clauses:
        clause = placed.clause
        if not isinstance(clause, s.PlaceClause | s.KeepClause):
            continue
        for audience in clause.audiences:
            if isinstance(audience.who, str):
                continue
            for read in reader.reads(audience.who, Env()):
                if not reader.public(read):
                    c.report.add(
                        "E503",
                        audience.who.span,
                        f"who sees `{clause.name.text}` depends on `{read.symbol.name}`, which not everybody sees",
                        help=[f"{audience_name(read.symbol, read.what)}; an audience may depend only on what all see"],
                    )
                    break
