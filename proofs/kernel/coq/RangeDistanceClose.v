(* What RangeDistance.close answers, as emitted from spec/space.py, is that the exact scores are near. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List Bool Lia Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedRelease Evaluation SamplerLaws MaxDivergencePrivacy DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose.
Import ListNotations.
Open Scope Q_scope.

Lemma any_gives {A} (f : A -> prog bool) (Q : A -> Prop) : (forall a, gives (f a) (fun b => b = false -> Q a) True) ->
  forall l, gives (py_any f l) (fun b => b = false -> forall a, In a l -> Q a) True.
Proof.
  intros H. induction l as [|a l IH]; cbn [py_any]; [intros _ c []|]. call (H a); [|easy]. intros b Hb. destruct b.
  - step. discriminate.
  - call IH; [|easy]. intros b Hl E1 c [<-|Hc]; auto.
Qed.
Definition fraction (c : num) : Prop := exists q, c = Frac q.
Lemma greatest_gives l : forall m, (forall c, In c (m :: l) -> fraction c) ->
  gives (max_num_from m l) (fun M => exists q, M = Frac q /\ forall r, In (Frac r) (m :: l) -> r <= q) True.
Proof.
  induction l as [|a l IH]; intros m Hf; cbn [max_num_from].
  - destruct (Hf m ltac:(now left)) as [q ->]. exists q. split; [easy|]. intros r [[= <-]|[]]. lra.
  - destruct (Hf m ltac:(now left)) as [q ->]. destruct (Hf a ltac:(right; now left)) as [r ->]. unfold num_lt. cbn [num_fl]. repeat step. cbn [fl_lt fl_q].
    destruct (qlt q r) eqn:E1.
    + call (IH (Frac r)); [intros c [<-|Hc]; [now exists r|apply Hf; cbn; auto]| |easy].
      intros M [g [-> Hg]]. exists g. split; [easy|]. intros u [[= <-]|[[= <-]|Hu]]; [|apply Hg; now left|apply Hg; now right]. apply qlt_true in E1. specialize (Hg r ltac:(now left)). lra.
    + call (IH (Frac q)); [intros c [<-|Hc]; [now exists q|apply Hf; cbn; auto]| |easy].
      intros M [g [-> Hg]]. exists g. split; [easy|]. intros u [[= <-]|[[= <-]|Hu]]; [apply Hg; now left| |apply Hg; now right]. apply qlt_false in E1. specialize (Hg q ltac:(now left)). lra.
Qed.
Lemma smallest_gives l : forall m, (forall c, In c (m :: l) -> fraction c) ->
  gives (min_num_from m l) (fun M => exists q, M = Frac q /\ forall r, In (Frac r) (m :: l) -> q <= r) True.
Proof.
  induction l as [|a l IH]; intros m Hf; cbn [min_num_from].
  - destruct (Hf m ltac:(now left)) as [q ->]. exists q. split; [easy|]. intros r [[= <-]|[]]. lra.
  - destruct (Hf m ltac:(now left)) as [q ->]. destruct (Hf a ltac:(right; now left)) as [r ->]. unfold num_lt. cbn [num_fl]. repeat step. cbn [fl_lt fl_q].
    destruct (qlt r q) eqn:E1.
    + call (IH (Frac r)); [intros c [<-|Hc]; [now exists r|apply Hf; cbn; auto]| |easy].
      intros M [g [-> Hg]]. exists g. split; [easy|]. intros u [[= <-]|[[= <-]|Hu]]; [|apply Hg; now left|apply Hg; now right]. apply qlt_true in E1. specialize (Hg r ltac:(now left)). lra.
    + call (IH (Frac q)); [intros c [<-|Hc]; [now exists q|apply Hf; cbn; auto]| |easy].
      intros M [g [-> Hg]]. exists g. split; [easy|]. intros u [[= <-]|[[= <-]|Hu]]; [apply Hg; now left| |apply Hg; now right]. apply qlt_false in E1. specialize (Hg q ltac:(now left)). lra.
Qed.
Lemma spread_gives ms : (forall c, In c ms -> move_of c) ->
  gives (spread ms) (fun M => M = Flt (Inf false) \/ (forall c, In c ms -> fraction c) /\ exists q, M = Frac q /\ forall r u, In (Frac r) ms -> In (Frac u) ms -> r - u <= q) True.
Proof.
  intros Hms. unfold spread.
  assert (F : forall m, gives (is_infinite m) (fun b => b = false -> forall s, m <> Flt (Inf s)) True).
  { intros m. unfold is_infinite. destruct m as [z|[q| |s|]|q|]; cbn [py_type type_eqb num_isinf fl_isinf]; repeat step; auto; try discriminate; intros; discriminate. }
  call (any_gives _ _ F ms); [|easy]. intros b Hb. destruct b; cbv iota; [step; now left|]. specialize (Hb eq_refl).
  assert (Fr : forall c, In c ms -> fraction c). { intros c Hc. destruct (Hms c Hc) as [[q ->]|[s ->]]; [now exists q|]. now contradiction (Hb _ Hc s). }
  destruct (py_len ms =? 0)%Z eqn:E1.
  { apply Z.eqb_eq in E1. assert (ms = []) by (destruct ms; [easy|unfold py_len in E1; cbn in E1; lia]). subst ms. repeat step. right. split; [easy|]. exists (inject_Z 0). split; [easy|]. intros r u []. }
  destruct ms as [|m l]; [discriminate|]. cbn [py_max_num py_min_num].
  call (greatest_gives l m Fr); [|easy]. intros M [g [-> Hg]]. call (smallest_gives l m Fr); [|easy]. intros M [s [-> Hs]]. cbn [num_sub to_fraction]. repeat step.
  right. split; [easy|]. eexists. split; [reflexivity|]. intros r u Hr Hu. unfold qsub. rewrite !Qred_correct. specialize (Hg r Hr). specialize (Hs u Hu). lra.
Qed.

Theorem range_close_is metric x x' d_in d : value d_in = Some d -> eval (RangeDistance_close metric x x' d_in) = Answer true ->
  List.Forall score_of x /\ List.Forall score_of x' /\ near (Q2R d) (map ex x) (map ex x').
