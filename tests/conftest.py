"""Settings of all tests: hypothesis without surprises, certificates shared between the processes of a run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    cache = getattr(config, "cache", None)
    if cache is not None and "DPSYM_CACHE" not in os.environ:
        os.environ["DPSYM_CACHE"] = str(cache.mkdir("dpsym"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The library first: what it proves, the tests of the commands find in the store."""
    items.sort(key=lambda item: item.path.name != "test_library.py")
