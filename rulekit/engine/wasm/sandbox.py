"""Choose the sandbox that runs modules: wasmtime, or in a web page the browser's WebAssembly.

A sandbox turns the bytes of a module into functions to call and memory to read. The engine imports from here, so that
it does not depend on which of the two runs its modules.
"""

from __future__ import annotations

import sys

from .sandbox_values import PreparedFunction, Refused, Settings, Trapped, Unusable

if sys.platform == "emscripten":
    from .browser_sandbox import BrowserModule as Compiled
    from .browser_sandbox import BrowserSandbox as Sandbox
else:
    from .native_sandbox import Compiled, Sandbox

__all__ = ["Compiled", "PreparedFunction", "Refused", "Sandbox", "Settings", "Trapped", "Unusable"]
