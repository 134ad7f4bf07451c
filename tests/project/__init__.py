"""Does the project keep its own rules, is it set up as it says, and is the README true?"""
