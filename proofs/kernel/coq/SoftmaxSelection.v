(* Any program with the law of peeled softmax: it answers with probability 1, and its divergences. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability PermuteAndFlipIntegral MaxDivergencePrivacy PeelLaw ExponentialMechanism AdaptiveComposition RangeImpliesRho PeeledFlipZcdp FiniteLaws PeeledSoftmaxRange.
Import ListNotations.
Open Scope R_scope.

(* P(i_1, ..., i_k) = product over m of w_{i_m}/(sum of the w_j not yet taken), w_i = exp(y_i/tau), over the n candidates *)
Definition has_softmax_law (m : prog (list Z)) (n k : nat) (tau : R) (y : Z -> R) : Prop :=
  forall o, In o (paths (left n) k []) -> Ex m (event (is o)) = chance (softmax n tau y) [] o.
(* the range distance of the scores is d at most *)
Definition range_near (n : nat) (d : R) (y y' : Z -> R) : Prop :=
  forall i j, (0 <= i < Z.of_nat n)%Z -> (0 <= j < Z.of_nat n)%Z -> (y i - y' i) - (y j - y' j) <= d.

Section Selection.
Variables (n k : nat) (tau : R).
Hypothesis Htau : 0 < tau.
Hypothesis Hk : (k <= n)%nat.
Let l := paths (left n) k [].

Lemma chance_positive y o : In o l -> 0 < chance (softmax n tau y) [] o.
Proof. apply chance_pos. intros. now apply softmax_pos. Qed.
Theorem softmax_law_answers m y : has_softmax_law m n k tau y -> answers_surely m.
Proof. intros H. eapply (finite_answers is l is_spec (outcomes_once n k [])); [exact H|now apply peeled_softmax_sums]. Qed.

Variables (m m' : prog (list Z)) (y y' : Z -> R) (d : R).
Hypothesis Hm : has_softmax_law m n k tau y.
Hypothesis Hm' : has_softmax_law m' n k tau y'.
Hypothesis Hd : range_near n d y y'.
Let sums z : lsum (chance (softmax n tau z) []) l = 1.
Proof. now apply peeled_softmax_sums. Qed.

Lemma chance_close j : forall h o, In o (paths (left n) j h) -> chance (softmax n tau y) h o <= exp (INR j * (d / tau)) * chance (softmax n tau y') h o.
Proof.
  induction j; intros h o Ho.
  - cbn in Ho. destruct Ho as [<-|[]]. cbn. rewrite Rmult_0_l, exp_0. lra.
  - cbn [paths] in Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [o' [<- Ho]]. cbn [chance].
    pose proof (IHj _ _ Ho) as IH. assert (N : left n h <> []) by (intros C; rewrite C in Hi; easy).
    assert (E : softmax n tau y h i <= exp (d / tau) * softmax n tau y' h i).
    { apply em_private; auto. intros a b Ha Hb. apply in_left in Ha. apply in_left in Hb. apply Hd; tauto. }
    pose proof (softmax_pos n tau y h i Hi). pose proof (softmax_pos n tau y' h i Hi).
    assert (0 < chance (softmax n tau y) (h ++ [i]) o') by (eapply (chance_pos (left n)); [intros; now apply softmax_pos|exact Ho]).
    assert (0 < chance (softmax n tau y') (h ++ [i]) o') by (eapply (chance_pos (left n)); [intros; now apply softmax_pos|exact Ho]).
    rewrite S_INR. replace ((INR j + 1) * (d / tau)) with (d / tau + INR j * (d / tau)) by ring. rewrite exp_plus.
    replace (exp (d / tau) * exp (INR j * (d / tau)) * (softmax n tau y' h i * chance (softmax n tau y') (h ++ [i]) o'))
      with ((exp (d / tau) * softmax n tau y' h i) * (exp (INR j * (d / tau)) * chance (softmax n tau y') (h ++ [i]) o')) by ring.
    apply Rmult_le_compat; lra.
Qed.
Theorem softmax_law_max_divergence : max_divergence_at_most (INR k * (d / tau)) m m'.
Proof.
  apply (finite_close is l is_spec (outcomes_once n k []) m m' (chance (softmax n tau y) []) (chance (softmax n tau y') [])); auto.
  intros o Ho. now apply chance_close.
Qed.
Theorem softmax_law_zero_concentrated : zero_concentrated_at_most (INR k * ((d / tau) ^ 2 / 8)) (of_list m) (of_list m').
Proof.
  intros alpha Ha. apply (finite_renyi is l is_spec (outcomes_once n k []) m m' (chance (softmax n tau y) []) (chance (softmax n tau y') [])); auto using chance_positive.
  now apply peeled_softmax_zcdp.
Qed.
Theorem softmax_law_tight : 0 < d -> zero_concentrated_at_most (INR (Nat.min k (n - 1)) * rho (d / tau)) (of_list m) (of_list m').
Proof.
  intros Pd alpha Ha. apply (finite_renyi is l is_spec (outcomes_once n k []) m m' (chance (softmax n tau y) []) (chance (softmax n tau y') [])); auto using chance_positive.
  now apply peeled_softmax_tight_zcdp.
Qed.
Theorem softmax_law_range : (1 <= k)%nat -> range_at_most (INR (k - 1 + Nat.min k (n - k)) * (d / tau)) (of_list m) (of_list m').
Proof.
  intros K1. apply (finite_range is l is_spec (outcomes_once n k []) m m' (chance (softmax n tau y) []) (chance (softmax n tau y') [])); auto.
  intros o o' Ho Ho'. pose proof (peeled_softmax_range n tau d y y' k o o' Htau K1 Hd Ho Ho') as G. unfold peeled_loss in G.
  pose proof (chance_positive y o Ho). pose proof (chance_positive y' o Ho). pose proof (chance_positive y o' Ho'). pose proof (chance_positive y' o' Ho').
  set (a := chance (softmax n tau y) [] o) in *. set (b := chance (softmax n tau y') [] o) in *. set (c := chance (softmax n tau y) [] o') in *. set (e := chance (softmax n tau y') [] o') in *.
  unfold Rdiv in G at 1 2. rewrite !ln_mult, !ln_Rinv in G by (try apply Rinv_0_lt_compat; easy).
  replace (a * e) with (exp (ln a + ln e)) by (rewrite exp_plus, !exp_ln; easy). replace (b * c) with (exp (ln b + ln c)) by (rewrite exp_plus, !exp_ln; easy).
  rewrite <- exp_plus. apply exp_le. lra.
Qed.
End Selection.

(* Selecting nothing: one outcome. *)
Lemma range_of_nothing n d tau (m m' : prog (list Z)) y y' : 0 < tau -> has_softmax_law m n 0 tau y -> has_softmax_law m' n 0 tau y' -> 0 <= d -> range_at_most d (of_list m) (of_list m').
Proof.
  intros Ht H H' Hd. apply (finite_range is (paths (left n) 0 []) is_spec (outcomes_once n 0 []) m m' (chance (softmax n tau y) []) (chance (softmax n tau y') [])); auto; try (apply peeled_softmax_sums; auto; lia).
  intros o o' [<-|[]] [<-|[]]. cbn. pose proof (exp_le 0 d Hd). rewrite exp_0 in *. lra.
Qed.
