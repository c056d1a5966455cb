"""The reference engine: an interpreter that compiles each form of a machine to a Python closure.

It defines what a machine means; the WebAssembly engine is tested against it.  `expression_closures`,
`statement_closures` and `compiled_nodes` have a function for each form; `interpreter` implements the interface of
`engine/interface.py` with them.
"""

from .interpreter import ReferenceEngine

__all__ = ["ReferenceEngine"]
