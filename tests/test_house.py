"""The house itself: short functions and classes, no circle of imports, floors that rest only on those below."""

import ast
import functools
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest
from sympy import Integer, evaluate
from sympy.core.parameters import global_parameters

import dpsym
import dpsym.derivations
from dpsym import version
from dpsym.language import Chapter, Entry, as_written

ROOT = Path(dpsym.__file__).parent
FUNCTION, CLASS, METHOD = 60, 350, 15  # lines

Definition = ast.FunctionDef | ast.AsyncFunctionDef
# Rooms and the floor on which they stand; what is not named here stands on the top floor.
FLOORS = {
    "version": 0, "deadline": 0, "numerals": 0, "sheets": 1,
    "faults": 2, "kernel": 0, "lift": 2, "language": 2, "derivations": 3, "reals": 3, "numbers": 4,
    "prove": 4, "document": 5,
}  # fmt: skip
TOP = 6
# The rooms of dpsym.claims, from the text to the answer; what stands beside them is for all of them.
ROOMS = {"reading": 0, "closed_form_pairs": 1, "few_outputs": 1, "ways": 2, "best": 3}

# The rooms of dpsym.prove and the modules beside them, each of which rests on those before it alone.
SEARCH = (
    "decide", "verdict", "scope", "counterexamples", "proof", "statement", "tactics", "calculus", "strategy", "lines",
    "witnesses", "workspace", "definedness", "session", "minimise", "library", "side_steps", "variants",
)  # fmt: skip


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
    assert too_long() == {}, f"no function over {FUNCTION} lines, no class over {CLASS}"


