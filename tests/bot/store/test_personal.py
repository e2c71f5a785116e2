"""Forgetting people and servers on either database: no trace is left, and the rest stays consistent."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import event

from bot.store import Record, SavedForce, StoredGame
from bot.store.forgetting import ForgottenData
from rules.files.system import digest_on
from rules.game.entry import play_back
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.table_events import MentionsSet, PlayerLeft, PlayerSeated, UnitDelegated
from rules.kernel.text import Text
from tests.bot.store.samples import entry, pending, player, unit

GONE, NAME = "900000000000000001", "Zebulon Quark"


async def _play_game(record: Record, game: StoredGame) -> Game:
    """Return a game in which a person appears in every possible place."""
    zeb, wanted = player(GONE, name=NAME), unit()
    lent = Text("{player} may command {unit}", player=NAME, unit="x")
    events = [
        [PlayerSeated(player=zeb)],
        [UnitPlaced(unit=wanted), UnitDelegated(unit="u1", player=GONE), MentionsSet(player=GONE, on=False)],
        [PlayerSeated(player=player("300", name="Anna"))],
    ]
    was = Game()
    for number, each in enumerate(events, 1):
        new = entry(number, by=GONE, events=tuple(each), title=lent, notes=(Text("{who} agreed.", who=NAME),))
        now = was.with_events(each)
        now.number = number
        await record.entries.append(game.id, new, was, now)
        was = now
    return was


async def test_a_person_is_deleted_from_a_game_with_a_damaged_entry_too(record: Record, game: StoredGame) -> None:
    """They could not be forgotten at all. The damaged entry, which may name them, stays damaged."""
    await _play_game(record, game)
    await record.database.write(
        lambda write: write.exec_driver_sql("UPDATE entry SET body = 'null' WHERE number = 2") and None
    )
    found = await record.people.forget(GONE)
    assert (found.games, found.entries) == ((game.id,), 3)
    lines = await record.entries.lines(game.id, 9)
    assert [(one.number, one.by, one.entry is None) for one in lines] == [
        (1, "Player 1", False),
        (2, "Player 1", True),
        (3, "Player 1", False),
    ]


async def test_a_person_is_deleted_everywhere_and_the_kept_state_matches_the_entries(
    record: Record, game: StoredGame
) -> None:
    await _play_game(record, game)
    asked = {"question": {"groups": [f"who:{GONE}", "side:red"]}, "command": {"agreed": [f"who:{GONE}"]}}
    await record.questions.ask(pending(game.id, user_id=GONE, asked_by=GONE, **asked))
    await record.forces.keep(SavedForce(user_id=GONE, system="fubar", key="a", name="A", saved_at=1.0, body={}))
    assert GONE in (await record.states.before_entry(game.id, 4)).players
    found = await record.people.forget(GONE)
    assert (found.games, found.entries, found.forces) == ((game.id,), 3, 1)
    assert GONE not in (await record.states.before_entry(game.id, 4)).players
    entries = await record.entries.all(game.id)
    assert {one.by for one in entries} == {"Player 1"}
    kept = await record.states.stored_state(game.id)
    assert kept == play_back(entries)
    assert kept is not None
    assert kept.players["Player 1"].name == "Player 1"
    assert (kept.lent, kept.uncalled) == ({"u1": "Player 1"}, {"Player 1": True})
    assert (await record.questions.open(game.id))[0].question["groups"] == ["who:Player 1", "side:red"]
    whole = repr([entries, kept, await record.questions.open(), await record.games.all(over=True)])
    assert GONE not in whole
    assert NAME not in whole
    assert await record.people.forget(GONE) == ForgottenData()


async def test_text_typed_by_players_stays(record: Record, game: StoredGame) -> None:
    was = await _play_game(record, game)
    left = [PlayerLeft(player=GONE)]
    note = entry(4, by="300", events=tuple(left), reason=f"{NAME} had to go", title=Text("{side} x", side=NAME))
    now = was.with_events(left)
    now.number = 4
    await record.entries.append(game.id, note, was, now)
    await record.people.forget(GONE)
    last = (await record.entries.all(game.id))[-1]
    assert (last.reason, last.title.values["side"]) == (f"{NAME} had to go", NAME)
    assert last.events == (PlayerLeft(player="Player 1"),)


async def test_a_server_goes_with_its_games_and_no_other(record: Record, game: StoredGame) -> None:
    await _play_game(record, game)
    given: dict[str, Any] = {"name": "x", "system": "fubar", "version": "4", "started_by": "300", "at": 2.0}
    other = await record.games.begin(guild_id="2", channel_id="21", **given)
    await record.remember(f"board {game.id}", "{}")
    files = [b"[system]", b"[variant]", b"[other]", b"[removed]"]
    base, kept, played = (digest_on("", files[nth]) for nth in (0, 2, 3))
    variant = digest_on(base, files[1])
    last = await record.games.begin(guild_id="1", channel_id="22", **{**given, "version": f"4 ({played})"})
    for chain in (files[:2], files[2:3], files[3:]):
        await record.rule_files.keep(chain)
    await record.remember("systems 1", json.dumps([{"digest": variant}, {"digest": kept}]))
    await record.remember("systems 2", json.dumps([{"digest": kept}]))
    assert await record.rule_files.find(variant) == (files[0], files[1])
    assert "u1" in (await record.states.before_entry(game.id, 4)).units
    found = await record.servers.forget("1")
    assert (set(found.games), found.entries) == ({game.id, last.id}, 3)
    assert await record.states.before_entry(game.id, 4) == Game(), "nothing is remembered"
    assert [await record.rule_files.find(one) for one in (base, variant, kept, played)] == [(), (), (files[2],), ()]
    assert await record.remember("systems 1") is None
    assert [one.id for one in await record.games.all(over=True)] == [other.id]
    assert await record.entries.all(game.id) == []
    assert await record.remember(f"board {game.id}") is None


def _hurry(connection: Any, *_: object) -> None:
    """Waits a tenth of a second for a reader instead of ten."""
    connection.execute("PRAGMA busy_timeout = 100")


async def test_a_forgotten_player_stays_so_where_the_file_cannot_be_rewritten(
    record: Record, game: StoredGame, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A permanent reader keeps the log beside a SQLite file from being emptied."""
    if not url.startswith("sqlite"):
        pytest.skip("a server does without")
    event.listen(record.database.engine, "checkout", _hurry)
    await _play_game(record, game)
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM entry").fetchone()
        assert (await record.people.forget(GONE)).entries == 3
    assert "run VACUUM" in caplog.text
    assert {one.by for one in await record.entries.all(game.id)} == {"Player 1"}
