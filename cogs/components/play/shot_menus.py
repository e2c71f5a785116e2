"""The menus under the odds of a shot: its target, range band, cover, and the side of the target that is hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from cogs.components.controls import OTHER_VERSION, At, ChoiceMenu, MenuId, MenuOption, OrderId
from cogs.components.fact_fields import range_bands
from cogs.components.forms import SITUATION
from cogs.components.play.order_form import code_stem, require_order, situation_questions
from cogs.components.play.recall import earlier_facts
from cogs.components.play.target_fields import form_options
from cogs.interactions.context import Context
from cogs.rendering.text import Reader
from rules.kernel.request import Request
from rules.kernel.text import Heading, Text

MOST = 4
"""Menus under a message, beside one row of buttons."""


class SetShotOption(MenuId, OrderId, what="aim"):
    """A menu of values for one option of a shot whose odds are shown."""

    option: str


class _Setting(NamedTuple):
    """An option of a shot: its values, the value that is set, and the question while none is."""

    option: str
    values: Sequence[MenuOption]
    chosen: str
    question: str


def shot_menus(words: Reader, live: ActiveGame, request: Request) -> tuple[ChoiceMenu, ...]:
    """Return the menus for a shot at one target at one distance, with the options that are set chosen already."""
    if request.command != "fire" or len(request.target) != 1 or len(set(request.distance)) > 1:
        return ()
    at: At = live.at
    settings = _settings(words.plain.at(live.board), live, request)
    menus = ((one, SetShotOption(*at, replace(request, side=None), one.option)) for one in settings)
    # A menu needs at least two values, and a request that fits into its id.
    shown = (
        about.menu(one.values, one.question, chosen=one.chosen)
        for one, about in menus
        if len(one.values) > 1 and about.fits
    )
    return tuple(islice(shown, MOST))


def _settings(words: Reader, live: ActiveGame, request: Request) -> Iterator[_Setting]:
    """Yield the options of a shot that menus can set."""
    command = command_of(live.system, request)
    targets = form_options(words, live, replace(request, target=()), "target", request.target)
    yield _Setting("target", targets, request.target[0], words(Text("Target")))
    bands = range_bands(live, request)
    near = next((one.typed_distance for one in bands if request.distance and one.contains(request.distance[0])), "")
    lengths = [MenuOption(words(Heading(one.label)), one.typed_distance) for one in bands]
    yield _Setting("distance", lengths, near, words(Text("Distance")))
    covers = [
        MenuOption(words(Text("Cover: {cover}", cover=one.name or one.label)), one.code) for one in command.covers
    ]
    open_ground = "" if "cover" in command.needs else next((one.value for one in covers), "")
    yield _Setting("cover", covers, next(iter(request.cover), open_ground), words(Text("Cover")))
    for ask in situation_questions(live.board, command, replace(request, distance=(), firers=(), situation=())):
        sides = [MenuOption(words(Heading(one.label)), one.code) for one in ask.choices]
        hit = next((one.value for one in sides if one.value in request.situation), "")
        yield _Setting(SITUATION, sides, hit, words(Heading(ask.question)))


async def set_shot_option(ctx: Context, live: ActiveGame, click: SetShotOption, value: str) -> Request:
    """Return the shot with the chosen value; another target brings its own last distance and cover.

    Raises Refusal for values that no menu offers, since clients may send anything.
    """
    words, request = ctx.me.at(live.board), click.request
    if not request.target:
        raise Refusal(OTHER_VERSION)
    settings = [one for one in _settings(words, live, request) if one.option == click.option]
    offered = {each.value for one in settings for each in one.values}
    if value not in offered:
        raise Refusal(OTHER_VERSION)
    sent = {click.option: [value]}
    if click.option == "target":
        bare = replace(request, distance=(), cover=(), situation=())
        return (await earlier_facts(ctx, live, require_order(ctx, live, bare, sent))).request
    if click.option == SITUATION:
        others = [one for one in request.situation if code_stem(one) not in {code_stem(each) for each in offered}]
        return replace(request, situation=(*others, value))
    return require_order(ctx, live, request, sent)