Proof.
  intros Hd. set (goal := _ /\ _). assert (G : gives (RangeDistance_close metric x x' d_in) (fun b => b = true -> goal) True).
  2: { intros H. now apply (gives_answer _ _ _ _ G H). }
  assert (Far : gives (num_le (Flt (Inf false)) d_in) (fun b => b = true -> goal) True).
  { unfold num_le. destruct d_in as [z|[q| |s|]|q|]; try discriminate; cbn [num_fl]; now repeat step. }
  unfold RangeDistance_close, RangeDistance_distance. apply gives_bind. step; try (step; exact Far).
  unfold differences. call (zip_gives _ _ difference_gives x x'); [|easy]. intros ms [Hl [_ [Hms Hfrom]]].
  assert (Mo : forall c, In c ms -> move_of c).
  { intros c Hc. destruct (Hfrom c Hc) as [a [b [[q [m [-> _]]]|[s ->]]]]; [left|right]; eauto. }
  call (spread_gives ms Mo); [|easy]. intros M [->|[Fr [q [-> Hq]]]]; [exact Far|].
  assert (L : gives (num_le (Frac q) d_in) (fun b => b = true -> q <= d) True).
  { unfold num_le. destruct d_in as [z|[r| |s|]|r|]; try discriminate; injection Hd as <-; cbn [num_fl]; repeat step; apply le_bool. }
  call L; [|easy]. intros b Hb E1. specialize (Hb E1).
  assert (Mv : forall a a', In (a, a') (combine x x') -> exists r m, In (Frac r) ms /\ move a a' = Some m /\ r == m).
  { intros a a' Ha. destruct (Hms a a' Ha) as [c [Hc [[r [m [-> [Hm Er]]]]|[s ->]]]]; [eauto|]. destruct (Fr _ Hc) as [? C]. discriminate. }
  destruct (pairs x x' Hl) as [P1 P2]. split; [|split].
  - apply List.Forall_forall. intros a Ha. destruct (P1 a Ha) as [a' H']. destruct (Mv a a' H') as [r [m [_ [Hm _]]]]. now apply move_score in Hm.
  - apply List.Forall_forall. intros a Ha. destruct (P2 a Ha) as [a' H']. destruct (Mv a' a H') as [r [m [_ [Hm _]]]]. now apply move_score in Hm.
  - split; [now rewrite !map_length|]. intros u v Hu Hv. destruct (combine_ex x x' u Hu) as [a [a' [Ha ->]]]. destruct (combine_ex x x' v Hv) as [c [c' [Hc ->]]]. cbn [fst snd].
    destruct (Mv a a' Ha) as [r [m [Hr [Hm Er]]]]. destruct (Mv c c' Hc) as [r2 [m2 [Hr2 [Hm2 Er2]]]]. rewrite (move_ex a a' m Hm), (move_ex c c' m2 Hm2), <- Q2R_minus. apply Qle_Rle.
    specialize (Hq r r2 Hr Hr2). lra.
Qed.
