"""The bot has started and nobody has given a command yet: no game is in memory, and all of them go on."""

from __future__ import annotations

from cogs.tasks.live_board import EVERY
from tests.cogs.followed import boards, entry, text
from tests.cogs.table import Table


async def test_b10_suggestions_are_there_from_the_first_letter(demo: Table) -> None:
    await demo.restart()
    assert demo.services.games.glance(str(demo.channel.id)) is None
    found = await demo.type(demo.ann, "/fire", "attacker", "mar")
    assert [label.split(" · ")[0] for label, _ in found] == ["Marines"]
    await demo.restart()
    assert await demo.type(demo.bob, "/game end", "winner", "bl") == [("Blue", "Blue")]


async def test_b10_a_board_follows_a_game_that_is_not_in_memory(demo: Table) -> None:
    await demo.done(demo.ann, "/game board")
    await demo.restart()
    await entry(demo)
    demo.services.games.forget(str(demo.channel.id))
    await demo.env.advance_time(EVERY)
    (message,) = boards(demo)
    assert "Red 1" in text(message)
