(* Pure eps implies D_alpha <= alpha eps tanh(eps/2) for every alpha > 1, any number of outcomes; randomized response shows that it is the best constant. *)
From Coq Require Import Reals List Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral ExponentialMechanism RangeImpliesRho RhoIsBest.
Import ListNotations.
Open Scope R_scope.

Definition th (u : R) : R := (exp u - 1) / (exp u + 1).
Lemma th_tanh u : th u = tanh (u / 2).
Proof.
  unfold th, tanh, sinh, cosh. set (s := exp (u / 2)). assert (P : 0 < s) by apply exp_pos.
  assert (E1 : exp u = s * s) by (unfold s; rewrite <- exp_plus; f_equal; lra). rewrite E1, exp_Ropp. fold s. field. repeat split; try lra; nra.
Qed.
(* 2 u <= e^u - e^-u *)
Lemma sinh_above u : 0 < u -> 2 * u <= exp u - exp (- u).
Proof.
  intros Hu. set (f := fun u => exp u - exp (- u) - 2 * u).
  assert (D : forall c, 0 <= c <= u -> derivable_pt_lim f c (exp c + exp (- c) - 2)).
  { intros c _. apply is_derive_Reals. unfold f. auto_derive; [easy|ring]. }
  destruct (MVT_cor2 f (fun c => exp c + exp (- c) - 2) 0 u Hu D) as [c [Hc _]].
  assert (0 <= exp c + exp (- c) - 2) by (pose proof (exp_ineq1_le c); pose proof (exp_ineq1_le (- c)); lra).
  unfold f in Hc. rewrite Ropp_0, exp_0 in Hc. nra.
Qed.
Lemma th_slope s t : 0 < s -> 1 <= t -> th (t * s) <= t * th s.
Proof.
  intros Hs [Ht|<-]; [|rewrite !Rmult_1_l; lra]. set (f := fun u => th u / u).
  set (f1 := fun u => (u * (2 * exp u) - (exp u - 1) * (exp u + 1)) / (u * (exp u + 1)) ^ 2).
  assert (D : forall c, s <= c <= t * s -> derivable_pt_lim f c (f1 c)).
  { intros c Hc. pose proof (exp_pos c). apply is_derive_Reals. unfold f, f1, th. auto_derive; [repeat split; lra|]. field. split; lra. }
  destruct (MVT_cor2 f f1 s (t * s) ltac:(nra) D) as [c [Hc Hc2]]. assert (Pc : 0 < c) by lra. pose proof (exp_pos c) as Pe.
  assert (F1 : f1 c <= 0).
  { unfold f1. assert (0 < (c * (exp c + 1)) ^ 2) by (apply pow_lt; nra). apply Rle_div_l; [lra|]. rewrite Rmult_0_l.
    pose proof (sinh_above c Pc) as S. apply (Rmult_le_compat_r (exp c)) in S; [|lra].
    assert (E1 : exp (- c) * exp c = 1) by (rewrite <- exp_plus; replace (- c + c) with 0 by lra; apply exp_0). nra. }
  assert (F : f (t * s) <= f s) by nra. unfold f in F. assert (Q : 0 < t * s) by nra. apply (proj1 (Rle_div_l _ _ _ Q)) in F.
  replace (th s / s * (t * s)) with (t * th s) in F by (field; lra). exact F.
Qed.

Section Pure.
Context {X : Type} (l : list X) (P Q : X -> R).
Hypothesis Hl : l <> [].
Hypothesis HP : forall i, In i l -> 0 < P i.
Hypothesis HQ : forall i, In i l -> 0 < Q i.
Hypothesis SP : lsum P l = 1.
Hypothesis SQ : lsum Q l = 1.

(* the cumulant is nonnegative beyond 1 *)
Lemma moment_above (q L : X -> R) t : (forall i, In i l -> 0 < q i) -> M l q L 0 0 = 1 -> M l q L 0 1 = 1 -> 1 < t -> 1 <= M l q L 0 t.
Proof.
  intros Hq E0 E1 Ht.
  assert (D : forall n t, derivable_pt_lim (M l q L n) t (M l q L (S n) t)) by (intros; apply is_derive_Reals, M_derive).
  destruct (MVT_cor2 (M l q L 0) (M l q L 1) 0 1 ltac:(lra) (fun c _ => D 0%nat c)) as [c [Hc Hc2]].
  destruct (MVT_cor2 (M l q L 0) (M l q L 1) 1 t ltac:(lra) (fun c _ => D 0%nat c)) as [e [He He2]].
  destruct (MVT_cor2 (M l q L 1) (M l q L 2) c e ltac:(lra) (fun c _ => D 1%nat c)) as [f [Hf Hf2]].
  assert (0 <= M l q L 2 f).
  { unfold M. clear -Hq. induction l as [|i s IH]; cbn [lsum]; [lra|]. assert (0 <= lsum (fun i => q i * L i ^ 2 * exp (f * L i)) s) by (apply IH; intros; apply Hq; now right).
    assert (0 < q i) by (apply Hq; now left). pose proof (exp_pos (f * L i)). pose proof (pow2_ge_0 (L i)).
    assert (0 <= q i * L i ^ 2 * exp (f * L i)) by (apply Rmult_le_pos; [nra|lra]). lra. }
  assert (M l q L 1 c = 0) by lra. assert (0 <= M l q L 1 e) by nra. nra.
