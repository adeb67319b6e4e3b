"""What the processes of a server share: loaded once, in the process from which they are forked."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress


def warm() -> None:
    """Load the library and what settles claims; a failure here shows again, with its reason, at the first request."""
    with suppress(Exception):
        from dpsym.claims import settle
        from dpsym.serve import jobs

        jobs.library()
        settle("for eps >= 0: PureDP(eps) => TV <= 1")
    gc.collect()
    gc.freeze()


if "multiprocessing.forkserver" in sys.modules:  # not where a test or a reader imports it
    warm()
