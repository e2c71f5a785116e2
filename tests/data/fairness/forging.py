"""Competently forged exports: numbers, rolls, chain and checksum are recomputed."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.services.record.game_file import checksum, line
from data.fairness import verify

Export = dict[str, Any]
Change = Callable[[Export], None]

_PLAYED: dict[str, str] = {}


async def once(name: str, play: Callable[[], Awaitable[Export]]) -> Export:
    """Return the export of a game that is played once in a process; each test has its own copy."""
    if name not in _PLAYED:
        _PLAYED[name] = json.dumps(await play())
    return json.loads(_PLAYED[name])


def save_export(export: Export, file: Path) -> Path:
    """Save the export as a file with a correct checksum."""
    sum_ = checksum(map(line, [export["game"], *export["entries"]]))
    file.write_text(json.dumps(export | {"checksum": sum_}), encoding="utf-8")
    return file


def head(export: Export, number: int | None = None) -> str:
    """Return the head published with an entry, or with the last one."""
    link = export["fairness"]["chain"][(number or len(export["entries"])) - 1]
    return f"{link['entry']}:{link['link'][:16]}"


def chained_anew(export: Export) -> None:
    """Recompute every link for these entries."""
    first = [*export["fairness"].get("earlier", ()), export["fairness"]][0]
    export["fairness"]["chain"] = list(verify.links(first["commitment"], export["entries"]))


def with_dice(export: Export, own: bool = False) -> list[Any]:
    """Return the entries with dice, the bot's or a player's own."""
    found = [(entry, throw) for entry in export["entries"] for play in entry["plays"] for throw in play["throws"]]
    return [entry for entry, throw in found if (throw["source"] != "bot") == own]


def roll_of(entry: Any) -> Any:
    return entry["plays"][0]["throws"][0]


def fair_roll(export: Export, entry: Any) -> Any:
    """Return the first roll of an entry in the list of rolls."""
    return next(one for one in export["fairness"]["throws"] if one["entry"] == entry["number"])


def make_faces(export: Export, entropy: str, throw: int, sides: int, count: int) -> list[int]:
    """Return the faces that the seed gives for an interaction."""
    fair = export["fairness"]
    message = f"adjutant1|{fair['game']}|{entropy}|{throw}"
    return verify.roll_dice(bytes.fromhex(fair["seed"]), message, sides, count)


def another(face: int) -> int:
    return face % 6 + 1


# Forgeries that only a published head detects


def an_entry_taken_out_and_the_rest_renumbered(export: Export) -> None:
    gone = next(entry["number"] for entry in export["entries"] if entry["command"] == "game join")
    del export["entries"][gone - 1]
    _renumber(export, gone, -1)


def an_entry_put_in(export: Export) -> None:
    twin = json.loads(json.dumps(next(one for one in export["entries"] if one["command"] == "game join")))
    _renumber(export, twin["number"], 1)
    export["entries"].insert(twin["number"], twin | {"number": twin["number"] + 1, "source": None})


def the_end_cut(export: Export) -> None:
    del export["entries"][-2:]
    export["game"]["number"] -= 2


def an_invented_interaction(export: Export) -> None:
    _roll_with(export, with_dice(export)[-1], "1310000000000000009")


def a_face_of_own_dice(export: Export) -> None:
    roll_of(with_dice(export, own=True)[0])["faces"][0] = another(roll_of(with_dice(export, own=True)[0])["faces"][0])


def own_dice_in_another_order(export: Export) -> None:
    roll_of(with_dice(export, own=True)[0])["faces"].reverse()


def the_last_shot_taken_back(export: Export) -> None:
    """Pretend that the last shot was undone by the entry after it."""
    shot = with_dice(export, own=True)[-1]
    export["entries"][shot["number"]]["undoes"] = shot["number"]


ONLY_BY_A_HEAD: tuple[Change, ...] = (
    an_entry_taken_out_and_the_rest_renumbered,
    an_entry_put_in,
    the_end_cut,
    an_invented_interaction,
    a_face_of_own_dice,
    own_dice_in_another_order,
    the_last_shot_taken_back,
)


# Forgeries that every check detects


def a_face(export: Export) -> None:
    entry = with_dice(export)[0]
    roll_of(entry)["faces"][0] = another(roll_of(entry)["faces"][0])


def a_face_in_every_list(export: Export) -> None:
    entry = with_dice(export)[0]
    face = another(roll_of(entry)["faces"][0])
    roll_of(entry)["faces"][0] = entry["fresh"][0][3][0] = fair_roll(export, entry)["faces"][0] = face


def the_order_of_faces(export: Export) -> None:
    some = roll_of(with_dice(export)[0])["faces"]
    at = next(at for at in range(1, len(some)) if some[at] != some[0])
    some[0], some[at] = some[at], some[0]


def a_roll_left_out(export: Export) -> None:
    entry = with_dice(export)[0]
    export["fairness"]["throws"].remove(fair_roll(export, entry))
    del entry["fresh"][0]


def a_throw_put_in(export: Export) -> None:
    entry = with_dice(export)[0]
    entropy, nth = entry["fresh"][-1][0], len(entry["fresh"]) + 1
    _insert(export, entry, entropy, nth)


def a_second_throw_of_another_interaction(export: Export) -> None:
    """Remake the last shot from a further roll of the first one's interaction, known by then."""
    first, last = with_dice(export)[0], with_dice(export)[-1]
    _roll_with(export, last, first["fresh"][0][0], len(first["fresh"]) + 1)


