"""The order of small arms fire and its facts; its dice are in the file (Small arms fire)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

from pydantic import Field, model_validator

from rules.command.effects import mark
from rules.files.orders import FileAttack
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.facts import Facts, Flag, Inches
from rules.kernel.text import N_, Joined, Listed, Term, Text, several_of
from rules.opreb import fall_back
from rules.opreb.facts import Attacker, FiringModels, NearestCover, Support, TargetSquad, without_default
from rules.opreb.tables import Board
from rules.opreb.weapons import crews_fire, shooters, skilled, squad_band, support

ACTION = "Small arms fire › Action"


class OprebFireFacts(Facts):
    """Facts of small arms fire."""

    attacker: Attacker = Field(title=N_("Attacker"))
    shooters: tuple[FiringModels, ...] = Field(max_length=20, title=N_("Models firing"))
    support: tuple[Support, ...] = Field(max_length=20, title=N_("Support weapons"))
    distance: Inches = Field(title=N_("Distance"), description=N_("Inches to the target."))
    target: TargetSquad = Field(title=N_("Target"))
    lowers_tier: Flag = Field(default=False, title=N_("Blast or exceptional weapon"), description=N_("One tier worse."))
    flanked: Flag = Field(
        default=False, title=N_("Flanked"), description=N_("Clear sight round the wall to more than half the models.")
    )
    nearest_cover: NearestCover | None = Field(default=None, title=N_("Nearest cover to fall back to"))
    short_of_it: Literal["open", "light"] = Field(
        default="open",
        title=N_("If it falls short"),
        description=N_("Its cover if it falls short. Empty: the cover it had."),
        json_schema_extra=without_default,
    )
    sight: Literal["clear", "blocked"] = Field(default="clear", title=N_("Line of sight"))

    @model_validator(mode="before")
    @classmethod
    def _fill_short_of_it(cls, given: object) -> object:
        """Fill in the cover short of the nearest one: the target's own, but light instead of hard."""
        if not isinstance(given, dict) or "short_of_it" in given:
            return given  # pyright: ignore[reportUnknownVariableType] — of any type: the fields validate it
        facts = cast("dict[str, object]", given)
        target: object = facts.get("target")
        cover: object = cast("dict[str, object]", target).get("cover") if isinstance(target, dict) else None
        return facts | {"short_of_it": "open" if cover == "open" else "light"}


def button_label(board: Board) -> Text:
    """Return the label of the button that fires; the title is too long for one."""
    return Text("Fire")


class FireAtSquad(FileAttack):
    """`/fire`: small arms fire at one enemy squad."""

    doing, done_to, repeats = Text("fire"), Text("be a target"), False
    called = button_label
    needs, several = ("unit", "target", "distance", "cover"), ("target",)
    one_target = Text("Small arms fire targets one enemy squad: name only one."), ACTION

    def facts(self) -> dict[str, object]:
        """Return the facts of the shot from the board and the request; raise BadFacts for uncounted mixed cover."""
        board, request, unit, target = self.board, self.request, self.unit, self.target
        self.chosen = self.chosen_weapons()
        band = squad_band(board, unit, self.chosen)
        states = {state: target.has(state) for state in ("in_position", "hidden")}
        cover = {"models": target.models, "cover": fall_back.cover_of(target, request)}
        short = request.single_situation(["short_open", "short_light"])
        asked = self.asked_situations() | ({"short_of_it": short.partition("_")[2]} if short else {})
        return asked | {
            "sight": "blocked" if request.has_situation("blocked") else "clear",
            "attacker": skilled(unit) | {"band": band, "in_position": unit.has("in_position")},
            "shooters": shooters(board, self.chosen, band),
            "support": support(board, unit, self.chosen),
            "distance": request.distance[0],
            "target": skilled(target) | cover | states,
            "nearest_cover": fall_back.nearest(request),
        }

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Reveal the firing unit if it was hidden, and disorganise a target with wound markers."""
        mine, theirs = now.unit(self.unit.id), now.unit(self.target.id)
        if mine.has("hidden"):
            yield from mark(mine, hidden=None)
        if theirs.count("wounds") and not theirs.has("disorganised"):
            yield from mark(theirs, disorganised=1)
        yield from super().after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        theirs = now.unit(self.target.id)
        yield self._describe_weapons(now)
        if not self.request.has_situation("nothing_near"):
            yield from self._ask_about_cover(played[0].outcome)
        lost = [state for state in ("in_position", "hidden") if self.target.has(state) and not theirs.has(state)]
        if lost:
            yield Text("{unit} is no longer {states}.", unit=theirs.ref, states=Listed(map(Term, lost), "or"))
        yield from super().notes(now, played)

    def _describe_weapons(self, now: Board) -> Text:
        """Return the sentence about the weapons that fired, so that the players can correct it.

        Support weapons out of position do not fire; their crews may.
        """
        rows: Any = self.board.tables.weapons
        small = {name: n for name, n in self.chosen.items() if not rows[name].dice}
        guns = {name: n for name, n in self.chosen.items() if rows[name].dice}
        in_position = now.unit(self.unit.id).has("in_position")
        fired = [several_of(count, name) for name, count in [*small.items(), *(guns.items() if in_position else ())]]
        crews = guns if crews_fire(self.board) else ()
        fired += [Text("the {weapon} crew", weapon=Term(name)) for name in crews]
        return Text("Fired: {weapons}.", weapons=Joined(fired, ", "))

    def _ask_about_cover(self, outcome: Any) -> Iterable[Text]:
        """Return the question for cover that decides about damage and was not named, with a button to add it."""
        facts: Any = self.plays[0].facts
        rulings: Any = self.board.rulings
        held = rulings.pin_effect == "no_move" and facts.target.pinned
        if outcome.damage and not facts.nearest_cover and not held:
            cover = "light" if facts.flanked and facts.target.cover == "hard" else facts.target.cover
            yield from fall_back.ask_about_cover(self.target, cover, outcome.fell_back)
