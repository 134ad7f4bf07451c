(* k adaptive rounds: the divergence of the whole release, a sum over outcome lists, is at most k times that of a round.
   Then peeled softmax, and the running peel of the running permute_and_flip. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw ExponentialMechanism ComposedMoments PermuteAndFlipPairRange PermuteAndFlipRange RangeImpliesRho.
Import ListNotations.
Open Scope R_scope.

Lemma lsum_app {X} (f : X -> R) l r : lsum f (l ++ r) = lsum f l + lsum f r.
Proof. induction l; cbn; lra. Qed.
Lemma lsum_flat {X Y} (f : Y -> R) (g : X -> list Y) l : lsum f (flat_map g l) = lsum (fun a => lsum f (g a)) l.
Proof. induction l; cbn; [easy|]. now rewrite lsum_app, IHl. Qed.
Lemma ln_le_exp s y : 0 <= y -> s <= exp y -> ln s <= y.
Proof.
  intros Hy Hs. destruct (Rlt_dec 0 s) as [P|N].
  - rewrite <- (ln_exp y). destruct Hs as [Hs|Hs]; [left; now apply ln_increasing|rewrite Hs; lra].
  - unfold ln. destruct (Rlt_dec 0 s); [easy|exact Hy].
Qed.

(* ---- the tree of outcomes ---- *)
Section Tree.
Context {X : Type} (l : list X -> list X).
(* the outcomes of k more rounds, h having been picked; their chances, P h being the law of a round *)
Fixpoint paths (k : nat) (h : list X) : list (list X) :=
  match k with O => [[]] | S k => flat_map (fun i => map (cons i) (paths k (h ++ [i]))) (l h) end.
Fixpoint chance (P : list X -> X -> R) (h o : list X) : R :=
  match o with [] => 1 | i :: o => P h i * chance P (h ++ [i]) o end.

Lemma lsum_paths (f : list X -> R) k h : lsum f (paths (S k) h) = lsum (fun i => lsum (fun o => f (i :: o)) (paths k (h ++ [i]))) (l h).
Proof. cbn [paths]. rewrite lsum_flat. apply lsum_ext. intros i _. now rewrite lsum_map. Qed.
Lemma chance_pos P : (forall h i, In i (l h) -> 0 < P h i) -> forall k h o, In o (paths k h) -> 0 < chance P h o.
Proof.
  intros HP. induction k; intros h o; cbn [paths].
  - intros [<-|[]]. cbn. lra.
  - intros Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]]. cbn.
    apply Rmult_lt_0_compat; auto.
Qed.

Variables (P Q : list X -> X -> R) (alpha r : R).
Hypothesis HP : forall h i, In i (l h) -> 0 < P h i.
Hypothesis HQ : forall h i, In i (l h) -> 0 < Q h i.
Hypothesis Ha : 1 < alpha.
Hypothesis Hr : 0 <= r.
Hypothesis round : forall h, l h <> [] -> renyi (l h) alpha (P h) (Q h) <= alpha * r.

Lemma step_moment k h i : In i (l h) -> lsum (fun o => chance Q h (i :: o) * exp (alpha * ln (chance P h (i :: o) / chance Q h (i :: o)))) (paths k (h ++ [i])) =
  Q h i * exp (alpha * ln (P h i / Q h i)) * lsum (fun o => chance Q (h ++ [i]) o * exp (alpha * ln (chance P (h ++ [i]) o / chance Q (h ++ [i]) o))) (paths k (h ++ [i])).
Proof.
  intros Hi. pose proof (HP h i Hi). pose proof (HQ h i Hi). rewrite <- lsum_scal. apply lsum_ext. intros o Ho. cbn [chance].
  pose proof (chance_pos P HP k _ o Ho). pose proof (chance_pos Q HQ k _ o Ho).
  replace (P h i * chance P (h ++ [i]) o / (Q h i * chance Q (h ++ [i]) o)) with (P h i / Q h i * (chance P (h ++ [i]) o / chance Q (h ++ [i]) o)) by (field; lra).
  rewrite ln_mult by (apply Rdiv_lt_0_compat; lra). rewrite Rmult_plus_distr_l, exp_plus. ring.
