"""The names that a piece of text sees besides the global ones, and what it may do there.

A scope never hides a visible name.  `me` is `no`, `yes`, or `inherited` (a procedure's, asked of its callers).
"""

from __future__ import annotations

from typing import Literal

from ..model.rulebook import Placed
from ..model.symbols import LocalSymbol
from ..model.types import Type

Me = Literal["no", "yes", "inherited"]
ScopeKind = Literal["constant", "fact", "flow", "given"]


KNOWN = "before the game numbers, names, options, `players`, and facts of nothing else are known"
"""What to say where something else is asked for."""


class Scope:
    """Locals by name; `what` is, in messages, what stands there.  `child` is the scope of an inner block; what it
    declares is gone when the block ends.
    """

    __slots__ = ("kind", "me", "names", "owner", "result", "used", "what")

    def __init__(self, kind: ScopeKind, me: Me = "no", owner: Placed | None = None, what: str = "this") -> None:
        self.kind: ScopeKind = kind
        self.what = what
        self.me: Me = me
        self.owner = owner
        self.names: dict[str, LocalSymbol] = {}
        self.used: set[LocalSymbol] = set()
        self.result: Type | None = None

    def child(self, me: Me | None = None) -> Scope:
        inner = Scope(self.kind, me or self.me, self.owner, self.what)
        inner.names = dict(self.names)
        inner.used = self.used
        inner.result = self.result
        return inner
