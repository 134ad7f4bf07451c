(* gumbel_top_k of impl/gumbel.py, as it is: one sample per score, compared lazily, has the law of peeled softmax; any n, any k. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedGumbel SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw ExponentialMechanism GumbelDocuments GumbelCells GumbelComparison.
Import ListNotations.
Open Scope R_scope.

(* ---- the list of samples ---- *)
Definition dflt : PSRN := mk 0%Q 0%Q 0 0.
Definition at_ (l : list PSRN) (i : Z) : PSRN := if (i <? 0)%Z then dflt else nth (Z.to_nat i) l dflt.
Definition put (l : list PSRN) (i : Z) (a : PSRN) : list PSRN := firstn (Z.to_nat i) l ++ a :: skipn (S (Z.to_nat i)) l.
Definition within {A} (l : list A) (i : Z) : Prop := (0 <= i < Z.of_nat (length l))%Z.
Lemma get_at l i : within l i -> get l i = Ret (at_ l i).
Proof. intros H. rewrite (get_nth dflt l i H). unfold at_. destruct (Z.ltb_spec i 0); [unfold within in H; lia|easy]. Qed.
Lemma set_put l i a : within l i -> set l i a = Ret (put l i a).
Proof.
  intros H. unfold set, within, py_len in *. destruct (Z.ltb_spec i 0); [lia|]. destruct (Z.leb_spec (Z.of_nat (length l)) i); [lia|]. reflexivity.
Qed.
Lemma put_length l i a : within l i -> length (put l i a) = length l.
Proof. intros H. unfold put, within in *. rewrite app_length. cbn [length]. rewrite firstn_length, skipn_length. lia. Qed.
Lemma at_put l i a j : within l i -> at_ (put l i a) j = if (j =? i)%Z then a else at_ l j.
Proof.
  intros H. unfold at_, put, within in *. destruct (Z.ltb_spec j 0).
  - destruct (Z.eqb_spec j i); [lia|easy].
  - assert (E1 : length (firstn (Z.to_nat i) l) = Z.to_nat i) by (rewrite firstn_length; lia). destruct (Z.eqb_spec j i) as [->|N].
    + rewrite app_nth2 by lia. rewrite E1, Nat.sub_diag. reflexivity.
    + destruct (Z.lt_trichotomy j i) as [L|[L|L]]; [|lia|].
      * rewrite app_nth1 by lia. rewrite <- (firstn_skipn (Z.to_nat i) l) at 2. rewrite app_nth1 by lia. reflexivity.
      * rewrite app_nth2 by lia. rewrite E1. destruct (Z.to_nat j - Z.to_nat i)%nat eqn:E2; [lia|]. cbn [nth].
        rewrite <- (firstn_skipn (S (Z.to_nat i)) l) at 2. rewrite app_nth2 by (rewrite firstn_length; lia). f_equal. rewrite firstn_length. lia.
Qed.
Lemma put_in l i a c : In c (put l i a) -> c = a \/ In c l.
Proof.
  unfold put. intros H. apply in_app_iff in H. destruct H as [H|[H|H]]; [right|now left|right].
  - rewrite <- (firstn_skipn (Z.to_nat i) l). apply in_app_iff. now left.
  - rewrite <- (firstn_skipn (S (Z.to_nat i)) l). apply in_app_iff. now right.
Qed.
Lemma pure_remove l a : In a l -> exists r, pure (py_remove l a) r /\ Permutation l (a :: r).
Proof.
  induction l as [|b l IH]; [easy|]. intros H. cbn [py_remove]. destruct (Z.eqb_spec b a) as [->|N].
  - exists l. split; [apply pure_ret|reflexivity].
  - destruct H as [->|H]; [easy|]. destruct (IH H) as [r [H1 H2]]. exists (b :: r). split.
    + eapply pure_bind; [exact H1|]. apply pure_ret.
    + rewrite H2. apply perm_swap.
Qed.

Section TopK.
Context (enclosed : Z -> Z -> Q * Q) (tol : Z -> R) (tau : R).
Hypothesis Henc : encloses enclosed tol.
Hypothesis Htau : 0 < tau.
Notation good := (good tau). Notation refined := (refined tau). Notation above := (above tau). Notation q := (q tau).

Lemma q_shift a a0 : shift a = shift a0 -> q a = q a0.
Proof. intros H. unfold GumbelCells.q, wt. now rewrite H. Qed.
Lemma above_refined a b a' b' : above a b -> refined a a' -> refined b b' -> above a' b'.
Proof.
  unfold GumbelCells.above. intros H [_ [Sa [La _]]] [_ [Sb [_ Lb]]]. rewrite (q_shift a' a Sa), (q_shift b' b Sb).
  apply Rle_trans with (q b (hi b)); [now apply q_mono|]. eapply Rle_trans; [exact H|]. now apply q_mono.
Qed.
Lemma above_trans a b c : good b -> above a b -> above b c -> above a c.
Proof.
  unfold GumbelCells.above. intros Hb H1 H2. eapply Rle_trans; [exact H2|]. eapply Rle_trans; [|exact H1]. apply q_mono.
  left. apply lo_hi. apply Hb.
Qed.

(* a mean over the cells of n samples *)
Context (n : nat) (V : list PSRN -> R).
Hypothesis V_bound : forall l, 0 <= V l <= 1.
Hypothesis V_ext : forall l l', (forall i, at_ l i = at_ l' i) -> V l = V l'.
Hypothesis V_halves : forall l l0 l1 j, (0 <= j < Z.of_nat n)%Z -> (forall i, i <> j -> at_ l0 i = at_ l i /\ at_ l1 i = at_ l i) ->
  at_ l0 j = half (at_ l j) 0 -> at_ l1 j = half (at_ l j) 1 -> (0 <= refinements (at_ l j))%Z -> V l = (V l0 + V l1) / 2.
