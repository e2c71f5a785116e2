"""A command as a class: its units, its legality, its rolls, changes and texts.

An order is written once, as a subclass of `Order`. The framework reads it as the `Command` in its attribute
`command`. Menus and refusals share one method, `checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from rules.command.effects import require_alive, require_enemies
from rules.command.planned import Ends, Instead, Planned
from rules.command.system import Board, Command, CommandPlan
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played, Rulings, Tables
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, Facts, Numbered
from rules.kernel.request import Request, changed
from rules.kernel.text import NOTHING, Text
from rules.kit.asked import Asked, counts_of, facts_of, situations_of


def refuse_if(condition: object, text: Text, section: str = "") -> None:
    """Raise RuleError with this text and its section if the condition is true."""
    if condition:
        raise RuleError(text, section)


class Order(Generic[Tables, Rulings]):
    """One request for a command on one board.

    Declare `key` and `title`, and any attribute without its default; they mean the same as in `Command`. `doing`
    follows "is out of action and cannot": with it the framework refuses destroyed units; with `done_to`, destroyed
    targets and targets on the wrong side. A class without a key is a base class.

    `checks` is the only source of legality. Menus call it before distance, cover and answers are known, and the order
    calls it again. So it may use only the board, the units and the targets; a menu names at most one target.
    """

    key: ClassVar[str] = ""
    title: ClassVar[Text] = NOTHING
    doing: ClassVar[Text] = NOTHING
    done_to: ClassVar[Text] = NOTHING
    needs: ClassVar[tuple[str, ...]] = ("unit",)
    several: ClassVar[tuple[str, ...]] = ()
    friendly: ClassVar[bool] = False
    allies: ClassVar[int] = 0
    anybody: ClassVar[bool] = False
    situation_rows: ClassVar[tuple[Asked, ...]] = ()
    """The facts that players provide: they are added to the `situations` of the class, and give `counts`."""
    situations: ClassVar[tuple[Choice, ...]] = ()
    counts: ClassVar[tuple[Numbered, ...]] = ()
    covers: ClassVar[tuple[Choice, ...]] = ()
    actions: ClassVar[tuple[Choice, ...]] = ()
    terrain: ClassVar[tuple[Choice, ...]] = ()
    extra: ClassVar[tuple[Choice, ...]] = ()
    at_foes: ClassVar[bool] = False
    fires: ClassVar[bool] = False
    each_side: ClassVar[bool] = False
    involuntary: ClassVar[bool] = False
    offered: ClassVar[bool] = True
    same_as: ClassVar[str | None] = None
    declared: ClassVar[bool] = False
    one_target: ClassVar[tuple[Text, str] | None] = None
    """The refusal of a second target, and its section, if `several` lets players name one."""
    command: ClassVar[Command]

    unit: Unit
    """The unit that acts, in its state before the order."""
    target: Unit
    """The first target; a menu may ask without one."""
    plays: tuple[Planned, ...] = ()
    """The rolls planned by the order, once it is given."""
    warnings: tuple[Text, ...] = ()
    """The warnings of `checks` so far."""
    _repeats: tuple[Text, ...] = ()

    must_be_able = staticmethod(require_alive)
    """Raise RuleError for a destroyed unit or target."""
    own_actions: ClassVar[Callable[[Board, Unit], Sequence[Choice]] | None] = None
    called: ClassVar[Callable[[Board], Text] | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "situation_rows" in cls.__dict__:
            cls.situations = (*cls.__dict__.get("situations", ()), *situations_of(cls.situation_rows))
            cls.counts = counts_of(cls.situation_rows)
        if cls.key:
            cls.command = _build_command(cls)

    def __init__(self, board: Board[Tables, Rulings], request: Request) -> None:
        self.board, self.request = board, request
        units = board.game.units
        if request.unit and request.unit[0] in units:
            self.unit = units[request.unit[0]]
        if request.target and request.target[0] in units:
            self.target = units[request.target[0]]

    @property
    def units(self) -> list[Unit]:
        """All units that act, each once."""
        return [self.board.game.units[id] for id in dict.fromkeys(self.request.unit)]

    @property
    def targets(self) -> list[Unit]:
        return [self.board.game.units[id] for id in self.request.target]

    # Legality.

    def checks(self) -> None:
        """Raise RuleError (or use `refuse_if`) if the rules forbid it, and `warn` if they advise against it.

        Menus call dozens of these under every result: if the text costs more than the condition, put it behind `if`.
        """

    def warn(self, *texts: Text, repeat: bool = False) -> None:
        """Warn that the order bends the rules.

        `repeat` is True if it repeats something that already counts, such as an unlucky roll: the opponent then
        has to agree.
        """
        self.warnings += texts
        if repeat:
            self._repeats += texts

    def warn_if(self, condition: object, text: Text, repeat: bool = False) -> None:
        """Warn if the condition is true."""
        if condition:
            self.warn(text, repeat=repeat)

    @property
    def is_warned(self) -> bool:
        """True once there is a warning, so that further checks are not needed."""
        return bool(self.warnings)

    # Its effects.

    def rolls(self) -> Iterable[Planned]:
        """Return the rolls to make, in order; raise MissingFacts for facts that only a player knows."""
        return ()

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        """Return further changes; `now` is the board with the effects of the rolls."""
        return ()

    def ends(self) -> Iterable[Ends]:
        """Return the actions of other sides that the order ends: those sides are asked first."""
        return ()

    def alternative(self) -> Instead | None:
        """Return the legal alternative, which is offered as a button under the warning."""
        return None

    # Its texts.

    def headline(self) -> Text:
        """Return the title of the order's result."""
        return NOTHING

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        """Return further lines for the players; `now` is the board after the order."""
        return ()

    # Its form.

    def suits(self, code: str) -> bool:
        """True if a situation can apply to the units of the request, by its row, once a unit is named."""
        name, _, n = code.partition("=")
        rows = [row for row in self.situation_rows if row.code == name] if self.request.unit else []
        return all(row.applies(self, int(n or 0)) for row in rows)

    def asked_facts(self, model: type[Facts]) -> dict[str, object]:
        """Return the fields of the facts that the request sets; raise RuleError for contradictory situations."""
        return facts_of(self.situation_rows, self.request, model)

    def usual(self) -> Sequence[str]:
        """Return the situations that a form preselects."""
        return ()

    def distance_asked(self) -> Ask | None:
        """Return the question for the distance, if only some of its orders need one."""
        return None

    def often(self) -> int:
        """Return how often the same target may be named."""
        return 1

    def inches(self) -> int | None:
        """Return the distance of an unrestricted move; None if dice decide it."""
        return None

    # The framework.

    def judge(self) -> tuple[Text, ...]:
        """Return the warnings; raise RuleError if the rules forbid it."""
        if self.doing is not NOTHING:
            for id in self.request.unit:
                self.must_be_able(self.board.game.units[id], self.doing)
        if self.request.target:
            self._judge_targets(self.request.target)
        self.checks()
        return self.warnings

    def _judge_targets(self, ids: Sequence[str]) -> None:
        if self.one_target and len(ids) > 1:
            raise RuleError(*self.one_target)
        for target in map(self.board.unit, ids if self.done_to is not NOTHING else ()):
            self.must_be_able(target, self.done_to)
            if not (self.friendly or self.anybody):
                require_enemies(self.unit, target)

    def make_plan(self) -> CommandPlan:
        """Return the complete plan; raise RuleError, BadFacts or MissingFacts."""
        warnings = self.judge()
        self.plays = tuple(self.rolls())
        return CommandPlan(
            plays=self.plays,
            after=lambda now, played: tuple(self.after(now, played)),
            notes=lambda now, played: tuple(self.notes(now, played)),
            warnings=warnings,
            repeats=self._repeats,
            ends=tuple(self.ends()),
            instead=self.alternative(),
            title=self.headline(),
            declared=self.declared,
        )


