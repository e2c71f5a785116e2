"""What the application refuses, beside what the rules refuse (see `rules.kernel.errors`).

AppError
├── Refusal      this person may not do this here, or not now; a sentence for them
│   ├── Busy     somebody else wrote first every time
│   ├── EndedOrMoved  another process has ended the game, or moved it
│   ├── MovedOn  something was recorded since what was clicked was shown
│   ├── Unreadable  this version cannot read the game; its record is kept as it is
│   └── UnreadableCampaign  the same of a campaign
├── CommandsRefused  Discord does not take the commands
├── Warned       the rules bend if it goes on; the sentences, to be answered with "anyway"
└── SettingsError  the application cannot start; see bot.settings
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH


class AppError(Exception):
    """The root of what the application raises on purpose."""


class Refusal(AppError):
    """A sentence for the person who asked: what is wrong, what was expected, what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """The sentence in English, for logs."""
        return ENGLISH(self.text)


class GameRunning(Refusal):
    """The channel has a game already, by its id and name."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(
            Text("This channel already has a game, {running}. End it first with `/game end`.", running=name)
        )
        self.game = game


class Busy(Refusal):
    """Others wrote first, again and again; the same may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__(Text("Others are writing to this game all the time; try again in a moment."))


class EndedOrMoved(Refusal):
    """The game is not in its channel any more: somebody in another process was faster."""

    def __init__(self) -> None:
        super().__init__(Text("This game has just ended or moved; see `/game status`."))


class MovedOn(Refusal):
    """A control of a state that has gone: somebody else was first, or the same person's other tap."""

    def __init__(self) -> None:
        super().__init__(Text("Something has been recorded since this form was opened: look at it once more."))


class Unreadable(Refusal):
    """A game that cannot be read; `why` is part of a sentence, which names the entry: "entry 5 is missing".

    Only the game itself: a database that cannot be read just now is no such fault.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(
            Text(
                "This game cannot be read: {why}. Nothing is lost: all that was recorded is kept. Tell whoever runs "
                "the bot. `/log show` shows what can be read, `/export` has its entries as they stand, `/game end` "
                "closes the game until it can be resumed, and `/game new` starts another.",
                why=why,
            )
        )
        self.why = why


class UnreadableCampaign(Refusal):
    """A campaign that cannot be read; `why` is part of a sentence, which names the entry."""

    def __init__(self, why: Text) -> None:
        super().__init__(
            Text(
                "This campaign cannot be read ({why}). Nothing is lost: all that was recorded is kept. "
                "Tell whoever runs the bot.",
                why=why,
            )
        )
        self.why = why


class CommandsRefused(AppError):
    """Discord does not take the commands; `why` is what it said, word for word, with the commands that it is about."""

    def __init__(self, why: str) -> None:
        super().__init__(f"Discord refuses the commands, and keeps those of before, if any: {why}")


class Warned(AppError):
    """What was asked bends a rule: the command waits for an "anyway", and then for the sides in `others` to agree.

    `at` is the entry after which the rules objected; `moved` says that the game has gone on since the question before.
    """

    def __init__(self, warnings: Sequence[Text], others: Sequence[str] = (), at: int = 0, moved: bool = False) -> None:
        super().__init__(*warnings)
        self.warnings, self.others, self.at, self.moved = tuple(warnings), tuple(others), at, moved
