"""The table that a rule is given, for dice, decisions and further rules, and its sources of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Concatenate, Generic, Literal, NamedTuple, ParamSpec, Protocol

from typing_extensions import TypeVar

from rules.kernel.dice import Got, Roll, read_faces
from rules.kernel.errors import BadDice, Needed
from rules.kernel.text import NOTHING, Term, Text, Value, counted
from rules.kernel.text_json import KeptText

P = ParamSpec("P")
T = TypeVar("T", default=Any)
U = TypeVar("U")
Rule = Callable[..., Any]
"""A rule with any arguments and any outcome; for a named rule, `then` and `play` check both."""
Merge = Callable[[Any, Any], T]
"""Merges the results of two parts, or of a further part and those before it."""


class Then(NamedTuple, Generic[T]):
    """A request to continue with `rule` and these numbers; where equal histories meet, odds are computed once.

    `make`, if any, converts the result of the rule, or continues with a further one.
    """

    rule: Rule
    numbers: tuple[object, ...]
    make: Callable[[Any], T | Then[T]] | None = None

    def convert(self, make: Callable[[T], U | Then[U]]) -> Then[U]:
        """Return the same request with its outcome converted; for odds this is cheaper than to `play` the rule."""
        return Then(self.rule, self.numbers, make)


def then(rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> Then[T]:
    """Hand the rest of the play to `rule`. Pass few and narrow numbers, because histories are merged by them."""
    return Then(rule, numbers)


def follow(enter: Callable[[Rule, tuple[object, ...]], Any], step: Then[T]) -> T:
    """Return the result of a rule and of all rules that it continues with; `enter` plays one of them."""
    result: Any = step
    makes: list[Rule] = []
    while makes or type(result) is Then:
        if type(result) is Then:
            makes += [result.make] if result.make else []
            result = enter(result.rule, result.numbers)
        else:
            result = makes.pop()(result)
    return result


class Offer(NamedTuple):
    """An option of a decision: the recorded value and its meaning in this situation.

    `short` is the label without its numbers, for a button that shows them beside it.
    """

    value: str
    label: Text
    short: Text = NOTHING


def no_offers(*_: int) -> tuple[Offer, ...]:
    return ()


def no_part(*_: int) -> str:
    return ""


def read_either(yes: str = "yes", no: str = "no") -> Callable[[str], bool]:
    """Return a `read` for a decision between two options; it raises ValueError for any other text."""

    def read(text: str) -> bool:
        if text not in (yes, no):
            raise ValueError(text)
        return text == yes

    return read


@dataclass(frozen=True, eq=False)
class Decision(Generic[T]):
    """A choice that the rules give to one side.

    `read` converts the recorded text into the value that the rule needs and raises ValueError if the text is not an
    option. `default` is used after a timeout and for odds. `offers` lists the options for the numbers of a situation.
    `asked` is True if a live table asks the owner instead of taking the default. `part` returns, for the same
    numbers, the part of the unit whose player decides, where it is one of several.
    """

    name: str
    by: str
    question: Text
    options: tuple[str, ...]
    default: str
    read: Callable[[str], T]
    rule: str = ""
    offers: Callable[..., tuple[Offer, ...]] = no_offers
    asked: bool = True
    part: Callable[..., str] = no_part


class Table(Protocol):
    """The questions that a rule may ask. The answers may come from chance, from the table, or from all odds."""

    def roll(self, roll: Roll[Got], count: int = 1) -> Got:
        """Return the reading of `count` dice; with no dice, nothing is rolled and the reading is its start."""
        ...

    def decide(self, decision: Decision[T], *situation: int) -> T:
        """Return the owner's choice; `situation` holds the numbers on which the options depend."""
        ...

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        """Play another rule within this one and return its result."""
        ...

    def together(self, merge: Merge[T], *parts: Then) -> T:
        """Play independent rules and merge their results from the first to the last.

        Dice are asked for in stages, which end at each `then`: the first stage of every part, then the second of
        every part, and so on (all to hit, then all to kill).
        """
        ...


