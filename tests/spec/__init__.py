"""Do domains, metrics, formulas and triples mean what they say?"""
