"""The settings of a repository of rulebooks.

    acceptance     the warnings that a project accepts, taken out
    finding        the project that a folder belongs to
    reading        settings from TOML, checked
    settings       the values: a project, an accepted warning
    toml_places    where a key or a value is in a TOML text

`rulebook_files.py` finds the rulebooks.
"""

from .acceptance import Acceptance
from .finding import find_project, read_project
from .settings import AcceptedWarning, Project, family_name

__all__ = ["Acceptance", "AcceptedWarning", "Project", "family_name", "find_project", "read_project"]
