"""Named evaluators over numpy arrays, in doubles, with a proved bound on the error of every entry."""
