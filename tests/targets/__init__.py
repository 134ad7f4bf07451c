"""Is other people's code named, loaded, asked and stopped without harm?"""
