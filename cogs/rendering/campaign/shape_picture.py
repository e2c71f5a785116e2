"""The ladder or the map of a campaign as a picture, with the same in words; nothing for a league."""

from __future__ import annotations

from cogs.interactions.limits import ALT_TEXT, short
from cogs.rendering.campaign.names import number_of
from cogs.rendering.campaign.standings import shape_texts
from cogs.rendering.charts.campaign_ladder import ladder_picture
from cogs.rendering.charts.campaign_map import Place, map_picture
from cogs.rendering.text import Reader
from rules.campaign.campaign import Campaign
from rules.campaign.standings import ladder, middle
from rules.kernel.text import Joined

Picture = tuple[str, bytes, str]


def shape_picture(words: Reader, campaign: Campaign) -> Picture | None:
    """Drawn as it stands now; slow, so call it in a thread."""
    if campaign.shape == "league":
        return None
    plain = words.plain
    about = short(plain(Joined(list(shape_texts(campaign)))).replace("**", ""), ALT_TEXT)
    if campaign.shape == "ladder":
        return "ladder.png", _ladder(plain, campaign), about
    return "map.png", _map(campaign), about


def _ladder(plain: Reader, campaign: Campaign) -> bytes:
    found = ladder(campaign)
    moves = [(plain.say("Battle {n}", n=number_of(campaign, one.battle)), one.step) for one in found.rungs]
    if moves:
        moves.insert(0, (plain.say("Start"), middle(found.steps)))
    return ladder_picture(campaign.name, found.steps, found.step, found.sides, moves, campaign.colours)


def _map(campaign: Campaign) -> bytes:
    places = [Place(key, one.name, one.holder, one.neighbours, one.at) for key, one in campaign.territories.items()]
    return map_picture(campaign.name, places, campaign.colours)
