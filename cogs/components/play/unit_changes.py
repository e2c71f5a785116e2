"""Buttons of a unit's card that split it, join it with another, or put it into reserve, with their forms."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.unit_corrections import require_right_to_correct
from cogs.components.controls import Control, EntryId, MenuOption, handles_click, handles_form, require_value
from cogs.components.forms import Field, Form, menu_field, text_field
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.stale_controls import require_current_state
from cogs.components.play.unit_menu import unit_option
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import PANEL, Reply
from cogs.rendering.text import Reader
from rules.command.division import can_be_split, joinable_units, share_of_weapons
from rules.game.unit import Unit, Weapon
from rules.kernel.text import Heading, Joined, Term, Text, several_of

MODELS, WEAPON, WEAPONS, OTHER, TURN, ROLL = "models", "weapon", "weapons", "other", "turn", "roll"
"""Ids of fields; those of kinds of weapons have a number."""
SPLIT, JOIN, RESERVE, ARRIVE = "split", "join", "reserve", "arrive"
NO_ROLL = "0"
_MOST_TURNS = 100


class ChangeUnit(EntryId, what="unitchange"):
    """A button for a change of a unit; without `change`, for all that are possible."""

    unit: str
    change: str = ""


class UnitChangeForm(EntryId, what="unitform"):
    """The form of a change of a unit."""

    unit: str
    change: str


def changes_button(ctx: Context, live: ActiveGame, unit: Unit) -> tuple[Control, ...]:
    """Return the button of a unit's card that leads to the changes; none if none is possible."""
    if not possible_changes(ctx, live, unit):
        return ()
    about = ChangeUnit(*live.at, unit.id)
    label = Text("Arrive …") if unit.id in live.game.reserves else Text("Split, join, reserve …")
    return (about.button(ctx.me.plain(label)),)


def possible_changes(ctx: Context, live: ActiveGame, unit: Unit) -> Mapping[str, Text]:
    """Return the changes that the caller may make to a unit now, with their labels."""
    try:
        require_right_to_correct(live, ctx.call, unit)
    except Refusal:
        return {}
    if not unit.alive:
        return {}
    reserve = live.game.reserves.get(unit.id)
    if reserve is not None:
        found = {ARRIVE: Text("Roll to arrive") if reserve.roll else Text("Arrive")}
        return {**(found if reserve.is_due(live.game.turn) else {}), RESERVE: Text("Change its arrival …")}
    found = {SPLIT: Text("Split …")} if can_be_split(live.board, unit) else {}
    found |= {JOIN: Text("Join …")} if joinable_units(live.board, unit) else {}
    return {**found, RESERVE: Text("Into reserve …")}


@handles_click(ChangeUnit, private=True)
@require_current_state
async def choose_change(ctx: Context, click: ChangeUnit, live: ActiveGame) -> Reply:
    """Show the possible changes of a unit, or open the form of one; a unit in reserve arrives at once."""
    unit, found = _require_change(ctx, live, click)
    words, at = ctx.me.at(live.board), (*live.at, unit.id)
    if not click.change:
        buttons = tuple(ChangeUnit(*at, key).button(words.plain(label)) for key, label in found.items())
        text = words.say("What happens to {unit}?", unit=unit.ref)
        return Reply(words(unit.ref), text, private=True, unrecorded=True, buttons=buttons, helper=PANEL)
    if click.change == ARRIVE:
        call = ctx.call._replace(as_of=live.game.number)
        return await outcome_reply(ctx, ctx.services.reserves.arrive(call, live, unit.id))
    title = Text("{unit}: {what}", unit=unit.ref, what=found[click.change])
    fields = await asyncio.to_thread(_fields, words.plain, live, unit, click.change)
    return Form(words, title, UnitChangeForm(*at, click.change), fields).reply(ctx)


def _require_change(
    ctx: Context, live: ActiveGame, click: ChangeUnit | UnitChangeForm
) -> tuple[Unit, Mapping[str, Text]]:
    """Return the unit of a click and its possible changes; raise Refusal unless the wanted one is among them."""
    unit = require_value(live.game.all_units.get(click.unit))
    require_right_to_correct(live, ctx.call, unit)
    found = possible_changes(ctx, live, unit)
    if (click.change not in found) if click.change else not found:
        raise Refusal(Text("{unit} cannot do that now.", unit=unit.ref))
    return unit, found


