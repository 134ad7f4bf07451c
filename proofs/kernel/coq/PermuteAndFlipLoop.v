(* The law of the running permute_and_flip, and its privacy. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral.
Import ListNotations.
Open Scope R_scope.

Lemma get_mid {A} (pre : list A) a l i : i = Z.of_nat (length pre) -> get (pre ++ a :: l) i = Ret a.
Proof.
  intros ->. unfold get. destruct (Z.ltb_spec (Z.of_nat (length pre)) 0); [lia|]. rewrite Nat2Z.id.
  rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
Qed.
Lemma set_mid {A} (pre : list A) a b l i : i = Z.of_nat (length pre) -> set (pre ++ a :: l) i b = Ret (pre ++ b :: l).
Proof.
  intros ->. unfold set, py_len. rewrite app_length. cbn [length].
  destruct (Z.ltb_spec (Z.of_nat (length pre)) 0); [lia|].
  destruct (Z.leb_spec (Z.of_nat (length pre + S (length l))) (Z.of_nat (length pre))); [lia|]. cbn [orb]. rewrite Nat2Z.id.
  rewrite firstn_app, Nat.sub_diag, firstn_all2, skipn_app by lia. rewrite skipn_all2 by lia.
  replace (S (length pre) - length pre)%nat with 1%nat by lia. cbn [firstn skipn app]. now rewrite app_nil_r.
Qed.
Lemma get_nth {A} (d : A) l c : (0 <= c < Z.of_nat (length l))%Z -> get l c = Ret (nth (Z.to_nat c) l d).
Proof.
  intros H. unfold get. destruct (Z.ltb_spec c 0); [lia|].
  rewrite (nth_error_nth' l d) by lia. reflexivity.
Qed.

Lemma max_from_spec l : forall m, (forall a, In a (m :: l) -> Q2R a <= Q2R (max_from m l)) /\ In (max_from m l) (m :: l).
Proof.
  induction l as [|b l IH]; intros m; cbn [max_from].
  - split; [intros a [->|[]]; lra|now left].
  - destruct (qlt_spec m b) as [L|L]; [destruct (IH b) as [H1 H2]|destruct (IH m) as [H1 H2]].
    + split; [|now right]. intros a [->|[->|H]].
      * pose proof (H1 b (or_introl eq_refl)). lra.
      * apply H1. now left.
      * apply H1. now right.
    + split.
      * intros a [->|[->|H]]; [apply H1; now left| |apply H1; now right]. pose proof (H1 m (or_introl eq_refl)). lra.
      * destruct H2 as [H2|H2]; [left|right; right]; easy.
Qed.
Definition best (x : list Q) : Q := match x with [] => 0%Q | a :: l => max_from a l end.
Lemma best_spec x : x <> [] -> py_max x = Ret (best x) /\ (forall a, In a x -> Q2R a <= Q2R (best x)) /\ In (best x) x.
Proof. destruct x as [|a x]; [easy|]. intros _. split; [easy|]. apply max_from_spec. Qed.

Lemma swap_step {B} (pre l1 : list Z) b l2 (K : list Z -> Z -> prog B) k left i : bd k ->
  left = Z.of_nat (length pre) -> i = Z.of_nat (length l1) -> exists rem, Permutation rem (l1 ++ l2) /\
  Ex (v5 <- get (pre ++ l1 ++ b :: l2) (left + i)%Z ;;
      v6 <- get (pre ++ l1 ++ b :: l2) left ;;
      candidates <- set (pre ++ l1 ++ b :: l2) left v5 ;;
      candidates <- set candidates (left + i)%Z v6 ;;
      candidate <- get candidates left ;; K candidates candidate) k
  = Ex (K ((pre ++ [b]) ++ rem) b) k.
Proof.
  intros Hk Hl Hi. destruct l1 as [|a l1].
  - exists l2. split; [reflexivity|]. cbn [app length] in *. subst i. rewrite Z.add_0_r.
    rewrite Ex_bind by easy. rewrite (get_mid pre b l2 left Hl), Ex_ret. rewrite Ex_bind, Ex_ret by easy.
    rewrite Ex_bind by easy. rewrite (set_mid pre b b l2 left Hl), Ex_ret.
    rewrite Ex_bind by easy. rewrite (set_mid pre b b l2 left Hl), Ex_ret.
    rewrite Ex_bind by easy. rewrite (get_mid pre b l2 left Hl), Ex_ret. now rewrite <- app_assoc.
  - exists (l1 ++ a :: l2). split; [symmetry; apply (Permutation_middle l1 l2 a)|].
    assert (HR : (left + i)%Z = Z.of_nat (length (pre ++ a :: l1))) by (rewrite app_length; lia).
    assert (E1 : pre ++ (a :: l1) ++ b :: l2 = (pre ++ a :: l1) ++ b :: l2) by (now rewrite <- app_assoc).
    rewrite Ex_bind by easy. rewrite E1 at 1. rewrite (get_mid _ b l2 _ HR), Ex_ret.
    rewrite Ex_bind by easy. cbn [app]. rewrite (get_mid pre a _ left Hl), Ex_ret.
    rewrite Ex_bind by easy. rewrite (set_mid pre a b _ left Hl), Ex_ret.
    assert (E2 : pre ++ b :: l1 ++ b :: l2 = (pre ++ b :: l1) ++ b :: l2) by (now rewrite <- app_assoc).
    rewrite Ex_bind by easy. rewrite E2. rewrite (set_mid _ b a l2); [|rewrite HR, !app_length; reflexivity]. rewrite Ex_ret.
    rewrite Ex_bind by easy. replace ((pre ++ b :: l1) ++ a :: l2) with (pre ++ b :: l1 ++ a :: l2) by (now rewrite <- app_assoc).
    rewrite (get_mid pre b _ left Hl), Ex_ret. now rewrite <- app_assoc.
Qed.

Definition score (x : list Q) (c : Z) : R := Q2R (nth (Z.to_nat c) x 0%Q).
(* p_c = exp((x_c - max x)/scale) *)
Definition weight (x : list Q) (scale : Q) (c : Z) : R := exp (- ((Q2R (best x) - score x c) / Q2R scale)).
Definition valid (x : list Q) (c : Z) : Prop := (0 <= c < Z.of_nat (length x))%Z.

Lemma score_in x c : valid x c -> exists a, In a x /\ score x c = Q2R a /\ get x c = Ret a.
Proof.
  intros H. exists (nth (Z.to_nat c) x 0%Q). split; [apply nth_In; unfold valid in H; lia|].
  split; [reflexivity|]. now apply get_nth.
Qed.

Lemma range_valid x : List.Forall (valid x) (py_range (py_len x)).
Proof.
  apply Forall_forall. intros c H. unfold py_range in H. apply in_map_iff in H. destruct H as [i [<- H]].
  apply in_seq in H. unfold py_len in H. unfold valid. lia.
Qed.

Theorem flip_law x scale k : x <> [] -> 0 < Q2R scale -> bd k ->
  Ex (permute_and_flip x scale) k = V (weight x scale) k (py_range (py_len x)).
Proof.
  intros Hx Hs Hk. destruct (best_spec x Hx) as [Hm [Hmax Hin]].
  unfold permute_and_flip. rewrite Hm, Ex_bind, Ex_ret by easy. cbv zeta.
  destruct (qeq_spec scale (inject_Z 0)) as [C|_]; [rewrite R_Z in C; lra|].
  match goal with |- Ex (Loop ?f _) _ = _ => set (body := f) end.
  set (p := weight x scale). set (m := best x) in *.
  assert (B : bd (into (fun s => Ex (Loop body s) k) k)) by (apply bd_into; [now apply bd_Ex|easy]).
  assert (Main : forall n pre rem, length rem = n -> (length pre + n = length x)%nat -> List.Forall (valid x) rem ->
     (exists c, In c rem /\ p c = 1) -> Ex (Loop body (Z.of_nat (length pre), pre ++ rem)) k = V p k rem).
  { induction n as [|n IH]; intros pre rem Hn Hlen Hv [top [Htop Hp1]].
    { destruct rem; [easy|discriminate]. }
    assert (HN : 0 < INR (S n)) by (apply lt_0_INR; lia).
    apply Rmult_eq_reg_l with (INR (S n)); [|lra]. rewrite <- Hn at 2. rewrite V_recursion.
    rewrite Ex_loop by easy. unfold body at 1. rewrite Ex_bind by easy.
    replace (py_len x - Z.of_nat (length pre))%Z with (Z.of_nat (S n)) by (unfold py_len; lia).
    rewrite uniform_law; [|lia|now apply bd_Ex].
    rewrite (psum_index 0%Z), Hn.
    match goal with |- _ * (?a / _) = _ => transitivity a end; [field; lra|].
    apply sum_ext. intros i Hi. cbv zeta.
    destruct (nth_split (n := i) rem 0%Z ltac:(lia)) as [l1 [l2 [Hrem Hl1]]].
    set (c := nth i rem 0%Z) in *. clearbody c.
    assert (Hrest : firstn i rem ++ skipn (S i) rem = l1 ++ l2).
    { rewrite Hrem, firstn_app, skipn_app, <- Hl1, Nat.sub_diag, firstn_all2, skipn_all2 by lia.
      replace (S (length l1) - length l1)%nat with 1%nat by lia. cbn. now rewrite app_nil_r. }
    rewrite Hrest. 
    destruct (swap_step pre l1 c l2 (fun candidates candidate =>
       v8 <- get x candidate ;; v9 <- qdiv (qsub m v8) scale ;; v10 <- sample_bernoulli_exp v9 ;;
       if v10 then Ret (inr candidate) else Ret (inl ((Z.of_nat (length pre) + 1)%Z, candidates)))
       (into (fun s => Ex (Loop body s) k) k) (Z.of_nat (length pre)) (Z.of_nat i) B eq_refl ltac:(now rewrite Hl1)) as [rem' [Hperm HE]].
    rewrite Hrem. rewrite HE. clear HE.
    assert (Hvc : valid x c) by (apply (proj1 (Forall_forall _ _) Hv); rewrite Hrem; apply in_elt).
    destruct (score_in x c Hvc) as [a [Ha [Hsc Hget]]].
    destruct (qdiv_ok (qsub m a) scale ltac:(lra)) as [q [Hq Hq2]]. rewrite R_qsub in Hq2.
    rewrite Hget, Ex_bind, Ex_ret by easy. rewrite Hq, Ex_bind, Ex_ret by easy. rewrite Ex_bind by easy.
    assert (Hqpos : 0 <= Q2R q).
    { rewrite Hq2. apply Rdiv_le_0_compat; [|lra]. specialize (Hmax a Ha). lra. }
    rewrite (exp_law q Hqpos) by now apply bd_Ex. cbv zeta. rewrite !Ex_ret. cbn [into].
    assert (Hpc : exp (- Q2R q) = p c) by (unfold p, weight; fold m; now rewrite Hq2, Hsc). rewrite Hpc. f_equal.
    destruct (Req_dec (p c) 1) as [H1|H1]; [rewrite H1; lra|]. f_equal.
    rewrite <- (V_perm p k rem' (l1 ++ l2) Hperm).
    replace (Z.of_nat (length pre) + 1)%Z with (Z.of_nat (length (pre ++ [c]))) by (rewrite app_length; cbn; lia).
    assert (Hlr : length rem' = n).
    { apply Permutation_length in Hperm. rewrite Hperm, app_length. rewrite Hrem, app_length in Hn. cbn in Hn. lia. }
    apply IH; auto.
    - rewrite app_length. cbn. lia.
    - apply Forall_forall. intros d Hd. apply (proj1 (Forall_forall _ _) Hv). rewrite Hrem.
      apply (Permutation_in _ Hperm) in Hd. apply in_app_iff in Hd. apply in_app_iff. cbn. tauto.
    - exists top. split; [|easy]. apply (Permutation_in _ (Permutation_sym Hperm)).
      rewrite Hrem in Htop. apply in_app_iff in Htop. apply in_app_iff. cbn in Htop.
      destruct Htop as [?|[->|?]]; try tauto. }
  apply (Main (length x) [] (py_range (py_len x))).
  - rewrite py_range_length. unfold py_len. lia.
  - reflexivity.
  - apply range_valid.
  - destruct (In_nth x m 0%Q Hin) as [j [Hj Hj2]]. exists (Z.of_nat j). split.
    + unfold py_range. apply in_map. apply in_seq. unfold py_len. lia.
    + unfold p, weight, score. fold m. rewrite Nat2Z.id, Hj2. replace (Q2R m - Q2R m) with 0 by lra.
      unfold Rdiv. rewrite Rmult_0_l, Ropp_0. apply exp_0.
Qed.
