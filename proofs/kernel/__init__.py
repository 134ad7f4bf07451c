"""Theorems about the running code, checked by Coq: a translator, the Coq files, and the certificate of their build."""
