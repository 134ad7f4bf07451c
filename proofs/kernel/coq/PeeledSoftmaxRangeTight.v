(* The bound of PeelRange is approached, for every n >= 2 and 1 <= k <= n, already by monotonic moves. *)
From Coq Require Import ZArith Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral MaxDivergencePrivacy PeelLaw ExponentialMechanism ComposedMoments RangeImpliesRho AdaptiveComposition PeeledSoftmaxRange.
Import ListNotations.
Open Scope R_scope.

(* ---- the last of n rounds is forced ---- *)
Lemma chance_app (P : list Z -> Z -> R) o : forall h r, chance P h (o ++ r) = chance P h o * chance P (h ++ o) r.
Proof. induction o as [|i o IH]; intros h r; cbn; [rewrite app_nil_r; lra|]. rewrite IH, <- app_assoc. cbn. ring. Qed.
Lemma forced n tau x x' k o : (n = S k)%nat -> In o (paths (left n) k []) ->
  exists i, In (o ++ [i]) (paths (left n) n []) /\ peeled_loss n tau x x' (o ++ [i]) = peeled_loss n tau x x' o.
Proof.
  intros Hn Ho. pose proof (paths_left n k [] o Ho) as L. rewrite left_all in L. cbn [app] in L.
  destruct (left n o) as [|i [|? ?]] eqn:E1; cbn in L; try lia. exists i. split.
  - apply outcomes_are in Ho. destruct Ho as [H1 [H2 H3]]. assert (Hi : In i (left n o)) by (rewrite E1; now left). apply in_left in Hi.
    apply outcomes_are. split; [rewrite app_length; cbn; lia|]. split.
    + apply (Permutation_NoDup (Permutation_cons_append o i)). now constructor.
    + intros a Ha. apply in_app_iff in Ha. destruct Ha as [Ha|[<-|[]]]; [now apply H3|]. split; [easy|]. intros [].
  - assert (One : forall y, chance (softmax n tau y) [] (o ++ [i]) = chance (softmax n tau y) [] o).
    { intros y. rewrite chance_app. cbn [app chance]. unfold softmax, p, W. rewrite E1. cbn [lsum]. unfold w. pose proof (exp_pos (y i / tau)). field. lra. }
    unfold peeled_loss. now rewrite !One.
Qed.

Section Witness.
Variables (n k : nat) (tau d G : R).
Hypothesis Htau : 0 < tau.
Hypothesis Hd : 0 < d.
Hypothesis Hk : (1 <= k)%nat.
Hypothesis Hn : (S k <= n)%nat.
Let eta := d / tau.
Definition hi (i : Z) : bool := ((i =? 0) || ((2 <=? i) && (i <=? Z.of_nat (n - k))))%Z.
Definition x0 (i : Z) : R := tau * (if (i <? 2)%Z then G else 0).
Definition x1 (i : Z) : R := x0 i + (if hi i then d else 0).
Definition up : list Z := map Z.of_nat (seq 2 (k - 1)).
Definition down : list Z := map Z.of_nat (seq (n - k + 1) (k - 1)).

Lemma in_up a : In a up <-> (2 <= a <= Z.of_nat k)%Z.
Proof. unfold up. rewrite in_map_iff. split; [intros [i [<- Hi]]; apply in_seq in Hi; lia|]. intros H. exists (Z.to_nat a). split; [lia|]. apply in_seq. lia. Qed.
Lemma in_down a : In a down <-> (Z.of_nat (n - k + 1) <= a < Z.of_nat n)%Z.
Proof. unfold down. rewrite in_map_iff. split; [intros [i [<- Hi]]; apply in_seq in Hi; lia|]. intros H. exists (Z.to_nat a). split; [lia|]. apply in_seq. lia. Qed.
Lemma seq_NoDup_Z a m : NoDup (map Z.of_nat (seq a m)).
Proof. apply FinFun.Injective_map_NoDup; [intros u v; apply Nat2Z.inj|apply seq_NoDup]. Qed.
Lemma up_outcome : In (0%Z :: up) (paths (left n) k []).
Proof.
  apply outcomes_are. split; [cbn; unfold up; rewrite map_length, seq_length; lia|]. split.
  - constructor; [rewrite in_up; lia|apply seq_NoDup_Z].
  - intros a [<-|Ha]; [split; [lia|intros []]|]. apply in_up in Ha. split; [lia|intros []].
