"""`/export`: a game as a file, for players who may have it."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bot.services.record.game_import import parse_game
from cogs import export as export_cog
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told
from tests.cogs.undoing import undo_entry

NAME = "Zebulon Ghosts"
KINDS = ("html", "markdown", "csv", "json")


async def _export_game(table: Table, who: Any, format: str, **options: Any) -> tuple[Told, str, bytes]:
    """Return the answer, the name of the file, and its contents."""
    told = await table.done(who, "/export", format=format, **options)
    assert told.private
    [file] = told.messages[-1].attachments
    return told, file.filename, await file.read()


async def test_a_game_is_attached_to_the_answer(demo: Table) -> None:
    """People are called Player 1 where that is asked; every roll is a row."""
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="20", dice="6 1 1 1 1 5 2")
    for format in KINDS:
        told, name, content = await _export_game(demo, demo.bob if format == "csv" else demo.ann, format)
        assert told.title == "Export of FUBAR demo"
        assert name == f"fubar-demo-2023-11-14.{ {'markdown': 'md'}.get(format, format) }"
        assert "entries." in told.text
        assert b"Marines" in content
        if format == "csv":
            [row] = list(csv.DictReader(io.StringIO(content.decode())))
            last = await demo.last()
            assert (row["entry"], row["player"], row["side"], row["command"]) == (str(last), "Ann", "Red", "fire")
            assert (row["unit"], row["target"], row["throw"], row["needed"]) == ("Marines", "Militia", "to hit", "3+")
            assert (row["dice"], row["faces"], row["source"]) == ("7d6", "6 1 1 1 1 5 2", "physical")
            assert (row["successes_or_total"], row["expected"], row["undone"]) == ("2", "4.667", "no")
            assert row["at"].endswith("Z")
            assert row["turn"] == "1"
        _, _, content = await _export_game(demo, demo.ann, format, anonymous=True)
        assert b"Ann" not in content, format
        assert str(demo.ann.id).encode() not in content
        assert b"Player 1" in content or format == "csv"


async def test_no_file_shows_faces_of_dice_that_were_only_counted(demo: Table) -> None:
    shot = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
    await demo.done(demo.ann, "/fire", **shot, dice="4 hits")
    for format in ("html", "markdown"):
        _, _, content = await _export_game(demo, demo.ann, format)
        assert b"4 hits of 9" in content
        assert b"4 4 4 4 3" not in content
    _, _, content = await _export_game(demo, demo.ann, "csv")
    assert b"9d6,,counted,4" in content


async def test_exports_mark_undone_entries(demo: Table) -> None:
    demo.dice.next(6)
    await demo.done(demo.ann, "/activate", unit="Marines")
    await undo_entry(demo)
    _, _, content = await _export_game(demo, demo.ann, "csv")
    assert [row["undone"] for row in csv.DictReader(io.StringIO(content.decode()))] == ["yes"]
    _, _, log = await _export_game(demo, demo.ann, "markdown")
    assert log.decode().count("~~ (undone)") == 1
    _, _, page = await _export_game(demo, demo.ann, "html")
    assert "Undone (1)" in page.decode()


async def test_a_game_that_has_ended_is_exported_where_it_was_played(demo: Table) -> None:
    await demo.done(demo.ann, "/game end")
    for who in (demo.ann, demo.bob, demo.cyd):
        _, _, content = await _export_game(demo, who, "json")
    assert parse_game(content).info.state == "ended"
    assert "There is no game in this channel" in await demo.refused(
        demo.ann, "/export", where=demo.other, format="html"
    )


# Hidden units


@beginning
async def ambush(table: Table) -> None:
    """Ann, the umpire, plays Red with a hidden unit; Bob plays Blue, Cyd looks on."""
    await table.done(table.ann, "/game demo", system="opreb")
    hidden = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
    await table.done(table.ann, "/unit edit", unit=hidden.id, field="name", value=NAME)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/marker set", unit=hidden.id, marker="wounds", count=1)


async def test_a_hidden_unit_is_a_card_to_those_who_may_not_know_it(ambush: Table) -> None:
    for format, other in (("html", ambush.bob), ("markdown", ambush.cyd), ("csv", ambush.bob)):
        told, _, mine = await _export_game(ambush, ambush.ann, format)
        assert "cards" not in told.text
        if format != "csv":
            assert NAME.encode() in mine
        for anonymous in (False, True):
            told, _, theirs = await _export_game(ambush, other, format, anonymous=anonymous)
            assert b"Zebulon" not in theirs, (format, anonymous)
            assert "Hidden units are in it as cards" in told.text


async def test_the_complete_file_waits_for_the_end(ambush: Table) -> None:
    await _export_game(ambush, ambush.ann, "json")
    for who in (ambush.bob, ambush.cyd):
        assert "wait for `/game end`" in await ambush.refused(who, "/export", format="json")
    await ambush.done(ambush.ann, "/game umpire", player=ambush.bob)
    assert "wait for" in await ambush.refused(ambush.bob, "/export", format="json"), "an umpire who plays"


async def test_a_player_who_ends_a_game_to_look_and_reopen_it_sees_no_more_than_before(ambush: Table) -> None:
    await ambush.done(ambush.bob, "/game end")
    assert "hidden from you" in await ambush.refused(ambush.bob, "/export", format="json")
    assert "hidden from you" in await ambush.refused(ambush.cyd, "/export", format="json")
    _, _, theirs = await _export_game(ambush, ambush.bob, "html")
    assert b"Zebulon" not in theirs
    await ambush.done(ambush.bob, "/game reopen")


async def test_an_end_by_a_third_side_opens_nothing_to_its_friends(ambush: Table) -> None:
    """Cyd, who hides nothing, ends the game so that Bob may read what Ann hides, and reopens it."""
    await ambush.done(ambush.cyd, "/game join", side="Green")
    await ambush.done(ambush.ann, "/unit add", name="Greens", profile="marine_assault_team", side="Green")
    await ambush.done(ambush.cyd, "/game end")
    said = await ambush.refused(ambush.bob, "/export", format="json")
    assert "hid" in said


async def test_after_the_end_everything_is_open_to_those_who_did_not_bring_it_about(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/game end")
    for format in KINDS:
        told, _, content = await _export_game(ambush, ambush.bob, format)
        assert (NAME.encode() in content) is (format != "csv"), format
        assert "cards" not in told.text


async def test_an_end_that_all_agree_to_opens_it_to_all(ambush: Table) -> None:
    asked = await ambush.done(ambush.bob, "/game end", winner="Red")
    await ambush.click(ambush.ann, asked, "Agree")
    for who in (ambush.ann, ambush.bob, ambush.cyd):
        _, _, content = await _export_game(ambush, who, "json")
        assert NAME in content.decode()


# Long games


async def test_a_large_file_is_packed(demo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_cog, "LARGE", 1000)
    _, name, content = await _export_game(demo, demo.ann, "json")
    assert name.endswith(".json.zip")
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert file.namelist() == [name.removesuffix(".zip")]
        assert json.loads(file.read(file.namelist()[0]))["format"] == "adjutant-game"
    assert parse_game(content).info.name == "FUBAR demo"
    monkeypatch.setattr(export_cog, "LARGEST", 1000)
    assert "python -m bot export" in await demo.refused(demo.ann, "/export", format="json")


async def test_a_file_is_packed_and_refused_only_above_its_limits(demo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (export_cog.MANY, export_cog.LARGE, export_cog.LARGEST) == (2000, 8_000_000, 10_000_000)
    _, name, content = await _export_game(demo, demo.ann, "csv")
    for limit, packed in ((len(content), False), (len(content) - 1, True)):
        monkeypatch.setattr(export_cog, "LARGE", limit)
        _, again, made = await _export_game(demo, demo.ann, "csv")
        assert again == name + ".zip" * packed
    for limit in (len(made), len(made) - 1):
        monkeypatch.setattr(export_cog, "LARGEST", limit)
        assert (await demo.say(demo.ann, "/export", format="csv")).refused == (limit < len(made))


async def test_progress_is_shown_from_a_number_of_entries_on_and_becomes_the_file(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for many, shown in ((5, True), (6, False)):
        monkeypatch.setattr(export_cog, "MANY", many)
        before = len(demo.env.http_requests)
        told, _, content = await _export_game(demo, demo.ann, "html")
        said = [one.json for one in demo.env.http_requests[before:] if isinstance(one.json, dict)]
        assert any("Reading entry 5 of 5" in str(one.get("content")) for one in said) == shown
        assert b"</html>" in content
        assert len(told.messages) == 1
        assert not told.messages[0].content


async def test_a_file_arrives_though_discord_does_not_take_its_progress(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_cog, "MANY", 3)
    demo.env.inject_error("PATCH", "/webhooks/*", status=503, code=0, times=1)
    told, _, content = await _export_game(demo, demo.ann, "html")
    assert not told.refused
    assert b"</html>" in content


async def test_a_refusal_takes_the_place_of_progress_too(ambush: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_cog, "MANY", 1)
    monkeypatch.setattr(export_cog, "LARGE", 10)
    monkeypatch.setattr(export_cog, "LARGEST", 10)
    told = await ambush.say(ambush.ann, "/export", format="csv")
    assert (told.refused, len(told.messages), told.messages[0].content) == (True, 1, "")


def test_the_files_of_the_report_are_packed() -> None:
    here = Path(export_cog.__file__).parent / "rendering" / "report"
    assert {file.name for file in here.glob("*.jinja")} == {
        *("page.html.jinja", "entry.html.jinja", "cards.html.jinja", "style.css.jinja")
    }
