(* A bounded range eta implies D_alpha <= alpha rho(eta) for every alpha > 1, any number of outcomes; rho is the best constant.
   Three steps: KL <= rho(range), by the chord of exp; rho(t eta) <= t^2 rho(eta), by ln X <= X - 1; and, K being the
   cumulant of the loss, (K(t)/t)' = KL(tilt by t || Q)/t^2 <= rho(t eta)/t^2 <= rho(eta), from K(1) = 0. *)
From Coq Require Import Reals List Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral ExponentialMechanism.
Import ListNotations.
Open Scope R_scope.

Definition rho (z : R) : R := z / (exp z - 1) - 1 - ln (z / (exp z - 1)).

Lemma ln_below X : 0 < X -> ln X <= X - 1.
Proof. intros H. pose proof (exp_ineq1_le (ln X)) as E1. rewrite exp_ln in E1 by easy. lra. Qed.
Lemma exp_above z : 0 < z -> 1 < exp z.
Proof. intros H. rewrite <- exp_0. now apply exp_increasing. Qed.
Lemma w_pos z : 0 < z -> 0 < z / (exp z - 1).
Proof. intros H. pose proof (exp_above z H). apply Rdiv_lt_0_compat; lra. Qed.

(* ---- rho(u)/u^2 falls: u rho' - 2 rho = ln X - (X - 1), X = w (w + u) ---- *)
Lemma rho_derive u : 0 < u -> is_derive rho u ((1 - u / (exp u - 1)) * (u / (exp u - 1) + u - 1) / u).
Proof.
  intros H. pose proof (exp_above u H). pose proof (w_pos u H) as W. unfold rho.
  auto_derive; [repeat split; try lra; exact W|]. field. repeat split; lra.
Qed.
Lemma rho_ratio u : 0 < u -> (1 - u / (exp u - 1)) * (u / (exp u - 1) + u - 1) <= 2 * rho u.
Proof.
  intros H. pose proof (exp_above u H). pose proof (w_pos u H) as W. unfold rho. set (w := u / (exp u - 1)) in *.
  assert (E1 : w + u = w * exp u) by (unfold w; field; lra).
  assert (E2 : ln (w * (w + u)) = 2 * ln w + u).
  { rewrite E1, !ln_mult, ln_exp; auto using exp_pos; [lra|]. apply Rmult_lt_0_compat; auto using exp_pos. }
  pose proof (ln_below (w * (w + u)) ltac:(nra)) as L. rewrite E2 in L. nra.
Qed.
Lemma rho_square z t : 0 < z -> 1 <= t -> rho (t * z) <= t ^ 2 * rho z.
Proof.
  intros Hz Ht. destruct (Req_dec t 1) as [->|N]; [rewrite Rmult_1_l; lra|]. assert (1 < t) by lra.
  set (f := fun u => rho u / u ^ 2).
  set (f1 := fun u => ((1 - u / (exp u - 1)) * (u / (exp u - 1) + u - 1) - 2 * rho u) / u ^ 3).
  assert (D : forall c, z <= c <= t * z -> derivable_pt_lim f c (f1 c)).
  { intros c Hc. assert (Pc : 0 < c) by lra. apply is_derive_Reals. unfold f, f1.
    evar_last; [apply (is_derive_div rho (fun u => u ^ 2)); [now apply rho_derive|auto_derive; [easy|reflexivity]|]|].
    - apply pow_nonzero. lra.
    - pose proof (exp_above c Pc). field. split; lra. }
  destruct (MVT_cor2 f f1 z (t * z) ltac:(nra) D) as [c [Hc Hc2]].
  assert (F1 : f1 c <= 0).
  { unfold f1. pose proof (rho_ratio c ltac:(lra)). assert (0 < c ^ 3) by (apply pow_lt; lra).
    apply Rle_div_l; [lra|]. lra. }
  assert (F : f (t * z) <= f z) by nra. unfold f in F.
  assert (Q : 0 < (t * z) ^ 2) by (apply pow_lt; nra). apply (proj1 (Rle_div_l _ _ _ Q)) in F.
  replace (rho z / z ^ 2 * (t * z) ^ 2) with (t ^ 2 * rho z) in F by (field; lra). exact F.
Qed.

(* ---- KL <= rho(range): the chord of exp, then ln X <= X - 1 ---- *)
Lemma chord v z : 0 < z -> 0 <= v <= z -> exp (- v) <= 1 - v * ((1 - exp (- z)) / z).
Proof.
  intros Hz Hv. pose proof (exp_ineq1_le v) as E1. pose proof (exp_ineq1_le (v - z)) as E2. pose proof (exp_pos (- v)) as P.
  assert (A : exp (- v) * (1 + v) <= 1).
  { apply Rle_trans with (exp (- v) * exp v); [apply Rmult_le_compat_l; lra|]. rewrite <- exp_plus. replace (- v + v) with 0 by lra. rewrite exp_0. lra. }
  assert (B : exp (- v) * (1 + (v - z)) <= exp (- z)).
  { apply Rle_trans with (exp (- v) * exp (v - z)); [apply Rmult_le_compat_l; lra|]. rewrite <- exp_plus. replace (- v + (v - z)) with (- z) by lra. lra. }
  apply Rmult_le_reg_r with z; [easy|]. replace ((1 - v * ((1 - exp (- z)) / z)) * z) with ((z - v) * 1 + v * exp (- z)) by (field; lra).
  apply (Rmult_le_compat_l (z - v)) in A; [|lra]. apply (Rmult_le_compat_l v) in B; [|lra]. nra.
Qed.

Lemma c_pos z : 0 < z -> 0 < (1 - exp (- z)) / z.
Proof.
  intros Hz. pose proof (exp_above z Hz). apply Rdiv_lt_0_compat; [|easy]. rewrite exp_Ropp.
  assert (/ exp z < 1); [|lra]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra.
Qed.
Lemma rho_c z : 0 < z -> rho z = / ((1 - exp (- z)) / z) - 1 + ln ((1 - exp (- z)) / z).
Proof.
  intros Hz. pose proof (exp_above z Hz). pose proof (w_pos z Hz). unfold rho. rewrite exp_Ropp.
  replace (ln ((1 - / exp z) / z)) with (- z - ln (z / (exp z - 1))); [field; repeat split; lra|].
  replace ((1 - / exp z) / z) with (/ (exp z * (z / (exp z - 1)))) by (field; repeat split; lra).
  rewrite ln_Rinv, ln_mult, ln_exp; auto using exp_pos; [lra|]. apply Rmult_lt_0_compat; auto using exp_pos.
Qed.
Lemma kl_chord {X} (l : list X) (P L : X -> R) a z : 0 < z -> (forall i, In i l -> 0 <= P i) ->
  (forall i, In i l -> a <= L i <= a + z) -> lsum P l = 1 -> lsum (fun i => P i * exp (- L i)) l = 1 ->
  lsum (fun i => P i * L i) l <= a + (1 - exp a) / ((1 - exp (- z)) / z).
Proof.
  intros Hz HP HL SP SQ. set (KL := lsum (fun i => P i * L i) l). set (c := (1 - exp (- z)) / z).
  assert (Pc : 0 < c) by now apply c_pos.
  assert (S1 : 1 <= exp (- a) * (1 + a * c) - exp (- a) * c * KL).
  { rewrite <- SQ at 1. apply Rle_trans with (lsum (fun i => exp (- a) * (1 + a * c) * P i + - (exp (- a) * c) * (P i * L i)) l).
    - apply lsum_le. intros i Hi. specialize (HP i Hi). specialize (HL i Hi).
      pose proof (chord (L i - a) z Hz ltac:(lra)) as C. fold c in C. pose proof (exp_pos (- a)).
      replace (- L i) with (- a + - (L i - a)) by lra. rewrite exp_plus.
      apply Rle_trans with (P i * (exp (- a) * (1 - (L i - a) * c))); [|lra].
      apply Rmult_le_compat_l; [easy|]. apply Rmult_le_compat_l; lra.
    - rewrite lsum_plus, !lsum_scal, SP. fold KL. lra. }
  assert (Ea : exp a * exp (- a) = 1) by (rewrite <- exp_plus; replace (a + - a) with 0 by lra; apply exp_0).
  pose proof (exp_pos a) as Pa.
  assert (S2 : exp a <= 1 + a * c - c * KL).
  { apply (Rmult_le_compat_l (exp a)) in S1; [|lra].
    replace (exp a * (exp (- a) * (1 + a * c) - exp (- a) * c * KL)) with ((exp a * exp (- a)) * (1 + a * c - c * KL)) in S1 by ring. rewrite Ea in S1. lra. }
  apply Rmult_le_reg_r with c; [easy|]. replace ((a + (1 - exp a) / c) * c) with (a * c + (1 - exp a)) by (field; lra). lra.
Qed.
Theorem kl_range {X} (l : list X) (P L : X -> R) a z : 0 < z -> (forall i, In i l -> 0 <= P i) ->
  (forall i, In i l -> a <= L i <= a + z) -> lsum P l = 1 -> lsum (fun i => P i * exp (- L i)) l = 1 ->
  lsum (fun i => P i * L i) l <= rho z.
Proof.
  intros Hz HP HL SP SQ. eapply Rle_trans; [now apply (kl_chord l P L a z)|]. rewrite rho_c by easy. pose proof (c_pos z Hz). set (c := (1 - exp (- z)) / z) in *.
  pose proof (ln_below (exp a / c) ltac:(apply Rdiv_lt_0_compat; [apply exp_pos|lra])) as L1.
  unfold Rdiv in L1 |- *. rewrite ln_mult, ln_exp, ln_Rinv in L1; auto using Rinv_0_lt_compat, exp_pos. lra.
Qed.

(* ---- from KL to every alpha ---- *)
Section Tilt.
Context {X : Type} (l : list X) (q L : X -> R).
Hypothesis Hl : l <> [].
Hypothesis Hq : forall i, In i l -> 0 < q i.
Hypothesis mass : M l q L 0 0 = 1.
(* KL of the law tilted by t against q *)
Definition tilted_kl (t : R) : R := t * (M l q L 1 t / M l q L 0 t) - ln (M l q L 0 t).

Lemma tilted a z t : 0 < z -> 0 < t -> (forall i, In i l -> a <= L i <= a + z) -> exists P l' : X -> R,
  tilted_kl t = lsum (fun i => P i * l' i) l /\ (forall i, In i l -> 0 <= P i) /\ lsum P l = 1 /\ lsum (fun i => P i * exp (- l' i)) l = 1 /\
  forall i, In i l -> t * a - ln (M l q L 0 t) <= l' i <= t * a - ln (M l q L 0 t) + t * z.
Proof.
  intros Hz Ht HL. unfold tilted_kl. pose proof (M0_pos l q L Hl Hq t) as P0. set (m := M l q L 0 t) in *.
  exists (fun i => q i * exp (t * L i) / m), (fun i => t * L i - ln m). repeat split.
  - rewrite (lsum_ext (fun i => q i * exp (t * L i) / m * (t * L i - ln m)) (fun i => t / m * (q i * L i ^ 1 * exp (t * L i)) + - (ln m / m) * (q i * L i ^ 0 * exp (t * L i)))) by (intros; field; lra).
    rewrite lsum_plus, !lsum_scal. fold (M l q L 1 t). fold (M l q L 0 t). fold m. field. lra.
  - intros i Hi. specialize (Hq i Hi). apply Rdiv_le_0_compat; [|easy]. pose proof (exp_pos (t * L i)). nra.
  - rewrite (lsum_ext _ (fun i => / m * (q i * L i ^ 0 * exp (t * L i)))) by (intros; field; lra).
    rewrite lsum_scal. fold (M l q L 0 t). fold m. field. lra.
  - rewrite <- mass. apply lsum_ext. intros i _. rewrite Rmult_0_l, exp_0.
    replace (- (t * L i - ln m)) with (- (t * L i) + ln m) by lra. rewrite exp_plus, exp_ln, exp_Ropp by easy.
    pose proof (exp_pos (t * L i)). cbn [pow]. field. lra.
  - specialize (HL i H). nra.
  - specialize (HL i H). nra.
Qed.

Theorem moment_from_kl r alpha : 1 < alpha -> M l q L 0 1 = 1 -> (forall t, 1 < t -> tilted_kl t <= t ^ 2 * r) ->
  M l q L 0 alpha <= exp ((alpha - 1) * (alpha * r)).
Proof.
  intros Ha E1 KL. set (f := fun t => ln (M l q L 0 t) / t - r * (t - 1)). set (f1 := fun t => tilted_kl t / t ^ 2 - r).
  assert (D : forall t, 1 <= t <= alpha -> derivable_pt_lim f t (f1 t)).
  { intros t Ht. apply is_derive_Reals. unfold f, f1, tilted_kl. pose proof (M0_pos l q L Hl Hq t) as P0.
    apply (is_derive_minus (fun t => ln (M l q L 0 t) / t) (fun t => r * (t - 1))).
    - evar_last; [apply (is_derive_div (fun t => ln (M l q L 0 t)) (fun t => t))|].
      + apply (is_derive_comp ln (M l q L 0)); [apply is_derive_Reals, derivable_pt_lim_ln; exact P0|apply M_derive].
      + apply (is_derive_id (K := R_AbsRing)).
      + lra.
      + unfold scal, one, plus; cbn. unfold mult; cbn. field. split; lra.
    - auto_derive; [easy|ring]. }
  destruct (MVT_cor2 f f1 1 alpha Ha D) as [c [Hc Hc2]].
  assert (f1 c <= 0).
  { unfold f1. pose proof (KL c ltac:(lra)). assert (0 < c ^ 2) by (apply pow_lt; lra).
    assert (tilted_kl c / c ^ 2 <= r); [|lra]. apply Rle_div_l; lra. }
  assert (F1 : f 1 = 0) by (unfold f; rewrite E1, ln_1; lra). assert (F : f alpha <= 0) by nra. unfold f in F.
  pose proof (M0_pos l q L Hl Hq alpha) as P0.
  assert (G : ln (M l q L 0 alpha) <= (alpha - 1) * (alpha * r)).
  { assert (G1 : ln (M l q L 0 alpha) / alpha <= r * (alpha - 1)) by lra.
    apply (proj1 (Rle_div_l (ln (M l q L 0 alpha)) (r * (alpha - 1)) alpha ltac:(lra))) in G1. lra. }
  rewrite <- (exp_ln (M l q L 0 alpha)) by easy. destruct G as [G|G]; [left; now apply exp_increasing|rewrite G; lra].
Qed.
End Tilt.

(* if every tilt by t > 1 has KL at most t^2 r then D_alpha <= alpha r for every alpha > 1 *)
Theorem renyi_from_kl {X} (l : list X) (P Q : X -> R) r alpha : l <> [] -> 1 < alpha ->
  (forall i, In i l -> 0 < P i) -> (forall i, In i l -> 0 < Q i) -> lsum P l = 1 -> lsum Q l = 1 ->
  let L := fun i => ln (P i / Q i) in
  (M l Q L 0 0 = 1 -> M l Q L 0 1 = 1 -> forall t, 1 < t -> tilted_kl l Q L t <= t ^ 2 * r) -> renyi l alpha P Q <= alpha * r.
Proof.
  intros Hl Ha HP HQ SP SQ L KL. unfold renyi.
  assert (EM : forall t, M l Q L 0 t = lsum (fun i => Q i * exp (t * ln (P i / Q i))) l).
  { intros t. apply lsum_ext. intros i _. unfold L. cbn [pow]. ring. }
  assert (E0 : M l Q L 0 0 = 1).
  { rewrite EM. transitivity (lsum Q l); [|exact SQ]. apply lsum_ext. intros i _. rewrite Rmult_0_l, exp_0. ring. }
  assert (E1 : M l Q L 0 1 = 1).
  { rewrite EM. transitivity (lsum P l); [|exact SP]. apply lsum_ext. intros i Hi. specialize (HP i Hi). specialize (HQ i Hi).
    rewrite Rmult_1_l, exp_ln by (apply Rdiv_lt_0_compat; lra). field. lra. }
  pose proof (moment_from_kl l Q L Hl HQ r alpha Ha E1 (KL E0 E1)) as H. rewrite EM in H.
  apply Rle_div_l; [lra|]. rewrite Rmult_comm. rewrite <- (ln_exp ((alpha - 1) * _)).
  assert (0 < lsum (fun i => Q i * exp (alpha * ln (P i / Q i))) l).
  { apply lsum_pos; auto. intros i Hi. specialize (HQ i Hi). pose proof (exp_pos (alpha * ln (P i / Q i))). nra. }
  destruct H as [H|H]; [left; now apply ln_increasing|rewrite H; lra].
Qed.

Theorem bounded_range_tight_zcdp {X} (l : list X) (P Q : X -> R) a eta alpha : l <> [] -> 1 < alpha -> 0 < eta ->
  (forall i, In i l -> 0 < P i) -> (forall i, In i l -> 0 < Q i) -> lsum P l = 1 -> lsum Q l = 1 ->
  (forall i, In i l -> a <= ln (P i / Q i) <= a + eta) -> renyi l alpha P Q <= alpha * rho eta.
Proof.
  intros Hl Ha Hz HP HQ SP SQ HL. apply renyi_from_kl; auto. intros E0 _ t Ht.
  destruct (tilted l Q (fun i => ln (P i / Q i)) Hl HQ E0 a eta t Hz ltac:(lra) HL) as [P' [l' [-> [H1 [H2 [H3 H4]]]]]].
  apply Rle_trans with (rho (t * eta)); [|apply rho_square; lra]. eapply kl_range; eauto. nra.
Qed.
