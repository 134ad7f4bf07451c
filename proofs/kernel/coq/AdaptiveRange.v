(* k adaptive rounds of range eta each, whatever they are: every loss is at most k eta, and any two differ by at most (2k - 1) eta. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw ExponentialMechanism PermuteAndFlipPairRange PermuteAndFlipRange RangeImpliesRho AdaptiveComposition PeeledFlipZcdp.
Import ListNotations.
Open Scope R_scope.

Lemma some_below {X} (P Q : X -> R) l : l <> [] -> lsum P l = lsum Q l -> exists i, In i l /\ P i <= Q i.
Proof.
  intros Hl E1. destruct (least (fun i => P i - Q i) l Hl) as [i [Hi Hm]]. exists i. split; [easy|].
  destruct (Rle_dec (P i) (Q i)) as [|N]; [easy|]. exfalso. assert (0 < lsum (fun i => P i + -1 * Q i) l).
  { apply lsum_pos; auto. intros j Hj. specialize (Hm j Hj). lra. }
  rewrite lsum_plus, lsum_scal in H. lra.
Qed.
Section Rounds.
Context {X : Type} (l : list X -> list X) (P Q : list X -> X -> R) (eta : R).
Hypothesis HP : forall h i, In i (l h) -> 0 < P h i.
Hypothesis HQ : forall h i, In i (l h) -> 0 < Q h i.
Hypothesis SP : forall h, l h <> [] -> lsum (P h) (l h) = 1.
Hypothesis SQ : forall h, l h <> [] -> lsum (Q h) (l h) = 1.
Hypothesis range : forall h i j, In i (l h) -> In j (l h) -> ln (P h i / Q h i) - ln (P h j / Q h j) <= eta.
Definition total_loss (h o : list X) : R := ln (chance P h o / chance Q h o).

Lemma sign (p q : X -> R) s : (forall i, In i s -> 0 < p i) -> (forall i, In i s -> 0 < q i) -> s <> [] -> lsum p s = lsum q s -> exists i, In i s /\ ln (p i / q i) <= 0.
Proof.
  intros Hp Hq Hs E1. destruct (some_below p q s Hs E1) as [i [Hi Hle]]. exists i. split; [easy|]. specialize (Hp i Hi). specialize (Hq i Hi).
  rewrite <- ln_1. assert (C : p i / q i <= 1) by (apply Rle_div_l; lra). assert (0 < p i / q i) by (apply Rdiv_lt_0_compat; lra).
  destruct C as [C|C]; [left; now apply ln_increasing|rewrite C; lra].
Qed.
Lemma round_loss h i : In i (l h) -> - eta <= ln (P h i / Q h i) <= eta.
Proof.
  intros Hi. assert (N : l h <> []) by (intros C; rewrite C in Hi; easy).
  destruct (sign (P h) (Q h) (l h) (HP h) (HQ h) N) as [j [Hj Lj]]; [now rewrite SP, SQ|].
  destruct (sign (Q h) (P h) (l h) (HQ h) (HP h) N) as [e [Hle Le]]; [now rewrite SP, SQ|].
  assert (E1 : ln (Q h e / P h e) = - ln (P h e / Q h e)).
  { pose proof (HP h e Hle). pose proof (HQ h e Hle). rewrite <- ln_Rinv by (apply Rdiv_lt_0_compat; lra). f_equal. field. lra. }
  pose proof (range h i j Hi Hj). pose proof (range h e i Hle Hi). lra.
Qed.
Lemma loss_step k h i o : In i (l h) -> In o (paths l k (h ++ [i])) -> total_loss h (i :: o) = ln (P h i / Q h i) + total_loss (h ++ [i]) o.
Proof.
  intros Hi Ho. unfold total_loss. cbn [chance]. pose proof (HP h i Hi). pose proof (HQ h i Hi).
  pose proof (chance_pos l P HP k _ o Ho). pose proof (chance_pos l Q HQ k _ o Ho).
  replace (P h i * chance P (h ++ [i]) o / (Q h i * chance Q (h ++ [i]) o)) with (P h i / Q h i * (chance P (h ++ [i]) o / chance Q (h ++ [i]) o)) by (field; lra).
  now rewrite ln_mult by (apply Rdiv_lt_0_compat; lra).
Qed.
Theorem rounds_loss k : forall h o, In o (paths l k h) -> - (INR k * eta) <= total_loss h o <= INR k * eta.
Proof.
  induction k; intros h o; cbn [paths].
  - intros [<-|[]]. unfold total_loss. cbn. replace (1 / 1) with 1 by field. rewrite ln_1. lra.
  - intros Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]].
    rewrite (loss_step k h i r Hi Hr), S_INR. pose proof (IHk _ _ Hr). pose proof (round_loss h i Hi). lra.
