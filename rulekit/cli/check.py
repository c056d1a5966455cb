"""`rulekit check GAME…`: finds the mistakes that can be found without playing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..check.checks.citations import join_by_section
from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import one_line
from ..loader import gather
from ..model.rulebook import Config
from ..pipeline import check_all, check_configuration, keep_proven_fixes
from ..rulebook_files import find
from ..syntax import nodes as s
from .parameters import Arguments
from .result import FAILED, OK, USAGE, Result, check_language, diagnostics_json, exit_code, render_diagnostics


def run_check(args: Arguments) -> Result:
    if args.lang is not None:
        from ..prose import languages  # here, because a check without `--lang` writes no sentences

        check_language(args.lang, languages())
    code, games, texts, notes = OK, [], [], []
    for name in args.games:
        tried, found = _check(name, args)
        errors = sum(d.severity == "error" for d in found)
        code = max(code, min(exit_code(found), USAGE))
        games.append({"game": name, "ok": not errors, "configurations": tried, "diagnostics": diagnostics_json(found)})
        if found:
            notes.append(render_diagnostics(found))
        warnings = len(found) - errors
        state = "right" if not errors else f"{errors} error{'s' * (errors != 1)}"
        more = f", {warnings} warning{'s' * (warnings != 1)}" if warnings else ""
        texts.append(f"{one_line(name)}: {state}{more} ({tried} configuration{'s' * (tried != 1)} checked)")
    data: dict[str, Any] = {"ok": code == OK, "games": games}
    return Result(code if code in (OK, USAGE) else FAILED, data, "\n".join(texts), "\n".join(notes))


def _check(name: str, args: Arguments) -> tuple[int, list[Diagnostic]]:
    """Return how many configurations were checked, and the diagnostics."""
    paths, first = list[Path](), Config(args.players, args.options)
    try:
        paths = [find(one) for one in (name, *args.layers)]
        books, warnings = gather(paths)
        if args.players is None and not args.options:
            tried, found = check_all(books)
        else:
            tried = [first]
            _, found = check_configuration(books, first)
        if args.lang is not None:
            found += _without_words(books, tried, args.lang)
        return len(tried), [*warnings, *join_by_section(keep_proven_fixes(paths, first, found))]
    except RulekitError as error:
        return 0, keep_proven_fixes(paths, first, error.diagnostics)


def _without_words(books: Sequence[s.Book], tried: Sequence[Config], language: str) -> list[Diagnostic]:
    """Return warnings about the names for which some configuration has no word in this language, each once."""
    from ..prose.wordless import wordless

    models = (check_configuration(books, config)[0] for config in tried)
    return [found for _, found in wordless((model for model in models if model is not None), books, language)]
