(* The privacy maps: every rounding goes up, and an overflow is an error. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import SamplerLaws CoinPrograms Python EmittedDirected EmittedRelease EmittedMakers Evaluation FloatFormats DirectedRounding.
Import ListNotations.
Open Scope Q_scope.

(* ---- what it says ---- *)
(* The range distance of scores that are d-close: d if they all move one way, else 2 d. *)
Definition range (d : Q) (monotonic : bool) : Q := if monotonic then d else d + d.
(* What one round costs at eta = distance / noise. *)
Definition pure_cost (eta : Q) : Q := eta.
Definition concentrated_cost (eta : Q) : Q := eta ^ 2 / 8.
(* The loss m that is promised at distance d, noise s, and k rounds of which each costs `loss`. *)
Definition promised (loss : Q -> Q) (k : Z) (s : Q) (monotonic : bool) (d : Q) (m : fl) : Prop :=
  (d == 0 -> m = Fin 0) /\
  (0 < d -> s == 0 -> m = Inf false) /\
  (0 < d -> 0 < s -> exists r, m = Fin r /\ binary64 r /\ inject_Z k * loss (range d monotonic / s) <= r).

(* What the map of one round answers at range distance r > 0 and noise s > 0, and when a result on the way exceeds every float. *)
Record rounding := { answers : Q -> Q -> Q -> Prop; exceeds : Q -> Q -> Prop }.
Definition pure_rounding : rounding := {| answers r s e := least_not_below (r / s) (Fin e); exceeds r s := too_large (r / s) |}.
Definition concentrated_rounding : rounding :=
  {| answers r s e := exists eta square, least_not_below (r / s) (Fin eta) /\ least_not_below (eta ^ 2) (Fin square) /\ least_not_below (square / 8) (Fin e);
     exceeds r s := too_large (r / s) \/ exists eta, least_not_below (r / s) (Fin eta) /\
       (too_large (eta ^ 2) \/ exists square, least_not_below (eta ^ 2) (Fin square) /\ too_large (square / 8)) |}.
(* Some result on the way exceeds every float. *)
Definition overflows (one : rounding) (k : Z) (s : Q) (monotonic : bool) (d : Q) : Prop :=
  too_large (range d monotonic) \/
  exists r, least_not_below (range d monotonic) (Fin r) /\ 0 < s /\
    (exceeds one r s \/
     exists e, answers one r s e /\
       (too_large (inject_Z k) \/ exists n, least_not_below (inject_Z k) (Fin n) /\ too_large (e * n))).

(* ---- rounding up keeps signs, and does nothing to a number of the format ---- *)
Lemma least_fin v f : least_not_below v f -> exists r, f = Fin r /\ least_not_below v (Fin r) /\ binary64 r /\ v <= r.
Proof. intros [r [-> [H1 [H2 H3]]]]. exists r. split; [easy|]. split; [|easy]. exists r. auto. Qed.
Lemma binary64_0 : binary64 0.
Proof. exists 0%Z, 0%Z. split; [easy|]. split; [lia|]. reflexivity. Qed.
Lemma least_pos v r : least_not_below v (Fin r) -> 0 < r -> 0 < v.
Proof.
  intros [r' [[= <-] [_ [_ H]]]] Hr. apply Qnot_le_lt. intros C. specialize (H 0 binary64_0 C). lra.
Qed.
Lemma least_idem v r f : least_not_below v (Fin r) -> least_not_below r f -> least_not_below v f.
Proof.
  intros [r' [[= <-] [B [H1 H2]]]] [s [-> [Bs [H3 H4]]]]. assert (s == r) by (apply Qle_antisym; [apply H4; [easy|apply Qle_refl]|easy]).
  exists s. split; [easy|]. split; [easy|]. split; [lra|]. intros y Hy Hv. specialize (H2 y Hy Hv). lra.
Qed.
Lemma member_fits r v : least_not_below v (Fin r) -> ~ too_large r.
Proof. intros [r' [[= <-] [B _]]] C. specialize (C r B). lra. Qed.

Lemma fl_eq_0 f s : fl_value f = Some s -> fl_eq f (Fin (inject_Z 0)) = true <-> s == 0.
Proof. destruct f; try discriminate; cbn; intros [= <-]; [apply Qeq_bool_iff|easy]. Qed.
Lemma fl_ne_0 f s : fl_value f = Some s -> fl_eq f (Fin (inject_Z 0)) = false -> ~ s == 0.
Proof. intros H E C. apply (fl_eq_0 f s H) in C. congruence. Qed.

(* c is w, or the float that w rounds up to *)
Definition stands (c : num) (w : Q) : Prop :=
  (exists v, value c = Some v /\ v == w) \/ (exists r, c = Flt (Fin r) /\ least_not_below w (Fin r)).
Lemma cast_stands c w : stands c w -> gives (inf_cast c BINARY64) (least_not_below w) (too_large w).
Proof.
  intros [[v [Hv E]]|[r [-> L]]].
  - call (inf_cast_gives c).
    + intros f [u [Hu Hl]]. rewrite Hv in Hu. injection Hu as <-. now apply (least_eq v).
    + intros [N|[u [Hu Hl]]]; [congruence|]. rewrite Hv in Hu. injection Hu as <-. now apply (too_large_eq v).
  - call (inf_cast_gives (Flt (Fin r))).
    + intros f [u [[= <-] Hl]]. now apply least_idem with r.
    + intros [N|[u [[= <-] Hl]]]; [discriminate|]. now apply member_fits in L.
Qed.

Theorem to_range_distance_gives d_in monotonic : gives (to_range_distance d_in monotonic)
  (fun c => monotonic = true /\ c = d_in \/ exists d, value d_in = Some d /\ stands c (range d monotonic))
  (value d_in = None \/ exists d, value d_in = Some d /\ too_large (range d monotonic)).
Proof.
  unfold to_range_distance. step; repeat step; subst; auto. call (inf_add_gives d_in d_in).
  - intros c [_ [_ [v [w [Hv [Hw H]]]]]]. repeat step. right. rewrite Hv in Hw. injection Hw as <-. exists v. split; [easy|]. cbn.
    destruct c as [z|f|q|]; cbn in H; [left; eexists; split; [reflexivity|easy]| |left; eexists; split; [reflexivity|easy]|easy].
    destruct (least_fin _ _ H) as [r [-> [L _]]]. right. eauto.
  - intros [H|[H|[H|[v [w [Hv [Hw [_ H]]]]]]]]; auto; [now contradiction H|]. rewrite Hv in Hw. injection Hw as <-. right. eauto.
Qed.

Lemma range_gives d_in d monotonic : value d_in = Some d ->
  gives (to_range_distance d_in monotonic) (fun c => stands c (range d monotonic)) (too_large (range d monotonic)).
Proof.
  intros Hd. call (to_range_distance_gives d_in monotonic).
  - intros c [[-> ->]|[v [Hv H]]]; [left; exists d; split; [easy|reflexivity]|]. rewrite Hd in Hv. injection Hv as <-. exact H.
  - intros [C|[v [Hv H]]]; [congruence|]. rewrite Hd in Hv. injection Hv as <-. exact H.
Qed.

Lemma qlt_true v w : qlt v w = true -> v < w.
Proof. unfold qlt. intros H. apply negb_true_iff in H. apply Qnot_le_lt. intros C. apply Qle_bool_iff in C. congruence. Qed.

Theorem max_divergence_map_gives r scale s : fl_value scale = Some s -> 0 < r -> gives (max_divergence_map (Fin r) scale)
  (fun f => s == 0 /\ f = Inf false \/ ~ s == 0 /\ least_not_below (r / s) f)
  (~ s == 0 /\ too_large (r / s)).
Proof.
  intros Hs Hr. unfold max_divergence_map. repeat step.
  - cbn in H. apply Qeq_bool_iff in H. change (inject_Z 0) with 0 in H. lra.
  - left. split; [|easy]. now apply (fl_eq_0 scale s Hs).
  - assert (N : ~ s == 0) by now apply (fl_ne_0 scale s Hs).
    call (inf_div_gives (Fin r) scale).
    + intros f [v [w [[= <-] [Hw [_ L]]]]]. rewrite Hs in Hw. injection Hw as <-. now right.
    + intros [C|[C|[v [w [[= <-] [Hw [C|L]]]]]]]; [discriminate|congruence| |]; rewrite Hs in Hw; injection Hw as <-; easy.
Qed.

Theorem times_gives e k : gives (times (Fin e) k)
  (fun f => exists n, least_not_below (inject_Z k) (Fin n) /\ least_not_below (e * n) f)
  (too_large (inject_Z k) \/ exists n, least_not_below (inject_Z k) (Fin n) /\ too_large (e * n)).
Proof.
  unfold times. cbn [fl_isinf]. call (inf_cast_gives (Int k)).
  - intros f [v [[= <-] L]]. destruct (least_fin _ _ L) as [n [-> [L2 _]]]. call (inf_mul_gives (Fin e) (Fin n)).
    + intros f [v [w [[= <-] [[= <-] H]]]]. repeat step. eauto.
    + intros [C|[C|[v [w [[= <-] [[= <-] H]]]]]]; try discriminate. right. eauto.
  - intros [C|[v [[= <-] H]]]; [discriminate|now left].
Qed.

Lemma div_pos a b : 0 < a -> 0 < b -> 0 < a / b.
Proof. intros Ha Hb. unfold Qdiv. apply (Qmult_lt_0_compat a (/ b)); [easy|]. now apply Qinv_lt_0_compat. Qed.
Lemma div_le a b c : a <= b -> 0 < c -> a / c <= b / c.
Proof. intros H Hc. unfold Qdiv. apply Qmult_le_compat_r; [easy|]. apply Qlt_le_weak, Qinv_lt_0_compat, Hc. Qed.
Lemma square_le a b : 0 <= a -> a <= b -> a ^ 2 <= b ^ 2.
Proof. intros Ha H. change (a * a <= b * b). nra. Qed.

Theorem zero_concentrated_map_gives r scale s : fl_value scale = Some s -> 0 < r -> 0 < s -> gives (zero_concentrated_map (Fin r) scale)
  (fun f => exists e, f = Fin e /\ answers concentrated_rounding r s e) (exceeds concentrated_rounding r s).
Proof.
  intros Hs Hr Ps. unfold zero_concentrated_map. call (max_divergence_map_gives r scale s Hs Hr).
  2: { intros [_ C]. now left. }
  intros f [[C _]|[_ L]]; [rewrite C in Ps; now apply Qlt_irrefl in Ps|]. destruct (least_fin _ _ L) as [eta [-> [L1 _]]]. cbn [fl_isinf].
  call (inf_powi_gives (Fin eta) 2).
  2: { intros [C|[C|[v [[= <-] [[_ C]|C]]]]]; try discriminate; try lia. right. exists eta. auto. }
  intros f [_ [v [[= <-] [_ L2]]]]. destruct (least_fin _ _ L2) as [square [-> [L3 _]]].
  call (inf_div_gives (Fin square) (Fin (8 # 1))).
  2: { intros [C|[C|[v [w [[= <-] [[= <-] [C|C]]]]]]]; try discriminate. right. exists eta. split; [easy|]. right. exists square. auto. }
  intros f [v [w [[= <-] [[= <-] [_ L4]]]]]. destruct (least_fin _ _ L4) as [e [-> [L5 _]]]. repeat step. exists e. split; [easy|]. exists eta, square. auto.
Qed.

(* A map of one round: it rounds as is said, and never below the loss at any smaller distance. *)
Definition costs (loss : Q -> Q) (one : rounding) (map : fl -> fl -> prog fl) : Prop :=
  (forall r scale s, fl_value scale = Some s -> 0 < r -> 0 < s -> gives (map (Fin r) scale) (fun f => exists e, f = Fin e /\ answers one r s e) (exceeds one r s)) /\
  (forall r s e w, answers one r s e -> 0 < s -> 0 < w -> w <= r -> 0 <= loss (w / s) /\ loss (w / s) <= e).
Lemma pure_costs : costs pure_cost pure_rounding MaxDivergence_privacy_map.
Proof.
  split.
  - intros r scale s Hs Hr Ps. unfold MaxDivergence_privacy_map. call (max_divergence_map_gives r scale s Hs Hr).
    + intros f [[C _]|[_ L]]; [rewrite C in Ps; now apply Qlt_irrefl in Ps|]. destruct (least_fin _ _ L) as [e [-> [L1 _]]]. exists e. auto.
    + now intros [_ C].
  - intros r s e w [e' [[= <-] [_ [H _]]]] Ps Hw Hr. pose proof (div_pos w s Hw Ps). pose proof (div_le w r s Hr Ps). unfold pure_cost. cbn in H. split; lra.
Qed.
Lemma concentrated_costs : costs concentrated_cost concentrated_rounding ZeroConcentratedDivergence_privacy_map.
Proof.
  split.
  - intros r scale s Hs Hr Ps. unfold ZeroConcentratedDivergence_privacy_map. repeat step.
    + cbn in H. apply qlt_true in H. change (inject_Z 0) with 0 in H. lra.
    + apply (fl_eq_0 scale s Hs) in H0. lra.
    + call (zero_concentrated_map_gives r scale s Hs Hr Ps); auto.
  - intros r s e w [eta [square [[? [[= <-] [_ [H1 _]]]] [[? [[= <-] [_ [H2 _]]]] [? [[= <-] [_ [H3 _]]]]]]]] Ps Hw Hr.
    pose proof (div_pos w s Hw Ps). pose proof (div_le w r s Hr Ps). unfold concentrated_cost.
    assert ((w / s) ^ 2 <= eta ^ 2) by (apply square_le; lra). assert (0 <= (w / s) ^ 2) by (change (0 <= (w/s) * (w/s)); nra).
    assert ((w / s) ^ 2 / 8 <= square / 8) by (apply div_le; [lra|easy]). split; [|lra].
    unfold Qdiv. apply Qmult_le_0_compat; [easy|]. easy.
Qed.

Lemma bound k (l e n m : Q) : (0 <= k)%Z -> 0 <= l -> l <= e -> inject_Z k <= n -> e * n <= m -> inject_Z k * l <= m.
Proof.
  intros Hk Hl H2 H3 H4. apply Qle_trans with (e * n); [|easy].
  assert (K0 : 0 <= inject_Z k) by (change 0 with (inject_Z 0); now rewrite <- Zle_Qle).
  rewrite (Qmult_comm e n). apply Qle_trans with (inject_Z k * e).
  - rewrite !(Qmult_comm (inject_Z k)). now apply Qmult_le_compat_r.
  - apply Qmult_le_compat_r; [easy|]. lra.
Qed.

(* What every map of a selection starts with: the range distance, rounded up, of whichever type d_in is. *)
Lemma rounded_range_gives d_in d monotonic : value d_in = Some d ->
  gives (c <- to_range_distance d_in monotonic ;; inf_cast c BINARY64) (fun f => exists r, f = Fin r /\ least_not_below (range d monotonic) (Fin r)) (too_large (range d monotonic)).
Proof.
  intros Hd. eapply gives_call; [exact (range_gives d_in d monotonic Hd)| |auto]. intros c Hc.
  call (cast_stands c _ Hc); [|auto]. intros f L. destruct (least_fin _ _ L) as [r [-> [L1 _]]]. eauto.
Qed.
Lemma range_sign d monotonic : (0 < range d monotonic -> 0 < d) /\ (0 < d -> 0 < range d monotonic).
Proof. destruct monotonic; cbn; lra. Qed.
Lemma range_sign_0 d monotonic r : least_not_below (range d monotonic) (Fin r) -> 0 <= d -> qeq r (inject_Z 0) = true -> d == 0.
Proof.
  intros [r' [[= <-] [_ [H _]]]] Hd E. apply Qeq_bool_iff in E. change (inject_Z 0) with 0 in E. destruct monotonic; cbn in H; lra.
Qed.
Lemma range_positive d monotonic r : least_not_below (range d monotonic) (Fin r) -> qlt r (inject_Z 0) = false -> qeq r (inject_Z 0) = false -> 0 < r /\ 0 < d.
Proof.
  intros L H H0. unfold qlt in H. apply negb_false_iff, Qle_bool_iff in H. apply Qeq_bool_neq in H0. change (inject_Z 0) with 0 in H, H0.
  assert (Pr : 0 < r). { apply Qle_lteq in H. destruct H as [H|H]; [easy|]. symmetry in H. contradiction. }
  split; [easy|]. apply (range_sign d monotonic), (least_pos _ _ L Pr).
Qed.
Lemma range_negative d monotonic r : least_not_below (range d monotonic) (Fin r) -> qlt r (inject_Z 0) = true -> d < 0.
Proof.
  intros [r1 [[= <-] [_ [Hr _]]]] G. apply qlt_true in G. change (inject_Z 0) with 0 in G. destruct monotonic; cbn in Hr; lra.
Qed.
Lemma positive s : 0 <= s -> ~ s == 0 -> 0 < s.
Proof. intros H N. apply Qle_lteq in H. destruct H as [H|H]; [easy|]. symmetry in H. contradiction. Qed.
Lemma large_positive d monotonic : too_large (range d monotonic) -> 0 < d.
Proof. intros H. apply (range_sign d monotonic). apply (H 0 binary64_0). Qed.

Lemma no_range d_in monotonic : value d_in = None -> gives (c <- to_range_distance d_in monotonic ;; inf_cast c BINARY64) (fun _ => False) True.
Proof.
  intros Hd. eapply gives_call; [exact (to_range_distance_gives d_in monotonic)| |easy].
  intros c [[_ ->]|[v [Hv _]]]; [|congruence]. call (inf_cast_gives d_in); [intros f [v [Hv _]]; congruence|easy].
Qed.

Theorem noisy_top_k_map_gives MO loss one k scale s monotonic d_in :
  costs loss one (TopKMeasure_privacy_map MO) -> (0 <= k)%Z -> fl_value scale = Some s -> 0 <= s ->
  gives (make_noisy_top_k_privacy_map MO k scale monotonic d_in)
    (fun m => exists d, value d_in = Some d /\ (0 <= d -> promised loss k s monotonic d m))
    (value d_in = None \/ exists d, value d_in = Some d /\ (d < 0 \/ 0 < d /\ overflows one k s monotonic d)).
Proof.
  intros [Hone Hloss] Hk Hs Ps. unfold make_noisy_top_k_privacy_map.
  rewrite <- gives_assoc. destruct (value d_in) as [d|] eqn:Hd.
  2: { eapply gives_call; [exact (no_range d_in monotonic Hd)|easy|auto]. }
  eapply gives_call; [exact (rounded_range_gives d_in d monotonic Hd)| |].
  2: { intros H. right. exists d. split; [easy|]. right. split; [now apply (large_positive d monotonic)|]. now left. }
  intros f [r [-> L]]. repeat step; cbn [fl_lt fl_eq fl_q] in *.
  - right. exists d. split; [easy|]. left. now apply (range_negative d monotonic r).
  - exists d. split; [easy|]. intros D. pose proof (range_sign_0 _ _ _ L D H0). split; [easy|]. split; intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr Pd]. assert (s == 0) by now apply (fl_eq_0 scale s Hs).
    exists d. split; [easy|]. intros _. split; [intros; lra|]. split; [easy|]. intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr Pd]. pose proof (positive s Ps (fl_ne_0 scale s Hs H1)) as Ss.
    call (Hone r scale s Hs Pr Ss).
    + intros f [e [-> Le]]. call (times_gives e k).
      * intros f [n [Ln Lm]]. destruct (least_fin _ _ Lm) as [m [-> [_ [Bm Hm]]]]. destruct (least_fin _ _ Ln) as [n' [[= <-] [_ [_ Hn]]]].
        exists d. split; [easy|]. intros _. split; [intros; lra|]. split; [intros; lra|]. intros _ _. exists m. split; [easy|]. split; [easy|].
        destruct L as [? [[= <-] [_ [Hr _]]]]. destruct (Hloss r s e (range d monotonic) Le Ss (proj2 (range_sign d monotonic) Pd) Hr). now apply (bound k _ e n m).
      * intros C. right. exists d. split; [easy|]. right. split; [easy|]. right. exists r. split; [easy|]. split; [easy|]. right. exists e. auto.
    + intros C. right. exists d. split; [easy|]. right. split; [easy|]. right. exists r. auto.
Qed.

(* ---- report noisy max ---- *)
Theorem report_noisy_max_map_gives metric scale s d_in : fl_value scale = Some s -> 0 <= s ->
  gives (make_report_noisy_max_gumbel_privacy_map metric scale d_in)
    (fun m => exists d, value d_in = Some d /\ (0 <= d -> promised pure_cost 1 s (LInfDistance_monotonic metric) d m))
    (value d_in = None \/ exists d, value d_in = Some d /\ (d < 0 \/ 0 < d /\
      (too_large (range d (LInfDistance_monotonic metric)) \/ exists r, least_not_below (range d (LInfDistance_monotonic metric)) (Fin r) /\ 0 < s /\ too_large (r / s)))).
Proof.
  intros Hs Ps. unfold make_report_noisy_max_gumbel_privacy_map. set (monotonic := LInfDistance_monotonic metric).
  rewrite <- gives_assoc. destruct (value d_in) as [d|] eqn:Hd.
  2: { eapply gives_call; [exact (no_range d_in monotonic Hd)|easy|auto]. }
  eapply gives_call; [exact (rounded_range_gives d_in d monotonic Hd)| |].
  2: { intros H. right. exists d. split; [easy|]. right. split; [now apply (large_positive d monotonic)|]. now left. }
  intros f [r [-> L]]. repeat step; cbn [fl_lt fl_eq fl_q] in *.
  - right. exists d. split; [easy|]. left. now apply (range_negative d monotonic r).
  - exists d. split; [easy|]. intros D. pose proof (range_sign_0 _ _ _ L D H0). split; [easy|]. split; intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr Pd]. assert (s == 0) by now apply (fl_eq_0 scale s Hs).
    exists d. split; [easy|]. intros _. split; [intros; lra|]. split; [easy|]. intros; lra.
  - destruct (range_positive _ _ _ L H H0) as [Pr Pd]. pose proof (positive s Ps (fl_ne_0 scale s Hs H1)) as Ss.
    call (inf_div_gives (Fin r) scale).
    + intros f [v [w [[= <-] [Hw [_ Le]]]]]. rewrite Hs in Hw. injection Hw as <-. destruct (least_fin _ _ Le) as [e [-> [_ [Be He]]]].
      exists d. split; [easy|]. intros _. split; [intros; lra|]. split; [intros; lra|]. intros _ _. exists e. split; [easy|]. split; [easy|].
      destruct L as [? [[= <-] [_ [Hr _]]]]. pose proof (div_le _ _ s Hr Ss). unfold pure_cost. change (inject_Z 1) with 1. lra.
    + intros [C|[C|[v [w [[= <-] [Hw C]]]]]]; [discriminate|congruence|]. rewrite Hs in Hw. injection Hw as <-. right. exists d. split; [easy|]. right. split; [easy|]. right.
      exists r. split; [easy|]. split; [easy|]. destruct C as [C|C]; [lra|easy].
Qed.

(* ---- exponential candidates ---- *)
Lemma max_divergence_map_any r scale s : fl_value scale = Some s -> 0 <= s -> 0 <= r -> gives (max_divergence_map (Fin r) scale)
  (fun f => r == 0 /\ f = Fin 0 \/ 0 < r /\ s == 0 /\ f = Inf false \/ 0 < r /\ 0 < s /\ least_not_below (r / s) f) (0 < r /\ 0 < s /\ too_large (r / s)).
Proof.
  intros Hs Ps Hr. destruct (Qlt_le_dec 0 r) as [P|P].
  - call (max_divergence_map_gives r scale s Hs P).
    + intros f [[C ->]|[N L]]; [right; left; auto|]. right; right. split; [easy|]. split; [now apply positive|easy].
    + intros [N C]. split; [easy|]. split; [now apply positive|easy].
  - assert (E : r == 0) by lra. unfold max_divergence_map. cbn [fl_eq fl_q]. replace (qeq r (inject_Z 0)) with true; [repeat step; now left|]. symmetry. now apply Qeq_bool_iff.
Qed.
Theorem exponential_candidates_map_gives temperature s d_in d : fl_value temperature = Some s -> 0 <= s -> value d_in = Some d -> 0 <= d ->
  gives (make_base_exponential_candidates_gumbel_privacy_map temperature d_in) (promised pure_cost 1 s true d)
    (too_large d \/ exists r, least_not_below d (Fin r) /\ 0 < s /\ too_large (r / s)).
Proof.
  intros Hs Ps Hd Pd. unfold make_base_exponential_candidates_gumbel_privacy_map. call (inf_cast_gives d_in).
  2: { intros [C|[v [Hv C]]]; [congruence|]. rewrite Hd in Hv. injection Hv as <-. now left. }
  intros f [v [Hv L]]. rewrite Hd in Hv. injection Hv as <-. destruct (least_fin _ _ L) as [r [-> [L1 [_ Hr]]]].
  assert (D0 : 0 < r -> 0 < d) by (intros; now apply (least_pos _ _ L1)).
  call (max_divergence_map_any r temperature s Hs Ps ltac:(lra)).
  - intros f [[E ->]|[[Pr [E ->]]|[Pr [Ss Le]]]].
    + split; [easy|]. split; intros; lra.
    + specialize (D0 Pr). split; [intros; lra|]. split; [easy|]. intros; lra.
    + specialize (D0 Pr). destruct (least_fin _ _ Le) as [e [-> [_ [Be He]]]]. split; [intros; lra|]. split; [intros; lra|]. intros _ _. exists e. split; [easy|]. split; [easy|].
      pose proof (div_le _ _ s Hr Ss). unfold pure_cost, range. change (inject_Z 1) with 1. lra.
  - intros [Pr [Ss C]]. right. exists r. auto.
Qed.

(* ---- the range mechanism: 2 k - 1 rounds, or k - 1 + min(k, n - k) of n candidates ---- *)
Definition range_count (k : Z) (size : option Z) : Z :=
  match size with Some n => Z.max (Z.min k n - 1 + Z.min (Z.min k n) (n - Z.min k n)) 0 | None => Z.max (2 * k - 1) 0 end.
#[global] Instance range_rounds_spec k size : Spec (range_rounds k size) (fun j => j = range_count k size) False.
Proof. unfold Spec, range_rounds. destruct size; now repeat step. Qed.
Theorem range_divergence_map_gives d_in d scale s k size : fl_value d_in = Some d -> 0 <= d -> fl_value scale = Some s -> 0 <= s -> let j := range_count k size in
  gives (RangeDivergence_privacy_map d_in scale k size)
    (fun m => (s == 0 -> m = Inf false) /\ (0 < s -> exists r, m = Fin r /\ binary64 r /\ inject_Z j * (d / s) <= r))
    (0 < s /\ (too_large (d / s) \/ exists e, (least_not_below (d / s) (Fin e) \/ d == 0 /\ e = 0) /\ (too_large (inject_Z j) \/
       exists n, least_not_below (inject_Z j) (Fin n) /\ too_large (e * n)))).
Proof.
  intros Hd Pd Hs Ps j. unfold RangeDivergence_privacy_map. assert (J0 : (0 <= j)%Z) by (unfold j, range_count; destruct size; lia).
  assert (NL : fl_lt d_in (Fin (inject_Z 0)) = false).
  { destruct d_in; try discriminate; injection Hd as <-; cbn [fl_lt fl_q]; unfold qlt; apply negb_false_iff, Qle_bool_iff; easy. }
  rewrite NL. repeat step.
  - assert (s == 0) by now apply (fl_eq_0 scale s Hs). split; [easy|]. intros; lra.
  - pose proof (positive s Ps (fl_ne_0 scale s Hs H)) as Ss.
    assert (M : gives (max_divergence_map d_in scale) (fun f => exists e, f = Fin e /\ (least_not_below (d / s) (Fin e) \/ d == 0 /\ e = 0)) (too_large (d / s))).
    { assert (Z : d == 0 -> fl_eq d_in (Fin (inject_Z 0)) = true).
      { intros E. destruct d_in; try discriminate; injection Hd as <-; cbn [fl_eq fl_q]; now apply Qeq_bool_iff. }
      destruct (Qlt_le_dec 0 d) as [P|P].
      - destruct d_in; try discriminate; injection Hd as <-; [|lra]. call (max_divergence_map_gives q scale s Hs P).
        + intros f [[C _]|[_ L]]; [lra|]. destruct (least_fin _ _ L) as [e [-> [L1 _]]]. eauto.
        + now intros [_ C].
      - unfold max_divergence_map. rewrite Z by lra. repeat step. exists 0. split; [reflexivity|]. right. split; [lra|easy]. }
    call M.
    + intros f [e [-> He]]. called; [|easy]. intros j' ->. fold j. call (times_gives e j).
      * intros f [n [Ln Lm]]. destruct (least_fin _ _ Lm) as [m [-> [_ [Bm Hm]]]]. destruct (least_fin _ _ Ln) as [n' [[= <-] [_ [_ Hn]]]]. split; [intros; lra|]. intros _. exists m. split; [easy|]. split; [easy|].
        assert (P : 0 <= d / s). { unfold Qdiv. apply Qmult_le_0_compat; [easy|]. apply Qlt_le_weak, Qinv_lt_0_compat, Ss. }
        apply (bound j (d / s) e n m); auto. destruct He as [[? [[= <-] [_ [Hr _]]]]|[E ->]]; [easy|]. rewrite E. unfold Qdiv. lra.
      * intros C. split; [easy|]. right. eauto.
    + intros C. split; [easy|]. now left.
Qed.
