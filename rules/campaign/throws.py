"""What the throws after a battle are for."""

from __future__ import annotations

from rules.throw_kinds import ThrowKind, ThrowKinds

THROWS = ThrowKinds({"recovery*": ThrowKind("other"), "salvage*": ThrowKind("other")})
