"""The words of Galejatra."""
