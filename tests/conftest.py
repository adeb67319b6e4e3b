"""Settings of all tests: hypothesis without surprises, certificates shared between the processes of a run, what is computed
once for several tests in one process, and how often memory is searched for what is no longer used."""

from __future__ import annotations

import gc
import os

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
