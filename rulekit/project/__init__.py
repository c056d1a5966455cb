"""The settings of a repository of rulebooks.

    acceptance     the warnings that a project accepts, taken out
    lock_file      what the clauses of each rulebook stand on
    reading        the project that a folder belongs to; settings from TOML, checked
    settings       the values: a project, an accepted warning; where a key or a value is in a TOML text

`rulebook_files.py` finds the rulebooks.
"""

from .acceptance import Acceptance
from .lock_file import Lock, lock_text, read_lock
from .reading import find_project, read_project
from .settings import AcceptedWarning, Project, family_name

__all__ = [
    "Acceptance",
    "AcceptedWarning",
    "Lock",
    "Project",
    "family_name",
    "find_project",
    "lock_text",
    "read_lock",
    "read_project",
]