Qed.
Lemma down_outcome : In (1%Z :: down) (paths (left n) k []).
Proof.
  apply outcomes_are. split; [cbn; unfold down; rewrite map_length, seq_length; lia|]. split.
  - constructor; [rewrite in_down; lia|apply seq_NoDup_Z].
  - intros a [<-|Ha]; [split; [lia|intros []]|]. apply in_down in Ha. split; [lia|intros []].
Qed.
Lemma move_is i : move tau x1 x0 i = if hi i then eta else 0.
Proof. unfold move, x1, eta. destruct (hi i); field; lra. Qed.
Lemma moves_up m : lsum (move tau x1 x0) (map Z.of_nat (seq 2 m)) = INR (Nat.min m (n - k - 1)) * eta.
Proof.
  induction m; [cbn; lra|]. rewrite seq_S, map_app, lsum_app, IHm. cbn [map lsum]. rewrite move_is. unfold hi.
  destruct (Z.eqb_spec (Z.of_nat (2 + m)) 0); [lia|]. destruct (Z.leb_spec 2 (Z.of_nat (2 + m))); [|lia]. cbn [orb andb].
  destruct (Z.leb_spec (Z.of_nat (2 + m)) (Z.of_nat (n - k))).
  - replace (Nat.min (S m) (n - k - 1)) with (S (Nat.min m (n - k - 1))) by lia. rewrite S_INR. lra.
  - replace (Nat.min (S m) (n - k - 1)) with (Nat.min m (n - k - 1)) by lia. lra.
Qed.
Lemma moves_all : lsum (move tau x1 x0) (0%Z :: up) - lsum (move tau x1 x0) (1%Z :: down) = INR (Nat.min k (n - k)) * eta.
Proof.
  assert (Z0 : lsum (move tau x1 x0) (1%Z :: down) = 0).
  { rewrite (lsum_ext _ (fun _ => 0)); [rewrite lsum_const; lra|]. intros a Ha. rewrite move_is. unfold hi. destruct Ha as [<-|Ha]; [easy|]. apply in_down in Ha.
    destruct (Z.eqb_spec a 0); [lia|]. destruct (Z.leb_spec a (Z.of_nat (n - k))); [lia|]. now rewrite andb_false_r. }
  rewrite Z0. cbn [lsum]. unfold up. rewrite moves_up, move_is. cbn.
  replace (Nat.min k (n - k)) with (S (Nat.min (k - 1) (n - k - 1))) by lia. rewrite S_INR. lra.
Qed.

Lemma eta_pos : 0 < eta.
Proof. unfold eta. now apply Rdiv_lt_0_compat. Qed.
Lemma x0_is i : x0 i / tau = if (i <? 2)%Z then G else 0.
Proof. unfold x0. field. lra. Qed.
Lemma x1_is i : x1 i / tau = (if (i <? 2)%Z then G else 0) + (if hi i then eta else 0).
Proof. rewrite <- x0_is. unfold x1, eta. destruct (hi i); field; lra. Qed.
Lemma left_short h : INR (length (left n h)) <= INR n.
Proof. apply le_INR. apply Nat.le_trans with (length (left n [])); [|now rewrite left_all]. apply NoDup_incl_length; [apply left_NoDup|]. intros a Ha. apply in_left in Ha. apply in_left. split; [tauto|intros []]. Qed.
Lemma W_above y h i : In i (left n h) -> exp (y i / tau) <= W (left n h) tau y.
Proof.
  intros Hi. unfold W. apply in_split in Hi. destruct Hi as [a [b ->]]. rewrite lsum_app. cbn [lsum]. fold (w tau y i).
  assert (0 <= lsum (w tau y) a) by (apply lsum_nonneg; intros; left; apply exp_pos).
  assert (0 <= lsum (w tau y) b) by (apply lsum_nonneg; intros; left; apply exp_pos). lra.
Qed.

