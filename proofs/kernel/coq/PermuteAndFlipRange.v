(* The range divergence of the running permute_and_flip, on tapes. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PermuteAndFlipPairRange.
Import ListNotations.
Open Scope R_scope.

Lemma near_sym d x x' : near d x x' -> near d x' x.
Proof.
  intros [Hl H]. split; [easy|]. intros [u u'] [v v'] Hu Hv. cbn.
  assert (S : forall a b, In (a, b) (combine x' x) -> In (b, a) (combine x x')).
  { clear -Hl. revert x' Hl. induction x as [|c x IH]; intros [|c' x'] Hl a b; cbn in *; try easy.
    intros [H|H]; [injection H as <- <-; now left|right; apply IH; auto; lia]. }
  pose proof (H _ _ (S _ _ Hv) (S _ _ Hu)) as G. cbn in G. lra.
Qed.

Lemma weights_near d x x' scale : 0 < Q2R scale -> near d x x' ->
  (forall a b, valid x a -> valid x b ->
     weight x scale a * weight x' scale b <= exp (d / Q2R scale) * (weight x' scale a * weight x scale b)) /\
  (forall a, valid x a -> weight x scale a <= exp (d / Q2R scale) * weight x' scale a).
Proof.
  intros Hs Hn. pose proof (proj1 Hn) as Hl. set (S := Q2R scale) in *.
  assert (Q1 : forall a b, valid x a -> valid x b ->
     weight x scale a * weight x' scale b <= exp (d / S) * (weight x' scale a * weight x scale b)).
  { intros c j Hc Hj. unfold weight. fold S. rewrite <- !exp_plus. apply exp_le.
    apply Rmult_le_reg_r with S; [lra|]. unfold Rdiv. field_simplify; [|lra|lra].
    pose proof (near_score d x x' c j Hn Hc Hj). lra. }
  split; [exact Q1|]. intros c Hc.
  assert (N' : x' <> []). { intros ->. destruct x; [unfold valid in Hc; cbn in Hc; lia|discriminate]. }
  destruct (best_spec x' N') as [_ [_ Hin]]. destruct (In_nth x' _ 0%Q Hin) as [j [Hj Hj2]].
  assert (Vj : valid x (Z.of_nat j)) by (unfold valid; rewrite Hl; lia).
  pose proof (Q1 c _ Hc Vj) as H. replace (weight x' scale (Z.of_nat j)) with 1 in H.
  - pose proof (weight_01 x scale _ Hs Vj). assert (Hv' : valid x' c) by (unfold valid in *; now rewrite <- Hl).
    pose proof (weight_01 x' scale c Hs Hv'). pose proof (exp_pos (d / S)). assert (0 < exp (d / S) * weight x' scale c) by nra. nra.
  - unfold weight, score. rewrite Nat2Z.id, Hj2. replace (Q2R (best x') - Q2R (best x')) with 0 by lra.
    unfold Rdiv. now rewrite Rmult_0_l, Ropp_0, exp_0.
Qed.

Lemma others_split x i j : i <> j -> valid x i -> valid x j ->
  Permutation (others x i) (j :: filter (fun l => negb (l =? j)%Z) (others x i)).
Proof.
  intros N Hi Hj. unfold others. 
  assert (G : forall l, NoDup l -> In j l -> Permutation l (j :: filter (fun l => negb (l =? j)%Z) l)).
  { clear. induction l as [|a l IH]; [easy|]. intros Hd Hin. inversion Hd as [|? ? Ha Hd']; subst. cbn. destruct (Z.eqb_spec a j) as [->|Na]; cbn.
    - constructor. clear -Ha. induction l as [|b l IH]; [easy|]. cbn. destruct (Z.eqb_spec b j) as [->|_]; [exfalso; apply Ha; now left|].
      cbn. constructor. apply IH. intros H. apply Ha. now right.
    - destruct Hin as [->|Hin]; [easy|]. rewrite (IH Hd' Hin) at 1. apply perm_swap. }
  apply G; [apply NoDup_filter, range_NoDup|]. apply filter_In. split.
  - unfold py_range. apply in_map_iff. exists (Z.to_nat j). unfold valid in Hj. split; [lia|]. apply in_seq. unfold py_len. lia.
  - destruct (Z.eqb_spec j i); [congruence|reflexivity].
Qed.

Theorem permute_and_flip_range d x x' scale i j vi vj vi' vj' :
  0 <= d -> 0 < Q2R scale -> near d x x' -> i <> j -> valid x i -> valid x j ->
  law (permute_and_flip x scale) (event (Z.eqb i)) vi -> law (permute_and_flip x scale) (event (Z.eqb j)) vj ->
  law (permute_and_flip x' scale) (event (Z.eqb i)) vi' -> law (permute_and_flip x' scale) (event (Z.eqb j)) vj' ->
  vi * vj' <= (2 * exp (d / Q2R scale / 2) - 1) ^ 2 * (vi' * vj).
Proof.
  intros Hd Hs Hn Nij Hi Hj L1 L2 L3 L4. pose proof (proj1 Hn) as Hl.
  assert (Hi' : valid x' i) by (unfold valid in *; now rewrite <- Hl). assert (Hj' : valid x' j) by (unfold valid in *; now rewrite <- Hl).
  assert (N : x <> []) by (intros ->; unfold valid in Hi; cbn in Hi; lia).
  assert (N' : x' <> []) by (intros ->; unfold valid in Hi'; cbn in Hi'; lia).
  assert (U : forall (m : prog Z) k v w, law m k v -> law m k w -> v = w).
  { intros m k v w Hv Hw. unfold law in *. apply is_lim_seq_unique in Hv. apply is_lim_seq_unique in Hw. rewrite Hv in Hw. now injection Hw. }
  rewrite (U _ _ _ _ L1 (permute_and_flip_law x scale i N Hs Hi)), (U _ _ _ _ L2 (permute_and_flip_law x scale j N Hs Hj)).
  rewrite (U _ _ _ _ L3 (permute_and_flip_law x' scale i N' Hs Hi')), (U _ _ _ _ L4 (permute_and_flip_law x' scale j N' Hs Hj')).
  clear L1 L2 L3 L4 vi vj vi' vj'.
  change RInt with (@RInt R_CompleteNormedModule). fold (I (map (weight x scale) (others x i))).
  fold (I (map (weight x scale) (others x j))). fold (I (map (weight x' scale) (others x' i))). fold (I (map (weight x' scale) (others x' j))).
  assert (O : forall r, others x' r = others x r) by (intros; unfold others, py_len; now rewrite Hl). rewrite !O.
  set (rest := filter (fun l => negb (l =? j)%Z) (others x i)).
  assert (Same : Permutation rest (filter (fun l => negb (l =? i)%Z) (others x j))).
  { unfold rest, others. generalize (py_range (py_len x)) as l. clear. induction l as [|a l IH]; [easy|]. cbn.
    destruct (Z.eqb_spec a i) as [Ei|Ei]; destruct (Z.eqb_spec a j) as [Ej|Ej]; cbn; auto.
    - destruct (Z.eqb_spec a i); [cbn; auto|easy].
    - destruct (Z.eqb_spec a j); [cbn; auto|easy].
    - destruct (Z.eqb_spec a j); [easy|]. destruct (Z.eqb_spec a i); [easy|]. cbn. now constructor. }
  assert (Pi : Permutation (others x i) (j :: rest)) by now apply others_split.
  assert (Pj : Permutation (others x j) (i :: rest)).
  { rewrite (others_split x j i) by auto. constructor. now symmetry. }
  rewrite !(I_perm _ _ (Permutation_map _ Pi)), !(I_perm _ _ (Permutation_map _ Pj)). cbn [map].
  assert (V : forall a, In a (them i j rest) -> valid x a).
  { intros a [<-|[<-|Ha]]; auto. unfold rest, others in Ha. apply filter_In in Ha. destruct Ha as [Ha _]. apply filter_In in Ha.
    apply (proj1 (List.Forall_forall _ _) (range_valid x)). apply Ha. }
  assert (V' : forall a, valid x a -> valid x' a) by (unfold valid; rewrite Hl; auto).
  destruct (weights_near d x x' scale Hs Hn) as [W1 W2]. destruct (weights_near d x' x scale Hs (near_sym _ _ _ Hn)) as [_ W3].
  apply (pair_range i j rest (weight x scale) (weight x' scale) _ (exp (d / Q2R scale))).
  - rewrite <- exp_0. apply exp_le. apply Rdiv_le_0_compat; [apply Rdiv_le_0_compat; lra|lra].
  - rewrite <- exp_plus. f_equal. lra.
  - intros a Ha. apply weight_01; auto.
  - intros a Ha. apply weight_01; auto.
  - intros a b Ha Hb. apply W1; auto.
  - intros a Ha. apply W2; auto.
  - intros a Ha. apply W3; auto.
Qed.
