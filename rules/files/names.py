"""The names of a file, and the order of the rows of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from keyword import iskeyword
from typing import Any, cast

from pydantic import BaseModel

from rules.files.faults import Faults
from rules.files.shape import MOST_NUMBER, Document
from rules.files.specs import BUILT_IN, SCOPE
from rules.kernel.text import Text


def check_names(document: Document, faults: Faults) -> None:
    """Note names that are used twice or that Python or the scope of an expression uses itself."""
    for name, row in document.asked.items():
        faults.check_braces(("asked", name, "label"), row.label or "", ("n",) if row.numbers else ())
    tables = {"profile": document.profile, "weapon": document.weapon, "states": document.states}
    tables |= {"asked": document.asked, "rulings": document.rulings, "tables": document.tables}
    used: dict[str, str] = {}
    for table, rows in tables.items():
        for name in rows:
            taken = iskeyword(name) or hasattr(BaseModel, name) or name in (*SCOPE, *BUILT_IN)
            faults.add_if(taken, (table, name), Text('"{name}" is taken: use another name', name=name))
            if table != "weapon":
                twice = used.setdefault(name, table)
                fault = Text('"{name}" is already in {other}: use another name', name=name, other=twice)
                faults.add_if(twice != table, (table, name), fault)


def check_numbers(document: Document, faults: Faults) -> None:
    """Note values under `tables` that are no whole numbers within their limits, alone or in a table of their own."""
    values, limits = dict(_numbers(document.tables)), dict(_numbers(document.limits))
    for path, one in values.items():
        least, most = limits.get(path, (-MOST_NUMBER, MOST_NUMBER))
        if limits and path not in limits:
            known = {other[-1] for other in limits if other[:-1] == path[:-1]}
            faults.add_unknown(("tables", *path), path[-1], known)
            continue
        fault = Text("give a whole number from {least} to {most}", least=least, most=most)
        faults.add_if(type(one) is not int or not least <= one <= most, ("tables", *path), fault)
        no_name = Text("write a key with small letters, digits and _, a letter first")
        faults.add_if(len(path) > 1 and not path[-1].isidentifier(), ("tables", *path), no_name)
    for path in limits.keys() - values.keys():
        faults.add_unknown(("limits", *path), path[-1], {other[-1] for other in values if other[:-1] == path[:-1]})


def _numbers(said: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the values of a table, and of the tables in it, by their paths."""
    for name, value in said.items():
        if isinstance(value, dict):
            yield from (((name, inner), one) for inner, one in cast("dict[str, Any]", value).items())
        else:
            yield (name,), value


def check_tables(document: Document, faults: Faults) -> None:
    """Note tables with rows out of order: each needs a higher limit, and only the last has none."""
    for key, rows in document.table.items():
        *bounded, last = rows.items()
        below: int | None = None
        for name, row in bounded:
            path = ("table", key, name)
            if row.upto is None:
                faults.add(path, Text("give upto, the highest value of this row; only the last row has none"))
            elif below is not None and row.upto <= below:
                faults.add((*path, "upto"), Text("upto must rise from row to row: more than {n}", n=below))
            below = below if row.upto is None else row.upto
        if last[1].upto is not None:
            faults.add(("table", key, last[0], "upto"), Text("the last row covers everything above: remove its upto"))
