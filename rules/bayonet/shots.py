"""`/fire`: one target, a burst or an area."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from rules.bayonet import figures, shooting, tables
from rules.bayonet.assault import out_of_combat
from rules.bayonet.facts import RATE, SHOOTING, BayonetFireFacts, BayonetProfile
from rules.bayonet.fire import BayonetFire
from rules.bayonet.movement import RESULTS
from rules.bayonet.shot_effects import bystanders, each_once, events_of_strays, worsened_notes
from rules.bayonet.turn import TURNS, order_not_rolled_warnings
from rules.command.asked import SituationRow
from rules.command.effects import mark, require_alive, require_enemies
from rules.command.planned import Blast, Planned
from rules.game.events import Event, StateCounted
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.text import N_, Listed, Plural, Text, counted

POSITIONS = {
    "opportunity_known": N_("a known position, or in sight: −1"),
    "opportunity_unknown": N_("anywhere else: −2"),
}
COVERS = (
    Choice("none", Text("None: in the open"), Text("in the open")),
    Choice("partial", Text("Partial cover: +1"), Text("partial cover")),
    Choice("cover", Text("Cover: +2"), Text("in cover")),
    Choice("fortification", Text("Fortification: +3"), Text("in a fortification")),
)


def _is_out_of_own_bound(shot: BayonetShoot, _: int) -> bool:
    """True if it reacts to a move in another side's bound."""
    return TURNS.current_side(shot.board) != shot.unit.side


_KNOWN = Text("Opportunity fire from a known position or in sight: −1")
_NOT_EXPOSED = Text("The target was in sight for half of its possible move or less")
_ASKED = (
    SituationRow("opportunity_known", _KNOWN, "opportunity", "known", _is_out_of_own_bound),
    SituationRow(
        "opportunity_unknown", Text("Opportunity fire otherwise: −2"), "opportunity", "unknown", _is_out_of_own_bound
    ),
    SituationRow("not_exposed", _NOT_EXPOSED, "exposed_move", False, _is_out_of_own_bound),
    SituationRow("overlap", Text("Into combat, the target overlaps: −1")),
    SituationRow("hand_to_hand", Text("Into combat, the target is hand to hand: −2")),
    SituationRow("behind", Text("From behind: armour does not count"), "from_behind"),
    SituationRow("uphill", Text("Uphill, thrown or primitive weapon: +1 for the target")),
    SituationRow("abc", Text("An ABC attack (gas)")),
    SituationRow("psi", Text("A psi attack (magic)")),
    SituationRow("indirect", Text("Indirect fire: needs no sight")),
    SituationRow("blocked", Text("The target is out of sight")),
    SituationRow("figure_between", Text("A figure is partly between")),
    SituationRow("out_of_arc", Text("The target is outside the shooter's arc")),
)
_SHOOT, _BE_A_TARGET = Text("shoot"), Text("be a target")


