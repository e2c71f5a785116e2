"""Every button, menu and form of a table after a change, and with forged ids: one sentence each."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from decimal import Decimal
from typing import Any, NamedTuple

from cogs.components.clicks import CLICKED, SUBMITTED
from cogs.components.controls import id_of, mark_of
from cogs.components.packed_request import pack_request
from rules.kernel.request import Request
from tests.cogs.forging import forged
from tests.cogs.table import Table, Told, same_as_record

KINDS = {one.partition(":")[0] for one in CLICKED}
CAMPAIGN_CONTROLS = sorted(what for what in KINDS if what.startswith("camp"))
NO_GAME = {"forget", "listwrite", "listname", "listtake", "listwords", "look", "reveal", *CAMPAIGN_CONTROLS}
"""About a person and what they write, or a campaign: see test_stale_campaign_buttons.py."""


class Stale(NamedTuple):
    """A control as it was before the table changed, and the person who clicks it."""

    what: str
    id: str
    who: Any
    form: Told | None = None
    values: tuple[str, ...] = ("0",)


async def _of_a_question(table: Table, told: Told, what: str, who: Any, *more: object) -> Stale:
    live = await table.live()
    row = (await table.services.record.questions.open(live.info.id))[-1]
    ids = [one["custom_id"] for m in told.messages for line in m.components for one in line["components"]]
    assert told.form or any(f":{row.id}:{row.step}" in id for id in ids), "it does not ask this question"
    return Stale(what, id_of(what, row.id, row.step, *more), who)


async def _every_control(demo: Table) -> list[Stale]:
    """One of every control there is, each on a question or an entry of its own."""
    await demo.done(demo.bob, "/activate", unit="Militia", dice="1")
    moved = await demo.anyway(demo.ann, "/move", unit="Regular section", action="walk")
    number = await demo.last()
    found = [*await _of_an_entry(demo, number), *await _of_the_game(demo)]
    found += await _of_the_menus(demo, moved)
    found += await _of_dice(demo)
    found += await _of_decisions(demo)
    return [*found, *await _of_asking(demo, number), *await _of_an_ended_game(demo)]


async def _of_an_ended_game(demo: Table) -> list[Stale]:
    game = (await demo.live()).info.id
    return [Stale(what, id_of(what, game), demo.ann) for what in ("newasked", "reopen")]


async def _fire(demo: Table) -> str | None:
    """Return a command that is packed into an id."""
    attacker, target = (await demo.unit("Regular section")).id, (await demo.unit("Militia")).id
    return pack_request(Request("fire", (attacker,), (target,), distance=(Decimal(10),)))


async def _of_an_entry(demo: Table, number: int) -> list[Stale]:
    """Return the controls under a result, and those that repeat it with changes."""
    of_entry, go = ((await demo.live()).info.id, number), await _fire(demo)
    plain = ("undo", "why", "tell", "odds", "again", "amend", "back", "more", "controls", "upnext", "late")
    found = [Stale(what, id_of(what, *of_entry), demo.ann) for what in plain]
    found += [Stale("reacts", id_of("reacts", *of_entry), demo.bob)]
    found += [Stale(what, id_of(what, *of_entry, go), demo.ann) for what in ("do", "fix", "split", "amendnow", "reset")]
    found += [Stale(what, id_of(what, go), demo.ann) for what in ("go", "chances")]
    found += [Stale("chancesof", id_of("chancesof", *of_entry), demo.bob)]
    found += [Stale(what, id_of(what, *of_entry), demo.ann) for what in ("oppdone", "oppnot", "oppwhy")]
    found.append(Stale("oppside", id_of("oppside", *of_entry, "front"), demo.ann))
    found += [Stale("react", id_of("react", *of_entry, (await demo.unit("Militia")).id), demo.bob)]
    found += [Stale("ask", id_of("ask", *of_entry, 0), demo.ann)]
    found += [Stale("orders", id_of("orders", *of_entry, "fire"), demo.ann)]
    values = ((await demo.unit("Regular section")).id,)
    found += [Stale("unitchange", id_of("unitchange", *of_entry, values[0], "split"), demo.ann)]
    found += [Stale("namefigure", id_of("namefigure", of_entry[0], values[0]), demo.ann)]
    found += [Stale("figurefalls", id_of("figurefalls", of_entry[0], values[0], "f" * 8), demo.ann)]
    return [*found, Stale("choose", id_of("choose", *of_entry, "fire"), demo.ann, values=values)]


async def _of_the_game(demo: Table) -> list[Stale]:
    """Forces, seats, the board and the log."""
    ann, bob, game = demo.ann, demo.bob, (await demo.live()).info.id
    militia = (await demo.unit("Militia")).id
    return [
        Stale("load", id_of("load", len("Red"), "Red", "raiders"), ann),
        Stale("reload", id_of("reload", mark_of(game), mark_of("Red"), "raiders"), ann),
        Stale("reloadin", id_of("reloadin", mark_of(game), mark_of("Red"), "raiders"), ann),
        Stale("keep", id_of("keep", "Mine"), ann),
        Stale("replace", id_of("replace", mark_of(game), "Mine"), ann),
        *(
            Stale(what, id_of(what, game), bob)
            for what in ("units", "stats", "luck", "lastlog", "report", "cards", "review")
        ),
        Stale("records", id_of("records", game), bob),
        Stale("log", id_of("log", game, "b3", 10, "", "", ""), bob),
        Stale("seat", id_of("seat", game, 0), ann),
        Stale("hand", id_of("hand", game, "bot"), bob),
        *(Stale(what, id_of(what, game, 0, "raiders"), ann) for what in ("twice", "instead", "keepforce")),
        Stale("end", id_of("end", game), ann),
        Stale("setclock", id_of("setclock", game, 30), ann),
        *(Stale(what, id_of(what, game), ann) for what in ("clock", "seal", "unseal", "ontable", "setup")),
        Stale("botseat", id_of("botseat", game, "f" * 8), ann),
        Stale("namefigure", id_of("namefigure", game, militia), bob),
        Stale("figurefalls", id_of("figurefalls", game, militia, "f" * 8), bob),
        Stale("lookup", id_of("lookup", game, "unit"), ann),
        Stale("won", id_of("won", game, "f" * 8), ann),
        Stale("try", id_of("try", game, 0), ann),
        *(Stale(what, id_of(what, game), ann) for what in ("oppgo", "oppblind")),
        *(Stale(what, id_of(what, game, militia), ann) for what in ("opptell", "oppsame", "oppallsame", "oppnone")),
    ]


async def _of_the_menus(demo: Table, moved: Told) -> list[Stale]:
    """Return the form behind the controls of a result."""
    assert any("Militia" in label for label in moved.buttons)
    live, unit = await demo.live(), await demo.unit("Regular section")
    form = await forged(demo, demo.ann, id_of("choose", live.info.id, live.game.number, "fire"), (unit.id,))
    return [Stale("order", "", demo.ann, form, ((await demo.unit("Militia")).id,))]


async def _of_dice(demo: Table) -> list[Stale]:
    """Return a question for dice, and the form that it opens."""
    bob = demo.bob
    await demo.done(bob, "/game dice", mode="physical", side="Blue")
    demo.dice.next(4, 4, 1, 1)
    shot = {"attacker": "Marines", "target": "HMG team", "distance": "20", "firers": "4 assault_rifle"}
    dice = await demo.say(demo.ann, "/fire", **shot)
    found = [await _of_a_question(demo, dice, what, bob) for what in ("dice", "roll", "show", "answer", "drop")]
    found += [await _of_a_question(demo, dice, "face", bob, 6)]
    return [*found, Stale("faces", "", bob, await demo.click(bob, dice, "Enter dice"))]


async def _of_decisions(demo: Table) -> list[Stale]:
    """Return a question with enough answers for a menu."""
    six = "1 lmg, 1 heavy_mg, 1 light_cannon, 1 rpg, 1 assault_rifle, 1 infantry_rifle"
    await demo.done(demo.bob, "/unit edit", unit="Technical", field="weapons", value=six)
    shot = {"attacker": "IFV", "target": "Technical", "distance": "10", "firers": "1 light_cannon", "situation": "side"}
    menu = await demo.say(demo.ann, "/fire", **shot, dice="6 1 1 1 / 1 / 3")
    return [await _of_a_question(demo, menu, "menu", demo.bob), await _of_a_question(demo, menu, "pick", demo.bob, 0)]


async def _of_asking(demo: Table, number: int) -> list[Stale]:
    """Return the controls of consent, of warnings, and of missing facts."""
    ann, bob = demo.ann, demo.bob
    consent = await demo.say(bob, "/undo", entry=number)
    assert "do you agree?" in consent.title, consent
    found = [await _of_a_question(demo, consent, what, ann) for what in ("agree", "refuse")]
    warned = await demo.warned(bob, "/activate", unit="Militia")
    found += [await _of_a_question(demo, warned, what, bob) for what in ("anyway", "lawful")]
    facts = await demo.say(ann, "/fire", attacker="Regular section", target="Militia")
    assert facts.form
    return [*found, await _of_a_question(demo, facts, "facts", ann), Stale("facts form", "", ann, facts)]


async def _pass_the_turn(demo: Table) -> None:
    for unit in ("Marines", "Regular section", "IFV"):
        await demo.done(demo.ann, "/unit remove", unit=unit)
    assert [unit.name for unit in (await demo.live()).game.units.values() if unit.side == "Red"] == ["Commandos"]


async def _targets_gone(demo: Table) -> None:
    for unit in ("Militia", "HMG team", "Technical"):
        await demo.done(demo.bob, "/unit remove", unit=unit)
    assert {unit.side for unit in (await demo.live()).game.units.values() if unit.name != "Planet defence squad"} == {
        "Red"
    }


async def _end_game(demo: Table) -> None:
    await demo.done(demo.ann, "/game end")


async def _another(demo: Table) -> None:
    await _end_game(demo)
    await demo.done(demo.ann, "/game demo")


async def _move_unit(demo: Table) -> None:
    await demo.done(demo.ann, "/game move", channel=demo.other)


async def _move_back(demo: Table) -> None:
    await demo.done(demo.ann, "/game move", where=demo.other, channel=demo.channel)


async def _stand_up(demo: Table) -> None:
    for who in (demo.ann, demo.bob):
        await demo.done(who, "/game leave")


CHANGES: dict[str, Callable[[Table], Awaitable[None]]] = {
    "its unit has gone": _pass_the_turn,
    "its target has gone": _targets_gone,
    "the game has moved": _move_unit,
    "the game has ended": _end_game,
    "another game is played": _another,
    "its players have left": _stand_up,
}


LOOKS = {
    "keepforce",
    "why",
    "odds",
    "chances",
    "chancesof",
    "controls",
    "upnext",
    "orders",
    "units",
    "cards",
    "review",
    "clock",
    "seal",
    "namefigure",
    "ontable",
    "setup",
    "lookup",
    "stats",
    "luck",
    "lastlog",
    "report",
    "records",
    "log",
    "show",
    "fix",
    "reset",
    "dice",
    "react",
    "reacts",
    "end",
    "tell",
    "unitchange",
}
"""What only shows something, or asks first."""
OF_SHOTS = {
    *{"why", "odds", "chances", "chancesof", "controls", "upnext", "do", "go", "fix", "split", "amendnow", "reset"},
    *{"order", "orders", "choose", "facts", "facts form"},
}
"""What has to do with a target, or with the result of a shot at it."""
READ = {"units", "stats", "luck", "lastlog", "report"}
"""What is read of a game, be it over or not."""
STILL: dict[str, set[str]] = {
    "its unit has gone": {
        *READ,
        *{"why", "odds", "chancesof", "controls", "upnext", "cards", "log", "show", "dice", "end", "keepforce"},
        *{"undo", "load", "reload", "keep", "replace", "seat", "hand", "twice", "try", "answer", "drop", "agree"},
        *{"clock", "setclock", "seal", "ontable", "setup", "lookup", "facts", "tell"},
    },
    "its target has gone": {"why", "odds", "chancesof", "controls", "upnext", "facts"},
    # Then it cannot be reopened beside the new one.
    "the game has ended": {*READ, "records", "log", "tell", "review", "newasked"},
    "another game is played": {*READ, "records", "log", "chances", "go", "load", "review"},
    "the game has moved": {"units", "stats"},
    "its players have left": {
        *READ,
        *{"why", "odds", "chances", "chancesof", "controls", "upnext", "log", "show", "end", "keepforce"},
        *{"clock", "setclock", "seal", "ontable", "setup", "lookup", "namefigure"},
        # A player who brings a force to a free side takes its seat, here by the first of these.
        *{"load", "reload", "keep", "replace", "seat", "twice", "try", "agree", "facts", "facts form"},
    },
}
"""What still does what it says; all else is refused, each click once and in this order."""


async def _controls_of_before(demo: Table) -> list[Stale]:
    """Return every control, of which no kind is missing."""
    found = await _every_control(demo)
    kinds = {one.what for one in found}
    assert kinds >= KINDS - NO_GAME, "a new kind of button: add it here"
    assert {"faces", "facts form", "order"} <= kinds
    return found


async def _check_all(demo: Table, found: list[Stale], change: str) -> None:
    """Click all controls after a change: each is answered, and those that still do something are known."""
    await CHANGES[change](demo)
    done: set[str] = set()
    with _counting(demo) as entries:
        before = entries()
        for one in found:
            told = await _click(demo, one)
            assert told.title != "Sorry", (one.what, told.text)
            if told.refused:
                assert told.title or told.text, one.what
            else:
                done.add(one.what)
            before, had = entries(), before
            if told.refused or one.what in LOOKS:
                assert before == had, (one.what, told.whole)
    assert done == STILL[change]
    for where in (None, demo.other):
        info = await demo.services.record.games.in_channel(str((where or demo.channel).id))
        if info is not None:
            await same_as_record(demo.services, await demo.live(where))


async def test_no_stale_button_is_a_fault_when_its_target_and_then_its_unit_has_gone(demo: Table) -> None:
    found = await _controls_of_before(demo)
    of_shots = [one for one in found if one.what in OF_SHOTS]
    assert {one.what for one in of_shots} == OF_SHOTS
    await _check_all(demo, of_shots, "its target has gone")
    await _check_all(demo, found, "its unit has gone")


async def test_no_stale_button_is_a_fault_where_its_game_was(demo: Table) -> None:
    """The game moves to another channel and back, loses its players, ends, and another one is played in its place."""
    found = await _controls_of_before(demo)
    await _check_all(demo, found, "the game has moved")
    await _move_back(demo)
    await _check_all(demo, found, "its players have left")
    await _check_all(demo, found, "the game has ended")
    await _check_all(demo, found, "another game is played")


async def _click(demo: Table, one: Stale) -> Told:
    """Click the control, or send the form that it has opened before, once more if need be."""
    if one.form is None:
        return await forged(demo, one.who, one.id, one.values)
    one.form.result._interaction.modal_consumed = False
    typed: dict[str, Any] = {"throw0": "6 6"} if one.what == "faces" else {"distance": "10"}
    typed |= {"target": list(one.values), "distance": ["12in"]} if one.what == "order" else {}
    return await demo.fill(one.who, one.form, **typed)


@contextmanager
def _counting(demo: Table) -> Iterator[Callable[[], dict[str, int]]]:
    """Provide the number of entries of each game, including finished ones, from the file of the record."""
    with closing(sqlite3.connect(demo.file)) as record:
        yield lambda: dict(record.execute("select game_id, count(*) from entry group by game_id"))


async def test_the_unit_of_a_button_has_gone(demo: Table) -> None:
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10"}
    fired = await demo.done(demo.ann, "/fire", **shot)
    told = await demo.say(demo.ann, "/fire", **shot, preview=True)
    await demo.done(demo.ann, "/unit remove", unit="Marines")
    assert (await demo.click(demo.ann, told, "Fire")).title == "A unit of this command is no longer in the game"
    assert "no longer in the game" in (await demo.click(demo.ann, fired, "Again")).whole
    assert "hits" in (await demo.click(demo.ann, fired, "Odds")).text, "they are of the board before the shot"


# Unknown ids


async def _ids(demo: Table) -> tuple[str, list[str]]:
    """Return the id of an open question, and an invented one."""
    live = (await demo.live()).info.id
    asked = await demo.say(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="ask")
    assert asked.title.startswith("Ann, roll")
    row = (await demo.services.record.questions.open(live))[-1]
    kinds = sorted({one.partition(":")[0] for one in (*CLICKED, *SUBMITTED)} - set(CAMPAIGN_CONTROLS))
    kinds += ["list", "nothing"]
    menus = [one.removeprefix("choose:") for one in CLICKED if one.startswith("choose:")]
    of_question, of_entry = f":{row.id}:0:99", f":{live}:2:u99"
    odd = ["", ":x:y", f":{live}:x", f":{live}:{10**30}", f":{row.id}", f":{row.id}:7", ":\0:1", ":fire;;;;x;;u1;u2"]
    # The same code parses all kinds, so that each third one has a tail that is no id of any.
    whole = [of_question if kind in OF_QUESTIONS else of_entry for kind in kinds]
    tails = [(f":{live}:1", odd[nth // 3 % 8] if nth % 3 == 0 else one) for nth, one in enumerate(whole)]
    found = [f"adj1:{kind}{tail}" for kind, several in zip(kinds, tails, strict=True) for tail in several]
    numbers = (1, await demo.last())
    found += [f"adj1:choose:{live}:{numbers[nth % 2]}:{menu}" for nth, menu in enumerate(menus)]
    return row.id, [*found, "adj1", "adj0:why:1:2", "old:button", ""]


async def test_unknown_ids_are_refused_in_words(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Militia", field="models", value="7")
    row, ids = await _ids(demo)
    with _counting(demo) as entries:
        before = entries()
        for id in sorted(ids, key=lambda id: [one for one in LASTING if id.startswith(one)]):
            told = await forged(demo, demo.ann, id)
            assert told.title != "Sorry", (id, told.text)
            what = id.removeprefix("adj1:").partition(":")[0]
            if told.refused:
                assert told.title or told.text, id
            else:
                assert what in TAKEN, (id, told.title, told.text)
            before, had = entries(), before
            if told.refused or what in LOOKS or what in ("keep", "replace", "answer", "undo"):
                assert before == had, (id, told.whole)
    asked = await demo.services.record.questions.get(row)
    assert asked
    assert asked.settled is not None, "it is over by one of them"


OF_QUESTIONS = {"agree", "answer", "anyway", "dice", "drop", "face", "lawful", "menu", "pick", "refuse", "roll", "show"}
LASTING = ("adj1:drop", "adj1:forget", "adj1:roll")
"""After these nothing is as it was: the question is over, or whoever clicks is nobody any more."""
ASKS = {"setclock", "undo", "keep", "replace", "answer", "hand", "seat", "try"}
"""Kinds of which one of these ids is a whole one, as it names the game, an entry or the question: what they write, if
anything, others are asked about first, or it is of the clicker alone.
"""
TAKEN = {*LOOKS, *ASKS, "drop", "roll", "forget"}
