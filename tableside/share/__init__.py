"""Pages for players' phones and the table's television, live from the campaign's files, which are only read.

Needs `tableside[share]`: nothing else imports this.
"""
