(* What the constructors, checks and metrics of a measurement promise: one specification each. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedDirected EmittedRelease EmittedMakers Evaluation DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose.
Import ListNotations.
Open Scope R_scope.

(* The domain went through its constructors. *)
Definition constructed (domain : VectorDomain) : Prop :=
  eval (AtomDomain___post_init__ (VectorDomain_element_domain domain)) = Answer tt /\ eval (VectorDomain___post_init__ domain) = Answer tt.
(* x is a member of the domain *)
Definition member (domain : VectorDomain) (x : list num) : Prop := eval (VectorDomain_check domain x) = Answer tt.
(* x and x' are d_in-close under the metric *)
Definition close (metric : LInfDistance) (x x' : list num) (d_in : num) : Prop := eval (LInfDistance_close metric x x' d_in) = Answer true.
Definition range_close (metric : RangeDistance) (x x' : list num) (d_in : num) : Prop := eval (RangeDistance_close metric x x' d_in) = Answer true.

#[global] Instance checked_scale_spec a : Spec (checked_scale a) (fun f => exists s, fl_value f = Some s /\ (0 <= s)%Q) True.
Proof.
  unfold Spec, checked_scale. repeat step; auto. eapply gives_call with (P := fun _ => True) (e := True); [| |easy].
  { unfold num_float, to_float. destruct a; repeat step; easy. }
  intros f _. repeat step; auto. destruct f as [q| |b|]; try discriminate; repeat step; auto.
  - cbn [copysign fl_minus]. change (qlt (1 # 1) 0) with false. destruct (qlt q 0) eqn:N; repeat step; auto; try discriminate.
    exists q. split; [easy|]. unfold qlt in N. apply negb_false_iff in N. now apply Qle_bool_iff.
  - now repeat step.
Qed.
#[global] Instance check_distance_spec a t : Spec (check_distance a t) (fun c => c = a /\ exists d, value a = Some d /\ (0 <= d)%Q) True.
Proof.
  assert (NN : forall q, qlt q (inject_Z 0) = false -> (0 <= q)%Q).
  { intros q H. unfold qlt in H. apply negb_false_iff in H. now apply Qle_bool_iff in H. }
  unfold Spec, check_distance, num_lt, num_fl.
  destruct a as [z|[q| |b|]|q|]; cbn [py_type type_eqb num_isfinite fl_isfinite copysign_num copysign]; try easy;
    repeat step; auto; try discriminate; (split; [easy|]); eexists; (split; [reflexivity|]); now apply NN.
Qed.

(* ---- members ---- *)
Lemma for_gives {A} (f : A -> unit -> prog unit) (Q : A -> Prop) : (forall a, gives (f a tt) (fun _ => Q a) True) ->
  forall l, gives (For l f tt) (fun _ => List.Forall Q l) True.
Proof.
  intros H. induction l as [|a l IH]; cbn [For]; [repeat step; constructor|]. call (H a); [|easy]. intros [] Ha. call IH; [|easy]. intros [] Hl. now constructor.
Qed.
#[global] Instance atom_check_spec dom a : Spec (AtomDomain_check dom a)
  (fun _ => py_type a = AtomDomain_T dom /\ (AtomDomain_nan dom = false -> a <> Flt NaN)) True.
Proof.
  assert (T : forall t u, type_eqb t u = true -> t = u) by (intros [] []; cbn; easy).
  unfold Spec, AtomDomain_check. destruct a as [z|[q| |b|]|q|]; cbn [py_type type_eqb num_isnan]; repeat step; auto; try discriminate;
    (split; [now apply T|]); try discriminate; intros N; rewrite N in *; discriminate.
Qed.
Lemma vector_check_gives dom x : gives (VectorDomain_check dom x)
  (fun _ => (forall n, VectorDomain_size dom = Some n -> py_len x = n) /\
    List.Forall (fun a => py_type a = AtomDomain_T (VectorDomain_element_domain dom) /\ (AtomDomain_nan (VectorDomain_element_domain dom) = false -> a <> Flt NaN)) x) True.
Proof.
  unfold VectorDomain_check. step; repeat step; auto.
  set (Q := fun a => py_type a = AtomDomain_T (VectorDomain_element_domain dom) /\ (AtomDomain_nan (VectorDomain_element_domain dom) = false -> a <> Flt NaN)).
  eapply gives_imp; [apply (for_gives _ Q)| |auto].
  - intros a. called; [|easy]. intros u Hu. now repeat step.
  - intros [] Hx. split; [|exact Hx]. intros n Hn. rewrite Hn in *.
    match goal with E : negb (_ =? _)%Z = false |- _ => apply negb_false_iff, Z.eqb_eq in E; exact E end.
Qed.
Lemma member_scores dom x : constructed dom -> AtomDomain_nan (VectorDomain_element_domain dom) = false -> member dom x ->
  List.Forall score_of x /\ forall n, VectorDomain_size dom = Some n -> py_len x = n.
Proof.
  intros [C _] N M. destruct (gives_answer _ _ _ _ (vector_check_gives dom x) M) as [Hn Hx]. split; [|exact Hn].
  eapply List.Forall_impl; [|exact Hx]. intros a [T Na]. split; [|now apply Na]. intros ->. cbn in T.
  unfold AtomDomain___post_init__, check_atom_type in C. rewrite <- T in C. cbn in C. discriminate.
Qed.

(* ---- a measurement ---- *)
Lemma invoke_is {TO : Set} (M : Measurement TO) x g : bd g -> member (Measurement_input_domain M) x ->
  Ex (Measurement_invoke M x) g = Ex (Measurement_function M x) g.
Proof. intros Hg Hx. unfold Measurement_invoke. rewrite Ex_bind by easy. now rewrite (Ex_eval _ _ _ Hx). Qed.
Lemma map_is {TO : Set} (M : Measurement TO) d_in m : eval (Measurement_map M d_in) = Answer m ->
  exists d, value d_in = Some d /\ (0 <= d)%Q /\ eval (Measurement_privacy_map M d_in) = Answer m.
Proof.
  unfold Measurement_map. cbn [eval]. destruct (eval (check_distance d_in _)) as [c| |] eqn:H; try discriminate.
  destruct (gives_answer _ _ _ _ (check_distance_spec d_in _) H) as [-> [d [Hd Pd]]]. intros E. exists d. auto.
Qed.

(* ---- make_noisy_top_k ---- *)
Theorem make_noisy_top_k_is enclosed input_domain input_metric measure k scale negate M :
  make_noisy_top_k enclosed input_domain input_metric measure k scale negate = Answer M ->
  exists MO f s, TOP_K_MEASURES enclosed measure = Some MO /\ fl_value f = Some s /\ (0 <= s)%Q /\ (0 <= k)%Z /\
    AtomDomain_nan (VectorDomain_element_domain input_domain) = false /\
    M = {| Measurement_input_domain := input_domain; Measurement_input_metric := Metric_LInfDistance input_metric; Measurement_output_measure := measure;
           Measurement_function := make_noisy_top_k_function MO k f negate;
           Measurement_privacy_map := make_noisy_top_k_privacy_map MO k f (LInfDistance_monotonic input_metric) |}.
Proof.
  unfold make_noisy_top_k. intros HM. destruct (eval (check_space input_domain input_metric)); try discriminate.
  destruct (TOP_K_MEASURES enclosed measure) as [MO|]; try discriminate.
  destruct (eval (check_natural k)) eqn:Hk; try discriminate. destruct (eval (check_switch _ negate)); try discriminate.
  destruct (AtomDomain_nan (VectorDomain_element_domain input_domain)); try discriminate.
  destruct (match VectorDomain_size input_domain with Some v4 => (v4 <? k)%Z | None => false end); try discriminate.
  destruct (eval (checked_scale scale)) as [f| |] eqn:Hf; try discriminate. cbv zeta in HM. injection HM as <-.
  destruct (gives_answer _ _ _ _ (checked_scale_spec scale) Hf) as [s [Hs Ps]].
  exists MO, f, s. repeat split; auto. unfold check_natural in Hk. destruct (Z.ltb_spec k 0); cbn in Hk; [discriminate|lia].
Qed.
