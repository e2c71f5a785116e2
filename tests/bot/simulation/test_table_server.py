"""The addresses of the local table, over HTTP: who gets in by which, as whom, and what nobody may do through one."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape
from pathlib import Path

import pytest

from bot.settings import SettingsError
from bot.simulation.addresses import SHARED, TABLE
from bot.simulation.local_server import opened, served
from tests.bot.simulation.visiting import settings, table

SAID = ("commands.js", "components.js", "composer.js", "messages.js", "modal.js", "selects.js", "select-drafts.js")
"""The simulator's scripts that say something of ours."""


async def test_every_address_has_a_secret_of_its_own_that_stays_the_same(tmp_path: Path) -> None:
    async with table(tmp_path) as first:
        found = {door.name: door.secret for door in first.doors}
    assert list(found) == [SHARED, "Ann", "Bob", TABLE]
    assert len(set(found.values())) == 4
    assert min(map(len, found.values())) >= 20
    async with table(tmp_path) as again:
        assert {door.name: door.secret for door in again.doors} == found


async def test_a_player_sees_and_says_only_what_is_theirs(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        assert (ann.viewer, bob.viewer) == ("Ann", "Bob")
        assert [one["name"] for one in bob.shown["viewers"]] == ["Bob"]
        await bob.say("/fire attacker:Marines target:Militia distance:10")
        assert "Only Red can do that" in bob.talk
        await ann.look()
        assert "Only Red can do that" not in ann.talk


async def test_the_shared_screen_plays_both_sides_and_stays_with_whom_it_played(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        screen = await here.at(SHARED)
        assert [one["name"] for one in screen.shown["viewers"]] == ["Ann", "Bob"]
        assert screen.viewer == "Ann"
        bob = next(one["id"] for one in screen.shown["viewers"] if one["name"] == "Bob")
        assert not (await screen.act("viewer", viewer_id=bob))["rejected"]
        assert screen.viewer == "Bob"
        reloaded = here.browser(SHARED, f"{screen.key}/bob")
        await reloaded.open()
        assert reloaded.viewer == "Bob"


async def test_d9_a_shared_screen_shows_nothing_private_of_whoever_has_a_phone(tmp_path: Path) -> None:
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
        bob = next(one["id"] for one in screen.shown["viewers"] if one["name"] == "Bob")
        await screen.act("viewer", viewer_id=bob)
        await screen.say("/unit show unit:Militia")
        assert "Weapons: " in screen.talk, "Bob has no phone"


async def test_no_player_becomes_another(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        assert (await bob.act("viewer", viewer_id=ann.shown["viewerId"]))["rejected"]
        assert bob.viewer == "Bob"
        sly = here.browser("Bob", f"{bob.key}/ann")
        await sly.open(viewer_id=ann.shown["viewerId"])
        assert sly.viewer == "Bob"
        bob.headers["X-Simcord-Context"] = ann.headers["X-Simcord-Context"]
        assert await bob.look() == 401
        assert (await bob.ask("GET", "/api/commands"))[0] == 401


@pytest.mark.parametrize("written", ["{}", " {}", "{}\n", "0{}", "+{}", "００{}", "0_{}"])
async def test_s2_no_spelling_of_an_id_makes_a_phone_the_other_player(tmp_path: Path, written: str) -> None:
    """S2: an id is compared as the number that it is read as; a door with one viewer has nobody else to become."""
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        assert (await bob.act("viewer", viewer_id=written.format(ann.shown["viewerId"])))["rejected"]
        assert (await bob.act("viewer", viewer_id=int(ann.shown["viewerId"])))["rejected"]
        assert bob.viewer == "Bob"


async def test_s2_the_door_is_asked_again_when_the_action_runs(tmp_path: Path) -> None:
    """S2: an action that waits while its page changes hands is not done in the new player's name."""
    async with table(tmp_path) as here:
        screen, bob = await here.at(SHARED), await here.at("Bob")
        one = here.page.preview._pages[bob.headers["X-Simcord-Context"]]
        async with here.page._lock:
            sent = asyncio.ensure_future(bob.act("send_message", content="in whose name?", reply_to_id=None))
            await asyncio.sleep(0.3)
            one.viewer = here.place.people["Ann"]
        assert (await sent)["rejected"]
        await screen.look()
        assert "in whose name?" not in screen.talk


@pytest.mark.parametrize("body", ["[]", '"x"', "5", "{", "[" * 100_000])
async def test_s2_a_malformed_body_is_a_bad_request(tmp_path: Path, body: str) -> None:
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        assert (await bob.ask("POST", "/api/action", data=body))[0] == 400


@pytest.mark.parametrize("key", ["", "guess", "guess/ann", "bob"])
async def test_nobody_gets_in_without_an_address(tmp_path: Path, key: str) -> None:
    async with table(tmp_path) as here:
        stranger = here.browser(SHARED, key)
        assert await stranger.open() == 401
        status, text = await stranger.ask("GET", f"/{key}")
        assert status == (404 if key else 200)
        assert "Open the address" in text
        assert "channel-composer" not in text


async def test_the_page_is_ours(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        bob = here.browser("Bob")
        for path in (f"/{bob.key}", f"/{bob.key}/bob"):
            status, text = await bob.ask("GET", path)
            assert status == 200
            assert "<title>Adjutant · Bob</title>" in text
            assert text.index("/table.js") < text.index("/app.js")
        for name in ("table.js", "table.css", "commands.js", "app.js", "preview.css", "protocol.schema.json"):
            assert (await bob.ask("GET", f"/{name}"))[0] == 200


async def test_thumb_what_the_page_says_itself_is_in_the_language_of_the_table(tmp_path: Path) -> None:
    """Such as its red line without a connection: all that its scripts ask for is there."""
    async with table(tmp_path, language="de") as here:
        bob = here.browser("Bob")
        _, page = await bob.ask("GET", f"/{bob.key}")
        (found,) = re.findall(r'<meta name="table-words" content="([^"]*)">', page)
        said = json.loads(unescape(found))
        assert said["lost"].startswith("Keine Verbindung")
        assert said["away"] == "Ausblenden"
        asked = set[str]()
        for name in ("table.js", *SAID):
            _, script = await bob.ask("GET", f"/{name}")
            asked |= set(re.findall(r"\b(?:tableWords|words)\.(\w+)", script)) - {"join", "length", "map"}
        assert asked == set(said) - {"full", "join", "idle"}


async def test_letters_are_fetched_once(tmp_path: Path) -> None:
    async with table(tmp_path) as here, here.web.get(f"{here.base}/fonts/noto-sans-mono-v2.014.ttf") as font:
        assert font.status == 200
        assert "max-age" in font.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("host", "status"), [("elsewhere.example", 403), ("elsewhere.example:8765", 403), ("192.168.1.5:8765", 200)]
)
async def test_a_name_of_somebody_elses_leads_nowhere(tmp_path: Path, host: str, status: int) -> None:
    async with table(tmp_path) as here:
        bob = here.browser("Bob")
        bob.headers["Host"] = host
        assert (await bob.ask("GET", f"/{bob.key}"))[0] == status
        assert (await bob.ask("GET", "/app.js"))[0] == status
        assert await bob.open() == (200 if status == 200 else 401)


async def test_a_page_of_somebody_elses_may_not_speak(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        bob = here.browser("Bob")
        bob.headers["Origin"] = "http://elsewhere.example"
        assert await bob.open() == 401
        bob.headers["Origin"] = here.base
        assert await bob.open() == 200


async def test_a_page_that_is_known_no_more_is_told_so(tmp_path: Path) -> None:
    """The page opens itself anew then: a phone that slept, a table that was closed and opened again."""
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        bob.headers["X-Simcord-Context"] = "p_of_yesterday"
        assert await bob.look() == 410


async def test_no_phone_closes_the_table(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        bob = await here.at("Bob")
        assert (await bob.act("close"))["rejected"]
        assert await bob.look() == 200


async def test_pages_that_phones_left_behind_make_room(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann = await here.at("Ann")
        first = await here.at("Bob")
        for _ in range(20):
            await here.at("Bob")
            assert await ann.look() == 200
        assert await first.look() == 410


async def test_what_one_does_the_other_sees(tmp_path: Path) -> None:
    async with table(tmp_path) as here:
        ann, bob = await here.at("Ann"), await here.at("Bob")
        await ann.say("/initiative dice:5 2")
        await bob.look()
        assert "Red goes first, then Blue" in bob.talk


async def test_a_host_that_is_not_here_is_refused(tmp_path: Path) -> None:
    config = settings(tmp_path, "198.51.100.7")
    with pytest.raises(SettingsError, match=r"ADJUTANT_LOCAL_HOST: this computer has no address 198\.51\.100\.7"):
        async with opened(config) as place, served(place, config):
            pass
