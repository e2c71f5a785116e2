"""The addresses of the local table, one per player, and their display in the terminal with codes for phones."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Mapping, Sequence
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any, NamedTuple

import segno
from rich.columns import Columns
from rich.console import Console
from rich.text import Text as Styled

from bot.simulation.environment import MemberActor
from bot.store.record import Record

# The addresses of the local table: one per player, and one for a shared screen.

SHARED = "shared screen"
TABLE = "table screen"
"""The screen without a player, which shows only public information."""
_KEPT = "address of the local table"
"""Key of the secrets in the record; the shared screen keeps the single address of earlier versions."""


class Door(NamedTuple):
    """An address of the local table, and the players it may act for: its owner first; none for the table screen."""

    name: str
    secret: str
    viewers: tuple[MemberActor, ...]

    def viewer(self, called: str) -> MemberActor:
        """Return the player named in an address, ignoring case; the first one for any other name."""
        return next((one for one in self.viewers if one.name.casefold() == called.casefold()), self.viewers[0])


async def doors_of(record: Record, people: Mapping[str, MemberActor]) -> tuple[Door, ...]:
    """Return the addresses of the players, the shared screen first and the table screen last.

    They are the same in every run, so that bookmarks keep working.
    """
    shared = Door(SHARED, await _secret(record, _KEPT), tuple(people.values()))
    own = [Door(name, await _secret(record, f"{_KEPT}: {name}"), (one,)) for name, one in people.items()]
    return shared, *own, Door(TABLE, await _secret(record, f"{_KEPT}, {TABLE}"), ())


async def _secret(record: Record, key: str) -> str:
    return await record.remember(key) or await record.remember(key, secrets.token_urlsafe(16)) or ""


def door_of(doors: Sequence[Door], secret: str) -> Door | None:
    """Return the door with this secret, compared in constant time; None if there is none."""
    return next((door for door in doors if compare_digest(door.secret.encode(), secret.encode())), None)


# The display in the terminal.

EVERYWHERE = ("0.0.0.0", "::")
_HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
_BORDER = 2
"""Empty modules around a code; the standard requires four, but phones do not need them."""


def announce(console: Console, host: str, port: int, doors: Sequence[Door]) -> None:
    """Print the addresses, with codes to scan if other devices can reach them and the terminal can draw."""
    near = is_near(host)
    links = [(door.name, address(host, port, door)) for door in doors]
    console.print("The local table is open:", highlight=False)
    for name, link in links:
        console.print(Styled(f"  {name:<{max(len(one) for one, _ in links)}}  {link}"), soft_wrap=True)
    if near:
        console.print("These open on this computer only. A phone each: make run HOST=0.0.0.0", highlight=False)
    elif console.is_terminal and _can_draw(console):
        scanned = [titled_code(door.name, link) for door, (_, link) in zip(doors, links, strict=True) if door.viewers]
        console.print(Columns(scanned, padding=(1, 2)))
    if not near:
        console.print("Whoever has an address plays with it: give each player theirs alone.", highlight=False)
    console.print("Ctrl-C closes it; the game is kept.", highlight=False)


def address(host: str, port: int, door: Door) -> str:
    """Return the address of a door for other devices in the same network."""
    name = reachable_host(host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/{door.secret}"


def is_near(host: str) -> bool:
    """True if only this computer can reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def reachable_host(host: str) -> str:
    """Return the host name for other devices: this computer's address for outgoing traffic, unless `host` is one."""
    if host not in EVERYWHERE:
        return host
    # Nothing is sent: the system only reports the address it would use.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def outline(link: str) -> tuple[int, str]:
    """Return a QR code as the size of a square in modules, and its dark ones as an SVG path."""
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=_BORDER)]
    dark = [(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module]
    return len(rows), "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)


def codes(host: str, port: int, doors: Sequence[Door]) -> list[dict[str, Any]]:
    """Return the QR codes of doors; none if phones cannot connect."""
    if is_near(host):
        return []
    drawn = {one.name: outline(address(host, port, one)) for one in doors}
    return [{"name": name, "size": size, "path": path} for name, (size, path) in drawn.items()]


def titled_code(name: str, link: str) -> Styled:
    return Styled.assemble((f"{name}\n", "bold"), code(link))


def code(link: str) -> Styled:
    """Return a QR code, two modules per character, dark on light regardless of the terminal's colours."""
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=_BORDER)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    lines = (
        "".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in zip(rows[::2], rows[1::2], strict=True)
    )
    return Styled("\n".join(lines), style="black on bright_white", no_wrap=True)


def _can_draw(console: Console) -> bool:
    try:
        "".join(_HALVES.values()).encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True
