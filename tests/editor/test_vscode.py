"""The extension in VS Code itself, as code-server serves it, in a headless Chromium.

`editors/vscode/README.md` says how to run it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.page.pages import missing_browser

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "editors/vscode/rulekit-rules.vsix"
SERVER = os.environ.get("CODE_SERVER", "")
"""The file `out/node/entry.js` of code-server."""
QUIET = ("--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust")
SETTINGS = {
    "rulekit.command": [sys.executable, "-m", "rulekit", "lsp"],
    "workbench.startupEditor": "none",
    "git.enabled": False,
    "chat.commandCenter.enabled": False,
}


def missing() -> str:
    if not SERVER or not Path(SERVER).is_file():
        return "CODE_SERVER names no file out/node/entry.js of code-server"
    return missing_browser() or ("" if PACKAGE.is_file() else "editors/vscode/package has not been run")


@contextmanager
def code_server(folder: Path) -> Iterator[str]:
    """Yield the address of VS Code with the extension, in a folder with a new user."""
    user, extensions = folder / "user", folder / "extensions"
    (user / "User").mkdir(parents=True)
    (user / "User/settings.json").write_text(json.dumps(SETTINGS))
    command = ["node", SERVER, "--user-data-dir", str(user), "--extensions-dir", str(extensions)]
    command += ["--config", str(folder / "config.yaml")]
    subprocess.run([*command, "--install-extension", str(PACKAGE)], check=True, capture_output=True)
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with (folder / "log").open("w") as log:
        served = subprocess.Popen(
            [*command, *QUIET, "--bind-addr", f"127.0.0.1:{port}"],
            stdout=log,
            stderr=log,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        try:
            begun = monotonic()
            while "HTTP server listening" not in (folder / "log").read_text() and monotonic() < begun + 60:
                sleep(0.2)
            yield f"http://127.0.0.1:{port}/?folder={folder / 'table'}"
        finally:
            served.terminate()
            served.wait(20)


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_variant_is_written_in_vs_code(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.mkdir()
    new = [sys.executable, "-m", "rulekit", "new", "evening", "--over", "czar/dutch"]
    subprocess.run(new, cwd=table, check=True, capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
    pictures = Path(os.environ.get("VSCODE_PICTURES") or tmp_path)
    pictures.mkdir(exist_ok=True)
    with code_server(tmp_path) as address:
        script = ["node", str(Path(__file__).with_suffix("").with_name("vscode.mjs")), address, "evening.rules"]
        done = subprocess.run([*script, str(pictures)], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    assert seen["lenses"][:2] == ["run this example", "step through this example"]
    assert len(set(seen["colours"])) >= 3
    assert "`pawl_hof` has no answer `sxi`" in seen["message"]
    assert [one.strip() for one in seen["fixes"]] == ["did you mean `six`?"]
    assert "Which guard has which number in our pictures?" in seen["hover"]
    assert "the example beginning holds" in seen["run"]
    assert "beginning: The game begins" in seen["steps"] and "position:" in seen["steps"]
    assert 'replace fact toll(p Player) "The number of a player' in seen["clause"]
    assert any("move all of turned" in one for one in seen["lines"]) and len(seen["lines"]) > 3
    assert "`move all of turned to lost`:\n" in seen["variant"]
    assert "move Coin(face: njet) from turned to lost" in seen["variant"]
    assert any("at_once" in one for one in seen["outline"]) and any("set pawl_hof" in one for one in seen["outline"])
    assert "\n  expect not ended\n" in seen["formatted"]
    assert "ruling pawl_hof" in seen["definition"]
