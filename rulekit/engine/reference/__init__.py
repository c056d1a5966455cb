"""The reference engine: an interpreter that compiles each form of a machine to a Python closure.

It is the meaning of a machine; the WebAssembly engine is tested against it.  `expressions`, `statements` and `nodes`
have a function for each form; `interpreter` puts them behind the interface of `engine/interface.py`.
"""

from .interpreter import ReferenceEngine

__all__ = ["ReferenceEngine"]
