"""`/assault`: start or continue close combat (Close Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.command.asked import SituationRow
from rules.command.effects import add_words, mark
from rules.command.planned import Planned
from rules.fubar.activation_state import (
    are_engaged,
    assault_objections,
    figures_to_strike,
    have_fought,
    opponents,
    round_objections,
    use_up_figures,
)
from rules.fubar.board_facts import require_figures, require_mobile, require_outside, unit_facts
from rules.fubar.close_combat import CLOSE_COMBAT, MOVE_UP, CloseCombat
from rules.fubar.reactions import ContactOrder, has_charged
from rules.fubar.tables import Board
from rules.fubar.turn import TURNS
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Plural, Text, counted, table_note

_RAMS = Text("fight in close combat; drive into infantry with `/act ram`")
IS_FIRED_AT = Text("be fought in close combat; fire at it instead")


class FubarAssault(ContactOrder):
    """`/assault`: one round of close combat; continuing a fight needs no distance (Close Combat)."""

    key, title, doing, done_to = "assault", Text("Assault"), Text("fight"), Text("be assaulted")
    needs = ("unit", "target")
    situation_rows = (
        SituationRow(
            "attackers",
            lambda n: Text("{attackers} in contact", attackers=counted(n, "attacker", "attackers")),
            applies=lambda order, n: n <= order.unit.models,
            numbers=range(1, 9),
            form=(Text("Attackers in contact"), Text("Empty: all of them.")),
        ),
        SituationRow(
            "defenders",
            lambda n: Text(
                "{defenders} in contact, with those within {inches}″ who moved up",
                defenders=counted(n, "defender", "defenders"),
                inches=MOVE_UP,
            ),
            numbers=range(1, 9),
            form=(Text("Defenders in contact"), Text("With those who moved up. Empty: all of them.")),
        ),
    )

    def checks(self) -> None:
        unit = self.unit
        require_figures(unit, _RAMS)
        if unit.has("aboard"):
            raise RuleError(Text("{unit} is inside a vehicle: get out with `/act leave`.", unit=unit.ref), "Vehicles")
        if not self.request.target:
            self.warn(*(() if unit.has("engaged_with") else assault_objections(unit)))
            return
        require_figures(self.target, IS_FIRED_AT)
        require_outside(self.target)
        if not self.is_fighting_on:
            self._check_reach()
            self.warn(*assault_objections(unit))
        self.warn(*round_objections(unit, self.target), repeat=True)
        self.warn_of_answers()
        if not self.is_warned:
            self.shares()

    def _check_reach(self) -> None:
        unit, reach, distance = self.unit, self.board.tables.moves["assault"], self.request.distance
        if distance and distance[0] > reach:
            far = N_("An assault moves {reach}″; the enemy is {distance}″ away.")
            raise RuleError(Text(far, reach=reach, distance=distance[0]), CLOSE_COMBAT)
        require_mobile(unit)
        if unit.has("engaged_with"):
            busy = Text("{attacker} is in close combat with another unit.", attacker=unit.ref)
            raise RuleError(busy, CLOSE_COMBAT)

    @property
    def is_fighting_on(self) -> bool:
        """True if the two units are already in close combat."""
        return are_engaged(self.unit, self.target)

    def shares(self) -> tuple[int | None, int | None]:
        """Return the figures of both sides that fight; raise MissingFacts if a unit has to divide them."""
        return (
            _fighting_share(self.board, self.unit, self.target, self.request, "attackers"),
            _fighting_share(self.board, self.target, self.unit, self.request, "defenders"),
        )

    def rolls(self) -> Iterable[Planned]:
        one, other = self.unit, self.target
        attackers, defenders = self.shares()
        facts = {
            "attacker": unit_facts(one),
            "defender": unit_facts(other),
            "attacker_fighting": attackers,
            "defender_fighting": defenders,
        }
        yield CloseCombat.plan_roll(facts, attacker=one, defender=other)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that count both as activated and acted; a charged defender loses its own try."""
        one, other = now.unit(self.unit.id), now.unit(self.target.id)
        attackers, defenders = self.shares()
        events = [
            *use_up_figures(self.unit, self.target, attackers),
            *use_up_figures(self.target, self.unit, defenders),
        ]
        if self.is_fighting_on:
            for unit in (one, other):
                events += mark(unit, tried=1, activated=1, acted=1)
        else:
            events += [] if has_charged(one) else mark(one, moved=1)
            events += mark(one, action="assault", acted=1, tried=1, activated=1)
            events += mark(one, charging_at=None) if one.has("charging_at") else []
        events += add_words(one, "fought", other.id) + add_words(other, "fought", one.id)
        if not self.is_fighting_on and one.alive and other.alive:
            events += mark(other, tried=1)
            events += add_words(one, "engaged_with", other.id) + add_words(other, "engaged_with", one.id)
        return events

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if not self.is_fighting_on:
            yield table_note(Text("Free defenders within {inches}″ may join in.", inches=MOVE_UP))
        for unit, enemy in ((self.unit, self.target), (self.target, self.unit)):
            if away := unit.models - figures_to_strike(unit, enemy):
                yield Plural(
                    "{n} figure of {unit} has struck in another fight of this turn.",
                    "{n} figures of {unit} have struck in other fights of this turn.",
                    away,
                    unit=unit.ref,
                )
        if now.unit(self.unit.id).alive and now.unit(self.target.id).alive:
            yield Text("They fight on at the start of the next turn, or break off.")
        yield from TURNS.initiative_notes(self.board, now)

    def headline(self) -> Text:
        values = {"attacker": self.unit.ref, "defender": self.target.ref}
        if self.is_fighting_on:
            return Text("Close combat: {attacker} and {defender}", **values)
        return Text("Assault: {attacker} → {defender}", **values)


def _fighting_share(board: Board, unit: Unit, enemy: Unit, request: Request, who: str) -> int | None:
    """Return the figures of a unit that fight, None for all.

    A unit in several fights divides its dice, also if another enemy charges it before its round. No figure strikes in
    two fights of a turn. Raise RuleError for more figures than are left.
    """
    named, left = request.number(who, -1), figures_to_strike(unit, enemy)
    divided = left < unit.models
    if named >= 0:
        return _figures_left_for(unit, enemy, named, left) if divided else named
    others = [other for other in opponents(board, unit) if other.id != enemy.id]
    # A charge does not affect the finished fights of this turn.
    shares = are_engaged(unit, enemy) or any(not have_fought(unit, other) for other in others)
    if not others or not left or not shares:
        return left if divided else None
    question = Text(
        "how many figures of {unit} fight {enemy}, and not {others}?",
        unit=unit.ref,
        enemy=enemy.ref,
        others=Listed([other.ref for other in others]),
    )
    every = Choice(f"{who}={left}", Text("All: {figures}", figures=counted(left, "figure", "figures")))
    fewer = (Choice(f"{who}={n}", counted(n, "figure", "figures")) for n in range(min(left, 24)))
    raise MissingFacts([Ask("situation", question, (every, *fewer))])


def _figures_left_for(unit: Unit, enemy: Unit, named: int, left: int) -> int:
    if named > left:
        raise RuleError(
            Text(
                "{unit} has {figures} left against {enemy}, not {told}: the others have struck in another fight of "
                "this turn.",
                unit=unit.ref,
                figures=counted(left, "figure", "figures"),
                enemy=enemy.ref,
                told=named,
            ),
            "Close Combat",
        )
    return named
