"""The table that a rule is handed, for dice, decisions and further rules; and what answers: chance, or given faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Concatenate, Generic, Literal, NamedTuple, ParamSpec, Protocol, cast

from typing_extensions import TypeVar

from rules.kernel.dice import Got, Throw, read
from rules.kernel.errors import BadDice, Needed
from rules.kernel.text import NOTHING, Term, Text, Value, counted
from rules.kernel.text_json import KeptText

P = ParamSpec("P")
T = TypeVar("T", default=Any)
U = TypeVar("U")
Rule = Callable[..., Any]
"""A rule of any numbers, with any outcome: of one that is named, `then` and `play` check both."""
Merge = Callable[[Any, Any], T]
"""Brings what two parts came to together, or a third part and what came of the two before it."""


class Then(NamedTuple, Generic[T]):
    """Go on with `rule` and these numbers; where equal histories meet, the odds are worked out once.

    `make`, if any, makes the result of what the rule comes to.
    """

    rule: Rule
    numbers: tuple[object, ...]
    make: Callable[[Any], T] | None = None

    def into(self, make: Callable[[T], U]) -> Then[U]:
        """The same request, with its outcome made into something else: cheaper in odds than to `play` the rule."""
        return Then(self.rule, self.numbers, make)


def then(rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> Then[T]:
    """Hand the rest of the play to `rule`. Pass few and narrow numbers: they are what histories are merged by."""
    return Then(rule, numbers)


class Offer(NamedTuple):
    """An option of a decision: the value that is recorded, and what it means in this situation; `short` is that without
    its numbers, for a button beside which they stand.
    """

    value: str
    label: Text
    short: Text = NOTHING


def no_offers(*_: int) -> tuple[Offer, ...]:
    return ()


def no_part(*_: int) -> str:
    return ""


def either(yes: str = "yes", no: str = "no") -> Callable[[str], bool]:
    """A `read` for a decision between two ways; it raises ValueError for any other text."""

    def read(text: str) -> bool:
        if text not in (yes, no):
            raise ValueError(text)
        return text == yes

    return read


@dataclass(frozen=True, eq=False)
class Decision(Generic[T]):
    """A choice that the rules give to one side.

    `read` turns the recorded text into what the rule needs and raises ValueError for a text that is
    no option; `default` is what a timeout or an odds question uses; `offers` lists the options for
    the numbers of a situation; `asked` says whether a live table asks its owner, or takes the default. `part` is
    that of the unit whose player decides, by the same numbers, where it is one of several.
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

    def together(self, merge: Merge[T], *parts: Then) -> T:
        """What rules that know nothing of each other come to, merged from the first to the last.

        Dice are asked for stage by stage, a stage ending at each `then`: the first stage of every part,
        then the second of every part, and so on (all to hit, then all to kill).
        """
        ...


class Frame(NamedTuple):
    """How far a play has come: the rule it is in, its numbers, and what has been answered since it began."""

    rule: Rule
    numbers: tuple[object, ...]
    answers: tuple[object, ...]


class DiceNeeded(Needed):
    """The rules ask for `count` dice of `throw`, and no faces are left to answer with."""

    def __init__(self, throw: Throw, count: int) -> None:
        super().__init__(
            Text("{label}: {count} d{sides} needed, 0 given", label=throw.label, count=count, sides=throw.sides)
        )
        self.throw, self.count = throw, count


class DecisionNeeded(Needed):
    """The rules give `decision` to a player who has not answered; `situation` holds its numbers.

    `frame` is how far the play has come, for the odds of each option; None inside a rule within a rule. `faces` are all
    that were thrown before it.
    """

    def __init__(
        self, decision: Decision, situation: tuple[int, ...], frame: Frame | None = None, faces: Sequence[int] = ()
    ) -> None:
        super().__init__(Text("{decision}: nobody has decided", decision=Term(decision.name)))
        self.decision, self.situation, self.frame, self.faces = decision, situation, frame, faces


Source = Literal["bot", "physical", "counted"]
"""Whose dice: the bot's, a player's own, or a player's own of which only the successes were told."""


class Faces(NamedTuple):
    """Faces thrown for one request.

    `queued` counts the leading ones that an undo gave back; `added` the last ones that the bot threw because a
    player's own dice were too few (see amend).
    """

    faces: tuple[int, ...]
    source: Source
    queued: int = 0
    added: int = 0


class ThrowStep(NamedTuple):
    """A throw as it was made: the request with a key of its own, the faces and what they were read as."""

    throw: Throw
    faces: tuple[int, ...]
    source: Source
    got: Any
    """Of the type that the throw is read as."""
    queued: int = 0
    added: int = 0


class Made(NamedTuple):
    """A decision as it was made."""

    name: str
    by: str
    value: str
    label: KeptText = NOTHING
    """What a number stood for in this situation, or a word with one behind it; nothing where a word is all."""


Roller = Callable[[Throw, int], Faces]