Qed.
Lemma paths_moment k : forall h, lsum (fun o => chance Q h o * exp (alpha * ln (chance P h o / chance Q h o))) (paths k h) <= moment l P Q alpha k h.
Proof.
  induction k; intros h.
  - cbn. replace (1 / 1) with 1 by field. rewrite ln_1, Rmult_0_r, exp_0. lra.
  - rewrite lsum_paths. cbn [moment]. destruct (l h) as [|b s] eqn:E1; [cbn; lra|]. rewrite <- E1. clear b s E1. apply lsum_le. intros i Hi.
    rewrite step_moment by easy. pose proof (HQ h i Hi). pose proof (exp_pos (alpha * ln (P h i / Q h i))). apply Rmult_le_compat_l; [nra|apply IHk].
Qed.
Lemma round_moment h : lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i))) (l h) <= exp ((alpha - 1) * (alpha * r)).
Proof.
  destruct (l h) as [|b s] eqn:E1; [cbn; left; apply exp_pos|]. rewrite <- E1.
  assert (N : l h <> []) by (rewrite E1; easy). pose proof (round h N) as G. unfold renyi in G.
  assert (PS : 0 < lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i))) (l h)).
  { apply lsum_pos; auto. intros i Hi. pose proof (HQ h i Hi). pose proof (exp_pos (alpha * ln (P h i / Q h i))). nra. }
  apply (proj1 (Rle_div_l (ln (lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i))) (l h))) (alpha * r) (alpha - 1) ltac:(lra))) in G.
  rewrite <- (exp_ln _ PS). apply exp_le. lra.
Qed.
Lemma moment_renyi k m : lsum (fun o => chance Q [] o * exp (alpha * ln (chance P [] o / chance Q [] o))) (paths k []) <= exp (INR m * ((alpha - 1) * (alpha * r))) ->
  renyi (paths k []) alpha (chance P []) (chance Q []) <= alpha * (INR m * r).
Proof.
  intros H. unfold renyi. apply Rle_div_l; [lra|]. apply ln_le_exp.
  { pose proof (pos_INR m). apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [lra|nra]. }
  replace (alpha * (INR m * r) * (alpha - 1)) with (INR m * ((alpha - 1) * (alpha * r))) by ring. exact H.
Qed.
Theorem rounds_renyi k : renyi (paths k []) alpha (chance P []) (chance Q []) <= alpha * (INR k * r).
Proof.
  apply moment_renyi. eapply Rle_trans; [apply paths_moment|]. apply rounds_add; [exact HQ| |exact round_moment]. apply Rmult_le_pos; nra.
Qed.
End Tree.

(* ---- a round, from the range of its losses ---- *)
Lemma least {X} (f : X -> R) (r : list X) : r <> [] -> exists i, In i r /\ forall j, In j r -> f i <= f j.
Proof.
  induction r as [|c r IH]; [easy|]. intros _. destruct r as [|c' r].
  - exists c. split; [now left|]. intros j [->|[]]. lra.
  - destruct IH as [i [Hi Hm]]; [easy|]. destruct (Rle_dec (f c) (f i)).
    + exists c. split; [now left|]. intros j [->|Hj]; [lra|]. specialize (Hm j Hj). lra.
    + exists i. split; [now right|]. intros j [->|Hj]; [lra|auto].
Qed.
Theorem range_renyi {X} (l : list X) (P Q : X -> R) eta alpha : l <> [] -> 1 < alpha ->
  (forall i, In i l -> 0 < P i) -> (forall i, In i l -> 0 < Q i) -> lsum P l = 1 -> lsum Q l = 1 ->
  (forall i j, In i l -> In j l -> ln (P i / Q i) - ln (P j / Q j) <= eta) ->
  renyi l alpha P Q <= alpha * (eta ^ 2 / 8) /\ (0 < eta -> renyi l alpha P Q <= alpha * rho eta).
Proof.
  intros Hl Ha HP HQ SP SQ H. destruct (least (fun i => ln (P i / Q i)) l Hl) as [i0 [Hi0 Hm]].
  assert (B : forall i, In i l -> ln (P i0 / Q i0) <= ln (P i / Q i) <= ln (P i0 / Q i0) + eta).
  { intros i Hi. specialize (Hm i Hi). specialize (H i i0 Hi Hi0). lra. }
  split; [|intros He; now apply bounded_range_tight_zcdp with (a := ln (P i0 / Q i0))].
  replace eta with (ln (P i0 / Q i0) + eta - ln (P i0 / Q i0)) by lra. now apply bounded_range_zcdp.
Qed.
Lemma range_of_products vi vj vi' vj' E : 0 < vi -> 0 < vj -> 0 < vi' -> 0 < vj' -> 0 < E ->
  vi * vj' <= E * (vi' * vj) -> ln (vi / vi') - ln (vj / vj') <= ln E.
