"""Does each subcommand print what it should, and refuse bad input in one line?"""
