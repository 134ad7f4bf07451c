"""Does each mechanism keep its law, its errors and its privacy, and is every planted bug noticed?"""
