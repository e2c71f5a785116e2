"""The proof of the bot's dice as text: commitments, revealed seeds, the chain of entries, results of a check."""

from __future__ import annotations

from collections.abc import Iterator

from bot.services.record.fairness import NOT_PROVABLE, FairnessReport, Verification
from rules.kernel.text import Joined, Plural, Text

MOST = 8
"""Most errors listed; the export contains all of them."""


PROMISE = Text("🎲 The dice can be checked: `/fairness show`")
"""Shown at the start of a game; the command shows the commitment to the seed."""


def fairness_texts(report: FairnessReport | None) -> Iterator[Text]:
    """Yield the known facts about the dice of a game."""
    if report is None:
        yield NOT_PROVABLE
        return
    yield Text("Commitment: `{commitment}`", commitment=report.commitment)
    yield Text("So far: {thrown}.", thrown=roll_count_text(report))
    yield chain_text(report)
    if report.seed is None:
        yield Text("The seed stays secret until the game is over. Then: `/fairness reveal`.")
    else:
        yield Text("Seed: `{seed}`", seed=report.seed)
        yield Text("The seed is known now, so the bot rolls no more dice with it. `/game reopen` draws a new one.")
    if report.earlier:
        yield Plural(
            "{n} earlier seed of this game is known: see `/export`.",
            "{n} earlier seeds of this game are known: see `/export`.",
            len(report.earlier),
        )


def chain_text(report: FairnessReport) -> Text:
    """Return the head of the record, against which later changes can be detected."""
    if report.head is None:
        return _UNCHAINED
    return Text(
        "Checksum of the record: `{head}`. Check later with `/fairness verify head:` that nothing before it "
        "was changed.",
        head=str(report.head),
    )


_UNCHAINED = Text("The record of this game has no checksums: the game is too old.")


def last_head_text(head: str) -> Text:
    """Return the head of the record after the last entry, on one line of a phone; `/fairness verify` accepts it."""
    return Text("Checksum of the record: `{head}`", head=head)


def roll_count_text(report: FairnessReport) -> Text:
    """Return the number of rolls and dice of the bot, with all seeds of a game."""
    rolls = [roll for part in report.parts for roll in part.throws]
    return Text(
        "{throws} with {dice}",
        throws=Plural("{n} roll", "{n} rolls", len(rolls)),
        dice=Plural("{n} die", "{n} dice", sum(len(roll.faces) for roll in rolls)),
    )


def revealed_texts(report: FairnessReport) -> Iterator[Text]:
    """Yield the seed, and the way to reproduce the dice."""
    yield Text("Seed: `{seed}`", seed=report.seed or "")
    yield Text("Commitment, fixed before the first roll: `{commitment}`", commitment=report.commitment)
    yield chain_text(report)
    yield Text(
        "Check the dice: `/fairness verify` here. Without this bot: `/export format:json`, then run `python "
        "verify.py` on the file (it is in `data/fairness` of the bot's source)."
    )


def _chain_check_texts(found: Verification) -> Iterator[Text]:
    """Yield the result of checking the chain, by itself or against published heads."""
    codes, report = {one.code for one in found.wrong}, found.report
    if report.head is None:
        yield _UNCHAINED
    elif not found.heads and "chain" not in codes:
        yield Text("The record is complete. Compare its checksum with a posted one: `{head}`.", head=str(report.head))
    elif found.heads and not codes & {"chain", "head"}:
        heads = Joined([Text("`{head}`", head=head) for head in found.heads], ", ")
        yield Text("The record matches the posted checksums: {heads}.", heads=heads)


def check_texts(found: Verification) -> Iterator[Text]:
    """Yield the result of reproducing every roll; sentences about errors come from the separate program."""
    if not found.wrong:
        yield Text("✅ Every roll of the bot matches the seed: {thrown}.", thrown=roll_count_text(found.report))
    else:
        yield Plural("❌ {n} thing does not match:", "❌ {n} things do not match:", len(found.wrong))
        yield from (Text("- {fault}", fault=one.sentence) for one in found.wrong[:MOST])
    yield from _chain_check_texts(found)
    if found.own:
        yield Plural(
            "{n} roll with own dice cannot be checked.", "{n} rolls with own dice cannot be checked.", found.own
        )
    if found.undone:
        yield Plural(
            "{n} undone entry with dice was checked too.",
            "{n} undone entries with dice were checked too.",
            found.undone,
        )
