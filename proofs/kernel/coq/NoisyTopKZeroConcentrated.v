(* make_noisy_top_k under zero-concentrated divergence, end to end, under the hypothesis about enclosures: it answers with probability 1, its law, and its privacy. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLaw PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw GumbelMaxLaw GumbelWithoutNoise GumbelSelection ExponentialMechanismLaw PermuteAndFlipLoop MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose Construction DivergenceRules NoisyTopKMaxDivergence GumbelReleases.
Import ListNotations.
Open Scope R_scope.

Section Enclosed.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R).
Hypothesis He : encloses enclosed tol.

(* ---- make_noisy_top_k under zero-concentrated divergence ---- *)
Section TopK.
Variables (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement (list Z)).
Hypothesis made : make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate = Answer M.

Lemma concentrated_invoke : exists f s, fl_value f = Some s /\ (0 <= s)%Q /\ (0 <= k)%Z /\ eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s) /\
  (forall d_in m, eval (Measurement_map M d_in) = Answer m -> exists d, value d_in = Some d /\ (0 <= d)%Q /\ promised concentrated_cost k s (LInfDistance_monotonic input_metric) d m) /\
  (forall x g, bd g -> List.Forall score_of x -> member input_domain x ->
    Ex (Measurement_invoke M x) g = Ex (gumbel_top_k enclosed (noisy_scores (Qred s) (exact_scores negate x)) k) g) /\
  (forall x, constructed input_domain -> member input_domain x -> List.Forall score_of x).
Proof.
  destruct (make_noisy_top_k_is _ _ _ _ _ _ _ _ made) as [MO [f [s [[= <-] [Hf [Hs [Ps [Hk [Hv [N [Hdom [_ [Ho [Hfun Hmap]]]]]]]]]]]]]].
  exists f, s. repeat (split; [easy|]). split; [|split].
  - intros d_in m Hm. destruct (map_is _ _ _ Hm) as [d [Hd [Pd Hp]]]. rewrite Hmap in Hp. exists d. split; [easy|]. split; [easy|].
    destruct (gives_answer _ _ _ _ (noisy_top_k_map_gives (mk_TopKMeasure (ZeroConcentratedDivergence_noisy_top_k enclosed) ZeroConcentratedDivergence_privacy_map)
      concentrated_cost concentrated_rounding k f s (LInfDistance_monotonic input_metric) d_in concentrated_costs Hk Hs Ps) Hp) as [d' [Hd' Pr]].
    rewrite Hd in Hd'. injection Hd' as <-. auto.
  - intros x g Hg Sx Hx. rewrite invoke_is by (try rewrite Hdom; easy). rewrite Hfun. now apply zero_concentrated_release.
  - intros x HC Hx. now apply (member_scores input_domain x HC N Hx).
Qed.

Theorem zero_concentrated_answers x : constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Proof.
  intros HC Hx. destruct concentrated_invoke as [f [s [Hs [Ps [Hk [_ [_ [Hi Hm]]]]]]]]. apply answers_Ex. rewrite Hi; auto; [|apply bd_const; lra].
  apply answers_Ex, (gumbel_answers enclosed tol He); [|easy]. rewrite R_red. apply Qle_Rle in Ps. now rewrite R_0 in Ps.
Qed.
Theorem zero_concentrated_law x : constructed input_domain -> member input_domain x -> exists s, eval (v <- checked_scale scale ;; fl_fraction v) = Answer s /\
  (0 < Q2R s -> has_softmax_law (Measurement_invoke M x) (length x) (Z.to_nat (Z.min k (py_len x))) (Q2R s) (score (exact_scores negate x))).
Proof.
  intros HC Hx. destruct concentrated_invoke as [f [s [Hs [Ps [Hk [Hv [_ [Hi Hm]]]]]]]]. exists (Qred s). split; [easy|]. intros Pos o Ho. rewrite Hi by (auto using bd_event).
  pose proof (gumbel_law enclosed tol He (exact_scores negate x) (Qred s) k Pos Hk) as G. unfold py_len in *. rewrite exact_length in G. now apply G.
Qed.
Theorem zero_concentrated_private x x' d_in m : member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => zero_concentrated_at_most b (of_list (Measurement_invoke M x)) (of_list (Measurement_invoke M x'))).
Proof.
  intros Mx Mx' Hc Hm. destruct concentrated_invoke as [f [s [Hs [Ps [Hk [_ [Hp [Hi _]]]]]]]]. destruct (Hp d_in m Hm) as [d [Hd [Pd Pr]]].
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  assert (Of : forall y, List.Forall score_of y -> member input_domain y -> forall o, of_list (Measurement_invoke M y) o = of_list (gumbel_top_k enclosed (noisy_scores (Qred s) (exact_scores negate y)) k) o).
  { intros y Sy My o. unfold of_list. rewrite !probability_Ex. apply Hi; auto using bd_event. }
  eapply (promised_keeps concentrated_cost k s (LInfDistance_monotonic input_metric) d m); auto.
  - intros E. apply zero_concentrated_same. intros g Hg. rewrite !Hi by easy. unfold exact_scores. now rewrite (close_same d _ x x' E Hby).
  - intros D Ss b Hb. rewrite cost_concentrated in Hb by easy.
    assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    pose proof (near_negate _ negate _ _ (close_near _ _ _ _ Hby)) as N. fold (exact_scores negate x) (exact_scores negate x') in N.
    pose proof (gumbel_law enclosed tol He (exact_scores negate x) (Qred s) k Rs Hk) as L1. pose proof (gumbel_law enclosed tol He (exact_scores negate x') (Qred s) k Rs Hk) as L2.
    unfold py_len in *. rewrite <- (proj1 N) in L2.
    pose proof (softmax_law_zero_concentrated (length (exact_scores negate x)) (Z.to_nat (Z.min k (Z.of_nat (length (exact_scores negate x))))) (Q2R (Qred s)) Rs ltac:(lia) _ _ _ _ _ L1 L2 (near_range_near _ _ _ N)) as Z. rewrite R_red in Z.
    intros alpha Ha. destruct (zero_concentrated_weaker _ b _ _ ltac:(eapply Rle_trans; [|exact Hb]; apply Rmult_le_compat_r; [pose proof (pow2_ge_0 (Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric)) / Q2R s)); lra|now apply rounds_le]) Z alpha Ha) as [Z1 Z2].
    split.
    + intros o. rewrite !Of by easy. apply Z1.
    + intros l Hl. rewrite (lsum_ext _ (fun o => renyi_term alpha (of_list (gumbel_top_k enclosed (noisy_scores (Qred s) (exact_scores negate x)) k) o) (of_list (gumbel_top_k enclosed (noisy_scores (Qred s) (exact_scores negate x')) k) o))) by (intros; now rewrite !Of).
      now apply Z2.
Qed.
End TopK.
End Enclosed.
