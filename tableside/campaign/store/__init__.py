"""A campaign on disk: a folder of files that stock TinyDB can open, and a log of the changes since.

When a call returns, its change survives a kill and, on a disk that honours fsync, a power cut. The cost of a
change does not grow with the campaign. A damaged file is reported, never replaced by an empty one.
"""
