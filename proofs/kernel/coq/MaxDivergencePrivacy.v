(* Pure differential privacy of permute-and-flip and of peeling: for every n, k, scale, and the running code. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Probability Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop.
Import ListNotations.
Open Scope R_scope.

(* No event, and no test, gets more likely by more than a factor e^e. *)
Definition close (e : R) {A} (m m' : prog A) := forall k, bd k -> Ex m k <= exp e * Ex m' k.

(* The range distance of two score vectors is at most d. *)
Definition near (d : R) (x x' : list Q) : Prop := length x = length x' /\
  forall u v, In u (combine x x') -> In v (combine x x') ->
    (Q2R (fst u) - Q2R (snd u)) - (Q2R (fst v) - Q2R (snd v)) <= d.

Lemma near_score d x x' i j : near d x x' -> valid x i -> valid x j ->
  (score x i - score x' i) - (score x j - score x' j) <= d.
Proof.
  intros [Hl H] Hi Hj. unfold score.
  assert (C : forall i, valid x i -> In (nth (Z.to_nat i) x 0%Q, nth (Z.to_nat i) x' 0%Q) (combine x x')).
  { intros l Hv. rewrite <- combine_nth by easy. apply nth_In. rewrite combine_length, <- Hl, Nat.min_id. unfold valid in Hv. lia. }
  apply (H _ _ (C i Hi) (C j Hj)).
Qed.

(* ---- one round ---- *)
Lemma P_mono q q' s t : Forall2 (fun a a' => s * a <= t * a' /\ t * a' <= 1) q' q -> P q t <= P q' s /\ 0 <= P q t.
Proof.
  induction 1 as [|a a' q' q [H1 H2] _ [IH1 IH2]]; cbn; [lra|]. split; nra.
Qed.

Lemma I_shrink lam q q' : 0 < lam <= 1 -> Forall2 (fun a a' => lam * a <= a' /\ 0 <= a <= 1 /\ 0 <= a' <= 1) q' q ->
  lam * I q <= I q'.
Proof.
  intros Hl H. unfold I.
  rewrite <- (RInt_Chasles (P q') 0 lam 1) by apply P_int.
  assert (E1 : RInt (P q') 0 lam = lam * RInt (fun s => P q' (lam * s)) 0 1).
  { assert (C := RInt_comp_lin (P q') lam 0 0 1). rewrite !Rplus_0_r, Rmult_0_r, Rmult_1_r in C.
    rewrite <- C by apply P_int.
    rewrite (RInt_ext _ (fun s => scal lam (P q' (lam * s)))).
    2: { intros s _. now rewrite Rplus_0_r. }
    apply (RInt_scal (fun s => P q' (lam * s))).
    apply (ex_RInt_continuous (fun s => P q' (lam * s))). intros z _.
    apply (continuous_comp (fun s => lam * s) (P q')); [|apply P_continuous].
    apply (ex_derive_continuous (fun s => lam * s)). auto_derive. easy. }
  rewrite E1. change plus with Rplus.
  assert (E2 : RInt (P q) 0 1 <= RInt (fun s => P q' (lam * s)) 0 1).
  { apply RInt_le; [lra|apply P_int| |].
    - apply (ex_RInt_continuous (fun s => P q' (lam * s))). intros z _.
      apply (continuous_comp (fun s => lam * s) (P q')); [|apply P_continuous].
      apply (ex_derive_continuous (fun s => lam * s)). auto_derive. easy.
    - intros t Ht. apply P_mono. clear -H Ht Hl. induction H as [|a a' q' q [H1 [H2 H3]] _ IH]; constructor; auto. split; nra. }
  assert (E3 : 0 <= RInt (P q') lam 1).
  { apply RInt_ge_0; [lra|apply P_int|]. intros t Ht. apply (P_mono q' q' t t).
    clear -H Ht Hl. induction H as [|a a' q' q [H1 [H2 H3]] _ IH]; constructor; auto. split; nra. }
  nra.
Qed.

Lemma weight_01 x scale c : 0 < Q2R scale -> valid x c -> 0 < weight x scale c <= 1.
Proof.
  intros Hs Hv. split; [apply exp_pos|]. rewrite <- exp_0. unfold weight.
  destruct (score_in x c Hv) as [a [Ha [E1 _]]]. assert (Hx : x <> []) by (intros ->; easy).
  destruct (best_spec x Hx) as [_ [Hb _]]. specialize (Hb a Ha). rewrite E1.
  assert (0 <= (Q2R (best x) - Q2R a) / Q2R scale) by (apply Rdiv_le_0_compat; lra).
  destruct (Req_dec ((Q2R (best x) - Q2R a) / Q2R scale) 0) as [->|N]; [rewrite Ropp_0; lra|].
  left. apply exp_increasing. lra.
Qed.

Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [H| ->]; [left; now apply exp_increasing|lra]. Qed.

Theorem flip_private d x x' scale : 0 <= d -> 0 < Q2R scale -> near d x x' ->
  close (d / Q2R scale) (permute_and_flip x scale) (permute_and_flip x' scale).
Proof.
  intros Hd Hs Hn k Hk. pose proof (proj1 Hn) as Hl. set (S := Q2R scale) in *.
  destruct x as [|a0 x0] eqn:Hx.
  { destruct x' as [|]; [|discriminate]. unfold permute_and_flip. cbn [py_max]. rewrite !Ex_bind, !Ex_fail by easy. lra. }
  assert (N : x <> []) by (rewrite Hx; easy). assert (N' : x' <> []) by (intros ->; discriminate).
  rewrite <- Hx in *. clear Hx a0 x0.
  rewrite !flip_law by easy.
  replace (py_len x') with (py_len x) by (unfold py_len; now rewrite Hl). unfold V. rewrite <- psum_scal.
  apply psum_le. intros c r Hp.
  assert (Hall : forall j, In j (c :: r) -> valid x j).
  { intros j Hj. apply (proj1 (Forall_forall _ _) (range_valid x)). apply (Permutation_in _ (Permutation_sym Hp) Hj). }
  assert (Hv' : forall j, valid x j -> valid x' j) by (unfold valid; rewrite Hl; auto).
  set (p := weight x scale). set (p' := weight x' scale).
  assert (Hc : valid x c) by (apply Hall; now left).
  assert (P1 : forall j, valid x j -> 0 < p j <= 1) by (intros; now apply weight_01).
  assert (P2 : forall j, valid x j -> 0 < p' j <= 1) by (intros; apply weight_01; auto).
  set (e := exp (d / S)). assert (He : 0 < e) by apply exp_pos.
  (* p_c p'_j <= e^(d/scale) p'_c p_j *)
  assert (Q1 : forall j, valid x j -> p c * p' j <= e * p' c * p j).
  { intros j Hj. unfold p, p', e, weight. fold S. rewrite <- !exp_plus. apply exp_le.
    apply Rmult_le_reg_r with S; [lra|]. unfold Rdiv. field_simplify; [|lra|lra].
    pose proof (near_score d x x' c j Hn Hc Hj). lra. }
  (* p_c <= e^(d/scale) p'_c *)
  assert (Q2 : p c <= e * p' c).
  { destruct (best_spec x' N') as [_ [_ Hin]]. destruct (In_nth x' _ 0%Q Hin) as [j [Hj Hj2]].
    assert (Vj : valid x (Z.of_nat j)) by (unfold valid; rewrite Hl; lia).
    pose proof (Q1 _ Vj) as H. replace (p' (Z.of_nat j)) with 1 in H.
    - pose proof (P1 _ Vj). pose proof (P2 c Hc). pose proof (P1 c Hc). assert (0 < e * p' c) by nra. nra.
    - unfold p', weight, score. rewrite Nat2Z.id, Hj2. replace (Q2R (best x') - Q2R (best x')) with 0 by lra.
      unfold Rdiv. now rewrite Rmult_0_l, Ropp_0, exp_0. }
  pose proof (P1 c Hc) as [Pc _]. pose proof (P2 c Hc) as [Pc' _].
  assert (Pe : 0 < e * p' c) by nra.
  set (lam := p c / (e * p' c)).
  assert (HL : lam * (e * p' c) = p c) by (unfold lam; field; lra).
  assert (Hlam : 0 < lam <= 1).
  { unfold lam. split; [now apply Rdiv_lt_0_compat|]. apply Rle_div_l; lra. }
  assert (HI : lam * I (map p r) <= I (map p' r)).
  { apply I_shrink; [easy|]. assert (Hr : forall j, In j r -> valid x j) by (intros; apply Hall; now right).
    clear -Hr P1 P2 Q1 HL Pe Hlam. induction r as [|j r IH]; cbn; constructor.
    - assert (Vj : valid x j) by (apply Hr; now left). pose proof (P1 j Vj). pose proof (P2 j Vj). pose proof (Q1 j Vj) as H1.
      split; [|lra]. apply Rmult_le_reg_r with (e * p' c); [lra|]. nra.
    - apply IH. intros; apply Hr; now right. }
  pose proof (bd_pos k Hk c) as Kc.
  assert (Goal1 : p c * I (map p r) <= e * (p' c * I (map p' r))) by (rewrite <- HL; nra).
  nra.
Qed.

(* ---- k rounds ---- *)
Lemma combine_app {A B} (a b : list A) (a' b' : list B) : length a = length a' -> combine (a ++ b) (a' ++ b') = combine a a' ++ combine b b'.
Proof. revert a'. induction a as [|x a IH]; intros [|x' a'] H; cbn in *; try easy. now rewrite IH by lia. Qed.
Lemma combine_skipn {A B} n : forall (a : list A) (a' : list B), combine (skipn n a) (skipn n a') = skipn n (combine a a').
Proof. induction n; intros [|x a] [|x' a']; cbn; auto. now rewrite combine_nil. Qed.
Lemma in_skipn {A} n : forall (l : list A) a, In a (skipn n l) -> In a l.
Proof. induction n; intros [|b l] a; cbn; auto. Qed.
Lemma in_firstn {A} n : forall (l : list A) a, In a (firstn n l) -> In a l.
Proof. induction n; intros [|b l] a; cbn; try tauto. intros [?|?]; auto. Qed.

Lemma near_removal d x x' i j : near d x x' -> near d (slice_to x i ++ slice_from x j) (slice_to x' i ++ slice_from x' j).
Proof.
  intros [Hl H]. assert (C : forall i, clamp x i = clamp x' i) by (intros; unfold clamp, py_len; now rewrite Hl).
  unfold slice_to, slice_from. rewrite <- !C. split; [now rewrite !app_length, !firstn_length, !skipn_length, Hl|].
  assert (Sub : forall u, In u (combine (firstn (clamp x i) x ++ skipn (clamp x j) x) (firstn (clamp x i) x' ++ skipn (clamp x j) x')) -> In u (combine x x')).
  { intros u Hu. rewrite combine_app in Hu by (now rewrite !firstn_length, Hl). apply in_app_iff in Hu. destruct Hu as [Hu|Hu].
    - rewrite <- combine_firstn in Hu. now apply in_firstn in Hu.
    - rewrite combine_skipn in Hu. now apply in_skipn in Hu. }
  intros u v Hu Hv. apply H; now apply Sub.
Qed.

Theorem peel_private e d select x x' scale k : 0 <= e ->
  (forall y y', near d y y' -> close e (select y scale) (select y' scale)) -> near d x x' ->
  close (INR (Z.to_nat (Z.min k (py_len x))) * e) (peel select x scale k) (peel select x' scale k).
Proof.
  intros He Hsel Hx. unfold peel. cbv zeta.
  assert (Hlen : py_len x' = py_len x) by (unfold py_len; now rewrite (proj1 Hx)). rewrite Hlen. clear Hlen.
  match goal with |- close _ (Loop ?f _) _ => set (body := f) end.
  set (n := Z.min k (py_len x)) in *.
  assert (Main : forall j y y' sel, (n - py_len sel <= Z.of_nat j)%Z -> near d y y' ->
     close (INR j * e) (Loop body (sel, y)) (Loop body (sel, y'))).
  { induction j as [|j IH]; intros y y' sel Hj Hy g Hg; rewrite !(Ex_loop body) by easy; unfold body at 1 3;
    assert (B : bd (into (fun s => Ex (Loop body s) g) g)) by (apply bd_into; [now apply bd_Ex|easy]).
    - destruct (Z.ltb_spec (py_len sel) n); [lia|]. rewrite !Ex_ret. cbn. rewrite Rmult_0_l, exp_0. lra.
    - destruct (Z.ltb_spec (py_len sel) n).
      2: { rewrite !Ex_ret. cbn [into]. pose proof (bd_pos g Hg sel).
           assert (1 <= exp (INR (S j) * e)). { rewrite <- exp_0. apply exp_le. pose proof (pos_INR (S j)). nra. } nra. }
      rewrite !Ex_bind by easy. cbv zeta.
      set (F := fun place : Z => Ex (v2 <- original_index place sel ;; Ret (inl (sel ++ [v2], slice_to y place ++ slice_from y (place + 1)))) (into (fun s => Ex (Loop body s) g) g)).
      set (F' := fun place : Z => Ex (v2 <- original_index place sel ;; Ret (inl (sel ++ [v2], slice_to y' place ++ slice_from y' (place + 1)))) (into (fun s => Ex (Loop body s) g) g)).
      assert (BF : bd F) by now apply bd_Ex. assert (BF' : bd F') by now apply bd_Ex.
      assert (Scale : forall c (h : Z -> R), 0 <= c -> bd h -> bd (fun a => c * h a)).
      { intros c h Hc [M HM]. exists (c * M). intros a. specialize (HM a). split; nra. }
      assert (Pj : 0 < exp (INR j * e)) by apply exp_pos.
      apply Rle_trans with (Ex (select y scale) (fun a => exp (INR j * e) * F' a)).
      + apply Ex_le; auto; [apply Scale; [lra|easy]|]. intros place. unfold F, F'. rewrite !Ex_bind by easy.
        rewrite <- Ex_scal by now apply bd_Ex. apply Ex_le; [now apply bd_Ex| |].
        { destruct (bd_Ex (fun v2 => Ret (inl (sel ++ [v2], slice_to y' place ++ slice_from y' (place + 1)))) _ B) as [M HM].
          exists (exp (INR j * e) * M). intros a. specialize (HM a). split; nra. }
        intros v. rewrite !Ex_ret. cbn [into]. apply IH; auto.
        * unfold py_len in *. rewrite app_length. cbn. lia.
        * now apply near_removal.
      + rewrite Ex_scal by easy. rewrite S_INR. replace ((INR j + 1) * e) with (INR j * e + e) by lra. rewrite exp_plus, Rmult_assoc.
        apply Rmult_le_compat_l; [lra|]. now apply Hsel. }
  apply Main; [|easy]. unfold py_len. cbn. lia.
Qed.

(* ---- the headline ---- *)
