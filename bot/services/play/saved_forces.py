"""People's own forces: sides saved from a game."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import require_seated
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.journal_referee import Clock
from bot.store.entries import InOrder
from bot.store.forgetting import list_key
from bot.store.record import Record
from bot.store.rows import events_only
from bot.store.tables import SavedForce
from data.files import sample_forces
from rules.command.choices import match_name, only_code
from rules.command.force import MOST_IN_FORCE, Force, Titled, specs, without_side
from rules.command.system import System
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import UnitPlaced
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.facts import validate
from rules.kernel.text import Joined, Text

MOST_FORCES = 50
"""Maximum number of forces that a person may keep per system."""
YOURS = "yours: "
"""Prefix of the name of a person's own force, because a sample force may have the same name."""
_FIELDS = ("name", "side", "profile", "weapons", "starting", "hp", "medic", "points")


class ForceNameTaken(Refusal):
    """Raised if a saved force of that name would be replaced."""

    def __init__(self, old: SavedForce) -> None:
        super().__init__(Text("You already have a force called {old}.", old=old.name))
        self.old = old


class SavedForces:
    """Keeps forces for the people who saved them; a force is visible only to its owner."""

    def __init__(self, record: Record, games: GameRegistry, clock: Clock) -> None:
        self._record, self._games, self._clock = record, games, clock

    async def save(self, call: Call, name: str, replace: bool = False) -> Force:
        """Save the caller's side under a name; raise ForceNameTaken if the name is taken, unless `replace`."""
        live = await self._games.require_game(call.where)
        named = validate(Titled, {"name": name}).name
        return await self.keep(call.who.id, live.system, await self.side(call, live, named), replace)

    async def keep(self, user: str, system: System, force: Force, replace: bool = False) -> Force:
        """Save a force under its name for a person; raise ForceNameTaken or Refusal."""
        mine = await self._by_name(user, system)
        key = _typed_key(force.name)
        if key in mine and not replace:
            raise ForceNameTaken(mine[key])
        if key not in mine and len(mine) >= MOST_FORCES:
            raise Refusal(
                Text(
                    "You already have {most} forces for {system}. Remove one first: `/force remove`.",
                    most=MOST_FORCES,
                    system=system.name,
                )
            )
        body = force.model_dump(mode="json")
        key = mine[key].key if key in mine else key
        saved = SavedForce(user_id=user, system=system.key, key=key, name=force.name, saved_at=self._clock(), body=body)
        await self._record.forces.keep(saved)
        return force

    async def side(self, call: Call, live: ActiveGame, name: str = "") -> Force:
        """Return the caller's units as a force; raise Refusal if the caller has no side, or no units on it."""
        side = require_seated(live.game, call.who).side
        if side is None:
            raise Refusal(Text("You play no side here. Join one first: `/game join`."))
        came = _MusteredUnits(live.game.undone)
        async for _ in self._record.entries.bodies(live.info.id, live.game.number, InOrder(came.add, events_only)):
            pass
        units = [came.units[unit.id] for unit in live.game.with_reserves().units_of_side(side)]
        if not units:
            raise Refusal(Text("{side} has no units yet. Add some with `/force load` or `/unit add`.", side=side))
        if len(units) > MOST_IN_FORCE:
            raise Refusal(
                Text(
                    "A force can have at most {most} units; {side} has {units}.",
                    most=MOST_IN_FORCE,
                    side=side,
                    units=len(units),
                )
            )
        given = [_force_line(live.system, unit) for unit in units]
        force = Force.model_validate(
            {"name": name or side, "system": live.system.key, "about": live.info.name, "units": given}
        )
        specs(live.system, force)
        return force

    async def forces_of(self, user: str, system: str | None = None) -> list[SavedForce]:
        """Return a person's forces, of one system or of all."""
        return await self._record.forces.of(user, system)

    async def find(self, user: str, system: System, text: str) -> Force:
        """Return a sample force by its key, or a person's own by its name; raise Refusal."""
        said, samples = " ".join(text.split()), sample_forces(system.key)
        own = await self._by_name(user, system)
        bare = _typed_key(text).removeprefix(YOURS.strip()).strip()
        yours = said.casefold().startswith(YOURS.strip())
        names = {key: key for key in samples} | {one.name: key for key, one in samples.items()}
        sample = None if yours else match_name(said, names)
        exact = "_".join(said.lower().split()) in samples
        key = only_code(bare, own) if bare in own or sample is None else None
        if sample is not None and (exact or key is None):
            return samples[sample]
        if key is not None:
            return force_of(own[key])
        known = [*samples, *(f"{YOURS}{one.name}" for one in own.values())]
        raise Refusal(Text("Which force? Choose {known}, or attach a file.", known=Joined(known, ", ")))

    async def hold(self, user: str, force: Force) -> None:
        """Keep a force read from a file until the person chooses between replacing and adding."""
        await self._record.remember(f"{list_key(user, force.system)} file", force.model_dump_json())

    async def held_force(self, user: str, system: System) -> Force | None:
        """Return the force from the last attached file."""
        written = await self._record.remember(f"{list_key(user, system.key)} file")
        return Force.model_validate_json(written) if written else None

    async def remove(self, user: str, system: System, text: str) -> str:
        """Forget a person's force and return its name; raise Refusal."""
        key = _typed_key(text).removeprefix(YOURS.strip()).strip()
        found = await self._by_name(user, system)
        if key not in found or not await self._record.forces.drop(user, system.key, found[key].key):
            raise Refusal(
                Text(
                    "You have no force called '{name}'; yours are {forces}.",
                    name=text[:60],
                    forces=Joined([one.name for one in found.values()], ", ") or Text("none yet"),
                )
            )
        return found[key].name

    async def _by_name(self, user: str, system: System) -> dict[str, SavedForce]:
        """Return a person's forces by the keys under which they are looked for."""
        return {_typed_key(one.name): one for one in await self.forces_of(user, system.key)}


