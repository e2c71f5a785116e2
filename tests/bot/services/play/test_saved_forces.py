"""Saved forces and lists of a person, and the force that a name refers to."""

from __future__ import annotations

import json
from asyncio import gather

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.play.army_lists import Draft, ReadList, unknown_mark
from bot.services.play.saved_forces import MOST_FORCES, ForceNameTaken
from bot.store.forgetting import list_key, words_key
from data import system_of
from rules.command.force import Force
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, id_of, request, start_demo

FUBAR = system_of("fubar")


@pytest.fixture
async def both(services: Services) -> Services:
    await start_demo(services)
    return services


def force(name: str = "Wolves", **more: object) -> Force:
    units = [{"type": "militia"}, {"type": "marines", "name": "First"}]
    return Force.model_validate({"name": name, "system": "fubar", "units": units, **more})


def names(found: Force) -> list[str]:
    return [str(one["name"]) for one in found.units]


async def shot_at(services: Services) -> None:
    """The Marines lose some of their own to a shot of Bob's."""
    wanted = await request(services, "fire", "Militia", "Marines", distance=10)
    await services.referee.order(call(BOB), wanted, "6 6 6 6 6 6 6 6 1 1 1 1 1 1 1 1", anyway=True)


# A side saved as it was mustered.


async def test_a_side_is_saved_as_it_began_without_its_losses(both: Services) -> None:
    await shot_at(both)
    saved = await both.saved_forces.save(call(), "My wolves")
    assert saved.name == "My wolves"
    assert names(saved) == ["Regular section", "Marines", "Commandos", "IFV"]
    marines = saved.units[1]
    assert (marines["models"], marines.get("states")) == (5, None)
    assert await both.saved_forces.find(ANN.id, FUBAR, "  my   WOLVES ") == saved
    assert [one.name for one in await both.saved_forces.forces_of(ANN.id)] == ["My wolves"]
    assert await both.saved_forces.forces_of(BOB.id) == []


async def test_corrections_of_a_unit_are_saved_with_its_force_and_losses_are_not(both: Services) -> None:
    await shot_at(both)
    await both.unit_corrections.edit(call(), "Marines", "name", "Royal Marines")
    saved = await both.saved_forces.save(call(), "Mine")
    assert (saved.units[1]["name"], saved.units[1]["models"]) == ("Royal Marines", 5)


async def test_a_unit_that_was_taken_out_is_not_saved(both: Services) -> None:
    await both.unit_corrections.remove(call(), await id_of(both, "Commandos"))
    assert "Commandos" not in names(await both.saved_forces.save(call(), "Mine"))


async def test_a_side_without_units_has_none_to_save(both: Services) -> None:
    await both.seats.join(call(CYD), "Green")
    with pytest.raises(Refusal, match="has no units yet"):
        await both.saved_forces.save(call(CYD), "Mine")


async def test_a_name_that_is_taken_is_kept_unless_it_may_be_replaced(both: Services) -> None:
    first = await both.saved_forces.keep(ANN.id, FUBAR, force("Wolves"))
    with pytest.raises(ForceNameTaken, match="already have a force called Wolves") as caught:
        await both.saved_forces.keep(ANN.id, FUBAR, force("WOLVES", about="new"))
    assert caught.value.old.name == "Wolves"
    assert await both.saved_forces.find(ANN.id, FUBAR, "wolves") == first
    anew = await both.saved_forces.keep(ANN.id, FUBAR, force("WOLVES", about="new"), replace=True)
    assert await both.saved_forces.find(ANN.id, FUBAR, "wolves") == anew
    assert len(await both.saved_forces.forces_of(ANN.id)) == 1


async def test_a_person_has_so_many_forces_of_a_system_and_may_still_replace_one(services: Services) -> None:
    for nth in range(MOST_FORCES):
        await services.saved_forces.keep(ANN.id, FUBAR, force(f"Force {nth}"))
    with pytest.raises(Refusal, match=f"You already have {MOST_FORCES} forces for FUBAR"):
        await services.saved_forces.keep(ANN.id, FUBAR, force("One more"))
    await services.saved_forces.keep(ANN.id, FUBAR, force("Force 1", about="new"), replace=True)
    other = system_of("opreb")
    units = [{"type": next(iter(other.units))}]
    more = Force.model_validate({"name": "One more", "system": "opreb", "units": units})
    await services.saved_forces.keep(ANN.id, other, more)
    await services.saved_forces.keep(BOB.id, FUBAR, force("One more"))
    assert len(await services.saved_forces.forces_of(ANN.id)) == MOST_FORCES + 1


# Which force is meant.


