(* gumbel_max of impl/report_noisy_max_gumbel.py, as it is: Lemma 3.1 and Theorem 1.1 of document 000 for the running code; any n. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedGumbel SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw ExponentialMechanism GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw.
Import ListNotations.
Open Scope R_scope.

Section Max.
Context (enclosed : Z -> Z -> Q * Q) (tol : Z -> R) (tau : R).
Hypothesis Henc : encloses enclosed tol.
Hypothesis Htau : 0 < tau.
Notation good := (good tau). Notation refined := (refined tau). Notation above := (above tau).
Context (n : nat) (V : list PSRN -> R).
Hypothesis V_bound : forall l, 0 <= V l <= 1.
Hypothesis V_ext : forall l l', (forall i, at_ l i = at_ l' i) -> V l = V l'.
Hypothesis V_halves : forall l l0 l1 j, (0 <= j < Z.of_nat n)%Z -> (forall i, i <> j -> at_ l0 i = at_ l i /\ at_ l1 i = at_ l i) ->
  at_ l0 j = half (at_ l j) 0 -> at_ l1 j = half (at_ l j) 1 -> (0 <= refinements (at_ l j))%Z -> V l = (V l0 + V l1) / 2.
Context (K : Z -> R).
Hypothesis K01 : forall i, 0 <= K i <= 1.
Hypothesis K_end : forall samples best, ok tau n samples -> (0 <= best < Z.of_nat n)%Z ->
  (forall j, (0 <= j < Z.of_nat n)%Z -> j <> best -> above (at_ samples best) (at_ samples j)) -> K best = V samples.

Let KK (s : Z * PSRN) : R := K (fst s).

Lemma reduce_is l : forall samples best seen, ok tau n samples -> (0 <= best < Z.of_nat n)%Z ->
  (forall j, In j (best :: map fst l ++ seen) <-> (0 <= j < Z.of_nat n)%Z) -> NoDup (best :: map fst l ++ seen) ->
  (forall j c, In (j, c) l -> at_ samples j = c) -> (forall j, In j seen -> above (at_ samples best) (at_ samples j)) ->
  Ex (reduce_from (gumbel_max_reduce_best enclosed) (best, at_ samples best) l) KK = V samples.
