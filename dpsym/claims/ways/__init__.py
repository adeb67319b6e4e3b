"""The ways to settle a claim: from theorems, by reduction, in parts, as it stands; and whether it means anything."""
