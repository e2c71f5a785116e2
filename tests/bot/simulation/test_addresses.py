"""The output in the terminal when the local table opens."""

from __future__ import annotations

import io
from typing import Any

import pytest
import segno
from rich.console import Console

from bot.simulation.addresses import Door, address, announce, code, is_near, reachable_host
from tests.rows import for_each

ANYBODY: Any = (object(),)
DOORS = (
    Door("shared screen", "s" * 22, ANYBODY),
    Door("Ann", "a" * 22, ANYBODY),
    Door("Bob", "b" * 22, ANYBODY),
    Door("table screen", "t" * 22, ()),
)
MODULES = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}


def printed_text(host: str, terminal: bool, width: int = 80, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    console = Console(file=io.TextIOWrapper(raw, encoding), force_terminal=terminal, width=width, color_system=None)
    announce(console, host, 8765, DOORS)
    console.file.flush()
    return raw.getvalue().decode(encoding)


def test_a_code_says_the_address_dark_on_light() -> None:
    link = address("192.168.178.101", 8765, DOORS[1])
    assert link == f"http://192.168.178.101:8765/{'a' * 22}"
    drawn = code(link)
    pairs = [[MODULES[letter] for letter in line] for line in drawn.plain.split("\n")]
    rows = [[pair[half] for pair in line] for line in pairs for half in (0, 1)]
    wanted = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted
    assert not any(map(any, rows[len(wanted) :]))
    assert str(drawn.style) == "black on bright_white"


def test_a_terminal_shows_every_address_and_its_code() -> None:
    text = printed_text("192.168.1.5", terminal=True)
    for door in DOORS:
        assert f"http://192.168.1.5:8765/{door.secret}" in text
    # Two of 33 modules beside each other in 80 letters, and the third below.
    assert text.count("█▀▀▀▀▀█") == 3 * 3, "the screen between the players is opened, not scanned"
    assert max(map(len, text.splitlines())) <= 80
    assert "give each player theirs alone" in text


@pytest.mark.parametrize(
    ("host", "terminal", "encoding"),
    [("127.0.0.1", True, "utf-8"), ("192.168.1.5", False, "utf-8"), ("192.168.1.5", True, "ascii")],
)
def test_no_code_where_it_is_of_no_use(host: str, terminal: bool, encoding: str) -> None:
    text = printed_text(host, terminal, encoding=encoding)
    assert "█" not in text
    assert f"http://{host}:8765/{'b' * 22}" in text


def test_a_table_on_this_computer_says_how_phones_get_to_it() -> None:
    assert "A phone each: make run HOST=0.0.0.0" in printed_text("127.0.0.1", terminal=False)
    assert "HOST=" not in printed_text("192.168.1.5", terminal=False)


@for_each(
    ("host", "near"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("laptop", False)]
)
def test_addresses_of_this_computer_are_recognised(host: str, near: bool) -> None:
    assert is_near(host) is near


def test_addresses_are_those_that_others_can_reach() -> None:
    assert address("fd00::5", 80, DOORS[1]).startswith("http://[fd00::5]:80/")
    assert reachable_host("laptop.local") == "laptop.local"
    assert reachable_host("0.0.0.0") not in ("0.0.0.0", "", "::")


def test_a_computer_without_a_network_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.gethostname", lambda: "laptop")
    assert reachable_host("::") == "laptop"
