"""The language server, driven by a client through each request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.shipped import every

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rulekit.editor.protocol_values import path_of
from rulekit.editor.structure import COLOURS, LEXICAL

from .client import Editor, path, position


@pytest.fixture(scope="module")
def shared():
    """Yield an editor whose server all tests of this file share, and how a coroutine is run."""
    editor = Editor()
    with asyncio.Runner() as runner:
        runner.run(editor.start())
        try:
            yield editor, runner.run
        finally:
            runner.run(editor.stop())


@pytest.fixture
def drive(shared):
    """Return what runs a coroutine with the editor; afterwards its texts are closed."""
    editor, run = shared
    yield lambda work: run(work(editor))
    run(editor.close())


def drive_alone(work, augments=False):
    """Run a coroutine with a server of its own. With `augments`, its editor has a grammar of its own."""

    async def whole():
        editor = Editor()
        await editor.start(augments)
        try:
            await work(editor)
        finally:
            await editor.stop()

    asyncio.run(whole())


BOOKS = (
    ("czar/english", "procedure count_the_treasury", 12),
    ("carcassonne/base", "fact near_by", 5),
    ("carcassonne/messages-c2", "replace place messages", 14),
    ("emissary/tank", "action ", 7),
    ("emissary/standard", "edition standard", 8),
)
LARGE = ("carcassonne/base", "carcassonne/messages-c2", "emissary/tank", "emissary/standard")
"""Books whose families the server takes up to ten seconds to read; they run in the soak."""
BREAKS: dict[str, Callable[[str], str]] = {
    "a header": lambda text: text.replace("\n", " of\n", 1),
    "nothing left": lambda text: "",
    "an open text": lambda text: text[: len(text) // 2] + '"' + text[len(text) // 2 :],
    "cut off": lambda text: text[: text.rindex("(", 0, len(text) * 2 // 3) + 1],
    "brackets and tabs": lambda text: text[: len(text) // 3] + "\t((\n é [" + text[len(text) // 3 :],
    "a wide letter": lambda text: text.replace("\nexample ", "\nexample \U0001f3b2", 1),
}


async def ask_everything(editor: Editor, uri: str, at: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to each request about a place of a text."""
    client, document = editor.client, types.TextDocumentIdentifier(uri)
    context, some = types.ReferenceContext(True), types.Range(types.Position(0, 0), types.Position(5, 0))
    found: dict[str, Any] = {
        "hover": await client.text_document_hover_async(types.HoverParams(**at)),
        "definition": await client.text_document_definition_async(types.DefinitionParams(**at)),
        "references": await client.text_document_references_async(types.ReferenceParams(context=context, **at)),
        "highlight": await client.text_document_document_highlight_async(types.DocumentHighlightParams(**at)),
        "completion": await client.text_document_completion_async(types.CompletionParams(**at)),
        "signature": await client.text_document_signature_help_async(types.SignatureHelpParams(**at)),
        "prepare": await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at)),
        "symbols": await client.text_document_document_symbol_async(types.DocumentSymbolParams(document)),
        "folds": await client.text_document_folding_range_async(types.FoldingRangeParams(document)),
        "colours": await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document)),
        "part": await client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(document, some)),
        "lenses": await client.text_document_code_lens_async(types.CodeLensParams(document)),
        "found": await client.workspace_symbol_async(types.WorkspaceSymbolParams("example")),
        "format": await client.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
        ),
        "fixes": await client.text_document_code_action_async(
            types.CodeActionParams(document, some, types.CodeActionContext([]))
        ),
    }
    with suppress(JsonRpcException):
        found["rename"] = await client.text_document_rename_async(types.RenameParams(new_name="another_name", **at))
    return found


@pytest.mark.parametrize(
    "name, words, inside", [pytest.param(*one, marks=pytest.mark.soak) if one[0] in LARGE else one for one in BOOKS]
)
def test_each_request(drive, name, words, inside):
    async def work(editor: Editor) -> None:
        uri = editor.open(path(name))
        await editor.until(lambda: uri in editor.messages)
        assert editor.messages[uri] == []
        found = await ask_everything(editor, uri, editor.place(uri, words, inside))
        assert len(found["highlight"]) <= len(found["references"])
        assert isinstance(found["definition"], list) and isinstance(found["completion"], types.CompletionList)
        assert all(one.range.start <= one.selection_range.start for one in found["symbols"]) and found["symbols"]
        assert all(fold.start_line < fold.end_line for fold in found["folds"]) and found["folds"]
        colours, part = found["colours"].data, found["part"].data
        assert len(colours) % 5 == 0 and 0 < len(part) < len(colours) and part == colours[: len(part)]
        assert found["found"] and not found["format"] and not found["fixes"]
        if name != "emissary/standard":
            assert found["hover"] is not None and "**" in (told := found["hover"].contents.value) and "> " in told
            assert len(found["references"]) >= 2 and found["prepare"]
            assert any(lens.command.title == "run this example" for lens in found["lenses"])
            changes = found["rename"].changes
            assert {edit.new_text for edits in changes.values() for edit in edits} == {"another_name"}
            assert sum(map(len, changes.values())) == len(found["references"])

    drive(work)


