"""What `make_noisy_top_k` states, proved, certified or refuted, item by item."""
