"""The views of the bot's units: its assumptions, and the form that corrects them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from bot.game.registry import ActiveGame
from bot.services.play.opponent import ASSUMED_DISTANCE
from bot.services.play.opponent_state import BotState, SightQuery
from cogs.components.controls import GameId, MenuOption
from cogs.components.fact_fields import parse_decimal
from cogs.components.forms import Field, Form, menu_field
from cogs.interactions import limits
from cogs.rendering.text import Reader
from data.files import opponent_of
from rules.command.legality import Legality
from rules.command.next_steps import best_use
from rules.game.unit import Unit
from rules.kernel.facts import Choice
from rules.kernel.text import NOTHING, Heading, Joined, Listed, Text, UnitRef, inches_text
from rules.opponent.sight import BEYOND, LIKELY, Around, SeenEnemy, Sight, pair, sort_by_nearness

MOST_BESIDE = 12
"""Most further enemies in sight that fit into the id of the form."""
_BANDS = (3, 6, 9, 12, 18, 24, 36, 48)
"""Default ends of distance bands in inches, if the system has none of its own or too many for a menu."""
_FAR = (12, 24, 36, 48)
"""Ends of distance bands in inches that are added to the assault ranges."""
_INSIDE = 3
"""Inches by which an enemy is assumed to be nearer than the end of a wide band."""
MOST_NAMED = 2
"""Most units with the same assumption that are listed by name rather than as all others."""
_UNSEEN = "no"
AROUND_IT = "around"
OTHERS = "others"
"""Id of the field for all enemies in sight that have no field of their own."""
_NEAR = {
    "cover": Text("cover within reach"),
    "objective": Text("an objective within reach"),
    "hide": Text("somewhere out of sight within reach"),
    "holds": Text("it is at an objective"),
}
"""Features around a unit, by the fields of `Around`."""
_NOT_NEAR = {
    "cover": Text("no cover within reach"),
    "objective": Text("no objective within reach"),
    "hide": Text("nowhere out of sight within reach"),
    "holds": Text("it is at no objective"),
}
_SO, _NOT_SO, _ELSEWHERE = "+", "-", "~"
"""Prefixes of an option's value: an enemy is in sight or a feature near, or not; it is at another distance."""


class SeenForm(GameId, what="opptold"):
    """The form for the distances of the enemies that a unit sees.

    `rest` are further enemies in sight: they are where the field for all others says, else at their last known
    distances. Enemies in neither are out of sight.
    """

    unit: str
    rest: tuple[str, ...]


def parse_sight(
    sent: Mapping[str, Sequence[str]], live: ActiveGame, rest: Sequence[str]
) -> dict[str, SeenEnemy | None]:
    """Return the view of each enemy in the form, and of the `rest` if its field is filled in."""
    others = [(id, sent[OTHERS]) for id in rest if sent.get(OTHERS)]
    return {id: _parse_seen(values[0]) for id, values in (*others, *sent.items()) if id in live.game.units and values}


def parse_surroundings(sent: Mapping[str, Sequence[str]]) -> Around:
    """Return the features around the unit in the form."""
    return Around(**{name: name in sent.get(AROUND_IT, ()) for name in _NEAR})


def _parse_seen(value: str) -> SeenEnemy | None:
    """Parse an option of the form; raise Refusal for an invalid one, since clients may send anything."""
    if value == _UNSEEN:
        return None
    inches, _, cover = value.partition("|")
    return SeenEnemy(parse_decimal(inches, 1000), cover)


def is_surroundings_asked(live: ActiveGame, plays: BotState, query: SightQuery) -> bool:
    """True if the surroundings of the unit matter; a unit that reacts or only shoots in this phase stays put."""
    if query.reactor_count or live.game.holder not in (None, plays.side):
        return False
    begins = live.system.commands.get("activate")
    if begins is not None and begins.offered:
        return True
    return best_use(live.board, "move", live.game.units[query.unit]) is Legality.OK


def _split_foes(
    live: ActiveGame, plays: BotState, query: SightQuery, seen: Sequence[Unit], first: Sequence[str]
) -> tuple[Sequence[Unit], Sequence[Unit]]:
    """Return the enemies with a field of their own, `first` and then the nearest, and those that share the last one."""
    near = sort_by_nearness(plays.sight, query.unit, seen)
    near.sort(key=lambda one: one.id not in first)
    most = limits.MODAL_FIELDS - is_surroundings_asked(live, plays, query)
    own = most if len(near) <= most else most - 1
    return near[:own], near[own : own + MOST_BESIDE]


