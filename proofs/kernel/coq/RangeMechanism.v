(* The range mechanism (impl/range_divergence.py), end to end, under the hypothesis about enclosures. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws AdaptiveComposition SoftmaxSelection GumbelComparison ExponentialMechanismLaw PermuteAndFlipLoop MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose Construction DivergenceRules NoisyTopKMaxDivergence GumbelReleases.
Import ListNotations.
Open Scope R_scope.

Section Enclosed.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R).
Hypothesis He : encloses enclosed tol.
Variables (scale : fl) (s : Q) (k : Z) (negate : bool).
Hypothesis Hs : fl_value scale = Some s.
Hypothesis Ps : (0 <= s)%Q.
Hypothesis Hk : (0 <= k)%Z.

Theorem range_mechanism_answers x : List.Forall score_of x -> answers_surely (RangeDivergence_noisy_top_k enclosed x scale k negate).
Proof.
  intros Hx. apply answers_Ex. rewrite (range_release enclosed x scale s) by (auto; apply bd_const; lra). apply answers_Ex, (gumbel_answers enclosed tol He); [|easy].
  rewrite R_red. apply Qle_Rle in Ps. now rewrite R_0 in Ps.
Qed.
Theorem range_mechanism_law x : (0 < s)%Q -> List.Forall score_of x ->
  has_softmax_law (RangeDivergence_noisy_top_k enclosed x scale k negate) (length x) (Z.to_nat (Z.min k (py_len x))) (Q2R s) (score (exact_scores negate x)).
Proof.
  intros Pos Hx o Ho. rewrite (range_release enclosed x scale s) by (auto using bd_event).
  assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Pos; now rewrite R_0 in Pos).
  pose proof (gumbel_law enclosed tol He (exact_scores negate x) (Qred s) k Rs Hk) as G. unfold py_len in *. rewrite exact_length, R_red in G. now apply G.
Qed.
Theorem range_mechanism_private metric x x' d_in d m size : (forall n, size = Some n -> py_len x = n) -> fl_value d_in = Some d -> (0 <= d)%Q -> range_close metric x x' (Flt d_in) ->
  eval (RangeDivergence_privacy_map d_in scale k size) = Answer m ->
  promises m (fun b => range_at_most b (of_list (RangeDivergence_noisy_top_k enclosed x scale k negate)) (of_list (RangeDivergence_noisy_top_k enclosed x' scale k negate))).
Proof.
  intros Sz Hd Pd Hc Hm. destruct (range_close_is metric x x' (Flt d_in) d Hd Hc) as [Sx [Sx' N]].
  destruct (gives_answer _ _ _ _ (range_divergence_map_gives d_in d scale s k size Hd Pd Hs Ps) Hm) as [M0 M1].
  destruct (Qlt_le_dec 0 s) as [Pos|C]; [|now rewrite M0 by now apply Qle_antisym]. destruct (M1 Pos) as [r [-> [_ Hr]]]. cbn [promises].
  assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in Pos; now rewrite R_0 in Pos).
  assert (Rd : 0 <= Q2R d) by (apply Qle_Rle in Pd; now rewrite R_0 in Pd).
  apply Qle_Rle in Hr. rewrite Q2R_mult, R_Z, Q2R_div in Hr by (intros E; rewrite E in Pos; now apply Qlt_irrefl in Pos).
  pose proof (near_negate _ negate _ _ N) as N'. fold (exact_scores negate x) (exact_scores negate x') in N'. pose proof (near_range_near _ _ _ N') as RN. rewrite exact_length in RN.
  pose proof (range_mechanism_law x Pos Sx) as L. pose proof (range_mechanism_law x' Pos Sx') as L'.
  assert (E : length x' = length x). { destruct N' as [E _]. rewrite !exact_length in E. easy. } unfold py_len in L, L'. rewrite E in L'.
  set (n := length x) in *. set (j := Z.to_nat (Z.min k (Z.of_nat n))) in *. assert (Q0 : 0 <= Q2R d / Q2R s) by (apply Rdiv_le_0_compat; lra).
  destruct (Nat.eq_dec j 0) as [J|J].
  - rewrite J in L, L'. apply (range_of_nothing n _ (Q2R s) _ _ (score (exact_scores negate x)) (score (exact_scores negate x'))); auto.
    eapply Rle_trans; [|exact Hr]. apply Rmult_le_pos; [|easy]. apply IZR_le. unfold range_count. destruct size; lia.
  - eapply (range_weaker (INR (j - 1 + Nat.min j (n - j)) * (Q2R d / Q2R s))); try apply of_list_nonneg.
    + eapply Rle_trans; [|exact Hr]. apply Rmult_le_compat_r; [easy|]. rewrite INR_IZR_INZ. apply IZR_le. unfold range_count. destruct size as [n'|]; [specialize (Sz n' eq_refl); unfold py_len in Sz; fold n in Sz|]; lia.
    + apply (softmax_law_range n j (Q2R s) Rs ltac:(unfold j; lia) _ _ _ _ _ L L' RN). lia.
Qed.
End Enclosed.
