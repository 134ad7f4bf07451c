(* Permute-and-flip is report noisy max with exponential noise: the greatest of the scores y_j plus noise of density exp(-z/tau)/tau. *)
From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability GumbelDocuments.
Import ListNotations.
Open Scope R_scope.

Section Noise.
Context {X : Type} (p : X -> R).
Definition let_in (l : list X) (t : R) : R := lprod (fun j => 1 - t * p j) l.
Lemma let_in_continuous l t : continuous (let_in l) t.
Proof.
  unfold let_in. induction l as [|a l IH]; cbn; [apply continuous_const|]. apply (continuous_mult (K := R_AbsRing) (fun t => 1 - t * p a)); [|exact IH].
  apply (continuous_minus (V := R_NormedModule) (fun _ => 1) (fun t => t * p a)); [apply continuous_const|]. apply (continuous_mult (K := R_AbsRing) (fun t => t) (fun _ => p a)); [apply continuous_id|apply continuous_const].
Qed.
Definition area (l : list X) (t : R) : R := RInt (let_in l) 0 t.
Lemma area_derive l t : is_derive (area l) t (let_in l t).
Proof.
  apply (is_derive_RInt (let_in l) (area l) 0 t); [|apply let_in_continuous]. apply filter_forall. intros b. apply (RInt_correct (V := R_CompleteNormedModule)).
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _. apply let_in_continuous.
Qed.
End Noise.

Theorem exponential_noise {X : Type} (tau m : R) (y : X -> R) (r : X) (others : list X) : 0 < tau -> let p j := exp (- ((m - y j) / tau)) in
  is_RInt_gen (fun g => exp (- ((g - y r) / tau)) / tau * lprod (fun j => 1 - exp (- ((g - y j) / tau))) others) (at_point m) (Rbar_locally p_infty)
    (p r * RInt (fun t => lprod (fun j => 1 - t * p j) others) 0 1).
Proof.
  intros Ht p. set (T := fun g => exp (- ((g - m) / tau))). set (F := fun g => - (p r * area p others (T g))).
  assert (Tp : forall g j, T g * p j = exp (- ((g - y j) / tau))) by (intros g j; unfold T, p; rewrite <- exp_plus; f_equal; field; lra).
  assert (E : forall g, exp (- ((g - y r) / tau)) / tau * lprod (fun j => 1 - exp (- ((g - y j) / tau))) others = p r * (T g / tau * let_in p others (T g))).
  { intros g. rewrite <- Tp. unfold let_in. replace (lprod (fun j => 1 - exp (- ((g - y j) / tau))) others) with (lprod (fun j => 1 - T g * p j) others); [unfold Rdiv; ring|].
    clear - Tp. induction others as [|a l IH]; cbn; [easy|]. now rewrite IH, Tp. }
  assert (DT : forall g, is_derive T g (- (T g / tau))) by (intros g; unfold T, Rminus, Rdiv; auto_derive; [easy|ring]).
  assert (D : forall g, is_derive F g (exp (- ((g - y r) / tau)) / tau * lprod (fun j => 1 - exp (- ((g - y j) / tau))) others)).
  { intros g. rewrite E. unfold F. pose proof (is_derive_comp (area p others) T g _ _ (area_derive p others (T g)) (DT g)) as G.
    apply (is_derive_scal _ _ (- p r)) in G. apply (is_derive_ext _ (fun t => - (p r * area p others (T t)))) in G; [|intros t; cbn; ring].
    replace (p r * (T g / tau * let_in p others (T g))) with (- p r * scal (- (T g / tau)) (let_in p others (T g))); [exact G|]. unfold scal. cbn. unfold mult. cbn. ring. }
  assert (CT : forall g, continuous T g) by (intros g; apply (ex_derive_continuous T); now exists (- (T g / tau))).
  replace (p r * RInt (fun t => lprod (fun j => 1 - t * p j) others) 0 1) with (0 - F m).
  2: { unfold F, T. replace (- ((m - m) / tau)) with 0 by (unfold Rdiv; ring). rewrite exp_0. unfold area, let_in. ring. }
  apply (newton F); [exact D| | |].
  - intros g. eapply continuous_ext; [intros t; symmetry; apply E|]. apply (continuous_mult (K := R_AbsRing) (fun _ => p r) (fun g => T g / tau * let_in p others (T g))); [apply continuous_const|].
    apply (continuous_mult (K := R_AbsRing) (fun g => T g / tau)); [|apply (continuous_comp T (let_in p others)); [apply CT|apply let_in_continuous]].
    apply (continuous_mult (K := R_AbsRing) T (fun _ => / tau)); [apply CT|apply continuous_const].
  - intros P [e He]. unfold filtermap, at_point. apply He. apply ball_center.
  - replace 0 with (- (p r * area p others 0)) by (unfold area; rewrite RInt_point; unfold zero; cbn; ring).
    apply (filterlim_comp _ _ _ T (fun t => - (p r * area p others t)) _ (locally 0)).
    + apply (filterlim_ext (fun g => exp (m / tau) * exp (- / tau * g))); [intros g; unfold T; rewrite <- exp_plus; f_equal; field; lra|].
      replace 0 with (exp (m / tau) * 0) by ring. apply (is_lim_scal_l (fun g => exp (- / tau * g)) (exp (m / tau)) p_infty 0). apply lim_exp_neg. now apply Rinv_0_lt_compat.
    + apply (continuous_opp (V := R_NormedModule) (fun t => p r * area p others t)). apply (continuous_mult (K := R_AbsRing) (fun _ => p r) (area p others)); [apply continuous_const|]. apply (ex_derive_continuous (area p others)). exists (let_in p others 0). apply area_derive.
Qed.
