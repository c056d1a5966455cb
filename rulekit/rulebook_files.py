"""Finds and reads rulebooks. A rulebook is found by its path, or by its name: beside the file that mentions it, in the
project, in installed packages, and in the library.

The library is the folder `variants` of the checkout or of the installed package. A file that is too long or not UTF-8
is refused with a message.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from . import revisions
from .diagnostics import Diagnostic, Help, RulekitError, Source, Span, did_you_mean
from .diagnostics.printable import cut
from .project import Project, find_project
from .revisions import Revision, is_revision_file, read_revision, revision_folder, revision_path, split_revision
from .rulebook_packages import RulebookPackage, offered_rulebooks

SUFFIX = revisions.SUFFIX
LIMIT = revisions.LARGEST
MOST_SHOWN = 120
"""The greatest number of characters of a name that a message repeats."""
MOST_READ = 200
"""The greatest number of files beside a rulebook whose headers are read for a message."""
MOST_LISTED = 8
"""The greatest number of rulebooks of a project that a message lists."""


def library() -> Path:
    """Return the folder of the rulebooks that come with rulekit."""
    here = Path(__file__).resolve().parent
    installed = here / "variants"
    return installed if installed.is_dir() else here.parent / "variants"


def names(folder: Path | None = None) -> list[str]:
    """Return the names of all rulebooks in a folder, such as `family/edition`, sorted. The default folder is the
    library. Hidden folders, virtual environments and links out of the folder are left out."""
    root = folder or library()
    real = os.path.realpath(root)
    found = []
    for here, inside, files in os.walk(root):
        inside[:] = [one for one in inside if one[0] != "." and not os.path.exists(Path(here, one, "pyvenv.cfg"))]
        for path in (Path(here, file) for file in files if file.endswith(SUFFIX)):
            if path.is_file() and not _leads_out(path, real):
                found.append(path.relative_to(root).with_suffix("").as_posix())
    return sorted(found)


def project_names(project: Project) -> list[str]:
    """Return the names of all rulebooks of a project: those of a family together, in the order of its editions."""
    return project.in_order(dict.fromkeys(name for folder in project.folders for name in names(folder)))


def known_names(project: Project | None) -> list[str]:
    """Return every name that `find` accepts: of rulebooks in the project, in installed packages and in the library."""
    own = project_names(project) if project else []
    offered = (f"{one.family}/{name}" for one in offered_rulebooks().packages for name in names(one.folder))
    return list(dict.fromkeys((*own, *offered, *names())))


def find(name: str, beside: Path | None = None, span: Span | None = None, project: Project | None = None) -> Path:
    """Return the file of the rulebook with this name, or raise RulekitError. `beside` is the folder of the file that
    mentions the name, and `span` is the place of the mention. The default `project` is the one around `beside` or,
    without `beside`, around the current folder.

    `REV:path` names a rulebook of a git revision. For a mention in the library, only the folder of that file and the
    library are searched. So the meaning of the library's rulebooks does not depend on other files."""
    if beside is None and is_revision_file(name):
        return _in_revision(name)
    if beside is None and (name.endswith(SUFFIX) or name.startswith((".", "/", "~"))):
        return _by_path(name, span)
    in_library = beside is not None and _absolute(beside).is_relative_to(library())
    top = revision_folder(beside) if beside else None
    project = None if in_library else project or find_project(beside, top)
    found = None
    if beside:
        # a book may write `family/book` for another book in its folder `family`, even outside the library
        folders = [beside, *([beside.parent] if beside.name == name.split("/")[0] else [])]
        found = _first(one for folder in folders for one in _candidates(folder, name))
    if found is None and project is not None:
        known = [(_shown(folder), _first(_candidates(folder, name))) for folder in project.folders]
        found = _only(name, known, span)
    if found is None and top is not None:
        found = _first(_candidates(top, name))
    if found is None and not in_library:
        found = _only(name, [(f"the package {one.title}", file) for one, file in _in_packages(name)], span)
    if found is None:
        found = _first(_candidates(library(), name))
    if found is None:
        raise RulekitError(_unknown(name, beside, span, project))
    _refuse_way_out(found, project, span)
    return found


def _first(candidates: Iterator[Path]) -> Path | None:
    return next((one for one in candidates if _is(Path.is_file, one)), None)


def _in_packages(name: str) -> Iterator[tuple[RulebookPackage, Path | None]]:
    """Yield the packages that offer the family in a name `family/book`, each with the file of the book, or None if it
    has no such file."""
    family, _, book = name.partition("/")
    for package in offered_rulebooks().of_family(family):
        books = [book] if book else [family, "base"]
        yield package, _first(file for one in books for file in _candidates(package.folder, one))


