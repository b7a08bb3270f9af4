"""Widgets that screens are built of; none of them ever reads a user's text as markup."""
