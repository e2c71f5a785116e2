"""What campaigns have in files: the sample map, the list of honours, and maps that people bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from data.files import faults_in, opened
from rules.campaign.tables import HonourRow, honours_of
from rules.campaign.territories import TerritoryMap, map_of
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text

FOLDER = "campaign"


@cache
def sample_map() -> TerritoryMap:
    """The map that comes with us; raises DataFault."""
    with faults_in(FOLDER, "map"):
        return map_of(opened(FOLDER, "map"))


@cache
def honours() -> Mapping[str, HonourRow]:
    """The honours that units can win, by key, in the order in which they are told; raises DataFault."""
    with faults_in(FOLDER, "honours"):
        return honours_of(opened(FOLDER, "honours"))


@cache
def honour_names() -> Mapping[str, Text]:
    """What honours are called, by key."""
    return {key: row.title for key, row in honours().items()}


def map_in(found: Any, name: str) -> TerritoryMap:
    """A map out of what a file holds; raises BadFacts with a sentence per fault, each naming file and place."""
    if not isinstance(found, dict):
        raise BadFacts([Text("{name}: a map is a table with name and territories", name=name)])
    try:
        return map_of(found)  # pyright: ignore[reportUnknownArgumentType]
    except BadFacts as error:
        raise BadFacts([Text("{name}: {fault}", name=name, fault=fault) for fault in error.faults]) from None
