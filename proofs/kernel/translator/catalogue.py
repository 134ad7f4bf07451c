"""What is translated, into which file; and the few places where a type says less than is needed, with reasons."""

from proofs.kernel.translator.kinds import EDGE, FL, NUM, TYPE, Kind, function, list_of

LIBRARIES = {
    "EmittedSelection": "ZArith QArith List Bool",
    "EmittedDirected": "ZArith QArith Qround Qabs List Bool",
    "EmittedRelease": "ZArith QArith Qround Qabs List Bool",
    "EmittedGumbel": "ZArith QArith List Bool",
    "EmittedMakers": "ZArith QArith Qround Qabs List Bool",
}
IMPORTS = {
    "EmittedSelection": "CoinPrograms Python",
    "EmittedDirected": "CoinPrograms Python",
    "EmittedRelease": "CoinPrograms Python Evaluation EmittedSelection EmittedDirected",
    "EmittedGumbel": "CoinPrograms Python",
    "EmittedMakers": "CoinPrograms Python Evaluation EmittedSelection EmittedDirected EmittedRelease EmittedGumbel",
}

UNITS: dict[str, list[tuple[str, str]]] = {
    "EmittedSelection": [
        ("spec/draw.py", "retry"),
        (
            "impl/samplers.py",
            "attempt_uniform_uint_below sample_uniform_uint_below sample_bernoulli_rational sample_bernoulli_exp1"
            " sample_bernoulli_exp",
        ),
        ("impl/permute_and_flip.py", "permute_and_flip"),
        ("impl/peeling.py", "original_index peel"),
        ("impl/exponential_mechanism.py", "attempt_exponential_mechanism exponential_mechanism"),
    ],
    "EmittedDirected": [
        ("spec/directed.py", "power_of_two Format Format.quantum Format.largest BINARY64 is_finite"),
        ("impl/directed.py", "GREATEST_POWER floor_log2 round_up _exact inf_cast inf_add inf_mul inf_div inf_powi"),
        ("impl/maps.py", "to_range_distance max_divergence_map zero_concentrated_map times"),
    ],
    "EmittedRelease": [
        ("impl/scores.py", "exact_score exact"),
        ("impl/max_divergence.py", "MaxDivergence.noisy_top_k MaxDivergence.privacy_map"),
        (
            "spec/space.py",
            "check_atom_type AtomDomain AtomDomain.__post_init__ AtomDomain.check VectorDomain"
            " VectorDomain.__post_init__ VectorDomain.check LInfDistance LInfDistance.__post_init__ is_infinite"
            " _difference differences of_one_sign largest_move LInfDistance.distance LInfDistance.close"
            " RangeDistance RangeDistance.__post_init__ spread RangeDistance.distance RangeDistance.close Measure",
        ),
        (
            "impl/parameters.py",
            "check_natural check_switch check_domain check_space check_some_candidate checked_scale",
        ),
        ("spec/measurement.py", "Metric Measurement check_distance Measurement.map Measurement.invoke"),
    ],
    "EmittedGumbel": [
        (
            "impl/gumbel.py",
            "GumbelRV GumbelPSRN standard_gumbel GumbelRV._affine GumbelRV.inverse_cdf GumbelRV.unsampled"
            " GumbelPSRN.lower GumbelPSRN.upper GumbelPSRN.halves GumbelPSRN.refine",
        ),
        ("spec/gumbel.py", "surely_above"),
        ("impl/gumbel.py", "greater_than gumbel_top_k"),
        ("impl/report_noisy_max_gumbel.py", "gumbel_max"),
    ],
    "EmittedMakers": [
        ("spec/top_k_measure.py", "TopKMeasure"),
        (
            "impl/zero_concentrated_divergence.py",
            "ZeroConcentratedDivergence.random_variable ZeroConcentratedDivergence.noisy_top_k"
            " ZeroConcentratedDivergence.privacy_map",
        ),
        (
            "impl/range_divergence.py",
            "range_rounds RangeDivergence.random_variable RangeDivergence.noisy_top_k RangeDivergence.privacy_map",
        ),
        ("impl/noisy_top_k.py", "TOP_K_MEASURES make_noisy_top_k"),
        ("impl/report_noisy_max_gumbel.py", "make_report_noisy_max_gumbel"),
        ("impl/exponential_candidates_gumbel.py", "make_base_exponential_candidates_gumbel"),
        ("spec/maps.py", "exact_range_distance"),
        ("spec/tight_maps.py", "rounds_with_a_choice"),
        ("impl/tight_maps.py", "pure_loss range_loss tight_map_of"),
    ],
}
"""For each emitted file the units in the order of their definition: functions, classes, methods, constants."""