Qed.

Theorem pure_zcdp eps alpha : 0 < eps -> 1 < alpha -> (forall i, In i l -> - eps <= ln (P i / Q i) <= eps) ->
  renyi l alpha P Q <= alpha * (eps * tanh (eps / 2)).
Proof.
  intros He Ha HL. rewrite <- th_tanh. apply renyi_from_kl; auto. intros E0 E1 t Ht. set (L := fun i => ln (P i / Q i)) in *.
  assert (HL' : forall i, In i l -> - eps <= L i <= - eps + 2 * eps) by (intros i Hi; specialize (HL i Hi); unfold L; lra).
  pose proof (moment_above Q L t HQ E0 E1 Ht) as M1.
  destruct (tilted l Q L Hl HQ E0 (- eps) (2 * eps) t ltac:(lra) ltac:(lra) HL') as [P' [l' [-> [H1 [H2 [H3 H4]]]]]].
  set (K := ln (M l Q L 0 t)) in *. assert (PK : 0 <= K). { unfold K. rewrite <- ln_1. destruct M1 as [M1|M1]; [left; apply ln_increasing; lra|rewrite <- M1; lra]. }
  set (s := t * eps). assert (Ps : 0 < s) by (unfold s; nra).
  eapply Rle_trans; [apply (kl_chord l P' l' (- s - K) (2 * s)); auto; [lra|]|].
  { intros i Hi. specialize (H4 i Hi). unfold s. lra. }
  apply Rle_trans with (s * th s).
  2: { pose proof (th_slope eps t He ltac:(lra)) as T. fold s in T. replace (t ^ 2 * (eps * th eps)) with (s * (t * th eps)) by (unfold s; ring). apply Rmult_le_compat_l; lra. }
  pose proof (sinh_above s Ps) as SH. pose proof (exp_above s Ps) as E2. set (x := exp s) in *.
  assert (Em : exp (- s) = / x) by apply exp_Ropp. assert (E2s : exp (- (2 * s)) = / x * / x) by (replace (- (2 * s)) with (- s + - s) by lra; now rewrite exp_plus, Em).
  replace (- s - K) with (- s + - K) at 2 by lra. rewrite exp_plus, Em, E2s. rewrite Em in SH.
  pose proof (exp_ineq1_le (- K)) as EK. unfold th. fold x.
  assert (PI : 0 < / x) by (apply Rinv_0_lt_compat; lra).
  assert (X2 : 0 < x * x - 1) by nra.
  replace ((1 - / x * exp (- K)) / ((1 - / x * / x) / (2 * s))) with (2 * s * (x * x - x * exp (- K)) / (x * x - 1)) by (field; repeat split; try lra; nra).
  apply Rmult_le_reg_r with (x * x - 1); [easy|].
  replace ((- s - K + 2 * s * (x * x - x * exp (- K)) / (x * x - 1)) * (x * x - 1)) with ((- s - K) * (x * x - 1) + 2 * s * (x * x - x * exp (- K))) by (field; lra).
  replace (s * ((x - 1) / (x + 1)) * (x * x - 1)) with (s * (x - 1) * (x - 1)) by (field; lra).
  assert (SX : 2 * s * x <= x * x - 1).
  { apply (Rmult_le_compat_r x) in SH; [|lra]. replace ((x - / x) * x) with (x * x - 1) in SH by (field; lra). lra. }
  assert (A1 : 2 * s * x * (1 - K) <= 2 * s * x * exp (- K)) by (apply Rmult_le_compat_l; [nra|lra]).
  assert (A2 : K * (2 * s * x) <= K * (x * x - 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Pure.

(* randomized response *)
Definition response (eps : R) (i : bool) : R := if i then exp eps / (exp eps + 1) else 1 / (exp eps + 1).
Theorem pure_zcdp_is_best eps : 0 < eps -> let l := [false; true] in let P := response eps in let Q := fun i => response eps (negb i) in
  lsum P l = 1 /\ lsum Q l = 1 /\ (forall i, 0 < P i /\ 0 < Q i /\ - eps <= ln (P i / Q i) <= eps) /\
  forall alpha, 1 < alpha -> eps * tanh (eps / 2) <= renyi l alpha P Q.
Proof.
  intros He l P Q. pose proof (exp_above eps He) as E1.
  assert (Pos : forall i, 0 < P i /\ 0 < Q i) by (intros []; unfold P, Q, response; cbn; split; apply Rdiv_lt_0_compat; lra).
  assert (SP : lsum P l = 1) by (cbn; field; lra).
  assert (R1 : forall i, P i / Q i = exp (if i then eps else - eps)) by (intros []; unfold P, Q, response; cbn; [|rewrite exp_Ropp]; field; lra).
  split; [exact SP|]. split; [cbn; field; lra|]. split.
  - intros i. destruct (Pos i). repeat split; auto; rewrite R1, ln_exp; destruct i; lra.
  - intros alpha Ha. eapply Rle_trans; [|apply kl_renyi; auto; [easy|intros; apply Pos|intros; apply Pos]].
    rewrite <- th_tanh. right. unfold l. cbn [lsum]. rewrite !R1, !ln_exp. unfold P, response, th. field. lra.
Qed.
