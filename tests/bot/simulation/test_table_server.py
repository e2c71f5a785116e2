"""The addresses of the local table, over real connections: access, identity, and forbidden requests."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest

from bot.settings import SettingsError
from bot.simulation import guard, lines, page_files, table_server
from bot.simulation.addresses import SHARED, TABLE
from bot.simulation.environment import SetupError
from bot.simulation.local_server import open_table, serve_pages
from tests.bot.simulation.visiting import Visitor, settings, table
from tests.bot.waiting import WatchedLock, until

PAGES = sorted(Path("bot/simulation/page").iterdir())
SCRIPTS = {one.name: one.read_text(encoding="utf-8") for one in PAGES if one.suffix == ".js"}


async def test_addresses_and_conversation_are_kept_when_the_table_is_opened_again(tmp_path: Path) -> None:
    """Each address has a secret of its own. A form of before is refused in words."""
    async with table(tmp_path) as first:
        found = {door.name: door.secret for door in first.doors}
        before = await first.at("Ann")
        for line in ("see you next week", "/unit show unit:Marines", "/fire attacker:Marines target:Militia"):
            await before.say(line)
    assert list(found) == [SHARED, "Ann", "Bob", TABLE]
    assert len(set(found.values())) == 4
    assert min(map(len, found.values())) >= 20
    async with table(tmp_path) as again:
        assert {door.name: door.secret for door in again.doors} == found
        ann, bob = await again.at("Ann"), await again.at("Bob")
        assert "see you next week" in bob.talk
        assert "Weapons: " in ann.talk
        assert "Weapons: " not in bob.talk
        assert not [one for one in bob.messages.values() if one.get("old") and "controls" in one]
        ann.form = before.form
        refused = await ann.submit(**{"distance:0": "10"})
        assert "open it again" in refused["error"]
        assert refused["closed"]


async def test_a_player_sees_and_presses_only_their_own_answers_and_acts_only_for_their_side(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        assert (ann.viewer, bob.viewer) == ("Ann", "Bob")
        assert [one["name"] for one in bob.hello["viewers"]] == ["Bob"]
        await bob.say("/fire attacker:Marines target:Militia distance:10")
        assert "Only Red can do that" in bob.talk
        await ann.look()
        assert "Only Red can do that" not in ann.talk
        await ann.say("/game end note:over")
        message, control = ann.control("End the game")
        found = await bob.act("click", message=message, control=control["custom_id"])
        assert "no longer there" in found["error"]
        await ann.click("End the game")
        await bob.until(lambda: "The game is over" in bob.talk)


async def test_the_shared_screen_plays_both_sides_and_stays_with_whom_it_played(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        screen = await here.at(SHARED)
        assert [one["name"] for one in screen.hello["viewers"]] == ["Ann", "Bob"]
        assert screen.viewer == "Ann"
        await act_as(screen, "Bob")
        assert screen.viewer == "Bob"
        reloaded = here.browser(SHARED, f"{screen.key}/bob")
        await reloaded.open()
        assert reloaded.viewer == "Bob"


async def act_as(screen: Visitor, name: str) -> None:
    wanted = next(one["id"] for one in screen.hello["viewers"] if one["name"] == name)
    await screen.act("viewer", viewer=wanted)


async def test_a_shared_screen_shows_nothing_private_of_a_player_who_has_a_phone(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        screen = await here.at(SHARED)
        await screen.say("/unit show unit:Marines")
        assert "Weapons: " in screen.talk, "nobody else speaks for Ann: she reads it here"
        ann = await here.at("Ann")
        assert "Weapons: " in ann.talk
        await screen.look()
        assert "Weapons: " not in screen.talk
        await ann.say("/unit show unit:Commandos")
        await screen.look()
        assert "Weapons: " not in screen.talk
        assert "FUBAR" in screen.talk, "what everybody reads stays"
        await act_as(screen, "Bob")
        await screen.say("/unit show unit:Militia")
        assert "Weapons: " in screen.talk, "Bob has no phone"


async def test_an_open_menu_is_used_after_a_choice_of_the_other_player_was_refused(tmp_path: Path) -> None:
    """Two phones, 1: the refusal renewed the menu, and the choice of a player with the open menu was lost."""
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        message, menu = ann.control("Activate …")
        militia = next(one["value"] for one in menu["options"] if one["label"] == "Militia")
        await ann.act("choose", message=message, control=menu["custom_id"], values=[militia])
        assert "Blue has its own player" in ann.talk
        await bob.act("choose", message=message, control=menu["custom_id"], values=[militia])
        assert not bob.told
        await ann.look()
        assert [one for one in ann.messages.values() if one.get("by") == "Bob" and "Militia" in json.dumps(one)]


# No page becomes another's.


async def test_no_spelling_of_an_id_makes_a_phone_the_other_player(tmp_path: Path) -> None:
    """A connection with one viewer serves no other player, and an attempt to use it for one closes it."""
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        for written in ("{}", " {}", "{}\n", "0{}", "+{}", "００{}", "0_{}"):
            bob = await here.at("Bob")
            with pytest.raises(ConnectionResetError):
                await bob.act("viewer", viewer=written.format(ann.hello["viewer"]))
        sly = here.browser("Bob", f"{bob.key}/ann")
        await sly.open()
        assert sly.viewer == "Bob"
        screen = await here.at(SHARED)
        with pytest.raises(ConnectionResetError):
            await screen.act("viewer", viewer=f"0{screen.hello['viewers'][1]['id']}")


async def test_the_door_is_asked_again_when_the_action_runs(tmp_path: Path) -> None:
    """An action that waits while its page is handed to the other player runs for neither."""
    async with table(tmp_path) as here:
        screen, bob = await here.at(SHARED), await here.at("Bob")
        here.server.desk.lock = lock = WatchedLock()
        async with lock:
            sent = asyncio.ensure_future(screen.say("in whose name?"))
            await until(lambda: lock.waiting == 1)
            here.server.lines[0].viewer = here.place.people["Bob"]
        assert "may not do that" in (await sent)["error"]
        await bob.look()
        assert "in whose name?" not in bob.talk


async def test_one_phones_many_pages_or_letters_do_not_put_the_others_away(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, first = await here.at("Ann"), await here.at("Bob")
        more = [await here.at("Bob") for _ in range(2 * table_server.MOST_PAGES)]
        with pytest.raises(ConnectionResetError):
            await more[0].say("x" * 70_000)
        more.append(await here.at("Bob"))
        await ann.look()
        await more[-1].look()
        with pytest.raises(ConnectionResetError):
            await first.until(lambda: False)
        assert sum(one.door.name == "Bob" for one in here.server.lines) == table_server.MOST_PAGES


async def test_half_a_head_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A connection that sends no whole request is closed, unless it has gone; a page that is open stays so."""
    monkeypatch.setattr(guard, "HEAD", 0.4)
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        port = int(here.base.rpartition(":")[2])
        _, gone = await asyncio.open_connection("127.0.0.1", port)
        gone.close()
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: 127"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), 5) == b""
            writer.close()
        await bob.look()
    assert not [one for one in caplog.records if one.exc_info]


