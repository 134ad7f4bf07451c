(* What the privacy maps answer, exactly: each result on the way is rounded up, and one that exceeds every float is an error. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedDirected EmittedRelease EmittedMakers Evaluation DirectedRounding PrivacyMaps TightMaps.
Import ListNotations.
Open Scope Q_scope.

(* ---- what it says ---- *)
(* r is v rounded up, None if v exceeds every float; of a result that there is not, there is no other. *)
Definition rounded (v : Q) (r : option Q) : Prop := match r with Some r => least_not_below v (Fin r) | None => too_large v end.
Definition then_rounded (f : Q -> Q) (a r : option Q) : Prop := match a with Some a => rounded (f a) r | None => r = None end.
Definition product_rounded (a b r : option Q) : Prop := match a, b with Some a, Some b => rounded (a * b) r | _, _ => r = None end.
Definition answered (r : option Q) : outcome fl := match r with Some r => Answer (Fin r) | None => Error end.
Definition one_round (measure : Measure) (s : Q) (r e : option Q) : Prop := exists eta, then_rounded (fun r => r / s) r eta /\
  match measure with
  | Measure_ZeroConcentratedDivergence => exists square, then_rounded (fun eta => eta ^ 2) eta square /\ then_rounded (fun square => square / 8) square e
  | _ => e = eta
  end.
Definition top_k_step_by_step (measure : Measure) (k : Z) (s d : Q) (monotonic : bool) (a : outcome fl) : Prop :=
  (d == 0 -> a = Answer (Fin 0)) /\
  (0 < d -> exists r, rounded (range d monotonic) r /\
    (s == 0 -> a = match r with Some _ => Answer (Inf false) | None => Error end) /\
    (0 < s -> exists e n m, one_round measure s r e /\ rounded (inject_Z k) n /\ product_rounded e n m /\ a = answered m)).
Definition single_step_by_step (s d : Q) (monotonic : bool) (a : outcome fl) : Prop :=
  (d == 0 -> a = Answer (Fin 0)) /\
  (0 < d -> exists r, rounded (range d monotonic) r /\
    (s == 0 -> a = match r with Some _ => Answer (Inf false) | None => Error end) /\
    (0 < s -> exists e, then_rounded (fun r => r / s) r e /\ a = answered e)).
Definition range_step_by_step (k : Z) (size : option Z) (s d : Q) (a : outcome fl) : Prop :=
  (s == 0 -> a = Answer (Inf false)) /\
  (0 < s -> exists e n m, rounded (d / s) e /\ rounded (inject_Z (range_count k size)) n /\ product_rounded e n m /\ a = answered m).
Definition tight_step (count choices : Z) (s d : Q) (monotonic : bool) (a : outcome fl) : Prop :=
  (d == 0 \/ choices = 0%Z -> a = Answer (Fin 0)) /\
  (0 < d -> choices <> 0%Z -> s == 0 -> a = Answer (Inf false)) /\
  (0 < d -> choices <> 0%Z -> 0 < s -> exists r, rounded (inject_Z count * (range d monotonic / s)) r /\ a = answered r).

(* ---- from what a program gives to what it evaluates to ---- *)
Lemma gives_outcome {A} (X : outcome A -> Prop) (m : prog A) : gives m (fun a => X (Answer a)) (X Error) -> X (eval m).
Proof. unfold gives. now destruct (eval m). Qed.
Lemma rounded_exists v : exists r, rounded v r.
Proof. pose proof (round_up_gives v) as G. unfold gives in G. destruct (eval (round_up v BINARY64)) as [r| |]; [now exists (Some r)|now exists None|easy]. Qed.
Lemma least_some v f : least_not_below v f -> exists r, f = Fin r /\ rounded v (Some r).
Proof. intros L. destruct (least_fin _ _ L) as [r [-> [L1 _]]]. now exists r. Qed.
Lemma rounded_0 v e : v == 0 -> e == 0 -> rounded v (Some e).
Proof.
  intros Hv He. exists e. split; [easy|]. split; [|split; [lra|intros y _ Hy; lra]]. destruct binary64_0 as [m [x [H1 [H2 H3]]]]. exists m, x. repeat split; try easy. now rewrite He.
Qed.

Definition rounds_like (measure : Measure) (map : fl -> fl -> prog fl) : Prop := forall r scale s, fl_value scale = Some s -> 0 < r -> 0 < s ->
  exists e, one_round measure s (Some r) e /\ eval (map (Fin r) scale) = answered e.
Lemma pure_rounds : rounds_like Measure_MaxDivergence MaxDivergence_privacy_map.
Proof.
  intros r scale s Hs Pr Ps. apply (gives_outcome (fun a => exists e, one_round Measure_MaxDivergence s (Some r) e /\ a = answered e)). call (proj1 pure_costs r scale s Hs Pr Ps).
  - intros f [e [-> L]]. exists (Some e). split; [|easy]. exists (Some e). now split.
  - intros C. exists None. split; [|easy]. exists None. now split.
Qed.
Lemma concentrated_rounds : rounds_like Measure_ZeroConcentratedDivergence ZeroConcentratedDivergence_privacy_map.
Proof.
  intros r scale s Hs Pr Ps. apply (gives_outcome (fun a => exists e, one_round Measure_ZeroConcentratedDivergence s (Some r) e /\ a = answered e)). call (proj1 concentrated_costs r scale s Hs Pr Ps).
  - intros f [e [-> [eta [square [L1 [L2 L3]]]]]]. exists (Some e). split; [|easy]. exists (Some eta). split; [easy|]. exists (Some square). now split.
  - intros C. exists None. split; [|easy]. destruct C as [C|[eta [L1 [C|[square [L2 C]]]]]].
    + exists None. split; [easy|]. now exists None.
    + exists (Some eta). split; [easy|]. now exists None.
    + exists (Some eta). split; [easy|]. now exists (Some square).
Qed.
Lemma times_rounds e k : exists n m, rounded (inject_Z k) n /\ product_rounded (Some e) n m /\ eval (times (Fin e) k) = answered m.
Proof.
  apply (gives_outcome (fun a => exists n m, rounded (inject_Z k) n /\ product_rounded (Some e) n m /\ a = answered m)). call (times_gives e k).
  - intros f [n [Ln Lm]]. destruct (least_some _ _ Lm) as [m [-> Hm]]. exists (Some n), (Some m). cbn; auto.
  - intros [C|[n [Ln C]]]; [exists None, None|exists (Some n), None]; cbn; auto.
Qed.

(* ---- the maps ---- *)
Theorem noisy_top_k_map_is MO measure k scale s monotonic d_in d : rounds_like measure (TopKMeasure_privacy_map MO) -> fl_value scale = Some s -> 0 <= s -> value d_in = Some d -> 0 <= d ->
  top_k_step_by_step measure k s d monotonic (eval (make_noisy_top_k_privacy_map MO k scale monotonic d_in)).
Proof.
  intros Hone Hs Ps Hd Pd. apply gives_outcome. unfold make_noisy_top_k_privacy_map. rewrite <- gives_assoc. destruct (rounded_exists (inject_Z k)) as [n0 Hn0].
  assert (No : forall r, one_round measure s None r -> r = None).
  { intros r [eta [-> H]]. destruct measure; auto. destruct H as [square [-> ->]]. easy. }
  assert (None_round : one_round measure s None None) by (exists None; split; [easy|]; destruct measure; auto; now exists None).
  eapply gives_call; [exact (rounded_range_gives d_in d monotonic Hd)| |].
  2: { intros C. pose proof (large_positive d monotonic C). split; [intros; lra|]. intros _. exists None. split; [easy|]. split; [easy|]. intros _. exists None, n0, None. cbn; auto. }
  intros f [r [-> L]]. repeat step; cbn [fl_lt fl_eq fl_q] in *.
  - pose proof (range_negative d monotonic r L H). lra.
  - pose proof (range_sign_0 _ _ _ L Pd H0). split; [easy|]. intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr D]. assert (Z : s == 0) by now apply (fl_eq_0 scale s Hs). split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [easy|]. intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr D]. pose proof (positive s Ps (fl_ne_0 scale s Hs H1)) as Ss. destruct (Hone r scale s Hs Pr Ss) as [e [He E]].
    assert (Step : forall a, (exists n m, rounded (inject_Z k) n /\ product_rounded e n m /\ a = answered m) -> top_k_step_by_step measure k s d monotonic a).
    { intros a [n [m [Hn [Hm ->]]]]. split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [intros; lra|]. intros _. exists e, n, m. auto. }
    apply gives_bind. unfold gives at 1. rewrite E. destruct e as [e|]; cbn [answered].
    + unfold gives. destruct (times_rounds e k) as [n [m [Hn [Hm ->]]]]. destruct m; cbn [answered]; apply Step; eauto.
    + apply Step. exists n0, None. cbn; auto.
