"""Hidden units stay hidden: after any command, nothing that the enemy sees identifies one."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.simulation.script import read_message
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told

NAME, WEAPON = "Zebulon Ghosts", "gauss_rifle"
SECRETS = ("zebulon", "ghosts", "gauss")


@beginning
async def ambush(table: Table) -> None:
    """Begin a game: Ann, the umpire, plays Red with a unique hidden unit, Bob plays Blue, and Cyd looks on."""
    await table.done(table.ann, "/game demo", system="opreb")
    hidden = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
    assert hidden.side == "Red"
    await table.done(table.ann, "/unit edit", unit=hidden.id, field="name", value=NAME)
    await table.done(table.ann, "/unit edit", unit=hidden.id, field="weapons", value=f"7 {WEAPON}")
    await table.done(table.ann, "/unit edit", unit=hidden.id, field="models", value="7")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


async def _card(table: Table) -> str:
    return (await table.unit(NAME)).id


def _leaks(said: str) -> list[str]:
    return [secret for secret in SECRETS if secret in said.casefold().replace("_", " ")]


def _channel(table: Table, who: Any) -> list[str]:
    """Return all text of the channel that a person can read, with buttons and menus."""
    found: list[str] = []
    for message in table.channel.history(viewer=who):
        said = read_message(message, None)
        found.append("\n".join((*said.lines, said.footer, *said.controls)))
    return found


def _nothing_leaks(table: Table) -> None:
    for who in (table.bob, table.cyd):
        for said in _channel(table, who):
            assert not _leaks(said), said


async def _try(table: Table, who: Any, command: str, **options: Any) -> Told:
    """Give a command, and press every button of its answer."""
    told = await table.say(who, command, **options)
    said = f"{told.title} {told.text} {told.footer} {told.buttons} {told.form}"
    if who is not table.ann:
        assert not _leaks(said), (command, options, said)
    return told


async def test_nothing_that_the_enemy_asks_is_answered(ambush: Table) -> None:
    card = await _card(ambush)
    mine = next(unit.id for unit in (await ambush.live()).game.units.values() if unit.side == "Blue")
    # Not the secret itself: a player's typed text may be repeated to them.
    of_a_word = [*_about("card 3", mine)[::2], *_about("Z", mine)[1::2]]
    for command, options in (*_about(card, mine), *of_a_word, *LISTS):
        told = await _try(ambush, ambush.bob, command, **options)
        for label in ("Anyway", "Why?", "Odds"):
            if ambush.has(told, label):
                clicked = await ambush.click(ambush.bob, told, label)
                assert not _leaks(f"{clicked.title} {clicked.text} {clicked.buttons}"), (command, label)
    _nothing_leaks(ambush)


def _about(unit: str, mine: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every command that takes a unit."""
    shot = {"distance": "9", "cover": "open"}
    return [
        ("/unit show", {"unit": unit}),
        ("/unit edit", {"unit": unit, "field": "models", "value": "3"}),
        ("/unit edit", {"unit": unit, "field": "nonsense", "value": "3"}),
        ("/unit remove", {"unit": unit}),
        ("/unit figure", {"unit": unit, "name": "Kane"}),
        ("/marker set", {"unit": unit, "marker": "wounds", "count": 1}),
        ("/marker set", {"unit": unit, "marker": "nonsense", "count": 1}),
        ("/initiative", {"unit": unit}),
        ("/activate", {"unit": unit}),
        ("/move", {"unit": unit}),
        ("/morale", {"unit": unit}),
        ("/act", {"action": "rally", "unit": unit}),
        ("/act", {"action": "rally", "unit": mine, "target": unit, "weapon": "1"}),
        ("/assault", {"attacker": mine, "target": unit}),
        ("/fire", {"attacker": unit, "target": mine, **shot, "firers": "1 hmg"}),
        ("/fire", {"attacker": mine, "target": unit, "distance": "9", "cover": "mixed"}),
        ("/fire", {"attacker": mine, "target": unit, **shot, "firers": "1 hmg"}),
        ("/fire", {"attacker": mine, "target": unit, **shot, "preview": True}),
        ("/odds", {"attacker": unit, "target": mine, **shot, "firers": "1 hmg"}),
        ("/odds", {"attacker": mine, "target": unit, **shot}),
        ("/objective hold", {"label": "Hill", "unit": unit}),
        ("/log show", {"unit": unit}),
        ("/score", {"side": "Blue", "points": 1, "why": f"{unit}?"}),
    ]


