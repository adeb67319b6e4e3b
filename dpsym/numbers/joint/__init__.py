"""Several mechanisms on the same data: the joint table, its couplings, the budget that is left for one more."""
