(* Tight privacy maps: one rounding, the last of n candidates not counted, the range of n candidates exact. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coq Require Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLaw PermuteAndFlipLoop MaxDivergencePrivacy PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection GumbelComparison GumbelWithoutNoise GumbelSelection ExponentialMechanismLaw MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose Construction DivergenceRules NoisyTopKMaxDivergence GumbelReleases NoisyTopKZeroConcentrated.
Import ListNotations.
Open Scope R_scope.

(* ---- max divergence of rounds with a choice ---- *)
Section Choices.
Variables (n : nat) (P Q : list Z -> Z -> R) (e : R).
Hypothesis HP : forall h i, In i (left n h) -> 0 < P h i.
Hypothesis HQ : forall h i, In i (left n h) -> 0 < Q h i.
Hypothesis SP : forall h, left n h <> [] -> lsum (P h) (left n h) = 1.
Hypothesis SQ : forall h, left n h <> [] -> lsum (Q h) (left n h) = 1.
Hypothesis round : forall h i, In i (left n h) -> P h i <= exp e * Q h i.
Theorem choices_close k : forall h o, In o (paths (left n) k h) -> chance P h o <= exp (INR (Nat.min k (length (left n h) - 1)) * e) * chance Q h o.
Proof.
  induction k; intros h o Ho.
  - destruct Ho as [<-|[]]. cbn. rewrite Rmult_0_l, exp_0. lra.
  - cbn [paths] in Ho. apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [o' [<- Ho]]. cbn [chance].
    pose proof (IHk _ _ Ho) as IH. pose proof (left_step n h i Hi) as L. assert (N : left n h <> []) by (intros C; rewrite C in Hi; easy).
    assert (0 < chance P (h ++ [i]) o') by (eapply (chance_pos (left n)); [exact HP|exact Ho]). assert (0 < chance Q (h ++ [i]) o') by (eapply (chance_pos (left n)); [exact HQ|exact Ho]).
    pose proof (HP h i Hi). pose proof (HQ h i Hi). destruct (length (left n (h ++ [i]))) as [|r] eqn:R.
    + destruct (left n h) as [|a [|b l]] eqn:E; cbn in L; try lia; try easy. destruct Hi as [->|[]]. pose proof (SP h) as S1. pose proof (SQ h) as S2. rewrite E in S1, S2. cbn in S1, S2.
      specialize (S1 ltac:(easy)). specialize (S2 ltac:(easy)). cbn [length]. replace (Nat.min (S k) (1 - 1)) with 0%nat by lia. replace (Nat.min k (0 - 1)) with 0%nat in IH by lia. cbn [INR] in *.
      rewrite Rmult_0_l, exp_0 in *. nra.
    + rewrite L. replace (Nat.min (S k) (S (S r) - 1)) with (S (Nat.min k (S r - 1))) by lia. rewrite S_INR. replace ((INR (Nat.min k (S r - 1)) + 1) * e) with (e + INR (Nat.min k (S r - 1)) * e) by ring.
      rewrite exp_plus. pose proof (round h i Hi).
      replace (exp e * exp (INR (Nat.min k (S r - 1)) * e) * (Q h i * chance Q (h ++ [i]) o')) with ((exp e * Q h i) * (exp (INR (Nat.min k (S r - 1)) * e) * chance Q (h ++ [i]) o')) by ring.
      apply Rmult_le_compat; lra.
Qed.
End Choices.

Theorem softmax_law_tight_max_divergence n k tau m m' y y' d : 0 < tau -> (k <= n)%nat -> has_softmax_law m n k tau y -> has_softmax_law m' n k tau y' -> range_near n d y y' ->
  max_divergence_at_most (INR (Nat.min k (n - 1)) * (d / tau)) m m'.
Proof.
  intros Ht Hk Hm Hm' Hd.
  apply (finite_close is (paths (left n) k []) is_spec (outcomes_once n k []) m m' (chance (softmax n tau y) []) (chance (softmax n tau y') [])); auto; try (now apply peeled_softmax_sums).
  intros o Ho. pose proof (choices_close n (softmax n tau y) (softmax n tau y') (d / tau)) as C. assert (G : chance (softmax n tau y) [] o <= exp (INR (Nat.min k (length (left n []) - 1)) * (d / tau)) * chance (softmax n tau y') [] o); [apply C; auto|now rewrite left_all in G].
  - intros h i Hi. now apply softmax_pos.
  - intros h i Hi. now apply softmax_pos.
  - intros h Hh. now apply p_one.
  - intros h Hh. now apply p_one.
  - intros h i Hi. apply em_private; auto; [intros E; rewrite E in Hi; easy|]. intros a b Ha Hb. apply in_left in Ha. apply in_left in Hb. apply Hd; tauto.
