"""A store that suggests one certificate whatever is asked, for tests that a session takes none that does not fit."""

from __future__ import annotations

from typing import Any


class Suggested:
    """A store that answers every question with one entry."""

    def __init__(self, entry: Any) -> None:
        self.entry = entry

    def get(self, key: str) -> Any:
        return self.entry

    def put(self, key: str, certificate: Any) -> None:
        pass
