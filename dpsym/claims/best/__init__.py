"""The best bound for a claim with "?", and which of its conditions a claim needs."""
