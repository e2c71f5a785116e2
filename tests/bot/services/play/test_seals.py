"""Seals: permission to write, show and open them, and the lifetime of their text beside the record."""

from __future__ import annotations

from hashlib import sha256

import pytest

from bot.errors import Refusal
from bot.resolution.result import OpenQuestion
from bot.services import Services
from bot.services.play.seals import LOOSE, join_lines, salt_text
from bot.store.forgetting import seal_key
from rules.game.clocks_and_seals import OpenedSeal, SealsOpened
from rules.game.game import Game
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, start_demo


@pytest.fixture
async def both(services: Services) -> Services:
    """Ann is the umpire and plays Red, Bob plays Blue, and nothing is sealed."""
    await start_demo(services)
    return services


async def game(services: Services) -> Game:
    return (await services.games.require_game(PLACE)).game


async def digests(services: Services) -> list[str]:
    return list((await game(services)).seals)


async def is_kept(services: Services, digest: str, who: str = ANN.id) -> bool:
    live = await services.games.require_game(PLACE)
    return bool(await services.record.remember(seal_key(who, live.info.id, digest)))


async def opened_seals(services: Services, *more: bool) -> tuple[OpenedSeal, ...]:
    (event,) = (await services.seals.open(call(), *more)).entry.events
    assert isinstance(event, SealsOpened)
    return event.opened


async def test_a_seal_belongs_to_the_side_of_its_author_and_its_text_is_kept_beside_the_record(both: Services) -> None:
    entry = (await both.seals.seal(call(BOB), "  over the bridge\n")).entry
    (digest,) = await digests(both)
    seal = (await game(both)).seals[digest]
    assert (seal.by, seal.side, seal.ready, seal.unit, entry.side) == (BOB.id, "Blue", False, None, "Blue")
    assert "bridge" not in entry.model_dump_json()
    live = await both.games.require_game(PLACE)
    text = await both.seals.find_text(BOB.id, live.info.id, digest)
    assert text is not None
    assert text.text == "over the bridge"
    assert sha256(f"{text.salt}|{text.text}".encode()).hexdigest() == digest == text.digest


async def test_the_seal_of_one_side_waits_until_the_other_side_is_ready(both: Services) -> None:
    await both.seals.seal(call(), "4 points")
    ready = await both.seals.open(call())
    assert [ENGLISH(note) for note in ready.entry.notes] == ["All are opened at once when Blue is ready too."]
    (mine,) = await digests(both)
    assert (await game(both)).seals[mine].ready
    await both.seals.seal(call(BOB), "6 points")
    ready = await both.seals.open(call())
    assert len(await digests(both)) == 2, "Bob has sealed something, and has not said that it may be opened"
    assert [ENGLISH(note) for note in ready.entry.notes] == ["All are opened at once when Blue is ready too."]
    (event,) = (await both.seals.open(call(BOB))).entry.events
    assert isinstance(event, SealsOpened)
    assert [one.text for one in event.opened] == ["4 points", "6 points"]
    assert await digests(both) == []
    assert not any([await is_kept(both, mine), await is_kept(both, event.opened[1].digest, BOB.id)])


async def test_a_seal_is_opened_alone_by_its_author_and_the_others_stay(both: Services) -> None:
    await both.seals.seal(call(), "4 points")
    await both.seals.seal(call(BOB), "6 points")
    assert [one.text for one in await opened_seals(both, True)] == ["4 points"]
    (left,) = await digests(both)
    assert (await game(both)).seals[left].by == BOB.id
    assert await is_kept(both, left, BOB.id)


async def test_an_umpire_without_a_side_opens_all_that_is_sealed(both: Services) -> None:
    await both.seals.seal(call(), "4 points")
    await both.seals.seal(call(BOB), "6 points")
    found = await both.seats.umpire(call(), CYD)
    while isinstance(found, OpenQuestion):
        found = await both.corrections.agree(call(BOB), found.row.id, found.row.step)
    (event,) = (await both.seals.open(call(CYD))).entry.events
    assert isinstance(event, SealsOpened)
    assert [one.text for one in event.opened] == ["4 points", "6 points"]


async def test_a_seal_of_a_forgotten_player_is_opened_without_its_text(both: Services) -> None:
    await both.seals.seal(call(), "4 points")
    (digest,) = await digests(both)
    live = await both.games.require_game(PLACE)
    await both.seals.drop(ANN.id, live.info.id, digest)
    result = await both.seals.open(call(), alone=True)
    assert [ENGLISH(note) for note in result.entry.notes] == ["Ann: the sealed text is gone."]
    assert await digests(both) == []