# -------------------------------------------------------------------------------------------------- imports
def is_for_types(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imports(node: ast.AST, types: bool = False) -> Iterator[str]:
    """The modules of dpsym that the code imports when it runs, inside of functions too; with `types`, those that it names
    in its types alone besides."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.If) and is_for_types(inner) and not types:
            continue
        if isinstance(inner, ast.Import):
            yield from (a.name for a in inner.names if a.name.partition(".")[0] == "dpsym")
        elif isinstance(inner, ast.ImportFrom) and (inner.module or "").partition(".")[0] == "dpsym":
            for a in inner.names:
                whole = f"{inner.module}.{a.name}"
                yield whole if whole in modules() else str(inner.module)
        else:
            yield from imports(inner, types)


@functools.cache
def graph(types: bool = False) -> dict[str, frozenset[str]]:
    return {name: frozenset(imports(tree, types)) - {name} for name, tree in modules().items()}


def circles(leads: dict[str, frozenset[str]]) -> list[list[str]]:
    """The sets of modules each of which leads to all others (strongly connected, of more than one)."""
    reach = {name: reached(name, leads) for name in leads}
    together = {tuple(sorted(o for o in reach[name] if name in reach[o])) for name in reach}
    return sorted(list(c) for c in together if len(c) > 1)


def reached(start: str, leads: dict[str, frozenset[str]]) -> set[str]:
    found: set[str] = set()
    stack = list(leads[start])
    while stack:
        name = stack.pop()
        if name not in found and name in leads:
            found.add(name)
            stack += leads[name]
    return found


def within(name: str) -> str:
    return name.removeprefix("dpsym.")


def test_no_circle_of_imports_even_of_types() -> None:
    """No module leads back to itself, through what it imports when it runs or what it names in its types alone."""
    assert circles(graph(types=True)) == []


def room(name: str) -> str:
    return within(name).partition(".")[0]


def test_a_floor_rests_on_those_below() -> None:
    for name, used in graph().items():
        floor = FLOORS.get(room(name), TOP)
        for other in used:
            below = FLOORS.get(room(other), TOP)
            inside = room(name) == room(other) or floor == below == TOP
            assert inside or below < floor, f"{within(name)} imports {within(other)}"


def test_a_search_that_came_to_nothing_is_made_again_where_its_own_program_is_another() -> None:
    """What a search for a witness may import is the part of the program by which it is kept that it found nothing."""
    below = {name for name, floor in FLOORS.items() if floor < FLOORS["prove"]}
    assert version.SEARCHED_BY == (below | {"prove"}) - {"derivations"}


def test_a_room_of_the_claims_rests_on_those_before_it() -> None:
    inside = {
        n: w for n in graph() if within(n).startswith("claims.") and (w := within(n).split(".")[1]) in ROOMS
    }
    assert set(inside.values()) == set(ROOMS)
    for name, own in inside.items():
        for other in graph()[name] & inside.keys():
            below = ROOMS[inside[other]]
            assert own == inside[other] or below < ROOMS[own], f"{within(name)} imports {within(other)}"


def test_a_room_of_the_search_rests_on_those_before_it() -> None:
    inside = {n: within(n).split(".")[1] for n in graph(types=True) if within(n).startswith("prove.")}
    assert set(inside.values()) == set(SEARCH)
    for name, own in inside.items():
        for other in graph(types=True)[name] & inside.keys():
            below = SEARCH.index(inside[other]) <= SEARCH.index(own)
            assert below, f"{within(name)} imports {within(other)}"


def test_every_file_says_what_it_is() -> None:
    for name, tree in modules().items():
        assert ast.get_docstring(tree), name


def methods(node: ast.ClassDef) -> Iterator[Definition]:
    return (m for m in node.body if isinstance(m, Definition) and not m.name.startswith("_"))


def undocumented(tree: ast.Module) -> list[str]:
    """The public functions, classes and methods of a module that do not say what they are, also where what they are made
    from says it."""
    public = [n for n in tree.body if isinstance(n, Definition | ast.ClassDef) and not n.name.startswith("_")]
    found = [n.name for n in public if not ast.get_docstring(n)]
    for node in public:
        if isinstance(node, ast.ClassDef):
            found += [f"{node.name}.{m.name}" for m in methods(node) if not ast.get_docstring(m)]
    return found


def test_every_public_function_class_and_method_says_what_it_is() -> None:
    found = {name: undocumented(tree) for name, tree in modules().items()}
    assert {name: silent for name, silent in found.items() if silent} == {}


# ---------------------------------------------------------------------------------------------------------- types
# Where a module says `Any`: aliases and functions at a border, each with its reason beside it.
BORDERS = {
    "dpsym": {"__getattr__"},  # names that are found when they are asked for
    "numbers": {"__getattr__"},
    "claims.reading.builder": {"parser"},  # of lark, whose types know nothing of what a transformer makes
    "claims.reading.nodes": {"Value"},  # what a node is besides its arguments: its kind says of which type
    "cli.frame": {"settle"},  # options of a command, handed on
    "cli.inference": {"of_table"},  # what one of several functions gives, which is chosen by name
    "coq.proof": {"Line.__getitem__", "Line.get"},  # the fields of a line of a certificate
    # the kernel reads JSON that nobody has checked, and trees whose heads say what their parts are
    "kernel.certificate": {"Certificate", "check_bundle", "entries", "read"},
    "kernel.evaluation": {"Evaluation.__init__", "Evaluation.at", "Evaluation.outcome", "Evaluation.remember"},
    "kernel.normal": {
        "Context.__init__", "Context.atom", "Context.bindable", "Context.make", "Context.mksum", "Context.ren",
        "Factor.__getitem__", "Key", "Poly", "survey",
    },
    "kernel.reading": {
        "Reader.__init__", "Reader.formula", "Reader.name", "Reader.read", "Reader.real", "Reader.share", "Reader.value",
        "Step",
    },
    "kernel.rules": {"Checker.r_arith.pick"},
    "kernel.terms": {"Json", "Tree", "dump", "load", "number"},
    "language.fingerprint": {"Field"},
    "language.names": {"Thing"},
    "numbers.balls": {"Input"},
    "numbers.expressions.bindings": {"Masses"},
    "numbers.finite_pairs": {"Key"},
    "numbers.registry": {"Call", "Options"},
    "prove.decide.closures": {"Closure", "Read"},
    "prove.proof.script": {"Field", "Stored"},
    "prove.variants.sharpness": {"Choice"},
    "reals.simplex": {"Number"},
    "reports.parallel": {"Result"},
}  # fmt: skip


def says_any(node: ast.AST) -> bool:
    """Whether this is the word `Any`, or a text that is read as a type in which it stands."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "Any" in node.value:
        try:
            return any(map(says_any, ast.walk(ast.parse(node.value, mode="eval"))))
        except SyntaxError:
            return False
    return "Any" in (getattr(node, "id", ""), getattr(node, "attr", ""))


def untyped(node: ast.AST, name: str = "") -> Iterator[str]:
    """The aliases, functions and methods in which `Any` is said, by their names in the module."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, Definition | ast.ClassDef):
            yield from untyped(inner, f"{name}.{inner.name}".removeprefix("."))
        elif isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name) and not name:
            yield from untyped(inner, inner.targets[0].id)
        elif says_any(inner):
            yield name
        else:
            yield from untyped(inner, name)


def test_any_is_said_at_the_borders_only() -> None:
    found = {within(module): set(untyped(tree)) for module, tree in modules().items()}
    assert {m: p for m, p in found.items() if p} == BORDERS


# ---------------------------------------------------------------------------------------------------------- errors
# Where everything that may go wrong is caught, each with what becomes of it.  An internal error is never a verdict.
CATCHES = {
    # it is reported as an internal error, with the verdict `error` and an exit code of its own
    "audit.run.found", "audit.run.judged_or_error", "cli.claims.settled", "cli.frame.Group.invoke",
    "reports.parallel.Pool.take", "reports.parallel.done", "reports.settled.Settled._guarded",
    "reports.settled.Settled.holding", "reports.settled.Settled.near_misses", "reports.settled.Settled.sharpness",
    "serve.bounded.work",
    # the caller says what is done then: it is raised again, or the page is left out and the error is reported
    "document.media.appendix._fragments.alone", "document.media.appendix._fragments.text",
    "document.media.appendix.near_misses_section",
    # code of a user's file, which may raise anything: what is wrong with the file, in plain words
    "library.files.imported",
    # what a worker on another machine did not bring is searched for here, where an error is met again
    "claims.on_cluster.Asked.settle", "reports.cluster.Searched.bring", "reports.cluster.search",
    "reports.curves.Shared.brought",
    # it comes again at the first request, and is told there
    "serve.warm.warm",
    # a report of an internal error must not end in another one
    "faults.versions",
}  # fmt: skip
EVERYTHING = {"Exception", "BaseException"}


def is_broad(node: ast.AST) -> bool:
    """Whether this catches everything, and does not raise it again."""
    if isinstance(node, ast.ExceptHandler):
        last = node.body[-1]
        if isinstance(last, ast.Raise) and last.exc is None:
            return False
        return node.type is None or any(getattr(n, "id", None) in EVERYTHING for n in ast.walk(node.type))
    if isinstance(node, ast.Call) and "suppress" in (
        getattr(node.func, "id", ""),
        getattr(node.func, "attr", ""),
    ):
        return any(getattr(n, "id", None) in EVERYTHING for a in node.args for n in ast.walk(a))
    return False


def broad(node: ast.AST, name: str) -> Iterator[str]:
    """The functions in which everything is caught, by their names."""
    for inner in ast.iter_child_nodes(node):
        if is_broad(inner):
            yield name
        deeper = f"{name}.{inner.name}" if isinstance(inner, Definition | ast.ClassDef) else name
        yield from broad(inner, deeper)


def test_everything_is_caught_at_the_borders_only() -> None:
    found = {within(name) for module, tree in modules().items() for name in broad(tree, module)}
    assert found == CATCHES


# -------------------------------------------------------------------------------------------------------- dispatch
# Rooms in which a thing is asked for what it is: never by the name of its class, nor by the fields that it may have.
SAYING = ("language", "kernel", "lift", "prove", "claims", "reals")
ASKED_FOR = {
    "language.expressions.Parameter.conditions": "_conditions",  # made once
    "language.expressions.swap_laws": "kind",  # what a function symbol of sympy carries
}


def is_name_of_class(node: ast.AST) -> bool:
    """Whether this is `type(x).__name__`."""
    if not (isinstance(node, ast.Attribute) and node.attr == "__name__" and isinstance(node.value, ast.Call)):
        return False
    return getattr(node.value.func, "id", "") == "type"


def guessing(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """The functions in which a thing is told apart by the name of its class, or by whether it has an attribute."""
    for inner in ast.iter_child_nodes(node):
        deeper = f"{name}.{inner.name}" if isinstance(inner, Definition | ast.ClassDef) else name
        if isinstance(inner, ast.Compare) and any(map(is_name_of_class, (inner.left, *inner.comparators))):
            yield deeper, "__name__"
        if isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "hasattr":
            what = inner.args[1]
            yield deeper, str(what.value if isinstance(what, ast.Constant) else getattr(what, "id", ""))
        yield from guessing(inner, deeper)


def test_nothing_is_told_apart_by_the_name_of_its_class_or_by_its_fields() -> None:
    """A notion, a step or a quantity with another name or another field would be taken for what it is not."""
    found = {
        where: what
        for module, tree in modules().items()
        if room(module) in SAYING
        for where, what in guessing(tree, within(module))
    }
    assert found == ASKED_FOR


def yielding(tree: ast.AST) -> list[int]:
    """Lines of blocks in which sympy keeps what is typed, or does not, and a generator stops: all that its caller does until
    it goes on is done so too, and the setting is put back when the generator is given up, whatever it is by then."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.With):
            continue
        called = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
        named = {getattr(f, "id", None) or getattr(f, "attr", None) for f in called}
        inside = (n for part in node.body for n in ast.walk(part))
        if named & {"as_written", "evaluate"} and any(
            isinstance(n, ast.Yield | ast.YieldFrom) for n in inside
        ):
            found.append(node.lineno)
    return found


def test_no_generator_stops_while_sympy_keeps_what_is_typed() -> None:
    files = (p for root in map(Path, dpsym.derivations.__path__) for p in root.rglob("*.py"))
    theorems = {str(p): ast.parse(p.read_text(encoding="utf-8")) for p in files}
    found = {name: lines for name, tree in (modules() | theorems).items() if (lines := yielding(tree))}
    assert len(theorems) > 100 and not found
    stops = "def f():\n    with sympy.evaluate(True):\n        if x:\n            yield 1\n"
    goes_on = "def f():\n    with as_written():\n        x = 1\n    yield x\n"
    assert yielding(ast.parse(stops)) == [2] and not yielding(ast.parse(goes_on))


def named_for_nothing(
    files: dict[str, ast.Module], others: Iterable[ast.Module] = ()
) -> list[tuple[str, str]]:
    """Names that a file makes at its top and that neither it nor another file reads."""
    nodes = {name: list(ast.walk(tree)) for name, tree in files.items()}
    outside = [n for ns in nodes.values() for n in ns] + [n for tree in others for n in ast.walk(tree)]
    taken = {(n.module, a.name) for n in outside if isinstance(n, ast.ImportFrom) for a in n.names}
    parts = {n.attr for n in outside if isinstance(n, ast.Attribute)}
    found = []
    for name, tree in files.items():
        made = [
            n for statement in tree.body if isinstance(statement, ast.Assign) for n in ast.walk(statement)
        ]
        made += [n for n in tree.body if isinstance(n, ast.FunctionDef)]
        of = [n.name if isinstance(n, ast.FunctionDef) else n.id for n in made if isinstance(n, ast.FunctionDef)
              or (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))]  # fmt: skip
        read = {n.id for n in nodes[name] if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} | parts
        found += [
            (name, x) for x in of if x != "_" and x not in read and not {(name, x), (name, "*")} & taken
        ]
    return found