async def test_a_sample_is_meant_by_its_key_and_ones_own_by_its_name_or_with_yours_before_it(
    services: Services,
) -> None:
    key, other = FUBAR.about.demo
    mine = await services.saved_forces.keep(ANN.id, FUBAR, force(key.replace("_", " "), about="mine"))
    find = services.saved_forces.find
    assert (await find(ANN.id, FUBAR, key)).about != "mine", "a sample by its key"
    assert await find(ANN.id, FUBAR, f"yours: {key.replace('_', ' ').upper()}") == mine
    assert (await find(ANN.id, FUBAR, other)).system == "fubar"
    with pytest.raises(Refusal, match="Which force"):
        await find(BOB.id, FUBAR, f"yours: {key.replace('_', ' ')}")
    with pytest.raises(Refusal, match="Which force"):
        await find(ANN.id, FUBAR, "nothing of that name")


async def test_a_force_that_is_removed_is_gone_and_no_other(services: Services) -> None:
    for name in ("Wolves", "Garrison"):
        await services.saved_forces.keep(ANN.id, FUBAR, force(name))
    with pytest.raises(Refusal, match=r"no force called 'Guard'; yours are (Garrison, Wolves|Wolves, Garrison)"):
        await services.saved_forces.remove(ANN.id, FUBAR, "Guard")
    assert await services.saved_forces.remove(ANN.id, FUBAR, "yours:  wOlves") == "Wolves"
    assert [one.name for one in await services.saved_forces.forces_of(ANN.id)] == ["Garrison"]
    with pytest.raises(Refusal, match="yours are none yet"):
        await services.saved_forces.remove(BOB.id, FUBAR, "Garrison")


async def test_a_force_that_is_removed_twice_at_once_is_removed_once(services: Services) -> None:
    await services.saved_forces.keep(ANN.id, FUBAR, force())
    twice = (services.saved_forces.remove(ANN.id, FUBAR, "Wolves") for _ in range(2))
    found = await gather(*twice, return_exceptions=True)
    assert sorted(type(one).__name__ for one in found) == ["Refusal", "str"]


async def test_the_force_of_a_file_is_held_for_the_player_who_attached_it(services: Services) -> None:
    await services.saved_forces.hold(ANN.id, force())
    assert await services.saved_forces.held_force(ANN.id, FUBAR) == force()
    assert await services.saved_forces.held_force(BOB.id, FUBAR) is None
    assert await services.saved_forces.held_force(ANN.id, system_of("opreb")) is None


# Lists that people paste.

LIST = "Militia\nGrots\n"


async def test_a_list_is_kept_as_it_was_read_and_a_name_that_was_explained_counts(services: Services) -> None:
    lists = services.army_lists
    written = await lists.write(call(), FUBAR, LIST, " My  horde ")
    assert (written.name, [one.words for one in written.found.unknown_names]) == ("My horde", ["Grots"])
    again = await lists.read(call(), "fubar")
    assert (again.found, again.draft) == (written.found, written.draft)
    with pytest.raises(Refusal, match="Explain the unknown names in the list first"):
        await lists.take(call(), "fubar")
    with pytest.raises(Refusal, match="already answered"):
        await lists.explain(call(), "fubar", "00000000", "unit:militia")
    told = await lists.explain(call(), "fubar", mark(written), "unit:militia")
    assert told.found.unknown_names == ()
    kept = await lists.take(call(), "fubar")
    assert (kept.name, len(kept.units), kept.aliases) == ("My horde", 2, {"Grots": "unit:militia"})
    assert await services.saved_forces.find(ANN.id, FUBAR, "my horde") == kept


def mark(now: ReadList) -> str:
    return unknown_mark(now.found.unknown_names[0])


async def test_learned_names_stay_for_a_corrected_list_and_are_dropped_for_another(
    services: Services,
) -> None:
    lists = services.army_lists
    await lists.explain(call(), "fubar", mark(await lists.write(call(), FUBAR, LIST)), "unit:militia")
    corrected = await lists.write(call(), FUBAR, f"{LIST}Grots\n", again=True)
    assert corrected.found.unknown_names == ()
    assert [one.words for one in (await lists.write(call(), FUBAR, LIST)).found.unknown_names] == ["Grots"]


async def test_no_other_players_list_is_read(services: Services) -> None:
    await services.army_lists.write(call(), FUBAR, LIST)
    with pytest.raises(Refusal, match="That list is gone"):
        await services.army_lists.read(call(BOB), "fubar")
    with pytest.raises(Refusal, match="That list is gone"):
        await services.army_lists.read(call(), "opreb")


