(* make_report_noisy_max_gumbel and make_base_exponential_candidates_gumbel, end to end, under the hypothesis about enclosures. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral ExponentialMechanism AdaptiveComposition SoftmaxSelection GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw GumbelMaxLaw GumbelSelection ExponentialMechanismLaw PermuteAndFlipLaw PermuteAndFlipLoop MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose Construction DivergenceRules NoisyTopKMaxDivergence GumbelReleases.
Import ListNotations.
Open Scope R_scope.

(* The scores with their sign. *)
Definition signed (sign : Z) (x : list num) : list Q := map (fun score => qmul (inject_Z sign) (ex score)) x.
Lemma near_signed d sign x x' : sign = 1%Z \/ sign = (-1)%Z -> near d (map ex x) (map ex x') -> near d (signed sign x) (signed sign x').
Proof.
  intros Hs [Hl H]. unfold signed. rewrite !map_length in Hl. split; [now rewrite !map_length|].
  assert (C : forall u, In u (combine (signed sign x) (signed sign x')) -> exists v, In v (combine (map ex x) (map ex x')) /\ u = (qmul (inject_Z sign) (fst v), qmul (inject_Z sign) (snd v))).
  { clear. unfold signed. revert x'. induction x as [|a x IH]; intros [|a' x'] u; cbn; try easy. intros [<-|Hu]; [exists (ex a, ex a'); auto|].
    destruct (IH x' u Hu) as [v [Hv E1]]. exists v. auto. }
  intros u v Hu Hv. destruct (C u Hu) as [a [Ha ->]], (C v Hv) as [b [Hb ->]]. cbn [fst snd]. rewrite !R_qmul, R_Z.
  pose proof (H a b Ha Hb). pose proof (H b a Hb Ha). destruct Hs as [-> | ->]; lra.
Qed.

Section Enclosed.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R).
Hypothesis He : encloses enclosed tol.

(* ---- gumbel_max on scores of which no coin is drawn ---- *)
Lemma sample_at s y j : (0 <= j < Z.of_nat (length y))%Z -> Q2R (GumbelPSRN_shift (at_ (samples s y) j)) = score y j.
Proof.
  intros Hj. unfold at_, samples, score. destruct (Z.ltb_spec j 0); [lia|]. rewrite (nth_indep _ dflt (mk_GumbelPSRN 0 s 0 0)) by (rewrite map_length; lia).
  now rewrite (map_nth (fun shift => mk_GumbelPSRN shift s 0 0) y 0%Q).
Qed.
Lemma samples_in s y a : In a (samples s y) -> unsampled a /\ GumbelPSRN_scale a = s.
Proof. intros H. apply in_map_iff in H. destruct H as [q [<- _]]. easy. Qed.
Lemma max_law y s : 0 < Q2R s -> has_softmax_choice (gumbel_max enclosed (samples s y)) (length y) (Q2R s) (score y).
Proof.
  intros Hs i Hi. assert (Len : py_len (samples s y) = Z.of_nat (length y)) by (unfold py_len, samples; now rewrite map_length).
  rewrite (gumbel_max_softmax enclosed tol (Q2R s) He Hs (samples s y) i); rewrite ?Len.
  - unfold p, W, w. rewrite sample_at by easy. f_equal. apply lsum_ext. intros j Hj. apply in_py_range in Hj. now rewrite sample_at.
  - intros a Ha. destruct (samples_in s y a Ha) as [U ->]. easy.
  - now apply in_py_range.
