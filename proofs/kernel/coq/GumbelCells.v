(* Uniform numbers of which some bits are drawn: means over cells, and the law of an order given the cells. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedGumbel PermuteAndFlipIntegral ExponentialMechanism GumbelDocuments.
Import ListNotations.
Open Scope R_scope.

(* ---- powers of real exponent on the whole line, 0 below 0 ---- *)
Definition pw (c y : R) : R := if Rle_dec y 0 then 0 else exp (c * ln y).
Lemma pw_pos c y : 0 < y -> pw c y = exp (c * ln y).
Proof. intros H. unfold pw. destruct (Rle_dec y 0); [lra|easy]. Qed.
Lemma pw_neg c y : y <= 0 -> pw c y = 0.
Proof. intros H. unfold pw. destruct (Rle_dec y 0); [easy|lra]. Qed.
Lemma pw_ge0 c y : 0 <= pw c y.
Proof. unfold pw. destruct (Rle_dec y 0); [lra|]. left. apply exp_pos. Qed.
Lemma ln_le' x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros H [H1| ->]; [left; now apply ln_increasing|lra]. Qed.
Lemma pw_mono c x y : 0 < c -> x <= y -> pw c x <= pw c y.
Proof.
  intros Hc H. destruct (Rle_dec x 0) as [Hx|Hx]; [rewrite (pw_neg c x Hx); apply pw_ge0|].
  rewrite !pw_pos by lra. apply exp_le'. apply Rmult_le_compat_l; [lra|]. apply ln_le'; lra.
Qed.
Lemma pw_inv c y : c <> 0 -> 0 <= y -> pw c (pw (/ c) y) = y.
Proof.
  intros Hc [H| <-].
  - rewrite (pw_pos (/ c) y H), pw_pos by apply exp_pos. rewrite ln_exp. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by easy. now apply exp_ln.
  - rewrite (pw_neg (/ c) 0), pw_neg; lra.
Qed.
Lemma pw_inv' c y : c <> 0 -> 0 <= y -> pw (/ c) (pw c y) = y.
Proof. intros Hc Hy. rewrite <- (Rinv_inv c) at 2. apply pw_inv; auto. now apply Rinv_neq_0_compat. Qed.
Lemma pw_1 c : pw c 1 = 1.
Proof. rewrite pw_pos, ln_1, Rmult_0_r, exp_0; lra. Qed.
Lemma pw_cont c (x : R) : 0 < c -> continuous (pw c) x.
Proof.
  intros Hc. destruct (total_order_T x 0) as [[H| ->]|H].
  - apply (continuous_ext_loc (pw c) (fun _ => 0)); [|apply continuous_const].
    assert (Hp : 0 < - x) by lra. exists (mkposreal _ Hp). intros y Hy. symmetry. apply pw_neg.
    unfold ball in Hy. cbn in Hy. unfold AbsRing_ball, abs, minus, plus, opp in Hy. cbn in Hy. apply Rabs_def2 in Hy. lra.
  - intros P [e He]. rewrite pw_neg in He by lra.
    assert (Hp : 0 < pw (/ c) e) by (rewrite pw_pos by apply cond_pos; apply exp_pos).
    exists (mkposreal _ Hp). intros y Hy. apply He. unfold ball in *. cbn in *. unfold AbsRing_ball, abs, minus, plus, opp in *. cbn in *.
    rewrite Ropp_0, Rplus_0_r in *. rewrite Rabs_pos_eq by apply pw_ge0. apply Rabs_def2 in Hy.
    destruct (Rle_dec y 0) as [Hy0|Hy0]; [rewrite pw_neg by easy; apply cond_pos|].
    rewrite <- (pw_inv c e) by (pose proof (cond_pos e); lra). rewrite (pw_pos c (pw _ _)) by easy. rewrite pw_pos by lra.
    apply exp_increasing. apply Rmult_lt_compat_l; [easy|]. apply ln_increasing; lra.
  - apply (continuous_ext_loc (pw c) (fun y => exp (c * ln y))).
    + exists (mkposreal _ H). intros y Hy. symmetry. apply pw_pos.
      unfold ball in Hy. cbn in Hy. unfold AbsRing_ball, abs, minus, plus, opp in Hy. cbn in Hy. apply Rabs_def2 in Hy. lra.
    + apply (ex_derive_continuous (fun y => exp (c * ln y))). auto_derive. easy.
Qed.

(* ---- cells ---- *)
Notation PSRN := GumbelPSRN.
Notation mk := mk_GumbelPSRN.
Notation shift := GumbelPSRN_shift.
Notation scale := GumbelPSRN_scale.
Notation numerator := GumbelPSRN_numerator.
Notation refinements := GumbelPSRN_refinements.
Definition half (a : PSRN) (v : Z) : PSRN := mk (shift a) (scale a) (2 * numerator a + v) (refinements a + 1).
Definition size (a : PSRN) : R := IZR (2 ^ refinements a).
Definition lo (a : PSRN) : R := IZR (numerator a) / size a.
Definition hi (a : PSRN) : R := (IZR (numerator a) + 1) / size a.
Definition fine (a : PSRN) : Prop := (0 <= refinements a /\ 0 <= numerator a /\ numerator a + 1 <= 2 ^ refinements a)%Z.

Lemma size_pos a : (0 <= refinements a)%Z -> 0 < size a.
Proof. intros H. apply IZR_lt. apply Z.pow_pos_nonneg; lia. Qed.
Lemma size_ge0 a : 0 <= size a.
Proof. apply IZR_le. apply Z.pow_nonneg. lia. Qed.
Lemma size_half a v : (0 <= refinements a)%Z -> size (half a v) = 2 * size a.
Proof. intros H. unfold size, half. cbn [refinements]. rewrite Z.pow_add_r by lia. rewrite mult_IZR. cbn. ring. Qed.
Lemma hi_lo a : (0 <= refinements a)%Z -> hi a = lo a + / size a.
Proof. intros H. pose proof (size_pos a H). unfold hi, lo. field. lra. Qed.
Lemma lo_hi a : (0 <= refinements a)%Z -> lo a < hi a.
Proof. intros H. rewrite hi_lo by easy. pose proof (Rinv_0_lt_compat _ (size_pos a H)). lra. Qed.
Definition mid (a : PSRN) := lo a + / (2 * size a).
Lemma lo_left a : (0 <= refinements a)%Z -> lo (half a 0) = lo a.
Proof. intros H. unfold lo. rewrite size_half by easy. unfold half. cbn [numerator]. rewrite plus_IZR, mult_IZR. pose proof (size_pos a H). field. lra. Qed.
Lemma hi_left a : (0 <= refinements a)%Z -> hi (half a 0) = mid a.
Proof. intros H. unfold hi, mid, lo. rewrite size_half by easy. unfold half. cbn [numerator]. rewrite plus_IZR, mult_IZR. pose proof (size_pos a H). field. lra. Qed.
Lemma lo_right a : (0 <= refinements a)%Z -> lo (half a 1) = mid a.
Proof. intros H. unfold mid, lo. rewrite size_half by easy. unfold half. cbn [numerator]. rewrite plus_IZR, mult_IZR. pose proof (size_pos a H). field. lra. Qed.
Lemma hi_right a : (0 <= refinements a)%Z -> hi (half a 1) = hi a.
Proof. intros H. unfold hi. rewrite size_half by easy. unfold half. cbn [numerator]. rewrite plus_IZR, mult_IZR. pose proof (size_pos a H). field. lra. Qed.
Lemma mid_in a : (0 <= refinements a)%Z -> lo a < mid a < hi a.
Proof.
  intros H. pose proof (size_pos a H). rewrite hi_lo by easy. unfold mid. rewrite Rinv_mult. pose proof (Rinv_0_lt_compat _ H0). lra.
Qed.
Lemma fine_in a : fine a -> 0 <= lo a /\ hi a <= 1.
Proof.
  intros [H1 [H2 H3]]. pose proof (size_pos a H1). unfold lo, hi. split.
  - apply Rdiv_le_0_compat; [now apply IZR_le|easy].
  - apply Rle_div_l; [easy|]. rewrite Rmult_1_l. unfold size. rewrite <- plus_IZR. now apply IZR_le.
Qed.
Lemma fine_half a v : fine a -> v = 0%Z \/ v = 1%Z -> fine (half a v).
Proof. intros [H1 [H2 H3]] Hv. unfold fine, half. cbn [numerator refinements]. rewrite Z.pow_add_r by lia. lia. Qed.

(* ---- means over the part of a cell that is not above t ---- *)
Definition clip (a b t : R) : R := Rmax a (Rmin b t).
Lemma clip_lip a b s t : Rabs (clip a b s - clip a b t) <= Rabs (s - t).
Proof. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra. Qed.
Lemma clip_cont a b t : continuous (clip a b) t.
Proof.
  intros P [e He]. exists e. intros s Hs. apply He. unfold ball in *. cbn in *. unfold AbsRing_ball, abs, minus, plus, opp in *. cbn in *.
  eapply Rle_lt_trans; [apply clip_lip|exact Hs].
Qed.
Lemma clip_between a b t : a <= b -> a <= clip a b t <= b.
Proof. intros H. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma clip_above a b t : a <= b -> b <= t -> clip a b t = b.
Proof. intros H. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma clip_below a b t : a <= b -> t <= a -> clip a b t = a.
Proof. intros H. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Definition cont (f : R -> R) := forall x, continuous f x.
Lemma cont_int f a b : cont f -> ex_RInt f a b.
Proof. intros H. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply H. Qed.
Definition upto (a : PSRN) (f : R -> R) (t : R) : R := RInt f (lo a) (clip (lo a) (hi a) t) * size a.

Lemma upto_ext a f f' t : (forall u, f u = f' u) -> upto a f t = upto a f' t.
Proof. intros H. unfold upto. f_equal. apply RInt_ext. auto. Qed.
Lemma upto_cont a f : cont f -> cont (upto a f).
Proof.
  intros Hf t. apply (continuous_mult (fun t => RInt f (lo a) (clip (lo a) (hi a) t)) (fun _ => size a)); [|apply continuous_const].
  apply (continuous_comp (clip (lo a) (hi a)) (RInt f (lo a))); [apply clip_cont|].
  apply (ex_derive_continuous (RInt f (lo a))). exists (f (clip (lo a) (hi a) t)). apply (is_derive_RInt (V := R_NormedModule) f (RInt f (lo a)) (lo a)).
  - apply filter_forall. intros b. apply (RInt_correct (V := R_CompleteNormedModule)). now apply cont_int.
  - apply Hf.