def _typed_key(name: str) -> str:
    return " ".join(name.split()).casefold()


def force_of(saved: SavedForce) -> Force:
    return Force.model_validate(saved.body)


class _MusteredUnits:
    """All units as they were mustered, with later corrections and divisions but without the effects of play."""

    def __init__(self, undone: Container[int]) -> None:
        self.units, self._undone, self._game = dict[str, Unit](), undone, Game()

    def add(self, entry: Entry) -> None:
        """Process the next entry of the game; entries undone later are ignored."""
        if entry.number in self._undone:
            return
        for event in entry.events:
            match event:
                case UnitPlaced(unit=unit):
                    self._correct(unit)
                case UnitSplit(unit=rest, part=part):
                    came, n = self.units[rest.id], len(part.hp)
                    self._correct(rest, hp=came.hp[n:], figures=rest.figures)
                    self.units[part.id] = part.model_copy(update={"hp": came.hp[:n], "states": came.states})
                case UnitsJoined(unit=whole, other=other):
                    hp = (*self.units[other].hp, *self.units[whole.id].hp)
                    self._correct(whole, hp=hp, figures=whole.figures)
                case _:
                    pass
            self._game.apply(event)
            if isinstance(event, FigureSet):
                figures = self._game.units[event.unit].figures
                self.units[event.unit] = self.units[event.unit].model_copy(update={"figures": figures})

    def _correct(self, new: Unit, **more: object) -> None:
        """Keep a unit that joins, or what has just changed of one that has joined, with `more`."""
        old = self._game.all_units.get(new.id)
        if old is None:
            self.units[new.id] = new
            return
        changed = {name: getattr(new, name) for name in _FIELDS if getattr(new, name) != getattr(old, name)}
        self.units[new.id] = self.units[new.id].model_copy(update=changed | more)


def _force_line(system: System, unit: Unit) -> dict[str, Any]:
    """Return a unit as a line of a force, without default values."""
    counted = [name for name, state in system.states.items() if state.holds in ("flag", "count")]
    states = {name: value for name, value in unit.states.items() if name in counted}
    profile = {name: value for name, value in unit.profile.items() if value is not None}
    weapons = [weapon.model_dump(exclude_defaults=True) | {"count": weapon.count} for weapon in unit.weapons]
    hp = list(unit.hp) if len(unit.hp) <= 1 or len(unit.hp) == unit.starting else []
    given: dict[str, Any] = {
        "name": without_side(unit.name, unit.side),
        "models": unit.starting,
        "hp": hp,
        "weapons": weapons,
    }
    given |= {"profile": profile, "states": states, "medic": unit.medic, "points": unit.points}
    given["figures"] = [one.model_dump(exclude={"fell"}, exclude_defaults=True) for one in unit.figures]
    return {name: value for name, value in given.items() if value not in ([], {}, False)}