Qed.
Theorem report_noisy_max_map_is metric scale s d_in d : fl_value scale = Some s -> 0 <= s -> value d_in = Some d -> 0 <= d ->
  single_step_by_step s d (LInfDistance_monotonic metric) (eval (make_report_noisy_max_gumbel_privacy_map metric scale d_in)).
Proof.
  intros Hs Ps Hd Pd. apply gives_outcome. unfold make_report_noisy_max_gumbel_privacy_map. set (monotonic := LInfDistance_monotonic metric). rewrite <- gives_assoc.
  eapply gives_call; [exact (rounded_range_gives d_in d monotonic Hd)| |].
  2: { intros C. pose proof (large_positive d monotonic C). split; [intros; lra|]. intros _. exists None. split; [easy|]. split; [easy|]. intros _. now exists None. }
  intros f [r [-> L]]. repeat step; cbn [fl_lt fl_eq fl_q] in *.
  - pose proof (range_negative d monotonic r L H). lra.
  - pose proof (range_sign_0 _ _ _ L Pd H0). split; [easy|]. intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr D]. assert (Z : s == 0) by now apply (fl_eq_0 scale s Hs). split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [easy|]. intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr D]. pose proof (positive s Ps (fl_ne_0 scale s Hs H1)) as Ss. call (inf_div_gives (Fin r) scale).
    + intros f [v [w [[= <-] [Hw [_ Le]]]]]. rewrite Hs in Hw. injection Hw as <-. destruct (least_some _ _ Le) as [e [-> He]]. split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [intros; lra|]. intros _. now exists (Some e).
    + intros [C|[C|[v [w [[= <-] [Hw C]]]]]]; [discriminate|congruence|]. rewrite Hs in Hw. injection Hw as <-. destruct C as [C|C]; [lra|]. split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [intros; lra|]. intros _. now exists None.
