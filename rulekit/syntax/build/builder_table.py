"""The table of builders.  A builder gets the span of what it builds and the parts the grammar keeps; absent parts are
None.  So it has as many parameters as its production has parts, and nobody else calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from ...diagnostics import Span

BUILDERS: Final[dict[str, Callable[..., object]]] = {}

_B = TypeVar("_B", bound=Callable[..., object])


def builds(*labels: str) -> Callable[[_B], _B]:
    """Register a function as the builder of these rules of the grammar."""

    def register(function: _B) -> _B:
        for label in labels:
            BUILDERS[label] = function
        return function

    return register


@builds("items", "names", "sections", "fields", "params", "bare_params", "dims", "binders", "call_args")
@builds("cites", "figure_dims")
def several(at: Span, *parts: Any) -> tuple[Any, ...]:
    """A list; what an empty pair of brackets leaves out is None, and no member."""
    return tuple(part for part in parts if part is not None)


@builds(
    "form",
    "kind",
    "amended_kind",
    "body_kind",
    "option_kind",
    "invariant_kind",
    "played_verb",
    "place_form",
    "board_kind",
    "board_outline",
    "at_when",
    "set_aside",
)
@builds("window_mode", "compare_op", "add_op", "mul_op", "assign_op", "combining")
def words(at: Span, *parts: str) -> str:
    """Keywords and signs as written, with one space between."""
    return " ".join(parts)


@builds("way", "who", "put_amount", "gives", "nested", "floor", "ceiling", "else_part", "grouped")
def itself(at: Span, part: Any) -> Any:
    """A part whose keywords only introduce it."""
    return part
