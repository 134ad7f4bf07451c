"""The generator of spec/documents/skeleton: reads the five texts and accounts for every line and sentence."""
