"""Are the right checks run, the verdicts compared, and the reports true?"""
