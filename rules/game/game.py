"""The state of a game: what its entries add up to, and how each kind of event changes it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from rules.game.entry import (
    ConsentSet,
    DiceModeSet,
    DiceReturned,
    Entry,
    Event,
    GameEnded,
    LanguageSet,
    LossesTaken,
    MentionsSet,
    ObjectPlaced,
    ObjectRemoved,
    OwnDiceKept,
    PlayerLeft,
    PlayerSeated,
    PointsScored,
    RulingSet,
    SetupStepTicked,
    SideColoured,
    SidesNamed,
    StateCounted,
    StateOver,
    StateSet,
    TimeoutSet,
    TurnAdvanced,
    UnitDelegated,
    UnitPlaced,
    UnitRemoved,
)
from rules.game.tabletop import Player, TableObject
from rules.game.unit import Unit, Value
from rules.kernel.errors import BadEntry
from rules.kernel.plays import Laid

if TYPE_CHECKING:
    pass


# Who sits where, and what those who sat elsewhere before still know.


def sat_down(game: Game, event: PlayerSeated) -> None:
    old, new = game.players.get(event.player.id), event.player
    if old is not None and (old.side, old.umpire) != (new.side, new.umpire):
        got_up(game, old, new.side)
    game.players[new.id] = new


def stood_up(game: Game, event: PlayerLeft) -> None:
    if (old := game.players.pop(event.player, None)) is not None:
        got_up(game, old)


def got_up(game: Game, old: Player, side: str | None = None) -> None:
    """Somebody no longer sits where they sat, but at `side`; once dice have been thrown it is remembered what they
    know: their side's hidden units, or as an umpire without a side those of all.
    """
    if game.seats_are_free:
        return
    if old.side and old.side != side:
        _was_of(game, old.id, old.side)
    if old.umpire and not old.side and old.id not in game.left_sides:
        game.judged[old.id] = True


def gave_orders(game: Game, entry: Entry) -> None:
    """An umpire without a side who plays one without players, against one that has some, is of it from then on."""
    player = game.players.get(entry.by)
    played = {one.side for one in game.players.values() if one.side}
    alone = not played or entry.side is None or entry.side in played
    if entry.plays and not alone and player and player.umpire and not player.side:
        _was_of(game, player.id, entry.side or "")


def _was_of(game: Game, player: str, side: str) -> None:
    # By name: whatever was undone in between, memory and the record say the same.
    game.left_sides[player] = tuple(sorted({*game.left_sides.get(player, ()), side}))


# What becomes of units: they come and go, take losses, and have markers set.


def came(game: Game, event: UnitPlaced) -> None:
    game.units[event.unit.id] = event.unit
    if event.unit.id[1:].isdigit():
        game.last_unit = max(game.last_unit, int(event.unit.id[1:]))


def went(game: Game, event: UnitRemoved) -> None:
    if (gone := game.units.pop(event.unit, None)) is not None:
        game.departed[gone.id] = gone


def lost(game: Game, event: LossesTaken) -> None:
    unit = game.units[event.unit]
    update: dict[str, Any] = {"models": max(0, unit.models - event.models)}
    if event.hp is not None:
        update["hp"] = event.hp
    game.units[unit.id] = unit.model_copy(update=update)


def _mark(game: Game, unit: Unit, state: str, value: Value | None) -> None:
    states = dict(unit.states)
    if value is None or value == 0 or value == "":
        states.pop(state, None)
    else:
        states[state] = value
    game.units[unit.id] = unit.model_copy(update={"states": states})


def marked(game: Game, event: StateSet) -> None:
    _mark(game, game.units[event.unit], event.state, event.value)


def was_over(game: Game, event: StateOver) -> None:
    if game.turn > event.in_turn:
        _mark(game, game.units[event.unit], event.state, None)


def counted(game: Game, event: StateCounted) -> None:
    unit = game.units[event.unit]
    _mark(game, unit, event.state, max(0, unit.count(event.state) + event.change))


# The game itself, and what each event does to it.


@dataclass
class Game:
    """Everything the record says about one game after entry `number`."""

    number: int = 0
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    things: dict[str, TableObject] = field(default_factory=dict[str, TableObject])
    players: dict[str, Player] = field(default_factory=dict[str, Player])
    scores: dict[str, int] = field(default_factory=dict[str, int])
    tallies: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """What a system counts for each side beside the score, by the tally: turns with the majority of objectives."""
    rulings: dict[str, Value] = field(default_factory=dict[str, Value])
    queues: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    turn: int = 1
    order: tuple[str, ...] = ()
    holder: str | None = None
    phase: str | None = None
    over: bool = False
    winner: str | None = None
    last_unit: int = 0
    plays: int = 0
    """How many actions have been resolved with dice."""
    dice: dict[str, str] = field(default_factory=dict[str, str])
    """Whose dice each side throws, where that was agreed: "bot" or "physical"."""
    uncalled: dict[str, bool] = field(default_factory=dict[str, bool])
    """The ids of players whom questions do not mention."""
    lent: dict[str, str] = field(default_factory=dict[str, str])
    """Units that somebody beside their side's players may command."""
    timeout: tuple[int, str] = (0, "wait")
    """How many minutes a question waits, and what happens then."""
    ticked: tuple[str, ...] = ()
    """The steps of the setup that are done."""
    undone: set[int] = field(default_factory=set[int])
    seen: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For every face of the queues, the command it was thrown for."""
    whose: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For every face of the queues, the side whose throw it was, as far as the record says it."""
    kept: dict[str, tuple[Laid, ...]] = field(default_factory=dict[str, tuple[Laid, ...]])
    """Players' own dice of undone commands, for when the same command is given again."""
    consent: bool = False
    """Whether the other side confirms what bends a rule."""
    begun: bool = False
    """Whether dice have ever been thrown, those of undone entries too."""
    left_sides: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The sides that people have left since then, by their ids: they know what these know."""
    judged: dict[str, bool] = field(default_factory=dict[str, bool])
    """The ids of people who have been an umpire without a side since then: they know what every side knows."""
    colours: dict[str, str] = field(default_factory=dict[str, str])
    """The colours of sides that have one of their own."""
    offered: tuple[str, ...] = ()
    """The sides that the game was begun for, in their order; nothing in games of before."""
    departed: dict[str, Unit] = field(default_factory=dict[str, Unit])
    """Units that texts may still speak of, as they were when they left: taken out, or undone with what brought them."""

    def copy(self) -> Game:
        """A game that can be played on without touching this one; units and players are values and are shared."""
        return Game(
            self.number,
            dict(self.units),
            dict(self.things),
            dict(self.players),
            dict(self.scores),
            {tally: dict(counts) for tally, counts in self.tallies.items()},
            dict(self.rulings),
            dict(self.queues),
            self.turn,
            self.order,
            self.holder,
            self.phase,
            self.over,
            self.winner,
            self.last_unit,
            self.plays,
            dict(self.dice),
            dict(self.uncalled),
            dict(self.lent),
            self.timeout,
            self.ticked,
            set(self.undone),
            dict(self.seen),
            dict(self.whose),
            dict(self.kept),
            self.consent,
            self.begun,
            dict(self.left_sides),
            dict(self.judged),
            dict(self.colours),
            self.offered,
            dict(self.departed),
        )

    def standing(self) -> tuple[str, ...]:
        """The sides that have living units."""
        return tuple(dict.fromkeys(unit.side for unit in self.units.values() if unit.alive))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides at the table: those that were offered in their order, the others as they came."""
        named = [player.side for player in self.players.values()] + [unit.side for unit in self.units.values()]
        came = tuple(dict.fromkeys(side for side in named if side))
        return (*(side for side in self.offered if side in came), *(side for side in came if side not in self.offered))

    @property
    def seats_are_free(self) -> bool:
        """Whether everybody may still sit where they like: nothing has been thrown."""
        return not (self.begun or self.plays or any(self.queues.values()))

    def tally(self, name: str, side: str) -> int:
        """What a tally stands at for a side."""
        return self.tallies.get(name, {}).get(side, 0)

    def of_side(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units.values() if unit.side == side)

    def with_events(self, events: Iterable[Event]) -> Game:
        """The game after `events`; this one stays as it is."""
        after = self.copy()
        for event in events:
            after.apply(event)
        return after

    def apply(self, event: Event) -> None:
        _APPLY[event.kind](self, event)

    def apply_entry(self, entry: Entry) -> None:
        """Add one entry that undoes nothing; raises BadEntry for one about a unit that is not there."""
        try:
            for event in entry.events:
                self.apply(event)
        except KeyError as missing:
            raise BadEntry(entry.number, str(missing.args[0])) from None
        self.plays += sum(bool(play.throws) for play in entry.plays)
        self.begun = self.begun or _throws(entry)
        gave_orders(self, entry)
        self.number = entry.number


