"""The state of a campaign: the fold of its entries, and nothing else. It is plain values and never changes itself."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.campaign.battle import Battle
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.terms import EARLIER, Terms, terms_of
from rules.campaign.territories import Territory
from rules.errors import RuleError
from rules.text import Text
from rules.unit import Value

Shape = Literal["league", "ladder", "map"]


class Member(BaseModel):
    """A person of a campaign; a reader plays no roster."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    reader: bool = False


class Campaign(BaseModel):
    """Everything the record says about one campaign after entry `number`."""

    model_config = ConfigDict(frozen=True)

    number: int = 0
    format: int = 1
    """How the last entry is recorded: what was decided since format 1 counts for later entries only."""
    begun_in: int = 1
    """The format of the entry that began it: its rulings are those that campaigns had then."""
    id: str = ""
    name: str = ""
    system: str = ""
    shape: Shape = "league"
    server: str = ""
    arbitrator: str | None = None
    members: dict[str, Member] = Field(default_factory=dict[str, Member])
    rosters: dict[str, Roster] = Field(default_factory=dict[str, Roster])
    units: dict[str, CampaignUnit] = Field(default_factory=dict[str, CampaignUnit])
    battles: dict[str, Battle] = Field(default_factory=dict[str, Battle])
    territories: dict[str, Territory] = Field(default_factory=dict[str, Territory])
    rulings: dict[str, Value] = Field(default_factory=dict[str, Value])
    battle_rulings: dict[str, Value] = Field(default_factory=dict[str, Value])
    """Rulings of the rule system that its battles begin with."""
    levels: tuple[int, ...] = (4, 10, 18)
    steps: int = 0
    """How many steps a ladder has."""
    over: bool = False
    winner: str | None = None
    returned: dict[str, tuple[int, ...]] = Field(default_factory=dict[str, tuple[int, ...]])
    """Faces of undone throws of the bot, by the need they were thrown for: it draws them again."""
    kept: dict[str, tuple[int, ...]] = Field(default_factory=dict[str, tuple[int, ...]])
    """A player's own faces of undone throws: the bot throws no others in their place."""
    undone: tuple[int, ...] = ()

    @property
    def terms(self) -> Terms:
        return terms_of(self.rulings if self.begun_in > 1 else {**EARLIER, **self.rulings})

    @property
    def colours(self) -> dict[str, str]:
        """The colour of each side: that of the first roster that plays it."""
        return {one.side: one.colour for one in reversed(self.rosters.values())}

    @property
    def begun(self) -> bool:
        return bool(self.id)

    def after(self, **changes: Any) -> Campaign:
        return self.model_copy(update=changes)

    def at(self, number: int, format: int) -> Campaign:
        """The campaign at an entry that is about to be added."""
        return self.after(number=number, format=format)

    # What it becomes with one thing in place of another

    def with_member(self, member: Member) -> Campaign:
        return self.after(members={**self.members, member.id: member})

    def with_roster(self, roster: Roster) -> Campaign:
        return self.after(rosters={**self.rosters, roster.id: roster})

    def with_unit(self, *units: CampaignUnit) -> Campaign:
        return self.after(units=self.units | {unit.id: unit for unit in units})

    def with_battle(self, battle: Battle) -> Campaign:
        return self.after(battles={**self.battles, battle.id: battle})

    # What is asked of it; each raises RuleError for what is not there

    def member(self, player: str) -> Member:
        if player not in self.members:
            raise RuleError(Text("That person has not joined this campaign; `/campaign join` comes first."))
        return self.members[player]

    def roster(self, id: str) -> Roster:
        if id not in self.rosters:
            raise RuleError(Text("There is no such roster in this campaign; `/campaign roster` lists them."))
        return self.rosters[id]

    def unit(self, id: str) -> CampaignUnit:
        if id not in self.units:
            raise RuleError(Text("There is no such unit in this campaign; `/campaign roster` lists them."))
        return self.units[id]

    def battle(self, id: str) -> Battle:
        if id not in self.battles:
            raise RuleError(Text("There is no such battle in this campaign; `/campaign battle list` lists them."))
        return self.battles[id]

    # What is found in it

    def of_player(self, player: str) -> Roster | None:
        return next((one for one in self.rosters.values() if one.player == player), None)

    def of_roster(self, roster: str, gone: bool = False) -> tuple[CampaignUnit, ...]:
        """The units of a roster, those that have left it for good too if asked for."""
        return tuple(unit for unit in self.units.values() if unit.roster == roster and (gone or not unit.gone))

    def fights(self, unit: str) -> Battle | None:
        """The battle that a unit is away in."""
        return next((one for one in self.battles.values() if one.open and one.has(unit)), None)

    def of_game(self, game: str) -> Battle | None:
        return next((one for one in self.battles.values() if one.game == game), None)

    def settled_battles(self) -> tuple[Battle, ...]:
        """Battles that count, in the order in which they were first begun."""
        return tuple(one for one in self.battles.values() if one.settled is not None)

    def fit(self, roster: str) -> tuple[CampaignUnit, ...]:
        """The units that a roster may field now."""
        return tuple(unit for unit in self.of_roster(roster) if self.keeps_away(unit) is None)

    def keeps_away(self, unit: CampaignUnit) -> Text | None:
        """Why a unit cannot be fielded now, as a sentence; None where it can."""
        if unit.gone or unit.status == "captured":
            return Text("{unit} is lost, captured or dismissed; choose another unit.", unit=unit.name)
        if self.fights(unit.id):
            return Text("{unit} fights another battle; end that one and sign its report first.", unit=unit.name)
        if unit.resting:
            return Text("{unit} rests; use `/campaign rest` to call it back.", unit=unit.name)
        if unit.models < 1:
            return Text("{unit} has nobody who can fight; place figures in it first.", unit=unit.name)
        if unit.status == "recovering" and self.terms.recovering_fight == "no":
            return Text("{unit} is recovering and misses this battle; choose another unit.", unit=unit.name)
        return None