class Frame(NamedTuple):
    """Progress of a play: its rule, the numbers, and the answers since it began."""

    rule: Rule
    numbers: tuple[object, ...]
    answers: tuple[object, ...]


class DiceNeeded(Needed):
    """Raised if the rules need `count` dice for a roll and no faces are left."""

    def __init__(self, roll: Roll, count: int) -> None:
        super().__init__(
            Text("{label}: {count} d{sides} needed, 0 given", label=roll.label, count=count, sides=roll.sides)
        )
        self.throw, self.count = roll, count


class DecisionNeeded(Needed):
    """Raised if `decision` belongs to a player who has not answered; `situation` holds its numbers.

    `frame` is the progress of the play, for the odds of each option; None inside a nested rule. `faces` are all faces
    rolled before it.
    """

    def __init__(
        self, decision: Decision, situation: tuple[int, ...], frame: Frame | None = None, faces: Sequence[int] = ()
    ) -> None:
        super().__init__(Text("{decision}: no choice was made", decision=Term(decision.name)))
        self.decision, self.situation, self.frame, self.faces = decision, situation, frame, faces


Source = Literal["bot", "physical", "counted"]
"""Origin of the dice: the bot, a player, or a player who reported only the successes."""


class Faces(NamedTuple):
    """Faces rolled for one request.

    `queued` counts the leading faces that an undo gave back. `added` counts the last faces, which the bot rolled
    because the player's own dice were too few (see amend).
    """

    faces: tuple[int, ...]
    source: Source
    queued: int = 0
    added: int = 0


class RollStep(NamedTuple):
    """A completed roll: the request with a unique key, the faces and their reading."""

    throw: Roll
    faces: tuple[int, ...]
    source: Source
    got: Any
    """The result, of the type of the reading."""
    queued: int = 0
    added: int = 0


class Made(NamedTuple):
    """A decision that was made."""

    name: str
    by: str
    value: str
    label: KeptText = NOTHING
    """Meaning of a number, or of a word with a number, in this situation; empty for a word alone."""


Roller = Callable[[Roll, int], Faces]


@dataclass
class Live:
    """Plays a rule once: dice from `roller`, decisions from `choices` by name, else asked for or by default.

    A name in `choices` with several values answers that many decisions, in order. The last value answers all further
    ones, unless `ask` is set: then they are asked for.
    """

    roller: Roller
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    ask: bool = False
    steps: list[RollStep] = field(default_factory=list[RollStep])
    made: list[Made] = field(default_factory=list[Made])
    _keys: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[Text, int] = field(default_factory=dict[Text, int])
    _depth: int = 0
    _frame: tuple[Rule, tuple[object, ...]] | None = None
    _answers: list[object] = field(default_factory=list[object])

    def roll(self, roll: Roll[Got], count: int = 1) -> Got:
        if count <= 0:
            return roll.reading.start
        roll = self._make_unique(roll)
        rolled = self.roller(roll, count)
        got = read_faces(roll.reading, rolled.faces)
        self.steps.append(RollStep(roll, rolled.faces, rolled.source, got, rolled.queued, rolled.added))
        return self._record_answer(got)

    def decide(self, decision: Decision[T], *situation: int) -> T:
        value = self._choose_value(decision, situation)
        self.made.append(Made(decision.name, decision.by, value, _describe_choice(decision, situation, value)))
        return decision.read(value)

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        self._depth += 1
        result = follow(self._enter_rule, Then(rule, numbers))
        self._depth -= 1
        return self._record_answer(result)

    def together(self, merge: Merge[T], *parts: Then) -> T:
        self._depth += 1
        going: list[Any] = list(parts)
        while Then in map(type, going):
            going = [part.rule(self, *part.numbers) if type(part) is Then else part for part in going]
        self._depth -= 1
        return self._record_answer(reduce(merge, going))

    def _enter_rule(self, rule: Rule, numbers: tuple[object, ...]) -> Any:
        if self._depth == 1:
            self._frame, self._answers = (rule, numbers), []
        return rule(self, *numbers)

    def _record_answer(self, got: T) -> T:
        """Record an answer to the outermost rule, so that the odds of the rest can be computed."""
        if self._depth == 1:
            self._answers.append(got)
        return got

    def _make_unique(self, roll: Roll[Got]) -> Roll[Got]:
        """Return the roll with a unique key and label; a repeated one is numbered."""
        nth = self._keys[roll.key] = self._keys.get(roll.key, 0) + 1
        n = self._labels[roll.label] = self._labels.get(roll.label, 0) + 1
        if nth == n == 1:
            return roll
        # Labels are counted separately, so that readers can distinguish two rolls with the same label.
        label = roll.label if n == 1 else Text("{throw} ({n})", throw=roll.label, n=n)
        return roll._replace(key=nth_key(roll.key, nth), label=label)

    def _choose_value(self, decision: Decision, situation: tuple[int, ...]) -> str:
        given = self.choices.get(decision.name, ())
        nth = sum(made.name == decision.name for made in self.made)
        if nth < len(given):
            return given[nth]
        if self.ask and decision.asked:
            offers = decision.offers(*situation)
            if len(offers) == 1:
                return offers[0].value
            faces = [face for step in self.steps for face in step.faces]
            frame = Frame(*self._frame, tuple(self._answers)) if self._depth == 1 and self._frame else None
            raise DecisionNeeded(decision, situation, frame, faces)
        return given[-1] if given else decision.default


