"""What `SelectionMeasure` for `RangeDivergence` states, item by item, as printed, errors included."""

STATEMENTS: dict[str, str] = {
    "precondition.compiler.rv": "the associated type RV implements InverseCDF",
    "precondition.compiler.random_variable": "random_variable has the types that its listing shows",
    "precondition.compiler.privacy_map": "privacy_map has the types that its listing shows",
    "precondition.caller.rv": "the caller owes nothing for the type RV",
    "precondition.caller.random_variable.scale": "random_variable is called with scale > 0",
    "precondition.caller.random_variable.scale_non_null": "an FBig is never null",
    "precondition.caller.privacy_map.d_in": "privacy_map is called with d_in ≥ 0, not null",
    "precondition.caller.privacy_map.scale": "privacy_map is called with scale ≥ 0, not null",
    "listing.L1": "define RangeDivergence as a SelectionMeasure",
    "listing.L2": "all k indices come from one round of noise",
    "listing.L3": "the noise is GumbelRV",
    "listing.L5": "the next method is static",
    "listing.L6": "define random_variable from shift and scale",
    "listing.L7": "return a GumbelRV with that shift and scale",
    "listing.L9": "the next method is static",
    "listing.L10": "define privacy_map from d_in, scale and k",
    "listing.L11": "test whether d_in < 0",
    "listing.L12": "refuse a negative distance",
    "listing.L14": "test whether the scale is zero",
    "listing.L15": "without noise the loss is infinite",
    "listing.L17": "return d_in / scale · k, each operation rounded up",
    "theorem_1_1": "the implementation keeps every contract of the SelectionMeasure trait",
    "postcondition.1": "the type RV is as the trait demands",
    "postcondition.2": "random_variable is as the trait demands",
    "postcondition.3": (
        "privacy_map is as the trait demands: its result bounds the RangeDivergence of k indices"
    ),
    "definition_1_2": "a variable is Gumbel if its density is the f of equation (1)",
    "eq1": "f(x) = (1/β) e^(-e^(-e^(-z)) - z)",
    "eq1.where": "z = (x - μ)/β, with location μ and scale β",
    "proof.rv_is_gumbel_rv": "RV = GumbelRV",
    "proof.gumbel_rv_follows_definition": "a GumbelRV has the density of definition 1.2",
    "proof.gumbel_rv_has_inverse_cdf": "GumbelRV implements InverseCDF, by the compiler",
    "proof.random_variable_valid": "if scale > 0, random_variable yields a valid GumbelRV",
    "proof.one_shot_is_peeling": (
        "the k best of once-noised scores have the law of peeling with the exponential mechanism (Lemma"
        " 4.2 of [2])"
    ),
    "proof.peeling_is_composition": "peeling k times composes k exponential mechanisms",
    "proof.exponential_range": (
        "the exponential mechanism is private in RangeDivergence (Proposition 2 of [1])"
    ),
}
