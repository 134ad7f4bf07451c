"""Is every item of the documents catalogued, transcribed and decided, and does every erratum show?"""