@dataclass
class Live:
    """Plays a rule once: dice from `roller`, decisions from `choices` by name, else asked for or by default.

    A name in `choices` with several values answers that many decisions, in order; the last one stands for
    the rest, unless `ask` is set: then the next one is asked for.
    """

    roller: Roller
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    ask: bool = False
    steps: list[ThrowStep] = field(default_factory=list[ThrowStep])
    made: list[Made] = field(default_factory=list[Made])
    _keys: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[Text, int] = field(default_factory=dict[Text, int])
    _depth: int = 0
    _frame: tuple[Rule, tuple[object, ...]] | None = None
    _answers: list[object] = field(default_factory=list[object])

    def roll(self, throw: Throw[Got], count: int = 1) -> Got:
        if count <= 0:
            return throw.reading.start
        throw = self._unique(throw)
        thrown = self.roller(throw, count)
        got = read(throw.reading, thrown.faces)
        self.steps.append(ThrowStep(throw, thrown.faces, thrown.source, got, thrown.queued, thrown.added))
        return self._answered(got)

    def decide(self, decision: Decision[T], *situation: int) -> T:
        value = self._choice(decision, situation)
        self.made.append(Made(decision.name, decision.by, value, _meaning(decision, situation, value)))
        return decision.read(value)

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        self._depth += 1
        makes: list[Rule] = []
        result = self._enter(rule, numbers)
        while isinstance(result, Then):
            step = cast("Then", result)
            makes += [step.make] if step.make else []
            result = self._enter(step.rule, step.numbers)
        for make in reversed(makes):
            result = make(result)
        self._depth -= 1
        return self._answered(result)

    def together(self, merge: Merge[T], *parts: Then) -> T:
        self._depth += 1
        going: list[Any] = list(parts)
        while Then in map(type, going):
            going = [part.rule(self, *part.numbers) if type(part) is Then else part for part in going]
        self._depth -= 1
        return self._answered(reduce(merge, going))

    def _enter(self, rule: Rule, numbers: tuple[object, ...]) -> Any:
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

    def _unique(self, throw: Throw[Got]) -> Throw[Got]:
        """The throw with a key and a label of its own: one that is made again is numbered."""
        nth = self._keys[throw.key] = self._keys.get(throw.key, 0) + 1
        n = self._labels[throw.label] = self._labels.get(throw.label, 0) + 1
        if nth == n == 1:
            return throw
        # Labels have a count of their own: two throws that are called alike are told apart by those who read them.
        label = throw.label if n == 1 else Text("{throw} ({n})", throw=throw.label, n=n)
        return throw._replace(key=nth_key(throw.key, nth), label=label)

    def _choice(self, decision: Decision, situation: tuple[int, ...]) -> str:
        given = self.choices.get(decision.name, ())
        nth = sum(made.name == decision.name for made in self.made)
        if nth < len(given):
            return given[nth]
        if self.ask and decision.asked:
            offers = decision.offers(*situation)
            if len(offers) == 1:
                return offers[0].value
            faces = [face for step in self.steps for face in step.faces]
            raise DecisionNeeded(decision, situation, self._so_far(), faces)
        return given[-1] if given else decision.default


def nth_key(key: str, nth: int) -> str:
    """The key of a throw that is made for the `nth` time in one play, counted from 1."""
    return key if nth == 1 else f"{key} {nth}"


def _meaning(decision: Decision, situation: tuple[int, ...], value: str) -> Text:
    """What a number stands for among the offers, or a number behind a word; beyond all of them it is the first."""
    word, _, number = value.rpartition("=")
    if not number.isdecimal():
        return NOTHING
    offers = decision.offers(*situation)
    beyond = offers[0].label if word and offers else NOTHING
    return next((offer.label for offer in offers if offer.value == value), beyond)


# Faces read off the table: handed to the throws in order, and refused where they cannot be.


@dataclass
class Given:
    """Answers throws with faces already known, in order; then `rest` rolls, or the next throw is asked for."""

    faces: Sequence[int]
    rest: Roller | None = None
    source: Source = "physical"
    at: int = 0
    last: Text = NOTHING

    def __call__(self, throw: Throw, count: int) -> Faces:
        left = self.faces[self.at : self.at + count]
        if not left:
            return self._more(throw, count)
        check_faces(left, throw.sides, throw.label)
        if len(left) < count:
            raise too_few(throw, count, len(left))
        self.at, self.last = self.at + count, throw.label
        return Faces(tuple(left), self.source)

    def _more(self, throw: Throw, count: int) -> Faces:
        if self.rest is None:
            raise DiceNeeded(throw, count)
        return self.rest(throw, count)

    def finish(self) -> None:
        """Raises BadDice when faces are left over that no throw asked for."""
        over = len(self.faces) - self.at
        if over:
            raise left_over(over, self.last)


def too_few(throw: Throw, count: int, given: int) -> BadDice:
    """Fewer faces were given than a throw needs."""
    values: dict[str, Value] = {"label": throw.label, "count": count, "sides": throw.sides, "given": given}
    return BadDice(Text("{label}: {count} d{sides} needed, {given} given", **values))


def left_over(count: int, last: Text) -> BadDice:
    """The fault that more faces were given than the throws up to `last` need; NOTHING where there was none."""
    faces = counted(count, "face", "faces")
    if not last:
        return BadDice(Text("{faces} left over: no dice are needed", faces=faces))
    return BadDice(Text("{faces} left over after {throw}", faces=faces, throw=last))


def check_faces(faces: Sequence[int], sides: int, label: Text) -> None:
    """Raises BadDice for a face that such a die does not have."""
    for face in faces:
        if not 1 <= face <= sides:
            raise BadDice(
                Text("{label}: {face} is not a face of a d{sides} (1 to {sides})", label=label, face=face, sides=sides)
            )
