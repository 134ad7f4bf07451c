"""The generator of the skeletons of the documents: reads the five texts and accounts for every line and sentence."""