# The page and its files.


async def test_the_page_is_small_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        bob = here.browser("Bob")
        status, text = await bob.ask("GET", f"/{bob.key}")
        assert status == 200
        assert "<title>Adjutant · Bob</title>" in text
        total = len(text)
        for name in (one.name for one in PAGES if one.suffix in (".js", ".css", ".svg")):
            async with here.web.get(f"{here.base}/page/{name}") as answer:
                assert answer.status == 200
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                total += len(await answer.read())
        assert await bob.open() == 101
        assert total + len(bob.frames[0]) <= 150_000


def test_names_stand_in_the_title_as_they_are() -> None:
    assert "<title>Adjutant · &lt;b&gt;</title>" in page_files.index("<b>", {}, "en", {})


def test_no_script_makes_markup_of_text() -> None:
    for file, text in SCRIPTS.items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            file
        )


async def test_thumb_the_words_of_the_page_are_in_the_language_of_the_table(tmp_path: Path) -> None:
    """All words that its scripts ask for are there, and none that they do not."""
    async with table(tmp_path, language="de") as here:
        bob = here.browser("Bob")
        _, page = await bob.ask("GET", f"/{bob.key}")
        (found,) = re.findall(r'<meta name="table-words" content="([^"]*)">', page)
        said = json.loads(unescape(found))
        assert said["lost"].startswith("Keine Verbindung")
        asked = set[str]()
        for text in SCRIPTS.values():
            asked |= set(re.findall(r"\bwords\.(\w+)", text))
        assert asked | {"board", "log", "type", "busy"} == set(said)


async def test_a_rule_system_is_added_by_a_file_of_the_page(tmp_path: Path) -> None:
    rules = (files("data") / "systems/battle_forge.toml").read_bytes().replace(b"Battle Forge", b"Our rules")
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        _, upload = await bob.ask("POST", f"/{bob.key}/upload?name=ours.toml", data=rules)
        catalogue = json.loads((await bob.ask("GET", f"/{bob.key}/commands"))[1])
        add = next(one for one in catalogue if one["name"] == "system add")
        (file,) = [one["name"] for one in add["options"] if one["kind"] == "attachment"]
        found = await bob.act("say", text="/system add", picked={file: json.loads(upload)})
        assert "error" not in found, found
        await bob.until(lambda: "Our rules can be played here" in bob.talk)


