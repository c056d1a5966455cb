"""The fast engine: compiles a machine to a WebAssembly module and runs it.  Only `native_sandbox.py` uses wasmtime."""

from .runner import WasmEngine

__all__ = ["WasmEngine"]