def seen_form(
    words: Reader,
    live: ActiveGame,
    plays: BotState,
    query: SightQuery,
    seen: Sequence[Unit],
    around: Around,
    ticked: bool = False,
    first: Sequence[str] = (),
) -> Form:
    """Return the form for the distances of the visible enemies, prefilled with the last known ones.

    Those in `first` and then the nearest have a field each, all others share one. With `ticked`, all enemies in `seen`
    are in sight, even if they were reported out of sight before.
    """
    words = words.plain.at(live.board)
    shown, rest = _split_foes(live, plays, query, seen, first)
    about = SeenForm(live.info.id, query.unit, tuple(one.id for one in rest))
    options, ends = distance_options(words, live, live.game.units[query.unit])
    fields = list[Field]()
    for foe in shown:
        last = None if ticked else _last_seen(plays, query.unit, foe, ends, _open_ground(live))
        there = last or (_seen_at(plays, query.unit, foe, ends, _open_ground(live)) if ticked else None)
        selected = _seen_value(there) if there else _UNSEEN
        fields.append(menu_field(foe.id, Text("{unit}", unit=foe.ref), options, (selected,)))
    if rest:
        title, names = Text("The other {n}", n=len(rest)), Listed([one.ref for one in rest])
        hint = Text("Leave it empty if it is right for {units}.", units=names)
        fields.append(menu_field(OTHERS, title, options, needed=False, hint=hint))
    if is_surroundings_asked(live, plays, query):
        features = [Choice(name, _feature_text(live, name)) for name in _NEAR]
        selected = tuple(name for name in _NEAR if getattr(around, name))
        fields.append(menu_field(AROUND_IT, Text("Nearby"), features, selected, len(features), needed=False))
    return Form(words, Text("What does {unit} see?", unit=UnitRef(query.unit)), about, fields)


def _feature_text(live: ActiveGame, name: str, so: bool = True) -> Text:
    """Return the text for a feature around a unit, or for its absence."""
    reach = opponent_of(live.system.key).reach
    if name == "objective" and reach is not None:
        far = inches_text(reach)
        return Text("an objective within {high}", high=far) if so else Text("no objective within {high}", high=far)
    return (_NEAR if so else _NOT_NEAR)[name]


def distance_options(words: Reader, live: ActiveGame, unit: Unit) -> tuple[list[MenuOption], Sequence[Decimal]]:
    """Return a menu of every distance with every cover, and the ends of the bands."""
    covers, ends = _possible_covers(live), _band_ends(live, unit)
    beyond = _may_be_out_of_reach(live)
    out = words.say("Not in sight") if beyond else words.say("Not in sight, or out of reach")
    options = [MenuOption(out, _UNSEEN)]
    for end in ends:
        for cover in covers:
            options.append(
                MenuOption(words(Heading(_distance_text(end, cover))), _seen_value(SeenEnemy(end, cover.code)))
            )
    if beyond:
        # An enemy beyond all weapons is still in sight.
        far = SeenEnemy(BEYOND, covers[0].code)
        options.append(MenuOption(words(Heading(_distance_text(far.inches, covers[0]))), _seen_value(far)))
    return options, ends


def _may_be_out_of_reach(live: ActiveGame) -> bool:
    """True if it matters that an enemy is in sight but out of reach."""
    return bool(opponent_of(live.system.key).alone)


def _distance_text(inches: Decimal, cover: Choice | None) -> Text:
    if inches >= BEYOND:
        return Text("in sight, further away")
    name = cover and (cover.name or cover.label)
    return Joined([Text("up to {high}", high=inches_text(inches)), *([name] if name else [])], ", ")


def _band_ends(live: ActiveGame, unit: Unit) -> Sequence[Decimal]:
    """Return the ends of the distance bands in inches, as many as a menu holds with every cover."""
    room = (limits.CHOICES - 1 - _may_be_out_of_reach(live)) // len(_possible_covers(live))
    ends, table = _bands_of_unit(live, unit), opponent_of(live.system.key)
    if ends and len(ends) <= room:
        return ends
    # By default within reach of an assault, without and with a move, then ranges.
    near = dict.fromkeys(one for one in (table.assault, table.charge) if one is not None)
    return [Decimal(one) for one in ([*near, *_FAR][:room] if near else _BANDS[-room:])]