def test_a_file_of_theorems_names_nothing_that_nobody_reads() -> None:
    """A theorem is left out, and what was made for it stays: only entries are there for their own sake."""
    roots = map(Path, dpsym.derivations.__path__)
    paths = [(root, p) for root in roots for p in root.rglob("*.py") if p.name != "__init__.py"]
    files = {module_in(root, p): ast.parse(p.read_text(encoding="utf-8")) for root, p in paths}
    tests = [ast.parse(p.read_text(encoding="utf-8")) for p in Path(__file__).parent.rglob("*.py")]
    found = named_for_nothing(files, tests)
    kept = [(name, x) for name, x in found
            if not isinstance(getattr(import_module(name), x), Entry | Chapter)]  # fmt: skip
    assert len(found) > 100 and kept == []
    one = "x, y = 1, 2\nz = x\ndef f(): pass\ndef g(): pass\nw = g()\n"
    two = "from one import z\nimport one\nprint(one.f)\n"
    assert named_for_nothing({"one": ast.parse(one)}) == [
        ("one", "y"),
        ("one", "z"),
        ("one", "w"),
        ("one", "f"),
    ]
    assert named_for_nothing({"one": ast.parse(one), "two": ast.parse(two)}) == [("one", "y"), ("one", "w")]


def module_in(root: Path, path: Path) -> str:
    """The name of a file of theorems, as it is imported."""
    return ".".join(("dpsym.derivations", *path.relative_to(root).with_suffix("").parts))


