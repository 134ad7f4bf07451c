(* From the metric of the triple to the loss of k rounds, for the emitted noisy_top_k: scores of any type, infinite ones
   among them; L-infinity distance, monotonic or not; negated or not. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability SamplerLaws MaxDivergencePrivacy CoinPrograms Python EmittedSelection EmittedDirected EmittedRelease Evaluation DirectedRounding PrivacyMaps.
Import ListNotations.
Open Scope R_scope.

(* ---- what it says ---- *)
(* By how much a score moves from a to b: equal infinities have not moved; no number tells the way from or to another one. *)
Definition move (a b : num) : option Q :=
  match a, b with
  | Flt (Inf s), Flt (Inf t) => if Bool.eqb s t then Some 0%Q else None
  | _, _ => match value a, value b with Some v, Some w => Some (v - w)%Q | _, _ => None end
  end.
(* x and x' are d-close: no score moves by more than d and, if monotonic, none moves the other way than the others. *)
Definition close_by (d : Q) (monotonic : bool) (x x' : list num) : Prop := length x = length x' /\
  (forall a b, In (a, b) (combine x x') -> exists m, move a b = Some m /\ (Qabs m <= d)%Q) /\
  (monotonic = true -> (forall a b m, In (a, b) (combine x x') -> move a b = Some m -> (0 <= m)%Q) \/
                       (forall a b m, In (a, b) (combine x x') -> move a b = Some m -> (m <= 0)%Q)).

(* ---- exact ---- *)
Lemma copysign_max b : copysign (Fin float_max) (Inf b) = Ret (Fin (if b then Qopp float_max else float_max)).
Proof.
  assert (P : qlt float_max 0 = false) by (vm_compute; reflexivity). assert (N : qeq float_max 0 = false) by (vm_compute; reflexivity).
  unfold copysign, fl_minus, fl_opp. rewrite P, N. now destruct b.
Qed.
Opaque float_max.
Definition ex (a : num) : Q :=
  match a with
  | Int z => inject_Z z | Frac q => Qred q | Flt (Fin q) => Qred q
  | Flt (Inf false) => Qred float_max | Flt (Inf true) => Qred (- float_max) | _ => inject_Z 0
  end.
Definition score_of (a : num) : Prop := a <> Other /\ a <> Flt NaN.
Lemma exact_score_is a : score_of a -> eval (exact_score a) = Answer (ex a).
Proof.
  intros [H1 H2]. unfold exact_score. destruct a as [z|[q| |b|]|q|]; try congruence; try reflexivity.
  cbn [py_type type_eqb num_isinf fl_isinf copysign_num eval]. rewrite copysign_max. now destruct b.
Qed.
Lemma exact_is x : List.Forall score_of x -> eval (exact x) = Answer (map ex x).
Proof.
  unfold exact. induction 1 as [|a x Ha _ IH]; [easy|]. cbn [py_map eval map]. now rewrite (exact_score_is a Ha), IH.
Qed.
Lemma move_score a b m : move a b = Some m -> score_of a /\ score_of b.
Proof. unfold score_of. destruct a as [?|[?| |?|]|?|], b as [?|[?| |?|]|?|]; try discriminate; repeat split; discriminate. Qed.
Lemma move_ex a b m : move a b = Some m -> Q2R (ex a) - Q2R (ex b) = Q2R m.
Proof.
  assert (F : forall v w, value a = Some v -> value b = Some w -> Q2R (ex a) - Q2R (ex b) = Q2R (v - w)).
  { intros v w Hv Hw. assert (G : forall c u, value c = Some u -> Q2R (ex c) = Q2R u).
    { intros c u. destruct c as [?|[?| |?|]|?|]; cbn; try discriminate; intros [= <-]; rewrite ?R_red; reflexivity. }
    now rewrite (G a v Hv), (G b w Hw), Q2R_minus. }
  destruct a as [?|[?| |s|]|?|], b as [?|[?| |t|]|?|]; try discriminate; try (cbn; intros [= <-]; now apply F).
  cbn [move]. destruct (Bool.eqb s t) eqn:E1; [|discriminate]. intros [= <-]. apply eqb_prop in E1. subst t. rewrite R_0. lra.
Qed.
Lemma pairs {A B} (x : list A) : forall (x' : list B), length x = length x' ->
  (forall a, In a x -> exists b, In (a, b) (combine x x')) /\ (forall b, In b x' -> exists a, In (a, b) (combine x x')).
Proof.
  induction x as [|a x IH]; intros [|a' x'] Hl; try discriminate; [split; intros ? []|]. injection Hl as Hl. destruct (IH x' Hl) as [I1 I2].
  split; intros c [<-|Hc]; cbn; eauto; [destruct (I1 c Hc); eauto|destruct (I2 c Hc); eauto].
Qed.
Lemma close_scores d mono x x' : close_by d mono x x' -> List.Forall score_of x /\ List.Forall score_of x'.
Proof.
  intros [Hl [H _]]. destruct (pairs x x' Hl) as [P1 P2]. split; apply List.Forall_forall; intros a Ha.
  - destruct (P1 a Ha) as [b Hb]. destruct (H a b Hb) as [m [Hm _]]. now apply move_score in Hm.
  - destruct (P2 a Ha) as [b Hb]. destruct (H b a Hb) as [m [Hm _]]. now apply move_score in Hm.
Qed.
Lemma combine_ex x : forall x' u, In u (combine (map ex x) (map ex x')) -> exists a b, In (a, b) (combine x x') /\ u = (ex a, ex b).
Proof.
  induction x as [|a x IH]; intros [|a' x'] u; cbn; try easy. intros [<-|Hu]; [exists a, a'; auto|].
  destruct (IH x' u Hu) as [b [c [H ->]]]. exists b, c. auto.
Qed.
Lemma close_near d mono x x' : close_by d mono x x' -> near (Q2R (range d mono)) (map ex x) (map ex x').
Proof.
  intros [Hl [H M]]. split; [now rewrite !map_length|]. intros u v Hu Hv.
  destruct (combine_ex x x' u Hu) as [a [b [Hab ->]]]. destruct (combine_ex x x' v Hv) as [a2 [b2 [Hab2 ->]]]. cbn [fst snd].
  destruct (H a b Hab) as [m [Hm Bm]]. destruct (H a2 b2 Hab2) as [m2 [Hm2 Bm2]].
  rewrite (move_ex a b m Hm), (move_ex a2 b2 m2 Hm2).
  apply Qabs_Qle_condition in Bm. apply Qabs_Qle_condition in Bm2. destruct Bm as [B1 B2], Bm2 as [B3 B4].
  apply Qle_Rle in B1. apply Qle_Rle in B2. apply Qle_Rle in B3. apply Qle_Rle in B4. rewrite Q2R_opp in B1, B3.
  destruct mono; cbn [range]; [|rewrite Q2R_plus; lra].
  destruct (M eq_refl) as [G|G]; pose proof (Qle_Rle _ _ (G _ _ _ Hab Hm)); pose proof (Qle_Rle _ _ (G _ _ _ Hab2 Hm2)); rewrite R_0 in *; lra.
Qed.
Lemma close_same d mono x x' : (d == 0)%Q -> close_by d mono x x' -> map ex x = map ex x'.
Proof.
  intros Hd [Hl [H _]]. revert x' Hl H. induction x as [|a x IH]; intros [|a' x'] Hl H; try discriminate; [easy|]. injection Hl as Hl. cbn. f_equal.
  - destruct (H a a' ltac:(now left)) as [m [Hm Bm]]. assert (E : Q2R (ex a) = Q2R (ex a')).
    { apply Qabs_Qle_condition in Bm. destruct Bm as [B1 B2]. apply Qle_Rle in B1. apply Qle_Rle in B2. rewrite Q2R_opp, (Qeq_eqR _ _ Hd), R_0 in B1.
      rewrite (Qeq_eqR _ _ Hd), R_0 in B2. pose proof (move_ex a a' m Hm). lra. }
    apply eqR_Qeq in E. assert (N : forall c, Qred (ex c) = ex c).
    { intros c. destruct c as [?|[?| |[|]|]|?|]; cbn [ex]; try apply Qred_Z; apply Qred_complete; apply Qred_correct. }
    rewrite <- (N a), <- (N a'). now apply Qred_complete.
  - apply IH; [easy|]. intros b c Hbc. apply H. now right.
Qed.

(* ---- the sign ---- *)
Lemma near_negate d (negate : bool) x x' : near d x x' ->
  near d (map (fun score => if negate then Qopp score else score) x) (map (fun score => if negate then Qopp score else score) x').
Proof.
  intros [Hl H]. split; [now rewrite !map_length|]. set (f := fun score => if negate then Qopp score else score).
  assert (C : forall u, In u (combine (map f x) (map f x')) -> exists v, In v (combine x x') /\ u = (f (fst v), f (snd v))).
  { clear. revert x'. induction x as [|a x IH]; intros [|a' x'] u; cbn; try easy. intros [<-|Hu]; [exists (a, a'); auto|].
    destruct (IH x' u Hu) as [v [Hv E1]]. exists v. auto. }
  intros u v Hu Hv. destruct (C u Hu) as [a [Ha ->]], (C v Hv) as [b [Hb ->]]. cbn [fst snd]. unfold f.
  pose proof (H a b Ha Hb). pose proof (H b a Hb Ha). destruct negate; rewrite ?Q2R_opp; lra.
Qed.

(* ---- the release ---- *)
Lemma release_is x scale s k negate g : bd g -> List.Forall score_of x -> fl_value scale = Some s ->
  Ex (MaxDivergence_noisy_top_k x scale k negate) g
  = Ex (peel permute_and_flip (map (fun score => if negate then Qopp score else score) (map ex x)) (Qred s) k) g.
Proof.
  intros Hg Hx Hs. unfold MaxDivergence_noisy_top_k. rewrite Ex_bind by easy. rewrite (Ex_eval _ _ _ (exact_is x Hx)). cbv zeta.
  rewrite Ex_bind by easy. rewrite (Ex_eval _ (Qred s)); [easy|]. destruct scale; try discriminate; injection Hs as <-; reflexivity.
Qed.
