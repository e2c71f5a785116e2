"""`/odds` without a target, or with several attackers: every shot side by side, the best first."""

from __future__ import annotations

import io
import re

from PIL import Image

from tests.cogs.languages import all_texts_of, german_server, is_strange, speaks
from tests.cogs.table import Table, Told
from tests.cogs.test_odds import picture
from tests.cogs.test_play_opreb import HEAVY, MARINES, MILITIA, SCOUTS, SQUAD, colony

__all__ = ["colony"]
ROW = re.compile(r"^\*\*(\d+)\. (.+?)\*\*", re.MULTILINE)


def rows(told: Told) -> list[str]:
    assert [int(nth) for nth, _ in ROW.findall(told.text)] == list(range(1, len(ROW.findall(told.text)) + 1))
    return [name for _, name in ROW.findall(told.text)]


async def test_without_a_target_all_are_compared_the_best_first(demo: Table) -> None:
    """Each row agrees with the odds of that shot alone."""
    told = await demo.done(demo.ann, "/odds", attacker="Regular section", distance="20", chart=False)
    assert told.title == "Odds: whom Regular section may shoot at"
    assert told.lines[0] == "At 20″, as you said."
    assert set(rows(told)) == {"Planet defence squad", "Militia", "HMG team", "Technical"}
    means = [float(n) for n in re.findall(r"([\d.]+) casualties on average", told.text)]
    assert means == sorted(means, reverse=True)
    assert "no dice are rolled" in told.footer
    assert not [one for message in told.messages for one in message.attachments]
    alone = await demo.done(demo.ann, "/odds", attacker="Regular section", target="Militia", distance="20")
    [mean] = re.findall(r"Casualties: ([\d.]+) on average", alone.text)
    [some] = re.findall(r"This many or more: 1 ([\d.]+ %)", alone.text)
    assert f"Militia**: {mean} casualties on average, at least one {some}," in told.text


async def test_odds_at_an_unknown_distance_show_the_distance_they_assume_and_a_picture_with_a_row_each(
    demo: Table,
) -> None:
    told = await demo.done(demo.ann, "/odds", attacker="Regular section")
    assert told.lines[0] == "Distance not given, 12″ assumed: set it with `distance`."
    assert "↳ Assumed: Its front" in told.lines
    content, described = await picture(told)
    assert described.startswith("1. ")
    assert "Militia: " in described
    assert Image.open(io.BytesIO(content)).height == 2 * (40 + 4 * 42 + 8)
    assert len(content) < 40_000


async def test_several_attackers_have_a_row_each_and_a_volley_one_picture_of_all_its_targets(demo: Table) -> None:
    told = await demo.done(demo.ann, "/odds", attacker="Marines, Commandos", target="Militia", distance="10")
    assert told.title == "Odds: who may shoot at Militia"
    assert set(rows(told)) == {"Marines", "Commandos"}
    told = await demo.done(demo.ann, "/odds", attacker="Marines, Commandos", distance="10")
    assert "Marines at Militia" in rows(told)
    assert len(rows(told)) == 8
    volley = {"target": "Militia, Planet defence squad", "firers": "3 assault_rifle / 3 assault_rifle"}
    told = await demo.done(demo.ann, "/odds", attacker="Regular section", distance="20", **volley)
    content, described = await picture(told)
    assert described.count("on average") == 2
    assert Image.open(io.BytesIO(content)).height == 2 * (40 + 2 * 42 + 8)


async def test_compared_odds_name_illegal_targets_with_the_reason(ww2: Table) -> None:
    told = await ww2.done(ww2.ann, "/odds", attacker="Rifle squad", distance="12")
    assert "Not Heavy tank: Nothing fires: an infantry weapon harms no tank." in told.lines
    assert "Heavy tank" not in rows(told)


async def test_without_an_enemy_in_reach_or_alive_the_refusal_says_so_and_what_to_do(demo: Table) -> None:
    """It said only "There is nothing to shoot at"."""
    said = await demo.refused(demo.ann, "/odds", attacker="Regular section", distance="900")
    assert said.startswith("There is nothing to shoot at. Regular section has no weapon that reaches 900″")
    live = await demo.live()
    for unit in list(live.game.units.values()):
        if unit.side == "Blue":
            await demo.done(demo.ann, "/unit edit", unit=unit.name, field="models", value="0")
    said = await demo.refused(demo.ann, "/odds", attacker="Marines")
    assert said.startswith("There is nothing to shoot at: no living enemy is on the table.")
    assert said.endswith("Add one, `/unit add`, or end the game, `/game end`.")


async def test_odds_at_hidden_enemies_alone_are_refused_until_one_is_revealed(colony: Table) -> None:
    for unit in (SQUAD, MARINES):
        await colony.done(colony.ann, "/unit remove", unit=unit)
    said = await colony.refused(colony.bob, "/odds", attacker=MILITIA)
    assert said == "There is nothing to shoot at: all enemies are hidden. Ask again when one is revealed."


async def test_an_enemys_card_is_named_and_ones_own_hidden_unit_compared_for_oneself_alone(colony: Table) -> None:
    told = await colony.done(colony.bob, "/odds", attacker=MILITIA, distance="15")
    card = (await colony.unit(SCOUTS)).id.lstrip("u")
    assert f"Hidden, so not compared: card {card}." in told.lines
    assert SCOUTS not in told.text
    assert SCOUTS not in (await picture(told))[1]
    assert "hidden" in await colony.refused(colony.bob, "/odds", attacker=f"card {card}")
    told = await colony.done(colony.ann, "/odds", attacker=SCOUTS, distance="15")
    assert told.private
    assert HEAVY in rows(told)


async def test_odds_too_long_for_one_message_are_sent_in_several_and_too_many_shots_refused(demo: Table) -> None:
    for name in ("Home guard", "Reserve"):
        await demo.done(demo.ann, "/unit add", name=name, profile="militia", side="Blue", count=18)
    told = await demo.done(demo.ann, "/odds", attacker="Regular section, Marines", distance="10")
    assert len(rows(told)) == 80
    assert len(told.messages) > 1
    said = await demo.refused(demo.ann, "/odds", attacker="Marines, Commandos, Regular section")
    assert "too many to compare" in said


async def test_readers_of_another_language_read_their_own(strange: Table) -> None:
    where = german_server(strange)
    await strange.done(strange.ann, "/game demo", where)
    speaks(strange, strange.ann, "de")
    told = await strange.done(strange.ann, "/odds", where, attacker="Regular section")
    pieces = [piece for piece in all_texts_of(told) if re.search("[A-Za-z]{3}", piece)]
    assert all(map(is_strange, pieces)), [piece for piece in pieces if not is_strange(piece)]
    assert is_strange((await picture(told))[1])
