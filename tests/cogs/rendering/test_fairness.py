"""The proof of the bot's dice in words: the commitment, the seed once it is known, and the result of a check."""

from __future__ import annotations

from typing import Any

from bot.services.record.fairness import FairnessReport, FairRoll, Fault, Link, Verification
from cogs.rendering.fairness import check_texts, fairness_texts, revealed_texts
from rules.kernel.wording import ENGLISH
from tests.cogs.rendering.test_log import live

UNCHAINED = "The record of this game has no checksums: the game is too old."


def report(*faces: tuple[int, ...], **more: Any) -> FairnessReport:
    rolls = tuple(FairRoll(entry=1, entropy="e", throw=nth, sides=6, faces=one) for nth, one in enumerate(faces))
    return FairnessReport(game="g", commitment="cafe", throws=rolls, **more)


CHAIN = (Link(entry=1, link="aa"), Link(entry=7, link="beef"))


def test_before_the_end_of_a_game_the_commitment_is_known_and_then_the_seed() -> None:
    chained = report((6, 5), (1,), chain=CHAIN)
    checksum = "Checksum of the record: `7:beef`. Check later with `/fairness verify head:` that nothing before it "
    known = ["Commitment: `cafe`", "So far: 2 rolls with 3 dice.", f"{checksum}was changed."]
    assert [*map(ENGLISH, fairness_texts(chained))] == [
        *known,
        "The seed stays secret until the game is over. Then: `/fairness reveal`.",
    ]
    assert [*map(ENGLISH, fairness_texts(report((6,), seed="5eed")))] == [
        "Commitment: `cafe`",
        "So far: 1 roll with 1 die.",
        UNCHAINED,
        "Seed: `5eed`",
        "The seed is known now, so the bot rolls no more dice with it. `/game reopen` draws a new one.",
    ]
    again = report((6,), earlier=(report((5, 4), seed="5eed"),))
    assert [*map(ENGLISH, fairness_texts(again))][1::3] == [
        "So far: 2 rolls with 3 dice.",
        "1 earlier seed of this game is known: see `/export`.",
    ]
    assert [*map(ENGLISH, fairness_texts(None))] == [
        "The dice of this game cannot be checked: the game is too old. Newer games can be checked."
    ]
    assert [*map(ENGLISH, revealed_texts(report((6,), seed="5eed")))] == [
        "Seed: `5eed`",
        "Commitment, fixed before the first roll: `cafe`",
        UNCHAINED,
        "Check the dice: `/fairness verify` here. Without this bot: `/export format:json`, then run `python verify.py` "
        "on the file (it is in `data/fairness` of the bot's source).",
    ]


def checked(*wrong: str, heads: tuple[str, ...] = (), own: int = 0, undone: int = 0, **more: Any) -> list[str]:
    faults = tuple(Fault(code, f"{code} {nth} is wrong") for nth, code in enumerate(wrong, 1))
    return [*map(ENGLISH, check_texts(Verification(live(), report((6, 5), **more), heads, faults, own, undone)))]


def test_a_check_counts_what_matches_and_lists_the_first_eight_faults() -> None:
    complete = "The record is complete. Compare its checksum with a posted one: `7:beef`."
    matches = "✅ Every roll of the bot matches the seed: 1 roll with 2 dice."
    assert checked() == [matches, UNCHAINED]
    assert checked(chain=CHAIN) == [matches, complete]
    assert checked(chain=CHAIN, heads=("1:aa", "7:beef")) == [
        matches,
        "The record matches the posted checksums: `1:aa`, `7:beef`.",
    ]
    assert checked("head", chain=CHAIN, heads=("1:ab",)) == ["❌ 1 thing does not match:", "- head 1 is wrong"]
    assert checked("head", chain=CHAIN) == ["❌ 1 thing does not match:", "- head 1 is wrong", complete]
    for heads in ((), ("1:ab",)):
        assert checked("chain", "roll", chain=CHAIN, heads=heads) == [
            "❌ 2 things do not match:",
            "- chain 1 is wrong",
            "- roll 2 is wrong",
        ]
    listed = [f"- chain {nth} is wrong" for nth in range(1, 9)]
    assert checked(*["chain"] * 8, chain=CHAIN) == ["❌ 8 things do not match:", *listed]
    assert checked(*["chain"] * 9, chain=CHAIN) == ["❌ 9 things do not match:", *listed]
    assert checked(own=1, undone=1)[2:] == [
        "1 roll with own dice cannot be checked.",
        "1 undone entry with dice was checked too.",
    ]
    assert checked(own=2, undone=2)[2:] == [
        "2 rolls with own dice cannot be checked.",
        "2 undone entries with dice were checked too.",
    ]
