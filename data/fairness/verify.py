"""Check the bot's dice of an exported game: `python verify.py EXPORT.json [--checksum 140:9f2c41d08be7a653]...`.

Needs only Python. The bot posts a checksum of its record: if it matches, no earlier entry has been changed since. Exits
with 1 if anything does not match, and with 2 if the only problem is that the seed is still secret.
"""

import argparse
import hashlib
import hmac
import itertools
import json
import sys


def roll_dice(seed, message, sides, count):  # the scheme: a byte is a face, except bytes that would favour low faces
    digests = (hmac.digest(seed, f"{message}|{block}".encode(), "sha256") for block in itertools.count())
    found = (byte % sides + 1 for digest in digests for byte in digest if byte < 256 - 256 % sides)
    return list(itertools.islice(found, count))


def roll_errors(fair):  # the errors in the rolls of one seed: codes and sentences
    seed, seen = bytes.fromhex(fair["seed"] or ""), {}
    if hashlib.sha256(b"adjutant1|commit|" + seed).hexdigest() != fair["commitment"]:
        secret = "This game cannot be checked before its seed is revealed."
        yield ("seed", "Another seed was promised.") if seed else ("secret", secret)
    for t in fair["throws"] if seed else ():
        nth = seen[t["entropy"]] = seen.get(t["entropy"], 0) + 1
        right = roll_dice(seed, f"adjutant1|{fair['game']}|{t['entropy']}|{nth}", t["sides"], len(t["faces"]))
        if (t["throw"], t["faces"]) != (nth, right):
            made = f"roll {t['throw']} of {t['entropy']} is {t['faces']}, not {nth}: {right}."
            yield "throw", f"Entry {t['entry']}: {made}"


def split_by_origin(throw):  # its faces by origin: the player's own, the bot's known before, the bot's new ones
    own = 0 if throw["source"] == "bot" else len(throw["faces"]) - throw.get("added", 0)
    new = own + throw.get("queued", 0)
    return throw["faces"][:own], throw["faces"][own:new], throw["faces"][new:]


def rolls_of(entry, named=False):  # these faces, by purpose and side of the roll, in plays by their place or by name
    plays = entry.get("plays", ())
    names = [str((play["action"], sorted(play["roles"].items()))) if named else n for n, play in enumerate(plays)]
    found = (((name, names[:n].count(name)), t) for n, name in enumerate(names) for t in plays[n].get("throws", ()))
    return {(play, t["key"], t["sides"], t.get("side") or ""): split_by_origin(t) for play, t in found}


def digest(entry):  # the results of its dice, without names
    throws = [t for play in entry.get("plays", ()) for t in play.get("throws", ())]
    parts = ((t["sides"], zip(("own", "kept", "bot"), split_by_origin(t), strict=True)) for t in throws)
    thrown = [[whose, sides, some] for sides, three in parts for whose, some in three if some]
    entropy = next((one[0] for one in entry.get("fresh", ())), "")
    came = [entry["number"], entry["command"], entropy, entry.get("undoes") or 0, thrown]
    return json.dumps(came, ensure_ascii=False, separators=(",", ":"))


def links(commitment, entries):  # the chain: each link binds an entry to all before it
    link = hashlib.sha256(f"adjutant1|chain|{commitment}".encode()).hexdigest()
    for entry in entries:
        link = hashlib.sha256(f"adjutant1|chain|{link}|{digest(entry)}".encode()).hexdigest()
        yield {"entry": entry["number"], "link": link}


def chain_errors(said, commitment, entries, heads):  # errors of the links, and of the published heads
    right = [] if said is None else [*links(commitment, entries)]
    known = [f"{one['entry']}:{one['link']}" for one in right]
    if said is None:
        yield "", "Not chained: the game was started before the bot chained its entries."
    elif said != right:
        same = len([*itertools.takewhile(lambda two: two[0] == two[1], zip(said, right, strict=False))])
        yield "chain", f"The links of the chain do not match the recorded dice, from link {same + 1} on."
    elif known and not heads:
        yield "", f"Checksum {known[-1][:-48]}: the chain is consistent; compare this checksum with a posted one."
    for head in heads:
        good = len(head.partition(":")[2]) >= 16 and any(one.startswith(head) for one in known)
        yield ("", f"Checksum {head}: matches.") if good else ("head", f"Checksum {head}: does not match.")


def ways(shown, queue, fresh):  # to take the dice in order from new rolls and waiting ones, with the remaining ones
    (key, want), *rest = [one for one in shown if one[1]] or [((0, ""), [])]
    if not want:
        yield queue, fresh
    for n, (entropy, sides, new, usable) in enumerate(fresh if want else []):
        if usable and sides == key[0] and new[: len(want)] == want[: len(new)]:
            left = [(*one[:3], one[3] and (m > n or one[0] != entropy)) for m, one in enumerate(fresh)]
            left[n] = (entropy, sides, new[len(want) :], False)
            yield from ways([(key, want[len(new) :]), *rest], queue, left)
    wait = queue.get(key, [])
    for n in range(len(wait)) if want else ():  # among equal neighbouring dice it does not matter which was taken
        if wait[n] == want[0] and (not n or wait[n - 1] != want[0]):
            yield from ways([(key, want[1:]), *rest], {**queue, key: wait[:n] + wait[n + 1 :]}, fresh)


