"""`python -m rules`: the rules on the command line.

Its data and its dice are fetched by name, so that the rules import neither.
"""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper

from rules.cli.app import Box, run


def main(arguments: list[str]) -> int:
    """Print what was asked and return 0, or one line per fault on standard error and return 2."""
    data, rng = import_module("data"), import_module("bot.dice.provable")
    return run(Box(data.ACTION_SETS, data.action_set_of, rng.seeded_dice, rng.system_dice), arguments)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
