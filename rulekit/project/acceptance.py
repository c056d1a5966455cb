"""Removes the warnings that a project accepts, and reports the accepted warnings that no longer occur (W844)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import define, field

from ..diagnostics import Diagnostic, Help
from .settings import AcceptedWarning, Project

OF_TESTS: Final = frozenset({"W840", "W842"})
"""The warnings that only `rulekit test` gives: they come from playing."""
OF_SOLVING: Final = frozenset({"W843"})
"""The warnings that only `rulekit solve` gives, which solves one game."""
OF_LANGUAGES: Final = frozenset({"W841"})
"""The warnings that are given only if a language is asked for."""


@define(eq=False)
class Acceptance:
    """The warnings that a project accepts, and which of these have occurred so far."""

    project: Project | None
    _met: set[AcceptedWarning] = field(factory=set)

    def split(self, game: str, found: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[tuple[Diagnostic, str]]]:
        """Return two lists: the diagnostics about a game that are not accepted, and the accepted ones, each with its
        reason."""
        kept: list[Diagnostic] = []
        accepted: list[tuple[Diagnostic, str]] = []
        for one in found:
            by = self._accepting(game, one)
            self._met |= set(by)
            if by:
                accepted.append((one, by[0].reason))
            else:
                kept.append(one)
        return kept, accepted

    def _accepting(self, game: str, found: Diagnostic) -> list[AcceptedWarning]:
        """Return the entries in the settings that accept a diagnostic, either for the rulebook that it points into or
        for the game that it is about."""
        if self.project is None or not self.project.accept:
            return []
        places = [game, *([found.span.source.name] if found.span else [])]
        books = {name for place in places for name in (place, self.project.name_of(place)) if name}
        return [one for one in self.project.accept if one.covers(found.code, books)]

    def unmet(self, tests: bool, languages: bool = False) -> list[Diagnostic]:
        """Return a warning (W844) for each accepted warning that has not occurred, to be called once everything has
        been checked. With `tests`, consider only the warnings that `rulekit test` gives, otherwise only the others.
        `languages` says whether languages were checked, too."""
        entries = () if self.project is None else self.project.accept
        told = (one for one in entries if one not in self._met and one.code not in OF_SOLVING)
        return [
            Diagnostic(
                "W844",
                f"no rulebook `{one.pattern}` has the warning {one.code}, which is accepted",
                one.span,
                help=(Help("remove the entry, or correct its `in`"),),
            )
            for one in told
            if (one.code in OF_TESTS) is tests and (languages or one.code not in OF_LANGUAGES)
        ]
