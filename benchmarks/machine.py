"""Describes the computer that figures were measured on: processor, system, Python, date."""

from __future__ import annotations

import datetime
import os
import platform
from pathlib import Path


def processor() -> str:
    """Return the processor's name from Linux, or else what Python knows of it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def machine() -> dict[str, str]:
    return {
        "processor": f"{processor()}, {os.cpu_count()} logical processors, one used",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
    }