def _placed(game: Game, event: ObjectPlaced) -> None:
    game.things[event.thing.label] = event.thing


def _taken(game: Game, event: ObjectRemoved) -> None:
    game.things.pop(event.label, None)


def _turned(game: Game, event: TurnAdvanced) -> None:
    game.turn, game.order, game.holder, game.phase = event.turn, event.order, event.holder, event.phase


def _scored(game: Game, event: PointsScored) -> None:
    counts = game.tallies.setdefault(event.tally, {}) if event.tally else game.scores
    counts[event.side] = counts.get(event.side, 0) + event.points


def _ruled(game: Game, event: RulingSet) -> None:
    game.rulings[event.name] = event.value


def _queue(game: Game, event: DiceReturned) -> None:
    game.queues[event.sides] = event.faces
    game.seen[event.sides] = event.of
    game.whose[event.sides] = event.whose


def _kept(game: Game, event: OwnDiceKept) -> None:
    if event.throws:
        game.kept[event.command] = event.throws
    else:
        game.kept.pop(event.command, None)


def _diced(game: Game, event: DiceModeSet) -> None:
    game.dice[event.side] = event.mode


def _spoken(game: Game, event: LanguageSet) -> None:
    """Texts are values now: no game has a language."""


def _called(game: Game, event: MentionsSet) -> None:
    if event.on:
        game.uncalled.pop(event.player, None)
    else:
        game.uncalled[event.player] = True


