(* The noisy score of the argmax is the maximum; and where it is the maximum it is that of the argmax, but for ties. *)
From Coq Require Import Reals List Classical Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import GumbelDocuments.
Import ListNotations.
Open Scope R_scope.

Section Argmax.
Context {O X : Type} (P : (O -> Prop) -> R) (l : list X) (G : X -> O -> R) (K : O -> X) (k : X).
Hypothesis rises : forall A B : O -> Prop, (forall w, A w -> B w) -> P A <= P B.
Hypothesis subadditive : forall A B : O -> Prop, P (fun w => A w \/ B w) <= P A + P B.
Hypothesis is_argmax : forall w, In (K w) l /\ forall j, In j l -> G j w <= G (K w) w.
Hypothesis no_ties : forall j, In j l -> j <> k -> P (fun w => G j w = G k w) = 0.
Lemma ties_add_nothing (A : O -> Prop) r : (forall j, In j r -> In j l) -> P (fun w => A w \/ exists j, In j r /\ j <> k /\ G j w = G k w) <= P A.
Proof.
  induction r as [|j r IH]; intros Hr.
  - apply rises. intros w [H|[j [[] _]]]. exact H.
  - specialize (IH (fun i Hi => Hr i (or_intror Hi))). destruct (classic (j = k)) as [E|N].
    + eapply Rle_trans; [apply rises|exact IH]. intros w [H|[i [[<-|I] H]]]; [now left|now destruct H|right; now exists i].
    + rewrite <- (Rplus_0_r (P A)). rewrite <- (no_ties j (Hr j (or_introl eq_refl)) N).
      eapply Rle_trans; [|apply Rplus_le_compat_r, IH]. eapply Rle_trans; [|apply subadditive]. apply rises.
      intros w [H|[i [[<-|I] [Ni E]]]]; [left; now left|now right|left; right; now exists i].
Qed.
Theorem argmax_is_maximum : In k l -> P (fun w => K w = k) = P (fun w => is_max (fun j => G j w) l (G k w)).
Proof.
  intros Hk. apply Rle_antisym.
  - apply rises. intros w <-. destruct (is_argmax w) as [I H]. split; [now exists (K w)|exact H].
  - eapply Rle_trans; [|apply (ties_add_nothing (fun w => K w = k) l); auto]. apply rises. intros w [_ H].
    destruct (is_argmax w) as [I T]. destruct (classic (K w = k)) as [E|N]; [now left|right]. exists (K w). repeat split; auto.
    apply Rle_antisym; [now apply H|now apply T].
Qed.
End Argmax.

(* ---- noise that has a density ties with no number, and so with no other noise ---- *)
Definition at_number (g : R) (density : R -> R) (t : R) : R := if Req_EM_T t g then density t else 0.
Lemma number_has_no_mass g density a b : is_RInt (at_number g density) a b 0.
Proof.
  assert (Z : forall c d, (forall t, Rmin c d < t < Rmax c d -> t <> g) -> is_RInt (at_number g density) c d 0).
  { intros c d H. replace 0 with (scal (d - c) 0) by (unfold scal; cbn; unfold mult; cbn; ring).
    apply (is_RInt_ext (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule))].
    intros t Ht. unfold at_number. destruct (Req_EM_T t g) as [E|]; [now contradiction (H t Ht)|easy]. }
  replace 0 with (plus 0 0) by (unfold plus; cbn; ring). apply (is_RInt_Chasles (V := R_NormedModule)) with g; apply Z; intros t Ht ->.
  - destruct (Rle_dec a g) as [L|L]; [rewrite Rmax_right in Ht by lra|rewrite Rmin_right in Ht by lra]; lra.
  - destruct (Rle_dec g b) as [L|L]; [rewrite Rmin_left in Ht by lra|rewrite Rmax_left in Ht by lra]; lra.
Qed.
Lemma zero_everywhere (f : R -> R) : (forall a b, is_RInt f a b 0) -> is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) 0.
Proof.
  intros H S HS. exists (fun _ => True) (fun _ => True); [now exists 0|now exists 0|]. intros a b _ _. exists 0. split; [apply H|]. now apply locally_singleton.
Qed.
Theorem no_tie_with_a_number g density : is_RInt_gen (at_number g density) (Rbar_locally m_infty) (Rbar_locally p_infty) 0.
Proof. apply zero_everywhere. intros a b. apply number_has_no_mass. Qed.
Theorem no_tie_of_two d d' : is_RInt_gen (fun g => d g * RInt_gen (at_number g d') (Rbar_locally m_infty) (Rbar_locally p_infty)) (Rbar_locally m_infty) (Rbar_locally p_infty) 0.
Proof.
  apply zero_everywhere. intros a b. replace 0 with (scal (b - a) 0) by (unfold scal; cbn; unfold mult; cbn; ring).
  apply (is_RInt_ext (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule))].
  intros g _. rewrite (is_RInt_gen_unique _ 0 (no_tie_with_a_number g d')). now rewrite Rmult_0_r.
Qed.
