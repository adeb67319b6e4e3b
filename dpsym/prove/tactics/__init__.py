"""Tactics: the ways to a goal from what is known, which `proof_state` puts in order; calculus has a room of its own."""
