"""Named figures in the units of a running game: their notes, their fall, and the unit that they are with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.errors import Refusal
from bot.game.people import Call, knows, unit_named
from bot.game.permissions import voters
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry, ProposedChange, Waiting
from bot.resolution.referee import Referee
from bot.services.play.agreed_changes import by_agreement, register_plans
from bot.services.play.corrections import Corrections
from bot.services.play.unit_corrections import require_right_to_correct
from rules.game.events import Event
from rules.game.figure_events import FigureSet
from rules.game.unit import MOST_FIGURES, Figure, Unit
from rules.kernel.facts import validate
from rules.kernel.text import N_, Secret, Text, Value, counted


def lost_models(unit: Unit) -> int:
    """Return the models that a unit has lost and that no named figure accounts for."""
    return unit.starting - unit.models - (len(unit.figures) - len(unit.standing_figures))


def has_room(unit: Unit) -> bool:
    """True if one more of a unit's models can get a name."""
    return unit.alive and len(unit.standing_figures) < unit.models and len(unit.figures) < MOST_FIGURES


class NamedFigures:
    """Names figures, and records their fate; their side's players agree if the caller is not one of them."""

    def __init__(self, referee: Referee, corrections: Corrections) -> None:
        self.corrections = corrections
        register_plans(referee, self)

    @by_agreement("figure")
    def set(
        self,
        live: ActiveGame,
        call: Call,
        waiting: Waiting,
        unit: str,
        name: str,
        note: str | None = None,
        fallen: bool | None = None,
        to: str = "",
        remove: bool = False,
    ) -> ProposedChange:
        """Name a figure, or change its note or fate, or the unit it is with; None changes nothing.

        Raises BadFacts, Refusal.
        """
        its = unit_named(live.game, unit)
        require_right_to_correct(live, call, its)
        typed = validate(Figure, {"name": name, "note": note or ""})
        figure = its.figure(typed.name)
        if figure is None:
            if remove or to or fallen:
                raise Refusal(Text("{unit} has no figure named {figure}.", **_of(its, typed)))
            for other in live.game.all_units.values():
                if other.side == its.side and other.figure(typed.name) and knows(live.board, call.who.id, other):
                    raise Refusal(Text("{figure} is in {unit} already. Give another name.", **_of(other, typed)))
            _require_room(its)
            figure, planned = typed, _Planned(typed, Text("{figure} is in {unit}", **_of(its, typed)))
        elif remove:
            planned = _Planned(None, Text("{unit}: {figure} is no longer named", **_of(its, figure)))
        elif to:
            return _plan_move(live, call, its, figure, unit_named(live.game, to))
        elif fallen is not None:
            noted = figure if note is None else figure.model_copy(update={"note": typed.note})
            planned = _changed_fate(live, its, noted, fallen)
        elif note is not None:
            noted = figure.model_copy(update={"note": typed.note})
            planned = _Planned(noted, Text("{unit}: {figure} has a new note", **_of(its, figure)))
        else:
            raise Refusal(Text("What about {figure}? Give `note`, `fallen`, `to` or `remove`.", **_of(its, figure)))
        events = [FigureSet(unit=its.id, name=figure.name, figure=planned.figure)]
        return _proposal(live, call, its, figure, events, planned.title, planned.notes)


def _plan_move(live: ActiveGame, call: Call, unit: Unit, figure: Figure, other: Unit) -> ProposedChange:
    require_right_to_correct(live, call, other)
    if other.id == unit.id or other.side != unit.side:
        raise Refusal(Text("to: name another unit of {side}.", side=unit.side))
    if figure.fell or not unit.alive:
        raise Refusal(Text("{figure} has fallen.", **_of(unit, figure)))
    _require_room(other)
    left = FigureSet(unit=unit.id, name=figure.name, figure=None)
    events = [left, FigureSet(unit=other.id, name=figure.name, figure=figure)]
    title = Text("{figure} goes from {unit} to {other}", other=other.ref, **_of(unit, figure))
    return _proposal(live, call, unit, figure, events, title)


class _Planned(NamedTuple):
    """The changed figure, None if it is no longer named; the title of the change, and notes below it."""

    figure: Figure | None
    title: Text
    notes: tuple[Text, ...] = ()


def _of(unit: Unit, figure: Figure) -> dict[str, Value]:
    return {"unit": unit.ref, "figure": Secret(figure.name, unit.id)}


def _proposal(
    live: ActiveGame,
    call: Call,
    unit: Unit,
    figure: Figure,
    events: Sequence[Event],
    title: Text,
    notes: Sequence[Text] = (),
) -> ProposedChange:
    new = NewEntry("unit figure", list(events), title, side=unit.side, notes=notes)
    wish = Text("change what is known of {figure} ({unit})", **_of(unit, figure))
    return ProposedChange(new, voters(live.game, call.who, unit.side), wish)


def _require_room(unit: Unit) -> None:
    """Raise Refusal for a unit without a model for one more named figure."""
    if not unit.alive:
        raise Refusal(Text("{unit} is out of action.", unit=unit.ref))
    if len(unit.standing_figures) >= unit.models:
        models = counted(unit.models, "model", "models")
        raise Refusal(Text("{unit} has {models}, and as many of them have a name.", unit=unit.ref, models=models))
    if len(unit.figures) >= MOST_FIGURES:
        raise Refusal(Text("{unit} can have at most {most} named figures.", unit=unit.ref, most=MOST_FIGURES))


def _changed_fate(live: ActiveGame, unit: Unit, figure: Figure, fallen: bool) -> _Planned:
    """Return a figure that has `fallen`, or has not; raise Refusal."""
    said = _of(unit, figure)
    if fallen == bool(figure.fell):
        raise Refusal(Text("{figure} has fallen.", **said) if figure.fell else Text("{figure} has not fallen.", **said))
    if not fallen:
        if unit.alive and len(unit.standing_figures) >= unit.models:
            raise Refusal(Text("{unit} has no model left for {figure}.", **said))
        return _Planned(figure.model_copy(update={"fell": 0}), Text("{figure} of {unit} has not fallen", **said))
    if unit.alive and lost_models(unit) < 1:
        raise Refusal(
            Text("{unit} has lost no model that can be {figure}. Correct its models first: `/unit edit`.", **said)
        )
    led = N_("If {figure} led {unit}, it is without its leader now: `/unit edit field:{field} value:{value}`.")
    lead = [(field, unit.profile.get(field)) for field in live.system.leads] if unit.alive else []
    notes = [Text(led, field=field, value="no" if has is True else "none", **said) for field, has in lead if has]
    fell = figure.model_copy(update={"fell": live.game.turn})
    return _Planned(fell, Text("{figure} of {unit} has fallen", **said), tuple(notes))
