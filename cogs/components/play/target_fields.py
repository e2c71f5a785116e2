"""Fields for the targets of a command, and for the friendly units that carry it out, the best ones first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from bot.services.play.target_odds import TargetChance
from cogs.components.controls import MenuOption
from cogs.components.fact_fields import range_bands
from cogs.components.forms import ALLIES, Field, menu_field
from cogs.components.play.recall import FormPrefill
from cogs.components.play.unit_menu import (
    add_odds,
    any_target_options,
    can_split,
    command_unit_options,
    known_legality,
    target_options,
)
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.command.legality import Legality, count_warnings
from rules.command.order import Command
from rules.command.split_fire import has_one_target
from rules.kernel.request import Request
from rules.kernel.text import Joined, Text, inches_text


def allies_field(words: Reader, live: ActiveGame, base: Request, request: Request, command: Command) -> Field:
    """Return the field for the friendly units that may carry out the order."""
    by = base.unit or tuple(one.value for one in form_options(words, live, base, "unit")[:1])
    options = target_options(words, live.board, live.game.units.get(base.unit[0]) if base.unit else None, friendly=True)
    at = {one.value: replace(base, unit=by, target=(one.value,)) for one in options}
    stands = {id: count_warnings(live.board, command, request) for id, request in at.items()}
    allowed = [one for one in options if stands[one.value][0] is not Legality.ILLEGAL]
    options = sorted(allowed or options, key=lambda one: stands[one.value])
    return menu_field(ALLIES, Text("Who is firing?"), options, request.target, command.allies)


def targets_field(words: Reader, live: ActiveGame, base: Request, prefill: FormPrefill, command: Command) -> Field:
    options = form_options(words, live, base, "target", (*prefill.request.target, *prefill.likely))
    if command.allies:
        options = [one for one in options if live.game.units[one.value].side != live.game.holder]
    options = [add_odds(words, one, prefill.chances.get(one.value)) for one in options]
    unit = live.game.units.get(base.unit[0]) if base.unit else None
    one = False
    if unit is not None and base.command == "fire" and not prefill.several:
        # Another target replaces the first if fire is split in its own form or not at all.
        near = [band.inches for band in live.system.bands(live.board, unit)[:1]] or [Decimal(1)]
        own = live.system.fires_one(unit) or can_split(live.board, command, unit)
        one = own or has_one_target(live.board, unit, near[0])
    most = limits.CHOICES if "target" in command.several and not (one or command.allies) else 1
    chosen = tuple(id for id in prefill.request.target if not command.allies or id in {one.value for one in options})
    selected = () if command.anybody else chosen or tuple(option.value for option in options[:1])
    likely = [live.game.units[id] for id in prefill.likely]
    # The number of figures of a hidden unit is secret.
    single = all(foe.models == 1 and not foe.has("hidden") for foe in likely)
    if most > 1 and single and likely[len(selected) :]:
        # A burst at single figures is usually split: a second target would join the likeliest, not replace it.
        selected = ()
    times = command.on(live.board, base).often()
    # A target may be named several times, as for several shells at one unit.
    options = [
        option._replace(
            label=words.say("{unit}, {n} times", unit=option.label, n=n) if n > 1 else option.label,
            value=",".join([option.value] * n),
        )
        for option in options
        for n in range(1, times + 1)
    ]
    hint = _chances_hint(live, prefill.request, prefill.chances)
    return menu_field("target", Text("Target"), options, selected[:most], most, hint=hint)


def _chances_hint(live: ActiveGame, shot: Request, chances: Mapping[str, TargetChance]) -> Text | None:
    """Return the command, unless it is a shot, the distance and the cover for which the chances of targets hold."""
    far = next((one.distance for one in chances.values() if one.distance is not None), None)
    if far is None:
        return None
    band = next((one.label for one in range_bands(live, shot) if one.contains(far)), inches_text(far))
    places = replace(shot, target=(), distance=(far,), cover=shot.cover[:1]).place_texts(lambda _: band)
    if shot.command == "fire":
        return Text("Chances for {where}", where=Joined(places, ", "))
    command = command_of(live.system, shot).title
    return Text("{command} over {where}: chances", command=command, where=Joined(places, ", "))


def form_options(
    words: Reader, live: ActiveGame, base: Request, name: str, first: Sequence[str] = ()
) -> list[MenuOption]:
    """Return the units that may get a command or be its target; those in `first` come first."""
    command = command_of(live.system, base)
    if name == "unit":
        return command_unit_options(words, live.board, base)
    unit = live.game.units.get(base.unit[0]) if base.unit else None
    if command.anybody:
        return any_target_options(words, live.board, unit)
    options = target_options(words, live.board, unit, command.friendly, first)
    if unit is None or command.allies:
        return options
    # A target counts as allowed as long as the reader may not know its states.
    stands = {
        one.value: known_legality(words, live.board, replace(base, target=(one.value,)), live.board.unit(one.value))
        for one in options
    }
    return [one for one in options if stands[one.value] is not Legality.ILLEGAL] or options