(* 0 taken, 1 not: the normaliser hardly moves *)
Lemma norm_up h : In 0%Z h -> ~ In 1%Z h -> - (INR n * exp eta * exp (- G)) <= norm n tau x1 x0 h.
Proof.
  intros H0 H1. assert (I1 : In 1%Z (left n h)) by (apply in_left; split; [lia|easy]). assert (N : left n h <> []) by (intros C; rewrite C in I1; easy).
  pose proof (W_pos (left n h) tau N x1) as P1. pose proof (W_pos (left n h) tau N x0) as P0. pose proof eta_pos as Pe.
  assert (B : W (left n h) tau x1 <= W (left n h) tau x0 + INR n * exp eta).
  { apply Rle_trans with (lsum (fun i => w tau x0 i + exp eta) (left n h)).
    - unfold W. apply lsum_le. intros i Hi. unfold w. rewrite x1_is, x0_is. apply in_left in Hi. pose proof (exp_pos eta).
      destruct (Z.ltb_spec i 2).
      + assert (i = 1%Z) as ->. { assert (i <> 0%Z) by (intros ->; tauto). lia. }
        cbn. rewrite Rplus_0_r. lra.
      + rewrite exp_0, Rplus_0_l. destruct (hi i); [lra|rewrite exp_0; lra].
    - rewrite lsum_plus, lsum_const. fold (W (left n h) tau x0). pose proof (left_short h). pose proof (exp_pos eta). nra. }
  pose proof (W_above x0 h 1%Z I1) as A. rewrite x0_is in A. cbn in A.
  unfold norm. replace (W (left n h) tau x0 / W (left n h) tau x1) with (/ (W (left n h) tau x1 / W (left n h) tau x0)) by (field; lra).
  assert (Q : 0 < W (left n h) tau x1 / W (left n h) tau x0) by (apply Rdiv_lt_0_compat; lra).
  rewrite ln_Rinv by easy. apply Ropp_le_contravar. eapply Rle_trans; [apply (ln_below _ Q)|].
  set (u := W (left n h) tau x1) in *. set (v := W (left n h) tau x0) in *.
  assert (GG : exp G * exp (- G) = 1) by (rewrite <- exp_plus; replace (G + - G) with 0 by lra; apply exp_0).
  assert (u / v <= 1 + INR n * exp eta * exp (- G)); [|lra]. apply Rle_div_l; [lra|].
  pose proof (exp_pos (- G)). pose proof (exp_pos eta). pose proof (pos_INR n).
  assert (1 <= v * exp (- G)) by (rewrite <- GG; apply Rmult_le_compat_r; lra).
  assert (INR n * exp eta * 1 <= INR n * exp eta * (v * exp (- G))) by (apply Rmult_le_compat_l; [nra|lra]). lra.
