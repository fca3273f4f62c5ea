"""Doors of the terminal; no logic of their own."""
