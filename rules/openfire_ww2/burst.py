"""`/act blast`: an explosion among units (Explosions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.command.choices import weapon_groups
from rules.command.planned import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.text import Listed, Term, Text, counted
from rules.openfire_ww2.blast import WW2Blast, bystander_role
from rules.openfire_ww2.board_facts import nearby, weapon_facts
from rules.openfire_ww2.facts import EXPLOSIONS
from rules.openfire_ww2.own_turn import apply_tests, ask_free_objectives
from rules.openfire_ww2.shots import check_each_once, lost_weapons_nearby
from rules.openfire_ww2.tables import Board, Order


class BurstAmong(Order):
    """`/act blast`: `unit` fired, `target` lists the units within the blast, `count` is the number of hits.

    Without `count` there is one hit. The shooter may have fallen since it hit: in an assault, by the very next dice.
    """

    key, title, done_to, anybody = WW2Blast.key, WW2Blast.title, Text("be hit"), True
    needs, several, counted = ("unit", "target"), ("target",), True

    def checks(self) -> None:
        check_each_once(self.board, self.request.target)
        self.weapon = self._find_weapon(self.request.weapon or "")

    def _find_weapon(self, text: str) -> str:
        """Return the explosive weapon named, or the only one there is."""
        rows = self.board.tables.weapons
        carried = [weapon.name for weapon in self.unit.weapons if rows[weapon.name].explosive]
        if not carried:
            raise RuleError(Text("{unit} has nothing that explodes.", unit=self.unit.ref), EXPLOSIONS)
        if text.strip():
            return weapon_groups(text, carried)[0][1]
        if len(carried) > 1:
            weapons = Listed([Term(name) for name in carried], "or")
            raise RuleError(Text("Which of them exploded: {weapons}?", weapons=weapons), EXPLOSIONS)
        return carried[0]

    @property
    def hits(self) -> int:
        return 1 if self.request.count is None else self.request.count

    def rolls(self) -> Iterable[Planned]:
        weapon, others = weapon_facts(self.board, self.unit, self.weapon), [nearby(unit) for unit in self.targets]
        near = {bystander_role(n): unit for n, unit in enumerate(self.targets, 1)}
        facts = {"weapon": weapon, "hits": self.hits, "bystanders": others}
        yield WW2Blast.plan_roll(facts, attacker=self.unit, **near)

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        others = played[0].outcome.others
        return [(id, other.terror) for id, other in zip(self.request.target, others, strict=True)]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return apply_tests(now, self._results(played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return [
            *lost_weapons_nearby(self.board, now, self.request.target),
            *ask_free_objectives(now, self._results(played)),
        ]

    def headline(self) -> Text:
        hits, units = counted(self.hits, "hit", "hits"), Listed([unit.ref for unit in self.targets])
        return Text("{hits} of {weapon} near {units}", hits=hits, weapon=Term(self.weapon), units=units)
