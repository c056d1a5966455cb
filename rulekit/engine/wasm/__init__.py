"""The fast engine: a machine as a WebAssembly module, and its runner.  Only `sandbox.py` knows what runs the bytes."""

from .runner import WasmEngine

__all__ = ["WasmEngine"]
