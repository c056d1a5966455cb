"""The language server, driven by a client through each request."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types

from .client import Editor, path


def drive(work):
    """Run a coroutine with an editor whose server has started."""

    async def whole():
        editor = Editor()
        await editor.start()
        try:
            await work(editor)
        finally:
            await editor.stop()

    asyncio.run(whole())


BOOKS = (
    ("czar/english", "procedure count_the_treasury", 12),
    ("carcassonne/base", "fact near_by", 5),
    ("emissary/tank", "action ", 7),
)


@pytest.mark.parametrize("name, words, inside", BOOKS)
def test_each_request(name, words, inside):
    async def work(editor: Editor) -> None:
        client = editor.client
        uri = editor.open(path(name))
        document = types.TextDocumentIdentifier(uri)
        await editor.until(lambda: uri in editor.messages)
        assert editor.messages[uri] == []
        at = editor.place(uri, words, inside)
        hover = await client.text_document_hover_async(types.HoverParams(**at))
        assert hover is not None and "> " in hover.contents.value and "**" in hover.contents.value
        context = types.ReferenceContext(True)
        found = await client.text_document_references_async(types.ReferenceParams(context=context, **at))
        assert len(found) >= 2
        marks = await client.text_document_document_highlight_async(types.DocumentHighlightParams(**at))
        assert 1 <= len(marks) <= len(found)
        assert isinstance(await client.text_document_definition_async(types.DefinitionParams(**at)), list)
        words_there = await client.text_document_completion_async(types.CompletionParams(**at))
        assert isinstance(words_there, types.CompletionList)
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert len(symbols) > 1 and all(one.range.start <= one.selection_range.start for one in symbols)
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
        assert len(folds) > 20 and all(fold.start_line < fold.end_line for fold in folds)
        colours = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert len(colours.data) % 5 == 0 and len(colours.data) > 1000
        some = types.SemanticTokensRangeParams(document, types.Range(types.Position(0, 0), types.Position(5, 0)))
        part = await client.text_document_semantic_tokens_range_async(some)
        assert 0 < len(part.data) < len(colours.data) and part.data == colours.data[: len(part.data)]
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
        assert any(lens.command.title.startswith("run this example") for lens in lenses)
        edits = await client.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
        )
        assert not edits
        places = await client.workspace_symbol_async(types.WorkspaceSymbolParams("example"))
        assert places
        help = await client.text_document_signature_help_async(types.SignatureHelpParams(**at))
        assert help is None or help.signatures

    drive(work)


def test_messages_while_somebody_types():
    async def work(editor: Editor) -> None:
        uri = editor.open(path("czar/gentle-roubles"))
        right = editor.texts[uri]
        await editor.until(lambda: uri in editor.messages)
        editor.type(uri, right.replace("move Coin(face: njet)", "moves Coin(face: njet)"))
        await editor.until(lambda: editor.messages[uri])
        (message,) = editor.messages[uri]
        assert message.code == "E102" and message.range.start.line == right[: right.index("move Coin")].count("\n")
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), message.range, types.CodeActionContext([message])
        )
        (fix, *_) = await editor.client.text_document_code_action_async(params)
        ((edit,),) = fix.edit.changes.values()
        assert edit.new_text == "move"
        editor.type(uri, right)
        await editor.until(lambda: not editor.messages[uri])

    drive(work)


def test_a_fix_of_a_wrong_name_is_offered_once_it_is_known_to_work():
    async def work(editor: Editor) -> None:
        uri = editor.open(path("czar/gentle-roubles"))
        right = editor.texts[uri]
        editor.type(uri, right.replace("from turned to lost", "from turnd to lost"))
        await editor.until(lambda: editor.messages.get(uri))
        (message,) = editor.messages[uri]
        assert message.code == "E201"
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), message.range, types.CodeActionContext([message])
        )
        async with asyncio.timeout(60):
            while not (fixes := await editor.client.text_document_code_action_async(params)):
                await asyncio.sleep(0.1)
        assert [edit.new_text for edits in fixes[0].edit.changes.values() for edit in edits] == ["turned"]

    drive(work)


def test_a_change_of_a_base_tells_what_is_wrong_above(tmp_path):
    async def work(editor: Editor) -> None:
        base, variant = tmp_path / "base.rules", tmp_path / "variant.rules"
        base.write_text('rulebook base "B":\n  players 2\n\nfact most_points = 3\n\nflow:\n  game over, drawn\n')
        variant.write_text('variant variant of base "V"\n\nreplace fact most_points = 4\n')
        lower = editor.open(base)
        await editor.until(lambda: lower in editor.messages)
        editor.type(lower, editor.texts[lower].replace("most_points", "points"))
        upper = variant.resolve().as_uri()
        await editor.until(lambda: editor.messages.get(upper))
        assert [one.code for one in editor.messages[upper]] == ["E220"]
        editor.type(lower, editor.texts[lower].replace("points", "most_points"))
        await editor.until(lambda: not editor.messages.get(upper))

    drive(work)


def test_an_example_is_run():
    async def work(editor: Editor) -> None:
        uri = editor.open(path("czar/gentle-roubles"))
        told = await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams("rulekit.runExample", [uri, "no_luck"])
        )
        assert told == "the example no_luck holds" and editor.shown == [told]
        text = editor.texts[uri].replace("expect wealth(red) == 7", "expect wealth(red) == 6")
        editor.type(uri, text)
        told = await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams("rulekit.runExample", [uri, "no_luck"])
        )
        assert told.startswith("the example no_luck fails: ") and "wealth(red)" in told

    drive(work)


def test_wrong_settings_of_a_project_are_published_at_their_file(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "rulekit.toml"
    settings.write_text("rulebooks = 3\n")
    (tmp_path / "house.rules").write_text("variant house of mine\n\nfact more = 1\n")

    async def work(editor: Editor) -> None:
        editor.open(tmp_path / "house.rules")
        uri = settings.resolve().as_uri()
        await editor.until(lambda: uri in editor.messages)
        assert [one.code for one in editor.messages[uri]] == ["E826"]

    drive(work)
