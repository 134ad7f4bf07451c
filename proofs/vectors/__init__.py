"""Test vectors for implementations in any language: `noisymax vectors` writes them to tests/vectors."""
