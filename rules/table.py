"""The table a rule is handed: it may ask for dice, a decision, or to go on with another rule. Nothing else varies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from rules.dice import Got, Throw, read
from rules.errors import BadDice, DecisionNeeded, DiceNeeded
from rules.text import counted, say

P = ParamSpec("P")
T = TypeVar("T")
U = TypeVar("U")


class Then(NamedTuple, Generic[T]):
    """Go on with `rule` and these numbers; where equal histories meet, the odds are worked out once.

    `make`, if any, makes the result of what the rule comes to.
    """

    rule: Callable[..., Any]
    numbers: tuple[Any, ...]
    make: Callable[[Any], T] | None = None

    def into(self, make: Callable[[T], U]) -> Then[U]:
        """The same, and what it comes to made into something else: cheaper in odds than to `play` the rule."""
        return Then(self.rule, self.numbers, make)


def then(rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> Then[T]:
    """Hand the rest of the play to `rule`. Pass few and narrow numbers: they are what histories are merged by."""
    return Then(rule, numbers)


class Offer(NamedTuple):
    """One option of a decision: the value that is recorded, and what it means in this situation."""

    value: str
    label: str


def no_offers(*_: int) -> tuple[Offer, ...]:
    return ()


@dataclass(frozen=True, eq=False)
class Decision(Generic[T]):
    """A choice that the rules give to one side.

    `read` turns the recorded text into what the rule needs and raises ValueError for a text that is
    no option; `default` is what a timeout or an odds question uses; `offers` lists the options for
    the numbers of a situation; `asked` says whether a live table asks its owner, or takes the default.
    """

    name: str
    by: str
    question: str
    options: tuple[str, ...]
    default: str
    read: Callable[[str], T]
    rule: str = ""
    offers: Callable[..., tuple[Offer, ...]] = no_offers
    asked: bool = True


class Table(Protocol):
    """What a rule may ask. Who answers decides whether it is played, read from a table, or turned into odds."""

    def roll(self, throw: Throw[Got], count: int = 1) -> Got:
        """The reading of `count` dice; with no dice nothing is thrown and the reading is its start."""
        ...

    def decide(self, decision: Decision[T], *situation: int) -> T:
        """The owner's choice; `situation` holds the numbers its options depend on."""
        ...

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        """What another rule comes to, in the middle of this one."""
        ...

    def together(self, merge: Callable[[Any, Any], Any], *parts: Then[Any]) -> Any:
        """What rules that know nothing of each other come to, merged from the first to the last.

        Dice are asked for stage by stage, a stage ending at each `then`: the first stage of every part,
        then the second of every part, and so on (all to hit, then all to kill).
        """
        ...


Rule = Callable[..., Any]


class Faces(NamedTuple):
    """Faces thrown for one request. `source` is "bot" or "physical"; `queued` counts those that an undo gave back."""

    faces: tuple[int, ...]
    source: str
    queued: int = 0


class Step(NamedTuple):
    """One throw as it was made: the request, its unique label, the faces and what they were read as."""

    throw: Throw[Any]
    label: str
    faces: tuple[int, ...]
    source: str
    got: Any
    queued: int = 0


class Made(NamedTuple):
    """One decision as it was made."""

    name: str
    by: str
    value: str
    label: str = ""
    """What a number stood for in this situation; empty where the value is a word."""


Roller = Callable[[Throw[Any], int, str], Faces]


@dataclass
class Given:
    """Answers throws with faces already known, in order; then `rest` rolls, or the next throw is asked for."""

    faces: Sequence[int]
    rest: Roller | None = None
    source: str = "physical"
    at: int = 0
    last: str = ""

    def __call__(self, throw: Throw[Any], count: int, label: str) -> Faces:
        left = self.faces[self.at : self.at + count]
        if not left:
            return self._more(throw, count, label)
        if len(left) < count:
            raise BadDice(
                say(
                    "{label}: {count} d{sides} needed, {left} given",
                    label=label,
                    count=count,
                    sides=throw.sides,
                    left=len(left),
                )
            )
        check_faces(left, throw.sides, label)
        self.at, self.last = self.at + count, label
        return Faces(tuple(left), self.source)

    def _more(self, throw: Throw[Any], count: int, label: str) -> Faces:
        if self.rest is None:
            raise DiceNeeded(throw, count, label)
        return self.rest(throw, count, label)

    def finish(self) -> None:
        """Raises BadDice when faces are left over that no throw asked for."""
        over = len(self.faces) - self.at
        if over:
            raise left_over(over, self.last)


