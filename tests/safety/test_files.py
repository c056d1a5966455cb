"""What a rulebook may name is a book: by words joined with `/`, ending in `.rules`, beside it or in the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit import load
from rulekit.diagnostics import RulekitError
from rulekit.library import find

SECRET = "the secret of this computer"
PLAIN = "rulebook plain:\n  players 2\n\nflow:\n  game over, drawn\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stranger's folder, next to what is none of his business."""
    inside = tmp_path / "downloads" / "game"
    inside.mkdir(parents=True)
    (tmp_path / "secret").write_text(SECRET)
    (tmp_path / "secret.rules").write_text(SECRET)
    (inside / "secret").write_text(SECRET)
    (inside / "plain.rules").write_text(PLAIN)
    return inside


def messages(path: Path) -> str:
    with pytest.raises(RulekitError) as caught:
        load(str(path))
    return "\n".join(f"{d.message} {d.span and d.span.source.text}" for d in caught.value.diagnostics)


@pytest.mark.parametrize(
    "named",
    ["../../secret", "./secret", "/etc/passwd", "~/secret", '"../../secret"', "..", "secret.txt", "C:\\secret", "a//b"],
)
@pytest.mark.parametrize("how", ['variant bad of {}:\n  summary "x"\n', "variant bad of plain:\n  requires {}\n"])
def test_a_path_is_no_name_of_a_book(folder: Path, named: str, how: str) -> None:
    """It is no sentence of the language, so nothing is looked for."""
    path = folder / "bad.rules"
    path.write_text(how.format(named))
    with pytest.raises(RulekitError) as caught:
        load(str(path))
    assert {d.code[:2] for d in caught.value.diagnostics} == {"E1"}
    assert SECRET not in messages(path)


@pytest.mark.parametrize("named", ["secret", "games/secret", "downloads/secret"])
def test_only_rulebooks_beside_it_and_in_the_library_are_found(folder: Path, named: str) -> None:
    """A file without the ending is not read, nor one further up."""
    path = folder / "bad.rules"
    path.write_text(f'variant bad of {named}:\n  summary "x"\n')
    with pytest.raises(RulekitError) as caught:
        load(str(path))
    assert {d.code for d in caught.value.diagnostics} == {"E820"}
    assert SECRET not in messages(path)


@pytest.mark.parametrize("name", ["../../secret", "/etc/passwd", "..", ".", "", "/", "a/../../secret", "./plain"])
def test_whoever_asks_for_a_mentioned_book_gets_none_by_a_path(folder: Path, name: str) -> None:
    with pytest.raises(RulekitError):
        find(name, beside=folder)


def test_books_beside_it_may_be_mentioned(folder: Path) -> None:
    path = folder / "good.rules"
    path.write_text('variant good of plain:\n  summary "x"\n')
    assert load(str(path)).configure().machine.players == 2
