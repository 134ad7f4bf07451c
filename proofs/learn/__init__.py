"""A page to learn with: from the exponential mechanism to a proof that gets stuck, with exercises that are graded."""
