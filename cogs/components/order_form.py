"""One form for a command: whom it is about, how far, in what cover, what fires, with what was said last filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

import discord

from bot.game.registry import ActiveGame
from bot.services.play.comparison import TargetChance
from cogs.components.control_row import in_id
from cogs.components.controls import Option, id_of
from cogs.components.form_fields import dice_field, distance_field, menu_field
from cogs.components.modals import Label
from cogs.components.unit_menu import able_options, anybody_options, target_options, with_chance
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import distances, listed_codes, per_target
from cogs.rendering.text import Reader
from rules.command.next_steps import asked_of, command_of
from rules.command.system import Command
from rules.kernel.request import Choice, Request
from rules.kernel.text import Heading, Listed, Text, UnitRef, Value, several

_WEAPONS = 8
"""So many weapons are offered at most: of more, those of the first kinds."""


class Said(NamedTuple):
    """What a form begins with: the request so far, the targets that come first, and how a shot at each would go."""

    request: Request
    likely: tuple[str, ...] = ()
    chances: Mapping[str, TargetChance] = MappingProxyType({})


def order_form(words: Reader, live: ActiveGame, base: Request, said: Said) -> discord.ui.Modal:
    """What `base` still needs, and what may be said besides, filled in with what was `said`."""
    words, command = words.plain.at(live.board), command_of(live.board, base)
    at = (live.info.id, live.game.number)
    form = discord.ui.Modal(
        title=limits.short(_title(words, base, command), limits.MODAL_TITLE),
        custom_id=id_of("order", *at, in_id(base, *at)),
        timeout=None,
    )
    for field in list(_fields(words, live, base, said, command) if command else ())[: limits.MODAL_FIELDS]:
        form.add_item(field)
    return form


def _title(words: Reader, base: Request, command: Command | None) -> str:
    what = Heading(command.title) if command else Text("What the rules need")
    units: list[Value] = [UnitRef(id) for id in base.unit]
    if units and base.target:
        return words.say("{unit} → {target}: {what}", unit=Listed(units), target=UnitRef(base.target[0]), what=what)
    return words.say("{unit}: {what}", unit=Listed(units), what=what) if units else words(what)


def _fields(words: Reader, live: ActiveGame, base: Request, said: Said, command: Command) -> Iterator[Label]:
    """A field for each thing, the most wanted first; a form holds five."""
    request = said.request
    if not base.unit and "unit" in command.needs:
        yield menu_field(words, "unit", Text("Unit"), form_options(words, live, base, "unit"), request.unit, 1)
    if not base.target and "target" in command.needs:
        yield _targets(words, live, base, said, command)
    if base.command in ("fire", "assault") or "distance" in command.needs:
        target = base.target or request.target or said.likely[:1]
        asked = asked_of(live.board, replace(request, target=target, distance=()))
        needed, hint = "distance" in {*command.needs, *asked}, asked["distance"].hint if "distance" in asked else None
        yield distance_field(words, live, base, request, needed, hint)
    if command.actions and not base.action and base.command != "act":
        unit = live.game.units.get(base.unit[0]) if base.unit else None
        actions = command.actions_of(live.board, unit)
        yield _choices(words, "action", Text("Action"), actions, (request.action or "",), 1)
    if command.covers:
        needed = "cover" in command.needs
        yield _choices(words, "cover", Text("Cover"), command.covers, request.cover[:1], 1, needed)
    if command.situations:
        given = request.situation or command.usual(live.board, request)
        yield _choices(words, "situation", Text("Situation"), command.situations, given, limits.CHOICES)
    if base.command == "fire" and base.unit:
        yield from _weapons(words, live, base, request)
        if live.game.dice.get(live.game.units[base.unit[0]].side) == "physical":
            yield dice_field(words)


def _targets(words: Reader, live: ActiveGame, base: Request, said: Said, command: Command) -> Label:
    options = form_options(words, live, base, "target", (*said.request.target, *said.likely))
    options = [with_chance(words, one, said.chances.get(one.value)) for one in options]
    given = () if command.anybody else said.request.target or tuple(one.value for one in options[:1])
    options = [one for option in options for one in _each_time(words, option, command.often(live.board, base))]
    most = limits.CHOICES if "target" in command.several else 1
    return menu_field(words, "target", Text("Target"), options, given[:most], most)


def _each_time(words: Reader, option: Option, times: int) -> Iterator[Option]:
    """A target once, and as often as it may be named: for a unit under several shells."""
    yield option
    for n in range(2, times + 1):
        label = words.say("{unit}, {n} times", unit=option.label, n=n)
        yield option._replace(label=label, value=",".join([option.value] * n))


def form_options(words: Reader, live: ActiveGame, base: Request, name: str, first: Sequence[str] = ()) -> list[Option]:
    """The units that a command may be given to, or be about; those in `first` before the others."""
    command = command_of(live.board, base)
    if name == "unit":
        return able_options(words, live.board, base)
    unit = live.game.units.get(base.unit[0]) if base.unit else None
    if command is not None and command.anybody:
        return anybody_options(words, live.board, unit)
    return target_options(words, live.board, unit, bool(command and command.friendly), first)


def _weapons(words: Reader, live: ActiveGame, base: Request, request: Request) -> Iterator[Label]:
    """What fires, all of it unless something is chosen; words that no choice stands for are typed."""
    unit = live.game.units[base.unit[0]]
    armed = live.system.armed(unit)[:_WEAPONS]
    options = [Option(words(Heading(several(one.count, one.name))), f"{one.count} {one.name}") for one in armed]
    given = tuple(part.strip() for part in ",".join(request.firers).split(",") if part.strip())
    if len(options) > 1 and set(given) <= {one.value for one in options}:
        yield menu_field(words, "firers", Text("What fires (nothing chosen: all)"), options, given, len(options), False)


def _choices(
    words: Reader,
    id: str,
    title: Text,
    choices: Sequence[Choice],
    given: Sequence[str],
    most: int,
    needed: bool = False,
) -> Label:
    options = [Option(words(Heading(one.label)), one.code) for one in choices]
    return menu_field(words, id, title, options, given, most, needed)


def ordered(ctx: Context, live: ActiveGame, base: Request, sent: Mapping[str, list[str]]) -> Request:
    """The request that a form was filled in to, but for its distances; raises Refusal for units that are gone."""
    units = {name: ctx.units(live.game, ",".join(sent[name])) for name in ("unit", "target") if sent.get(name)}
    situation = tuple(code for one in sent.get("situation", ()) for code in listed_codes(one))
    return replace(
        replace(base, **units),
        cover=per_target("/".join(sent.get("cover", ()))),
        action=next(iter(sent.get("action", ())), base.action),
        situation=situation or base.situation,
        firers=(", ".join(sent["firers"]),) if sent.get("firers") else (),
    )


def how_far(live: ActiveGame, sent: Mapping[str, list[str]]) -> tuple[Decimal, ...]:
    """The distances that were typed, in inches; raises BadFacts."""
    return distances(" ".join(sent.get("distance", ())), live.board.ruler)
