"""The words of Troika! Numinous Edition."""