def the_interaction_of_an_entry_without_dice(export: Export) -> None:
    quiet = next(one for one in export["entries"] if one["command"] == "game join")
    _roll_with(export, with_dice(export)[-1], quiet["source"])


def an_entry_left_out(export: Export) -> None:
    del export["entries"][with_dice(export)[0]["number"] - 1]


def another_scheme(export: Export) -> None:
    export["fairness"]["scheme"] = "adjutant2"


def another_seed(export: Export) -> None:
    export["fairness"]["seed"] = "00" * 32


def no_proof(export: Export) -> None:
    del export["fairness"]


FOUND: tuple[Change, ...] = (
    a_face,
    a_face_in_every_list,
    the_order_of_faces,
    a_roll_left_out,
    a_throw_put_in,
    a_second_throw_of_another_interaction,
    the_interaction_of_an_entry_without_dice,
    an_entry_left_out,
    another_scheme,
    another_seed,
    no_proof,
)


def _renumber(export: Export, after: int, by: int) -> None:
    """Increase every number after one, in all places."""
    for entry in export["entries"]:
        entry["number"] += by * (entry["number"] > after)
        entry["undoes"] = entry["undoes"] and entry["undoes"] + by * (entry["undoes"] > after)
    for throw in export["fairness"]["throws"]:
        throw["entry"] += by * (throw["entry"] > after)
    export["game"]["number"] += by


def _roll_with(export: Export, entry: Any, entropy: str, nth: int = 1) -> None:
    """Remake a shot of one roll as another interaction would have made it."""
    throw, fair = roll_of(entry), fair_roll(export, entry)
    throw["faces"] = make_faces(export, entropy, nth, throw["sides"], len(throw["faces"]))
    entry["fresh"] = [[entropy, nth, throw["sides"], throw["faces"]]]
    fair |= {"entropy": entropy, "throw": nth, "faces": throw["faces"]}


def _insert(export: Export, entry: Any, entropy: str, nth: int) -> None:
    faces = make_faces(export, entropy, nth, 6, 3)
    entry["fresh"].append([entropy, nth, 6, faces])
    at = export["fairness"]["throws"].index(fair_roll(export, entry))
    fair = {"entry": entry["number"], "entropy": entropy, "throw": nth, "sides": 6, "faces": faces}
    export["fairness"]["throws"].insert(at + nth - 1, fair)
