"""Models built for a file: its units, weapons and rulings, and the facts and outcomes of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic_core import PydanticUndefined

from rules.files.explained import UNKNOWN, explained_faults
from rules.files.faults import Faults
from rules.files.field_shape import FieldRow
from rules.files.shape import Document, RulingRow
from rules.files.specs import STARTING, ActionSpec, CompiledFile
from rules.kernel.facts import LENGTH, Count, Facts, Flag, Inches, Models


def model_of(name: str, rows: Mapping[str, FieldRow], die: int) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    for key, row in rows.items():
        kind, bounds = kind_of(row, die)
        default: Any = (False if row.kind == "flag" else ...) if row.default is None else row.default
        fields[key] = kind, Field(default=default, title=row.name, description=row.about, **bounds)
    return create_model(name, __base__=Facts, **fields)


def kind_of(row: FieldRow, die: int) -> tuple[Any, dict[str, Any]]:
    """Return the type of a field, and its bounds."""
    if row.kind == "flag":
        return Flag, {}
    if row.kind == "word":
        return Literal[row.words], {}
    most = {"score": 2 * die, "count": 100, "inches": 1000}[row.kind] if row.most is None else row.most
    return Annotated[int, LENGTH] if row.kind == "inches" else int, {"strict": True, "ge": row.least, "le": most}


M = TypeVar("M", bound=BaseModel)


def check_row(model: type[M], row: Mapping[str, Any], path: tuple[str, ...], faults: Faults) -> M:
    """Return a row of a file as a model, without its plural; note its faults."""
    given = {name: value for name, value in row.items() if name != "plural"}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        found = sorted(explained_faults(error, model, under=path), key=lambda one: one[1].msgid != UNKNOWN)
        for where, fault in found:
            whole = (*path, *where)
            if fault.msgid == UNKNOWN:
                faults.add_unknown_field(whole, model)
            else:
                faults.add_if(whole not in faults.trimmed, whole, fault)
        return model.model_construct()


def rulings_of(rows: Document) -> type[BaseModel]:
    fields: Any = {
        name: (
            Annotated[Literal[row.choices], _renamed(row)] if row.renamed else Literal[row.choices],
            Field(
                default=row.choices[0],
                description=row.about,
                json_schema_extra={"house": row.house, "says": dict(row.says)},
            ),
        )
        for name, row in rows.rulings.items()
    }
    return create_model("Rulings", __config__=ConfigDict(extra="forbid", frozen=True), **fields)


def _renamed(row: RulingRow) -> BeforeValidator:
    """Return a validator that reads earlier words of options as in games of earlier versions."""
    return BeforeValidator(lambda value: row.renamed.get(value, value) if isinstance(value, str) else value)


def unit_model(spec: CompiledFile, profile: type[BaseModel]) -> type[Facts]:
    """Build the model of a unit in the facts of actions: its profile, the states that count, its models."""
    fields: dict[str, Any] = {}
    for name in spec.states_read:
        title = name.replace("_", " ").capitalize()
        counted = spec.holds[name] == "count"
        fields[name] = (Count, Field(default=0, title=title)) if counted else (Flag, Field(default=False, title=title))
    fields["models"] = (Models, Field(title="Models"))
    if spec.counts_starting:
        fields[STARTING] = (Models, Field(title="Models at the start"))
    return create_model("UnitFacts", __base__=cast("type[Facts]", profile), **fields)


def facts_of(one: ActionSpec, spec: CompiledFile, unit: type[Facts]) -> type[Facts]:
    if one.key in spec.facts:
        return spec.facts[one.key]
    fields = dict[str, Any]()
    if one.row.knows:
        of_unit = ((name, copy(unit.model_fields[name])) for name in one.row.knows)
        known: Any = {name: (field.annotation, field) for name, field in of_unit}
        for name in one.row.given:
            known[name][1].default = PydanticUndefined
        unit = create_model(f"{one.key}Unit", __base__=Facts, **known)
    if one.row.ways:
        fields["action"] = (Literal[one.row.ways], Field(title=one.row.title))
    if one.row.bare:
        fields |= {name: (field.annotation, field) for name, field in unit.model_fields.items()}
    for role in () if one.row.bare else one.row.parts:
        fields[role] = (unit, Field(title=role.capitalize()))
    if one.row.weapons:
        names: Any = Literal[tuple(spec.document.weapons)]
        arms = create_model(
            "WeaponFacts", __base__=Facts, weapon=(names, Field(title="Weapon")), count=(Count, Field(title="Number"))
        )
        fields["weapons"] = (tuple[arms, ...], Field(title="Weapons", max_length=20))
    if one.reach is not None:
        fields["distance"] = (Inches, Field(title="Distance"))
    for name in one.asked:
        row, title = spec.document.asked[name], name.replace("_", " ").capitalize()
        number = Inches if row.inches else Annotated[int, Field(strict=True, ge=0, le=1000)]
        kind: Any = Literal[tuple(row.codes)] if row.codes else number if row.numbers else Flag
        fields[name] = kind, Field(default=row.nothing, title=title if row.numbers else row.label or title)
    return create_model(f"{one.key}Facts", __base__=Facts, **fields)


def outcome_of(one: ActionSpec) -> type[Any]:
    fields: list[tuple[str, Any]] = [(roll.row.counts or roll.key, int) for roll in one.rolls]
    for step in one.steps:
        kind: Any = Literal["passed", "failed"] | None if step.row.is_test else bool if step.row.flag else int
        if isinstance(step.kind, frozenset):
            kind = Literal[tuple(sorted(step.kind))]
        fields += [(name, kind) for name in step.names if not step.row.inner]
    if one.inches:
        fields.append(("inches", int))
    return NamedTuple(f"{one.key}Outcome", fields or [("done", int)])
