"""`python -m tests.bench [WORD …]`: measures all rows, or those with a word in their name; exit 1 when one is too slow.

A new file of measurements is one more import here.
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.bench.table import ROWS, lines

FILES = ("opreb", "openfire_ww2", "openfire_d12", "bayonet", "fubar", "resolve", "bot")


def main(words: list[str]) -> int:
    for file in FILES:
        import_module(f"tests.bench.{file}")
    chosen = [row for row in ROWS if all(word.lower() in row.name.lower() for word in words)]
    results = [row.result() for row in chosen]
    print("\n".join(lines(results)))
    return 0 if all(result.good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
