"""Is what the page to learn with shows exact, and does an exercise fail until it is repaired?"""
