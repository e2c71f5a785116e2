"""The type of a hidden unit does not change the menus, forms and results that its enemies see."""

from __future__ import annotations

from typing import Any

from tests.cogs.beginnings import beginning
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.shown import fields
from tests.cogs.table import Table, Told

SCOUTS = "Scout sharpshooters"
NOBODY_FIRES, OF_TWO_KINDS = KINDS = ("1 hmg", "1", "3"), ("2 smg, 1 hmg", "5", "4")
BUTTON, MENU = 2, 3


@beginning
async def ambush(table: Table) -> None:
    """Ann plays Red with a card, Bob Blue; Cyd is the umpire."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game umpire", player=table.cyd)


ORDERS = ("Activate …", "Small arms fire …", "Move …", "Assault …")
"""Buttons of the board that lead to the units for a command."""


async def is_now(table: Table, kind: tuple[str, str, str]) -> None:
    """The hidden unit becomes another one."""
    for field, value in zip(("weapons", "models", "skill"), kind, strict=True):
        await table.services.unit_corrections.edit(table.call(table.ann), "u3", field, value)
    found = await table.unit(SCOUTS)
    assert ", ".join(f"{one.count} {one.name}" for one in found.weapons) == kind[0]
    assert (f"{found.models}", f"{found.profile['skill']}") == kind[1:]


def texts_of(told: Told) -> Any:
    """Return the texts of menus, buttons and a form, in order."""
    shown = [one for message in told.messages for row in message.components for one in row["components"]]
    form = fields(told.form["components"]) if told.form else []
    found = [one for one in (*shown, *form) if "options" in one]
    said = [[(option["label"], option.get("description")) for option in one["options"]] for one in found]
    return said, told.buttons, [one["custom_id"] for one in form]


async def bobs(table: Table) -> list[Any]:
    """Return the controls that Bob reads: the board's, private ones, and the forms that they open."""
    shown = await board(table)
    more = await table.click(table.bob, shown, "More …")
    found = [shown, *[await table.pick(table.bob, more, label) for label in next(iter(menus(more).values()))]]
    everything = await table.pick(table.bob, shown, "All controls …")
    found += [everything, *[await table.click(table.bob, shown, one) for one in shown.buttons if one in ORDERS]]
    mine = [one.name for one in (await table.live()).game.units_of_side("Blue")]
    for label in [one for one in menus(everything).get("Small arms fire …", ()) if one in mine][::2]:
        found.append(await table.pick(table.bob, everything, label, "Small arms fire"))
    asked = [("/fire", "attacker"), ("/odds", "attacker"), ("/activate", "unit"), ("/move", "unit")]
    suggested = [await table.type(table.bob, command, option) for command, option in asked]
    assert any("card" in label for label, _ in suggested[0])
    return [*[texts_of(told) for told in found], suggested]


async def alike(table: Table) -> None:
    seen = []
    for kind in KINDS:
        await is_now(table, kind)
        seen.append(await bobs(table))
    assert seen[0] == seen[1]


async def test_the_controls_and_suggestions_are_the_same_whatever_a_card_is(ambush: Table) -> None:
    """This holds before the initiative, in Blue's turn and in Red's, with a unit that is activated and without one.

    Its own player has it in the menus that only they see.
    """
    await alike(ambush)
    await ambush.done(ambush.ann, "/initiative", dice="1 1 1 1 1 / 6 6 6 6")
    await ambush.done(ambush.bob, "/activate", unit="u4")
    await alike(ambush)
    await ambush.anyway(ambush.bob, "/turn end")
    await ambush.done(ambush.ann, "/activate", unit=SCOUTS)
    await alike(ambush)
    more = await ambush.pick(ambush.ann, await board(ambush), SCOUTS, "Small arms fire")
    assert more.form
    assert SCOUTS in more.form["title"]


async def test_a_result_says_the_same_whatever_a_card_is(ambush: Table) -> None:
    for name, options in (("/activate", {}), ("/act", {"action": "position"})):
        seen = []
        for kind in KINDS:
            await is_now(ambush, kind)
            told = await ambush.done(ambush.ann, name, unit=SCOUTS, **options)
            assert set(told.buttons) <= {"Initiative", "Amend", "Undo", "Why?"}, (
                "its player alone reads what it may do next"
            )
            seen.append((told.title, told.text, texts_of(told)))
            await ambush.done(ambush.ann, "/undo")
        assert seen[0] == seen[1], name


# Ids that an enemy makes up, or has seen under another unit

FORGED = {
    "fix": ("fix:{at}:fire;;;;;;u3;u4", None),
    "split": ("split:{at}:fire;;;;;;u3;u4/u5", None),
    "another page of targets": ("choose:{at}:at:u3", "page0"),
    "a page of the targets of a form": ("choose:{at}:target:fire;;;;;;u3", "page0"),
    "a target": ("choose:{at}:at:u3", "fire/u4"),
    "a unit": ("choose:{at}:fire", "u3"),
    "a unit of a form": ("choose:{at}:unit:fire", "u3"),
    "a target of a form": ("choose:{at}:target:fire;;;;;;u3", "u4"),
    "a step": ("do:{at}:fire;;;;;;u3;u4", None),
    "a step of the turn": ("choose:{at}:fire", "=fire;;;;;;u3;u4"),
}


async def test_no_form_of_a_card_opens_for_its_enemy_and_none_that_is_sent_in_tells_of_it(ambush: Table) -> None:
    """A form lists the weapons of its unit and the distances that matter for them.

    This holds for a card named in the id of a form that is sent in, and for one named in a field. The details of
    chances have their subject in the id of their button, which can be forged too.
    """
    await is_now(ambush, OF_TWO_KINDS)
    shown, live = await board(ambush), await ambush.live()
    at = f"{live.info.id}:{live.game.number}"
    for about, value in FORGED.values():
        data: dict[str, Any] = {"custom_id": "adj1:" + about.format(at=at)}
        data |= {"component_type": MENU, "values": [value]} if value else {"component_type": BUTTON}
        _require_refusal(await raw(ambush, ambush.bob, COMPONENT, data, shown.messages[0]), about)
    sent = {"unit": ["u3"], "target": ["u4", "u5"], "distance": ["4in"], "cover": ["open"], "row0": ["1/1"]}
    typed = [{"type": 18, "component": {"type": 3, "custom_id": id, "values": values}} for id, values in sent.items()]
    for form in ("order:{at}:fire", "order:{at}:fire;;;;;;u3", "share:{at}:fire;;;;;;u3;u4/u5"):
        data = {"custom_id": "adj1:" + form.format(at=at), "components": typed}
        _require_refusal(await raw(ambush, ambush.bob, 5, data), form)
    assert (await ambush.live()).game.number == live.game.number
    for shot in ("fire;;;;;;u3;u4;9;open", "fire;;;;;;u4;u3;9;open"):
        data = {"custom_id": f"adj1:chances:{shot}", "component_type": BUTTON}
        for who in (ambush.bob, ambush.ann):
            told = await raw(ambush, who, COMPONENT, data, shown.messages[0])
            assert told.refused is (who is ambush.bob), (shot, told)
            assert ("is hidden" in told.whole) is (who is ambush.bob)


def _require_refusal(told: Told, about: str) -> None:
    assert told.form is None, about
    assert told.refused, (about, told)
    assert "Only Red can do that" in told.whole, about
