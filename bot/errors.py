"""What the application refuses, beside what the rules refuse (see `rules.errors`).

AppError
├── Refusal      this person may not do this here, or not now; a sentence for them
│   └── Busy     somebody else wrote first every time
├── Warned       the rules bend if it goes on; the sentences, to be answered with "anyway"
└── SettingsError  the application cannot start; see bot.settings
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.text import say


class AppError(Exception):
    """The root of what the application raises on purpose."""


class Refusal(AppError):
    """A sentence for the person who asked: what is wrong, what was expected, what to do."""


class Busy(Refusal):
    """Others wrote first, again and again; the same may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__(say("Others are writing to this game all the time; try again in a moment."))


class Warned(AppError):
    """What was asked bends a rule: the command waits for an "anyway"."""

    def __init__(self, warnings: Sequence[str]) -> None:
        super().__init__(" ".join(warnings))
        self.warnings = tuple(warnings)
