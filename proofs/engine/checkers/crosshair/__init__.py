"""CrossHair as a checker: harnesses, the process in which they are analysed, and what counts as confirmed."""
