(* Rules for divergences: monotone in the bound, 0 between equal laws; what a promised loss says. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLaw PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw GumbelMaxLaw GumbelWithoutNoise GumbelSelection ExponentialMechanismLaw PermuteAndFlipLoop MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose.
Import ListNotations.
Open Scope R_scope.

(* ---- divergences: monotone in the bound, 0 between equal laws ---- *)
Section Weaker.
Context {A : Type}.
Lemma max_divergence_weaker (b b' : R) (m m' : prog A) : b <= b' -> max_divergence_at_most b m m' -> max_divergence_at_most b' m m'.
Proof.
  intros Hb H S. eapply Rle_trans; [apply H|]. apply Rmult_le_compat_r; [rewrite probability_Ex; apply Ex_nonneg, bd_event|]. now apply exp_le.
Qed.
Lemma zero_concentrated_weaker (b b' : R) (P P' : A -> R) : b <= b' -> zero_concentrated_at_most b P P' -> zero_concentrated_at_most b' P P'.
Proof.
  intros Hb H alpha Ha. destruct (H alpha Ha) as [H1 H2]. split; [easy|]. intros l Hl. eapply Rle_trans; [now apply H2|]. apply exp_le. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.
Lemma range_weaker (b b' : R) (P P' : A -> R) : (forall o, 0 <= P o) -> (forall o, 0 <= P' o) -> b <= b' -> range_at_most b P P' -> range_at_most b' P P'.
Proof.
  intros HP HP' Hb H o o'. eapply Rle_trans; [apply H|]. apply Rmult_le_compat_r; [specialize (HP o'); specialize (HP' o); nra|]. now apply exp_le.
Qed.
Lemma max_divergence_same (m m' : prog A) : (forall g, bd g -> Ex m g = Ex m' g) -> max_divergence_at_most 0 m m'.
Proof. intros H S. rewrite !probability_Ex, H by apply bd_event. rewrite exp_0. lra. Qed.
End Weaker.
Section Equality.
Context {A : Type} (eqb : A -> A -> bool).
Hypothesis eqb_spec : forall o a, eqb o a = true <-> o = a.
Let P m o := probability m (eqb o).
Lemma probabilities_sum m l : NoDup l -> lsum (P m) l <= 1.
Proof.
  intros Hl. unfold P. rewrite (lsum_ext _ (fun o => Ex m (event (eqb o)))) by (intros; apply probability_Ex).
  rewrite <- (proj1 (Ex_lsum m (fun o => event (eqb o)) l ltac:(intros; apply bd_event))). apply Ex_bound; [|lra]. intros a.
  rewrite (lsum_ext _ (fun o => 1 * event (eqb o) a)) by (intros; ring). rewrite (lsum_at eqb l eqb_spec Hl). destruct (existsb _ l); lra.
Qed.
Lemma same_zero_concentrated m m' : (forall g, bd g -> Ex m g = Ex m' g) -> zero_concentrated_at_most 0 (P m) (P m').
Proof.
  intros H alpha Ha. assert (E : forall o, P m' o = P m o) by (intros o; unfold P; rewrite !probability_Ex; symmetry; apply H, bd_event).
  split; [intros o; now rewrite E|]. intros l Hl. rewrite !Rmult_0_r, exp_0. eapply Rle_trans; [|now apply (probabilities_sum m l)]. apply lsum_le. intros o _. rewrite E. unfold renyi_term.
  assert (0 <= P m o) by (unfold P; rewrite probability_Ex; apply Ex_nonneg, bd_event).
  destruct (Rlt_dec 0 (P m o)); [|lra]. replace (P m o / P m o) with 1 by (field; lra). rewrite ln_1, Rmult_0_r, exp_0. lra.
Qed.
Lemma same_range m m' : (forall g, bd g -> Ex m g = Ex m' g) -> range_at_most 0 (P m) (P m').
Proof. intros H o o'. unfold P. rewrite !probability_Ex, !H by apply bd_event. rewrite exp_0. lra. Qed.
End Equality.
Lemma zero_concentrated_same m m' : (forall g, bd g -> Ex m g = Ex m' g) -> zero_concentrated_at_most 0 (of_list m) (of_list m').
Proof. exact (same_zero_concentrated is is_spec m m'). Qed.
Lemma of_list_nonneg m o : 0 <= of_list m o.
Proof. unfold of_list. rewrite probability_Ex. apply Ex_nonneg, bd_event. Qed.

(* What a promised loss says. *)
Lemma promised_keeps loss k s monotonic d m (claim : R -> Prop) : promised loss k s monotonic d m -> (0 <= d)%Q -> (0 <= s)%Q ->
  ((d == 0)%Q -> claim 0) -> ((0 < d)%Q -> (0 < s)%Q -> forall b, Q2R (inject_Z k * loss (PrivacyMaps.range d monotonic / s)%Q)%Q <= b -> claim b) -> promises m claim.
Proof.
  intros [P0 [P1 P2]] Hd Hs C0 C. destruct (Qlt_le_dec 0 d) as [D|D].
  2: { assert (E : (d == 0)%Q) by now apply Qle_antisym. rewrite (P0 E). cbn. rewrite R_0. auto. }
  destruct (Qlt_le_dec 0 s) as [Sp|Sp].
  2: { assert (E : (s == 0)%Q) by now apply Qle_antisym. now rewrite (P1 D E). }
  destruct (P2 D Sp) as [r [-> [_ Hr]]]. cbn. apply C; auto. now apply Qle_Rle.
Qed.
Lemma cost_pure k r s : (0 < s)%Q -> Q2R (inject_Z k * pure_cost (r / s))%Q = IZR k * (Q2R r / Q2R s).
Proof. intros Hs. unfold pure_cost. rewrite Q2R_mult, R_Z, Q2R_div; [easy|]. intros C. rewrite C in Hs. now apply Qlt_irrefl in Hs. Qed.
Lemma cost_concentrated k r s : (0 < s)%Q -> Q2R (inject_Z k * concentrated_cost (r / s))%Q = IZR k * ((Q2R r / Q2R s) ^ 2 / 8).
Proof.
  intros Hs. assert (N : ~ (s == 0)%Q) by (intros C; rewrite C in Hs; now apply Qlt_irrefl in Hs). unfold concentrated_cost. rewrite Q2R_mult, R_Z, Q2R_div by easy.
  change ((r / s) ^ 2)%Q with ((r / s) * (r / s))%Q. rewrite Q2R_mult, Q2R_div by easy. replace (Q2R 8) with 8 by (unfold Q2R; cbn; lra). simpl. lra.
Qed.
Lemma rounds_le k n : (0 <= k)%Z -> INR (Z.to_nat (Z.min k (Z.of_nat n))) <= IZR k.
Proof. intros Hk. rewrite INR_IZR_INZ. apply IZR_le. lia. Qed.