def _bands_of_unit(live: ActiveGame, unit: Unit) -> list[Decimal]:
    """Return the ends of a unit's range bands, and the longest range at which enemies reach it."""
    ends = [band.high for band in live.system.bands(live.board, unit)]
    # Enemies that reach the unit also see it.
    others = live.game.enemies_of(unit.side)
    far = max((band.high for one in others for band in live.system.bands(live.board, one)), default=Decimal(0))
    return [*ends, far] if ends and far > ends[-1] else ends


def likely_sight(
    live: ActiveGame, plays: BotState, unit: Unit, seen: Mapping[str, SeenEnemy | None]
) -> dict[str, SeenEnemy | None]:
    """Return the view of a unit with a likely distance for each enemy within its band.

    That is the known distance if it is within the band, else slightly less than the end of the band: at its very end
    a single step would take an enemy out of reach.
    """
    ends = _band_ends(live, unit)
    if ends != _bands_of_unit(live, unit):
        return {**seen}
    lows = {end: low for low, end in pairwise([Decimal(0), *ends])}

    def likely_distance(foe: str, end: Decimal) -> Decimal:
        known = plays.sight.inches_between(unit.id, foe)
        low = lows.get(end, end)
        inside = known is not None and low < known < end
        return known if known is not None and inside else max((low + end) / 2, end - _INSIDE)

    return {foe: one and one._replace(inches=likely_distance(foe, one.inches)) for foe, one in seen.items()}


def sight_beyond_form(
    live: ActiveGame, plays: BotState, query: SightQuery, rest: Sequence[str]
) -> dict[str, SeenEnemy | None]:
    """Return the enemies in sight for which the form has no room, at their last known distances."""
    ends, units = _band_ends(live, live.game.units[query.unit]), live.game.units
    known = [one.id for one in query.foes if one.id in rest]
    return {one: _seen_at(plays, query.unit, units[one], ends, _open_ground(live)) for one in known}


def correction_options(
    words: Reader,
    live: ActiveGame,
    plays: BotState,
    query: SightQuery,
    assumed: Mapping[str, SeenEnemy | None],
    near: Around | None,
) -> list[MenuOption]:
    """Return the options that correct an assumption: one per enemy, and with `near` one per feature.

    Enemies in sight that have no field of their own in the form have an option that gives them one.
    """
    around = list[MenuOption]()
    for name in _NEAR if near is not None else ():
        so = getattr(near, name)
        label = words(Heading(_feature_text(live, name, not so)))
        around.append(MenuOption(label, f"{_NOT_SO if so else _SO}{name}"))
    foes = query.foes[: limits.CHOICES - len(around)]
    _, rest = _split_foes(live, plays, query, [one for one in foes if assumed[one.id] is not None], ())
    far = [MenuOption(words.say("{unit}: other distance …", unit=one.ref), f"{_ELSEWHERE}{one.id}") for one in rest]
    far = far[: limits.CHOICES - len(foes) - len(around)]
    sights = list[MenuOption]()
    for foe in foes:
        seen = assumed[foe.id] is not None
        label = Text("{unit}: out of sight", unit=foe.ref) if seen else Text("{unit}: in sight", unit=foe.ref)
        sights.append(MenuOption(words(label), f"{_NOT_SO if seen else _SO}{foe.id}"))
    return [*sights, *far, *around]


def apply_ticks(ticked: Sequence[str], before: Iterable[str]) -> set[str]:
    """Return the items of `before`, without those ticked as wrong and with those ticked as right."""
    wrong = {one[1:] for one in ticked if one[:1] == _NOT_SO}
    return {*before, *(one[1:] for one in ticked if one[:1] == _SO)} - wrong


def foes_elsewhere(ticked: Sequence[str]) -> list[str]:
    """Return the enemies that were ticked as being at another distance."""
    return [one[1:] for one in ticked if one[:1] == _ELSEWHERE]


def tick_surroundings(ticked: Sequence[str], before: Around) -> Around:
    """Return the features around a unit after the ticked corrections."""
    features = apply_ticks(ticked, (name for name in _NEAR if getattr(before, name)))
    return Around(**{name: name in features for name in Around.model_fields})


def parse_distance_choice(foes: Sequence[Unit], line: str) -> dict[str, SeenEnemy | None]:
    """Parse an option of the distance menu for its only enemy."""
    return {foe.id: _parse_seen(line) for foe in foes[:1]}


