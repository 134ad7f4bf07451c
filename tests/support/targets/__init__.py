"""Other people's implementations, for tests; each file is loaded in a worker process, by its path."""
