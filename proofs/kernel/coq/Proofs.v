(* Every statement of Statements.v, proved. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability Evaluation EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers.
From Noisymax Require SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw ExponentialMechanism PermuteAndFlipRange DirectedRounding PrivacyMaps
  RangeImpliesRho RhoIsBest PureImpliesTanh AdaptiveComposition PeeledFlipZcdp FiniteLaws PeeledSoftmaxRange PeeledSoftmaxRangeTight SoftmaxSelection ExponentialMechanismLaw AdaptiveRange
  GumbelDocuments GumbelComparison GumbelMaxLaw GumbelSelection GumbelReleases Construction DivergenceRules NoisyTopKMaxDivergence NoisyTopKZeroConcentrated RangeMechanism SingleSelection TightMaps SelectionWithoutNoise Acceptance MapsStepByStep TightMapsZeroConcentrated SoftmaxLimits ExponentialNoise FirstToSucceed InverseTransform ArgmaxIsMaximum.
From Noisymax Require Statements.
Import ListNotations.
Open Scope R_scope.

Lemma indices_are n : py_range (Z.of_nat n) = Statements.indices n.
Proof. unfold py_range, Statements.indices. now rewrite Nat2Z.id. Qed.
Lemma selections_are n k o : Statements.selection n k o <-> In o (AdaptiveComposition.paths (AdaptiveComposition.left n) k []).
Proof.
  rewrite AdaptiveComposition.outcomes_are. unfold Statements.selection. split; intros [H1 [H2 H3]]; repeat split; auto; try (apply H3; easy).
Qed.
Lemma remaining_are n taken : Statements.remaining n taken = AdaptiveComposition.left n taken.
Proof. reflexivity. Qed.
Lemma softmax_law_is m n k tau y : SoftmaxSelection.has_softmax_law m n k tau y -> forall o, Statements.selection n k o -> of_list m o = Statements.peeled_softmax n tau y o.
Proof. intros H o Ho. apply selections_are in Ho. unfold of_list. rewrite probability_Ex. exact (H o Ho). Qed.
Lemma softmax_choice_is m n tau y : SoftmaxSelection.has_softmax_choice m n tau y -> forall i, (0 <= i < Z.of_nat n)%Z -> of_index m i = Statements.share (Statements.indices n) tau y i.
Proof. intros H i Hi. unfold of_index. rewrite probability_Ex, H by easy. now rewrite indices_are. Qed.

Theorem probabilities_are_limits : Statements.probabilities_are_limits.
Proof. intros A m S. apply probability_is_a_limit. Qed.
Theorem evaluation_is_running : Statements.evaluation_is_running.
Proof. intros A m. split; [intros a; apply eval_answer|apply eval_error]. Qed.
Theorem uniform_law : Statements.uniform_law.
Proof. intros n i H. apply probability_law. apply PermuteAndFlipLaw.sample_uniform_uint_below_law; lia. Qed.
Theorem uniform_answers : Statements.uniform_answers.
Proof.
  intros n Hn. apply answers_Ex. rewrite SamplerLaws.uniform_law by (auto; apply bd_const; lra). rewrite SamplerLaws.sum_const. field. apply not_0_INR. lia.
Qed.
Lemma coin m p : SamplerLaws.bern m p -> probability m (fun b => b) = p /\ answers_surely m.
Proof.
  intros H. split; [rewrite probability_Ex|unfold answers_surely; rewrite probability_Ex]; rewrite H by apply bd_event; unfold event; lra.
Qed.
Theorem bernoulli_rational_law : Statements.bernoulli_rational_law.
Proof. intros p H. now apply coin, SamplerLaws.rational_law. Qed.
Theorem bernoulli_exp1_law : Statements.bernoulli_exp1_law.
Proof. intros p H. now apply coin, SamplerLaws.exp1_law. Qed.
Theorem bernoulli_exp_law : Statements.bernoulli_exp_law.
Proof. intros p H. now apply coin, SamplerLaws.exp_law. Qed.
Theorem permute_and_flip_law : Statements.permute_and_flip_law.
Proof.
  intros x scale top r Hs Ht Hm Hr p. assert (Hx : x <> []) by (intros ->; easy). unfold of_index.
  rewrite (probability_law _ _ _ (PermuteAndFlipLaw.permute_and_flip_law x scale r Hx Hs Hr)).
  destruct (PermuteAndFlipLoop.best_spec x Hx) as [_ [B1 B2]].
  assert (E : Q2R top = Q2R (PermuteAndFlipLoop.best x)) by (apply Rle_antisym; [now apply B1|now apply Hm]).
  assert (W : forall j, PermuteAndFlipLoop.weight x scale j = p j) by (intros j; unfold PermuteAndFlipLoop.weight, p; now rewrite E).
  rewrite W. f_equal. apply RInt_ext. intros t _. unfold PermuteAndFlipLaw.others, py_len. rewrite indices_are.
  induction (filter _ (Statements.indices (length x))) as [|j l IH]; cbn; [easy|]. now rewrite IH, W.
Qed.
Theorem permute_and_flip_at_0 : Statements.permute_and_flip_at_0.
Proof.
  intros x scale Hx Hs. destruct (PermuteAndFlipLaw.permute_and_flip_at_0 x scale (fun _ => 1) Hx Hs ltac:(apply bd_const; lra)) as [i [V [B _]]]. exists i. split; [exact (conj V B)|].
  destruct (PermuteAndFlipLaw.permute_and_flip_at_0 x scale (event (Z.eqb i)) Hx Hs (bd_event _)) as [j [V' [B' L]]].
  unfold of_index. rewrite (probability_law _ _ _ L). replace j with i; [unfold event; now rewrite Z.eqb_refl|]. specialize (B j V'). specialize (B' i V). unfold PermuteAndFlipLaw.before in *.
  destruct B as [?|[? ?]], B' as [?|[? ?]]; try lra. lia.
Qed.
Theorem permute_and_flip_answers : Statements.permute_and_flip_answers.
Proof. intros x scale Hx Hs. apply answers_Ex. now apply FiniteLaws.flip_answers_any. Qed.
Theorem exponential_mechanism_law : Statements.exponential_mechanism_law.
Proof. intros x scale i Hs Hi. rewrite ExponentialMechanismLaw.exponential_mechanism_law by easy. unfold py_len. now rewrite indices_are. Qed.
Theorem exponential_mechanism_at_0 : Statements.exponential_mechanism_at_0.
Proof.
  intros x scale Hx Hs. destruct (ExponentialMechanismLaw.exponential_mechanism_at_0 x scale Hx Hs) as [i [V [B H]]]. exists i. split; [exact (conj V B)|].
  unfold of_index. rewrite H. unfold event. now rewrite Z.eqb_refl.
Qed.
Theorem exponential_mechanism_answers : Statements.exponential_mechanism_answers.
Proof. exact ExponentialMechanismLaw.exponential_mechanism_answers. Qed.
Lemma for_pure {X St} (f : X -> St -> St) l : forall s, eval (For l (fun a s => Ret (f a s)) s) = Answer (fold_left (fun s a => f a s) l s).
Proof. induction l as [|a l IH]; intros s; cbn; [easy|]. apply IH. Qed.
Theorem original_index_names : Statements.original_index_names.
Proof.
  intros n removed place Hd H0 Hp. destruct (PeelLaw.original_index_right n removed place Hd H0 Hp) as [v [_ [E1 [_ [l1 [l2 [El [Hl1 _]]]]]]]].
  assert (E : eval (original_index (Z.of_nat place) removed) = Answer (PeelLaw.bump (py_sorted removed) (Z.of_nat place))) by (unfold original_index; apply for_pure).
  rewrite E, E1. f_equal. unfold Statements.remaining. change (filter _ (Statements.indices n)) with (filter (PeelLaw.free removed) (PeelLaw.range n)). rewrite El, app_nth2 by lia. now rewrite Hl1, Nat.sub_diag.
