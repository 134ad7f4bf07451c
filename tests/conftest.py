"""What all tests share: a Hypothesis profile under which a run is the same every time.

Hypothesis measures two things by the clock, and a busy machine would fail on either: the deadline of an
example, and the health check `too_slow`. Both are off; every other health check stays on.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "noisymax",
    database=None,
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("noisymax")