SCORES = list_of(NUM)
CHOSEN: dict[str, dict[str, Kind]] = {
    # An `object` that a check refuses unless it is a vector, a type: the claims are about those.
    "spec.space.VectorDomain.check": {"value": SCORES},
    "spec.measurement.Measurement.invoke": {"x": SCORES},
    "spec.space.check_atom_type": {"atom": TYPE},
    # A `float` for which an int is accepted too, and anything else refused.
    "impl.parameters.checked_scale": {"scale": NUM},
    "impl.parameters.check_natural": {"k": NUM},
    "impl.noisy_top_k.make_noisy_top_k": {"scale": NUM},
    "impl.report_noisy_max_gumbel.make_report_noisy_max_gumbel": {"scale": NUM},
    "impl.exponential_candidates_gumbel.make_base_exponential_candidates_gumbel": {"temperature": NUM},
    # `Any` stands for members of the domain, and for distances between them.
    "spec.measurement.Measurement": {
        "function": function(True, SCORES, Kind("TO")),
        "privacy_map": function(False, NUM, FL),
    },
}
"""Kinds of parameters and fields whose annotation says less, or more, than the code takes for granted."""

ROLES = {
    "spec.gumbel.Edge": EDGE,  # of the floats it has the infinities only
    "spec.gumbel.Partial": Kind("GumbelPSRN"),  # a protocol that one class plays
}
"""Types that are narrower than their definition."""

UNIONS = {"Metric": ("spec.space.LInfDistance", "spec.space.RangeDistance")}
"""Unions that Python writes out and Coq needs a name for."""

UNSEEN = {
    # `entropy` makes the coins of a release that is given none, and `twin` releases without; `tight_privacy_map` is a
    # second map.
    "spec.measurement.Measurement": frozenset({"entropy", "tight_privacy_map", "twin"}),
}
"""Fields that no claim is about: what is put into them is not evaluated."""

ENCLOSED = "(enclosed : Z -> Z -> Q * Q)"
BALLS = """with precision(refinements + GUARD_BITS):
    enclosed = -(-ball(Fraction(numerator, 1 << refinements)).log()).log()
    return (lower(enclosed), upper(enclosed))"""
"""What is assumed of ball arithmetic: this block answers two fractions, `enclosed numerator refinements`."""

ASSUMED = {
    ("spec/draw.py", "sampler"): "47c69db26114cd93",
    ("spec/triple.py", "Triple"): "06574a24f2de6941",
    ("impl/draws.py", "Coins"): "e86aebb1aaadf9ce",
    ("impl/draws.py", "SystemDraw"): "f01fcd205040db6d",
    ("impl/gumbel.py", "GUARD_BITS"): "56d1f6d3a3af14a3",
    ("impl/ball.py", "precision"): "b2c977fdb67d4fb6",
    ("impl/ball.py", "ball"): "08be473f2cf41d7d",
    ("impl/ball.py", "lower"): "42d3e9c2e7e871b6",
    ("impl/ball.py", "upper"): "cc20d2f97476544d",
    ("impl/ball.py", "_written_out"): "e8f371971e9bd4ec",
}
"""Code that runs around what is translated, with the digest of its present text: a change of it must be read again.

`sampler` hands a call on to the coins, a triple checks and changes nothing, coins are fair and each is tossed once, and
balls enclose.
"""