# The forms.


def _fields(words: Reader, live: ActiveGame, unit: Unit, change: str) -> Sequence[Field]:
    """Return the fields of a form, filled in with the usual values."""
    if change == SPLIT:
        hint = Text("1 to {most}", most=unit.models - 1)
        models = text_field(MODELS, Text("How many models go"), 3, str(unit.models // 2), hint)
        return [models, *_weapon_fields(words, unit)]
    if change == JOIN:
        others = [unit_option(words, live.board, one) for one in joinable_units(live.board, unit)]
        return [menu_field(OTHER, Text("Which unit becomes part of it?"), others)]
    return _arrival_fields(words, live, unit)


def _loose_weapons(unit: Unit) -> list[Weapon]:
    return [one for one in unit.weapons if not one.mounted]


def _weapon_fields(words: Reader, unit: Unit) -> list[Field]:
    """Return a menu per kind of weapon that may go, with its share chosen; one text if they are too many."""
    weapons = _loose_weapons(unit)
    shares = share_of_weapons(unit, unit.models // 2)
    if len(weapons) < limits.MODAL_FIELDS and all(one.count < limits.CHOICES for one in weapons):
        return [
            menu_field(
                f"{WEAPON}{nth}",
                Heading(several_of(one.count, one.name)),
                [MenuOption(words.say("{n} go", n=count), str(count)) for count in range(one.count + 1)],
                (str(shares[one.name]),),
            )
            for nth, one in enumerate(weapons)
        ]
    usual = ", ".join(f"{count} {name}" for name, count in shares.items() if count)
    all_of_them = Joined([several_of(one.count, one.name) for one in weapons], ", ")
    return [text_field(WEAPONS, Text("Weapons that go (empty: none)"), 300, usual, all_of_them, needed=False)]


def _arrival_fields(words: Reader, live: ActiveGame, unit: Unit) -> Sequence[Field]:
    reserve = live.game.reserves.get(unit.id)
    turn, roll = (reserve.turn, reserve.roll) if reserve else (live.game.turn + 1, None)
    hint = Text("{turn} in which it arrives, or from which it rolls", turn=Heading(Term(live.system.turn)))
    rolls = [MenuOption(words.say("No roll"), NO_ROLL)]
    rolls += [MenuOption(f"{needed}+", str(needed)) for needed in range(2, live.system.die + 1)]
    return [
        text_field(TURN, Text("Arrival"), 3, str(turn), hint),
        menu_field(ROLL, Text("One die must show"), rolls, (str(roll or NO_ROLL),)),
    ]


@handles_form(UnitChangeForm)
@require_current_state
async def change_unit(ctx: Context, form: UnitChangeForm, live: ActiveGame) -> Reply:
    """Make the change of a form; raise Refusal or BadFacts for invalid input."""
    unit, _ = _require_change(ctx, live, form)
    given = {name: "".join(values).strip() for name, values in ctx.submitted.items()}
    divisions, call = ctx.services.divisions, ctx.call._replace(as_of=live.game.number)
    if form.change == SPLIT:
        models = _parse_number(given.get(MODELS, ""), Text("How many models go"), unit.models - 1)
        counts = {one.name: given.get(f"{WEAPON}{nth}", "0") for nth, one in enumerate(_loose_weapons(unit))}
        named = ", ".join(f"{count} {name}" for name, count in counts.items() if count != "0")
        # As typed in the command: "none" for none of a unit that has some.
        weapons = given.get(WEAPONS) or named or ("none" if unit.weapons else "")
        return await outcome_reply(ctx, divisions.split(call, unit.id, models, weapons))
    if form.change == JOIN:
        return await outcome_reply(ctx, divisions.join(call, unit.id, given.get(OTHER, "")))
    turn = _parse_number(given.get(TURN, ""), Text("Arrival"), _MOST_TURNS)
    roll = given.get(ROLL, NO_ROLL)
    needed = None if roll == NO_ROLL else _parse_number(roll, Text("One die must show"), live.system.die)
    return await outcome_reply(ctx, ctx.services.reserves.put_aside(call, unit.id, turn, needed))


def _parse_number(text: str, field: Text, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= most):
        raise Refusal(Text("{field}: give a number from {low} to {high}.", field=field, low=1, high=most))
    return int(text)
