"""Results in few lines, the default, and the way to the rest of them."""

from __future__ import annotations

import pytest

from bot.resolution.result import CommandResult
from bot.store.pasts import Wanted
from cogs.rendering.phone import row_count
from cogs.rendering.short_result import MOST, entries_on_one_line, quiet_reply, short_reply
from cogs.rendering.sides import SideMark, mark_of_side
from cogs.rendering.text import Reader
from data.texts import language
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.dice import Need
from rules.kernel.plays import Shift
from rules.kernel.text import Text
from tests.cogs.components.play.test_control_row import menus
from tests.cogs.rendering.test_result import LOST, OPEN, RESULTS, board, entry, play, result, roll
from tests.cogs.table import Table, Told
from tests.rows import for_each
from tests.soak import broken


@pytest.fixture
async def short(demo: Table) -> Table:
    demo.services.details.usual = "short"
    return demo


async def _fire_shot(table: Table) -> Told:
    await table.done(table.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    table.dice.next(6, 6, 6, 5, 1, 1, 1, 1, 1)
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10"}
    return await table.done(table.ann, "/fire", **shot, firers="4 assault_rifle")


async def test_a_shot_says_what_to_do_with_the_figures_first_and_its_ledger_behind_why(short: Table) -> None:
    told = await _fire_shot(short)
    heading, to_do, *rest = told.lines
    assert heading == "**Marines → Militia**"
    assert to_do.startswith("📌 **Militia: ")
    assert row_count(told.lines) <= MOST
    assert any("to hit" in line for line in (to_do, *rest))
    assert told.lines[-1] == "**Next: Initiative.**"
    assert told.footer.startswith("🔴 Red · #")
    assert not {"↳", "Ruling"} & set(told.text.split())
    assert all(line.count("📌") < 2 for line in told.lines)
    assert "#" not in told.text
    assert "veteran" not in told.text
    why = await short.click(short.ann, told, "Why?")
    assert "Fired: 4 assault rifles." in why.text
    assert "+4: veteran" in why.text
    assert "(allocation)" in why.text


async def test_one_save_is_counted_like_several(short: Table) -> None:
    """Two phones: "armour saves 4 (5+)" was read as four saved hits."""
    shot = {"attacker": "HMG team", "target": "Marines", "distance": "20", "dice": "6 1 1 1"}
    told = await short.done(short.bob, "/fire", **shot)
    assert "armour saves" in told.text
    assert " of 1" in told.text


# A result: success, instructions, dice, and the side to act


async def test_thumb_the_winner_of_the_initiative_begins_under_its_result(table: Table) -> None:
    """Open Rebellion names the units that roll: if they need a row, the menu of the first unit is more important."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="opreb")
    table.dice.next(1, 1, 1, 1, 1, 5, 5, 5, 5)
    told = await table.click(table.ann, await table.done(table.ann, "/game board"), "Initiative")
    assert told.lines[:2] == ["**Initiative**", "**Blue activates first with 4 bangs.**"]
    assert list(menus(told)) == ["Next: Activate …"]


async def test_thumb_a_tie_of_bangs_is_shown_as_a_tie_and_a_die_for_a_wound_marker_is_no_test(table: Table) -> None:
    """Open Rebellion: the sides roll again, with as many dice as their units have; a wounded unit acts anyway."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="opreb")
    table.dice.next(5, 1, 1, 1, 1, 6, 1, 1, 1, *[1] * 5, 5, 5, 1, 1)
    told = await table.done(table.ann, "/initiative")
    assert "🎲 Tie, 1 each. Roll again: Red 1 1 1 1 1, Blue 5 5 1 1" in told.text
    await table.done(table.bob, "/game join", side="Blue")
    unit = next(one.name for one in (await table.live()).game.units_of_side("Blue"))
    await table.done(table.ann, "/marker set", unit=unit, marker="wounds", count=1)
    told = await table.done(table.bob, "/activate", unit=unit, dice="2")
    assert told.lines[0] == f"**{unit}: activation**"
    assert "🎲 wound markers" in told.text


@pytest.mark.parametrize(
    ("system", "shot"),
    [
        ("openfire_d12", {"attacker": "Line squad", "target": "Raiders", "distance": "5", "cover": "none"}),
    ],
)
async def test_a_player_who_loses_figures_by_the_bots_dice_sees_them(
    table: Table, system: str, shot: dict[str, str]
) -> None:
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    told = await table.say(table.ann, "/fire", **shot)
    told = await table.click(table.ann, told, "Anyway") if told.warned else told
    (entry,) = await table.services.record.entries.last((await table.live()).info.id, 1, Wanted())
    throws = [throw for play in entry.plays for throw in play.throws]
    assert len(throws) > 1
    for throw in (one for one in throws if len(one.faces) > 1 and one.needed and not one.needed.at_most):
        kinds = (await table.live()).system.throws
        like = [one for one in throws if kinds.named(one.key).kind == kinds.named(throw.key).kind and one.needed]
        like = [one for one in like if one.needed and not one.needed.at_most]
        whole = f"{sum(one.successes for one in like)} of {sum(len(one.faces) for one in like)}"
        assert f"{throw.successes} of {len(throw.faces)}" in told.text or whole in told.text


async def test_a_unit_without_models_is_reported_as_wiped_out(short: Table) -> None:
    await short.done(short.bob, "/unit edit", unit="Militia", field="models", value="1")
    for unit in ("Regular section", "Marines"):
        going = short.done if unit == "Regular section" else short.anyway
        await going(short.ann, "/activate", unit=unit, dice="6")
        short.dice.next(*(6,) * 18)
        told = await short.done(short.ann, "/fire", attacker=unit, target="Militia", distance="5")
        short.dice.faces.clear()
    assert "📌 **Militia is wiped out: remove it and its markers.**" in told.text


async def test_a_result_has_the_colour_of_the_side_that_it_is_about(table: Table) -> None:
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="fubar")
    await table.done(table.ann, "/game join", side="Red")
    table.dice.next(4, 4, 2, 6)
    told = await table.done(table.ann, "/initiative")
    assert "🎲 Tie, 4 each. Roll again: Red 2, Blue 6" in told.lines
    assert told.footer.startswith("🔵 Blue")
    assert told.messages[0].embeds[0].colour.value == mark_of_side(("Red", "Blue"), "Blue").accent


