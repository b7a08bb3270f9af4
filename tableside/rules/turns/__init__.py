"""Taking turns, in whichever order: what brings a turn order forward and back, who comes and who goes."""
