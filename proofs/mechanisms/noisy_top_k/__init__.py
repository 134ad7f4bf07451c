"""Why `make_noisy_top_k` keeps its promise under each privacy measure."""
