"""A campaign on the disk: a folder of files that stock TinyDB can open, and a log of what changed since.

When a call returns, its change survives a kill and, on a disk that honours fsync, a power cut. No change
rewrites what grows with the campaign. A damaged file is named, never replaced by an empty one.
"""