Definition ok (samples : list PSRN) : Prop := length samples = n /\ forall a, In a samples -> good a.
Lemma ok_at samples i : ok samples -> (0 <= i < Z.of_nat n)%Z -> good (at_ samples i).
Proof. intros [H1 H2] Hi. unfold at_. destruct (Z.ltb_spec i 0); [lia|]. apply H2. apply nth_In. lia. Qed.
Lemma ok_fine samples : ok samples -> forall j, fine (at_ samples j).
Proof.
  intros [H1 H2] j. unfold at_. destruct (Z.ltb_spec j 0); [cbn; unfold fine; cbn; lia|].
  destruct (nth_in_or_default (Z.to_nat j) samples dflt) as [H0| ->]; [now apply H2|unfold fine; cbn; lia].
Qed.
Lemma ok_put samples i a : ok samples -> (0 <= i < Z.of_nat n)%Z -> good a -> ok (put samples i a).
Proof.
  intros [H1 H2] Hi Ha. split; [rewrite put_length; [easy|unfold within; lia]|]. intros c Hc. apply put_in in Hc. destruct Hc as [->|Hc]; auto.
Qed.
Definition shrunk (samples samples' : list PSRN) : Prop := forall j, (0 <= j < Z.of_nat n)%Z -> refined (at_ samples j) (at_ samples' j).
Lemma refined_trans a b c : refined a b -> refined b c -> refined a c.
Proof. intros [H1 [H2 [H3 H4]]] [H5 [H6 [H7 H8]]]. split; [easy|]. split; [congruence|]. split; lra. Qed.

(* one comparison keeps the probability of the order *)
Lemma compare_step samples best other k : ok samples -> (0 <= best < Z.of_nat n)%Z -> (0 <= other < Z.of_nat n)%Z -> best <> other ->
  (forall r, 0 <= k r <= 1) ->
  (forall r a b, forced tau (at_ samples best) (at_ samples other) (r, a, b) -> k (r, a, b) = V (put (put samples best a) other b)) ->
  Ex (greater_than enclosed (at_ samples best) (at_ samples other)) k = V samples.
