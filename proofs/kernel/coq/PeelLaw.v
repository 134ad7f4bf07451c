(* The law of the running peel: k rounds of `select`, each on what is left; original_index names the right candidate. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation Sorted.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy.
Import ListNotations.
Open Scope R_scope.

(* ---- original_index ---- *)
Definition bump (s : list Z) (v : Z) : Z := fold_left (fun place index => if (index <=? place)%Z then (place + 1)%Z else place) s v.
Lemma original_index_is place removed k : bd k -> Ex (original_index place removed) k = k (bump (py_sorted removed) place).
Proof.
  intros Hk. unfold original_index.
  revert place. induction (py_sorted removed) as [|a s IH]; intros place; cbn [For bump fold_left]; [apply Ex_ret|].
  rewrite !Ex_bind by (try easy; now apply bd_Ex). destruct (a <=? place)%Z; rewrite !Ex_ret; apply IH.
Qed.

Lemma insert_perm a l : Permutation (a :: l) (insert a l).
Proof. induction l as [|b l IH]; cbn; [easy|]. destruct (a <=? b)%Z; [easy|]. rewrite <- IH. apply perm_swap. Qed.
Lemma sorted_perm l : Permutation l (py_sorted l).
Proof. induction l as [|a l IH]; cbn; [easy|]. rewrite <- insert_perm. now constructor. Qed.
Lemma insert_sorted a l : StronglySorted Z.lt l -> ~ In a l -> StronglySorted Z.lt (insert a l).
Proof.
  induction 1 as [|b l Hl IH Hb]; intros Ha; cbn.
  - repeat constructor.
  - destruct (Z.leb_spec a b).
    + constructor; [now constructor|]. assert (a < b)%Z by (cbn in Ha; lia). constructor; [easy|].
      rewrite List.Forall_forall in *. intros c Hc. specialize (Hb c Hc). lia.
    + constructor; [apply IH; cbn in Ha; tauto|]. rewrite List.Forall_forall in *. intros c Hc.
      apply (Permutation_in _ (Permutation_sym (insert_perm a l))) in Hc. destruct Hc as [<-|Hc]; [lia|now apply Hb].
Qed.
Lemma sorted_sorted l : NoDup l -> StronglySorted Z.lt (py_sorted l).
Proof.
  induction 1 as [|a l Ha Hl IH]; cbn; [constructor|]. apply insert_sorted; auto. intros H. apply Ha.
  apply (Permutation_in _ (Permutation_sym (sorted_perm l)) H).
Qed.

Definition free (t : list Z) (j : Z) : bool := negb (existsb (Z.eqb j) t).
Lemma free_in t j : free t j = true <-> ~ In j t.
Proof.
  unfold free. rewrite negb_true_iff. split.
  - intros H Hi. assert (C : existsb (Z.eqb j) t = true) by (apply existsb_exists; exists j; split; [easy|apply Z.eqb_refl]). congruence.
  - intros H. apply not_true_iff_false. intros C. apply existsb_exists in C. destruct C as [a [Ha E1]]. apply Z.eqb_eq in E1. subst. easy.
Qed.
Definition range (n : nat) : list Z := map Z.of_nat (seq 0 n).
Definition cnt (t : list Z) (v : nat) : nat := length (filter (free t) (range v)).
Lemma range_split a b : range (a + b) = range a ++ map Z.of_nat (seq a b).
Proof. unfold range. now rewrite seq_app, map_app. Qed.
Lemma cnt_S t v : cnt t (S v) = (cnt t v + if free t (Z.of_nat v) then 1 else 0)%nat.
Proof.
  unfold cnt. replace (S v) with (v + 1)%nat by lia. rewrite range_split, filter_app, app_length. cbn. destruct (free t (Z.of_nat v)); reflexivity.
Qed.
Lemma free_app t a j : free (t ++ [a]) j = free t j && negb (j =? a)%Z.
Proof. unfold free. rewrite existsb_app, negb_orb. cbn. now rewrite orb_false_r. Qed.
Lemma cnt_above t a w : (Z.of_nat w <= a)%Z -> cnt (t ++ [a]) w = cnt t w.
Proof.
  induction w; intros H; [reflexivity|]. rewrite !cnt_S, IHw by lia. rewrite free_app.
  destruct (Z.eqb_spec (Z.of_nat w) a); [lia|]. now rewrite andb_true_r.
Qed.
Lemma cnt_below t a w : free t (Z.of_nat a) = true -> (a < w)%nat -> (cnt (t ++ [Z.of_nat a]) w + 1 = cnt t w)%nat.
Proof.
  intros Hf. induction w; intros H; [lia|]. rewrite !cnt_S, free_app. destruct (Nat.eq_dec a w) as [->|N].
  - rewrite cnt_above by lia. rewrite Hf, Z.eqb_refl. cbn. lia.
  - destruct (Z.eqb_spec (Z.of_nat w) (Z.of_nat a)); [lia|]. rewrite andb_true_r. specialize (IHw ltac:(lia)). lia.
Qed.

Lemma bump_spec s : forall pre (v : nat), StronglySorted Z.lt s -> (forall a, In a s -> (0 <= a)%Z) ->
  (forall a b, In a pre -> In b s -> (a < b)%Z) -> free pre (Z.of_nat v) = true ->
  exists v' : nat, bump s (Z.of_nat v) = Z.of_nat v' /\ free (pre ++ s) (Z.of_nat v') = true /\ cnt (pre ++ s) v' = cnt pre v.
Proof.
  induction s as [|a s IH]; intros pre v Hs H0 Hlt Hf.
  - exists v. rewrite app_nil_r. auto.
  - inversion Hs as [|? ? Hs' Ha]; subst. rewrite List.Forall_forall in Ha. cbn [bump fold_left].
    replace (pre ++ a :: s) with ((pre ++ [a]) ++ s) by (now rewrite <- app_assoc).
    assert (Hlt' : forall c b, In c (pre ++ [a]) -> In b s -> (c < b)%Z).
    { intros c b Hc Hb. apply in_app_iff in Hc. destruct Hc as [Hc|[<-|[]]]; [apply Hlt; [easy|now right]|now apply Ha]. }
    assert (H0' : forall c, In c s -> (0 <= c)%Z) by (intros; apply H0; now right).
    assert (Pa : (0 <= a)%Z) by (apply H0; now left).
    assert (Fa : free pre a = true) by (apply free_in; intros C; specialize (Hlt a a C (or_introl eq_refl)); lia).
    destruct (Z.leb_spec a (Z.of_nat v)).
    + destruct (IH (pre ++ [a]) (S v)) as [v' [E1 [E2 E3]]]; auto.
      { rewrite free_app. destruct (Z.eqb_spec (Z.of_nat (S v)) a); [lia|]. rewrite andb_true_r. apply free_in. intros C.
        specialize (Hlt _ a C (or_introl eq_refl)). lia. }
      exists v'. split; [|split; auto].
      * unfold bump in E1. rewrite <- E1. f_equal. lia.
      * rewrite E3. pose proof (cnt_below pre (Z.to_nat a) (S v)) as C. rewrite Z2Nat.id in C by easy. specialize (C Fa ltac:(lia)).
        rewrite (cnt_S pre) in C. rewrite Hf in C. lia.
    + destruct (IH (pre ++ [a]) v) as [v' [E1 [E2 E3]]]; auto.
      { rewrite free_app, Hf. destruct (Z.eqb_spec (Z.of_nat v) a); [lia|easy]. }
      exists v'. split; [exact E1|]. split; auto. rewrite E3. apply cnt_above. lia.
Qed.

Lemma cnt_le t a b : (a <= b)%nat -> (cnt t a <= cnt t b)%nat.
Proof. intros H. replace b with (a + (b - a))%nat by lia. unfold cnt. rewrite range_split, filter_app, app_length. lia. Qed.

(* the candidate at `place` among those left, and what is left without it *)
Lemma original_index_right n t place : NoDup t -> (forall a, In a t -> (0 <= a)%Z) -> (place < cnt t n)%nat ->
  exists v : nat, (v < n)%nat /\ bump (py_sorted t) (Z.of_nat place) = Z.of_nat v /\ free t (Z.of_nat v) = true /\
  exists l1 l2, filter (free t) (range n) = l1 ++ Z.of_nat v :: l2 /\ length l1 = place /\ filter (free (t ++ [Z.of_nat v])) (range n) = l1 ++ l2.
Proof.
  intros Hd H0 Hp.
  destruct (bump_spec (py_sorted t) [] place) as [v [E1 [E2 E3]]].
  - now apply sorted_sorted.
  - intros a Ha. apply H0. apply (Permutation_in _ (Permutation_sym (sorted_perm t)) Ha).
  - easy.
  - reflexivity.
  - cbn [app] in *.
    assert (Hf : forall j, free (py_sorted t) j = free t j).
    { intros j. apply eq_true_iff_eq. rewrite !free_in. split; intros H C; apply H.
      - apply (Permutation_in _ (sorted_perm t) C).
      - apply (Permutation_in _ (Permutation_sym (sorted_perm t)) C). }
    rewrite Hf in E2. assert (C3 : cnt t v = place).
    { unfold cnt in *. rewrite (filter_ext _ (free t)) in E3 by exact Hf. rewrite E3. clear. unfold range. induction place; [easy|].
      rewrite seq_S, map_app, filter_app, app_length, IHplace. cbn. lia. }
    assert (Hv : (v < n)%nat).
    { destruct (le_lt_dec n v) as [C|C]; [|easy]. pose proof (cnt_le t n v C). lia. }
    exists v. repeat split; auto.
    assert (Hr : range n = range v ++ Z.of_nat v :: map Z.of_nat (seq (S v) (n - S v))).
    { replace n with (v + S (n - S v))%nat at 1 by lia. rewrite range_split. reflexivity. }
    exists (filter (free t) (range v)), (filter (free t) (map Z.of_nat (seq (S v) (n - S v)))). rewrite Hr, !filter_app. cbn [filter].
    rewrite E2. split; [reflexivity|]. split; [exact C3|].
    rewrite free_app, Z.eqb_refl, andb_false_r. f_equal; apply filter_ext_in; intros j Hj; rewrite free_app.
    + unfold range in Hj. apply in_map_iff in Hj. destruct Hj as [i [<- Hi]]. apply in_seq in Hi.
      destruct (Z.eqb_spec (Z.of_nat i) (Z.of_nat v)); [lia|now rewrite andb_true_r].
    + apply in_map_iff in Hj. destruct Hj as [i [<- Hi]]. apply in_seq in Hi.
      destruct (Z.eqb_spec (Z.of_nat i) (Z.of_nat v)); [lia|now rewrite andb_true_r].
Qed.

(* ---- the law ---- *)
Section Law.
Variables (select : list Q -> Q -> prog Z) (x : list Q) (scale : Q).
Definition left_of (t : list Z) : list Z := filter (free t) (range (length x)).
Definition scores (t : list Z) : list Q := map (fun i => nth (Z.to_nat i) x 0%Q) (left_of t).

Fixpoint peel_value (j : nat) (taken : list Z) (k : list Z -> R) : R :=
  match j with
  | O => k taken
  | S j => Ex (select (scores taken) scale) (fun place => peel_value j (taken ++ [nth (Z.to_nat place) (left_of taken) 0%Z]) k)
  end.

Definition below (n : nat) (i : Z) : bool := (0 <=? i)%Z && (i <? Z.of_nat n)%Z.
Hypothesis select_in_range : forall y, Ex (select y scale) (fun i => if below (length y) i then 0 else 1) = 0.

Lemma Ex_ext_as {A} (m : prog A) (S : A -> bool) k k' : bd k -> bd k' -> Ex m (fun a => if S a then 0 else 1) = 0 ->
  (forall a, S a = true -> k a = k' a) -> Ex m k = Ex m k'.
Proof.
  assert (H : forall k k', bd k -> bd k' -> Ex m (fun a => if S a then 0 else 1) = 0 -> (forall a, S a = true -> k a = k' a) -> Ex m k <= Ex m k').
  { clear. intros k k' Hk Hk' H0 H. pose proof Hk as [M HM].
    assert (B0 : bd (fun a => if S a then 0 else 1)) by (exists 1; intros a; destruct (S a); lra).
    apply Rle_trans with (Ex m (fun a => Rmax 0 M * (if S a then 0 else 1) + k' a)).
    - apply Ex_le; auto.
      + destruct Hk' as [M' HM']. exists (Rmax 0 M + M'). intros a. specialize (HM' a). pose proof (Rmax_l 0 M). destruct (S a); lra.
      + intros a. pose proof (bd_pos k' Hk' a). specialize (HM a). pose proof (Rmax_r 0 M). destruct (S a) eqn:Sa; [rewrite (H a Sa); lra|lra].
    - rewrite Ex_lin by easy. rewrite H0. lra. }
  intros. apply Rle_antisym; apply H; auto. intros; symmetry; auto.
Qed.

Lemma peel_value_bound j k M : 0 <= M -> (forall a, 0 <= k a <= M) -> forall t, 0 <= peel_value j t k <= M.
Proof.
  intros HM Hk. induction j; intros t; cbn; [apply Hk|]. split.
  - apply Ex_nonneg. exists M. intros; apply IHj.
  - apply Ex_bound; auto.
Qed.

Theorem peel_law n k : bd k -> Ex (peel select x scale n) k = peel_value (Z.to_nat (Z.min n (py_len x))) [] k.
Proof.
  intros Hk. pose proof Hk as [M0 HM0].
  assert (HM : exists M, 0 <= M /\ forall a, 0 <= k a <= M).
  { exists (Rmax 0 M0). split; [apply Rmax_l|]. intros a. specialize (HM0 a). pose proof (Rmax_r 0 M0). lra. }
  clear M0 HM0. destruct HM as [M [PM HM]].
  unfold peel. cbv zeta. match goal with |- Ex (Loop ?f _) _ = _ => set (body := f) end. set (m := Z.min n (py_len x)) in *.
  assert (B : bd (into (fun s => Ex (Loop body s) k) k)) by (apply bd_into; [now apply bd_Ex|easy]).
  assert (Main : forall j t, NoDup t -> (forall a, In a t -> valid x a) -> Z.to_nat (m - py_len t) = j ->
    Ex (Loop body (t, scores t)) k = peel_value j t k).
  { induction j as [|j IH]; intros t Hd Hv Hj; rewrite Ex_loop by easy; unfold body at 1; cbn [peel_value].
    - destruct (Z.ltb_spec (py_len t) m); [lia|]. now rewrite Ex_ret.
    - destruct (Z.ltb_spec (py_len t) m); [|lia]. rewrite Ex_bind by easy. cbv zeta.
      apply Ex_ext_as with (S := below (length (scores t))); auto using bd_Ex.
      + exists M. intros place. now apply peel_value_bound.
      + intros place Hp. unfold below in Hp. apply andb_true_iff in Hp. destruct Hp as [P1 P2].
        apply Z.leb_le in P1. apply Z.ltb_lt in P2. unfold scores in P2. rewrite map_length in P2.
        destruct (original_index_right (length x) t (Z.to_nat place)) as [v [Hvn [E1 [Ef [l1 [l2 [El [Hl1 El2]]]]]]]]; auto.
        { intros a Ha. specialize (Hv a Ha). unfold valid in Hv. lia. }
        { unfold left_of in P2. unfold cnt. lia. }
        rewrite Z2Nat.id in E1 by easy.
        rewrite Ex_bind by easy. rewrite original_index_is by now apply bd_Ex. rewrite E1, Ex_ret. cbn [into].
        assert (En : nth (Z.to_nat place) (left_of t) 0%Z = Z.of_nat v).
        { unfold left_of. rewrite El, <- Hl1. apply nth_middle. }
        rewrite En. rewrite <- IH.
        * f_equal. f_equal. f_equal. unfold scores, left_of. rewrite El, El2. unfold slice_to, slice_from, clamp.
          destruct (Z.ltb_spec place 0); [lia|]. destruct (Z.ltb_spec (place + 1) 0); [lia|].
          rewrite firstn_map, skipn_map, <- map_app. f_equal. rewrite firstn_app, skipn_app, <- Hl1.
          replace (Z.to_nat (place + 1)) with (S (length l1)) by lia. rewrite Nat.sub_diag, firstn_all2, skipn_all2 by lia.
          replace (S (length l1) - length l1)%nat with 1%nat by lia. cbn [firstn skipn app]. now rewrite app_nil_r.
        * apply (Permutation_NoDup (Permutation_cons_append t (Z.of_nat v))). constructor; [now apply free_in|easy].
        * intros a Ha. apply in_app_iff in Ha. destruct Ha as [Ha|[<-|[]]]; [now apply Hv|]. unfold valid. lia.
        * unfold py_len in *. rewrite app_length. cbn. lia. }
  rewrite <- (Main _ [] (NoDup_nil _)); [|easy|unfold py_len at 1; cbn; f_equal; lia].
  f_equal. f_equal. f_equal. unfold scores, left_of. rewrite (filter_ext _ (fun _ => true)) by reflexivity.
  assert (E1 : forall l : list Z, filter (fun _ => true) l = l) by (induction l; cbn; congruence). rewrite E1.
  unfold range. rewrite map_map. rewrite (map_ext _ (fun i => nth i x 0%Q)) by (intros; now rewrite Nat2Z.id).
  clear. induction x as [|a l IH]; [easy|]. cbn [length seq map nth]. f_equal. rewrite IH at 1. rewrite <- seq_shift, map_map. reflexivity.
Qed.
End Law.

(* permute_and_flip answers in range, so the law of peeling it holds without conditions *)
Lemma flip_in_range scale y : 0 < Q2R scale -> Ex (permute_and_flip y scale) (fun i => if below (length y) i then 0 else 1) = 0.
Proof.
  intros Hs. assert (B : bd (fun i => if below (length y) i then 0 else 1)) by (exists 1; intros i; destruct (below _ i); lra).
  destruct y as [|a y].
  - unfold permute_and_flip. cbn [py_max]. now rewrite Ex_bind, Ex_fail.
  - rewrite flip_law by easy. unfold V. rewrite (psum_ext _ (fun _ _ => 0 * 0)); [rewrite psum_scal; lra|].
    intros c r Hp. assert (Hc : valid (a :: y) c).
    { apply (proj1 (List.Forall_forall _ _) (range_valid (a :: y))). apply (Permutation_in _ (Permutation_sym Hp)). now left. }
    unfold valid in Hc. unfold below. destruct (Z.leb_spec 0 c); [|lia]. destruct (Z.ltb_spec c (Z.of_nat (length (a :: y)))); [cbn; ring|lia].
Qed.
