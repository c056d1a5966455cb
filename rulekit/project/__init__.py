"""The settings of a repository of rulebooks, and its lock file.

    acceptance     removes the warnings that a project accepts
    lock_file      which clauses of lower layers each clause was written for
    reading        finds the project of a folder; reads settings from TOML and checks them
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