Proof.
  intros Hok Hb Ho Hne Hk Hf.
  assert (Wb : within samples best) by (unfold within; rewrite (proj1 Hok); lia).
  assert (Wo : forall a, within (put samples best a) other) by (intros a; unfold within; rewrite put_length by easy; rewrite (proj1 Hok); lia).
  assert (A : forall a b j, at_ (put (put samples best a) other b) j = if (j =? other)%Z then b else if (j =? best)%Z then a else at_ samples j).
  { intros a b j. rewrite at_put by apply Wo. now rewrite at_put. }
  transitivity (V (put (put samples best (at_ samples best)) other (at_ samples other))).
  - apply (greater_than_keeps enclosed tol tau Henc Htau (fun a b => V (put (put samples best a) other b)) k); auto.
    + now apply ok_at.
    + now apply ok_at.
    + intros a b Ra Rb. apply V_halves with (j := best); auto.
      * intros i Hi. rewrite !A. destruct (i =? other)%Z; [easy|]. destruct (Z.eqb_spec i best); [easy|]. easy.
      * rewrite !A. destruct (Z.eqb_spec best other); [easy|]. now rewrite Z.eqb_refl.
      * rewrite !A. destruct (Z.eqb_spec best other); [easy|]. now rewrite Z.eqb_refl.
      * rewrite A. destruct (Z.eqb_spec best other); [easy|]. rewrite Z.eqb_refl. apply Ra.
    + intros a b Ra Rb. apply V_halves with (j := other); auto.
      * intros i Hi. rewrite !A. destruct (Z.eqb_spec i other); [easy|]. easy.
      * rewrite !A. now rewrite Z.eqb_refl.
      * rewrite !A. now rewrite Z.eqb_refl.
      * rewrite A. rewrite Z.eqb_refl. apply Rb.
  - apply V_ext. intros i. rewrite A. destruct (Z.eqb_spec i other) as [->|]; [easy|]. destruct (Z.eqb_spec i best) as [->|]; easy.
Qed.

Definition turn (other : Z) (s : list PSRN * Z) : prog (list PSRN * Z) :=
  let '(samples, best) := s in
  v4 <- get samples best ;;
  v5 <- get samples other ;;
  '(greater, v7, v8) <- greater_than enclosed v4 v5 ;;
  samples <- set samples best v7 ;;
  samples <- set samples other v8 ;;
  let best := (if greater then best else other) in
  Ret (samples, best).
Lemma turn_is samples best other k : ok samples -> (0 <= best < Z.of_nat n)%Z -> (0 <= other < Z.of_nat n)%Z -> best <> other ->
  (forall r, 0 <= k r <= 1) ->
  (forall (r : bool) a b, forced tau (at_ samples best) (at_ samples other) (r, a, b) ->
    k (put (put samples best a) other b, if r then best else other) = V (put (put samples best a) other b)) ->
  Ex (turn other (samples, best)) k = V samples.
Proof.
  intros Hok Hb Ho Hne Hk Hf. assert (Bk : bd k) by (exists 1; apply Hk).
  assert (Wb : within samples best) by (unfold within; rewrite (proj1 Hok); lia).
  assert (Wo : within samples other) by (unfold within; rewrite (proj1 Hok); lia).
  unfold turn. rewrite (get_at samples best), (get_at samples other) by easy. rewrite Ex_bind, Ex_ret by easy. rewrite Ex_bind, Ex_ret by easy. rewrite Ex_bind by easy.
  apply (compare_step samples best other); auto.
  - intros [[r a] b]. split; [now apply Ex_nonneg|apply Ex_bound; [apply Hk|lra]].
  - intros r a b Hr. rewrite (set_put samples best a Wb). rewrite Ex_bind, Ex_ret by easy.
    rewrite set_put by (unfold within; rewrite put_length by easy; exact Wo). rewrite Ex_bind, Ex_ret by easy. cbv zeta. rewrite Ex_ret. now apply Hf.
Qed.

Lemma round_is k : (forall r, 0 <= k r <= 1) -> forall l samples best seen, ok samples -> (0 <= best < Z.of_nat n)%Z ->
  (forall j, In j (l ++ seen) -> (0 <= j < Z.of_nat n)%Z) -> NoDup (best :: l ++ seen) ->
  (forall j, In j seen -> above (at_ samples best) (at_ samples j)) ->
  (forall samples' best', ok samples' -> shrunk samples samples' -> In best' (best :: l) ->
    (forall j, In j (best :: l ++ seen) -> j <> best' -> above (at_ samples' best') (at_ samples' j)) -> k (samples', best') = V samples') ->
  Ex (For l turn (samples, best)) k = V samples.
