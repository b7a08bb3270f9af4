"""The demo campaign."""
from tableside.campaign.library import Library
def place_demo(library: Library) -> str:
    return library.new("Demo", "troika")