def _consent(game: Game, event: ConsentSet) -> None:
    game.consent = event.on


def _lent(game: Game, event: UnitDelegated) -> None:
    if event.player is None:
        game.lent.pop(event.unit, None)
    else:
        game.lent[event.unit] = event.player


def _timed(game: Game, event: TimeoutSet) -> None:
    game.timeout = (event.minutes, event.policy)


def _ticked(game: Game, event: SetupStepTicked) -> None:
    others = tuple(step for step in game.ticked if step != event.step)
    game.ticked = (*others, event.step) if event.done else others


def _coloured(game: Game, event: SideColoured) -> None:
    game.colours[event.side] = event.colour


def _sides(game: Game, event: SidesNamed) -> None:
    game.offered = event.sides


def _ended(game: Game, event: GameEnded) -> None:
    game.over, game.winner = event.over, event.winner


_APPLY: dict[str, Callable[[Game, Any], None]] = {
    "joined": came,
    "left": went,
    "lost": lost,
    "marked": marked,
    "over": was_over,
    "counted": counted,
    "placed": _placed,
    "taken": _taken,
    "turned": _turned,
    "scored": _scored,
    "seated": sat_down,
    "stood": stood_up,
    "ruled": _ruled,
    "queue": _queue,
    "kept": _kept,
    "called": _called,
    "spoken": _spoken,
    "consent": _consent,
    "diced": _diced,
    "timed": _timed,
    "lent": _lent,
    "ticked": _ticked,
    "coloured": _coloured,
    "sides": _sides,
    "ended": _ended,
}


def play_back(entries: Iterable[Entry], onto: Game | None = None, undone: Container[int] = ()) -> Game:
    """Fold the whole record, or what follows `onto`, which is played on itself; raises BadEntry.

    Entries that a later one undoes leave no trace but their number, what they brought, that dice were thrown, and who
    sat where; `undone` names those whose undo is not among these.
    """
    entries = tuple(entries)
    game = Game() if onto is None else onto
    game.undone |= {entry.undoes for entry in entries if entry.undoes is not None}
    seats: dict[int, list[Player]] = {}
    for entry in entries:
        if entry.number not in game.undone and entry.number not in undone:
            game.apply_entry(entry)
        else:
            game.departed |= {event.unit.id: event.unit for event in entry.events if isinstance(event, UnitPlaced)}
            game.begun = game.begun or _throws(entry)
            gave_orders(game, entry)
            seats[entry.number] = [event.player for event in entry.events if isinstance(event, PlayerSeated)]
        for player in seats.pop(entry.undoes or 0, ()):
            got_up(game, player)
        game.number = entry.number
    for player in (one for sat in seats.values() for one in sat):  # taken back by an entry that is not among these
        got_up(game, player)
    return game


def _throws(entry: Entry) -> bool:
    return any(play.throws for play in entry.plays)


# The last entries of a game together with what all before them add up to: enough to look back without reading all.


class Past(tuple[Entry, ...]):
    """Entries in order, to the last one of the game; `base` is the fold of those before them.

    None of these undoes an entry that the base has: what is undone has left it.
    """

    base: Game

    @classmethod
    def since(cls, base: Game, entries: Iterable[Entry]) -> Self:
        found = cls(entries)
        found.base = base
        return found


def start_of(entries: Sequence[Entry]) -> Game:
    """The game before the first of these entries, free to be played on."""
    return entries.base.copy() if isinstance(entries, Past) else Game()


def played(entries: Sequence[Entry], *more: Entry) -> Game:
    """The game after these entries and some more."""
    return play_back([*entries, *more], start_of(entries))
