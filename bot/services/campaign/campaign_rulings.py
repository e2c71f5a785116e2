"""The rulings of a campaign, and those of its rule system for future battles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.errors import Refusal
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, NewCampaignEntry, changes_campaign
from bot.services.campaign.command import TextOption, campaign_command
from bot.services.play.preferences import option_of
from data import CAMPAIGN, system_of
from rules.campaign.campaign import Campaign
from rules.campaign.people_events import BattleRulingSet, CampaignRulingSet
from rules.campaign.tables import Terms
from rules.command.choices import only_code
from rules.command.contract import parse_ruling
from rules.kernel.serialise import rulings_json
from rules.kernel.text import N_, Term, Text
from rules.kernel.wording import Ruler


class CampaignRulingCommands:
    """Sets and lists the rulings of a campaign."""

    def __init__(self, referee: CampaignReferee) -> None:
        self.referee = referee

    @campaign_command(
        "rulings",
        N_("See the campaign's rulings, or set one (name and value)."),
        reads="rulings",
        name=TextOption(N_("The ruling."), "rulings", code=True),
        value=TextOption(N_("Its new value."), "ruling_values", code=True),
    )
    @changes_campaign
    def rule(self, campaign: Campaign, call: Call, name: str = "", value: str = "") -> NewCampaignEntry:
        """Set a ruling of the campaign, or a ruling of its rule system for future battles.

        Raises BadFacts for an unknown ruling.
        """
        if not (name and value):
            raise Refusal(Text("Give both `name` and `value` to set a ruling, or neither to see all."))
        system = system_of(campaign.system)
        known = only_code(name, dict.fromkeys([*Terms.model_fields, *system.rulings.model_fields])) or name
        theirs = known in system.rulings.model_fields and known not in Terms.model_fields
        rules, named = system if theirs else replace(CAMPAIGN, rulings=Terms), known
        typed = value.strip()[:40]
        options = [one for ruling in rulings_json(rules) if ruling["name"] == named for one in ruling["options"]]
        if all(isinstance(one, str) for one in options):
            # A number stays as typed: the error of a wrong one states its bounds.
            typed = option_of(rules, named, typed, Ruler())
        [(key, setting)] = parse_ruling(rules, named, typed).items()
        own = key in Terms.model_fields
        event = CampaignRulingSet(name=key, value=setting) if own else BattleRulingSet(name=key, value=setting)
        title = Text("Ruling: {name} is {value}", name=Term(key), value=Term(str(setting)))
        later = key in ("points_major", "points_minor", "points_draw") and campaign.terms.points_from == "now"
        note = Text("It applies to battles signed from now on (ruling {name}).", name=Term("points_from"))
        return NewCampaignEntry("campaign rulings", [event], title, [note] if later else [])

    @staticmethod
    def rulings(campaign: Campaign) -> Mapping[str, Any]:
        """Return every ruling of the campaign with its value; rulings for its battles are in `battle_rulings`."""
        return campaign.terms.model_dump()