Proof.
  intros. assert (D : forall a b, 0 < a -> 0 < b -> ln (a / b) = ln a - ln b).
  { intros a b Pa Pb. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat. }
  rewrite !D by easy. assert (G : ln (vi * vj') <= ln (E * (vi' * vj))).
  { destruct H4 as [G|G]; [left; apply ln_increasing; [nra|easy]|rewrite G; lra]. }
  rewrite !ln_mult in G by (try easy; nra). lra.
Qed.

(* ---- what is left of n candidates ---- *)
Definition left (n : nat) (h : list Z) : list Z := filter (free h) (range n).
Lemma left_NoDup n h : NoDup (left n h).
Proof. apply NoDup_filter. unfold range. apply FinFun.Injective_map_NoDup; [intros a b; apply Nat2Z.inj|apply seq_NoDup]. Qed.
Lemma in_left n h a : In a (left n h) <-> (0 <= a < Z.of_nat n)%Z /\ ~ In a h.
Proof.
  unfold left. rewrite filter_In, free_in. unfold range. rewrite in_map_iff. split.
  - intros [[i [<- Hi]] H]. apply in_seq in Hi. split; [lia|easy].
  - intros [Ha H]. split; [|easy]. exists (Z.to_nat a). split; [lia|]. apply in_seq. lia.
Qed.
(* the outcomes of k rounds: the lists of k distinct candidates *)
Theorem outcomes_are n k : forall h o, In o (paths (left n) k h) <->
  length o = k /\ NoDup o /\ forall a, In a o -> (0 <= a < Z.of_nat n)%Z /\ ~ In a h.
Proof.
  induction k; intros h o; cbn [paths].
  - split; [intros [<-|[]]; repeat split; [constructor|easy..]|]. intros [Hl _]. destruct o; [now left|easy].
  - rewrite in_flat_map. split.
    + intros [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]]. apply IHk in Hr. destruct Hr as [H1 [H2 H3]].
      apply in_left in Hi. split; [cbn; lia|]. split.
      * constructor; [|easy]. intros C. apply H3 in C. destruct C as [_ C]. apply C. apply in_app_iff. right. now left.
      * intros a [<-|Hin]; [easy|]. apply H3 in Hin. destruct Hin as [? C]. split; [easy|]. intros D. apply C. apply in_app_iff. now left.
    + intros [H1 [H2 H3]]. destruct o as [|i o]; [easy|]. inversion H2 as [|? ? Hi Hd]; subst. exists i. split.
      * apply in_left. apply H3. now left.
      * apply in_map. apply IHk. cbn in H1. split; [lia|]. split; [easy|]. intros a Hin. destruct (H3 a (or_intror Hin)) as [? C]. split; [easy|].
        intros D. apply in_app_iff in D. destruct D as [D|[->|[]]]; [now apply C|easy].
Qed.
Lemma left_step n h i : In i (left n h) -> length (left n h) = S (length (left n (h ++ [i]))).
Proof.
  intros Hi. assert (G : Permutation (left n h) (i :: left n (h ++ [i]))).
  { apply NoDup_Permutation; [apply left_NoDup| |].
    - constructor; [|apply left_NoDup]. intros C. apply in_left in C. destruct C as [_ C]. apply C. apply in_app_iff. right. now left.
    - intros a. cbn. rewrite !in_left, in_app_iff. cbn. destruct (Z.eq_dec i a) as [->|N]; [apply in_left in Hi; tauto|tauto]. }
  apply Permutation_length in G. exact G.
Qed.
Lemma left_all n : length (left n []) = n.
Proof. unfold left. rewrite (filter_ext _ (fun _ => true)) by reflexivity. assert (E1 : forall l : list Z, filter (fun _ => true) l = l) by (induction l; cbn; congruence).
  rewrite E1. unfold range. now rewrite map_length, seq_length. Qed.
(* the chances of the outcomes sum to 1, as long as there is something left *)
Theorem chances_sum n (P : list Z -> Z -> R) : (forall h, left n h <> [] -> lsum (P h) (left n h) = 1) ->
  forall k h, (k <= length (left n h))%nat -> lsum (chance P h) (paths (left n) k h) = 1.