async def test_who_chooses_full_gets_every_number_in_every_game_and_after_a_restart(short: Table) -> None:
    assert (await short.done(short.bob, "/game detail", mode="full")).private
    await short.restart()
    short.services.details.usual = "short"
    told = await short.done(short.bob, "/activate", unit="Militia", dice="5")
    assert "↳ 5+ (green activation)" in told.text
    assert told.title.startswith("Militia: activated (")
    await short.services.details.load_choice(str(short.bob.id))
    assert short.services.details.of(str(short.bob.id)) == "full"
    assert await short.services.record.remember(f"detail {short.bob.id}") == "full"
    await short.done(short.bob, "/game detail", mode="short")
    assert short.services.details.of(str(short.bob.id)) == "short"
    await short.services.record.people.forget(str(short.bob.id))
    assert await short.services.record.remember(f"detail {short.bob.id}") is None


def test_sides_are_marked_by_the_colour_they_are_called_by_or_by_two_that_differ() -> None:
    assert [mark_of_side(("Blue", "Red"), side).sign for side in ("Red", "Blue")] == ["🔴", "🔵"]
    assert [mark_of_side(("Romans", "Gauls"), side).sign for side in ("Romans", "Gauls")] == ["🔵", "🟠"]
    assert [mark_of_side(("Romans", "Blue"), side).sign for side in ("Romans", "Blue")] == ["🟠", "🔵"]
    assert mark_of_side(("Red",), None).sign == ""


