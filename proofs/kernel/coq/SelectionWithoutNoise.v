(* At scale 0 the selections answer the greatest first, of equal ones the last first. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation Sorted.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLaw PermuteAndFlipLoop MaxDivergencePrivacy PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection GumbelTopKLaw GumbelWithoutNoise GumbelSelection ExponentialMechanismLaw DirectedRounding PrivacyMaps NoisyTopKRelease Construction DivergenceRules NoisyTopKMaxDivergence GumbelReleases NoisyTopKZeroConcentrated TightMaps.
Import ListNotations.
Open Scope R_scope.

(* Whatever is chosen, no candidate that is left comes before it; of equal scores the last comes first. *)
Definition greatest_first (x : list Q) (o : list Z) : Prop := forall o1 i o2, o = o1 ++ i :: o2 ->
  forall j, (0 <= j < Z.of_nat (length x))%Z -> ~ In j o1 -> score x j < score x i \/ (score x j = score x i /\ (j <= i)%Z).

Lemma filter_sorted (f : Z -> bool) l : StronglySorted Z.lt l -> StronglySorted Z.lt (filter f l).
Proof.
  induction 1 as [|a l Hl IH Ha]; cbn; [constructor|]. destruct (f a); [|easy]. constructor; [easy|]. rewrite List.Forall_forall in *. intros b Hb. apply filter_In in Hb. now apply Ha.
Qed.
Lemma left_sorted n t : StronglySorted Z.lt (left n t).
Proof.
  apply filter_sorted. unfold PeelLaw.range. generalize 0%nat as a. induction n; intros a; cbn; constructor; [apply IHn|]. rewrite List.Forall_forall. intros c Hc. apply in_map_iff in Hc. destruct Hc as [d [<- Hd]]. apply in_seq in Hd. lia.
Qed.
Lemma sorted_nth l : StronglySorted Z.lt l -> forall a b, (a <= b)%nat -> (b < length l)%nat -> (nth a l 0 <= nth b l 0)%Z.
Proof.
  induction 1 as [|c l Hl IH Hc]; intros a b H1 H2; cbn in H2; [lia|]. rewrite List.Forall_forall in Hc. destruct a as [|a], b as [|b]; cbn; try lia.
  - assert (In (nth b l 0%Z) l) by (apply nth_In; lia). specialize (Hc _ H). lia.
  - apply IH; lia.
Qed.
Lemma score_left x t c : (0 <= c < Z.of_nat (length (scores x t)))%Z -> score (scores x t) c = score x (nth (Z.to_nat c) (left (length x) t) 0%Z).
Proof.
  intros Hc. unfold scores in *. rewrite map_length in Hc. change (left_of x t) with (left (length x) t) in *. unfold score.
  rewrite (nth_indep _ 0%Q (nth (Z.to_nat 0) x 0%Q)) by (rewrite map_length; lia). now rewrite (map_nth (fun i => nth (Z.to_nat i) x 0%Q) (left (length x) t) 0%Z).
Qed.

Section Peel.
Variables (select : list Q -> Q -> prog Z) (x : list Q) (scale : Q).
Hypothesis Hin : forall y, Ex (select y scale) (fun i => if below (length y) i then 0 else 1) = 0.
Hypothesis Hbest : forall y, y <> [] -> exists r, valid y r /\ (forall c, valid y c -> before y c r) /\ forall g, bd g -> Ex (select y scale) g = g r.
Let n := length x.
Lemma peel_value_at_0 j : forall t, (j <= length (left n t))%nat -> exists o, In o (paths (left n) j t) /\
  (forall o1 i o2, o = o1 ++ i :: o2 -> forall c, (0 <= c < Z.of_nat n)%Z -> ~ In c (t ++ o1) -> score x c < score x i \/ (score x c = score x i /\ (c <= i)%Z)) /\
  forall g, bd g -> peel_value select x scale j t g = g (t ++ o).
Proof.
  induction j; intros t Hj.
  - exists []. split; [now left|]. split; [intros o1 i o2 E; now apply app_cons_not_nil in E|]. intros g _. cbn. now rewrite app_nil_r.
  - assert (Len : length (scores x t) = length (left n t)) by (unfold scores; apply map_length).
    destruct (Hbest (scores x t)) as [r [Vr [Br Er]]]; [intros C; rewrite C in Len; cbn in Len; lia|]. unfold valid in Vr.
    set (i := nth (Z.to_nat r) (left n t) 0%Z). assert (Ii : In i (left n t)) by (apply nth_In; lia). pose proof (left_step n t i Ii) as L.
    destruct (IHj (t ++ [i]) ltac:(lia)) as [o [Ho [Hg Hv]]]. exists (i :: o). split; [|split].
    + cbn [paths]. apply in_flat_map. exists i. split; [easy|]. now apply in_map.
    + intros o1 i' o2 E c Hc Nc. destruct o1 as [|a o1]; cbn in E; injection E as E1 E2.
      * subst i'. rewrite app_nil_r in Nc. assert (Ic : In c (left n t)) by now apply in_left. destruct (In_nth _ _ 0%Z Ic) as [p [Hp Ep]].
        assert (Vp : valid (scores x t) (Z.of_nat p)) by (unfold valid; lia). specialize (Br _ Vp). unfold before in Br. rewrite (score_left x t (Z.of_nat p)), (score_left x t r), Nat2Z.id in Br by (unfold valid in *; lia). fold n in Br. fold i in Br. rewrite Ep in Br.
        destruct Br as [Br|[Br Bl]]; [now left|right]. split; [easy|]. rewrite <- Ep. apply sorted_nth; [apply left_sorted|lia|lia].
      * subst a. apply (Hg o1 i' o2 E2 c Hc). rewrite <- app_assoc. exact Nc.
    + intros g Hg'. cbn [peel_value]. rewrite Er.
      * change (left_of x t) with (left n t). fold i. rewrite Hv by easy. now rewrite <- app_assoc.
      * destruct Hg' as [K HK]. exists (Rmax 0 K). intros c. apply peel_value_bound; [apply Rmax_l|]. intros a. specialize (HK a). pose proof (Rmax_r 0 K). lra.
Qed.
Theorem peel_at_0 k : exists o, In o (paths (left n) (Z.to_nat (Z.min k (py_len x))) []) /\ greatest_first x o /\ forall g, bd g -> Ex (peel select x scale k) g = g o.
Proof.
  destruct (peel_value_at_0 (Z.to_nat (Z.min k (py_len x))) []) as [o [H1 [H2 H3]]]; [rewrite left_all; unfold n, py_len; lia|]. exists o. split; [easy|]. split; [exact H2|].
  intros g Hg. rewrite (peel_law select x scale Hin k) by easy. now apply H3.
Qed.
End Peel.

Lemma sure_index m i : Ex m (event (Z.eqb i)) = 1 -> forall g, bd g -> Ex m g = g i.
Proof.
  intros H g Hg. rewrite (finite_law Z.eqb [i] Z.eqb_eq ltac:(constructor; [easy|constructor]) m (fun _ => 1)); auto; [cbn; lra| |cbn; lra]. intros a [<-|[]]. exact H.
Qed.
Lemma flip_best scale y : Q2R scale = 0 -> y <> [] -> exists r, valid y r /\ (forall c, valid y c -> before y c r) /\ forall g, bd g -> Ex (permute_and_flip y scale) g = g r.
Proof.
  intros Hs Hy. destruct (permute_and_flip_at_0 y scale (fun _ => 1) Hy Hs ltac:(apply bd_const; lra)) as [r [V [B _]]]. exists r. split; [easy|]. split; [easy|]. apply sure_index.
  destruct (permute_and_flip_at_0 y scale (event (Z.eqb r)) Hy Hs (bd_event _)) as [r' [V' [B' L]]]. rewrite <- (law_Ex _ _ _ (bd_event _) L). replace r' with r; [unfold event; now rewrite Z.eqb_refl|].
  specialize (B r' V'). specialize (B' r V). unfold before in *. destruct B as [?|[? ?]], B' as [?|[? ?]]; try lra. lia.
Qed.
Theorem peel_permute_and_flip_at_0 x scale k : Q2R scale = 0 -> exists o, In o (paths (left (length x)) (Z.to_nat (Z.min k (py_len x))) []) /\ greatest_first x o /\ forall g, bd g -> Ex (peel permute_and_flip x scale k) g = g o.
Proof. intros Hs. apply peel_at_0; [intros y; apply flip_in_range_any; lra|intros y; now apply flip_best]. Qed.
Theorem peel_exponential_at_0 x scale k : Q2R scale = 0 -> exists o, In o (paths (left (length x)) (Z.to_nat (Z.min k (py_len x))) []) /\ greatest_first x o /\ forall g, bd g -> Ex (peel exponential_mechanism x scale k) g = g o.
Proof.
  intros Hs. apply peel_at_0; [intros y; apply exponential_in_range; lra|]. intros y Hy. destruct (flip_best scale y Hs Hy) as [r [V [B E]]]. exists r. split; [easy|]. split; [easy|].
  intros g Hg. rewrite exponential_at_0 by easy. now apply E.
Qed.

Lemma start_at s y j : (0 <= j < Z.of_nat (length y))%Z -> Q2R (GumbelPSRN_shift (at_ (start (noisy_scores s y)) j)) = score y j.
Proof.
  intros Hj. unfold at_, start, noisy_scores, score. destruct (Z.ltb_spec j 0); [lia|]. rewrite map_map. cbn [GumbelRV_shift GumbelRV_scale].
  rewrite (nth_indep _ dflt (mk_GumbelPSRN 0 s 0 0)) by (rewrite map_length; lia). now rewrite (map_nth (fun shift => mk_GumbelPSRN shift s 0 0) y 0%Q).
Qed.
Lemma sep_first s y rest : forall o t, sep0 (noisy_scores s y) o rest -> Permutation (t ++ o ++ rest) (py_range (Z.of_nat (length y))) ->
  forall o1 i o2, o = o1 ++ i :: o2 -> forall c, (0 <= c < Z.of_nat (length y))%Z -> ~ In c (t ++ o1) -> score y c < score y i \/ (score y c = score y i /\ (c <= i)%Z).
Proof.
  induction o as [|a o IH]; intros t Hs Hp o1 i o2 E c Hc Nc; [now apply app_cons_not_nil in E|]. destruct Hs as [Ha Hs].
  assert (R : forall j, In j (t ++ (a :: o) ++ rest) <-> (0 <= j < Z.of_nat (length y))%Z).
  { intros j. rewrite <- in_py_range. split; intros H; [now apply (Permutation_in _ Hp)|now apply (Permutation_in _ (Permutation_sym Hp))]. }
  destruct o1 as [|b o1]; cbn in E; injection E as E1 E2.
  - subst i. rewrite app_nil_r in Nc. assert (Ia : (0 <= a < Z.of_nat (length y))%Z) by (apply R, in_app_iff; right; now left).
    pose proof Hc as Hc'. apply R in Hc'. apply in_app_iff in Hc'. destruct Hc' as [C|[<-|C]]; [easy|right; split; [easy|lia]|]. specialize (Ha c C). unfold before0 in Ha. rewrite !start_at in Ha by easy.
    destruct Ha as [Ha|[Ha Hl]]; [now left|right]. split; [easy|lia].
  - subst b. apply (IH (t ++ [a]) Hs) with (o1 := o1) (o2 := o2); auto; [now rewrite <- app_assoc|]. rewrite <- app_assoc. exact Nc.
Qed.
Theorem gumbel_top_k_0 enclosed y s k : Q2R s = 0 -> (0 <= k)%Z -> exists o, In o (paths (left (length y)) (Z.to_nat (Z.min k (py_len y))) []) /\ greatest_first y o /\
  forall g, bd g -> Ex (gumbel_top_k enclosed (noisy_scores s y) k) g = g o.
Proof.
  intros Hs Hk. destruct (gumbel_top_k_at_0 enclosed (noisy_scores s y) k) as [o [rest [E1 [Hp [Hl Hsep]]]]]; [intros a Ha; now rewrite (noisy_scale s y a Ha)|easy|].
  unfold py_len in *. assert (L : length (noisy_scores s y) = length y) by apply map_length. rewrite L in *. exists o. split; [|split].
  - apply outcomes_are. split; [lia|]. assert (Nd : NoDup (o ++ rest)) by (apply (Permutation_NoDup (Permutation_sym Hp)), range_NoDup).
    split; [clear -Nd; induction o as [|a o IH]; [constructor|]; cbn in Nd; apply NoDup_cons_iff in Nd; destruct Nd as [Na Nd]; constructor; [intros C; apply Na, in_app_iff; now left|now apply IH]|].
    intros a Ha. split; [|easy]. apply in_py_range. apply (Permutation_in _ Hp). apply in_app_iff. now left.
  - exact (sep_first s y rest o [] Hsep Hp).
  - apply sure_outcome. symmetry. apply law_Ex; [apply bd_event|exact E1].
Qed.

Section TopK.
Variables (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement (list Z)).
Theorem noisy_top_k_at_0 measure x s : make_noisy_top_k enclosed input_domain input_metric measure k scale negate = Answer M -> constructed input_domain -> member input_domain x ->
  eval (v <- checked_scale scale ;; fl_fraction v) = Answer s -> Q2R s = 0 ->
  exists o, In o (paths (left (length x)) (Z.to_nat (Z.min k (py_len x))) []) /\ greatest_first (exact_scores negate x) o /\ of_list (Measurement_invoke M x) o = 1.
Proof.
  intros made HC Hx Hs Z. assert (Fin : forall m o, (forall g, bd g -> Ex m g = g o) -> of_list m o = 1).
  { intros m o H. unfold of_list. rewrite probability_Ex, H by apply bd_event. unfold event. now rewrite (proj2 (is_spec o o) eq_refl). }
  destruct measure.
  - destruct (max_divergence_invoke _ _ _ _ _ _ _ made) as [f [s' [_ [_ [_ [_ [Hv [_ [_ [Hi Hm]]]]]]]]]]. rewrite Hs in Hv. injection Hv as Ev. subst s.
    destruct (peel_permute_and_flip_at_0 (exact_scores negate x) (Qred s') k Z) as [o [Ho [Hg E]]]. unfold py_len in *. rewrite exact_length in Ho. exists o. split; [easy|]. split; [easy|]. apply Fin. intros g Bg. rewrite Hi by auto. now apply E.
  - destruct (concentrated_invoke _ _ _ _ _ _ _ made) as [f [s' [_ [_ [Hk [Hv [_ [Hi Hm]]]]]]]]. rewrite Hs in Hv. injection Hv as Ev. subst s.
    destruct (gumbel_top_k_0 enclosed (exact_scores negate x) (Qred s') k Z Hk) as [o [Ho [Hg E]]]. unfold py_len in *. rewrite exact_length in Ho. exists o. split; [easy|]. split; [easy|]. apply Fin. intros g Bg. rewrite Hi by auto. now apply E.
  - destruct (make_noisy_top_k_is _ _ _ _ _ _ _ _ made) as [MO [f [s' [C _]]]]. discriminate.
Qed.
End TopK.