Qed.
Theorem exponential_candidates_map_is temperature s d_in d : fl_value temperature = Some s -> 0 <= s -> value d_in = Some d -> 0 <= d ->
  single_step_by_step s d true (eval (make_base_exponential_candidates_gumbel_privacy_map temperature d_in)).
Proof.
  intros Hs Ps Hd Pd. apply gives_outcome. unfold make_base_exponential_candidates_gumbel_privacy_map. call (inf_cast_gives d_in).
  2: { intros [C|[v [Hv C]]]; [congruence|]. rewrite Hd in Hv. injection Hv as <-. pose proof (large_positive d true C). split; [intros; lra|]. intros _. exists None. split; [easy|]. split; [easy|]. intros _. now exists None. }
  intros f [v [Hv L]]. rewrite Hd in Hv. injection Hv as <-. destruct (least_fin _ _ L) as [r [-> [L1 [_ Hr]]]]. assert (D0 : 0 < r -> 0 < d) by (intros; now apply (least_pos _ _ L1)).
  call (max_divergence_map_any r temperature s Hs Ps ltac:(lra)).
  - intros f [[E ->]|[[Pr [E ->]]|[Pr [Ss Le]]]].
    + split; [easy|]. intros; lra.
    + specialize (D0 Pr). split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [easy|]. intros; lra.
    + specialize (D0 Pr). destruct (least_some _ _ Le) as [e [-> He]]. split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [intros; lra|]. intros _. now exists (Some e).
  - intros [Pr [Ss C]]. specialize (D0 Pr). split; [intros; lra|]. intros _. exists (Some r). split; [easy|]. split; [intros; lra|]. intros _. now exists None.
Qed.
Theorem range_map_is d_in d scale s k size : fl_value d_in = Some d -> 0 <= d -> fl_value scale = Some s -> 0 <= s ->
  range_step_by_step k size s d (eval (RangeDivergence_privacy_map d_in scale k size)).
