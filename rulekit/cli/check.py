"""`rulekit check [GAME…]`: finds the mistakes that can be found without playing, in games or in the whole project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..check.checker import Checker
from ..check.report import join_by_section
from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import counted, one_line
from ..loader import gather_stack
from ..model.assembly import assemble
from ..model.header import book_name
from ..model.locks import changed_foundations, foundations
from ..model.naming import LAYER, word_name
from ..model.rulebook import Config
from ..pipeline import check_all, check_configuration, keep_proven_fixes
from ..project import Acceptance, Lock, Project, find_project, read_lock
from ..revisions import revision_folder
from ..rulebook_files import find
from ..slices import proven_clean, remember_clean
from ..syntax import nodes as s
from .parameters import Arguments
from .result import (
    FAILED,
    OK,
    USAGE,
    Result,
    accepted_json,
    check_language,
    diagnostics_json,
    exit_code,
    render_diagnostics,
)
from .whole_project import books_of, lock_folder, locked_name, need_project


def run_check(args: Arguments) -> Result:
    project = find_project() if args.games else need_project("check")
    names = args.games or books_of(need_project("check"))
    languages = _languages(args, project)
    acceptance = Acceptance(project)
    code, games, texts, notes = OK, [], [], []
    told = set[tuple[str, str]]()
    for name in names:
        tried, found = _check(name, args, languages)
        found, accepted = acceptance.split(name, found)
        errors = sum(d.severity == "error" for d in found)
        code = max(code, min(exit_code(found), USAGE))
        games.append({"game": name, "ok": not errors, "configurations": tried, "diagnostics": diagnostics_json(found)})
        games[-1]["accepted"] = accepted_json(accepted)
        # a mistake in a rulebook that several games share is explained once
        new = [d for d in found if _place(d) not in told]
        told.update(map(_place, new))
        notes += [render_diagnostics([one]) for one in new]  # the line below counts them
        state = _state(errors, sum(d.severity == "warning" for d in found), len(accepted))
        texts.append(f"{one_line(name)}: {state} ({counted(tried, 'configuration')} checked)")
    stale = acceptance.unmet(False, bool(languages)) if code == OK and not args.games and not _narrowed(args) else []
    notes += [render_diagnostics(stale)] if stale else []
    data: dict[str, Any] = {"ok": code == OK, "games": games, "stale": diagnostics_json(stale)}
    return Result(code if code in (OK, USAGE) else FAILED, data, "\n".join(texts), "\n\n".join(notes))


def _languages(args: Arguments, project: Project | None) -> Sequence[str]:
    """Return the languages whose words are checked: that of `--lang` or, if the whole project is checked, those of its
    settings. Otherwise return none."""
    if args.lang is None and (args.games or project is None or not project.languages):
        return ()
    from ..prose import languages  # imported here, because a check without a language writes no sentences

    if args.lang is None:
        return project.languages_among(languages()) if project else ()
    check_language(args.lang, languages())
    return (args.lang,)


def _place(found: Diagnostic) -> tuple[str, str]:
    return found.code, f"{found.span.source.name}:{found.span.start}" if found.span else found.message


def _narrowed(args: Arguments) -> bool:
    """Return whether a command line excludes configurations. Then a warning may be missing although it is not fixed."""
    return bool(args.players or args.options or args.layers)


def _state(errors: int, warnings: int, accepted: int) -> str:
    counts = [(errors, "error"), (warnings, "warning"), (accepted, "accepted warning")]
    told = [counted(count, what) for count, what in counts if count]
    return ", ".join([*([] if errors else ["right"]), *told])


def _check(name: str, args: Arguments, languages: Sequence[str] = ()) -> tuple[int, list[Diagnostic]]:
    """Check a game, and return how many configurations were checked, and the diagnostics."""
    paths, first = list[Path](), Config(args.players, args.options)
    try:
        paths = [find(one) for one in (name, *args.layers)]
        everywhere = args.players is None and not args.options
        known = proven_clean(paths) if everywhere and not languages else None
        if known and (args.layers or len(known.books) == 1 or _locked(paths[0]) is None):
            return len(known.configs), []
        stack = gather_stack(paths)
        books, checked = stack.books, list[tuple[Config, Checker]]()
        if everywhere:
            tried, found = check_all(books, lambda *one: checked.append(one))
        else:
            tried = [first]
            _, found = check_configuration(books, first)
        if checked and not found and not stack.diagnostics:
            remember_clean(paths, stack, checked)
        for language in languages:
            found += _without_words(books, tried, language, args.lang is None)
        found += [] if args.layers else _changed_below(paths[0], books)
        return len(tried), [*stack.diagnostics, *join_by_section(keep_proven_fixes(paths, first, found))]
    except RulekitError as error:
        return 0, keep_proven_fixes(paths, first, error.diagnostics)


def _locked(path: Path) -> tuple[Lock, Mapping[str, tuple[str, ...]]] | None:
    """Return the lock, and what it says about a rulebook; None if the lock does not have the rulebook."""
    project = find_project(path.parent, revision_folder(path))
    folder = project.root if project is not None else revision_folder(path) or lock_folder()
    name = locked_name(path, folder)
    lock = read_lock(folder) if name is not None else None
    lines = lock.books.get(name) if lock is not None and name is not None else None
    return (lock, lines) if lock is not None and lines else None


def _changed_below(path: Path, books: Sequence[s.Book]) -> list[Diagnostic]:
    """Return warnings about clauses that depend on clauses which have changed since `rulekit lock` ran."""
    known = _locked(path) if len(books) > 1 else None
    if known is None:
        return []
    lock, lines = known
    return changed_foundations(foundations(books), lines, lock.wordings, book_name(books[-2]))


def _without_words(books: Sequence[s.Book], tried: Sequence[Config], language: str, title: bool) -> list[Diagnostic]:
    """Return warnings about names that have no word in this language in some configuration, each name once. A rulebook
    without a title in this language has no pages in it; with `title`, only this warning is returned for such a
    rulebook."""
    from ..prose import title_of
    from ..prose.wordless import wordless

    rulebook = assemble(books, tried[0])[0]
    untitled = title and rulebook is not None and title_of(rulebook, language) is None
    some = tried[:1] if untitled else tried
    models = (check_configuration(books, config)[0] for config in some)
    found = wordless((model for model in models if model is not None), books, language)
    own = word_name(LAYER, rulebook.name) if untitled and rulebook is not None else None
    return [one for name, one in found if own in (None, name)]