class BayonetShoot(tables.Order):
    """`/fire`: the first unit shoots; further units aid it."""

    key, title = BayonetFire.key, BayonetFire.title
    needs, several, covers = ("unit", "target"), ("unit", "target"), COVERS
    situations, situation_rows, joiner_count = figures.AIDING, _ASKED, figures.AIDS

    # Set by `_must_be_lawful` from the request.
    aiding: Sequence[Unit]
    gun: figures.Gun
    kind: tables.Kind
    at: Sequence[Unit]
    """The figures under fire; one that takes several parts of a burst appears once for each."""

    @property
    def into_combat(self) -> str | None:
        """The kind of a shot into combat: as requested, or by the targets' states, hand to hand first."""
        if said := self.request.single_situation(("overlap", "hand_to_hand")):
            return said
        found = {figures.kind_of_combat(unit) for unit in self.at}
        return next((kind for kind in ("hand_to_hand", "overlap") if kind in found), None)

    # Legality: refusals, questions and warnings.

    def checks(self) -> None:
        self._must_be_lawful()
        if self.request.action == "opportunity" and not self.request.single_situation(POSITIONS):
            question = Text("where did {target} set out from?", target=self.target.ref)
            places = tuple(Choice(code, Text(label)) for code, label in POSITIONS.items())
            raise MissingFacts([Ask("situation", question, places), *self._ask_range(bool(self.request.distance))])
        if not self.request.has_situation("indirect"):
            self._check_sight()
        for unit in (self.unit, *self.aiding):
            if unit.has("fired"):
                gone = N_("{unit} has already shot in this bound: one shot or burst per bound ({section}).")
                self.warn(Text(gone, unit=unit.ref, section=RATE))
            elif unit.has("reloading"):
                bounds = counted(unit.count("reloading"), "bound", "bounds")
                loads = N_("{unit} is reloading for {bounds} of the enemy ({section}).")
                self.warn(Text(loads, unit=unit.ref, bounds=bounds, section=RATE))
        self._check_step()
        targets = {unit.id: unit for unit in self.at}.values()
        if self.request.single_situation(POSITIONS):
            for target in targets:
                if not target.has("moved"):
                    still = N_("{target} has not moved in this bound ({section}).")
                    self.warn(Text(still, target=target.ref, section=shooting.OPPORTUNITY))
        for target in targets:
            if target.has("targeted") and not self.unit.has("fired"):
                shot_at = N_("{target} was already shot at in this bound; {unit} could have aided then ({section}).")
                self.warn(Text(shot_at, target=target.ref, unit=self.unit.ref, section=tables.AID))
        if self.at:
            self.warn(*figures.range_warnings(self.request, self.aiding, self.gun, self.at))

    def _must_be_lawful(self) -> None:
        """Raise RuleError for figures that may not shoot, or be shot at; BadFacts for an unknown weapon."""
        for unit in (units := self.units):
            require_alive(unit, _SHOOT)
            if unit.has("suppressed"):
                hides = Text("{unit} is suppressed: it seeks cover and does not return fire.", unit=unit.ref)
                raise RuleError(hides, RESULTS)
            if unit.has("fleeing"):
                raise RuleError(Text("{unit} flees: it moves away and does not return fire.", unit=unit.ref), RESULTS)
        self.aiding, self.gun = units[1:], figures.gun(self.board, self.unit, self.request.firers)
        shot, targets, said = self.gun, self.targets, self.request.single_situation(("abc", "psi"))
        self.kind = "abc" if said == "abc" else "psi" if said else shot.profile.kind
        self.at = targets * len(shot.parts) if len(targets) == 1 and shot.parts else targets
        if shot.profile.range_cf is None:
            none = Text("{shooter} has no Range Combat Factor: it cannot shoot.", shooter=self.unit.ref)
            raise RuleError(none, SHOOTING)
        figures.must_aid(self.aiding, self.unit, tables.AID)
        for unit in self.aiding:
            if figures.profile(unit).range_cf is None:
                raise RuleError(Text("{unit} cannot shoot and so cannot aid.", unit=unit.ref), tables.AID)
        area = shot.profile.area
        for target in targets:
            figures.require_factor(require_alive(target, _BE_A_TARGET), self.kind)
        for target in targets if area is None or area.selective else ():
            require_enemies(self.unit, target)
        if area is None and not shot.profile.automatic and (len(targets) > 1 or shot.parts):
            raise RuleError(
                Text("{shooter} is not automatic: one shot, one target.", shooter=shot.name), shooting.AUTOMATIC
            )

    def _ask_range(self, given: bool = False) -> list[Ask]:
        """Return the question for the distance of a direct shot, unless it is `given` or the weapon has no range."""
        by_area, reach = self.gun.profile.area is not None, self.gun.profile.range
        if given or by_area or reach is None or not self.at or self.board.rulings.shot_range == "left_out":
            return []
        units = Listed(list(dict.fromkeys(unit.ref for unit in self.at)))
        return [Ask("distance", Text("how far is it to {units}? ({section})", units=units, section=shooting.DIRECT))]

    def _check_sight(self) -> None:
        """Warn of a shot out of sight; the rules allow sensible exceptions to direct fire."""
        indirect = self.gun.profile.indirect
        direct = [unit for unit in self.aiding if not figures.profile(unit).indirect]
        direct = direct if indirect else [self.unit, *direct]
        fighting = [unit.ref for unit in direct if figures.kind_of_combat(unit)]
        found = [Text("{shooter} is in combat itself: no direct fire", shooter=unit) for unit in fighting]
        unseen = None if indirect else self.request.single_situation(shooting.UNSEEN)
        if unseen and not (unseen == "out_of_arc" and self.gun.profile.arc >= 180):
            found.append(Text(shooting.UNSEEN[unseen]))
        self.warn(*(Text("{why} ({section}).", why=why, section=shooting.DIRECT) for why in found))

    def _check_step(self) -> None:
        """Warn of a shot outside its step: after the enemy's moves, before its fights, at the side with the bound."""
        board, own, side = self.board, self.unit.side, TURNS.current_side(self.board)
        if side is None:
            self.warn(*order_not_rolled_warnings(board, self.unit))
        elif side == own:
            its = N_("It is {side}'s own bound: it shoots in the bounds of its enemies ({section}).")
            self.warn(Text(its, side=side, section=RATE))
        elif TURNS.is_first(board):
            early = N_("{side}'s moves are not done yet: shoot after them ({section}).")
            self.warn(Text(early, side=side, section=RATE))
        else:
            if not TURNS.is_answered(board):
                self.warn(Text("The shots of this bound are done ({section}).", section=RATE))
            beside = N_("It is {side}'s bound: shoot at its figures, not at {target} ({section}).")
            for foe in dict.fromkeys(unit.ref for unit in self.at if unit.side not in (side, own)):
                self.warn(Text(beside, target=foe, side=side, section=RATE))

    # Its effects.

    def rolls(self) -> Iterable[Planned]:
        if asked := self._ask_range(given=bool(self.request.distance)):
            raise MissingFacts(asked)
        request, shot, targets, into = self.request, self.gun, self.at, self.into_combat
        beside = bystanders(self.board, self.unit, targets, self.kind) if into else ()
        area = shot.profile.area
        astray = self._cover_points(len(targets)) if len(request.cover) > len(targets) else 0
        facts: dict[str, object] = self.asked_facts(BayonetFireFacts) | {
            "shooter": figures.figure(self.unit).model_copy(update={"range_cf": shot.profile.range_cf}),
            "aiding": len(self.aiding) + request.number("aiding"),
            "aided": figures.aided_enemy(self.unit, targets),
            "kind": self.kind,
            "targets": self._target_facts(),
            "split": self._factor_parts() if area is None and (len(targets) > 1 or shot.parts) else None,
            "area": area,
            "into_combat": into,
            "bystanders": tuple({**figures.figure(unit).model_dump(), "cover": astray} for unit in beside),
            "indirect": shot.profile.indirect or request.has_situation("indirect"),
        }
        several = len(targets) > 1
        roles = {"attacker": self.unit}
        roles |= {f"target {at}" if several else "target": unit for at, unit in enumerate(targets, 1)}
        roles |= {f"bystander {at}": unit for at, unit in enumerate(beside, 1)}
        yield BayonetFire.plan_roll(facts, **roles)

    def _factor_parts(self) -> Sequence[int]:
        """Return the factor split as requested, or evenly; raise RuleError for more targets than points."""
        whole, targets = self.gun.profile.range_cf or 0, len(self.at)
        if self.gun.parts:
            return self.gun.parts
        if targets > max(1, whole):
            few = N_("{shooter} has a factor of {factor}: it cannot be split between {targets} targets.")
            raise RuleError(Text(few, shooter=self.gun.name, factor=whole, targets=targets), SHOOTING)
        each, more = divmod(whole, targets)
        return [each + (at < more) for at in range(targets)]

    def _target_facts(self) -> tuple[dict[str, object], ...]:
        """Return the targets, each in its cover; for an area effect with the distance from the point of aim."""
        uphill = self.request.has_situation("uphill")
        found: list[dict[str, object]] = [
            {"figure": figures.figure(unit), "cover": self._cover_points(at), "uphill": uphill}
            for at, unit in enumerate(self.at)
        ]
        if self.gun.profile.area is None:
            return tuple(found)
        away = figures.rings(self.request, self.gun, self.at)
        return tuple(one | {"ring_distance": far} for one, far in zip(found, away, strict=True))

    def _cover_points(self, at: int) -> int:
        """Return the points of a target's cover; an index beyond the targets means the victim of a stray shot."""
        return [choice.code for choice in COVERS].index(self.request.value_for(self.request.cover, at, "none"))

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that spend the shots of this bound; figures that flee or fall leave their combat."""
        shot = self.gun.profile
        events = _mark_shot(self.unit, shot)
        events += [StateCounted(unit=self.unit.id, state="grenades_thrown", change=1)] if shot.thrown else []
        events += [event for unit in self.aiding for event in _mark_shot(unit, figures.profile(unit))]
        # Friends could have aided against the first enemy under an area effect only.
        first = figures.aided_enemy(self.unit, self.at) or 0
        aimed = {unit.id for unit in (self.at[first : first + 1] if shot.area else self.at)}
        for unit in each_once(now, self.at):
            events += mark(unit, targeted=1) if unit.id in aimed else []
            events += out_of_combat(unit) if unit.has("fleeing") else []
        return [*events, *events_of_strays(self.plays, now, played)]

    # Its texts and its form.

    def headline(self) -> Text:
        title = _TITLES[self.gun.carried, bool(self.aiding)]
        friends, targets = Listed([unit.ref for unit in self.aiding]), Listed(dict.fromkeys(one.ref for one in self.at))
        return Text(title, shooter=self.gun.name, friends=friends, targets=targets)

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        suffered, at = worsened_notes(self.board, now), figures.aided_enemy(self.unit, self.at)
        if not self.aiding or at is None:
            return suffered
        aid = Plural(
            "{friends} aids only against {enemy}, named first: a figure aids against one enemy ({section}).",
            "{friends} aid only against {enemy}, named first: a figure aids against one enemy ({section}).",
            len(self.aiding),
            friends=Listed([one.ref for one in self.aiding]),
            enemy=self.at[at].ref,
            section=tables.AID,
        )
        return [aid, *suffered]

    def joiners(self) -> Sequence[Unit]:
        return [unit for unit in figures.friends_of(self.board, self.unit) if figures.may_shoot(unit)]

    def _is_lawful(self) -> bool:
        """True once a figure is named, if it may shoot."""
        if not self.request.unit:
            return False
        try:
            self._must_be_lawful()
        except (RuleError, BadFacts):
            return False
        return True

    def distance_asked(self) -> Ask | None:
        """Return the question for the point of aim and the targets, or for the range of a direct shot."""
        if not self._is_lawful():
            return None
        if self.at and self.gun.profile.area is not None:
            return figures.ask_rings(self.gun, self.at)
        return next(iter(self._ask_range()), None)

    def blast(self) -> Blast | None:
        """Return the rings around the point of aim of an area effect."""
        if not self._is_lawful():
            return None
        area = self.gun.profile.area
        if area is None:
            return None
        radii = [area.radius * n for n in range(1, _RINGS + 1)]
        found, ids = figures.aim(self.request, self.gun), [unit.id for unit in self.at]
        rings = found.rings if len(found.rings) > 1 else (found.rings or (Decimal(0),)) * len(ids)
        return Blast(
            tuple(one for one in radii if area.reaches(one)) or (area.radius,),
            self.gun.profile.range is not None,
            area.selective,
            () if found.away is None else (found.away,),
            dict(zip(ids, rings, strict=False)),
        )


_RINGS = 2
"""Rings that a form offers; figures further off are named in `/fire`."""
_TITLES = {
    (False, False): N_("{shooter} → {targets}"),
    (False, True): N_("{shooter} with {friends} → {targets}"),
    (True, False): N_("Attack: {shooter} → {targets}"),
    (True, True): N_("Attack: {shooter} with {friends} → {targets}"),
}


# Effects of a shot on the board, including gas.


def _mark_shot(unit: Unit, gun: BayonetProfile) -> list[Event]:
    loads = {"reloading": gun.bounds_between} if gun.bounds_between > 1 else {}
    return mark(unit, fired=1, **loads)