Proof.
  intros Hk. assert (Bk : bd k) by (exists 1; apply Hk).
  induction l as [|other l IH]; intros samples best seen Hok Hb Hin Hd Hs Hf; cbn [For].
  - rewrite Ex_ret. apply Hf; auto; [|now left|].
    + intros j Hj. apply refined_refl. now apply ok_at.
    + intros j [->|Hj] N; [easy|]. now apply Hs.
  - rewrite Ex_bind by easy. inversion Hd as [|? ? Hb1 Hd1]; subst. cbn [app] in *. inversion Hd1 as [|? ? Ho1 Hd2]; subst.
    assert (Ho : (0 <= other < Z.of_nat n)%Z) by (apply Hin; now left).
    assert (Hne : best <> other) by (intros ->; apply Hb1; now left).
    apply (turn_is samples best other); auto.
    { intros r. split; [now apply Ex_nonneg|apply Ex_bound; [apply Hk|lra]]. }
    intros r a b [Ra [Rb Hr]]. set (s1 := put (put samples best a) other b).
    assert (Wb : within samples best) by (unfold within; rewrite (proj1 Hok); lia).
    assert (Wo : within (put samples best a) other) by (unfold within; rewrite put_length by easy; rewrite (proj1 Hok); lia).
    assert (A : forall j, at_ s1 j = if (j =? other)%Z then b else if (j =? best)%Z then a else at_ samples j).
    { intros j. unfold s1. rewrite at_put by apply Wo. now rewrite at_put. }
    assert (Hok1 : ok s1) by (unfold s1; apply ok_put; [apply ok_put| |]; auto; [apply Ra|apply Rb]).
    assert (Sh : shrunk samples s1).
    { intros j Hj. rewrite A. destruct (Z.eqb_spec j other) as [->|]; [easy|]. destruct (Z.eqb_spec j best) as [->|]; [easy|].
      apply refined_refl. now apply ok_at. }
    assert (Ab : at_ s1 best = a) by (rewrite A; destruct (Z.eqb_spec best other); [easy|]; now rewrite Z.eqb_refl).
    assert (Ao : at_ s1 other = b) by (rewrite A; now rewrite Z.eqb_refl).
    assert (As : forall j, In j seen -> above a (at_ s1 j)).
    { intros j Hj. apply (above_refined (at_ samples best) (at_ samples j)); auto. apply Sh. apply Hin. right. apply in_app_iff. now right. }
    assert (Tr : forall s2, shrunk s1 s2 -> shrunk samples s2) by (intros s2 H2 j Hj; eapply refined_trans; eauto).
    destruct r.
    + apply (IH s1 best (other :: seen)); auto.
      * intros j Hj. apply Hin. apply in_app_iff in Hj. destruct Hj as [Hj|[->|Hj]]; [right; apply in_app_iff; now left|now left|right; apply in_app_iff; now right].
      * constructor.
        -- intros C. apply in_app_iff in C. destruct C as [C|[C|C]]; [apply Hb1; right; apply in_app_iff; now left|congruence|apply Hb1; right; apply in_app_iff; now right].
        -- apply (Permutation_NoDup (l := other :: l ++ seen)); [apply Permutation_middle|easy].
      * intros j [->|Hj]; [now rewrite Ab, Ao|rewrite Ab; now apply As].
      * intros s2 best' H1 H2 H3 H4. apply Hf; auto; [destruct H3; [now left|right; now right]|].
        intros j Hj N. apply H4; auto. destruct Hj as [->|[->|Hj]]; [now left| |]; right; apply in_app_iff; [right; now left|].
        apply in_app_iff in Hj. destruct Hj; [now left|right; now right].
    + apply (IH s1 other (best :: seen)); auto.
      * intros j Hj. apply in_app_iff in Hj. destruct Hj as [Hj|[->|Hj]]; [apply Hin; right; apply in_app_iff; now left|easy|apply Hin; right; apply in_app_iff; now right].
      * constructor.
        -- intros C. apply in_app_iff in C. destruct C as [C|[C|C]]; [apply Ho1; apply in_app_iff; now left|congruence|apply Ho1; apply in_app_iff; now right].
        -- apply (Permutation_NoDup (l := best :: l ++ seen)); [apply Permutation_middle|]. constructor; [|easy]. intros C. apply Hb1. now right.
      * intros j [->|Hj]; [now rewrite Ab, Ao|]. rewrite Ao. apply (above_trans b a); [apply Ra|easy|now apply As].
      * intros s2 best' H1 H2 H3 H4. apply Hf; auto; [destruct H3 as [->|H3]; [right; now left|right; now right]|].
        intros j Hj N. apply H4; auto. destruct Hj as [->|[->|Hj]]; [right; apply in_app_iff; right; now left|now left|].
        right. apply in_app_iff. apply in_app_iff in Hj. destruct Hj; [now left|right; now right].
