(* What LInfDistance.close answers, as emitted from spec/space.py, is what NoisyTopKRelease.v takes for close. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List Bool Lia Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import SamplerLaws CoinPrograms Python EmittedSelection EmittedDirected EmittedRelease Evaluation DirectedRounding PrivacyMaps NoisyTopKRelease.
Import ListNotations.
Open Scope Q_scope.

(* a difference: the move, or an infinity *)
Definition diff (a b c : num) : Prop := (exists q m, c = Frac q /\ move a b = Some m /\ q == m) \/ (exists s, c = Flt (Inf s)).
Lemma difference_gives a b : gives (_difference a b) (diff a b) True.
Proof.
  assert (Same : forall v w, qeq v w = true -> move a b = Some (v - w) -> diff a b (Frac (inject_Z 0))).
  { intros v w H Hm. left. exists (inject_Z 0), (v - w). split; [easy|]. split; [easy|]. apply Qeq_bool_iff in H. change (inject_Z 0) with 0. lra. }
  assert (Sub : forall v w v' w', v' == v -> w' == w -> move a b = Some (v - w) -> diff a b (Frac (qsub v' w'))).
  { intros v w v' w' Hv Hw Hm. left. exists (qsub v' w'), (v - w). split; [easy|]. split; [easy|]. unfold qsub. rewrite Qred_correct. lra. }
  assert (Far : forall s : bool, diff a b (if s then Flt (Inf false) else Flt (fl_opp (Inf false)))) by (intros s; right; destruct s; eexists; reflexivity).
  unfold _difference, num_eq, num_lt, is_infinite.
  destruct a as [z|[q| |s|]|q|], b as [y|[r| |t|]|r|];
    cbn [num_fl py_type type_eqb num_isinf fl_isinf to_fraction fl_fraction]; repeat step; auto; try discriminate;
    try (eapply Same; [eassumption|reflexivity]); try (eapply Sub; [| |reflexivity]; rewrite ?Qred_correct; reflexivity).
  left. exists (inject_Z 0), 0. cbn in H. cbn [move]. rewrite H. now repeat split.
Qed.
Lemma zip_gives {A B C} (f : A -> B -> prog C) (Q : A -> B -> C -> Prop) : (forall a b, gives (f a b) (Q a b) True) ->
  forall l l', gives (py_zip f l l') (fun r => length l = length l' /\ length r = length l /\
    (forall a b, In (a, b) (combine l l') -> exists c, In c r /\ Q a b c) /\ forall c, In c r -> exists a b, Q a b c) True.