def is_fair(entry, old, before, after, fresh, named=False):  # True if its dice are the undone entry's, waited, or new
    new, lay = ({at: kept + some for at, (_, kept, some) in rolls_of(one, named).items()} for one in (entry, old))
    first = {}
    for at, some in lay.items():
        first.setdefault(at[2:], []).extend(some[len(new.get(at, ())) :])
    shown = [(at[2:], some[len(lay.get(at, ())) :]) for at, some in new.items()]
    same = all(some[: len(lay[at])] == lay[at][: len(some)] for at, some in new.items() if at in lay)
    wait = sorted((sides, face) for (sides, _), some in after.items() for face in some)
    for queue, over in ways(shown, before, fresh):
        want = [*first.items(), *queue.items()]
        dice = [(key[0], some) for key, some in want] + [(sides, some) for _, sides, some, _ in over]
        stay = all(face in left for key, some in want for left in [iter(after.get(key, ()))] for face in some)
        if same and stay and wait == sorted((sides, face) for sides, some in dice for face in some):
            return True
    return False


def interactions(entries):  # the entry numbers by the name of their interaction
    sources = ((entry["number"], entry.get("source") or "") for entry in entries)
    return {name: number for number, source in sources for name in (source, *source.split(":")[1:2])}


def origin_errors(parts, entries):  # errors if an entry's dice are not those rolled by its own interaction
    fresh, stand, queues, waits, before, mine = {0: []}, {}, {}, {}, {}, interactions(entries)
    for t in (t for part in parts for t in part["throws"]):
        fresh.setdefault(t["entry"], []).append([t["entropy"], t["throw"], t["sides"], t["faces"]])
    for entry in entries:
        number, new, old = entry["number"], fresh.pop(entry["number"], []), stand.pop(entry.get("undoes"), {})
        queues.pop(entry.get("undoes"), None)
        queues[number] = [event for event in entry.get("events", ()) if event["kind"] == "queue"]
        waits = {} if old else waits
        for event in itertools.chain(*queues.values()) if old else queues[number]:
            waits[event["sides"]] = list(zip(event["faces"], event["whose"], strict=True))
        keys = {(sides, side) for sides, dice in waits.items() for _, side in dice}
        after = {key: [face for face, side in waits[key[0]] if side == key[1]] for key in keys}
        made = [(entropy, sides, some, True) for entropy, _, sides, some in new]
        fair = any(is_fair(entry, old, before, after, made, named) for named in (False, True))
        if new != entry.get("fresh", []) or not fair:
            yield "dice", f"Entry {number}: its dice are not those that were rolled, or dice are missing."
        if any(mine.setdefault(entropy, number) != number for entropy, *_ in new):
            yield "again", f"Entry {number}: its dice were rolled by the interaction of another entry."
        stand[number], before = entry, after
    yield from (("gone", f"Dice were rolled in entry {number}, which is missing.") for number in fresh if number)


def remarks(entries):  # remarks on the players' own dice, and on undone entries
    undone = {entry.get("undoes") for entry in entries}
    for number, dice in ((entry["number"], rolls_of(entry)) for entry in entries):
        yield from (f"Entry {number}: own dice for {at[1]}: {own}." for at, (own, *_) in dice.items() if own)
        yield from [f"Entry {number} is undone."] if number in undone and dice else []


def verify(export, heads=()):  # errors as codes and sentences; remarks have an empty code
    entries, fair = export["entries"], export.get("fairness") or {}
    parts = [*fair.get("earlier", ()), fair]
    if any(part.get("scheme") != "adjutant1" for part in parts):
        yield "scheme", "This file does not prove its dice by the scheme adjutant1."
        return
    yield from itertools.chain((("", sentence) for sentence in remarks(entries)), *map(roll_errors, parts))
    if [entry["number"] for entry in entries] != [*range(1, export["game"].get("number", len(entries)) + 1)]:
        yield "order", "Entries are missing, or not in order."
    yield from origin_errors(parts, entries)
    yield from chain_errors(fair.get("chain"), parts[0]["commitment"], entries, heads)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description="Checks the bot's dice of an exported game of Adjutant.")
    words.add_argument("file", help="a file written by /export format:json")
    words.add_argument("--checksum", "--head", dest="heads", action="append", default=[], help="as posted by the bot")
    given = words.parse_args()
    try:
        with open(given.file, encoding="utf-8") as file:
            found = [*verify(json.load(file), given.heads)]
    except (OSError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        sys.exit(f"{given.file} cannot be checked: it is not an exported game, or parts of it are missing.")
    wrong = {code for code, _ in found if code}
    print(*(said for _, said in found), *[] if wrong else ["Every roll of the bot matches the seed."], sep="\n")
    sys.exit(2 if wrong == {"secret"} else bool(wrong))