Qed.
(* the last of the greatest *)
Definition best_index (y : list Q) (i : Z) : Prop := valid y i /\ forall j, valid y j -> before y j i.
Lemma max_at_0 y s : y <> [] -> Q2R s = 0 -> exists i, best_index y i /\ eval (gumbel_max enclosed (samples s y)) = Answer i.
Proof.
  intros Hy Hs. destruct (gumbel_max_at_0 enclosed (samples s y)) as [i [Hi [E1 H]]].
  - unfold samples. destruct y; easy.
  - intros a Ha. destruct (samples_in s y a Ha) as [_ ->]. easy.
  - unfold samples in Hi, H. rewrite map_length in *. exists i. split; [|easy]. split; [exact Hi|]. intros j Hj. specialize (H j Hj). unfold not_after in H. cbn [fst snd] in H.
    fold (samples s y) in H. rewrite !sample_at in H by easy. exact H.
Qed.
Lemma max_answers y s : y <> [] -> 0 <= Q2R s -> answers_surely (gumbel_max enclosed (samples s y)).
Proof.
  intros Hy Hs. destruct (Req_dec (Q2R s) 0) as [Z|N].
  - destruct (max_at_0 y s Hy Z) as [i [_ E1]]. apply answers_Ex. now rewrite (Ex_eval _ _ _ E1).
  - apply (softmax_choice_answers (length y) (Q2R s)) with (y := score y); [destruct y; [easy|cbn; lia]|]. apply max_law. lra.
