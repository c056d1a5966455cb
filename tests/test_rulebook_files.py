"""Finding and reading rulebooks: by name, by path, in the same folder; and one message if that fails."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit import rulebook_files
from rulekit.diagnostics import RulekitError
from rulekit.loader import gather_stack
from rulekit.model.header import book_name

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return a function that writes a rulebook into a temporary library and returns its path."""
    root = tmp_path / "variants"
    root.mkdir()
    monkeypatch.setattr(rulebook_files, "library", lambda: root)
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str, folder: Path = root) -> Path:
        path = folder / f"{name}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


BASE = "rulebook base:\n  players 2\nfact pay = 1\n"


def found(*names: str) -> list[str]:
    return [book_name(b) for b in gather_stack(rulebook_files.find(n) for n in names).books]


def refused(*names: str) -> list[str]:
    with pytest.raises(RulekitError) as caught:
        found(*names)
    return [d.code for d in caught.value.diagnostics]


def test_names_in_the_library(write: Write) -> None:
    path = write("czar/base", BASE)
    assert rulebook_files.find("czar/base") == rulebook_files.find("czar") == path
    assert write("hex/hex", BASE) == rulebook_files.find("hex")
    assert write("go", BASE) == rulebook_files.find("go")
    assert write("czar/dutch_revised", BASE) == rulebook_files.find("czar/dutch-revised")
    assert rulebook_files.names() == ["czar/base", "czar/dutch_revised", "go", "hex/hex"]


def test_a_stack_follows_bases_and_what_is_required(write: Write) -> None:
    write("czar/base", BASE)
    write("czar/dutch", "edition dutch of czar/base\nreplace fact pay = 2\n")
    write("czar/coins", "expansion coins of czar/base\nfact coins = 2\n")
    write("czar/late", "edition late of dutch:\n  requires czar/coins\nreplace fact pay = 3\n")
    assert found("czar/late") == ["base", "dutch", "coins", "late"]
    assert found("czar/late", "czar/coins") == ["base", "dutch", "coins", "late"]


def test_a_family_of_ones_own_comes_before_the_library(write: Write, tmp_path: Path) -> None:
    write("czar/base", BASE)
    write("czar/base", BASE.replace("fact pay = 1", "fact pay = 9"), tmp_path / "mine")
    top = write("czar/top", "variant top of czar/base\nfact more = 1\n", tmp_path / "mine")
    books = gather_stack([rulebook_files.find(str(top))]).books
    assert books[0].span.source.name == os.path.join("mine", "czar", "base.rules")


def test_a_text_is_parsed_once_and_anew_when_it_has_changed(write: Write) -> None:
    """Games of a family share the nodes of their base, so that results for these nodes are computed once."""
    write("family/base", BASE)
    write("family/one", "edition one of family/base\nfact more = 1\n")
    write("family/two", "edition two of family/base\nfact more = 2\n")
    (base, one), (same, two) = (gather_stack([rulebook_files.find(f"family/{name}")]).books for name in ("one", "two"))
    assert same is base and one is not two
    write("family/base", BASE.replace("pay = 1", "pay = 2"))
    other, again = gather_stack([rulebook_files.find("family/one")]).books
    assert other is not base and again is one


def test_a_missing_name_suggests_a_near_one(write: Write) -> None:
    write("czar/dutch", BASE)
    with pytest.raises(RulekitError) as caught:
        rulebook_files.find("czar/duch")
    assert caught.value.diagnostics[0].help[0].text == "did you mean `czar/dutch`?"
    with pytest.raises(RulekitError) as caught:
        rulebook_files.find("czar")
    assert "czar/dutch" in [advice.text for advice in caught.value.diagnostics[0].help]


def test_a_missing_file_suggests_a_near_one(write: Write, tmp_path: Path) -> None:
    write("mine", BASE, tmp_path)
    with pytest.raises(RulekitError) as caught:
        rulebook_files.find(str(tmp_path / "mien.rules"))
    assert caught.value.diagnostics[0].code == "E820"
    assert caught.value.diagnostics[0].help[0].text == "did you mean `mine.rules`?"


