"""Checks the bot's dice of an exported game: `python verify.py EXPORT.json`. Needs only Python; exit 1 for a fault."""

import hashlib
import hmac
import itertools
import json
import sys


def faces(seed, message, sides, count):  # the scheme: a byte is a face, but for those that would favour low faces
    digests = (hmac.digest(seed, f"{message}|{block}".encode(), "sha256") for block in itertools.count())
    found = (byte % sides + 1 for digest in digests for byte in digest if byte < 256 - 256 % sides)
    return list(itertools.islice(found, count))


def recomputed(fair):  # what is wrong with the throws of one seed: a code, and a sentence
    seed, seen = bytes.fromhex(fair["seed"] or ""), {}
    if hashlib.sha256(b"adjutant1|commit|" + seed).hexdigest() != fair["commitment"]:
        yield ("seed", "Another seed was promised.") if seed else ("secret", "The seed has not been revealed.")
    for t in fair["throws"] if seed else ():
        nth = seen[t["entropy"]] = seen.get(t["entropy"], 0) + 1
        right = faces(seed, f"adjutant1|{fair['game']}|{t['entropy']}|{nth}", t["sides"], len(t["faces"]))
        if (t["throw"], t["faces"]) != (nth, right):
            made = f"throw {t['throw']} of {t['entropy']} is {t['faces']}, not {nth}: {right}."
            yield "throw", f"Entry {t['entry']}: {made}"


def throws_of(entry):  # by what it is thrown for and whose it is: its own faces, and those of the bot's dice
    plays = ((n, t) for n, play in enumerate(entry.get("plays", ())) for t in play.get("throws", ()))
    found = {(n, t["key"], t["sides"], t.get("side") or ""): t for n, t in plays}
    own = {at: 0 if t["source"] == "bot" else len(t["faces"]) - t.get("added", 0) for at, t in found.items()}
    return {at: (t["faces"][: own[at]], t["faces"][own[at] :]) for at, t in found.items()}


def ways(shown, queue, fresh):  # in which dice came, in order, from new throws and those that waited: what each leaves
    (key, want, at), *rest = [one for one in shown if one[1]] or [((0, ""), [], 0)]
    if not want:
        yield queue, fresh
    for n, (entropy, sides, new, usable) in enumerate(fresh if want else []):
        if usable and sides == key[0] and new[: len(want)] == want[: len(new)]:
            left = [(*one[:3], one[3] and (m > n or one[0] != entropy)) for m, one in enumerate(fresh)]
            left[n] = (entropy, sides, new[len(want) :], False)
            yield from ways([(key, want[len(new) :], at), *rest], queue, left)
    if want and want[0] in (wait := queue.get(key, []))[at:]:
        at = wait.index(want[0], at)
        yield from ways([(key, want[1:], at), *rest], {**queue, key: wait[:at] + wait[at + 1 :]}, fresh)


def fits(entry, old, before, after, fresh):  # whether its dice lay in the entry it undoes, waited or are new
    (new, lay), first = ({at: bots for at, (_, bots) in throws_of(one).items()} for one in (entry, old)), {}
    for at, some in lay.items():
        first.setdefault(at[2:], []).extend(some[len(new.get(at, ())) :])
    shown = [(at[2:], some[len(lay.get(at, ())) :], 0) for at, some in new.items()]
    same = all(some[: len(lay[at])] == lay[at][: len(some)] for at, some in new.items() if at in lay)
    for queue, over in ways(shown, before, fresh):
        want = {key: first.get(key, []) + queue.get(key, []) for key in {*first, *queue, *after}}
        more = sorted((key[0], face) for key in want for face in after.get(key, [])[len(want[key]) :])
        if same and more == sorted((sides, face) for _, sides, some, _ in over for face in some):
            return all(after.get(key, [])[: len(some)] == some for key, some in want.items())
    return False


def verified(export):  # what is wrong: codes and sentences
    entries, parts = export["entries"], [*export["fairness"].get("earlier", ()), export["fairness"]]
    yield from itertools.chain.from_iterable(map(recomputed, parts))
    if [entry["number"] for entry in entries] != [*range(1, export["game"].get("number", len(entries)) + 1)]:
        yield "order", "Entries are missing, or not in order."
    fresh, stand, queues, waits, before = {0: []}, {}, {}, {}, {}
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
        if new != entry.get("fresh", []) or not fits(entry, old, before, after, made):
            yield "dice", f"Entry {number}: its dice are not those that were thrown, or dice are missing."
        stand[number], before = entry, after
    yield from (("gone", f"Dice were thrown in entry {number}, which is missing.") for number in fresh if number)


def asides(export):  # what is not the bot's, and what does not count
    undone = {entry.get("undoes") for entry in export["entries"]}
    for number, dice in ((entry["number"], throws_of(entry)) for entry in export["entries"]):
        yield from (f"Entry {number}: own dice for {at[1]}: {own}." for at, (own, _) in dice.items() if own)
        yield from [f"Entry {number} is undone."] if number in undone and dice else []


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        export = json.load(file)
    wrong = [sentence for _, sentence in verified(export)]
    print(*asides(export), *wrong or ["Every throw of the bot is what the seed makes."], sep="\n")
    sys.exit(bool(wrong))
