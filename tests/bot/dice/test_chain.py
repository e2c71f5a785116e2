"""The chain of entries: the contents of a link, and how its head is written and parsed."""

from __future__ import annotations

import hashlib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.dice.provable import digest, first_link, format_head, links_of, next_link, parse_head
from data.fairness import verify
from rules.game.entry import Entry, FreshRoll
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.table import Source
from rules.kernel.text import Text
from tests.rows import for_each


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def recorded_roll(
    *faces: int, source: Source = "bot", queued: int = 0, added: int = 0, key: str = "hit"
) -> RecordedRoll:
    return RecordedRoll(
        key=key, label=Text("to hit"), by="", sides=6, faces=faces, source=source, queued=queued, added=added
    )


def entry(number: int, *throws: RecordedRoll, **more: Any) -> Entry:
    plays = (Play(action="fire", facts={}, throws=throws),) if throws else ()
    return Entry(**{"number": number, "command": "fire", "by": "300", "at": 1.0, "plays": plays} | more)


SHOT = entry(
    7,
    recorded_roll(1, 2, 3, queued=1),
    recorded_roll(4, 5, source="physical", added=1, key="save"),
    recorded_roll(6, 6, source="counted", key="morale"),
    fresh=(FreshRoll("4711", 1, 6, (2, 3)), FreshRoll("4712", 1, 6, (5,))),
    undoes=3,
)


def test_a_digest_is_computed_as_documented() -> None:
    assert digest(SHOT) == (
        '[7,"fire","4711",3,[["kept",6,[1]],["bot",6,[2,3]],["own",6,[4]],["bot",6,[5]],["own",6,[6,6]]]]'
    )
    assert digest(entry(8)) == '[8,"fire","",0,[]]'


def test_a_link_is_computed_as_documented() -> None:
    first = sha("adjutant1|chain|c0ffee")
    assert first_link("c0ffee") == first
    second = sha(f"adjutant1|chain|{first}|{digest(SHOT)}")
    assert next_link(first, SHOT) == second
    assert list(links_of("c0ffee", [SHOT, entry(8)])) == [second, sha(f'adjutant1|chain|{second}|[8,"fire","",0,[]]')]


def test_the_stand_alone_program_computes_the_same_links() -> None:
    bodies = [one.model_dump(mode="json") for one in (SHOT, entry(8, recorded_roll(1, queued=1)))]
    made = [
        {"entry": n, "link": link}
        for n, link in zip((7, 8), links_of("c0ffee", [SHOT, entry(8, recorded_roll(1, queued=1))]), strict=True)
    ]
    assert list(verify.links("c0ffee", bodies)) == made


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_players_name_is_in_a_digest(name: str, note: str) -> None:
    """Neither is anything else that is rewritten when a person is forgotten."""
    seated = PlayerSeated(player=Player(id=name, name=name))
    texts = {"title": Text("{who} plays", who=name), "notes": (Text(note),), "reason": note, "source": note or None}
    assert digest(SHOT.model_copy(update={"by": name, "side": name, "events": (seated,), **texts})) == digest(SHOT)


def changed_entries() -> list[Entry]:
    """Return the shot with one changed value, for each value."""
    others = [
        recorded_roll(1, 3, 2, queued=1),
        recorded_roll(1, 2, 3),
        recorded_roll(1, 2, 3, source="physical", added=2),
        recorded_roll(1, 2),
    ]
    [play] = SHOT.plays
    plays = [play.model_copy(update={"throws": (other, *play.throws[1:])}) for other in others]
    swapped = play.model_copy(update={"throws": (*play.throws[1:], play.throws[0])})
    updates = [{"plays": (one,)} for one in (*plays, swapped)]
    updates += [{"number": 8}, {"command": "assault"}, {"undoes": None}, {"fresh": SHOT.fresh[1:]}]
    return [SHOT.model_copy(update=update) for update in updates]


@for_each("other", changed_entries())
def test_whatever_its_dice_came_to_is(other: Entry) -> None:
    assert digest(other) != digest(SHOT)


def test_the_head_is_shown_with_every_25th_entry_and_at_the_end() -> None:
    link = "9f2c41d08be7a653" + "0" * 48
    assert [n for n in range(1, 101) if format_head(n, link)] == [25, 50, 75, 100]
    assert format_head(25, link) == "25:9f2c41d08be7a653"
    assert format_head(7, link, over=True) == "7:9f2c41d08be7a653"
    assert format_head(25, None, over=True) == ""


@for_each(
    ("text", "head"),
    [
        ("140:9f2c41d08be7a653", "140:9f2c41d08be7a653"),
        ("`140:9F2C41D08BE7A653…`", "140:9f2c41d08be7a653"),
        ("1:" + "a" * 64, "1:" + "a" * 64),
        ("140:9f2c", None),
        ("140:9f2c41d08be7a65g", None),
        ("140", None),
        ("0:9f2c41d08be7a653", None),
        ("1:" + "a" * 65, None),
        ("", None),
    ],
)
def test_a_head_is_read_as_players_copy_it(text: str, head: str | None) -> None:
    assert parse_head(text) == head


def test_the_shown_digits_are_the_first_of_the_link() -> None:
    link = next_link(first_link("c0ffee"), SHOT)
    assert format_head(25, link) == f"25:{link[:16]}"
