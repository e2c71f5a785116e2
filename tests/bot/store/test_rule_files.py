"""The files of rule systems in the record: each is found with those that it is based on."""

from __future__ import annotations

from bot.store import Record
from bot.store.forgetting import base_key, rules_key
from rules.files.system import DEEPEST_BASE, digest_on


async def test_no_longer_chain_of_files_is_found_than_a_variant_may_have(record: Record) -> None:
    """A damaged record whose files are based on each other in a circle would be read for ever."""
    files = [f"[{nth}]".encode() for nth in range(DEEPEST_BASE + 2)]
    await record.rule_files.keep(files)
    digest = ""
    for file in files[:-1]:
        digest = digest_on(digest, file)
    assert await record.rule_files.find(digest) == tuple(files[:-1])
    assert await record.rule_files.find(digest_on(digest, files[-1])) == ()
    await record.remember(rules_key("circle"), "[circle]")
    await record.remember(base_key("circle"), "circle")
    assert await record.rule_files.find("circle") == ()
