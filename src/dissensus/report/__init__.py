"""Results as people read them: terminal, notebook, folder."""
