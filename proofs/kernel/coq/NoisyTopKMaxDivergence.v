(* make_noisy_top_k under max divergence, end to end: it answers with probability 1, its law, and its privacy. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw AdaptiveComposition PeeledFlipZcdp FiniteLaws DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose Construction.
Import ListNotations.
Open Scope R_scope.

(* The scores that the mechanism works on: exact, negated if it looks for the least. *)
Definition exact_scores (negate : bool) (x : list num) : list Q := map (fun score => if negate then Qopp score else score) (map ex x).

Section Mechanism.
Variables (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement (list Z)).
Hypothesis made : make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M.

Theorem max_divergence_answers x : constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Proof.
  intros HC Hx. destruct (make_noisy_top_k_is _ _ _ _ _ _ _ _ made) as [MO [f [s [[= <-] [Hf [Ps [Hk [N ->]]]]]]]].
  apply answers_Ex. rewrite invoke_is; [|apply bd_const; lra|easy]. cbn [Measurement_function make_noisy_top_k_function TopKMeasure_noisy_top_k]. unfold make_noisy_top_k_function. cbn [TopKMeasure_noisy_top_k].
  rewrite (release_is x f s k negate); [|apply bd_const; lra|now apply (member_scores input_domain)|easy].
  apply answers_Ex, peel_flip_answers. rewrite R_red. apply Qle_Rle in Ps. now rewrite R_0 in Ps.
Qed.

Theorem max_divergence_is_peeling x : constructed input_domain -> member input_domain x ->
  exists s, eval (v <- checked_scale scale ;; fl_fraction v) = Answer s /\
  forall S, probability (Measurement_invoke M x) S = probability (peel permute_and_flip (exact_scores negate x) s k) S.
Proof.
  intros HC Hx. pose proof made as made'. unfold make_noisy_top_k in made'. destruct (eval (check_space input_domain input_metric)); try discriminate.
  cbn [TOP_K_MEASURES] in made'. destruct (eval (check_natural k)); try discriminate. destruct (eval (check_switch _ negate)); try discriminate.
  destruct (AtomDomain_nan (VectorDomain_element_domain input_domain)) eqn:N; try discriminate.
  destruct (match VectorDomain_size input_domain with Some v4 => (v4 <? k)%Z | None => false end); try discriminate.
  destruct (eval (checked_scale scale)) as [f| |] eqn:Hf; try discriminate. cbv zeta in made'. injection made' as <-.
  destruct (gives_answer _ _ _ _ (checked_scale_spec scale) Hf) as [s [Hs Ps]]. exists (Qred s). split.
  { cbn [eval]. rewrite Hf. destruct f; try discriminate; injection Hs as <-; reflexivity. }
  intros S. rewrite !probability_Ex, invoke_is by (try apply bd_event; easy). cbn [Measurement_function]. unfold make_noisy_top_k_function. cbn [TopKMeasure_noisy_top_k].
  now rewrite (release_is x f s k negate) by (try apply bd_event; try easy; now apply (member_scores input_domain)).
Qed.

Theorem max_divergence_private x x' d_in m : member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Proof.
  intros Mx Mx' Hc Hm. destruct (make_noisy_top_k_is _ _ _ _ _ _ _ _ made) as [MO [f [s [[= <-] [Hf [Ps [Hk [N ->]]]]]]]].
  destruct (map_is _ _ _ Hm) as [d [Hd [Pd Hp]]]. cbn [Measurement_privacy_map] in Hp. pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby.
  destruct (gives_answer _ _ _ _ (noisy_top_k_map_gives (mk_TopKMeasure MaxDivergence_noisy_top_k MaxDivergence_privacy_map) pure_cost pure_rounding k f s (LInfDistance_monotonic input_metric) d_in pure_costs Hk Hf Ps) Hp) as [d' [Hd' Pr]].
  rewrite Hd in Hd'. injection Hd' as <-. destruct (Pr Pd) as [P0 [P1 P2]]. clear Pr.
  assert (G : forall S y, member input_domain y -> probability (Measurement_invoke
     {| Measurement_input_domain := input_domain; Measurement_input_metric := Metric_LInfDistance input_metric; Measurement_output_measure := Measure_MaxDivergence;
        Measurement_function := make_noisy_top_k_function {| TopKMeasure_noisy_top_k := MaxDivergence_noisy_top_k; TopKMeasure_privacy_map := MaxDivergence_privacy_map |} k f negate;
        Measurement_privacy_map := make_noisy_top_k_privacy_map {| TopKMeasure_noisy_top_k := MaxDivergence_noisy_top_k; TopKMeasure_privacy_map := MaxDivergence_privacy_map |} k f (LInfDistance_monotonic input_metric) |} y) S
     = probability (MaxDivergence_noisy_top_k y f k negate) S).
  { intros S y My. rewrite !probability_Ex, invoke_is by (try apply bd_event; easy). reflexivity. }
  pose proof (fun S => noisy_top_k_max_divergence d (LInfDistance_monotonic input_metric) x x' f s k negate S _ _ Hk Hf Hby
    (probability_is_a_limit (MaxDivergence_noisy_top_k x f k negate) S) (probability_is_a_limit (MaxDivergence_noisy_top_k x' f k negate) S)) as B.
  destruct (Qlt_le_dec 0 d) as [D|D].
  2: { assert (E : (d == 0)%Q) by now apply Qle_antisym. rewrite (P0 E). intros S. rewrite !G by easy. rewrite R_0, exp_0, (proj1 (B S) E). lra. }
  destruct (Qlt_le_dec 0 s) as [Sp|Sp].
  2: { assert (E : (s == 0)%Q) by now apply Qle_antisym. now rewrite (P1 D E). }
  destruct (P2 D Sp) as [r [-> [_ Hr]]]. intros S. rewrite !G by easy. eapply Rle_trans; [now apply (proj2 (B S))|].
  apply Rmult_le_compat_r; [rewrite probability_Ex; apply Ex_nonneg, bd_event|].
  apply exp_le. apply Qle_Rle in Hr. unfold pure_cost in Hr. rewrite Q2R_mult, R_Z, Q2R_div in Hr; [exact Hr|]. intros C. rewrite C in Sp. now apply Qlt_irrefl in Sp.
Qed.
End Mechanism.
