"""The review after the end of a game: better odds, for whom, and choices that never count."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.services.record.reviews import PORTION
from data.files import opponent_of
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.request import Request, changed
from rules.opponent.review import JudgedChoice, Kind, MissedChoice, Reviewer, ReviewFold
from tests.bot.long_game import lengthened
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told


@beginning
async def met(demo: Table) -> None:
    """Ann's Marines run, and Bob's HMG team fires at them in the open."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Marines", action="run", dice="6")
    await demo.done(demo.ann, "/move", unit="Marines")
    await demo.done(demo.ann, "/activate", unit="Commandos", action="walk", dice="1")
    await demo.done(demo.bob, "/activate", unit="HMG team", action="aimed_fire", dice="6")
    await demo.done(demo.bob, "/fire", attacker="HMG team", target="Marines", distance="20")


async def ask_review(table: Table, who: Any) -> Told:
    return await table.done(who, "/game review")


async def test_a_move_into_the_open_is_held_against_cover_for_its_own_side_alone(met: Table) -> None:
    await met.done(met.ann, "/game end")
    told = await ask_review(met, met.ann)
    assert told.private
    assert "Marines stopped in the open under fire from HMG team. In cover, if any was within reach" in told.text
    worst, best = (
        int(one.split(" %")[0].split()[-1]) for one in told.text.split("chance of harm")[1].split("instead of")
    )
    assert 0 < worst < best <= 100, "the chance to be harmed is less from cover"
    assert "↳ " in told.text
    told = await ask_review(met, met.bob)
    assert told.title == "Review of FUBAR demo: Blue"
    assert "stopped in the open" not in told.text
    assert "Nothing was much better" in told.text


async def test_a_review_and_its_button_at_the_end_are_for_the_players_each_of_their_own(met: Table) -> None:
    assert "when the game is over" in await met.refused(met.ann, "/game review")
    ended = await met.done(met.ann, "/game end")
    assert "You played no side" in (await met.say(met.cyd, "/game review")).whole
    hers, his = [await met.click(who, ended, "My review") for who in (met.ann, met.bob)]
    assert (hers.title, his.title) == ("Review of FUBAR demo: Red", "Review of FUBAR demo: Blue")
    assert hers.private
    assert his.private
    assert (await met.click(met.cyd, ended, "My review")).refused
    await met.restart()
    assert (await met.click(met.ann, ended, "My review")).title == hers.title
    await met.done(met.ann, "/game reopen")
    assert "when the game is over" in (await met.click(met.ann, ended, "My review")).whole


async def test_another_target_that_was_as_far_and_stood_in_the_open(demo: Table) -> None:
    """The earlier target of the Marines was easier to hit than the later one."""
    await demo.done(demo.ann, "/game join", side="Red")
    demo.dice.next(*[1] * 11)
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    shot = {"attacker": "Marines", "target": "Planet defence squad", "distance": "10", "cover": "hard"}
    demo.dice.next(*[1] * 11)
    await demo.done(demo.ann, "/fire", **shot)
    number = await demo.last()
    await demo.done(demo.ann, "/game end")
    told = await ask_review(demo, demo.ann)
    assert f"entry {number}.** Marines at Militia instead of Planet defence squad" in told.text


async def test_an_undone_order_is_not_reviewed(met: Table) -> None:
    await met.click(met.ann, await met.done(met.bob, "/undo"), "Agree")
    await met.done(met.ann, "/game end")
    assert "stopped in the open" not in (await ask_review(met, met.ann)).text


async def test_against_the_bot_it_is_the_players_review(demo: Table) -> None:
    await demo.done(demo.ann, "/game join", side="Red")
    await demo.done(demo.ann, "/game opponent", side="Blue")
    await demo.done(demo.ann, "/game end")
    assert (await ask_review(demo, demo.ann)).title.endswith(": Red")


async def test_a_long_game_says_how_far_it_has_come(met: Table) -> None:
    live = await met.live()
    shot = await met.entry()
    assert shot.command == "fire"
    await lengthened(met.services, live.info, live.game, shot, 3 * PORTION + shot.number)
    await met.restart()
    await met.done(met.ann, "/game end")
    far = list[tuple[int, int]]()

    async def progress(judged: int, of: int) -> None:
        far.append((judged, of))

    found = await met.services.reviews.of_channel(met.call(met.ann), progress=progress)
    assert len(far) >= 3
    assert far[-1] == (found.judged, found.judged)
    assert [one for one, _ in far] == sorted(one for one, _ in far)
    assert len(found.missed) <= 3


# Never counted: the identity of a hidden unit, and dice.


def missed_choices(table_entries: list[Entry], system: Any, change: Any) -> list[MissedChoice]:
    """Return the missed choices in entries, with `change` applied to the games before them."""
    fold = ReviewFold(system, "Red", ())
    for entry in table_entries:
        fold.add(entry)
    reviewer = Reviewer(system, "Red", opponent_of(system.key), Random(1).random)
    return [one for choice in fold.choices if (one := reviewer.missed(change(choice)))]


async def test_a_unit_that_was_hidden_then_and_dice_to_come_weigh_nothing(met: Table) -> None:
    entries, system = await met.entries(), (await met.live()).system

    def hidden(game: Game) -> Game:
        found = game.copy()
        gun = next(unit for unit in found.units.values() if unit.name == "HMG team")
        found.units[gun.id] = gun.model_copy(update={"states": {**gun.states, "hidden": 1}})
        return found

    def as_card(choice: JudgedChoice) -> JudgedChoice:
        return choice._replace(led_from=choice.led_from and hidden(choice.led_from))

    def with_dice(choice: JudgedChoice) -> JudgedChoice:
        return choice._replace(before=replace(choice.before, queues={6: (1, 1, 1, 1)}))

    plain = missed_choices(entries, system, lambda choice: choice)
    assert [one.kind for one in plain] == [Kind.COVER]
    assert missed_choices(entries, system, as_card) == []
    assert missed_choices(entries, system, with_dice) == plain


async def test_every_part_of_a_review_follows_the_rules(met: Table) -> None:
    """The odds are those of `/odds` for the same shot, on the board before it."""
    entries, live = await met.entries(), await met.live()
    [missed] = missed_choices(entries, live.system, lambda choice: choice)
    shot = next(one for one in entries if one.command == "fire")
    game = await met.services.record.states.before_entry(live.info.id, shot.number)
    for cover, chance in (("none", missed.was.some), ("soft", missed.best.some)):
        request = changed(Request.of(shot.request), cover=(cover,))
        [odds] = await met.services.odds.odds(met.call(met.bob), request, live.board_with(game))
        assert odds.effects is not None
        assert chance == pytest.approx(float(odds.effects.some))


async def test_a_moment_is_in_the_words_of_the_system(table: Table) -> None:
    """Bayonet counts bounds."""
    await table.done(table.ann, "/game demo", system="bayonet")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/move", unit="GI")
    await table.done(table.ann, "/turn end")
    await table.done(table.bob, "/fire", attacker="Gunner", target="GI", distance="20")
    await table.done(table.ann, "/game end")
    told = await table.done(table.ann, "/game review")
    assert "**Bound 1, entry " in told.text