def test_blocks_that_keep_what_is_typed_do_not_overlap() -> None:
    """What the rule above cannot see, such as a generator that a library suspends, is seen when it happens."""

    def suspended() -> Iterator[int]:
        with as_written():
            yield 1

    outer = as_written()
    outer.__enter__()
    inner = suspended()
    next(inner)
    outer.__exit__(None, None, None)
    with pytest.raises(RuntimeError, match="overlap"):
        list(inner)
    assert global_parameters.evaluate
    with as_written(), evaluate(True):
        assert Integer(1) * Integer(1) == 1
    assert global_parameters.evaluate


def test_what_is_kept_as_typed_is_a_matter_of_one_thread() -> None:
    with as_written(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: global_parameters.evaluate).result() is True
        assert global_parameters.evaluate is False


@pytest.mark.parametrize("k", range(6))
def test_the_tests_of_a_file_run_in_one_process(
    k: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """tests/conftest.py sends them there: each process that had some would compute again what they have in common."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("the tests are not distributed by group")
    whole_run = tmp_path.parent.parent / "process_of_test_house"
    try:
        with whole_run.open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        assert whole_run.read_text() == str(os.getpid())


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


def test_what_is_told_apart_by_guessing_is_found() -> None:
    text = "def f(x):\n    if {}:\n        return 1\n"
    for asked, what in (('type(x).__name__ == "A"', "__name__"), ('hasattr(x, "values")', "values")):
        assert [*guessing(ast.parse(text.format(asked)), "m")] == [("m.f", what)]
    assert not [*guessing(ast.parse(text.format("isinstance(x, A)")), "m")]


def test_what_says_nothing_of_itself_is_found() -> None:
    text = (
        'def f():\n    """It."""\ndef g(): ...\ndef _h(): ...\nclass A:\n    x = 1\n    def a(self):\n        """It."""\n'
        '    def b(self): ...\n    def _c(self): ...\nclass B(A):\n    """It."""\n    def a(self): ...\n'
    )
    assert undocumented(ast.parse(text)) == ["g", "A", "A.b", "B.a"]


def test_imports_inside_of_functions_count_and_those_for_types_do_not() -> None:
    text = "def f():\n    import dpsym.keeping.store\nif TYPE_CHECKING:\n    import dpsym.library\n"
    assert list(imports(ast.parse(text))) == ["dpsym.keeping.store"]
    assert list(imports(ast.parse(text), types=True)) == ["dpsym.keeping.store", "dpsym.library"]
    assert list(imports(ast.parse("from dpsym.language import steps, exp"))) == [
        "dpsym.language.steps",
        "dpsym.language",
    ]


def test_circles_are_found() -> None:
    leads = {"a": "bx", "b": "c", "c": "a", "d": "a", "e": "f", "f": "e", "g": ""}
    assert circles({name: frozenset(to) for name, to in leads.items()}) == [["a", "b", "c"], ["e", "f"]]


def test_what_catches_everything_is_found() -> None:
    caught = (
        "def a():\n    try:\n        x()\n    except Exception as e:\n        return 0\n"
        "def b():\n    try:\n        x()\n    except:\n        pass\n"
        "class C:\n    def c(self):\n        with contextlib.suppress(KeyError, Exception): x()\n"
        "def d():\n    try:\n        x()\n    except (KeyError, BaseException):\n        raise Other from None\n"
        "try:\n    x()\nexcept Exception:\n    pass\n"
    )
    assert list(broad(ast.parse(caught), "m")) == ["m.a", "m.b", "m.C.c", "m.d", "m"]
    seen = (
        "def a():\n    try:\n        x()\n    except Exception:\n        y()\n        raise\n"
        "def b():\n    with suppress(KeyError): x()\n"
        "def c():\n    try:\n        x()\n    except KeyError:\n        pass\n"
    )
    assert not list(broad(ast.parse(seen), "m"))


def test_what_has_no_type_is_found() -> None:
    text = (
        'A = dict[str, Any]\nclass B:\n    """Any."""\n    x: Any\n    def c(self, y: typing.Any): ...\n'
        'def d() -> "list[Any]": ...\n'
    )
    assert list(untyped(ast.parse(text))) == ["A", "B", "B.c", "d"]
    assert not list(untyped(ast.parse('def f(x: int) -> list[str]:\n    """Any of them."""\n')))
