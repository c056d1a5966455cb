"""rulekit: tabletop rules written once; played, tested, compared and published from the same text.

book = rulekit.load("family/edition")        # or a path; layers=[...] adds some
game = book.configure(players=4)
state = game.start(seed=1)
while not state.over:
    state = state.apply(random.choice(state.legal()))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .diagnostics import RulekitError
    from .play.loaded_book import load

__all__ = ["RulekitError", "__version__", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    # imported on first use: a command that only formats a file need not load the engines
    if name == "RulekitError":
        from .diagnostics import RulekitError

        return RulekitError
    if name == "load":
        from .play.loaded_book import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
