"""The standings, the rulings and the ladder or map of a campaign, as text and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.interactions.limits import ALT_TEXT, shorten
from cogs.rendering.campaign.entry import number_of
from cogs.rendering.charts.campaign import DrawnTerritory, ladder_picture, map_picture
from cogs.rendering.text import Reader
from rules.campaign.campaign import Campaign
from rules.campaign.standings import Ladder, RosterStanding, ladder, middle
from rules.campaign.tables import Terms
from rules.campaign.territories import territories_of
from rules.kernel.text import Joined, Listed, Plural, Term, Text, Typed, Value

SHOWN = 25
"""Most rosters on one page."""


def standings_lines(words: Reader, campaign: Campaign, found: Sequence[RosterStanding]) -> list[str]:
    """Return a line per roster, the best first, then the state of the ladder or map."""
    if not found:
        return [words.say("No rosters yet: get one with `/campaign join`.")]
    lines = [words(_standing_text(campaign, one)) for one in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append(words.say("{n} more: `/campaign export`.", n=len(found) - SHOWN))
    terms = campaign.terms
    worth = [one.points for one in campaign.settled_battles() if one.points]
    if terms.points_from == "now" and any(one != terms.points for one in worth):
        name = Term("points_from")
        lines.append(words.say("A battle counts what it was worth when it was signed (ruling {name}).", name=name))
    return [*lines, *map(words, shape_texts(campaign))]


def _standing_text(campaign: Campaign, one: RosterStanding) -> Text:
    values: dict[str, Value] = {
        "place": one.place,
        "roster": campaign.rosters[one.roster].name,
        "points": Plural("{n} point", "{n} points", abs(one.points), n=one.points),
        "parts": Joined(list(_points_parts(campaign, one)), " · "),
    }
    return Text("**{place}.** {roster}: **{points}** · {parts}", **values)


def _points_parts(campaign: Campaign, one: RosterStanding) -> Iterator[Text]:
    """Yield the components of the points, and the tie-breaker."""
    yield Plural("{n} battle", "{n} battles", one.battles)
    if one.battles:
        yield Text("{won} won, {drawn} drawn, {lost} lost", won=one.won, drawn=one.drawn, lost=one.lost)
        yield Text("loss difference {difference:+}", difference=one.difference)
    yield Plural("{n} figure left", "{n} figures left", one.strength)
    roster = campaign.rosters[one.roster]
    if one.territories:
        worth = sum(land.victory for land in territories_of(campaign.territories, roster.side).values())
        yield Plural("{n} territory ({worth:+})", "{n} territories ({worth:+})", one.territories, worth=worth)
    if roster.awarded:
        yield Text("awarded {n:+}", n=roster.awarded)
    if one.by == "battles" and campaign.terms.ties == "fewer_battles":
        yield Text("ranked lower: more battles fought (ruling {name})", name=Term("ties"))
    elif one.by:
        yield _TIES[one.by]


_TIES = {
    "battles": Text("ranked lower: fewer battles fought (ruling {name})", name=Term("ties")),
    "difference": Text("ranked lower: loss difference"),
    "strength": Text("ranked lower: fewer figures left"),
    "shared": Text("equal in everything: same place"),
}


def shape_texts(campaign: Campaign) -> Iterator[Text]:
    """Yield the state of the ladder or the holders of territories; nothing for a league."""
    if campaign.shape == "ladder":
        yield from _ladder_texts(campaign, ladder(campaign))
    elif campaign.shape == "map":
        holders = dict.fromkeys(one.holder for one in campaign.territories.values())
        for holder in sorted(holders, key=lambda one: not one):
            names = [one.name for one in campaign.territories.values() if one.holder == holder]
            who = Typed(holder) if holder else Text("No side")
            yield Text("**{holder}** holds {territories}.", holder=who, territories=Listed(names))


def _ladder_texts(campaign: Campaign, found: Ladder) -> Iterator[Text]:
    yield Text("The ladder is at step {step} of {steps}.", step=found.step, steps=found.steps)
    if found.winner is not None:
        yield Text("{side} reaches the end of the ladder and wins.", side=found.winner)
    elif len(found.sides) == 2:
        one, other = found.sides
        yield Text("{one} climbs to {steps}, {other} to 1.", one=one, other=other, steps=found.steps)
    moves = [
        Text("battle {number}: {moved:+}", number=number_of(campaign, rung.battle), moved=rung.moved)
        for rung in found.rungs[-10:]
        if rung.moved
    ]
    if moves:
        yield Text("Moves: {moves}.", moves=Joined(moves, ", "))


# The rulings of a campaign: its own terms, and the initial rulings of its battles.


def rulings_lines(words: Reader, campaign: Campaign) -> list[str]:
    """Return a line per ruling: name, value and description; changed ones are marked."""
    lines: list[str] = []
    for name, value in campaign.terms.model_dump().items():
        about = Terms.model_fields[name].description or ""
        mark = "●" if name in campaign.rulings else "○"
        said = Text("**{name}**: {value}. {about}", name=Term(name), value=Term(str(value)), about=Text(about))
        lines.append(f"{mark} {words(said)}")
    for name, value in campaign.battle_rulings.items():
        lines.append("● " + words.say("In battles **{name}**: {value}", name=Term(name), value=Term(str(value))))
    return [*lines, words.say("The arbitrator changes them: `/campaign rulings name: value:`.")]


# The ladder or the map of a campaign as a picture with a description; nothing for a league.

Picture = tuple[str, bytes, str]


def shape_picture(words: Reader, campaign: Campaign) -> Picture | None:
    """Draw the current ladder or map; call it in a thread, because it is slow."""
    if campaign.shape == "league":
        return None
    plain = words.plain
    about = shorten(plain(Joined(list(shape_texts(campaign)))).replace("**", ""), ALT_TEXT)
    if campaign.shape == "ladder":
        found = ladder(campaign)
        moves = [(plain.say("Battle {n}", n=number_of(campaign, one.battle)), one.step) for one in found.rungs]
        if moves:
            moves.insert(0, (plain.say("Start"), middle(found.steps)))
        drawn = ladder_picture(campaign.name, found.steps, found.step, found.sides, moves, campaign.colours)
        return "ladder.png", drawn, about
    places = [
        DrawnTerritory(key, one.name, one.holder, one.neighbours, one.at) for key, one in campaign.territories.items()
    ]
    return "map.png", map_picture(campaign.name, places, campaign.colours), about
