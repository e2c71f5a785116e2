"""What an answer makes of the command that waits for it: faces, a choice, or a word to a warning."""

from __future__ import annotations

from bot.dice.parsing import MISSED, throws_typed, words_typed
from bot.errors import Refusal
from bot.game.people import Person
from bot.game.questions import PRIVATE, DecisionQuestion, DiceQuestion, ObjectionQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, Resolve
from bot.resolution.objections import confirmed
from bot.resolution.open_question import OpenQuestion
from rules.kernel.request import Request
from rules.kernel.text import Text


def first_try(live: ActiveGame, request: Request, dice: str, missed: str = MISSED) -> Attempt:
    """A command as it is given; `dice` and `missed` as `Questions.begin` has them."""
    command, said = Resolve(request=request), dice.strip().lower()
    side = live.game.units[request.unit[0]].side if request.unit else request.side
    if said == "ask":
        own = (side, "physical") if side else None
        return Attempt(command=command, otherwise="physical", own=own, asks=True)
    typed = words_typed(dice, live.system.die, missed)
    own = (side, "bot") if said == "roll" and side else None
    if typed and side and side not in live.game.dice:
        own = (side, "physical")  # whoever types faces has real dice in hand: further throws are asked for
    return Attempt(command=command, typed=typed, own=own, asks=True)


def of_one(asked: OpenQuestion, who: Person) -> None:
    """Raises Refusal where only whoever gave the command is asked, and it is somebody else."""
    if asked.row.kind in PRIVATE and asked.row.asked_by != who.id:
        raise Refusal(Text("This question is for somebody else."))


def answered(
    asked: OpenQuestion, who: Person, faces: str | None = None, choice: str | None = None, missed: str = MISSED
) -> Attempt:
    """The command that waits with one more answer: faces (None or "roll" has the bot throw), or a choice."""
    attempt = asked.attempt()
    match asked.question:
        case DecisionQuestion() as question:
            return attempt.chosen(question.name, choice or question.default)
        case WarningQuestion() | ObjectionQuestion() as question:
            return confirmed(attempt, question)
        case DiceQuestion() as question:
            attempt = attempt.but(notes=(*attempt.notes, *_for_others(asked.live, question, who)))
            if faces in (None, "roll"):
                own = (question.side, "bot") if question.side else None
                return attempt.but(own=own, otherwise="bot")
            return attempt.but(thrown=(*attempt.thrown, *throws_typed(question, faces or "", missed)))
        case _:
            return attempt


def _for_others(live: ActiveGame, question: DiceQuestion, who: Person) -> tuple[Text, ...]:
    """Who threw for whom, when it was not that side's own player."""
    player, side = live.game.players.get(who.id), question.side
    if side is None or player is None or player.side == side:
        return ()
    return (Text("{throw}: thrown by {who} for {side}.", throw=question.throw.label, who=who.name, side=side),)