Qed.

(* ---- the rounds ---- *)
Lemma sep_snoc g s left b r : sep tau g s left -> Permutation left (b :: r) -> (forall j, In j r -> above (g b) (g j)) -> sep tau g (s ++ [b]) r.
Proof.
  intros H Hp Hb. induction s as [|i s IH]; cbn [sep app] in *.
  - split; [|easy]. intros j Hj. now apply Hb.
  - destruct H as [H1 H2]. split; [|auto]. intros j Hj. apply H1. rewrite <- app_assoc in Hj. apply in_app_iff. apply in_app_iff in Hj.
    destruct Hj as [Hj|Hj]; [now left|right]. apply (Permutation_in _ (Permutation_sym Hp)). exact Hj.
Qed.
Lemma sep_shrunk samples samples' s left : shrunk samples samples' -> (forall j, In j (s ++ left) -> (0 <= j < Z.of_nat n)%Z) ->
  sep tau (at_ samples) s left -> sep tau (at_ samples') s left.
Proof.
  intros Hs. induction s as [|i s IH]; cbn [sep app]; intros Hin H; [easy|]. destruct H as [H1 H2]. split.
  - intros j Hj. apply (above_refined (at_ samples i) (at_ samples j)); auto; apply Hs; apply Hin; [now left|now right].
  - apply IH; auto. intros j Hj. apply Hin. now right.
Qed.

Context (k : Z) (K : list Z -> R).
Hypothesis K01 : forall s, 0 <= K s <= 1.
Hypothesis K_end : forall samples left selected, ok samples -> NoDup (selected ++ left) ->
  (forall j, In j (selected ++ left) <-> (0 <= j < Z.of_nat n)%Z) -> sep tau (at_ samples) selected left ->
  Z.of_nat (length selected) = Z.min k (Z.of_nat n) -> K selected = V samples.
Definition outer (st : list Z * list Z * list PSRN) : prog (list Z * list Z * list PSRN + list Z) :=
  let '(selected, rem, samples) := st in
  if (py_len selected <? Z.min k (Z.of_nat n))%Z then
    best <- get rem 0 ;;
    '(samples, best) <- For (slice_from rem 1) turn (samples, best) ;;
    rem <- py_remove rem best ;;
    let selected := (selected ++ [best]) in
    Ret (inl (selected, rem, samples))
  else
    Ret (inr selected).

Lemma outer_is m : forall samples left selected, ok samples -> NoDup (selected ++ left) ->
  (forall j, In j (selected ++ left) <-> (0 <= j < Z.of_nat n)%Z) -> sep tau (at_ samples) selected left ->
  (Z.of_nat (length selected) + Z.of_nat m = Z.min k (Z.of_nat n))%Z ->
  Ex (Loop outer (selected, left, samples)) K = V samples.
Proof.
  assert (Be : bd K) by (exists 1; apply K01).
  assert (BK : bd (into (fun s => Ex (Loop outer s) K) K)) by (apply bd_into; [now apply bd_Ex|easy]).
  assert (KL : forall r, 0 <= into (fun s => Ex (Loop outer s) K) K r <= 1).
  { intros [s|a]; cbn [into]; [|apply K01]. split; [now apply Ex_nonneg|apply Ex_bound; [apply K01|lra]]. }
  induction m; intros samples left selected Hok Hd Hm Hs Hlen; rewrite Ex_loop by easy; unfold outer at 1; unfold py_len.
  - destruct (Z.ltb_spec (Z.of_nat (length selected)) (Z.min k (Z.of_nat n))); [lia|]. rewrite Ex_ret. cbn [into].
    apply (K_end samples left); auto. lia.
  - destruct (Z.ltb_spec (Z.of_nat (length selected)) (Z.min k (Z.of_nat n))); [|lia].
    destruct left as [|b l].
    { exfalso. rewrite app_nil_r in *. assert (incl (map Z.of_nat (seq 0 n)) selected).
      { intros j Hj. apply in_map_iff in Hj. destruct Hj as [i [<- Hi]]. apply in_seq in Hi. apply Hm. lia. }
      apply NoDup_incl_length in H0; [rewrite map_length, seq_length in H0; lia|]. apply FinFun.Injective_map_NoDup; [intros ? ?; apply Nat2Z.inj|apply seq_NoDup]. }
    change (get (b :: l) 0) with (Ret b). rewrite Ex_bind, Ex_ret by easy. change (slice_from (b :: l) 1) with l. rewrite Ex_bind by easy.
    match goal with |- Ex _ ?f = _ => assert (F01 : forall r, 0 <= f r <= 1) end.
    { intros r. split; [now apply Ex_nonneg|apply Ex_bound; [apply KL|lra]]. }
    apply (round_is _ F01 l samples b []); auto.
    + apply Hm. apply in_app_iff. right. now left.
    + rewrite app_nil_r. intros j Hj. apply Hm. apply in_app_iff. right. now right.
    + rewrite app_nil_r. clear -Hd. induction selected as [|a s IH]; [easy|]. cbn in Hd. inversion Hd; auto.
    + easy.
    + intros samples' best' Hok' Hsh Hin Hab. rewrite app_nil_r in Hab.
      destruct (pure_remove (b :: l) best' Hin) as [r [Hr Hperm]]. rewrite (Ex_pure_bind _ _ _ _ Hr) by easy. cbv zeta. rewrite Ex_ret. cbn [into].
      assert (Pm : Permutation (selected ++ b :: l) ((selected ++ [best']) ++ r)) by (rewrite <- app_assoc; apply Permutation_app_head; exact Hperm).
      assert (Hd' : NoDup ((selected ++ [best']) ++ r)) by (now apply (Permutation_NoDup Pm)).
      apply IHm; auto.
      * intros j. rewrite <- Hm. split; intros Hj; [apply (Permutation_in _ (Permutation_sym Pm) Hj)|apply (Permutation_in _ Pm Hj)].
      * apply (sep_snoc _ _ (b :: l)); auto.
        -- apply (sep_shrunk samples); auto. intros j Hj. now apply Hm.
        -- intros j Hj. apply Hab; [apply (Permutation_in _ (Permutation_sym Hperm)); now right|].
           intros ->. rewrite <- app_assoc in Hd'. change ([best'] ++ r) with (best' :: r) in Hd'. apply NoDup_remove_2 in Hd'.
           apply Hd'. apply in_app_iff. now right.
      * rewrite app_length. cbn [length]. lia.
Qed.
End TopK.

(* ---- the program ---- *)
Definition start (x : list GumbelRV) : list PSRN := map (fun a => mk (GumbelRV_shift a) (GumbelRV_scale a) 0 0) x.
Lemma pure_start x : pure (py_map GumbelRV_unsampled x) (start x).
Proof.
  induction x as [|a x IH]; cbn [py_map start map]; [apply pure_ret|].
  eapply pure_bind; [apply pure_ret|]. eapply pure_bind; [exact IH|]. apply pure_ret.
Qed.
Lemma start_unsampled x j : unsampled (at_ (start x) j).
Proof.
  unfold at_. destruct (j <? 0)%Z; [easy|]. pose proof (nth_in_or_default (Z.to_nat j) (start x) dflt) as H.
  destruct (nth (Z.to_nat j) (start x) dflt) as [a b N r]. destruct H as [H|H]; [|now injection H as -> -> -> ->].
  unfold start in H. apply in_map_iff in H. destruct H as [c [E1 _]]. now injection E1 as <- <- <- <-.
Qed.
Lemma start_ok tau x : (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> ok tau (length x) (start x).
Proof.
  intros H. split; [apply map_length|]. intros a Ha. unfold start in Ha. apply in_map_iff in Ha. destruct Ha as [c [<- Hc]]. split; [unfold fine; cbn; lia|]. now apply H.
Qed.
Lemma top_k_is enclosed tol tau x k V K : encloses enclosed tol -> 0 < tau -> (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> (0 <= k)%Z ->
  (forall l, 0 <= V l <= 1) -> (forall l l', (forall i, at_ l i = at_ l' i) -> V l = V l') ->
  (forall l l0 l1 j, (0 <= j < Z.of_nat (length x))%Z -> (forall i, i <> j -> at_ l0 i = at_ l i /\ at_ l1 i = at_ l i) ->
    at_ l0 j = half (at_ l j) 0 -> at_ l1 j = half (at_ l j) 1 -> (0 <= refinements (at_ l j))%Z -> V l = (V l0 + V l1) / 2) ->
  (forall s, 0 <= K s <= 1) ->
  (forall samples left selected, ok tau (length x) samples -> NoDup (selected ++ left) ->
    (forall j, In j (selected ++ left) <-> (0 <= j < Z.of_nat (length x))%Z) -> sep tau (at_ samples) selected left ->
    Z.of_nat (length selected) = Z.min k (Z.of_nat (length x)) -> K selected = V samples) ->
  Ex (gumbel_top_k enclosed x k) K = V (start x).
Proof.
  intros Henc Htau Hs Hk H1 H2 H3 H4 H5. unfold gumbel_top_k. rewrite (Ex_pure_bind _ _ _ _ (pure_start x)) by (exists 1; apply H4). cbv zeta.
  apply (outer_is enclosed tol tau Henc Htau (length x) V H1 H2 H3 k K H4 H5 (Z.to_nat (Z.min k (Z.of_nat (length x))))).
  - now apply start_ok.
  - apply range_NoDup.
  - intros j. cbn [app]. unfold py_range, py_len. rewrite in_map_iff. split.
    + intros [i [<- Hi]]. apply in_seq in Hi. lia.
    + intros Hj. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia.
  - exact Logic.I.
  - cbn [length]. lia.
Qed.

(* It answers with probability 1. *)
Theorem gumbel_top_k_answers enclosed tol tau x k : encloses enclosed tol -> 0 < tau -> (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> (0 <= k)%Z ->
  law (gumbel_top_k enclosed x k) (fun _ => 1) 1.
Proof.
  intros Henc Htau Hs Hk. pose proof (adequacy (gumbel_top_k enclosed x k) (fun _ => 1) (bd_const 1 ltac:(lra))) as H.
  rewrite (top_k_is enclosed tol tau x k (fun _ => 1)) in H; auto; intros; lra.
Qed.

Definition asked (p s : list Z) : bool := if list_eq_dec Z.eq_dec p s then true else false.
Definition shift_of (x : list GumbelRV) (i : Z) : R := Q2R (GumbelRV_shift (nth (Z.to_nat i) x (mk_GumbelRV 0%Q 0%Q))).
Lemma peeled_ext tau (f f' : Z -> R) rest s : (forall i, In i (s ++ rest) -> f i = f' i) -> peeled tau f rest s = peeled tau f' rest s.
Proof.
  induction s as [|i s IH]; intros H; cbn [peeled]; [easy|]. rewrite IH by (intros; apply H; now right).
  rewrite (lsum_ext (w tau f) (w tau f')) by (intros a Ha; unfold w; now rewrite H). unfold w at 1 3. rewrite H by now left. reflexivity.
Qed.
(* P(i_1, ..., i_k) = product over m of w_{i_m}/(sum of the w_j not yet taken), w_i = exp(shift_i/scale) *)
Theorem gumbel_top_k_law enclosed tol tau x k p rest : encloses enclosed tol -> 0 < tau -> (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> (0 <= k)%Z ->
  Permutation (p ++ rest) (py_range (py_len x)) -> py_len p = Z.min k (py_len x) ->
  law (gumbel_top_k enclosed x k) (event (asked p)) (peeled tau (shift_of x) rest p).
Proof.
  intros Henc Htau Hs Hk Hp Hlen. pose proof (adequacy (gumbel_top_k enclosed x k) _ (bd_event (asked p))) as H.
  assert (Hnd : NoDup (p ++ rest)) by (apply (Permutation_NoDup (Permutation_sym Hp)); apply range_NoDup).
  assert (Hall : forall j, In j (p ++ rest) <-> (0 <= j < Z.of_nat (length x))%Z).
  { intros j. split; intros Hj.
    - apply (Permutation_in _ Hp) in Hj. unfold py_range, py_len in Hj. apply in_map_iff in Hj. destruct Hj as [i [<- Hi]]. apply in_seq in Hi. lia.
    - apply (Permutation_in _ (Permutation_sym Hp)). unfold py_range, py_len. apply in_map_iff. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia. }
  rewrite (top_k_is enclosed tol tau x k (fun l => T tau (at_ l) p rest 1)) in H; auto.
  - rewrite T_unsampled in H by (try apply start_unsampled; lra). rewrite pw_1, Rmult_1_r in H.
    rewrite (peeled_ext tau _ (shift_of x)) in H; [exact H|]. intros i Hi. apply Hall in Hi. unfold shift_of, at_, start. destruct (Z.ltb_spec i 0); [lia|].
    rewrite (nth_indep _ dflt (mk (GumbelRV_shift (mk_GumbelRV 0%Q 0%Q)) (GumbelRV_scale (mk_GumbelRV 0%Q 0%Q)) 0 0)) by (rewrite map_length; lia).
    rewrite (map_nth (fun a => mk (GumbelRV_shift a) (GumbelRV_scale a) 0 0)). reflexivity.
  - intros l. apply T_bound.
  - intros l l' He. apply T_ext. auto.
  - intros l l0 l1 j Hj Hi H0 H1 Hr. apply (T_halves tau) with (j := j); auto. now apply Hall.
  - intros s. unfold event. destruct (asked p s); lra.
  - intros samples left selected Hok Hd Hm Hsep Hl. unfold event, asked. destruct (list_eq_dec Z.eq_dec p selected) as [->|N].
    + symmetry. apply T_one; [now apply (ok_fine tau (length x))| |].
      * assert (E1 : forall j, In j rest -> In j left).
        { intros j Hj. assert (In j (selected ++ left)) by (apply Hm; apply Hall; apply in_app_iff; now right).
          apply in_app_iff in H0. destruct H0 as [H0|H0]; [|easy]. exfalso. clear -H0 Hj Hnd. induction selected as [|a s IH]; [easy|].
          cbn in Hnd. inversion Hnd as [|? ? Hn1 Hn2]; subst. destruct H0 as [->|H0]; [apply Hn1; apply in_app_iff; now right|auto]. }
        clear -Hsep E1. induction selected as [|i s IH]; cbn [sep] in *; [easy|]. destruct Hsep as [H1 H2]. split; [|auto].
        intros j Hj. apply H1. apply in_app_iff. apply in_app_iff in Hj. destruct Hj; auto.
      * intros j Hj. apply q_01. pose proof (ok_fine tau (length x) samples Hok j) as Fj. pose proof (fine_in _ Fj). pose proof (lo_hi _ (proj1 Fj)). lra.
    + symmetry. apply (T_other tau (at_ samples) p (ok_fine tau (length x) samples Hok) selected rest left 1); auto.
      * unfold py_len in Hlen. lia.
      * intros j. rewrite Hall, Hm. reflexivity.
Qed.
