"""The fast engine: compiles a machine to a WebAssembly module and runs it.  Only `sandbox.py` uses wasmtime."""

from .runner import WasmEngine

__all__ = ["WasmEngine"]