# Messages.


async def test_each_page_shows_the_commands_of_the_other(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        await ann.say("/initiative dice:5 2")
        await bob.until(lambda: "Red goes first, then Blue" in bob.talk)
        await bob.until(lambda: bob.view["go"]["text"] == "Red's turn")


async def test_an_action_that_is_sent_twice_is_done_once(tmp_path: Path) -> None:
    """The connection is lost after the request has arrived: the page asks for its result over the next connection."""
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        for _ in range(2):
            await bob.act("say", id="the same", text="said once", picked={})
        assert bob.talk.count("said once") == 1
        await bob.leave()
        again = here.browser("Bob")
        await again.open()
        assert (await again.act("known", of="the same"))["known"] == {}
        assert (await again.act("known", of="another"))["known"] is None
        assert again.talk.count("said once") == 1
        stranger = await here.at("Ann")
        assert (await stranger.act("known", of="the same"))["known"] is None


async def test_older_messages_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PAGE", 6)
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        for nth in range(lines.PAGE + 1):
            await ann.say(f"word {nth}.")
        again = await here.at("Bob")
        assert again.hello["more"]
        assert len(again.messages) == lines.PAGE
        assert "word 0." not in again.talk
        found = await again.act("older", before=next(iter(again.messages)))
        assert not found["more"]
        assert "word 0." in again.talk
        assert await bob.act("older", before="0") is not None


async def test_a_change_sends_only_the_changed_parts(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        await ann.say("/initiative dice:5 2")
        before = sum(map(len, ann.frames)), sum(map(len, bob.frames))
        await ann.say("/activate unit:Marines dice:6")
        await bob.look()
        assert sum(map(len, ann.frames)) - before[0] <= 20_000
        assert sum(map(len, bob.frames)) - before[1] <= 20_000


async def test_the_form_of_dice_marks_where_a_count_may_stand(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        await bob.say("/game dice mode:physical")
        await here.slash("Ann", "initiative", dice="1 6")
        for line, marked in (
            ("/activate unit:Militia", False),
            ("/fire attacker:Militia target:Marines distance:10", True),
        ):
            await bob.say(line)
            await bob.click("Enter dice")
            assert bob.form is not None
            field = bob.form["components"][0]["component"]
            assert (field.get("id", 0) >= 1000) is marked, field
            await bob.submit(throw0="6")


async def test_a_host_that_is_not_here_is_refused(tmp_path: Path) -> None:
    config = settings(tmp_path, "198.51.100.7")
    with pytest.raises(SettingsError, match=r"ADJUTANT_LOCAL_HOST: this computer has no address 198\.51\.100\.7"):
        async with open_table(config) as place, serve_pages(place, config):
            pass


# What happens in between.


async def test_a_page_that_connects_anew_gets_the_outcome_of_its_request(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        assert ann.socket is not None
        here.server.desk.lock = lock = WatchedLock()
        async with lock:
            await ann.socket.send_json({"id": "x", "do": "say", "text": "hello"})
            await until(lambda: lock.waiting == 1)
            other, again = here.browser("Ann"), here.browser("Ann")
            other.tab = "another"
            for page in (other, again):
                await page.open()
            await ann.leave()
            await until(lambda: len(here.server.lines) == 2)
        await again.until(lambda: "x" in again.done)
        await other.look()
        assert "x" not in other.done
        assert "hello" in other.talk


async def test_a_clock_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise SetupError("no time")

    monkeypatch.setattr(table_server, "TICK", 0.01)
    async with table(tmp_path) as here:
        monkeypatch.setattr(type(here.place.env), "advance_time", fail)
        told = "the clock of the local table failed: no time"
        await until(lambda: [one.message for one in caplog.records].count(told) > 1)


async def test_a_page_waits_for_four_requests_at_most(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        assert ann.socket is not None
        here.server.desk.lock = lock = WatchedLock()
        async with lock:
            for nth in range(5):
                await ann.socket.send_json({"id": f"x{nth}", "do": "say", "text": f"word {nth}."})
            await ann.until(lambda: ann.done)
            assert [*ann.done] == ["x4"]
            assert ann.done["x4"]["error"] == "One thing at a time: the last one is still running."
            await until(lambda: lock.waiting == 4)
        await ann.until(lambda: len(ann.done) == 5)
        await bob.look()
        assert [f"word {nth}." in bob.talk for nth in range(5)] == [True] * 4 + [False]