Qed.
Lemma upto_halves a f t : (0 <= refinements a)%Z -> cont f -> upto a f t = (upto (half a 0) f t + upto (half a 1) f t) / 2.
Proof.
  intros Hr Hf. unfold upto. rewrite !size_half, lo_left, hi_left, lo_right, hi_right by easy. pose proof (mid_in a Hr).
  destruct (Rle_dec t (mid a)) as [H1|H1].
  - replace (clip (lo a) (hi a) t) with (clip (lo a) (mid a) t) by (unfold clip, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra).
    rewrite (clip_below (mid a)) by lra. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero. cbn. field.
  - replace (clip (lo a) (mid a) t) with (mid a) by (symmetry; apply clip_above; lra).
    replace (clip (lo a) (hi a) t) with (clip (mid a) (hi a) t) by (unfold clip, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra).
    rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) f (lo a) (mid a)) by now apply cont_int. unfold plus. cbn. field.
Qed.
Lemma upto_lin a f f' c c' t : cont f -> cont f' -> upto a (fun u => c * f u + c' * f' u) t = c * upto a f t + c' * upto a f' t.
Proof.
  intros H H'. unfold upto. set (z := clip _ _ _).
  rewrite (RInt_plus (V := R_CompleteNormedModule) (fun u => c * f u) (fun u => c' * f' u)).
  - replace (RInt (fun u => c * f u) (lo a) z) with (c * RInt f (lo a) z) by (symmetry; apply (RInt_scal (V := R_CompleteNormedModule) f); now apply cont_int).
    replace (RInt (fun u => c' * f' u) (lo a) z) with (c' * RInt f' (lo a) z) by (symmetry; apply (RInt_scal (V := R_CompleteNormedModule) f'); now apply cont_int).
    unfold plus, scal. cbn. unfold mult. cbn. ring.
  - apply (ex_RInt_scal (V := R_CompleteNormedModule) f). now apply cont_int.
  - apply (ex_RInt_scal (V := R_CompleteNormedModule) f'). now apply cont_int.
Qed.
Lemma upto_le a f f' t : cont f -> cont f' -> (forall u, lo a <= u <= hi a -> u <= t \/ t <= lo a -> f u <= f' u) -> upto a f t <= upto a f' t.
Proof.
  intros H H' Hle. unfold upto. destruct (Z_le_gt_dec 0 (refinements a)) as [Hr|Hr].
  - pose proof (size_pos a Hr). pose proof (lo_hi a Hr). pose proof (clip_between (lo a) (hi a) t ltac:(lra)).
    apply Rmult_le_compat_r; [lra|]. apply RInt_le; [lra|now apply cont_int|now apply cont_int|].
    intros u Hu. apply Hle; [lra|]. destruct (Rle_dec t (lo a)); [now right|left].
    unfold clip, Rmax, Rmin in Hu. repeat destruct (Rle_dec _ _) in Hu; lra.
  - unfold size. rewrite Z.pow_neg_r by lia. lra.
Qed.
Lemma cont_const c : cont (fun _ => c).
Proof. intros x. apply continuous_const. Qed.
Lemma upto_const a c t : upto a (fun _ => c) t = c * ((clip (lo a) (hi a) t - lo a) * size a).
Proof. unfold upto. rewrite (RInt_const (V := R_CompleteNormedModule)). unfold scal. cbn. unfold mult. cbn. ring. Qed.
Lemma part a t : 0 <= (clip (lo a) (hi a) t - lo a) * size a <= 1.
Proof.
  destruct (Z_le_gt_dec 0 (refinements a)) as [Hr|Hr].
  - pose proof (size_pos a Hr). pose proof (lo_hi a Hr). pose proof (clip_between (lo a) (hi a) t ltac:(lra)).
    split; [apply Rmult_le_pos; lra|]. apply Rle_trans with ((hi a - lo a) * size a); [apply Rmult_le_compat_r; lra|].
    rewrite hi_lo by easy. right. field. lra.
  - unfold size. rewrite Z.pow_neg_r by lia. lra.
Qed.
Lemma upto_bound a f t : cont f -> (forall u, 0 <= f u <= 1) -> 0 <= upto a f t <= 1.
Proof.
  intros H Hf. pose proof (part a t). split.
  - apply Rle_trans with (upto a (fun _ => 0) t); [rewrite upto_const; lra|]. apply upto_le; auto using cont_const. intros; apply Hf.
  - apply Rle_trans with (upto a (fun _ => 1) t); [|rewrite upto_const; lra]. apply upto_le; auto using cont_const. intros; apply Hf.
Qed.
Lemma upto_below a f t : (0 <= refinements a)%Z -> t <= lo a -> upto a f t = 0.
Proof. intros Hr H. pose proof (lo_hi a Hr). unfold upto. rewrite clip_below by lra. rewrite (RInt_point (V := R_CompleteNormedModule)). unfold zero. cbn. ring. Qed.
Lemma upto_zero a f t : (0 <= refinements a)%Z -> cont f -> (forall u, lo a <= u <= hi a -> u <= t -> f u = 0) -> upto a f t = 0.
Proof.
  intros Hr H Hf. destruct (Rle_dec t (lo a)) as [Ht|Ht]; [now apply upto_below|].
  replace 0 with (upto a (fun _ => 0) t) by (rewrite upto_const; ring).
  apply Rle_antisym; apply upto_le; auto using cont_const; intros u Hu [Hu2|C]; try lra; rewrite Hf; auto; lra.
Qed.
Lemma upto_one a f t : (0 <= refinements a)%Z -> cont f -> hi a <= t -> (forall u, lo a <= u <= hi a -> f u = 1) -> upto a f t = 1.
Proof.
  intros Hr H Ht Hf. pose proof (lo_hi a Hr). pose proof (size_pos a Hr).
  transitivity (upto a (fun _ => 1) t).
  - apply Rle_antisym; apply upto_le; auto using cont_const; intros u Hu _; rewrite Hf; auto; lra.
  - rewrite upto_const, clip_above by lra. rewrite hi_lo by easy. field. lra.
Qed.

(* ---- the law of an order, given the cells: common scale y = u^(1/w), on which the noisy scores compare ---- *)
Section Order.
Context (tau : R).
Hypothesis Htau : 0 < tau.
Definition wt (a : PSRN) : R := exp (Q2R (shift a) / tau).
Lemma wt_pos a : 0 < wt a.
Proof. apply exp_pos. Qed.
Definition F (a : PSRN) : R -> R := pw (wt a).
Definition q (a : PSRN) : R -> R := pw (/ wt a).
Lemma F_cont a : cont (F a).
Proof. intros x. apply pw_cont. apply wt_pos. Qed.
Lemma q_cont a : cont (q a).
Proof. intros x. apply pw_cont. apply Rinv_0_lt_compat, wt_pos. Qed.
Lemma F_mono a x y : x <= y -> F a x <= F a y.
Proof. apply pw_mono. apply wt_pos. Qed.
Lemma q_mono a x y : x <= y -> q a x <= q a y.
Proof. apply pw_mono. apply Rinv_0_lt_compat, wt_pos. Qed.
Lemma F_q a u : 0 <= u -> F a (q a u) = u.
Proof. apply pw_inv. pose proof (wt_pos a). lra. Qed.
Lemma q_F a y : 0 <= y -> q a (F a y) = y.
Proof. apply pw_inv'. pose proof (wt_pos a). lra. Qed.

(* P(y > i1 > ... > ik > every j of the rest | the cells) *)
Fixpoint T (g : Z -> PSRN) (s rest : list Z) (y : R) : R :=
  match s with
  | [] => lprod (fun j => upto (g j) (fun _ => 1) (F (g j) y)) rest
  | i :: s => upto (g i) (fun u => T g s rest (q (g i) u)) (F (g i) y)
  end.

Lemma T_cont g s rest : cont (T g s rest).
Proof.
  induction s as [|i s IH]; cbn [T].
  - induction rest as [|j r IH]; cbn [lprod]; [apply cont_const|]. intros y.
    apply (continuous_mult (fun y => upto (g j) (fun _ => 1) (F (g j) y)) (fun y => lprod _ r)); [|apply IH].
    apply (continuous_comp (F (g j)) (upto (g j) (fun _ => 1))); [apply F_cont|apply upto_cont, cont_const].
  - intros y. apply (continuous_comp (F (g i)) (upto (g i) _)); [apply F_cont|]. apply upto_cont. intros u.
    apply (continuous_comp (q (g i)) (T g s rest)); [apply q_cont|apply IH].
Qed.
Lemma T_comp_cont g s rest a : cont (fun u => T g s rest (q a u)).
Proof. intros u. apply (continuous_comp (q a) (T g s rest)); [apply q_cont|apply T_cont]. Qed.
Lemma T_bound g s rest : forall y, 0 <= T g s rest y <= 1.
Proof.
  induction s as [|i s IH]; intros y; cbn [T].
  - induction rest as [|j r IH]; cbn [lprod]; [lra|]. pose proof (upto_bound (g j) (fun _ => 1) (F (g j) y) (cont_const 1) ltac:(intros; lra)). nra.
  - apply upto_bound; [apply T_comp_cont|]. intros u. apply IH.
Qed.
Lemma T_ext g g' s rest : (forall i, In i (s ++ rest) -> g i = g' i) -> forall y, T g s rest y = T g' s rest y.
Proof.
  induction s as [|i s IH]; intros H y; cbn [T].
  - cbn in H. induction rest as [|j r IH]; cbn [lprod]; [easy|]. rewrite (H j) by now left. rewrite IH; auto. intros; apply H. now right.
  - rewrite (H i) by now left. apply upto_ext. intros u. apply IH. intros; apply H. now right.
Qed.
Lemma T_halves g g0 g1 j s rest : (forall i, i <> j -> g0 i = g i /\ g1 i = g i) -> g0 j = half (g j) 0 -> g1 j = half (g j) 1 ->
  (0 <= refinements (g j))%Z -> NoDup (s ++ rest) -> In j (s ++ rest) -> forall y, T g s rest y = (T g0 s rest y + T g1 s rest y) / 2.
Proof.
  intros Hi H0 H1 Hr. induction s as [|i s IH]; cbn [T app].
  - induction rest as [|a r IH]; cbn [lprod]; intros Hd Hj y; [easy|]. inversion Hd as [|? ? Ha Hd']; subst. destruct (Z.eq_dec a j) as [->|N].
    + assert (E1 : forall h, h = g0 \/ h = g1 -> lprod (fun j0 => upto (h j0) (fun _ => 1) (F (h j0) y)) r = lprod (fun j0 => upto (g j0) (fun _ => 1) (F (g j0) y)) r).
      { intros h Hh. clear -Ha Hi Hh. induction r as [|b r IH]; cbn [lprod]; [easy|]. cbn in Ha.
        replace (h b) with (g b) by (destruct (Hi b ltac:(intuition)); destruct Hh; subst; auto). rewrite IH; auto. }
      rewrite (E1 g0), (E1 g1) by auto. rewrite H0, H1. unfold F, wt. cbn [half shift]. fold (wt (g j)). fold (F (g j)).
      rewrite (upto_halves (g j)) by auto using cont_const. field.
    + destruct Hj as [->|Hj]; [easy|]. rewrite IH by auto. destruct (Hi a N) as [-> ->]. field.
  - intros Hd Hj y. inversion Hd as [|? ? Ha Hd']; subst. destruct (Z.eq_dec i j) as [->|N].
    + rewrite H0, H1. unfold F, wt. cbn [half shift]. fold (wt (g j)). fold (F (g j)).
      rewrite (upto_halves (g j)); [|easy|apply T_comp_cont].
      f_equal. f_equal; apply upto_ext; intros u; apply T_ext; intros a Hia; symmetry; apply Hi; intros ->; auto.
    + destruct Hj as [->|Hj]; [easy|]. destruct (Hi i N) as [-> ->].
      replace ((upto (g i) (fun u => T g0 s rest (q (g i) u)) (F (g i) y) + upto (g i) (fun u => T g1 s rest (q (g i) u)) (F (g i) y)) / 2)
        with (/ 2 * upto (g i) (fun u => T g0 s rest (q (g i) u)) (F (g i) y) + / 2 * upto (g i) (fun u => T g1 s rest (q (g i) u)) (F (g i) y)) by field.
      rewrite <- upto_lin by apply T_comp_cont. apply upto_ext. intros u. rewrite IH by auto. field.
Qed.

(* ---- cells that decide ---- *)
Definition above (a b : PSRN) : Prop := q b (hi b) <= q a (lo a).
Lemma F_le a y : y <= q a (lo a) -> fine a -> F a y <= lo a.
Proof. intros H Ha. rewrite <- (F_q a (lo a)) by now apply fine_in. now apply F_mono. Qed.
Lemma le_F a y : q a (hi a) <= y -> fine a -> hi a <= F a y.
Proof.
  intros H Ha. rewrite <- (F_q a (hi a)); [now apply F_mono|]. pose proof (fine_in a Ha). pose proof (lo_hi a (proj1 Ha)). lra.
Qed.
Fixpoint sep (g : Z -> PSRN) (s left : list Z) : Prop :=
  match s with [] => True | i :: s => (forall j, In j (s ++ left) -> above (g i) (g j)) /\ sep g s left end.

Lemma T_zero g s rest c : (forall j, fine (g j)) -> In c (s ++ rest) -> forall y, y <= q (g c) (lo (g c)) -> T g s rest y = 0.
Proof.
  intros Hg. induction s as [|i s IH]; cbn [T app]; intros Hc y Hy.
  - induction rest as [|j r IH]; cbn [lprod]; [easy|]. destruct Hc as [->|Hc].
    + rewrite upto_below; [ring|apply Hg|now apply F_le].
    + rewrite IH by easy. ring.
  - destruct Hc as [->|Hc]; [apply upto_below; [apply Hg|now apply F_le]|].
    apply upto_zero; [apply Hg|apply T_comp_cont|]. intros u Hu Hu2. apply IH; [easy|].
    destruct (Rle_dec y 0) as [Hy0|Hy0].
    + assert (u <= 0) by (unfold F in Hu2; rewrite pw_neg in Hu2; lra). unfold q at 1. rewrite pw_neg by easy. apply pw_ge0.
    + apply Rle_trans with y; [|easy]. rewrite <- (q_F (g i) y) by lra. now apply q_mono.
Qed.
Lemma T_one g s rest : (forall j, fine (g j)) -> sep g s rest -> forall y, (forall j, In j (s ++ rest) -> q (g j) (hi (g j)) <= y) -> T g s rest y = 1.
Proof.
  intros Hg. induction s as [|i s IH]; cbn [T sep app]; intros Hs y Hy.
  - induction rest as [|j r IH]; cbn [lprod]; [easy|]. rewrite IH by (intros; apply Hy; now right). rewrite Rmult_1_r.
    apply upto_one; [apply Hg|apply cont_const| |easy]. apply le_F; [|apply Hg]. apply Hy. now left.
  - destruct Hs as [H1 H2]. apply upto_one; [apply Hg|apply T_comp_cont| |].
    + apply le_F; [|apply Hg]. apply Hy. now left.
    + intros u Hu. apply IH; [easy|]. intros j Hj. eapply Rle_trans; [now apply H1|]. apply q_mono. lra.
Qed.
Lemma T_other g s : (forall j, fine (g j)) -> forall s' rest left y, length s = length s' -> s <> s' -> sep g s' left ->
  NoDup (s ++ rest) -> NoDup (s' ++ left) -> (forall j, In j (s ++ rest) <-> In j (s' ++ left)) -> T g s rest y = 0.
Proof.
  intros Hg. induction s as [|i t IH]; intros [|i' t'] rest left y Hlen Hne Hs Hd Hd' Hm; try easy.
  cbn [T sep app length] in *. destruct Hs as [Hs1 Hs2]. inversion Hd as [|? ? Hi Hd2]; subst. inversion Hd' as [|? ? Hi' Hd2']; subst.
  apply upto_zero; [apply Hg|apply T_comp_cont|]. intros u Hu _. destruct (Z.eq_dec i i') as [->|N].
  - apply (IH t' rest left); auto; [congruence|]. intros j. specialize (Hm j). cbn in Hm. split; intros Hj.
    + destruct (proj1 Hm (or_intror Hj)) as [->|?]; [easy|auto].
    + destruct (proj2 Hm (or_intror Hj)) as [->|?]; [easy|auto].
  - apply T_zero with i'; auto.
    + destruct (proj2 (Hm i') (or_introl eq_refl)) as [->|?]; [easy|auto].
    + assert (A : above (g i') (g i)) by (apply Hs1; destruct (proj1 (Hm i) (or_introl eq_refl)) as [->|?]; [easy|auto]).
      eapply Rle_trans; [|exact A]. apply q_mono. lra.
Qed.

(* ---- nothing drawn yet: the law of document 004 ---- *)
Lemma power_integral f c e t : cont f -> 0 <= e -> 0 < t -> (forall u, 0 < u < t -> f u = c * pw e u) ->
  RInt f 0 t = c * (pw (e + 1) t / (e + 1)).
Proof.
  intros Hf He Ht H. set (D := fun z => - RInt f t z - c * ((pw (e + 1) t - pw (e + 1) z) / (e + 1))).
  assert (CR : cont (RInt f t)).
  { intros z. apply (ex_derive_continuous (RInt f t)). exists (f z). apply (is_derive_RInt (V := R_NormedModule) f (RInt f t) t).
    - apply filter_forall. intros b. apply (RInt_correct (V := R_CompleteNormedModule)). now apply cont_int.
    - apply Hf. }
  assert (CD : continuous D 0).
  { unfold D. apply (continuous_minus (fun z => - RInt f t z) (fun z => c * ((pw (e + 1) t - pw (e + 1) z) / (e + 1)))).
    - apply (continuous_opp (fun z => RInt f t z)). apply CR.
    - apply (continuous_mult (fun _ => c) (fun z => (pw (e + 1) t - pw (e + 1) z) / (e + 1))); [apply continuous_const|].
      apply (continuous_mult (fun z => pw (e + 1) t - pw (e + 1) z) (fun _ => / (e + 1))); [|apply continuous_const].
      apply (continuous_minus (fun z => pw (e + 1) t) (fun z => pw (e + 1) z)); [apply continuous_const|apply pw_cont; lra]. }
  assert (D0 : forall z, 0 < z < t -> D z = 0).
  { intros z Hz. unfold D. assert (SW : - RInt f t z = RInt f z t) by (apply (opp_RInt_swap (V := R_CompleteNormedModule) f t z); now apply cont_int). rewrite SW.
    rewrite (is_RInt_unique f z t (c * ((pw (e + 1) t - pw (e + 1) z) / (e + 1)))); [ring|].
    apply (is_RInt_ext (fun u => c * exp (e * ln u))).
    - intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. rewrite H, pw_pos by lra. easy.
    - rewrite !pw_pos by lra.
      replace (c * ((exp ((e + 1) * ln t) - exp ((e + 1) * ln z)) / (e + 1))) with
        (minus (c * (exp ((e + 1) * ln t) / (e + 1))) (c * (exp ((e + 1) * ln z) / (e + 1)))) by (unfold minus, plus, opp; cbn; field; lra).
      apply (is_RInt_derive (V := R_CompleteNormedModule) (fun u => c * (exp ((e + 1) * ln u) / (e + 1)))).
      + intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. auto_derive; [lra|].
        replace ((e + 1) * ln u) with (e * ln u + ln u) by ring. rewrite exp_plus, exp_ln by lra. field. lra.
      + intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. apply (ex_derive_continuous (fun u => c * exp (e * ln u))). auto_derive. lra. }
  assert (L : is_lim_seq (fun n => D (t * (/ 2) ^ S n)) (D 0)).
  { apply (filterlim_comp _ _ _ (fun n => t * (/ 2) ^ S n) D _ (locally 0)); [|exact CD].
    change (is_lim_seq (fun n => t * (/ 2) ^ S n) 0). replace (Finite 0) with (Rbar_mult t 0) by (cbn; f_equal; ring).
    apply is_lim_seq_scal_l. apply (is_lim_seq_incr_1 (fun n => (/ 2) ^ n)). apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra. }
  assert (Z : D 0 = 0).
  { apply is_lim_seq_unique in L. rewrite (Lim_seq_ext _ (fun _ => 0)) in L.
    - rewrite Lim_seq_const in L. injection L as L. now symmetry.
    - intros n. apply D0. assert (0 < (/ 2) ^ S n <= / 2).
      { cbn [pow]. pose proof (pow_lt (/ 2) n ltac:(lra)). assert ((/ 2) ^ n <= 1 ^ n) by (apply pow_incr; lra). rewrite pow1 in H1. nra. }
      split; nra. }
  unfold D in Z. assert (SW : - RInt f t 0 = RInt f 0 t) by (apply (opp_RInt_swap (V := R_CompleteNormedModule) f t 0); now apply cont_int). rewrite SW in Z. rewrite (pw_neg (e + 1) 0) in Z by lra.
  unfold Rdiv in *. lra.
Qed.

Definition unsampled (a : PSRN) := numerator a = 0%Z /\ refinements a = 0%Z.
Lemma unsampled_upto a f t : unsampled a -> 0 <= t <= 1 -> upto a f t = RInt f 0 t.
Proof.
  intros [H1 H2] Ht. unfold upto, lo, hi, size. rewrite H1, H2. cbn [Z.pow]. change (2 ^ 0)%Z with 1%Z. rewrite Rmult_1_r.
  f_equal; unfold clip, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra.
Qed.
Theorem T_unsampled g s rest : (forall j, unsampled (g j)) -> forall y, 0 < y <= 1 ->
  T g s rest y = peeled tau (fun i => Q2R (shift (g i))) rest s * pw (lsum (fun i => wt (g i)) (s ++ rest)) y.
Proof.
  intros Hg.
  assert (FB : forall a y, 0 < y <= 1 -> 0 < F a y <= 1).
  { intros a y Hy. split; [unfold F; rewrite pw_pos by lra; apply exp_pos|]. rewrite <- (pw_1 (wt a)). apply F_mono. lra. }
  assert (WP : forall l, 0 <= lsum (fun i => wt (g i)) l).
  { induction l as [|b l IH]; cbn; [lra|]. pose proof (wt_pos (g b)). lra. }
  induction s as [|i s IH]; intros y Hy; cbn [T peeled app].
  - rewrite Rmult_1_l. induction rest as [|j r IHr]; cbn [lprod lsum].
    + rewrite pw_pos by lra. now rewrite Rmult_0_l, exp_0.
    + rewrite IHr. pose proof (FB (g j) y Hy). rewrite unsampled_upto by (auto; lra). rewrite (RInt_const (V := R_CompleteNormedModule)).
      unfold scal. cbn. unfold mult. cbn. unfold F. rewrite !pw_pos by lra. rewrite Rmult_plus_distr_r, exp_plus. ring.
  - pose proof (FB (g i) y Hy) as HF. rewrite unsampled_upto by (auto; lra). pose proof (wt_pos (g i)) as Hw. specialize (WP (s ++ rest)).
    set (W := lsum (fun i0 => wt (g i0)) (s ++ rest)) in *.
    rewrite (power_integral _ (peeled tau (fun i0 => Q2R (shift (g i0))) rest s) (W / wt (g i)) (F (g i) y)).
    + cbn [lsum]. fold W. change (w tau (fun i0 => Q2R (shift (g i0)))) with (fun i0 => wt (g i0)). fold W.
      unfold F. rewrite (pw_pos (wt (g i)) y) by lra. rewrite !pw_pos by (try apply exp_pos; lra). rewrite ln_exp.
      replace ((W / wt (g i) + 1) * (wt (g i) * ln y)) with ((wt (g i) + W) * ln y) by (field; lra). field. lra.
    + apply T_comp_cont.
    + apply Rdiv_le_0_compat; lra.
    + lra.
    + intros u Hu. assert (Hq : 0 < q (g i) u <= 1).
      { split; [unfold q; rewrite pw_pos by lra; apply exp_pos|]. rewrite <- (pw_1 (/ wt (g i))). apply q_mono. lra. }
      rewrite IH by easy. fold W. f_equal. unfold q in *. rewrite (pw_pos _ u) in * by lra. rewrite !pw_pos by (try apply exp_pos; lra).
      rewrite ln_exp. f_equal. field. lra.
Qed.
End Order.
