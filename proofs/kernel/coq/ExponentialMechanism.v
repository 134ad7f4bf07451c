(* The exponential mechanism: its range, its pure privacy; what a bounded range implies; k rounds. *)
From Coq Require Import Reals List Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral.
Import ListNotations.
Open Scope R_scope.

Lemma lsum_pos {X} (f : X -> R) l : l <> [] -> (forall a, In a l -> 0 < f a) -> 0 < lsum f l.
Proof.
  intros Hl H. destruct l as [|a l]; [easy|]. cbn. clear Hl.
  assert (0 < f a) by (apply H; now left). assert (0 <= lsum f l); [|lra].
  assert (forall b, In b l -> 0 < f b) by (intros; apply H; now right). clear -H1. induction l; cbn; [lra|].
  assert (0 < f a) by (apply H1; now left). assert (0 <= lsum f l) by (apply IHl; intros; apply H1; now right). lra.
Qed.

Section Softmax.
Context {X : Type} (l : list X) (tau : R) (x x' : X -> R).
Hypothesis Hl : l <> [].
Hypothesis Htau : 0 < tau.
Definition w (x : X -> R) (i : X) := exp (x i / tau).
Definition W (x : X -> R) := lsum (w x) l.
Definition p (x : X -> R) (i : X) := w x i / W x.
Lemma W_pos y : 0 < W y.
Proof. apply lsum_pos; auto. intros; apply exp_pos. Qed.
Lemma p_pos y i : 0 < p y i.
Proof. apply Rdiv_lt_0_compat; [apply exp_pos|apply W_pos]. Qed.
Lemma p_one y : lsum (p y) l = 1.
Proof.
  unfold p. rewrite (lsum_ext _ (fun i => / W y * w y i)) by (intros; unfold Rdiv; ring).
  rewrite lsum_scal. fold (W y). pose proof (W_pos y). field. lra.
Qed.
Definition loss (i : X) := ln (p x i / p x' i).

Theorem loss_is i : loss i = (x i - x' i) / tau + ln (W x' / W x).
Proof.
  pose proof (W_pos x). pose proof (W_pos x'). pose proof (exp_pos (x i / tau)). pose proof (exp_pos (x' i / tau)).
  unfold loss. replace (p x i / p x' i) with (exp ((x i - x' i) / tau) * (W x' / W x)).
  - rewrite ln_mult; [|apply exp_pos|apply Rdiv_lt_0_compat; auto]. now rewrite ln_exp.
  - unfold p, w. replace ((x i - x' i) / tau) with (x i / tau - x' i / tau) by (field; lra). unfold Rminus. rewrite exp_plus, exp_Ropp.
    field. repeat split; lra.
Qed.

(* the range of the loss is exactly the range of the moves, over tau *)
Theorem range_exact i j : loss i - loss j = ((x i - x' i) - (x j - x' j)) / tau.
Proof. rewrite !loss_is. field. lra. Qed.

Theorem em_private d : (forall i j, In i l -> In j l -> (x i - x' i) - (x j - x' j) <= d) ->
  forall i, In i l -> p x i <= exp (d / tau) * p x' i.
Proof.
  intros H i Hi. pose proof (W_pos x). pose proof (W_pos x').
  assert (HW : w x i * W x' <= exp (d / tau) * w x' i * W x).
  { unfold W. rewrite <- !lsum_scal. apply lsum_le. intros j Hj. unfold w. rewrite <- !exp_plus.
    assert (E1 : x i / tau + x' j / tau <= d / tau + x' i / tau + x j / tau).
    { apply Rmult_le_reg_r with tau; [lra|]. field_simplify; [|lra|lra]. specialize (H i j Hi Hj). lra. }
    destruct E1 as [E1|E1]; [left; now apply exp_increasing|rewrite E1; lra]. }
  unfold p. apply Rmult_le_reg_r with (W x * W x'); [nra|].
  replace (w x i / W x * (W x * W x')) with (w x i * W x') by (field; lra).
  replace (exp (d / tau) * (w x' i / W x') * (W x * W x')) with (exp (d / tau) * w x' i * W x) by (field; lra). exact HW.
Qed.
End Softmax.

(* ---- zero-concentrated divergence from a bounded range: D_alpha <= alpha eta^2/8, any number of outcomes ---- *)
Section Range.
Context {X : Type} (l : list X) (q L : X -> R) (a b : R).
Hypothesis Hl : l <> [].
Hypothesis Hq : forall i, In i l -> 0 < q i.
Hypothesis HL : forall i, In i l -> a <= L i <= b.
Definition M (n : nat) (t : R) := lsum (fun i => q i * L i ^ n * exp (t * L i)) l.

Lemma M_derive n t : is_derive (M n) t (M (S n) t).
Proof.
  unfold M. clear. induction l as [|c r IH]; cbn [lsum].
  - apply (is_derive_const (V := R_NormedModule)).
  - apply (is_derive_plus (fun t => q c * L c ^ n * exp (t * L c)) (fun t => lsum _ r)); [|apply IH].
    auto_derive; [easy|]. cbn [pow]. ring.
Qed.
Lemma M0_pos t : 0 < M 0 t.
Proof. apply lsum_pos; auto. intros i Hi. pose proof (Hq i Hi). pose proof (exp_pos (t * L i)). cbn. nra. Qed.

Lemma variance t : M 2 t * M 0 t - M 1 t * M 1 t <= (b - a) ^ 2 / 4 * (M 0 t * M 0 t).
Proof.
  assert (E1 : M 2 t <= (a + b) * M 1 t + - (a * b) * M 0 t).
  { unfold M. rewrite <- !lsum_scal, <- lsum_plus. apply lsum_le. intros i Hi. specialize (HL i Hi). specialize (Hq i Hi).
    pose proof (exp_pos (t * L i)). assert (0 < q i * exp (t * L i)) by nra.
    assert (0 <= (b - L i) * (L i - a)) by nra. cbn [pow]. nra. }
  pose proof (M0_pos t). assert (0 <= ((a + b) / 2 * M 0 t - M 1 t) ^ 2) by apply pow2_ge_0. nra.
Qed.

Definition g (t : R) := ln (M 0 t) - (b - a) ^ 2 / 8 * (t * (t - 1)).
Definition g1 (t : R) := M 1 t / M 0 t - (b - a) ^ 2 / 8 * (2 * t - 1).
Definition g2 (t : R) := (M 2 t * M 0 t - M 1 t * M 1 t) / (M 0 t) ^ 2 - (b - a) ^ 2 / 4.

Lemma g_derive t : is_derive g t (g1 t).
Proof.
  unfold g, g1. apply (is_derive_minus (fun t => ln (M 0 t)) (fun t => (b - a) ^ 2 / 8 * (t * (t - 1)))).
  - replace (M 1 t / M 0 t) with (scal (M 1 t) (/ M 0 t)) by reflexivity.
    apply (is_derive_comp ln (M 0)); [|apply M_derive]. apply is_derive_Reals. apply derivable_pt_lim_ln. apply M0_pos.
  - auto_derive; [easy|]. field.
Qed.
Lemma g1_derive t : is_derive g1 t (g2 t).
Proof.
  unfold g1, g2. apply (is_derive_minus (fun t => M 1 t / M 0 t) (fun t => (b - a) ^ 2 / 8 * (2 * t - 1))).
  - apply (is_derive_div (M 1) (M 0)); [apply M_derive|apply M_derive|]. pose proof (M0_pos t). lra.
  - auto_derive; [easy|]. field.
Qed.
Lemma g2_neg t : g2 t <= 0.
Proof.
  unfold g2. pose proof (variance t). pose proof (M0_pos t). assert (0 < M 0 t ^ 2) by (apply pow_lt; lra).
  assert ((M 2 t * M 0 t - M 1 t * M 1 t) / M 0 t ^ 2 <= (b - a) ^ 2 / 4); [|lra]. apply Rle_div_l; [lra|]. cbn [pow] in *. lra.
Qed.

Theorem bounded_range_moment alpha : 1 < alpha -> M 0 0 = 1 -> M 0 1 = 1 ->
  M 0 alpha <= exp ((alpha - 1) * (alpha * ((b - a) ^ 2 / 8))).
Proof.
  intros Ha E0 E1.
  assert (D : forall t, derivable_pt_lim g t (g1 t)) by (intros; apply is_derive_Reals, g_derive).
  assert (D1 : forall t, derivable_pt_lim g1 t (g2 t)) by (intros; apply is_derive_Reals, g1_derive).
  assert (G0 : g 0 = 0) by (unfold g; rewrite E0, ln_1; lra).
  assert (G1 : g 1 = 0) by (unfold g; rewrite E1, ln_1; lra).
  destruct (MVT_cor2 g g1 0 1 ltac:(lra) (fun c _ => D c)) as [c [Hc Hc2]].
  destruct (MVT_cor2 g g1 1 alpha ltac:(lra) (fun c _ => D c)) as [e [He He2]].
  destruct (MVT_cor2 g1 g2 c e ltac:(lra) (fun c _ => D1 c)) as [f [Hf Hf2]].
  pose proof (g2_neg f). assert (g1 e <= 0) by nra. assert (Hg : g alpha <= 0) by nra.
  unfold g in Hg. apply Rle_trans with (exp (ln (M 0 alpha))).
  - rewrite exp_ln; [lra|apply M0_pos].
  - assert (E2 : ln (M 0 alpha) <= (alpha - 1) * (alpha * ((b - a) ^ 2 / 8))) by lra.
    destruct E2 as [E2|E2]; [left; now apply exp_increasing|rewrite E2; lra].
Qed.
End Range.

(* D_alpha(P || Q) = ln(sum P^alpha Q^(1-alpha))/(alpha - 1) *)
Definition renyi {X} (l : list X) (alpha : R) (P Q : X -> R) : R :=
  ln (lsum (fun i => Q i * exp (alpha * ln (P i / Q i))) l) / (alpha - 1).

Theorem bounded_range_zcdp {X} (l : list X) (P Q : X -> R) a b alpha : l <> [] -> 1 < alpha ->
  (forall i, In i l -> 0 < P i) -> (forall i, In i l -> 0 < Q i) -> lsum P l = 1 -> lsum Q l = 1 ->
  (forall i, In i l -> a <= ln (P i / Q i) <= b) -> renyi l alpha P Q <= alpha * ((b - a) ^ 2 / 8).
Proof.
  intros Hl Ha HP HQ SP SQ HL. unfold renyi.
  assert (EM : forall t, M l Q (fun i => ln (P i / Q i)) 0 t = lsum (fun i => Q i * exp (t * ln (P i / Q i))) l).
  { intros t. apply lsum_ext. intros i _. cbn [pow]. ring. }
  pose proof (bounded_range_moment l Q (fun i => ln (P i / Q i)) a b Hl HQ HL alpha Ha) as H. rewrite !EM in H.
  assert (HM : lsum (fun i => Q i * exp (alpha * ln (P i / Q i))) l <= exp ((alpha - 1) * (alpha * ((b - a) ^ 2 / 8)))).
  { apply H.
    - transitivity (lsum Q l); [|exact SQ]. apply lsum_ext. intros i _. rewrite Rmult_0_l, exp_0. ring.
    - transitivity (lsum P l); [|exact SP]. apply lsum_ext. intros i Hi. rewrite Rmult_1_l, exp_ln.
      + specialize (HQ i Hi). field. lra.
      + apply Rdiv_lt_0_compat; auto. }
  apply Rle_div_l; [lra|]. rewrite Rmult_comm. rewrite <- (ln_exp ((alpha - 1) * _)).
  assert (0 < lsum (fun i => Q i * exp (alpha * ln (P i / Q i))) l).
  { apply lsum_pos; auto. intros i Hi. specialize (HQ i Hi). pose proof (exp_pos (alpha * ln (P i / Q i))). nra. }
  destruct HM as [HM|HM]; [left; now apply ln_increasing|rewrite HM; lra].
Qed.

Theorem em_zcdp {X} (l : list X) tau x x' d alpha : l <> [] -> 0 < tau -> 1 < alpha ->
  (forall i j, In i l -> In j l -> (x i - x' i) - (x j - x' j) <= d) ->
  renyi l alpha (p l tau x) (p l tau x') <= alpha * ((d / tau) ^ 2 / 8).
Proof.
  intros Hl Ht Ha H.
  (* the least loss: some index attains it *)
  assert (Min : forall (f : X -> R) (r : list X), r <> [] -> exists i, In i r /\ forall j, In j r -> f i <= f j).
  { intros f r. induction r as [|c r IH]; [easy|]. intros _. destruct r as [|c' r].
    - exists c. split; [now left|]. intros j [->|[]]. lra.
    - destruct IH as [i [Hi Hm]]; [easy|]. destruct (Rle_dec (f c) (f i)).
      + exists c. split; [now left|]. intros j [->|Hj]; [lra|]. specialize (Hm j Hj). lra.
      + exists i. split; [now right|]. intros j [->|Hj]; [lra|auto]. }
  destruct (Min (loss l tau x x') l Hl) as [i0 [Hi0 Hmin]].
  replace (d / tau) with (loss l tau x x' i0 + d / tau - loss l tau x x' i0) by lra.
  apply bounded_range_zcdp; auto.
  - intros; now apply p_pos.
  - intros; now apply p_pos.
  - now apply p_one.
  - now apply p_one.
  - intros i Hi. fold (loss l tau x x' i). split; [now apply Hmin|].
    pose proof (range_exact l tau x x' Hl Ht i i0) as E1. specialize (H i i0 Hi Hi0).
    assert (((x i - x' i) - (x i0 - x' i0)) / tau <= d / tau); [|lra].
    apply Rmult_le_compat_r; [|exact H]. left. now apply Rinv_0_lt_compat.
Qed.
