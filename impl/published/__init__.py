"""The five listings exactly as printed, flaws included: for reading and for refuting, never for use.

`# L13` ends what stands on line 13 of the listing. `# L13 ~` departs from it and only ever adds: it hands
`draw` on, writes a type that the listing leaves out, or has notation that Python lacks. `# +` is a line that
Python needs and the listing lacks. `proofs/documents/transcription` holds all this against the texts.
"""
