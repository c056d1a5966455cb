"""`rulekit lock [GAME…]`: records which clauses of lower books each clause of a rulebook depends on, so that `check`
warns when they change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from ..diagnostics import RulekitError, did_you_mean
from ..diagnostics.printable import counted, enumerated
from ..loader import gather_stack
from ..model.header import book_name
from ..model.locks import Foundations, changed_foundations, foundations
from ..project import Lock, lock_text, read_lock
from ..project.lock_file import LOCK_FILE
from ..rulebook_files import find
from ..storage.files import write_atomic
from .parameters import Arguments
from .result import FAILED, OK, Result, diagnostics_json, render_diagnostics, usage
from .whole_project import books_of, lock_folder, locked_name, need_project

ALL = "all"
"""What accepts every change."""


def run_lock(args: Arguments) -> Result:
    folder = lock_folder()
    before = read_lock(folder) or Lock()
    found = dict(_foundations(args, folder))
    accepted = _accepted(args.accept, found)
    books, wordings = dict(before.books), dict(before.wordings)
    if not args.games:  # the whole project is locked: forget rulebooks that are gone
        books = {name: lines for name, lines in books.items() if name in found}
    changed = []
    for name, (base, now) in found.items():
        old = {clause: parts for clause, parts in before.books.get(name, {}).items() if clause not in accepted}
        changed += changed_foundations(now, old, before.wordings, base)
        books[name] = {clause: old.get(clause, parts) for clause, parts in now.lines().items()}
        wordings |= now.wordings
    after = Lock(books, wordings)
    text = lock_text(after)
    path = folder / LOCK_FILE
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_atomic(path, text)
    data = {
        "ok": not changed,
        "file": LOCK_FILE,
        "clauses": sum(map(len, books.values())),
        "accepted": sorted(accepted),
        "diagnostics": diagnostics_json(changed),
    }
    number = counted(sum(map(bool, books.values())), "rulebook")
    told = f"{LOCK_FILE}: {counted(sum(map(len, books.values())), 'clause')} of {number}{_state(data, before)}"
    return Result(FAILED if changed else OK, data, told, render_diagnostics(changed) if changed else "")


def _state(data: Mapping[str, Any], before: Lock) -> str:
    changed, accepted = len(data["diagnostics"]), len(data["accepted"])
    told = [f"{changed} stand on what has changed"] if changed else []
    told += [f"{accepted} accepted"] if accepted else []
    return f", {', '.join(told)}" if told else "" if before.books else ", noted for the first time"


def _foundations(args: Arguments, folder: Path) -> Iterator[tuple[str, tuple[str, Foundations]]]:
    """Yield for each rulebook its name in the lock, the name of the book below it, and what its clauses depend on."""
    for name in args.games or books_of(need_project("lock")):
        path = find(name)
        there = locked_name(path, folder)
        if there is None:
            raise usage("E803", f"{name} is not in this folder, so its lock is not here", hint=f"{folder} has the lock")
        books = gather_stack([path]).books
        if len(books) > 1:
            yield there, (book_name(books[-2]), foundations(books))


def _accepted(wanted: tuple[str, ...], found: Mapping[str, tuple[str, Foundations]]) -> frozenset[str]:
    """Return the ids of the clauses whose changes the user accepts. Raise RulekitError if a wanted name belongs to no
    clause that depends on another, or to several."""
    known = sorted({one.clause for _, now in found.values() for one in now.found})
    accepted = set[str]()
    for clause in wanted:
        alike = [one for one in known if clause in (one, one.partition(" ")[2])]
        if len(alike) == 1:
            accepted.add(alike[0])
        elif alike:
            several = enumerated([f"`{one}`" for one in alike])
            raise usage("E803", f"`{clause[:80]}` may be {several}", hint="name the kind, too")
        elif clause != ALL:
            message = f"no clause called `{clause[:80]}` stands on another"
            error = usage("E803", message, hint=f"`--accept {ALL}` accepts every change")
            near = did_you_mean(clause, known)
            raise RulekitError(evolve(error.diagnostics[0], help=(*near, *error.diagnostics[0].help)))
    return frozenset(known if ALL in wanted else accepted)
