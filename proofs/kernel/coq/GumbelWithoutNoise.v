(* gumbel_top_k without noise: the greatest first, of equal ones the last first. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation Sorted.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedGumbel SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw ExponentialMechanism GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw.
Import ListNotations.
Open Scope R_scope.

Lemma put_same l i : within l i -> put l i (at_ l i) = l.
Proof.
  unfold within, put, at_. intros H. destruct (Z.ltb_spec i 0); [lia|]. assert (Hn : (Z.to_nat i < length l)%nat) by lia.
  revert Hn. generalize (Z.to_nat i) as m. clear. induction l as [|a l IH]; intros m Hm; cbn [length] in Hm; [lia|].
  destruct m; [reflexivity|]. cbn [firstn nth skipn app]. f_equal. apply IH. lia.
Qed.
Lemma remove_sorted l a : StronglySorted Z.lt l -> In a l -> exists r, pure (py_remove l a) r /\ Permutation l (a :: r) /\ StronglySorted Z.lt r.
Proof.
  induction 1 as [|b l Hl IH Hb]; [easy|]. intros H. cbn [py_remove]. destruct (Z.eqb_spec b a) as [->|N].
  - exists l. split; [apply pure_ret|]. split; [reflexivity|easy].
  - destruct H as [->|H]; [easy|]. destruct (IH H) as [r [H1 [H2 H3]]]. exists (b :: r). split; [|split].
    + eapply pure_bind; [exact H1|]. apply pure_ret.
    + rewrite H2. apply perm_swap.
    + constructor; [easy|]. rewrite List.Forall_forall in *. intros c Hc. apply Hb. apply (Permutation_in _ (Permutation_sym H2)). now right.
Qed.

Section Zero.
Context (enclosed : Z -> Z -> Q * Q) (x : list GumbelRV) (k : Z).
Hypothesis H0 : forall a, In a x -> Q2R (GumbelRV_scale a) = 0.
Let samples := start x.
Let sh (i : Z) := Q2R (shift (at_ samples i)).
Let ins (i : Z) := (0 <= i < Z.of_nat (length x))%Z.
Definition before0 (j i : Z) : Prop := Q2R (shift (at_ (start x) j)) < Q2R (shift (at_ (start x) i)) \/
  (Q2R (shift (at_ (start x) j)) = Q2R (shift (at_ (start x) i)) /\ (j < i)%Z).
Lemma before0_trans a b c : before0 a b -> before0 b c -> before0 a c.
Proof. unfold before0. intros [A|[A A']] [B|[B B']]; try (left; lra). right. split; [lra|lia]. Qed.
Lemma zero_within i : ins i -> within samples i.
Proof. unfold ins, within, samples, start. now rewrite map_length. Qed.
Lemma zero_scale i : ins i -> Q2R (scale (at_ samples i)) = 0.
Proof.
  intros Hi. unfold at_. destruct (Z.ltb_spec i 0); [unfold ins in Hi; lia|]. assert (Hn : In (nth (Z.to_nat i) samples dflt) samples).
  { apply nth_In. pose proof (zero_within i Hi). unfold within in H1. lia. }
  apply in_map_iff in Hn. destruct Hn as [a [E1 Ha]]. rewrite <- E1. cbn. now apply H0.
Qed.
Definition champion (best other : Z) : Z := if qlt (shift (at_ (start x) other)) (shift (at_ (start x) best)) then best else other.
Lemma turn_0 best other : ins best -> ins other -> pure (turn enclosed other (samples, best)) (samples, champion best other).
Proof.
  intros Hb Ho. unfold turn. rewrite (get_at samples best), (get_at samples other) by now apply zero_within.
  eapply pure_bind; [apply pure_ret|]. eapply pure_bind; [apply pure_ret|].
  eapply pure_bind.
  { unfold greater_than. destruct (qeq_spec (scale (at_ samples best)) (scale (at_ samples other))) as [_|C]; [|rewrite !zero_scale in C by easy; lra].
    destruct (qeq_spec (scale (at_ samples other)) (inject_Z 0)) as [_|C]; [|rewrite zero_scale, R_Z in C by easy; lra]. cbn [andb]. apply pure_ret. }
  cbv beta iota. rewrite set_put by now apply zero_within. eapply pure_bind; [apply pure_ret|]. cbv beta. rewrite put_same by now apply zero_within.
  rewrite set_put by now apply zero_within. eapply pure_bind; [apply pure_ret|]. cbv beta. rewrite put_same by now apply zero_within. apply pure_ret.
Qed.
Lemma round_0 l : forall best, ins best -> (forall j, In j l -> ins j) -> pure (For l (turn enclosed) (samples, best)) (samples, fold_left champion l best).
Proof.
  induction l as [|other l IH]; intros best Hb Hl; cbn [For fold_left]; [apply pure_ret|].
  eapply pure_bind; [apply turn_0; auto; apply Hl; now left|]. apply IH; [|intros; apply Hl; now right].
  unfold champion. destruct (qlt _ _); [easy|]. apply Hl. now left.
Qed.
Lemma champion_is l : forall best, StronglySorted Z.lt (best :: l) -> In (fold_left champion l best) (best :: l) /\
  forall j, In j (best :: l) -> j <> fold_left champion l best -> before0 j (fold_left champion l best).
Proof.
  induction l as [|other l IH]; intros best Hs; cbn [fold_left].
  - split; [now left|]. intros j [->|[]] N. easy.
  - inversion Hs as [|? ? Hs1 Hs2]; subst. inversion Hs1 as [|? ? Hs3 Hs4]; subst. rewrite List.Forall_forall in Hs2, Hs4.
    assert (Sb : StronglySorted Z.lt (best :: l)) by (constructor; [easy|rewrite List.Forall_forall; intros; apply Hs2; now right]).
    unfold champion at 2 4 6. destruct (qlt_spec (shift (at_ (start x) other)) (shift (at_ (start x) best))) as [L|L].
    + destruct (IH best Sb) as [H1 H2]. split; [destruct H1; [now left|right; now right]|].
      assert (B : before0 other best) by (now left).
      intros j [->|[->|Hj]] N; [apply H2; auto; now left| |apply H2; auto; now right].
      destruct (Z.eq_dec best (fold_left champion l best)) as [E1|E1]; [now rewrite <- E1|].
      eapply before0_trans; [exact B|]. apply H2; auto. now left.
    + destruct (IH other Hs1) as [H1 H2]. split; [now right|].
      assert (B : before0 best other).
      { assert (best < other)%Z by (apply Hs2; now left). unfold before0. destruct (Req_dec (Q2R (shift (at_ (start x) best))) (Q2R (shift (at_ (start x) other)))); [right; split; [easy|lia]|left; lra]. }
      intros j [->|Hj] N; [|now apply H2]. destruct (Z.eq_dec other (fold_left champion l other)) as [E1|E1]; [now rewrite <- E1|].
      eapply before0_trans; [exact B|]. apply H2; auto. now left.
Qed.
Fixpoint sep0 (s rest : list Z) : Prop := match s with [] => True | i :: s => (forall j, In j (s ++ rest) -> before0 j i) /\ sep0 s rest end.
Let n := length x.
Lemma outer_0 m : forall left selected, StronglySorted Z.lt left -> (forall j, In j left -> ins j) -> (m <= length left)%nat ->
  (Z.of_nat (length selected) + Z.of_nat m = Z.min k (Z.of_nat n))%Z -> exists s rest,
  (forall K, bd K -> Ex (Loop (outer enclosed n k) (selected, left, samples)) K = K (selected ++ s)) /\
  Permutation (s ++ rest) left /\ length s = m /\ sep0 s rest.
Proof.
  induction m; intros left selected Hs Hin Hle Hlen.
  - exists [], left. split; [|split; [reflexivity|split; [reflexivity|exact Logic.I]]]. intros K HK. rewrite Ex_loop by easy. unfold outer at 1. unfold py_len.
    destruct (Z.ltb_spec (Z.of_nat (length selected)) (Z.min k (Z.of_nat n))); [lia|]. rewrite Ex_ret. cbn [into]. now rewrite app_nil_r.
  - destruct left as [|b l]; [cbn in Hle; lia|]. destruct (champion_is l b Hs) as [C1 C2]. set (c := fold_left champion l b) in *.
    destruct (remove_sorted (b :: l) c Hs C1) as [r [R1 [R2 R3]]].
    assert (Lr : length r = length l) by (apply Permutation_length in R2; cbn in R2; lia).
    destruct (IHm r (selected ++ [c])) as [s [rest [E1 [E2 [E3 E4]]]]]; auto.
    { intros j Hj. apply Hin. apply (Permutation_in _ (Permutation_sym R2)). now right. }
    { cbn in Hle. lia. }
    { rewrite app_length. cbn [length]. lia. }
    exists (c :: s), rest. split; [|split; [cbn; rewrite E2; now symmetry|split; [cbn; lia|split; [|easy]]]].
    + intros K HK. rewrite Ex_loop by easy. unfold outer at 1. unfold py_len.
      assert (BK : bd (into (fun s => Ex (Loop (outer enclosed n k) s) K) K)) by (apply bd_into; [now apply bd_Ex|easy]).
      destruct (Z.ltb_spec (Z.of_nat (length selected)) (Z.min k (Z.of_nat n))); [|lia].
      change (get (b :: l) 0) with (Ret b). rewrite Ex_bind, Ex_ret by easy. change (slice_from (b :: l) 1) with l.
      assert (Rd : pure (For l (turn enclosed) (samples, b)) (samples, c)) by (apply round_0; [apply Hin; now left|intros; apply Hin; now right]).
      rewrite (Ex_pure_bind _ _ _ _ Rd) by easy.
      rewrite (Ex_pure_bind _ _ _ _ R1) by easy. cbv zeta. rewrite Ex_ret. cbn [into]. rewrite E1 by easy. now rewrite <- app_assoc.
    + intros j Hj. assert (Hr : In j r) by (apply (Permutation_in _ E2 Hj)). apply C2; [apply (Permutation_in _ (Permutation_sym R2)); now right|].
      intros ->. assert (Nd : NoDup (c :: r)).
      { apply (Permutation_NoDup R2). clear -Hs. induction Hs as [|? ? ? ? Hf]; constructor; auto. rewrite List.Forall_forall in Hf. intros C. specialize (Hf _ C). lia. }
      inversion Nd. easy.
Qed.
Theorem gumbel_top_k_at_0 : (0 <= k)%Z -> exists s rest, law (gumbel_top_k enclosed x k) (event (asked s)) 1 /\
  Permutation (s ++ rest) (py_range (py_len x)) /\ py_len s = Z.min k (py_len x) /\ sep0 s rest.
Proof.
  intros Hk. destruct (outer_0 (Z.to_nat (Z.min k (Z.of_nat n))) (py_range (py_len x)) []) as [s [rest [E1 [E2 [E3 E4]]]]].
  - unfold py_range. generalize (Z.to_nat (py_len x)) as m. intros m. generalize 0%nat as a. induction m; intros a; cbn; [constructor|].
    constructor; [apply IHm|]. rewrite List.Forall_forall. intros c Hc. apply in_map_iff in Hc. destruct Hc as [d [<- Hd]]. apply in_seq in Hd. lia.
  - intros j Hj. unfold py_range, py_len in Hj. apply in_map_iff in Hj. destruct Hj as [i [<- Hi]]. apply in_seq in Hi. unfold ins. lia.
  - unfold py_range, py_len. rewrite map_length, seq_length. unfold n. lia.
  - cbn [length]. lia.
  - exists s, rest. split; [|split; [easy|split; [unfold py_len; fold n; lia|easy]]].
    pose proof (adequacy (gumbel_top_k enclosed x k) _ (bd_event (asked s))) as H. unfold gumbel_top_k in H at 2.
    rewrite (Ex_pure_bind _ _ _ _ (pure_start x)) in H by apply bd_event. cbv zeta in H.
    assert (E5 := E1 (event (asked s)) (bd_event _)). unfold samples in E5. cbn [app] in E5.
    replace 1 with (event (asked s) s) by (unfold event, asked; destruct (list_eq_dec Z.eq_dec s s); easy). rewrite <- E5. exact H.
Qed.
End Zero.
