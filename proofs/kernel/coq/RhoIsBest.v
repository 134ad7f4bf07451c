(* rho is the best constant, already for the exponential mechanism on two candidates; and rho <= z^2/8, rho < z, rho rises. *)
From Coq Require Import Reals List Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral ExponentialMechanism RangeImpliesRho.
Import ListNotations.
Open Scope R_scope.

(* D_alpha is at least the mean loss *)
Theorem kl_renyi {X} (l : list X) (P Q : X -> R) alpha : l <> [] -> 1 < alpha -> (forall i, In i l -> 0 < P i) -> (forall i, In i l -> 0 < Q i) ->
  lsum P l = 1 -> lsum (fun i => P i * ln (P i / Q i)) l <= renyi l alpha P Q.
Proof.
  intros Hl Ha HP HQ SP. set (KL := lsum (fun i => P i * ln (P i / Q i)) l).
  assert (S1 : exp ((alpha - 1) * KL) <= lsum (fun i => Q i * exp (alpha * ln (P i / Q i))) l).
  { apply Rle_trans with (lsum (fun i => exp ((alpha - 1) * KL) * (1 - (alpha - 1) * KL) * P i + exp ((alpha - 1) * KL) * (alpha - 1) * (P i * ln (P i / Q i))) l).
    - rewrite lsum_plus, !lsum_scal, SP. fold KL. lra.
    - apply lsum_le. intros i Hi. specialize (HP i Hi). specialize (HQ i Hi). set (L := ln (P i / Q i)).
      assert (E1 : Q i * exp L = P i). { unfold L. rewrite exp_ln by (apply Rdiv_lt_0_compat; lra). field. lra. }
      replace (Q i * exp (alpha * L)) with (P i * exp ((alpha - 1) * KL) * exp ((alpha - 1) * (L - KL))).
      2: { replace (alpha * L) with (L + ((alpha - 1) * KL + (alpha - 1) * (L - KL))) by ring. rewrite !exp_plus, <- E1 at 1. ring. }
      pose proof (exp_ineq1_le ((alpha - 1) * (L - KL))) as T. pose proof (exp_pos ((alpha - 1) * KL)) as PE.
      apply (Rmult_le_compat_l (P i * exp ((alpha - 1) * KL))) in T; [|nra]. lra. }
  unfold renyi. apply Rle_div_r; [lra|]. rewrite <- (ln_exp (KL * (alpha - 1))), (Rmult_comm KL).
  pose proof (exp_pos ((alpha - 1) * KL)). destruct S1 as [S1|S1]; [left; now apply ln_increasing|rewrite <- S1; lra].
Qed.

