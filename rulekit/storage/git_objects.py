"""Reads the objects of a git repository with the installed `git`. No program that the repository configures is run.

The commands used here (`rev-parse`, `ls-tree`, `cat-file`, `for-each-ref`, `merge-base`) read only objects and
references: no index, work tree, hook, filter or text conversion. They run without the caller's `GIT_` variables (except
two that only limit the search), so the repository is always that of the current folder. They may use no transport, so a
missing object is an error and is never fetched. The hash of each blob is checked against its contents.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import PurePosixPath
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError, did_you_mean
from ..diagnostics.printable import cut, one_line

SECONDS: Final = 60
"""Seconds after which a command of git is stopped."""
MOST_BYTES: Final = 64 * 1024 * 1024
"""The most bytes that are read from one revision."""
MOST_REFERENCES: Final = 2000
"""Branches and tags among which a mistyped name is looked for, at most."""
KEPT_VARIABLES: Final = frozenset({"GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"})
"""Variables that only limit where git looks for a repository."""
ENVIRONMENT: Final = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LANGUAGE": "",
    "LC_ALL": "C",
}
SETTINGS: Final = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.pager=cat", "diff.external=")
PLAIN: Final = ("100644", "100755", "100664")
"""Modes of plain files."""
_COMMITTED: Final = re.compile(rb"^committer .*> (\d+) ([+-]\d\d)(\d\d)$", re.MULTILINE)
"""The line of a commit with its time, in seconds, and its time zone."""
OTHER_KINDS: Final = {"120000": "a link", "160000": "a submodule"}


@frozen
class TreeEntry:
    """A file in a tree of git. `kind` is "" for a plain file; otherwise it says what it is, such as "a link" or "a
    submodule"."""

    path: str
    kind: str
    hash: str


def unreadable(message: str, *advice: str) -> RulekitError:
    return RulekitError(Diagnostic("E851", message, help=tuple(map(Help, advice))))