def assumed_sight(live: ActiveGame, plays: BotState, query: SightQuery) -> dict[str, SeenEnemy | None]:
    """Return the assumed view of each enemy in question, by id; None if it is out of sight."""
    ends, first = _band_ends(live, live.game.units[query.unit]), _open_ground(live)
    near = sort_by_nearness(plays.sight, query.unit, query.foes)
    return {foe.id: _last_seen(plays, query.unit, foe, ends, first) for foe in near}


def units_assumed_alike(live: ActiveGame, plays: BotState, query: SightQuery) -> list[str]:
    """Return the units with the same assumptions as the unit in question, that unit first."""

    def assumptions_of(unit: str) -> object:
        near = plays.sight.around.get(unit, LIKELY) if is_surroundings_asked(live, plays, query) else None
        return assumed_sight(live, plays, query._replace(unit=unit)), near

    first = assumptions_of(query.unit)
    return [query.unit, *(one for one in query.untold if one != query.unit and assumptions_of(one) == first)]


def assumption_lines(live: ActiveGame, assumed: Mapping[str, SeenEnemy | None]) -> Iterator[Text]:
    """Yield the bot's assumptions as texts, one line per distance and cover."""
    covers, groups = {one.code: one for one in _possible_covers(live)}, dict[SeenEnemy | None, list[UnitRef]]()
    for id, seen in assumed.items():
        groups.setdefault(seen, []).append(UnitRef(id))
    most = max(groups, key=lambda one: len(groups[one]), default=None)
    few = len(groups.get(most, ())) <= (MOST_NAMED if len(groups) > 1 else 1)

    def units_text(of: SeenEnemy | None) -> Text:
        if few or of != most:
            return Listed(groups[of])
        return Text("all others") if len(groups) > 1 else Text("all enemies")

    # The group called "all others" comes last.
    for seen in sorted(groups, key=lambda one: (not few and one == most, one is None, one and one.inches)):
        if seen is None:
            yield Text("Out of sight: {units}.", units=units_text(None))
        else:
            far = _distance_text(seen.inches, covers.get(seen.cover))
            yield Text("{units}: {far}.", units=Heading(units_text(seen)), far=far)


def surroundings_lines(live: ActiveGame, near: Around) -> Iterator[Text]:
    """Yield the assumptions about the features around a unit."""
    features = [_feature_text(live, name) for name in _NEAR if getattr(near, name)]
    if features:
        yield Text("Nearby: {around}.", around=Joined(features, "; "))


def _possible_covers(live: ActiveGame) -> Sequence[Choice]:
    """Return the covers that a target may have, open ground first."""
    fire = live.system.commands.get("fire")
    return fire.covers if fire and fire.covers else (Choice("", NOTHING),)


def _open_ground(live: ActiveGame) -> str:
    return _possible_covers(live)[0].code


def _seen_value(seen: SeenEnemy) -> str:
    return f"{seen.inches:f}|{seen.cover}"


def _last_seen(plays: BotState, unit: str, foe: Unit, ends: Sequence[Decimal], in_the_open: str) -> SeenEnemy | None:
    """Return the last reported view of an enemy, else the likely one; None if it is out of sight."""
    if pair(unit, foe.id) in plays.sight.unseen:
        return None
    if unit not in plays.sight.around and (_is_mostly_unseen(plays.sight) or _is_unseen_by_all(plays.sight, foe.id)):
        return None
    return _seen_at(plays, unit, foe, ends, in_the_open)


def _seen_at(plays: BotState, unit: str, foe: Unit, ends: Sequence[Decimal], in_the_open: str) -> SeenEnemy:
    """Return the distance and cover of an enemy if it is in sight."""
    far = plays.sight.inches_between(unit, foe.id) or ASSUMED_DISTANCE
    if far >= BEYOND:
        return SeenEnemy(BEYOND, in_the_open)
    end = next((one for one in ends if far <= one), ends[-1])
    return SeenEnemy(end, plays.sight.cover.get(foe.id) or in_the_open)


def _is_unseen_by_all(sight: Sight, foe: str) -> bool:
    """True if the views of several units on an enemy are known and none of them sees it."""
    reported = {key for key in (*sight.inches, *sight.unseen) if foe in key.split()}
    return len(reported) > 1 and reported <= sight.unseen


def _is_mostly_unseen(sight: Sight) -> bool:
    """True if several units have reported views and see at most one in five of their enemies.

    A single unit may happen to be behind a house.
    """
    reported = [
        key for key in (*sight.inches, *sight.unseen - sight.inches.keys()) if sight.around.keys() & key.split()
    ]
    return len(sight.around) > 1 and 5 * len(sight.unseen.intersection(reported)) >= 4 * len(reported)
