(* The range of peeled softmax is exactly (k - 1 + min(k, n - k)) eta: a bound for every pair, and approached. *)
From Coq Require Import ZArith Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral MaxDivergencePrivacy PeelLaw ExponentialMechanism ComposedMoments RangeImpliesRho AdaptiveComposition.
Import ListNotations.
Open Scope R_scope.

Lemma lsum_const {X} c (l : list X) : lsum (fun _ => c) l = INR (length l) * c.
Proof. induction l; [cbn; lra|]. cbn [lsum length]. rewrite IHl, S_INR. lra. Qed.
Lemma lsum_nonneg {X} (f : X -> R) l : (forall a, In a l -> 0 <= f a) -> 0 <= lsum f l.
Proof. intros H. rewrite <- (Rmult_0_r (INR (length l))), <- lsum_const. now apply lsum_le. Qed.
Lemma lsum_split {X} (f : X -> R) (b : X -> bool) l : lsum f l = lsum f (filter b l) + lsum f (filter (fun a => negb (b a)) l).
Proof. induction l as [|a l IH]; cbn; [lra|]. rewrite IH. destruct (b a); cbn; lra. Qed.
Lemma lsum_perm {X} (f : X -> R) l r : Permutation l r -> lsum f l = lsum f r.
Proof. induction 1; cbn; lra. Qed.
Lemma lsum_incl (f : Z -> R) l r : NoDup l -> NoDup r -> incl l r -> (forall a, In a r -> 0 <= f a) -> lsum f l <= lsum f r.
Proof.
  intros Hl Hr Hi Hf. rewrite (lsum_split f (fun a => negb (free l a)) r).
  rewrite (lsum_perm f l (filter (fun a => negb (free l a)) r)).
  - assert (0 <= lsum f (filter (fun a => negb (negb (free l a))) r)); [|lra]. apply lsum_nonneg. intros a Ha. apply filter_In in Ha. now apply Hf.
  - apply NoDup_Permutation; auto using NoDup_filter. intros a. rewrite filter_In, negb_true_iff. split.
    + intros Ha. split; [now apply Hi|]. apply not_true_iff_false. rewrite free_in. tauto.
    + intros [_ Ha]. apply not_true_iff_false in Ha. rewrite free_in in Ha. destruct (in_dec Z.eq_dec a l); tauto.
Qed.

Lemma paths_left n k : forall h o, In o (paths (left n) k h) -> length (left n h) = (k + length (left n (h ++ o)))%nat.
Proof.
  induction k; intros h o; cbn [paths].
  - intros [<-|[]]. now rewrite app_nil_r.
  - intros Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]].
    apply IHk in Hr. rewrite (left_step n h i Hi), Hr, <- app_assoc. reflexivity.
Qed.

