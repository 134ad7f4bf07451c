(* A round of permute-and-flip from other numbers: the first to succeed, and the first accepted proposal. *)
From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability GumbelDocuments.
Import ListNotations.
Open Scope R_scope.

Section Round.
Context {X : Type} (p : X -> R).
Definition D (z : R) (j : X) : R := 1 - (1 - z) * p j.
Definition a (z : R) (j : X) : R := z / D z j.
Definition G (l : list X) (z : R) : R := lprod (D z) l.
Definition A (l : list X) (z : R) : R := lsum (fun j => p j * a z j) l.
Definition good (l : list X) : Prop := forall j, In j l -> 0 < p j <= 1.

Lemma good_cons j l : good (j :: l) -> (0 < p j <= 1) /\ good l.
Proof. intros H. split; [apply H; now left|intros i Hi; apply H; now right]. Qed.
Lemma D_pos z j : 0 < z -> 0 < p j <= 1 -> 0 < D z j.
Proof. intros Hz Hp. unfold D. assert (0 < z * p j) by (apply Rmult_lt_0_compat; lra). lra. Qed.
Lemma G_pos l z : 0 < z -> good l -> 0 < G l z.
Proof. intros Hz. unfold G. induction l as [|j l IH]; intros H; cbn; [lra|]. destruct (good_cons _ _ H). apply Rmult_lt_0_compat; [now apply D_pos|auto]. Qed.
Lemma D_nonneg j : 0 < p j <= 1 -> 0 <= D 0 j.
Proof. unfold D. lra. Qed.
Lemma G_nonneg l : good l -> 0 <= G l 0.
Proof. unfold G. induction l as [|j l IH]; intros H; cbn; [lra|]. destruct (good_cons _ _ H). apply Rmult_le_pos; [now apply D_nonneg|auto]. Qed.
Lemma D_derive z j : is_derive (fun z => D z j) z (p j).
Proof. unfold D. auto_derive; [easy|ring]. Qed.
Lemma G_derive l z : 0 < z -> good l -> is_derive (G l) z (G l z * A l z / z).
Proof.
  intros Hz. unfold G, A. induction l as [|j l IH]; intros H; cbn.
  - replace (1 * 0 / z) with 0 by (unfold Rdiv; ring). apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule) 1).
  - destruct (good_cons _ _ H) as [Hj Hl]. pose proof (D_pos z j Hz Hj) as Dp.
    replace (D z j * lprod (D z) l * (p j * a z j + lsum (fun j => p j * a z j) l) / z)
      with (p j * lprod (D z) l + D z j * (lprod (D z) l * lsum (fun j => p j * a z j) l / z)) by (unfold a; field; lra).
    apply (is_derive_mult (fun z => D z j) (fun z => lprod (D z) l)); [apply D_derive|auto|]. intros n m. apply Rmult_comm.
Qed.
Lemma G_continuous l z : continuous (G l) z.
Proof.
  unfold G. induction l as [|j l IH]; cbn; [apply continuous_const|]. apply (continuous_mult (K := R_AbsRing) (fun z => D z j)); [|exact IH].
  apply (ex_derive_continuous (fun z => D z j)). exists (p j). apply D_derive.
Qed.
Lemma G_one l : G l 1 = 1.
Proof. unfold G. induction l as [|j l IH]; cbn; [easy|]. rewrite IH. unfold D. ring. Qed.
Lemma G_zero l b : In b l -> p b = 1 -> G l 0 = 0.
Proof.
  unfold G. induction l as [|j l IH]; cbn; [easy|]. intros [->|H] Hb; [unfold D; rewrite Hb; ring|]. rewrite (IH H Hb). ring.
