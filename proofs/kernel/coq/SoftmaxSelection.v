(* Any program with the law of peeled softmax: it answers with probability 1, and its divergences. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability PermuteAndFlipIntegral MaxDivergencePrivacy PeelLaw ExponentialMechanism AdaptiveComposition RangeImpliesRho PeeledFlipZcdp FiniteLaws PeeledSoftmaxRange PermuteAndFlipLaw.
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

(* ---- one selection ---- *)
(* P(i) = w_i/(sum of all w_j), w_i = exp(y_i/tau), over the n candidates *)
Definition has_softmax_choice (m : prog Z) (n : nat) (tau : R) (y : Z -> R) : Prop :=
  forall i, (0 <= i < Z.of_nat n)%Z -> Ex m (event (Z.eqb i)) = p (py_range (Z.of_nat n)) tau y i.
Lemma in_py_range n i : In i (py_range (Z.of_nat n)) <-> (0 <= i < Z.of_nat n)%Z.
Proof.
  unfold py_range. rewrite Nat2Z.id, in_map_iff. split; [intros [j [<- H]]; apply in_seq in H; lia|]. intros H. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.
Section Choice.
Variables (n : nat) (tau : R).
Hypothesis Htau : 0 < tau.
Hypothesis Hn : (1 <= n)%nat.
Let r := py_range (Z.of_nat n).
Let Hr : r <> [].
Proof. unfold r, py_range. rewrite Nat2Z.id. destruct n; [lia|easy]. Qed.
Theorem softmax_choice_answers m y : has_softmax_choice m n tau y -> answers_surely m.
Proof. intros H. apply (finite_answers Z.eqb r Z.eqb_eq (range_NoDup _) m (p r tau y)); [intros o Ho; apply H; now apply in_py_range|now apply p_one]. Qed.
Variables (m m' : prog Z) (y y' : Z -> R) (d : R).
Hypothesis Hm : has_softmax_choice m n tau y.
Hypothesis Hm' : has_softmax_choice m' n tau y'.
Hypothesis Hd : range_near n d y y'.
Let v := p r tau y.
Let v' := p r tau y'.
Let Hv : forall o, In o r -> Ex m (event (Z.eqb o)) = v o.
Proof. intros o Ho. apply Hm. now apply in_py_range. Qed.
Let Hv' : forall o, In o r -> Ex m' (event (Z.eqb o)) = v' o.
Proof. intros o Ho. apply Hm'. now apply in_py_range. Qed.
Let Hd' : forall i j, In i r -> In j r -> (y i - y' i) - (y j - y' j) <= d.
Proof. intros i j Hi Hj. apply in_py_range in Hi. apply in_py_range in Hj. now apply Hd. Qed.
Theorem softmax_choice_max_divergence : max_divergence_at_most (d / tau) m m'.
Proof. apply (finite_close Z.eqb r Z.eqb_eq (range_NoDup _) _ _ v v' Hv Hv'); try (now apply p_one). intros o Ho. now apply em_private. Qed.
Theorem softmax_choice_range : range_at_most (d / tau) (of_index m) (of_index m').
Proof.
  apply (finite_range Z.eqb r Z.eqb_eq (range_NoDup _) _ _ v v' Hv Hv'); try (now apply p_one). intros o o' Ho Ho'.
  unfold v, v', p. pose proof (W_pos r tau Hr y) as A. pose proof (W_pos r tau Hr y') as B. set (a := W r tau y) in *. set (b := W r tau y') in *. unfold w.
  replace (exp (y o / tau) / a * (exp (y' o' / tau) / b)) with (exp (y o / tau + y' o' / tau) * / (a * b)) by (rewrite exp_plus; field; lra).
  replace (exp (d / tau) * (exp (y' o / tau) / b * (exp (y o' / tau) / a))) with (exp (d / tau + y' o / tau + y o' / tau) * / (a * b)) by (rewrite !exp_plus; field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|]. apply exp_le. unfold Rdiv. rewrite <- !Rmult_plus_distr_r. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
  pose proof (Hd' o o' Ho Ho'). lra.
Qed.
Theorem softmax_choice_zero_concentrated : zero_concentrated_at_most ((d / tau) ^ 2 / 8) (of_index m) (of_index m').
Proof.
  intros alpha Ha. apply (finite_renyi Z.eqb r Z.eqb_eq (range_NoDup _) _ _ v v' Hv Hv'); try (now apply p_one); auto; try (intros; now apply p_pos). now apply em_zcdp.
Qed.
Theorem softmax_choice_tight : 0 < d -> zero_concentrated_at_most (rho (d / tau)) (of_index m) (of_index m').
Proof.
  intros Pd alpha Ha. apply (finite_renyi Z.eqb r Z.eqb_eq (range_NoDup _) _ _ v v' Hv Hv'); try (now apply p_one); auto; try (intros; now apply p_pos).
  apply (range_renyi r v v' (d / tau) alpha); auto; try (now apply p_one); try (intros; now apply p_pos); [|now apply Rdiv_lt_0_compat].
  intros i j Hi Hj. pose proof (range_exact r tau y y' Hr Htau i j) as E. unfold loss in E. unfold v, v'. rewrite E. unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. now apply Hd'.
Qed.
End Choice.
