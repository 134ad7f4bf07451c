(* Tight maps under zero-concentrated divergence, of losses that are never below rounds * rho(eta): what balls tell of rho is a hypothesis.
   And the tight maps of a single selection, under each of the three measures. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PermuteAndFlipRange PeelLaw RangeImpliesRho AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection
  DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose Construction DivergenceRules NoisyTopKMaxDivergence GumbelComparison GumbelReleases ExponentialMechanismLaw SingleSelection TightMaps MaxDivergencePrivacy.
Import ListNotations.
Open Scope R_scope.

(* ---- permute-and-flip under zero-concentrated divergence ---- *)
Lemma left_nil n : left n [] = py_range (Z.of_nat n).
Proof.
  unfold left, PeelLaw.range, py_range. rewrite Nat2Z.id. induction (map Z.of_nat (seq 0 n)) as [|a l IH]; [easy|]. cbn. f_equal. exact IH.
Qed.
Lemma scores_nil x : scores x [] = x.
Proof. unfold scores. change (left_of x []) with (left (length x) []). rewrite left_nil. apply (as_range 0%Q x). Qed.
Lemma first_pick x scale i : 0 < Q2R scale -> valid x i -> Ex (permute_and_flip x scale) (event (Z.eqb i)) = pick permute_and_flip x scale [] i.
Proof.
  intros Hs Hi. pose proof (pick_law x scale [] Hs i) as L. cbv zeta in L. rewrite scores_nil in L. specialize (L Hi). apply law_is in L; [|apply bd_event].
  rewrite <- L. f_equal. change (left_of x []) with (left (length x) []). rewrite left_nil. unfold py_range. rewrite Nat2Z.id. unfold valid in Hi.
  rewrite (nth_indep _ 0%Z (Z.of_nat 0)) by (rewrite map_length, seq_length; lia). rewrite map_nth, seq_nth by lia. lia.
Qed.
Theorem flip_zero_concentrated d x x' scale : 0 < d -> 0 < Q2R scale -> near d x x' ->
  zero_concentrated_at_most (rho (flip_range (d / Q2R scale))) (of_index (permute_and_flip x scale)) (of_index (permute_and_flip x' scale)).
Proof.
  intros Hd Hs N alpha Ha. pose proof (proj1 N) as L. assert (Le : left_of x' [] = left_of x []) by now apply left_same.
  assert (R : left_of x [] = py_range (Z.of_nat (length x))) by exact (left_nil (length x)).
  destruct x as [|a x].
  { assert (Z : forall o, of_index (permute_and_flip [] scale) o = 0).
    { intros o. unfold of_index. rewrite probability_Ex. apply Ex_is. apply is_lim_seq_ext with (fun _ => 0); [easy|apply is_lim_seq_const]. }
    split; [intros o; rewrite Z; lra|]. intros l _. rewrite (lsum_ext _ (fun _ => 0 * 0)); [rewrite (lsum_scal (fun _ => 0)), Rmult_0_l; left; apply exp_pos|].
    intros o _. rewrite Z. unfold renyi_term. destruct (Rlt_dec 0 0); lra. }
  set (y := a :: x) in *. assert (Ne : left_of y [] <> []) by (rewrite R; now apply (range_not_empty y)).
  assert (V : forall i, In i (left_of y []) -> valid y i) by (intros i Hi; rewrite R in Hi; now apply in_py_range in Hi).
  assert (V' : forall i, In i (left_of y []) -> valid x' i) by (intros i Hi; specialize (V i Hi); unfold valid in *; now rewrite <- L).
  refine (finite_renyi Z.eqb (left_of y []) Z.eqb_eq (left_NoDup (length y) []) _ _ (pick permute_and_flip y scale []) (pick permute_and_flip x' scale []) _ _ _ _ alpha _ Ha _ _ _).
  - intros o Ho. apply first_pick; auto.
  - intros o Ho. apply first_pick; auto.
  - now apply pick_sum.
  - rewrite <- Le. apply pick_sum; [easy|]. now rewrite Le.
  - intros o Ho. now apply pick_pos.
  - intros o Ho. apply pick_pos; [easy|]. now rewrite Le.
  - apply (range_renyi (left_of y []) _ _ (flip_range (d / Q2R scale)) alpha); auto.
    + intros o Ho. now apply pick_pos.
    + intros o Ho. apply pick_pos; [easy|]. now rewrite Le.
    + now apply pick_sum.
    + rewrite <- Le. apply pick_sum; [easy|]. now rewrite Le.
    + intros i j Hi Hj. apply pick_range; auto; lra.
    + apply flip_range_pos. now apply Rdiv_lt_0_compat.
Qed.
Theorem peel_flip_zero_concentrated d x x' scale k : 0 < d -> 0 < Q2R scale -> near d x x' ->
  zero_concentrated_at_most (INR (Nat.min (Z.to_nat (Z.min k (Z.of_nat (length x)))) (length x - 1)) * rho (flip_range (d / Q2R scale)))
    (of_list (peel permute_and_flip x scale k)) (of_list (peel permute_and_flip x' scale k)).
Proof.
  intros Hd Hs N alpha Ha.
  set (v := of_list (peel permute_and_flip x scale k)). set (v' := of_list (peel permute_and_flip x' scale k)).
  destruct (noisy_top_k_zcdp d x x' scale k alpha v v' ltac:(lra) Hs Ha N (fun o => probability_is_a_limit _ _) (fun o => probability_is_a_limit _ _)) as [S1 [S2 [_ T]]].
  assert (Pos : forall y, length y = length x -> forall o, In o (paths (left (length x)) (Z.to_nat (Z.min k (py_len x))) []) -> 0 < of_list (peel permute_and_flip y scale k) o).
  { intros y Ly o Ho. unfold of_list. rewrite (peel_outcome permute_and_flip y scale (fun z => flip_in_range scale z Hs) k o (probability (peel permute_and_flip y scale k) (is o))); [| |apply probability_is_a_limit].
    - rewrite <- Ly in Ho. eapply (chance_pos (left (length y))); [|exact Ho]. intros h i Hi. now apply pick_pos.
    - apply outcomes_are in Ho. unfold py_len in *. rewrite Ly. apply Ho. }
  refine (finite_renyi is _ is_spec (outcomes_once (length x) _ []) (peel permute_and_flip x scale k) (peel permute_and_flip x' scale k) v v' _ _ S1 S2 alpha _ Ha _ _ (T Hd)).
  - intros o _. unfold v, of_list. now rewrite probability_Ex.
  - intros o _. unfold v', of_list. now rewrite probability_Ex.
  - intros o Ho. now apply (Pos x eq_refl).
  - intros o Ho. now apply (Pos x' (eq_sym (proj1 N))).
Qed.

(* ---- what a loss that bounds something promises ---- *)
Definition bounds (of : R -> R) (loss : Q -> Z -> option Z -> prog fl) : Prop := forall eta k size, (0 < eta)%Q ->
  match eval (loss eta k size) with Answer f => exists r, f = Fin r /\ binary64 r /\ IZR (choice_rounds k size) * of (Q2R eta) <= Q2R r | Error => True | Random => False end.
Lemma bounded_keeps of losses loss scale s k size monotonic d_in d measure m (claim : R -> Prop) : losses measure = Some loss -> bounds of loss ->
  fl_value scale = Some s -> (0 <= s)%Q -> value d_in = Some d -> (0 <= d)%Q -> eval (tight_map_of losses scale k size monotonic d_in measure) = Answer m ->
  ((d == 0)%Q -> claim 0) -> (choice_rounds k size = 0%Z -> claim 0) ->
  ((0 < d)%Q -> choice_rounds k size <> 0%Z -> (0 < s)%Q -> forall b, IZR (choice_rounds k size) * of (Q2R (PrivacyMaps.range d monotonic) / Q2R s) <= b -> claim b) -> promises m claim.
Proof.
  intros Hl Hb Hs Ps Hd Pd Hm C0 C1 C.
  pose proof (tight_map_meets losses loss scale s k size monotonic d_in d measure (fun eta f => exists r, f = Fin r /\ binary64 r /\ IZR (choice_rounds k size) * of (Q2R eta) <= Q2R r) (fun _ => True) Hl (fun eta He => Hb eta k size He) Hs Ps Hd Pd) as G.
  destruct (gives_answer _ _ _ _ G Hm) as [[[E|E] ->]|[D [N [[_ ->]|[S [eta [E [r [-> [_ L]]]]]]]]]]; cbn; rewrite ?R_0; auto.
  apply C; auto. rewrite (Qeq_eqR _ _ E), Q2R_div in L; [exact L|]. intros Z. rewrite Z in S. now apply Qlt_irrefl in S.
Qed.
Lemma range_nonneg d monotonic : (0 <= d)%Q -> 0 <= Q2R (PrivacyMaps.range d monotonic).
Proof. intros Pd. apply Qle_Rle in Pd. rewrite R_0 in Pd. destruct monotonic; cbn [PrivacyMaps.range]; rewrite ?Q2R_plus; lra. Qed.
Lemma range_above d monotonic : (0 < d)%Q -> 0 < Q2R (PrivacyMaps.range d monotonic).
Proof. intros Pd. apply Qlt_Rlt in Pd. rewrite R_0 in Pd. destruct monotonic; cbn [PrivacyMaps.range]; rewrite ?Q2R_plus; lra. Qed.

(* ---- make_noisy_top_k ---- *)
Theorem tight_map_of_permute_and_flip_zero_concentrated enclosed input_domain input_metric k scale negate M :
  make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M ->
  forall losses loss f x x' d_in d m, losses Measure_ZeroConcentratedDivergence = Some loss -> bounds (fun eta => rho (flip_range eta)) loss -> eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> Construction.close input_metric x x' d_in -> value d_in = Some d -> (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain) (LInfDistance_monotonic input_metric) d_in Measure_ZeroConcentratedDivergence) = Answer m ->
  promises m (fun b => zero_concentrated_at_most b (of_list (Measurement_invoke M x)) (of_list (Measurement_invoke M x'))).
Proof.
  intros made losses loss f x x' d_in d m Hl Hb Hf Mx Mx' Hc Hd Pd Hm. destruct (max_divergence_invoke _ _ _ _ _ _ _ made) as [f' [s [Hf' [Hs [Ps [Hk [_ [_ [_ [Hi _]]]]]]]]]]. rewrite Hf in Hf'. injection Hf' as <-.
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  pose proof (near_negate _ negate _ _ (close_near _ _ _ _ Hby)) as N. fold (exact_scores negate x) (exact_scores negate x') in N.
  assert (L : length (exact_scores negate x) = length x) by apply exact_length. assert (Len : length x' = length x). { destruct N as [E _]. rewrite !exact_length in E. easy. }
  pose proof (member_size _ _ Mx) as Sz. assert (R0 : 0 <= Q2R (Qred s)) by (rewrite R_red; apply Qle_Rle in Ps; now rewrite R_0 in Ps).
  eapply bounded_keeps; try eassumption.
  - intros E. apply zero_concentrated_same. intros g Hg. rewrite !Hi by easy. unfold exact_scores. now rewrite (close_same d _ x x' E Hby).
  - intros E. apply zero_concentrated_same. intros g Hg. rewrite !Hi by easy. pose proof (count_none k _ (length x) Sz Hk E) as Z.
    rewrite !(peel_one_outcome permute_and_flip); auto; unfold py_len; rewrite ?exact_length, ?Len; auto; intros; try (now apply flip_in_range_any); now apply flip_answers_any.
  - intros D _ Ss b Hbb. assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    pose proof (range_above d (LInfDistance_monotonic input_metric) D) as W. set (w := Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric))) in *.
    assert (Same : forall y, List.Forall score_of y -> member input_domain y -> forall o, of_list (Measurement_invoke M y) o = of_list (peel permute_and_flip (exact_scores negate y) (Qred s) k) o).
    { intros y Sy My o. unfold of_list. rewrite !probability_Ex. apply Hi; auto using bd_event. }
    assert (Ext : forall P Q P' Q' : list Z -> R, (forall o, P o = P' o) -> (forall o, Q o = Q' o) -> zero_concentrated_at_most b P' Q' -> zero_concentrated_at_most b P Q).
    { intros P Q P' Q' E1 E2 H alpha Ha. destruct (H alpha Ha) as [H1 H2]. split; [intros o; rewrite E1, E2; apply H1|]. intros l Hl'. rewrite (lsum_ext _ (fun o => renyi_term alpha (P' o) (Q' o))) by (intros; now rewrite E1, E2). now apply H2. }
    eapply Ext; [apply Same; auto|apply Same; auto|]. eapply zero_concentrated_weaker; [|exact (peel_flip_zero_concentrated w _ _ (Qred s) k W Rs N)]. rewrite L, R_red. eapply Rle_trans; [|exact Hbb].
    apply Rmult_le_compat_r; [|now apply count_some]. apply rho_nonneg. apply flip_range_pos. rewrite R_red in Rs. now apply Rdiv_lt_0_compat.
Qed.
Theorem tight_map_of_gumbel_zero_concentrated enclosed tol input_domain input_metric k scale negate M : encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate = Answer M ->
  forall losses loss f x x' d_in d m, losses Measure_ZeroConcentratedDivergence = Some loss -> bounds rho loss -> eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> Construction.close input_metric x x' d_in -> value d_in = Some d -> (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain) (LInfDistance_monotonic input_metric) d_in Measure_ZeroConcentratedDivergence) = Answer m ->
  promises m (fun b => zero_concentrated_at_most b (of_list (Measurement_invoke M x)) (of_list (Measurement_invoke M x'))).
Proof.
  intros He made losses loss f x x' d_in d m Hl Hb Hf Mx Mx' Hc Hd Pd Hm.
  destruct (gumbel_pair enclosed tol He input_domain input_metric k scale negate M made f x x' d_in d Hf Mx Mx' Hc Hd) as [s [Hs [Ps [Hk [E0 [E1 L]]]]]].
  eapply bounded_keeps; try eassumption.
  - intros E. apply zero_concentrated_same. now apply E0.
  - intros E. apply zero_concentrated_same. now apply E1.
  - intros D _ Ss b Hbb. destruct (L Ss) as [L1 [L2 N]]. assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in Ss; now rewrite R_0 in Ss). pose proof (range_above d (LInfDistance_monotonic input_metric) D) as W.
    eapply zero_concentrated_weaker; [|exact (softmax_law_tight (length x) (Z.to_nat (Z.min k (Z.of_nat (length x)))) (Q2R s) Rs ltac:(lia) _ _ _ _ _ L1 L2 N W)]. eapply Rle_trans; [|exact Hbb].
    apply Rmult_le_compat_r; [apply rho_nonneg; now apply Rdiv_lt_0_compat|]. now apply (count_some k _ (length x) (member_size _ _ Mx)).
Qed.

(* ---- a single selection ---- *)
(* Two releases of one index of n: the same law at distance 0 and where there is no choice, else softmax, of scores whose moves differ by w at most. *)
Definition single_pair (m m' : prog Z) (k : Z) (size : option Z) (s d w : Q) : Prop := exists (n : nat) (y y' : Z -> R), (1 <= n)%nat /\
  ((d == 0)%Q -> forall g, bd g -> Ex m g = Ex m' g) /\ (choice_rounds k size = 0%Z -> forall g, bd g -> Ex m g = Ex m' g) /\
  (choice_rounds k size <> 0%Z -> (1 <= choice_rounds k size)%Z /\ (1 <= range_count k size)%Z) /\
  ((0 < s)%Q -> has_softmax_choice m n (Q2R s) y /\ has_softmax_choice m' n (Q2R s) y' /\ range_near n (Q2R w) y y').
Section Single.
Variables (m m' : prog Z) (f : fl) (size : option Z) (s d : Q) (monotonic : bool) (d_in : num) (losses : Measure -> option (Q -> Z -> option Z -> prog fl)) (a : fl).
Hypothesis pair : single_pair m m' 1 size s d (PrivacyMaps.range d monotonic).
Hypothesis Hs : fl_value f = Some s.
Hypothesis Ps : (0 <= s)%Q.
Hypothesis Hd : value d_in = Some d.
Hypothesis Pd : (0 <= d)%Q.
Lemma one_times count w : (0 < d)%Q -> (0 < s)%Q -> (1 <= count)%Z -> 0 <= w -> w <= IZR count * w.
Proof. intros D S C W. apply IZR_le in C. nra. Qed.
Theorem single_max_divergence : losses Measure_MaxDivergence = Some pure_loss -> eval (tight_map_of losses f 1 size monotonic d_in Measure_MaxDivergence) = Answer a ->
  promises a (fun b => max_divergence_at_most b m m').
Proof.
  intros Hl Ha. destruct pair as [n [y [y' [Hn [E0 [E1 [C L]]]]]]].
  eapply (tight_promised_keeps _ s monotonic 1 size d a); [exact (gives_answer _ _ _ _ (tight_map_gives losses pure_loss _ f s 1 _ _ d_in d _ Hl (fun eta => pure_loss_gives eta 1 _) Hs Ps Hd Pd) Ha)| | |].
  - intros E. apply max_divergence_same. now apply E0.
  - intros E. apply max_divergence_same. now apply E1.
  - intros D N S b Hb. destruct (L S) as [L1 [L2 R]]. assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in S; now rewrite R_0 in S). pose proof (range_nonneg d monotonic Pd).
    eapply max_divergence_weaker; [|exact (softmax_choice_max_divergence n (Q2R s) Rs Hn _ _ _ _ _ L1 L2 R)]. eapply Rle_trans; [|exact Hb]. apply one_times; auto; [now apply C|]. apply Rdiv_le_0_compat; lra.
Qed.
Theorem single_range : losses Measure_RangeDivergence = Some range_loss -> eval (tight_map_of losses f 1 size monotonic d_in Measure_RangeDivergence) = Answer a ->
  promises a (fun b => range_at_most b (of_index m) (of_index m')).
Proof.
  intros Hl Ha. destruct pair as [n [y [y' [Hn [E0 [E1 [C L]]]]]]].
  eapply (tight_promised_keeps _ s monotonic 1 size d a); [exact (gives_answer _ _ _ _ (tight_map_gives losses range_loss _ f s 1 _ _ d_in d _ Hl (fun eta => range_loss_gives eta 1 _) Hs Ps Hd Pd) Ha)| | |].
  - intros E. apply (same_range Z.eqb). now apply E0.
  - intros E. apply (same_range Z.eqb). now apply E1.
  - intros D N S b Hb. destruct (L S) as [L1 [L2 R]]. assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in S; now rewrite R_0 in S). pose proof (range_nonneg d monotonic Pd).
    eapply (range_weaker (Q2R (PrivacyMaps.range d monotonic) / Q2R s)); try (intros; unfold of_index; rewrite probability_Ex; apply Ex_nonneg, bd_event).
    + eapply Rle_trans; [|exact Hb]. apply one_times; auto; [now apply C|]. apply Rdiv_le_0_compat; lra.
    + exact (softmax_choice_range n (Q2R s) Rs Hn _ _ _ _ _ L1 L2 R).
Qed.
Theorem single_zero_concentrated loss : losses Measure_ZeroConcentratedDivergence = Some loss -> bounds rho loss -> eval (tight_map_of losses f 1 size monotonic d_in Measure_ZeroConcentratedDivergence) = Answer a ->
  promises a (fun b => zero_concentrated_at_most b (of_index m) (of_index m')).
Proof.
  intros Hl Hb Ha. destruct pair as [n [y [y' [Hn [E0 [E1 [C L]]]]]]]. eapply bounded_keeps; try eassumption.
  - intros E. apply (same_zero_concentrated Z.eqb Z.eqb_eq). now apply E0.
  - intros E. apply (same_zero_concentrated Z.eqb Z.eqb_eq). now apply E1.
  - intros D N S b Hbb. destruct (L S) as [L1 [L2 R]]. assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in S; now rewrite R_0 in S). pose proof (range_above d monotonic D).
    eapply zero_concentrated_weaker; [|exact (softmax_choice_tight n (Q2R s) Rs Hn _ _ _ _ _ L1 L2 R ltac:(easy))]. eapply Rle_trans; [|exact Hbb]. apply one_times; auto; [now apply C|].
    apply rho_nonneg. now apply Rdiv_lt_0_compat.
Qed.
End Single.

Lemma one_candidate enclosed a g : bd g -> Ex (gumbel_max enclosed [a]) g = g 0%Z.
Proof. intros Hg. now apply Ex_eval. Qed.
Lemma single_counts (n : nat) size : (1 <= n)%nat -> (forall n', size = Some n' -> Z.of_nat n = n') -> choice_rounds 1 size <> 0%Z -> (1 <= choice_rounds 1 size)%Z /\ (1 <= range_count 1 size)%Z.
Proof. intros Hn Hs. unfold choice_rounds, range_count. destruct size as [n'|]; [specialize (Hs n' eq_refl)|]; lia. Qed.
Lemma no_choice_one (n : nat) size : (1 <= n)%nat -> (forall n', size = Some n' -> Z.of_nat n = n') -> choice_rounds 1 size = 0%Z -> n = 1%nat.
Proof. intros Hn Hs. unfold choice_rounds. destruct size as [n'|]; [specialize (Hs n' eq_refl)|]; lia. Qed.

Section Makers.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R).
Hypothesis He : encloses enclosed tol.
Theorem report_noisy_max_pair input_domain input_metric scale optimize M f x x' d_in d : make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M ->
  eval (checked_scale scale) = Answer f -> member input_domain x -> member input_domain x' -> Construction.close input_metric x x' d_in -> value d_in = Some d -> (0 <= d)%Q ->
  exists s, fl_value f = Some s /\ (0 <= s)%Q /\ single_pair (Measurement_invoke M x) (Measurement_invoke M x') 1 (VectorDomain_size input_domain) s d (PrivacyMaps.range d (LInfDistance_monotonic input_metric)).
Proof.
  intros made Hf Mx Mx' Hc Hd Pd. destruct (report_invoke enclosed _ _ _ _ _ made) as [f' [s' [sign [_ [_ [Sg [Hv [_ [Hi [Hne _]]]]]]]]]].
  destruct (gives_answer _ _ _ _ (checked_scale_spec scale) Hf) as [s [Hs Ps]]. pose proof (scale_read scale f s Hf Hs) as Hv'. rewrite Hv in Hv'. injection Hv' as Er. rewrite Er in Hi. clear Er Hv.
  exists s. split; [easy|]. split; [easy|].
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  pose proof (near_signed _ sign _ _ ltac:(tauto) (close_near _ _ _ _ Hby)) as N. assert (Len : length x' = length x) by now destruct Hby.
  assert (Ls : forall y, length (signed sign y) = length y) by (intros; unfold signed; apply map_length).
  assert (Hn : (1 <= length x)%nat) by (specialize (Hne x Mx); destruct x; [easy|cbn; lia]).
  exists (length x), (score (signed sign x)), (score (signed sign x')). split; [easy|]. split; [|split; [|split]].
  - intros E g Hg. rewrite !Hi by easy. unfold signed. rewrite <- !(map_map ex (qmul (inject_Z sign))). now rewrite (close_same d _ x x' E Hby).
  - intros E g Hg. rewrite !Hi by easy. pose proof (no_choice_one (length x) _ Hn (member_size _ _ Mx) E) as L1. rewrite L1 in Len.
    destruct x as [|a [|? ?]]; try discriminate. destruct x' as [|b [|? ?]]; try discriminate. cbn [signed map GumbelReleases.samples]. now rewrite !one_candidate.
  - apply (single_counts (length x)); auto. exact (member_size _ _ Mx).
  - intros S. assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in S; now rewrite R_0 in S).
    assert (Law : forall y, List.Forall score_of y -> member input_domain y -> length y = length x -> has_softmax_choice (Measurement_invoke M y) (length x) (Q2R s) (score (signed sign y))).
    { intros y Sy My Ly i Hr. rewrite Hi by (auto using bd_event). pose proof (max_law enclosed tol He (signed sign y) (Qred s) Rs i) as G. rewrite Ls, R_red, Ly in G. now apply G. }
    split; [now apply Law|]. split; [now apply Law|]. pose proof (near_range_near _ _ _ N) as G. rewrite Ls in G. exact G.
Qed.
Theorem exponential_candidates_pair input_domain temperature M metric f x x' d_in d : make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  eval (checked_scale temperature) = Answer f -> member input_domain x -> member input_domain x' -> range_close metric x x' d_in -> value d_in = Some d -> (0 <= d)%Q ->
  exists s, fl_value f = Some s /\ (0 <= s)%Q /\ single_pair (Measurement_invoke M x) (Measurement_invoke M x') 1 (VectorDomain_size input_domain) s d (PrivacyMaps.range d true).
Proof.
  intros made Hf Mx Mx' Hc Hd Pd. destruct (candidates_invoke enclosed _ _ _ made) as [f' [s' [_ [_ [Hv [_ [_ [Hi [Hne _]]]]]]]]].
  destruct (gives_answer _ _ _ _ (checked_scale_spec temperature) Hf) as [s [Hs Ps]]. pose proof (scale_read temperature f s Hf Hs) as Hv'. rewrite Hv in Hv'. injection Hv' as Er. rewrite Er in Hi. clear Er Hv.
  exists s. split; [easy|]. split; [easy|]. destruct (range_close_is metric x x' d_in d Hd Hc) as [Sx [Sx' N]].
  assert (Len : length x' = length x). { destruct N as [E _]. now rewrite !map_length in E. }
  assert (Hn : (1 <= length x)%nat) by (specialize (Hne x Mx); destruct x; [easy|cbn; lia]).
  assert (Ne : forall y, member input_domain y -> map ex y <> []) by (intros y My; specialize (Hne y My); destruct y; easy).
  assert (Law : (0 < s)%Q -> forall y, List.Forall score_of y -> member input_domain y -> length y = length x -> has_softmax_choice (Measurement_invoke M y) (length x) (Q2R s) (score (map ex y))).
  { intros S y Sy My Ly i Hr. assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in S; now rewrite R_0 in S).
    rewrite Hi by (auto using bd_event). pose proof (max_law enclosed tol He (map ex y) (Qred s) Rs i) as G. rewrite map_length, R_red, Ly in G. now apply G. }
  pose proof (near_range_near _ _ _ N) as RN. rewrite map_length in RN.
  exists (length x), (score (map ex x)), (score (map ex x')). split; [easy|]. split; [|split; [|split]].
  - intros E g Hg. rewrite (Qeq_eqR _ _ E), R_0 in N, RN. destruct (Qlt_le_dec 0 s) as [Pos|Z].
    + assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in Pos; now rewrite R_0 in Pos). assert (Nr : py_range (Z.of_nat (length x)) <> []) by (apply (range_not_empty x); now apply Hne).
      pose proof (Law Pos x Sx Mx eq_refl) as L1. pose proof (Law Pos x' Sx' Mx' Len) as L2.
      rewrite (finite_law Z.eqb (py_range (Z.of_nat (length x))) Z.eqb_eq (range_NoDup _) _ (ExponentialMechanism.p (py_range (Z.of_nat (length x))) (Q2R s) (score (map ex x)))); auto; [|intros o Ho; apply L1; now apply in_py_range|now apply ExponentialMechanism.p_one].
      rewrite (finite_law Z.eqb (py_range (Z.of_nat (length x))) Z.eqb_eq (range_NoDup _) _ (ExponentialMechanism.p (py_range (Z.of_nat (length x))) (Q2R s) (score (map ex x')))); auto; [|intros o Ho; apply L2; now apply in_py_range|now apply ExponentialMechanism.p_one].
      apply lsum_ext. intros o Ho. f_equal. apply in_py_range in Ho.
      assert (P1 : forall u v, range_near (length x) 0 u v -> ExponentialMechanism.p (py_range (Z.of_nat (length x))) (Q2R s) u o <= ExponentialMechanism.p (py_range (Z.of_nat (length x))) (Q2R s) v o).
      { intros u v Hr. pose proof (ExponentialMechanism.em_private (py_range (Z.of_nat (length x))) (Q2R s) u v Nr Rs 0) as G. assert (Z : 0 / Q2R s = 0) by (unfold Rdiv; ring). rewrite Z, exp_0 in G.
        rewrite <- (Rmult_1_l (ExponentialMechanism.p _ _ v o)). apply G; [|now apply in_py_range]. intros i j Hi' Hj. apply in_py_range in Hi'. apply in_py_range in Hj. now apply Hr. }
      apply Rle_antisym; apply P1; [exact RN|]. intros i j Hi' Hj. specialize (RN j i Hj Hi'). lra.
    + assert (Z0 : Q2R (Qred s) = 0). { rewrite R_red. assert (Es : (s == 0)%Q) by now apply Qle_antisym. now rewrite (Qeq_eqR _ _ Es), R_0. }
      rewrite !Hi by easy. destruct (max_at_0 enclosed _ _ (Ne x Mx) Z0) as [i [B E1]]. destruct (max_at_0 enclosed _ _ (Ne x' Mx') Z0) as [i' [B' E1']].
      now rewrite (Ex_eval _ _ _ E1), (Ex_eval _ _ _ E1'), (same_best _ _ i i' N B B').
  - intros E g Hg. rewrite !Hi by easy. pose proof (no_choice_one (length x) _ Hn (member_size _ _ Mx) E) as L1. rewrite L1 in Len.
    destruct x as [|a [|? ?]]; try discriminate. destruct x' as [|b [|? ?]]; try discriminate. cbn [map GumbelReleases.samples]. now rewrite !one_candidate.
  - apply (single_counts (length x)); auto. exact (member_size _ _ Mx).
  - intros S. split; [now apply Law|]. split; [now apply Law|]. exact RN.
Qed.
End Makers.
