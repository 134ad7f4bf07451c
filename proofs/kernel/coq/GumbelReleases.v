(* The releases with Gumbel noise: the emitted programs are gumbel_top_k on exact scores, and its law. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLaw PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw GumbelMaxLaw GumbelWithoutNoise GumbelSelection ExponentialMechanismLaw PermuteAndFlipLoop MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose Construction DivergenceRules NoisyTopKMaxDivergence.
Import ListNotations.
Open Scope R_scope.

(* ---- programs in front of the noise ---- *)
Lemma map_eval {A B} (f : A -> prog B) (g : A -> B) l : (forall a, In a l -> eval (f a) = Answer (g a)) -> eval (py_map f l) = Answer (map g l).
Proof. induction l as [|a l IH]; intros H; [easy|]. cbn [py_map eval map]. rewrite H by now left. rewrite IH by (intros; apply H; now right). easy. Qed.
Definition noisy_scores (s : Q) (y : list Q) : list GumbelRV := map (fun shift => mk_GumbelRV shift s) y.
Definition samples (s : Q) (y : list Q) : list GumbelPSRN := map (fun shift => mk_GumbelPSRN shift s 0 0) y.
Lemma zero_concentrated_release enclosed x f s k negate g : bd g -> List.Forall score_of x -> fl_value f = Some s ->
  Ex (ZeroConcentratedDivergence_noisy_top_k enclosed x f k negate) g = Ex (gumbel_top_k enclosed (noisy_scores (Qred s) (exact_scores negate x)) k) g.
Proof.
  intros Hg Hx Hs. unfold ZeroConcentratedDivergence_noisy_top_k. rewrite Ex_bind by easy. rewrite (Ex_eval _ _ _ (exact_is x Hx)). cbv zeta. rewrite Ex_bind by easy.
  rewrite (Ex_eval _ (noisy_scores (Qred s) (exact_scores negate x))); [easy|]. apply map_eval. intros a _. cbn [eval]. rewrite (scale_eval f s Hs). reflexivity.
Qed.
Lemma range_release enclosed x f s k negate g : bd g -> List.Forall score_of x -> fl_value f = Some s ->
  Ex (RangeDivergence_noisy_top_k enclosed x f k negate) g = Ex (gumbel_top_k enclosed (noisy_scores (Qred s) (exact_scores negate x)) k) g.
Proof.
  intros Hg Hx Hs. unfold RangeDivergence_noisy_top_k. rewrite Ex_bind by easy. rewrite (Ex_eval _ _ _ (exact_is x Hx)). cbv zeta. rewrite Ex_bind by easy.
  rewrite (Ex_eval _ (noisy_scores (Qred s) (exact_scores negate x))); [easy|]. apply map_eval. intros a _. cbn [eval]. rewrite (scale_eval f s Hs). reflexivity.
Qed.
Lemma shift_score s y i : shift_of (noisy_scores s y) i = score y i.
Proof.
  unfold shift_of, noisy_scores, score. destruct (lt_dec (Z.to_nat i) (length y)) as [L|L].
  - rewrite (nth_indep _ (mk_GumbelRV 0 0) (mk_GumbelRV 0 s)) by (now rewrite map_length). now rewrite (map_nth (fun shift => mk_GumbelRV shift s) y 0%Q).
  - rewrite !nth_overflow by (rewrite ?map_length; lia). reflexivity.
Qed.
Lemma noisy_scale s y a : In a (noisy_scores s y) -> GumbelRV_scale a = s.
Proof. intros H. apply in_map_iff in H. destruct H as [q [<- _]]. easy. Qed.
Lemma exact_length negate x : length (exact_scores negate x) = length x.
Proof. unfold exact_scores. now rewrite !map_length. Qed.

Section Enclosed.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R).
Hypothesis He : encloses enclosed tol.

Lemma gumbel_law y s k : (0 < Q2R s) -> (0 <= k)%Z ->
  has_softmax_law (gumbel_top_k enclosed (noisy_scores s y) k) (length y) (Z.to_nat (Z.min k (py_len y))) (Q2R s) (score y).
Proof.
  intros Hs Hk. pose proof (gumbel_top_k_softmax enclosed tol (Q2R s) (noisy_scores s y) k He Hs) as G. unfold py_len in *. assert (L : length (noisy_scores s y) = length y) by apply map_length.
  rewrite L in G. intros o Ho. rewrite G; auto; [|intros a Ha; now rewrite (noisy_scale s y a Ha)].
  eapply chance_ext; [|exact Ho]. intros h i _. unfold softmax, p, W, w. rewrite shift_score. f_equal. apply lsum_ext. intros j _. now rewrite shift_score.
Qed.
Lemma gumbel_answers y s k : 0 <= Q2R s -> (0 <= k)%Z -> answers_surely (gumbel_top_k enclosed (noisy_scores s y) k).
Proof.
  intros Hs Hk. destruct (Req_dec (Q2R s) 0) as [Z|N].
  - apply gumbel_top_k_0_answers; [|easy]. intros a Ha. now rewrite (noisy_scale s y a Ha).
  - eapply (softmax_law_answers (length y) (Z.to_nat (Z.min k (py_len y))) (Q2R s)); [unfold py_len; lia|apply gumbel_law; [lra|easy]].
Qed.
End Enclosed.
