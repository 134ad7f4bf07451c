"""The names of the sentences: a line for each, in the order of the text.

A line is the sentence's digest, then the ids of what the sentence asserts, or `-` and the reason why it holds
nothing to check: `metadata`, `heading`, `pointer` (to what follows), `setup`, `notation`, `motivation`.
"""

SENTENCES = {
    "report_noisy_max_gumbel": """\
71fac23c2868080e - metadata
27230ef6fcfae6cf - metadata
9bd519372a96f96e prose.selects_greatest
8d0c998369f2a9d8 prose.postprocessing
cb6eb90f9122315b - metadata
c360f9d34d420512 prose.naive_law
a9d8c296ae8a5cae prose.inverse_transform
b46e6b54b3a129b8 prose.normalisation
0c8b632a2e3db813 prose.exponentially_more_likely
420ec834e3d3d44b prose.temperature_calibrates
067a1a1c03948a91 prose.hot_uniform prose.hot_private
3c153331a832eddc prose.cold_one_hot prose.cold_less_private
73cac5ce0148c9f8 - pointer
5e724565aa4286a0 prose.epsilon_cools prose.epsilon_distinguishes
a7747e4296d04922 prose.normalised_sensitivity
29f87b3e3cd766a6 prose.literature_factor_two
630112d14cd2a696 prose.factor_in_metric
12d3e7f50087dde6 prose.exp_can_underflow prose.exp_can_overflow
2278f36c7233c9aa prose.underflow prose.overflow
4cbf27c3fdb85ce3 - setup
72ddf7e55d4782a8 prose.shift_invariance
c7624a6823a48b80 prose.shift_prevents_overflow prose.shift_underflows prose.tails_vanish
39184b3bf883e6c0 prose.rounding_accumulates prose.rounding_changes_law
f1de7b202d55f7c5 prose.gumbel_private
0b2a1bc58f6eedb0 - notation
9f39a8d758550864 - notation
d852a8818b2502f6 prose.gumbel_inverse_transform
f65ff3abd11d583f - motivation
a68cd420b1456e0b - notation
7924bf5b756bfa78 - notation
f2a0baeb17d87920 prose.linf_meaning
4f22e49c8b46a079 prose.linf_factor_two
ecae7d2d3bf8a99d prose.opposite_directions
1ba2c4bc8ceb757d prose.monotonic_no_factor prose.monotonic_same_direction
cc88e1e6a3f1b299 prose.range_meaning
329f94c373d3da0b - setup
baed939a457a9bf4 prose.range_opposite_maximises prose.range_factor_two
ee865a3b33570ef4 prose.monotonic_signs_match prose.monotonic_magnitudes_cancel
f2a7af39389dc055 prose.monotonic_maximum
de676822f2582547 prose.tighter_analysis
f671aa8e8b1ccbb5 prose.uses_linf prose.metric_stores_monotonic
8dd522492d6e48a4 precondition.tia
c94860d4e5fd6071 precondition.qo
6d9805fe4b718e2b postcondition
8cb00e3bcec201a9 - pointer
bd0830227d06044f postcondition.1
8819eab83bfb76b4 postcondition.2
5bc51f74cf21f0bc proof.domain_non_null
f869a2d3e2b6b57b proof.scale_positive
84b896bc1ff9d40f - heading
e7bccaddc03b79ca proof.gumbel_centre
aab533c3791b4294 proof.sign_irrelevant
422dd2ee35c535bd proof.gumbel_additive
76a1216ea4ccc3cb proof.returns_argmax proof.law_of_argmax
84b896bc1ff9d40f - heading
e11cc9586685db4c proof.hypothesis
db01e3c7e8c2b500 - notation
7de5233e704f9bd0 proof.map_matches_bound proof.conclusion
""",
    "range_divergence": """\
307dbf0078f193bb - heading
b27e71bb2e4d2217 precondition.compiler.rv
db6a290c8c1d6811 precondition.compiler.random_variable
8f149d441b1eb463 precondition.compiler.privacy_map
2a419b55fd7091c5 precondition.caller.rv
c7205998f7221d1c - heading
2e9992581a7919f0 precondition.caller.random_variable.scale precondition.caller.random_variable.scale_non_null
e2dececb41f0e66e - heading
c4c1a531413834e0 precondition.caller.privacy_map.d_in
e8c75c1ab5bed8a8 precondition.caller.privacy_map.scale
f4259dc7717b4db6 postcondition.1
700d60b0bac23e70 postcondition.2
39cdc859c258cd1b postcondition.3
24ca6d888cae27af eq1.where
6164c126da3ca906 - heading
7a5ee527630a1a98 proof.rv_is_gumbel_rv proof.gumbel_rv_follows_definition
cb774f738c254334 proof.gumbel_rv_has_inverse_cdf
553a63f69e064c6d - heading
ca83d8e3325c146d proof.random_variable_valid
5f2e7bf593e65cc0 - heading
5348f195d5d94198 proof.one_shot_is_peeling proof.peeling_is_composition
d8f8042ef1715dfe proof.exponential_range
""",
    "zero_concentrated_divergence": """\
ea5705fd767a4ee0 precondition.compiler.noisy_top_k
8f149d441b1eb463 precondition.compiler.privacy_map
c7205998f7221d1c - heading
88d9e024f5abeb92 precondition.caller.random_variable.x
e8c75c1ab5bed8a8 precondition.caller.random_variable.scale
e2dececb41f0e66e - heading
29169890040d3898 precondition.caller.privacy_map.d_in
0ff071071d3e4a11 precondition.caller.privacy_map.scale
a038987fb587820e postcondition.1
0ff07d99b92c8af6 postcondition.2
202de3b9399e914c eq1.where
cc5c85b889fb3539 - heading
087eb6dfa92d2ee6 proof.gumbel_noisy_max_preconditions proof.random_variable_postcondition
804997d1b70249d8 - heading
cd01b75aa8f8d8db proof.one_shot_is_peeling proof.peeling_is_composition
df9118d8c96e9dc3 proof.exponential_cdp
""",
    "exponential_candidates_gumbel": """\
da17740b0cc1d778 prose.selects_greatest
7ce8c7f2ddcf4ea2 prose.postprocessing
c360f9d34d420512 prose.naive_law
a9d8c296ae8a5cae prose.inverse_transform
b46e6b54b3a129b8 prose.normalisation
0c8b632a2e3db813 prose.exponentially_more_likely
420ec834e3d3d44b prose.temperature_calibrates
067a1a1c03948a91 prose.hot_uniform prose.hot_private
3c153331a832eddc prose.cold_one_hot prose.cold_less_private
73cac5ce0148c9f8 - pointer
5e724565aa4286a0 prose.epsilon_cools prose.epsilon_distinguishes
a7747e4296d04922 prose.normalised_sensitivity
29f87b3e3cd766a6 prose.literature_factor_two
630112d14cd2a696 prose.factor_in_metric
12d3e7f50087dde6 prose.exp_can_underflow prose.exp_can_overflow
2278f36c7233c9aa prose.underflow prose.overflow
4cbf27c3fdb85ce3 - setup
72ddf7e55d4782a8 prose.shift_invariance
c7624a6823a48b80 prose.shift_prevents_overflow prose.shift_underflows prose.tails_vanish
39184b3bf883e6c0 prose.rounding_accumulates prose.rounding_changes_law
f1de7b202d55f7c5 prose.gumbel_private
0b2a1bc58f6eedb0 - notation
9f39a8d758550864 - notation
d852a8818b2502f6 prose.gumbel_inverse_transform
47e2f4619c5e380f - motivation
e48a8c23c6b0ee11 - notation
0980566f038664b5 prose.linf_traditional prose.linf_meaning
6bc6f9672618e72f - pointer
4f22e49c8b46a079 prose.linf_factor_two
474c420ed7cf9d74 prose.opposite_directions
469cf9576b536043 prose.monotonic_no_factor prose.monotonic_same_direction
7afc56026b2d4cd9 - pointer
329f94c373d3da0b - setup
302b41bc81a95faf prose.range_opposite_maximises prose.range_factor_two
745e7e1fb44562ee prose.monotonic_signs_match prose.monotonic_magnitudes_cancel
f2a7af39389dc055 prose.monotonic_maximum
c1619dde4760624b prose.tighter_analysis
84b54759642bb6e3 proof.symmetric_distance_compatible
2666d738313621f1 proof.inf_difference_compatible
f53d9e5b4ed654dd prose.dp_definition
e231f5a677eda328 prose.eq7_implies_eq8
e16a81332d301d4f proof.m_is_private
""",
    "noisy_top_k": """\
c3006d8e5d2fa52e - metadata
a8dcd21a2dcd4fd5 prose.selects_greatest
aace143236dcb219 prose.same_purpose
547ea8023bc84e88 prose.naive_law
b8bab87134403ccb prose.inverse_transform
c295829932d1b3c0 prose.normalisation
96210d721cac2c8b prose.exponentially_more_likely
014998bfc2ff009d prose.temperature_calibrates
87fa86971a4fc86a prose.hot_uniform prose.hot_private
3be944c9b13df7be prose.cold_one_hot prose.cold_less_private
756e6ce68ab855cb - pointer
b82c97b27cf8728a prose.delta_defined_later
d2ae199086d01dfe prose.d_out_cools prose.d_out_distinguishes
a7747e4296d04922 prose.normalised_sensitivity
29f87b3e3cd766a6 prose.literature_factor_two
3d61468f72ad3118 prose.factor_in_metric
c81b1df01dbe3fdd prose.exp_can_underflow prose.exp_can_overflow
a75a98d76311d0c8 prose.underflow prose.overflow
4cbf27c3fdb85ce3 - setup
72ddf7e55d4782a8 prose.shift_invariance
c7624a6823a48b80 prose.shift_prevents_overflow prose.shift_underflows prose.tails_vanish
11db4f905c5dc6b8 prose.rounding_accumulates prose.rounding_changes_law
c6909a5cf34021d0 prose.gumbel_addresses
0e02411282630301 prose.naive_equals_gumbel
cf03dbe35037f303 eq4.where
d003bd0618b2b44f prose.two_measures
04f7cc6fa25d58d9 prose.gumbel_for_zcdp prose.exponential_for_max_divergence
c81425abca38be30 prose.gumbel_minimises_variance prose.exponential_minimises_variance
8af5623657887f1b prose.permute_and_flip_law prose.permute_and_flip_discrete prose.permute_and_flip_used
ad84ef092b574a64 prose.gumbel_one_shot
5b4c9f299036eca8 prose.one_shot_needs_no_peeling
09cc50129c4e02ba prose.permute_and_flip_peels
e28dd7499e4cc860 prose.privacy_by_composition
b991102e5d0e4f3a precondition.compiler.mo
b077f125320a13d3 precondition.compiler.tia
dc937b59892604f5 precondition.caller
d15e637d28fa2d1a postcondition.1
8ca68e4240108de5 postcondition.2
5fa88a0a711137ca - heading
75ceb1d50298f6af proof.only_entropy_errors proof.entropy_data_dependent
825016170558489c proof.errors_conditional
cf7a5e082e0b98a7 - heading
78421e9198e8dbaf proof.zero_distance
98ab07f7505eaa78 proof.zero_scale
20245825f07243c8 proof.noisy_top_k_preconditions
7bfaa114f2f3340c proof.privacy_map_preconditions
3a2b9a948ff2bfd0 proof.composition
""",
}
