"""The proof of the bot's dice as text: commitments, revealed seeds, the chain of entries, results of a check."""

from __future__ import annotations

from collections.abc import Iterator

from bot.services.record.fairness import NOT_PROVABLE, FairnessReport, Verification
from rules.kernel.text import Joined, Plural, Text

MOST = 8
"""Most errors listed; the export has them all."""


PROMISE = Text("🎲 The dice can be checked: `/fairness show`")
"""Shown at the start of a game; the command shows the commitment to the seed."""


def standing(report: FairnessReport | None) -> Iterator[Text]:
    """Yield the known facts about the dice of a game."""
    if report is None:
        yield NOT_PROVABLE
        return
    yield Text("Commitment: `{commitment}`", commitment=report.commitment)
    yield Text("So far: {thrown}.", thrown=thrown(report))
    yield chain(report)
    if report.seed is None:
        yield Text("The seed is a secret until the game is over: then `/fairness reveal`.")
    else:
        yield Text("Seed: `{seed}`", seed=report.seed)
        yield Text("It is known, so the bot throws no more dice with it: `/game reopen` draws a new one.")
    if report.earlier:
        yield Plural(
            "{n} earlier seed of this game is known: `/export` has it.",
            "{n} earlier seeds of this game are known: `/export` has them.",
            len(report.earlier),
        )


def chain(report: FairnessReport) -> Text:
    """Return the head of the record, against which later changes can be detected."""
    if report.head is None:
        return _UNCHAINED
    return Text(
        "Head of the record: `{head}`. `/fairness verify head:` tells later whether anything up to there was changed.",
        head=str(report.head),
    )


_UNCHAINED = Text("The entries of this game are not chained: it was begun before the bot chained them.")


def last_head(head: str) -> Text:
    """Return the head of the record after the last entry, on one line of a phone; `/fairness verify` accepts it."""
    return Text("Head of the record: `{head}`", head=head)


def thrown(report: FairnessReport) -> Text:
    """Return the number of rolls and dice of the bot, with all seeds of a game."""
    throws = [throw for part in report.parts for throw in part.throws]
    return Text(
        "{throws} with {dice}",
        throws=Plural("{n} throw", "{n} throws", len(throws)),
        dice=Plural("{n} die", "{n} dice", sum(len(throw.faces) for throw in throws)),
    )


def revealed(report: FairnessReport) -> Iterator[Text]:
    """Yield the seed, and the way to reproduce the dice."""
    yield Text("Seed: `{seed}`", seed=report.seed or "")
    yield Text("Commitment, fixed before the first throw: `{commitment}`", commitment=report.commitment)
    yield chain(report)
    yield Text(
        "Check it: `/fairness verify` here, or without this bot: `/export format:json`, then `python verify.py` on the "
        "file (the program stands in `data/fairness` of the bot's source)."
    )


def _held(found: Verification) -> Iterator[Text]:
    """Yield the result of checking the chain, by itself or against published heads."""
    codes, report = {one.code for one in found.wrong}, found.report
    if report.head is None:
        yield _UNCHAINED
    elif not found.heads and "chain" not in codes:
        yield Text(
            "The chain is whole in itself; compare its head with one that was posted: `{head}`.", head=str(report.head)
        )
    elif found.heads and not codes & {"chain", "head"}:
        heads = Joined([Text("`{head}`", head=head) for head in found.heads], ", ")
        yield Text("The record is the one of which this was posted: {heads}.", heads=heads)


def checked(found: Verification) -> Iterator[Text]:
    """Yield the result of reproducing every roll; sentences about errors come from the separate program."""
    if not found.wrong:
        yield Text("✅ Every throw of the bot is what the seed makes: {thrown}.", thrown=thrown(found.report))
    else:
        yield Plural("❌ {n} thing does not match:", "❌ {n} things do not match:", len(found.wrong))
        yield from (Text("- {fault}", fault=one.sentence) for one in found.wrong[:MOST])
    yield from _held(found)
    if found.own:
        yield Plural(
            "{n} throw with own dice cannot be checked.", "{n} throws with own dice cannot be checked.", found.own
        )
    if found.undone:
        yield Plural(
            "{n} undone entry with dice was checked as well.",
            "{n} undone entries with dice were checked as well.",
            found.undone,
        )