Proof.
  assert (BK : bd KK) by (exists 1; intros; apply K01).
  induction l as [|[other c] l IH]; intros samples best seen Hok Hb Hall Hd Hl Hs; cbn [reduce_from].
  - rewrite Ex_ret. apply K_end; auto. intros j Hj N. apply Hs. apply Hall in Hj. destruct Hj as [->|Hj]; [easy|exact Hj].
  - assert (Ec : at_ samples other = c) by (apply Hl; now left). subst c.
    cbn [map app fst] in *. inversion Hd as [|? ? Hb1 Hd1]; subst. inversion Hd1 as [|? ? Ho1 Hd2]; subst.
    assert (Ho : (0 <= other < Z.of_nat n)%Z) by (apply Hall; right; now left).
    assert (Hne : best <> other) by (intros ->; apply Hb1; now left).
    rewrite Ex_bind by easy. unfold gumbel_max_reduce_best at 1. cbn [fst snd]. rewrite Ex_bind by now apply bd_Ex.
    apply (compare_step enclosed tol tau Henc Htau n V V_bound V_ext V_halves samples best other); auto.
    { intros [[r a] b]. split; [apply Ex_nonneg; now apply bd_Ex|]. apply Ex_bound; [|lra]. intros s.
      split; [now apply Ex_nonneg|apply Ex_bound; [intros; apply K01|lra]]. }
    intros r a b [Ra [Rb Hr]]. rewrite Ex_ret. set (s1 := put (put samples best a) other b).
    assert (Wb : within samples best) by (unfold within; rewrite (proj1 Hok); lia).
    assert (Wo : within (put samples best a) other) by (unfold within; rewrite put_length by easy; rewrite (proj1 Hok); lia).
    assert (A : forall j, at_ s1 j = if (j =? other)%Z then b else if (j =? best)%Z then a else at_ samples j).
    { intros j. unfold s1. rewrite at_put by apply Wo. now rewrite at_put. }
    assert (Hok1 : ok tau n s1) by (unfold s1; apply ok_put; [apply ok_put| |]; auto; [apply Ra|apply Rb]).
    assert (Ab : at_ s1 best = a) by (rewrite A; destruct (Z.eqb_spec best other); [easy|]; now rewrite Z.eqb_refl).
    assert (Ao : at_ s1 other = b) by (rewrite A; now rewrite Z.eqb_refl).
    assert (Old : forall j, j <> best -> j <> other -> at_ s1 j = at_ samples j).
    { intros j N1 N2. rewrite A. destruct (Z.eqb_spec j other); [easy|]. destruct (Z.eqb_spec j best); easy. }
    assert (Hl1 : forall j c, In (j, c) l -> at_ s1 j = c).
    { intros j c Hc. assert (Hj : In j (map fst l)) by (apply in_map_iff; exists (j, c); easy).
      rewrite Old; [apply Hl; now right| |]; intros ->; [apply Hb1; right|apply Ho1]; apply in_app_iff; now left. }
    assert (As : forall j, In j seen -> above a (at_ s1 j)).
    { intros j Hj. assert (Rj : (0 <= j < Z.of_nat n)%Z) by (apply Hall; right; right; apply in_app_iff; now right).
      rewrite Old; [| |]; try (intros ->; [apply Hb1; right|apply Ho1]; apply in_app_iff; now right).
      - apply (above_refined tau (at_ samples best) (at_ samples j)); auto. apply refined_refl. now apply (ok_at tau n).
      - intros ->. apply Hb1. right. apply in_app_iff. now right.
      - intros ->. apply Ho1. apply in_app_iff. now right. }
    destruct r.
    + replace (best, a) with (best, at_ s1 best) by now rewrite Ab. apply (IH s1 best (other :: seen)); auto.
      * intros j. rewrite <- Hall. cbn. rewrite !in_app_iff. cbn. intuition.
      * constructor.
        -- intros C. apply in_app_iff in C. destruct C as [C|[C|C]]; [apply Hb1; right; apply in_app_iff; now left|congruence|apply Hb1; right; apply in_app_iff; now right].
        -- apply (Permutation_NoDup (l := other :: map fst l ++ seen)); [apply Permutation_middle|easy].
      * intros j [->|Hj]; [now rewrite Ab, Ao|rewrite Ab; now apply As].
    + replace (other, b) with (other, at_ s1 other) by now rewrite Ao. apply (IH s1 other (best :: seen)); auto.
      * intros j. rewrite <- Hall. cbn. rewrite !in_app_iff. cbn. intuition.
      * constructor.
        -- intros C. apply in_app_iff in C. destruct C as [C|[C|C]]; [apply Ho1; apply in_app_iff; now left|congruence|apply Ho1; apply in_app_iff; now right].
        -- apply (Permutation_NoDup (l := best :: map fst l ++ seen)); [apply Permutation_middle|]. constructor; [|easy]. intros C. apply Hb1. now right.
      * intros j [->|Hj]; [now rewrite Ab, Ao|]. rewrite Ao. apply (above_trans tau b a); [apply Ra|easy|now apply As].
Qed.
End Max.

Lemma combine_fst {A} (x : list A) : forall l : list Z, length l = length x -> map fst (combine l x) = l.
Proof. induction x as [|a x IH]; intros [|b l] H; cbn in *; try easy. f_equal. apply IH. lia. Qed.
Lemma combine_at (x : list PSRN) : forall s j c, In (j, c) (combine (map Z.of_nat (seq s (length x))) x) -> (Z.of_nat s <= j)%Z /\ nth (Z.to_nat j - s) x dflt = c.
Proof.
  induction x as [|a x IH]; intros s j c H; cbn [length seq map combine] in H; [easy|]. destruct H as [H|H].
  - injection H as <- <-. split; [lia|]. replace (Z.to_nat (Z.of_nat s) - s)%nat with 0%nat by lia. reflexivity.
  - apply IH in H. destruct H as [H1 H2]. split; [lia|]. replace (Z.to_nat j - s)%nat with (S (Z.to_nat j - S s)) by lia. exact H2.
