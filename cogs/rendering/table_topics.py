"""Topics of the table: rules of the bot itself, which hold in every game whatever its system."""

from __future__ import annotations

from collections.abc import Mapping

from rules.command.system import System
from rules.kernel.action import Topic
from rules.kernel.text import Text

SECTION = "Adjutant"

TABLE_TOPICS: Mapping[str, Topic] = {
    "undone_dice": Topic(
        Text("Undone dice"),
        SECTION,
        Text(
            "An undo gives no second roll. The undone dice come first in the next rolls of the side that "
            "rolled them, in the same order. The question before an undo says so, the other side agrees to it "
            "once, and the result shows which dice were used again."
        ),
    ),
    "seals": Topic(
        Text("Seals"),
        SECTION,
        Text(
            "`/seal new` keeps an order, a bid or a deployment secret. The channel sees who made the seal and "
            "a fingerprint of the text, so that it cannot be changed later. `/seal open` opens all seals when "
            "every side is ready, or yours alone. A seal cannot be undone. With `unit:` it holds the position "
            "of a hidden unit."
        ),
    ),
    "reserves": Topic(
        Text("Reserves"),
        SECTION,
        Text(
            "`/unit reserve` keeps a unit off the table: with `turn:` it arrives in that turn, with `roll:` on a "
            "roll of that number or more, once a turn. Until then it cannot act and is no target, no turn waits for "
            "it, and its side has not lost. Each turn begins with a reminder; its button or `/unit arrive` brings "
            "the unit, and you place it on the table."
        ),
    ),
    "scenarios": Topic(
        Text("Scenarios"),
        SECTION,
        Text(
            "`/game scenario` puts on the record what you play for: the goal in your words, the last turn, and what "
            "decides: the rules, the points of `/score`, the objectives held, or you. With `objectives:` it places "
            "those on the table; `/objective hold` says who holds one. Each turn begins with the scenario, and after "
            "the last turn the result says who wins by it."
        ),
    ),
    "consent": Topic(
        Text("Consent, and players who are away"),
        SECTION,
        Text(
            "What costs the other side dice or figures needs its consent. A question about seats, the umpire "
            "or the end of a game waits a day; a player who does not answer in that time agrees. Server "
            "managers can replace the players of a side if all of them have left the server, or have done "
            "nothing for 7 days."
        ),
    ),
    "division": Topic(
        Text("Splitting and joining units"),
        SECTION,
        Text(
            "`/unit split` makes some models of a unit, with their weapons, a unit of their own. `/unit join` makes "
            "two units of one kind and side one. Buttons on the card of a unit do the same. Both halves keep the "
            "markers and what was done this turn; of two joined units the worse state counts. Once dice were rolled, "
            "the other side agrees to a split first."
        ),
    ),
}


def topics_of(system: System) -> dict[str, Topic]:
    """Return the topics of a system, then those of the table; a system's topic of the same key comes first."""
    return {**system.topics, **TABLE_TOPICS, **system.topics}
