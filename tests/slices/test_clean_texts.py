"""Changes that need no check of the whole: what is proven to be without a message has none."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from rulekit.check.checker import Checker
from rulekit.loader import gather_stack
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_all
from rulekit.rulebook_files import library
from rulekit.slices import proven_clean, remember_clean
from rulekit.slices.clean_texts import KEPT
from rulekit.slices.pieces import LEAVES

OWN = """rulebook posts "Posts":
  players 2
  source old "Old rules": "All"

enum Colour: red "Red", green "Green"

board Field "Field": open for 4

keep posted[Field]: truth = no
keep colour: Colour = red

fact many = count(s in Field where posted[s]) > 2

fact short = size(Colour) > 2

flow:
  turns from p1:
    choose s in Field
    posted[s] = yes
    game over, won by me

never crowded "Crowded" "More than 2 posts.": many
always late: players == 2
always named: colour == red or not short

section start "Start":
  "Each player has 2 posts, and more may follow them."
  says flow
"""
CHANGES: Mapping[str, tuple[str, str, bool]] = {
    "nothing": ("", "", True),
    "a comment": ("\nnever crowded", "\n# Crowded\nnever crowded", True),
    "a condition": (": many", ": not many", True),
    "another invariant": ("never crowded", "never none_there: players > 2\n\nnever crowded", True),
    "a fact of invariants": ("where posted[s]) > 2", "where posted[s]) > 1", True),
    "a member": ("colour == red", "colour == green", True),
    "words of a section": ("may follow them", "follow later", True),
    "a new name in words": ("2 posts", "2 posts of a Tree", False),
    "a number in words": ("has 2 posts", "has 3 posts", False),
    "a summary": ('"More than 2 posts."', '"There are more than 2 posts."', True),
    "a number in a summary": ("More than 2", "More than 3", False),
    "another title": ('"Start"', '"Beginning"', False),
    "a reference": ("follow them.", "follow them (see Start).", False),
    "a fact that is no longer used": (": many", ": short", False),
    "a name that is taken": ("\nnever crowded", "\nfact posted = no\n\nnever crowded", False),
    "a name that a rule binds": ("\nnever crowded", "\nfact s = no\nnever s_there: s\n\nnever crowded", False),
    "a name that nothing has": ("colour == red", "colour == blue", False),
    "a wrong type": ("colour == red", "colour == 3", False),
    "a coordinate": ("many\n", "many\nnever far: some s in Field: distance(s, s) > 2\n", False),
    "a citation": (": many", ' [old "Some"]: many', False),
    "a rule": ("posted[s] = yes", "posted[s] = no", False),
    "an attribute": ("enum Colour: red", "enum Colour: blue, red", False),
    "the header": ('source old "Old rules"', 'source old "Older rules"', False),
    "the last use of a fact": ('never crowded "Crowded" "More than 2 posts.": many\n', "", False),
    "an invariant less": ("always late: players == 2\n", "", True),
}
"""Changes of a text, and whether it is proven that the new text has no message."""


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def check(path: Path) -> bool:
    """Check a rulebook, keep it if nothing was found, and return whether nothing was."""
    stack = gather_stack([path])
    tables = list[tuple[Config, Checker]]()
    _, found = check_all(stack.books, lambda *one: tables.append(one))
    if found or stack.diagnostics:
        return False
    remember_clean([path], stack, tables)
    return True


@pytest.mark.parametrize("what", CHANGES)
def test_what_need_not_be_checked(what: str, tmp_path: Path) -> None:
    path = tmp_path / "posts.rules"
    path.write_text(OWN)
    assert proven_clean([path]) is None
    assert check(path)
    old, new, proven = CHANGES[what]
    assert old in OWN and (not proven or OWN.replace(old, new, 1) != OWN or not old)
    path.write_text(OWN.replace(old, new, 1))
    assert (proven_clean([path]) is not None) is proven
    assert not proven or check(path)
    path.write_text(OWN)
    assert proven_clean([path]) is not None


def test_a_damaged_entry_is_no_entry(tmp_path: Path) -> None:
    path = tmp_path / "posts.rules"
    path.write_text(OWN)
    assert check(path)
    (entry,) = (tmp_path / "cache" / KEPT.kind).iterdir()
    for wrong in (b"", b"x", entry.read_bytes()[:-1]):
        entry.write_bytes(wrong)
        assert proven_clean([path]) is None
    KEPT.save(entry.stem, ("something", "else"))
    assert proven_clean([path]) is None


def test_another_book_below_is_noticed(tmp_path: Path) -> None:
    """The same name may lead to another file than before."""
    (tmp_path / "posts.rules").write_text(OWN)
    path = tmp_path / "more.rules"
    path.write_text('edition more of posts "More":\n  players 2\n\nnever some_far: many and short\n')
    assert check(path)
    assert proven_clean([path]) is not None
    (tmp_path / "posts.rules").rename(tmp_path / "old.rules")
    (tmp_path / "posts").mkdir()
    (tmp_path / "posts" / "posts.rules").write_text(OWN)
    assert proven_clean([path]) is None


def mutations(text: str, chance: Random) -> Iterator[str]:
    """Yield a text with one clause changed, again and again: another word or number of the book, a copy, one less."""
    pieces = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)
    words = re.findall(r"\w+", text)
    leaves = [at for at, piece in enumerate(pieces) if re.match(rf"(?:{'|'.join(LEAVES)}|section)\b", piece)]
    while leaves:
        at = chance.choice(leaves)
        found = list(re.finditer(r"\w+", pieces[at]))
        one = found[chance.randrange(len(found))]
        word = str(int(one[0]) + chance.choice([-1, 1, 7])) if one[0].isdecimal() else chance.choice(words)
        changed = f"{pieces[at][: one.start()]}{word}{pieces[at][one.end() :]}"
        more = chance.choice(["", "", re.sub(r"^(\w+ )\w+", rf"\g<1>{word}", pieces[at])])
        changed = chance.choice([changed, changed, changed, pieces[at], ""])
        yield "".join([*pieces[:at], changed, more, *pieces[at + 1 :]])


GAMES = ("czar/dutch", "classics/thicket", "tricks/whist", "mancala/kalah", "go/japanese", "classics/leduc-poker")


def proven_changes_are_clean(
    game: str, proven: int, tries: int, seed: int, folder: Path, patch: pytest.MonkeyPatch
) -> int:
    """Change a book of a game again and again, and check all changes that are proven to be clean, up to this number.
    Return how many these were."""
    chance, compared = Random(f"{game} {seed}"), 0
    family, _, book = game.partition("/")
    shutil.copytree(library() / family, folder / family)
    path = folder / family / f"{book}.rules"
    stack = [Path(file) for file in gather_stack([path]).files]
    assert check(path)
    cache = str(folder / "cache")
    while compared < proven and tries:
        changing = chance.choice(stack)
        before = changing.read_text()
        for text in mutations(before, chance):
            tries -= 1
            changing.write_text(text)
            if text != before and proven_clean([path]) is not None:
                patch.setenv("RULEKIT_CACHE", "")
                assert check(path), text
                patch.setenv("RULEKIT_CACHE", cache)
                compared += 1
            changing.write_text(before)
            if chance.random() < 0.2 or compared == proven or not tries:
                break
    return compared


def test_a_proven_change_is_clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert proven_changes_are_clean("classics/leduc-poker", 2, 300, 1, tmp_path, monkeypatch) == 2


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_many_proven_changes_are_clean(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert proven_changes_are_clean(game, 60, 6000, 2, tmp_path, monkeypatch)
