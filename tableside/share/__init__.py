"""A page for players' phones and the table's television, live from the campaign's files, which it only reads.

Needs `tableside[share]`: nothing else imports this.
"""
