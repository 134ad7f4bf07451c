(* The laws of the samplers, for every argument in their domain. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedSelection.
Import ListNotations.
Open Scope R_scope.

(* ---- fractions ---- *)
Lemma R_qadd a b : Q2R (qadd a b) = Q2R a + Q2R b.
Proof. unfold qadd. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_plus. Qed.
Lemma R_qsub a b : Q2R (qsub a b) = Q2R a - Q2R b.
Proof. unfold qsub. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_minus. Qed.
Lemma R_qmul a b : Q2R (qmul a b) = Q2R a * Q2R b.
Proof. unfold qmul. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_mult. Qed.
Lemma R_Z z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z. cbn. lra. Qed.

Lemma qlt_spec a b : reflect (Q2R a < Q2R b) (qlt a b).
Proof.
  unfold qlt. destruct (Qle_bool b a) eqn:H; cbn; constructor.
  - apply Qle_bool_iff, Qle_Rle in H. lra.
  - apply Rnot_le_lt. intros C. apply Rle_Qle in C. apply Qle_bool_iff in C. congruence.
Qed.

Lemma qeq_spec a b : reflect (Q2R a = Q2R b) (qeq a b).
Proof.
  unfold qeq. destruct (Qeq_bool a b) eqn:H; constructor.
  - now apply Qeq_eqR, Qeq_bool_iff.
  - intros C. apply eqR_Qeq in C. apply Qeq_bool_iff in C. congruence.
Qed.

Lemma qdiv_ok a b : Q2R b <> 0 -> exists c, qdiv a b = Ret c /\ Q2R c = Q2R a / Q2R b.
Proof.
  intros H. unfold qdiv. destruct (Qeq_bool b 0) eqn:Hb.
  - apply Qeq_bool_iff, Qeq_eqR in Hb. rewrite Hb in H. exfalso. apply H. unfold Q2R; cbn; lra.
  - eexists. split; [reflexivity|]. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_div.
    intros C. apply Qeq_bool_iff in C. congruence.
Qed.

(* ---- finite sums ---- *)
Fixpoint sum (n : nat) (f : nat -> R) : R := match n with O => 0 | S n => sum n f + f n end.
Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; cbn; intros H; [easy|]. rewrite IHn, H; auto. Qed.
Lemma sum_split n m f : sum (n + m) f = sum n f + sum m (fun i => f (n + i)%nat).
Proof. induction m; cbn; rewrite ?Nat.add_0_r, ?Nat.add_succ_r; cbn; lra. Qed.
Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n; cbn -[INR]; [cbn; lra|]. rewrite IHn, S_INR. lra. Qed.
Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; cbn; [lra|]. rewrite IHn. lra. Qed.
Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; cbn; [lra|]. rewrite IHn. lra. Qed.

Lemma Ex_bit k : bd k -> Ex bit k = (k 1%Z + k 0%Z) / 2.
Proof. intros H. unfold bit. rewrite Ex_bind by easy. now rewrite Ex_flip, !Ex_ret. Qed.

(* ---- uniform integers ---- *)
(* each turn of the loop puts a bit behind those that are there *)
Definition puts_a_bit {X} (f : X -> Z -> prog Z) : Prop := forall x v k, bd k -> Ex (f x v) k = (k (2 * v + 1)%Z + k (2 * v)%Z) / 2.
Lemma bits_law {X} (l : list X) f : puts_a_bit f -> forall v k, bd k ->
  Ex (For l f v) k
  = sum (2 ^ length l) (fun i => k (2 ^ Z.of_nat (length l) * v + Z.of_nat i)%Z) / 2 ^ length l.
Proof.
  intros Hf. induction l as [|x l IH]; intros v k Hk.
  - cbn -[Z.mul]. rewrite Ex_ret. replace (1 * v + 0)%Z with v by lia. lra.
  - cbn [For]. rewrite Ex_bind by easy. rewrite Hf by (now apply bd_Ex). rewrite !IH by easy.
    cbn [length]. rewrite Nat.pow_succ_r', Nat2Z.inj_succ, Z.pow_succ_r by lia.
    replace (2 * 2 ^ length l)%nat with (2 ^ length l + 2 ^ length l)%nat by lia. rewrite sum_split.
    assert (H2 : 2 ^ length l <> 0) by (apply pow_nonzero; lra).
    match goal with |- (?a / _ + ?b / _) / 2 = (?c + ?d) / _ => assert (E1 : a = d); [|assert (E2 : b = c)] end.
    + apply sum_ext. intros i _. f_equal. rewrite Nat2Z.inj_add, Nat2Z.inj_pow. cbn [Z.of_nat Pos.of_succ_nat Pos.succ]. ring.
    + apply sum_ext. intros i _. f_equal. ring.
    + rewrite E1, E2. cbn [pow]. field. exact H2.
Qed.

Lemma py_range_length z : length (py_range z) = Z.to_nat z.
Proof. unfold py_range. now rewrite map_length, seq_length. Qed.

Definition on_some {A} (c : R) (k : A -> R) (r : option A) : R := match r with Some a => k a | None => c end.
Lemma bd_on_some {A} c (k : A -> R) : 0 <= c -> bd k -> bd (on_some c k).
Proof.
  intros Hc [M H]. exists (Rmax c M). intros [a|]; cbn.
  - destruct (H a). split; [easy|]. eapply Rle_trans; [eassumption|apply Rmax_r].
  - split; [easy|apply Rmax_l].
Qed.

(* whichever way round the integers are compared *)
Ltac compared := repeat match goal with
  | |- context [(?a <? ?b)%Z] => destruct (Z.ltb_spec a b)
  | |- context [(?a <=? ?b)%Z] => destruct (Z.leb_spec a b)
  | |- context [(?a =? ?b)%Z] => destruct (Z.eqb_spec a b)
  end; first [reflexivity | lia].
Lemma attempt_law n b c k : (1 <= n)%nat -> 0 <= c -> bd k -> b = Z.to_nat (bit_length (Z.of_nat n - 1)) ->
  (n <= 2 ^ b)%nat /\ Ex (attempt_uniform_uint_below (Z.of_nat n)) (on_some c k)
  = (sum n (fun i => k (Z.of_nat i)) + (INR (2 ^ b) - INR n) * c) / INR (2 ^ b).
Proof.
  intros Hn Hc Hk Hb.
  assert (Hle : (n <= 2 ^ b)%nat).
  { subst b. unfold bit_length. destruct (Z.eqb_spec (Z.of_nat n - 1) 0) as [E0|E0].
    - cbn. lia.
    - rewrite Z.abs_eq by lia. pose proof (Z.log2_spec (Z.of_nat n - 1) ltac:(lia)) as [_ H].
      pose proof (Z.log2_nonneg (Z.of_nat n - 1)).
      apply Nat2Z.inj_le. rewrite Nat2Z.inj_pow, Z2Nat.id by lia. unfold Z.succ in H.
      replace (Z.of_nat 2) with 2%Z by reflexivity. lia. }
  split; [easy|]. unfold attempt_uniform_uint_below. cbv zeta.
  rewrite Ex_bind by now apply bd_on_some. rewrite bits_law; [|intros x v g Hg; cbv zeta; rewrite Ex_bind, Ex_bit by (auto; now apply bd_Ex); rewrite !Ex_ret; f_equal; f_equal; f_equal; ring|apply bd_Ex; now apply bd_on_some].
  rewrite py_range_length, <- Hb. rewrite pow_INR. replace (INR 2) with 2 by (cbn; lra). f_equal.
  replace (2 ^ b)%nat with (n + (2 ^ b - n))%nat by lia. rewrite sum_split. f_equal.
  - apply sum_ext. intros i Hi. rewrite Ex_ret. replace (_ * 0 + Z.of_nat i)%Z with (Z.of_nat i) by lia.
    compared.
  - rewrite (sum_ext _ _ (fun _ => c)).
    + rewrite sum_const, minus_INR by easy. rewrite pow_INR. replace (INR 2) with 2 by (cbn; lra). reflexivity.
    + intros i _. rewrite Ex_ret. compared.
Qed.

Lemma retry_law {A} (m : prog (option A)) k q : bd k -> (forall c, 0 <= c -> Ex m (on_some c k) = Ex m (on_some 0 k) + c * q) ->
  q < 1 -> Ex (retry m) k = Ex m (on_some 0 k) / (1 - q).
Proof.
  intros Hk H Hq. set (v := Ex (retry m) k).
  assert (Hv : 0 <= v) by (now apply Ex_nonneg).
  assert (E1 : v = Ex m (on_some v k)).
  { unfold v at 1. unfold retry. rewrite Ex_loop by easy. rewrite Ex_bind by (apply bd_into; [now apply bd_Ex|easy]).
    apply Ex_ext. intros [a|]; rewrite Ex_ret; reflexivity. }
  rewrite H in E1 by easy. apply Rmult_eq_reg_r with (1 - q); [|lra]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem uniform_law n k : (1 <= n)%nat -> bd k ->
  Ex (sample_uniform_uint_below (Z.of_nat n)) k = sum n (fun i => k (Z.of_nat i)) / INR n.
Proof.
  intros Hn Hk. unfold sample_uniform_uint_below.
  set (b := Z.to_nat (bit_length (Z.of_nat n - 1))).
  assert (Ha : forall c, 0 <= c -> _) by (intros c Hc; exact (attempt_law n b c k Hn Hc Hk eq_refl)).
  destruct (Ha 0 ltac:(lra)) as [Hle H0].
  assert (P : 0 < INR n) by (apply lt_0_INR; lia).
  assert (P2 : INR n <= INR (2 ^ b)) by (now apply le_INR).
  rewrite (retry_law _ k ((INR (2 ^ b) - INR n) / INR (2 ^ b))); [|easy| |].
  - rewrite H0. field. lra.
  - intros c Hc. rewrite H0. rewrite (proj2 (Ha c Hc)). field. lra.
  - apply Rmult_lt_reg_r with (INR (2 ^ b)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* ---- a coin of rational bias ---- *)
Definition bern (m : prog bool) (p : R) := forall k, bd k -> Ex m k = p * k true + (1 - p) * k false.
Definition cut (r : R) := Rmax 0 (Rmin 1 r).
Lemma cut_01 r : 0 <= cut r <= 1.
Proof. unfold cut. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l]. Qed.
Lemma cut_id r : 0 <= r <= 1 -> cut r = r.
Proof. intros H. unfold cut. rewrite Rmin_right, Rmax_right; lra. Qed.
Lemma cut_0 r : r <= 0 -> cut r = 0.
Proof. intros H. unfold cut. rewrite Rmin_right, Rmax_left; lra. Qed.
Lemma cut_1 r : 1 <= r -> cut r = 1.
Proof. intros H. unfold cut. rewrite Rmin_left, Rmax_right; lra. Qed.

