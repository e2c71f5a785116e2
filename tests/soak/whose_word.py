"""Invariants of turns and consent: the side to go, the sides that must agree, and deadlines."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.people import is_neutral
from bot.game.questions import QUESTION, ConsentQuestion
from bot.store.tables import Pending
from rules.command.turns import waiting_units
from tests.soak.faults import BY_HAND, of_steps
from tests.soak.invariants import name_of, rolls_of
from tests.soak.plays import Moment


@of_steps("README, Fourth reading: another side's actions end only with that side's word", "opreb", "openfire_d12")
def no_command_ends_the_actions_of_another_side(moment: Moment) -> Iterator[str]:
    """Check that another side's actions end only with its word, unless the issuer plays it.

    Umpires, and sides without players, are exempt too.
    """
    entry, game = moment.entry, moment.after.game
    if entry is None or entry.undoes is not None or entry.command in BY_HAND or game.over:
        return
    if is_neutral(game, entry.by):
        return
    issuer, played = game.players.get(entry.by), {player.side for player in game.players.values()}
    for id, unit in moment.before.game.units.items():
        now = game.units.get(id)
        ended = unit.count("actions_left") and now is not None and now.alive and not now.count("actions_left")
        others = unit.side in played - {entry.side, issuer and issuer.side}
        if ended and others and id not in moment.finished:
            yield f"{entry.command} of {entry.side} ends the actions of {name_of(unit)}"


@of_steps("README, Fourth reading: outside a side's turn acts are warned of", "openfire_ww2", "opreb", "openfire_d12")
def nobody_acts_in_a_turn_that_is_over_without_a_warning(moment: Moment) -> Iterator[str]:
    """Check for the warning, except for forced moves, free attacks and units that cannot move."""
    entry, game = moment.entry, moment.before.game
    if entry is None or entry.undoes is not None or entry.command not in ("activate", "move", "fire", "assault"):
        return
    forced = {"free", "impact"} & set(entry.request.get("situation", ()))
    units = [game.units[id] for id in entry.request.get("unit", ()) if id in game.units]
    driven = any(unit.has("retreating") or unit.has("ordered_back") for unit in units)
    stays = bool(entry.plays) and not any(play.outcome.get("inches", 1) for play in entry.plays)
    # A unit that came later, or whose marker was removed manually, may still act.
    late = bool(waiting_units(moment.before)) and entry.command == "activate"
    if game.order and game.holder is None and not (entry.warnings or forced or driven or stays or late):
        yield f"{entry.command} of {', '.join(map(name_of, units))} although turn {game.turn} is over"


@of_steps("README, Fourth reading: the side of a vehicle that is hit is never assumed", "openfire_ww2")
def every_shot_at_a_vehicle_names_its_side(moment: Moment) -> Iterator[str]:
    """Check that the command names the side."""
    entry = moment.entry
    said = set(entry.request.get("situation", ())) if entry else set[str]()
    for play in rolls_of(moment):
        at = play.facts.get("target" if play.action == "fire" else "defender", {})
        hull = play.action in ("fire", "assault") and at.get("kind") in ("light_vehicle", "tank", "heavy_tank")
        if hull and not said & {"front", "side", "rear", "top"}:
            yield f"{play.action}: nobody has said which side of {play.roles} is hit"


# Consent


@of_steps("RIGHTS, Consent of the other side: every question for consent has a deadline, and says what silence is")
def no_question_for_consent_waits_for_ever(moment: Moment) -> Iterator[str]:
    """Check the questions that a step leaves open."""
    yield from (fault for row in moment.open for fault in without_a_policy(row))


def without_a_policy(row: Pending) -> Iterator[str]:
    """Yield the faults of an open question for consent.

    Its deadline must be at least a day after the question, and only seats, the umpire and the end of the game may be
    decided by silence.
    """
    question = QUESTION.validate_python(row.question)
    if not isinstance(question, ConsentQuestion):
        return
    if row.deadline is None or row.deadline < row.created_at + 86_400:
        yield f"{question.wish!r} has the deadline {row.deadline}, asked at {row.created_at}"
    change = row.command.get("change", {}).get("kind")
    if question.silence == "yes" and change not in ("seat", "whistle", "finish"):
        yield f"{question.wish!r} would go through by silence"
