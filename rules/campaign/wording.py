"""Texts for the lines of a report and of a unit's history, made from their codes and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.campaign.report import ReportLine, UnitChange
from rules.campaign.roster import Deed
from rules.game.unit import Value
from rules.kernel.text import NOTHING, Joined, Listed, Plural, Term, Text

Names = Mapping[str, Text]
"""Names of honours and fates by key."""
Values = Mapping[str, Value]


def line_text(line: ReportLine, names: Names) -> Text:
    """Return the text of a report line; empty for one that this release no longer knows."""
    return _describe_line(line.key, line.values, names)


def deed_text(deed: Deed, names: Names) -> Text:
    """Return the text of a line of a unit's history."""
    return _describe_line(deed.key, deed.values, names)


def battle_text(change: UnitChange, names: Names) -> Text:
    """Return the deeds and the experience of a unit in a battle, as a line of its history."""
    lines = [line_text(one, names) for one in change.lines if one.key not in ("experience", "diluted")]
    learned = [Text("Experience {gained:+}", gained=change.experience)] if change.experience else []
    return Joined([*lines, *learned] or [Text("Fought")], "; ")


def _describe_line(key: str, values: Values, names: Names) -> Text:
    if key in _COUNTED:
        return _COUNTED[key](_number(values, "n"))
    if key in ("honour", "honoured"):
        name, turn = _name_word(values, "honour", names), _number(values, "turn")
        called = Term(_word(values, "turn_called") or "turn")
        moment = Text("Honour: {honour} ({turn} {number})", honour=name, turn=called, number=turn)
        return moment if turn else Text("Honour: {honour}", honour=name)
    if key == "fates":
        counted = [(n, names.get(fate) or Term(fate)) for fate, n in values.items() if isinstance(n, int) and n]
        found = [Text("{n} {fate}", n=n, fate=fate) for n, fate in counted]
        return Text("Fates: {fates}", fates=Listed(found))
    return _SAID[key](values) if key in _SAID else NOTHING


def _number(values: Values, name: str) -> int:
    found = values.get(name, 0)
    return found if isinstance(found, int) else 0


def _word(values: Values, name: str) -> str:
    return str(values.get(name, ""))


def _name_word(values: Values, name: str, names: Names) -> Text:
    word = _word(values, name)
    return names.get(word) or Term(word)


_COUNTED: Mapping[str, Callable[[int], Text]] = {
    "given": lambda n: Plural("Caused {n} loss", "Caused {n} losses", n),
    "taken": lambda n: Plural("Took {n} loss", "Took {n} losses", n),
    "by_hand": lambda n: Plural("{n} of them by a correction", "{n} of them by corrections", n),
    "destroyed": lambda n: Plural("Destroyed {n} enemy unit", "Destroyed {n} enemy units", n),
    "passed": lambda n: Plural("Passed {n} test", "Passed {n} tests", n),
    "failed": lambda n: Plural("Failed {n} test", "Failed {n} tests", n),
    "objective": lambda n: Plural("Held {n} objective at the end", "Held {n} objectives at the end", n),
    "casualties": lambda n: Plural("{n} figure out of action", "{n} figures out of action", n),
    "taken_off": lambda n: Plural(
        "{n} marker removed at the end (ruling {name})",
        "{n} markers removed at the end (ruling {name})",
        n,
        name=Term("open_wounds"),
    ),
    "captured": lambda n: Plural("{n} figure captured", "{n} figures captured", n),
}


def _describe_recovery(values: Values) -> Text:
    """Return the fates of the figures, leaving out fates that no figure met."""
    back, recovering, lost = (_number(values, name) for name in ("back", "recovering", "lost"))
    fates = (
        (back, Text("{n} back at once", n=back)),
        (recovering, Text("{n} recovering", n=recovering)),
        (lost, Text("{n} lost", n=lost)),
    )
    return Text("Recovery: {fates}", fates=Joined([text for n, text in fates if n], ", "))


_SALVAGED: Mapping[str, Text] = {
    "repaired": Text("repaired"),
    "misses_one": Text("misses the next battle"),
    "lost": Text("lost for good"),
}


def _describe_amendment(values: Values) -> Text:
    """Return the changes by another report of a battle."""
    parts = (
        ("models", Text("figures {n:+}", n=_number(values, "models"))),
        ("recovering", Text("recovering {n:+}", n=_number(values, "recovering"))),
        ("experience", Text("experience {n:+}", n=_number(values, "experience"))),
        ("level_was", Text("level {n} after it", n=_number(values, "level"))),
    )
    found = [text for name, text in parts if _number(values, name) or (name == "level_was" and name in values)]
    if not found:
        return Text("The report of the battle was corrected")
    return Text("The report of the battle was corrected: {changes}", changes=Joined(found, ", "))


_SAID: Mapping[str, Callable[[Values], Text]] = {
    "stayed_away": lambda values: Text("Did not fight"),
    "routed": lambda values: Text("Routed"),
    "figure_fell": lambda values: Text("{figure} fell", figure=_word(values, "figure")),
    "figure_down": lambda values: Text("{figure} shared the fate of the unit", figure=_word(values, "figure")),
    "figure_stands": lambda values: Text("{figure} survived", figure=_word(values, "figure")),
    "wrecked": lambda values: Text("Destroyed"),
    "disabled": lambda values: Text("Disabled"),
    "dismissed": lambda values: Text("Dismissed"),
    "recovery": _describe_recovery,
    "salvage": lambda values: Text("Salvage: {fate}", fate=_name_word(values, "fate", _SALVAGED)),
    "diluted": lambda values: Text(
        "Recruits lower its experience from {before} to {after}",
        before=_number(values, "before"),
        after=_number(values, "after"),
    ),
    "experience": lambda values: (
        Text("Experience {gained:+}, now {after}", gained=_number(values, "gained"), after=_number(values, "after"))
        if _number(values, "gained")
        else Text("No experience gained")
    ),
    "wiped_out": lambda values: Text("No figures are left: the unit is lost"),
    "not_captured": lambda values: Text("No side held the field: no figure is captured"),
    "level_up": lambda values: Text("Up to level {level}", level=_number(values, "level")),
    "enlisted": lambda values: Text("Enlisted with {models}", models=_count_figures(values, "models")),
    "renamed": lambda values: Text("Formerly {was}", was=_word(values, "was")),
    "transferred": lambda values: Text("Transferred from another roster"),
    "status": lambda values: Text("The arbitrator decided: {status}", status=Term(_word(values, "status"))),
    "reinforced": lambda values: Text("Reinforced by {figures}", figures=_count_figures(values, "figures")),
    "replaced": lambda values: Text("Replaced by {recruit}", recruit=_word(values, "by")),
    "replaces": lambda values: Text("A recruit replaces {lost}", lost=_word(values, "lost")),
    "level_chosen": lambda values: Text(
        "Level {level}: {trait}", level=_number(values, "level"), trait=Term(_word(values, "trait"))
    ),
    "fought": lambda values: Text("Fought: experience {n:+}", n=_number(values, "experience")),
    "amended": _describe_amendment,
    "corrected": lambda values: Text("The report of the battle was corrected"),
}


def _count_figures(values: Values, name: str) -> Text:
    return Plural("{n} figure", "{n} figures", _number(values, name))
