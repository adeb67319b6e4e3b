"""Settings of all tests: hypothesis without surprises, certificates shared between the processes of a run, what is computed
once for several tests in one process, and how often memory is searched for what is no longer used."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
SHARED = ("module", "package", "session")  # scopes of a fixture that several tests have


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(2_000_000, 20, 100)  # as the commands have it
    cache = getattr(config, "cache", None)
    if cache is not None and "DPSYM_CACHE" not in os.environ:
        os.environ["DPSYM_CACHE"] = str(cache.mkdir("dpsym"))


def pytest_collection_finish() -> None:
    """The library and the tests stay to the end: to look through them at each collection takes a fifth of the time."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The library first: what it proves, the tests of the commands find in the store.  With `--dist loadgroup` the tests of
    one folder of the library, and those of a file that share a fixture, go to one process, which computes once for all of
    them what they have in common: the verdict on a theorem, a server."""
    groups = {item: group_of(item) for item in items}
    if config.pluginmanager.hasplugin("xdist"):
        for item, group in groups.items():
            if group:
                item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: (item.path.name != "test_library.py", not groups[item]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests by group, as `--dist loadgroup` has them; what is finished is put away.  xdist counts after each test what each
    process was ever given, and looks for the next one along the list of all: twice the time of 20,000 short tests."""
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling

    class Groups(LoadGroupScheduling):
        def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
            super().add_node_collection(node, collection)
            if node in self.registered_collections:
                self.registered_collections[node] = Places(collection)

        def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
            super().mark_test_complete(node, item_index, duration)
            given = self.assigned_work[node]
            group = self._split_scope(self.registered_collections[node][item_index])
            if all(given[group].values()):
                del given[group]

    return Groups(config, log)


class Places(list[str]):
    """The tests of a process, and where each stands among them."""

    def __init__(self, tests: Iterable[str]) -> None:
        super().__init__(tests)
        self.places = {test: place for place, test in enumerate(self)}

    def index(self, test: str, *between: Any) -> int:
        return self.places[test]


def group_of(item: pytest.Item) -> str:
    """The name of the group with which a test runs, its file's own if that names one; "" for a test that may run anywhere."""
    if own := item.get_closest_marker("xdist_group"):
        return str(own.args[0])
    params = getattr(getattr(item, "callspec", None), "params", {})
    if item.path.name == "test_library.py":
        entry = params.get("item")
        return "library" if entry is None else f"library {entry.name.partition('.')[0]}"
    fixtures = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009
    shared = (f.baseid for found in fixtures.values() for f in found if f.scope in SHARED)
    return next(filter(None, shared), "")  # those of plugins have no place
