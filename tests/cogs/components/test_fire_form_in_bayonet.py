"""The fire form of Bayonet: which target it proposes, what its chances compare, and friends that aid."""

from __future__ import annotations

from tests.cogs.bounds import next_step
from tests.cogs.components.test_fire_form import field, form
from tests.cogs.table import Table


async def test_the_best_target_is_proposed_until_one_was_shot_at(ford: Table) -> None:
    """The first figure of the force was, which may be the worst; one that was shot at comes last."""
    await ford.done(ford.bob, "/move", unit="Irregular")
    await next_step(ford)
    menu = field(await form(ford, ford.ann, "GI"), "target")["options"]
    assert [one["label"] for one in menu if one.get("default")] == ["Irregular"]
    downed = [one["description"].rpartition("\u00a0% downed")[0].rpartition(" ")[2] for one in menu]
    assert max(int(one or 0) for one in downed) == int(downed[0]) > int(downed[-1] or 0)
    await ford.done(ford.ann, "/fire", attacker="GI", target="Irregular", distance="12", dice="1 6")
    menu = field(await form(ford, ford.ann, "GI 2"), "target")["options"]
    assert menu[-1]["label"] == "Irregular"
    assert [one["label"] for one in menu if one.get("default")] != ["Irregular"]


async def test_friends_that_aid_are_chosen_by_name_and_have_shot(ford: Table) -> None:
    """A number of figures spent no shot of theirs, and went beyond what counts."""
    await ford.done(ford.bob, "/move", unit="Irregular")
    await next_step(ford)
    await ford.done(ford.ann, "/marker set", unit="GI 3", marker="fired", count=1)
    told = await form(ford, ford.ann, "GI")
    others = {one["label"]: one["value"] for one in field(told, "situation")["options"]}
    assert "GI 2 aids" in others
    assert not [label for label in others if label in ("GI aids", "GI 3 aids") or "more aiding" in label]
    ford.dice.next(1, 6)
    irregular = (await ford.unit("Irregular")).id
    told = await ford.fill(ford.ann, told, target=[irregular], distance="12", situation=[others["GI 2 aids"]])
    assert told.title == "GI with GI 2 → Irregular"
    assert (await ford.states("GI 2"))["fired"] == 1


async def test_a_number_of_friends_is_amended_as_it_was_given(ford: Table) -> None:
    """The figures of a shot cannot be amended, so its form names no further friends."""
    await ford.done(ford.bob, "/move", unit="Irregular")
    await next_step(ford)
    shot = {"attacker": "GI", "target": "Irregular", "distance": "12", "situation": "aiding=1"}
    told = await ford.click(ford.ann, await ford.done(ford.ann, "/fire", **shot, dice="1 6"), "Amend")
    labels = [one["label"] for one in field(told, "situation")["options"]]
    assert "1 more aiding" in labels
    assert not [label for label in labels if label.endswith(" aids")]
