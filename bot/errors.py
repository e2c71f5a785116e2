"""Errors of the application; the rules have their own (see `rules.kernel.errors`).

AppError
├── Refusal      this person may not do this here or now; with a sentence for them
│   ├── Busy     others wrote first at every try
│   ├── NoGame   the channel has no running game
│   ├── GameOver  the game is over
│   ├── GameNotHere  another process has ended the game, or moved it
│   ├── QuestionOver  the question of a control is answered or cancelled
│   ├── OutdatedControl  an entry was recorded after the clicked control was shown
│   ├── Unreadable  this version cannot read the game; its record is kept as it is
│   └── UnreadableCampaign  the same for a campaign
├── CommandsRefused  Discord rejects the commands
├── ConfirmationNeeded  continuing would bend rules; with the warnings, to be answered with "anyway"
└── SettingsError  the application cannot start; see bot.settings
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH


class AppError(Exception):
    """The root of errors that the application raises on purpose."""


class Refusal(AppError):
    """A sentence for the caller: the fault, what was expected, and the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """Return the sentence in English, for logs."""
        return ENGLISH(self.text)


class GameRunning(Refusal):
    """Raised if the channel already has a game, given by its id and name."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(
            Text("This channel already has a game: {running}. End it first with `/game end`.", running=name)
        )
        self.game = game


class NoGame(Refusal):
    """Raised if no game is running in the channel."""

    def __init__(self) -> None:
        super().__init__(Text("There is no game in this channel. Start one with `/game new`, or try `/game demo`."))


class GameOver(Refusal):
    """Raised if the game of a command or control is over, given by its id and the key of its system."""

    def __init__(self, game: str, system: str) -> None:
        super().__init__(Text("This game is over. Resume it with `/game reopen`."))
        self.game, self.system = game, system


class Busy(Refusal):
    """Raised if others wrote first, again and again; a retry may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__(Text("This game is busy. Try again in a moment."))


class GameNotHere(Refusal):
    """Raised if the game is no longer in its channel: another process was first."""

    def __init__(self) -> None:
        super().__init__(Text("This game has just ended or moved; see `/game status`."))


class QuestionOver(Refusal):
    """Raised if the question of a control is answered or cancelled."""

    def __init__(self) -> None:
        super().__init__(Text("That is already answered or over."))


class OutdatedControl(Refusal):
    """Raised for an outdated control: another person, or another tap by the same person, was first."""

    def __init__(self) -> None:
        super().__init__(Text("Something was recorded since this form opened. Check it again."))


class Unreadable(Refusal):
    """Raised for an unreadable game; `why` is part of a sentence and names the entry: "entry 5 is missing".

    Only for the game itself: a temporarily unreadable database is another error.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(
            Text(
                "This game cannot be read: {why}. Nothing is lost: the record is kept. Contact the bot's "
                "administrator. `/log show` shows what can be read, `/export` saves its entries, `/game end` "
                "closes it until it can be resumed, and `/game new` starts another.",
                why=why,
            )
        )
        self.why = why


class UnreadableCampaign(Refusal):
    """Raised for an unreadable campaign; `why` is part of a sentence and names the entry."""

    def __init__(self, why: Text) -> None:
        super().__init__(
            Text(
                "This campaign cannot be read ({why}). Nothing is lost: the record is kept. Contact the bot's "
                "administrator.",
                why=why,
            )
        )
        self.why = why


class CommandsRefused(AppError):
    """Raised if Discord rejects the commands; `why` is its message, word for word, with the commands concerned."""

    def __init__(self, why: str) -> None:
        super().__init__(f"Discord rejected the commands, and keeps the previous ones, if any: {why}")


class ConfirmationNeeded(AppError):
    """Raised if a request bends rules: it waits for an "anyway", and then for the consent of the sides in `others`.

    `at` is the entry after which the rules objected; `moved` is True if the game has changed since the last question.
    """

    def __init__(self, warnings: Sequence[Text], others: Sequence[str], at: int, moved: bool) -> None:
        super().__init__(*warnings)
        self.warnings, self.others, self.at, self.moved = tuple(warnings), tuple(others), at, moved
