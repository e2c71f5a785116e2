"""Markers on the table at the end of a game: the roller, the result, and the side responsible."""

from __future__ import annotations

from dataclasses import replace

from data import system_of
from rules.campaign.after_game import AfterGame
from rules.campaign.battle_record import battle_record
from rules.campaign.proposals import apply_needs, need_of, open_needs, proposal, removed_markers, resolve_need
from rules.campaign.report import ReportLine
from rules.game.after_battle import Unsettled
from rules.game.division_events import UnitSplit
from rules.game.events import StateSet
from rules.kernel.plays import Play
from rules.kernel.serialise import outcome_of
from rules.kernel.table import Given
from rules.kernel.text import NOTHING
from rules.kernel.wording import ENGLISH
from tests.rules.campaign.test_proposals import after, campaign_after_battle, lies


async def wounded_game(wounds: int, by: str = "") -> tuple[AfterGame, str]:
    """Return the battle of Open Rebellion, at whose end a unit of Blue's has so many wound markers; and the unit. They
    are put there by hand, or by the fire of `by`.
    """
    record, entries = await campaign_after_battle("opreb")
    game = battle_record(entries, system_of("opreb")).game
    unit = next(one for one in game.units.values() if one.side == "Blue" and one.models > wounds)
    plays = (Play(action="fire", facts={}, roles={"attacker": by, "target": unit.id}),) if by else ()
    marked = {"number": entries[-1].number + 1, "plays": plays, "undoes": None, "source": None}
    events = (StateSet(unit=unit.id, state="wounds", value=wounds), StateSet(unit=unit.id, state="pinned", value=None))
    return after(record, (*entries, entries[-1].model_copy(update={**marked, "events": events}))), f"c-{unit.id}"


async def test_wound_markers_that_lie_at_the_end_are_rolled_for_by_the_enemy() -> None:
    now, unit = await wounded_game(2)
    need = next(one for one in open_needs(now) if one.unit == unit)
    assert (need.key, need.action, need.of, need.settles) == (f"b:{unit}:activate", "activate", "opreb", True)
    assert (need.roster, ENGLISH(need.called), need.outcome) == ("ra", "2 wound markers", None)
    assert need.facts["unit"]["wounds"] == 2
    assert removed_markers(now) == {}


async def test_losses_of_open_markers_count_as_if_the_game_had_ended_with_them() -> None:
    now, unit = await wounded_game(2)
    need = next(one for one in open_needs(now) if one.unit == unit)
    there = now.battle.sides[1].units[unit]
    outcomes = {faces: outcome_of(resolve_need(now, need, Given(faces))) for faces in ((6, 6), (1, 1))}
    for faces, outcome in outcomes.items():
        rolled_for = need.model_copy(update={"outcome": outcome, "faces": faces})
        before, then = now.record.units[there], apply_needs(now, [rolled_for]).record.units[there]
        lost = outcome["kills"]
        assert (then.left, then.taken) == (before.left - lost, before.taken + lost)
    assert sorted(one["kills"] for one in outcomes.values())[1] > 0
    assert apply_needs(now, [need]) is now


async def test_the_unit_that_put_the_markers_has_inflicted_their_losses() -> None:
    now, _ = await wounded_game(2)
    red = next(id for id, one in now.record.game.units.items() if one.side == "Red")
    now, unit = await wounded_game(2, by=red)
    need = next(one for one in open_needs(now) if one.unit == unit)
    settled = apply_needs(now, [need.model_copy(update={"outcome": {"kills": 2}, "faces": (6, 6)})])
    assert settled.record.units[red].given == now.record.units[red].given + 2


async def test_markers_on_a_part_of_a_unit_are_rolled_for_by_themselves() -> None:
    """The losses are those of the part, and count for the unit that was split."""
    now, unit = await wounded_game(2)
    there = now.record.game.units[now.battle.sides[1].units[unit]]
    parts = (
        there.model_copy(update={"models": 1, "states": {}}),
        there.model_copy(update={"id": "part", "models": there.models - 1}),
    )
    last = now.entries[-1].model_copy(update={"number": now.entries[-1].number + 1, "plays": (), "events": ()})
    split = last.model_copy(update={"events": (UnitSplit(unit=parts[0], part=parts[1]),)})
    now = replace(now, entries=(*now.entries, split), record=battle_record((*now.entries, split), now.system))
    [need] = [one for one in open_needs(now) if one.unit == unit]
    assert (need.key, need.part) == (f"b:{unit}:activate:part", "part")
    settled = apply_needs(now, [need.model_copy(update={"outcome": {"kills": 2}, "own": (6, 6)})]).record
    assert [settled.game.units[id].models for id in (there.id, "part")] == [1, there.models - 3]
    assert settled.units[there.id].taken == now.record.units[there.id].taken + 2


def test_markers_are_rolled_for_before_the_first_recovery() -> None:
    assert [one.action for one in proposal(lies(left=5)).needs] == ["activate"]
    assert [one.action for one in proposal(lies(0, left=5)).needs] == ["recovery"]


def test_the_enemy_rolls_for_markers_and_the_owner_for_tests_of_the_unit() -> None:
    now = lies()
    [need] = open_needs(now)
    assert (now.unit("a1").roster, need.roster) == ("ra", "rb")
    mine = Unsettled("u-a1", "activate", {}, 2, NOTHING, by_enemy=False)
    assert need_of(now, "a1", mine).roster == ""


def test_a_fate_without_dice_is_known_at_once() -> None:
    [thrown] = open_needs(lies())
    assert thrown.outcome is None
    [known] = open_needs(lies(wound_kill="wound"))
    assert known.outcome == {"kills": 2, "wounds_cleared": 2}


def test_markers_are_taken_off_where_the_campaign_says_so() -> None:
    assert removed_markers(lies()) == {}
    vanish = lies(left=5, rulings={"open_wounds": "vanish"})
    assert (open_needs(vanish), removed_markers(vanish)) == ((), {"a1": 2})
    report = proposal(vanish)
    assert [one.action for one in report.needs] == ["recovery"]
    told = report.change("a1").lines
    assert told[-1] == ReportLine(key="taken_off", values={"n": 2})
    assert "experience" in {line.key for line in told[:-1]}
