"""The language server: answers the requests of an editor, and publishes messages while somebody types.

After each change, errors that prevent play are found at once. Everything else comes later, from another process
(`later.py`), and is published only if no text of the book has changed in the meantime. Messages are stored under the
book whose check found them. When a text changes, the messages about it are removed.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, Final

from attrs import define, field
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from ..diagnostics import Diagnostic, Help, RulekitError
from ..diagnostics.printable import printable
from ..syntax import format_text
from . import later
from .completions import completions, signature
from .example_commands import ExampleCommands, error_text
from .hovers import hover
from .navigation import definitions, place_at, references, rename, search
from .protocol_values import (
    PlacesIn,
    completion_value,
    encoded_colours,
    fix_value,
    location,
    message_value,
    outline_value,
    path_of,
    uri_of,
)
from .reader_places import at_own_place
from .structure import COLOURS, LEXICAL, coloured, folds, lenses, outline_of
from .workspace import Workspace

PAUSE: Final = 0.02
"""How many seconds after the last key press a text is checked."""
PATIENCE: Final = 30.0
"""How many seconds at most a request for fixes waits until they have been tried."""
RUN: Final = "rulekit.runExample"
STEP: Final = "rulekit.stepExample"
SHOW: Final = "rulekit.showPlaces"
COMMANDS: Final = {"run": RUN, "step through": STEP}
SYNTAX: Final = "E1"
"""The first characters of the codes of syntax errors; the parser itself has tried their fixes."""


@define(eq=False)
class RulebookServer:
    """The language server with the books that are open in its editor. `found` maps the path of each checked book to its
    messages. `proved` maps it to the number of its first messages whose fixes have been tried. `language` is the
    reader's language."""

    server: LanguageServer
    books: Workspace = field(factory=Workspace)
    language: str = ""
    found: dict[str, tuple[Diagnostic, ...]] = field(factory=dict)
    proved: dict[str, int] = field(factory=dict)
    examples: ExampleCommands = field(init=False)
    _sent: dict[str, tuple[int | None, list[types.Diagnostic]]] = field(factory=dict)
    _tasks: dict[str, asyncio.Task[None]] = field(factory=dict)
    _versions: dict[str, int] = field(factory=dict)
    _unchecked: set[str] = field(factory=set)
    _process: ProcessPoolExecutor | None = None
    _turn: asyncio.Lock = field(factory=asyncio.Lock)

    def __attrs_post_init__(self) -> None:
        self.examples = ExampleCommands(self.server, self.books)

    @property
    def codec(self) -> PositionCodec:
        return self.server.workspace.position_codec

    def places(self, path: str) -> PlacesIn:
        return PlacesIn(self.books.parsed(path).source, self.codec)

    def at(self, params: Any) -> tuple[Workspace, str, int]:
        """Return the books, and the file and the offset that a request is about."""
        path = _path(params.text_document.uri)
        return self.books, path, self.places(path).offset(params.position)

    # ---------------------------------------------------------------------------------- messages about the open books

    def initialize(self, params: types.InitializeParams) -> None:
        options = params.initialization_options
        if isinstance(options, dict) and isinstance(said := options.get("language"), str):
            self.language = said or self.language

    def opened(self, params: Any) -> None:
        """Store a new version of a text, and start its check after a short pause."""
        document = self.server.workspace.get_text_document(params.text_document.uri)
        path = _path(document.uri)
        self.books.change(path, document.source.removeprefix("\ufeff"))
        self._forget_messages(path)
        self._versions[path] = document.version or 0
        self._unchecked.add(path)
        self._schedule(path)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        path = _path(params.text_document.uri)
        self.books.close(path)
        self.found.pop(path, None)
        self._versions.pop(path, None)
        self._unchecked.discard(path)
        task = self._tasks.pop(path, None)
        if task is not None:
            task.cancel()
        self._publish()

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        self._schedule(_path(params.text_document.uri))

    def files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Check all open books again, as files that they build on may have changed."""
        for path in self._versions:
            self._schedule(path)

    def _schedule(self, path: str) -> None:
        before = self._tasks.get(path)
        if before is not None:
            before.cancel()
        self._tasks[path] = asyncio.get_running_loop().create_task(self._check(path))

    def _forget_messages(self, path: str) -> None:
        """Remove messages about a changed text that checks of other books have found; the check of the text itself
        finds them again."""
        for top, found in self.found.items():
            if top != path:
                kept = [n for n, one in enumerate(found) if one.span is None or one.span.source.name != path]
                self.found[top] = tuple(found[n] for n in kept)
                self.proved[top] = sum(n < self.proved.get(top, 0) for n in kept)

    async def _check(self, path: str) -> None:
        await asyncio.sleep(PAUSE)
        self._take(path, self.books.check(path).found, 0)
        async with self._turn:
            await self._check_later(path)
            for above in self.books.above(path):
                await self._check_later(above, only_first=above not in self._versions)

    async def _check_later(self, path: str, only_first: bool = False) -> None:
        if self._process is None:
            self._process = later.step_process()
        run = asyncio.get_running_loop().run_in_executor
        texts = self.books.texts
        told = await run(self._process, later.first_step, path, texts)
        while True:
            now = self.books.texts
            if any(now.get(one) != texts.get(one) for one in self.books.below(path)):
                return  # a text of this book has changed; the check of that text will check this book again
            self._take(path, told.found, told.proved)
            if told.done or only_first:
                return
            told = await run(self._process, later.next_step)

    def _take(self, path: str, found: Iterable[Diagnostic], proved: int) -> None:
        self.found[path] = tuple(at_own_place(self.books, path, one) for one in found)
        self.proved[path] = proved
        self._unchecked.discard(path)
        self._publish()

    def _publish(self) -> None:
        """Publish all messages, grouped by the text that they are about. A text that has no messages any more gets an
        empty list. For a text that has changed since its last check, the editor keeps the messages that it shows."""
        told: dict[str, dict[tuple[str, str, Any], Diagnostic]] = {}
        for top in sorted(self.found, key=lambda one: one not in self._versions):
            for one in self.found[top]:
                name = _whole_path(one.span.source.name) if one.span is not None else top
                place = (one.span.start, one.span.end) if one.span is not None else None
                told.setdefault(name, {}).setdefault((one.code, one.message, place), one)
        for path in {*told, *self._sent, *self._versions} - self._unchecked:
            values = [message_value(one, self.codec) for one in told.get(path, {}).values()]
            sent = self._versions.get(path), values
            if self._sent.get(path) != sent:  # on new messages, editors cancel requests for fixes
                self._sent[path] = sent
                params = types.PublishDiagnosticsParams(uri_of(path), values, sent[0])
                self.server.text_document_publish_diagnostics(params)

    async def fixes(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return the fixes of the messages in a range that are known to work. Wait until the fixes have been tried, at
        most PATIENCE seconds."""
        path = _path(params.text_document.uri)
        places = self.places(path)
        low, high = places.offset(params.range.start), places.offset(params.range.end)
        until = monotonic() + PATIENCE
        while path in self._tasks and not self._tasks[path].done() and monotonic() < until:
            if all(proved for _, proved in self._messages_between(path, low, high)) and path not in self._unchecked:
                break
            await asyncio.sleep(PAUSE)
        found: list[types.CodeAction] = []
        for one, proved in self._messages_between(path, low, high):
            if proved:
                value = message_value(one, self.codec)
                found += [fix_value(one, fix, value, self.codec) for fix in one.help if _is_fix(fix)]
        return found

    def _messages_between(self, path: str, low: int, high: int) -> list[tuple[Diagnostic, bool]]:
        """Return the messages about a part of a text. The second value of each pair says whether its fixes have been
        tried."""
        return [
            (one, at < self.proved.get(top, 0) or one.code.startswith(SYNTAX))
            for top, messages in self.found.items()
            for at, one in enumerate(messages)
            if one.span is not None and one.span.source.name == path and one.span.start <= high and one.span.end >= low
        ]

    # ---------------------------------------------------------------------------- requests about one place in a text

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        found = hover(*self.at(params), self.language)
        if found is None:
            return None
        text = types.MarkupContent(types.MarkupKind.Markdown, printable(found.text))
        return types.Hover(text, PlacesIn(found.span.source, self.codec).range(found.span))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        return [location(one, self.codec) for one in definitions(*self.at(params))]

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        return [location(one, self.codec) for one in references(*self.at(params))]

    def highlights(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        books, path, offset = self.at(params)
        spans = (one for one in references(books, path, offset) if one.source.name == path)
        return [types.DocumentHighlight(self.places(path).range(one)) for one in spans]

    def completion(self, params: types.CompletionParams) -> types.CompletionList:
        found = completions(*self.at(params))
        return types.CompletionList(False, [completion_value(one, at) for at, one in enumerate(found)])

    def signature(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        found = signature(*self.at(params))
        if found is None:
            return None
        parameters = [types.ParameterInformation(one) for one in found.parameters]
        told = types.SignatureInformation(f"{found.name}({', '.join(found.parameters)})", parameters=parameters)
        return types.SignatureHelp([told], 0, min(found.at, len(parameters) - 1))

    def can_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        books, path, offset = self.at(params)
        place = place_at(books, path, offset)
        return self.places(path).range(place.mention.name.span) if place is not None and place.key else None

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit:
        try:
            found = rename(*self.at(params), params.new_name)
        except RulekitError as error:
            raise JsonRpcInvalidParams(message=error_text(error)) from None
        changes = {
            uri_of(path): [types.TextEdit(self.places(path).range(span), params.new_name) for span in spans]
            for path, spans in found.items()
        }
        return types.WorkspaceEdit(changes=changes)

    # ------------------------------------------------------------------------------- requests about a whole text

    def format(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        path = _path(params.text_document.uri)
        places = self.places(path)
        text, _ = format_text(places.source)
        if text is None or text == places.source.text:
            return []
        whole = types.Range(types.Position(0, 0), places.position(len(places.source.text)))
        return [types.TextEdit(whole, text)]

    def folding(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return [types.FoldingRange(*lines) for lines in folds(self.books.parsed(_path(params.text_document.uri)))]

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        path = _path(params.text_document.uri)
        return [outline_value(one, self.places(path)) for one in outline_of(self.books.parsed(path))]

    def colours(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        return self._tokens(_path(params.text_document.uri))

    def colours_in(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        path = _path(params.text_document.uri)
        places = self.places(path)
        return self._tokens(path, places.offset(params.range.start), places.offset(params.range.end))

    def _tokens(self, path: str, low: int = 0, high: int | None = None) -> types.SemanticTokens:
        """Return the coloured tokens of a part of a text. An editor with a grammar of its own gets only the tokens of
        names: it colours the others at once, and colours from the server would come a moment later."""
        document = self.server.client_capabilities.text_document
        can = document.semantic_tokens if document is not None else None
        left_out = LEXICAL if can is not None and can.augments_syntax_tokens else ()
        found = [one for one in coloured(self.books, path, low, high) if one[2] not in left_out]
        return types.SemanticTokens(encoded_colours(found, COLOURS, self.places(path)))

    def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        path = _path(uri)
        found: list[types.CodeLens] = []
        for one in lenses(self.books, path):
            at = self.places(path).position(one.span.start)
            places = [location(span, self.codec) for span in one.places]
            argument: list[Any] = [uri, one.argument] if one.command in COMMANDS else [uri, at, places]
            command = types.Command(one.text, COMMANDS.get(one.command, SHOW), arguments=argument)
            found.append(types.CodeLens(types.Range(at, at), command))
        return found

    def search(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        tops = [*self._versions]
        paths = [*dict.fromkeys(path for top in tops for path in self.books.family(top))]
        return [
            types.WorkspaceSymbol(
                location(one.span, self.codec), f"{one.id} {one.title}".strip(), types.SymbolKind.Function
            )
            for one in search(self.books, paths, params.query)
        ]

    def stop(self, params: None) -> None:
        self.examples.forget()
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)


def _path(uri: str) -> str:
    return os.path.realpath(path_of(uri))


def _is_fix(help: Help) -> bool:
    return help.span is not None and help.replacement is not None


FEATURES: Final[tuple[tuple[str, Callable[..., Any], Any], ...]] = (
    (types.INITIALIZE, RulebookServer.initialize, None),
    (types.TEXT_DOCUMENT_DID_OPEN, RulebookServer.opened, None),
    (types.TEXT_DOCUMENT_DID_CHANGE, RulebookServer.opened, None),
    (types.TEXT_DOCUMENT_DID_SAVE, RulebookServer.saved, None),
    (types.TEXT_DOCUMENT_DID_CLOSE, RulebookServer.closed, None),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, RulebookServer.files_changed, None),
    (types.TEXT_DOCUMENT_CODE_ACTION, RulebookServer.fixes, types.CodeActionOptions([types.CodeActionKind.QuickFix])),
    (types.TEXT_DOCUMENT_HOVER, RulebookServer.hover, None),
    (types.TEXT_DOCUMENT_DEFINITION, RulebookServer.definition, None),
    (types.TEXT_DOCUMENT_REFERENCES, RulebookServer.references, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, RulebookServer.highlights, None),
    (types.TEXT_DOCUMENT_COMPLETION, RulebookServer.completion, types.CompletionOptions([".", "[", "`"])),
    (types.TEXT_DOCUMENT_SIGNATURE_HELP, RulebookServer.signature, types.SignatureHelpOptions(["(", "[", ","])),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, RulebookServer.can_rename, None),
    (types.TEXT_DOCUMENT_RENAME, RulebookServer.rename, types.RenameOptions(prepare_provider=True)),
    (types.TEXT_DOCUMENT_FORMATTING, RulebookServer.format, None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, RulebookServer.folding, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, RulebookServer.symbols, None),
    (types.TEXT_DOCUMENT_CODE_LENS, RulebookServer.lenses, types.CodeLensOptions()),
    (types.WORKSPACE_SYMBOL, RulebookServer.search, None),
    (types.SHUTDOWN, RulebookServer.stop, None),
)


def _whole_path(name: str) -> str:
    """Return the absolute path of a file that a message names by a short path. If there is no such file, return the
    name as it is."""
    return os.path.abspath(name) if os.path.isfile(name) else name


LEGEND: Final = types.SemanticTokensLegend(list(COLOURS), [])


def rulebook_server(version: str, language: str = "") -> LanguageServer:
    """Return a server that answers all requests. Hovers show rules in `language`, by default the book's own
    language."""
    server = LanguageServer("rulekit", version)
    own = RulebookServer(server, language=language)
    for name, answer, options in FEATURES:
        server.feature(name, options)(partial(answer, own))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)(partial(RulebookServer.colours, own))
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)(partial(RulebookServer.colours_in, own))

    @server.command(RUN)
    def run(uri: str, name: str) -> str:
        return own.examples.run(_path(uri), name)

    @server.command(STEP)
    async def step(uri: str, name: str) -> str:
        return await own.examples.step(_path(uri), name)

    gc.set_threshold(*later.SELDOM)
    return server