def run_git(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a git command on the repository of the current folder, with `given` as its input. Return the completed
    process. Raise RulekitError if git is not installed or cannot be run."""
    program = shutil.which("git")
    if program is None or not os.path.isabs(program):  # a relative path could be a file of the repository
        raise unreadable("revisions are read with `git`, which is not installed", "install git, or name a file")
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    kept = {name: value for name, value in os.environ.items() if name in KEPT_VARIABLES}
    settings = [word for setting in SETTINGS for word in ("-c", setting)]
    try:
        return subprocess.run(
            [program, "--no-pager", *settings, *words],
            input=given,
            capture_output=True,
            env={**variables, **kept, **ENVIRONMENT},
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise unreadable(f"git did not answer within {SECONDS} seconds") from None
    except (OSError, ValueError) as error:
        raise unreadable(f"git cannot be run: {error}") from error


def folder_prefix() -> str:
    """Return the path of the current folder in its repository, with a slash at its end; "" at the top. Raise
    RulekitError outside of a repository."""
    done = run_git("rev-parse", "--show-prefix")
    if done.returncode == 0:
        return os.fsdecode(done.stdout.rstrip(b"\n"))
    said = one_line(done.stderr.decode(errors="replace").strip().partition("\n")[0]).removeprefix("fatal: ")
    if "not a git repository" in said:
        raise unreadable("the current folder is in no git repository", "name a file without a revision")
    raise unreadable(f"git cannot read this repository: {cut(said)}")


def commit_of(revision: str) -> str:
    """Return the hash of the commit that a revision names. Raise RulekitError if there is no such commit."""
    shown = cut(one_line(revision), 120)
    if not revision or revision.startswith("-") or not revision.isprintable():
        raise _unknown(shown, "a revision is a branch, a tag, a hash or such as `HEAD~1`")
    done = _rev_parse(f"{revision}^{{commit}}")
    found = done.stdout.decode(errors="replace").strip()
    if done.returncode == 0 and found.isalnum():  # for `^HEAD`, git prints a hash with a `^` before it
        return found
    if not found and _rev_parse(revision).returncode == 0:  # git knows the name, but cannot read the object
        raise unreadable(f"git cannot read the commit of `{shown}`: it is missing, damaged or no commit")
    if run_git("rev-parse", "--is-shallow-repository").stdout.strip() == b"true":
        raise _unknown(shown, "this clone is shallow: `git fetch --unshallow` fetches what is missing")
    names = run_git("for-each-ref", "--format=%(refname:short)", f"--count={MOST_REFERENCES}")
    raise _unknown(shown, *(one.text for one in did_you_mean(revision, names.stdout.decode(errors="replace").split())))


def merge_base(first: str, second: str) -> str:
    """Return the hash of the latest common ancestor of two revisions. Raise RulekitError if they have none."""
    done = run_git("merge-base", commit_of(first), commit_of(second))
    if done.returncode:
        raise unreadable(f"`{cut(one_line(first), 60)}` and `{cut(one_line(second), 60)}` have no commit in common")
    return done.stdout.decode().split()[0]


def commit_date(revision: str) -> str:
    """Return the date of a commit, in the time zone in which it was made, as YYYY-MM-DD. Return "" if the commit has no
    valid date."""
    head = run_git("cat-file", "commit", commit_of(revision)).stdout.partition(b"\n\n")[0]
    found = _COMMITTED.search(head)
    if found is None:
        return ""
    offset = timedelta(hours=int(found[2]), minutes=int(found[2][:1] + found[3]))
    try:
        return datetime.fromtimestamp(int(found[1]), timezone(offset)).date().isoformat()
    except (ValueError, OverflowError, OSError):  # not written by git, so the date may be impossible
        return ""


def _rev_parse(word: str) -> subprocess.CompletedProcess[bytes]:
    return run_git("rev-parse", "--verify", "--quiet", "--end-of-options", word)


def _unknown(shown: str, *advice: str) -> RulekitError:
    message = f"there is no revision `{shown}` in this repository"
    return RulekitError(Diagnostic("E850", message, help=tuple(map(Help, advice))))


def list_tree(commit: str) -> list[TreeEntry]:
    """Return all files of a commit, except those whose path is unsafe because it would leave its folder."""
    done = run_git("ls-tree", "-r", "-z", "--full-tree", commit)
    if done.returncode:
        raise unreadable(f"git cannot list the files of {commit[:12]}: an object is missing or damaged")
    found = []
    for line in done.stdout.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, _, digest = head.decode().split(" ")
        path = os.fsdecode(name)
        if is_safe_path(path):
            found.append(TreeEntry(path, "" if mode in PLAIN else OTHER_KINDS.get(mode, "no plain file"), digest))
    return found


def is_safe_path(path: str) -> bool:
    """Return whether a path stays inside its folder on every system, and does not enter a folder named `.git`."""
    parts = path.split("/")
    bad = any(part in ("", ".", "..") or part.lower() == ".git" for part in parts)
    return not bad and not any(sign in path for sign in "\\:\0") and not PurePosixPath(path).is_absolute()


def read_blobs(hashes: Sequence[str], limit: int) -> Mapping[str, bytes | None]:
    """Return a mapping from the hash of each blob to its contents; None for a blob with more than `limit` bytes. Raise
    RulekitError if a blob is missing or damaged."""
    wanted = dict.fromkeys(hashes)
    sizes = dict(zip(wanted, map(_size, _batch("--batch-check", wanted).splitlines()), strict=True))
    kept = [digest for digest in wanted if sizes[digest] <= limit]
    if sum(sizes[digest] for digest in kept) > MOST_BYTES:
        raise unreadable(f"the rulebooks of this revision have more than {MOST_BYTES // 1024 // 1024} MB")
    found: dict[str, bytes | None] = dict(wanted)
    data, at = _batch("--batch", kept), 0
    for digest in kept:
        begin = data.index(b"\n", at) + 1
        found[digest] = contents = data[begin : begin + sizes[digest]]
        at = begin + sizes[digest] + 1
        if blob_hash(contents, digest) != digest:
            raise unreadable(f"git's object {digest[:12]} is damaged: it has other contents than its name says")
    return found


def blob_hash(contents: bytes, like: str) -> str:
    """Return the hash that git gives to a blob with these contents. It is of the same kind (SHA-1 or SHA-256) as the
    hash `like`."""
    make = hashlib.sha1 if len(like) == 40 else hashlib.sha256
    return make(b"blob %d\0" % len(contents) + contents, usedforsecurity=False).hexdigest()


def _batch(how: str, hashes: Sequence[str] | Mapping[str, None]) -> bytes:
    done = run_git("cat-file", how, given="".join(f"{digest}\n" for digest in hashes).encode())
    if done.returncode:
        raise unreadable("git cannot read a rulebook of this revision: an object is missing or damaged")
    return done.stdout


def _size(line: bytes) -> int:
    digest, kind, *size = line.decode().split(" ")
    if kind != "blob":
        raise unreadable(f"git's object {digest[:12]} is missing or damaged")
    return int(size[0])