Qed.
Lemma max_private y y' s d b : y <> [] -> 0 < Q2R s -> near d y y' -> d / Q2R s <= b -> max_divergence_at_most b (gumbel_max enclosed (samples s y)) (gumbel_max enclosed (samples s y')).
Proof.
  intros Hy Hs N Hb. eapply max_divergence_weaker; [exact Hb|]. assert (L : (1 <= length y)%nat) by (destruct y; [easy|cbn; lia]).
  pose proof (max_law y' s Hs) as L'. rewrite <- (proj1 N) in L'.
  exact (softmax_choice_max_divergence (length y) (Q2R s) Hs L _ _ _ _ d (max_law y s Hs) L' (near_range_near _ _ _ N)).
Qed.

(* ---- make_report_noisy_max_gumbel ---- *)
Section Report.
Variables (input_domain : VectorDomain) (input_metric : LInfDistance) (scale : num) (optimize : str) (M : Measurement Z).
Hypothesis made : make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M.
Lemma report_invoke : exists f s sign, fl_value f = Some s /\ (0 <= s)%Q /\ (sign = 1%Z /\ optimize = [109; 97; 120]%Z \/ sign = (-1)%Z /\ optimize = [109; 105; 110]%Z) /\
  eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s) /\
  (forall d_in m, eval (Measurement_map M d_in) = Answer m -> exists d, value d_in = Some d /\ (0 <= d)%Q /\ promised pure_cost 1 s (LInfDistance_monotonic input_metric) d m) /\
  (forall x g, bd g -> List.Forall score_of x -> member input_domain x -> Ex (Measurement_invoke M x) g = Ex (gumbel_max enclosed (samples (Qred s) (signed sign x))) g) /\
  (forall x, member input_domain x -> x <> []) /\
  (forall x, constructed input_domain -> member input_domain x -> List.Forall score_of x).
Proof.
  destruct (make_report_noisy_max_gumbel_is _ _ _ _ _ _ made) as [f [s [sign [Hf [Hs [Ps [Sg [Hv [N [Hne [Hdom [_ [Ho [Hfun Hmap]]]]]]]]]]]]]].
  exists f, s, sign. repeat (split; [easy|]). split; [|split; [|split; [easy|]]].
  - intros d_in m Hm. destruct (map_is _ _ _ Hm) as [d [Hd [Pd Hp]]]. rewrite Hmap in Hp. exists d. split; [easy|]. split; [easy|].
    destruct (gives_answer _ _ _ _ (report_noisy_max_map_gives input_metric f s d_in Hs Ps) Hp) as [d' [Hd' Pr]]. rewrite Hd in Hd'. injection Hd' as <-. auto.
  - intros x g Hg Sx Hx. rewrite invoke_is by (try rewrite Hdom; easy). rewrite Hfun. unfold make_report_noisy_max_gumbel_function. rewrite Ex_bind by easy.
    rewrite (Ex_eval _ (samples (Qred s) (signed sign x))); [easy|]. unfold samples, signed. rewrite map_map. apply map_eval. intros e Hin.
    unfold make_report_noisy_max_gumbel_function_map_gumbel. cbn [eval]. rewrite (exact_score_is e); [easy|]. rewrite List.Forall_forall in Sx. auto.
  - intros x HC Hx. now apply (member_scores input_domain x HC N Hx).
Qed.
Theorem report_noisy_max_answers x : constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Proof.
  intros HC Hx. destruct report_invoke as [f [s [sign [Hs [Ps [_ [_ [_ [Hi [Hne Hm]]]]]]]]]]. apply answers_Ex. rewrite Hi; auto; [|apply bd_const; lra].
  apply answers_Ex, max_answers; [unfold signed; specialize (Hne x Hx); destruct x; easy|]. rewrite R_red. apply Qle_Rle in Ps. now rewrite R_0 in Ps.
Qed.
Theorem report_noisy_max_law x : constructed input_domain -> member input_domain x -> exists s sign, eval (v <- checked_scale scale ;; fl_fraction v) = Answer s /\
  (sign = 1%Z /\ optimize = [109; 97; 120]%Z \/ sign = (-1)%Z /\ optimize = [109; 105; 110]%Z) /\
  (0 < Q2R s -> has_softmax_choice (Measurement_invoke M x) (length x) (Q2R s) (score (signed sign x))) /\
  (Q2R s = 0 -> exists i, best_index (signed sign x) i /\ of_index (Measurement_invoke M x) i = 1).
Proof.
  intros HC Hx. destruct report_invoke as [f [s [sign [Hs [Ps [Sg [Hv [_ [Hi [Hne Hm]]]]]]]]]]. exists (Qred s), sign. split; [easy|]. split; [easy|]. split.
  - intros Pos i Hr. rewrite Hi by (auto using bd_event). pose proof (max_law (signed sign x) (Qred s) Pos i) as G. unfold signed in G at 1 3. rewrite map_length in G. now apply G.
  - intros Z. destruct (max_at_0 (signed sign x) (Qred s)) as [i [B E1]]; [unfold signed; specialize (Hne x Hx); destruct x; easy|easy|]. exists i. split; [easy|].
    unfold of_index. rewrite probability_Ex, Hi by (auto using bd_event). rewrite (Ex_eval _ _ _ E1). unfold event. now rewrite Z.eqb_refl.
Qed.
Theorem report_noisy_max_private x x' d_in m : member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m -> promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Proof.
  intros Mx Mx' Hc Hm. destruct report_invoke as [f [s [sign [Hs [Ps [Sg [_ [Hp [Hi [Hne _]]]]]]]]]]. destruct (Hp d_in m Hm) as [d [Hd [Pd Pr]]].
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  eapply (promised_keeps pure_cost 1 s (LInfDistance_monotonic input_metric) d m); auto.
  - intros E. apply max_divergence_same. intros g Hg. rewrite !Hi by easy. unfold signed. pose proof (close_same d _ x x' E Hby) as Es.
    rewrite <- !(map_map ex (qmul (inject_Z sign))). now rewrite Es.
  - intros D Ss b Hb S. rewrite !probability_Ex, !Hi by (auto using bd_event). rewrite <- !probability_Ex. rewrite cost_pure in Hb by easy.
    assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    apply (max_private (signed sign x) (signed sign x') (Qred s) (Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric)))); auto.
    + unfold signed. specialize (Hne x Mx). destruct x; easy.
    + apply near_signed; [tauto|]. now apply close_near.
    + rewrite R_red. lra.
Qed.
End Report.

(* ---- make_base_exponential_candidates_gumbel ---- *)
Section Candidates.
Variables (input_domain : VectorDomain) (temperature : num) (M : Measurement Z).
Hypothesis made : make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M.
Lemma as_range {A} (d : A) (l : list A) : map (fun c => nth (Z.to_nat c) l d) (py_range (py_len l)) = l.
Proof.
  unfold py_range, py_len. rewrite Nat2Z.id, map_map. rewrite (map_ext _ (fun i => nth i l d)) by (intros; now rewrite Nat2Z.id).
  induction l as [|a l IH]; [easy|]. cbn [length seq map]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
Lemma candidates_invoke : exists f s, fl_value f = Some s /\ (0 <= s)%Q /\ eval (v <- checked_scale temperature ;; fl_fraction v) = Answer (Qred s) /\
  (exists T, Measurement_input_metric M = Metric_RangeDistance {| RangeDistance_T := T |}) /\
  (forall d_in m, eval (Measurement_map M d_in) = Answer m -> exists d, value d_in = Some d /\ (0 <= d)%Q /\ promised pure_cost 1 s true d m) /\
  (forall x g, bd g -> List.Forall score_of x -> member input_domain x -> Ex (Measurement_invoke M x) g = Ex (gumbel_max enclosed (samples (Qred s) (map ex x))) g) /\
  (forall x, member input_domain x -> x <> []) /\
  (forall x, constructed input_domain -> member input_domain x -> List.Forall score_of x).
Proof.
  destruct (make_base_exponential_candidates_gumbel_is _ _ _ _ made) as [f [s [T [Hf [Hs [Ps [Hv [N [Hne [Hdom [Hmet [Ho [Hfun Hmap]]]]]]]]]]]]].
  exists f, s. repeat (split; [easy|]). split; [exists T; exact Hmet|]. split; [|split; [|split; [easy|]]].
  - intros d_in m Hm. destruct (map_is _ _ _ Hm) as [d [Hd [Pd Hp]]]. rewrite Hmap in Hp. exists d. split; [easy|]. split; [easy|].
    exact (gives_answer _ _ _ _ (exponential_candidates_map_gives f s d_in d Hs Ps Hd Pd) Hp).
  - intros x g Hg Sx Hx. rewrite invoke_is by (try rewrite Hdom; easy). rewrite Hfun. unfold make_base_exponential_candidates_gumbel_function. rewrite Ex_bind by easy.
    rewrite (Ex_eval _ (samples (Qred s) (map ex x))); [easy|].
    rewrite (map_eval _ (fun i => mk_GumbelPSRN (ex (nth (Z.to_nat i) x Other)) (Qred s) 0 0)).
    + f_equal. unfold samples. rewrite map_map. rewrite <- (map_map (fun c => nth (Z.to_nat c) x Other) (fun a => mk_GumbelPSRN (ex a) (Qred s) 0 0)). now rewrite as_range.
    + intros i Hi. unfold py_len in Hi. apply in_py_range in Hi. unfold make_base_exponential_candidates_gumbel_function_noisy_score.
      rewrite (get_nth Other x i Hi). cbn [eval]. rewrite exact_score_is; [rewrite (scale_eval f s Hs); reflexivity|].
      rewrite List.Forall_forall in Sx. apply Sx, nth_In. lia.
  - intros x HC Hx. now apply (member_scores input_domain x HC N Hx).
Qed.
Theorem exponential_candidates_answers x : constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Proof.
  intros HC Hx. destruct candidates_invoke as [f [s [Hs [Ps [_ [_ [_ [Hi [Hne Hm]]]]]]]]]. apply answers_Ex. rewrite Hi; auto; [|apply bd_const; lra].
  apply answers_Ex, max_answers; [specialize (Hne x Hx); destruct x; easy|]. rewrite R_red. apply Qle_Rle in Ps. now rewrite R_0 in Ps.
Qed.
Theorem exponential_candidates_law x : constructed input_domain -> member input_domain x -> exists s, eval (v <- checked_scale temperature ;; fl_fraction v) = Answer s /\
  (0 < Q2R s -> has_softmax_choice (Measurement_invoke M x) (length x) (Q2R s) (score (map ex x))) /\
  (Q2R s = 0 -> exists i, best_index (map ex x) i /\ of_index (Measurement_invoke M x) i = 1).
Proof.
  intros HC Hx. destruct candidates_invoke as [f [s [Hs [Ps [Hv [_ [_ [Hi [Hne Hm]]]]]]]]]. exists (Qred s). split; [easy|]. split.
  - intros Pos i Hr. rewrite Hi by (auto using bd_event). pose proof (max_law (map ex x) (Qred s) Pos i) as G. rewrite map_length in G. now apply G.
  - intros Z. destruct (max_at_0 (map ex x) (Qred s)) as [i [B E1]]; [specialize (Hne x Hx); destruct x; easy|easy|]. exists i. split; [easy|].
    unfold of_index. rewrite probability_Ex, Hi by (auto using bd_event). rewrite (Ex_eval _ _ _ E1). unfold event. now rewrite Z.eqb_refl.
Qed.
Lemma same_best y y' i i' : near 0 y y' -> best_index y i -> best_index y' i' -> i = i'.
Proof.
  intros N [Vi Bi] [Vi' Bi']. pose proof (proj1 N) as L. assert (V : valid y i') by (unfold valid in *; now rewrite L). assert (V' : valid y' i) by (unfold valid in *; now rewrite <- L).
  pose proof (near_score 0 y y' i i' N Vi V). pose proof (near_score 0 y y' i' i N V Vi). specialize (Bi i' V). specialize (Bi' i V'). unfold before in *.
  destruct Bi as [?|[? ?]], Bi' as [?|[? ?]]; try lra. lia.
Qed.
Theorem exponential_candidates_private metric x x' d_in m : Measurement_input_metric M = Metric_RangeDistance metric ->
  member input_domain x -> member input_domain x' -> range_close metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m -> promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Proof.
  intros _ Mx Mx' Hc Hm. destruct candidates_invoke as [f [s [Hs [Ps [_ [_ [Hp [Hi [Hne _]]]]]]]]]. destruct (Hp d_in m Hm) as [d [Hd [Pd Pr]]].
  destruct (range_close_is metric x x' d_in d Hd Hc) as [Sx [Sx' N]].
  assert (Ne : forall y, member input_domain y -> map ex y <> []) by (intros y My; specialize (Hne y My); destruct y; easy).
  assert (Rs : (0 < s)%Q -> 0 < Q2R (Qred s)) by (intros Ss; rewrite R_red; apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
  eapply (promised_keeps pure_cost 1 s true d m); auto.
  - intros E. rewrite (Qeq_eqR _ _ E), R_0 in N. intros S. rewrite !probability_Ex, !Hi by (auto using bd_event). rewrite <- !probability_Ex. destruct (Qlt_le_dec 0 s) as [Pos|Z].
    + apply (max_private (map ex x) (map ex x') (Qred s) 0); auto. unfold Rdiv. lra.
    + assert (Z0 : Q2R (Qred s) = 0). { rewrite R_red. assert (Es : (s == 0)%Q) by now apply Qle_antisym. now rewrite (Qeq_eqR _ _ Es), R_0. }
      destruct (max_at_0 _ _ (Ne x Mx) Z0) as [i [B E1]]. destruct (max_at_0 _ _ (Ne x' Mx') Z0) as [i' [B' E1']].
      rewrite !probability_Ex, (Ex_eval _ _ _ E1), (Ex_eval _ _ _ E1'), (same_best _ _ i i' N B B'), exp_0. lra.
  - intros D Ss b Hb S. rewrite !probability_Ex, !Hi by (auto using bd_event). rewrite <- !probability_Ex. rewrite cost_pure in Hb by easy.
    apply (max_private (map ex x) (map ex x') (Qred s) (Q2R d)); auto. rewrite R_red. cbn [PrivacyMaps.range] in Hb. lra.
Qed.
End Candidates.
End Enclosed.
