"""The library as a web site that needs no network and no script: indexes, pages with hidden steps, graphs."""

from dpsym.site.build import Card, Entry, Worth, write
from dpsym.site.entries import entry_of
from dpsym.site.graph import neighbourhood, overview

__all__ = ["Card", "Entry", "Worth", "entry_of", "neighbourhood", "overview", "write"]