def left_over(count: int, last: str) -> BadDice:
    """More faces were given than the throws up to `last` need; "" where there was none."""
    faces = counted(count, "face")
    if not last:
        return BadDice(say("{faces} left over: no dice are needed", faces=faces))
    return BadDice(say("{faces} left over after {throw}", faces=faces, throw=last))


def check_faces(faces: Sequence[int], sides: int, label: str) -> None:
    """Raises BadDice for a face that such a die does not have."""
    for face in faces:
        if not 1 <= face <= sides:
            raise BadDice(
                say("{label}: {face} is not a face of a d{sides} (1 to {sides})", label=label, face=face, sides=sides)
            )


class Frame(NamedTuple):
    """How far a play has come: the rule it is in, its numbers, and what has been answered since it began."""

    rule: Rule
    numbers: tuple[Any, ...]
    answers: tuple[Any, ...]


@dataclass
class Live:
    """Plays a rule once: dice from `roller`, decisions from `choices` by name, else asked for or by default.

    A name in `choices` with several values answers that many decisions, in order; the last one stands for
    the rest, unless `ask` is set: then the next one is asked for.
    """

    roller: Roller
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    ask: bool = False
    steps: list[Step] = field(default_factory=list[Step])
    made: list[Made] = field(default_factory=list[Made])
    _depth: int = 0
    _frame: tuple[Rule, tuple[Any, ...]] | None = None
    _answers: list[Any] = field(default_factory=list[Any])

    def roll(self, throw: Throw[Got], count: int = 1) -> Got:
        if count <= 0:
            return throw.reading.start
        label = self._unique(throw.label)
        thrown = self.roller(throw, count, label)
        got = read(throw.reading, thrown.faces)
        self.steps.append(Step(throw, label, thrown.faces, thrown.source, got, thrown.queued))
        return self._answered(got)

    def decide(self, decision: Decision[T], *situation: int) -> T:
        value = self._choice(decision, situation)
        self.made.append(Made(decision.name, decision.by, value, _meaning(decision, situation, value)))
        return decision.read(value)

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        self._depth += 1
        makes: list[Callable[[Any], Any]] = []
        result: Any = self._enter(rule, numbers)
        while isinstance(result, Then):
            step = cast("Then[Any]", result)
            makes += [step.make] if step.make else []
            result = self._enter(step.rule, step.numbers)
        for make in reversed(makes):
            result = make(result)
        self._depth -= 1
        return self._answered(result)

    def together(self, merge: Callable[[Any, Any], Any], *parts: Then[Any]) -> Any:
        self._depth += 1
        going: list[Any] = list(parts)
        while any(isinstance(part, Then) for part in going):
            going = [part.rule(self, *part.numbers) if isinstance(part, Then) else part for part in going]
        self._depth -= 1
        return self._answered(reduce(merge, going))

    def _enter(self, rule: Rule, numbers: tuple[Any, ...]) -> Any:
        if self._depth == 1:
            self._frame, self._answers = (rule, numbers), []
        return rule(self, *numbers)

    def _answered(self, got: T) -> T:
        """Keeps what the outermost rule has been told, so that the odds of the rest can be asked for."""
        if self._depth == 1:
            self._answers.append(got)
        return got

    def _so_far(self) -> Frame | None:
        return Frame(*self._frame, tuple(self._answers)) if self._depth == 1 and self._frame else None

    def _unique(self, label: str) -> str:
        same = sum(step.throw.label == label for step in self.steps)
        return f"{label} ({same + 1})" if same else label

    def _choice(self, decision: Decision[Any], situation: tuple[int, ...]) -> str:
        given = self.choices.get(decision.name, ())
        nth = sum(made.name == decision.name for made in self.made)
        if nth < len(given):
            return given[nth]
        if self.ask and decision.asked:
            offers = decision.offers(*situation)
            if len(offers) == 1:
                return offers[0].value
            raise DecisionNeeded(decision, situation, self._so_far())
        return given[-1] if given else decision.default


def _meaning(decision: Decision[Any], situation: tuple[int, ...], value: str) -> str:
    """What a number stands for among the offers."""
    if not value.isdecimal():
        return ""
    return next((offer.label for offer in decision.offers(*situation) if offer.value == value), "")