Qed.

Lemma max_is enclosed tol tau x V K : encloses enclosed tol -> 0 < tau -> x <> [] -> ok tau (length x) x ->
  (forall l, 0 <= V l <= 1) -> (forall l l', (forall i, at_ l i = at_ l' i) -> V l = V l') ->
  (forall l l0 l1 j, (0 <= j < Z.of_nat (length x))%Z -> (forall i, i <> j -> at_ l0 i = at_ l i /\ at_ l1 i = at_ l i) ->
    at_ l0 j = half (at_ l j) 0 -> at_ l1 j = half (at_ l j) 1 -> (0 <= refinements (at_ l j))%Z -> V l = (V l0 + V l1) / 2) ->
  (forall i, 0 <= K i <= 1) ->
  (forall samples best, ok tau (length x) samples -> (0 <= best < Z.of_nat (length x))%Z ->
    (forall j, (0 <= j < Z.of_nat (length x))%Z -> j <> best -> above tau (at_ samples best) (at_ samples j)) -> K best = V samples) ->
  Ex (gumbel_max enclosed x) K = V x.
Proof.
  intros Henc Htau Hx Hok H1 H2 H3 H4 H5. assert (BK : bd K) by (exists 1; apply H4). destruct x as [|a x]; [easy|].
  unfold gumbel_max. cbv zeta. rewrite Ex_bind by easy. rewrite (Ex_ext _ _ (fun s => K (fst s))) by (intros; apply Ex_ret).
  set (r := combine (map Z.of_nat (seq 1 (length x))) x). assert (Ee : py_enumerate (a :: x) = (0%Z, a) :: r) by (unfold py_enumerate, py_range, py_len; rewrite Nat2Z.id; reflexivity). rewrite Ee. cbn [py_reduce].
  assert (Er : map fst r = map Z.of_nat (seq 1 (length x))) by (apply combine_fst; now rewrite map_length, seq_length).
  change (0%Z, a) with (0%Z, at_ (a :: x) 0).
  apply (reduce_is enclosed tol tau Henc Htau (length (a :: x)) V H1 H2 H3 K H4 H5 r (a :: x) 0%Z []); auto.
  - cbn. lia.
  - intros j. rewrite app_nil_r, Er. change (0%Z :: map Z.of_nat (seq 1 (length x))) with (map Z.of_nat (seq 0 (length (a :: x)))). rewrite in_map_iff. split.
    + intros [i [<- Hi]]. apply in_seq in Hi. lia.
    + intros Hj. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia.
  - rewrite app_nil_r, Er. change (0%Z :: map Z.of_nat (seq 1 (length x))) with (map Z.of_nat (seq 0 (length (a :: x)))).
    apply FinFun.Injective_map_NoDup; [intros ? ?; apply Nat2Z.inj|apply seq_NoDup].
  - intros j c Hc. apply combine_at in Hc. destruct Hc as [Hj Hc]. unfold at_. destruct (Z.ltb_spec j 0); [lia|].
    replace (Z.to_nat j) with (S (Z.to_nat j - 1)) by lia. exact Hc.
  - easy.
Qed.

(* P(K = i) = exp(shift_i/scale)/(sum of all): the running code has the law of Theorem 1.1 *)
Theorem gumbel_max_law enclosed tol tau x i others : encloses enclosed tol -> 0 < tau ->
  (forall a, In a x -> unsampled a /\ Q2R (scale a) = tau) -> Permutation (i :: others) (py_range (py_len x)) ->
  law (gumbel_max enclosed x) (event (Z.eqb i)) (p (i :: others) tau (fun j => Q2R (shift (at_ x j))) i).
