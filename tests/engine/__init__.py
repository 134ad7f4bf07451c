"""Can every checker, law, divergence and statistic fail, and is what it accepts true?"""
