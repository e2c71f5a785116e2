"""Ids and values that no control of a campaign sends: an error for the sender, and no change."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.faulty import COMPONENT, FORM, deliver, faults, payload, raw
from tests.cogs.table import Table, Told

BUTTON, MENU = 2, 3
ODD = ["", "x", "c1", "b1", "0", "٣", "9" * 40, "\x00", "a:b"]
CHOSEN = ["", "c1", "off:c1", "result:zz:major", "result:r1:huge", "r2:nowhere", "=turn next", "x" * 5000, "\ud800"]
BUTTONS = [
    "campjoin",
    "camptell",
    "camproster",
    "campnext",
    "camptable",
    "camplog",
    "campdo",
    "campname",
    "campundo",
    "campwhy",
    "campunits",
]
OF_REPORTS = ("campthrow", "campown", "campsign", "campdecide", "campwon")
BUTTONS += OF_REPORTS
MENUS = ["campunit", "campenlist", "campagainst", "campedit", "campbring", "camproster"]
PLACED = ("campenlist", "campagainst", "campedit", "campbring")
FORMS = ["campdice", "campchange", "campcalled", "campfigures"]


@beginning
async def war(table: Table) -> None:
    """A battle of Red and Blue up to its report, of which nothing is rolled yet; Cyd has no part in it."""
    await warring.enlist_units(table)
    await warring.fight_battle(table)


async def send(table: Table, who: Any, about: str, value: str | None = None, **typed: Any) -> Told:
    """Send a click on a button or a menu, or a form, as a changed client could."""
    campaign = await warring.current_campaign(table)
    return await _send(
        table, who, about.replace("{war}", campaign.id), warring.panel(table).messages[0], value, **typed
    )


async def _send(table: Table, who: Any, id: str, message: Any, value: str | None = None, **typed: Any) -> Told:
    id = f"adj1:{id}"
    if typed:
        rows = [_field(name, one) for name, one in typed.items()]
        return await raw(table, who, FORM, {"custom_id": id, "components": rows}, message)
    data = {"custom_id": id, "component_type": BUTTON if value is None else MENU}
    return await raw(table, who, COMPONENT, data if value is None else {**data, "values": [value]}, message)


def _field(name: str, value: Any) -> dict[str, Any]:
    many = {"values": value} if isinstance(value, list) else {"value": value}
    return {"type": 18, "component": {"type": 4, "custom_id": name, **many}}


async def require_refusal(table: Table, who: Any, about: str, value: str | None = None, **typed: Any) -> str:
    before = await warring.current_campaign(table)
    told = await send(table, who, about, value, **typed)
    assert told.refused, (about, value, told.title, told.text, told.form)
    assert await warring.current_campaign(table) == before
    return told.whole


def _ids() -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for nth, odd in enumerate(ODD):
        found += [(f"{what}:{{war}}:{odd}", None) for what in BUTTONS[1 + nth % 3 :: 3]]
        found += [(f"{what}:{{war}}:b1:{odd}", None) for what in OF_REPORTS[nth % 3 :: 3]]
        found += [(f"campwon:{{war}}:b1:1:{odd}", None)]
        found += [(f"campdo:{{war}}:c1:{odd}", None), (f"campdo:{{war}}:c1:level:1:{odd}", None)]
        found += [(f"{BUTTONS[nth]}:{odd}", None), (f"choose:{odd}:1:{MENUS[nth % 6]}", "c1")]
        found += [(f"choose:{{war}}:{odd}:{what}", "c1") for what in PLACED[nth % 4 :: 4]]
    places = {"campenlist": "r1", "campagainst": "1", "campedit": "b1.1", "campbring": "b1"}
    for nth, what in enumerate(MENUS):
        found += [(f"choose:{{war}}:{places.get(what, '-')}:{what}", value) for value in CHOSEN[nth % 3 :: 3]]
    return found


async def test_whatever_a_stranger_sends_is_answered_and_changes_nothing(
    war: Table, caplog: pytest.LogCaptureFixture
) -> None:
    before, message = await warring.current_campaign(war), warring.panel(war).messages[0]
    with caplog.at_level(logging.INFO):
        for about, value in _ids():
            told = await _send(war, war.cyd, about.replace("{war}", before.id), message, value)
            assert told.result.acknowledged, (about, value)
            assert told.title != "Sorry", (about, value, told.text)
            assert told.private or told.title.startswith("Log of"), (about, value, told.title)
        for nth, odd in enumerate(ODD[::2]):
            typed: dict[str, Any] = {"dice": "6 6", "name": odd, "models": odd, "status": [odd]}
            abouts = (odd, *(f"{before.id}:{one}:{odd}" for one in ("b1", "b1:1", "c1")))
            for what in FORMS:
                for about in abouts[nth % 2 :: 2]:
                    told = await _send(war, war.cyd, f"{what}:{about}", message, **typed)
                    assert told.refused, (what, about, told.title, told.text)
    assert faults(caplog) == []
    assert await warring.current_campaign(war) == before


OTHERS = {
    "rest": ("campdo:{war}:c1:rest", None),
    "dismissal": ("campdo:{war}:c1:dismiss", None),
    "recruits": ("campdo:{war}:c1:figure", None),
    "level": ("campdo:{war}:c1:level:1:hard", None),
    "force": ("choose:{war}:r1:campenlist", "raiders"),
    "units at home": ("choose:{war}:b1:campbring", "off:c1"),
    "units for a battle": ("choose:{war}:b1:campbring", "on:c1"),
    "entry": ("campundo:{war}:4", None),
    "decision": ("campdecide:{war}:b1:1", None),
}


async def test_controls_and_forms_of_another_player_are_refused(war: Table) -> None:
    """Bob clicks controls of Ann, the arbitrator; no form opens for those who may not send it."""
    for about, value in OTHERS.values():
        await require_refusal(war, war.bob, about, value)
    report = (await warring.current_campaign(war)).battles["b1"].report
    assert report is not None
    assert "not your" in await require_refusal(war, war.bob, "campname:{war}:c1")
    assert "not your" in await require_refusal(war, war.cyd, f"choose:{{war}}:b1.{report.version}:campedit", "c1")
    assert "no dice from you" in await require_refusal(war, war.ann, f"campown:{{war}}:b1:{report.version}")
    await require_refusal(war, war.bob, "campcalled:{war}:c1", name="Mine now")
    version, need = report.version, report.open[0]
    assert need.unit == "c3"
    assert await require_refusal(war, war.bob, f"campdice:{{war}}:b1:{version}:{need.key}", dice=" ") == (
        "Write the faces you rolled, like 5 2 6 4."
    )
    for sent in ({"against": "r9", "lengths": "cm"}, {"against": "r2", "lengths": "miles"}, {"against": "r2"}):
        assert "another version" in await require_refusal(war, war.ann, "campbegin:{war}:1", **sent)
    six = " ".join(["6"] * need.facts["lost"])
    for who in (war.cyd, war.ann):
        await require_refusal(war, who, f"campdice:{{war}}:b1:{version}:{need.key}", dice=six)
    await require_refusal(war, war.cyd, f"campchange:{{war}}:b1:{version}:c1", models="-1")
    await require_refusal(war, war.bob, f"campchange:{{war}}:b1:{version + 1}:c3", models="-1")
    for number in ("9" * 4, "1e2", "", "٣", "nan"):
        await require_refusal(war, war.bob, f"campchange:{{war}}:b1:{version}:c3", models=number)
    for status in ("dead", "fit\x00"):
        await require_refusal(war, war.bob, f"campchange:{{war}}:b1:{version}:c3", status=[status])


async def test_entries_that_exist_are_explained_and_signatures_are_for_the_version_that_was_read(
    war: Table,
) -> None:
    last = (await warring.current_campaign(war)).number
    for number in (-1, 0, last + 1):
        assert "another version" in await require_refusal(war, war.bob, f"campwhy:{{war}}:{number}")
    await warring.roll_for_report(war)
    report = (await warring.current_campaign(war)).battles["b1"].report
    assert report is not None
    for who in (war.ann, war.bob):
        for version in (report.version - 1, report.version + 1):
            await require_refusal(war, who, f"campsign:{{war}}:b1:{version}")
    assert "Only the players of this battle" in await require_refusal(
        war, war.cyd, f"campsign:{{war}}:b1:{report.version}"
    )
    assert "You played in this battle" in await require_refusal(war, war.ann, f"campdecide:{{war}}:b1:{report.version}")


async def test_a_campaign_is_none_of_another_servers(war: Table) -> None:
    campaign, before = await warring.current_campaign(war), await warring.current_campaign(war)
    guild = war.env.create_guild("Others")
    channel = guild.create_text_channel("table")
    bob = guild.add_member(war.env.create_user("bobby", global_name="Bob"))
    home = war.guild
    for about, value in (
        ("campjoin:{war}", None),
        ("camproster:{war}:r1", None),
        ("camptable:{war}", None),
        ("camplog:{war}:b0:10", None),
        ("campundo:{war}:4", None),
        ("choose:{war}:-:campunit", "c1"),
        ("campthrow:{war}:b1:1", None),
        ("campsign:{war}:b1:1", None),
    ):
        data: dict[str, Any] = {"custom_id": f"adj1:{about.format(war=campaign.id)}", "component_type": BUTTON}
        data |= {"component_type": MENU, "values": [value]} if value else {}
        war.guild = guild
        told = await deliver(war, *payload(war, bob, COMPONENT, data, where=channel))
        war.guild = home
        assert told.refused, (about, told.title, told.text)
    assert await warring.current_campaign(war) == before
