"""Single models and corrected numbers of the Open Fire core rules: hit points at stake, one weapon at one target."""

from __future__ import annotations

from rules.kernel.request import Request
from tests.cogs.components.test_fire_form import field, form
from tests.cogs.table import Table

TROOPER = {"attacker": "Turncoats", "target": "Heavy trooper", "distance": "14"}


async def test_who_may_evade_reads_the_hit_points_at_stake(core: Table) -> None:
    """The question about a single model that the attack cannot kill mentioned only tokens."""
    asked = await core.done(core.bob, "/fire", **TROOPER)
    assert "o not evade: about" in asked.text
    assert "of 6 hit points and 0 suppression" in asked.text
    assert "of 6 hit points and 1 suppression" in asked.text


async def test_a_squad_reads_them_where_no_model_can_fall(core: Table) -> None:
    """This includes several models, if one weapon only damages one of them."""
    await core.done(core.bob, "/unit edit", unit="Turncoats", field="models", value="1")
    await core.done(core.ann, "/unit edit", unit="Veteran squad", field="hp", value="3 3 3 3")
    shot = {"attacker": "Turncoats", "target": "Veteran squad", "distance": "14"}
    asked = await core.done(core.bob, "/fire", **shot)
    assert "of 12 hit points and 0 suppression" in asked.text


async def test_hit_points_go_with_the_models(core: Table) -> None:
    """Removed models left their hit points behind; damaged models go first, the leader last."""
    id = (await core.unit("Line squad")).id
    for was, models, hp in (
        ("2 2 2 2 2", "3", (0, 0, 2, 2, 2)),
        ("2 1 2 2 2", "4", (2, 0, 2, 2, 2)),
        ("0 0 2 2 2", "4", (0, 2, 2, 2, 2)),
        ("2 2 2 2 2", "0", (0, 0, 0, 0, 0)),
        ("2 2 2 2 2", "7", (2, 2, 2, 2, 2, 2, 2)),
    ):
        await core.done(core.ann, "/unit edit", unit=id, field="hp", value=was)
        await core.done(core.ann, "/unit edit", unit=id, field="models", value=models)
        squad = (await core.live()).game.units[id]
        assert (squad.models, squad.hp) == (int(models), hp)


async def test_models_go_with_their_hit_points(core: Table) -> None:
    """The number of models follows the hit points."""
    await core.done(core.ann, "/unit edit", unit="Line squad", field="hp", value="0 0 1 2 2")
    assert (await core.unit("Line squad")).models == 3


async def test_hit_points_are_set_for_each_model(core: Table) -> None:
    """`hp 2` reduced a squad of five to one model; destroyed models may be left out."""
    said = await core.refused(core.ann, "/unit edit", unit="Line squad", field="hp", value="2")
    assert "has 5 models. Give the hit points of each, as they are now: 2 2 2 2 2." in said
    assert "has 5 models" in await core.refused(
        core.ann, "/unit edit", unit="Line squad", field="hp", value="2 2 2 2 2 2"
    )
    await core.done(core.ann, "/unit edit", unit="Line squad", field="hp", value="0 0 2 2 2")
    await core.done(core.ann, "/unit edit", unit="Line squad", field="hp", value="1 2 2")
    squad = await core.unit("Line squad")
    assert (squad.models, squad.hp) == (3, (0, 0, 1, 2, 2))


async def test_a_single_model_attacks_one_target_with_one_weapon(core: Table) -> None:
    """The form of a trooper with an autocannon took several targets, and every weapon at once."""
    await core.done(core.ann, "/unit edit", unit="Heavy trooper", field="weapons", value="1 autocannon, 1 pistol")
    told = await form(core, core.ann, "Heavy trooper")
    assert field(told, "target")["max_values"] == 1
    assert field(told, "firers")["max_values"] == 1
    squad = await form(core, core.bob, "Raiders")
    assert field(squad, "firers")["max_values"] == 2


async def test_a_target_of_one_model_is_not_counted(core: Table) -> None:
    """The numbers of models in cover and in sight are not asked for a single one."""
    fire, board = (await core.live()).system.commands["fire"], (await core.live()).board
    turncoats = (await core.unit("Turncoats")).id

    async def offered(target: str) -> set[str]:
        at = Request("fire", (turncoats,), ((await core.unit(target)).id,))
        return {one.code for one in fire.situations_of(board, at)}

    trooper, squad = await offered("Heavy trooper"), await offered("Veteran squad")
    assert not [code for code in trooper if code.startswith(("covered", "seen"))]
    assert {"covered=4", "seen_clear=4"} <= squad
    assert "covered=5" not in squad


async def test_after_a_free_attack_without_survivors_units_are_activated(core: Table) -> None:
    """The menu after it offered attacks, as if the attacker had been activated."""
    await core.done(core.ann, "/unit edit", unit="Line squad", field="models", value="1")
    await core.done(core.ann, "/initiative", dice="1 2 12 12")
    await core.done(core.bob, "/assault", attacker="Raiders", target="Line squad", distance="4")
    await core.done(core.bob, "/act", action="interact", unit="Raiders", weapon="hatch")
    asked = await core.done(core.ann, "/move", unit="Line squad", extra="leaves_assault_range")
    told = await core.click(core.bob, asked, "A free attack before it moves")
    core.dice.next(*(12,) * 12, *(1,) * 12)
    told = await core.click(core.bob, told, "Raiders: free attack")
    rows = [row["components"] for message in told.messages for row in message.components]
    menus = [one.get("placeholder") for row in rows for one in row if one.get("options")]
    assert menus == ["Next: Activate …"]
