"""The words of If We Wandered Here Long Enough."""
