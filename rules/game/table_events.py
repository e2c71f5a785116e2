"""Changes of the people and the agreements of a game: seats, sides, rulings, its story, and its end."""

from __future__ import annotations

from typing import Literal

from rules.game.game import Game, GameEvent
from rules.game.tabletop import Player
from rules.game.unit import Value


class PlayerSeated(GameEvent):
    """A player sits down, or changes side, role or dice."""

    kind: Literal["seated"] = "seated"
    player: Player

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.player.id not in was.players or self.player.id in game.players

    def apply(self, game: Game) -> None:
        old, new = game.players.get(self.player.id), self.player
        if old is not None and (old.side, old.umpire) != (new.side, new.umpire):
            game.record_seat_left(old, new.side)
        game.players[new.id] = new


class PlayerLeft(GameEvent):
    """A player leaves the table."""

    kind: Literal["stood"] = "stood"
    player: str

    def apply(self, game: Game) -> None:
        if (old := game.players.pop(self.player, None)) is not None:
            game.record_seat_left(old)


class RulingSet(GameEvent):
    """A ruling is set for this game."""

    kind: Literal["ruled"] = "ruled"
    name: str
    value: Value

    def apply(self, game: Game) -> None:
        game.rulings[self.name] = self.value


class MentionsSet(GameEvent):
    """Questions mention a player from now on, so that Discord notifies them, or stop doing so."""

    kind: Literal["called"] = "called"
    player: str
    on: bool

    def apply(self, game: Game) -> None:
        if self.on:
            game.uncalled.pop(self.player, None)
        else:
            game.uncalled[self.player] = True


class ConsentSet(GameEvent):
    """The opponent must confirm bent rules from now on, or need no longer do so."""

    kind: Literal["consent"] = "consent"
    on: bool

    def apply(self, game: Game) -> None:
        game.consent = self.on


class SetupStepTicked(GameEvent):
    """A step of the setup is marked as done, or as not done."""

    kind: Literal["ticked"] = "ticked"
    step: str
    done: bool = True

    def apply(self, game: Game) -> None:
        others = tuple(step for step in game.ticked if step != self.step)
        game.ticked = (*others, self.step) if self.done else others


class TimeoutSet(GameEvent):
    """Time that a question waits (in minutes), and its result then: "wait", "default" or "umpire"."""

    kind: Literal["timed"] = "timed"
    minutes: int
    policy: Literal["wait", "default", "umpire"]

    def apply(self, game: Game) -> None:
        game.timeout = (self.minutes, self.policy)


class UnitDelegated(GameEvent):
    """A unit may be commanded by one more player than its side's own; None withdraws that."""

    kind: Literal["lent"] = "lent"
    unit: str
    player: str | None

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.player is None or self.unit in game.units

    def apply(self, game: Game) -> None:
        if self.player is None:
            game.lent.pop(self.unit, None)
        else:
            game.lent[self.unit] = self.player


class SideColoured(GameEvent):
    """A side gets its own colour, wherever it plays (`rules.game.tabletop`)."""

    kind: Literal["coloured"] = "coloured"
    side: str
    colour: str

    def apply(self, game: Game) -> None:
        game.colours[self.side] = self.colour


class SidesNamed(GameEvent):
    """The sides that a new game offers, in their order."""

    kind: Literal["sides"] = "sides"
    sides: tuple[str, ...]

    def apply(self, game: Game) -> None:
        game.offered = self.sides


class StoryTold(GameEvent):
    """A player's words for the story, the `reason` of their entry, without any effect.

    They are about an entry and the `units` in it, a turn, or the moment.
    """

    kind: Literal["told"] = "told"
    entry: int | None = None
    turn: int | None = None
    units: tuple[str, ...] = ()

    def apply(self, game: Game) -> None:
        """Do nothing; the entry itself is counted (`Entry.advance`)."""


class GameEnded(GameEvent):
    """The game ends, or is open again. A winner is a side or None; `draw` is True for an agreed draw.

    `agreed` are the sides ("side:…") and players ("who:…") who agreed to the end: they must agree to continue.
    """

    kind: Literal["ended"] = "ended"
    over: bool = True
    winner: str | None = None
    note: str = ""
    draw: bool = False
    agreed: tuple[str, ...] = ()

    def apply(self, game: Game) -> None:
        game.over, game.winner, game.end_agreed = self.over, self.winner, self.agreed
