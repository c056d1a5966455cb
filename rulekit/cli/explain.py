"""`rulekit explain CODE`: what a code of a message means."""

from __future__ import annotations

import argparse

from ..diagnostics.codes import CODES
from .arguments import add_json
from .result import OK, Result, usage

HELP = "say what the code of a message means"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="such as E201")
    add_json(parser)


def run(args: argparse.Namespace) -> Result:
    code = args.code.upper()
    if code not in CODES:
        raise usage("E803", f"there is no code `{args.code}`", code, CODES)
    return Result(OK, {"code": code, "title": CODES[code]}, f"{code}: {CODES[code]}")
