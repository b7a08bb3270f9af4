"""The games that come with Tableside: everything of each in its folder."""
