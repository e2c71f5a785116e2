"""A command as a class: its units, its legality, its rolls, changes and texts.

A command is a subclass of `Order`; an instance is one request for it on one board. Menus and refusals share one
method, `checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias

from rules.command import asked, planned
from rules.command.choices import lengths_of, parse_code, unknown_codes
from rules.command.effects import require_alive, require_enemies
from rules.command.planned import Blast, CommandPlan
from rules.command.system import Board
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel import facts
from rules.kernel.action import Played, Rulings, Tables
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request, changed, requested_situations
from rules.kernel.text import N_, NOTHING, Joined, Term, Text
from rules.kernel.wording import INCHES, Ruler


def refuse_if(condition: object, text: Text, section: str = "") -> None:
    """Raise RuleError with this text and its section if the condition is true."""
    if condition:
        raise RuleError(text, section)


class Order(Generic[Tables, Rulings]):
    """One request for a command on one board.

    Declare `key` and `title`, and any attribute without its default. `doing` follows "is out of action and cannot":
    with it the framework refuses destroyed units; with `done_to`, destroyed targets and targets on the wrong side. A
    class without a key is a base class.

    `checks` is the only source of legality. Menus call it before distance, cover and answers are known, and the order
    calls it again. So it may use only the board, the units and the targets; a menu names at most one target.
    """

    key: ClassVar[str] = ""
    title: ClassVar[Text] = NOTHING
    doing: ClassVar[Text] = NOTHING
    done_to: ClassVar[Text] = NOTHING
    needs: ClassVar[tuple[str, ...]] = ("unit",)
    """The required options."""
    several: ClassVar[tuple[str, ...]] = ()
    """The options that take more than one unit."""
    friendly: ClassVar[bool] = False
    """True if the target is on the same side."""
    allies: ClassVar[int] = 0
    """Number of units of the same side that are named with one enemy."""
    anybody: ClassVar[bool] = False
    """True if the target may be on either side."""
    situation_rows: ClassVar[tuple[asked.SituationRow, ...]] = ()
    """The facts that players provide: they are added to the `situations` of the class, and give `counts`."""
    situations: ClassVar[tuple[facts.Choice, ...]] = ()
    counts: ClassVar[tuple[facts.Numbered, ...]] = ()
    """The situations that forms take as numbers if there is room."""
    joiner_count: ClassVar[str] = ""
    """The stem of the situation for the number of friends that join; forms offer the `joiners` by name instead."""
    covers: ClassVar[tuple[facts.Choice, ...]] = ()
    actions: ClassVar[tuple[facts.Choice, ...]] = ()
    terrain: ClassVar[tuple[facts.Choice, ...]] = ()
    extra: ClassVar[tuple[facts.Choice, ...]] = ()
    lengths: ClassVar[frozenset[str]] = frozenset()
    """The stems of the codes that end in a length; derived from the choices."""
    at_foes: ClassVar[bool] = False
    """True if menus offer the act at each enemy."""
    fires: ClassVar[bool] = False
    """True if menus offer the act as a way to shoot."""
    each_side: ClassVar[bool] = False
    """True if it takes a modifier per side."""
    involuntary: ClassVar[bool] = False
    """True if the act happens to a unit and is no step of its activation."""
    offered: ClassVar[bool] = True
    """True if menus have it; commands without effect are left out."""
    counted: ClassVar[bool] = False
    """True if it uses the request's `count`."""
    same_as: ClassVar[str | None] = None
    """The key of an equivalent command."""
    declared: ClassVar[bool] = False
    """True if decisions before the dice of a play are made before any dice, as in `CommandPlan`."""
    one_target: ClassVar[tuple[Text, str] | None] = None
    """The refusal of a second target, and its section, if `several` lets players name one."""

    unit: Unit
    """The unit that acts, in its state before the order."""
    target: Unit
    """The first target; a menu may ask without one."""
    plays: tuple[planned.Planned, ...] = ()
    """The rolls planned by the order, once it is given."""
    warnings: tuple[Text, ...] = ()
    """The warnings of `checks` so far."""
    _repeats: tuple[Text, ...] = ()

    must_be_able = staticmethod(require_alive)
    """Raise RuleError for a destroyed unit or target."""
    own_actions: ClassVar[Callable[[Board, Unit], Sequence[facts.Choice]] | None] = None
    """The actions of a unit in its own words."""
    called: ClassVar[Callable[[Board], Text] | None] = None
    """The label on buttons, if it is not the title."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "situation_rows" in cls.__dict__:
            cls.situations = (*cls.__dict__.get("situations", ()), *asked.situation_choices(cls.situation_rows))
            cls.counts = asked.counts_of(cls.situation_rows)
        cls.lengths = lengths_of([choice for choices in cls._offered_choices().values() for choice in choices])

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

    def rolls(self) -> Iterable[planned.Planned]:
        """Return the rolls to make, in order; raise MissingFacts for facts that only a player knows."""
        return ()

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        """Return further changes; `now` is the board with the effects of the rolls."""
        return ()

    def ends(self) -> Iterable[planned.Ends]:
        """Return the actions of other sides that the order ends: those sides are asked first."""
        return ()

    def alternative(self) -> planned.Instead | None:
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

    def asked_facts(self, model: type[facts.Facts]) -> dict[str, object]:
        """Return the fields of the facts that the request sets; raise RuleError for contradictory situations."""
        return asked.facts_of(self.situation_rows, self.request, model)

    def joiners(self) -> Sequence[Unit]:
        """Return the friends that may join the unit, and would be named after it."""
        return ()

    def usual(self) -> Sequence[str]:
        """Return the situations that a form preselects."""
        return ()

    def distance_asked(self) -> facts.Ask | None:
        """Return the question for the distance, if only some of its orders need one."""
        return None

    def blast(self) -> Blast | None:
        """Return the rings around its point of aim; None if it is aimed at its targets."""
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

    # Facts of a command before it is given.

    @classmethod
    def on(cls, board: Board[Tables, Rulings], request: Request) -> Self:
        """Return the order, without units and targets that have left the board: an old form still names them."""
        units = board.game.units
        if all(id in units for id in (*request.unit, *request.target)):
            return cls(board, request)
        there = {name: tuple(id for id in getattr(request, name) if id in units) for name in ("unit", "target")}
        return cls(board, changed(request, **there))

    @classmethod
    def plan(cls, board: Board, request: Request) -> CommandPlan:
        """Plan a request; raise BadFacts for missing or unknown options, RuleError if refused."""
        faults = [
            Text("{option}: give one unit. Repeat the command for each", option=Term(name))
            for name in _UNITS
            if len(getattr(request, name)) > 1 and name not in cls.several
        ]
        for name, choices in cls._offered_choices().items():
            given = getattr(request, name)
            if name == "action":  # other commands are chosen by it, or have it from a button
                given = (given,) if given and (choices or request.command in ("activate", "move")) else ()
            if given:
                faults += unknown_codes(name, given, choices)
        if not cls.situations:
            faults += cls.open_list_faults(request)
        if faults:
            raise BadFacts(faults)
        missing = [name for name in cls.needs if getattr(request, name) in (None, ())]
        open_list = cls.open_list_faults(request)
        has_other_fields = missing or (cls.covers and not request.cover)
        if (
            open_list
            and not has_other_fields
            and all(one.code in request.situation for one in cls.situations_of(board, request))
        ):
            raise RuleError(Text("No situation of this list applies here."))
        if missing or open_list:
            raise facts.MissingFacts([cls._make_ask(name) for name in missing], open_list)
        return cls(board, request).make_plan()

    @classmethod
    def open_list_faults(cls, request: Request) -> list[Text]:
        """Return the faults of a situation that only requests the list of situations."""
        if not requested_situations(request.situation):
            return []
        if not cls.situations:
            return [Text('"{command}" has no situations', command=cls.title)]
        codes = Joined([one.typed for one in cls.situations], ", ")
        return [Text("which situations apply? ({codes})", codes=codes)]

    @classmethod
    def situations_of(cls, board: Board, request: Request) -> list[facts.Choice]:
        """Return the situations that can apply to a request or are named by it, within the list that it requests."""
        begun = requested_situations(request.situation)
        order = cls.on(board, request)
        found = [one for one in cls.situations if not begun or one.code.startswith(begun)]
        return [one for one in found if one.code in request.situation or order.suits(one.code)]

    @classmethod
    def complete_request(cls, request: Request, ruler: Ruler = INCHES) -> Request:
        """Return the request with abbreviated codes completed and their lengths converted to inches."""
        known = cls._offered_choices()
        given = {name: tuple(parse_code(one, known[name], ruler) for one in getattr(request, name)) for name in _CODES}
        action = parse_code(request.action, known["action"], ruler) if request.action else request.action
        return changed(request, action=action, **given)

    @classmethod
    def actions_of(cls, board: Board, unit: Unit | None) -> Sequence[facts.Choice]:
        """Return the actions in the words of a unit; all of them if there is no unit."""
        return cls.actions if unit is None or cls.own_actions is None else cls.own_actions(board, unit)

    @classmethod
    def has_choices(cls, option: str) -> bool:
        """True if the option offers choices."""
        return bool(cls._offered_choices().get(option))

    @classmethod
    def _offered_choices(cls) -> Mapping[str, tuple[facts.Choice, ...]]:
        return {
            "situation": cls.situations,
            "cover": cls.covers,
            "action": cls.actions,
            "terrain": cls.terrain,
            "extra": cls.extra,
        }

    @classmethod
    def _make_ask(cls, name: str) -> facts.Ask:
        """Return the question for a missing option, with its choices."""
        choices = cls.covers if name == "cover" else cls.actions if name == "action" else ()
        if name == "target" and cls.allies:
            return facts.Ask(name, Text("which units fire (at most {n}), and at whom?", n=cls.allies))
        question = Text(_ASK[name]) if name in _ASK else Text("give {option}", option=Term(name))
        return facts.Ask(name, question, choices)


Command: TypeAlias = type[Order[Any, Any]]
"""A command of a system; its instances are the orders given."""


def commands_of(*orders: Command) -> dict[str, Command]:
    """Return the commands of a system by key, in this order."""
    return {order.key: order for order in orders}


_ASK = {
    "unit": N_("which unit?"),
    "target": N_("which target?"),
    "distance": N_("how far is the target?"),
    "action": N_("which action?"),
    "cover": N_("what cover does the target have?"),
}
_UNITS = ("unit", "target")
_CODES = ("situation", "cover", "terrain", "extra")
"""Options that take several codes."""