Qed.
Theorem rounds_range k o o' : In o (paths l (S k) []) -> In o' (paths l (S k) []) -> total_loss [] o - total_loss [] o' <= (2 * INR (S k) - 1) * eta.
Proof.
  intros Ho Ho'. cbn [paths] in Ho, Ho'.
  apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [r [<- Hr]].
  apply in_flat_map in Ho'. destruct Ho' as [i' [Hi' Ho']]. apply in_map_iff in Ho'. destruct Ho' as [r' [<- Hr']].
  rewrite (loss_step k [] i r Hi Hr), (loss_step k [] i' r' Hi' Hr'), S_INR.
  pose proof (rounds_loss k _ _ Hr). pose proof (rounds_loss k _ _ Hr'). pose proof (range [] i i' Hi Hi'). lra.
Qed.
End Rounds.

(* the running peel of the running permute_and_flip: (2k - 1) R(eps) *)
Theorem noisy_top_k_range d x x' scale k (v v' : list Z -> R) o o' :
  0 <= d -> 0 < Q2R scale -> (1 <= k)%Z -> x <> [] -> near d x x' ->
  (forall o, law (peel permute_and_flip x scale k) (event (is o)) (v o)) ->
  (forall o, law (peel permute_and_flip x' scale k) (event (is o)) (v' o)) ->
  let m := Z.to_nat (Z.min k (py_len x)) in In o (paths (left (length x)) m []) -> In o' (paths (left (length x)) m []) ->
  ln (v o / v' o) - ln (v o' / v' o') <= (2 * INR m - 1) * flip_range (d / Q2R scale).
Proof.
  intros Hd Hs Hk Nx Hn Hv Hv' m Ho Ho'. pose proof (proj1 Hn) as Hl.
  assert (L' : forall h, left_of x' h = left_of x h) by (intros; now apply left_same).
  assert (V : forall o, In o (paths (left (length x)) m []) -> v o = chance (pick permute_and_flip x scale) [] o).
  { intros e He. apply outcomes_are in He. apply (peel_outcome permute_and_flip x scale (fun y => flip_in_range scale y Hs) k e); [apply He|apply Hv]. }
  assert (V' : forall o, In o (paths (left (length x)) m []) -> v' o = chance (pick permute_and_flip x' scale) [] o).
  { intros e He. apply outcomes_are in He. apply (peel_outcome permute_and_flip x' scale (fun y => flip_in_range scale y Hs) k e); [|apply Hv'].
    unfold py_len. rewrite <- Hl. apply He. }
  rewrite !V, !V' by easy. assert (Hm : exists j, m = S j) by (exists (m - 1)%nat; destruct x; [easy|]; unfold m, py_len; cbn [length]; lia).
  destruct Hm as [j Hj]. rewrite Hj in Ho, Ho' |- *.
  apply (rounds_range (left (length x)) (pick permute_and_flip x scale) (pick permute_and_flip x' scale)); auto.
  - intros; now apply pick_pos.
  - intros h i Hi. apply pick_pos; [easy|]. rewrite L'. exact Hi.
  - intros h Hh. now apply pick_sum.
  - intros h Hh. change (left (length x) h) with (left_of x h) in *. rewrite <- L' in *. now apply pick_sum.
  - intros h i i' Hi Hi'. now apply pick_range.
Qed.

(* R(eps) is reached by two candidates: scores (a, 0) against (0, a), of range distance 2 a *)
Lemma I_nil : I [] = 1.
Proof. unfold I. rewrite (RInt_ext _ (fun _ => 1)) by reflexivity. rewrite RInt_const. unfold scal; cbn; unfold mult; cbn. lra. Qed.
Lemma J_nil : J [] = 1 / 2.
Proof.
  assert (H : is_RInt (fun t => t * P [] t) 0 1 (1 / 2)); [|unfold J; now apply is_RInt_unique].
  apply (is_RInt_ext (fun t => t)); [intros; cbn; lra|]. replace (1 / 2) with (minus (1 ^ 2 / 2) (0 ^ 2 / 2)) by (unfold minus, plus, opp; cbn; lra).
  apply (is_RInt_derive (fun t => t ^ 2 / 2)); intros t _; [auto_derive; [easy|field]|apply continuous_id].
Qed.
Theorem flip_range_reached a scale vi vj vi' vj' : 0 < Q2R scale -> 0 < Q2R a -> let x := [a; 0%Q] in let x' := [0%Q; a] in
  law (permute_and_flip x scale) (event (Z.eqb 0)) vi -> law (permute_and_flip x scale) (event (Z.eqb 1)) vj ->
  law (permute_and_flip x' scale) (event (Z.eqb 0)) vi' -> law (permute_and_flip x' scale) (event (Z.eqb 1)) vj' ->
  near (2 * Q2R a) x x' /\ vi * vj' = (2 * exp (2 * Q2R a / Q2R scale / 2) - 1) ^ 2 * (vi' * vj).
Proof.
  intros Hs Ha x x' L1 L2 L3 L4.
  assert (Q0 : Q2R 0 = 0) by apply RMicromega.Q2R_0.
  assert (N : forall y z : Q, [y; z] <> []) by easy.
  assert (V : forall y z i, (i = 0 \/ i = 1)%Z -> valid [y; z] i) by (intros y z i [->| ->]; unfold valid; cbn; lia).
  pose proof (law_is _ _ _ (bd_event _) L1) as E1. rewrite <- (law_is _ _ _ (bd_event _) (permute_and_flip_law x scale 0 (N _ _) Hs (V _ _ _ (or_introl eq_refl)))) in E1.
  pose proof (law_is _ _ _ (bd_event _) L2) as E2. rewrite <- (law_is _ _ _ (bd_event _) (permute_and_flip_law x scale 1 (N _ _) Hs (V _ _ _ (or_intror eq_refl)))) in E2.
  pose proof (law_is _ _ _ (bd_event _) L3) as E3. rewrite <- (law_is _ _ _ (bd_event _) (permute_and_flip_law x' scale 0 (N _ _) Hs (V _ _ _ (or_introl eq_refl)))) in E3.
  pose proof (law_is _ _ _ (bd_event _) L4) as E4. rewrite <- (law_is _ _ _ (bd_event _) (permute_and_flip_law x' scale 1 (N _ _) Hs (V _ _ _ (or_intror eq_refl)))) in E4.
  split.
  { split; [easy|]. intros u w Hu Hw. cbn in Hu, Hw. destruct Hu as [<-|[<-|[]]], Hw as [<-|[<-|[]]]; cbn [fst snd]; rewrite Q0; lra. }
  assert (B : Q2R (best x) = Q2R a). { destruct (best_spec x (N _ _)) as [_ [Hm Hin]]. destruct Hin as [H|[H|[]]]; [now rewrite <- H|]. pose proof (Hm a (or_introl eq_refl)). rewrite <- H in *. lra. }
  assert (B' : Q2R (best x') = Q2R a). { destruct (best_spec x' (N _ _)) as [_ [Hm Hin]]. destruct Hin as [H|[H|[]]]; [|now rewrite <- H]. pose proof (Hm a (or_intror (or_introl eq_refl))). rewrite <- H in *. lra. }
  set (q := exp (- (Q2R a / Q2R scale))).
  assert (W0 : weight x scale 0 = 1) by (unfold weight, score; rewrite B; change (nth (Z.to_nat 0) x 0%Q) with a; replace (Q2R a - Q2R a) with 0 by lra; unfold Rdiv; rewrite Rmult_0_l, Ropp_0; apply exp_0).
  assert (W1 : weight x scale 1 = q) by (unfold weight, score; rewrite B; change (nth (Z.to_nat 1) x 0%Q) with 0%Q; rewrite Q0, Rminus_0_r; reflexivity).
  assert (W0' : weight x' scale 0 = q) by (unfold weight, score; rewrite B'; change (nth (Z.to_nat 0) x' 0%Q) with 0%Q; rewrite Q0, Rminus_0_r; reflexivity).
  assert (W1' : weight x' scale 1 = 1) by (unfold weight, score; rewrite B'; change (nth (Z.to_nat 1) x' 0%Q) with a; replace (Q2R a - Q2R a) with 0 by lra; unfold Rdiv; rewrite Rmult_0_l, Ropp_0; apply exp_0).
  assert (I1 : forall c, RInt (P [c]) 0 1 = 1 - c / 2). { intros c. change (I [c] = 1 - c / 2). rewrite I_cons, I_nil, J_nil. lra. }
  change (others x 0) with [1%Z] in E1. change (others x 1) with [0%Z] in E2. change (others x' 0) with [1%Z] in E3. change (others x' 1) with [0%Z] in E4.
  cbn [map] in E1, E2, E3, E4. rewrite I1, W0, W1 in E1, E2. rewrite I1, W0', W1' in E3, E4. subst vi vj vi' vj'.
  replace (2 * Q2R a / Q2R scale / 2) with (Q2R a / Q2R scale) by (field; lra).
  assert (E5 : exp (Q2R a / Q2R scale) = / q) by (unfold q; rewrite exp_Ropp, Rinv_inv; reflexivity). rewrite E5.
  assert (0 < q) by apply exp_pos. field. lra.
Qed.
