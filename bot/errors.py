"""What the application refuses, beside what the rules refuse (see `rules.errors`).

AppError
├── Refusal      this person may not do this here, or not now; a sentence for them
│   └── Busy     somebody else wrote first every time
├── Warned       the rules bend if it goes on; the sentences, to be answered with "anyway"
└── SettingsError  the application cannot start; see bot.settings
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.text import Text
from rules.wording import ENGLISH


class AppError(Exception):
    """The root of what the application raises on purpose."""


class Refusal(AppError):
    """For the person who asked: what is wrong, what was expected, what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """In English, for logs."""
        return ENGLISH(self.text)


class Busy(Refusal):
    """Others wrote first, again and again; the same may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__(Text("Others are writing to this game all the time; try again in a moment."))


class Warned(AppError):
    """What was asked bends a rule: the command waits for an "anyway", and then for the sides in `others` to agree."""

    def __init__(self, warnings: Sequence[Text], others: Sequence[str] = ()) -> None:
        super().__init__(*warnings)
        self.warnings, self.others = tuple(warnings), tuple(others)
