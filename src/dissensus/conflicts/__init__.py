"""Documents -> conflicts: statements, candidates, judged pairs, categories, copies, the graph."""
