"""Sequential, anytime-valid tests of samplers against exact laws, with one budget of false alarms."""
