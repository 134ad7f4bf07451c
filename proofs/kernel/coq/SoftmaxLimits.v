(* The exponential mechanism under a shift of all scores, and at extreme temperatures: hot it is uniform, cold it takes the greatest. *)
From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability.
Import ListNotations.
Open Scope R_scope.

Section Softmax.
Context {X : Type}.
Definition share (l : list X) (tau : R) (y : X -> R) (i : X) : R := exp (y i / tau) / lsum (fun j => exp (y j / tau)) l.
(* 1 for a greatest score m, 0 for any other *)
Definition greatest (y : X -> R) (m : R) (j : X) : R := if Req_EM_T (y j) m then 1 else 0.

Lemma weights_pos (f : X -> R) l : l <> [] -> 0 < lsum (fun j => exp (f j)) l.
Proof.
  assert (G : forall l, 0 <= lsum (fun j => exp (f j)) l) by (induction l0 as [|a r IH]; cbn; [lra|pose proof (exp_pos (f a)); lra]).
  destruct l as [|a l]; [easy|]. intros _. cbn. pose proof (exp_pos (f a)). specialize (G l). lra.
Qed.
Lemma weights_times (f : X -> R) c l : lsum (fun j => f j * c) l = lsum f l * c.
Proof. induction l as [|a l IH]; cbn; [lra|]. rewrite IH. lra. Qed.
Lemma weights_ext (f g : X -> R) l : (forall j, f j = g j) -> lsum f l = lsum g l.
Proof. intros H. induction l as [|a l IH]; cbn; [easy|]. now rewrite H, IH. Qed.
Theorem share_shift l tau y c i : l <> [] -> share l tau (fun j => y j + c) i = share l tau y i.
Proof.
  intros Hl. unfold share. assert (E : forall j, exp ((y j + c) / tau) = exp (y j / tau) * exp (c / tau)) by (intros j; rewrite <- exp_plus; f_equal; unfold Rdiv; ring).
  rewrite E, (weights_ext _ (fun j => exp (y j / tau) * exp (c / tau))), weights_times by exact E.
  pose proof (weights_pos (fun j => y j / tau) l Hl). pose proof (exp_pos (c / tau)). field. split; lra.
Qed.

Section Limit.
Variable F : (R -> Prop) -> Prop.
Hypothesis FF : Filter F.
Lemma lsum_limit (f : X -> R -> R) (g : X -> R) l : (forall j, In j l -> filterlim (f j) F (locally (g j))) -> filterlim (fun t => lsum (fun j => f j t) l) F (locally (lsum g l)).
Proof.
  induction l as [|a l IH]; intros H; cbn; [apply filterlim_const|].
  eapply (filterlim_comp_2 (f a) (fun t => lsum (fun j => f j t) l) Rplus); [apply H; now left|apply IH; intros j Hj; apply H; now right|]. apply (filterlim_plus (g a) (lsum g l)).
Qed.
Lemma quotient_limit (f g : R -> R) a b : b <> 0 -> filterlim f F (locally a) -> filterlim g F (locally b) -> filterlim (fun t => f t / g t) F (locally (a / b)).
Proof.
  intros Hb Hf Hg. eapply (filterlim_comp_2 f (fun t => / g t) Rmult); [exact Hf|exact (filterlim_comp _ _ _ g Rinv F (locally b) (locally (/ b)) Hg (continuous_Rinv b Hb))|]. apply (filterlim_mult a (/ b)).
Qed.
End Limit.