CONTRACTS = {
    "spec.samplers.ATTEMPT_UNIFORM_UINT_BELOW": "73b74d85b8ef5c67",
    "spec.samplers.UNIFORM_UINT_BELOW": "2e3d2eb7fcb67119",
    "spec.samplers.BERNOULLI_RATIONAL": "8099226f68059d00",
    "spec.samplers.BERNOULLI_EXP1": "8cb8e25213a08ac7",
    "spec.samplers.BERNOULLI_EXP": "1a01cded0cc32a05",
    "spec.permute_and_flip.PERMUTE_AND_FLIP": "c286f1581b45d2f2",
    "spec.peeling.PEEL": "16ad39523cd7a99d",
    "spec.exponential_mechanism.ATTEMPT_EXPONENTIAL_MECHANISM": "21377dccf1393964",
    "spec.exponential_mechanism.EXPONENTIAL_MECHANISM": "c286f1581b45d2f2",
    "spec.directed.INF_CAST": "6bf7ff39b5353703",
    "spec.directed.INF_ADD": "434f1019e51c619f",
    "spec.directed.INF_MUL": "d0f73f36179d85c4",
    "spec.directed.INF_DIV": "e57ec58c47c0074b",
    "spec.directed.INF_POWI": "452f544992d0d18b",
    "spec.maps.TO_RANGE_DISTANCE": "0f346abe6bcd8d9f",
    "spec.maps.MAX_DIVERGENCE_MAP": "922d3b461bdefb71",
    "spec.maps.ZERO_CONCENTRATED_MAP": "24e8a70f3f5dadd7",
    "spec.maps.TIMES": "0d68e24748ecd27c",
    "spec.top_k_measure.NOISY_TOP_K": "4c723b599e39dcb5",
    "spec.top_k_measure.ONE_ROUND": "ac265a930adbcf63",
    "spec.gumbel.INVERSE_CDF": "0114a93d8cf95cf1",
    "spec.gumbel.GREATER_THAN": "22b518bbd6b21447",
    "spec.gumbel.GUMBEL_TOP_K": "dff7c47f610745a7",
    "spec.gumbel.GUMBEL_MAX": "2ffd548c364fc110",
    "spec.zero_concentrated_divergence.ZERO_CONCENTRATED_RANDOM_VARIABLE": "69d3d0551af99c83",
    "spec.zero_concentrated_divergence.ZERO_CONCENTRATED_ROUND": "d91954bb5b5628bc",
    "spec.range_divergence.RANGE_RANDOM_VARIABLE": "69d3d0551af99c83",
    "spec.top_k_measure.RANDOM_VARIABLE": "4df4f346db9091a0",
    "spec.top_k_measure.ALL_ROUNDS": "c69042ce442496dd",
    "spec.range_divergence.RANGE_TOP_K": "87dbf12cb72fdd04",
    "spec.range_divergence.RANGE_ROUNDS": "e8e17ee0d96644fb",
    "spec.noisy_top_k.MAKE_NOISY_TOP_K": "3c3918177d12530f",
    "spec.report_noisy_max_gumbel.MAKE_REPORT_NOISY_MAX_GUMBEL": "2e8ced7809b56fd7",
    "spec.exponential_candidates_gumbel.MAKE_BASE_EXPONENTIAL_CANDIDATES_GUMBEL": "97c9be956b42abfa",
    "spec.tight_maps.PURE_LOSS": "73232a93f490c854",
    "spec.tight_maps.RANGE_LOSS": "0c606514afdc747b",
}
"""The triples of what is translated, each with the digest of its predicates. They run too; to break one is an error.

That none is ever broken is assumed: each asks what the theorems say, or less. A change of one must be read again.
"""