def _only(name: str, places: list[tuple[str, Path | None]], span: Span | None) -> Path | None:
    """Return the file in the only place that has one, or None if no place has one. `places` are pairs of a place's
    description and the file. Raise RulekitError if places have different files."""
    known = [(called, path) for called, path in places if path is not None]
    if len({os.path.realpath(path) for _, path in known}) > 1:
        advice = Help("rename one of them, or remove what you do not need")
        message = f"`{cut(name, MOST_SHOWN)}` is in {' and in '.join(called for called, _ in known)}"
        raise RulekitError(Diagnostic("E827", message, span, help=(advice,)))
    return known[0][1] if known else None


def _refuse_way_out(path: Path, project: Project | None, span: Span | None) -> None:
    """Raise RulekitError if a file is a link to something outside its project or package."""
    roots = [("project", project.root)] if project else []
    roots += [(f"package {one.title}", one.folder) for one in offered_rulebooks().packages]
    for called, root in roots:
        if _absolute(path).is_relative_to(root) and _leads_out(path, os.path.realpath(root)):
            message = f"{_shown(path)} is a link that leads out of the {called}"
            raise RulekitError(Diagnostic("E821", message, span))


def _absolute(path: Path) -> Path:
    try:
        return Path(os.path.abspath(path))
    except OSError:  # the current folder was deleted
        return path


def _leads_out(path: Path, root: str) -> bool:
    return not Path(os.path.realpath(path)).is_relative_to(root)


def origin(path: Path, project: Project | None = None) -> str:
    """Return where a rulebook comes from: `project`, `package NAME VERSION`, `library` or `file`. The default `project`
    is the one around the file."""
    real = Path(os.path.realpath(path))

    def inside(folder: Path) -> bool:
        return real.is_relative_to(os.path.realpath(folder))

    if real.is_relative_to(os.path.realpath(library())):
        return "library"
    project = find_project(path.parent, revision_folder(path)) if project is None else project
    if project is not None and any(inside(folder) for folder in project.folders):
        return "project"
    offered = (f"package {one.title}" for one in offered_rulebooks().packages if inside(one.folder))
    return next(offered, "file")


def _unknown(name: str, beside: Path | None, span: Span | None, project: Project | None) -> Diagnostic:
    """Return the message that no rulebook has this name, with advice."""
    own = project_names(project) if project else []
    known = known_names(project)
    family = [n for n in known if n.startswith(f"{name}/")]
    same = [n for n in known if n.rsplit("/", 1)[-1].replace("_", "-") == name.replace("_", "-")]
    problem = next((said for one, said in offered_rulebooks().problems.items() if one == name.split("/")[0]), None)
    if family:
        listed = f"name one of these; `rulekit list {name}` shows their titles:"
        advice: tuple[Help, ...] = (Help(listed), *map(Help, family))
    elif headed := _with_header(beside, name):
        what = f"did you mean `{headed.stem}`? `{headed.name}` is the rulebook `{cut(name, MOST_SHOWN)}`"
        advice = (Help(what, span, headed.stem if span else None),)
    elif same:
        advice = tuple(Help(f"did you mean `{n}`?", span, n if span else None) for n in same)
    else:
        files = [file.stem for file in sorted(beside.glob(f"*{SUFFIX}"))[:MOST_READ]] if beside else []
        advice = did_you_mean(name, files, span) or did_you_mean(name, known, span)
    if beside is None and _is(Path.is_file, Path(f"{name}{SUFFIX}")):
        advice = (Help(f"a file of your own is named with its ending: `./{name}{SUFFIX}`"),)
    elif not advice:
        families = ", ".join(dict.fromkeys(n.split("/")[0] for n in names()))
        path = (
            "is named by a path that ends in `.rules`"
            if beside is None
            else f"is `{cut(name, MOST_SHOWN)}.rules` beside this one"
        )
        has = f"the project has {', '.join(own[:MOST_LISTED])}; " if own else ""
        advice = (Help(f"a file of your own {path}; {has}the library has {families}"),)
    if problem:
        advice = (Help(problem), *advice)
    return Diagnostic("E820", f"there is no rulebook `{cut(name, MOST_SHOWN)}`", span, help=advice)


def _with_header(folder: Path | None, name: str) -> Path | None:
    """Return the rulebook in a folder whose header has this name, which is not the name of the file; None if there is
    none."""
    header = re.compile(rf"^[a-z]+ {re.escape(name)}\b")
    files = sorted(folder.glob(f"*{SUFFIX}"))[:MOST_READ] if folder is not None else []
    for file in files:
        with suppress(OSError), file.open(encoding="utf-8", errors="replace") as text:
            first = next((line for line in text if line.strip() and not line.startswith("#")), "")
            if header.match(first):
                return file
    return None


def _in_revision(name: str) -> Path:
    """Return the file that `REV:path` names. Instead of a path, a rulebook's name may follow the colon."""
    asked = split_revision(name)
    assert asked is not None
    revision = read_revision(asked[0])
    path = revision.path_of(asked[1])
    if path is not None and _is(Path.is_file, revision.folder / path) and path.endswith(SUFFIX):
        return revision.folder / path
    project = find_project(revision.folder / revision.prefix, revision.folder)
    own = project.folders if project else ()
    for folder in dict.fromkeys((*own, revision.folder, revision.folder / revision.prefix)):
        found = _first(_candidates(folder, asked[1]))
        if found is not None:
            return found
    raise RulekitError(_missing_in_revision(revision, asked[1], path))


