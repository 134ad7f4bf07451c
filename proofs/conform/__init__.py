"""Hold any implementation against the triples: which clause of which triple it breaks, with a witness."""
