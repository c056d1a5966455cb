"""Tests of files, folders and caches on disk."""

import subprocess
import sys


def together(script: str, count: int) -> list[str]:
    """Run a script in several processes at the same time, and return their outputs."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, "ABCDEFGH"[at]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for at in range(count)
    ]
    said = [one.communicate(timeout=120) for one in running]
    assert [(one.returncode, err) for one, (_, err) in zip(running, said, strict=True)] == [(0, "")] * count
    return [out for out, _ in said]
