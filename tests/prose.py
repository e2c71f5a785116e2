"""Lint for the English of docstrings and names of tests: `python -m tests.prose [FILE …]` lists those that break it.

WORDS is the one list of what a docstring must not say, PEOPLE of what the name of a test must not. Names in backticks
are not read.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "cogs", "rules", "data", "tests")

# A pattern, and what to write instead.
WORDS = (
    (r"^(What|Who|Whose|Where|How|Which|When|Why)\b", "begin with a verb (a function) or a noun (anything else)"),
    (r"^Whether\b", 'begin with "True if"'),
    (
        r"(?i)\b(no|some|any|every)(body| one)\b|\b(?i:someone|anyone)\b",
        "name the person: caller, owner, player …",
    ),
    (r"(?i)\bwho(so)?ever\b", "name the person: caller, owner, player …"),
    (r"(?i)\b(stands?|stood)\b(?! up\b|-in)", '"is", or the place'),
    (r"(?i)\b(tells?|told|telling)\b", '"say", "show", "report" or "return"'),
    (r"(?i)\b(comes?|came|coming) to\b", '"result in", "total", or the value'),
    (r"(?i)\b(falls?|fell) due\b", '"is due", "expires"'),
    (r"(?i)\b(the|its|his|her|whose|a) go\b", '"turn" or "activation"'),
    (r"(?i)\b(anew|in vain|put right|all the same)\b", '"again", "without effect", "correct", "anyway"'),
    (r"(?i)\bof (itself|themselves)\b", '"automatically"'),
    (r"(?i)\btak(es?|en|ing) (it |them )?back\b", '"undo"'),
    (r"^(Nor|Else|But|And|Also|So that)\b", "a whole sentence"),
    (r"(?i)\b(rethrows?|throws?|thrown|threw|throwing)\b(?! grenades?| smoke)", '"roll": only grenades are thrown'),
)
ANY_WORD = re.compile("|".join(re.sub(r"^\(\?i\)(.*)", r"(?i:\1)", pattern) for pattern, _ in WORDS))
"""True of a docstring with a fault: most have none, and are read once."""
PEOPLE = re.compile(r"(?<=_)(nobod|somebod|everybod|anybod|whoever|whosever|someone|anyone)[a-z]*")


STRING = re.compile(r'"""(.*?)"""', re.DOTALL)
UNSURE = [
    re.compile(pattern)
    for pattern in (
        "'''",
        '""""',
        '"""\'',
        '[\'\\\\]"""',
        '#.*"""',
        r""":(\s+#.*)*\s*\n\s*[rRuU]?('|"(?!""))""",
        r"""\n *(async def|def|class|[)]).*: *[rRuU]?('|"(?!""))""",
    )
]
"""A quotation mark within another one, or a string of one line that may be a docstring.

Each begins with a sign of its own, so that `re` skips to it: as one pattern they take ten times as long.
"""


class Fault(NamedTuple):
    """A docstring or a name that breaks a rule, with the words that break it and the advice of the rule."""

    path: Path
    line: int
    name: str
    words: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.name}: “{self.words}”; write instead: {self.advice}"


def faults_in(source: str, path: Path = ROOT / "source") -> Iterator[Fault]:
    """Yield the faults of all docstrings and names of tests in a module's source, in the order of its nodes."""
    if not _may_have_faults(source):
        return
    for node in _definitions(ast.parse(source)):
        name = getattr(node, "name", "module")
        if name.startswith("test_") and (found := PEOPLE.search(name)):
            yield Fault(path, node.body[0].lineno, name, found[0], "name the unit, player, caller …")
        text = re.sub(r"`[^`]*`", "``", ast.get_docstring(node) or "")
        for pattern, advice in WORDS if ANY_WORD.search(text) else ():
            if found := re.search(pattern, text):
                yield Fault(path, node.body[0].lineno, name, found[0], advice)


def _may_have_faults(source: str) -> bool:
    """False if no string, and no name of a test, has a fault: most files need not be parsed."""
    if any(one.search(source) for one in UNSURE) or any(map(PEOPLE.search, re.findall(r"def (test_\w+)", source))):
        return True
    return any(ANY_WORD.search(re.sub(r"`[^`]*`", "``", text.lstrip())) for text in STRING.findall(source))


def _definitions(top: ast.Module) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the module and its definitions, level by level; expressions contain none."""
    found: list[ast.AST] = [top]
    for node in found:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, part, ())
            found += [one for one in inner if not isinstance(one, ast.expr)] if isinstance(inner, list) else []


def all_faults(paths: list[Path]) -> list[Fault]:
    """Return the faults of the given files, or else of the whole project."""
    files = paths or sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return [fault for path in files for fault in faults_in(path.read_text(encoding="utf-8"), path.resolve())]


def main() -> None:
    """Print the faults; exit with 1 if there are any."""
    faults = all_faults([Path(argument) for argument in sys.argv[1:]])
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
