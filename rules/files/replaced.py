"""Actions of a system file whose rules are in Python, for the pages that a file cannot describe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from dataclasses import fields as fields_of
from types import new_class
from typing import Any

from rules.command.order import Order, commands_of
from rules.files.orders import FileOrder, Moving
from rules.files.ruleset import FileRuleset, is_open
from rules.files.seen import FileBoard
from rules.game.unit import Unit
from rules.kernel.request import bare_request, changed
from rules.kernel.text import Text
from rules.kit.rule import Rule, actions_of


@dataclass(frozen=True, kw_only=True)
class MixedRuleset(FileRuleset):
    """A system from a file, some of whose actions are in Python: its games need the package that has them.

    So its games record no file, and no variant is based on it.
    """

    replaced: Mapping[str, type[Order[Any, Any]]] = field(default_factory=dict[str, type[Order[Any, Any]]])

    def open_actions(self, board: FileBoard, unit: Unit) -> Sequence[Text]:
        request = changed(bare_request("act"), unit=(unit.id,))
        own = [one.title for one in self.replaced.values() if is_open(one(board, request))]
        return (*super().open_actions(board, unit), *own)


def replace_actions(
    system: FileRuleset, orders: Iterable[type[Order[Any, Any]]], rules: Iterable[type[Rule[Any, Any, Any, Any]]] = ()
) -> MixedRuleset:
    """Return a system of which `orders` and `rules` in Python replace those of the same keys.

    An order that derives from one of `system.orders` keeps what the file says of it. Raise ValueError for a key that
    the file does not have.
    """
    kept, own = dict(system.orders), dict[str, type[Order[Any, Any]]]()
    commands, acts = dict(system.commands), dict(system.acts)
    actions = {**system.actions, **actions_of(*rules)}
    if unknown := actions.keys() - system.actions.keys():
        raise ValueError(f"the file has no rule {', '.join(sorted(unknown))} to replace")
    for key, order in commands_of(*orders).items():
        action = next((name for name, one in system.orders.items() if one.key == key), None)
        if action is None:
            raise ValueError(f"the file has no action {key} to replace: its actions are {', '.join(system.orders)}")
        if issubclass(order, FileOrder):
            kept[action] = order
            actions |= actions_of(order.rule)
        else:
            del kept[action]
            own[action] = order
        for table in (commands, acts):
            if key in table:
                table[key] = order
    moves = commands.get("move")
    if isinstance(moves, type) and issubclass(moves, Moving):
        ways = {name: own.get(name) or kept[name] for name in moves.ways}
        commands["move"] = new_class("Move", (moves,), {}, lambda names: names.update(ways=ways))
    said = {one.name: getattr(system, one.name) for one in fields_of(system)}
    mixed = MixedRuleset(**said, replaced=own)
    return replace(mixed, orders=kept, commands=commands, acts=acts, actions=actions, content=b"", digest="")
