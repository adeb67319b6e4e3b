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
LIBRARY = "test_library.py"


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(2_000_000, 20, 100)  # as the commands have it
    cache = getattr(config, "cache", None)
    if cache is not None and "DPSYM_CACHE" not in os.environ:
        os.environ["DPSYM_CACHE"] = str(cache.mkdir("dpsym"))


def pytest_collection_finish() -> None:
    """The library and the tests stay to the end: to look through them at each collection takes a fifth of the time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Nor is all that was computed looked through at the end, where pytest does so five times before the process ends."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The library first: what it proves, the tests of the commands find in the store."""
    items.sort(key=lambda item: item.path.name != LIBRARY)


def group_of(test: str) -> str:
    """The tests of one file, and of the library those of one folder, run in one process, which computes once for all of them
    what they have in common: the verdict on a theorem, a server."""
    file, _, name = test.partition("::")
    return f"{file} {name.partition('[')[2].partition('.')[0]}" if file.endswith(LIBRARY) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup`: tests by group, and what is finished is put away.  A mark for its group is not seen by each pair
    of versions of pytest and xdist; and xdist counts after each test what each process was ever given, and looks for the next
    one along the list of all: twice the time of 20,000 short tests."""
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

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
