"""Runs the command line of rulekit: `python -m rulekit …` is the same as `rulekit …`."""

from .cli.main import entry

if __name__ == "__main__":
    entry()
