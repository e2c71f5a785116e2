"""The view that the bot assumes for its units, with the form and the menu that correct it: see `sight_form.txt`.

The verbs of its script (see `samples.py`):

    sight u1 | inches u1+u5=6 | unseen u1+u6     what a unit of Red sees after such reports; further parts follow
    parse u1 u5=6|soft others=no rest u6 u7      the view that a form reports
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.opponent_state import BotState, SightQuery
from cogs.components.play import line_of_sight_form as sight_form
from cogs.rendering.text import Reader
from rules.opponent.sight import LIKELY, Around, SeenEnemy, Sight, pair
from tests.cogs.components.play.samples import check_script, form_lines, options_lines, sample


def sight(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the assumptions about what a unit sees, who shares them, how they are corrected, and the form."""
    unit, *parts = text.split(" | ")
    given = {key: values for key, *values in (one.split() for one in parts)}
    pairs = {key: [one.partition("=") for one in given.get(key, ())] for key in ("inches", "cover", "around")}
    known = Sight(
        inches={pair(*ids.split("+")): Decimal(inches) for ids, _, inches in pairs["inches"]},
        unseen=frozenset(pair(*ids.split("+")) for ids in given.get("unseen", ())),
        cover={id: cover for id, _, cover in pairs["cover"]},
        around={id: Around(**dict.fromkeys(filter(None, near.split("+")), True)) for id, _, near in pairs["around"]},
    )
    plays = BotState(side="Red", stance="balanced", sight=known)
    query = SightQuery(unit, live.game.enemies_of("Red"), tuple(given.get("react", ())), tuple(given.get("untold", ())))
    assumed = sight_form.assumed_sight(live, plays, query)
    near = known.around.get(unit, LIKELY) if sight_form.is_surroundings_asked(live, plays, query) else None
    yield from (words(one) for one in sight_form.assumption_lines(live, assumed))
    yield from (words(one) for one in sight_form.surroundings_lines(live, near or Around()))
    yield f"alike: {' '.join(sight_form.units_assumed_alike(live, plays, query))}"
    likely = sight_form.likely_sight(live, plays, live.game.units[unit], assumed)
    yield f"likely: {seen_line(likely)}"
    if "form" not in given:
        return
    yield from options_lines(sight_form.correction_options(words, live, plays, query, assumed, near))
    ticked, first = "ticked" in given, given.get("first", ())
    yield from form_lines(sight_form.seen_form(words, live, plays, query, query.foes, near or Around(), ticked, first))
    beyond = sight_form.sight_beyond_form(live, plays, query, [one.id for one in query.foes[-2:]])
    yield f"beyond: {seen_line(beyond)}"


def seen_line(found: Mapping[str, SeenEnemy | None]) -> str:
    return ", ".join(f"{id} {one.inches}″ {one.cover}" if one else f"{id} unseen" for id, one in found.items())


def parse(words: Reader, live: ActiveGame, text: str) -> Iterator[str]:
    """Yield the view that a form reports, or the refusal."""
    fields, _, rest = text.partition(" rest ")
    sent = {name: [value] if value else [] for name, _, value in (one.partition("=") for one in fields.split())}
    try:
        found = sight_form.parse_sight(sent, live, rest.split())
    except Refusal as refused:
        yield f"! {words(refused.text)}"
        return
    yield seen_line(found)


def test_what_the_bots_units_see_is_asked_as_before() -> None:
    check_script(Path(__file__).with_name("sight_form.txt"), {"sight": sight, "parse": parse})


def test_a_distance_that_was_chosen_for_one_enemy_is_that_of_no_other() -> None:
    foes = sample("fubar").game.enemies_of("Red")
    assert sight_form.parse_distance_choice(foes, "6|soft") == {"u5": SeenEnemy(Decimal(6), "soft")}
