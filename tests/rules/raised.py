"""Finds in the source every problem that can be raised: its code, its reasons, and the params it carries."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent.parent / "zipai_ledger"
ANY = None


class Raised(NamedTuple):
    """``why`` is ANY where the source works it out; ``params`` are the names given."""

    code: str
    why: str | None
    params: frozenset[str]
    where: str


Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    """One source file, whose functions are looked up by name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    def problems(self) -> Iterator[Raised]:
        for function in [*self.functions, self.tree]:
            for call in own_calls(function, "Problem"):
                arguments = named(call, ("code", "field", "why", "params"))
                if isinstance(arguments.get("code"), ast.Constant):
                    yield from self.of(function, arguments, call.lineno)

    def of(self, function: ast.AST, arguments: dict[str, ast.expr], line: int) -> Iterator[Raised]:
        """The problems of one call; where its reason is an argument, those of the calls that give it."""
        code = arguments["code"].value
        where = f"{self.path.name}:{line}"
        params = self.params(function, arguments.get("params"))
        why = arguments.get("why", ast.Constant(""))
        if isinstance(why, ast.Name) and isinstance(function, Function) and why.id in names_of(function):
            for call in [c for f in [*self.functions, self.tree] for c in own_calls(f, function.name)]:
                given = named(call, tuple(name for name in names_of(function) if name != "self"))
                more = {keyword.arg for keyword in call.keywords if keyword.arg}
                for reason in reasons(given[why.id]):
                    yield Raised(code, reason, params | more, where)
        else:
            yield from (Raised(code, reason, params, where) for reason in reasons(why))

    def params(self, function: ast.AST, value: ast.expr | None) -> frozenset[str]:
        """The names of a dictionary that is written out, joined, or kept in a variable of the function."""
        match value:
            case ast.Dict():
                pairs = zip(value.keys, value.values, strict=True)
                return frozenset().union(
                    *({key.value} if key else self.params(function, inner) for key, inner in pairs)
                )
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self.params(function, left) | self.params(function, right)
            case ast.Name(id=name):
                assigned = [
                    node.value
                    for node in ast.walk(function)
                    if isinstance(node, ast.Assign | ast.AnnAssign)
                    and any(isinstance(t, ast.Name) and t.id == name for t in targets(node))
                ]
                return frozenset().union(*(self.params(function, each) for each in assigned if each))
        return frozenset()


def targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def names_of(function: Function) -> tuple[str, ...]:
    return tuple(each.arg for each in function.args.args)


def own_calls(function: ast.AST, name: str) -> Iterator[ast.Call]:
    """Calls of a name in a function or module, not those in functions inside it."""
    pending = list(ast.iter_child_nodes(function))
    while pending:
        node = pending.pop()
        if isinstance(node, Function):
            continue
        pending.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Call) and name in (
            getattr(node.func, "id", ""),
            getattr(node.func, "attr", ""),
        ):
            yield node


def named(call: ast.Call, names: tuple[str, ...]) -> dict[str, ast.expr]:
    given = dict(zip(names, call.args, strict=False))
    return given | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}


def reasons(value: ast.expr) -> list[str | None]:
    if isinstance(value, ast.Constant):
        return [value.value]
    if isinstance(value, ast.IfExp):
        return [*reasons(value.body), *reasons(value.orelse)]
    return [ANY]


@cache
def all_raised() -> tuple[Raised, ...]:
    """Every problem raised anywhere in the package."""
    paths = sorted(path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts)
    raising = [path for path in paths if "Problem(" in path.read_text(encoding="utf-8")]
    return tuple(raised for path in raising for raised in Module(path).problems())
