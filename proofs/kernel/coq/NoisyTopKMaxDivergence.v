(* make_noisy_top_k under max divergence, end to end: it answers with probability 1, its law, and its privacy. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw AdaptiveComposition PeeledFlipZcdp FiniteLaws DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose Construction DivergenceRules.
Import ListNotations.
Open Scope R_scope.

(* The scores that the mechanism works on: exact, negated if it looks for the least. *)
Definition exact_scores (negate : bool) (x : list num) : list Q := map (fun score => if negate then Qopp score else score) (map ex x).

Section Mechanism.
Variables (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement (list Z)).
Hypothesis made : make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M.

Lemma max_divergence_invoke : exists f s, eval (checked_scale scale) = Answer f /\ fl_value f = Some s /\ (0 <= s)%Q /\ (0 <= k)%Z /\ eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s) /\
  Measurement_output_measure M = Measure_MaxDivergence /\
  (forall d_in m, eval (Measurement_map M d_in) = Answer m -> exists d, value d_in = Some d /\ (0 <= d)%Q /\ promised pure_cost k s (LInfDistance_monotonic input_metric) d m) /\
  (forall x g, bd g -> List.Forall score_of x -> member input_domain x -> Ex (Measurement_invoke M x) g = Ex (peel permute_and_flip (exact_scores negate x) (Qred s) k) g) /\
  (forall x, constructed input_domain -> member input_domain x -> List.Forall score_of x).
Proof.
  destruct (make_noisy_top_k_is _ _ _ _ _ _ _ _ made) as [MO [f [s [[= <-] [Hf [Hs [Ps [Hk [Hv [N [Hdom [_ [Ho [Hfun Hmap]]]]]]]]]]]]]].
  exists f, s. repeat (split; [easy|]). split; [|split].
  - intros d_in m Hm. destruct (map_is _ _ _ Hm) as [d [Hd [Pd Hp]]]. rewrite Hmap in Hp. exists d. split; [easy|]. split; [easy|].
    destruct (gives_answer _ _ _ _ (noisy_top_k_map_gives (mk_TopKMeasure MaxDivergence_noisy_top_k MaxDivergence_privacy_map) pure_cost pure_rounding k f s (LInfDistance_monotonic input_metric) d_in pure_costs Hk Hs Ps) Hp) as [d' [Hd' Pr]].
    rewrite Hd in Hd'. injection Hd' as <-. auto.
  - intros x g Hg Sx Hx. rewrite invoke_is by (try rewrite Hdom; easy). rewrite Hfun. now apply release_is.
  - intros x HC Hx. now apply (member_scores input_domain x HC N Hx).
Qed.
Theorem max_divergence_answers x : constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Proof.
  intros HC Hx. destruct max_divergence_invoke as [f [s [_ [_ [Ps [_ [_ [_ [_ [Hi Hm]]]]]]]]]]. apply answers_Ex. rewrite Hi; auto; [|apply bd_const; lra].
  apply answers_Ex, peel_flip_answers. rewrite R_red. apply Qle_Rle in Ps. now rewrite R_0 in Ps.
Qed.
Theorem max_divergence_is_peeling x : constructed input_domain -> member input_domain x ->
  exists s, eval (v <- checked_scale scale ;; fl_fraction v) = Answer s /\
  forall S, probability (Measurement_invoke M x) S = probability (peel permute_and_flip (exact_scores negate x) s k) S.
Proof.
  intros HC Hx. destruct max_divergence_invoke as [f [s [_ [_ [Ps [_ [Hv [_ [_ [Hi Hm]]]]]]]]]]. exists (Qred s). split; [easy|]. intros S. rewrite !probability_Ex. apply Hi; auto using bd_event.
Qed.
Theorem max_divergence_private x x' d_in m : member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Proof.
  intros Mx Mx' Hc Hm. destruct max_divergence_invoke as [f [s [_ [Hs [Ps [Hk [_ [_ [Hp [Hi _]]]]]]]]]]. destruct (Hp d_in m Hm) as [d [Hd [Pd Pr]]].
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  eapply (promised_keeps pure_cost k s (LInfDistance_monotonic input_metric) d m); auto.
  - intros E. apply max_divergence_same. intros g Hg. rewrite !Hi by easy. unfold exact_scores. now rewrite (close_same d _ x x' E Hby).
  - intros D Ss b Hb S. rewrite !probability_Ex, !Hi by (auto using bd_event). rewrite cost_pure in Hb by easy.
    assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    pose proof (near_negate _ negate _ _ (close_near _ _ _ _ Hby)) as N. fold (exact_scores negate x) (exact_scores negate x') in N.
    set (w := Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric))) in *.
    assert (Rd : 0 <= w). { unfold w. apply Qle_Rle in Pd. rewrite R_0 in Pd. destruct (LInfDistance_monotonic input_metric); cbn [PrivacyMaps.range]; rewrite ?Q2R_plus; lra. }
    assert (Q0 : 0 <= w / Q2R (Qred s)) by (apply Rdiv_le_0_compat; lra).
    eapply Rle_trans; [exact (peel_private _ _ permute_and_flip _ _ (Qred s) k Q0 (fun y y' Hy => flip_private _ y y' (Qred s) Rd Rs Hy) N (event S) (bd_event S))|].
    apply Rmult_le_compat_r; [apply Ex_nonneg, bd_event|]. apply exp_le. eapply Rle_trans; [|exact Hb]. rewrite R_red in *. apply Rmult_le_compat_r; [easy|]. unfold py_len. now apply rounds_le.
Qed.
End Mechanism.
