"""The commands that an editor shows above an example: run it, or show its positions move by move."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from attrs import define
from lsprotocol import types
from pygls.lsp.server import LanguageServer

from ..diagnostics import RulekitError
from ..diagnostics.printable import printable
from .example_runs import run_example
from .protocol_values import uri_of
from .workspace import Workspace


@define(eq=False)
class ExampleCommands:
    """Runs the commands for examples of the open books. Texts to show in the editor are written to a temporary
    `_folder`."""

    server: LanguageServer
    books: Workspace
    _folder: str = ""

    def run(self, path: str, name: str) -> str:
        """Play an example, show in a message whether it holds, and return this message."""
        try:
            played = run_example(self.books, path, name)
        except RulekitError as error:
            return self._tell(types.MessageType.Warning, error_text(error))
        holds = played.outcome.failure is None
        return self._tell(types.MessageType.Info if holds else types.MessageType.Warning, played.result())

    async def step(self, path: str, name: str) -> str:
        """Write the positions of an example, move by move, to a file, open it in the editor, and return its text."""
        try:
            told = printable(run_example(self.books, path, name).positions())
        except RulekitError as error:
            return self._tell(types.MessageType.Warning, error_text(error))
        self._folder = self._folder or mkdtemp(prefix="rulekit-")
        file = Path(self._folder, f"{name}.txt")
        file.write_text(told, encoding="utf-8")
        window = self.server.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            shown = types.ShowDocumentParams(uri_of(str(file)), take_focus=True)
            await self.server.window_show_document_async(shown)
        else:
            self._tell(types.MessageType.Info, f"the positions are in {file}")
        return told

    def _tell(self, kind: types.MessageType, told: str) -> str:
        self.server.window_show_message(types.ShowMessageParams(kind, printable(told)))
        return told

    def forget(self) -> None:
        """Remove the files with positions."""
        if self._folder:
            rmtree(self._folder, ignore_errors=True)


def error_text(error: RulekitError) -> str:
    """Return all messages of an error in one line."""
    return "; ".join(one.message for one in error.diagnostics)
