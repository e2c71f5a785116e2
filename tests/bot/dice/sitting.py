"""A table at which a command rolls its dice: faces on the table, answers, waiting dice."""

from __future__ import annotations

from typing import Any

from bot.dice.bot_dice import BotDice
from bot.dice.returned import ReturnedDice, WaitingDie
from bot.dice.table_dice import AnsweredRolls, TableDice
from bot.game.questions import AnsweredRoll
from rules.kernel.plays import Laid
from rules.kernel.table import Source
from rules.kernel.text import Text
from tests.bot.dice.rolls import die, nines

HIT, HITS_ON_D12 = die(6, "hit"), die(12, "hit")
KILL = die(6, "kill")
ROLES = {"target": "u2"}


def lying(source: Source = "bot", *faces: int, added: int = 0) -> dict[tuple[int, str], Laid]:
    return {(0, "hit"): Laid(nth=0, key="hit", sides=6, faces=faces, source=source, added=added)}


def answered_roll(key: str, *faces: int, source: Source = "bot", queued: int = 0) -> AnsweredRoll:
    return AnsweredRoll(key=key, label=Text(key), sides=6, faces=faces, source=source, queued=queued)


def table(*thrown: AnsweredRoll, bot: BotDice | None = None, hands: Any = None, **more: Any) -> TableDice:
    bot = bot or BotDice(nines, side="Red")
    return TableDice(
        bot, AnsweredRolls(list(thrown)), hands=lambda _: hands, whose=lambda _: "Red", roles=ROLES, **more
    )


def waiting(*faces: int, command: str = "a") -> ReturnedDice:
    return ReturnedDice({6: tuple(WaitingDie(face, command, "Red") for face in faces)})


def answered_rolls(dice: TableDice) -> list[AnsweredRoll]:
    return dice.answered.throws
