"""One open question per acting unit: whose command waits for an answer gives no other one before it is there."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import TypeAdapter

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Resolve
from bot.resolution.unanswered import players_asked
from bot.store.tables import Pending
from rules.kernel.request import Request
from rules.kernel.text import Text, UnitRef

_RESOLVE: TypeAdapter[Resolve] = TypeAdapter(Resolve)


class StillWaiting(Refusal):
    """A command of a unit, one of whose commands waits; `row` is the question that comes first."""

    def __init__(self, text: Text, row: Pending) -> None:
        super().__init__(text)
        self.row = row


def must_be_free(live: ActiveGame, request: Request, rows: Iterable[Pending], but: str = "") -> None:
    """Raises StillWaiting for a command of a unit that has one waiting, other than the question `but`.

    Of a command that no unit gives, such as the throw for the initiative, the same one waits once. Units that are
    only targets are free.
    """
    for row in rows:
        waits = _waits(row)
        if waits is None or row.id == but:
            continue
        busy = next((id for id in request.unit if id in waits.unit), None)
        if busy is not None or (not request.unit and _same(request, waits)):
            raise StillWaiting(_why(live, busy, row), row)


def _waits(row: Pending) -> Request | None:
    """The command of the rules that waits with a question; none for a wish to take something back."""
    return _RESOLVE.validate_python(row.command).request if row.command["kind"] == "resolve" else None


def _same(one: Request, other: Request) -> bool:
    return not other.unit and (one.command, one.action) == (other.command, other.action)


def _why(live: ActiveGame, unit: str | None, row: Pending) -> Text:
    players = players_asked(live, row)
    if unit is None:
        return Text("This command was given already and waits for {players}: answer it or cancel it.", players=players)
    return Text(
        "{unit} has a command that waits for {players}: answer it or cancel it first.",
        unit=UnitRef(unit),
        players=players,
    )
