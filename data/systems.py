"""The list of rule systems, and of everything else with actions.

A new system is a file in `data/systems/`, or a folder in `rules/` with a line in `data/python_systems.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar, cast

from data import system_registry
from data.files import ENTRY_POINTS, aliases, packaged_systems, sample_forces, system_files
from data.folders import DataFault, data_faults, load_about, load_file
from data.python_systems import python_systems
from data.texts import language, languages
from rules.campaign.aftermath import aftermath
from rules.command.choices import codes_beginning
from rules.command.force import spec, specs
from rules.command.list_words import Vocabulary, spoken_values
from rules.command.system import System
from rules.files.file_system import FileSystem
from rules.kernel.action import ActionSet
from rules.kernel.errors import BadFacts
from rules.kernel.text import Listed, Text

S = TypeVar("S", bound=ActionSet)


def _check_system(system: System) -> System:
    """Return a system whose units and sample forces can be played; raise DataFault."""
    for unit in system.units:
        with data_faults(system.key, "units", unit):
            spec(system, {"type": unit})
    for name, force in sample_forces(system.key).items():
        with data_faults(system.key, f"forces/{name}"):
            specs(system, force)
    return system


def installed_systems() -> Iterator[System]:
    """Yield the systems of installed Python packages that are no files; raise DataFault."""
    for name, found in packaged_systems().items():
        if isinstance(found, System) and not isinstance(found, FileSystem):
            yield cast("System", found)
        elif not isinstance(found, bytes | FileSystem):
            raise DataFault(f"{ENTRY_POINTS}: {name} is neither a System nor the bytes of a system file")


SYSTEMS: tuple[System, ...] = (
    *map(_check_system, python_systems().values()),
    *system_files().values(),
    *installed_systems(),
)


if _TWICE := sorted(key for key, n in Counter(one.key for one in SYSTEMS).items() if n > 1):
    raise DataFault(f"there are two systems with the key {', '.join(_TWICE)}")


def system_of(key: str) -> System:
    """Return the system with that key or name, or a unique prefix; a server's own only by its full key.

    Raise BadFacts with the names of all systems if none matches.
    """
    return system_registry.find(key) or one_of_key(key, SYSTEMS)


def one_of_key(key: str, among: Sequence[S]) -> S:
    """Return the item with that key or name, or a unique prefix; raise BadFacts with all names if none matches."""
    names = {one.key: one for one in among} | {one.name: one for one in among}
    found = {one.key: one for one in map(names.__getitem__, codes_beginning(key, names))}
    if len(found) == 1:
        return next(iter(found.values()))
    systems = Listed([one.name for one in found.values() or among], "or")
    if found:
        raise BadFacts([Text("'{name}' may be {systems}", name=key[:40], systems=systems)])
    raise BadFacts([Text("There are no rules called '{name}'; choose {systems}", name=key[:40], systems=systems)])


@cache
def vocabulary(key: str) -> Vocabulary:
    """Return the words of a system's army lists in all languages; raise DataFault."""
    system, said = system_of(key), load_file("lists", "words")
    others = [(name, f"word:number={n}") for n, names in said["number"].items() for name in names]
    others += [(name, f"word:{word}") for word, names in said["word"].items() for name in names]
    for kind, of_kind in aliases(key).items():
        others += [(name, f"{kind}:{code}") for code, names in of_kind.items() for name in names]
    for texts in (language(code).texts for code in languages()):
        others += [(texts.gettext(words), code) for words, code in spoken_values(system)]
    # No catalogue has the texts of a server's own file.
    for texts in system.rows.texts.values() if isinstance(system, FileSystem) else ():
        others += [(texts[words], code) for words, code in spoken_values(system) if words in texts]
    with data_faults(key, "aliases"):
        return Vocabulary.of(system, others, said["heading"], said["passed"])


# Everything that has actions: the rule systems, and the aftermath of a campaign's battles.


with data_faults("campaign", "aftermath"):
    CAMPAIGN: ActionSet = aftermath(load_about("campaign"), load_file("campaign", "aftermath"))
ACTION_SETS: tuple[ActionSet, ...] = (*SYSTEMS, CAMPAIGN)


def action_set_of(key: str) -> ActionSet:
    """Return the system with that key, or the campaign; raise BadFacts with the list of keys for an unknown one."""
    return one_of_key(key, ACTION_SETS)


system_registry.caches.append(vocabulary.cache_clear)
