"""Expressions of the language at exact values: enclosures, the truth of conditions, arrays, certified roots and minima."""
