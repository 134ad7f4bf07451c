"""Is every wrong implementation caught, clause by clause, and no right one?"""
