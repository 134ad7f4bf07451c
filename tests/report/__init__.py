"""Does the page say what was found, can it be read, and does a browser show it without asking anybody?"""
