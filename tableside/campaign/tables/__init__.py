"""Random tables in files: one file read and checked, and the book of all that a campaign can roll on."""