LISTS: list[tuple[str, dict[str, Any]]] = [
    ("/log show", {"last": 50}),
    *((command, {}) for command in ("/game status", "/unit list", "/waiting", "/why", "/force export", "/force cards")),
]
"""What tells of all units."""


async def test_nothing_that_its_player_does_gives_it_away(ambush: Table) -> None:
    """All of it is public, until it fires."""
    card, ann = await _card(ambush), ambush.ann
    await ambush.done(ann, "/place add", kind="objective", label="Hill")
    for command, options in (
        ("/game board", {}),
        ("/objective hold", {"label": "Hill", "unit": card}),
        ("/unit edit", {"unit": card, "field": "weapons", "value": f"6 {WEAPON}"}),
        ("/unit edit", {"unit": card, "field": "name", "value": "Ghosts of Zebulon"}),
        ("/unit edit", {"unit": card, "field": "name", "value": NAME}),
        ("/unit edit", {"unit": card, "field": "skill", "value": "6"}),
        ("/marker set", {"unit": card, "marker": "wounds", "count": 2}),
        ("/marker set", {"unit": card, "marker": "pinned", "count": 1}),
        ("/unit figure", {"unit": card, "name": "Zebulon", "note": "of the Ghosts"}),
        ("/game delegate", {"unit": card, "player": ambush.cyd}),
        ("/game delegate", {"unit": card, "player": ambush.cyd}),
        ("/activate", {"unit": card}),
        ("/act", {"action": "rally", "unit": card}),
        ("/move", {"unit": card}),
        ("/morale", {"unit": card}),
        ("/unit remove", {"unit": card}),
        ("/undo", {}),
        ("/turn next", {}),
        ("/game status", {}),
        ("/log show", {"last": 50}),
    ):
        told = await _try(ambush, ann, command, **options)
        if told.warned:
            await ambush.click(ann, told, "Anyway")
    for number in range(1, await ambush.last() + 1):
        await _try(ambush, ambush.bob, "/why", entry=number)
    for command in ("/unit list", "/waiting", "/game setup", "/game victory"):
        await _try(ambush, ambush.bob, command)
    _nothing_leaks(ambush)


async def test_no_suggestion_gives_it_away(ambush: Table) -> None:
    """Every option of every command, whatever was typed and whatever was filled in before.

    Options of the same name are tried in turn with nothing typed and with the beginning of a hidden name.
    """
    card = await _card(ambush)
    bot: Any = ambush.env.bot
    asked, of_every_command, met = 0, set[str](), set[str]()
    for command in bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command):
            continue
        filled = {one.name: card for one in command.parameters if one.name in ("unit", "attacker", "target")}
        for option in (one for one in command.parameters if one.autocomplete and one.name not in of_every_command):
            of_every_command |= {option.name} & {"battle", "campaign", "force", "game", "roster", "side", "system"}
            typing = ("", "z") if option.name not in met else ("z",) if asked % 2 else ("",)
            met.add(option.name)
            for typed in typing:
                found = await ambush.type(
                    ambush.bob, command.qualified_name, option.name, typed, **_but(filled, option)
                )
                labels = [label for label, value in found if value != WEAPON]
                assert not _leaks(" ".join(labels)), (command.qualified_name, option.name, typed, labels)
                asked += 1
    assert asked > 50


def _but(filled: dict[str, Any], option: Any) -> dict[str, Any]:
    return {name: value for name, value in filled.items() if name != option.name}


