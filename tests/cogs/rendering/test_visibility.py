"""Hidden units of Open Rebellion: cards to all but their side, the umpire and players who command them."""

from __future__ import annotations

from bot.game.people import is_card, knows, number_of_card
from rules.kernel.text import UnitRef
from tests.cogs.beginnings import beginning
from tests.cogs.components.play.samples import sample
from tests.cogs.table import Table, Told

SCOUTS = "Scout sharpshooters"


@beginning
async def ambush(table: Table) -> None:
    """Ann plays the side with the scouts, Bob the other one; Cyd is the umpire."""
    await table.done(table.ann, "/game demo", system="opreb")
    live = await table.live()
    hidden = next(unit for unit in live.game.units.values() if unit.has("hidden"))
    other = next(side for side in live.game.sides if side != hidden.side)
    await table.done(table.ann, "/unit edit", unit=hidden.id, field="name", value=SCOUTS)
    await table.done(table.ann, "/game join", side=hidden.side)
    await table.done(table.bob, "/game join", side=other)
    await table.done(table.ann, "/game umpire", player=table.cyd)


async def _card(table: Table) -> str:
    return f"card {number_of_card((await table.unit(SCOUTS)).id)}"


def _says(told: Told) -> str:
    return f"{told.title} {told.text} {' '.join(told.buttons)}"


async def test_public_answers_name_a_card(ambush: Table) -> None:
    for who in (ambush.ann, ambush.bob, ambush.cyd):
        told = await ambush.done(who, "/game status")
        assert SCOUTS not in _says(told)
        assert f"{await _card(ambush)}" in told.text
    for command, options in (
        ("/marker set", {"unit": SCOUTS, "marker": "wounds", "count": 1}),
        ("/unit edit", {"unit": SCOUTS, "field": "models", "value": "2", "reason": "miscounted"}),
        ("/unit edit", {"unit": SCOUTS, "field": "name", "value": SCOUTS}),
        ("/activate", {"unit": SCOUTS}),
        ("/log show", {}),
        ("/game board", {}),
    ):
        told = await ambush.say(ambush.cyd, command, **options)
        assert not told.refused, (command, told.text)
        assert told.private or SCOUTS not in _says(told), command


async def test_a_result_names_a_card_whatever_its_name_and_the_record_the_unit(ambush: Table) -> None:
    """A new name is not announced; no word is taken for the name of a unit that is called like half of the rules."""
    told = await ambush.done(ambush.ann, "/marker set", unit=SCOUTS, marker="wounds", count=1)
    assert told.title == f"Correction: {await _card(ambush)}, wounds 1"
    assert (await ambush.entry()).title.values["unit"] == UnitRef((await ambush.unit(SCOUTS)).id)
    told = await ambush.done(ambush.ann, "/unit edit", unit=SCOUTS, field="name", value="Snipers")
    assert told.title == "card 3: name is card 3"
    assert "Snipers" not in _says(await ambush.done(ambush.ann, "/log show"))
    number = await ambush.last()
    assert (await ambush.say(ambush.ann, "/why", entry=number)).title == "Snipers: name is Snipers"
    assert (await ambush.say(ambush.bob, "/why", entry=number)).title == "card 3: name is card 3"
    old = "Snipers"
    for count, name in ((2, "wounds"), (3, "*A* [b](c)_d_")):
        await ambush.done(ambush.ann, "/unit edit", unit=old, field="name", value=name)
        given = {"unit": name, "marker": "wounds", "count": count, "reason": "more wounds"}
        told = await ambush.done(ambush.ann, "/marker set", **given)
        assert told.title == f"Correction: card 3, wounds {count}"
        assert told.lines == ["📌 Place 1 wound marker by card 3.", "Reason: more wounds"]
        old = name


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


async def test_its_name_is_none_to_those_who_do_not_know_it(ambush: Table) -> None:
    """Naming it by chance reveals nothing, and neither does a similar name; its own player may call it by its card."""
    card, id = await _card(ambush), (await ambush.unit(SCOUTS)).id
    for typed in (SCOUTS, "scout", "Scout sharpshootr"):
        said = await ambush.refused(ambush.bob, "/unit show", unit=typed)
        assert said.startswith(f"There is no unit called '{typed}'. Units: ")
        assert card in said
        assert "no unit called" in await ambush.refused(
            ambush.bob, "/odds", attacker="Heavy", target=typed, distance="9", cover="open"
        )
    assert "Did you mean Scout sharpshooters?" in await ambush.refused(
        ambush.ann, "/unit show", unit="Scout sharpshootr"[1:]
    )
    assert (await ambush.done(ambush.ann, "/unit show", unit=card)).title == SCOUTS
    shown = await ambush.say(ambush.bob, "/unit show", unit=card)
    assert shown.title == card.capitalize()
    assert "rifle" not in shown.text
    assert await ambush.type(ambush.bob, "/fire", "firers", "", attacker=id) == []


async def test_odds_do_not_reveal_a_card_which_is_shot_at_by_its_number(ambush: Table) -> None:
    """No odds are public, not even those for its own player."""
    enemy = next(unit for unit in (await ambush.live()).game.units.values() if unit.side != "Red").id
    scouts = (await ambush.unit(SCOUTS)).id
    for attacker, target in ((enemy, scouts), (scouts, enemy)):
        options = {"attacker": attacker, "target": target, "distance": "9", "cover": "open"}
        said = await ambush.refused(ambush.bob, "/odds", **options)
        assert said.casefold() == f"{await _card(ambush)} is hidden: its odds would show what it is."
        assert (await ambush.done(ambush.ann, "/odds", **options)).private
    shot = {"attacker": enemy, "target": await _card(ambush), "distance": "9", "cover": "open"}
    told = await ambush.say(ambush.bob, "/fire", **shot)
    assert not told.refused, told.text
    assert SCOUTS not in _says(told)


def test_systems_without_hidden_units_have_no_cards() -> None:
    board = sample("fubar").board
    for unit in board.game.units.values():
        named = unit.model_copy(update={"states": {"hidden": 1}})
        assert not is_card(board, named)
        assert knows(board, None, named)


async def test_its_side_umpire_and_borrower_know_it_and_once_it_is_seen_every_player(ambush: Table) -> None:
    live = await ambush.live()
    hidden = await ambush.unit(SCOUTS)
    assert is_card(live.board, hidden)
    readers = (ambush.ann, ambush.bob, ambush.cyd)
    assert [knows(live.board, str(who.id), hidden) for who in readers] == [True, False, True]
    assert not knows(live.board, None, hidden)
    assert not knows(live.board, "nobody", hidden)
    assert all(knows(live.board, None, unit) for unit in live.game.units.values() if unit.id != hidden.id)
    await ambush.done(ambush.ann, "/game delegate", unit=SCOUTS, player=ambush.bob)
    assert SCOUTS in (await ambush.say(ambush.bob, "/unit show", unit=SCOUTS)).title
    told = await ambush.done(ambush.ann, "/marker set", unit=SCOUTS, marker="hidden", count=0)
    assert SCOUTS in told.title
    assert SCOUTS in (await ambush.done(ambush.cyd, "/game status")).text