Theorem rational_law p : 0 <= Q2R p <= 1 -> bern (sample_bernoulli_rational p) (Q2R p).
Proof.
  intros Hp k Hk. pose proof Hk as [M HM]. unfold sample_bernoulli_rational. cbv zeta.
  match goal with |- Ex (Loop ?f _) _ = _ => set (body := f) end.
  set (I := fun s : Q * Q => 0 < Q2R (snd s)).
  set (share := fun s : Q * Q => cut ((Q2R p - Q2R (fst s)) / Q2R (snd s))).
  set (h := fun s : Q * Q => share s * k true + (1 - share s) * k false).
  assert (Hs : forall s, 0 <= share s <= 1) by (intros; apply cut_01).
  assert (Hh : forall s, 0 <= h s <= M).
  { intros s. unfold h. specialize (Hs s). pose proof (HM true). pose proof (HM false). split; nra. }
  assert (Hstop : forall s, ~ (Q2R (fst s) < Q2R p < Q2R (fst s) + Q2R (snd s)) -> body s = Ret (inr (qlt (fst s) p))).
  { intros [low width] H. cbn [fst snd] in *. unfold body.
    destruct (qlt_spec low p), (qlt_spec p (qadd low width)) as [C|C]; cbn [andb]; try reflexivity.
    exfalso. rewrite R_qadd in C. apply H. lra. }
  assert (Hgo : forall s, I s -> Q2R (fst s) < Q2R p < Q2R (fst s) + Q2R (snd s) -> exists w, Q2R w = Q2R (snd s) / 2 /\
    body s = Bind (Ret w) (fun w => Bind bit (fun b => Ret (inl (qadd (fst s) (qmul w (inject_Z b)), w))))).
  { intros [low width] Is [H1 H2]. unfold I in Is. cbn [fst snd] in *. unfold body. destruct (qdiv_ok width (inject_Z 2)) as [w [E1 E2]]; [rewrite R_Z; lra|].
    rewrite R_Z in E2. exists w. split; [exact E2|].
    destruct (qlt_spec low p), (qlt_spec p (qadd low width)) as [C|C]; rewrite ?R_qadd in C; try lra. cbn [andb]. now rewrite E1. }
  assert (HI : forall s, I s -> all (body s) (into I (fun _ => True))).
  { intros s Is. destruct (Rlt_dec (Q2R (fst s)) (Q2R p)), (Rlt_dec (Q2R p) (Q2R (fst s) + Q2R (snd s)));
      try (rewrite Hstop by (intros [? ?]; lra); exact Logic.I).
    destruct (Hgo s Is) as [w [E1 E2]]; [lra|]. rewrite E2. unfold I in *. cbn. lra. }
  assert (Hx : forall s g, I s -> Q2R (fst s) < Q2R p < Q2R (fst s) + Q2R (snd s) -> bd g -> exists w l1 l0,
    Q2R w = Q2R (snd s) / 2 /\ Q2R l1 = Q2R (fst s) + Q2R (snd s) / 2 /\ Q2R l0 = Q2R (fst s) /\
    Ex (body s) g = (g (inl (l1, w)) + g (inl (l0, w))) / 2).
  { intros s g Is H Hg. destruct (Hgo s Is H) as [w [E1 E2]].
    exists w, (qadd (fst s) (qmul w (inject_Z 1))), (qadd (fst s) (qmul w (inject_Z 0))).
    rewrite !R_qadd, !R_qmul, !R_Z, E1. repeat split; try lra.
    rewrite E2, Ex_bind, Ex_ret, Ex_bind, Ex_bit, !Ex_ret; auto. now apply bd_Ex. }
  assert (B1 : forall X, bd (fun _ : X => 1)) by (intros; apply bd_const; lra).
  assert (B0 : forall X, bd (fun _ : X => 0)) by (intros; apply bd_const; lra).
  assert (Ht : forall s, I s -> Ex (body s) (fun _ => 1) = 1).
  { intros s Is. destruct (Rlt_dec (Q2R (fst s)) (Q2R p)), (Rlt_dec (Q2R p) (Q2R (fst s) + Q2R (snd s)));
      try (rewrite Hstop by (intros [? ?]; lra); now rewrite Ex_ret).
    destruct (Hx s (fun _ => 1) Is ltac:(lra) (B1 _)) as [w [l1 [l0 [_ [_ [_ E1]]]]]]. rewrite E1. lra. }
  (* an undecided cell counts 2, a decided one 1; one half of an undecided cell is decided *)
  set (v := fun s : Q * Q => if qlt (fst s) p && qlt p (qadd (fst s) (snd s)) then 2 else 1).
  assert (Hv : forall s, 1 <= v s <= 2) by (intros s; unfold v; destruct (_ && _); lra).
  assert (Hend : Ex (Loop body (inject_Z 0, inject_Z 1)) (fun _ => 1) = 1).
  { apply loop_ends with (I := I) (v := v) (c := 3 / 4); auto.
    - exists 2. intros s. specialize (Hv s). lra.
    - lra.
    - intros s _. apply Hv.
    - intros s Is. destruct (Rlt_dec (Q2R (fst s)) (Q2R p)), (Rlt_dec (Q2R p) (Q2R (fst s) + Q2R (snd s)));
        try (rewrite Hstop by (intros [? ?]; lra); rewrite Ex_ret; cbn; specialize (Hv s); lra).
      destruct (Hx s (into v (fun _ => 0)) Is ltac:(lra)) as [w [l1 [l0 [E1 [E2 [E3 E4]]]]]].
      { apply bd_into; auto. exists 2. intros s'. specialize (Hv s'). lra. }
      rewrite E4. cbn [into].
      assert (V : v s = 2).
      { unfold v. destruct (qlt_spec (fst s) p), (qlt_spec p (qadd (fst s) (snd s))) as [C|C]; rewrite ?R_qadd in C; try lra. cbn; lra. }
      rewrite V. assert (D : v (l1, w) = 1 \/ v (l0, w) = 1).
      { unfold v. cbn [fst snd]. destruct (qlt_spec l1 p); cbn [andb]; [|now left]. right.
        destruct (qlt_spec p (qadd l0 w)) as [C|C]; [rewrite R_qadd in C; lra|]. now rewrite andb_false_r. }
      pose proof (Hv (l1, w)). pose proof (Hv (l0, w)). destruct D; lra.
    - unfold I. cbn [snd]. rewrite R_Z. lra. }
  rewrite (loop_is body I h k M) with (s := (inject_Z 0, inject_Z 1)); auto.
  - unfold h, share. cbn [fst snd]. rewrite !R_Z, cut_id; [|lra]. replace ((Q2R p - 0) / 1) with (Q2R p) by lra. reflexivity.
  - intros s Is. destruct (Rlt_dec (Q2R (fst s)) (Q2R p)) as [L|L], (Rlt_dec (Q2R p) (Q2R (fst s) + Q2R (snd s))) as [U|U].
    + destruct (Hx s (into h k) Is ltac:(lra)) as [w [l1 [l0 [E1 [E2 [E3 E4]]]]]].
      { apply bd_into; auto. exists M. apply Hh. }
      rewrite E4. cbn [into]. unfold h.
      assert (S1 : share s = (share (l1, w) + share (l0, w)) / 2); [|rewrite S1; lra].
      unfold share. cbn [fst snd]. rewrite E1, E2, E3. unfold I in Is.
      set (W := Q2R (snd s)) in *. set (l := Q2R (fst s)) in *. set (P := Q2R p) in *.
      assert (X : 0 < (P - l) / W < 1).
      { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with W; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      replace ((P - (l + W / 2)) / (W / 2)) with (2 * ((P - l) / W) - 1) by (field; lra).
      replace ((P - l) / (W / 2)) with (2 * ((P - l) / W)) by (field; lra).
      rewrite (cut_id ((P - l) / W)) by lra.
      destruct (Rle_dec ((P - l) / W) (1 / 2)).
      * rewrite cut_0, cut_id; lra.
      * rewrite cut_id, cut_1; lra.
    + rewrite Hstop by (intros [? ?]; lra). rewrite Ex_ret. cbn [into]. unfold h, share. rewrite cut_1.
      * destruct (qlt_spec (fst s) p); [lra|easy].
      * unfold I in Is. apply Rmult_le_reg_r with (Q2R (snd s)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    + rewrite Hstop by (intros [? ?]; lra). rewrite Ex_ret. cbn [into]. unfold h, share. rewrite cut_0.
      * destruct (qlt_spec (fst s) p); [lra|]. lra.
      * unfold I in Is. apply Rmult_le_reg_r with (Q2R (snd s)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    + rewrite Hstop by (intros [? ?]; lra). rewrite Ex_ret. cbn [into]. unfold h, share. rewrite cut_0.
      * destruct (qlt_spec (fst s) p); [lra|]. lra.
      * unfold I in Is. apply Rmult_le_reg_r with (Q2R (snd s)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - unfold I. cbn [snd]. rewrite R_Z. lra.
Qed.

(* ---- a coin of bias e^-x ---- *)
Definition T (x : R) (j : nat) := x ^ j / INR (fact j).
Lemma T_next x j : T x (S j) = T x j * (x / INR (S j)).
Proof. unfold T. rewrite fact_simpl, mult_INR. cbn [pow]. field. split; first [apply INR_fact_neq_0|apply not_0_INR; lia]. Qed.
Lemma T_0 x : is_lim_seq (T x) 0.
Proof. apply is_lim_seq_Reals. apply cv_speed_pow_fact. Qed.

Definition odd_Z (z : Z) := ((z mod 2) =? 1)%Z.
Lemma odd_next j : odd_Z (Z.of_nat (S (S j))) = negb (odd_Z (Z.of_nat (S j))).
Proof. unfold odd_Z. rewrite (Nat2Z.inj_succ (S j)). unfold Z.succ. generalize (Z.of_nat (S j)) as z. intros z.
  pose proof (Z.mod_pos_bound z 2 ltac:(lia)). pose proof (Z.mod_pos_bound (z + 1) 2 ltac:(lia)).
  rewrite Zplus_mod. replace (1 mod 2)%Z with 1%Z by reflexivity.
  assert (C : (z mod 2 = 0 \/ z mod 2 = 1)%Z) by lia. destruct C as [->| ->]; reflexivity. Qed.

(* the even terms, less the odd ones after them *)
Lemma alternating x J :
  sum J (fun i => if odd_Z (Z.of_nat (S i)) then T x i - T x (S i) else 0)
  = sum J (fun i => / INR (fact i) * (- x) ^ i) - (if odd_Z (Z.of_nat (S J)) then 0 else T x J).
Proof.
  assert (H : sum J (fun i => if odd_Z (Z.of_nat (S i)) then T x i - T x (S i) else 0)
    = sum J (fun i => / INR (fact i) * (- x) ^ i) - (if odd_Z (Z.of_nat (S J)) then 0 else T x J)
    /\ (- x) ^ J = if odd_Z (Z.of_nat (S J)) then x ^ J else - x ^ J).
  { induction J as [|J [IH1 IH2]].
    - cbn. split; lra.
    - cbn [sum]. rewrite odd_next, IH1. cbn [pow]. rewrite IH2. unfold T. destruct (odd_Z (Z.of_nat (S J))); cbn [negb pow]; split; try lra;
      unfold Rdiv; ring. }
  apply H.
Qed.

Lemma exp_series x : is_lim_seq (fun J => sum J (fun i => / INR (fact i) * x ^ i)) (exp x).
Proof.
  apply is_lim_seq_incr_1. apply is_lim_seq_ext with (fun J => sum_f_R0 (fun i => / INR (fact i) * x ^ i) J).
  - intros J. induction J; cbn [sum sum_f_R0]; [cbn; lra|]. rewrite IHJ. cbn [sum]. lra.
  - apply is_lim_seq_Reals. unfold exp. destruct (exist_exp x) as [l Hl]. exact Hl.
Qed.

Theorem exp1_law x : 0 <= Q2R x <= 1 -> bern (sample_bernoulli_exp1 x) (exp (- Q2R x)).
Proof.
  intros Hx k Hk. pose proof Hk as [M HM]. unfold sample_bernoulli_exp1. cbv zeta.
  match goal with |- Ex (Loop ?f _) _ = _ => set (body := f) end.
  set (X := Q2R x) in *. set (G := fun j => Ex (Loop body (Z.of_nat (S j))) k).
  assert (HG : forall j, G j = X / INR (S j) * G (S j) + (1 - X / INR (S j)) * k (odd_Z (Z.of_nat (S j)))).
  { intros j. unfold G at 1. rewrite Ex_loop by easy. unfold body at 1.
    assert (P : 1 <= INR (S j)) by (rewrite S_INR; pose proof (pos_INR j); lra).
    destruct (qdiv_ok x (inject_Z (Z.of_nat (S j)))) as [c [E1 E2]]; [rewrite R_Z, <- INR_IZR_INZ; lra|].
    rewrite R_Z, <- INR_IZR_INZ in E2. rewrite E1.
    assert (B : bd (into (fun s => Ex (Loop body s) k) k)) by (apply bd_into; [now apply bd_Ex|easy]).
    rewrite Ex_bind by easy. rewrite Ex_ret, Ex_bind by easy. rewrite rational_law.
    - rewrite E2. fold X. rewrite !Ex_ret. cbn [into]. unfold G.
      replace (Z.of_nat (S j) + 1)%Z with (Z.of_nat (S (S j))) by lia. match goal with |- _ + _ * k ?e = _ => replace e with (odd_Z (Z.of_nat (S j))); [reflexivity|] end.
      unfold odd_Z. pose proof (Z.mod_pos_bound (Z.of_nat (S j)) 2 ltac:(lia)). compared.
    - rewrite E2. fold X. split; [apply Rle_div_r; lra|]. apply Rle_div_l; lra.
    - now apply bd_Ex. }
  assert (Hsum : forall J, G 0%nat = sum J (fun i => (T X i - T X (S i)) * k (odd_Z (Z.of_nat (S i)))) + T X J * G J).
  { induction J as [|J IH].
    - cbn [sum]. unfold T. cbn. lra.
    - rewrite IH at 1. cbn [sum]. rewrite (HG J). rewrite T_next. lra. }
  assert (Hval : forall J, G 0%nat = k false * (1 - T X J) + (k true - k false) *
     (sum J (fun i => / INR (fact i) * (- X) ^ i) - (if odd_Z (Z.of_nat (S J)) then 0 else T X J)) + T X J * G J).
  { intros J. rewrite (Hsum J) at 1. f_equal. rewrite <- alternating. clear.
    assert (Tel : sum J (fun i => T X i - T X (S i)) = 1 - T X J).
    { induction J; cbn [sum]; [unfold T; cbn; lra|]. rewrite IHJ. lra. }
    rewrite <- Tel, <- !sum_scal, <- sum_plus. apply sum_ext. intros i _. destruct (odd_Z _); lra. }
  change (Ex (Loop body 1%Z) k) with (G 0%nat).
  assert (Small : forall g : nat -> R, (forall J, 0 <= g J <= Rabs M + 1) -> is_lim_seq (fun J => T X J * g J) 0).
  { intros g Hg. apply is_lim_seq_le_le with (fun _ => 0) (fun J => T X J * (Rabs M + 1)).
    - intros J. assert (0 <= T X J). { unfold T. apply Rdiv_le_0_compat; [apply pow_le; lra|apply INR_fact_lt_0]. }
      specialize (Hg J). split; nra.
    - apply is_lim_seq_const.
    - replace (Finite 0) with (Rbar_mult (Finite 0) (Finite (Rabs M + 1))) by (cbn; f_equal; lra).
      apply is_lim_seq_scal_r. apply T_0. }
  assert (L : is_lim_seq (fun _ : nat => G 0%nat) (k false * (1 - 0) + (k true - k false) * (exp (- X) - 0) + 0)).
  { eapply is_lim_seq_ext; [intros J; symmetry; apply (Hval J)|].
    apply is_lim_seq_plus'; [apply is_lim_seq_plus'|].
    - apply (is_lim_seq_scal_l _ (k false) (Finite (1 - 0))). apply is_lim_seq_minus'; [apply is_lim_seq_const|apply T_0].
    - apply (is_lim_seq_scal_l _ (k true - k false) (Finite (exp (- X) - 0))). apply is_lim_seq_minus'; [apply exp_series|].
      apply is_lim_seq_ext with (fun J => T X J * (if odd_Z (Z.of_nat (S J)) then 0 else 1)).
      { intros J. destruct (odd_Z _); lra. }
      apply Small. intros J. pose proof (Rabs_pos M). destruct (odd_Z _); lra.
    - apply Small. intros J. split; [now apply Ex_nonneg|].
      apply Ex_bound; [|pose proof (Rabs_pos M); lra]. intros a. specialize (HM a). pose proof (Rle_abs M). lra. }
  apply is_lim_seq_unique in L. rewrite Lim_seq_const in L. injection L as L. rewrite L. lra.
Qed.

Theorem exp_law x : 0 <= Q2R x -> bern (sample_bernoulli_exp x) (exp (- Q2R x)).
Proof.
  intros Hx k Hk. unfold sample_bernoulli_exp.
  match goal with |- Ex (Loop ?f _) _ = _ => set (body := f) end.
  assert (B : bd (into (fun s => Ex (Loop body s) k) k)) by (apply bd_into; [now apply bd_Ex|easy]).
  destruct (nfloor_ex (Q2R x) Hx) as [n0 [_ Hn]]. rewrite <- S_INR in Hn. set (n := S n0) in Hn. clearbody n. revert x Hx Hn. induction n; intros x Hx Hn; [cbn in Hn; lra|].
  rewrite Ex_loop by easy. unfold body at 1. destruct (qlt_spec (inject_Z 1) x) as [L|L]; rewrite R_Z in L.
  - rewrite Ex_bind by easy. rewrite (exp1_law (inject_Z 1)); [|rewrite R_Z; lra|now apply bd_Ex].
    cbn [negb]. rewrite !Ex_ret. cbn [into]. rewrite IHn by (rewrite R_qsub, R_Z, ?S_INR in *; lra).
    rewrite R_qsub, !R_Z. replace (- (Q2R x)) with (- (1) + - (Q2R x - 1)) by lra. rewrite exp_plus. lra.
  - rewrite Ex_bind by easy. rewrite exp1_law; [|lra|now apply bd_Ex]. now rewrite !Ex_ret.
Qed.
