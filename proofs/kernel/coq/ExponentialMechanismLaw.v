(* The running exponential mechanism from coins alone: its law, at every scale; it answers with probability 1; peeled, it has the law of peeled softmax. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw ExponentialMechanism RangeImpliesRho AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection.
Import ListNotations.
Open Scope R_scope.

Lemma lsum_range f n : lsum f (py_range (Z.of_nat n)) = sum n (fun i => f (Z.of_nat i)).
Proof.
  unfold py_range. rewrite Nat2Z.id. induction n; [easy|]. rewrite seq_S, map_app, lsum_app, IHn. cbn. lra.
Qed.
Lemma weight_p x scale c : 0 < Q2R scale -> x <> [] ->
  weight x scale c / lsum (weight x scale) (py_range (py_len x)) = p (py_range (py_len x)) (Q2R scale) (score x) c.
Proof.
  intros Hs Hx. unfold p, W. set (e := exp (- (Q2R (best x) / Q2R scale))). assert (Pe : 0 < e) by apply exp_pos.
  assert (E : forall c, weight x scale c = e * w (Q2R scale) (score x) c).
  { intros i. unfold weight, w, e. rewrite <- exp_plus. f_equal. field. lra. }
  rewrite (lsum_ext _ _ _ (fun i _ => E i)), lsum_scale, E. assert (0 < lsum (w (Q2R scale) (score x)) (py_range (py_len x))).
  { apply lsum_pos; [|intros; apply exp_pos]. destruct x; [easy|]. unfold py_len, py_range. rewrite Nat2Z.id. easy. }
  field. split; lra.
Qed.

Lemma attempt_exponential_law x scale c k : x <> [] -> 0 < Q2R scale -> 0 <= c -> bd k ->
  Ex (attempt_exponential_mechanism x scale) (on_some c k) =
  lsum (fun i => weight x scale i * k i + (1 - weight x scale i) * c) (py_range (py_len x)) / INR (length x).
Proof.
  intros Hx Hs Hc Hk. pose proof (bd_on_some c k Hc Hk) as B. assert (L : (1 <= length x)%nat) by (destruct x; cbn; [easy|lia]).
  unfold attempt_exponential_mechanism. rewrite Ex_bind by easy. unfold py_len. rewrite uniform_law by (auto; now apply bd_Ex). rewrite lsum_range. f_equal.
  apply sum_ext. intros i Hi. destruct (best_spec x Hx) as [Em [Hm _]].
  assert (V : valid x (Z.of_nat i)) by (unfold valid; lia). destruct (score_in x _ V) as [a [Ha [Es Eg]]].
  assert (Pos : 0 <= (Q2R (best x) - score x (Z.of_nat i)) / Q2R scale) by (apply Rdiv_le_0_compat; [specialize (Hm a Ha); lra|lra]).
  rewrite Em, Eg. repeat (rewrite Ex_bind by easy; rewrite Ex_ret). cbv zeta. rewrite Ex_bind by easy.
  destruct (qdiv_ok (qsub (best x) a) scale ltac:(lra)) as [g [-> Eq]]. rewrite Ex_ret, Ex_bind by easy. rewrite R_qsub, <- Es in Eq.
  rewrite exp_law by (try (now apply bd_Ex); lra). rewrite !Ex_ret, Eq. reflexivity.
Qed.

Theorem exponential_law x scale k : x <> [] -> 0 < Q2R scale -> bd k ->
  Ex (exponential_mechanism x scale) k = lsum (fun i => p (py_range (py_len x)) (Q2R scale) (score x) i * k i) (py_range (py_len x)).
Proof.
  intros Hx Hs Hk. assert (L : 0 < INR (length x)) by (apply lt_0_INR; destruct x; cbn; [easy|lia]).
  set (r := py_range (py_len x)). set (s := lsum (weight x scale) r).
  assert (Ps : 0 < s). { apply lsum_pos; [|intros; apply exp_pos]. unfold r. destruct x; [easy|]. unfold py_len, py_range. rewrite Nat2Z.id. easy. }
  assert (Len : lsum (fun _ : Z => 1) r = INR (length x)). { unfold r, py_len. rewrite lsum_range, sum_const. ring. }
  assert (A : forall c, 0 <= c -> Ex (attempt_exponential_mechanism x scale) (on_some c k) = (lsum (fun i => weight x scale i * k i) r + (INR (length x) - s) * c) / INR (length x)).
  { intros c Hc. rewrite attempt_exponential_law by easy. fold r. f_equal.
    rewrite lsum_plus. f_equal. rewrite (lsum_ext _ (fun i => c * (1 + - 1 * weight x scale i))) by (intros; ring). rewrite lsum_scale, lsum_plus, lsum_scale, Len. fold s. ring. }
  unfold exponential_mechanism. destruct (qeq_spec scale (inject_Z 0)) as [C|_]; [rewrite R_Z in C; lra|].
  rewrite (retry_law _ k ((INR (length x) - s) / INR (length x))); [|easy| |].
  - rewrite A by lra. rewrite Rmult_0_r, Rplus_0_r. replace (1 - (INR (length x) - s) / INR (length x)) with (s / INR (length x)) by (field; lra).
    rewrite (lsum_ext (fun i => p r (Q2R scale) (score x) i * k i) (fun i => / s * (weight x scale i * k i))).
    + rewrite lsum_scale. field. lra.
    + intros i _. unfold r. rewrite <- weight_p by easy. fold r. fold s. field. lra.
  - intros c Hc. rewrite !A by lra. field. lra.
  - apply Rmult_lt_reg_r with (INR (length x)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* P(i) = w_i/(sum of all w_j), w_i = exp(x_i/scale) *)
Theorem exponential_mechanism_law x scale i : 0 < Q2R scale -> valid x i ->
  of_index (exponential_mechanism x scale) i = p (py_range (py_len x)) (Q2R scale) (score x) i.
Proof.
  intros Hs Hi. assert (Hx : x <> []) by (intros ->; unfold valid in Hi; cbn in Hi; lia). unfold of_index. rewrite probability_Ex, exponential_law by (auto using bd_event).
  rewrite (lsum_ext _ (fun o => p (py_range (py_len x)) (Q2R scale) (score x) o * event (Z.eqb o) i)) by (intros; unfold event; now rewrite Z.eqb_sym).
  rewrite (lsum_at Z.eqb _ Z.eqb_eq (range_NoDup _)). replace (existsb (fun o => (o =? i)%Z) (py_range (py_len x))) with true; [easy|].
  symmetry. apply (in_S Z.eqb _ Z.eqb_eq). unfold py_range, py_len, valid in *. apply in_map_iff. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.
(* Without noise it is permute-and-flip without noise: the last of the greatest scores. *)
Lemma exponential_at_0 x scale k : x <> [] -> Q2R scale = 0 -> bd k -> Ex (exponential_mechanism x scale) k = Ex (permute_and_flip x scale) k.
Proof.
  intros Hx Hs Hk. unfold exponential_mechanism, permute_and_flip. rewrite (proj1 (best_spec x Hx)), Ex_bind, Ex_ret by easy. cbv zeta.
  destruct (qeq_spec scale (inject_Z 0)) as [_|C]; [|rewrite R_Z in C; easy]. reflexivity.
Qed.
Theorem exponential_mechanism_at_0 x scale : x <> [] -> Q2R scale = 0 -> exists r, valid x r /\
  (forall c, valid x c -> before x c r) /\ forall S, probability (exponential_mechanism x scale) S = event S r.
Proof.
  intros Hx Hs. destruct (permute_and_flip_at_0 x scale (fun _ => 1) Hx Hs ltac:(apply bd_const; lra)) as [r [Hr [Hb _]]]. exists r. split; [easy|]. split; [easy|].
  intros S. rewrite probability_Ex, exponential_at_0 by (auto using bd_event). destruct (permute_and_flip_at_0 x scale (event S) Hx Hs (bd_event S)) as [r' [Hr' [Hb' H]]].
  rewrite <- (law_Ex _ _ _ (bd_event S) H). f_equal. specialize (Hb r' Hr'). specialize (Hb' r Hr). unfold before in *. lra || (destruct Hb as [?|[? ?]], Hb' as [?|[? ?]]; try lra; lia).
Qed.

(* Of no candidate it selects none: it does not answer. *)
Lemma uniform_of_none k : bd k -> Ex (sample_uniform_uint_below 0) k = 0.
Proof.
  intros Hk. apply Rle_antisym; [|now apply Ex_nonneg]. unfold sample_uniform_uint_below, retry.
  apply (loop_le _ (fun _ => True) (fun _ => 0) k); auto; [apply bd_const; lra| |].
  - intros [] _. eapply all_imp; [|apply all_true]. intros [[]|a]; cbn; auto.
  - intros [] _. rewrite Ex_bind by (apply bd_into; [apply bd_const; lra|easy]).
    rewrite (Ex_ext _ _ (on_some 0 k)) by (intros [a|]; rewrite Ex_ret; reflexivity). pose proof (bd_on_some 0 k ltac:(lra) Hk) as B.
    unfold attempt_uniform_uint_below. cbv zeta. rewrite Ex_bind by easy.
    rewrite bits_law; [|intros x v g Hg; cbv zeta; rewrite Ex_bind, Ex_bit by (auto; now apply bd_Ex); rewrite !Ex_ret; f_equal; f_equal; f_equal; ring|now apply bd_Ex].
    change (length (py_range (bit_length (0 - 1)))) with 1%nat. cbn [Nat.pow Nat.mul Nat.add sum].
    rewrite !Ex_ret. cbn. lra.
Qed.
Lemma exponential_of_none scale k : bd k -> Ex (exponential_mechanism [] scale) k = 0.
Proof.
  intros Hk. unfold exponential_mechanism. cbv zeta. destruct (qeq scale (inject_Z 0)); [cbn; apply Ex_fail|].
  rewrite (retry_law _ k 0); auto; [| |lra].
  - unfold attempt_exponential_mechanism. rewrite Ex_bind by (apply bd_on_some; [lra|easy]). change (py_len (@nil Q)) with 0%Z. rewrite uniform_of_none; [lra|]. apply bd_Ex, bd_on_some; [lra|easy].
  - intros c Hc. unfold attempt_exponential_mechanism. change (py_len (@nil Q)) with 0%Z. rewrite !Ex_bind by (apply bd_on_some; [lra|easy]). rewrite !uniform_of_none by (apply bd_Ex, bd_on_some; [lra|easy]). lra.
Qed.
Lemma exponential_in_range scale y : 0 <= Q2R scale -> Ex (exponential_mechanism y scale) (fun i => if below (length y) i then 0 else 1) = 0.
Proof.
  intros Hs. assert (B : bd (fun i => if below (length y) i then 0 else 1)) by (exists 1; intros i; destruct (below _ i); lra).
  assert (D : y = [] \/ y <> []) by (destruct y; [now left|now right]). destruct D as [->|Hy]; [now apply exponential_of_none|].
  destruct (Req_dec (Q2R scale) 0) as [Z|N]; [rewrite exponential_at_0 by easy; now apply flip_in_range_any|].
  rewrite exponential_law by (auto; lra). rewrite (lsum_ext _ (fun _ => 0 * 0)); [rewrite lsum_scale; ring|]. intros i Hi. unfold py_len in Hi. apply in_py_range in Hi.
  unfold below. destruct (Z.leb_spec 0 i); [|lia]. destruct (Z.ltb_spec i (Z.of_nat (length y))); [|lia]. cbn. ring.
Qed.
Lemma range_not_empty {A} (y : list A) : y <> [] -> py_range (py_len y) <> [].
Proof. intros H. destruct y; [easy|]. unfold py_len, py_range. rewrite Nat2Z.id. easy. Qed.
Lemma exponential_answers scale y : 0 <= Q2R scale -> y <> [] -> Ex (exponential_mechanism y scale) (fun _ => 1) = 1.
Proof.
  intros Hs Hy. assert (B : bd (fun _ : Z => 1)) by (apply bd_const; lra).
  destruct (Req_dec (Q2R scale) 0) as [Z|N]; [rewrite exponential_at_0 by easy; now apply flip_answers_any|].
  rewrite exponential_law by (auto; lra). rewrite (lsum_ext _ (p (py_range (py_len y)) (Q2R scale) (score y))) by (intros; ring). apply p_one. now apply range_not_empty.
Qed.
Theorem exponential_mechanism_answers x scale : x <> [] -> 0 <= Q2R scale -> answers_surely (exponential_mechanism x scale).
Proof. intros. apply answers_Ex. now apply exponential_answers. Qed.
Theorem peel_exponential_answers x scale k : 0 <= Q2R scale -> answers_surely (peel exponential_mechanism x scale k).
Proof. intros Hs. apply peel_answers; intros; [now apply exponential_in_range|now apply exponential_answers]. Qed.

(* ---- peeled ---- *)
Lemma list_as_range (l : list Z) : map (fun c => nth (Z.to_nat c) l 0%Z) (py_range (py_len l)) = l.
Proof.
  unfold py_range, py_len. rewrite Nat2Z.id, map_map. rewrite (map_ext _ (fun i => nth i l 0%Z)) by (intros; now rewrite Nat2Z.id).
  induction l as [|a l IH]; [easy|]. cbn [length seq map]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
Lemma lsum_map {X Y} (f : Y -> R) (g : X -> Y) l : lsum f (map g l) = lsum (fun a => f (g a)) l.
Proof. induction l; cbn; [easy|]. now rewrite IHl. Qed.
Lemma pick_exponential x scale h i : 0 < Q2R scale -> In i (left (length x) h) ->
  pick exponential_mechanism x scale h i = softmax (length x) (Q2R scale) (score x) h i.
Proof.
  intros Hs Hi. unfold pick. change (left_of x h) with (left (length x) h) in *. set (l := left (length x) h) in *.
  assert (Len : py_len (scores x h) = py_len l) by (unfold py_len, scores; now rewrite map_length).
  assert (Hy : scores x h <> []). { intros C. rewrite C in Len. destruct l; [easy|]. unfold py_len in Len. cbn in Len. lia. }
  rewrite exponential_law; [|easy|easy|exists 1; intros c; unfold event; destruct (_ =? _)%Z; lra]. rewrite Len.
  assert (Sc : forall c, In c (py_range (py_len l)) -> score (scores x h) c = score x (nth (Z.to_nat c) l 0%Z)).
  { intros c Hc. unfold py_len in Hc. apply in_py_range in Hc. unfold score, scores. change (left_of x h) with l.
    rewrite (nth_indep _ 0%Q (nth (Z.to_nat 0) x 0%Q)) by (rewrite map_length; lia). now rewrite (map_nth (fun i => nth (Z.to_nat i) x 0%Q) l 0%Z). }
  assert (Pc : forall c, In c (py_range (py_len l)) -> p (py_range (py_len l)) (Q2R scale) (score (scores x h)) c = p l (Q2R scale) (score x) (nth (Z.to_nat c) l 0%Z)).
  { intros c Hc. unfold p, W, w. rewrite Sc by easy. f_equal. rewrite (lsum_ext _ (fun c => exp (score x (nth (Z.to_nat c) l 0%Z) / Q2R scale))) by (intros a Ha; now rewrite Sc).
    pose proof (lsum_map (fun i => exp (score x i / Q2R scale)) (fun c => nth (Z.to_nat c) l 0%Z) (py_range (py_len l))) as E1. rewrite list_as_range in E1. symmetry. exact E1. }
  rewrite (lsum_ext _ (fun c => (fun j => p l (Q2R scale) (score x) j * event (Z.eqb j) i) (nth (Z.to_nat c) l 0%Z))).
  2: { intros c Hc. rewrite Pc by easy. unfold event. now rewrite Z.eqb_sym. }
  rewrite <- (lsum_map (fun j => p l (Q2R scale) (score x) j * event (Z.eqb j) i)). rewrite list_as_range.
  rewrite (lsum_at Z.eqb l Z.eqb_eq (left_NoDup _ _)). replace (existsb (fun o => (o =? i)%Z) l) with true; [reflexivity|].
  symmetry. now apply (in_S Z.eqb l Z.eqb_eq).
Qed.
Lemma chance_ext {X} (l : list X -> list X) (P Q : list X -> X -> R) : (forall h i, In i (l h) -> P h i = Q h i) ->
  forall k h o, In o (paths l k h) -> chance P h o = chance Q h o.
Proof.
  intros H. induction k; intros h o Ho; cbn [paths] in Ho; [destruct Ho as [<-|[]]; easy|].
  apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [o' [<- Ho]]. cbn [chance]. now rewrite H, (IHk _ _ Ho).
Qed.
Theorem peel_exponential_law x scale k : 0 < Q2R scale ->
  has_softmax_law (peel exponential_mechanism x scale k) (length x) (Z.to_nat (Z.min k (py_len x))) (Q2R scale) (score x).
Proof.
  intros Hs o Ho. rewrite (peel_outcome exponential_mechanism x scale (fun y => exponential_in_range scale y ltac:(lra)) k o (Ex (peel exponential_mechanism x scale k) (event (is o)))).
  - eapply chance_ext; [|exact Ho]. intros h i Hi. now apply pick_exponential.
  - apply outcomes_are in Ho. apply Ho.
  - apply adequacy, bd_event.
Qed.

(* ---- privacy of one selection ---- *)
Lemma near_range_near d x x' : near d x x' -> range_near (length x) d (score x) (score x').
Proof. intros H i j Hi Hj. apply (near_score d x x' i j H); unfold valid; easy. Qed.
Theorem exponential_mechanism_choice x scale : 0 < Q2R scale -> has_softmax_choice (exponential_mechanism x scale) (length x) (Q2R scale) (score x).
Proof. intros Hs i Hi. rewrite <- probability_Ex. now apply exponential_mechanism_law. Qed.
Section Private.
Variables (x x' : list Q) (scale : Q) (d : R).
Hypothesis Hx : x <> [].
Hypothesis Hs : 0 < Q2R scale.
Hypothesis Hn : near d x x'.
Let L : (1 <= length x)%nat.
Proof. destruct x; [now contradiction Hx|cbn; lia]. Qed.
Let Hm' : has_softmax_choice (exponential_mechanism x' scale) (length x) (Q2R scale) (score x').
Proof. rewrite (proj1 Hn). now apply exponential_mechanism_choice. Qed.
Let Hm := exponential_mechanism_choice x scale Hs.
Let Hd := near_range_near d x x' Hn.
Theorem exponential_mechanism_max_divergence : max_divergence_at_most (d / Q2R scale) (exponential_mechanism x scale) (exponential_mechanism x' scale).
Proof. exact (softmax_choice_max_divergence _ _ Hs L _ _ _ _ d Hm Hm' Hd). Qed.
Theorem exponential_mechanism_range : range_at_most (d / Q2R scale) (of_index (exponential_mechanism x scale)) (of_index (exponential_mechanism x' scale)).
Proof. exact (softmax_choice_range _ _ Hs L _ _ _ _ d Hm Hm' Hd). Qed.
Theorem exponential_mechanism_zero_concentrated : zero_concentrated_at_most ((d / Q2R scale) ^ 2 / 8) (of_index (exponential_mechanism x scale)) (of_index (exponential_mechanism x' scale)).
Proof. exact (softmax_choice_zero_concentrated _ _ Hs L _ _ _ _ d Hm Hm' Hd). Qed.
Theorem exponential_mechanism_tight : 0 < d -> zero_concentrated_at_most (rho (d / Q2R scale)) (of_index (exponential_mechanism x scale)) (of_index (exponential_mechanism x' scale)).
Proof. exact (softmax_choice_tight _ _ Hs L _ _ _ _ d Hm Hm' Hd). Qed.
End Private.