Proof.
  intros Henc Htau Hx Hp. pose proof (adequacy (gumbel_max enclosed x) _ (bd_event (Z.eqb i))) as H.
  assert (Hnd : NoDup (i :: others)) by (apply (Permutation_NoDup (Permutation_sym Hp)); apply range_NoDup).
  assert (Hall : forall j, In j ([i] ++ others) <-> (0 <= j < Z.of_nat (length x))%Z).
  { intros j. cbn [app]. split; intros Hj.
    - apply (Permutation_in _ Hp) in Hj. unfold py_range, py_len in Hj. apply in_map_iff in Hj. destruct Hj as [m [<- Hi]]. apply in_seq in Hi. lia.
    - apply (Permutation_in _ (Permutation_sym Hp)). unfold py_range, py_len. apply in_map_iff. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia. }
  assert (Hne : x <> []). { intros ->. specialize (proj1 (Hall i) (or_introl eq_refl)). cbn. lia. }
  assert (Hok : ok tau (length x) x).
  { split; [easy|]. intros a Ha. destruct (Hx a Ha) as [[E1 E2] E3]. split; [unfold fine; rewrite E1, E2; cbn; lia|exact E3]. }
  rewrite (max_is enclosed tol tau x (fun l => T tau (at_ l) [i] others 1)) in H; auto.
  - assert (Un : forall j, unsampled (at_ x j)).
    { intros j. unfold at_. destruct (j <? 0)%Z; [easy|]. pose proof (nth_in_or_default (Z.to_nat j) x dflt) as Hj.
      destruct (nth (Z.to_nat j) x dflt) as [c1 c2 c3 c4]. destruct Hj as [Hj|Hj]; [now apply Hx|now injection Hj as -> -> -> ->]. }
    rewrite T_unsampled in H by (try apply Un; lra). rewrite pw_1, Rmult_1_r in H. cbn [peeled app] in H. rewrite Rmult_1_r in H. exact H.
  - intros l. apply T_bound.
  - intros l l' He. apply T_ext. auto.
  - intros l l0 l1 j Hj Hi H0 H1 Hr. apply (T_halves tau) with (j := j); auto. now apply Hall.
  - intros s. unfold event. destruct (i =? s)%Z; lra.
  - intros samples best Hs Hb Hab. unfold event. destruct (Z.eqb_spec i best) as [->|N].
    + symmetry. apply T_one; [now apply (ok_fine tau (length x))| |].
      * split; [|easy]. intros j Hj. apply Hab; [apply Hall; now right|]. intros ->. inversion Hnd. now apply H2.
      * intros j Hj. apply q_01. pose proof (ok_fine tau (length x) samples Hs j) as Fj. pose proof (fine_in _ Fj). pose proof (lo_hi _ (proj1 Fj)). lra.
    + symmetry. change (upto (at_ samples i) (fun u => T tau (at_ samples) [] others (q tau (at_ samples i) u)) (F tau (at_ samples i) 1) = 0).
      apply upto_zero; [now apply (ok_fine tau (length x))|apply T_comp_cont|]. intros u Hu _.
      apply (T_zero tau (at_ samples) [] others best); [now apply (ok_fine tau (length x))| |].
      * destruct (proj2 (Hall best) Hb) as [->|Hin]; [easy|exact Hin].
      * assert (A : above tau (at_ samples best) (at_ samples i)) by (apply Hab; [apply Hall; now left|easy]).
        eapply Rle_trans; [|exact A]. apply q_mono. lra.
Qed.
Theorem gumbel_max_answers enclosed tol tau x : encloses enclosed tol -> 0 < tau -> x <> [] ->
  (forall a, In a x -> unsampled a /\ Q2R (scale a) = tau) -> law (gumbel_max enclosed x) (fun _ => 1) 1.
Proof.
  intros Henc Htau Hne Hx. pose proof (adequacy (gumbel_max enclosed x) (fun _ => 1) (bd_const 1 ltac:(lra))) as H.
  rewrite (max_is enclosed tol tau x (fun _ => 1)) in H; auto; try (intros; lra).
  split; [easy|]. intros a Ha. destruct (Hx a Ha) as [[E1 E2] E3]. split; [unfold fine; rewrite E1, E2; cbn; lia|exact E3].
Qed.