Qed.
Theorem peel_law : Statements.peel_law.
Proof.
  intros select x scale k o Hr Ho. unfold of_list. apply selections_are in Ho. pose proof Ho as Ho'. apply AdaptiveComposition.outcomes_are in Ho'.
  assert (R : forall y, Ex (select y scale) (fun i => if PeelLaw.below (length y) i then 0 else 1) = 0).
  { intros y. specialize (Hr y). rewrite probability_Ex in Hr. rewrite <- Hr. apply Ex_ext. intros i. unfold event, PeelLaw.below. now destruct (_ && _). }
  rewrite (PeeledFlipZcdp.peel_outcome select x scale R k o (probability (peel select x scale k) (is o))); [|apply Ho'|apply probability_is_a_limit].
  apply (ExponentialMechanismLaw.chance_ext (AdaptiveComposition.left (length x)) _ _) with (k := Statements.rounds k (length x)); [|exact Ho].
  intros h i _. unfold PeeledFlipZcdp.pick. rewrite probability_Ex. reflexivity.
Qed.
Lemma outcome_1 m o : (forall g, bd g -> Ex m g = g o) -> of_list m o = 1.
Proof. intros H. unfold of_list. rewrite probability_Ex, H by apply bd_event. unfold event. now rewrite (proj2 (is_spec o o) eq_refl). Qed.
Theorem peel_permute_and_flip_at_0 : Statements.peel_permute_and_flip_at_0.
Proof.
  intros x scale k Hs. destruct (SelectionWithoutNoise.peel_permute_and_flip_at_0 x scale k Hs) as [o [Ho [Hg E]]]. exists o. split; [now apply selections_are|]. split; [exact Hg|]. now apply outcome_1.
Qed.
Theorem peel_permute_and_flip_answers : Statements.peel_permute_and_flip_answers.
Proof. exact FiniteLaws.peel_flip_answers. Qed.
Theorem peel_exponential_mechanism_law : Statements.peel_exponential_mechanism_law.
Proof. intros x scale k o Hs Ho. exact (softmax_law_is _ _ _ _ _ (ExponentialMechanismLaw.peel_exponential_law x scale k Hs) o Ho). Qed.
Theorem peel_exponential_mechanism_answers : Statements.peel_exponential_mechanism_answers.
Proof. exact ExponentialMechanismLaw.peel_exponential_answers. Qed.
Theorem gumbel_top_k_law : Statements.gumbel_top_k_law.
Proof. intros enclosed tol x s k o He Hs Hk Ho. exact (softmax_law_is _ _ _ _ _ (GumbelReleases.gumbel_law enclosed tol He x s k Hs Hk) o Ho). Qed.
Theorem gumbel_top_k_at_0 : Statements.gumbel_top_k_at_0.
Proof.
  intros enclosed x s k Hs Hk. destruct (SelectionWithoutNoise.gumbel_top_k_0 enclosed x s k Hs Hk) as [o [Ho [Hg E]]]. exists o. split; [now apply selections_are|]. split; [exact Hg|]. now apply outcome_1.
Qed.
Theorem gumbel_top_k_answers : Statements.gumbel_top_k_answers.
Proof. intros enclosed tol x s k He. exact (GumbelReleases.gumbel_answers enclosed tol He x s k). Qed.
Theorem greater_than_law : Statements.greater_than_law.
Proof.
  intros enclosed tol a b s He Hs.
  exact (probability_law _ _ _ (GumbelMaxLaw.greater_than_law_unsampled enclosed tol (Q2R s) (mk_GumbelPSRN a s 0 0) (mk_GumbelPSRN b s 0 0) He Hs (conj eq_refl eq_refl) (conj eq_refl eq_refl) eq_refl eq_refl)).
Qed.
Theorem greater_than_answers : Statements.greater_than_answers.
Proof.
  intros enclosed tol a b s He Hs. apply answers_Ex. destruct (Req_dec (Q2R s) 0) as [Z|N].
  - apply Ex_is. apply is_lim_seq_ext with (fun _ => 1); [|apply is_lim_seq_const]. intros n. unfold greater_than. cbn [GumbelPSRN_scale].
    assert (E : qeq s (inject_Z 0) = true) by (apply Qeq_bool_iff, eqR_Qeq; rewrite Z; unfold Q2R; cbn; lra). assert (E' : qeq s s = true) by (apply Qeq_bool_iff; reflexivity). now rewrite E, E'.
  - apply (GumbelComparison.greater_than_answers enclosed tol (Q2R s)); auto; try lra; (split; [unfold GumbelCells.fine; cbn; lia|easy]).
Qed.
Theorem gumbel_max_law : Statements.gumbel_max_law.
Proof. intros enclosed tol x s i He Hs Hi. exact (softmax_choice_is _ _ _ _ (SingleSelection.max_law enclosed tol He x s Hs) i Hi). Qed.
Theorem gumbel_max_at_0 : Statements.gumbel_max_at_0.
Proof.
  intros enclosed x s Hx Hs. destruct (SingleSelection.max_at_0 enclosed x s Hx Hs) as [i [B E]]. exists i. split; [exact B|]. unfold of_index. rewrite probability_Ex.
  change (Ex (gumbel_max enclosed (GumbelReleases.samples s x)) (event (Z.eqb i)) = 1). rewrite (Ex_eval _ _ _ E). unfold event. now rewrite Z.eqb_refl.
Qed.
Theorem gumbel_max_answers : Statements.gumbel_max_answers.
Proof. intros enclosed tol x s He Hx Hs. exact (SingleSelection.max_answers enclosed tol He x s Hx Hs). Qed.
Theorem enclosures_exist : Statements.enclosures_exist.
Proof. exact GumbelComparison.encloses_exists. Qed.

Theorem permute_and_flip_private : Statements.permute_and_flip_private.
Proof. intros d x x' scale Hd Hs N S. rewrite !probability_Ex. now apply (MaxDivergencePrivacy.flip_private d x x' scale Hd Hs N), bd_event. Qed.
Lemma flip_mass x scale i : 0 < Q2R scale -> ~ (0 <= i < Z.of_nat (length x))%Z -> of_index (permute_and_flip x scale) i = 0.
Proof.
  intros Hs Hi. unfold of_index. rewrite probability_Ex. apply Rle_antisym; [|apply Ex_nonneg, bd_event]. rewrite <- (PeelLaw.flip_in_range scale x Hs).
  apply Ex_le; [apply bd_event|exists 1; intros c; destruct (PeelLaw.below _ c); lra|]. intros c. unfold event, PeelLaw.below. destruct (Z.eqb_spec i c) as [->|_].
  - destruct (Z.leb_spec 0 c); [|cbn; lra]. destruct (Z.ltb_spec c (Z.of_nat (length x))); [lia|cbn; lra].
  - destruct (_ && _); lra.
Qed.
Lemma flip_range_exp eps : 0 <= eps -> exp (Statements.flip_range eps) = (2 * exp (eps / 2) - 1) ^ 2.
Proof.
  intros H. assert (1 <= exp (eps / 2)) by (rewrite <- exp_0; apply MaxDivergencePrivacy.exp_le; lra). unfold Statements.flip_range.
  replace (2 * ln (2 * exp (eps / 2) - 1)) with (ln (2 * exp (eps / 2) - 1) + ln (2 * exp (eps / 2) - 1)) by ring. rewrite exp_plus, exp_ln by lra. ring.
Qed.
Theorem permute_and_flip_range : Statements.permute_and_flip_range.
Proof.
  intros d x x' scale Hd Hs N i j. pose proof (proj1 N) as L. assert (Q0 : 0 <= d / Q2R scale) by (apply Rdiv_le_0_compat; lra). rewrite flip_range_exp by easy.
  assert (P0 : forall y c, 0 <= of_index (permute_and_flip y scale) c) by (intros; unfold of_index; rewrite probability_Ex; apply Ex_nonneg, bd_event).
  assert (One : 1 <= (2 * exp (d / Q2R scale / 2) - 1) ^ 2) by (assert (1 <= exp (d / Q2R scale / 2)) by (rewrite <- exp_0; apply MaxDivergencePrivacy.exp_le; lra); nra).
  assert (D : forall c, (0 <= c < Z.of_nat (length x))%Z \/ ~ (0 <= c < Z.of_nat (length x))%Z) by (intros; lia).
  destruct (D i) as [Hi|Hi]; [|rewrite (flip_mass x scale i Hs Hi), (flip_mass x' scale i Hs) by (now rewrite <- L); lra].
  destruct (D j) as [Hj|Hj]; [|rewrite (flip_mass x scale j Hs Hj), (flip_mass x' scale j Hs) by (now rewrite <- L); lra].
  destruct (Z.eq_dec i j) as [->|Nij].
  - pose proof (P0 x j). pose proof (P0 x' j). assert (0 <= of_index (permute_and_flip x scale) j * of_index (permute_and_flip x' scale) j) by nra. nra.
  - apply (PermuteAndFlipRange.permute_and_flip_range d x x' scale i j); auto; apply probability_is_a_limit.
Qed.
Theorem permute_and_flip_range_reached : Statements.permute_and_flip_range_reached.
Proof.
  intros a scale Hs Ha x x'. rewrite flip_range_exp by (apply Rdiv_le_0_compat; lra).
  exact (AdaptiveRange.flip_range_reached a scale _ _ _ _ Hs Ha (probability_is_a_limit _ _) (probability_is_a_limit _ _) (probability_is_a_limit _ _) (probability_is_a_limit _ _)).
Qed.
Theorem exponential_mechanism_private : Statements.exponential_mechanism_private.
Proof.
  intros d x x' scale Hx Hs N. split; [|split; [|split]].
  - now apply ExponentialMechanismLaw.exponential_mechanism_max_divergence.
  - now apply ExponentialMechanismLaw.exponential_mechanism_range.
  - now apply ExponentialMechanismLaw.exponential_mechanism_zero_concentrated.
  - now apply ExponentialMechanismLaw.exponential_mechanism_tight.
Qed.
Theorem peel_exponential_mechanism_private : Statements.peel_exponential_mechanism_private.
Proof.
  intros d x x' scale k Hs N n m P P'. pose proof (ExponentialMechanismLaw.peel_exponential_law x scale k Hs) as L. pose proof (ExponentialMechanismLaw.peel_exponential_law x' scale k Hs) as L'.
  unfold py_len in L, L'. rewrite <- (proj1 N) in L'. pose proof (ExponentialMechanismLaw.near_range_near d x x' N) as D. fold n in L, L', D. change (Z.to_nat (Z.min k (Z.of_nat n))) with m in L, L'.
  assert (K : (m <= n)%nat) by (unfold m, Statements.rounds; lia). split; [|split; [|split]].
  - exact (SoftmaxSelection.softmax_law_max_divergence n m (Q2R scale) Hs K _ _ _ _ d L L' D).
  - exact (SoftmaxSelection.softmax_law_zero_concentrated n m (Q2R scale) Hs K _ _ _ _ d L L' D).
  - exact (SoftmaxSelection.softmax_law_tight n m (Q2R scale) Hs K _ _ _ _ d L L' D).
  - exact (SoftmaxSelection.softmax_law_range n m (Q2R scale) Hs K _ _ _ _ d L L' D).
Qed.
Theorem peel_permute_and_flip_range : Statements.peel_permute_and_flip_range.
Proof.
  intros d x x' scale k o o' Hd Hs Hk Hx N m P P' Ho Ho'. apply selections_are in Ho. apply selections_are in Ho'.
  exact (AdaptiveRange.noisy_top_k_range d x x' scale k P P' o o' Hd Hs Hk Hx N (fun o => probability_is_a_limit _ _) (fun o => probability_is_a_limit _ _) Ho Ho').
Qed.
Theorem peel_permute_and_flip_zero_concentrated : Statements.peel_permute_and_flip_zero_concentrated.
Proof. exact TightMapsZeroConcentrated.peel_flip_zero_concentrated. Qed.
Theorem permute_and_flip_zero_concentrated : Statements.permute_and_flip_zero_concentrated.
Proof. exact TightMapsZeroConcentrated.flip_zero_concentrated. Qed.
Theorem peel_permute_and_flip_private : Statements.peel_permute_and_flip_private.
Proof.
  intros d x x' scale k Hd Hs N. split; [|exact (TightMaps.peel_flip_tight_max_divergence d x x' scale k Hd Hs N)].
  intros S. rewrite !probability_Ex. assert (Q0 : 0 <= d / Q2R scale) by (apply Rdiv_le_0_compat; lra).
  exact (MaxDivergencePrivacy.peel_private (d / Q2R scale) d permute_and_flip x x' scale k Q0 (fun y y' Hy => MaxDivergencePrivacy.flip_private d y y' scale Hd Hs Hy) N (event S) (bd_event S)).
Qed.

Theorem inf_cast_rounds_up : Statements.inf_cast_rounds_up.
Proof.
  intros x v Hv. pose proof (DirectedRounding.inf_cast_gives x) as G. unfold gives in G. destruct (eval (inf_cast x BINARY64)) as [f| |]; [| |easy].
  - destruct G as [w [Hw L]]. change (Statements.value x) with (DirectedRounding.value x) in Hv. rewrite Hv in Hw. injection Hw as <-. exact L.
  - change (Statements.value x) with (DirectedRounding.value x) in Hv. destruct G as [C|[w [Hw L]]]; [congruence|]. rewrite Hv in Hw. injection Hw as <-. exact L.
Qed.
Ltac same_values := repeat match goal with
  | H : Statements.fl_value ?a = Some _ |- _ => change (Statements.fl_value a) with (DirectedRounding.fl_value a) in H
  | H : DirectedRounding.fl_value ?a = Some ?v, K : DirectedRounding.fl_value ?a = Some ?w |- _ => rewrite H in K; injection K as <-
  end.
Theorem inf_mul_rounds_up : Statements.inf_mul_rounds_up.
Proof.
  intros a b v w Ha Hb. pose proof (DirectedRounding.inf_mul_gives a b) as G. unfold gives in G. destruct (eval (inf_mul a b BINARY64)) as [f| |]; [| |easy].
  - destruct G as [v' [w' [Hv [Hw L]]]]. same_values. exact L.
  - destruct G as [C|[C|[v' [w' [Hv [Hw L]]]]]]; same_values; try congruence. exact L.
Qed.
Theorem inf_div_rounds_up : Statements.inf_div_rounds_up.
Proof.
  intros a b v w Ha Hb N. pose proof (DirectedRounding.inf_div_gives a b) as G. unfold gives in G. destruct (eval (inf_div a b BINARY64)) as [f| |]; [| |easy].
  - destruct G as [v' [w' [Hv [Hw [_ L]]]]]. same_values. exact L.
  - destruct G as [C|[C|[v' [w' [Hv [Hw [L|L]]]]]]]; same_values; try congruence; easy.
Qed.
Theorem inf_powi_rounds_up : Statements.inf_powi_rounds_up.
Proof.
  intros a n v Ha Hn. pose proof (DirectedRounding.inf_powi_gives a n) as G. unfold gives in G. destruct (eval (inf_powi a n BINARY64)) as [f| |]; [| |easy].
  - destruct G as [_ [v' [Hv [_ L]]]]. same_values. exact L.
  - destruct G as [C|[C|[v' [Hv [[_ C]|L]]]]]; same_values; try congruence; try lia. exact L.
Qed.
Theorem inf_powi_of_negative_exponents : Statements.inf_powi_of_negative_exponents.
Proof.
  intros a n v Ha Hn. pose proof (DirectedRounding.inf_powi_gives a n) as G. same_values. split.
  - intros B NZ. unfold gives in G. destruct (eval (inf_powi a n BINARY64)) as [f| |]; [| |easy].
    + destruct G as [_ [w [Hw [_ L]]]]. rewrite Ha in Hw. injection Hw as <-. exact L.
    + destruct G as [C|[C|[w [Hw [[C _]|L]]]]]; [congruence|lia| |]; rewrite Ha in Hw; injection Hw as <-; [contradiction|exact L].
  - intros Z. apply (Acceptance.gives_error _ _ _ G). intros f [_ [w [Hw [C _]]]]. rewrite Ha in Hw. injection Hw as <-. now apply C.
Qed.
Theorem directed_operations_refuse : Statements.directed_operations_refuse.
Proof.
  repeat split.
  - intros x Hx. apply (Acceptance.gives_error _ _ _ (DirectedRounding.inf_cast_gives x)). intros f [v [Hv _]]. change (Statements.value x) with (DirectedRounding.value x) in Hx. congruence.
  - apply (Acceptance.gives_error _ _ _ (DirectedRounding.inf_mul_gives a b)). intros f [v [w [Hv [Hw _]]]]. change Statements.fl_value with DirectedRounding.fl_value in H. destruct H as [H|H]; congruence.
  - apply (Acceptance.gives_error _ _ _ (DirectedRounding.inf_div_gives a b)). intros f [v [w [Hv [Hw _]]]]. change Statements.fl_value with DirectedRounding.fl_value in H. destruct H as [H|H]; congruence.
  - intros a b H. apply (Acceptance.gives_error _ _ _ (DirectedRounding.inf_div_gives a b)). intros f [v [w [Hv [Hw [C _]]]]]. change Statements.fl_value with DirectedRounding.fl_value in H. rewrite H in Hw. injection Hw as <-. now apply C.
  - intros a n H. apply (Acceptance.gives_error _ _ _ (DirectedRounding.inf_powi_gives a n)). intros f [B [v [Hv _]]]. change Statements.fl_value with DirectedRounding.fl_value in H. destruct H as [H|H]; [congruence|lia].
  - intros a b H. apply (Acceptance.gives_error _ _ _ (DirectedRounding.inf_add_gives a b)). intros f [T [_ [v [w [Hv [Hw _]]]]]]. change Statements.value with DirectedRounding.value in H.
    destruct H as [H|[H|H]]; congruence.
Qed.
Theorem inf_add_is_exact : Statements.inf_add_is_exact.
Proof.
  split; intros a b.
  - destruct (Acceptance.gives_answers _ _ _ (DirectedRounding.inf_add_gives (Int a) (Int b))) as [c [-> [_ [T [v [w [[= <-] [[= <-] H]]]]]]]].
    { intros [C|[C|[C|[v [w [_ [_ [C _]]]]]]]]; try discriminate. now apply C. }
    destruct c as [z|[]| |]; try discriminate. cbn [DirectedRounding.sum_of] in H. rewrite <- inject_Z_plus in H. apply (proj1 (inject_Z_injective _ _)) in H. now rewrite H.
  - destruct (Acceptance.gives_answers _ _ _ (DirectedRounding.inf_add_gives (Frac a) (Frac b))) as [c [-> [_ [T [v [w [[= <-] [[= <-] H]]]]]]]].
    { intros [C|[C|[C|[v [w [_ [_ [C _]]]]]]]]; try discriminate. now apply C. }
    destruct c as [z|[]|q|]; try discriminate. now exists q.
Qed.
Theorem constructors_accept_sound_domains : Statements.constructors_accept_sound_domains.
Proof. exact Acceptance.constructed_is. Qed.
Theorem metrics_accept_number_types : Statements.metrics_accept_number_types.
Proof. exact Acceptance.metrics_are. Qed.
Theorem domains_check_members : Statements.domains_check_members.
Proof. exact Acceptance.member_is. Qed.
Theorem linf_close_means : Statements.linf_close_means.
Proof. exact Acceptance.close_iff. Qed.
Theorem range_close_means : Statements.range_close_means.
Proof. exact Acceptance.range_close_iff. Qed.
Theorem distances_are_checked : Statements.distances_are_checked.
Proof. exact Acceptance.check_distance_is. Qed.
Theorem scales_are_checked : Statements.scales_are_checked.
Proof. exact Acceptance.checked_scale_is. Qed.
Theorem naturals_are_checked : Statements.naturals_are_checked.
Proof. exact Acceptance.check_natural_is. Qed.
Theorem exact_is_exact : Statements.exact_is_exact.
Proof. exact Acceptance.exact_scores_are. Qed.
Theorem noisy_top_k_is_made : Statements.noisy_top_k_is_made.
Proof. exact Acceptance.make_noisy_top_k_accepts. Qed.
Theorem report_noisy_max_is_made : Statements.report_noisy_max_is_made.
Proof. exact Acceptance.make_report_noisy_max_gumbel_accepts. Qed.
Theorem exponential_candidates_is_made : Statements.exponential_candidates_is_made.
Proof. exact Acceptance.make_base_exponential_candidates_gumbel_accepts. Qed.
Theorem inf_add_rounds_up : Statements.inf_add_rounds_up.
Proof.
  intros a b v w Ha Hb. pose proof (DirectedRounding.inf_add_gives (Flt a) (Flt b)) as G. unfold gives in G. destruct (eval (inf_add (Flt a) (Flt b) BINARY64)) as [c| |]; [| |easy].
  - destruct G as [_ [T [v' [w' [Hv [Hw L]]]]]]. cbn [DirectedRounding.value] in *. same_values. destruct c; try discriminate. exists f. split; [easy|]. exact L.
  - destruct G as [C|[C|[C|[v' [w' [Hv [Hw [_ L]]]]]]]]; cbn [DirectedRounding.value] in *; same_values; try congruence; [now contradiction C|exact L].
Qed.

Theorem noisy_top_k_max_divergence_answers : Statements.noisy_top_k_max_divergence_answers.
Proof. exact NoisyTopKMaxDivergence.max_divergence_answers. Qed.
Theorem noisy_top_k_max_divergence_law : Statements.noisy_top_k_max_divergence_law.
Proof. exact NoisyTopKMaxDivergence.max_divergence_is_peeling. Qed.
Theorem noisy_top_k_max_divergence_private : Statements.noisy_top_k_max_divergence_private.
Proof. exact NoisyTopKMaxDivergence.max_divergence_private. Qed.
Theorem noisy_top_k_zero_concentrated_answers : Statements.noisy_top_k_zero_concentrated_answers.
Proof. intros enclosed tol dom metric k scale negate M He. exact (NoisyTopKZeroConcentrated.zero_concentrated_answers enclosed tol He dom metric k scale negate M). Qed.
Theorem noisy_top_k_zero_concentrated_law : Statements.noisy_top_k_zero_concentrated_law.
Proof.
  intros enclosed tol dom metric k scale negate M He made x HC Hx. destruct (NoisyTopKZeroConcentrated.zero_concentrated_law enclosed tol He dom metric k scale negate M made x HC Hx) as [s [Hs L]].
  exists s. split; [easy|]. intros Pos o Ho. exact (softmax_law_is _ _ _ _ _ (L Pos) o Ho).
Qed.
Theorem noisy_top_k_zero_concentrated_private : Statements.noisy_top_k_zero_concentrated_private.
Proof. intros enclosed tol dom metric k scale negate M He. exact (NoisyTopKZeroConcentrated.zero_concentrated_private enclosed tol He dom metric k scale negate M). Qed.
Theorem noisy_top_k_at_0 : Statements.noisy_top_k_at_0.
Proof.
  intros enclosed dom metric measure k scale negate M s made Hs Z x HC Hx. destruct (SelectionWithoutNoise.noisy_top_k_at_0 enclosed dom metric k scale negate M measure x s made HC Hx Hs Z) as [o [Ho [Hg E]]].
  exists o. split; [now apply selections_are|]. split; [exact Hg|exact E].
Qed.
Theorem report_noisy_max_answers : Statements.report_noisy_max_answers.
Proof. intros enclosed tol dom metric scale optimize M He. exact (SingleSelection.report_noisy_max_answers enclosed tol He dom metric scale optimize M). Qed.
Theorem report_noisy_max_law : Statements.report_noisy_max_law.
Proof.
  intros enclosed tol dom metric scale optimize M He made x HC Hx. destruct (SingleSelection.report_noisy_max_law enclosed tol He dom metric scale optimize M made x HC Hx) as [s [sign [Hs [Sg [L Z]]]]].
  exists s, sign. split; [easy|]. split; [easy|]. split; [|exact Z]. intros Pos. exact (softmax_choice_is _ _ _ _ (L Pos)).
Qed.
Theorem report_noisy_max_private : Statements.report_noisy_max_private.
Proof. intros enclosed tol dom metric scale optimize M He. exact (SingleSelection.report_noisy_max_private enclosed tol He dom metric scale optimize M). Qed.
Theorem exponential_candidates_answers : Statements.exponential_candidates_answers.
Proof. intros enclosed tol dom temperature M He. exact (SingleSelection.exponential_candidates_answers enclosed tol He dom temperature M). Qed.
Theorem exponential_candidates_law : Statements.exponential_candidates_law.
Proof.
  intros enclosed tol dom temperature M He made x HC Hx. destruct (SingleSelection.exponential_candidates_law enclosed tol He dom temperature M made x HC Hx) as [s [Hs [L Z]]].
  exists s. split; [easy|]. split; [|exact Z]. intros Pos. exact (softmax_choice_is _ _ _ _ (L Pos)).
Qed.
Theorem exponential_candidates_private : Statements.exponential_candidates_private.
Proof. intros enclosed tol dom temperature M metric He made Hm x x' d_in m. exact (SingleSelection.exponential_candidates_private enclosed tol He dom temperature M made metric x x' d_in m Hm). Qed.
Theorem range_mechanism_answers : Statements.range_mechanism_answers.
Proof. intros enclosed tol scale s k negate He Hs Ps Hk x Hx. exact (RangeMechanism.range_mechanism_answers enclosed tol He scale s k negate Hs Ps Hk x Hx). Qed.
Theorem range_mechanism_law : Statements.range_mechanism_law.
Proof. intros enclosed tol scale s k negate He Hs Ps Hk x o Hx Ho. exact (softmax_law_is _ _ _ _ _ (RangeMechanism.range_mechanism_law enclosed tol He scale s k negate Hs Hk x Ps Hx) o Ho). Qed.
Theorem range_mechanism_private : Statements.range_mechanism_private.
Proof. intros enclosed tol scale s k negate He Hs Ps Hk. exact (RangeMechanism.range_mechanism_private enclosed tol He scale s k negate Hs Ps Hk). Qed.

Theorem measurements_are_labelled : Statements.measurements_are_labelled.
Proof.
  intros enclosed dom metric. split; [|split].
  - intros measure k scale negate M H. destruct (Construction.make_noisy_top_k_is _ _ _ _ _ _ _ _ H) as [MO [f [s [_ [_ [_ [_ [_ [_ [_ [H1 [H2 [H3 _]]]]]]]]]]]]]. auto.
  - intros scale optimize M H. destruct (Construction.make_report_noisy_max_gumbel_is _ _ _ _ _ _ H) as [f [s [sign [_ [_ [_ [_ [_ [_ [_ [H1 [H2 [H3 _]]]]]]]]]]]]]. auto.
  - intros temperature M H. destruct (Construction.make_base_exponential_candidates_gumbel_is _ _ _ _ H) as [f [s [T [_ [_ [_ [_ [_ [_ [H1 [H2 [H3 _]]]]]]]]]]]]. eauto.
Qed.
Lemma kept (loss : Q -> Q) (lossR : R -> R) k s s' d monotonic m : (forall r, (0 < s)%Q -> Q2R (inject_Z k * loss (r / s)%Q)%Q = IZR k * lossR (Q2R r / Q2R s)) ->
  PrivacyMaps.promised loss k s monotonic d m -> Qred s = s' -> Statements.keeps_to lossR k s' d monotonic m.
Proof.
  intros H [P0 [P1 P2]] <-. split; [easy|]. pose proof (Qred_correct s) as E. split.
  - intros D S. apply P1; [easy|]. now rewrite <- E.
  - intros D S. assert (S' : (0 < s)%Q) by now rewrite <- E. destruct (P2 D S') as [r [-> [B L]]]. exists r. split; [easy|]. split; [exact B|].
    apply Qle_Rle in L. rewrite H in L by easy. rewrite DirectedRounding.R_red. exact L.
Qed.
Theorem noisy_top_k_map : Statements.noisy_top_k_map.
Proof.
  intros enclosed dom metric measure k scale negate M s d_in d m H Hs Hd Hm. destruct (Construction.map_is _ _ _ Hm) as [d' [Hd' [Pd _]]]. change (Statements.value d_in) with (DirectedRounding.value d_in) in Hd.
  rewrite Hd in Hd'. injection Hd' as <-. split; [easy|]. unfold Statements.scale_is in Hs. destruct measure.
  - destruct (NoisyTopKMaxDivergence.max_divergence_invoke _ _ _ _ _ _ _ H) as [f [s0 [_ [_ [_ [_ [Hv [_ [Hp _]]]]]]]]]. destruct (Hp d_in m Hm) as [d0 [Hd0 [_ Pr]]]. rewrite Hd in Hd0. injection Hd0 as <-.
    rewrite Hv in Hs. injection Hs as Hs. eapply kept; [|exact Pr|exact Hs]. intros r S. now apply DivergenceRules.cost_pure.
  - destruct (NoisyTopKZeroConcentrated.concentrated_invoke _ _ _ _ _ _ _ H) as [f [s0 [_ [_ [_ [Hv [Hp _]]]]]]]. destruct (Hp d_in m Hm) as [d0 [Hd0 [_ Pr]]]. rewrite Hd in Hd0. injection Hd0 as <-.
    rewrite Hv in Hs. injection Hs as Hs. eapply kept; [|exact Pr|exact Hs]. intros r S. now apply DivergenceRules.cost_concentrated.
  - destruct (Construction.make_noisy_top_k_is _ _ _ _ _ _ _ _ H) as [MO [f [s0 [C _]]]]. discriminate.
Qed.
Theorem report_noisy_max_map : Statements.report_noisy_max_map.
Proof.
  intros enclosed dom metric scale optimize M s d_in d m H Hs Hd Hm. destruct (Construction.map_is _ _ _ Hm) as [d' [Hd' [Pd _]]]. change (Statements.value d_in) with (DirectedRounding.value d_in) in Hd.
  rewrite Hd in Hd'. injection Hd' as <-. split; [easy|]. unfold Statements.scale_is in Hs.
  destruct (SingleSelection.report_invoke _ _ _ _ _ _ H) as [f [s0 [sign [_ [_ [_ [Hv [Hp _]]]]]]]]. destruct (Hp d_in m Hm) as [d0 [Hd0 [_ Pr]]]. rewrite Hd in Hd0. injection Hd0 as <-.
  rewrite Hv in Hs. injection Hs as Hs. eapply kept; [|exact Pr|exact Hs]. intros r S. now apply DivergenceRules.cost_pure.
Qed.
Theorem exponential_candidates_map : Statements.exponential_candidates_map.
Proof.
  intros enclosed dom temperature M s d_in d m H Hs Hd Hm. destruct (Construction.map_is _ _ _ Hm) as [d' [Hd' [Pd _]]]. change (Statements.value d_in) with (DirectedRounding.value d_in) in Hd.
  rewrite Hd in Hd'. injection Hd' as <-. split; [easy|]. unfold Statements.scale_is in Hs.
  destruct (SingleSelection.candidates_invoke _ _ _ _ H) as [f [s0 [_ [_ [Hv [_ [Hp _]]]]]]]. destruct (Hp d_in m Hm) as [d0 [Hd0 [_ Pr]]]. rewrite Hd in Hd0. injection Hd0 as <-.
  rewrite Hv in Hs. injection Hs as Hs. eapply kept; [|exact Pr|exact Hs]. intros r S. now apply DivergenceRules.cost_pure.
Qed.

(* What comes out of `map`, once the checks of the distance are known. *)
Lemma map_of {TO : Set} (M : Measurement TO) T (answers : Q -> outcome fl -> Prop) : Metric_T (Measurement_input_metric M) = T ->
  (forall d_in d, Statements.value d_in = Some d -> (0 <= d)%Q -> answers d (eval (Measurement_privacy_map M d_in))) -> Statements.map_is M T answers.
Proof.
  intros Ht H d_in. destruct (Acceptance.check_distance_is T d_in) as [Yes No]. unfold Measurement_map. rewrite Ht. cbn [eval]. split; intros D.
  - now rewrite (No D).
  - intros d Hd. rewrite (Yes D). destruct D as [_ [_ [d' [Hd' Pd]]]]. change (DirectedRounding.value d_in) with (Statements.value d_in) in Hd'. rewrite Hd in Hd'. injection Hd' as <-. now apply H.
Qed.
Lemma scale_red (scale : num) (s s0 : Q) : Statements.scale_is scale s -> eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s0) -> s = Qred s0.
Proof. unfold Statements.scale_is. intros -> [= <-]. easy. Qed.
Theorem noisy_top_k_map_exact : Statements.noisy_top_k_map_exact.
Proof.
  intros enclosed dom metric measure k scale negate M s made Hs. destruct (Construction.make_noisy_top_k_is _ _ _ _ _ _ _ _ made) as [MO [f [s0 [HMO [_ [Hf [Ps [_ [Hv [_ [_ [Hmet [_ [_ Hmap]]]]]]]]]]]]]].
  apply map_of; [now rewrite Hmet|]. intros d_in d Hd Pd. rewrite Hmap, (scale_red scale s s0 Hs Hv).
  apply (MapsStepByStep.top_k_scale measure k s0); [symmetry; apply Qred_correct|]. apply MapsStepByStep.noisy_top_k_map_is; auto.
  destruct measure; try discriminate; injection HMO as <-; [exact MapsStepByStep.pure_rounds|exact MapsStepByStep.concentrated_rounds].
Qed.
Theorem report_noisy_max_map_exact : Statements.report_noisy_max_map_exact.
Proof.
  intros enclosed dom metric scale optimize M s made Hs. destruct (Construction.make_report_noisy_max_gumbel_is _ _ _ _ _ _ made) as [f [s0 [sign [_ [Hf [Ps [_ [Hv [_ [_ [_ [Hmet [_ [_ Hmap]]]]]]]]]]]]]].
  apply map_of; [now rewrite Hmet|]. intros d_in d Hd Pd. rewrite Hmap, (scale_red scale s s0 Hs Hv).
  apply (MapsStepByStep.single_scale s0); [symmetry; apply Qred_correct|]. now apply MapsStepByStep.report_noisy_max_map_is.
Qed.
Theorem exponential_candidates_map_exact : Statements.exponential_candidates_map_exact.
Proof.
  intros enclosed dom temperature M s made Hs. destruct (Construction.make_base_exponential_candidates_gumbel_is _ _ _ _ made) as [f [s0 [T [_ [Hf [Ps [Hv [_ [_ [_ [Hmet [_ [_ Hmap]]]]]]]]]]]]].
  apply map_of; [rewrite Hmet|]. 2: intros d_in d Hd Pd; rewrite Hmap, (scale_red temperature s s0 Hs Hv).
  - cbn. now apply (Construction.candidates_type enclosed dom temperature M T).
  - apply (MapsStepByStep.single_scale s0); [symmetry; apply Qred_correct|]. now apply MapsStepByStep.exponential_candidates_map_is.
Qed.
Theorem range_mechanism_map_exact : Statements.range_mechanism_map_exact.
Proof. intros d_in d scale s k size. exact (MapsStepByStep.range_map_is d_in d scale s k size). Qed.
Theorem rounds_refuse_negative_distances : Statements.rounds_refuse_negative_distances.
Proof.
  intros d_in d scale Hd N. assert (L : fl_lt d_in (Fin (inject_Z 0)) = true).
  { destruct d_in as [q| |b|]; try discriminate; injection Hd as <-; [|now apply Qlt_irrefl in N]. cbn [fl_lt fl_q]. unfold qlt. apply negb_true_iff, not_true_iff_false. intros C. apply Qle_bool_iff in C. now apply Qlt_not_le in N. }
  unfold ZeroConcentratedDivergence_privacy_map, RangeDivergence_privacy_map. now rewrite L.
Qed.
Theorem tight_losses_round_up : Statements.tight_losses_round_up.
Proof.
  intros eta k size rounds differences. pose proof (TightMaps.pure_loss_gives eta k size) as G. pose proof (TightMaps.range_loss_gives eta k size) as G'. unfold gives in G, G'. split; [exact G|exact G'].
Qed.
Theorem tight_map_of_permute_and_flip : Statements.tight_map_of_permute_and_flip.
Proof. exact TightMaps.tight_map_of_permute_and_flip. Qed.
Theorem tight_map_of_gumbel_max_divergence : Statements.tight_map_of_gumbel_max_divergence.
Proof.
  intros enclosed tol dom metric k scale negate M He made losses f x x' d_in d m Hl Hf Mx Mx' Hc Hd Pd.
  exact (TightMaps.tight_map_of_gumbel_max_divergence enclosed tol He dom metric k scale negate M made f x x' d_in d Hf Mx Mx' Hc Hd Pd losses m Hl).
Qed.
Theorem tight_map_of_gumbel_range : Statements.tight_map_of_gumbel_range.
Proof.
  intros enclosed tol dom metric k scale negate M He made losses f x x' d_in d m Hl Hf Mx Mx' Hc Hd Pd.
  exact (TightMaps.tight_map_of_gumbel_range enclosed tol He dom metric k scale negate M made f x x' d_in d Hf Mx Mx' Hc Hd Pd losses m Hl).
Qed.

Theorem tight_map_exact : Statements.tight_map_exact.
Proof.
  intros losses measure loss count scale s k size monotonic d_in d Hl Hloss Hs Ps Hd Pd. apply (MapsStepByStep.tight_map_is losses loss count); auto.
  - intros eta. destruct Hloss as [[-> ->]|[-> ->]]; [apply TightMaps.pure_loss_gives|apply TightMaps.range_loss_gives].
  - destruct Hloss as [[-> ->]|[-> ->]]; [easy|apply MapsStepByStep.no_choice_no_range].
Qed.
Theorem tight_map_of_permute_and_flip_zero_concentrated : Statements.tight_map_of_permute_and_flip_zero_concentrated.
Proof. exact TightMapsZeroConcentrated.tight_map_of_permute_and_flip_zero_concentrated. Qed.
Theorem tight_map_of_gumbel_zero_concentrated : Statements.tight_map_of_gumbel_zero_concentrated.
Proof. exact TightMapsZeroConcentrated.tight_map_of_gumbel_zero_concentrated. Qed.
Ltac single_report single := intros enclosed tol dom metric scale optimize M x x' d_in He made Mx Mx' Hc; intros losses; intros; intros f d a Hf Hd Pd Ha;
  destruct (TightMapsZeroConcentrated.report_noisy_max_pair enclosed tol He dom metric scale optimize M f x x' d_in d made Hf Mx Mx' Hc Hd Pd) as [s [Hs [Ps Pair]]];
  eapply single; eassumption.
Ltac single_candidates single := intros enclosed tol dom temperature M metric x x' d_in He made _ Mx Mx' Hc; intros losses; intros; intros f d a Hf Hd Pd Ha;
  destruct (TightMapsZeroConcentrated.exponential_candidates_pair enclosed tol He dom temperature M metric f x x' d_in d made Hf Mx Mx' Hc Hd Pd) as [s [Hs [Ps Pair]]];
  eapply single; eassumption.
Theorem tight_map_of_report_noisy_max_max_divergence : Statements.tight_map_of_report_noisy_max_max_divergence.
Proof. single_report TightMapsZeroConcentrated.single_max_divergence. Qed.
Theorem tight_map_of_report_noisy_max_range : Statements.tight_map_of_report_noisy_max_range.
Proof. single_report TightMapsZeroConcentrated.single_range. Qed.
Theorem tight_map_of_report_noisy_max_zero_concentrated : Statements.tight_map_of_report_noisy_max_zero_concentrated.
Proof. single_report TightMapsZeroConcentrated.single_zero_concentrated. Qed.
Theorem tight_map_of_exponential_candidates_max_divergence : Statements.tight_map_of_exponential_candidates_max_divergence.
Proof. single_candidates TightMapsZeroConcentrated.single_max_divergence. Qed.
Theorem tight_map_of_exponential_candidates_range : Statements.tight_map_of_exponential_candidates_range.
Proof. single_candidates TightMapsZeroConcentrated.single_range. Qed.
Theorem tight_map_of_exponential_candidates_zero_concentrated : Statements.tight_map_of_exponential_candidates_zero_concentrated.
Proof. single_candidates TightMapsZeroConcentrated.single_zero_concentrated. Qed.

Theorem bounded_range_implies_eighth : Statements.bounded_range_implies_eighth.
Proof. intros X l P Q eta alpha Hl Ha [HP SP] [HQ SQ] H. exact (proj1 (AdaptiveComposition.range_renyi l P Q eta alpha Hl Ha HP HQ SP SQ H)). Qed.
Theorem bounded_range_implies_rho : Statements.bounded_range_implies_rho.
Proof. intros X l P Q eta alpha Hl Ha He [HP SP] [HQ SQ] H. exact (proj2 (AdaptiveComposition.range_renyi l P Q eta alpha Hl Ha HP HQ SP SQ H) He). Qed.
Theorem rho_is_best : Statements.rho_is_best.
Proof.
  intros tau z Ht Hz. destruct (RhoIsBest.rho_is_best tau z Ht Hz) as [H1 [_ H2]]. exists (RhoIsBest.best_x tau z), (RhoIsBest.best_x' tau z). split; [exact H1|exact H2].
Qed.
Theorem rho_is_at_most_an_eighth : Statements.rho_is_at_most_an_eighth.
Proof. exact RhoIsBest.rho_eighth. Qed.
Theorem rho_rises : Statements.rho_rises.
Proof. exact RhoIsBest.rho_rises. Qed.
Theorem rho_of_permute_and_flip : Statements.rho_of_permute_and_flip.
Proof. exact PeeledFlipZcdp.flip_rho_below. Qed.
Theorem tanh_is_best : Statements.tanh_is_best.
Proof.
  intros eps He. destruct (PureImpliesTanh.pure_zcdp_is_best eps He) as [S1 [S2 [H T]]]. exists (PureImpliesTanh.response eps), (fun i => PureImpliesTanh.response eps (negb i)).
  split; [split; [intros i _; apply H|exact S1]|]. split; [split; [intros i _; apply H|exact S2]|]. split; [intros i; apply H|exact T].
Qed.
Theorem pure_implies_tanh : Statements.pure_implies_tanh.
Proof. intros X l P Q eps alpha Hl He Ha [HP SP] [HQ SQ] H. exact (PureImpliesTanh.pure_zcdp l P Q Hl HP HQ SP SQ eps alpha He Ha H). Qed.
Theorem exponential_mechanism_exact_range : Statements.exponential_mechanism_exact_range.
Proof. intros X l tau x x' i j Hl Ht. exact (ExponentialMechanism.range_exact l tau x x' Hl Ht i j). Qed.
Theorem peeled_softmax_range : Statements.peeled_softmax_range.
Proof.
  intros n tau d x x' k o o' Ht Hk Hd Ho Ho'. apply selections_are in Ho. apply selections_are in Ho'. exact (PeeledSoftmaxRange.peeled_softmax_range n tau d x x' k o o' Ht Hk Hd Ho Ho').
Qed.
Theorem peeled_softmax_range_approached : Statements.peeled_softmax_range_approached.
Proof.
  intros n k tau d e Hn Hk Ht Hd He. destruct (PeeledSoftmaxRangeTight.peeled_softmax_range_approached n k tau d e Hn Hk Ht Hd He) as [x [x' [o [o' [H1 [H2 [H3 H4]]]]]]].
  exists x, x', o, o'. split; [exact H1|]. split; [now apply selections_are|]. split; [now apply selections_are|]. exact H4.
Qed.
Theorem composition : Statements.composition.
Proof.
  intros n k P Q alpha r Ha Hr Hk H. exists (AdaptiveComposition.paths (AdaptiveComposition.left n) k []). split; [intros o; symmetry; apply selections_are|]. split; [apply AdaptiveComposition.outcomes_once|].
  assert (N : forall h i, In i (AdaptiveComposition.left n h) -> AdaptiveComposition.left n h <> []) by (intros h i Hi C; rewrite C in Hi; easy).
  apply (AdaptiveComposition.choices_renyi n P Q alpha r); auto.
  - intros h i Hi. now apply (H h (N h i Hi)).
  - intros h i Hi. now apply (H h (N h i Hi)).
  - intros h Hh. now apply (H h Hh).
  - intros h Hh. now apply (H h Hh).
  - intros h Hh. now apply (H h Hh).
Qed.

Theorem lemma_1_2_exponential : Statements.lemma_1_2_exponential.
Proof. exact GumbelDocuments.lemma_1_2_exponential. Qed.
Theorem lemma_1_2_gumbel : Statements.lemma_1_2_gumbel.
Proof. exact GumbelDocuments.lemma_1_2_gumbel. Qed.
Theorem lemma_1_2 : Statements.lemma_1_2.
Proof. exact (@GumbelDocuments.lemma_1_2). Qed.
Theorem lemma_1_3 : Statements.lemma_1_3.
Proof. exact (@GumbelDocuments.lemma_1_3_any). Qed.
Theorem lemma_1_4 : Statements.lemma_1_4.
Proof. intros l1 l2 H1 H2. split; [intros x1; now apply GumbelDocuments.lemma_1_4_inner|now apply GumbelDocuments.lemma_1_4]. Qed.
Theorem lemma_1_4_as_printed_is_false : Statements.lemma_1_4_as_printed_is_false.
Proof. exact GumbelDocuments.lemma_1_4_as_printed. Qed.
Theorem theorem_1_1 : Statements.theorem_1_1.
Proof. exact (@GumbelDocuments.theorem_1_1). Qed.
Theorem gumbel_scores_do_not_tie : Statements.gumbel_scores_do_not_tie.
Proof. intros mu mu'. split; [intros g; exact (ArgmaxIsMaximum.no_tie_with_a_number g (Statements.gumbel_pdf mu'))|exact (ArgmaxIsMaximum.no_tie_of_two (Statements.gumbel_pdf mu) (Statements.gumbel_pdf mu'))]. Qed.
Theorem argmax_is_maximum : Statements.argmax_is_maximum.
Proof.
  intros O X P l G K tau s k [R S] H I T. refine (ArgmaxIsMaximum.argmax_is_maximum P l G K k R S H _ I).
  intros j Hj N. rewrite (T j Hj N). exact (is_RInt_gen_unique _ 0 (proj2 (gumbel_scores_do_not_tie (s k / tau) (s j / tau)))).
Qed.
Theorem softmax_ignores_shifts : Statements.softmax_ignores_shifts.
Proof. exact @SoftmaxLimits.share_shift. Qed.
Theorem softmax_hot_limit : Statements.softmax_hot_limit.
Proof. exact @SoftmaxLimits.hot_limit. Qed.
Theorem softmax_cold_limit : Statements.softmax_cold_limit.
Proof. intros X l y i m Hi [E H]. exact (SoftmaxLimits.cold_limit l y i m Hi E H). Qed.
Theorem first_is_least : Statements.first_is_least.
Proof. exact @InverseTransform.first_is_least. Qed.
Theorem inverse_transform_selects : Statements.inverse_transform_selects.
Proof.
  intros X l p Hd [Hp Ht]. split; (split; [intros u Hu|intros eq_dec k Hk]).
  - exact (InverseTransform.some_is_first _ InverseTransform.reaches_above l p Ht u Hu).
  - exact (InverseTransform.first_has_law eq_dec _ InverseTransform.reaches_above InverseTransform.reaches_below l p Hp Ht k Hd Hk).
  - exact (InverseTransform.some_is_first _ InverseTransform.exceeds_above l p Ht u Hu).
  - exact (InverseTransform.first_has_law eq_dec _ InverseTransform.exceeds_above InverseTransform.exceeds_below l p Hp Ht k Hd Hk).
Qed.
Theorem inverse_transform_of_softmax : Statements.inverse_transform_of_softmax.
Proof.
  intros X l tau s Hl Hd. apply inverse_transform_selects; [exact Hd|].
  split; [intros i _; exact (ExponentialMechanism.p_pos l tau Hl s i)|exact (ExponentialMechanism.p_one l tau Hl s)].
Qed.
Theorem permute_and_flip_is_exponential_noise : Statements.permute_and_flip_is_exponential_noise.
Proof.
  intros x scale top r Hs Ht Hm Hr. rewrite (permute_and_flip_law x scale top r Hs Ht Hm Hr). cbv zeta.
  pose proof (ExponentialNoise.exponential_noise (Q2R scale) (Q2R top) (Statements.score x) r (filter (fun j => negb (j =? r)%Z) (Statements.indices (length x))) Hs) as G. cbv zeta in G.
  rewrite (RInt_ext _ (fun t => GumbelDocuments.lprod (fun j => 1 - t * exp (- ((Q2R top - Statements.score x j) / Q2R scale))) (filter (fun j => negb (j =? r)%Z) (Statements.indices (length x))))); [exact G|].
  intros t _. clear G. induction (filter (fun j => negb (j =? r)%Z) (Statements.indices (length x))) as [|j l IH]; [easy|]. cbn [fold_right GumbelDocuments.lprod]. now rewrite <- IH.
Qed.
Theorem first_to_succeed : Statements.first_to_succeed.
Proof.
  intros X p r others l [Hg [b [Hb pb]]] cell cells density. split; [|split; [|split; [intros s Hs; split|]]].
  - exact (FirstToSucceed.G_zero p l b Hb pb).
  - exact (FirstToSucceed.G_one p l).
  - unfold density. apply Rdiv_lt_0_compat; [|exact Hs]. apply Rmult_lt_0_compat; [exact (FirstToSucceed.G_pos p l s Hs Hg)|now apply (FirstToSucceed.A_pos p l s)].
  - exact (FirstToSucceed.G_derive p l s Hs Hg).
  - exact (FirstToSucceed.first_to_succeed p r others Hg).
Qed.
Theorem first_accepted : Statements.first_accepted.
Proof. intros X p r others P l [Hg [b [Hb pb]]] W accepted P0 PS. exact (FirstToSucceed.first_accepted p r others b Hg Hb pb P P0 PS). Qed.
Theorem one_shot_is_peeling : Statements.one_shot_is_peeling.
Proof. intros X tau x rest i s. split; [exact (GumbelDocuments.one_shot_is_peeling tau x rest i s)|intros g; exact (GumbelDocuments.inner_integrals_converge tau x rest i s g)]. Qed.
Theorem lemma_3_1 : Statements.lemma_3_1.
Proof. exact GumbelDocuments.lemma_3_1. Qed.
Theorem lemma_3_2 : Statements.lemma_3_2.
Proof. intros X l x x' eps Delta m Hl He HD. exact (GumbelDocuments.lemma_3_2 l x x' eps Delta Hl He HD m). Qed.
Theorem lemma_4_1 : Statements.lemma_4_1.
Proof. intros X l x x' eps Delta m Hl He HD. exact (GumbelDocuments.lemma_4_1 l x x' eps Delta Hl He HD m). Qed.
Theorem lemma_4_1_as_printed_is_false : Statements.lemma_4_1_as_printed_is_false.
Proof. exact GumbelDocuments.lemma_4_1_as_printed_is_false. Qed.
Theorem step_by_4_1_is_false : Statements.step_by_4_1_is_false.
Proof. exact GumbelDocuments.step_by_4_1_is_false. Qed.
Theorem step_by_3_2 : Statements.step_by_3_2.
Proof. intros X. exact (@GumbelDocuments.step_by_3_2 X). Qed.
Theorem listing_of_003_is_not_private : Statements.listing_of_003_is_not_private.
Proof. exact GumbelDocuments.listing_of_003_is_not_private. Qed.