def commands_of(*orders: type[Order[Any, Any]]) -> dict[str, Command]:
    """Return the commands of a system by key, in this order."""
    return {order.key: order.command for order in orders}


_DECLARED = (
    *(
        "needs",
        "several",
        "friendly",
        "allies",
        "anybody",
        "situations",
        "counts",
        "covers",
        "actions",
        "terrain",
        "extra",
    ),
    *("own_actions", "at_foes", "fires", "each_side", "involuntary", "offered", "same_as", "called"),
)
_HOOKS = ("often", "usual", "suits", "distance_asked", "inches")
"""Methods of an order that menus and forms call; a command gets the default for those not overridden."""


def _build_command(order: type[Order[Any, Any]]) -> Command:
    """Convert the class to the value that the framework reads."""
    declared: Mapping[str, Any] = {name: getattr(order, name) for name in _DECLARED}
    hooks: Mapping[str, Any] = {
        name: _make_hook(order, name)
        for name in _HOOKS
        if getattr(order, name) is not getattr(Order, name) or (name == "suits" and order.situation_rows)
    }
    return Command(
        key=order.key,
        title=order.title,
        order=lambda board, request: order(board, request).make_plan(),
        check=lambda board, request: order(board, request).judge(),
        **declared,
        **hooks,
    )


def _make_hook(order: type[Order[Any, Any]], name: str) -> Callable[..., Any]:
    """Return a method of the order as a function of a board and a request without the units that have left."""

    def hook(board: Board, request: Request, *more: Any) -> Any:
        return getattr(order(board, _drop_departed(board, request)), name)(*more)

    return hook


def _drop_departed(board: Board, request: Request) -> Request:
    """Remove units and targets that have left the board: the form of an old entry still names them."""
    units = board.game.units
    if all(id in units for id in (*request.unit, *request.target)):
        return request
    there = {name: tuple(id for id in getattr(request, name) if id in units) for name in ("unit", "target")}
    return changed(request, **there)
