"""What the clauses of a variant stand on, and which of them stand on what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.locks import Foundations, changed_foundations, foundations
from rulekit.model.rulebook import Config
from rulekit.project import read_lock
from rulekit.project.lock_file import LOCK_FILE
from rulekit.syntax import nodes as s
from rulekit.syntax import parse

from .moving_bases import BASE, MOVES, VARIANTS, Move


@cache
def unchanged(variant: str) -> Foundations:
    return foundations(stack(BASE, variant))


def stack(base: str, variant: str) -> Sequence[s.Book]:
    """Return a base and a variant of it."""
    books = []
    for name, text in (("mill", base), (variant, f'variant {variant} of mill "A variant"\n\n{VARIANTS[variant]}')):
        books.append(read(f"{name}.rules", text))
    return books


@cache
def read(name: str, text: str) -> s.Book:
    book, problems = parse(Source(name, text))
    assert book is not None and not problems, (name, problems)
    return book


def test_every_stack_is_right() -> None:
    for variant in VARIANTS:
        rulebook, problems = assemble(stack(BASE, variant), Config())
        assert rulebook is not None and not problems, (variant, problems)


def test_half_of_the_moves_matter() -> None:
    assert len(MOVES) == 40 and sum(bool(move.told) for move in MOVES) == 20 and len(VARIANTS) == 8
    assert {one.partition(":")[0] for move in MOVES for one in move.told} == {*VARIANTS}


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.what)
def test_what_is_told(move: Move) -> None:
    assert move.old in BASE
    changed = BASE.replace(move.old, move.new, 1)
    told = []
    for variant in VARIANTS:
        before, after = unchanged(variant), foundations(stack(changed, variant))
        found = changed_foundations(after, before.lines(), before.wordings, "mill")
        assert all(one.code == "W850" and one.span is not None for one in found)
        clauses = {one.span.start: one.clause for one in after.found}
        told += [f"{variant}: {clauses[one.span.start]}" for one in found if one.span is not None]
    assert sorted(told) == sorted(move.told)


def test_both_wordings_are_told() -> None:
    (move,) = [one for one in MOVES if one.what == "a helper of a helper"]
    before = foundations(stack(BASE, "replaces"))
    after = foundations(stack(BASE.replace(move.old, move.new), "replaces"))
    (found,) = changed_foundations(after, before.lines(), before.wordings, "mill")
    assert [one.text for one in found.help][:2] == [
        "`fact strength` was: fact strength = wind + 1",
        "`fact strength` is now: fact strength = wind + 2",
    ]
    (found,) = changed_foundations(after, before.lines(), {}, "mill")
    assert "`fact strength` is now: fact strength = wind + 2" in [one.text for one in found.help]


def test_a_section_of_ours_stands_on_what_it_describes() -> None:
    base = "rulebook mill:\n  players 2\n\nfact worth = 3\n\nflow:\n  game over, drawn\n"
    ours = 'variant ours of mill\n\nsection worth:\n  "It is worth {worth}."\n  says worth\n'
    sides = []
    for text in (base, base.replace("3", "4")):
        books = [parse(Source(name, part))[0] for name, part in (("mill.rules", text), ("ours.rules", ours))]
        sides.append(foundations([book for book in books if book is not None]))
    assert list(sides[0].lines()) == ["section worth"]
    (found,) = changed_foundations(sides[1], sides[0].lines(), sides[0].wordings, "mill")
    assert "`fact worth` was: fact worth = 3" in [one.text for one in found.help]


# -------------------------------------------------------------------------------------------------- the file, commands


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    (folder / "rules").mkdir(parents=True)
    (folder / "rulekit.toml").write_text('rulebooks = ["rules"]\n')
    write(folder, "mill", BASE)
    for name in ("replaces", "sets"):
        write(folder, name, f'variant {name} of mill "A variant"\n\n{VARIANTS[name]}')
    monkeypatch.chdir(folder)
    return folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / "rules" / f"{name}.rules").write_text(text)


def locked(folder: Path) -> str:
    return (folder / LOCK_FILE).read_text()


def test_the_file_has_a_line_for_each_clause_and_is_written_again_unchanged(project: Path) -> None:
    assert run(["lock"]).code == 0
    text = locked(project)
    assert '\n[books."rules/replaces"]\n"action grind" = ["action grind ' in text
    assert text.count("\naction") == 0 and '= "fact strength = wind + 1"\n' in text
    assert run(["lock"]).code == 0 and locked(project) == text
    assert run(["lock", "sets"]).code == 0 and locked(project) == text
    lock = read_lock(project)
    assert lock is not None and {*lock.books} == {"rules/replaces", "rules/sets"}
    assert {part for lines in lock.books.values() for parts in lines.values() for part in parts} == {*lock.wordings}


def test_check_warns_until_the_change_is_accepted(project: Path) -> None:
    assert "W850" not in run(["check"]).notes
    run(["lock"])
    assert "W850" not in run(["check"]).notes
    write(project, "mill", BASE.replace("= wind + 1", "= wind + 2").replace("5..40 = 20", "5..50 = 20"))
    told = run(["check"])
    assert told.code == 0 and told.notes.count("warning[W850]") == 2
    assert "--> rules/replaces.rules:3:1" in told.notes
    before = locked(project)
    told = run(["lock"])
    assert told.code == 1 and told.notes.count("warning[W850]") == 2 and locked(project) == before
    told = run(["lock", "--accept", "action grind"])
    assert told.code == 1 and told.notes.count("warning[W850]") == 1
    assert "W850" not in run(["check", "replaces"]).notes and "W850" in run(["check", "sets"]).notes
    assert run(["lock", "--accept", "all"]).code == 0 and "W850" not in run(["check"]).notes
    assert "wind + 1" not in locked(project)


def test_a_new_clause_is_noted_and_one_that_is_gone_is_left_out(project: Path) -> None:
    run(["lock"])
    write(project, "sets", f'variant sets of mill "A variant"\n\n{VARIANTS["strikes"]}')
    (project / "rules" / "replaces.rules").unlink()
    assert run(["lock"]).code == 0
    lock = read_lock(project)
    assert lock is not None and {name: [*lines] for name, lines in lock.books.items()} == {
        "rules/sets": ["action rest"]
    }


def test_an_unknown_clause_and_a_rulebook_elsewhere(project: Path) -> None:
    told = run(["lock", "--accept", "action grid"])
    assert told.code == 2 and "did you mean `action grind`?" in told.notes
    told = run(["lock", "classics/pig-with-a-tailwind"])
    assert told.code == 2 and "is not in this folder" in told.notes


@pytest.mark.parametrize(
    "text",
    ["version = 1\n[books\n", "version = 2\n", "", "version = 1\nbooks = 3\n", 'version = 1\n[books."a"]\n"b" = 3\n'],
)
def test_a_lock_that_is_not_whole_is_told(project: Path, text: str) -> None:
    (project / LOCK_FILE).write_text(text)
    told = run(["check", "replaces"])
    assert told.code == 2 and "error[E852]" in told.notes
    assert run(["lock"]).code == 2 and locked(project) == text
