"""The looks of a rulebook as they are said: for each name what is said of it, expressions ready to be worked out."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from ..check.checked import CheckedModel
from ..machine.program import Machine
from ..syntax import nodes as s

SaidLine = tuple[frozenset[str], str, object]
"""Of which members (none: of all), what, and the value."""


@frozen(eq=False)
class Said:
    """The look of one name: `lines` in order, later ones winning; those of single members behind those of all."""

    lines: tuple[SaidLine, ...]
    layout: tuple[str, ...] = field(default=())

    def word(self, key: str) -> str | None:
        """A word said of all."""
        found = [value for names, name, value in self.lines if name == key and not names]
        return found[-1] if found and isinstance(found[-1], str) else None

    def truth(self, key: str) -> bool | None:
        found = [value for names, name, value in self.lines if name == key and not names]
        return found[-1] if found and isinstance(found[-1], bool) else None


def said_looks(model: CheckedModel, machine: Machine) -> Mapping[str, Said]:
    found: dict[str, Said] = {}
    for placed in model.rulebook.clauses:
        clause = placed.clause
        if isinstance(clause, s.LookClause):
            lines = [
                (frozenset(n.text for n in line.names), prop.key.text, _value(prop.value))
                for line in clause.lines
                for prop in line.props
            ]
            lines.sort(key=lambda line: bool(line[0]))
            found[clause.name.text] = Said(tuple(lines), tuple(row.value for row in clause.layout))
    return found


def _value(value: s.Text | s.Expr) -> object:
    if isinstance(value, s.Text):
        return value.value
    if isinstance(value, s.Number | s.Truth):
        return value.value
    if isinstance(value, s.Ref):
        return value.name.text
    return value