Qed.
Definition J (l : list X) (z : R) : R := RInt (G l) 0 z.
Lemma J_derive l z : is_derive (J l) z (G l z).
Proof.
  apply (is_derive_RInt (G l) (J l) 0 z); [|apply G_continuous]. apply filter_forall. intros b. apply (RInt_correct (V := R_CompleteNormedModule)).
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros y _. apply G_continuous.
Qed.
Lemma J_reflected l : J l 1 = RInt (fun t => lprod (fun j => 1 - t * p j) l) 0 1.
Proof.
  assert (E : forall u v, ex_RInt (G l) u v) by (intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply G_continuous).
  pose proof (RInt_comp_lin (G l) (-1) 1 0 1 (E _ _)) as H. replace (-1 * 0 + 1) with 1 in H by ring. replace (-1 * 1 + 1) with 0 in H by ring.
  unfold J. rewrite <- (opp_RInt_swap (V := R_CompleteNormedModule) (G l) 1 0 (E 1 0)). rewrite <- H. clear H.
  rewrite <- (RInt_opp (V := R_CompleteNormedModule)).
  2: { apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _. apply (continuous_scal_r (K := R_AbsRing) (V := R_NormedModule) (-1) (fun y => G l (-1 * y + 1))).
       apply (continuous_comp (fun y => -1 * y + 1) (G l)); [|apply G_continuous]. apply (ex_derive_continuous (fun y => -1 * y + 1)). auto_derive. easy. }
  apply RInt_ext. intros t _. unfold scal, opp. cbn. unfold mult. cbn. unfold G. clear E.
  replace (lprod (D (-1 * t + 1)) l) with (lprod (fun j => 1 - t * p j) l); [ring|].
  induction l as [|j l IH]; cbn; [easy|]. rewrite IH. unfold D. f_equal. ring.
Qed.

(* ---- the first to succeed: V = G(s) tells when, U which ---- *)
Lemma A_pos l z : 0 < z -> l <> [] -> good l -> 0 < A l z.
Proof.
  intros Hz Hl H. unfold A. destruct l as [|j l]; [easy|]. clear Hl. revert j H. induction l as [|i l IH]; intros j H; cbn.
  - destruct (good_cons _ _ H) as [Hj _]. pose proof (D_pos z j Hz Hj). unfold a, Rdiv. assert (0 < p j * (z * / D z j)); [|lra].
    apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [lra|]. now apply Rinv_0_lt_compat.
  - destruct (good_cons _ _ H) as [Hj Hl]. specialize (IH i Hl). cbn in IH. pose proof (D_pos z j Hz Hj). unfold a, Rdiv in *.
    assert (0 < p j * (z * / D z j)); [|lra]. apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [lra|]. now apply Rinv_0_lt_compat.
Qed.
Theorem first_to_succeed r others : let l := r :: others in good l ->
  is_RInt (fun s => p r * a s r / A l s * (G l s * A l s / s)) 0 1 (p r * RInt (fun t => lprod (fun j => 1 - t * p j) others) 0 1).
Proof.
  intros l H. rewrite <- J_reflected. apply (is_RInt_ext (fun s => scal (p r) (G others s))).
  - intros s [Hs _]. rewrite Rmin_left in Hs by lra. destruct (good_cons _ _ H) as [Hr _].
    pose proof (D_pos s r Hs Hr). assert (0 < A l s) by (apply A_pos; [lra|easy|exact H]).
    change (p r * G others s = p r * a s r / A l s * (D s r * G others s * A l s / s)). unfold a. field. repeat split; lra.
  - apply (is_RInt_scal (V := R_NormedModule)). unfold J. apply (RInt_correct (V := R_CompleteNormedModule)).
    apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply G_continuous.
Qed.

(* ---- the first accepted proposal ---- *)
Section Thinning.
Context (r : X) (others : list X) (b : X).
Notation l := (r :: others).
Context (Hg : good l) (Hb : In b l) (pb : p b = 1).
Definition W : R := lsum p l.
Definition F (z : R) : R := p r * J others z / G l z.
Lemma F_derive z : 0 < z -> is_derive F z ((p r * a z r - A l z * F z) / z).
Proof.
  intros Hz. pose proof (G_pos l z Hz Hg) as Gp. destruct (good_cons _ _ Hg) as [Hr Ho]. pose proof (D_pos z r Hz Hr) as Dp.
  pose proof (G_pos others z Hz Ho) as Op.
  replace ((p r * a z r - A l z * F z) / z)
    with ((p r * G others z * G l z - p r * J others z * (G l z * A l z / z)) / (G l z) ^ 2).
  - unfold F. apply (is_derive_div (fun z => p r * J others z) (G l)); [|now apply G_derive|lra].
    apply (is_derive_scal (J others)). apply J_derive.
  - unfold F, a. change (G l z) with (D z r * G others z) in *. field. repeat split; lra.
Qed.
Lemma J_nonneg z : 0 < z -> 0 <= J others z.
Proof.
  intros Hz. destruct (good_cons _ _ Hg) as [_ Ho]. unfold J. apply RInt_ge_0; [lra| |].
  - apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply G_continuous.
  - intros y [Hy _]. left. now apply G_pos.
