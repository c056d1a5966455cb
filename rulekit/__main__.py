"""`python -m rulekit` is the command `rulekit`."""

from .cli.main import entry

if __name__ == "__main__":
    entry()
