"""What stands on the page for players, and what is said to the GM who shares it."""

TEXTS: dict[str, str] = {
    # On the page
    "share.people": "Who is there",
    "share.yours": "Your turn",
    "share.face": "{face}",
    "share.code": "Your code",
    "share.enter": "Show my sheet",
    "share.leave": "Put my sheet away",
    "share.recap": "Recap",
    "share.back": "To the table",
    "share.gone": "Not connected. It comes back by itself.",
    "share.fault": "a page could not be shown, which is a fault of ours ({kind})",
    "share.noscript": "Without JavaScript the page shows what was on the table when it was opened: open it again to see more.",
    "error.share.wrong-code": "that code opens no sheet: ask the GM for yours",
    "error.share.slow": "too many wrong codes: try again in {seconds} seconds",
    "one.share.slow.seconds": "too many wrong codes: try again in 1 second",
    # Before it is shared
    "error.share.not-installed": "sharing needs {missing}: pip install 'tableside[share]'",
    "error.share.port": "{port} is no port: give 0 (any that is free) to 65535",
    "error.share.port-taken": "port {port} cannot be had ({why}): give another with --port, or 0 for any that is free",
    # What is printed where it is shared
    "printed.shared-at": "{title}: {address} (Ctrl+C ends it)",
    "printed.shared-table": "For a television: {address}",
    "printed.shared-here": "On this machine only; --lan lets phones in the same network see it",
    "printed.shared-codes": "Codes with which players see their own sheet, until this ends:",
}