Proof.
  intros HP. induction k; intros h Hk; [cbn; lra|]. rewrite lsum_paths.
  rewrite (lsum_ext _ (P h)); [apply HP; destruct (left n h); cbn in Hk; [lia|easy]|].
  intros i Hi. cbn [chance]. rewrite lsum_scal, IHk; [lra|]. pose proof (left_step n h i Hi). lia.
Qed.

(* each outcome is listed once *)
Theorem outcomes_once n k : forall h, NoDup (paths (left n) k h).
Proof.
  induction k; intros h; cbn [paths]; [repeat constructor; easy|]. pose proof (left_NoDup n h) as D. induction D as [|i s Hi D IH]; cbn; [constructor|].
  assert (G : NoDup (map (cons i) (paths (left n) k (h ++ [i])))) by (apply FinFun.Injective_map_NoDup; [intros a b E1; congruence|apply IHk]).
  revert G. assert (Dis : forall o, In o (map (cons i) (paths (left n) k (h ++ [i]))) -> ~ In o (flat_map (fun i => map (cons i) (paths (left n) k (h ++ [i]))) s)).
  { intros o Ho C. apply in_map_iff in Ho. destruct Ho as [u [<- _]]. apply in_flat_map in C. destruct C as [j [Hj C]]. apply in_map_iff in C. destruct C as [u' [E1 _]]. congruence. }
  revert Dis. generalize (map (cons i) (paths (left n) k (h ++ [i]))). intros m Dis G. induction G as [|o m Ho G IHm]; cbn; [exact IH|]. constructor.
  - rewrite in_app_iff. intros [C|C]; [easy|]. apply (Dis o); [now left|easy].
  - apply IHm. intros; apply Dis. now right.
Qed.

(* the last candidate is taken for free: min(k, n - 1) rounds have a choice *)
Section Choice.
Variables (n : nat) (P Q : list Z -> Z -> R) (alpha r : R).
Hypothesis HP : forall h i, In i (left n h) -> 0 < P h i.
Hypothesis HQ : forall h i, In i (left n h) -> 0 < Q h i.
Hypothesis SP : forall h, left n h <> [] -> lsum (P h) (left n h) = 1.
Hypothesis SQ : forall h, left n h <> [] -> lsum (Q h) (left n h) = 1.
Hypothesis Ha : 1 < alpha.
Hypothesis Hr : 0 <= r.
Hypothesis round : forall h, left n h <> [] -> renyi (left n h) alpha (P h) (Q h) <= alpha * r.
Let c := (alpha - 1) * (alpha * r).
Lemma choice_moment k : forall h, lsum (fun o => chance Q h o * exp (alpha * ln (chance P h o / chance Q h o))) (paths (left n) k h)
  <= exp (INR (Nat.min k (length (left n h) - 1)) * c).
Proof.
  induction k; intros h.
  - cbn. replace (1 / 1) with 1 by field. rewrite ln_1, Rmult_0_r, exp_0, Rmult_0_l, exp_0. lra.
  - rewrite lsum_paths. set (b := exp (INR (Nat.min k (length (left n h) - 2)) * c)).
    apply Rle_trans with (b * lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i))) (left n h)).
    { rewrite <- lsum_scal. apply lsum_le. intros i Hi. rewrite (step_moment (left n) P Q alpha HP HQ k h i Hi). rewrite Rmult_comm.
      pose proof (HQ h i Hi). pose proof (exp_pos (alpha * ln (P h i / Q h i))). apply Rmult_le_compat_r; [nra|].
      eapply Rle_trans; [apply IHk|]. unfold b. right. f_equal. f_equal. f_equal. pose proof (left_step n h i Hi). lia. }
    destruct (left n h) as [|i [|j s]] eqn:E1.
    + cbn [lsum]. rewrite Rmult_0_r. left. apply exp_pos.
    + pose proof (SP h) as S1. pose proof (SQ h) as S2. rewrite E1 in S1, S2. specialize (S1 ltac:(easy)). specialize (S2 ltac:(easy)). cbn [lsum] in *.
      replace (P h i) with 1 by lra. replace (Q h i) with 1 by lra. replace (1 / 1) with 1 by field. rewrite ln_1, Rmult_0_r, exp_0.
      unfold b. cbn [length Nat.sub]. rewrite !Nat.min_0_r. cbn. rewrite Rmult_0_l, exp_0. lra.
    + rewrite <- E1. pose proof (round_moment (left n) P Q alpha r HQ Ha round h) as G. fold c in G.
      apply Rle_trans with (b * exp c); [apply Rmult_le_compat_l; [left; apply exp_pos|exact G]|]. unfold b. rewrite <- exp_plus. right. f_equal.
      replace (Nat.min (S k) (length (left n h) - 1)) with (S (Nat.min k (length (left n h) - 2))) by (rewrite E1; cbn [length]; lia).
      rewrite S_INR, E1. ring.
