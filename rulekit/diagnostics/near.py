"""Did you mean, as help: the nearest of the names that would have been right (`similarity.py` measures how near).

Every room that looks a name up says so with these two, so that all suggestions read alike; words of the grammar are
sought by `syntax/repairs.py`, which must see that the line then parses.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import similarity
from .message import Help
from .source import Span


def near(word: str, names: Iterable[str]) -> str | None:
    """The name most like `word`, or None when none is like it."""
    return similarity.nearest(word, names)


def did_you_mean(word: str, names: Iterable[str], span: Span | None = None) -> tuple[Help, ...]:
    """One suggestion, a fix where `span` covers just the word; empty when no name is near."""
    name = near(word, names)
    if name is None:
        return ()
    return (Help(f"did you mean `{name}`?", span, name if span else None),)
