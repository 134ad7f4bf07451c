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

(* ---- the makers: one specification each, and only these lemmas look at their text ---- *)
Lemma scale_eval f s : fl_value f = Some s -> eval (fl_fraction f) = Answer (Qred s).
Proof. destruct f; try discriminate; intros [= <-]; reflexivity. Qed.
Lemma scale_read scale f s : eval (checked_scale scale) = Answer f -> fl_value f = Some s -> eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s).
Proof. intros Hf Hs. cbn [eval]. rewrite Hf. now apply scale_eval. Qed.
#[global] Instance check_natural_spec a : Spec (check_natural a) (fun _ => exists k, a = Int k /\ (0 <= k)%Z) (forall k, a = Int k -> (k < 0)%Z).
Proof.
  assert (L : forall k, qlt (inject_Z k) (inject_Z 0) = (k <? 0)%Z) by (intros k; unfold qlt, Qle_bool; cbn; rewrite Z.mul_1_r; destruct (Z.leb_spec 0 k), (Z.ltb_spec k 0); lia || easy).
  unfold Spec, check_natural, num_lt. destruct a as [k|f|q|]; cbn [py_type type_eqb negb num_fl]; repeat step; try discriminate; cbn [fl_lt fl_q] in *; rewrite ?L in *.
  - intros k' [= <-]. now apply Z.ltb_lt.
  - exists k. split; [easy|]. now apply Z.ltb_ge.
Qed.
Lemma natural_is k u : eval (check_natural (Int k)) = Answer u -> (0 <= k)%Z.
Proof. intros H. destruct (gives_answer _ _ _ _ (check_natural_spec (Int k)) H) as [k' [[= <-] P]]. exact P. Qed.
Lemma some_candidate_is dom u : eval (check_some_candidate dom) = Answer u -> forall x, member dom x -> x <> [].
Proof.
  unfold check_some_candidate. intros H x Hx ->. destruct (gives_answer _ _ _ _ (vector_check_gives dom []) Hx) as [Sz _].
  destruct (VectorDomain_size dom) as [n|]; [|discriminate]. specialize (Sz n eq_refl). cbn in Sz. subst n. discriminate.
Qed.
Ltac read_scale scale := match goal with H : eval (checked_scale scale) = Answer ?f |- _ =>
  let s := fresh "s" in let Hs := fresh "Hs" in let Ps := fresh "Ps" in destruct (gives_answer _ _ _ _ (checked_scale_spec scale) H) as [s [Hs Ps]]; pose proof (scale_read scale f s H Hs) end.

Theorem make_noisy_top_k_is enclosed input_domain input_metric measure k scale negate M :
  make_noisy_top_k enclosed input_domain input_metric measure k scale negate = Answer M ->
  exists MO f s, TOP_K_MEASURES enclosed measure = Some MO /\ eval (checked_scale scale) = Answer f /\ fl_value f = Some s /\ (0 <= s)%Q /\ (0 <= k)%Z /\
    eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s) /\ AtomDomain_nan (VectorDomain_element_domain input_domain) = false /\
    Measurement_input_domain M = input_domain /\ Measurement_input_metric M = Metric_LInfDistance input_metric /\ Measurement_output_measure M = measure /\
    Measurement_function M = make_noisy_top_k_function MO k f negate /\
    Measurement_privacy_map M = make_noisy_top_k_privacy_map MO k f (LInfDistance_monotonic input_metric).
Proof.
  unfold make_noisy_top_k. intros HM. open_maker HM. injection HM as <-. read_scale scale.
  match goal with H : eval (check_natural (Int k)) = Answer _ |- _ => apply natural_is in H end. do 3 eexists. repeat split; eauto.
Qed.
Theorem make_report_noisy_max_gumbel_is enclosed input_domain input_metric scale optimize M :
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M ->
  exists f s sign, eval (checked_scale scale) = Answer f /\ fl_value f = Some s /\ (0 <= s)%Q /\
    (sign = 1%Z /\ optimize = [109; 97; 120]%Z \/ sign = (-1)%Z /\ optimize = [109; 105; 110]%Z) /\
    eval (v <- checked_scale scale ;; fl_fraction v) = Answer (Qred s) /\ AtomDomain_nan (VectorDomain_element_domain input_domain) = false /\
    (forall x, member input_domain x -> x <> []) /\
    Measurement_input_domain M = input_domain /\ Measurement_input_metric M = Metric_LInfDistance input_metric /\ Measurement_output_measure M = Measure_MaxDivergence /\
    Measurement_function M = make_report_noisy_max_gumbel_function enclosed (Qred s) sign /\
    Measurement_privacy_map M = make_report_noisy_max_gumbel_privacy_map input_metric f.
Proof.
  unfold make_report_noisy_max_gumbel. intros HM.
  assert (Sg : gives (if str_eq optimize [109; 97; 120]%Z then Ret 1%Z else if str_eq optimize [109; 105; 110]%Z then Ret (- 1)%Z else Fail)
    (fun sign => sign = 1%Z /\ optimize = [109; 97; 120]%Z \/ sign = (-1)%Z /\ optimize = [109; 105; 110]%Z) True).
  { unfold str_eq. repeat step; auto; [left|right]; (split; [easy|]); match goal with E : (if ?d then _ else _) = true |- _ => destruct d; [easy|discriminate] end. }
  match type of Sg with gives ?e _ _ => remember e as signs end.
  open_maker HM. injection HM as <-. read_scale scale.
  match goal with H : eval (fl_fraction _) = Answer ?q, H' : fl_value _ = Some _ |- _ => rewrite (scale_eval _ _ H') in H; injection H as <- end.
  match goal with H : eval signs = Answer ?sign |- _ => pose proof (gives_answer _ _ _ _ Sg H) end.
  match goal with H : eval (check_some_candidate _) = Answer _ |- _ => pose proof (some_candidate_is _ _ H) end.
  do 3 eexists. repeat split; eauto.
Qed.
Theorem make_base_exponential_candidates_gumbel_is enclosed input_domain temperature M :
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  exists f s T, eval (checked_scale temperature) = Answer f /\ fl_value f = Some s /\ (0 <= s)%Q /\
    eval (v <- checked_scale temperature ;; fl_fraction v) = Answer (Qred s) /\ AtomDomain_nan (VectorDomain_element_domain input_domain) = false /\
    (forall x, member input_domain x -> x <> []) /\
    Measurement_input_domain M = input_domain /\ Measurement_input_metric M = Metric_RangeDistance (mk_RangeDistance T) /\ Measurement_output_measure M = Measure_MaxDivergence /\
    Measurement_function M = make_base_exponential_candidates_gumbel_function enclosed f /\
    Measurement_privacy_map M = make_base_exponential_candidates_gumbel_privacy_map f.
Proof.
  unfold make_base_exponential_candidates_gumbel. intros HM. open_maker HM. injection HM as <-. read_scale temperature.
  match goal with H : eval (check_some_candidate _) = Answer _ |- _ => pose proof (some_candidate_is _ _ H) end.
  do 3 eexists. repeat split; eauto.
Qed.
Lemma candidates_type enclosed input_domain temperature M T : make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  Measurement_input_metric M = Metric_RangeDistance (mk_RangeDistance T) -> T = AtomDomain_T (VectorDomain_element_domain input_domain).
Proof. unfold make_base_exponential_candidates_gumbel. intros HM. open_maker HM. injection HM as <-. cbn. now intros [= <-]. Qed.