Proof.
  intros H. induction l as [|a l IH]; intros [|b l']; cbn [py_zip]; try easy.
  call (H a b); [|easy]. intros c Hc. call (IH l'); [|easy]. intros r [H1 [H2 [H3 H4]]]. repeat step. split; [cbn; lia|]. split; [cbn; lia|].
  split; [|intros c' [<-|Hc']; eauto]. intros a' b' [E1|Hi]; [injection E1 as <- <-; exists c; split; [now left|easy]|]. destruct (H3 a' b' Hi) as [c' [I1 I2]]. exists c'. split; [now right|easy].
Qed.
Lemma all_gives {A} (f : A -> prog bool) (Q : A -> Prop) : (forall a, gives (f a) (fun b => b = true -> Q a) True) ->
  forall l, gives (py_all f l) (fun b => b = true -> forall a, In a l -> Q a) True.
Proof.
  intros H. induction l as [|a l IH]; cbn [py_all]; [intros _ c []|]. call (H a); [|easy]. intros b Hb. destruct b.
  - call IH; [|easy]. intros b Hl E1 c [<-|Hc]; auto.
  - step. discriminate.
Qed.
Lemma map_gives {A B} (f : A -> prog B) (Q : A -> B -> Prop) : (forall a, gives (f a) (Q a) True) ->
  forall l, gives (py_map f l) (fun r => (r = [] -> l = []) /\ (forall a, In a l -> exists b, In b r /\ Q a b) /\ forall b, In b r -> exists a, In a l /\ Q a b) True.
Proof.
  intros H. induction l as [|a l IH]; cbn [py_map]; [split; [easy|]; split; [intros a []|intros b []]|]. call (H a); [|easy]. intros b Hb. call IH; [|easy]. intros r [_ [H1 H2]]. step.
  split; [easy|]. split.
  - intros c [<-|Hc]; [exists b; split; [now left|easy]|]. destruct (H1 c Hc) as [d [I1 I2]]. exists d. split; [now right|easy].
  - intros c [<-|Hc]; [exists a; split; [now left|easy]|]. destruct (H2 c Hc) as [d [I1 I2]]. exists d. split; [now right|easy].
Qed.

Lemma qlt_false v w : qlt v w = false -> w <= v.
Proof. unfold qlt. intros H. apply negb_false_iff in H. now apply Qle_bool_iff. Qed.
Lemma le_bool v w : qlt v w || qeq v w = true -> v <= w.
Proof. intros H. apply orb_prop in H. destruct H as [H|H]; [apply qlt_true in H; lra|]. apply Qeq_bool_iff in H. lra. Qed.
Lemma le_bool_false v w : qlt v w || qeq v w = false -> w <= v.
Proof. intros H. apply orb_false_elim in H. now apply qlt_false. Qed.

Lemma signs_give ms : gives (of_one_sign ms) (fun b => b = true ->
  (forall c, In c ms -> forall q, c = Frac q -> 0 <= q) \/ (forall c, In c ms -> forall q, c = Frac q -> q <= 0)) True.
Proof.
  unfold of_one_sign.
  assert (U : forall m, gives (num_le (Int 0) m) (fun b => b = true -> forall q, m = Frac q -> 0 <= q) True).
  { intros m. unfold num_le. destruct m as [z|f|q|]; cbn [num_fl]; repeat step; auto; try discriminate. intros H r [= <-]. now apply le_bool in H. }
  assert (D : forall m, gives (num_le m (Int 0)) (fun b => b = true -> forall q, m = Frac q -> q <= 0) True).
  { intros m. unfold num_le. destruct m as [z|f|q|]; cbn [num_fl]; repeat step; auto; try discriminate. intros H r [= <-]. now apply le_bool in H. }
  call (all_gives _ _ U ms); [|easy]. intros b Hb. destruct b; cbv iota; [step; intros _; left; now apply Hb|]. call (all_gives _ _ D ms); [|easy]. intros b Hb'. intros E1. right. now apply Hb'.
Qed.

(* sizes: fractions and plus infinity *)
Definition size (c : num) : Prop := (exists q, c = Frac q) \/ c = Flt (Inf false).
Definition not_above (c : num) (d : Q) : Prop := exists q, c = Frac q /\ q <= d.
Lemma max_gives l : forall m, size m -> (forall c, In c l -> size c) ->
  gives (max_num_from m l) (fun M => size M /\ forall c, In c (m :: l) -> forall d, not_above M d -> not_above c d) True.
Proof.
  induction l as [|a l IH]; intros m Hm Hl; cbn [max_num_from].
  - split; [easy|]. intros c [<-|[]]. easy.
  - assert (Ha : size a) by (apply Hl; now left). assert (Hl' : forall c, In c l -> size c) by (intros; apply Hl; now right).
    unfold num_lt. destruct Hm as [[q ->]| ->], Ha as [[r ->]| ->]; cbn [num_fl]; repeat step.
    + cbn [fl_lt fl_q]. destruct (qlt q r) eqn:E1.
      * call (IH (Frac r) (or_introl (ex_intro _ r eq_refl)) Hl'); [|easy]. intros M [H1 H2]. split; [easy|]. intros c [<-|Hc] d Hd; [|now apply H2].
        destruct (H2 (Frac r) ltac:(now left) d Hd) as [r' [[= <-] Hr]]. apply qlt_true in E1. exists q. split; [easy|lra].
      * call (IH (Frac q) (or_introl (ex_intro _ q eq_refl)) Hl'); [|easy]. intros M [H1 H2]. split; [easy|]. intros c [<-|[<-|Hc]] d Hd; [apply H2; auto; now left| |apply H2; auto; now right].
        destruct (H2 (Frac q) ltac:(now left) d Hd) as [r' [[= <-] Hr]]. apply qlt_false in E1. exists r. split; [easy|lra].
    + cbn [fl_lt]. call (IH (Flt (Inf false)) (or_intror eq_refl) Hl'); [|easy]. intros M [H1 H2]. split; [easy|]. intros c [<-|Hc] d Hd; [|now apply H2].
      destruct (H2 (Flt (Inf false)) ltac:(now left) d Hd) as [? [C _]]. discriminate.
    + cbn [fl_lt]. call (IH (Flt (Inf false)) (or_intror eq_refl) Hl'); [|easy]. intros M [H1 H2]. split; [easy|]. intros c Hc d Hd.
      destruct (H2 (Flt (Inf false)) ltac:(now left) d Hd) as [? [C _]]. discriminate.
    + cbn [fl_lt]. call (IH (Flt (Inf false)) (or_intror eq_refl) Hl'); [|easy]. intros M [H1 H2]. split; [easy|]. intros c Hc d Hd.
      destruct (H2 (Flt (Inf false)) ltac:(now left) d Hd) as [? [C _]]. discriminate.
Qed.
Definition move_of (c : num) : Prop := (exists q, c = Frac q) \/ (exists s, c = Flt (Inf s)).
Lemma largest_gives ms : (forall c, In c ms -> move_of c) ->
  gives (largest_move ms) (fun M => size M /\ forall d, not_above M d -> forall c, In c ms -> exists q, c = Frac q /\ Qabs q <= d) True.
Proof.
  intros Hms. unfold largest_move. destruct (py_len ms =? 0)%Z eqn:E1.
  { apply Z.eqb_eq in E1. assert (ms = []) by (destruct ms; [easy|unfold py_len in E1; cbn in E1; lia]). subst ms. repeat step.
    split; [left; eauto|]. intros d _ c []. }
  assert (F : forall m, gives (v1 <- num_le (Int 0) m ;; if v1 then Ret m else num_opp m)
    (fun c => (forall q, m = Frac q -> exists r, c = Frac r /\ r == Qabs q) /\ (forall s, m = Flt (Inf s) -> c = Flt (Inf false))) True).
  { intros m. unfold num_le. destruct m as [z|[q| |s|]|q|]; cbn [num_fl num_opp]; repeat step; auto; try (split; intros ? [=]; fail).
    - split; [intros ? [=]|]. intros s' [= <-]. destruct s; [discriminate|easy].
    - split; [intros ? [=]|]. intros s' [= <-]. destruct s; [easy|discriminate].
    - split; [|intros ? [=]]. intros r [= <-]. exists q. split; [easy|]. apply le_bool in H. change (inject_Z 0) with 0 in H. symmetry. now apply Qabs_pos.
    - split; [|intros ? [=]]. intros r [= <-]. exists (- q). split; [easy|]. apply le_bool_false in H. change (inject_Z 0) with 0 in H. symmetry. now apply Qabs_neg. }
  call (map_gives _ _ F ms); [|easy]. intros sizes [H0 [H1 H2]].
  assert (Sz : forall c, In c sizes -> size c).
  { intros c Hc. destruct (H2 c Hc) as [a [Ha [G1 G2]]]. destruct (Hms a Ha) as [[q ->]|[s ->]]; [|right; now apply (G2 s)].
    destruct (G1 q eq_refl) as [r [-> _]]. left. eauto. }
  destruct sizes as [|m l]; cbn [py_max_num]; [repeat step; easy|].
  call (max_gives l m (Sz m ltac:(now left)) (fun c Hc => Sz c (or_intror Hc))); [|easy]. intros M [HM HB]. split; [easy|]. intros d Hd c Hc.
  destruct (H1 c Hc) as [b [Hb [G1 G2]]]. destruct (HB b Hb d Hd) as [q [-> Hq]]. destruct (Hms c Hc) as [[r ->]|[s ->]].
  - destruct (G1 r eq_refl) as [r' [[= <-] Hr]]. exists r. split; [easy|]. now rewrite <- Hr.
  - now specialize (G2 s eq_refl).
Qed.

Theorem close_is metric x x' d_in d : value d_in = Some d -> eval (LInfDistance_close metric x x' d_in) = Answer true ->
  close_by d (LInfDistance_monotonic metric) x x'.
Proof.
  intros Hd. assert (G : gives (LInfDistance_close metric x x' d_in) (fun b => b = true -> close_by d (LInfDistance_monotonic metric) x x') True).
  2: { intros H. now apply (gives_answer _ _ _ _ G H). }
  assert (Far : gives (num_le (Flt (Inf false)) d_in) (fun b => b = true -> close_by d (LInfDistance_monotonic metric) x x') True).
  { unfold num_le. destruct d_in as [z|[q| |s|]|q|]; try discriminate; cbn [num_fl]; now repeat step. }
  unfold LInfDistance_close, LInfDistance_distance. apply gives_bind. step; try (step; exact Far).
  unfold differences. call (zip_gives _ _ difference_gives x x'); [|easy]. intros ms [Hl [_ [Hms Hfrom]]].
  assert (Mo : forall c, In c ms -> move_of c).
  { intros c Hc. destruct (Hfrom c Hc) as [a [b [[q [m [-> _]]]|[s ->]]]]; [left|right]; eauto. }
  eapply gives_call with (e := True) (P := fun v => v = false -> LInfDistance_monotonic metric = true ->
    (forall c, In c ms -> forall q, c = Frac q -> 0 <= q) \/ (forall c, In c ms -> forall q, c = Frac q -> q <= 0)); [| |easy].
  { destruct (LInfDistance_monotonic metric); [|now step]. call (signs_give ms); [|easy]. intros b Hb. repeat step. intros E1 _. apply Hb. now apply negb_false_iff. }
  intros v Hv. step; [step; exact Far|]. call (largest_gives ms Mo); [|easy]. intros M [[[q ->]| ->] HB]; [|exact Far].
  assert (L : gives (num_le (Frac q) d_in) (fun b => b = true -> q <= d) True).
  { unfold num_le. destruct d_in as [z|[r| |s|]|r|]; try discriminate; injection Hd as <-; cbn [num_fl]; repeat step; apply le_bool. }
  call L; [|easy]. intros b Hb E1. assert (B : not_above (Frac q) d) by (exists q; auto).
  split; [easy|]. split.
  - intros a a' Ha. destruct (Hms a a' Ha) as [c [Hc Hdiff]]. destruct (HB d B c Hc) as [r [-> Hr]].
    destruct Hdiff as [[r' [m [[= <-] [Hm E2]]]]|[s C]]; [|discriminate]. exists m. split; [easy|]. now rewrite <- E2.
  - intros Hmono. destruct (Hv H0 Hmono) as [G|G]; [left|right]; intros a a' m Ha Hm; destruct (Hms a a' Ha) as [c [Hc Hdiff]];
      (destruct Hdiff as [[r' [m' [-> [Hm' E2]]]]|[s ->]]; [|destruct (HB d B _ Hc) as [? [C _]]; discriminate]);
      rewrite Hm in Hm'; injection Hm' as <-; rewrite <- E2; now apply (G _ Hc).
Qed.