def test_a_missing_base_points_at_the_words_that_name_it(write: Write) -> None:
    write("top", "variant top of czar/bse\nfact more = 1\n")
    with pytest.raises(RulekitError) as caught:
        found("top")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E820" and diagnostic.span is not None and diagnostic.span.text == "czar/bse"


@pytest.mark.parametrize("name", ["../secret", "a/../b", "", "./x"])
def test_names_do_not_climb(write: Write, name: str) -> None:
    assert refused(name) == ["E820"]


def test_what_cannot_be_read(write: Write, tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    os.mkfifo(tmp_path / "pipe.rules")
    (tmp_path / "latin.rules").write_bytes(b"rulebook b:\n  players 2\n# caf\xe9\n")
    (tmp_path / "large.rules").write_bytes(b"#" * (rulebook_files.LIMIT + 1))
    assert refused(str(tmp_path / "folder.rules")) == ["E821"]
    assert refused(str(tmp_path / "pipe.rules")) == ["E821"]
    assert refused(str(tmp_path / "large.rules")) == ["E823"]
    with pytest.raises(RulekitError) as caught:
        rulebook_files.read_rulebook(tmp_path / "latin.rules")
    assert caught.value.diagnostics[0].message == "latin.rules is not UTF-8 text: line 3 holds the byte 0xe9"


def test_a_mark_at_the_start_of_a_file_is_nothing(write: Write, tmp_path: Path) -> None:
    (tmp_path / "marked.rules").write_bytes(b"\xef\xbb\xbf" + BASE.encode())
    assert found(str(tmp_path / "marked.rules")) == ["base"]


def test_circles_and_endless_chains(write: Write) -> None:
    write("a", "variant a of b\nfact x = 1\n")
    write("b", "variant b of a\nfact y = 1\n")
    write("self", "variant self of self\nfact y = 1\n")
    for n in range(40):
        write(f"n{n}", f"variant n{n} of n{n + 1}\nfact f{n} = 1\n")
    assert refused("a") == ["E824"]
    assert refused("self") == ["E824"]
    assert refused("n0") == ["E825"]


def test_every_file_with_errors_is_told_of(write: Write) -> None:
    write("base", "rulebook base:\n  players 2\nfact = 1\n")
    write("top", "variant top of base\nfact = 2\n")
    with pytest.raises(RulekitError) as caught:
        found("base", "top")
    sources = {d.span.source.name for d in caught.value.diagnostics if d.span}
    assert sources == {os.path.join("variants", "base.rules"), os.path.join("variants", "top.rules")}


def test_a_file_of_ones_own_is_named_with_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.rules").write_text("")
    with pytest.raises(RulekitError) as error:
        rulebook_files.find("mine")
    assert "`./mine.rules`" in error.value.diagnostics[0].help[0].text
    with pytest.raises(RulekitError) as error:
        rulebook_files.find("xyzzyx")
    assert "classics" in error.value.diagnostics[0].help[0].text


def test_a_saved_game_is_not_a_rulebook(tmp_path: Path) -> None:
    (tmp_path / "game.save").write_text("{}")
    with pytest.raises(RulekitError) as error:
        rulebook_files.find(str(tmp_path / "game.save"))
    (found,) = error.value.diagnostics
    assert found.code == "E820" and "is not a rulebook" in found.message
    assert any("--resume" in h.text for h in found.help)


def test_a_base_called_by_its_header_is_found_by_its_file(write: Write, tmp_path: Path) -> None:
    write("box", "# a game\nrulebook shut_the_box:\n  players 2\n", tmp_path)
    path = write("twelve", "variant twelve of shut_the_box\n", tmp_path)
    with pytest.raises(RulekitError) as caught:
        gather_stack([path])
    (advice,) = caught.value.diagnostics[0].help
    assert advice.text == "did you mean `box`? `box.rules` is the rulebook `shut_the_box`"
    assert advice.replacement == "box"
