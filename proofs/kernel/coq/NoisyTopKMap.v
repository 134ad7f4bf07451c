(* The privacy map of make_noisy_top_k under max divergence: every rounding goes up. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import SamplerLaws CoinPrograms Python EmittedDirected EmittedRelease Evaluation FloatFormats DirectedRounding.
Import ListNotations.
Open Scope Q_scope.

(* ---- what it says ---- *)
(* The range distance of scores that are d-close: d if they all move one way, else 2 d. *)
Definition range (d : Q) (monotonic : bool) : Q := if monotonic then d else d + d.
(* The loss m that is promised at distance d, noise s, and k rounds. *)
Definition promised (k : Z) (s : Q) (monotonic : bool) (d : Q) (m : fl) : Prop :=
  (d == 0 -> m = Fin 0) /\
  (0 < d -> s == 0 -> m = Inf false) /\
  (0 < d -> 0 < s -> exists r, m = Fin r /\ binary64 r /\ inject_Z k * (range d monotonic / s) <= r).
(* Some result on the way exceeds every float. *)
Definition overflows (k : Z) (s : Q) (monotonic : bool) (d : Q) : Prop :=
  too_large (range d monotonic) \/
  exists r, least_not_below (range d monotonic) (Fin r) /\ 0 < s /\
    (too_large (r / s) \/
     exists e, least_not_below (r / s) (Fin e) /\
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
Lemma times_inf k : gives (times (Inf false) k) (fun f => f = Inf false) False.
Proof. unfold times. cbn [fl_isinf]. now repeat step. Qed.

Lemma bound k (w r s e n m : Q) : (0 <= k)%Z -> 0 < s -> 0 < w -> w <= r -> r / s <= e -> inject_Z k <= n -> e * n <= m ->
  inject_Z k * (w / s) <= m.
Proof.
  intros Hk Hs Hw H1 H2 H3 H4. apply Qle_trans with (e * n); [|easy].
  assert (K0 : 0 <= inject_Z k) by (change 0 with (inject_Z 0); now rewrite <- Zle_Qle).
  assert (A : w / s <= e). { apply Qle_trans with (r / s); [|easy]. unfold Qdiv. apply Qmult_le_compat_r; [easy|]. apply Qlt_le_weak, Qinv_lt_0_compat, Hs. }
  assert (P : 0 <= w / s). { unfold Qdiv. apply Qmult_le_0_compat; [lra|]. apply Qlt_le_weak, Qinv_lt_0_compat, Hs. }
  rewrite (Qmult_comm e n). apply Qle_trans with (inject_Z k * e).
  - rewrite !(Qmult_comm (inject_Z k)). now apply Qmult_le_compat_r.
  - apply Qmult_le_compat_r; [easy|]. lra.
Qed.

Theorem privacy_map_gives k scale s monotonic d_in : (0 <= k)%Z -> fl_value scale = Some s -> 0 <= s ->
  gives (make_noisy_top_k_privacy_map k scale monotonic d_in)
    (fun m => exists d, value d_in = Some d /\ (0 <= d -> promised k s monotonic d m))
    (value d_in = None \/ exists d, value d_in = Some d /\ (d < 0 \/ 0 < d /\ overflows k s monotonic d)).
Proof.
  intros Hk Hs Ps. unfold make_noisy_top_k_privacy_map.
  destruct (value d_in) as [d|] eqn:Hd.
  2: { eapply gives_call; [exact (to_range_distance_gives d_in monotonic)| |].
       - intros c [[_ ->]|[v [Hv _]]]; [|congruence]. call (inf_cast_gives d_in); [intros f [v [Hv _]]; congruence|auto].
       - intros [C|[v [Hv _]]]; [auto|congruence]. }
  assert (Rd : range d monotonic > 0 -> 0 < d) by (destruct monotonic; cbn; lra).
  assert (dR : 0 < d -> range d monotonic > 0) by (destruct monotonic; cbn; lra).
  assert (Big : too_large (range d monotonic) -> 0 < d) by (intros H; apply Rd; apply (H 0 binary64_0)).
  eapply gives_call with (P := fun c => stands c (range d monotonic)) (e := too_large (range d monotonic)).
  { exact (range_gives d_in d monotonic Hd). }
  2: { intros H. right. exists d. split; [easy|]. right. split; [auto|]. now left. }
  intros c Hc. call (cast_stands c _ Hc).
  2: { intros H. right. exists d. split; [easy|]. right. split; [auto|]. now left. }
  intros f Hf. destruct (least_fin _ _ Hf) as [r [-> [L [B Hr]]]]. repeat step.
  - cbn in H. unfold qlt in H. apply negb_true_iff in H. assert (r < 0). { apply Qnot_le_lt. intros C. apply Qle_bool_iff in C. change (inject_Z 0) with 0 in H. congruence. }
    right. exists d. split; [easy|]. left. destruct monotonic; cbn in Hr; lra.
  - cbn in H0. apply Qeq_bool_iff in H0. change (inject_Z 0) with 0 in H0. exists d. split; [easy|]. intros D.
    assert (~ 0 < d) by (intros C; specialize (dR C); lra). split; [easy|]. split; intros; easy.
  - cbn in H, H0. unfold qlt in H. apply negb_false_iff, Qle_bool_iff in H. apply Qeq_bool_neq in H0. change (inject_Z 0) with 0 in H, H0.
    assert (Pr : 0 < r). { apply Qle_lteq in H. destruct H as [H|H]; [easy|]. symmetry in H. contradiction. }
    assert (Pd : 0 < d) by (apply Rd, (least_pos _ _ L Pr)). assert (s == 0) by now apply (fl_eq_0 scale s Hs).
    exists d. split; [easy|]. intros _. split; [intros; lra|]. split; [easy|]. intros; lra.
  - cbn in H, H0. unfold qlt in H. apply negb_false_iff, Qle_bool_iff in H. apply Qeq_bool_neq in H0. change (inject_Z 0) with 0 in H, H0.
    assert (Pr : 0 < r). { apply Qle_lteq in H. destruct H as [H|H]; [easy|]. symmetry in H. contradiction. }
    assert (Pd : 0 < d) by (apply Rd, (least_pos _ _ L Pr)).
    assert (N : ~ s == 0) by now apply (fl_ne_0 scale s Hs).
    assert (Ss : 0 < s). { apply Qle_lteq in Ps. destruct Ps as [C|C]; [easy|]. symmetry in C. contradiction. }
    unfold MaxDivergence_privacy_map. call (max_divergence_map_gives r scale s Hs Pr).
    + intros f [[C _]|[_ Le]]; [contradiction|]. destruct (least_fin _ _ Le) as [e [-> [Le2 [_ He]]]]. call (times_gives e k).
      * intros f [n [Ln Lm]]. destruct (least_fin _ _ Lm) as [m [-> [_ [Bm Hm]]]]. destruct (least_fin _ _ Ln) as [n' [[= <-] [_ [_ Hn]]]].
        exists d. split; [easy|]. intros _. split; [intros; lra|]. split; [intros; lra|]. intros _ _. exists m. split; [easy|]. split; [easy|].
        apply (bound k _ r s e n m); auto.
      * intros C. right. exists d. split; [easy|]. right. split; [easy|]. right. exists r. split; [easy|]. split; [easy|]. right. exists e. auto.
    + intros [_ C]. right. exists d. split; [easy|]. right. split; [easy|]. right. exists r. auto.
Qed.