@for_each(("line", "expected"), [("", 1), ("short", 1), ("iiii " * 16, 1), ("wwww " * 16, 3), ("w" * 40, 2)])
def test_a_line_takes_as_many_rows_as_its_letters_are_wide(line: str, expected: int) -> None:
    for _ in range(2):
        assert row_count([line.strip()]) == expected


# A result says "yours" of a player's own dice


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("all", "Red 1 of 5 · Blue 4 of 8 · Red 1 of 4 (own dice)"),
        ("some", "Red 1 of 5 · Blue 4 of 8 (own dice) · Red 1 of 4"),
    ],
)
async def test_thumb_dice_name_their_owner_if_their_purpose_has_no_room(short: Table, own: str, said: str) -> None:
    """After an assault of units with long names there is no room for the purpose of a roll, but for its owner."""
    await short.done(short.ann, "/initiative", dice="6 1")
    await short.done(short.ann, "/activate", unit="Marines", action="assault", dice="6")
    await short.done(short.ann, "/move", unit="Marines")
    for who, unit, name in ((short.ann, "Marines", "Marines of the old guard"), (short.bob, "Militia", LONG)):
        await short.done(who, "/unit edit", unit=unit, field="name", value=name)
    fight = {"attacker": "Marines of the old guard", "target": LONG, "distance": "4"}
    thrown = ("6 1 1 1 1", "6 6 6 6 1 1 1 1", "6 1 1 1")
    if own == "all":
        told = await short.done(short.ann, "/assault", **fight, dice=" / ".join(thrown))
    else:
        short.dice.next(*(int(face) for one in thrown for face in one.split() if not own or one is not thrown[1]))
        if own:
            await short.done(short.bob, "/game dice", mode="physical", side="Blue")
        told = await short.say(short.ann, "/assault", **fight)
        if own:
            told = await short.fill(short.bob, await short.click(short.bob, told, "Enter dice"), throw0=thrown[1])
    assert f"🎲 {said}" in told.text, told.text


LONG = "Militia from far beyond the wide river"


async def test_the_die_of_a_unit_with_a_number_is_no_part_of_its_name(table: Table) -> None:
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="bayonet")
    table.dice.next(4, 2)
    told = await table.done(table.ann, "/fire", attacker="GI", target="Irregular 2", distance="10", dice="roll")
    assert " · Irregular 2: 2" in told.text
    assert "attack 4" in told.text


def test_a_heading_without_room_for_long_names_shows_the_action() -> None:
    """The names appear in the instructions."""
    names = {"u1": "Commandos of the old garrison 2", "u2": "Regular section of Green Valley"}
    title = Text("Fire: {unit} at {target}", unit=names["u1"], target=names["u2"])
    found = broken.shot(
        "fubar",
        lambda play: {"text": Text("so long " * 100), "brief": None},
        broken.unit("fubar", "u1", "Red"),
        broken.unit("fubar", "u2", "Blue"),
    )
    assert found.entry
    told = CommandResult("game", found.entry.model_copy(update={"title": title}), found.before, found.after)

    assert short_reply(Reader(language("en")), told).text.split("\n")[0] == "**Fire**"


def test_the_entries_that_a_result_continues_are_told_on_one_line() -> None:
    words, hit = Reader(language("en")), roll("6 5 1", Need(5), result=2)
    moved = entry(play(moves=(Shift("u1", 3, Text("away")),), brief=Text("It runs.")), number=8)
    noted = entry(play(text=Text("It stands.")), number=9)
    assert (
        entries_on_one_line(words, OPEN, LOST, [entry(play(hit)), moved, noted])
        == "📌 Baker: remove 2 models. 📌 Move A\\*le by 3″ away. · 🎲 to hit 2 of 3 · It runs. · It stands."
    )
    assert entries_on_one_line(words, OPEN, OPEN, [entry(play(hit)), noted]) == "A shot · 🎲 to hit 2 of 3 · It stands."
    assert entries_on_one_line(words, OPEN, OPEN, [entry(play(text=Text("Alone.")))]) == "A shot"
    runs = entry(play(moves=(Shift("u1", 3, Text("away")),), text=Text("It runs at once.")), number=9)
    assert entries_on_one_line(words, OPEN, OPEN, [entry(play(hit)), runs]) == (
        "📌 Move A\\*le by 3″ away. · 🎲 to hit 2 of 3 · It runs at once."
    )
    long = entry(play(text=Text("so long " * 40)), number=9)
    assert (
        entries_on_one_line(words, OPEN, LOST, [entry(play(hit)), long])
        == "📌 Baker: remove 2 models. · 🎲 to hit 2 of 3"
    )


