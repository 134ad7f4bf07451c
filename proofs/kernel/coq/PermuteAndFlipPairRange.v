(* Permute-and-flip has range divergence at most 2 ln(2 e^(eps/2) - 1), for every n. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy.
Import ListNotations.
Open Scope R_scope.

Definition J (q : list R) : R := RInt (fun t => t * P q t) 0 1.
Lemma tP_continuous c q t : continuous (fun t => (t - c) * P q t) t.
Proof.
  apply (continuous_mult (fun t => t - c) (P q)); [|apply P_continuous]. apply (ex_derive_continuous (fun t => t - c)). auto_derive. easy.
Qed.
Lemma tP_int c q a b : ex_RInt (fun t => (t - c) * P q t) a b.
Proof. apply (ex_RInt_continuous (fun t => (t - c) * P q t)). intros; apply tP_continuous. Qed.
Lemma J_int q a b : ex_RInt (fun t => t * P q t) a b.
Proof. apply (ex_RInt_ext (fun t => (t - 0) * P q t)); [intros; cbn; f_equal; lra|apply tP_int]. Qed.
Lemma about c q : RInt (fun t => (t - c) * P q t) 0 1 = J q - c * I q.
Proof.
  assert (S1 := RInt_scal (P q) 0 1 c (P_int q 0 1)).
  assert (S2 := RInt_minus (fun t => t * P q t) (fun t => scal c (P q t)) 0 1 (J_int q 0 1) (ex_RInt_scal (P q) 0 1 c (P_int q 0 1))).
  change (RInt (fun t => c * P q t) 0 1 = c * I q) in S1.
  change (RInt (fun t => t * P q t - c * P q t) 0 1 = J q - RInt (fun t => c * P q t) 0 1) in S2. rewrite S1 in S2. rewrite <- S2.
  apply RInt_ext. intros t _. change ((t - c) * P q t = t * P q t - c * P q t). ring.
Qed.
Lemma I_cons c q : I (c :: q) = I q - c * J q.
Proof.
  assert (S1 := RInt_scal (fun t => t * P q t) 0 1 c (J_int q 0 1)).
  assert (S2 := RInt_minus (P q) (fun t => scal c (t * P q t)) 0 1 (P_int q 0 1) (ex_RInt_scal (fun t => t * P q t) 0 1 c (J_int q 0 1))).
  change (RInt (fun t => c * (t * P q t)) 0 1 = c * J q) in S1.
  change (RInt (fun t => P q t - c * (t * P q t)) 0 1 = I q - RInt (fun t => c * (t * P q t)) 0 1) in S2. rewrite S1 in S2. rewrite <- S2.
  apply RInt_ext. intros t _. change ((1 - t * c) * P q t = P q t - c * (t * P q t)). ring.
Qed.

Definition unit (q : list R) := forall a, In a q -> 0 <= a <= 1.
Lemma P_nonneg q t : unit q -> 0 <= t <= 1 -> 0 <= P q t.
Proof. induction q as [|a q IH]; cbn; intros H Ht; [lra|]. assert (0 <= a <= 1) by (apply H; now left).
  assert (0 <= P q t) by (apply IH; [intros b Hb; apply H; now right|lra]). assert (0 <= 1 - t * a) by nra. nra. Qed.
Lemma P_pos q t : unit q -> 0 <= t < 1 -> 0 < P q t.
Proof. induction q as [|a q IH]; cbn; intros H Ht; [lra|]. assert (0 <= a <= 1) by (apply H; now left).
  assert (0 < P q t) by (apply IH; [intros b Hb; apply H; now right|lra]). assert (0 < 1 - t * a) by nra. nra. Qed.
Lemma I_pos q : unit q -> 0 < I q.
Proof.
  intros H. unfold I. apply RInt_gt_0; [lra|intros t Ht; apply P_pos; auto; lra|intros; apply P_continuous].
Qed.

(* The factors a of q exceed those of q': the quotient of the densities falls. *)
Definition heavier := Forall2 (fun a a' : R => 0 <= a' <= a /\ a <= 1).
Lemma heavier_l q q' : heavier q q' -> unit q.
Proof. induction 1 as [|a a' q q' [? ?] _ IH]; intros b Hb; [easy|]. destruct Hb as [<-|Hb]; [lra|auto]. Qed.
Lemma heavier_r q q' : heavier q q' -> unit q'.
Proof. induction 1 as [|a a' q q' [? ?] _ IH]; intros b Hb; [easy|]. destruct Hb as [<-|Hb]; [lra|auto]. Qed.
Lemma cross q q' s t : heavier q q' -> 0 <= s <= t -> t <= 1 -> P q t * P q' s <= P q s * P q' t.
Proof.
  intros H Hst Ht. pose proof (heavier_l _ _ H) as U. pose proof (heavier_r _ _ H) as U'.
  induction H as [|a a' q q' [H1 H2] H IH]; cbn; [lra|].
  assert (Uq : unit q) by (intros b Hb; apply U; now right). assert (Uq' : unit q') by (intros b Hb; apply U'; now right).
  specialize (IH Uq Uq').
  assert (F : (1 - t * a) * (1 - s * a') <= (1 - s * a) * (1 - t * a')) by nra.
  assert (0 <= (1 - t * a) * (1 - s * a')) by (apply Rmult_le_pos; nra).
  assert (0 <= P q t * P q' s) by (apply Rmult_le_pos; apply P_nonneg; auto; lra).
  replace ((1 - t * a) * P q t * ((1 - s * a') * P q' s)) with ((1 - t * a) * (1 - s * a') * (P q t * P q' s)) by ring.
  replace ((1 - s * a) * P q s * ((1 - t * a') * P q' t)) with ((1 - s * a) * (1 - t * a') * (P q s * P q' t)) by ring.
  apply Rmult_le_compat; auto.
Qed.
Lemma mean_falls m q q' : heavier q q' -> 0 <= m <= 1 -> 0 < P q' m -> J q' = m * I q' -> J q <= m * I q.
Proof.
  intros H Hm Hp Hmean. pose proof (about m q') as E1. rewrite Hmean in E1.
  assert (L : RInt (fun t => P q' m * ((t - m) * P q t)) 0 1 <= RInt (fun t => P q m * ((t - m) * P q' t)) 0 1).
  { apply RInt_le; [lra| | |].
    - apply (ex_RInt_scal (fun t => (t - m) * P q t)). apply tP_int.
    - apply (ex_RInt_scal (fun t => (t - m) * P q' t)). apply tP_int.
    - intros t Ht. destruct (Rle_dec m t).
      + pose proof (cross q q' m t H ltac:(lra) ltac:(lra)). nra.
      + pose proof (cross q q' t m H ltac:(lra) ltac:(lra)). nra. }
  assert (S1 := RInt_scal (fun t => (t - m) * P q t) 0 1 (P q' m) (tP_int m q 0 1)).
  assert (S2 := RInt_scal (fun t => (t - m) * P q' t) 0 1 (P q m) (tP_int m q' 0 1)).
  change (RInt (fun t => P q' m * ((t - m) * P q t)) 0 1 = P q' m * RInt (fun t => (t - m) * P q t) 0 1) in S1.
  change (RInt (fun t => P q m * ((t - m) * P q' t)) 0 1 = P q m * RInt (fun t => (t - m) * P q' t) 0 1) in S2.
  rewrite S1, S2, about, E1 in L. assert (P q' m * (J q - m * I q) <= 0) by lra. nra.
Qed.

Lemma J_half q : unit q -> J q <= I q / 2.
Proof.
  intros U. set (z := map (fun _ : R => 0) q).
  assert (Hz : forall t, P z t = 1). { intros t. unfold z. clear. induction q; cbn; [easy|]. rewrite IHq. lra. }
  replace (I q / 2) with (1 / 2 * I q) by lra. apply (mean_falls (1 / 2) q z).
  - unfold z. clear -U. induction q as [|a q IH]; cbn; constructor.
    + assert (0 <= a <= 1) by (apply U; now left). lra.
    + apply IH. intros b Hb. apply U. now right.
  - lra.
  - rewrite Hz. lra.
  - unfold J, I. rewrite (RInt_ext (fun t => t * P z t) (fun t => t)) by (intros t _; rewrite Hz; apply Rmult_1_r).
    rewrite (RInt_ext (P z) (fun _ => 1)) by (intros; apply Hz).
    assert (C1 : RInt (fun _ : R => 1) 0 1 = 1) by (rewrite RInt_const; unfold scal; cbn; unfold mult; cbn; lra).
    assert (K : forall v : R, is_RInt (fun t : R => t) 0 1 v -> RInt (fun t : R => t) 0 1 = v).
    { intros v Hv. apply (is_RInt_unique (V := R_CompleteNormedModule)). exact Hv. }
    rewrite C1. erewrite K.
    2: { apply (is_RInt_derive (fun t => t ^ 2 / 2)); intros t _; [auto_derive; [easy|field]|apply continuous_id]. }
    unfold minus, plus, opp; cbn. lra.
Qed.
Lemma J_nonneg q : unit q -> 0 <= J q.
Proof. intros U. unfold J. apply RInt_ge_0; [lra|apply J_int|]. intros t Ht. pose proof (P_nonneg q t U ltac:(lra)). nra. Qed.

(* means, of lists that are ordered *)
Lemma mean_order q q' : heavier q q' -> J q * I q' <= J q' * I q.
Proof.
  intros H. pose proof (I_pos q' (heavier_r _ _ H)). pose proof (J_half q' (heavier_r _ _ H)). pose proof (J_nonneg q' (heavier_r _ _ H)).
  set (m := J q' / I q'). assert (Hm : J q' = m * I q') by (unfold m; field; lra).
  assert (M1 : 0 <= m <= 1 / 2). { unfold m. split; [apply Rdiv_le_0_compat; lra|apply Rle_div_l; lra]. }
  pose proof (mean_falls m q q' H ltac:(lra) (P_pos q' m (heavier_r _ _ H) ltac:(lra)) Hm). rewrite Hm. nra.
Qed.

Lemma P_scaled lam q t : P (map (Rmult lam) q) t = P q (lam * t).
Proof. induction q as [|a q IH]; cbn; [easy|]. rewrite IH. f_equal. ring. Qed.

(* only the part below lam: the mean falls *)
Lemma mean_scaled lam q : unit q -> 0 < lam <= 1 -> lam * J (map (Rmult lam) q) * I q <= J q * I (map (Rmult lam) q).
Proof.
  intros U Hl. pose proof (I_pos q U) as PI. pose proof (J_half q U) as HJ. pose proof (J_nonneg q U) as NJ.
  set (m := J q / I q). assert (Hm : J q = m * I q) by (unfold m; field; lra).
  assert (Z : RInt (fun t => (t - m) * P q t) 0 1 = 0) by (rewrite about; lra).
  assert (Part : RInt (fun t => (t - m) * P q t) 0 lam <= 0).
  { assert (C := RInt_Chasles (fun t => (t - m) * P q t) 0 lam 1 (tP_int m q 0 lam) (tP_int m q lam 1)). rewrite Z in C. change plus with Rplus in C.
    destruct (Rle_dec lam m).
    - assert (C0 : RInt (fun _ : R => 0) 0 lam = 0) by (rewrite RInt_const; unfold scal; cbn; unfold mult; cbn; lra).
      apply Rle_trans with (RInt (fun _ : R => 0) 0 lam); [|lra].
      apply RInt_le; [lra|apply tP_int|apply ex_RInt_const|]. intros t Ht. pose proof (P_nonneg q t U ltac:(lra)). nra.
    - assert (0 <= RInt (fun t => (t - m) * P q t) lam 1); [|lra].
      apply RInt_ge_0; [lra|apply tP_int|]. intros t Ht. pose proof (P_nonneg q t U ltac:(lra)). nra. }
  assert (E1 : RInt (fun t => (t - m) * P q t) 0 lam = lam * (lam * J (map (Rmult lam) q) - m * I (map (Rmult lam) q))).
  { assert (C := RInt_comp_lin (fun t => (t - m) * P q t) lam 0 0 1). rewrite !Rplus_0_r, Rmult_0_r, Rmult_1_r in C. rewrite <- C by apply tP_int. clear C.
    replace (lam * (lam * J (map (Rmult lam) q) - m * I (map (Rmult lam) q))) with ((lam * lam) * (J (map (Rmult lam) q) - (m / lam) * I (map (Rmult lam) q))) by (field; lra).
    rewrite <- about. symmetry.
    assert (S1 := RInt_scal (fun t => (t - m / lam) * P (map (Rmult lam) q) t) 0 1 (lam * lam) (tP_int _ _ 0 1)).
    change (RInt (fun t => lam * lam * ((t - m / lam) * P (map (Rmult lam) q) t)) 0 1 = lam * lam * RInt (fun t => (t - m / lam) * P (map (Rmult lam) q) t) 0 1) in S1.
    rewrite <- S1. apply RInt_ext. intros t _. rewrite P_scaled.
    change (lam * lam * ((t - m / lam) * P q (lam * t)) = lam * ((lam * t + 0 - m) * P q (lam * t + 0))). rewrite Rplus_0_r. field. lra. }
  rewrite E1 in Part. assert (lam * J (map (Rmult lam) q) <= m * I (map (Rmult lam) q)) by nra. rewrite Hm. nra.
Qed.

(* b <= e^eps b' *)
Lemma mean_near lam q q' : 0 < lam <= 1 -> Forall2 (fun a a' => lam * a' <= a /\ 0 <= a <= 1 /\ 0 <= a' <= 1) q q' ->
  lam * (J q * I q') <= J q' * I q.
Proof.
  intros Hl H. set (s := map (Rmult lam) q').
  assert (Hh : heavier q s). { unfold s. clear -H Hl. induction H as [|a a' q q' [? [? ?]] _ IH]; cbn; constructor; auto. split; [split|]; nra. }
  assert (U' : unit q'). { clear -H. induction H as [|a a' q q' [? [? ?]] _ IH]; intros b Hb; [easy|]. destruct Hb as [<-|Hb]; [lra|auto]. }
  pose proof (mean_order q s Hh). pose proof (mean_scaled lam q' U' Hl) as H2. fold s in H2.
  pose proof (I_pos s (heavier_r _ _ Hh)). pose proof (I_pos q (heavier_l _ _ Hh)). pose proof (I_pos q' U').
  apply Rmult_le_reg_r with (I s); [lra|].
  apply Rle_trans with (lam * (J s * I q) * I q').
  - replace (lam * (J q * I q') * I s) with (lam * I q' * (J q * I s)) by ring. replace (lam * (J s * I q) * I q') with (lam * I q' * (J s * I q)) by ring.
    apply Rmult_le_compat_l; [nra|easy].
  - replace (lam * (J s * I q) * I q') with (I q * (lam * J s * I q')) by ring. replace (J q' * I q * I s) with (I q * (J q' * I s)) by ring.
    apply Rmult_le_compat_l; [lra|easy].
Qed.

(* ---- two candidates of weights a, b (a', b' for the neighbour); u = I, j = J of the others ---- *)
Section Pair.
Lemma gain a b u j : 0 < b <= a -> a <= 1 -> 0 <= j -> 2 * j <= u -> a * (u - b * j) * b <= (2 * a - b) * (b * (u - a * j)).
Proof. intros. assert (0 <= (a - b) * (u - 2 * a * j)) by (apply Rmult_le_pos; nra). nra. Qed.

Lemma both_ways s a b a' b' : 1 <= s -> 0 < b <= a -> 0 < a' <= b' -> a * b' <= s * s * (a' * b) ->
  (2 * a - b) * (2 * b' - a') <= (2 * s - 1) ^ 2 * (b * a').
Proof.
  intros Hs H1 H2 H3. set (X := a * b'). set (Y := b * a'). assert (PY : 0 < Y) by (unfold Y; nra). assert (XY : Y <= X) by (unfold X, Y; nra).
  set (z := sqrt (X / Y)).
  assert (Hz : z * z = X / Y) by (unfold z; apply sqrt_sqrt; apply Rdiv_le_0_compat; lra).
  assert (Hz2 : z * z * Y = X) by (rewrite Hz; field; lra).
  assert (Pz : 0 <= z) by apply sqrt_pos.
  assert (z1 : 1 <= z) by (apply Rsqr_incr_0; unfold Rsqr; nra).
  assert (z2 : z <= s). { apply Rsqr_incr_0; unfold Rsqr; [|lra|lra]. apply Rmult_le_reg_r with Y; [lra|]. rewrite Hz2. unfold X, Y in *. lra. }
  assert (AM : 2 * (z * Y) <= a * a' + b * b').
  { apply Rsqr_incr_0; [|nra|nra]. unfold Rsqr. assert (E1 : a * a' * (b * b') = z * Y * (z * Y)) by (replace (z * Y * (z * Y)) with (z * z * Y * Y) by ring; rewrite Hz2; unfold X, Y; ring).
    assert (0 <= (a * a' - b * b') * (a * a' - b * b')) by apply Rle_0_sqr. nra. }
  replace ((2 * a - b) * (2 * b' - a')) with (4 * X - 2 * (a * a' + b * b') + Y) by (unfold X, Y; ring).
  fold Y. rewrite <- Hz2. assert ((2 * z - 1) ^ 2 <= (2 * s - 1) ^ 2) by (apply pow_incr; lra). nra.
Qed.

Lemma same_way E a b a' b' m m' : 1 <= E -> 0 < b <= a -> a <= 1 -> 0 < b' <= a' -> a' <= 1 -> 0 <= m <= 1 / 2 -> 0 <= m' <= 1 / 2 ->
  a * b' <= E * (a' * b) -> a * m <= E * (a' * m') ->
  (a * (1 - b * m)) * (b' * (1 - a' * m')) <= (2 * E - 1) * ((a' * (1 - b' * m')) * (b * (1 - a * m))).
Proof.
  intros HE Hb Ha Hb' Ha' Hm Hm' H1 H2.
  (* in terms of y = a'/b': (a/b - am)(1 - a'm') <= (Ey - am)(1 - a'm') <= (y - a'm')(E - am) <= (2E - 1)(y - a'm')(1 - am) *)
  set (c := a * m) in *. set (c' := a' * m') in *. assert (0 <= c <= 1 / 2) by (unfold c; nra). assert (0 <= c' <= 1 / 2) by (unfold c'; nra).
  replace (a * (1 - b * m)) with (a - b * c) by (unfold c; ring). replace (a' * (1 - b' * m')) with (a' - b' * c') by (unfold c'; ring).
  assert (S1 : (a - b * c) * b' <= b * (E * a' - b' * c)) by nra.
  assert (S2 : (E * a' - b' * c) * (1 - c') <= (a' - b' * c') * (E - c)).
  { assert (0 <= (a' - b') * (E * c' - c)) by (apply Rmult_le_pos; lra). nra. }
  assert (S3 : E - c <= (2 * E - 1) * (1 - c)). { assert (0 <= (E - 1) * (1 - 2 * c)) by (apply Rmult_le_pos; lra). nra. }
  assert (Q1 : 0 <= a' - b' * c') by nra.
  apply Rle_trans with (b * (E * a' - b' * c) * (1 - c')).
  { replace ((a - b * c) * (b' * (1 - c'))) with ((a - b * c) * b' * (1 - c')) by ring. apply Rmult_le_compat_r; lra. }
  apply Rle_trans with (b * ((a' - b' * c') * (E - c))).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|easy]. }
  replace ((2 * E - 1) * ((a' - b' * c') * (b * (1 - c)))) with (b * ((a' - b' * c') * ((2 * E - 1) * (1 - c)))) by ring.
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.
End Pair.

Section Range.
Context {X : Type} (i j : X) (rest : list X) (p p' : X -> R) (s E : R).
Hypothesis Hs : 1 <= s.
Hypothesis HE : E = s * s.
Definition them := i :: j :: rest.
Hypothesis Hp : forall a, In a them -> 0 < p a <= 1.
Hypothesis Hp' : forall a, In a them -> 0 < p' a <= 1.
Hypothesis pairs : forall a b, In a them -> In b them -> p a * p' b <= E * (p' a * p b).
Hypothesis single : forall a, In a them -> p a <= E * p' a.
Hypothesis single' : forall a, In a them -> p' a <= E * p a.

Lemma mean_of (r r' : X -> R) c : (forall a, In a them -> 0 < r a <= 1) -> (forall a, In a them -> 0 < r' a <= 1) ->
  (forall a, In a them -> r c * r' a <= E * (r' c * r a)) -> In c them -> r c <= E * r' c ->
  r c * (J (map r rest) * I (map r' rest)) <= E * (r' c * (J (map r' rest) * I (map r rest))).
Proof.
  intros Hr Hr' Hc Hin H1. assert (1 <= E) by (rewrite HE; nra). pose proof (Hr c Hin). pose proof (Hr' c Hin).
  assert (PE : 0 < E * r' c) by nra. set (lam := r c / (E * r' c)). assert (HL : lam * (E * r' c) = r c) by (unfold lam; field; lra).
  assert (L1 : 0 < lam <= 1). { unfold lam. split; [apply Rdiv_lt_0_compat; lra|apply Rle_div_l; lra]. }
  assert (G : lam * (J (map r rest) * I (map r' rest)) <= J (map r' rest) * I (map r rest)).
  { apply mean_near; [easy|]. assert (Sub : forall a, In a rest -> In a them) by (intros; right; now right).
    clear -Sub Hr Hr' Hc HL PE. induction rest as [|a l IH]; cbn; constructor.
    - assert (Ha : In a them) by (apply Sub; now left). pose proof (Hr a Ha). pose proof (Hr' a Ha). pose proof (Hc a Ha). split; [|lra].
      apply Rmult_le_reg_r with (E * r' c); [lra|]. nra.
    - apply IH. intros; apply Sub; now right. }
  rewrite <- HL. nra.
Qed.

Lemma unit_map (r : X -> R) : (forall a, In a them -> 0 < r a <= 1) -> unit (map r rest).
Proof. intros H a Ha. apply in_map_iff in Ha. destruct Ha as [b [<- Hb]]. assert (0 < r b <= 1) by (apply H; right; now right). lra. Qed.

Theorem pair_range : (p i * I (p j :: map p rest)) * (p' j * I (p' i :: map p' rest))
  <= (2 * s - 1) ^ 2 * ((p' i * I (p' j :: map p' rest)) * (p j * I (p i :: map p rest))).
Proof.
  rewrite !I_cons. pose proof (unit_map p Hp) as U. pose proof (unit_map p' Hp') as U'.
  pose proof (I_pos _ U). pose proof (I_pos _ U'). pose proof (J_half _ U). pose proof (J_half _ U'). pose proof (J_nonneg _ U). pose proof (J_nonneg _ U').
  assert (Ii : In i them) by now left. assert (Ij : In j them) by (right; now left).
  pose proof (Hp i Ii). pose proof (Hp j Ij). pose proof (Hp' i Ii). pose proof (Hp' j Ij).
  pose proof (pairs i j Ii Ij) as PIJ.
  assert (E1 : 1 <= E) by (rewrite HE; nra).
  assert (Top : 2 * E - 1 <= (2 * s - 1) ^ 2) by (rewrite HE; pose proof (pow2_ge_0 (s - 1)); nra).
  pose proof (mean_of p p' i Hp Hp' (fun a Ha => pairs i a Ii Ha) Ii (single i Ii)) as B1.
  assert (SW : forall a, In a them -> p' j * p a <= E * (p j * p' a)) by (intros a Ha; pose proof (pairs a j Ha Ij); lra).
  pose proof (mean_of p' p j Hp' Hp SW Ij (single' j Ij)) as B2.
  set (u := I (map p rest)) in *. set (w := J (map p rest)) in *. set (u' := I (map p' rest)) in *. set (w' := J (map p' rest)) in *.
  set (m := w / u). set (m' := w' / u'). assert (W : w = u * m) by (unfold m; field; lra). assert (W' : w' = u' * m') by (unfold m'; field; lra).
  assert (M1 : 0 <= m <= 1 / 2). { unfold m. split; [apply Rdiv_le_0_compat; lra|apply Rle_div_l; lra]. }
  assert (M2 : 0 <= m' <= 1 / 2). { unfold m'. split; [apply Rdiv_le_0_compat; lra|apply Rle_div_l; lra]. }
  assert (Puu : 0 < u * u') by nra.
  assert (Pos : 0 <= (p' i * (u' - p' j * w')) * (p j * (u - p i * w))).
  { apply Rmult_le_pos; apply Rmult_le_pos; try lra; nra. }
  destruct (Rle_dec (p j) (p i)) as [O1|O1], (Rle_dec (p' j) (p' i)) as [O2|O2].
  - assert (C : p i * m <= E * (p' i * m')).
    { apply Rmult_le_reg_r with (u * u'); [easy|]. replace (p i * m * (u * u')) with (p i * (u * m * u')) by ring.
      replace (E * (p' i * m') * (u * u')) with (E * (p' i * (u' * m' * u))) by ring. rewrite <- W, <- W'. exact B1. }
    pose proof (same_way E (p i) (p j) (p' i) (p' j) m m' E1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) M1 M2 PIJ C) as G.
    apply (Rmult_le_compat_r (u * u')) in G; [|lra].
    apply Rle_trans with ((2 * E - 1) * ((p' i * (u' - p' j * w')) * (p j * (u - p i * w)))); [|now apply Rmult_le_compat_r].
    rewrite W, W'. lra.
  - pose proof (gain (p i) (p j) u w ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as G1.
    pose proof (gain (p' j) (p' i) u' w' ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as G2.
    pose proof (both_ways s (p i) (p j) (p' i) (p' j) Hs ltac:(lra) ltac:(lra)) as G3. rewrite <- HE in G3. specialize (G3 PIJ).
    apply Rmult_le_reg_r with (p j * p' i); [nra|].
    set (A := p i * (u - p j * w)) in *. set (B := p' j * (u' - p' i * w')) in *. set (A' := p' i * (u' - p' j * w')) in *. set (B0 := p j * (u - p i * w)) in *.
    assert (PA : 0 <= A) by (unfold A; apply Rmult_le_pos; nra). assert (PB : 0 <= B) by (unfold B; apply Rmult_le_pos; nra).
    apply Rle_trans with (((2 * p i - p j) * B0) * ((2 * p' j - p' i) * A')).
    + replace (A * B * (p j * p' i)) with ((A * p j) * (B * p' i)) by ring. apply Rmult_le_compat; nra.
    + replace ((2 * p i - p j) * B0 * ((2 * p' j - p' i) * A')) with ((2 * p i - p j) * (2 * p' j - p' i) * (A' * B0)) by ring.
      replace ((2 * s - 1) ^ 2 * (A' * B0) * (p j * p' i)) with ((2 * s - 1) ^ 2 * (p j * p' i) * (A' * B0)) by ring. now apply Rmult_le_compat_r.
  - assert (Q1 : p i * (u - p j * w) <= p j * (u - p i * w)) by nra. assert (Q2 : p' j * (u' - p' i * w') <= p' i * (u' - p' j * w')) by nra.
    apply Rle_trans with (1 * ((p' i * (u' - p' j * w')) * (p j * (u - p i * w)))).
    + rewrite Rmult_1_l, (Rmult_comm (p' i * _)). apply Rmult_le_compat; auto; apply Rmult_le_pos; nra.
    + apply Rmult_le_compat_r; [easy|]. nra.
  - assert (C : p' j * m' <= E * (p j * m)).
    { apply Rmult_le_reg_r with (u * u'); [easy|]. replace (p' j * m' * (u * u')) with (p' j * (u' * m' * u)) by ring.
      replace (E * (p j * m) * (u * u')) with (E * (p j * (u * m * u'))) by ring. rewrite <- W, <- W'. exact B2. }
    pose proof (same_way E (p' j) (p' i) (p j) (p i) m' m E1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) M2 M1 ltac:(lra) C) as G.
    apply (Rmult_le_compat_r (u * u')) in G; [|lra].
    apply Rle_trans with ((2 * E - 1) * ((p' i * (u' - p' j * w')) * (p j * (u - p i * w)))); [|now apply Rmult_le_compat_r].
    rewrite W, W'. lra.
Qed.
End Range.