def nth_key(key: str, nth: int) -> str:
    """Return the key of a roll that is made for the `nth` time in one play, counted from 1."""
    return key if nth == 1 else f"{key} {nth}"


def _describe_choice(decision: Decision, situation: tuple[int, ...], value: str) -> Text:
    """Return the offer's label for a number, or for a word with a number; beyond all offers, the first label."""
    word, _, number = value.rpartition("=")
    if not number.isdecimal():
        return NOTHING
    offers = decision.offers(*situation)
    beyond = offers[0].label if word and offers else NOTHING
    return next((offer.label for offer in offers if offer.value == value), beyond)


# Faces read off the table: assigned to the rolls in order, and refused if impossible.


@dataclass
class Given:
    """Answers rolls with known faces, in order; then `rest` rolls, or the next roll is asked for."""

    faces: Sequence[int]
    rest: Roller | None = None
    source: Source = "physical"
    at: int = 0
    last: Text = NOTHING

    def __call__(self, roll: Roll, count: int) -> Faces:
        left = self.faces[self.at : self.at + count]
        if not left:
            if self.rest is None:
                raise DiceNeeded(roll, count)
            return self.rest(roll, count)
        check_faces(left, roll.sides, roll.label)
        if len(left) < count:
            raise too_few_faces(roll, count, len(left))
        self.at, self.last = self.at + count, roll.label
        return Faces(tuple(left), self.source)

    def finish(self) -> None:
        """Raise BadDice if there are faces that no roll asked for."""
        over = len(self.faces) - self.at
        if over:
            raise left_over_faces(over, self.last)


def too_few_faces(roll: Roll, count: int, given: int) -> BadDice:
    """Return the fault that fewer faces were given than a roll needs."""
    values: dict[str, Value] = {"label": roll.label, "count": count, "sides": roll.sides, "given": given}
    return BadDice(Text("{label}: {count} d{sides} needed, {given} given", **values))


def left_over_faces(count: int, last: Text) -> BadDice:
    """Return the fault that more faces were given than the rolls up to `last` need; `last` is NOTHING for none."""
    faces = counted(count, "face", "faces")
    if not last:
        return BadDice(Text("{faces} too many: no dice are needed", faces=faces))
    return BadDice(Text("{faces} too many after {throw}", faces=faces, throw=last))


def check_faces(faces: Sequence[int], sides: int, label: Text) -> None:
    """Raise BadDice for a face that a die with so many sides does not have."""
    for face in faces:
        if not 1 <= face <= sides:
            raise BadDice(
                Text("{label}: {face} is not a face of a d{sides} (1 to {sides})", label=label, face=face, sides=sides)
            )
