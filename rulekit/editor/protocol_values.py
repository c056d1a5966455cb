"""Converts values of the editor room into values of the language server protocol, and places in both directions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from attrs import frozen
from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from ..diagnostics import Diagnostic, Help, Source, Span
from .completions import Completion
from .structure import OutlineItem

SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
ITEM_KINDS: Final = {
    "form": types.CompletionItemKind.Snippet, "word": types.CompletionItemKind.Keyword,
    "member": types.CompletionItemKind.EnumMember, "field": types.CompletionItemKind.Field,
    "local": types.CompletionItemKind.Variable, "builtin": types.CompletionItemKind.Function,
    "fact": types.CompletionItemKind.Function, "procedure": types.CompletionItemKind.Method,
    "action": types.CompletionItemKind.Method, "event": types.CompletionItemKind.Event,
    "enum": types.CompletionItemKind.Enum, "table": types.CompletionItemKind.Struct,
    "piece": types.CompletionItemKind.Class, "board": types.CompletionItemKind.Class,
    "source": types.CompletionItemKind.Reference,
}  # fmt: skip # several entries share a line
SYMBOL_KINDS: Final = {
    "chapter": types.SymbolKind.Namespace, "section": types.SymbolKind.String, "enum": types.SymbolKind.Enum,
    "member": types.SymbolKind.EnumMember, "table": types.SymbolKind.Struct, "piece": types.SymbolKind.Class,
    "board": types.SymbolKind.Class, "place": types.SymbolKind.Variable, "keep": types.SymbolKind.Variable,
    "option": types.SymbolKind.Constant, "fact": types.SymbolKind.Function, "exception": types.SymbolKind.Function,
    "procedure": types.SymbolKind.Method, "action": types.SymbolKind.Method, "step": types.SymbolKind.Field,
    "event": types.SymbolKind.Event, "rule": types.SymbolKind.Event, "example": types.SymbolKind.Object,
    "rulebook": types.SymbolKind.File, "edition": types.SymbolKind.File, "variant": types.SymbolKind.File,
    "expansion": types.SymbolKind.File,
}  # fmt: skip # several entries share a line


def uri_of(path: str) -> str:
    """Return the URI of a file."""
    return from_fs_path(path) or ""


def path_of(uri: str) -> str:
    """Return the path of the file that a URI names; if it names no file, return the URI."""
    return to_fs_path(uri) or uri


@frozen(slots=False, eq=False)
class PlacesIn:
    """Converts places in a text between rulekit's offsets and an editor's pairs of a line and a column."""

    source: Source
    codec: PositionCodec

    @cached_property
    def lines(self) -> list[str]:
        return self.source.text.split("\n")

    def position(self, offset: int) -> types.Position:
        place = self.source.place(offset)
        before = self.lines[place.line - 1][: place.column - 1]
        return types.Position(place.line - 1, self.codec.client_num_units(before))

    def offset(self, position: types.Position) -> int:
        """Return the offset of an editor's position. One after the end of its line or of the text is moved there."""
        if position.line >= len(self.lines):
            return len(self.source.text)
        line = self.lines[position.line]
        before = sum(len(one) + 1 for one in self.lines[: position.line])
        ends = accumulate(map(self.codec.client_num_units, line), initial=0)
        return before + next((column for column, units in enumerate(ends) if units >= position.character), len(line))

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))


def location(span: Span, codec: PositionCodec) -> types.Location:
    """Return the file and the range of a span, as the protocol writes them."""
    return types.Location(uri_of(span.source.name), PlacesIn(span.source, codec).range(span))


def message_value(message: Diagnostic, codec: PositionCodec) -> types.Diagnostic:
    """Return a message as the protocol writes it, with its advice and its related places."""
    span = message.span or Span(Source("", ""), 0, 0)
    advice = [f"help: {one.text}" for one in message.help]
    expected = [f"expected: {', '.join(message.expected)}"] if message.expected else []
    return types.Diagnostic(
        range=PlacesIn(span.source, codec).range(span),
        message="\n".join([message.message, *expected, *advice]),
        severity=SEVERITIES[message.severity],
        code=message.code,
        source="rulekit",
        related_information=[
            types.DiagnosticRelatedInformation(location(one.span, codec), one.text) for one in message.labels
        ],
        tags=[types.DiagnosticTag.Unnecessary] if message.code in UNUSED else None,
    )


UNUSED: Final = frozenset(["W203", "W204", "W206"])
"""Warnings about something that is never used; editors show it in grey."""


def fix_value(message: Diagnostic, fix: Help, value: types.Diagnostic, codec: PositionCodec) -> types.CodeAction:
    """Return the code action that carries out a fix of a message. `value` is the message in the protocol's form."""
    assert fix.span is not None and fix.replacement is not None
    edit = types.TextEdit(PlacesIn(fix.span.source, codec).range(fix.span), fix.replacement)
    return types.CodeAction(
        title=fix.text,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[value],
        edit=types.WorkspaceEdit(changes={uri_of(fix.span.source.name): [edit]}),
        is_preferred=message.help[0] is fix,
    )


def completion_value(one: Completion, number: int) -> types.CompletionItem:
    """Return a completion as the protocol writes it. The editor sorts completions by their `number`."""
    return types.CompletionItem(
        label=one.detail if one.snippet else one.text,
        kind=ITEM_KINDS.get(one.kind, types.CompletionItemKind.Variable),
        detail=one.detail or one.kind,
        filter_text=one.text,
        sort_text=f"{number:05}",
        insert_text=one.snippet or one.text,
        insert_text_format=types.InsertTextFormat.Snippet if one.snippet else types.InsertTextFormat.PlainText,
    )


def outline_value(item: OutlineItem, places: PlacesIn) -> types.DocumentSymbol:
    """Return a part of the outline as the protocol writes it."""
    return types.DocumentSymbol(
        name=item.name or "…",
        detail=item.title,
        kind=SYMBOL_KINDS.get(item.kind, types.SymbolKind.Property),
        range=places.range(item.span),
        selection_range=places.range(item.at),
        children=[outline_value(one, places) for one in item.inside],
    )


def encoded_colours(found: Sequence[tuple[int, int, str]], kinds: Sequence[str], places: PlacesIn) -> list[int]:
    """Return coloured tokens as the protocol encodes them: five numbers each, relative to the token before."""
    numbers = {kind: number for number, kind in enumerate(kinds)}
    data: list[int] = []
    line = column = 0
    for start, length, colour in found:
        at = places.position(start)
        size = places.codec.client_num_units(places.source.text[start : start + length])
        data += [at.line - line, at.character - (column if at.line == line else 0), size, numbers[colour], 0]
        line, column = at.line, at.character
    return data
