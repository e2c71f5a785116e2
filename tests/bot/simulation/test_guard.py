"""Names of this machine in requests: a foreign page has another one."""

from __future__ import annotations

import pytest

from bot.simulation.guard import is_ours


@pytest.mark.parametrize(
    ("asked", "ours"),
    [
        ("127.0.0.1:80", True),
        ("[::1]", True),
        ("localhost:8765", True),
        ("Table.lan:80", True),
        ("laptop", True),
        ("LAPTOP.local", True),
        ("laptop.lan", False),
        ("table", False),
        ("", False),
        (":80", False),
        ("[::1", False),
    ],
)
def test_a_request_names_this_machine_by_a_number_or_one_of_its_names(
    asked: str, ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop")
    assert is_ours(asked, "table.LAN") is ours
