"""Units that leave assault ranges, and the free attacks that precede any further action (Actions › Advance)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.command.effects import add_words, mark
from rules.command.planned import Reaction
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.table import Decision, Made, Offer, read_either
from rules.kernel.text import Listed, Note, Term, Text, ask_note
from rules.openfire_d12.board_facts import enemies_close_to, may_impact, may_strike
from rules.openfire_d12.inches import ADVANCE
from rules.openfire_d12.tables import Board, Order

LEAVES, STAYS = "leaves_assault_range", "stays_in_assault_range"
_ALL = 0
_MOST = 4
"""Most enemies that can be chosen in any combination; of more, only one or all."""
CHOICES = (
    Choice(STAYS, Text("Stays within the assault ranges it is in")),
    Choice(LEAVES, Text("Leaves an enemy's assault range")),
    Choice(f"{LEAVES}={_ALL}", Text("Leaves all enemies whose assault range it is in")),
    *(Choice(f"{LEAVES}={n}", Text("Leaves only number {n} of those enemies", n=n)) for n in range(1, 5)),
)


def enemies_left(board: Board, unit: Unit, option: str, said: Sequence[str]) -> list[Unit]:
    """Return the enemies whose assault range the unit leaves; raise MissingFacts if that is unknown.

    They are named by their index among the enemies in whose range it is.
    """
    near = enemies_close_to(board, unit)
    leaves = [code for code in said if code.partition("=")[0] == LEAVES]
    if leaves and STAYS in said:
        both = Listed([Term(LEAVES), Term(STAYS)])
        raise RuleError(Text("Not possible at the same time: {situations}.", situations=both))
    if not near or STAYS in said:
        return []
    places = {int(code.partition("=")[2]) for code in leaves if code != LEAVES}
    named = near if _ALL in places else [enemy for at, enemy in enumerate(near, 1) if at in places]
    if named or (leaves == [LEAVES] and len(near) == 1):
        return named or near
    raise MissingFacts([_ask_enemy(unit, near, option, asked=bool(leaves))])


def _ask_enemy(unit: Unit, near: Sequence[Unit], option: str, asked: bool) -> Ask:
    """Return the question about the enemy that the unit leaves; `asked` if it is known to leave one."""
    all_of_them = Listed([enemy.ref for enemy in near])
    stays = Choice(STAYS, Text("It stays within 1″ of {enemies}", enemies=all_of_them))
    if len(near) == 1:
        question = Text("Does {unit} leave an assault range?", unit=unit.ref)
        return Ask(option, question, (stays, Choice(LEAVES, Text("It leaves {enemies}", enemies=all_of_them))))
    question = Text("Whose assault range does {unit} leave?", unit=unit.ref)
    each = (*_leaving_choices(near), Choice(f"{LEAVES}={_ALL}", Text("All of them")))
    return Ask(option, question, each if asked else (stays, *each))


def _leaving_choices(near: Sequence[Unit]) -> Iterator[Choice]:
    """Yield each of several enemies, and if they are few, each group."""
    numbered = list(enumerate(near, 1))
    for size in range(1, len(near) if len(near) <= _MOST else 2):
        for part in combinations(numbered, size):
            codes = ",".join(f"{LEAVES}={at}" for at, _ in part)
            names = Listed([enemy.ref for _, enemy in part])
            yield Choice(codes, Text("Only {enemy}", enemy=names) if size == 1 else names)


def grant_free_attacks(board: Board, mover: Unit, enemies: Iterable[Unit]) -> list[Event]:
    """Return events that give each of those enemies one free attack on the mover (Advance)."""
    return [event for one in enemies for event in add_words(board.unit(one.id), "free_attack_at", mover.id)]


def strikers(board: Board, mover: Unit) -> list[Unit]:
    """Return the units that can still make their free attack on the mover."""
    units = board.game.units.values()
    marked = [one for one in units if one.has("free_attack_at")]
    return [one for one in marked if mover.id in one.words("free_attack_at") and may_strike(board, one)]


def waiting_text(board: Board, mover: Unit) -> tuple[Text, ...]:
    """Return the text for a unit that waits for the free attacks of enemies."""
    enemies = Listed([enemy.ref for enemy in strikers(board, mover)])
    return (Text("wait for the free attack by {enemies}", enemies=enemies),) if enemies else ()


class UnitOrder(Order):
    """An order for a unit, which comes after the free attacks on it, unless it is one itself (Advance)."""

    def judge(self) -> tuple[Text, ...]:
        for id in () if self.request.has_situation("free") else self.request.unit:
            _must_have_been_struck(self.board, self.board.unit(id))
        return super().judge()


def _must_have_been_struck(board: Board, mover: Unit) -> None:
    """Raise RuleError for a unit on which an enemy still has its free attack."""
    if enemies := strikers(board, mover):
        why = Text(
            "{unit} waits for the free attack by {enemies}: make it with `/fire` at {unit}, situation `free`, "
            "or decline it with `/act let_go`.",
            unit=mover.ref,
            enemies=Listed([enemy.ref for enemy in enemies]),
        )
        raise RuleError(why, ADVANCE)


def must_be_left(attacker: Unit, target: Unit) -> None:
    """Raise RuleError unless the target has just left the assault range of the attacker (Advance)."""
    if target.id not in attacker.words("free_attack_at"):
        why = Text(
            "{attacker} has no free attack at {target}: only an enemy that leaves its assault range gives one, once.",
            attacker=attacker.ref,
            target=target.ref,
        )
        raise RuleError(why, ADVANCE)


def use_free_attack(board: Board, attacker: str, targets: Iterable[str]) -> list[Event]:
    """Return events that use up the free attack on those targets."""
    unit, made = board.unit(attacker), set(targets)
    return mark(unit, free_attack_at=",".join(id for id in unit.words("free_attack_at") if id not in made))


def cancel_free_attacks(board: Board, but: str = "") -> list[Event]:
    """Return events that cancel free attacks not made, also those of Impact, once a unit other than `but` acts."""
    events: list[Event] = []
    for unit in board.game.units.values():
        if unit.id != but and may_impact(board, unit):
            events += add_words(unit, "actions_done", "impact")
        if unit.has("free_attack_at"):
            kept = [id for id in unit.words("free_attack_at") if id == but]
            events += mark(unit, free_attack_at=",".join(kept))
    return events


def lost_attack_warnings(board: Board, but: str = "") -> tuple[Text, ...]:
    """Return warnings of the free attacks that would be lost; `but` is the unit that acts."""
    found: list[Text] = []
    marked = ("free_attack_at", "ground_due")
    for unit in [one for one in board.game.units.values() if any(map(one.has, marked))]:
        targets = [board.unit(id).ref for id in unit.words("free_attack_at") if id in board.game.units and id != but]
        if targets and may_strike(board, unit):
            values = {"unit": unit.ref, "targets": Listed(targets), "section": ADVANCE}
            found.append(Text("{unit} has not made its free attack at {targets} yet ({section}).", **values))
        if unit.id != but:
            found += ground_warnings(unit)
    return tuple(found)


# Dangerous ground crossed while enemies may attack first: its roll comes after the free attacks.


def dangerous_note(mover: Unit) -> Note:
    """Return a note to roll for dangerous ground after the free attacks."""
    said = Text("Then roll for the dangerous ground.")
    return ask_note(said, Text("Ground test"), Request("act", (mover.id,), action="dangerous"))


def ground_warnings(unit: Unit) -> list[Text]:
    """Return the warning for any action before a due roll for dangerous ground."""
    first = Text("{unit} rolls for the dangerous ground first (Terrain › Dangerous).", unit=unit.ref)
    return [first] if unit.has("ground_due") else []


def strike_note(able: Sequence[Unit]) -> list[Note]:
    """Return a note on the units that attack before the models move; the reactions offer it."""
    if not able:
        return []
    said = Text("Before the models move: free attack by {enemies}.", enemies=Listed([enemy.ref for enemy in able]))
    return [ask_note(said)]


# Free attacks as buttons for the side that may make them (Advance; Impact).


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return the free attacks caused by a move or an assault; the one by Impact waits for its unit."""
    if entry.command not in ("move", "assault") or not entry.plays:
        return []
    mover, target = (board.game.units.get(entry.plays[0].roles.get(part, "")) for part in ("unit", "target"))
    if mover is None:
        return []
    found = [_free_attack(unit, mover, "free") for unit in strikers(board, mover)] if mover.alive else []
    if entry.command == "assault" and target in enemies_close_to(board, mover) and may_impact(board, mover):
        found.append(_free_attack(mover, target, "impact"))
    return found


def further_reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return the free attacks that are left at the target of an entry that was one."""
    if entry.command != "fire" or "free" not in entry.request.get("situation", ()):
        return []
    movers = [board.game.units[id] for id in entry.request.get("target", ()) if id in board.game.units]
    return [_free_attack(unit, mover, "free") for mover in movers if mover.alive for unit in strikers(board, mover)]


def _free_attack(unit: Unit, target: Unit, why: str) -> Reaction:
    request = Request("fire", (unit.id,), (target.id,), situation=(why,))
    return Reaction(unit.id, Text("{unit}: free attack", unit=unit.ref), request)


FREE_ATTACK = Decision[bool](
    name="free_attack",
    by="defender",
    question=Text("It leaves your assault range. Free attack first?"),
    options=("no", "yes"),
    default="no",
    read=read_either(),
    rule=ADVANCE,
    offers=lambda: (Offer("no", Text("let it go")), Offer("yes", Text("a free attack before it moves"))),
)


def has_free_attack(made: Iterable[Made]) -> bool:
    """True if the enemy takes its free attack."""
    return any(FREE_ATTACK.read(one.value) for one in made)