def test_only_the_active_unit_of_the_side_to_move_is_named_behind_whose_turn_it_is() -> None:
    def lines(*active: str, command: str = "fire", holder: str = "Red", name: str = "Able", over: bool = False) -> str:
        after = board(order=("Red", "Blue"), holder=holder, over=over)
        for id in active:
            changes = {"states": {"actions_left": 1}, "name": name}
            after.game.units[id] = after.game.units[id].model_copy(update=changes)
        return short_reply(Reader(language("en")), result(entry(command=command), after)).text

    turn = "**A shot**\n**Red's turn.**"
    assert lines("u1") == f"{turn} Able has 1 action left."
    assert lines("u1", name="A" * 40) == turn, "there is no room on its row"
    assert lines() == lines("u2") == lines("u1", "u2") == turn
    assert lines("u1", holder="Blue") == "**A shot**\n**Blue's turn.**"
    assert lines("u1", command="note") == lines("u1", over=True) == "**A shot**"


def test_an_amendment_without_an_effect_says_so_however_long_its_text() -> None:
    long = result(entry(play(text=Text("so long " * 60)), undoes=6, command="amend"), OPEN)
    assert short_reply(Reader(language("en")), long).text == (
        "**A shot**\n**Nothing changes on the table.**\n**Red's turn.**"
    )


def test_a_result_for_its_issuer_has_the_steps_and_the_notes() -> None:
    done = result(entry(play(text=Text("2 hits.")), notes=(Text("An aside."), Text("Another."))))
    reply = quiet_reply(Reader(language("en")), done, ())
    assert reply.text.split("\n") == ["📌 **Baker: remove 2 models.** 2 hits. A shot", "An aside.", "Another."]
    assert (reply.private, reply.helper) == (True, "controls")
    assert quiet_reply(Reader(language("en")), RESULTS["no dice"], ()).text == "A shot"


ROLLS = (roll("1", Need(4), key="activation", result=0), roll("5", Need(4), key="activation", result=1))
ORDERS = board(order=("Blue", "Red"), holder="Red"), board()
RED, BLUE = (mark_of_side(("Red", "Blue"), side) for side in ("Red", "Blue"))


@for_each(
    ("one", "after", "text", "mark"),
    [
        (entry(play(*ROLLS), command="activate"), OPEN, "**2 hits.**\n🎲 to hit 1 (4+) · to hit 5 (4+)", RED),
        (entry(play(roll("5", key="morale")), command="morale"), OPEN, "**2 hits.**\n🎲 to hit: 5", RED),
        (entry(play(), command="initiative"), ORDERS[0], "**2 hits.**", BLUE),
        (entry(play(), command="initiative"), ORDERS[1], "**2 hits.**", RED),
        (entry(play(text=Text("Look 📌 here."))), OPEN, "**Look 📌 here.**", RED),
    ],
)
def test_only_one_die_against_a_number_becomes_the_heading_and_who_goes_first_gives_the_colour(
    one: Entry, after: Board, text: str, mark: SideMark
) -> None:
    reply = short_reply(Reader(language("en")), result(one, after))
    turn = "**Red's turn.**" if after.game.holder else "**Next: Initiative.**"
    assert reply.text == f"**A shot**\n{text}\n{turn}"
    side = "🔴 Red" if mark is RED else "🔵 Blue"
    assert (reply.colour, reply.footer) == (mark.accent, f"{side} · #7")
