(* The theorem about make_noisy_top_k under max divergence. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import SamplerLaws MaxDivergencePrivacy CoinPrograms Python EmittedSelection EmittedDirected EmittedRelease Evaluation DirectedRounding NoisyTopKMap NoisyTopKRelease NoisyTopKClosures LInfDistanceClose.
Import ListNotations.
Open Scope R_scope.

(* x is a member of the domain *)
Definition member (domain : VectorDomain) (x : list num) : Prop := eval (VectorDomain_check domain x) = Answer tt.
(* x and x' are d_in-close under the metric *)
Definition close (metric : LInfDistance) (x x' : list num) (d_in : num) : Prop := eval (LInfDistance_close metric x x' d_in) = Answer true.

Lemma checked_scale_gives a : gives (checked_scale a) (fun f => exists s, fl_value f = Some s /\ (0 <= s)%Q) True.
Proof.
  unfold checked_scale. repeat step; auto. eapply gives_call with (P := fun _ => True) (e := True); [| |easy].
  { unfold num_float, to_float. destruct a; repeat step; easy. }
  intros f _. repeat step; auto. destruct f as [q| |b|]; try discriminate; repeat step; auto.
  - cbn [copysign fl_minus]. change (qlt (1 # 1) 0) with false. destruct (qlt q 0) eqn:N; repeat step; auto; try discriminate.
    exists q. split; [easy|]. unfold qlt in N. apply negb_false_iff in N. now apply Qle_bool_iff.
  - now repeat step.
Qed.
Lemma check_distance_gives a t : gives (check_distance a t) (fun c => c = a /\ exists d, value a = Some d /\ (0 <= d)%Q) True.
Proof.
  assert (NN : forall q, qlt q (inject_Z 0) = false -> (0 <= q)%Q).
  { intros q H. unfold qlt in H. apply negb_false_iff in H. now apply Qle_bool_iff in H. }
  unfold check_distance, num_lt, num_fl. step; [step; easy|]. step; [step; easy|].
  destruct a as [z|[q| |b|]|q|]; cbn [py_type type_eqb num_isfinite fl_isfinite copysign_num copysign]; try easy.
  - repeat step; auto; try discriminate. split; [easy|]. exists (inject_Z z). split; [easy|]. now apply NN.
  - repeat step; auto; try discriminate. split; [easy|]. exists q. split; [easy|]. now apply NN.
  - repeat step; auto; try discriminate.
  - repeat step; auto; try discriminate.
  - repeat step; auto; try discriminate.
  - repeat step; auto; try discriminate. split; [easy|]. exists q. split; [easy|]. now apply NN.

Qed.

(* For every n, k, scale, d_in, monotonic and negate: if make_noisy_top_k under max divergence answers a measurement, and its
   map answers m at d_in, then on d_in-close members, for every set S of outputs, P(S) <= e^m P'(S), where P and P' are the
   laws over fair coins of what it releases. *)
Theorem make_noisy_top_k_is_private :
  forall (input_domain : VectorDomain) (input_metric : LInfDistance) (k : Z) (scale : num) (negate : bool) (M : Measurement),
    make_noisy_top_k input_domain input_metric k scale negate = Answer M ->
  forall (x x' : list num) (d_in : num) (m : fl) (S : list Z -> bool) (P P' : R),
    member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
    eval (Measurement_map M d_in) = Answer m ->
    law (Measurement_invoke M x) (event S) P -> law (Measurement_invoke M x') (event S) P' ->
    match m with Fin q => P <= exp (Q2R q) * P' | Inf false => True | _ => False end.
Proof.
  intros dom metric k scale negate M HM x x' d_in m S P P' Mx Mx' Hc0 Hm HP HP'.
  unfold make_noisy_top_k in HM. destruct (eval (check_space dom metric)); try discriminate.
  destruct (eval (check_natural k)) eqn:Hk; try discriminate. destruct (eval (check_switch tt negate)); try discriminate.
  destruct (AtomDomain_nan (VectorDomain_element_domain dom)); try discriminate.
  destruct (match VectorDomain_size dom with Some v4 => (v4 <? k)%Z | None => false end); try discriminate.
  destruct (eval (checked_scale scale)) as [f| |] eqn:Hf; try discriminate. cbv zeta in HM. injection HM as <-.
  destruct (gives_answer _ _ _ _ (checked_scale_gives scale) Hf) as [s [Hs Ps]].
  assert (K0 : (0 <= k)%Z). { unfold check_natural in Hk. destruct (Z.ltb_spec k 0); cbn in Hk; [discriminate|lia]. }
  cbn [Measurement_map Measurement_invoke Measurement_privacy_map Measurement_function Measurement_input_domain Measurement_input_metric] in *.
  unfold Measurement_map, Measurement_invoke in *. cbn [Measurement_privacy_map Measurement_function Measurement_input_domain Measurement_input_metric eval] in *.
  destruct (eval (check_distance d_in (LInfDistance_T metric))) as [c| |] eqn:Hc1; try discriminate.
  destruct (gives_answer _ _ _ _ (check_distance_gives d_in _) Hc1) as [-> [d [Hd Pd]]]. pose proof (close_is metric x x' d_in d Hd Hc0) as Hc.
  assert (L : forall y Q, member dom y -> law (v1 <- VectorDomain_check dom y ;; make_noisy_top_k_function k f negate y) (event S) Q ->
    law (make_noisy_top_k_function k f negate y) (event S) Q).
  { intros y Q My HQ. rewrite (law_Ex _ _ _ (bd_event S) HQ). rewrite Ex_bind by apply bd_event. rewrite (Ex_eval _ _ _ My). apply adequacy, bd_event. }
  exact (closures_private k f s negate (LInfDistance_monotonic metric) x x' d_in d m S P P' K0 Hs Ps Hd Pd Hc Hm (L x P Mx HP) (L x' P' Mx' HP')).
Qed.

(* The laws exist, whatever the measurement and the input. *)
Theorem release_has_a_law (M : Measurement) (x : list num) (S : list Z -> bool) : exists P, law (Measurement_invoke M x) (event S) P.
Proof. eexists. apply adequacy, bd_event. Qed.
