"""Clicks and forms that no control sends, as from a modified client: a private refusal."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogs.components.clicks import CLICKED, SUBMITTED
from tests.cogs.beginnings import demo, play_of, start_table
from tests.cogs.faulty import faults, raw
from tests.cogs.table import Loaded, Table, Told, same_as_record

__all__ = ["demo"]

CLICK, FORM = 3, 5
BUTTON, MENU = 2, 3
SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
SIX = "6 6 6 6 6 6 6 6 6"


def _id(told: Told, what: str) -> str:
    """Return the id of a button under an answer, by its label."""
    ids = [one["custom_id"] for m in told.messages for row in m.components for one in row["components"]]
    return next(id for id in ids if id.startswith(f"adj1:{what}:")).removeprefix(f"adj1:{what}:")


async def _forge(table: Table, who: Any, told: Told, id: str, **data: Any) -> Told:
    return await raw(table, who, CLICK, {"custom_id": id, "component_type": BUTTON, **data}, told.messages[0])


async def _refusal_of_click(table: Table, who: Any, told: Told, id: str, **data: Any) -> str:
    before = await table.last()
    again = await _forge(table, who, told, id, **data)
    assert again.refused, f"{id}: {again.title} {again.text}"
    assert not again.form, id
    assert await table.last() == before
    return again.whole


NOBODYS = [
    "adj1:list",
    "adj1",
    "",
    "adj2:undo:1:1",
    "else",
    "adj1:none:1",
    "adj1:undo:",
    "adj1:undo:{game}",
    "adj1:undo:{game}:x",
    "adj1:undo:{game}:-1",
    "adj1:undo:{game}:٣",
    "adj1:undo:{game}:" + "9" * 30,
    "adj1:undo:{game}:" + "9" * 5000,
    "adj1:undo:{game}:999",
    "adj1:undo:another:1",
    "adj1:why:{game}",
    "adj1:odds:{game}:",
    "adj1:again:{game}:1:2:x",
    "adj1:react:{game}:1",
    "adj1:react:{game}:1:u1",
    "adj1:back::2",
    "adj1:do::2:turn next",
    "adj1:ask:{game}:1",
    "adj1:ask:{game}:1:x",
    "adj1:ask:{game}:1:99",
    "adj1:pick:x",
    "adj1:pick:x:0",
    "adj1:roll:x:0:0",
    "adj1:dice:\x00:0",
    "adj1:drop:\ud800:0",
    "adj1:menu:x:0",
    "adj1:keep:",
    "adj1:go:",
    "adj1:go:fire;;;;;;u1;u6;NaN",
    "adj1:go:fire;;;;;;u1;u6;sNaN",
    "adj1:go:fire;;;;;;u1;u6;1e999999",
    "adj1:go:fire;;;;;;u1;u6;-5",
    "adj1:go:act;ram;;;99999999;;u1",
]


async def test_an_unknown_id_is_refused_as_are_the_odds_of_an_entry_without_rolls(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    told, game = await demo.done(demo.ann, "/fire", **SHOT), (await demo.live()).info.id
    with caplog.at_level(logging.INFO):
        for id in NOBODYS:
            await _refusal_of_click(demo, demo.ann, told, id.format(game=game))
    assert faults(caplog) == []
    for what in ("odds", "again"):
        assert "Entry 2 has no dice." in await _refusal_of_click(demo, demo.ann, told, f"adj1:{what}:{game}:2")


async def _decision(demo: Table) -> tuple[Told, str]:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    asked = await demo.say(demo.ann, "/fire", **SHOT, dice=SIX)
    return asked, _id(asked, "drop")


async def test_a_decision_is_answered_by_its_own_buttons_with_what_was_offered(demo: Table) -> None:
    asked, about = await _decision(demo)
    for what in ("roll", "dice", "facts", "anyway", "lawful", "agree", "refuse", "pick", "menu"):
        await _refusal_of_click(demo, demo.bob, asked, f"adj1:{what}:{about}")
    for nth in ("-1", str(len(asked.buttons) - 1), "7", "x", "", "0.0", "\uff19"):
        await _refusal_of_click(demo, demo.bob, asked, f"adj1:pick:{about}:{nth}")
    nobodys: list[Any] = [[], ["x"], ["-1"], [""], ["99"], [str(10**30)], None, "0", [0], [None], [["0"]]]
    for values in nobodys:
        await _refusal_of_click(demo, demo.bob, asked, f"adj1:menu:{about}", values=values, component_type=MENU)
    for id in ("adj1:faces", "adj1:faces:{about}", "adj1:other:x", "adj9:facts:{about}", "adj1:facts:{about}", "x"):
        told = await raw(demo, demo.bob, FORM, {"custom_id": id.format(about=about), "components": [FIELD]})
        assert told.refused, id
    assert not (await demo.click(demo.bob, asked, asked.buttons[0])).refused


async def test_a_button_of_another_kind_does_not_confirm(demo: Table) -> None:
    asked = await demo.warned(demo.ann, "/turn next")
    for what in ("roll", "pick", "show", "dice"):
        for who in (demo.ann, demo.bob):
            await _refusal_of_click(demo, who, asked, f"adj1:{what}:{_id(asked, 'anyway')}:0")


FIELD = {"type": 18, "component": {"type": 4, "custom_id": "throw0", "value": "1 1 1 1 1 1 1 1 1"}}
BROKEN: list[list[Any]] = [
    [],
    [{}],
    [{"type": 18}],
    [{"type": 18, "component": {}}],
    [{"type": 18, "component": {"type": 4, "custom_id": "other", "value": "1"}}],
    [{"type": 18, "component": {"type": 4, "custom_id": "throw0", "value": ""}}],
    [{"type": 18, "component": {"type": 4, "custom_id": "throw0", "value": "1" * 6000}}],
    [{"type": 18, "component": {"type": 4, "custom_id": "throw0", "value": "\x00\ud800"}}],
    [{"type": 1, "components": []}],
]


async def test_dice_are_rolled_by_their_own_buttons_and_forms_with_their_fields(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    for what in ("pick", "menu", "anyway", "lawful", "facts", "agree", "refuse"):
        await _refusal_of_click(demo, demo.ann, asked, f"adj1:{what}:{_id(asked, 'roll')}:0", values=["0"])
    before, id = await demo.last(), f"adj1:faces:{_id(asked, 'roll')}"
    with caplog.at_level(logging.INFO):
        for components in BROKEN:
            told = await raw(demo, demo.ann, FORM, {"custom_id": id, "components": components})
            assert told.refused, components
    assert await demo.last() == before
    assert faults(caplog) == []
    told = await raw(demo, demo.ann, FORM, {"custom_id": id, "components": [FIELD]})
    assert told.title == "Regular section → Militia"


async def test_a_form_says_nothing_that_it_was_not_asked(demo: Table) -> None:
    """It has no other unit, no other side, and no other command."""
    asked = await demo.say(demo.ann, "/fire", attacker="Regular section", target="Militia")
    assert asked.form
    given = {"distance:0": "20", "side:0": "Blue", "unit:0": "u6", "command:0": "turn next", "nothing:0": "x"}
    fields = [{"type": 18, "component": {"type": 4, "custom_id": id, "value": value}} for id, value in given.items()]
    told = await raw(demo, demo.ann, FORM, {"custom_id": asked.form["custom_id"], "components": fields})
    assert told.title == "Regular section → Militia"
    assert (await demo.entry()).side == "Red"


@pytest.mark.parametrize(("kind", "placed"), [("treasure", []), ("objective", ["A"])])
async def test_an_object_of_no_kind_is_not_placed(demo: Table, kind: str, placed: list[str]) -> None:
    id = f"adj1:thingform:{(await demo.live()).info.id}:{kind}"
    field = {"type": 18, "component": {"type": 4, "custom_id": "name", "value": "A"}}
    told = await raw(demo, demo.ann, FORM, {"custom_id": id, "components": [field]})
    assert told.refused == (not placed)
    assert list((await demo.live()).game.things) == placed


# Anything at all

WHATS = [*CLICKED, *SUBMITTED, "list", "menu", "", "x"]
bits = st.sampled_from(["{game}", "{ask}", "0", "1", "2", "3", "5", "-1", "u1", "u6", "x", "", "fire;;;;;;u1;u6;10"])
anything = st.text(max_size=20)
ids = st.one_of(
    st.builds(
        lambda what, about: ":".join(["adj1", what, *about]),
        st.sampled_from(WHATS),
        st.lists(bits | anything, max_size=4),
    ),
    st.builds(lambda what, step: f"adj1:{what}:{{ask}}:{step}", st.sampled_from(WHATS), st.sampled_from("0012")),
    anything,
)
values = st.lists(st.sampled_from(["0", "1", "x", "-1"]) | anything, max_size=3)
fields = st.lists(
    st.builds(
        lambda id, value, row: (
            {"type": 1, "components": [{"type": 4, "custom_id": id, "value": value}]}
            if row
            else {"type": 18, "component": {"type": 4, "custom_id": id, "value": value}}
        ),
        st.sampled_from(["throw0", "throw1", "distance:0", "situation", "count:0", "side:0"]) | anything,
        st.sampled_from(["1 1 1", "10", "NaN", "front"]) | anything,
        st.booleans(),
    ),
    max_size=3,
)
steps = st.lists(
    st.tuples(st.sampled_from(["ann", "bob", "cyd"]), st.sampled_from([CLICK, CLICK, FORM]), ids, values, fields),
    min_size=20,
    max_size=50,
)


def _click_data(kind: int, id: str, values: list[str], fields: list[Any], known: dict[str, str]) -> dict[str, Any]:
    for name, is_ in known.items():
        id = id.replace(f"{{{name}}}", is_)
    if kind == FORM:
        return {"custom_id": id, "components": fields}
    return {"custom_id": id, "component_type": MENU if values else BUTTON, "values": values}


@settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(played=steps, ruling=st.sampled_from(["ask", "casualties_first"]), own=st.booleans())
async def test_whatever_is_clicked_is_answered(
    tmp_path_factory: Any, caplog: pytest.LogCaptureFixture, played: list[Any], ruling: str, own: bool
) -> None:
    file: Path = tmp_path_factory.mktemp("forged") / "table.sqlite"
    caplog.clear()
    async with start_table(play_of(demo), file, Loaded()) as table:
        asked, known = await _open_question(table, ruling, own)
        for name, kind, *rest in played:
            id, chosen, typed = rest
            data = _click_data(kind, id, chosen, typed, known)
            told = await raw(table, getattr(table, name), kind, data, asked.messages[0])
            assert told.result.acknowledged, (kind, *rest)
            assert told.title != "Sorry", (kind, *rest)
        assert faults(caplog) == []
        for info in await table.services.record.games.all():
            await same_as_record(table.services, await table.services.games.unfinished_game(info))


async def _open_question(table: Table, ruling: str, own: bool) -> tuple[Told, dict[str, str]]:
    """Ask a question in a game; return it and the values of its ids."""
    await table.done(table.ann, "/rulings set", name="allocation", value=ruling)
    if own:
        await table.done(table.ann, "/game dice", mode="physical")
    asked = await table.say(table.ann, "/fire", **SHOT)
    open_now = await table.services.record.questions.open((await table.live()).info.id)
    return asked, {"game": (await table.live()).info.id, "ask": open_now[0].id if open_now else "none"}
