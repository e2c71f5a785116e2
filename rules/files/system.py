"""Reading a system from its file, which may be a variant of another: each check in its order, and digests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from types import MappingProxyType
from typing import cast

from rules.command.system import System
from rules.files.advice import check_use
from rules.files.build import Parts, build_system
from rules.files.compiled import compile_document
from rules.files.derived import apply_base, base_key_of, complete_likes
from rules.files.document import read_rows
from rules.files.faults import Faults, check_texts, check_translations, locate_fault
from rules.files.file_system import FileSystem, of_file
from rules.files.models import model_of
from rules.files.names import check_numbers
from rules.files.override import read_override
from rules.files.roster import read_units, read_weapons
from rules.files.ruleset import FileRuleset
from rules.files.sense import check_sense
from rules.files.shape import Document
from rules.files.source import Source, UnreadableSource, source
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text

Bases = Mapping[str, FileSystem]
NO_BASES: Bases = MappingProxyType({})
DEEPEST_BASE = 4
"""Files that one file may be based on, each on the next."""


def read_system(
    content: bytes, name: str, bases: Bases = NO_BASES, kept: bool = False, with_python: bool = False
) -> FileSystem:
    """Make a system from a file, which may be a variant of one of the `bases`, given by key.

    Raise BadFacts with a sentence for each fault, with its line. A file that was `kept` since it was accepted is not
    refused for values without effect. The file of a system that is partly in Python is read `with_python`, its part;
    without it a copy is refused, with the way to house rules.
    """
    base: list[FileSystem] = []

    def based(key: str) -> Source | None:
        if key not in bases:
            return None
        base.append(bases[key])
        if len(bases[key].files) > DEEPEST_BASE:
            raise UnreadableSource(Text("a variant is based on at most {n} files", n=DEEPEST_BASE), own.line(("base",)))
        return bases[key].source

    try:
        own = source(content)
        whole = apply_base(own, based, bases)
        found = complete_likes(whole)
    except UnreadableSource as error:
        raise BadFacts([locate_fault(name, error.line, error.text)]) from None
    # A base without a file has its rules in Python: there is nothing of it to keep.
    below = base[0] if base and base[0].content else None
    digest = digest_on(below.digest if below else "", content)
    if base and base[0].make:
        made = read_override(base[0], own, whole, name)
        if not kept:
            check_use(made, whole.values, Faults(name, own))
        return replace(made, content=content, base=below, digest=digest)
    part = None if base else _find_copied(own, bases)
    if part and with_python and own.values.get("system", {}).get("key") == part.key:
        assert part.make
        made = of_file(part.make(own, name), source=whole, make=part.make, digest=digest)
        check_use(made, whole.values, Faults(name, own))
        return made
    try:
        made = replace(_read_rules(Faults(name, found)), content=content)
    except BadFacts:
        if part is None:
            raise
        copied = Text(
            'this is a copy of {key}, and a part of {key} is in Python: begin with base = "{key}", '
            "and keep below it only [system] and what you change",
            key=part.key,
        )
        raise BadFacts([locate_fault(name, own.line(("system",)), copied)]) from None
    if not kept:
        check_use(made, whole.values, Faults(name, own))
    return replace(made, source=whole, base=below, digest=digest)


def _find_copied(own: Source, bases: Bases) -> FileSystem | None:
    """Return the base with a part in Python of which a file has an action, word for word."""
    actions = own.values.get("action")
    if not isinstance(actions, dict):
        return None
    found = cast("dict[str, object]", actions).items()
    partly = (one for one in bases.values() if one.make and "action" in one.source.values)
    return next((one for one in partly if any(row == one.source.values["action"].get(key) for key, row in found)), None)


def read_with_python(whole: Source, name: str, complete: Callable[[FileRuleset], System]) -> System:
    """Make a system of its file and of a function that adds its part in Python; raise FaultsInFile."""
    return complete(_read_rules(Faults(name, complete_likes(whole)), is_whole=False))


def _read_rules(faults: Faults, is_whole: bool = True) -> FileRuleset:
    """Check and build the rules in a file; raise FaultsInFile with all its faults."""
    rows = read_rows(faults, Document)
    if rows is None:
        faults.raise_all()
        raise AssertionError
    check_numbers(rows, faults)
    if is_whole:
        check_texts(rows, faults)  # those of a variant are checked by themselves
    check_translations(rows.texts, faults)
    spec = compile_document(rows, faults)
    profile, weapon = (model_of(*of, rows.system.die) for of in (("Profile", rows.profile), ("Weapon", rows.weapon)))
    parts = Parts(profile, read_weapons(rows, weapon, faults), read_units(rows, profile, faults))
    if not faults.found:
        check_sense(spec, parts.weapons, parts.units, faults, is_whole=is_whole)
    faults.raise_all()
    made = build_system(spec, parts, faults)
    faults.raise_all()
    return made


def digest_on(below: str, content: bytes) -> str:
    """Return the digest of a file on top of a base with the digest `below`, if it has a base."""
    return sha256(below.encode() + content).hexdigest()


def digest_of(files: Sequence[bytes]) -> str:
    """Return the digest of the last of these files, each of which is based on the one before."""
    digest = ""
    for content in files:
        digest = digest_on(digest, content)
    return digest


def read_files(files: Sequence[bytes], name: str, bases: Bases = NO_BASES, kept: bool = False) -> FileSystem:
    """Read the last of these files, each of which is based on the one before, the first on one of `bases`, if any.

    Raise BadFacts. Its bases were accepted before, and with `kept` so was the file itself.
    """
    below: FileSystem | None = None
    for at, content in enumerate(files, 1):
        below = read_system(content, name, {base_key_of(content): below} if below else bases, kept or at < len(files))
    assert below
    return below
