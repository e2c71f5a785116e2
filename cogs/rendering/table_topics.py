"""Topics of the table: rules of the bot itself, which hold in every game whatever its system."""

from __future__ import annotations

from collections.abc import Mapping

from rules.command.system import System
from rules.kernel.action import Topic
from rules.kernel.text import Text

SECTION = "Adjutant"

TABLE_TOPICS: Mapping[str, Topic] = {
    "undone_dice": Topic(
        Text("Dice of what was undone"),
        SECTION,
        Text(
            "An undo gives nobody a second roll. The dice of what was undone stay next in line for the side that "
            "rolled them, and its later rolls use them in the order in which they were rolled. The question before "
            "an undo says so, the other side agrees to it once, and the result says which dice were used again."
        ),
    ),
    "seals": Topic(
        Text("Seals"),
        SECTION,
        Text(
            "`/seal new` keeps an order, a bid or a deployment that nobody reads yet. The channel sees who has sealed "
            "and a fingerprint of the text, so that it cannot be changed later. `/seal open` opens all of them when "
            "every side is ready, or yours alone. A seal cannot be taken back. With `unit:` it is the place of a "
            "hidden unit."
        ),
    ),
    "consent": Topic(
        Text("Consent, and players who are away"),
        SECTION,
        Text(
            "What costs the other side dice or figures happens only with its word. A question about seats, the umpire "
            "or the end of a game waits for a day; who does not answer in that time agrees. Whoever manages the server "
            "seats somebody else where all players of a side have left it or were silent for 7 days."
        ),
    ),
}


def topics_of(system: System) -> dict[str, Topic]:
    """Return the topics of a system, then those of the table; a system's topic of the same key comes first."""
    return {**system.topics, **{key: one for key, one in TABLE_TOPICS.items() if key not in system.topics}}
