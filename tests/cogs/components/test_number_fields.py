"""Counts in forms: a number field if the form has room, and none if there is no choice."""

from __future__ import annotations

from tests.cogs.components.play.test_control_row import board
from tests.cogs.components.play.test_correct_it import names
from tests.cogs.components.test_fire_form import field
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of


async def _assault(demo: Table) -> Told:
    """Return the form of an assault by a unit that may charge."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    return await demo.pick(demo.ann, await board(demo), "Marines", "Assault")


async def test_a_text_that_is_no_number_is_corrected_in_its_field(demo: Table) -> None:
    """The fields that the refusal is about, as they were typed; attackers and defenders in contact fight.

    How many fight took 13 lines under "What else counts".
    """
    told = await _assault(demo)
    assert [one["custom_id"] for one in fields_of(told)] == ["target", "many:attackers", "many:defenders"]
    assert not field(told, "many:attackers")["required"]
    wrong = await demo.fill(demo.ann, told, **{"many:attackers": "4x"})
    assert "enter a whole number, not '4x'" in wrong.whole
    again = await demo.click(demo.ann, wrong, "Correct it")
    assert names(again) == ["many", "many"]
    assert field(again, "many:attackers")["value"] == "4x"
    await demo.fill(demo.ann, again, **{"many:attackers": "3", "many:defenders": "6"})
    entry = await demo.entry()
    assert entry.request["situation"] == ["attackers=3", "defenders=6"]
    assert (entry.plays[0].facts["attacker_fighting"], entry.plays[0].facts["defender_fighting"]) == (3, 6)
