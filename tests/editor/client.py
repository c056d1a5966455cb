"""A client of the language server that talks to `rulekit lsp` as an editor does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from rulekit.diagnostics import Source
from rulekit.rulebook_files import find


class Editor:
    """An editor with some open texts; `messages` has what the server published last for each file."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.messages: dict[str, list[types.Diagnostic]] = {}
        self.shown: list[str] = []
        self.documents: list[str] = []
        self.published = asyncio.Event()
        self.versions: dict[str, int] = {}
        self.told_versions: dict[str, list[int]] = {}
        self.texts: dict[str, str] = {}

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: types.PublishDiagnosticsParams) -> None:
            self.messages[params.uri] = list(params.diagnostics)
            if params.version is not None:
                self.told_versions.setdefault(params.uri, []).append(params.version)
            self.published.set()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def _shown(params: types.ShowMessageParams) -> None:
            self.shown.append(params.message)

        @self.client.feature(types.WINDOW_SHOW_DOCUMENT)
        def _document(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
            self.documents.append(params.uri)
            return types.ShowDocumentResult(True)

    async def start(self, augments: bool = False) -> types.ServerCapabilities:
        await self.client.start_io(sys.executable, "-m", "rulekit", "lsp")
        tokens = types.SemanticTokensClientCapabilities(
            types.ClientSemanticTokensRequestOptions(), [], [], [], augments_syntax_tokens=augments
        )
        can = types.ClientCapabilities(
            text_document=types.TextDocumentClientCapabilities(semantic_tokens=tokens),
            window=types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(True)),
        )
        params = types.InitializeParams(can, initialization_options={"language": "en"})
        made = await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())
        return made.capabilities

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    async def close(self) -> None:
        """Close all texts, and forget what the server told of them."""
        for uri in self.texts:
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        # behind its answer nothing about the closed texts comes
        await self.client.workspace_symbol_async(types.WorkspaceSymbolParams("no such name"))
        for kept in (self.texts, self.versions, self.told_versions, self.messages, self.shown, self.documents):
            kept.clear()

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.resolve().as_uri()
        self.texts[uri] = path.read_text(encoding="utf-8") if text is None else text
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, "rulebook", 1, self.texts[uri])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def type(self, uri: str, text: str) -> None:
        """Change a text, by one edit of what differs."""
        old = self.texts[uri]
        low = next((n for n, (a, b) in enumerate(zip(old, text, strict=False)) if a != b), min(len(old), len(text)))
        high = 0
        while high < min(len(old), len(text)) - low and old[-1 - high] == text[-1 - high]:
            high += 1
        where = types.Range(position(old, low), position(old, len(old) - high))
        self.texts[uri] = text
        self.versions[uri] += 1
        change = types.TextDocumentContentChangePartial(text=text[low : len(text) - high], range=where)
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    async def until(self, holds: Callable[[], Any], seconds: float = 60) -> None:
        """Wait until something holds after a publication."""
        async with asyncio.timeout(seconds):
            while not holds():
                self.published.clear()
                await self.published.wait()

    def place(self, uri: str, words: str, inside: int = 0) -> dict[str, Any]:
        """Return a request's document and the position `inside` the first place of these words."""
        at = self.texts[uri].index(words) + inside
        return {"text_document": types.TextDocumentIdentifier(uri), "position": position(self.texts[uri], at)}


def position(text: str, offset: int) -> types.Position:
    place = Source("", text).place(offset)
    before = text[offset - place.column + 1 : offset]
    return types.Position(place.line - 1, len(before.encode("utf-16-le")) // 2)


def path(name: str) -> Path:
    return find(name).resolve()