async def test_words_that_are_shared_are_known_to_all_of_the_server_until_it_forgets_them(services: Services) -> None:
    lists = services.army_lists
    await lists.explain(call(), "fubar", mark(await lists.write(call(), FUBAR, LIST)), "unit:militia")
    shared = await lists.share(call(), "fubar")
    assert (shared.found.unknown_names, shared.draft.answers) == ((), {})
    with pytest.raises(Refusal, match="Nothing to remember"):
        await lists.share(call(), "fubar")
    assert (await lists.write(call(BOB), FUBAR, LIST)).found.unknown_names == ()
    elsewhere = call(BOB, where=PLACE._replace(guild="2"))
    assert [one.words for one in (await lists.write(elsewhere, FUBAR, LIST)).found.unknown_names] == ["Grots"]
    (word,) = await lists.taught_words(PLACE.guild or "", [FUBAR])
    assert (word.words, word.code, word.mark) == ("Grots", "unit:militia", f"fubar/{word.key}")
    with pytest.raises(Refusal, match="Only members who manage"):
        await lists.unteach(call(), word.mark, manages=False)
    with pytest.raises(Refusal, match="does not know"):
        await lists.unteach(call(), "Boyz", manages=True)
    assert await lists.unteach(call(), "GROTS", manages=True) == word
    assert await lists.taught_words(PLACE.guild or "", [FUBAR]) == []


async def test_the_newest_words_of_a_server_are_shown_first(services: Services) -> None:
    lists = services.army_lists
    for name in ("Grots", "Boyz"):
        await lists.explain(call(), "fubar", mark(await lists.write(call(), FUBAR, f"{name}\n")), "unit:militia")
        await lists.share(call(), "fubar")
    assert [one.words for one in await lists.taught_words(PLACE.guild or "", [FUBAR])] == ["Boyz", "Grots"]


async def test_words_that_a_force_brought_along_are_known_in_the_lists_of_the_player_who_loads_it(
    services: Services,
) -> None:
    brought = force(aliases={"Grots": "unit:militia"}, plurals={"Grots": "Grotz", "First": "Firsts"})
    await services.army_lists.learn(ANN.id, brought)
    kept = (await services.army_lists.drafts_of(ANN.id))["fubar"]
    assert set(kept.learned.values()) == {"unit:militia", "unit:marines"}
    assert len(kept.learned) == 3
    assert (await services.army_lists.write(call(), FUBAR, "Grotz\n")).found.unknown_names == ()
    assert "fubar" not in await services.army_lists.drafts_of(BOB.id)


async def test_names_that_a_player_explained_are_kept_for_them_without_a_list_too(services: Services) -> None:
    """They are part of the export of `/privacy`, and are counted there."""
    written = json.dumps({"text": "", "learned": {"boys": "militia"}})
    await services.record.remember(list_key(ANN.id, "fubar"), written)
    assert {key: draft.learned for key, draft in (await services.army_lists.drafts_of(ANN.id)).items()} == {
        "fubar": {"boys": "militia"}
    }


async def test_three_hundred_learned_words_are_kept_of_a_person_or_a_server_and_a_hundred_with_a_force(
    services: Services,
) -> None:
    """The newest are."""
    words = {f"word{n}x": "unit:militia" for n in range(300)}
    await services.record.remember(list_key(ANN.id, "fubar"), json.dumps({"learned": words}))
    await services.army_lists.learn(ANN.id, force(aliases={"Grots": "unit:militia"}))
    learned = [*(await services.army_lists.drafts_of(ANN.id))["fubar"].learned]
    assert (len(learned), learned[0], learned[-1]) == (300, "word1x", "grot")
    answers = {f"Name{n}x": "unit:militia" for n in range(101)}
    await services.record.remember(
        list_key(ANN.id, "fubar"), json.dumps({"text": "Militia", "name": "Mine", "answers": answers})
    )
    aliases = [*(await services.army_lists.take(call(), "fubar")).aliases]
    assert (len(aliases), aliases[0], aliases[-1]) == (100, "Name1x", "Name100x")
    await services.record.remember(words_key(PLACE.guild or "", "fubar"), json.dumps(words))
    await services.army_lists.share(call(), "fubar")
    taught = [one.key for one in await services.army_lists.taught_words(PLACE.guild or "", [FUBAR])]
    assert (len(taught), taught[0], taught[-1]) == (300, "name100x", "word101x")


def test_a_draft_stores_all_that_its_writer_has_entered_and_nothing_else() -> None:
    draft = Draft("Militia", "Mine", {"boys": "militia"}, {"Grots": "militia"}, {"lines": []})
    assert draft.to_stored() == {
        "text": "Militia",
        "name": "Mine",
        "learned": {"boys": "militia"},
        "answers": {"Grots": "militia"},
    }
