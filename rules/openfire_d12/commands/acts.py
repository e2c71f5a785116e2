"""`/act test`, `roll_off`, `dangerous`, `interact`, `scout`, `board` and `leave`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, asks, at_table, counted
from rules.openfire_d12.attributes import NAMES, AttributeTest
from rules.openfire_d12.commands.actions import acted, bent, go_note, second_test, taken_over, unplaced
from rules.openfire_d12.commands.board_facts import TRANSPORT, close_to, gone_note, inside, on_table, parted, unit_facts
from rules.openfire_d12.facts import profile
from rules.openfire_d12.interact import Interact
from rules.openfire_d12.movement import Dangerous
from rules.openfire_d12.roll_off import ROLL_OFFS, RollOff
from rules.openfire_d12.tables import Board


def test(board: Board, request: Request) -> ResolvedCommand:
    """A test that some rule of the table asks for; `count` is the number of dice."""
    before_test(board, request)
    unit, asked = board.unit(request.unit[0]), _asked(request) or {}
    times = 1 if request.count is None else request.count
    facts = checked(AttributeTest, asked | {"unit": unit_facts(unit), "times": times})
    title = Text("{unit}: {attribute} test", unit=unit.ref, attribute=NAMES[facts.attribute])
    return ResolvedCommand((Planned("test", facts, {"unit": unit.id}),), title=title)


def before_test(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises BadFacts where no attribute is named."""
    able(board.unit(request.unit[0]), Text("test anything"))
    if _asked(request) is None:
        raise BadFacts([Text("situation is missing: which attribute is tested? Add skl, def or cmd.")])
    return ()


def _asked(request: Request) -> dict[str, object] | None:
    attribute = request.one_of(tuple(NAMES))
    modifier = request.number("plus") - request.number("minus")
    return {"attribute": attribute, "modifier": modifier} if attribute else None


def roll_off(board: Board, request: Request) -> ResolvedCommand:
    """All sides of the game; `count` is the number of dice a side."""
    sides = board.game.sides
    if len(sides) < 2:
        raise RuleError(Text("A roll-off needs two sides: use `/game join` or `/force load` for the other."), ROLL_OFFS)
    dice = 1 if request.count is None else request.count
    facts = checked(RollOff, {"sides": len(sides), "dice": dice, "names": sides})
    return ResolvedCommand((Planned("roll_off", facts, {}),), title=Text("Roll-off"))


def dangerous(board: Board, request: Request) -> ResolvedCommand:
    """Ground that the leader has crossed; a move by `/move` throws for it by itself."""
    before_dangerous(board, request)
    unit = board.unit(request.unit[0])
    facts = checked(Dangerous, {"unit": unit_facts(unit)})
    return ResolvedCommand(
        (Planned("dangerous", facts, {"unit": unit.id}),),
        after=lambda after, _: [
            *(mark(unit, ground_due=None) if unit.has("ground_due") else []),
            *([] if after.unit(unit.id).alive else parted(after, unit)),
        ],
        notes=lambda after, _: [*gone_note(board, after, [unit.id]), *_now(after, unit)],
        title=Text("{unit}: dangerous ground", unit=unit.ref),
    )


def before_dangerous(board: Board, request: Request) -> tuple[Text, ...]:
    """Nothing but that the unit is there: the ground is anybody's."""
    on_table(board.unit(request.unit[0]), Text("cross anything"))
    return ()


def _now(board: Board, unit: Unit) -> list[Text]:
    """Who goes on when a unit is lost in the middle of its actions."""
    return [] if board.unit(unit.id).alive or not unit.count("actions_left") else go_note(board)


def interact(board: Board, request: Request) -> ResolvedCommand:
    """The object is named as `weapon`; an objective of that label is held by the unit's side if it passes."""
    warnings, unit, named = before_interact(board, request), board.unit(request.unit[0]), request.weapon or ""
    thing = _thing(board, named)
    label = thing.label if thing else named
    facts = checked(Interact, {"unit": unit_facts(unit), "object": label, "test": _asked(request)})
    return ResolvedCommand(
        (Planned("interact", facts, {"unit": unit.id}),),
        after=partial(_held, unit, thing),
        notes=lambda after, _: [*_holder(after, thing), *go_note(after)],
        warnings=warnings,
        rethrows=second_test(board, unit, "interact"),
        ends=taken_over(board, unit, "interact"),
        title=Text("{unit}: {object}", unit=unit.ref, object=label),
    )


