"""The seat of the bot at a table: permission to seat it, its questions, its orders, and its timing."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry
from bot.resolution.result import OpenQuestion
from bot.services import Services
from bot.services.play.opponent_state import BotTurn, SightQuery, SightReport
from rules.game.reserves import ReserveSet
from rules.kernel.wording import ENGLISH
from rules.opponent.choice import ChosenOrder
from rules.opponent.sight import Around, SeenEnemy
from tests.bot.playing import BOB, CYD, PLACE, call, id_of, request
from tests.cogs.table import Loaded, same_as_record

GONE = ("Commandos", "IFV", "Technical")
NEAR = Around(cover=True, objective=True)


@pytest.fixture
async def live(services: Services) -> ActiveGame:
    """Return a game with Ann as umpire and Red, the bot as Blue, fewer units, and no roll for the initiative."""
    await services.lifecycle.demo(call(), "fubar")
    for name in GONE:
        await services.unit_corrections.remove(call(), await id_of(services, name))
    await services.seats.join(call(), "Red")
    found = await services.games.require_game(PLACE)
    await services.opponent.take_seat(call(), found, " blue ", "careful")
    return found


@pytest.fixture
async def blues(services: Services, live: ActiveGame) -> ActiveGame:
    """The same, with Blue to act."""
    await services.referee.order(call(), await request(services, "initiative"), "1 6")
    assert live.game.holder == "Blue"
    return live


async def report_sight(
    services: Services, live: ActiveGame, asks: SightQuery | None, inches: int = 20, around: Around = NEAR
) -> BotTurn:
    """Report that a unit sees all enemies in question, at one distance."""
    assert asks is not None
    seen = {foe.id: SeenEnemy(Decimal(inches), "none") for foe in asks.foes}
    return await services.opponent.report(call(), live, {asks.unit: SightReport(seen, around)})


async def blind(services: Services, live: ActiveGame, asks: SightQuery | None) -> BotTurn:
    """Report that a unit sees no enemy, and could reach an objective."""
    assert asks is not None
    return await services.opponent.report(
        call(), live, {asks.unit: SightReport(dict.fromkeys(foe.id for foe in asks.foes), NEAR)}
    )


async def play_to_a_move(services: Services, live: ActiveGame, dice: Loaded) -> ChosenOrder:
    """Play on until figures must be moved: a unit that sees no enemy goes to an objective."""
    dice.next(6)
    went = await blind(services, live, (await services.opponent.go(call(), live)).asks)
    assert went.chosen_order is not None
    return went.chosen_order


# Who seats it.


async def test_the_bot_plays_the_side_that_is_there_in_the_stance_that_was_chosen(
    services: Services, live: ActiveGame
) -> None:
    plays = await services.opponent.state(live)
    assert (plays.side, plays.stance, plays.number, plays.order) == ("Blue", "careful", 0, None)
    assert live.game.players[OPPONENT.id].side == "Blue"


async def test_only_an_umpire_removes_the_bot_which_then_plays_no_side(services: Services, live: ActiveGame) -> None:
    await services.seats.join(call(BOB), "Red")
    with pytest.raises(Refusal, match="umpire"):
        await services.opponent.leave_seat(call(BOB), live)
    left = await services.opponent.leave_seat(call(), live)
    assert (left.entry.command, left.entry.by) == ("game leave", OPPONENT.id)
    with pytest.raises(Refusal, match="plays no side"):
        await services.opponent.state(live)
    with pytest.raises(Refusal, match="plays no side"):
        await services.opponent.leave_seat(call(), live)


async def test_a_bot_that_was_seated_by_an_earlier_version_plays_in_the_usual_stance(services: Services) -> None:
    """Nothing is kept of it."""
    await services.lifecycle.demo(call(), "fubar")
    await services.seats.join(call(), "Blue", OPPONENT)
    plays = await services.opponent.state(await services.games.require_game(PLACE))
    assert (plays.side, plays.stance) == ("Blue", "balanced")


async def test_the_bot_as_an_umpire_without_a_side_plays_none(services: Services, live: ActiveGame) -> None:
    await services.seats.umpire(call(), OPPONENT)
    await services.seats.leave(call(OPPONENT))
    await services.seats.umpire(call(), OPPONENT)
    assert live.game.players[OPPONENT.id].side is None
    with pytest.raises(Refusal, match="plays no side"):
        await services.opponent.go(call(), live)


# Its turn.


async def test_no_stranger_makes_the_table_play_on(services: Services, blues: ActiveGame) -> None:
    number = blues.game.number
    for doing in (
        services.opponent.go(call(CYD), blues),
        services.opponent.report(call(CYD), blues, {}),
        services.opponent.report_no_reaction(call(CYD), blues),
        services.opponent.continue_after_move(call(CYD), blues, number),
        services.opponent.reject_order(call(CYD), blues, number),
        services.opponent.report_side(call(CYD), blues, number, "front"),
    ):
        with pytest.raises(Refusal, match="Join a side first"):
            await doing
    assert blues.game.number == number


async def test_before_its_turn_the_bot_asks_which_enemies_a_unit_sees_and_names_the_next_units(
    services: Services, blues: ActiveGame
) -> None:
    went = await services.opponent.go(call(), blues)
    assert went.results == []
    assert went.asks is not None
    own = [unit.id for unit in blues.game.units_of_side("Blue")]
    assert (went.asks.unit in own, set(went.asks.untold), went.asks.reactor_count) == (True, set(own), 0)
    assert [foe.id for foe in went.asks.foes] == [unit.id for unit in blues.game.units_of_side("Red")]


async def test_it_waits_out_of_its_go_and_has_nothing_to_ask(services: Services, live: ActiveGame) -> None:
    await services.referee.order(call(), await request(services, "initiative"), "6 1")
    went = await services.opponent.go(call(), live)
    assert (went.results, went.asks, went.chosen_order, went.question, went.left) == ([], None, None, None, False)


async def test_the_bot_records_orders_in_its_name_with_reasons_and_alternatives(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    dice.next(6)
    went = await report_sight(services, blues, (await services.opponent.go(call(), blues)).asks)
    entry = went.results[0].entry
    assert (entry.command, entry.by, entry.side) == ("activate", OPPONENT.id, "Blue")
    assert ENGLISH(entry.because[0]).startswith("Expected gain")
    assert "Fire at" in ENGLISH(entry.because[0])
    assert 1 < len(entry.weighed) <= 6
    assert went.plays.number == blues.game.number
    await same_as_record(services, blues)


async def test_a_unit_reported_to_see_an_enemy_shoots_and_names_the_distance_it_assumes(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    dice.next(6, *[6] * 30)
    went = await report_sight(
        services, blues, (await services.opponent.go(call(), blues)).asks, inches=10, around=Around()
    )
    entries = [one.entry for one in went.results]
    assert [one.command for one in entries[:2]] == ["activate", "fire"]
    assert entries[1].request["distance"] == ["10"]
    assert "The distance was given as a range and counts as about 10″." in [ENGLISH(one) for one in entries[1].because]
    assert len({one.source for one in entries}) == len(entries)


async def test_a_report_of_sight_holds_after_the_activation_and_not_after_a_move(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    dice.next(1)
    asks = (await services.opponent.go(call(), blues)).asks
    assert asks is not None
    await report_sight(services, blues, asks)
    assert (await services.opponent.go(call(), blues)).plays.fresh == {asks.unit}
    dice.next(6)
    await services.referee.order(call(), await request(services, "activate", "Marines"), anyway=True)
    await services.referee.order(call(), await request(services, "move", "Marines", action="walk"), anyway=True)
    assert (await services.opponent.go(call(), blues)).plays.fresh == frozenset()


async def test_a_report_of_sight_holds_through_a_dozen_entries_that_move_nothing(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    dice.next(1)
    asks = (await services.opponent.go(call(), blues)).asks
    assert asks is not None
    reported = (await report_sight(services, blues, asks)).plays
    for _ in range(12 - blues.game.number + reported.number):
        await services.table_objects.score(call(), "Red", 1, "")
    assert (await services.opponent.state(blues)).fresh == {asks.unit}
    await services.table_objects.score(call(), "Red", 1, "")
    assert (await services.opponent.go(call(), blues)).plays.fresh == set()


# Figures that players move for it.


async def test_an_order_to_move_stays_until_the_figures_are_moved(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    ordered = await play_to_a_move(services, blues, dice)
    number = blues.game.number
    again = await services.opponent.go(call(), blues)
    assert again.chosen_order is not None
    assert (again.chosen_order.request, again.results, blues.game.number) == (ordered.request, [], number)
    dice.next(6)
    done = await services.opponent.continue_after_move(call(), blues, number)
    entry = done.results[0].entry
    assert (entry.command, entry.request["unit"], entry.by) == ("move", ordered.request.unit, OPPONENT.id)
    assert entry.because == again.plays.reasons.because
    assert done.plays.order is None
    await same_as_record(services, blues)


async def test_an_order_is_over_once_something_else_has_happened(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    await play_to_a_move(services, blues, dice)
    for doing in (services.opponent.continue_after_move, services.opponent.reject_order):
        with pytest.raises(Refusal, match="That order is over"):
            await doing(call(), blues, blues.game.number - 1)
    await services.opponent.continue_after_move(call(), blues, blues.game.number)
    with pytest.raises(Refusal, match="That order is over"):
        await services.opponent.continue_after_move(call(), blues, blues.game.number)


async def test_an_order_refused_by_the_table_is_not_given_again_and_changes_nothing(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    ordered, number = await play_to_a_move(services, blues, dice), blues.game.number
    went = await services.opponent.reject_order(call(), blues, number)
    assert [one.option.identity for one in went.plays.refused] == [ordered.chosen.option.identity]
    assert went.plays.order is None or went.plays.order.option.identity != ordered.chosen.option.identity
    assert went.chosen_order is None or went.chosen_order.chosen.option.identity != ordered.chosen.option.identity


async def test_a_side_of_a_vehicle_is_accepted_only_for_an_order_that_waits_for_it(
    services: Services, blues: ActiveGame
) -> None:
    with pytest.raises(Refusal, match="That order is over"):
        await services.opponent.report_side(call(), blues, blues.game.number, "front")


# Requests of other players.


async def test_it_agrees_to_no_undo_that_gives_a_second_chance(services: Services, live: ActiveGame) -> None:
    await services.referee.order(call(), await request(services, "initiative"), "6 1")
    await services.referee.order(call(), await request(services, "activate", "Marines"), "1")
    asked = await services.corrections.undo(call())
    assert isinstance(asked, OpenQuestion)
    with pytest.raises(Refusal, match="Adjutant does not agree"):
        await services.opponent.answer_all(call(), asked)
    assert live.game.undone == set()


async def test_a_question_of_a_game_that_is_gone_is_not_answered_late(services: Services, live: ActiveGame) -> None:
    await services.referee.order(call(), await request(services, "initiative"), "6 1")
    asked = await services.corrections.undo(call())
    assert isinstance(asked, OpenQuestion)
    gone = asked.row.model_copy(update={"game_id": "gone"})
    assert await services.opponent.answer_overlooked(gone) is None


# Its reserves.


async def test_the_bot_brings_its_reserves_itself_and_rolls_for_them(
    services: Services, blues: ActiveGame, dice: Loaded
) -> None:
    unit = blues.game.units_of_side("Blue")[0].id
    aside = NewEntry("unit reserve", [ReserveSet(unit=unit, roll=3)])
    await services.referee.change(call(), PLACE, lambda live: services.referee.note(live, call(), aside))
    dice.next(3)
    went = await services.opponent.go(call(), blues)
    (brought,) = went.results
    assert (brought.entry.command, brought.entry.by, brought.entry.side) == ("unit arrive", OPPONENT.id, "Blue")
    (thrown,) = brought.entry.plays[0].throws
    assert (thrown.faces, thrown.side) == ((3,), "Blue")
    assert unit in blues.game.units
    assert went.asks is not None
