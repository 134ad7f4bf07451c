"""What a bounded range, or a bounded loss, implies under zero-concentrated divergence."""
