"""`rulekit lsp`: a language server on standard input and output, for editors."""

from __future__ import annotations

from .. import __version__
from ..diagnostics import Diagnostic, Help, RulekitError
from .parameters import Arguments
from .result import OK, Result


def run_lsp(args: Arguments) -> Result:
    try:
        from ..editor.server import rulebook_server
    except ImportError as error:
        advice = Help("install it by `pip install 'rulekit[editor]'`")
        missing = Diagnostic("E838", f"the language server needs pygls: {error}", help=(advice,))
        raise RulekitError(missing) from None
    rulebook_server(__version__, args.lang).start_io()
    return Result(OK, {"ok": True}, "")
