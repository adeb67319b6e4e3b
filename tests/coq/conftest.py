"""What the tests of Coq files share: the certificates of a few theorems over all rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from small_proofs import BY_HAND, SAMPLE

from dpsym.coq.theorem import Exported, export_all
from dpsym.keeping.store import Certificates
from dpsym.library import Library, find
from dpsym.reports import Reporter, certificates_of


def certificates(names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The certificates of these theorems and of what they cite, by name."""
    items = [find(n) for n in names]
    reporter = Reporter(Library(tuple(items)), Certificates(), [])
    return certificates_of(reporter, [item.entry for item in items])[1]


@pytest.fixture(scope="session")
def sample() -> Mapping[str, dict[str, Any]]:
    return {**certificates(SAMPLE), **BY_HAND}


@pytest.fixture(scope="session")
def exported(sample: Mapping[str, dict[str, Any]]) -> dict[str, Exported]:
    return export_all(sample)
