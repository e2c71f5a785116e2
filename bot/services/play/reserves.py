"""Units in reserve: put aside, and brought to the table."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.people import OPPONENT, Call, unit_named
from bot.game.permissions import voters
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult
from bot.services.play.agreed_changes import Outcome, by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.roster import require_possible_roll
from bot.services.play.unit_corrections import require_right_to_correct
from rules.kernel.request import Request
from rules.kernel.text import Listed, Term, Text
from rules.kit.reserves import ARRIVE, due_reserves, put_in_reserve, terms_text


class Reserves:
    """Manages the units that are not on the table yet."""

    def __init__(self, referee: Referee, corrections: Corrections, questions: Questions) -> None:
        self.corrections, self._questions = corrections, questions
        register_plans(referee, self)

    async def put_aside(self, call: Call, unit: str, turn: int | None, roll: int | None) -> Outcome:
        """Put a unit into reserve, or change the terms of its arrival.

        After the first roll all sides with players agree. Raises Refusal.
        """
        if turn is None and roll is None:
            raise Refusal(Text("When does it arrive? Give a `turn`, or the number of a `roll` such as 4."))
        return await self._put_aside(call, unit, turn or 1, roll)

    @by_agreement("reserve")
    def _put_aside(
        self, live: ActiveGame, call: Call, waiting: Waiting, unit: str, turn: int = 1, roll: int | None = None
    ) -> ProposedChange:
        found = unit_named(live.game.with_reserves(), unit)
        require_right_to_correct(live, call, found)
        require_possible_roll(live, roll)
        if not found.alive:
            raise Refusal(Text("{unit} is out of action and cannot go into reserve.", unit=found.ref))
        events = put_in_reserve(live.board, found, turn, roll)
        after = live.board.after(events)
        terms = terms_text(after, after.game.reserves[found.id])
        title = Text("{side}: {unit} is in reserve ({terms})", side=found.side, unit=found.ref, terms=terms)
        harmed = [Term(name) for name, state in live.system.states.items() if state.harm and found.has(name)]
        kept = [Text("{unit} stays {states}.", unit=found.ref, states=Listed(harmed))] if harmed else []
        new = NewEntry("unit reserve", events, title, side=found.side, notes=kept)
        groups = voters(live.game, call.who, found.side, others=True)
        wish = Text("put {unit} into reserve ({terms})", unit=found.ref, terms=terms)
        others = groups and groups != (f"side:{found.side}",)
        why = [Text("A unit off the table cannot be shot at: the other side has to agree.")] if others else []
        return ProposedChange(new, groups, wish, notes=(*why, *kept))

    async def arrive(self, call: Call, live: ActiveGame, unit: str, dice: str = "") -> Outcome:
        """Bring a unit in reserve to the table, on its roll if it needs one; raise Refusal, RuleError."""
        reserve = live.game.reserves.get(unit)
        if reserve is None:
            raise Refusal(Text("This unit is no longer in reserve."))
        request = Request(ARRIVE, unit=(unit,), side=reserve.unit.side)
        return await self._questions.begin(call, request, dice, live=live)


async def bring_reserves(questions: Questions, call: Call, live: ActiveGame, side: str) -> list[CommandResult]:
    """Bring the bot's units that are due to the table, each on its roll if it needs one."""
    found = list[CommandResult]()
    for nth, reserve in enumerate(due_reserves(live.board, side)):
        mine = call.part(f".r{nth}", OPPONENT)
        request = Request(ARRIVE, unit=(reserve.unit.id,), side=side)
        result = await questions.begin(mine, request, "roll", live=live)
        found += [result] if isinstance(result, CommandResult) else []
    return found