Qed.
(* 1 taken, 0 not: it moves by eta *)
Lemma norm_down h : In 1%Z h -> ~ In 0%Z h -> norm n tau x1 x0 h <= - eta + INR n * exp (- G).
Proof.
  intros H1 H0. assert (I0 : In 0%Z (left n h)) by (apply in_left; split; [lia|easy]). assert (N : left n h <> []) by (intros C; rewrite C in I0; easy).
  pose proof (W_pos (left n h) tau N x1) as P1. pose proof (W_pos (left n h) tau N x0) as P0. pose proof eta_pos as Pe.
  assert (B : W (left n h) tau x0 <= exp (- eta) * W (left n h) tau x1 + INR n).
  { apply Rle_trans with (lsum (fun i => exp (- eta) * w tau x1 i + 1) (left n h)).
    - unfold W. apply lsum_le. intros i Hi. unfold w. rewrite <- exp_plus, x1_is, x0_is. apply in_left in Hi. 
      destruct (Z.ltb_spec i 2).
      + assert (i = 0%Z) as ->. { assert (i <> 1%Z) by (intros ->; tauto). lia. }
        cbn. replace (- eta + (G + eta)) with G by lra. lra.
      + rewrite exp_0. match goal with |- 1 <= exp ?a + 1 => pose proof (exp_pos a) end. lra.
    - rewrite lsum_plus, lsum_const, lsum_scal. fold (W (left n h) tau x1). pose proof (left_short h). lra. }
  pose proof (W_above x1 h 0%Z I0) as A. rewrite x1_is in A. cbn in A. rewrite exp_plus in A.
  unfold norm. set (u := W (left n h) tau x1) in *. set (v := W (left n h) tau x0) in *.
  assert (GG : exp G * exp (- G) = 1) by (rewrite <- exp_plus; replace (G + - G) with 0 by lra; apply exp_0).
  assert (EE : exp eta * exp (- eta) = 1) by (rewrite <- exp_plus; replace (eta + - eta) with 0 by lra; apply exp_0).
  pose proof (exp_pos (- G)). pose proof (exp_pos eta). pose proof (exp_pos (- eta)). pose proof (pos_INR n).
  assert (Q : 0 < exp eta * (v / u)) by (apply Rmult_lt_0_compat; [easy|apply Rdiv_lt_0_compat; lra]).
  replace (v / u) with (exp (- eta) * (exp eta * (v / u))).
  2: { replace (exp (- eta) * (exp eta * (v / u))) with (exp eta * exp (- eta) * (v / u)) by ring. rewrite EE. lra. }
  rewrite ln_mult, ln_exp by easy. apply Rplus_le_compat_l. eapply Rle_trans; [apply (ln_below _ Q)|].
  assert (exp eta * (v / u) <= 1 + INR n * exp (- G)); [|lra].
  replace (exp eta * (v / u)) with (exp eta * v / u) by (field; lra). apply Rle_div_l; [lra|].
  apply Rle_trans with (exp eta * (exp (- eta) * u + INR n)); [apply Rmult_le_compat_l; lra|].
  replace (exp eta * (exp (- eta) * u + INR n)) with (exp eta * exp (- eta) * u + INR n * exp eta) by ring. rewrite EE.
  assert (C : exp eta <= exp (- G) * u).
  { apply Rle_trans with (exp (- G) * (exp G * exp eta)); [|apply Rmult_le_compat_l; lra].
    replace (exp (- G) * (exp G * exp eta)) with (exp G * exp (- G) * exp eta) by ring. rewrite GG. lra. }
  assert (INR n * exp eta <= INR n * (exp (- G) * u)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma norms_up o : forall h, In 0%Z h -> ~ In 1%Z h -> ~ In 1%Z o -> - (INR (length o) * (INR n * exp eta * exp (- G))) <= norms n tau x1 x0 h o.
Proof.
  induction o as [|i o IH]; intros h H0 H1 Ho; [cbn; lra|]. cbn [norms length]. rewrite S_INR. pose proof (norm_up h H0 H1).
  assert (~ In 1%Z (h ++ [i])) by (rewrite in_app_iff; cbn in *; tauto). pose proof (IH (h ++ [i]) ltac:(apply in_app_iff; now left) H2 ltac:(cbn in Ho; tauto)). lra.
Qed.
Lemma norms_down o : forall h, In 1%Z h -> ~ In 0%Z h -> ~ In 0%Z o -> norms n tau x1 x0 h o <= INR (length o) * (- eta + INR n * exp (- G)).
Proof.
  induction o as [|i o IH]; intros h H1 H0 Ho; [cbn; lra|]. cbn [norms length]. rewrite S_INR. pose proof (norm_down h H1 H0).
  assert (~ In 0%Z (h ++ [i])) by (rewrite in_app_iff; cbn in *; tauto). pose proof (IH (h ++ [i]) ltac:(apply in_app_iff; now left) H2 ltac:(cbn in Ho; tauto)). lra.
Qed.
Lemma witness : INR (k - 1 + Nat.min k (n - k)) * eta - INR k * (2 * (INR n * exp eta * exp (- G)))
  <= peeled_loss n tau x1 x0 (0%Z :: up) - peeled_loss n tau x1 x0 (1%Z :: down).
Proof.
  rewrite (peeled_loss_is n tau x1 x0 Htau k _ up_outcome), (peeled_loss_is n tau x1 x0 Htau k _ down_outcome). pose proof moves_all as E1.
  cbn [norms app].
  assert (U : ~ In 1%Z up) by (rewrite in_up; lia). assert (D : ~ In 0%Z down) by (rewrite in_down; lia).
  pose proof (norms_up up [0%Z] ltac:(now left) ltac:(cbn; lia) U) as B1. pose proof (norms_down down [1%Z] ltac:(now left) ltac:(cbn; lia) D) as B2.
  assert (L1 : length up = (k - 1)%nat) by (unfold up; now rewrite map_length, seq_length).
  assert (L2 : length down = (k - 1)%nat) by (unfold down; now rewrite map_length, seq_length).
  rewrite L1 in B1. rewrite L2 in B2. rewrite plus_INR. set (m := INR (k - 1)) in *.
  assert (Pm : 0 <= m) by apply pos_INR. assert (M1 : m <= INR k) by (apply le_INR; lia).
  pose proof (exp_pos (- G)). pose proof (pos_INR n). assert (1 < exp eta) by apply (exp_above eta eta_pos).
  assert (C0 : 0 <= INR n * exp (- G)) by nra.
  assert (C1 : INR n * exp (- G) <= INR n * exp eta * exp (- G)) by nra.
  set (c := INR n * exp eta * exp (- G)) in *. set (c0 := INR n * exp (- G)) in *.
  assert (m * c0 <= m * c) by nra. assert (m * c <= INR k * c) by nra. lra.
Qed.
End Witness.

Theorem peeled_softmax_range_approached n k tau d e : (2 <= n)%nat -> (1 <= k <= n)%nat -> 0 < tau -> 0 < d -> 0 < e ->
  exists (x x' : Z -> R) o o', (forall i, 0 <= x i - x' i <= d) /\ In o (paths (left n) k []) /\ In o' (paths (left n) k []) /\
    INR (k - 1 + Nat.min k (n - k)) * (d / tau) - e <= peeled_loss n tau x x' o - peeled_loss n tau x x' o'.
Proof.
  intros Hn Hk Ht Hd He.
  assert (Main : forall k, (1 <= k)%nat -> (S k <= n)%nat -> exists (x x' : Z -> R) o o', (forall i, 0 <= x i - x' i <= d) /\
    In o (paths (left n) k []) /\ In o' (paths (left n) k []) /\
    INR (k - 1 + Nat.min k (n - k)) * (d / tau) - e <= peeled_loss n tau x x' o - peeled_loss n tau x x' o').
  { clear k Hk. intros k H1 H2. assert (Pk : 1 <= INR k) by (apply (le_INR 1); lia). assert (Pn : 2 <= INR n) by (apply (le_INR 2); lia).
    pose proof (exp_pos (d / tau)) as Pe. set (c := INR k * (2 * (INR n * exp (d / tau)))).
    assert (Pc : 0 < c). { unfold c. apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; lra. }
    set (G := - ln (e / c)). assert (EG : exp (- G) = e / c).
    { unfold G. rewrite Ropp_involutive. apply exp_ln. now apply Rdiv_lt_0_compat. }
    exists (x1 n k tau d G), (x0 tau G), (0%Z :: up k), (1%Z :: down n k). repeat split.
    - unfold x1. destruct (hi n k i); lra.
    - unfold x1. destruct (hi n k i); lra.
    - now apply up_outcome.
    - now apply down_outcome.
    - eapply Rle_trans; [|apply (witness n k tau d G Ht Hd H1 H2)]. rewrite EG.
      replace (INR k * (2 * (INR n * exp (d / tau) * (e / c)))) with e; [lra|]. unfold c. field. repeat split; lra. }
  destruct (Nat.eq_dec k n) as [->|N]; [|apply Main; lia].
  destruct (Main (n - 1)%nat ltac:(lia) ltac:(lia)) as [x [x' [o [o' [H1 [H2 [H3 H4]]]]]]].
  destruct (forced n tau x x' (n - 1) o ltac:(lia) H2) as [i [Hi Ei]]. destruct (forced n tau x x' (n - 1) o' ltac:(lia) H3) as [i' [Hi' Ei']].
  exists x, x', (o ++ [i]), (o' ++ [i']). rewrite Ei, Ei'. repeat split; try easy; try apply H1.
  replace (n - 1 + Nat.min n (n - n))%nat with (n - 1 - 1 + Nat.min (n - 1) (n - (n - 1)))%nat by lia. exact H4.
Qed.