Qed.
Theorem choices_renyi k : renyi (paths (left n) k []) alpha (chance P []) (chance Q []) <= alpha * (INR (Nat.min k (n - 1)) * r).
Proof.
  apply moment_renyi; auto. eapply Rle_trans; [apply choice_moment|]. rewrite left_all. unfold c. lra.
Qed.
End Choice.

(* ---- peeled softmax ---- *)
Section Peeled.
Variables (n : nat) (tau d : R) (x x' : Z -> R) (alpha : R).
Hypothesis Htau : 0 < tau.
Hypothesis Ha : 1 < alpha.
Hypothesis Hd : forall i j, (0 <= i < Z.of_nat n)%Z -> (0 <= j < Z.of_nat n)%Z -> (x i - x' i) - (x j - x' j) <= d.
Definition softmax (y : Z -> R) (h : list Z) : Z -> R := p (left n h) tau y.

Lemma softmax_pos y h i : In i (left n h) -> 0 < softmax y h i.
Proof. intros Hi. apply p_pos. intros C. rewrite C in Hi. easy. Qed.
Theorem peeled_softmax_sums y k : (k <= n)%nat -> lsum (chance (softmax y) []) (paths (left n) k []) = 1.
Proof. intros Hk. apply chances_sum; [intros h Hh; now apply p_one|]. now rewrite left_all. Qed.
Lemma softmax_round h : left n h <> [] ->
  renyi (left n h) alpha (softmax x h) (softmax x' h) <= alpha * ((d / tau) ^ 2 / 8) /\
  (0 < d -> renyi (left n h) alpha (softmax x h) (softmax x' h) <= alpha * rho (d / tau)).
Proof.
  intros Hh. assert (R1 : forall i j, In i (left n h) -> In j (left n h) ->
    ln (softmax x h i / softmax x' h i) - ln (softmax x h j / softmax x' h j) <= d / tau).
  { intros i j Hi Hj. pose proof (range_exact (left n h) tau x x' Hh Htau i j) as E1. unfold loss in E1. unfold softmax. rewrite E1.
    apply in_left in Hi. apply in_left in Hj. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. apply Hd; tauto. }
  pose proof (range_renyi (left n h) (softmax x h) (softmax x' h) (d / tau) alpha Hh Ha (softmax_pos x h) (softmax_pos x' h)
    (p_one (left n h) tau Hh x) (p_one (left n h) tau Hh x') R1) as [G1 G2].
  split; [exact G1|]. intros Pd. apply G2. now apply Rdiv_lt_0_compat.
Qed.
(* k rounds of the exponential mechanism: k eta^2/8 *)
Theorem peeled_softmax_zcdp k :
  renyi (paths (left n) k []) alpha (chance (softmax x) []) (chance (softmax x') []) <= alpha * (INR k * ((d / tau) ^ 2 / 8)).
Proof.
  apply rounds_renyi; auto using softmax_pos; [pose proof (pow2_ge_0 (d / tau)); lra|]. intros h Hh. now apply softmax_round.
Qed.
Lemma rho_nonneg z : 0 < z -> 0 <= rho z.
Proof. intros Hz. unfold rho. pose proof (ln_below _ (w_pos z Hz)). lra. Qed.
(* the tight map: min(k, n - 1) rho(eta) *)
Theorem peeled_softmax_tight_zcdp k : 0 < d ->
  renyi (paths (left n) k []) alpha (chance (softmax x) []) (chance (softmax x') []) <= alpha * (INR (Nat.min k (n - 1)) * rho (d / tau)).
Proof.
  intros Pd. apply choices_renyi; auto using softmax_pos.
  - intros h Hh. now apply p_one.
  - intros h Hh. now apply p_one.
  - apply rho_nonneg. now apply Rdiv_lt_0_compat.
  - intros h Hh. now apply softmax_round.
Qed.
End Peeled.
