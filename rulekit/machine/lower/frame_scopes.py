"""The frame cells of one owner by scope: names live in them, and they are cleared when their block ends.

Clearing is a statement, so `node_builder.py` emits it; here is only which cells there are.
"""

from __future__ import annotations

from ...model.types import NumberType, Type
from .builder import Builder


class FrameScopes:
    """The open scopes of an owner, outermost first, each with its cells."""

    def __init__(self, b: Builder, owner: str) -> None:
        self.b = b
        self.owner = owner
        self.scopes: list[list[str]] = []

    def push(self) -> None:
        self.scopes.append([])

    def pop(self) -> list[str]:
        return self.scopes.pop()

    def cell(self, name: str, type_: Type) -> str:
        """A new cell, of the innermost scope."""
        cell = self.b.frame(self.owner, name, type_)
        if self.scopes:
            self.scopes[-1].append(cell)
        return cell

    def number(self, name: str, low: int, high: int) -> str:
        return self.cell(name, NumberType(low, high))

    def since(self, depth: int) -> list[str]:
        """The cells of all scopes but the `depth` outermost."""
        return [cell for scope in self.scopes[depth:] for cell in scope]