Theorem hot_limit l y i : In i l -> is_lim (fun tau => share l tau y i) p_infty (/ INR (length l)).
Proof.
  intros Hi. assert (Hl : l <> []) by (intros ->; easy).
  assert (W : forall j, filterlim (fun tau => exp (y j / tau)) (Rbar_locally' p_infty) (locally 1)).
  { intros j. rewrite <- exp_0. apply (filterlim_comp _ _ _ (fun tau => y j / tau) exp _ (locally 0)); [|apply continuous_exp].
    replace 0 with (y j * 0) by ring. apply (is_lim_scal_l Rinv (y j) p_infty 0). apply (is_lim_inv (fun x => x) p_infty p_infty); [apply is_lim_id|discriminate]. }
  assert (N : lsum (fun _ => 1) l = INR (length l)). { clear. induction l as [|a l IH]; [easy|]. cbn [lsum length]. rewrite S_INR, IH. lra. }
  assert (P : 0 < INR (length l)) by (apply lt_0_INR; destruct l; [easy|cbn; lia]).
  replace (/ INR (length l)) with (1 / lsum (fun _ : X => 1) l) by (rewrite N; field; lra).
  apply (quotient_limit (Rbar_locally' p_infty) _ (fun tau => exp (y i / tau)) _ 1 (lsum (fun _ => 1) l)); [lra|apply W|].
  apply (lsum_limit (Rbar_locally' p_infty) _ (fun j tau => exp (y j / tau)) (fun _ => 1)). intros j _. apply W.
Qed.

Lemma falls c : c < 0 -> filterlim (fun tau => c / tau) (at_right 0) (Rbar_locally m_infty).
Proof.
  intros Hc P [M HM]. assert (D : 0 < - c / (Rabs M + 1)) by (apply Rdiv_lt_0_compat; pose proof (Rabs_pos M); lra).
  exists (mkposreal _ D). intros t Ht Pt. apply HM. unfold ball in Ht. cbn in Ht. unfold AbsRing_ball, abs, minus, plus, opp in Ht. cbn in Ht. rewrite Ropp_0, Rplus_0_r, Rabs_right in Ht by lra.
  assert (B : t * (Rabs M + 1) < - c). { apply (Rmult_lt_compat_r (Rabs M + 1)) in Ht; [|pose proof (Rabs_pos M); lra]. replace (- c / (Rabs M + 1) * (Rabs M + 1)) with (- c) in Ht by (field; pose proof (Rabs_pos M); lra). lra. }
  apply Rmult_lt_reg_r with t; [easy|]. replace (c / t * t) with c by (field; lra). pose proof (Rle_abs (- M)) as A. rewrite Rabs_Ropp in A. nra.
Qed.
Theorem cold_limit l y i m : In i l -> (exists j, In j l /\ y j = m) -> (forall j, In j l -> y j <= m) ->
  filterlim (fun tau => share l tau y i) (at_right 0) (locally (greatest y m i / lsum (greatest y m) l)).
Proof.
  intros Hi [k [Hk Ek]] Hm. assert (Hl : l <> []) by (intros ->; easy).
  assert (C : 0 < lsum (greatest y m) l).
  { clear -Hk Ek. assert (G : forall r, 0 <= lsum (greatest y m) r) by (induction r as [|a r IH]; cbn; [lra|unfold greatest at 1; destruct (Req_EM_T (y a) m); lra]).
    induction l as [|a l IH]; [easy|]. cbn. destruct Hk as [->|Hk].
    - specialize (G l). unfold greatest at 1. destruct (Req_EM_T (y k) m); [lra|easy].
    - specialize (IH Hk). unfold greatest at 1. destruct (Req_EM_T (y a) m); lra. }
  assert (W : forall j, In j l -> filterlim (fun tau => exp ((y j + - m) / tau)) (at_right 0) (locally (greatest y m j))).
  { intros j Hj. unfold greatest. destruct (Req_EM_T (y j) m) as [E|N].
    - apply filterlim_ext with (fun _ => 1); [|apply filterlim_const]. intros tau. rewrite <- exp_0. f_equal. rewrite E. unfold Rdiv. ring.
    - apply (filterlim_comp _ _ _ (fun tau => (y j + - m) / tau) exp _ (Rbar_locally m_infty)); [|exact is_lim_exp_m]. apply falls. specialize (Hm j Hj). lra. }
  apply filterlim_ext with (fun tau => share l tau (fun j => y j + - m) i); [intros tau; now apply share_shift|].
  apply (quotient_limit (at_right 0) _ (fun tau => exp ((y i + - m) / tau)) _ (greatest y m i)); [lra|now apply W|].
  now apply (lsum_limit (at_right 0) _ (fun j tau => exp ((y j + - m) / tau)) (greatest y m)).
Qed.
End Softmax.
