"""The fixes that messages about a stack of files offer: each is tried in the whole stack, as its author would.

What a fix must do is `diagnostics/proven_fixes.py`'s; here the stack is read and checked again with the changed text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from .diagnostics import Diagnostic, RulekitError, Source
from .diagnostics.proven_fixes import proven
from .loader import gather_stack
from .model.rulebook import Config
from .pipeline import check_configuration
from .rulebook_files import read_rulebook


def offered_fixes(paths: Sequence[Path], config: Config, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The messages that these files got, without the fixes that would not make their lines right."""

    def again(changed: Mapping[Source, Source]) -> Sequence[Diagnostic]:
        texts = {source.name: source for source in changed.values()}

        def read(path: Path) -> Source:
            source = read_rulebook(path)
            return texts.get(source.name, source)

        try:
            books = gather_stack(paths, read).books
        except RulekitError as error:
            return error.diagnostics
        return check_configuration(books, config, knowledge=False)[1]

    return proven(found, again)
