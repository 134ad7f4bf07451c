(* The running peel of the running permute_and_flip, on tapes: its zero-concentrated divergence. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw ExponentialMechanism ComposedMoments PermuteAndFlipPairRange PermuteAndFlipRange RangeImpliesRho RhoIsBest AdaptiveComposition EmittedDirected EmittedRelease Evaluation DirectedRounding PrivacyMaps NoisyTopKRelease.
Import ListNotations.
Open Scope R_scope.

Lemma law_is {A} (m : prog A) k v : bd k -> law m k v -> v = Ex m k.
Proof.
  intros Hk Hv. pose proof (adequacy m k Hk) as Ha. unfold law in *. apply is_lim_seq_unique in Hv. apply is_lim_seq_unique in Ha.
  rewrite Hv in Ha. now injection Ha.
Qed.

(* ---- the law of peel, outcome by outcome: a product of the laws of the rounds, whatever is peeled ---- *)
Section Any.
Variables (select : list Q -> Q -> prog Z) (x : list Q) (scale : Q).
Hypothesis select_in_range : forall y, Ex (select y scale) (fun i => if below (length y) i then 0 else 1) = 0.
(* a round picks the candidate i *)
Definition pick (h : list Z) (i : Z) : R := Ex (select (scores x h) scale) (fun c => event (Z.eqb i) (nth (Z.to_nat c) (left_of x h) 0%Z)).

Lemma peel_value_zero j k : forall t, (forall o, k (t ++ o) = 0) -> peel_value select x scale j t k = 0.
Proof.
  induction j; intros t H; cbn [peel_value]; [rewrite <- (app_nil_r t); apply H|].
  rewrite (Ex_ext _ _ (fun _ => 0 * 1)); [rewrite (Ex_scal _ 0 (fun _ => 1)) by (apply bd_const; lra); lra|].
  intros c. rewrite IHj; [lra|]. intros o. rewrite <- app_assoc. apply H.
Qed.
Lemma peel_value_chance o : forall t, peel_value select x scale (length o) t (event (is (t ++ o))) = chance pick t o.
Proof.
  induction o as [|i o IH]; intros t; cbn [length peel_value chance].
  - rewrite app_nil_r. unfold event, is. destruct (list_eq_dec Z.eq_dec t t); [easy|congruence].
  - rewrite (Ex_ext _ _ (fun c => chance pick (t ++ [i]) o * event (Z.eqb i) (nth (Z.to_nat c) (left_of x t) 0%Z))).
    + rewrite (Ex_scal _ (chance pick (t ++ [i]) o) (fun c => event (Z.eqb i) (nth (Z.to_nat c) (left_of x t) 0%Z))); [fold (pick t i); ring|].
      exists 1. intros c. unfold event. destruct (i =? _)%Z; lra.
    + intros c. set (j := nth (Z.to_nat c) (left_of x t) 0%Z). unfold event at 2. destruct (Z.eqb_spec i j) as [<-|N].
      * replace (t ++ i :: o) with ((t ++ [i]) ++ o) by now rewrite <- app_assoc. rewrite IH. ring.
      * rewrite peel_value_zero; [ring|]. intros r. unfold event, is. destruct (list_eq_dec Z.eq_dec _ _) as [C|]; [|easy].
        exfalso. rewrite <- app_assoc in C. apply app_inv_head in C. cbn in C. congruence.
Qed.
Theorem peel_outcome k o v : length o = Z.to_nat (Z.min k (py_len x)) -> law (peel select x scale k) (event (is o)) v -> v = chance pick [] o.
Proof.
  intros Hl Hv. rewrite (law_is _ _ _ (bd_event (is o)) Hv), peel_law by auto using bd_event. rewrite <- Hl. apply (peel_value_chance o []).
Qed.
End Any.

(* ---- a round of permute_and_flip ---- *)
Lemma Ex_lsum {A X} (m : prog A) (f : X -> A -> R) l : (forall i, bd (f i)) -> Ex m (fun a => lsum (fun i => f i a) l) = lsum (fun i => Ex m (f i)) l /\ bd (fun a => lsum (fun i => f i a) l).
Proof.
  intros Hf. induction l as [|i l [IH B]]; cbn.
  - split; [|apply bd_const; lra]. rewrite (Ex_ext _ _ (fun _ => 0 * 1)) by (intros; lra). rewrite (Ex_scal _ 0 (fun _ => 1)) by (apply bd_const; lra). lra.
  - split.
    + rewrite (Ex_ext _ _ (fun a => 1 * f i a + lsum (fun i => f i a) l)) by (intros; lra). rewrite Ex_lin by auto. rewrite IH. lra.
    + destruct (Hf i) as [u Hu], B as [w Hw]. exists (u + w). intros a. specialize (Hu a). specialize (Hw a). lra.
Qed.
Lemma lsum_event a l : NoDup l -> In a l -> lsum (fun i => event (Z.eqb i) a) l = 1.
Proof.
  induction 1 as [|b l Hb Hd IH]; [easy|]. intros Hin. cbn. unfold event at 1. destruct (Z.eqb_spec b a) as [->|N].
  - rewrite (lsum_ext _ (fun _ => 0 * 0)); [rewrite (lsum_scal (fun _ => 0)); lra|]. intros i Hi. unfold event. destruct (Z.eqb_spec i a) as [->|]; [easy|lra].
  - destruct Hin as [->|Hin]; [easy|]. rewrite IH by easy. lra.
Qed.

Section Round.
Variables (x : list Q) (scale : Q) (h : list Z).
Hypothesis Hs : 0 < Q2R scale.
Let y := scores x h.
Let at_place (c : Z) := nth (Z.to_nat c) (left_of x h) 0%Z.
Lemma bd_at i : bd (fun c => event (Z.eqb i) (at_place c)).
Proof. exists 1. intros c. unfold event. destruct (i =? _)%Z; lra. Qed.
Lemma place_of i : In i (left_of x h) -> exists c, valid y c /\ at_place c = i.
Proof.
  intros Hi. destruct (In_nth _ _ 0%Z Hi) as [c [Hc E1]]. exists (Z.of_nat c). unfold valid, y, scores, at_place. rewrite map_length, Nat2Z.id. split; [lia|easy].
Qed.
Lemma pick_law c : valid y c -> law (permute_and_flip y scale) (event (Z.eqb c)) (pick permute_and_flip x scale h (at_place c)).
Proof.
  intros Hc. replace (pick permute_and_flip x scale h (at_place c)) with (Ex (permute_and_flip y scale) (event (Z.eqb c))); [apply adequacy, bd_event|].
  unfold pick. fold y. apply Ex_ext_as with (S := below (length y)); auto using bd_event, flip_in_range.
  - apply (bd_at (at_place c)).
  - intros c' Hc'. unfold below in Hc'. apply andb_true_iff in Hc'. destruct Hc' as [C1 C2]. apply Z.leb_le in C1. apply Z.ltb_lt in C2.
    unfold valid in Hc. fold (at_place c'). unfold event.
    assert (L : length y = length (left_of x h)) by (unfold y, scores; apply map_length).
    destruct (Z.eqb_spec c c') as [Ec|N]; destruct (Z.eqb_spec (at_place c) (at_place c')) as [E1|E1]; try congruence; try easy.
    exfalso. unfold at_place in E1. pose proof (proj1 (NoDup_nth (left_of x h) 0%Z) (left_NoDup (length x) h) (Z.to_nat c) (Z.to_nat c') ltac:(lia) ltac:(lia) E1). lia.
Qed.
Lemma pick_pos i : In i (left_of x h) -> 0 < pick permute_and_flip x scale h i.
Proof.
  intros Hi. destruct (place_of i Hi) as [c [Hc <-]]. assert (N : y <> []) by (intros C; rewrite C in Hc; unfold valid in Hc; cbn in Hc; lia).
  rewrite (law_is _ _ _ (bd_event _) (pick_law c Hc)), <- (law_is _ _ _ (bd_event _) (permute_and_flip_law y scale c N Hs Hc)).
  apply Rmult_lt_0_compat; [now apply weight_01|]. apply I_pos. intros a Ha. apply in_map_iff in Ha. destruct Ha as [b [<- Hb]].
  unfold others in Hb. apply filter_In in Hb. assert (V : valid y b) by (apply (proj1 (List.Forall_forall _ _) (range_valid y)); apply Hb).
  pose proof (weight_01 y scale b Hs V). lra.
Qed.
Lemma pick_sum : left_of x h <> [] -> lsum (pick permute_and_flip x scale h) (left_of x h) = 1.
Proof.
  intros Hn. assert (N : y <> []) by (unfold y, scores; destruct (left_of x h); easy).
  destruct (Ex_lsum (permute_and_flip y scale) (fun i c => event (Z.eqb i) (at_place c)) (left_of x h) bd_at) as [E1 B].
  unfold pick. fold y. change (lsum (fun i => Ex (permute_and_flip y scale) (fun c => event (Z.eqb i) (at_place c))) (left_of x h) = 1).
  rewrite <- E1. transitivity (Ex (permute_and_flip y scale) (fun _ => 1)); [|symmetry; apply law_is; [apply bd_const; lra|now apply permute_and_flip_answers]].
  apply Ex_ext_as with (S := below (length y)); auto using flip_in_range; [apply bd_const; lra|].
  intros c Hc. unfold below in Hc. apply andb_true_iff in Hc. destruct Hc as [C1 C2]. apply Z.leb_le in C1. apply Z.ltb_lt in C2.
  apply lsum_event; [apply (left_NoDup (length x))|]. unfold at_place. apply nth_In. unfold y, scores in C2. rewrite map_length in C2. lia.
Qed.
End Round.

Lemma left_same x x' h : length x = length x' -> left_of x' h = left_of x h.
Proof. intros H. unfold left_of. now rewrite H. Qed.
Lemma near_scores d x x' h : near d x x' -> near d (scores x h) (scores x' h).
Proof.
  intros [Hl H]. unfold scores. rewrite (left_same x x' h Hl). split; [now rewrite !map_length|].
  assert (C : forall u, In u (combine (map (fun i => nth (Z.to_nat i) x 0%Q) (left_of x h)) (map (fun i => nth (Z.to_nat i) x' 0%Q) (left_of x h))) -> In u (combine x x')).
  { assert (G : forall i, In i (left_of x h) -> In (nth (Z.to_nat i) x 0%Q, nth (Z.to_nat i) x' 0%Q) (combine x x')).
    { intros i Hi. apply (in_left (length x)) in Hi. rewrite <- combine_nth by easy. apply nth_In. rewrite combine_length. lia. }
    intros u. induction (left_of x h) as [|i r IH]; cbn; [easy|]. intros [<-|Hu]; [apply G; now left|]. apply IH; [|easy]. intros; apply G. now right. }
  intros u v Hu Hv. apply H; auto.
Qed.

(* R(eps) = 2 ln(2 e^(eps/2) - 1) *)
Definition flip_range (eps : R) : R := 2 * ln (2 * exp (eps / 2) - 1).
Lemma flip_range_pos eps : 0 < eps -> 0 < flip_range eps.
Proof.
  intros H. unfold flip_range. assert (1 < exp (eps / 2)) by (apply exp_above; lra).
  rewrite <- (Rmult_0_r 2), <- ln_1. apply Rmult_lt_compat_l; [lra|]. apply ln_increasing; lra.
Qed.
(* R(eps) <= 2 eps, so rho(R(eps)) <= eps^2/2 *)
Lemma flip_range_below eps : 0 < eps -> flip_range eps <= 2 * eps.
Proof.
  intros H. unfold flip_range. assert (1 < exp (eps / 2)) by (apply exp_above; lra). set (s := exp (eps / 2)) in *.
  assert (E1 : eps = ln (s * s)) by (unfold s; rewrite <- exp_plus, ln_exp; lra). rewrite E1. apply Rmult_le_compat_l; [lra|].
  assert (L : 2 * s - 1 <= s * s) by (pose proof (pow2_ge_0 (s - 1)); nra). destruct L as [L|L]; [left; apply ln_increasing; lra|rewrite L; lra].
Qed.
Theorem flip_rho_below eps : 0 < eps -> rho (flip_range eps) <= eps ^ 2 / 2.
Proof.
  intros H. pose proof (flip_range_pos eps H). pose proof (flip_range_below eps H). pose proof (rho_eighth (flip_range eps) ltac:(lra)). nra.
Qed.
Lemma pick_range d x x' scale h i j : 0 <= d -> 0 < Q2R scale -> near d x x' -> In i (left_of x h) -> In j (left_of x h) ->
  ln (pick permute_and_flip x scale h i / pick permute_and_flip x' scale h i) - ln (pick permute_and_flip x scale h j / pick permute_and_flip x' scale h j)
  <= flip_range (d / Q2R scale).
Proof.
  intros Hd Hs Hn Hi Hj. pose proof (proj1 Hn) as Hl. pose proof (left_same x x' h Hl) as L'.
  assert (Hi' : In i (left_of x' h)) by (now rewrite L'). assert (Hj' : In j (left_of x' h)) by (now rewrite L').
  pose proof (pick_pos x scale h Hs i Hi) as P1. pose proof (pick_pos x scale h Hs j Hj) as P2.
  pose proof (pick_pos x' scale h Hs i Hi') as P3. pose proof (pick_pos x' scale h Hs j Hj') as P4.
  assert (S1 : 1 <= exp (d / Q2R scale / 2)).
  { rewrite <- exp_0. apply exp_le. apply Rdiv_le_0_compat; [apply Rdiv_le_0_compat; lra|lra]. }
  unfold flip_range. set (s := exp (d / Q2R scale / 2)) in *.
  replace (2 * ln (2 * s - 1)) with (ln ((2 * s - 1) ^ 2)) by (cbn [pow]; rewrite Rmult_1_r, ln_mult by lra; lra).
  apply range_of_products; auto; [apply pow_lt; lra|].
  destruct (Z.eq_dec i j) as [->|N].
  - assert (1 <= (2 * s - 1) ^ 2) by (cbn [pow]; nra).
    set (a := pick permute_and_flip x scale h j) in *. set (b := pick permute_and_flip x' scale h j) in *. set (g := (2 * s - 1) ^ 2) in *. assert (0 < b * a) by nra. nra.
  - destruct (place_of x h i Hi) as [c [Hc E1]], (place_of x h j Hj) as [e [He E2]].
    assert (Hc' : valid (scores x' h) c) by (unfold valid, scores in *; rewrite map_length in *; now rewrite L').
    assert (He' : valid (scores x' h) e) by (unfold valid, scores in *; rewrite map_length in *; now rewrite L').
    pose proof (pick_law x scale h Hs c Hc) as Q1. pose proof (pick_law x scale h Hs e He) as Q2.
    pose proof (pick_law x' scale h Hs c Hc') as Q3. pose proof (pick_law x' scale h Hs e He') as Q4.
    cbv beta zeta in Q1, Q2, Q3, Q4, E1, E2. rewrite L' in Q3, Q4. rewrite E1 in Q1, Q3. rewrite E2 in Q2, Q4.
    apply (permute_and_flip_range d (scores x h) (scores x' h) scale c e); auto using near_scores. intros ->. congruence.
Qed.

Lemma renyi_ext {X} (l : list X) alpha P Q P' Q' : (forall i, In i l -> P i = P' i) -> (forall i, In i l -> Q i = Q' i) -> renyi l alpha P Q = renyi l alpha P' Q'.
Proof. intros HP HQ. unfold renyi. f_equal. f_equal. apply lsum_ext. intros i Hi. now rewrite HP, HQ. Qed.

(* v o, v' o are the limits of (tapes of L coins on which the code answers o)/2^L. *)
Theorem noisy_top_k_zcdp d x x' scale k alpha (v v' : list Z -> R) :
  0 <= d -> 0 < Q2R scale -> 1 < alpha -> near d x x' ->
  (forall o, law (peel permute_and_flip x scale k) (event (is o)) (v o)) ->
  (forall o, law (peel permute_and_flip x' scale k) (event (is o)) (v' o)) ->
  let m := Z.to_nat (Z.min k (py_len x)) in let outcomes := paths (left (length x)) m [] in
  lsum v outcomes = 1 /\ lsum v' outcomes = 1 /\
  renyi outcomes alpha v v' <= alpha * (INR m * (flip_range (d / Q2R scale) ^ 2 / 8)) /\
  (0 < d -> renyi outcomes alpha v v' <= alpha * (INR (Nat.min m (length x - 1)) * rho (flip_range (d / Q2R scale)))).
Proof.
  intros Hd Hs Ha Hn Hv Hv' m outcomes. pose proof (proj1 Hn) as Hl.
  assert (L' : forall h, left_of x' h = left_of x h) by (intros; now apply left_same).
  assert (V : forall o, In o outcomes -> v o = chance (pick permute_and_flip x scale) [] o).
  { intros o Ho. apply outcomes_are in Ho. apply (peel_outcome permute_and_flip x scale (fun y => flip_in_range scale y Hs) k o); [apply Ho|apply Hv]. }
  assert (V' : forall o, In o outcomes -> v' o = chance (pick permute_and_flip x' scale) [] o).
  { intros o Ho. apply outcomes_are in Ho. apply (peel_outcome permute_and_flip x' scale (fun y => flip_in_range scale y Hs) k o); [|apply Hv'].
    unfold py_len. rewrite <- Hl. apply Ho. }
  rewrite (lsum_ext v _ _ V), (lsum_ext v' _ _ V'), (renyi_ext _ _ _ _ _ _ V V').
  assert (Le : (m <= length (left (length x) []))%nat) by (rewrite left_all; unfold m, py_len; lia).
  assert (Sum' : forall h, left (length x) h <> [] -> lsum (pick permute_and_flip x' scale h) (left (length x) h) = 1).
  { intros h Hh. change (left (length x) h) with (left_of x h) in *. rewrite <- L' in *. now apply pick_sum. }
  assert (Sum : forall h, left (length x) h <> [] -> lsum (pick permute_and_flip x scale h) (left (length x) h) = 1).
  { intros h Hh. now apply pick_sum. }
  assert (Pos : forall h i, In i (left (length x) h) -> 0 < pick permute_and_flip x scale h i) by (intros; now apply pick_pos).
  assert (Pos' : forall h i, In i (left (length x) h) -> 0 < pick permute_and_flip x' scale h i).
  { intros h i Hi. apply pick_pos; [easy|]. rewrite L'. exact Hi. }
  assert (Rd : forall h, left (length x) h <> [] ->
    renyi (left (length x) h) alpha (pick permute_and_flip x scale h) (pick permute_and_flip x' scale h) <= alpha * (flip_range (d / Q2R scale) ^ 2 / 8) /\
    (0 < flip_range (d / Q2R scale) -> renyi (left (length x) h) alpha (pick permute_and_flip x scale h) (pick permute_and_flip x' scale h) <= alpha * rho (flip_range (d / Q2R scale)))).
  { intros h Hh. apply range_renyi; auto. intros i j Hi Hj. now apply pick_range. }
  repeat split.
  - now apply chances_sum.
  - now apply chances_sum.
  - apply rounds_renyi; auto; [pose proof (pow2_ge_0 (flip_range (d / Q2R scale))); lra|]. intros h Hh. now apply Rd.
  - intros Pd. assert (PR : 0 < flip_range (d / Q2R scale)) by (apply flip_range_pos; now apply Rdiv_lt_0_compat).
    apply choices_renyi; auto using rho_nonneg. intros h Hh. now apply Rd.
Qed.

