"""The command of an amendment: the corrected entry, with the facts that were forgotten and its old dice."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.dice.own_dice import own_faces, unused_own_rolls
from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.dependencies import active_entries, find_entry_to_undo
from bot.resolution.execution import command_of
from bot.resolution.pending_command import Amend, PendingCommand
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Term, Text

ADDED = ("situation",)
OPTIONS = (N_("situation"), N_("cover"), N_("distance"), N_("firers"), N_("count"))


def find_entry_to_amend(entries: Sequence[Entry], number: int | None) -> Entry:
    """Return the last active entry with dice; raise Refusal if there is none, or if `number` is another one."""
    rolled = [entry for entry in active_entries(entries) if entry.rolls_dice]
    if number is not None:
        _require_dice(entries, number)
        find_entry_to_undo(entries, number)
        _require_last(rolled, number)
    if not rolled:
        raise Refusal(Text("No dice have been rolled yet."))
    if rolled[-1].format < 1:
        raise Refusal(
            Text(
                "Entry {number} is from an older version: undo it and give the command again.", number=rolled[-1].number
            )
        )
    return rolled[-1]


def _require_dice(entries: Sequence[Entry], number: int) -> None:
    """Raise Refusal if the entry has no dice."""
    named = next((entry for entry in entries if entry.number == number), None)
    if named is None or named.rolls_dice:
        return
    if named in active_entries(entries):
        text = Text("Entry {number} has no dice: nothing to amend. Undo it with `/undo`.", number=number)
        raise Refusal(text)
    raise Refusal(Text("Entry {number} has no dice: nothing to amend.", number=number))


def _require_last(rolled: Sequence[Entry], number: int) -> None:
    """Raise Refusal unless the entry is the last one with dice."""
    last = rolled[-1].number
    if number != last:
        raise Refusal(
            Text(
                "Entry {last} is later and has dice too. Undo entry {last} first, or undo only entry {number} "
                "with `/undo entry:{number}`.",
                last=last,
                number=number,
            )
        )


def facts_of(live: ActiveGame, entry: Entry, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts with full codes; raise Refusal for an option that the entry's command does not have."""
    old = Request.of(entry.request)
    command = command_of(live.system, old)
    given = {option: facts[option] for option in ("situation", "cover") if facts.get(option)}
    # What has no target, such as an initiative, has a distance only if it was given one.
    takes = {option: command.has_choices(option) for option in given} | {"count": command.counted}
    takes |= {option: bool(old.target or getattr(old, option)) for option in ("distance", "firers")}
    for option, is_taken in takes.items():
        if not is_taken and facts.get(option) not in (None, ()):
            raise Refusal(
                Text(
                    "Entry {number} has no {option}. It is: {title}. Which entry do you mean? `/amend entry:`.",
                    number=entry.number,
                    option=Term(option),
                    title=entry.shown_title,
                )
            )
    spelled = command.complete_request(replace(old, **given))
    return {**facts, **{option: getattr(spelled, option) for option in given}}


def amendment(
    entry: Entry,
    facts: Mapping[str, Any],
    whole: bool = False,
    agreed: Container[str] = (),
    own: tuple[int, ...] | None = None,
) -> PendingCommand:
    """Return an entry's command with further facts and its old decisions; raise Refusal if there are no facts.

    `own` are corrected faces of players' own dice. If `whole`, the facts replace the original ones, and may be empty.
    For the sides in `agreed`, which have agreed on their own or the bot's dice, new dice follow that agreement.
    """
    given = {name: value for name, value in facts.items() if whole or value not in (None, ())}
    own = None if own == own_faces(entry) else own
    if not given and own is None:
        options = Listed([f"{one}:" for one in (*OPTIONS, "dice")], "or")
        raise Refusal(Text("Amend what? Add {options}.", options=options))
    request = Request.of(entry.request)
    for name in ADDED:
        if name in given and not whole:
            given[name] = tuple(dict.fromkeys((*getattr(request, name), *given[name])))
    attempt = _replay_of(Amend(entry=entry.number, request=replace(request, **given), own=own), entry, entry)
    # If the bot rolled for one side while the other rolled its own dice, it rolls for that side again.
    rolls = [roll for roll in entry.rolls if roll.side]
    by_hand = {roll.side for roll in rolls if roll.source != "bot"}
    side = next((roll.side for roll in rolls if roll.side not in by_hand), None)
    return attempt.with_changes(own=(side, "bot") if by_hand and side and side not in agreed else None)


def reverse_amendment(entry: Entry, before: Entry) -> PendingCommand:
    """Return the command that reverts an amendment: the earlier one, with the faces already rolled."""
    own = own_faces(before)
    mistyped = own if own != own_faces(entry) and len(own) == len(own_faces(entry)) else None
    command = Amend(entry=entry.number, request=Request.of(before.request), back=True, own=mistyped)
    attempt = _replay_of(command, entry, before)
    return attempt.with_changes(thrown=unused_own_rolls(before, entry))


def _replay_of(command: Amend, entry: Entry, decided: Entry) -> PendingCommand:
    """Return a command to replay, with the dice and confirmation of its entry, and the decisions of another."""
    attempt = PendingCommand(
        command=command,
        otherwise="physical" if any(roll.source != "bot" for roll in entry.rolls) else "bot",
        anyway=bool(entry.warnings),
        asks=True,
    )
    for made in (made for play in decided.plays for made in play.decisions):
        attempt = attempt.with_choice(made.name, made.value)
    return attempt


def restored_version(versions: Sequence[Entry]) -> Entry | None:
    """Return the version that undoing the last of these entries restores; None if there is none.

    Each entry amends the one before it. An amendment back to an earlier version counts as that version.
    """
    stack: list[Entry] = []
    for entry in versions:
        if len(stack) > 1 and (stack[-2].request, own_faces(stack[-2])) == (entry.request, own_faces(entry)):
            stack.pop()
        else:
            stack.append(entry)
    return stack[-2] if len(stack) > 1 else None
