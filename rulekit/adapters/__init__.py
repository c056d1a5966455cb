"""Games as environments for other people's tools: OpenSpiel, PettingZoo and Gymnasium.

Each file imports its own package, which the extra (optional dependency) of the same name installs. `tensors.py` turns
what a player has seen into arrays, the same for all of these tools.
"""

from __future__ import annotations

from ..diagnostics import Diagnostic, Help, RulekitError


def missing_extra(extra: str, error: ImportError) -> RulekitError:
    """Return the error (E838) to raise if a package of this extra (optional dependency) is not installed."""
    advice = Help(f"`pip install 'rulekit[{extra}]'` installs it")
    return RulekitError(Diagnostic("E838", f"a package of the extra `{extra}` is missing: {error}", help=(advice,)))