Qed.
Lemma pa_nonneg z j : 0 < z -> 0 < p j <= 1 -> 0 <= p j * a z j.
Proof. intros Hz Hj. pose proof (D_pos z j Hz Hj). unfold a. apply Rmult_le_pos; [lra|]. apply Rdiv_le_0_compat; lra. Qed.
Lemma A_nonneg m z : 0 < z -> good m -> 0 <= A m z.
Proof.
  intros Hz. unfold A. induction m as [|j m IH]; intros H; cbn; [lra|]. destruct (good_cons _ _ H) as [Hj Hm].
  pose proof (pa_nonneg z j Hz Hj). specialize (IH Hm). lra.
Qed.
Lemma F_bounds z : 0 < z -> 0 <= F z <= 1.
Proof.
  intros Hz. pose proof (G_pos l z Hz Hg) as Gp. pose proof (J_nonneg z Hz) as Jp. destruct (good_cons _ _ Hg) as [Hr Ho].
  unfold F. split; [apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra|lra]|].
  apply (Rmult_le_reg_r (G l z)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
  set (K := fun z => G l z - p r * J others z).
  assert (K0 : 0 <= K 0). { unfold K, J. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero. cbn -[G]. pose proof (G_nonneg l Hg). lra. }
  assert (C : forall y, continuous K y).
  { intros y. unfold K. apply (continuous_minus (V := R_NormedModule) (G l) (fun z => p r * J others z)); [apply G_continuous|].
    apply (continuous_mult (K := R_AbsRing) (fun _ => p r) (J others)); [apply continuous_const|]. apply (ex_derive_continuous (J others)). exists (G others y). apply J_derive. }
  assert (M : forall y, 0 < y -> is_derive K y (D y r * G others y * A others y / y)).
  { intros y Hy. pose proof (D_pos y r Hy Hr) as Dp. replace (D y r * G others y * A others y / y) with (G l y * A l y / y - p r * G others y).
    - unfold K. apply (is_derive_minus (V := R_NormedModule) (G l) (fun z => p r * J others z)); [now apply G_derive|]. apply (is_derive_scal (J others)). apply J_derive.
    - change (G l y) with (D y r * G others y). change (A l y) with (p r * a y r + A others y). unfold a. field. lra. }
  destruct (MVT_gen K 0 z (fun y => D y r * G others y * A others y / y)) as [c [[Hc1 Hc2] Hc]].
  - intros y [Hy _]. rewrite Rmin_left in Hy by lra. now apply M.
  - intros y _. apply continuity_pt_filterlim. apply C.
  - rewrite Rmin_left in Hc1 by lra. unfold K in Hc, K0. assert (0 <= D c r * G others c * A others c / c * (z - 0)); [|lra].
    destruct (Req_dec c 0) as [->|Hn]; [unfold Rdiv; rewrite Rinv_0; lra|]. assert (0 < c) by lra.
    pose proof (D_pos c r H Hr). pose proof (G_pos others c H Ho). pose proof (A_nonneg others c H Ho).
    apply Rmult_le_pos; [|lra]. apply Rdiv_le_0_compat; [|lra]. apply Rmult_le_pos; [|lra]. left. apply Rmult_lt_0_compat; lra.
Qed.
Definition refused (z : R) : R := lsum (fun j => p j * (1 - a z j)) l.
Lemma refused_is z : refused z = W - A l z.
Proof. unfold refused, W, A. generalize l. intros m. induction m as [|j m IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma a_bounds z j : 0 < z <= 1 -> 0 < p j <= 1 -> 0 < a z j <= 1.
Proof.
  intros Hz Hj. pose proof (D_pos z j (proj1 Hz) Hj) as Dp. unfold a. split; [apply Rdiv_lt_0_compat; lra|].
  apply (Rmult_le_reg_r (D z j)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. unfold D.
  assert (0 <= (1 - z) * (1 - p j)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma refused_some m z : 0 < z <= 1 -> good m -> 0 <= lsum (fun j => p j * (1 - a z j)) m <= lsum p m.
Proof.
  intros Hz. induction m as [|j m IH]; intros H; cbn; [lra|]. destruct (good_cons _ _ H) as [Hj Hm]. specialize (IH Hm).
  pose proof (a_bounds z j Hz Hj). assert (0 <= p j * (1 - a z j)) by (apply Rmult_le_pos; lra). assert (0 <= p j * a z j) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma refused_best m z : 0 < z <= 1 -> good m -> In b m -> lsum (fun j => p j * (1 - a z j)) m <= lsum p m - 1.
Proof.
  intros Hz. induction m as [|j m IH]; intros H Hi; [easy|]. destruct (good_cons _ _ H) as [Hj Hm]. cbn.
  pose proof (a_bounds z j Hz Hj). pose proof (refused_some m z Hz Hm). destruct Hi as [->|Hi].
  - assert (a z b = 1) as E by (unfold a, D; rewrite pb; field; lra). rewrite E, pb. lra.
  - specialize (IH Hm Hi). assert (0 <= p j * a z j) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma W_one : 1 <= W.
Proof. pose proof (refused_best l 1 ltac:(lra) Hg Hb). pose proof (refused_some l 1 ltac:(lra) Hg). unfold W. lra. Qed.

(* One more proposal, a time t later, t exponential of rate W: r is accepted, or nobody is and f goes on. *)
Definition further (f : R -> R) (s t : R) : R :=
  W * exp (- W * t) * (p r / W * a (s * exp (- t)) r + lsum (fun j => p j / W * (1 - a (s * exp (- t)) j)) l * f (s * exp (- t))).
Lemma refused_share z : lsum (fun j => p j / W * (1 - a z j)) l = refused z / W.
Proof. unfold refused. generalize W. intros w. generalize l. intros m. induction m as [|j m IH]; cbn; [unfold Rdiv; ring|]. rewrite IH. unfold Rdiv. ring. Qed.
Lemma later_pos s t : 0 < s -> 0 < s * exp (- t).
Proof. intros Hs. apply Rmult_lt_0_compat; [exact Hs|apply exp_pos]. Qed.
Lemma further_F s t : 0 < s -> further F s t = exp (- W * t) * (p r * a (s * exp (- t)) r + (W - A l (s * exp (- t))) * F (s * exp (- t))).
Proof. intros Hs. pose proof W_one. unfold further. rewrite refused_share, refused_is. field. lra. Qed.
Lemma a_continuous z j : 0 < z -> 0 < p j <= 1 -> continuous (fun z => a z j) z.
Proof.
  intros Hz Hj. pose proof (D_pos z j Hz Hj) as Dp. apply (ex_derive_continuous (fun z => a z j)). unfold a. apply (ex_derive_div (fun z => z) (fun z => D z j)); [apply ex_derive_id| |lra].
  exists (p j). apply D_derive.
Qed.
Lemma A_continuous m z : 0 < z -> good m -> continuous (A m) z.
Proof.
  intros Hz. unfold A. induction m as [|j m IH]; intros H; cbn; [apply continuous_const|]. destruct (good_cons _ _ H) as [Hj Hm].
  apply (continuous_plus (V := R_NormedModule) (fun z => p j * a z j)); [|auto]. apply (continuous_mult (K := R_AbsRing) (fun _ => p j) (fun z => a z j)); [apply continuous_const|now apply a_continuous].
Qed.
Lemma F_continuous z : 0 < z -> continuous F z.
Proof. intros Hz. apply (ex_derive_continuous F). eexists. now apply F_derive. Qed.
Theorem F_is_its_mean s : 0 < s <= 1 -> is_RInt_gen (further F s) (at_point 0) (Rbar_locally p_infty) (F s).
Proof.
  intros [Hs Hs1]. pose proof W_one as HW. destruct (good_cons _ _ Hg) as [Hr Ho].
  set (T := fun t => s * exp (- t)). set (Phi := fun t => - (exp (- W * t) * F (T t))).
  assert (Tp : forall t, 0 < T t) by (intros; now apply later_pos).
  assert (DT : forall t, is_derive T t (- T t)) by (intros t; unfold T; auto_derive; [easy|ring]).
  assert (CT : forall t, continuous T t) by (intros t; apply (ex_derive_continuous T); eexists; apply DT).
  replace (F s) with (0 - Phi 0).
  2: { unfold Phi, T. rewrite Rmult_0_r, Ropp_0, exp_0, Rmult_1_r. ring. }
  apply (newton Phi).
  - intros t. pose proof (Tp t) as Ht. rewrite further_F by lra. fold (T t).
    pose proof (is_derive_comp F T t _ _ (F_derive (T t) Ht) (DT t)) as H1.
    assert (H2 : is_derive (fun t => exp (- W * t)) t (- W * exp (- W * t))) by (auto_derive; [easy|ring]).
    pose proof (is_derive_mult (fun t => exp (- W * t)) (fun t => F (T t)) t _ _ H2 H1 (fun n m => Rmult_comm n m)) as H3.
    apply (is_derive_opp (V := R_NormedModule)) in H3. unfold Phi.
    replace (exp (- W * t) * (p r * a (T t) r + (W - A l (T t)) * F (T t)))
      with (opp (plus (mult (- W * exp (- W * t)) (F (T t))) (mult (exp (- W * t)) (scal (- T t) ((p r * a (T t) r - A l (T t) * F (T t)) / T t))))); [exact H3|].
    unfold opp, plus, mult, scal. cbn -[A]. unfold mult. cbn -[A]. field. lra.
  - intros t. apply (continuous_ext (fun t => exp (- W * t) * (p r * a (T t) r + (W - A l (T t)) * F (T t)))); [intros x; now rewrite further_F by lra|].
    apply (continuous_mult (K := R_AbsRing) (fun t => exp (- W * t))).
    { apply (ex_derive_continuous (fun t => exp (- W * t))). auto_derive. easy. }
    apply (continuous_plus (V := R_NormedModule) (fun t => p r * a (T t) r)).
    + apply (continuous_mult (K := R_AbsRing) (fun _ => p r) (fun t => a (T t) r)); [apply continuous_const|].
      apply (continuous_comp T (fun z => a z r)); [apply CT|]. apply a_continuous; auto.
    + apply (continuous_mult (K := R_AbsRing) (fun t => W - A l (T t)) (fun t => F (T t))).
      * apply (continuous_minus (V := R_NormedModule) (fun _ => W) (fun t => A l (T t))); [apply continuous_const|].
        apply (continuous_comp T (A l)); [apply CT|]. apply A_continuous; auto.
      * apply (continuous_comp T F); [apply CT|]. apply F_continuous; auto.
  - intros P [e He]. unfold filtermap, at_point. apply He. apply ball_center.
  - apply (filterlim_locally (F := Rbar_locally p_infty) Phi 0). intros e.
    assert (L : filterlim (fun t => exp (- W * t)) (Rbar_locally p_infty) (locally 0)) by (apply lim_exp_neg; lra).
    pose proof (proj1 (filterlim_locally (F := Rbar_locally p_infty) (fun t => exp (- W * t)) 0) L e) as [M HM]. exists M. intros t Ht. specialize (HM t Ht).
    unfold ball in *. cbn in *. unfold AbsRing_ball, abs, minus, plus, opp in *. cbn in *. rewrite Ropp_0, Rplus_0_r in *. unfold Phi. rewrite Rabs_Ropp, Rabs_mult.
    pose proof (F_bounds (T t) (Tp t)). rewrite (Rabs_pos_eq (F (T t))) by lra. apply (Rle_lt_trans _ (Rabs (exp (- W * t)) * 1)); [|rewrite Rmult_1_r; exact HM].
    apply Rmult_le_compat_l; [apply Rabs_pos|lra].
Qed.
Lemma rate_one : is_RInt_gen (fun t => W * exp (- W * t)) (at_point 0) (Rbar_locally p_infty) 1.
Proof.
  pose proof W_one as HW. replace 1 with (0 - - exp (- W * 0)) by (rewrite Rmult_0_r, exp_0; ring). apply (newton (fun t => - exp (- W * t))).
  - intros t. auto_derive; [easy|ring].
  - intros t. apply (ex_derive_continuous (fun t => W * exp (- W * t))). auto_derive. easy.
  - intros P [e He]. unfold filtermap, at_point. apply He. apply ball_center.
  - replace 0 with (- 0) by ring. apply (filterlim_comp _ _ _ (fun t => exp (- W * t)) Ropp _ (locally 0)); [apply lim_exp_neg; lra|]. apply (filterlim_opp (V := R_NormedModule)).
Qed.
Context (P : nat -> R -> R) (P0 : forall s, P 0%nat s = 0)
  (PS : forall m s, 0 < s <= 1 -> is_RInt_gen (further (P m) s) (at_point 0) (Rbar_locally p_infty) (P (S m) s)).
Lemma nearer m : forall s, 0 < s <= 1 -> Rabs (F s - P m s) <= (1 - 1 / W) ^ m.
Proof.
  pose proof W_one as HW. assert (C : 0 <= 1 - 1 / W). { assert (1 / W <= 1); [|lra]. apply (Rmult_le_reg_r W); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  induction m as [|m IH]; intros s Hs.
  - rewrite P0. pose proof (F_bounds s (proj1 Hs)). cbn. rewrite Rminus_0_r, Rabs_pos_eq; lra.
  - pose proof (is_RInt_gen_minus _ _ _ _ (F_is_its_mean s Hs) (PS m s Hs)) as H.
    pose proof (is_RInt_gen_scal _ ((1 - 1 / W) ^ S m) _ rate_one) as K.
    replace ((1 - 1 / W) ^ S m) with (scal ((1 - 1 / W) ^ S m) 1) by (unfold scal; cbn; unfold mult; cbn; ring).
    change (norm (minus (F s) (P (S m) s)) <= scal ((1 - 1 / W) ^ S m) 1).
    refine (RInt_gen_norm _ _ _ _ _ _ H K).
    + apply (Filter_prod _ _ _ (fun u => u = 0) (fun v => 0 < v)); [easy|now exists 0|]. intros u v -> Hv. cbn. lra.
    + apply (Filter_prod _ _ _ (fun u => u = 0) (fun v => 0 < v)); [easy|now exists 0|]. intros u v -> Hv t [Ht _]. cbn in Ht.
      set (z := s * exp (- t)). assert (Hz : 0 < z <= 1).
      { split; [now apply later_pos|]. unfold z. replace 1 with (1 * 1) by ring. apply Rmult_le_compat; try lra; [left; apply exp_pos|].
        rewrite <- exp_0. destruct (Req_dec t 0) as [->|]; [rewrite Ropp_0; lra|]. left. apply exp_increasing. lra. }
      specialize (IH z Hz).
      assert (E : minus (further F s t) (further (P m) s t) = W * exp (- W * t) * (refused z / W * (F z - P m z))).
      { unfold further. rewrite refused_share. fold z. unfold minus, plus, opp. cbn. ring. }
      change (Rabs (minus (further F s t) (further (P m) s t)) <= (1 - 1 / W) ^ S m * (W * exp (- W * t))). rewrite E, Rabs_mult.
      pose proof (exp_pos (- W * t)) as Ep. assert (0 < W * exp (- W * t)) by (apply Rmult_lt_0_compat; lra). rewrite Rabs_pos_eq by lra. rewrite (Rmult_comm ((1 - 1 / W) ^ S m)).
      apply Rmult_le_compat_l; [lra|]. rewrite Rabs_mult. cbn [pow].
      pose proof (refused_best l z Hz Hg Hb) as R1. pose proof (refused_some l z Hz Hg) as R2. fold W in R1, R2. fold (refused z) in R1, R2.
      apply Rmult_le_compat; [apply Rabs_pos|apply Rabs_pos| |exact IH].
      rewrite Rabs_pos_eq by (apply Rdiv_le_0_compat; lra). apply (Rmult_le_reg_r W); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_minus_distr_r, Rmult_assoc, Rinv_l by lra. lra.
Qed.
Theorem first_accepted : is_lim_seq (fun m => P m 1) (p r * RInt (fun t => lprod (fun j => 1 - t * p j) others) 0 1).
Proof.
  pose proof W_one as HW. assert (C : 0 < / W <= 1). { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  replace (p r * RInt (fun t => lprod (fun j => 1 - t * p j) others) 0 1) with (F 1).
  2: { unfold F. rewrite (G_one l), J_reflected. unfold Rdiv. rewrite Rinv_1. ring. }
  assert (Z : is_lim_seq (fun m => (1 - 1 / W) ^ m) 0) by (apply is_lim_seq_geom; unfold Rdiv; rewrite Rmult_1_l, Rabs_pos_eq; lra).
  apply (is_lim_seq_le_le (fun m => F 1 - (1 - 1 / W) ^ m) _ (fun m => F 1 + (1 - 1 / W) ^ m)).
  - intros m. pose proof (nearer m 1 ltac:(lra)) as N. apply Rabs_le_between in N. lra.
  - replace (F 1) with (F 1 - 0) at 1 by ring. apply is_lim_seq_minus'; [apply is_lim_seq_const|exact Z].
  - replace (F 1) with (F 1 + 0) at 1 by ring. apply is_lim_seq_plus'; [apply is_lim_seq_const|exact Z].
Qed.
End Thinning.
End Round.