Section Best.
Variables (tau z : R).
Hypothesis Htau : 0 < tau.
Hypothesis Hz : 0 < z.
Let c := (1 - exp (- z)) / z.
Let l := [false; true].
Definition best_Q (i : bool) : R := if i then (1 - c) / (c * (exp z - 1)) else (c * exp z - 1) / (c * (exp z - 1)).
Definition best_P (i : bool) : R := if i then (1 - c) * exp z / (exp z - 1) else (c * exp z - 1) / (exp z - 1).
Lemma c_bounds : 0 < c < 1 /\ 1 < c * exp z /\ exp z - 1 > 0.
Proof.
  pose proof (exp_above z Hz) as E1. assert (Em : exp (- z) = / exp z) by apply exp_Ropp.
  assert (T : 1 + z < exp z) by (apply exp_ineq1; lra). assert (T' : 1 + - z < exp (- z)) by (apply exp_ineq1; lra).
  assert (I1 : / exp z < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  repeat split.
  - unfold c. apply Rdiv_lt_0_compat; [|easy]. rewrite Em. lra.
  - unfold c. apply Rmult_lt_reg_r with z; [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - unfold c. rewrite Em. apply Rmult_lt_reg_r with z; [easy|]. replace ((1 - / exp z) / z * exp z * z) with (exp z - 1) by (field; lra). lra.
  - lra.
Qed.
Lemma best_ratio i : best_P i / best_Q i = exp (ln c + (if i then z else 0)).
Proof.
  destruct c_bounds as [[C0 C1] [C2 C3]]. rewrite exp_plus, exp_ln by easy. destruct i; cbn; [|rewrite exp_0]; field; repeat split; lra.
Qed.
Lemma best_pos i : 0 < best_P i /\ 0 < best_Q i.
Proof.
  destruct c_bounds as [[C0 C1] [C2 C3]]. pose proof (exp_pos z).
  destruct i; cbn; split; apply Rdiv_lt_0_compat; try lra; apply Rmult_lt_0_compat; lra.
Qed.
Lemma best_sums : lsum best_P l = 1 /\ lsum best_Q l = 1.
Proof. destruct c_bounds as [[C0 C1] [C2 C3]]. cbn. split; field; repeat split; lra. Qed.
Theorem best_kl : lsum (fun i => best_P i * ln (best_P i / best_Q i)) l = rho z.
Proof.
  destruct c_bounds as [[C0 C1] [C2 C3]]. unfold l. cbn [lsum]. rewrite !best_ratio, !ln_exp.
  assert (Em : exp (- z) = / exp z) by apply exp_Ropp. pose proof (exp_pos z) as P.
  assert (R1 : rho z = / c - 1 + ln c) by now apply rho_c.
  rewrite R1. destruct best_sums as [SP _]. unfold l in SP. cbn [lsum] in SP.
  assert (CZ : exp z - 1 = c * z * exp z) by (unfold c; rewrite Em; field; lra).
  assert (K : best_P true * z = / c - 1) by (unfold best_P; rewrite CZ; field; repeat split; lra).
  transitivity ((best_P false + (best_P true + 0)) * ln c + best_P true * z); [ring|]. rewrite SP, K. ring.
Qed.

(* the exponential mechanism on two candidates has these laws *)
Definition best_x (i : bool) : R := tau * ln (best_P i).
Definition best_x' (i : bool) : R := tau * ln (best_Q i).
Lemma softmax_of (P : bool -> R) : (forall i, 0 < P i) -> lsum P l = 1 -> forall i, p l tau (fun i => tau * ln (P i)) i = P i.
Proof.
  intros HP SP i. assert (E1 : forall j, w tau (fun i => tau * ln (P i)) j = P j).
  { intros j. unfold w. replace (tau * ln (P j) / tau) with (ln (P j)) by (field; lra). now apply exp_ln. }
  unfold p, W. rewrite E1, (lsum_ext _ P) by (intros; apply E1). rewrite SP. field.
Qed.
Theorem rho_is_best : (forall i j, (best_x i - best_x' i) - (best_x j - best_x' j) <= tau * z) /\
  (forall alpha, 1 < alpha -> rho z <= renyi l alpha (p l tau best_x) (p l tau best_x')) /\
  (forall r, (forall alpha, 1 < alpha -> renyi l alpha (p l tau best_x) (p l tau best_x') <= alpha * r) -> rho z <= r).
Proof.
  assert (Low : forall alpha, 1 < alpha -> rho z <= renyi l alpha (p l tau best_x) (p l tau best_x')).
  { intros alpha Ha. rewrite <- best_kl. destruct best_sums as [SP SQ].
    assert (EP : forall i, p l tau best_x i = best_P i) by (apply softmax_of; [apply best_pos|easy]).
    assert (EQ : forall i, p l tau best_x' i = best_Q i) by (apply softmax_of; [apply best_pos|easy]).
    replace (renyi l alpha (p l tau best_x) (p l tau best_x')) with (renyi l alpha best_P best_Q).
    - apply kl_renyi; auto; [easy|intros; apply best_pos|intros; apply best_pos].
    - unfold renyi. f_equal. f_equal. apply lsum_ext. intros i _. now rewrite EP, EQ. }
  split; [|split; [exact Low|]].
  - assert (E1 : forall i, best_x i - best_x' i = tau * (ln c + (if i then z else 0))).
    { intros i. unfold best_x, best_x'. destruct (best_pos i). rewrite <- (ln_exp (ln c + _)), <- best_ratio.
      unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat. ring. }
    intros i j. rewrite !E1. assert (0 < tau * z) by nra. destruct i, j; lra.
  - intros r H. destruct (Rle_dec (rho z) r) as [|N]; [easy|]. exfalso.
    destruct (Rle_dec r 0) as [R0|R0].
    + pose proof (Low 2 ltac:(lra)) as L2. pose proof (H 2 ltac:(lra)). lra.
    + set (al := (1 + rho z / r) / 2). assert (Q1 : rho z / r > 1) by (apply Rlt_div_r; lra).
      assert (A1 : 1 < al) by (unfold al; lra). pose proof (Low al A1). pose proof (H al A1).
      assert (al * r < rho z); [|lra]. replace (rho z) with (rho z / r * r) by (field; lra). apply Rmult_lt_compat_r; [lra|]. unfold al. lra.
Qed.
End Best.

(* rho <= z^2/8: the classical bound holds of the worst pair *)
Theorem rho_eighth z : 0 < z -> rho z <= z ^ 2 / 8.
Proof.
  intros Hz. destruct (rho_is_best 1 z ltac:(lra) Hz) as [H1 [_ H3]]. apply H3. intros alpha Ha.
  replace (z ^ 2 / 8) with ((1 * z / 1) ^ 2 / 8) by (field). apply em_zcdp; auto; [easy|lra].
Qed.
Lemma w_bounds z : 0 < z -> z / (exp z - 1) < 1 /\ 1 < z / (exp z - 1) + z.
Proof.
  intros Hz. pose proof (exp_above z Hz). assert (T : 1 + z < exp z) by (apply exp_ineq1; lra). assert (T' : 1 + - z < exp (- z)) by (apply exp_ineq1; lra).
  rewrite exp_Ropp in T'. split.
  - apply Rlt_div_l; lra.
  - replace (z / (exp z - 1) + z) with (z * exp z / (exp z - 1)) by (field; lra). apply Rlt_div_r; [lra|].
    apply (Rmult_lt_compat_r (exp z)) in T'; [|lra]. rewrite Rinv_l in T' by lra. lra.
Qed.
Theorem rho_below z : 0 < z -> rho z < z.
Proof.
  intros Hz. destruct (w_bounds z Hz) as [W1 W2]. pose proof (w_pos z Hz). pose proof (exp_above z Hz). unfold rho. set (v := z / (exp z - 1)) in *.
  assert (L : 0 < ln (v + z)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (E1 : v + z = v * exp z) by (unfold v; field; lra). rewrite E1, ln_mult, ln_exp in L; auto using exp_pos. lra.
Qed.
Theorem rho_rises z z' : 0 < z -> z <= z' -> rho z <= rho z'.
Proof.
  intros Hz [Hl|<-]; [|lra].
  destruct (MVT_cor2 rho (fun u => (1 - u / (exp u - 1)) * (u / (exp u - 1) + u - 1) / u) z z' Hl) as [c [Hc Hc2]].
  { intros c Hc. apply is_derive_Reals. apply rho_derive. lra. }
  destruct (w_bounds c ltac:(lra)). assert (0 <= (1 - c / (exp c - 1)) * (c / (exp c - 1) + c - 1) / c) by (apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra|lra]). nra.
Qed.