def _missing_in_revision(revision: Revision, name: str, path: str | None) -> Diagnostic:
    shown, at = cut(name, MOST_SHOWN), f"`{cut(revision.name, MOST_SHOWN)}`"
    if path is None:
        advice = (Help("a path begins at the top of the repository; `./` at the current folder"),)
        return Diagnostic("E820", f"{shown or 'the path'} is no file of the repository at {at}", help=advice)
    why = revision.reason_left_out(path)
    if why:
        return Diagnostic("E821", f"{shown} is {why} at {at}, and cannot be read there")
    known = names(revision.folder)
    near = did_you_mean(name.removesuffix(SUFFIX), known)
    here = f"{revision.prefix}{name}".removesuffix(SUFFIX)
    if here in known and revision.prefix:
        near = (Help(f"did you mean `{revision.name}:./{name}`? A path begins at the top of the repository"),)
    elif not near:
        near = (Help(f"it has {', '.join(known[:6])}{' …' * (len(known) > 6)}" if known else "it has no rulebooks"),)
    return Diagnostic("E820", f"there is no rulebook `{shown}` at {at}", help=near)


def _by_path(name: str, span: Span | None) -> Path:
    """Return the file with this path if it exists and has the suffix of rulebooks; raise RulekitError otherwise."""
    path = Path(os.path.expanduser(name))
    if name.endswith(SUFFIX):
        if _is(Path.exists, path):
            return path
        near = [p.name for p in path.parent.glob(f"*{SUFFIX}")] if _is(Path.is_dir, path.parent) else []
        advice = did_you_mean(path.name, near)
        project = find_project()
        if project is not None and name.removesuffix(SUFFIX) in project_names(project):
            advice = (Help(f"`{cut(name.removesuffix(SUFFIX), MOST_SHOWN)}` is a rulebook of the project"),)
    elif _is(Path.is_dir, path):
        raise RulekitError(Diagnostic("E821", f"{cut(name, MOST_SHOWN)} is a folder", span))
    else:
        advice = (Help(f"the file of a rulebook ends in `{SUFFIX}`"),)
        if _is(Path.is_file, path):
            advice = (*advice, Help("a game that was saved goes on by `rulekit play --resume FILE`"))
            raise RulekitError(Diagnostic("E820", f"{cut(name, MOST_SHOWN)} is not a rulebook", span, help=advice))
    raise RulekitError(Diagnostic("E820", f"there is no file {cut(name, MOST_SHOWN)}", span, help=advice))


def _is(what: Callable[[Path], bool], path: Path) -> bool:
    """Return `what(path)`, or False if the file system cannot handle the path because it is too long or malformed."""
    try:
        return what(path)
    except (OSError, ValueError):
        return False


def _candidates(folder: Path, name: str) -> Iterator[Path]:
    """Yield the files that a name may mean. For `x/y`, they are `x/y.rules`, `x/y/y.rules` and `x/y/base.rules`.
    Spellings with hyphens for underscores, and with underscores for hyphens, are tried, too."""
    parts = [p for p in name.split("/") if p]
    if not parts or any(p in (".", "..") for p in parts):
        return
    for spelt in dict.fromkeys((name, name.replace("-", "_"), name.replace("_", "-"))):
        yield folder / f"{spelt}{SUFFIX}"
        yield folder / spelt / f"{spelt.rsplit('/', 1)[-1]}{SUFFIX}"
        yield folder / spelt / f"base{SUFFIX}"


def read_rulebook(path: Path, span: Span | None = None) -> Source:
    """Return the text of a rulebook; raise RulekitError if it cannot be read. Messages call the file by a short path,
    or by `REV:path`."""
    shown = revision_path(path) or _shown(path)
    if not path.is_file():
        what = "a folder" if path.is_dir() else "not a plain file"
        raise RulekitError(Diagnostic("E821", f"{shown} is {what}", span))
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise RulekitError(Diagnostic("E821", f"{shown} cannot be read: {error.strerror or error}", span)) from error
    if len(data) > LIMIT:
        raise RulekitError(Diagnostic("E823", f"{shown} is larger than {LIMIT} bytes", span))
    try:
        return Source(shown, data.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        advice = Help("save the file as UTF-8")
        message = f"{shown} is not UTF-8 text: line {line} holds the byte 0x{data[error.start]:02x}"
        raise RulekitError(Diagnostic("E822", message, span, help=(advice,))) from error


def _shown(path: Path) -> str:
    """Return the path of a file as messages show it: relative to the current folder if the file is below it, else
    absolute."""
    try:
        whole = os.path.abspath(path)
        short = os.path.relpath(whole)
    except (OSError, ValueError):  # the current folder was deleted, or is on another drive
        return str(path)
    return short if not short.startswith("..") else whole