Qed.
Theorem peel_flip_tight_max_divergence d x x' scale k : 0 <= d -> 0 < Q2R scale -> near d x x' ->
  max_divergence_at_most (INR (Nat.min (Z.to_nat (Z.min k (py_len x))) (length x - 1)) * (d / Q2R scale)) (peel permute_and_flip x scale k) (peel permute_and_flip x' scale k).
Proof.
  intros Hd Hs N. pose proof (proj1 N) as Hl. set (j := Z.to_nat (Z.min k (py_len x))). assert (J : (j <= length x)%nat) by (unfold j, py_len; lia).
  assert (L' : forall h, left_of x' h = left_of x h) by (intros; now apply left_same).
  assert (O : forall y, length y = length x -> forall o, In o (paths (left (length x)) j []) -> Ex (peel permute_and_flip y scale k) (event (is o)) = chance (pick permute_and_flip y scale) [] o).
  { intros y Ly o Ho. apply outcomes_are in Ho. apply (peel_outcome permute_and_flip y scale (fun z => flip_in_range scale z Hs) k o); [|apply adequacy, bd_event]. unfold py_len. rewrite Ly. apply Ho. }
  assert (Pos : forall y, length y = length x -> forall h i, In i (left (length x) h) -> 0 < pick permute_and_flip y scale h i).
  { intros y Ly h i Hi. apply pick_pos; [easy|]. change (In i (left (length y) h)). now rewrite Ly. }
  assert (Sum : forall y, length y = length x -> forall h, left (length x) h <> [] -> lsum (pick permute_and_flip y scale h) (left (length x) h) = 1).
  { intros y Ly h Hh. rewrite <- Ly in *. now apply pick_sum. }
  assert (Tot : forall y, length y = length x -> lsum (chance (pick permute_and_flip y scale) []) (paths (left (length x)) j []) = 1).
  { intros y Ly. apply chances_sum; [now apply Sum|]. now rewrite left_all. }
  apply (finite_close is (paths (left (length x)) j []) is_spec (outcomes_once _ j []) _ _ (chance (pick permute_and_flip x scale) []) (chance (pick permute_and_flip x' scale) [])); auto.
  intros o Ho. pose proof (choices_close (length x) (pick permute_and_flip x scale) (pick permute_and_flip x' scale) (d / Q2R scale)) as C.
  assert (G : chance (pick permute_and_flip x scale) [] o <= exp (INR (Nat.min j (length (left (length x) []) - 1)) * (d / Q2R scale)) * chance (pick permute_and_flip x' scale) [] o); [apply C; auto|now rewrite left_all in G].
  intros h i Hi. unfold pick. rewrite L'. apply (flip_private d (scores x h) (scores x' h) scale Hd Hs); [now apply near_scores|]. exists 1. intros c. unfold event. destruct (_ =? _)%Z; lra.
Qed.

(* ---- the emitted losses ---- *)
Definition choice_rounds (k : Z) (size : option Z) : Z := match size with Some n => Z.min k (Z.max (n - 1) 0) | None => k end.
#[global] Instance rounds_with_a_choice_spec k size : Spec (rounds_with_a_choice k size) (fun j => j = choice_rounds k size) False.
Proof. unfold Spec, rounds_with_a_choice. destruct size; now repeat step. Qed.
Lemma cast_frac_gives q v : (q == v)%Q -> gives (inf_cast (Frac q) BINARY64) (least_not_below v) (too_large v).
Proof.
  intros E. call (inf_cast_gives (Frac q)).
  - intros f [u [[= <-] L]]. now apply (least_eq q).
  - intros [C|[u [[= <-] L]]]; [discriminate|]. now apply (too_large_eq q).
Qed.
Theorem pure_loss_gives eta k size : gives (pure_loss eta k size) (least_not_below (inject_Z (choice_rounds k size) * eta)) (too_large (inject_Z (choice_rounds k size) * eta)).
Proof. unfold pure_loss. called; [|easy]. intros j ->. apply cast_frac_gives. unfold qmul. apply Qred_correct. Qed.
Theorem range_loss_gives eta k size : gives (range_loss eta k size) (least_not_below (inject_Z (range_count k size) * eta)) (too_large (inject_Z (range_count k size) * eta)).
Proof. unfold range_loss. called; [|easy]. intros j ->. apply cast_frac_gives. unfold qmul. apply Qred_correct. Qed.

Definition tight_promised (count : Z) (s : Q) (monotonic : bool) (k : Z) (size : option Z) (d : Q) (m : fl) : Prop :=
  ((d == 0)%Q \/ choice_rounds k size = 0%Z) /\ m = Fin 0 \/
  (0 < d)%Q /\ choice_rounds k size <> 0%Z /\ ((s == 0)%Q /\ m = Inf false \/ (0 < s)%Q /\ least_not_below (inject_Z count * (PrivacyMaps.range d monotonic / s)) m).
(* Whatever a loss answers at an eta > 0, the tight map answers at that of its distance. *)
Theorem tight_map_meets losses loss scale s k size monotonic d_in d measure (A : Q -> fl -> Prop) (e : Q -> Prop) : losses measure = Some loss ->
  (forall eta, (0 < eta)%Q -> gives (loss eta k size) (A eta) (e eta)) -> fl_value scale = Some s -> (0 <= s)%Q -> value d_in = Some d -> (0 <= d)%Q ->
  gives (tight_map_of losses scale k size monotonic d_in measure)
    (fun m => ((d == 0)%Q \/ choice_rounds k size = 0%Z) /\ m = Fin 0 \/
      (0 < d)%Q /\ choice_rounds k size <> 0%Z /\ ((s == 0)%Q /\ m = Inf false \/ (0 < s)%Q /\ exists eta, (eta == PrivacyMaps.range d monotonic / s)%Q /\ A eta m))
    ((0 < s)%Q /\ exists eta, (eta == PrivacyMaps.range d monotonic / s)%Q /\ e eta).
Proof.
  intros Hl Hloss Hs Ps Hd Pd. unfold tight_map_of, tight_map_of_tight_map. rewrite Hl.
  assert (F : gives (to_fraction d_in) (fun q => (q == d)%Q) False).
  { destruct d_in as [z|[q| |b|]|q|]; try discriminate; injection Hd as <-; cbn [to_fraction fl_fraction]; repeat step; try apply Qred_correct; reflexivity. }
  call F; [|easy]. intros q Eq. unfold exact_range_distance. apply gives_bind, gives_ret.
  set (w := if monotonic then q else qmul (inject_Z 2) q).
  assert (Ew : (w == PrivacyMaps.range d monotonic)%Q). { unfold w. destruct monotonic; cbn [PrivacyMaps.range]; [easy|]. unfold qmul. rewrite Qred_correct, Eq. change (inject_Z 2) with 2%Q. Lqa.lra. }
  eapply gives_call with (e := False) (P := fun b => b = true <-> (d == 0)%Q \/ choice_rounds k size = 0%Z); [| |easy].
  { destruct (qeq w (inject_Z 0)) eqn:Z0; cbv iota.
    - repeat step. apply Qeq_bool_iff in Z0. change (inject_Z 0) with 0%Q in Z0. split; [|easy]. intros _. left. destruct monotonic; cbn [PrivacyMaps.range] in Ew; Lqa.lra.
    - called; [|easy]. intros j ->. repeat step. apply Qeq_bool_neq in Z0. change (inject_Z 0) with 0%Q in Z0. rewrite Z.eqb_eq. split; [auto|]. intros [C|C]; [|easy]. exfalso. apply Z0. destruct monotonic; cbn [PrivacyMaps.range] in Ew; Lqa.lra. }
  intros b Hb. destruct b; cbv iota.
  - repeat step. left. split; [now apply Hb|]. reflexivity.
  - assert (NZ : ~ ((d == 0)%Q \/ choice_rounds k size = 0%Z)) by (intros C; apply Hb in C; discriminate). assert (D : (0 < d)%Q) by (apply positive; [easy|tauto]). assert (R0 : choice_rounds k size <> 0%Z) by tauto.
    step; [repeat step; right; split; [easy|]; split; [easy|]; left; split; [now apply (fl_eq_0 scale s Hs)|easy]|].
    pose proof (positive s Ps (fl_ne_0 scale s Hs H)) as Ss.
    assert (G : gives (fl_fraction scale) (fun q => q = Qred s) False) by (destruct scale; try discriminate; injection Hs as <-; cbn [fl_fraction]; now repeat step).
    call G; [|easy]. intros s' ->. assert (Nz : Q2R (Qred s) <> 0) by (rewrite R_red; apply Qlt_Rlt in Ss; rewrite R_0 in Ss; lra).
    destruct (qdiv_ok w (Qred s) Nz) as [eta [-> Eeta]]. repeat step.
    assert (E : (eta == PrivacyMaps.range d monotonic / s)%Q).
    { apply eqR_Qeq. rewrite Eeta, R_red, (Qeq_eqR _ _ Ew), Q2R_div; [easy|]. intros C. rewrite C in Ss. now apply Qlt_irrefl in Ss. }
    assert (Pe : (0 < eta)%Q). { rewrite E. apply div_pos; [now apply (range_sign d monotonic)|easy]. }
    call (Hloss eta Pe).
    + intros f L. right. split; [easy|]. split; [easy|]. right. split; [easy|]. now exists eta.
    + intros C. split; [easy|]. now exists eta.
Qed.
Theorem tight_map_gives losses loss count scale s k size monotonic d_in d measure : losses measure = Some loss ->
  (forall eta, gives (loss eta k size) (least_not_below (inject_Z count * eta)) (too_large (inject_Z count * eta))) ->
  fl_value scale = Some s -> (0 <= s)%Q -> value d_in = Some d -> (0 <= d)%Q ->
  gives (tight_map_of losses scale k size monotonic d_in measure) (tight_promised count s monotonic k size d) ((0 < s)%Q /\ too_large (inject_Z count * (PrivacyMaps.range d monotonic / s))).
Proof.
  intros Hl Hloss Hs Ps Hd Pd. eapply gives_imp; [exact (tight_map_meets losses loss scale s k size monotonic d_in d measure _ _ Hl (fun eta _ => Hloss eta) Hs Ps Hd Pd)| |].
  - intros m [H|[D [R [S|[S [eta [E L]]]]]]]; [now left|right; auto|]. right. split; [easy|]. split; [easy|]. right. split; [easy|]. eapply least_eq; [|exact L]. now rewrite E.
  - intros [S [eta [E C]]]. split; [easy|]. eapply too_large_eq; [|exact C]. now rewrite E.
Qed.

(* ---- without a choice there is one outcome ---- *)
Lemma no_choice n k o o' : (Nat.min k (n - 1) = 0)%nat -> (k <= n)%nat -> In o (paths (left n) k []) -> In o' (paths (left n) k []) -> o = o'.
Proof.
  intros H Hk Ho Ho'. apply outcomes_are in Ho. apply outcomes_are in Ho'. destruct Ho as [L [_ B]], Ho' as [L' [_ B']]. destruct k as [|[|k]]; [|assert (n = 1%nat) by lia|exfalso; lia].
  - destruct o; [|discriminate]. destruct o'; [easy|discriminate].
  - destruct o as [|a [|? ?]]; try discriminate. destruct o' as [|b [|? ?]]; try discriminate. specialize (B a ltac:(now left)). specialize (B' b ltac:(now left)). f_equal. lia.
Qed.
Lemma sure_outcome m o : Ex m (event (is o)) = 1 -> forall g, bd g -> Ex m g = g o.
Proof.
  intros H g Hg. rewrite (finite_law is [o] is_spec ltac:(constructor; [easy|constructor]) m (fun _ => 1)); auto; [cbn; lra| |cbn; lra]. intros a [<-|[]]. exact H.
Qed.
Lemma softmax_one_outcome n k tau y m o : (Nat.min k (n - 1) = 0)%nat -> (k <= n)%nat -> has_softmax_law m n k tau y -> In o (paths (left n) k []) -> Ex m (event (is o)) = 1.
Proof.
  intros H Hk Hm Ho. rewrite (Hm o Ho). pose proof (peeled_softmax_sums n tau y k Hk) as S. pose proof (outcomes_once n k []) as Nd.
  destruct (paths (left n) k []) as [|a [|b l]] eqn:E; [easy| |exfalso].
  - destruct Ho as [->|[]]. cbn in S. lra.
  - inversion Nd as [|? ? Na _]; subst. apply Na. left. apply (no_choice n k b a H Hk); rewrite E; cbn; auto.
Qed.
Lemma some_outcome n k : (k <= n)%nat -> exists o, In o (paths (left n) k []).
Proof.
  intros Hk. exists (map Z.of_nat (seq 0 k)). apply outcomes_are. split; [now rewrite map_length, seq_length|]. split; [apply FinFun.Injective_map_NoDup; [intros ? ?; apply Nat2Z.inj|apply seq_NoDup]|].
  intros a Ha. apply in_map_iff in Ha. destruct Ha as [i [<- Hi]]. apply in_seq in Hi. split; [lia|easy].
Qed.
Lemma peel_one_outcome select x scale k : (forall y, Ex (select y scale) (fun i => if below (length y) i then 0 else 1) = 0) -> (forall y, y <> [] -> Ex (select y scale) (fun _ => 1) = 1) ->
  let j := Z.to_nat (Z.min k (py_len x)) in (Nat.min j (length x - 1) = 0)%nat -> forall g, bd g -> Ex (peel select x scale k) g = g (map Z.of_nat (seq 0 j)).
Proof.
  intros Hin Hans j H g Hg. rewrite (peel_law select x scale Hin k) by easy. fold j. assert (J : (j <= length x)%nat) by (unfold j, py_len; lia). clearbody j.
  destruct j as [|[|j]]; [easy| |exfalso; lia]. assert (L : length x = 1%nat) by lia. destruct x as [|a [|? ?]]; try discriminate. cbn [peel_value].
  change (left_of [a] []) with [0%Z]. change (scores [a] []) with [a]. rewrite (Ex_ext_as (select [a] scale) (below 1) _ (fun _ => g [0%Z] * 1)).
  - rewrite Ex_scal by (apply bd_const; lra). rewrite Hans by easy. cbn. lra.
  - destruct Hg as [M HM]. exists M. intros c. apply HM.
  - pose proof (bd_pos g Hg [0%Z]). exists (g [0%Z]). intros; lra.
  - apply Hin.
  - intros c Hc. unfold below in Hc. apply andb_prop in Hc. destruct Hc as [H1 H2]. apply Z.leb_le in H1. apply Z.ltb_lt in H2. cbn in H2. replace c with 0%Z by lia. cbn. lra.
Qed.
Lemma count_none k size n : (forall n', size = Some n' -> Z.of_nat n = n') -> (0 <= k)%Z -> choice_rounds k size = 0%Z -> (Nat.min (Z.to_nat (Z.min k (Z.of_nat n))) (n - 1) = 0)%nat.
Proof. intros Hs Hk H. unfold choice_rounds in H. destruct size as [n'|]; [specialize (Hs n' eq_refl)|]; lia. Qed.
Lemma count_some k size n : (forall n', size = Some n' -> Z.of_nat n = n') -> (0 <= k)%Z -> INR (Nat.min (Z.to_nat (Z.min k (Z.of_nat n))) (n - 1)) <= IZR (choice_rounds k size).
Proof. intros Hs Hk. rewrite INR_IZR_INZ. apply IZR_le. unfold choice_rounds. destruct size as [n'|]; [specialize (Hs n' eq_refl)|]; lia. Qed.
Lemma range_counted k size n : (forall n', size = Some n' -> Z.of_nat n = n') -> (0 <= k)%Z -> let j := Z.to_nat (Z.min k (Z.of_nat n)) in (1 <= j)%nat -> INR (j - 1 + Nat.min j (n - j)) <= IZR (range_count k size).
Proof. intros Hs Hk j Hj. rewrite INR_IZR_INZ. apply IZR_le. unfold range_count. destruct size as [n'|]; [specialize (Hs n' eq_refl)|]; lia. Qed.
Lemma member_size dom x : member dom x -> forall n', VectorDomain_size dom = Some n' -> Z.of_nat (length x) = n'.
Proof. intros Hx n' Hn. destruct (gives_answer _ _ _ _ (vector_check_gives dom x) Hx) as [Sz _]. exact (Sz n' Hn). Qed.
(* What a tight promise says. *)
Lemma tight_promised_keeps count s monotonic k size d m (claim : R -> Prop) : tight_promised count s monotonic k size d m ->
  ((d == 0)%Q -> claim 0) -> (choice_rounds k size = 0%Z -> claim 0) ->
  ((0 < d)%Q -> choice_rounds k size <> 0%Z -> (0 < s)%Q -> forall b, IZR count * (Q2R (PrivacyMaps.range d monotonic) / Q2R s) <= b -> claim b) -> promises m claim.
Proof.
  intros [[[E|E] ->]|[D [N [[_ ->]|[S [r [-> [_ [L _]]]]]]]]] C0 C1 C; cbn; rewrite ?R_0; auto. apply C; auto. apply Qle_Rle in L. rewrite Q2R_mult, R_Z, Q2R_div in L; [exact L|]. intros E. rewrite E in S. now apply Qlt_irrefl in S.
Qed.

Section MaxDivergence.
Variables (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement (list Z)).
Hypothesis made : make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M.
Theorem tight_map_of_permute_and_flip losses f x x' d_in d m : losses Measure_MaxDivergence = Some pure_loss -> eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in -> value d_in = Some d -> (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain) (LInfDistance_monotonic input_metric) d_in Measure_MaxDivergence) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Proof.
  intros Hl Hf Mx Mx' Hc Hd Pd Hm. destruct (max_divergence_invoke _ _ _ _ _ _ _ made) as [f' [s [Hf' [Hs [Ps [Hk [_ [_ [_ [Hi _]]]]]]]]]]. rewrite Hf in Hf'. injection Hf' as <-.
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  pose proof (near_negate _ negate _ _ (close_near _ _ _ _ Hby)) as N. fold (exact_scores negate x) (exact_scores negate x') in N.
  assert (L : length (exact_scores negate x) = length x) by apply exact_length. assert (Len : length x' = length x). { destruct N as [E _]. rewrite !exact_length in E. easy. }
  pose proof (member_size _ _ Mx) as Sz. assert (R0 : 0 <= Q2R (Qred s)) by (rewrite R_red; apply Qle_Rle in Ps; now rewrite R_0 in Ps).
  eapply (tight_promised_keeps _ s (LInfDistance_monotonic input_metric) k (VectorDomain_size input_domain) d m);
    [exact (gives_answer _ _ _ _ (tight_map_gives losses pure_loss _ f s k _ _ d_in d _ Hl (fun eta => pure_loss_gives eta k _) Hs Ps Hd Pd) Hm)| | |].
  - intros E. apply max_divergence_same. intros g Hg. rewrite !Hi by easy. unfold exact_scores. now rewrite (close_same d _ x x' E Hby).
  - intros E. apply max_divergence_same. intros g Hg. rewrite !Hi by easy. pose proof (count_none k _ (length x) Sz Hk E) as Z.
    rewrite !(peel_one_outcome permute_and_flip); auto; unfold py_len; rewrite ?exact_length, ?Len; auto; intros; try (now apply flip_in_range_any); now apply flip_answers_any.
  - intros D _ Ss b Hb S. rewrite !probability_Ex, !Hi by (auto using bd_event). rewrite <- !probability_Ex.
    assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    set (w := Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric))) in *.
    assert (Rd : 0 <= w). { unfold w. apply Qle_Rle in Pd. rewrite R_0 in Pd. destruct (LInfDistance_monotonic input_metric); cbn [PrivacyMaps.range]; rewrite ?Q2R_plus; lra. }
    apply (max_divergence_weaker _ b _ _) with (2 := peel_flip_tight_max_divergence w _ _ (Qred s) k Rd Rs N). unfold py_len. rewrite L, R_red. eapply Rle_trans; [|exact Hb].
    apply Rmult_le_compat_r; [apply Rdiv_le_0_compat; [lra|now rewrite R_red in Rs]|now apply count_some].
Qed.
End MaxDivergence.

Section Gumbel.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R).
Hypothesis He : encloses enclosed tol.
Variables (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement (list Z)).
Hypothesis made : make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate = Answer M.
Lemma gumbel_one_outcome s y : 0 <= Q2R s -> (0 <= k)%Z -> let j := Z.to_nat (Z.min k (py_len y)) in (Nat.min j (length y - 1) = 0)%nat -> forall o, In o (paths (left (length y)) j []) ->
  Ex (gumbel_top_k enclosed (noisy_scores s y) k) (event (is o)) = 1.
Proof.
  intros Hs Hk j H o Ho. assert (J : (j <= length y)%nat) by (unfold j, py_len; lia). destruct (Req_dec (Q2R s) 0) as [Z|N].
  - destruct (gumbel_top_k_at_0 enclosed (noisy_scores s y) k) as [o' [rest [E1 [Hp [Hl _]]]]]; [intros a Ha; now rewrite (noisy_scale s y a Ha)|easy|].
    unfold noisy_scores, py_len in Hp, Hl. rewrite map_length in *. assert (In o' (paths (left (length y)) j [])).
    { apply outcomes_are. split; [unfold j, py_len; lia|]. assert (Nd : NoDup (o' ++ rest)) by (apply (Permutation_NoDup (Permutation_sym Hp)), PermuteAndFlipLaw.range_NoDup).
      split; [clear -Nd; induction o' as [|a o' IH]; [constructor|]; cbn in Nd; apply NoDup_cons_iff in Nd; destruct Nd as [Na Nd]; constructor; [intros C; apply Na, in_app_iff; now left|now apply IH]|]. intros a Ha. split; [|easy]. apply in_py_range. apply (Permutation_in _ Hp). apply in_app_iff. now left. }
    rewrite (no_choice (length y) j o o' H J Ho H0). symmetry. apply law_Ex; [apply bd_event|]. exact E1.
  - apply (softmax_one_outcome (length y) j (Q2R s) (score y)); auto. apply (gumbel_law enclosed tol He); [lra|easy].
Qed.
Section Pair.
Variables (f : fl) (x x' : list num) (d_in : num) (d : Q).
Hypothesis Hf : eval (checked_scale scale) = Answer f.
Hypothesis Mx : member input_domain x.
Hypothesis Mx' : member input_domain x'.
Hypothesis Hc : close input_metric x x' d_in.
Hypothesis Hd : value d_in = Some d.
Hypothesis Pd : (0 <= d)%Q.
Lemma gumbel_pair : exists s, fl_value f = Some s /\ (0 <= s)%Q /\ (0 <= k)%Z /\ let n := length x in let j := Z.to_nat (Z.min k (Z.of_nat n)) in let m := Measurement_invoke M x in let m' := Measurement_invoke M x' in
  ((d == 0)%Q -> forall g, bd g -> Ex m g = Ex m' g) /\ (choice_rounds k (VectorDomain_size input_domain) = 0%Z -> forall g, bd g -> Ex m g = Ex m' g) /\
  ((0 < s)%Q -> has_softmax_law m n j (Q2R s) (score (exact_scores negate x)) /\ has_softmax_law m' n j (Q2R s) (score (exact_scores negate x')) /\
    range_near n (Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric))) (score (exact_scores negate x)) (score (exact_scores negate x'))).
Proof.
  destruct (concentrated_invoke enclosed _ _ _ _ _ _ made) as [f' [s' [_ [_ [Hk [Hv [_ [Hi _]]]]]]]].
  destruct (gives_answer _ _ _ _ (checked_scale_spec scale) Hf) as [s [Hs Ps]]. pose proof (scale_read scale f s Hf Hs) as Hv'. rewrite Hv in Hv'. injection Hv' as Er. rewrite Er in Hi. clear Er Hv.
  exists s. repeat (split; [easy|]). intros n j m m'.
  pose proof (close_is input_metric x x' d_in d Hd Hc) as Hby. destruct (close_scores _ _ _ _ Hby) as [Sx Sx'].
  pose proof (near_negate _ negate _ _ (close_near _ _ _ _ Hby)) as N. fold (exact_scores negate x) (exact_scores negate x') in N.
  assert (Len : length x' = length x). { destruct N as [E _]. rewrite !exact_length in E. easy. }
  assert (R0 : 0 <= Q2R (Qred s)) by (rewrite R_red; apply Qle_Rle in Ps; now rewrite R_0 in Ps).
  split; [|split].
  - intros E g Hg. unfold m, m'. rewrite !Hi by easy. unfold exact_scores. now rewrite (close_same d _ x x' E Hby).
  - intros E g Hg. unfold m, m'. rewrite !Hi by easy. pose proof (count_none k _ (length x) (member_size _ _ Mx) Hk E) as Z. fold n j in Z. assert (J : (j <= n)%nat) by (unfold j; lia).
    destruct (some_outcome n j J) as [o Ho].
    assert (One : forall y, length y = n -> forall g, bd g -> Ex (gumbel_top_k enclosed (noisy_scores (Qred s) y) k) g = g o).
    { intros y Ly. apply sure_outcome. apply gumbel_one_outcome; auto; unfold py_len; rewrite Ly; auto. }
    rewrite !One; auto; rewrite exact_length; auto.
  - intros Pos. assert (Rs : 0 < Q2R (Qred s)) by (rewrite R_red; apply Qlt_Rlt in Pos; now rewrite R_0 in Pos).
    assert (Law : forall y, List.Forall score_of y -> member input_domain y -> length y = n -> has_softmax_law (Measurement_invoke M y) n j (Q2R s) (score (exact_scores negate y))).
    { intros y Sy My Ly o Ho. rewrite Hi by (auto using bd_event). pose proof (gumbel_law enclosed tol He (exact_scores negate y) (Qred s) k Rs Hk) as G. unfold py_len in G. rewrite exact_length, R_red, Ly in G. now apply G. }
    split; [now apply Law|]. split; [now apply Law|]. pose proof (near_range_near _ _ _ N) as G. rewrite exact_length in G. exact G.
Qed.
Theorem tight_map_of_gumbel_max_divergence losses m : losses Measure_MaxDivergence = Some pure_loss ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain) (LInfDistance_monotonic input_metric) d_in Measure_MaxDivergence) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Proof.
  intros Hl Hm. destruct gumbel_pair as [s [Hs [Ps [Hk [E0 [E1 L]]]]]].
  eapply (tight_promised_keeps _ s (LInfDistance_monotonic input_metric) k (VectorDomain_size input_domain) d m);
    [exact (gives_answer _ _ _ _ (tight_map_gives losses pure_loss _ f s k _ _ d_in d _ Hl (fun eta => pure_loss_gives eta k _) Hs Ps Hd Pd) Hm)| | |].
  - intros E. apply max_divergence_same. now apply E0.
  - intros E. apply max_divergence_same. now apply E1.
  - intros D _ Ss b Hb. destruct (L Ss) as [L1 [L2 N]]. assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    assert (Rd : 0 <= Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric))). { apply Qle_Rle in Pd. rewrite R_0 in Pd. destruct (LInfDistance_monotonic input_metric); cbn [PrivacyMaps.range]; rewrite ?Q2R_plus; lra. }
    eapply max_divergence_weaker; [|exact (softmax_law_tight_max_divergence (length x) (Z.to_nat (Z.min k (Z.of_nat (length x)))) (Q2R s) _ _ _ _ _ Rs ltac:(lia) L1 L2 N)]. eapply Rle_trans; [|exact Hb].
    apply Rmult_le_compat_r; [apply Rdiv_le_0_compat; lra|]. now apply (count_some k _ (length x) (member_size _ _ Mx)).
Qed.
Theorem tight_map_of_gumbel_range losses m : losses Measure_RangeDivergence = Some range_loss ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain) (LInfDistance_monotonic input_metric) d_in Measure_RangeDivergence) = Answer m ->
  promises m (fun b => range_at_most b (of_list (Measurement_invoke M x)) (of_list (Measurement_invoke M x'))).
Proof.
  intros Hl Hm. destruct gumbel_pair as [s [Hs [Ps [Hk [E0 [E1 L]]]]]].
  eapply (tight_promised_keeps _ s (LInfDistance_monotonic input_metric) k (VectorDomain_size input_domain) d m);
    [exact (gives_answer _ _ _ _ (tight_map_gives losses range_loss _ f s k _ _ d_in d _ Hl (fun eta => range_loss_gives eta k _) Hs Ps Hd Pd) Hm)| | |].
  - intros E. apply (same_range is). now apply E0.
  - intros E. apply (same_range is). now apply E1.
  - intros D _ Ss b Hb. destruct (L Ss) as [L1 [L2 N]]. assert (Rs : 0 < Q2R s) by (apply Qlt_Rlt in Ss; now rewrite R_0 in Ss).
    set (w := Q2R (PrivacyMaps.range d (LInfDistance_monotonic input_metric))) in *.
    assert (Rd : 0 <= w). { unfold w. apply Qle_Rle in Pd. rewrite R_0 in Pd. destruct (LInfDistance_monotonic input_metric); cbn [PrivacyMaps.range]; rewrite ?Q2R_plus; lra. }
    assert (Q0 : 0 <= w / Q2R s) by (apply Rdiv_le_0_compat; lra). set (j := Z.to_nat (Z.min k (Z.of_nat (length x)))) in *.
    destruct (Nat.eq_dec j 0) as [J|J].
    + rewrite J in L1, L2. apply (range_of_nothing (length x) b (Q2R s) _ _ _ _ Rs L1 L2). eapply Rle_trans; [|exact Hb]. apply Rmult_le_pos; [|easy]. apply IZR_le. unfold range_count. destruct (VectorDomain_size input_domain); lia.
    + eapply (range_weaker (INR (j - 1 + Nat.min j (length x - j)) * (w / Q2R s))); try apply of_list_nonneg.
      * eapply Rle_trans; [|exact Hb]. apply Rmult_le_compat_r; [easy|]. apply (range_counted k _ (length x) (member_size _ _ Mx) Hk). fold j. lia.
      * apply (softmax_law_range (length x) j (Q2R s) Rs ltac:(unfold j; lia) _ _ _ _ _ L1 L2 N). lia.
Qed.
End Pair.
End Gumbel.
