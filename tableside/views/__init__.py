"""What the screens show, as rows of ready words: pure functions of the table and the journal."""
