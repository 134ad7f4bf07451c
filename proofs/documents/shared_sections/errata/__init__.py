"""What is wrong in the sections that documents print alike, section by section."""
