"""Hidden units of Open Rebellion: a card to everybody but their side, the umpire and whoever commands them."""

from __future__ import annotations

import pytest

from cogs.interactions.message import Reply
from cogs.rendering.visibility import card, masked, told
from tests.cogs.table import Table
from tests.cogs.table import Told as Answered

SCOUTS = "Scout sharpshooters"


@pytest.fixture
async def ambush(table: Table) -> Table:
    """Ann plays the side with the scouts, Bob the other one; Cyd is the umpire."""
    await table.done(table.ann, "/game demo", system="opreb")
    live = await table.live()
    hidden = next(unit for unit in live.game.units.values() if unit.has("hidden"))
    other = next(side for side in live.game.sides if side != hidden.side)
    await table.done(table.ann, "/unit edit", unit=hidden.id, field="name", value=SCOUTS)
    await table.done(table.ann, "/game join", side=hidden.side)
    await table.done(table.bob, "/game join", side=other)
    await table.done(table.ann, "/game umpire", player=table.cyd)
    return table


async def _card(table: Table) -> str:
    return card(await table.unit(SCOUTS))


def _says(told: Answered) -> str:
    return f"{told.title} {told.text} {' '.join(told.buttons)}"


async def test_public_answers_name_a_card(ambush: Table) -> None:
    for who in (ambush.ann, ambush.bob, ambush.cyd):
        told = await ambush.done(who, "/game status")
        assert SCOUTS not in _says(told)
        assert f"{await _card(ambush)}" in told.text
    for command, options in (
        ("/marker set", {"unit": SCOUTS, "marker": "wounds", "count": 1}),
        ("/unit edit", {"unit": SCOUTS, "field": "models", "value": "2", "reason": f"{SCOUTS} miscounted"}),
        ("/activate", {"unit": SCOUTS}),
        ("/log show", {}),
        ("/game board", {}),
    ):
        told = await ambush.say(ambush.cyd, command, **options)
        assert not told.refused, (command, told.text)
        assert told.private or SCOUTS not in _says(told), command


async def test_a_result_names_a_card_and_the_record_the_unit(ambush: Table) -> None:
    told = await ambush.done(ambush.ann, "/marker set", unit=SCOUTS, marker="wounds", count=1)
    assert told.title == f"Correction: {await _card(ambush)}, wounds 1"
    assert SCOUTS in (await ambush.entry()).title


async def test_private_answers_name_it_for_its_side_and_the_umpire(ambush: Table) -> None:
    for who, sees in ((ambush.ann, True), (ambush.cyd, True), (ambush.bob, False)):
        assert (SCOUTS in (await ambush.say(who, "/unit list")).text) is sees
        shown = await ambush.say(who, "/unit show", unit=(await ambush.unit(SCOUTS)).id)
        assert (shown.title == SCOUTS) is sees
        labels = [label for label, _ in await ambush.type(who, "/fire", "target")]
        assert any(SCOUTS in label for label in labels) is sees
        assert any("card" in label for label in labels) is not sees
        typed = await ambush.type(who, "/fire", "target", "scout sh")
        assert bool(typed) is sees
        unknown = await ambush.say(who, "/unit show", unit="Ghosts")
        assert (SCOUTS in unknown.text) is sees


async def test_the_other_side_sees_nothing_of_what_it_is(ambush: Table) -> None:
    shown = await ambush.say(ambush.bob, "/unit show", unit=await _card(ambush))
    assert shown.title == (await _card(ambush)).capitalize()
    assert "rifle" not in shown.text
    id = (await ambush.unit(SCOUTS)).id
    assert await ambush.type(ambush.bob, "/fire", "firers", "", attacker=id) == []


async def test_a_card_is_shot_at_by_its_number(ambush: Table) -> None:
    attacker = next(unit for unit in (await ambush.live()).game.units.values() if unit.side != "Red")
    target = await _card(ambush)
    told = await ambush.say(ambush.bob, "/odds", attacker=attacker.id, target=target, distance="9")
    assert SCOUTS not in _says(told)


async def test_whoever_is_lent_the_unit_knows_it(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/game delegate", unit=SCOUTS, player=ambush.bob)
    assert SCOUTS in (await ambush.say(ambush.bob, "/unit show", unit=SCOUTS)).title


async def test_once_it_is_seen_it_has_its_name(ambush: Table) -> None:
    told = await ambush.done(ambush.ann, "/marker set", unit=SCOUTS, marker="hidden", count=0)
    assert SCOUTS in told.title
    assert SCOUTS in (await ambush.done(ambush.bob, "/game status")).text


async def test_a_name_within_another_is_left_alone(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/unit edit", unit=SCOUTS, field="name", value="scouts")
    other = next(unit for unit in (await ambush.live()).game.units.values() if not unit.has("hidden"))
    await ambush.done(ambush.cyd, "/unit edit", unit=other.id, field="name", value="scouts 2")
    live = await ambush.live()
    board, said = live.board, card(next(unit for unit in live.game.units.values() if unit.name == "scouts"))
    assert masked(board, "scouts fire, scouts 2 fire; Scouts run. boyscouts") == (
        f"{said} fire, scouts 2 fire; {said.capitalize()} run. boyscouts"
    )
    assert told(board, Reply("scouts"), str(ambush.ann.id)).title == "scouts"


async def test_a_name_with_markdown_is_masked_too(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/unit edit", unit=SCOUTS, field="name", value="*A* [b](c)_d_")
    told = await ambush.done(ambush.ann, "/marker set", unit="*A* [b](c)_d_", marker="wounds", count=1)
    assert told.title.startswith("Correction: card ")
    assert "[b" not in told.title


async def test_systems_without_hidden_units_have_no_cards(demo: Table) -> None:
    board = (await demo.live()).board
    assert masked(board, "Marines and Militia") == "Marines and Militia"