async def test_the_notes_of_an_opened_seal_are_its_text_on_one_line_and_its_proof(both: Services) -> None:
    await both.seals.seal(call(), "left\nthen right")
    (digest,) = await digests(both)
    result = await both.seals.open(call(), alone=True)
    said, proof = (ENGLISH(note) for note in result.entry.notes)
    assert said == "Ann: left · then right"
    assert proof.startswith(f"SHA-256 `{digest}`, salt `")
    assert ENGLISH(result.entry.title) == "1 seal is opened"


async def test_who_has_sealed_nothing_opens_nothing(both: Services) -> None:
    await both.seals.seal(call(), "4 points")
    with pytest.raises(Refusal, match="You have no seals"):
        await both.seals.open(call(BOB))
    assert len(await digests(both)) == 1


async def test_nothing_is_opened_where_nothing_is_sealed(both: Services) -> None:
    with pytest.raises(Refusal, match="No seals yet"):
        await both.seals.open(call())


async def test_a_person_has_so_many_seals_and_those_of_others_do_not_count(both: Services) -> None:
    await both.seals.seal(call(BOB), "6 points")
    for nth in range(20):
        await both.seals.seal(call(), f"{nth} points")
    with pytest.raises(Refusal, match=r"20 seals\. Open one first"):
        await both.seals.seal(call(), "one more")
    assert len(await digests(both)) == 21


def test_a_seal_holds_something_and_no_more_than_can_be_shown() -> None:
    assert salt_text(f" {'x' * 2000} ", 2000).text == "x" * 2000
    with pytest.raises(Refusal, match="at most 2000 characters"):
        salt_text("x" * 2001, 2000)
    with pytest.raises(Refusal, match="Nothing to seal"):
        salt_text(" \n ", 2000)
    assert salt_text("a", 2000).salt != salt_text("a", 2000).salt
    assert ENGLISH(join_lines("a\nb")) == "a · b"


# The places of units.


async def test_a_units_place_is_sealed_once_and_shown_by_its_author(both: Services) -> None:
    entry = (await both.seals.place(call(), "Marines", "behind the wall")).entry
    (digest,) = await digests(both)
    unit = (await game(both)).seals[digest].unit
    assert unit is not None
    assert (entry.side, (await game(both)).units[unit].name) == ("Red", "Marines")
    with pytest.raises(Refusal, match="is already sealed"):
        await both.seals.place(call(), "Marines", "in the wood")
    assert await digests(both) == [digest]
    with pytest.raises(Refusal, match="Only the player who sealed"):
        await both.seals.reveal_place(call(BOB), "Marines")
    told = (await both.seals.reveal_place(call(), "Marines")).entry
    assert "behind the wall" in told.model_dump_json()
    assert (told.side, await digests(both), await is_kept(both, digest)) == ("Red", [], False)


async def test_a_sealed_position_is_not_opened_with_the_bids(both: Services) -> None:
    await both.seals.place(call(), "Marines", "behind the wall")
    with pytest.raises(Refusal, match="No seals yet"):
        await both.seals.open(call(), alone=True)


async def test_an_unsealed_place_is_not_shown(both: Services) -> None:
    with pytest.raises(Refusal, match="is not sealed"):
        await both.seals.reveal_place(call(), "Marines")


async def test_a_text_is_forgotten_again_where_its_seal_is_refused(both: Services) -> None:
    """A seal for another player's unit is refused, and its text is not kept."""
    with pytest.raises(Refusal):
        await both.seals.place(call(BOB), "Marines", "behind the wall")
    assert await digests(both) == []
    assert not (await both.privacy.data_of(BOB.id)).unopened_texts


async def test_a_text_that_comes_twice_is_kept_once(both: Services) -> None:
    """Each time with a salt of its own, of which one proves nothing."""
    twice = call(BOB, "told twice")
    (found, again) = [await both.seals.seal(twice, "over the bridge") for _ in range(2)]
    assert (found.again, again.again) == (False, True)
    assert len(await both.record.people.sealed_texts(BOB.id)) == 1


async def test_a_place_holds_fewer_letters_than_an_order(both: Services) -> None:
    with pytest.raises(Refusal, match="at most 500 characters"):
        await both.seals.place(call(), "Marines", "x" * (501))


async def test_loose_dice_are_kept_by_a_mark_of_their_own(both: Services) -> None:
    mark, text = await both.seals.store_secret_roll(ANN.id, "2d6: 5, 3")
    other, _ = await both.seals.store_secret_roll(ANN.id, "2d6: 5, 3")
    assert mark != other
    assert await both.seals.find_text(ANN.id, LOOSE, mark) == text
    assert await both.seals.find_text(BOB.id, LOOSE, mark) is None
    await both.seals.drop(ANN.id, LOOSE, mark)
    assert await both.seals.find_text(ANN.id, LOOSE, mark) is None