Section Losses.
Variables (n : nat) (tau : R) (x x' : Z -> R).
Hypothesis Htau : 0 < tau.
Definition move i := (x i - x' i) / tau.
Definition norm h := ln (W (left n h) tau x' / W (left n h) tau x).
Fixpoint norms (h o : list Z) : R := match o with [] => 0 | i :: o => norm h + norms (h ++ [i]) o end.
Definition peeled_loss (o : list Z) := ln (chance (softmax n tau x) [] o / chance (softmax n tau x') [] o).

Lemma chance_loss k : forall h o, In o (paths (left n) k h) ->
  ln (chance (softmax n tau x) h o / chance (softmax n tau x') h o) = lsum move o + norms h o.
Proof.
  induction k; intros h o; cbn [paths].
  - intros [<-|[]]. cbn. replace (1 / 1) with 1 by field. rewrite ln_1. lra.
  - intros Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]].
    cbn [chance lsum norms]. pose proof (softmax_pos n tau x h i Hi). pose proof (softmax_pos n tau x' h i Hi).
    pose proof (chance_pos (left n) _ (softmax_pos n tau x) k _ r Hr). pose proof (chance_pos (left n) _ (softmax_pos n tau x') k _ r Hr).
    assert (N : left n h <> []) by (intros C; rewrite C in Hi; easy).
    rewrite <- (Rplus_assoc _ (norm h)). 
    replace (softmax n tau x h i * chance (softmax n tau x) (h ++ [i]) r / (softmax n tau x' h i * chance (softmax n tau x') (h ++ [i]) r))
      with (softmax n tau x h i / softmax n tau x' h i * (chance (softmax n tau x) (h ++ [i]) r / chance (softmax n tau x') (h ++ [i]) r)) by (field; lra).
    rewrite ln_mult by (apply Rdiv_lt_0_compat; lra). rewrite IHk by easy.
    pose proof (loss_is (left n h) tau x x' N Htau i) as L. unfold loss in L. unfold softmax. rewrite L. fold (norm h). fold (move i). lra.
Qed.
Theorem peeled_loss_is k o : In o (paths (left n) k []) -> peeled_loss o = lsum move o + norms [] o.
Proof. apply (chance_loss k). Qed.

(* ---- the bound ---- *)
Section Bound.
Variables (lo eta : R).
Hypothesis He : 0 <= eta.
Hypothesis Hm : forall i, (0 <= i < Z.of_nat n)%Z -> lo <= move i <= lo + eta.
Lemma norm_between h : left n h <> [] -> - (lo + eta) <= norm h <= - lo.
Proof.
  intros Hh. pose proof (W_pos (left n h) tau Hh x) as P1. pose proof (W_pos (left n h) tau Hh x') as P2.
  assert (B : exp lo * W (left n h) tau x' <= W (left n h) tau x <= exp (lo + eta) * W (left n h) tau x').
  { unfold W. rewrite <- !lsum_scal. split; apply lsum_le; intros i Hi; apply in_left in Hi; unfold w; rewrite <- exp_plus; apply exp_le;
      specialize (Hm i (proj1 Hi)); unfold move in Hm; replace ((x i - x' i) / tau) with (x i / tau - x' i / tau) in Hm by (field; lra); lra. }
  assert (D : norm h = - ln (W (left n h) tau x / W (left n h) tau x')).
  { unfold norm. rewrite <- ln_Rinv by (apply Rdiv_lt_0_compat; lra). f_equal. field. lra. }
  assert (Q : 0 < W (left n h) tau x / W (left n h) tau x') by (apply Rdiv_lt_0_compat; lra).
  assert (B1 : exp lo <= W (left n h) tau x / W (left n h) tau x').
  { apply Rmult_le_reg_r with (W (left n h) tau x'); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (B2 : W (left n h) tau x / W (left n h) tau x' <= exp (lo + eta)).
  { apply Rmult_le_reg_r with (W (left n h) tau x'); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (L : forall a b, 0 < a -> a <= b -> ln a <= ln b) by (intros a b Pa [Hab|Hab]; [left; now apply ln_increasing|rewrite Hab; lra]).
  pose proof (L _ _ (exp_pos lo) B1) as L1. pose proof (L _ _ Q B2) as L2. rewrite ln_exp in L1, L2. rewrite D. lra.
Qed.
Lemma norms_between k : forall h o, In o (paths (left n) k h) -> - (INR k * (lo + eta)) <= norms h o <= - (INR k * lo).
Proof.
  induction k; intros h o; cbn [paths].
  - intros [<-|[]]. cbn. lra.
  - intros Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]].
    cbn [norms]. apply IHk in Hr. assert (N : left n h <> []) by (intros C; rewrite C in Hi; easy).
    pose proof (norm_between h N). rewrite S_INR. lra.
Qed.
Lemma moves_between k o o' : In o (paths (left n) k []) -> In o' (paths (left n) k []) ->
  lsum move o - lsum move o' <= INR (Nat.min k (n - k)) * eta.
Proof.
  intros Ho Ho'. apply outcomes_are in Ho. apply outcomes_are in Ho'. destruct Ho as [L1 [D1 V1]], Ho' as [L2 [D2 V2]].
  set (f := fun i => move i - lo).
  assert (F : forall s, (forall a, In a s -> (0 <= a < Z.of_nat n)%Z /\ ~ In a []) -> forall a, In a s -> 0 <= f a <= eta).
  { intros s Hs a Has. destruct (Hs a Has) as [Hr _]. specialize (Hm a Hr). unfold f. lra. }
  assert (E1 : forall s, lsum move s = lsum f s + INR (length s) * lo).
  { intros s. rewrite <- lsum_const, <- lsum_plus. apply lsum_ext. intros a _. unfold f. lra. }
  rewrite !E1, L1, L2. rewrite (lsum_split f (fun a => negb (free o' a)) o).
  assert (B1 : lsum f (filter (fun a => negb (free o' a)) o) <= lsum f o').
  { apply lsum_incl; auto using NoDup_filter; [|intros a Ha; now apply (F o' V2)].
    intros a Ha. apply filter_In in Ha. destruct Ha as [_ Ha]. rewrite negb_true_iff in Ha. apply not_true_iff_false in Ha. rewrite free_in in Ha.
    destruct (in_dec Z.eq_dec a o'); tauto. }
  set (r := filter (fun a => negb (negb (free o' a))) o).
  assert (Hr : forall a, In a r <-> In a o /\ ~ In a o') by (intros a; unfold r; rewrite filter_In, negb_involutive, free_in; tauto).
  assert (Dr : NoDup r) by (unfold r; now apply NoDup_filter).
  assert (B2 : lsum f r <= INR (length r) * eta).
  { rewrite <- lsum_const. apply lsum_le. intros a Ha. apply (F o V1). now apply Hr. }
  assert (B3 : (length r <= Nat.min k (n - k))%nat).
  { apply Nat.min_glb.
    - rewrite <- L1. apply NoDup_incl_length; [easy|]. intros a Ha. now apply Hr.
    - assert (G : (length (r ++ o') <= length (left n []))%nat); [|rewrite app_length, left_all in G; lia].
      apply NoDup_incl_length.
      + clear -Dr D2 Hr. assert (Dis : forall a, In a r -> ~ In a o') by (intros; now apply Hr). clear Hr. induction r as [|a s IH]; cbn; [easy|].
        inversion Dr; subst. constructor; [|apply IH; auto; intros; apply Dis; now right]. rewrite in_app_iff. intros [C|C]; [easy|]. apply (Dis a); [now left|easy].
      + intros a Ha. apply in_left. apply in_app_iff in Ha. destruct Ha as [Ha|Ha]; [apply V1; now apply Hr|now apply V2]. }
  apply le_INR in B3. nra.
Qed.
Lemma range_bound k o o' : (1 <= k)%nat -> In o (paths (left n) k []) -> In o' (paths (left n) k []) ->
  peeled_loss o - peeled_loss o' <= INR (k - 1 + Nat.min k (n - k)) * eta.
Proof.
  intros Hk Ho Ho'. rewrite (peeled_loss_is k o Ho), (peeled_loss_is k o' Ho'). pose proof (moves_between k o o' Ho Ho') as B.
  destruct k as [|k]; [lia|]. cbn [paths] in Ho, Ho'.
  apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]].
  apply in_flat_map in Ho'. destruct Ho' as [i' [Hi' Ho']]. apply in_map_iff in Ho'. destruct Ho' as [r' [<- Hr']].
  cbn [norms app]. pose proof (norms_between k _ _ Hr). pose proof (norms_between k _ _ Hr'). cbn [app] in *.
  replace (S k - 1 + Nat.min (S k) (n - S k))%nat with (k + Nat.min (S k) (n - S k))%nat by lia. rewrite plus_INR. lra.
Qed.
End Bound.
End Losses.

(* the losses of any two outcomes of k rounds differ by at most (k - 1 + min(k, n - k)) d/tau *)
Theorem peeled_softmax_range n tau d (x x' : Z -> R) k o o' : 0 < tau -> (1 <= k)%nat ->
  (forall i j, (0 <= i < Z.of_nat n)%Z -> (0 <= j < Z.of_nat n)%Z -> (x i - x' i) - (x j - x' j) <= d) ->
  In o (paths (left n) k []) -> In o' (paths (left n) k []) ->
  peeled_loss n tau x x' o - peeled_loss n tau x x' o' <= INR (k - 1 + Nat.min k (n - k)) * (d / tau).
Proof.
  intros Ht Hk Hd Ho Ho'.
  assert (N : left n [] <> []).
  { intros C. destruct k; [lia|]. cbn [paths] in Ho. rewrite C in Ho. easy. }
  destruct (least (move tau x x') (left n []) N) as [i0 [Hi0 Hm]]. apply in_left in Hi0.
  assert (B : forall i, (0 <= i < Z.of_nat n)%Z -> move tau x x' i0 <= move tau x x' i <= move tau x x' i0 + d / tau).
  { intros i Hi. split; [apply Hm; apply in_left; easy|]. unfold move. specialize (Hd i i0 Hi (proj1 Hi0)).
    replace ((x i0 - x' i0) / tau + d / tau) with ((x i0 - x' i0 + d) / tau) by (field; lra). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra]. }
  apply (range_bound n tau x x' Ht (move tau x x' i0)); auto. specialize (B i0 (proj1 Hi0)). lra.
Qed.
