"""Split fire: a row for each kind of weapon, with the number that fires at each named target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

import discord

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import Control, MenuOption, OrderId
from cogs.components.forms import Label, menu_field, new_form, text_field
from cogs.components.play.order_form import band_field, range_bands
from cogs.interactions import limits
from cogs.interactions.options import parse_lengths
from cogs.rendering.reply import MENU, Reply
from cogs.rendering.text import Reader
from rules.command.split_fire import Share, divide_shot, every_share, first_shares, weapons_of
from rules.game.unit import Weapon
from rules.kernel.request import Request
from rules.kernel.text import Joined, Listed, Text, UnitRef, Value, several_of

UNREADABLE = Text("Give each target a number, like 4/2.")
ROW, FAR = "row", "far"


class OpenSplitForm(OrderId, what="split"):
    """A button that opens the form for split fire."""


class SplitForm(OrderId, what="share"):
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


def split_button(plain: Reader, live: ActiveGame, request: Request, label: Text | None = None) -> Control | None:
    """Return the button that opens the form; None if the shot does not fit into its id."""
    split = OpenSplitForm.at((live.info.id, live.game.number), request)
    return split.button(plain(label or Text("Split fire")), "main") if split.fits else None


def split_form(words: Reader, live: ActiveGame, request: Request) -> discord.ui.Modal:
    """Return the form, with each kind of weapon at a target of its own to begin with."""
    words, about = words.plain.at(live.board), SplitForm.at((live.info.id, live.game.number), request)
    form = new_form(words.say("{unit}: split fire", unit=UnitRef(request.unit[0])), about)
    rows, begins = _weapon_rows(live, request), first_shares(weapons_of(live.board, request), len(request.target))
    for nth, weapon in enumerate(rows):
        form.add_item(_weapon_field(words, request, nth, weapon, begins[weapon.name]))
    for nth in _targets_to_measure(live, request):
        title = Text("Distance to {unit}", unit=UnitRef(request.target[nth]))
        form.add_item(band_field(words, f"{FAR}{nth}", title, range_bands(live, request), request.distance[:1]))
    return form


def _targets_to_measure(live: ActiveGame, request: Request) -> range:
    """Return the indices of targets whose distance is asked again, because one band was chosen for all.

    As many as there is room for, the last targets first.
    """
    room = limits.MODAL_FIELDS - len(_weapon_rows(live, request))
    if len(request.distance) != 1 or not range_bands(live, request) or room < 1:
        return range(0)
    return range(max(0, len(request.target) - room), len(request.target))


def _weapon_rows(live: ActiveGame, request: Request) -> list[Weapon]:
    """Return the weapons that have a row; the most numerous ones if there are too many."""
    return weapons_of(live.board, request)[: limits.MODAL_FIELDS]


def _weapons_without_row(live: ActiveGame, request: Request) -> list[Weapon]:
    return weapons_of(live.board, request)[limits.MODAL_FIELDS :]


def _weapon_field(words: Reader, request: Request, nth: int, weapon: Weapon, begins: Share) -> Label:
    """Return a menu of every distribution of a weapon, or a text field if there are too many."""
    shares = every_share(weapon.count, len(request.target), limits.CHOICES)
    id, title, begin = f"{ROW}{nth}", several_of(weapon.count, weapon.name), _share_code(begins)
    if shares is None:
        return text_field(words, id, title, 40, begin, Joined([UnitRef(id) for id in request.target], " / "))
    options = [MenuOption(words(_share_text(request, share)), _share_code(share)) for share in shares]
    return menu_field(words, id, title, options, [begin], 1)


def _share_code(share: Share) -> str:
    return "/".join(map(str, share))


def _share_text(request: Request, share: Share) -> Text:
    """Return a distribution in words, like "4 at Militia, 2 at HMG team", or "All at Militia"."""
    parts: list[Value] = [
        Text("{n} at {unit}", n=n, unit=UnitRef(id)) for n, id in zip(share, request.target, strict=True) if n
    ]
    if len(parts) == 1:
        at = next(id for n, id in zip(share, request.target, strict=True) if n)
        return Text("All at {unit}", unit=UnitRef(at))
    return Joined(parts, ", ") if parts else Text("No shots")


def parse_split(live: ActiveGame, request: Request, sent: Mapping[str, list[str]]) -> Request:
    """Return the shot as distributed; weapons without a row fire at the first target.

    Raise Refusal for an invalid number, or if no weapon fires.
    """
    count = len(request.target)
    shares = {
        weapon.name: parse_share("".join(sent.get(f"{ROW}{nth}", ())), count)
        for nth, weapon in enumerate(_weapon_rows(live, request))
    }
    shares |= {one.name: (one.count, *(0,) * (count - 1)) for one in _weapons_without_row(live, request)}
    shot = divide_shot(replace(request, distance=_split_distances(live, request, sent)), shares)
    if not shot.target:
        raise Refusal(Text("No weapon fires: give at least one to a target."))
    return shot


def _split_distances(live: ActiveGame, request: Request, sent: Mapping[str, list[str]]) -> tuple[Decimal, ...]:
    """Return the distance of each target: as chosen in the form, else the common one."""
    typed = {
        nth: parse_lengths("".join(sent.get(f"{FAR}{nth}", ())), live.board.ruler) for nth in range(len(request.target))
    }
    if not any(typed.values()):
        return request.distance
    return tuple((typed[nth] or request.distance)[0] for nth in range(len(request.target)))


def parse_share(text: str, count: int) -> Share:
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != count or not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise Refusal(UNREADABLE)
    return tuple(map(int, parts))