def before_interact(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises BadFacts where no object is named."""
    unit = on_table(board.unit(request.unit[0]), Text("interact"))
    if not request.weapon:
        raise BadFacts([Text("weapon is missing: name the object, such as the label of an objective.")])
    return bent(board, unit, "interact")


def _thing(board: Board, label: str) -> TableObject | None:
    """The object of that label, or the only one whose label begins so."""
    bare = label.strip().casefold()
    found = [thing for thing in board.game.things.values() if thing.label.casefold().startswith(bare)]
    exact = [thing for thing in found if thing.label.casefold() == bare]
    return exact[0] if exact else found[0] if len(found) == 1 else None


def _holder(board: Board, thing: TableObject | None) -> list[Text]:
    now = board.game.things.get(thing.label) if thing else None
    if now is None or not now.holder or now.kind != "objective":
        return []
    return [Text("{holder} holds {object}.", holder=now.holder, object=now.label)]


def _held(unit: Unit, thing: TableObject | None, board: Board, played: Sequence[Played]) -> list[Event]:
    events: list[Event] = []
    if played[0].outcome.passed and thing and thing.kind == "objective":
        events.append(ObjectPlaced(thing=thing.model_copy(update={"holder": unit.side})))
    return [*events, *acted(board.after(events), unit, "interact")]


ATTRIBUTES = (
    *(Choice(code, name) for code, name in NAMES.items()),
    *(Choice(f"plus={n}", Text("{modifier:+} on the die", modifier=n)) for n in range(1, 6)),
    *(Choice(f"minus={n}", Text("{modifier:+} on the die", modifier=-n)) for n in range(1, 6)),
)
TEST = Command(
    key="test",
    title=Text("Attribute test"),
    order=test,
    before=before_test,
    befalls=True,
    situations=ATTRIBUTES,
)
ROLL_OFF = Command(key="roll_off", title=Text("Roll-off"), order=roll_off, needs=())
DANGEROUS = Command(
    key="dangerous", title=Text("Dangerous ground"), order=dangerous, before=before_dangerous, befalls=True
)
INTERACT = Command(
    key="interact", title=Text("Interact"), order=interact, before=before_interact, situations=ATTRIBUTES
)


# `/act scout`, `board` and `leave`: scouts come to the table, units get into others and out again.

SCOUTS = "Setup Stage › Deploy Scouts"


def scout(board: Board, request: Request) -> ResolvedCommand:
    """A waiting scout is placed; sides take turns, in the order in which they deployed (Deploy Scouts)."""
    before_scout(board, request)
    unit = board.unit(request.unit[0])
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), scout_waiting=None),
        notes=lambda after, _: [at_table(Text("Anywhere more than 12″ from every enemy.")), *_still_waiting(after)],
        title=Text("{unit}: placed", unit=unit.ref),
    )


def before_scout(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that does not wait."""
    unit = able(board.unit(request.unit[0]), Text("be placed"))
    if not unit.has("scout_waiting"):
        raise RuleError(Text("{unit} is on the table already, or is no scout.", unit=unit.ref), SCOUTS)
    return ()


def _still_waiting(board: Board) -> list[Text]:
    units = [unit for unit in board.game.units.values() if unit.alive and unit.has("scout_waiting")]
    names = Listed([unit.with_side for unit in units])
    scout = Request("act", action="scout")
    return [asks(Text("Still waiting: {units}.", units=names), Text("Place scouts …"), scout)] if units else []


def get_in(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when there is no room, or the unit is the enemy's (Special Rules › Transport)."""
    warnings = before_getting_in(board, request)
    unit, carrier = board.unit(request.unit[0]), board.unit(request.target[0])
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=carrier.id),
        notes=lambda after, _: [at_table(Text("Take the models of {unit} off the table.", unit=unit.ref)), _UNWRITTEN],
        warnings=warnings,
        title=Text("{unit}: into {carrier}", unit=unit.ref, carrier=carrier.ref),
    )


def before_getting_in(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that cannot get in anywhere, and for what has no room for it."""
    unit = on_table(board.unit(request.unit[0]), Text("get in"))
    carriers = [on_table(board.unit(id), Text("carry anybody")) for id in request.target]
    for carrier in carriers:
        if unit.side != carrier.side or unit.id == carrier.id:
            raise RuleError(Text("{carrier} does not carry {unit}.", carrier=carrier.ref, unit=unit.ref), TRANSPORT)
    if close_to(board, unit):
        raise RuleError(Text("{unit} is in an enemy's assault range.", unit=unit.ref), TRANSPORT)
    for carrier in carriers:
        _room(board, unit, carrier)
    return (*unplaced(unit), *(said for carrier in carriers for said in unplaced(carrier)))


def _room(board: Board, unit: Unit, carrier: Unit) -> None:
    room = profile(carrier).transport - sum(other.models for other in inside(board, carrier.id))
    if unit.models > room:
        why = Text(
            "{carrier} has room for {models}, {unit} has {count}.",
            carrier=carrier.ref,
            models=counted(max(0, room), "model", "models"),
            unit=unit.ref,
            count=unit.models,
        )
        raise RuleError(why, TRANSPORT)


def get_out(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no other."""
    before_leaving(board, request)
    unit = board.unit(request.unit[0])
    carrier = unit.word("aboard") or ""
    beside = board.game.units.get(carrier)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=None),
        notes=lambda after, _: [
            at_table(Text("Set its models beside {carrier}.", carrier=beside.ref))
            if beside
            else at_table(Text("Set its models beside where it was.")),
            _UNWRITTEN,
        ],
        title=Text("{unit}: out", unit=unit.ref),
    )


def before_leaving(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that is in no other."""
    unit = able(board.unit(request.unit[0]), Text("get out"))
    if not unit.has("aboard"):
        raise RuleError(Text("{unit} is not inside another unit.", unit=unit.ref), TRANSPORT)
    return ()


_UNWRITTEN = at_table(Text("The page does not say what that costs: agree on it."))

SCOUT = Command(key="scout", title=Text("Place scouts"), order=scout, before=before_scout)
BOARD = Command(
    key="board",
    title=Text("Get into a transport"),
    order=get_in,
    before=before_getting_in,
    needs=("unit", "target"),
    friendly=True,
)
LEAVE = Command(key="leave", title=Text("Get out of a transport"), order=get_out, before=before_leaving)