(* P(a > b) for two samples, whatever has been drawn of them: the mean over the cells; and from nothing drawn, w_a/(w_a + w_b) *)
Definition two (a b : PSRN) (i : Z) : PSRN := if (i =? 0)%Z then a else if (i =? 1)%Z then b else dflt.
Definition first_of (r : bool * PSRN * PSRN) : bool := fst (fst r).
Theorem greater_than_law enclosed tol tau a b : encloses enclosed tol -> 0 < tau -> good tau a -> good tau b ->
  law (greater_than enclosed a b) (event first_of) (T tau (two a b) [0%Z] [1%Z] 1).
Proof.
  intros Henc Htau Ha Hb. pose proof (adequacy (greater_than enclosed a b) _ (bd_event first_of)) as H.
  assert (Nd : NoDup ([0%Z] ++ [1%Z])) by (repeat constructor; cbn; intuition lia).
  assert (Fi : forall a' b', good tau a' -> good tau b' -> forall j, fine (two a' b' j)).
  { intros a' b' Ga Gb j. unfold two. destruct (j =? 0)%Z; [apply Ga|]. destruct (j =? 1)%Z; [apply Gb|unfold fine; cbn; lia]. }
  rewrite (greater_than_keeps enclosed tol tau Henc Htau (fun a b => T tau (two a b) [0%Z] [1%Z] 1)) in H; auto.
  - intros; apply T_bound.
  - intros r. unfold event. destruct (first_of r); lra.
  - intros a' b' Ra Rb. apply (T_halves tau) with (j := 0%Z); auto; [|apply Ra|now left].
    intros i Hi. unfold two. destruct (Z.eqb_spec i 0); easy.
  - intros a' b' Ra Rb. apply (T_halves tau) with (j := 1%Z); auto; [|apply Rb|right; now left].
    intros i Hi. unfold two. destruct (Z.eqb_spec i 0); [easy|]. destruct (Z.eqb_spec i 1); easy.
  - intros r a' b' [Ra [Rb Hr]]. unfold event, first_of. cbn [fst]. destruct r; symmetry.
    + apply T_one; [apply Fi; [apply Ra|apply Rb]| |].
      * split; [|easy]. intros j [<-|[]]. exact Hr.
      * intros j _. apply q_01. pose proof (Fi a' b' (proj1 Ra) (proj1 Rb) j) as Fj. pose proof (fine_in _ Fj). pose proof (lo_hi _ (proj1 Fj)). lra.
    + change (upto a' (fun u => T tau (two a' b') [] [1%Z] (q tau a' u)) (F tau a' 1) = 0).
      apply upto_zero; [apply Ra|apply T_comp_cont|]. intros u Hu _.
      apply (T_zero tau (two a' b') [] [1%Z] 1%Z); [apply Fi; [apply Ra|apply Rb]|now left|]. change (two a' b' 1%Z) with b'.
      eapply Rle_trans; [|exact Hr]. apply q_mono. lra.
Qed.
Theorem greater_than_law_unsampled enclosed tol tau a b : encloses enclosed tol -> 0 < tau -> unsampled a -> unsampled b ->
  Q2R (scale a) = tau -> Q2R (scale b) = tau ->
  law (greater_than enclosed a b) (event first_of) (exp (Q2R (shift a) / tau) / (exp (Q2R (shift a) / tau) + exp (Q2R (shift b) / tau))).
Proof.
  intros Henc Htau Ua Ub Sa Sb. assert (Fu : forall c, unsampled c -> fine c) by (intros c [E1 E2]; unfold fine; rewrite E1, E2; cbn; lia).
  pose proof (greater_than_law enclosed tol tau a b Henc Htau (conj (Fu a Ua) Sa) (conj (Fu b Ub) Sb)) as H.
  assert (Un : forall j, unsampled (two a b j)) by (intros j; unfold two; destruct (j =? 0)%Z; [easy|]; destruct (j =? 1)%Z; easy).
  rewrite T_unsampled in H by (try apply Un; lra). rewrite pw_1, Rmult_1_r in H. cbn [peeled app lsum] in H. unfold w in H. cbn [two Z.eqb] in H.
  rewrite Rmult_1_r, Rplus_0_r in H. exact H.
Qed.
