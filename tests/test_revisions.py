"""`REV:path`: rulebooks of a git revision are found as git finds them, with all their layers; nothing
of the repository is run or changed."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.diagnostics import RulekitError
from rulekit.loader import gather_stack
from rulekit.model.header import book_name
from rulekit.play.loaded_book import load
from rulekit.revisions import split_revision
from rulekit.rulebook_files import find, read_rulebook

from .repository import Repository, game, make_repository

VARIANT = 'variant house of {base} "House":\n  summary "As at home."\n\nset left = {left}\n'


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return make_repository(tmp_path / "repository", monkeypatch)


def text_of(name: str) -> str:
    return read_rulebook(find(name)).text


def refusal(name: str) -> tuple[str, str]:
    """Return the code and the words of the message about a name."""
    with pytest.raises(RulekitError) as caught:
        find(name)
    (found,) = caught.value.diagnostics
    return found.code, " ".join([found.message, *(advice.text for advice in found.help)])


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("HEAD~1:czar/english", ("HEAD~1", "czar/english")),
        ("v1.0:mine.rules", ("v1.0", "mine.rules")),
        ("HEAD^{/fix: a typo}:mine.rules", ("HEAD^{/fix: a typo}", "mine.rules")),
        ("main@{2026-01-01 10:00}:./x", ("main@{2026-01-01 10:00}", "./x")),
        (":mine.rules", ("", "mine.rules")),
        ("C:\\games\\mine.rules", None),
        ("C:/games/mine.rules", None),
        ("./a:b.rules", None),
        ("/a:b.rules", None),
        ("mine.rules", None),
    ],
)
def test_a_revision_ends_at_the_first_colon_outside_of_braces(name: str, parts: tuple[str, str] | None) -> None:
    assert split_revision(name) == parts


def test_each_revision_has_its_own_text(repository: Repository) -> None:
    repository.write("mine.rules", game(5))
    first = repository.commit()
    repository.git("tag", "-a", "v1.0", "-m", "the first")
    repository.write("mine.rules", game(6))
    repository.commit()
    repository.write("mine.rules", game(7))
    for name, left in [("HEAD~1", 5), ("v1.0", 5), (first[:10], 5), ("HEAD", 6), ("main", 6), ("@", 6)]:
        assert text_of(f"{name}:mine.rules") == text_of(f"{name}:mine") == game(left)
    assert text_of("mine.rules") == game(7)
    assert repository.git("status", "--porcelain") == b" M mine.rules\n"


def test_paths_begin_at_the_top_or_with_a_dot_at_the_current_folder(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("top.rules", game(1, "top"))
    repository.write("games/inner.rules", game(2, "inner"))
    repository.commit()
    monkeypatch.chdir(repository.folder / "games")
    assert (
        text_of("HEAD:games/inner.rules") == text_of("HEAD:./inner.rules") == text_of("HEAD:inner") == game(2, "inner")
    )
    assert text_of("HEAD:../top.rules") == text_of("HEAD:top.rules") == game(1, "top")
    code, words = refusal("HEAD:inner.rules")
    assert code == "E820" and "did you mean `HEAD:./inner.rules`?" in words
    for name in ("HEAD:../../top.rules", "HEAD:/etc/passwd.rules", "HEAD:a/../../x.rules", "HEAD:"):
        code, words = refusal(name)
        assert code == "E820" and "is no file of the repository" in words, name


def test_all_layers_are_those_of_the_revision(repository: Repository) -> None:
    repository.write("family/base.rules", game(5, "base"))
    repository.write("family/house.rules", VARIANT.format(base="family/base", left=4))
    repository.write("far/other.rules", VARIANT.format(base="family/base", left=3))
    repository.write(
        "far/pig.rules", 'variant home of classics/pig "Home":\n  summary "As at home."\n\nset goal = 50\n'
    )
    repository.commit()
    repository.write("family/base.rules", game(9, "base"))
    repository.commit()
    for name, left in [("HEAD~1:family/house", 5), ("HEAD~1:far/other", 5), ("HEAD:family/house", 9)]:
        books = gather_stack([find(name)]).books
        assert [book_name(book) for book in books] == ["base", "house"]
        assert books[0].span.source.text == game(left, "base")
    assert [book_name(book) for book in gather_stack([find("HEAD:far/pig")]).books] == ["pig", "home"]


def test_names_are_those_of_the_revisions_project(repository: Repository) -> None:
    repository.write("old/mine/base.rules", game(3))
    repository.write("old/mine/house.rules", VARIANT.format(base="mine/base", left=2))
    repository.write("drafts/notes.md", "no rulebook here")
    repository.write("rulekit.toml", 'rulebooks = ["old", "drafts"]\n')
    repository.commit()
    repository.git("mv", "old", "new")
    repository.write("rulekit.toml", 'rulebooks = ["new"]\n')
    repository.write("new/mine/base.rules", game(8))
    assert "= 3" in text_of("HEAD:mine/base") and "= 8" in text_of("mine/base")
    told = run(["layers", "HEAD:mine/house"])
    assert told.code == 0, told.notes
    assert [layer["from"] for layer in told.data["layers"]] == ["project", "project"]
    assert load("HEAD:mine/house").files[0] != load("mine/house").files[0]
    assert refusal("HEAD:mine/hose")[0] == "E820"
    repository.write("rulekit.toml", "rulebooks = 3\n")
    repository.commit()
    with pytest.raises(RulekitError) as caught:
        find("HEAD:mine/base")
    (wrong,) = caught.value.diagnostics
    assert wrong.code == "E826" and wrong.span is not None and wrong.span.source.name == "HEAD:rulekit.toml"


def test_a_revision_has_the_settings_of_its_own_project(repository: Repository) -> None:
    repository.write("rulekit.toml", 'rulebooks = ["rules", "empty"]\n')
    repository.write("empty/README", "Nothing is here yet.\n")
    repository.write("rules/family/base.rules", game(5, "base"))
    repository.write("rules/family/house.rules", VARIANT.format(base="family/base", left=4))
    repository.commit()
    repository.write("rulekit.toml", 'rulebooks = ["elsewhere"]\n')
    assert text_of("HEAD:family/base") == game(5, "base")
    assert [book_name(book) for book in gather_stack([find("HEAD:family/house")]).books] == ["base", "house"]


def test_messages_name_the_revision(repository: Repository) -> None:
    repository.write("mine.rules", game(5) + "fact wrong = nothing_here\n")
    repository.commit()
    repository.write("mine.rules", game(5))
    told = run(["check", "HEAD:mine.rules", "mine.rules"])
    assert "--> HEAD:mine.rules:15:14" in told.notes and "cache" not in told.notes
    assert "mine.rules: right" in told.text


def test_a_comparison_reviews_a_change(repository: Repository) -> None:
    repository.write("mine.rules", game(5))
    repository.commit()
    repository.write("mine.rules", game(6))
    told = run(["compare", "main:mine.rules", "mine.rules", "--no-games"])
    assert told.code == 0, told.notes
    assert "main  " in told.text and "Now  " in told.text


def test_a_game_of_a_revision_plays_and_is_cached(repository: Repository) -> None:
    repository.write("mine.rules", game(5) + "".join(f"# {'long ' * 20}\n" for _ in range(30)))
    repository.commit()
    for _ in range(2):
        assert load("HEAD:mine").configure().engine.machine.name == "mine"
        assert run(["test", "HEAD:mine.rules", "-n", "5"]).code == 0


def test_a_file_with_a_colon_in_its_name_is_a_file(repository: Repository) -> None:
    repository.write("HEAD:mine.rules", game(3))
    assert text_of("HEAD:mine.rules") == text_of("./HEAD:mine.rules") == game(3)


def test_nothing_is_written_to_a_revision(repository: Repository) -> None:
    repository.write("mine.rules", game(5) + "\n\n\n")
    repository.commit()
    told = run(["fmt", "HEAD:mine.rules"])
    assert told.code == 2 and "E803" in told.notes and text_of("HEAD:mine.rules") == game(5) + "\n\n\n"
    assert run(["fmt", "--check", "HEAD:mine.rules"]).code == 1
    told = run(["new", "over_it", "--over", "HEAD:mine.rules"])
    assert told.code == 2 and "E803" in told.notes and not Path("over_it.rules").exists()


# --------------------------------------------------------------------------------------------------- wrong and hostile


def test_unknown_revisions(repository: Repository) -> None:
    repository.write("mine.rules", game(5))
    repository.commit()
    repository.git("branch", "second-edition")
    code, words = refusal("second-editon:mine.rules")
    assert code == "E850" and "did you mean `second-edition`?" in words
    for name in ("", "HEAD~7", "nothing", "a b", "HEAD\x1b[31m", "HEAD..main", "^HEAD"):
        assert refusal(f"{name}:mine.rules")[0] == "E850", name
    code, words = refusal("HEAD:mime.rules")
    assert code == "E820" and "did you mean `mine`?" in words
    assert run(["check", "nothing:mine.rules"]).code == 2


@pytest.mark.parametrize("name", ["--upload-pack=touch ran", "-h", "--all", "--output=ran", "--exec-path=."])
def test_a_revision_is_never_an_option_of_git(repository: Repository, name: str) -> None:
    repository.write("mine.rules", game(5))
    repository.commit()
    assert refusal(f"{name}:mine.rules")[0] == "E850"
    assert not Path("ran").exists()


def test_a_shallow_clone_says_so(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write("mine.rules", game(5))
    repository.commit()
    repository.commit("another")
    repository.git("clone", "-q", "--depth", "1", repository.folder.as_uri(), str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    assert text_of("HEAD:mine.rules") == game(5)
    assert "git fetch --unshallow" in refusal("HEAD~1:mine.rules")[1]


def test_outside_of_a_repository_and_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    code, words = refusal("HEAD:mine.rules")
    assert code == "E851" and "no git repository" in words
    monkeypatch.setenv("PATH", f".{os.pathsep}{tmp_path / 'empty'}")
    program = tmp_path / "git"
    program.write_text("#!/bin/sh\ntouch ran\n")
    program.chmod(0o700)
    code, words = refusal("HEAD:mine.rules")
    assert code == "E851" and "not installed" in words and not Path("ran").exists()


def test_the_callers_variables_choose_no_other_repository(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("mine.rules", game(5))
    repository.commit()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "ran"))
    assert text_of("HEAD:mine.rules") == game(5)
    assert not (tmp_path / "ran").exists()


def test_links_and_submodules_are_told_and_not_followed(repository: Repository, tmp_path: Path) -> None:
    secret = tmp_path / "secret.rules"
    secret.write_text(game(1, "secret"))
    repository.write("mine.rules", game(5))
    os.symlink(secret, repository.folder / "link.rules")
    os.symlink(tmp_path, repository.folder / "linked")
    commit = repository.commit()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},module")
    repository.git("commit", "-qm", "a submodule")
    assert refusal("HEAD:link.rules") == ("E821", "link.rules is a link at `HEAD`, and cannot be read there")
    assert "linked/secret.rules is a link" in refusal("HEAD:linked/secret.rules")[1]
    assert "module/x.rules is a submodule" in refusal("HEAD:module/x.rules")[1]
    assert text_of("HEAD:mine.rules") == game(5)


def test_a_rulebook_that_is_too_large_is_told(repository: Repository) -> None:
    repository.write("large.rules", "#" * (1024 * 1024 + 1))
    repository.write("mine.rules", game(5))
    repository.commit()
    assert refusal("HEAD:large.rules")[0] == "E821" and "larger than 1048576 bytes" in refusal("HEAD:large.rules")[1]
    assert text_of("HEAD:mine.rules") == game(5)


@pytest.mark.parametrize(
    "path", ["../out.rules", "..", ".git/hooks/x.rules", "a/../../out.rules", "a\\..\\out.rules", "/out.rules"]
)
def test_a_tree_with_paths_out_of_the_repository_writes_nothing_there(
    repository: Repository, tmp_path: Path, path: str
) -> None:
    """Git refuses such names when it makes a tree, so the objects are written byte by byte."""
    blob = repository.git("hash-object", "-w", "--stdin", given=game(6, "out").encode()).decode().strip()
    entry = b"100644 " + path.encode() + b"\0" + bytes.fromhex(blob)
    good = b"100644 mine.rules\0" + bytes.fromhex(blob)
    tree = (
        repository.git("hash-object", "-w", "--literally", "-t", "tree", "--stdin", given=entry + good).decode().strip()
    )
    commit = repository.git("commit-tree", tree, "-m", "hostile").decode().strip()
    before = {p for p in tmp_path.rglob("*") if "repository" not in p.parts}
    assert text_of(f"{commit}:mine.rules") == game(6, "out")
    new = {p.relative_to(tmp_path).parts[:2] for p in tmp_path.rglob("*") if "repository" not in p.parts} - {
        p.relative_to(tmp_path).parts[:2] for p in before
    }
    assert new <= {("cache",), ("cache", "revisions")}
    assert [p.name for p in (tmp_path / "cache").rglob("*") if p.is_file()] == ["mine.rules"]


def test_two_entries_of_one_name_are_told(repository: Repository) -> None:
    blob = repository.git("hash-object", "-w", "--stdin", given=game(6).encode()).decode().strip()
    entry = b"100644 mine.rules\0" + bytes.fromhex(blob)
    inner = repository.git("hash-object", "-w", "--literally", "-t", "tree", "--stdin", given=entry).decode().strip()
    both = entry + b"40000 mine.rules\0" + bytes.fromhex(inner)
    tree = repository.git("hash-object", "-w", "--literally", "-t", "tree", "--stdin", given=both).decode().strip()
    commit = repository.git("commit-tree", tree, "-m", "hostile").decode().strip()
    assert refusal(f"{commit}:mine.rules")[0] == "E851"


PROGRAMS = {
    "core.fsmonitor": "{program}",
    "core.hooksPath": "{folder}/hooks",
    "core.pager": "{program}",
    "pager.ls-tree": "{program}",
    "pager.rev-parse": "{program}",
    "core.editor": "{program}",
    "core.sshCommand": "{program}",
    "core.askPass": "{program}",
    "core.gitProxy": "{program}",
    "core.alternateRefsCommand": "{program}",
    "credential.helper": "{program}",
    "diff.external": "{program}",
    "diff.evil.textconv": "{program}",
    "diff.evil.command": "{program}",
    "filter.evil.clean": "{program}",
    "filter.evil.smudge": "{program}",
    "filter.evil.process": "{program}",
    "filter.evil.required": "true",
    "gpg.program": "{program}",
    "log.showSignature": "true",
    "alias.rev-parse": "!{program}",
    "alias.cat-file": "!{program}",
    "alias.ls-tree": "!{program}",
    "uploadpack.packObjectsHook": "{program}",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": "ext::{program}",
    "remote.origin.uploadpack": "{program}",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "protocol.file.allow": "always",
    "trace2.eventTarget": "{folder}/../ran",
}


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
@pytest.mark.parametrize("missing", [False, True])
def test_nothing_that_the_repository_configures_is_run(repository: Repository, missing: bool) -> None:
    """With an object that is missing, git would ask a remote, whose address is a program here."""
    program = repository.write("program", "#!/bin/sh\ntouch $(dirname $0)/../ran\nexit 0\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    hooks = repository.folder / "hooks"
    hooks.mkdir()
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-auto-gc"):
        shutil.copy(program, hooks / hook)
        shutil.copy(program, repository.folder / ".git/hooks" / hook)
    repository.write(".gitattributes", "*.rules filter=evil diff=evil\n")
    repository.write("mine.rules", game(5))
    repository.commit()
    blob = repository.git("rev-parse", "HEAD:mine.rules").decode().strip()
    with (repository.folder / ".git/config").open("a") as config:
        for name, value in PROGRAMS.items():
            section, _, key = name.rpartition(".")
            first, _, rest = section.partition(".")
            head = f'[{first} "{rest}"]' if rest else f"[{first}]"
            config.write(f'{head}\n\t{key} = "{value.format(program=program, folder=repository.folder)}"\n')
    (repository.folder.parent / "ran").unlink(missing_ok=True)
    if missing:
        (repository.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
        assert refusal("HEAD:mine.rules")[0] == "E851"
    else:
        assert text_of("HEAD:mine.rules") == game(5)
        assert run(["compare", "HEAD:mine.rules", "mine.rules", "--no-games"]).code == 0
    assert not (repository.folder.parent / "ran").exists()


@pytest.mark.parametrize("kind", ["commit", "tree", "blob"])
@pytest.mark.parametrize("damage", ["missing", "half-written", "empty", "exchanged"])
def test_objects_that_are_not_whole_are_told(repository: Repository, kind: str, damage: str) -> None:
    repository.write("mine.rules", game(6))
    repository.write("other/other.rules", game(7))
    repository.commit()
    repository.write("mine.rules", game(5))
    repository.commit("the damaged one")
    names = {"commit": "HEAD", "tree": "HEAD^{tree}", "blob": "HEAD:mine.rules"}
    damaged, other = (
        repository.folder / ".git/objects" / found[:2] / found[2:]
        for found in (
            repository.git("rev-parse", word).decode().strip()
            for word in (names[kind], names[kind].replace("HEAD", "HEAD~1"))
        )
    )
    data = damaged.read_bytes()
    damaged.chmod(0o600)
    if damage == "missing":
        damaged.unlink()
    else:
        damaged.write_bytes(
            {"half-written": data[: len(data) // 2], "empty": b"", "exchanged": other.read_bytes()}[damage]
        )
    assert refusal("HEAD:mine.rules")[0] in ("E850", "E851")


def test_a_changed_folder_of_the_cache_is_made_again(repository: Repository) -> None:
    repository.write("mine.rules", game(5))
    repository.commit()
    path = find("HEAD:mine.rules")
    path.chmod(0o600)
    path.write_text(game(9))
    assert text_of("HEAD:mine.rules") == game(5)
    (path.parent / "more.rules").write_text(game(9, "more"))
    assert refusal("HEAD:more.rules")[0] == "E820"


def test_a_revision_is_read_without_a_cache(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "")
    repository.write("mine.rules", game(5))
    repository.commit()
    assert text_of("HEAD:mine.rules") == game(5)


def test_a_folder_is_written_completely_or_not_at_all(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("a.rules", game(5))
    repository.write("b.rules", game(6))
    repository.commit()

    def fail(path: str, mode: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "chmod", fail)
    assert refusal("HEAD:a.rules")[0] == "E851"
    assert list((tmp_path / "cache" / "revisions").iterdir()) == []
