(* greater_than of impl/gumbel.py, as it is: it answers with probability 1, its answer is forced by the coins, and its law. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedGumbel SamplerLaws PermuteAndFlipIntegral ExponentialMechanism GumbelDocuments GumbelCells.
Import ListNotations.
Open Scope R_scope.

Definition gq (u : R) : R := - ln (- ln u).

(* What is assumed of ball arithmetic: the two fractions enclose -ln(-ln(R/2^r)), and their distance shrinks with r. *)
Definition encloses (enclosed : Z -> Z -> Q * Q) (tol : Z -> R) : Prop :=
  (forall N r, (0 < N < 2 ^ r)%Z -> Q2R (fst (enclosed N r)) <= gq (IZR N / IZR (2 ^ r)) <= Q2R (snd (enclosed N r)) /\
    Q2R (snd (enclosed N r)) - Q2R (fst (enclosed N r)) <= tol r) /\
  (forall e, 0 < e -> exists M, forall r, (M <= r)%Z -> tol r <= e).

(* ---- programs without coins ---- *)
Definition pure {A} (m : prog A) (v : A) : Prop := (forall k, bd k -> Ex m k = k v) /\ all m (fun a => a = v).
Lemma pure_ret {A} (v : A) : pure (Ret v) v.
Proof. split; [intros; apply Ex_ret|easy]. Qed.
Lemma pure_bind {A B} (m : prog A) (f : A -> prog B) v z : pure m v -> pure (f v) z -> pure (Bind m f) z.
Proof.
  intros [H1 H2] [H3 H4]. split.
  - intros k Hk. rewrite Ex_bind by easy. rewrite H1 by now apply bd_Ex. now apply H3.
  - cbn. eapply all_imp; [|exact H2]. intros a ->. exact H4.
Qed.
Lemma pure_shl a b : (0 <= b)%Z -> pure (shl a b) (a * 2 ^ b)%Z.
Proof. intros H. unfold shl. destruct (Z.ltb_spec b 0); [lia|]. rewrite Z.shiftl_mul_pow2 by lia. apply pure_ret. Qed.
Lemma Ex_pure_bind {A B} (m : prog A) (f : A -> prog B) v k : pure m v -> bd k -> Ex (Bind m f) k = Ex (f v) k.
Proof. intros [H _] Hk. rewrite Ex_bind by easy. rewrite H; [easy|now apply bd_Ex]. Qed.

Section Comparison.
Context (enclosed : Z -> Z -> Q * Q) (tol : Z -> R) (tau : R).
Hypothesis Henc : encloses enclosed tol.
Hypothesis Htau : 0 < tau.
Notation wt := (wt tau). Notation F := (F tau). Notation q := (q tau). Notation above := (above tau).

Definition std (N r : Z) : Edge * Edge :=
  if (N =? 0)%Z then (MinusInfinity, MinusInfinity) else if (N =? 2 ^ r)%Z then (PlusInfinity, PlusInfinity)
  else (Rational (fst (enclosed N r)), Rational (snd (enclosed N r))).
Definition affine (a : PSRN) (e : Edge) : Edge := match e with Rational v => Rational (qadd (qmul v (scale a)) (shift a)) | _ => e end.
Definition lowerE (a : PSRN) : Edge := affine a (fst (std (numerator a) (refinements a))).
Definition upperE (a : PSRN) : Edge := affine a (snd (std (numerator a + 1) (refinements a))).
Definition sure (a b : PSRN) : bool := edge_lt (upperE b) (lowerE a) ||
  (((numerator b + 1) * 2 ^ refinements a <=? numerator a * 2 ^ refinements b)%Z &&
    (Qle_bool (shift b) (shift a) && (qeq (scale a) (scale b) && qlt (inject_Z 0) (scale b)))).

(* a sample of the given noise *)
Definition good (a : PSRN) : Prop := fine a /\ Q2R (scale a) = tau.
Lemma good_scale a : good a -> qeq (scale a) (inject_Z 0) = false.
Proof. intros [_ H]. destruct (qeq_spec (scale a) (inject_Z 0)) as [E1|]; [|easy]. rewrite R_Z in E1. cbn in E1. lra. Qed.

Lemma pure_inverse a N : good a -> pure (GumbelRV_inverse_cdf enclosed (mk_GumbelRV (shift a) (scale a)) N (refinements a))
  (affine a (fst (std N (refinements a))), affine a (snd (std N (refinements a)))).
Proof.
  intros Ha. unfold GumbelRV_inverse_cdf. cbn [GumbelRV_scale GumbelRV_shift]. rewrite good_scale by easy.
  apply pure_bind with (std N (refinements a)).
  - unfold standard_gumbel, std. destruct (N =? 0)%Z; [apply pure_ret|].
    eapply pure_bind; [apply pure_shl; apply Ha|]. rewrite Z.mul_1_l. destruct (N =? 2 ^ refinements a)%Z; [apply pure_ret|].
    destruct (enclosed N (refinements a)). apply pure_ret.
  - destruct (std N (refinements a)) as [l h]. cbn [fst snd]. unfold GumbelRV__affine. cbn [GumbelRV_scale GumbelRV_shift].
    eapply pure_bind; [apply pure_ret|]. eapply pure_bind; [apply pure_ret|]. destruct l, h; apply pure_ret.
Qed.
Lemma pure_sure a b : good a -> good b -> pure (surely_above enclosed a b) (sure a b).
Proof.
  intros Ha Hb. unfold surely_above, sure.
  eapply pure_bind. { unfold GumbelPSRN_lower. eapply pure_bind; [now apply pure_inverse|]. cbn [fst]. apply pure_ret. }
  eapply pure_bind. { unfold GumbelPSRN_upper. eapply pure_bind; [now apply pure_inverse|]. cbn [snd]. apply pure_ret. }
  fold (lowerE a). fold (upperE b). destruct (edge_lt (upperE b) (lowerE a)); [apply pure_ret|]. cbn [orb].
  eapply pure_bind; [apply pure_shl; apply Hb|]. eapply pure_bind; [apply pure_shl; apply Ha|]. apply pure_ret.
Qed.

(* ---- what the edges say ---- *)
Lemma gq_q a u : 0 < u < 1 -> 0 < q a u < 1 /\ tau * gq u + Q2R (shift a) = tau * gq (q a u).
Proof.
  intros Hu. pose proof (ln_neg u Hu). pose proof (wt_pos tau a). pose proof (Rinv_0_lt_compat _ H0). unfold GumbelCells.q. rewrite pw_pos by lra. split.
  - split; [apply exp_pos|]. rewrite <- exp_0. apply exp_increasing. nra.
  - unfold gq. rewrite ln_exp. replace (- (/ wt a * ln u)) with (/ wt a * - ln u) by ring. rewrite ln_mult by lra. rewrite ln_Rinv by easy.
    unfold GumbelCells.wt. rewrite ln_exp. field. lra.
Qed.
Lemma gq_le x y : 0 < x < 1 -> 0 < y < 1 -> gq x < gq y -> x < y.
Proof.
  intros Hx Hy H. pose proof (ln_neg x Hx). pose proof (ln_neg y Hy). unfold gq in H. apply Ropp_lt_cancel in H. apply ln_lt_inv in H; try lra.
  apply ln_lt_inv; lra.
Qed.
Lemma lower_cases a : good a -> numerator a = 0%Z /\ lowerE a = MinusInfinity \/
  exists l, lowerE a = Rational l /\ 0 < lo a < 1 /\ tau * (gq (lo a) - tol (refinements a)) + Q2R (shift a) <= Q2R l <= tau * gq (lo a) + Q2R (shift a).
Proof.
  intros [[H1 [H2 H3]] Hs]. unfold lowerE, std. destruct (Z.eqb_spec (numerator a) 0) as [E1|E1]; [now left|]. right.
  destruct (Z.eqb_spec (numerator a) (2 ^ refinements a)) as [E2|E2]; [lia|]. cbn [fst affine]. eexists. split; [reflexivity|].
  destruct Henc as [He _]. specialize (He (numerator a) (refinements a) ltac:(lia)). fold (size a) in He. fold (lo a) in He.
  pose proof (size_pos a H1) as Sp. split.
  - unfold lo. split; [apply Rdiv_lt_0_compat; [apply IZR_lt; lia|easy]|]. apply Rlt_div_l; [easy|]. rewrite Rmult_1_l. apply IZR_lt. lia.
  - rewrite R_qadd, R_qmul, Hs. split; nra.
Qed.
Lemma upper_cases a : good a -> (numerator a + 1 = 2 ^ refinements a)%Z /\ upperE a = PlusInfinity \/
  exists h, upperE a = Rational h /\ 0 < hi a < 1 /\ tau * gq (hi a) + Q2R (shift a) <= Q2R h <= tau * (gq (hi a) + tol (refinements a)) + Q2R (shift a).
Proof.
  intros [[H1 [H2 H3]] Hs]. unfold upperE, std. destruct (Z.eqb_spec (numerator a + 1) 0) as [E1|E1]; [lia|].
  destruct (Z.eqb_spec (numerator a + 1) (2 ^ refinements a)) as [E2|E2]; [now left|]. right. cbn [snd affine]. eexists. split; [reflexivity|].
  destruct Henc as [He _]. specialize (He (numerator a + 1)%Z (refinements a) ltac:(lia)). rewrite plus_IZR in He. fold (size a) in He. fold (hi a) in He.
  pose proof (size_pos a H1) as Sp. split.
  - unfold hi. rewrite <- plus_IZR. split; [apply Rdiv_lt_0_compat; [apply IZR_lt; lia|easy]|]. apply Rlt_div_l; [easy|]. rewrite Rmult_1_l. apply IZR_lt. lia.
  - rewrite R_qadd, R_qmul, Hs. split; nra.
Qed.
Lemma hi_1 a : good a -> (numerator a + 1 = 2 ^ refinements a)%Z -> hi a = 1.
Proof. intros [[H1 _] _] H. unfold hi. rewrite <- plus_IZR, H. fold (size a). pose proof (size_pos a H1). field. lra. Qed.
Lemma lo_0 a : numerator a = 0%Z -> lo a = 0.
Proof. intros H. unfold lo. rewrite H. unfold Rdiv. ring. Qed.

(* The answer is forced: whatever reals in the two cells the coins to come define, a is not below b. *)
Theorem sure_above a b : good a -> good b -> sure a b = true -> above a b.
Proof.
  intros Ha Hb H. unfold sure in H. apply orb_true_iff in H. destruct H as [H|H].
  - destruct (lower_cases a Ha) as [[_ E0]|[l [E0 [La1 La2]]]]; rewrite E0 in H; [destruct (upperE b); discriminate|].
    destruct (upper_cases b Hb) as [[_ E1]|[h [E1 [Hb1 Hb2]]]]; rewrite E1 in H; [discriminate|]. cbn in H.
    destruct (qlt_spec h l) as [Hlt|]; [|discriminate]. destruct (gq_q a _ La1) as [Qa1 Qa2]. destruct (gq_q b _ Hb1) as [Qb1 Qb2].
    left. apply gq_le; auto. apply Rmult_lt_reg_l with tau; [easy|]. lra.
  - apply andb_true_iff in H. destruct H as [H1 H]. apply andb_true_iff in H. destruct H as [H2 _].
    apply Z.leb_le in H1. apply Qle_bool_iff in H2. apply Qle_Rle in H2.
    pose proof (size_pos a (proj1 (proj1 Ha))) as Sa. pose proof (size_pos b (proj1 (proj1 Hb))) as Sb.
    assert (L : hi b <= lo a).
    { unfold hi, lo. apply Rle_div_l; [easy|]. apply IZR_le in H1. rewrite !mult_IZR, plus_IZR in H1. fold (size a) (size b) in H1.
      replace (IZR (numerator a) / size a * size b) with (IZR (numerator a) * size b / size a) by (field; lra). apply Rle_div_r; [easy|]. lra. }
    pose proof (fine_in a (proj1 Ha)). pose proof (lo_hi a (proj1 (proj1 Ha))). pose proof (fine_in b (proj1 Hb)). pose proof (lo_hi b (proj1 (proj1 Hb))).
    unfold GumbelCells.above. apply Rle_trans with (q b (lo a)); [now apply q_mono|].
    unfold GumbelCells.q. rewrite !pw_pos by lra. apply exp_le'. pose proof (ln_neg (lo a) ltac:(lra)).
    assert (wt b <= wt a) by (apply exp_le'; apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|easy]).
    pose proof (wt_pos tau b). assert (/ wt a <= / wt b) by (apply Rinv_le_contravar; easy). nra.
Qed.

(* ---- cells that are undecided lie along the curve a = b ---- *)
Lemma close X Y e c : 0 < X < 1 -> 0 < Y < 1 -> 0 <= e -> 0 < c -> gq X <= gq Y + e -> pw c X <= pw c Y + (exp e - 1).
Proof.
  intros HX HY He Hc H. pose proof (ln_neg X HX). pose proof (ln_neg Y HY). unfold gq in H.
  assert (G : exp (- e) * - ln Y <= - ln X).
  { rewrite <- (exp_ln (- ln Y)), <- exp_plus, <- (exp_ln (- ln X)) by lra. apply exp_le'. lra. }
  rewrite !pw_pos by lra. set (L := c * - ln Y). assert (HL : 0 < L) by (unfold L; nra). set (th := exp (- e)) in *.
  assert (Hth : 0 < th <= 1) by (split; [apply exp_pos|rewrite <- exp_0; apply exp_le'; lra]).
  assert (E1 : th * exp e = 1) by (unfold th; rewrite <- exp_plus, <- exp_0; f_equal; ring).
  apply Rle_trans with (exp (- (th * L))). { apply exp_le'. unfold L. nra. }
  replace (c * ln Y) with (- (th * L) + - ((1 - th) * L)) by (unfold L; ring). rewrite exp_plus.
  pose proof (exp_pos (- (th * L))) as P1. pose proof (exp_ineq1_le (- ((1 - th) * L))) as P2. pose proof (exp_ineq1_le (th * L)) as P3.
  assert (E2 : exp (- (th * L)) * exp (th * L) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
  assert (B : exp (- (th * L)) * (th * L) <= 1) by nra.
  assert (C : exp (- (th * L)) * L <= exp e).
  { apply Rmult_le_reg_l with th; [lra|]. rewrite E1. nra. }
  assert (D : exp (- (th * L)) * ((1 - th) * L) <= exp e - 1).
  { replace (exp e - 1) with ((1 - th) * exp e) by lra. replace (exp (- (th * L)) * ((1 - th) * L)) with ((1 - th) * (exp (- (th * L)) * L)) by ring.
    apply Rmult_le_compat_l; lra. }
  nra.
Qed.
Lemma F_01 a y : 0 <= y <= 1 -> 0 <= F a y <= 1.
Proof. intros H. split; [apply pw_ge0|]. rewrite <- (pw_1 (wt a)). apply F_mono. lra. Qed.
Lemma q_01 a y : 0 <= y <= 1 -> 0 <= q a y <= 1.
Proof. intros H. split; [apply pw_ge0|]. rewrite <- (pw_1 (/ wt a)). apply q_mono. lra. Qed.

Lemma undecided a b e : good a -> good b -> 0 <= e -> tol (refinements a) + tol (refinements b) <= e -> sure a b = false ->
  forall c : PSRN, F c (q a (lo a)) <= F c (q b (hi b)) + (exp e - 1).
Proof.
  intros Ha Hb He Ht H c. unfold sure in H. apply orb_false_iff in H. destruct H as [H _].
  pose proof (exp_ineq1_le e). pose proof (fine_in a (proj1 Ha)) as Ia. pose proof (lo_hi a (proj1 (proj1 Ha))) as La.
  pose proof (fine_in b (proj1 Hb)) as Ib. pose proof (lo_hi b (proj1 (proj1 Hb))) as Lb.
  destruct (F_01 c (q b (hi b))) as [F1 F2]; [apply q_01; lra|]. destruct (F_01 c (q a (lo a))) as [F3 F4]; [apply q_01; lra|].
  destruct (lower_cases a Ha) as [[E1 _]|[l [El [La1 La2]]]].
  { rewrite (lo_0 a E1). unfold GumbelCells.q at 1. rewrite pw_neg by lra. unfold GumbelCells.F at 1. rewrite pw_neg by lra. lra. }
  destruct (upper_cases b Hb) as [[E1 _]|[h [Eh [Hb1 Hb2]]]].
  { rewrite (hi_1 b Hb E1). unfold GumbelCells.q at 2. rewrite pw_1. unfold GumbelCells.F at 2. rewrite pw_1. lra. }
  rewrite El, Eh in H. cbn in H. destruct (qlt_spec h l) as [|Hlt]; [discriminate|].
  destruct (gq_q a _ La1) as [Qa1 Qa2]. destruct (gq_q b _ Hb1) as [Qb1 Qb2]. apply close; auto; [apply wt_pos|].
  apply Rmult_le_reg_l with tau; [easy|]. nra.
Qed.

Definition refined (a0 a : PSRN) : Prop := good a /\ shift a = shift a0 /\ lo a0 <= lo a /\ hi a <= hi a0.
Lemma refined_refl a : good a -> refined a a.
Proof. intros H. repeat split; try apply H; lra. Qed.
Lemma refined_half a0 a v : refined a0 a -> v = 0%Z \/ v = 1%Z -> refined a0 (half a v).
Proof.
  intros [[H1 H2] [H3 [H4 H5]]] Hv. pose proof (mid_in a (proj1 H1)). split; [split; [now apply fine_half|easy]|]. split; [easy|].
  destruct Hv as [-> | ->]; rewrite ?lo_left, ?hi_left, ?lo_right, ?hi_right by apply H1; lra.
Qed.

Definition curve (a b : PSRN) (v : R) : R := F a (q b v).
Lemma curve_cont a b : cont (curve a b).
Proof. intros v. apply (continuous_comp (q b) (F a)); [apply q_cont|apply F_cont]. Qed.

Lemma deep a0 b0 eta : 0 < eta -> exists M : Z, forall a b, refined a0 a -> refined b0 b -> (M <= refinements a)%Z -> (M <= refinements b)%Z ->
  sure a b = false -> sure b a = false -> forall v, lo b <= v <= hi b -> hi a <= curve a0 b0 v + eta /\ curve a0 b0 v - eta <= lo a.
Proof.
  intros Heta. assert (E3 : 0 < eta / 3) by lra.
  assert (HC : forall x, 0 <= x <= 1 -> continuity_pt (curve a0 b0) x) by (intros x _; apply continuity_pt_filterlim; apply curve_cont).
  destruct (Heine_cor2 HC (mkposreal _ E3)) as [delta Hd].
  destruct (proj2 Henc (ln (1 + eta / 3) / 2)) as [M1 HM1].
  { apply Rdiv_lt_0_compat; [|lra]. rewrite <- ln_1. apply ln_increasing; lra. }
  set (m := Rmin (eta / 3) delta). assert (Hm : 0 < m) by (apply Rmin_pos; [lra|apply cond_pos]).
  exists (Z.max M1 (Z.max 0 (up (/ m)))). intros a b [Ga [Sa [La1 La2]]] [Gb [Sb [Lb1 Lb2]]] Ma Mb Hab Hba v Hv.
  assert (Small : forall c : PSRN, (Z.max M1 (Z.max 0 (up (/ m))) <= refinements c)%Z -> / size c < m).
  { intros c Hc. destruct (archimed (/ m)) as [Ar _]. assert (P1 : / m < size c).
    { eapply Rlt_le_trans; [exact Ar|]. apply IZR_le. apply Z.le_trans with (refinements c); [lia|]. apply Z.lt_le_incl. apply Z.pow_gt_lin_r; lia. }
    rewrite <- (Rinv_inv m). apply Rinv_lt_contravar; [|easy]. apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat|]. pose proof (Rinv_0_lt_compat _ Hm). lra. }
  pose proof (Small a Ma) as SA. pose proof (Small b Mb) as SB. pose proof (Rmin_l (eta / 3) delta). pose proof (Rmin_r (eta / 3) delta). fold m in H, H0.
  assert (Lt : 0 < ln (1 + eta / 3)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (T1 : tol (refinements a) + tol (refinements b) <= ln (1 + eta / 3)).
  { pose proof (HM1 (refinements a) ltac:(lia)). pose proof (HM1 (refinements b) ltac:(lia)). lra. }
  pose proof (undecided a b (ln (1 + eta / 3)) Ga Gb ltac:(lra) T1 Hab a) as U1. pose proof (undecided b a (ln (1 + eta / 3)) Gb Ga ltac:(lra) ltac:(lra) Hba a) as U2.
  rewrite exp_ln in U1, U2 by lra. pose proof (fine_in a (proj1 Ga)) as Ia. pose proof (lo_hi a (proj1 (proj1 Ga))) as La.
  pose proof (fine_in b (proj1 Gb)) as Ib. pose proof (lo_hi b (proj1 (proj1 Gb))) as Lb.
  rewrite (F_q tau a (lo a)) in U1 by lra. rewrite (F_q tau a (hi a)) in U2 by lra.
  assert (EC : forall z, F a (q b z) = curve a0 b0 z) by (intros z; unfold curve, GumbelCells.F, GumbelCells.q, GumbelCells.wt; now rewrite Sa, Sb).
  rewrite EC in U1, U2. rewrite (hi_lo a (proj1 (proj1 Ga))) in *. rewrite (hi_lo b (proj1 (proj1 Gb))) in *.
  pose proof (Hd v (lo b + / size b) ltac:(lra) ltac:(lra)) as D1. pose proof (Hd v (lo b) ltac:(lra) ltac:(lra)) as D2. cbn in D1, D2.
  assert (D1' : Rabs (v - (lo b + / size b)) < delta) by (apply Rabs_def1; lra).
  assert (D2' : Rabs (v - lo b) < delta) by (apply Rabs_def1; lra).
  specialize (D1 D1'). specialize (D2 D2'). apply Rabs_def2 in D1. apply Rabs_def2 in D2. lra.
Qed.

(* ---- one round ---- *)
Definition body (ab : PSRN * PSRN) : prog (PSRN * PSRN + bool * PSRN * PSRN) :=
  let '(a, b) := ab in
  v1 <- surely_above enclosed a b ;;
  if v1 then Ret (inr (true, a, b)) else
  v2 <- surely_above enclosed b a ;;
  if v2 then Ret (inr (false, a, b)) else
  '(a, b) <- (if (refinements a <? refinements b)%Z then a <- GumbelPSRN_refine a ;; Ret (a, b) else b <- GumbelPSRN_refine b ;; Ret (a, b)) ;;
  Ret (inl (a, b)).
Lemma greater_than_is a b : good b -> greater_than enclosed a b = Loop body (a, b).
Proof. intros Hb. unfold greater_than. rewrite (good_scale b Hb), andb_false_r. reflexivity. Qed.

Lemma refine_is a k : bd k -> Ex (GumbelPSRN_refine a) k = (k (half a 0) + k (half a 1)) / 2.
Proof.
  intros Hk. unfold GumbelPSRN_refine, GumbelPSRN_halves. cbv zeta. rewrite Ex_bind, Ex_ret by easy. rewrite Ex_bind by easy. unfold bit.
  rewrite Ex_bind by now apply bd_Ex. rewrite Ex_flip, !Ex_ret. unfold pair_get. cbn [Z.eqb Pos.eqb fst snd]. rewrite !Ex_ret.
  unfold half. rewrite Z.add_0_r. lra.
Qed.
Lemma refine_all a : all (GumbelPSRN_refine a) (fun c => c = half a 0 \/ c = half a 1).
Proof. cbn. unfold half. rewrite Z.add_0_r. auto. Qed.

Lemma body_is a b K : good a -> good b -> bd K -> Ex (body (a, b)) K =
  if sure a b then K (inr (true, a, b)) else if sure b a then K (inr (false, a, b)) else
  if (refinements a <? refinements b)%Z then (K (inl (half a 0, b)) + K (inl (half a 1, b))) / 2
  else (K (inl (a, half b 0)) + K (inl (a, half b 1))) / 2.
Proof.
  intros Ha Hb HK. unfold body. rewrite (Ex_pure_bind _ _ _ _ (pure_sure a b Ha Hb)) by easy. destruct (sure a b); [apply Ex_ret|].
  rewrite (Ex_pure_bind _ _ _ _ (pure_sure b a Hb Ha)) by easy. destruct (sure b a); [apply Ex_ret|].
  rewrite Ex_bind by easy. destruct (refinements a <? refinements b)%Z.
  - rewrite Ex_bind by (apply (bd_Ex (fun ab : PSRN * PSRN => let '(a, b) := ab in Ret (inl (a, b)))); easy).
    rewrite refine_is by (eapply (bd_Ex (fun a => Ret (a, b))); apply (bd_Ex (fun ab : PSRN * PSRN => let '(a, b) := ab in Ret (inl (a, b)))); easy).
    now rewrite !Ex_ret.
  - rewrite Ex_bind by (apply (bd_Ex (fun ab : PSRN * PSRN => let '(a, b) := ab in Ret (inl (a, b)))); easy).
    rewrite refine_is by (eapply (bd_Ex (fun b => Ret (a, b))); apply (bd_Ex (fun ab : PSRN * PSRN => let '(a, b) := ab in Ret (inl (a, b)))); easy).
    now rewrite !Ex_ret.
Qed.

Definition kept (a0 b0 : PSRN) (ab : PSRN * PSRN) : Prop := refined a0 (fst ab) /\ refined b0 (snd ab).
Definition forced (a0 b0 : PSRN) (r : bool * PSRN * PSRN) : Prop :=
  let '(greater, a, b) := r in refined a0 a /\ refined b0 b /\ if greater then above a b else above b a.
Lemma body_all a0 b0 ab : kept a0 b0 ab -> all (body ab) (into (kept a0 b0) (forced a0 b0)).
Proof.
  destruct ab as [a b]. intros [Ra Rb]. cbn [fst snd] in *. pose proof (proj1 Ra) as Ga. pose proof (proj1 Rb) as Gb. unfold body. cbn [all].
  eapply all_imp; [|apply (pure_sure a b Ga Gb)]. intros v1 ->. destruct (sure a b) eqn:E1.
  { cbn. split; [easy|]. split; [easy|]. now apply sure_above. }
  cbn [all]. eapply all_imp; [|apply (pure_sure b a Gb Ga)]. intros v2 ->. destruct (sure b a) eqn:E2.
  { cbn. split; [easy|]. split; [easy|]. now apply sure_above. }
  destruct (refinements a <? refinements b)%Z; cbn [all]; (eapply all_imp; [|apply refine_all]); cbn;
    intros c [-> | ->]; (split; cbn; [try easy|try easy]); apply refined_half; auto.
Qed.

(* However the coins fall: the answer is the truth about every pair of reals in the two cells. *)
Theorem greater_than_forced a b : good a -> good b -> all (greater_than enclosed a b) (forced a b).
Proof.
  intros Ha Hb. rewrite greater_than_is by easy. cbn [all]. exists (kept a b). split; [split; now apply refined_refl|].
  intros s Hs. now apply body_all.
Qed.

(* the same in terms of the noisy scores: shift - scale ln(-ln(u)) *)
Definition noisy (a : PSRN) (u : R) : R := Q2R (shift a) - tau * ln (- ln u).
Lemma above_noisy a b u v : above a b -> lo a <= u <= hi a -> lo b <= v <= hi b -> 0 < u < 1 -> 0 < v < 1 -> noisy b v <= noisy a u.
Proof.
  intros H Hu Hv Hu1 Hv1. destruct (gq_q a u Hu1) as [A1 A2]. destruct (gq_q b v Hv1) as [B1 B2].
  assert (L : q b v <= q a u).
  { apply Rle_trans with (q b (hi b)); [apply q_mono; lra|]. eapply Rle_trans; [exact H|]. apply q_mono. lra. }
  assert (G : gq (q b v) <= gq (q a u)).
  { unfold gq. apply Ropp_le_contravar. pose proof (ln_neg _ A1). apply ln_le'; [lra|]. apply Ropp_le_contravar. apply ln_le'; lra. }
  unfold noisy. unfold gq in *. nra.
Qed.
Theorem greater_than_truth a b : good a -> good b -> all (greater_than enclosed a b) (fun '(greater, a', b') => refined a a' /\ refined b b' /\
  forall u v, lo a' <= u <= hi a' -> lo b' <= v <= hi b' -> 0 < u < 1 -> 0 < v < 1 ->
    if greater then noisy b v <= noisy a u else noisy a u <= noisy b v).
Proof.
  intros Ha Hb. eapply all_imp; [|now apply greater_than_forced]. intros [[r a'] b'] [Ra [Rb Hr]]. split; [easy|]. split; [easy|]. intros u v Hu Hv Hu1 Hv1.
  assert (Ea : noisy a u = noisy a' u) by (unfold noisy; now rewrite (proj1 (proj2 Ra))).
  assert (Eb : noisy b v = noisy b' v) by (unfold noisy; now rewrite (proj1 (proj2 Rb))).
  rewrite Ea, Eb. destruct r; now apply above_noisy.
Qed.

(* ---- it answers with probability 1 ---- *)
Section Near.
Context (a0 b0 : PSRN) (eta : R).
Hypothesis Heta : 0 < eta.
Let ones (a : PSRN) (t : R) := upto a (fun _ => 1) t.
Let inner (a : PSRN) (v : R) := 1 * ones a (curve a0 b0 v + eta) + (-1) * ones a (curve a0 b0 v - eta).
(* the part of the pair of cells that is as near as eta to the curve *)
Definition near (a b : PSRN) : R := upto b (inner a) 2.
Lemma shift_cont a c : cont (fun v => ones a (curve a0 b0 v + c)).
Proof.
  intros v. refine (continuous_comp (fun v => curve a0 b0 v + c) (ones a) v _ (upto_cont a _ (cont_const 1) _)).
  exact (continuous_plus (fun v => curve a0 b0 v) (fun _ => c) v (curve_cont a0 b0 v) (continuous_const c v)).
Qed.
Lemma inner_cont a : cont (inner a).
Proof.
  intros v. unfold inner. apply (continuous_plus (fun v => 1 * ones a (curve a0 b0 v + eta)) (fun v => -1 * ones a (curve a0 b0 v - eta))).
  - apply (continuous_scal_r 1 (fun v => ones a (curve a0 b0 v + eta))). apply shift_cont.
  - apply (continuous_scal_r (-1) (fun v => ones a (curve a0 b0 v - eta))). apply shift_cont.
Qed.
Lemma inner_bound a v : 0 <= inner a v <= 2 * eta * size a.
Proof.
  unfold inner, ones. rewrite !upto_const. pose proof (size_ge0 a). pose proof (clip_lip (lo a) (hi a) (curve a0 b0 v + eta) (curve a0 b0 v - eta)) as L.
  replace (curve a0 b0 v + eta - (curve a0 b0 v - eta)) with (2 * eta) in L by ring. rewrite (Rabs_pos_eq (2 * eta)) in L by lra.
  assert (M : clip (lo a) (hi a) (curve a0 b0 v - eta) <= clip (lo a) (hi a) (curve a0 b0 v + eta)).
  { unfold clip. apply Rle_max_compat_l. apply Rle_min_compat_l. lra. }
  rewrite Rabs_pos_eq in L by lra. split; nra.
Qed.
Lemma near_ge0 a b : 0 <= near a b.
Proof.
  replace 0 with (upto b (fun _ => 0) 2) by (rewrite upto_const; ring). apply (upto_le b _ _ _ (cont_const 0) (inner_cont a)). intros; apply inner_bound.
Qed.
Lemma near_small a b : near a b <= 2 * eta * size a.
Proof.
  apply Rle_trans with (upto b (fun _ => 2 * eta * size a) 2).
  - apply (upto_le b _ _ _ (inner_cont a) (cont_const _)). intros; apply inner_bound.
  - rewrite upto_const. pose proof (part b 2). pose proof (size_ge0 a). assert (0 <= 2 * eta * size a) by nra. nra.
Qed.
Lemma near_right a b : (0 <= refinements b)%Z -> near a b = (near a (half b 0) + near a (half b 1)) / 2.
Proof. intros H. exact (upto_halves b (inner a) 2 H (inner_cont a)). Qed.
Lemma near_left a b : (0 <= refinements a)%Z -> near a b = (near (half a 0) b + near (half a 1) b) / 2.
Proof.
  intros H. unfold near. replace ((upto b (inner (half a 0)) 2 + upto b (inner (half a 1)) 2) / 2) with
    (/ 2 * upto b (inner (half a 0)) 2 + / 2 * upto b (inner (half a 1)) 2) by field.
  rewrite <- upto_lin by apply inner_cont. apply upto_ext. intros v. unfold inner, ones.
  rewrite (upto_halves a _ (curve a0 b0 v + eta) H (cont_const 1)), (upto_halves a _ (curve a0 b0 v - eta) H (cont_const 1)). field.
Qed.
Lemma near_one a b : refined a0 a -> refined b0 b -> (forall v, lo b <= v <= hi b -> hi a <= curve a0 b0 v + eta /\ curve a0 b0 v - eta <= lo a) -> near a b = 1.
Proof.
  intros Ra Rb H. pose proof (proj1 (proj1 (proj1 Ra))) as Za. pose proof (proj1 (proj1 (proj1 Rb))) as Zb. pose proof (fine_in b (proj1 (proj1 Rb))).
  apply (upto_one b (inner a) 2 Zb (inner_cont a)); [lra|]. intros v Hv. destruct (H v Hv) as [H1 H2]. unfold inner, ones.
  rewrite (upto_one a _ (curve a0 b0 v + eta) Za (cont_const 1) H1) by easy. rewrite (upto_below a _ _ Za H2). ring.
Qed.
Lemma not_yet M : (forall a b, refined a0 a -> refined b0 b -> (M <= refinements a)%Z -> (M <= refinements b)%Z ->
    sure a b = false -> sure b a = false -> forall v, lo b <= v <= hi b -> hi a <= curve a0 b0 v + eta /\ curve a0 b0 v - eta <= lo a) ->
  forall n a b, refined a0 a -> refined b0 b -> (Z.to_nat (M - refinements a) + Z.to_nat (M - refinements b) <= n)%nat ->
  1 - near a b <= Ex (Loop body (a, b)) (fun _ => 1).
Proof.
  intros HM. assert (B1 : bd (fun _ : bool * PSRN * PSRN => 1)) by (apply bd_const; lra).
  induction n; intros a b Ra Rb Hn; pose proof (near_ge0 a b) as N0; pose proof (proj1 (proj1 (proj1 Ra))) as Za; pose proof (proj1 (proj1 (proj1 Rb))) as Zb;
    rewrite Ex_loop by easy; rewrite body_is by (first [apply Ra | apply Rb | apply bd_into; [now apply bd_Ex|easy]]); cbn [into];
    (destruct (sure a b) eqn:E1; [lra|]); (destruct (sure b a) eqn:E2; [lra|]).
  - rewrite (near_one a b Ra Rb (HM a b Ra Rb ltac:(lia) ltac:(lia) E1 E2)).
    pose proof (Ex_nonneg (Loop body (half a 0, b)) _ B1). pose proof (Ex_nonneg (Loop body (half a 1, b)) _ B1).
    pose proof (Ex_nonneg (Loop body (a, half b 0)) _ B1). pose proof (Ex_nonneg (Loop body (a, half b 1)) _ B1). destruct (refinements a <? refinements b)%Z; lra.
  - destruct (Z_le_gt_dec M (refinements a)) as [Da|Da]; [destruct (Z_le_gt_dec M (refinements b)) as [Db|Db]|].
    1: { rewrite (near_one a b Ra Rb (HM a b Ra Rb Da Db E1 E2)).
      pose proof (Ex_nonneg (Loop body (half a 0, b)) _ B1). pose proof (Ex_nonneg (Loop body (half a 1, b)) _ B1).
      pose proof (Ex_nonneg (Loop body (a, half b 0)) _ B1). pose proof (Ex_nonneg (Loop body (a, half b 1)) _ B1). destruct (refinements a <? refinements b)%Z; lra. }
    all: destruct (Z.ltb_spec (refinements a) (refinements b)).
    all: try (exfalso; lia).
    all: try (rewrite (near_left a b) by easy;
      pose proof (IHn (half a 0) b (refined_half _ _ 0 Ra ltac:(auto)) Rb ltac:(cbn; lia));
      pose proof (IHn (half a 1) b (refined_half _ _ 1 Ra ltac:(auto)) Rb ltac:(cbn; lia)); lra).
    all: rewrite (near_right a b) by easy;
      pose proof (IHn a (half b 0) Ra (refined_half _ _ 0 Rb ltac:(auto)) ltac:(cbn; lia));
      pose proof (IHn a (half b 1) Ra (refined_half _ _ 1 Rb ltac:(auto)) ltac:(cbn; lia)); lra.
Qed.
End Near.

Theorem greater_than_answers a b : good a -> good b -> Ex (greater_than enclosed a b) (fun _ => 1) = 1.
Proof.
  intros Ha Hb. rewrite greater_than_is by easy. apply Rle_antisym; [apply Ex_bound; intros; lra|].
  apply Rnot_lt_le. intros C. set (v := Ex (Loop body (a, b)) (fun _ => 1)) in *. pose proof (size_pos a (proj1 (proj1 Ha))) as Sp.
  assert (He : 0 < (1 - v) / (4 * size a)) by (apply Rdiv_lt_0_compat; lra).
  destruct (deep a b _ He) as [M HM].
  pose proof (not_yet a b _ He M HM _ a b (refined_refl a Ha) (refined_refl b Hb) (Nat.le_refl _)) as N1. fold v in N1.
  pose proof (near_small a b _ He a b) as N2. replace (2 * ((1 - v) / (4 * size a)) * size a) with ((1 - v) / 2) in N2 by (field; lra). lra.
Qed.

(* Whatever is a mean over the cells is kept by a comparison. *)
Theorem greater_than_keeps (H : PSRN -> PSRN -> R) k a b : good a -> good b -> (forall a b, 0 <= H a b <= 1) -> (forall r, 0 <= k r <= 1) ->
  (forall a' b', refined a a' -> refined b b' -> H a' b' = (H (half a' 0) b' + H (half a' 1) b') / 2) ->
  (forall a' b', refined a a' -> refined b b' -> H a' b' = (H a' (half b' 0) + H a' (half b' 1)) / 2) ->
  (forall r a' b', forced a b (r, a', b') -> k (r, a', b') = H a' b') -> Ex (greater_than enclosed a b) k = H a b.
Proof.
  intros Ha Hb HH Hk HL HR HF. rewrite greater_than_is by easy.
  apply (loop_is body (kept a b) (fun ab => H (fst ab) (snd ab)) k 1).
  - apply Hk.
  - intros; apply HH.
  - intros s Hs. eapply all_imp; [|apply (body_all a b s Hs)]. intros [?|?]; cbn; auto.
  - intros [a' b'] [Ra Rb]. cbn [fst snd] in *. rewrite body_is by (first [apply Ra | apply Rb | idtac]; apply bd_const; lra).
    destruct (sure a' b'), (sure b' a'), (refinements a' <? refinements b')%Z; lra.
  - intros [a' b'] [Ra Rb]. cbn [fst snd] in *. assert (Bk : bd k) by (exists 1; apply Hk).
    assert (Bh : bd (fun ab => H (fst ab) (snd ab))) by (exists 1; intros; apply HH).
    rewrite body_is by (first [apply Ra | apply Rb | idtac]; now apply bd_into). cbn [into fst snd].
    destruct (sure a' b') eqn:E1; [apply HF; split; [easy|split; [easy|]]; now apply sure_above; try apply Ra; try apply Rb|].
    destruct (sure b' a') eqn:E2; [apply HF; split; [easy|split; [easy|]]; now apply sure_above; try apply Ra; try apply Rb|].
    destruct (refinements a' <? refinements b')%Z; [rewrite <- HL|rewrite <- HR]; auto.
  - split; now apply refined_refl.
  - rewrite <- greater_than_is by easy. now apply greater_than_answers.
Qed.
End Comparison.

(* The assumption can be met: round to multiples of 2^-r, down and up. *)
Theorem encloses_exists : exists enclosed tol, encloses enclosed tol.
Proof.
  exists (fun N r => let z := up (gq (IZR N / IZR (2 ^ r)) * IZR (2 ^ r)) in (inject_Z (z - 1) * / inject_Z (2 ^ r), inject_Z z * / inject_Z (2 ^ r))%Q).
  exists (fun r => / IZR (2 ^ r)). split.
  - intros N r H. cbv zeta. cbn [fst snd]. destruct (Z_lt_le_dec r 0) as [Hr|Hr]; [rewrite Z.pow_neg_r in H by lia; lia|].
    assert (S : 0 < IZR (2 ^ r)) by (apply IZR_lt; apply Z.pow_pos_nonneg; lia).
    assert (Q2 : forall z, Q2R (inject_Z z * / inject_Z (2 ^ r)) = IZR z / IZR (2 ^ r)).
    { intros z. rewrite Q2R_mult, Q2R_inv.
      - now rewrite !R_Z.
      - intros C. apply Qeq_eqR in C. rewrite !R_Z in C. lra. }
    rewrite !Q2. destruct (archimed (gq (IZR N / IZR (2 ^ r)) * IZR (2 ^ r))) as [A1 A2]. rewrite minus_IZR. repeat split.
    + apply Rle_div_l; [easy|]. lra.
    + apply Rle_div_r; [easy|]. lra.
    + right. field. lra.
  - intros e He. exists (Z.max 0 (up (/ e))). intros r Hr. destruct (archimed (/ e)) as [Ar _].
    assert (P1 : / e < IZR (2 ^ r)).
    { eapply Rlt_le_trans; [exact Ar|]. apply IZR_le. apply Z.le_trans with r; [lia|]. apply Z.lt_le_incl. apply Z.pow_gt_lin_r; lia. }
    rewrite <- (Rinv_inv e). apply Rinv_le_contravar; [now apply Rinv_0_lt_compat|lra].
Qed.
