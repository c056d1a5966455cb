from ..diagnostics import Diagnostic, Span


def explain(source, scanned, tokens, problems):
    from .driver import build

    r = build(source, tokens)
    return (
        [
            *problems,
            Diagnostic("E101", f"unexpected {tokens[r.at].text!r}", Span(source, tokens[r.at].start, tokens[r.at].end)),
        ]
        if hasattr(r, "at")
        else problems
    )