Proof.
  intros Hd Pd Hs Ps. apply gives_outcome. unfold RangeDivergence_privacy_map. destruct (rounded_exists (inject_Z (range_count k size))) as [n0 Hn0].
  assert (NL : fl_lt d_in (Fin (inject_Z 0)) = false).
  { destruct d_in; try discriminate; injection Hd as <-; cbn [fl_lt fl_q]; unfold qlt; apply negb_false_iff, Qle_bool_iff; easy. }
  rewrite NL. repeat step.
  - assert (s == 0) by now apply (fl_eq_0 scale s Hs). split; [easy|]. intros; lra.
  - pose proof (positive s Ps (fl_ne_0 scale s Hs H)) as Ss.
    assert (M : exists e, rounded (d / s) e /\ eval (max_divergence_map d_in scale) = answered e).
    { apply (gives_outcome (fun a => exists e, rounded (d / s) e /\ a = answered e)). destruct (Qlt_le_dec 0 d) as [P|P].
      - destruct d_in; try discriminate; injection Hd as <-; [|lra]. call (max_divergence_map_gives q scale s Hs P).
        + intros f [[C _]|[_ L]]; [lra|]. destruct (least_some _ _ L) as [e [-> He]]. now exists (Some e).
        + intros [_ C]. now exists None.
      - assert (Z : d == 0) by lra. assert (E : fl_eq d_in (Fin (inject_Z 0)) = true) by (destruct d_in; try discriminate; injection Hd as <-; cbn [fl_eq fl_q]; now apply Qeq_bool_iff).
        unfold max_divergence_map. rewrite E. repeat step. exists (Some (0 # 1)). split; [|easy]. apply rounded_0; [|easy]. rewrite Z. unfold Qdiv. lra. }
    destruct M as [e [He E]].
    assert (Step : forall a, (exists n m, rounded (inject_Z (range_count k size)) n /\ product_rounded e n m /\ a = answered m) -> range_step_by_step k size s d a).
    { intros a [n [m [Hn [Hm ->]]]]. split; [intros; lra|]. intros _. exists e, n, m. auto. }
    apply gives_bind. unfold gives at 1. rewrite E. destruct e as [e|]; cbn [answered].
    + called; [|easy]. intros j ->. unfold gives. destruct (times_rounds e (range_count k size)) as [n [m [Hn [Hm ->]]]]. destruct m; cbn [answered]; apply Step; eauto.
    + apply Step. exists n0, None. cbn; auto.
Qed.
Theorem tight_map_is losses loss count scale s k size monotonic d_in d measure : losses measure = Some loss ->
  (forall eta, gives (loss eta k size) (least_not_below (inject_Z count * eta)) (too_large (inject_Z count * eta))) -> (choice_rounds k size = 0%Z -> count = 0%Z) ->
  fl_value scale = Some s -> 0 <= s -> value d_in = Some d -> 0 <= d ->
  tight_step count (choice_rounds k size) s d monotonic (eval (tight_map_of losses scale k size monotonic d_in measure)).
Proof.
  intros Hl Hloss Hcount Hs Ps Hd Pd. pose proof (tight_map_gives losses loss count scale s k size monotonic d_in d measure Hl Hloss Hs Ps Hd Pd) as G.
  apply gives_outcome. eapply gives_imp; [exact G| |].
  - intros m [[C ->]|[D [R [[S ->]|[S L]]]]].
    + split; [easy|]. split; intros D R; exfalso; destruct C as [C|C]; [lra|easy|lra|easy].
    + split; [intros [C|C]; [lra|easy]|]. split; [easy|]. intros; lra.
    + split; [intros [C|C]; [lra|easy]|]. split; [intros; lra|]. intros _ _ _. destruct (least_some _ _ L) as [r [-> Hr]]. now exists (Some r).
  - intros [S C]. split; [|split; [intros; lra|intros _ _ _; now exists None]].
    assert (NZ : ~ inject_Z count * (range d monotonic / s) == 0) by (intros E; specialize (C 0 binary64_0); lra).
    intros [E|E]; exfalso; apply NZ; [|rewrite (Hcount E); unfold inject_Z, Qdiv; lra]. assert (R0 : range d monotonic == 0) by (destruct monotonic; cbn; lra). rewrite R0. unfold Qdiv. lra.
Qed.
Lemma no_choice_no_range k size : choice_rounds k size = 0%Z -> range_count k size = 0%Z.
Proof. unfold choice_rounds, range_count. destruct size; lia. Qed.

(* ---- the same for another form of the scale ---- *)
Lemma rounded_eq v w r : v == w -> rounded v r -> rounded w r.
Proof. intros E. destruct r; [now apply least_eq|now apply too_large_eq]. Qed.
Lemma then_rounded_eq f g a r : (forall v, f v == g v) -> then_rounded f a r -> then_rounded g a r.
Proof. intros E. destruct a; [apply rounded_eq; apply E|easy]. Qed.
Lemma over_eq s s' : s == s' -> forall v : Q, v / s == v / s'.
Proof. intros E v. now rewrite E. Qed.
Lemma top_k_scale measure k s s' d monotonic a : s == s' -> top_k_step_by_step measure k s d monotonic a -> top_k_step_by_step measure k s' d monotonic a.
Proof.
  intros E [H0 H]. split; [easy|]. intros D. destruct (H D) as [r [Hr [Hz Hs]]]. exists r. split; [easy|]. split; [intros Z; apply Hz; now rewrite E|].
  intros S. destruct Hs as [e [n [m [[eta [He Hm]] Rest]]]]; [now rewrite E|]. exists e, n, m. split; [|easy]. exists eta. split; [|easy]. eapply then_rounded_eq; [|exact He]. now apply over_eq.
Qed.
Lemma single_scale s s' d monotonic a : s == s' -> single_step_by_step s d monotonic a -> single_step_by_step s' d monotonic a.
Proof.
  intros E [H0 H]. split; [easy|]. intros D. destruct (H D) as [r [Hr [Hz Hs]]]. exists r. split; [easy|]. split; [intros Z; apply Hz; now rewrite E|].
  intros S. destruct Hs as [e [He Rest]]; [now rewrite E|]. exists e. split; [|easy]. eapply then_rounded_eq; [|exact He]. now apply over_eq.
Qed.