@pytest.mark.parametrize(
    "name, ways",
    [
        ("mancala/kalah", [*BREAKS][::2]),
        pytest.param("mancala/kalah", [*BREAKS], marks=pytest.mark.soak),
        pytest.param("czar/english", [*BREAKS], marks=pytest.mark.soak),
        pytest.param("carcassonne/base", ["cut off"], marks=pytest.mark.soak),
        pytest.param("emissary/tank", ["an open text"], marks=pytest.mark.soak),
    ],
)
def test_each_request_on_broken_texts(drive, name, ways):
    async def work(editor: Editor) -> None:
        uri = editor.open(path(name))
        right = editor.texts[uri]
        await editor.until(lambda: uri in editor.messages)
        for way in ways:
            broken = BREAKS[way](right)
            assert broken != right, way
            editor.type(uri, broken)
            await editor.until(lambda: editor.messages[uri])
            text = editor.texts[uri]
            for share in (len(text) // 3, len(text)):
                at = {"text_document": types.TextDocumentIdentifier(uri), "position": position(text, share)}
                await ask_everything(editor, uri, at)
            editor.type(uri, right)
            await editor.until(lambda: not editor.messages[uri])

    drive(work)


def test_an_editor_with_a_grammar_gets_the_colours_of_names_only():
    async def work(editor: Editor) -> None:
        uri = editor.open(path("mancala/kalah"))
        params = types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
        data = (await editor.client.text_document_semantic_tokens_full_async(params)).data
        kinds = {COLOURS[kind] for kind in data[3::5]}
        assert "method" in kinds and kinds.isdisjoint(LEXICAL)

    drive_alone(work, augments=True)


def test_the_parameters_of_a_call_and_what_may_come_next(drive):
    async def work(editor: Editor) -> None:
        uri = editor.open(path("czar/gentle-roubles"))
        editor.type(uri, editor.texts[uri] + "\nfact nn(i Inn) = vacant(i, \n")
        found = await ask_everything(editor, uri, editor.place(uri, "vacant(i, ", 10))
        (told,) = found["signature"].signatures
        assert told.label == "vacant(i Inn, k Kind)" and found["signature"].active_parameter == 1
        assert {"i", "vacant"} <= {one.insert_text for one in found["completion"].items}

    drive(work)


def test_messages_while_somebody_types(drive):
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


def test_a_fix_of_a_wrong_name_is_offered_once_it_is_known_to_work(drive):
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
        fixes = await editor.client.text_document_code_action_async(params)  # waits until it is known to work
        assert [edit.new_text for edits in fixes[0].edit.changes.values() for edit in edits] == ["turned"]

    drive(work)


def test_a_change_of_a_base_tells_what_is_wrong_above(drive, tmp_path):
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


def test_an_example_is_run(drive):
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


@pytest.mark.parametrize(
    "name, example",
    every(3, [("czar/gentle-roubles", "no_luck"), ("carcassonne/base", "two_tile_city"), ("emissary/base", "")]),
)
def test_an_example_is_shown_move_by_move(drive, name, example):
    async def work(editor: Editor) -> None:
        uri = editor.open(path(name))
        wanted = example or editor.texts[uri].split("\nexample ")[1].split()[0]
        params = types.ExecuteCommandParams("rulekit.stepExample", [uri, wanted])
        told = await editor.client.workspace_execute_command_async(params)
        assert told.startswith(f"{wanted}: ") and f"the example {wanted} holds" in told.split("\n")[-2]
        assert told.count("position:") >= 1 and "active: " in told
        (shown,) = editor.documents
        assert Path(path_of(shown)).read_text() == told

    drive(work)


def test_a_failing_example_is_shown_up_to_its_line(drive):
    async def work(editor: Editor) -> None:
        uri = editor.open(path("czar/gentle-roubles"))
        editor.type(uri, editor.texts[uri].replace("expect wealth(red) == 7", "expect wealth(red) == 6"))
        params = types.ExecuteCommandParams("rulekit.stepExample", [uri, "no_luck"])
        told = await editor.client.workspace_execute_command_async(params)
        assert told.index("expect wealth(red) == 6") < told.index("the example no_luck fails: ")
        assert "`wealth(red) == 6` is no: wealth(red) = 7" in told and "active == green" not in told

    drive(work)


VARIANT = """variant evening of czar/dutch "Evening":
  summary "As the Dutch edition, but one guard asks for six."

set pawl_hof = six
"""


def test_a_warning_about_the_library_is_told_at_the_change_that_causes_it(drive, tmp_path):
    (tmp_path / "evening.rules").write_text(VARIANT)

    async def work(editor: Editor) -> None:
        uri = editor.open(tmp_path / "evening.rules")
        await editor.until(lambda: editor.messages.get(uri))
        (found,) = editor.messages[uri]
        assert found.code == "W210" and found.range.start == types.Position(3, 4)
        assert [one.location.uri for one in found.related_information] == [path("czar/base").as_uri()]
        assert {one for one, messages in editor.messages.items() if messages} == {uri}
        at = editor.place(uri, "pawl_hof = six", 2)
        found = await ask_everything(editor, uri, at)
        assert [one.uri for one in found["definition"]] == [path("czar/base").as_uri()]
        assert "without-roubles" not in found["hover"].contents.value

    drive(work)


def test_a_changed_file_below_is_noticed(drive, tmp_path):
    base, variant = tmp_path / "base.rules", tmp_path / "variant.rules"
    base.write_text('rulebook base "B":\n  players 2\n\nfact most_points = 3\n\nflow:\n  game over, drawn\n')
    variant.write_text('variant variant of base "V"\n\nreplace fact most_points = 4\n')

    async def work(editor: Editor) -> None:
        uri = editor.open(variant)
        await editor.until(lambda: uri in editor.messages)
        base.write_text(base.read_text().replace("most_points", "points"))
        change = types.FileEvent(base.resolve().as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        await editor.until(lambda: [one.code for one in editor.messages[uri]] == ["E220"])

    drive(work)


@pytest.mark.soak
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

    drive_alone(work)