async def test_a_twin_of_its_name_is_taken_as_it_is(ambush: Table) -> None:
    """A number after the name would reveal that the name is taken."""
    await ambush.done(ambush.bob, "/unit add", name=NAME, profile="colonial_militia")
    added = [unit.name for unit in (await ambush.live()).game.units.values() if unit.side == "Blue"]
    assert added[-1] == NAME
    mine = (await ambush.live()).game.units_of_side("Blue")[0].id
    await ambush.done(ambush.bob, "/unit remove", unit=(await ambush.live()).game.units_of_side("Blue")[-1].id)
    await ambush.done(ambush.bob, "/unit edit", unit=mine, field="name", value=NAME)
    assert (await ambush.live()).game.units[mine].name == NAME


async def test_typed_text_is_no_oracle(ambush: Table) -> None:
    """It is neither masked nor searched for among hidden units."""
    told = await ambush.done(ambush.bob, "/score", side="Blue", points=1, why=f"{NAME}? Marines?")
    assert f"{NAME}? Marines?" in told.text
    await ambush.done(ambush.ann, "/place add", kind="objective", label="Hill")
    for typed in (NAME, "Zeb", "Zebulon Ghost", "Gh"):
        said = await ambush.refused(ambush.bob, "/objective hold", label="Hill", unit=typed)
        assert said.startswith(f"There is no unit called '{typed}'. Units: ")
        assert NAME not in said.replace(f"'{typed}'", "")


async def test_an_umpire_who_plays_sees_no_cards_of_the_other_side(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/game umpire", player=ambush.bob)
    card = await _card(ambush)
    assert NAME not in (await ambush.say(ambush.bob, "/unit show", unit=card)).title
    assert "hidden from you" in await ambush.refused(ambush.bob, "/marker set", unit=card, marker="hidden", count=0)
    await ambush.refused(ambush.bob, "/unit edit", unit=card, field="side", value="Blue")
    await ambush.refused(ambush.bob, "/game delegate", unit=card, player=ambush.bob)


async def test_odds_of_an_entry_tell_no_card(ambush: Table) -> None:
    """This includes a shot from before the unit was hidden."""
    card = await _card(ambush)
    mine = next(unit.id for unit in (await ambush.live()).game.units.values() if unit.side == "Blue")
    await ambush.done(ambush.ann, "/marker set", unit=card, marker="hidden", count=0)
    shot = {"attacker": mine, "target": card, "distance": "9", "cover": "hard"}
    told = await ambush.say(ambush.bob, "/fire", **shot, dice="roll")
    if told.warned:
        told = await ambush.click(ambush.bob, told, "Anyway")
    assert not (await ambush.click(ambush.bob, told, "Odds")).refused
    await ambush.done(ambush.ann, "/marker set", unit=card, marker="hidden", count=1)
    assert (await ambush.click(ambush.bob, told, "Odds")).refused


async def test_a_shot_at_a_card_tells_neither_its_models_nor_its_skill(ambush: Table) -> None:
    card = await _card(ambush)
    mine = next(unit.id for unit in (await ambush.live()).game.units.values() if unit.side == "Blue")
    shot = {"attacker": mine, "target": card, "distance": "9"}
    assert "Card 3 is a card" in await ambush.refused(ambush.bob, "/fire", **shot, cover="mixed")
    assert "Card 3 is a card" in await ambush.refused(
        ambush.bob, "/fire", **shot, cover="mixed", situation="in_hard=50, in_light=0"
    )
    told = await ambush.say(ambush.bob, "/fire", **shot, cover="hard", dice="roll")
    if told.warned:
        told = await ambush.click(ambush.bob, told, "Anyway")
    assert "skill" in (await ambush.say(ambush.ann, "/why")).text
    lines = [line for line in told.lines if line.startswith("🎲")]
    assert len(lines) == 2, told.text
    assert not told.text.rpartition(lines[1])[2].startswith("\n↳"), told.text
