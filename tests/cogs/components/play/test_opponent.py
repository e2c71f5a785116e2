"""What the bot says as a player: each thing once, and nothing that nobody at a table would say."""

from __future__ import annotations

from decimal import Decimal

from bot.game.people import OPPONENT
from rules.opponent.sight import Sight
from tests.cogs.components.test_opponent import begun
from tests.cogs.table import Table


async def test_24_that_the_turn_is_over_is_told_once(table: Table) -> None:
    """The last unit of a turn is activated and shoots, in one message."""
    await begun(table, "fubar", "6 1")
    live, services = await table.live(), table.services
    own, foes = live.game.of_side("Blue"), [unit.id for unit in live.game.of_side("Red")]
    mine, its = table.call(table.ann), table.call(table.ann)._replace(who=OPPONENT)
    for unit in live.game.units.values():
        if unit is not own[-1]:
            await services.roster.mark(mine if unit.side == "Red" else its, unit.id, "tried", 1)
    plays = await services.opponent.plays(await table.live())
    sight = Sight().with_pairs(own[-1].id, dict.fromkeys(foes, Decimal(24)))
    known = {"sight": sight, "fresh": frozenset(unit.id for unit in own), "number": (await table.live()).game.number}
    await services.record.remember(f"opponent {live.info.id}", plays.model_copy(update=known).model_dump_json())
    table.dice.next(6)
    told = await table.click(table.ann, await table.say(table.ann, "/game status"), "Adjutant plays on")
    assert "Technical →" in told.text
    assert "The turn is over." not in told.text, "it has still to move"
    told = await table.click(table.ann, told, "Done")
    assert told.text.count("The turn is over.") == 1
