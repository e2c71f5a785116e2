"""`python -m bot`: the program, loaded without looking for garbage."""

from __future__ import annotations

import gc


def main() -> None:
    """Run the command in `sys.argv`. Modules stay: to look for garbage among them takes a seventh of a start."""
    gc.disable()
    from bot.program import app

    gc.freeze()
    gc.enable()
    app()


if __name__ == "__main__":
    main()
