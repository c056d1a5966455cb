"""Writes the result of `check`, `test` or `fmt --check` in formats of code hosting services and test tools: annotations
of GitHub, code quality of GitLab, SARIF 2.1.0, and JUnit XML.

All formats are written from the command's JSON value, so that they agree. Every diagnostic in it is a finding; its
games, examples and random games are the test cases of JUnit.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2s
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

Json = Mapping[str, Any]
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNFORMATTED: Final = {
    "code": "unformatted",
    "severity": "error",
    "message": "this file is not in its standard layout: `rulekit fmt` writes it",
    "span": None,
}
"""The finding for a file that `fmt --check` would rewrite, which has no diagnostic."""


# ------------------------------------------------------------------------------ finding the diagnostics in a JSON value


@frozen
class ReportedFinding:
    """A diagnostic as data, with the path of its file relative to the current folder."""

    said: Json
    path: str
    region: Json
    again: int = 0
    """How many earlier findings say the same in the same file."""

    @property
    def fingerprint(self) -> str:
        """Return a text that identifies the finding in later runs. It does not depend on the line, which may change."""
        words = "\0".join((self.said["code"], self.path, self.said["message"], str(self.again)))
        return blake2s(words.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    @property
    def message(self) -> str:
        """Return the message, followed by its advice."""
        advice = [one["text"] for one in self.said.get("help", ())]
        return "\n".join([self.said["message"], *(f"help: {text}" for text in advice)])


def findings(data: Any, beside: str = "") -> Iterator[ReportedFinding]:
    """Yield each diagnostic in the JSON value of a command. A diagnostic without a location gets the file `beside`, or
    that of the game or file around it, if it is a file."""
    if isinstance(data, list | tuple):
        for one in data:
            yield from findings(one, beside)
    elif isinstance(data, dict):
        beside = data.get("file") or data.get("game") or beside
        if {"code", "severity", "message", "span"} <= data.keys():
            span = data["span"]
            named = span["file"] if span else beside if Path(beside).is_file() else ""
            yield ReportedFinding(data, _path(named), _region(span) if span else {})
            return
        if data.get("changed") is True and data.get("ok") is False:
            yield from findings(_UNFORMATTED, beside)
        for name, part in data.items():
            if name != "accepted":
                yield from findings(part, beside)


def each_once(data: Any) -> list[ReportedFinding]:
    """Return the findings, those that several games share only once."""
    found = {(f.said["code"], f.said["message"], f.path, tuple(f.region.values())): f for f in findings(data)}
    seen = Counter[tuple[str, str, str]]()
    counted = []
    for one in found.values():
        key = (one.said["code"], one.said["message"], one.path)
        counted.append(evolve(one, again=seen[key]))
        seen[key] += 1
    return counted


def _path(name: str) -> str:
    """Return a path relative to the current folder if the file is in this folder; otherwise the path as it is."""
    near = os.path.relpath(name) if name else ""
    return (Path(name) if near.startswith("..") else Path(near)).as_posix() if name else ""


def _region(span: Json) -> Json:
    one, two = span["start"], span["end"]
    return {
        "startLine": one["line"],
        "startColumn": one["column"],
        "endLine": two["line"],
        "endColumn": max(two["column"], one["column"] + 1 if one["line"] == two["line"] else 1),
    }


# -------------------------------------------------------------------------------------------------- writing each format


def github(command: str, data: Json) -> str:
    """Return workflow commands, which GitHub shows as annotations at lines of a pull request."""
    levels = {"error": "error", "warning": "warning"}
    lines = []
    for one in each_once(data):
        names = {"startLine": "line", "startColumn": "col", "endLine": "endLine", "endColumn": "endColumn"}
        where = {"file": one.path} if one.path else {}
        where |= {names[key]: str(value) for key, value in one.region.items()} if one.path else {}
        said = ",".join(f"{key}={_property(value)}" for key, value in {**where, "title": one.said["code"]}.items())
        lines.append(f"::{levels.get(one.said['severity'], 'notice')} {said}::{_command_text(one.message)}")
    return "\n".join(lines)


def _command_text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _command_text(text).replace(":", "%3A").replace(",", "%2C")


def gitlab(command: str, data: Json) -> str:
    """Return a code quality report in the JSON of GitLab."""
    levels = {"error": "major", "warning": "minor"}
    found = [
        {
            "description": one.message,
            "check_name": one.said["code"],
            "fingerprint": one.fingerprint,
            "severity": levels.get(one.said["severity"], "info"),
            "location": {"path": one.path or ".", "lines": {"begin": one.region.get("startLine", 1)}},
        }
        for one in each_once(data)
    ]
    return json.dumps(found, ensure_ascii=False, indent=2)


def sarif(command: str, data: Json) -> str:
    """Return a SARIF 2.1.0 log."""
    from .. import __version__
    from ..diagnostics.codes import code_titles

    found, titles = each_once(data), code_titles()
    codes = list(dict.fromkeys(one.said["code"] for one in found))
    rules = [
        {"id": code, "shortDescription": {"text": titles.get(code, "not in its standard layout")}} for code in codes
    ]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "rulekit", "version": __version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(one, codes.index(one.said["code"])) for one in found],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2)


def _sarif_result(one: ReportedFinding, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": one.said["code"],
        "ruleIndex": rule,
        "level": one.said["severity"],
        "message": {"text": one.message},
        "partialFingerprints": {"rulekit/v1": one.fingerprint},
    }
    if one.path:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(one.path)}}
        if one.region:
            place["region"] = dict(one.region)
        result["locations"] = [{"physicalLocation": place}]
    return result


def _uri(path: str) -> str:
    from urllib.parse import quote  # imported here, like `ElementTree` below, because every command loads this file

    return Path(path).as_uri() if os.path.isabs(path) else quote(path)


# ---------------------------------------------------------------------------------------------------- writing JUnit XML


@frozen
class JunitCase:
    """A test case: its name, and the first line and the text of its failure; both are "" if it succeeded."""

    name: str
    failure: str = ""
    text: str = ""


def junit(command: str, data: Json) -> str:
    """Return JUnit XML, with a test suite for each game or file."""
    if "diagnostics" in data:  # an error stopped the command before any game
        suites = [(command, [_case_of(command, data)])]
    else:
        parts = data.get("games", data.get("files", ()))
        suites = [(one.get("game", one.get("file")), list(_cases(command, one))) for one in parts]
    from xml.etree import ElementTree

    root = ElementTree.Element(
        "testsuites", {"name": f"rulekit {command}", **_counts([c for _, all_ in suites for c in all_])}
    )
    for name, cases in suites:
        suite = ElementTree.SubElement(root, "testsuite", {"name": _xml(name), **_counts(cases)})
        for case in cases:
            made = ElementTree.SubElement(suite, "testcase", name=_xml(case.name), classname=_xml(name))
            if case.failure:
                ElementTree.SubElement(made, "failure", message=_xml(case.failure)).text = _xml(case.text)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root).decode("ascii")


def _counts(cases: Sequence[JunitCase]) -> dict[str, str]:
    return {"tests": str(len(cases)), "failures": str(sum(bool(c.failure) for c in cases)), "errors": "0"}


def _cases(command: str, part: Json) -> Iterator[JunitCase]:
    """Yield the test cases of a game or a file."""
    if command != "test" or "diagnostics" in part:
        yield _case_of(command, part)
        return
    for one in part["examples"]:
        told = _report(one["diagnostic"], one) if one["diagnostic"] else ("", "")
        yield JunitCase(f"example {one['example']}", *told)
    for one in part["random_games"]:
        answers = "".join(f", {name} = {value}" for name, value in one["options"].items())
        failing = one["failing"]
        yield JunitCase(
            f"random games of {one['players']} players{answers}",
            *(_report(failing["diagnostic"], failing) if failing else _report_all(one["wrong"])),
        )


def _case_of(command: str, part: Json) -> JunitCase:
    """Return a single test case for a game or a file, which fails if there is an error."""
    errors = [one for one in part.get("diagnostics", ()) if one["severity"] == "error"]
    if not errors and part.get("ok") is False:
        errors = [_UNFORMATTED]
    return JunitCase(command, *_report_all(errors))


def _report_all(errors: Sequence[Json]) -> tuple[str, str]:
    told = [_report(one, {}) for one in errors]
    return (told[0][0], "\n\n".join(text for _, text in told)) if told else ("", "")


def _report(error: Json, more: Json) -> tuple[str, str]:
    """Return the first line of a failure, and its whole text: location, reason, steps, position."""
    first = f"{error['code']}: {error['message']}"
    span = error["span"]
    place = [f"{span['file']}:{span['start']['line']}:{span['start']['column']}"] if span else []
    advice = [f"help: {one['text']}" for one in error.get("help", ())]
    steps = [f"{one['seat']}: {one['play']}" if "seat" in one else one["chance"] for one in more.get("record", ())]
    parts = (("why", more.get("why", ())), ("steps", steps), ("position", more.get("position", ())))
    told = [line for name, lines in parts if lines for line in (f"{name}:", *(f"  {text}" for text in lines))]
    return first, "\n".join([first, *place, *advice, *told])


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


FORMATS: Final[Mapping[str, Callable[[str, Json], str]]] = {
    "github": github,
    "gitlab": gitlab,
    "sarif": sarif,
    "junit": junit,
}
"""Each format with the function that writes it, from the name of a command and its JSON value."""
JSON_FORMATS: Final = ("gitlab", "sarif")
"""Those of them that are JSON."""
EVERY_FORMAT: Final = ("text", "json", *FORMATS)
FORMATTED: Final = ("check", "test", "fmt")
"""The commands with `--format`."""


def wanted_format(words: Sequence[str]) -> str:
    """Return the format that a command line asks for. It is needed before the line is parsed, since mistakes in the
    line are reported in this format."""
    if "--json" in words:
        return "json"
    if not words or words[0] not in FORMATTED:
        return "text"
    before_end = words[: words.index("--")] if "--" in words else words
    pairs = [(one, two) for one, two in pairwise(before_end) if one == "--format"]
    joined = [tuple(word.split("=", 1)) for word in before_end if word.startswith("--format=")]
    said = [value for _, value in (*pairs, *joined)]
    return said[-1] if said and said[-1] in EVERY_FORMAT else "text"
