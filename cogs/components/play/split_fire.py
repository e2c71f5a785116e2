"""Split fire: a row for each kind of weapon, with the number that fires at each named target."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from bot.errors import OutdatedControl, Refusal
from bot.game.registry import ActiveGame
from cogs.components import controls, forms
from cogs.components.fact_fields import range_bands
from cogs.components.play.activation_message import carry_out_clicked
from cogs.components.play.stale_controls import require_command, require_current_game, require_current_state
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import parse_lengths
from cogs.rendering.reply import MENU, Reply, refusal_reply
from cogs.rendering.text import Reader
from rules.command import split_fire
from rules.game.unit import Weapon
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Heading, Joined, Listed, Text, UnitRef, Value, several_of

T = TypeVar("T")
UNREADABLE = Text("Give each target a number, like 4/2.")
ROW, FAR = "row", "far"
_BESIDE = "|"
"""Separates the distance and the cover of a target in an option of the form."""


class OpenSplitForm(controls.OrderId, what="split"):
    """A button that opens the form for split fire."""


class SplitForm(controls.OrderId, what="share"):
    """The form for split fire."""


def split_offer(words: Reader, live: ActiveGame, request: Request) -> Reply | None:
    """Return the offer to split fire at the targets; None if the shot does not fit into an id."""
    open_it = split_button(words.plain, live, request)
    if open_it is None:
        return None
    unit, targets = UnitRef(request.unit[0]), Listed([UnitRef(id) for id in request.target])
    offer = Text("{unit} fires at {targets}: divide its weapons.", unit=unit, targets=targets)
    rest = _weapons_without_row(live, request)
    rest_note = Text(
        "The form has {n} rows. At {target}: {weapons}.",
        n=limits.MODAL_FIELDS,
        weapons=Listed([several_of(one.count, one.name) for one in rest]),
        target=UnitRef(request.target[0]),
    )
    text = words.at(live.board)(Joined([offer, *([rest_note] if rest else [])], " "))
    return Reply(words.say("Who fires at whom?"), text, private=True, unrecorded=True, buttons=(open_it,), helper=MENU)


def split_button(
    plain: Reader, live: ActiveGame, request: Request, label: Text | None = None
) -> controls.Control | None:
    """Return the button that opens the form; None if the shot does not fit into its id."""
    split = OpenSplitForm.at(live.at, request)
    return split.button(plain(label or Text("Split fire")), "main") if split.fits else None


def split_form(words: Reader, live: ActiveGame, request: Request) -> forms.Form:
    """Return the form, with each kind of weapon at a target of its own to begin with."""
    words, about = words.plain.at(live.board), SplitForm.at(live.at, request)
    rows, begins = (
        _weapon_rows(live, request),
        split_fire.first_shares(split_fire.weapons_of(live.board, request), len(request.target)),
    )
    fields = [_weapon_field(words, request, nth, weapon, begins[weapon.name]) for nth, weapon in enumerate(rows)]
    # Each target has its own distance and cover. If there is not room for all, the last targets are asked about.
    room = limits.MODAL_FIELDS - len(rows)
    if range_bands(live, request) and room > 0:
        measured = range(max(0, len(request.target) - room), len(request.target))
        fields += [_place_field(words, live, request, nth) for nth in measured]
    return forms.Form(words, Text("{unit}: split fire", unit=UnitRef(request.unit[0])), about, fields)


@controls.handles_click(OpenSplitForm, private=True)
@require_current_state
async def open_split_form(ctx: Context, click: OpenSplitForm, live: ActiveGame) -> Reply:
    """Open the form for split fire, with a row for each kind of weapon."""
    form = await asyncio.to_thread(split_form, ctx.me, live, _require_shot(ctx, live, click))
    return form.reply(ctx)


def _require_shot(ctx: Context, live: ActiveGame, click: controls.OrderId) -> Request:
    """Return the shot of an id; raise Refusal if it is invalid, since clients may send any id."""
    request = click.request
    require_command(ctx, live, request)
    if len(request.unit) != 1 or not request.target:
        raise Refusal(controls.OTHER_VERSION)
    return request


def _place_field(words: Reader, live: ActiveGame, request: Request, nth: int) -> forms.Field:
    """Return the menu of distances and covers of a target; of distances alone if there are too many."""
    bands, command = range_bands(live, request), live.system.commands[request.command]
    far, given = _given(request.distance, nth), _given(request.cover, nth)
    near = next((one.typed_distance for one in bands if far and one.contains(far[0])), "")
    unit = UnitRef(request.target[nth])
    if not command.covers or len(bands) * len(command.covers) > limits.CHOICES:
        options = [controls.MenuOption(words(Heading(one.label)), one.typed_distance) for one in bands]
        return forms.menu_field(f"{FAR}{nth}", Text("Distance to {unit}", unit=unit), options, [near])
    options = [
        controls.MenuOption(
            words(Joined((Heading(one.label), place.name or place.label), ", ")),
            f"{one.typed_distance}{_BESIDE}{place.code}",
        )
        for one in bands
        for place in command.covers
    ]
    title = Text("{unit}: distance and cover", unit=unit)
    chosen = f"{near}{_BESIDE}{given[0] if given else command.covers[0].code}"
    return forms.menu_field(f"{FAR}{nth}", title, options, [chosen])


def _weapon_rows(live: ActiveGame, request: Request) -> list[Weapon]:
    """Return the weapons that have a row; the most numerous ones if there are too many."""
    return split_fire.weapons_of(live.board, request)[: limits.MODAL_FIELDS]


def _weapons_without_row(live: ActiveGame, request: Request) -> list[Weapon]:
    return split_fire.weapons_of(live.board, request)[limits.MODAL_FIELDS :]


def _weapon_field(words: Reader, request: Request, nth: int, weapon: Weapon, begins: split_fire.Share) -> forms.Field:
    """Return a menu of every distribution of a weapon, or a text field if there are too many."""
    shares = split_fire.every_share(weapon.count, len(request.target), limits.CHOICES)
    id, title, begin = f"{ROW}{nth}", several_of(weapon.count, weapon.name), _share_code(begins)
    if shares is None:
        return forms.text_field(id, title, 40, begin, Joined([UnitRef(id) for id in request.target], " / "))
    options = [controls.MenuOption(words(_share_text(request, share)), _share_code(share)) for share in shares]
    return forms.menu_field(id, title, options, [begin])


def _share_code(share: split_fire.Share) -> str:
    return "/".join(map(str, share))


def _share_text(request: Request, share: split_fire.Share) -> Text:
    """Return a distribution in words, like "4 at Militia, 2 at HMG team", or "All at Militia"."""
    parts: list[Value] = [
        Text("{n} at {unit}", n=n, unit=UnitRef(id)) for n, id in zip(share, request.target, strict=True) if n
    ]
    if len(parts) == 1:
        at = next(id for n, id in zip(share, request.target, strict=True) if n)
        return Text("All at {unit}", unit=UnitRef(at))
    return Joined(parts, ", ") if parts else Text("No shots")


@controls.handles_form(SplitForm)
async def carry_out_split_fire(ctx: Context, click: SplitForm) -> Reply:
    """Carry out split fire, like `/fire` with several targets and `firers`."""
    live = await require_current_game(ctx, click)
    request = _require_shot(ctx, live, click)
    try:
        if not live.game.last_effect <= click.number <= live.game.number:
            raise OutdatedControl
        return await carry_out_clicked(ctx, live, parse_split(live, request, ctx.submitted))
    except (Refusal, RuleError, BadFacts, BadDice) as error:
        once_more = split_button(ctx.me.plain, live, request, Text("Correct it"))
        return replace(refusal_reply(ctx.me, error), buttons=(once_more,) if once_more else ())


def parse_split(live: ActiveGame, request: Request, sent: Mapping[str, list[str]]) -> Request:
    """Return the shot as distributed; weapons without a row fire at the first target.

    Raise Refusal for an invalid number, or if no weapon fires.
    """
    count = len(request.target)
    shares = {
        weapon.name: parse_share(_text_of(sent, f"{ROW}{nth}"), count)
        for nth, weapon in enumerate(_weapon_rows(live, request))
    }
    shares |= {one.name: (one.count, *(0,) * (count - 1)) for one in _weapons_without_row(live, request)}
    places = [_text_of(sent, f"{FAR}{nth}").partition(_BESIDE) for nth in range(count)]
    # A target without a distance or cover in the form has the one given before, or the least cover.
    typed = [parse_lengths(far, live.board.ruler)[:1] for far, _, _ in places]
    distances = [one or _given(request.distance, nth) for nth, one in enumerate(typed)]
    if any(typed) and all(distances):
        request = replace(request, distance=tuple(chain(*distances)))
    codes = [one.code for one in live.system.commands[request.command].covers]
    chosen = [(cover,) if cover in codes else () for _, _, cover in places]
    if any(chosen):
        covers = [one or _given(request.cover, nth) or codes[:1] for nth, one in enumerate(chosen)]
        request = replace(request, cover=tuple(one[0] for one in covers))
    shot = split_fire.divide_shot(request, shares)
    if not shot.target:
        raise Refusal(Text("No weapon fires: give at least one to a target."))
    return shot


def _text_of(sent: Mapping[str, list[str]], field: str) -> str:
    return "".join(sent.get(field, ()))


def _given(values: tuple[T, ...], nth: int) -> tuple[T, ...]:
    """Return the value of a target as a tuple of one, or nothing; a single value is for all targets."""
    return values if len(values) == 1 else values[nth : nth + 1]


def parse_share(text: str, count: int) -> split_fire.Share:
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != count or not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise Refusal(UNREADABLE)
    return tuple(map(int, parts))
