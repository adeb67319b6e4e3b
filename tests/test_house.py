"""The house itself: short functions and classes, no circle of imports, floors that rest only on those below."""

import ast
import functools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import dpsym

ROOT = Path(dpsym.__file__).parent
FUNCTION, CLASS, METHOD = 60, 350, 15  # lines

Definition = ast.FunctionDef | ast.AsyncFunctionDef
# What was longer when the rule was made.  The list only shrinks: nothing is added, and no number grows.
LONGER = {
    "Checker": 428,
}
# Rooms and the floor on which they stand; what is not named here stands on the top floor.
FLOORS = {
    "version": 0, "deadline": 0, "faults": 1, "kernel": 0, "lift": 1, "language": 1, "derivations": 2, "reals": 2, "numbers": 3,
    "prove": 3, "document": 4,
}  # fmt: skip
TOP = 5


# ------------------------------------------------------------------------------------------------ the files
def module_of(path: Path) -> str:
    return ".".join(("dpsym", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


@functools.cache
def modules() -> dict[str, ast.Module]:
    found = {module_of(p): ast.parse(p.read_text(encoding="utf-8")) for p in sorted(ROOT.rglob("*.py"))}
    return {name: tree for name, tree in found.items() if not name.startswith("dpsym.derivations.")}


def lines(node: Definition | ast.ClassDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def definitions(node: ast.AST, name: str) -> Iterator[tuple[str, Definition | ast.ClassDef]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, Definition | ast.ClassDef):
            yield f"{name}.{inner.name}", inner
            yield from definitions(inner, f"{name}.{inner.name}")
        else:
            yield from definitions(inner, name)


# -------------------------------------------------------------------------------------------------- lengths
def dispatches(node: ast.ClassDef) -> bool:
    """Whether a method is chosen by the kind of what is visited."""
    for method in node.body:
        if isinstance(method, Definition):
            for decorator in method.decorator_list:
                if isinstance(decorator, ast.Name) and decorator.id == "singledispatchmethod":
                    return True
    return False


def is_visitor(node: ast.ClassDef) -> bool:
    """A class with one short method for each kind of node may be as long as there are kinds."""
    methods = [m for m in node.body if isinstance(m, Definition)]
    return dispatches(node) and all(lines(m) <= METHOD for m in methods)


def too_long() -> dict[str, int]:
    found = {}
    for module, tree in modules().items():
        for name, node in definitions(tree, module):
            limit = CLASS if isinstance(node, ast.ClassDef) else FUNCTION
            if lines(node) > limit and not (isinstance(node, ast.ClassDef) and is_visitor(node)):
                found[name.removeprefix(f"{module}.")] = lines(node)
    return found


def test_functions_and_classes_are_short() -> None:
    for name, length in too_long().items():
        assert name in LONGER, (
            f"{name} has {length} lines: no function over {FUNCTION}, no class over {CLASS}"
        )
        assert length <= LONGER[name], f"{name} has grown from {LONGER[name]} to {length} lines"


# -------------------------------------------------------------------------------------------------- imports
def is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(node: ast.AST) -> Iterator[str]:
    """The modules of dpsym that the code imports when it runs, inside of functions too."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.If) and is_for_types(inner):
            continue
        if isinstance(inner, ast.Import):
            yield from (a.name for a in inner.names if a.name.partition(".")[0] == "dpsym")
        elif isinstance(inner, ast.ImportFrom) and (inner.module or "").partition(".")[0] == "dpsym":
            for a in inner.names:
                whole = f"{inner.module}.{a.name}"
                yield whole if whole in modules() else str(inner.module)
        else:
            yield from imports(inner)


@functools.cache
def graph() -> dict[str, frozenset[str]]:
    return {name: frozenset(imports(tree)) - {name} for name, tree in modules().items()}


def circles() -> list[frozenset[str]]:
    """The sets of modules each of which leads to all others (strongly connected, of more than one)."""
    reach = {name: reached(name) for name in graph()}
    together = {name: frozenset(other for other in reach[name] if name in reach[other]) for name in graph()}
    return sorted({c for c in together.values() if len(c) > 1}, key=sorted)


def reached(start: str) -> set[str]:
    found: set[str] = set()
    stack = list(graph()[start])
    while stack:
        name = stack.pop()
        if name not in found and name in graph():
            found.add(name)
            stack += graph()[name]
    return found


def within(name: str) -> str:
    return name.removeprefix("dpsym.")


def test_no_circle_of_imports() -> None:
    for circle in circles():
        names = ", ".join(sorted(map(within, circle)))
        raise AssertionError(f"these import each other: {names}")


def room(name: str) -> str:
    return within(name).partition(".")[0]


def test_a_floor_rests_on_those_below() -> None:
    for name, used in graph().items():
        floor = FLOORS.get(room(name), TOP)
        for other in used:
            below = FLOORS.get(room(other), TOP)
            inside = room(name) == room(other) or floor == below == TOP
            assert inside or below < floor, f"{within(name)} imports {within(other)}"


def test_every_file_says_what_it_is() -> None:
    for name, tree in modules().items():
        assert ast.get_docstring(tree), name


# Methods that libraries call by their own names, and what they do is theirs to say.
OF_LIBRARIES = {"Bad.show", "Group.parse_args", "Group.invoke", "AsWrittenLoader.exec_module"}


def classes() -> dict[str, list[ast.ClassDef]]:
    found: dict[str, list[ast.ClassDef]] = {}
    for tree in modules().values():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def methods(node: ast.ClassDef) -> Iterator[Definition]:
    return (m for m in node.body if isinstance(m, Definition) and not m.name.startswith("_"))


def inherits(node: ast.ClassDef, name: str, known: dict[str, list[ast.ClassDef]]) -> bool:
    """Whether a class that this one is made from says what the method is."""
    bases = [
        b.id if isinstance(b, ast.Name) else b.attr
        for b in node.bases
        if isinstance(b, ast.Name | ast.Attribute)
    ]
    return any(
        any(m.name == name and ast.get_docstring(m) for m in methods(other)) or inherits(other, name, known)
        for base in bases
        for other in known.get(base, ())
        if other is not node
    )


def undocumented(tree: ast.Module, known: dict[str, list[ast.ClassDef]]) -> list[str]:
    """The public functions, classes and methods of a module that do not say what they are.  A parser's transformer has a
    method for each rule of a grammar, which says what it is."""
    public = [n for n in tree.body if isinstance(n, Definition | ast.ClassDef) and not n.name.startswith("_")]
    found = [n.name for n in public if not ast.get_docstring(n)]
    for node in public:
        if isinstance(node, ast.ClassDef) and "Transformer" not in {
            b.id for b in node.bases if isinstance(b, ast.Name)
        }:
            silent = [
                m.name
                for m in methods(node)
                if not ast.get_docstring(m) and not inherits(node, m.name, known)
            ]
            found += [f"{node.name}.{name}" for name in silent]
    return found


def test_every_public_function_class_and_method_says_what_it_is() -> None:
    known = classes()
    found = {name: set(undocumented(tree, known)) - OF_LIBRARIES for name, tree in modules().items()}
    assert {name: silent for name, silent in found.items() if silent} == {}


def test_two_files_of_tests_do_not_share_a_name() -> None:
    """Pytest imports a test by the name of its file alone: a second one of that name stops the whole run."""
    found = Counter(p.name for p in Path(__file__).parent.rglob("*.py") if p.name != "conftest.py")
    assert [name for name, times in found.items() if times > 1] == []


# ------------------------------------------------------------------------------------ the rules find what they forbid
def parsed(text: str) -> ast.ClassDef:
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.ClassDef)
    return node


def visitor(size: int, decorator: str) -> ast.ClassDef:
    body = "".join(f"        x = {k}\n" for k in range(size))
    return parsed(f"class A:\n    @{decorator}\n    def f(self, x):\n{body}")


def test_a_visitor_dispatches_and_has_short_methods() -> None:
    assert is_visitor(visitor(METHOD - 1, "singledispatchmethod"))
    assert not is_visitor(visitor(METHOD, "singledispatchmethod"))
    assert not is_visitor(visitor(METHOD - 1, "property"))


def test_what_says_nothing_of_itself_is_found() -> None:
    text = (
        'def f():\n    """It."""\ndef g(): ...\ndef _h(): ...\nclass A:\n    x = 1\n    def a(self):\n        """It."""\n'
        '    def b(self): ...\n    def _c(self): ...\nclass B(A):\n    """It."""\n    def a(self): ...\n    def b(self): ...\n'
    )
    tree = ast.parse(text)
    known = {n.name: [n] for n in tree.body if isinstance(n, ast.ClassDef)}
    assert undocumented(tree, known) == ["g", "A", "A.b", "B.b"]


def test_imports_inside_of_functions_count_and_those_for_types_do_not() -> None:
    text = "def f():\n    import dpsym.store\nif TYPE_CHECKING:\n    import dpsym.library\n"
    assert list(imports(ast.parse(text))) == ["dpsym.store"]
    assert list(imports(ast.parse("from dpsym.language import steps, exp"))) == [
        "dpsym.language.steps",
        "dpsym.language",
    ]
