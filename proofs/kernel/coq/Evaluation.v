(* Programs that toss no coin: what they answer, and rules to show it, one specification per function. *)
From Coq Require Import Reals List Bool Lra Lia.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.

Inductive outcome (A : Type) := Answer (a : A) | Error | Random.
Arguments Answer {A}. Arguments Error {A}. Arguments Random {A}.

Fixpoint eval {A} (m : prog A) : outcome A :=
  match m with
  | @Ret _ a => Answer a
  | @Fail _ => Error
  | Flip => Random
  | @Bind _ _ m f => match eval m with Answer a => eval (f a) | Error => Error | Random => Random end
  | @Loop _ _ _ _ => Random
  end.

Notation "x <~ m ;; k" := (match eval m with Answer x => k | Error => Error | Random => Random end)
  (at level 100, m at next level, right associativity).

(* An answer is an answer, and an error an error, on every tape. *)
Lemma eval_answer {A} (m : prog A) : forall a, eval m = Answer a -> forall n t, run n m t = Some (a, t).
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; try easy.
  - now intros b [= ->].
  - intros c H n t. destruct (eval m) as [a| |]; try easy. now rewrite (IH a eq_refl), (IHf a c H).
Qed.
Lemma eval_error {A} (m : prog A) : eval m = Error -> forall n t, run n m t = None.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; try easy.
  intros H n t. destruct (eval m) as [a| |] eqn:E1; try easy.
  - rewrite (eval_answer m a E1). now apply IHf.
  - now rewrite IH.
Qed.
Lemma E_eval {A} (m : prog A) n : forall a k, eval m = Answer a -> E n m k = k a.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; try easy.
  - now intros b k [= ->].
  - intros c k H. destruct (eval m) as [a| |]; try easy. rewrite (IH a _ eq_refl). now apply IHf.
Qed.
Lemma Ex_eval {A} (m : prog A) a k : eval m = Answer a -> Ex m k = k a.
Proof. intros H. apply Ex_is. apply is_lim_seq_ext with (fun _ => k a); [|apply is_lim_seq_const]. intros n. symmetry. now apply E_eval. Qed.

(* m answers within P, or it is an error and e holds. *)
Definition gives {A} (m : prog A) (P : A -> Prop) (e : Prop) : Prop :=
  match eval m with Answer a => P a | Error => e | Random => False end.

Lemma gives_ret {A} (a : A) (P : A -> Prop) e : P a -> gives (Ret a) P e.
Proof. easy. Qed.
Lemma gives_fail {A} (P : A -> Prop) (e : Prop) : e -> gives Fail P e.
Proof. easy. Qed.
Lemma gives_bind {A B} (m : prog A) (f : A -> prog B) P e : gives m (fun a => gives (f a) P e) e -> gives (Bind m f) P e.
Proof. unfold gives. cbn. now destruct (eval m). Qed.
Lemma gives_assoc {A B C} (m : prog A) (f : A -> prog B) (g : B -> prog C) P e : gives (Bind (Bind m f) g) P e <-> gives (Bind m (fun a => Bind (f a) g)) P e.
Proof. unfold gives. cbn. now destruct (eval m). Qed.
Lemma gives_imp {A} (m : prog A) (P P' : A -> Prop) (e e' : Prop) :
  gives m P e -> (forall a, P a -> P' a) -> (e -> e') -> gives m P' e'.
Proof. unfold gives. destruct (eval m); auto. Qed.
(* the rule of consequence, for a call of a function that has a specification *)
Lemma gives_call {A B} (m : prog A) (f : A -> prog B) P e P' e' :
  gives m P e -> (forall a, P a -> gives (f a) P' e') -> (e -> e') -> gives (Bind m f) P' e'.
Proof. intros H Hf He. apply gives_bind. now apply gives_imp with (1 := H). Qed.
Lemma gives_if {A} (b : bool) (m m' : prog A) P e :
  (b = true -> gives m P e) -> (b = false -> gives m' P e) -> gives (if b then m else m') P e.
Proof. destruct b; auto. Qed.
Lemma gives_answer {A} (m : prog A) P e a : gives m P e -> eval m = Answer a -> P a.
Proof. unfold gives. intros H E1. now rewrite E1 in H. Qed.

Ltac step := first [progress cbv zeta |
  lazymatch goal with
  | |- gives (Bind (Bind _ _) _) _ _ => apply gives_bind
  | |- gives (Bind (Ret _) _) _ _ => apply gives_bind, gives_ret
  | |- gives (Bind Fail _) _ _ => apply gives_bind, gives_fail
  | |- gives (Bind (if _ then _ else _) _) _ _ => apply gives_bind
  | |- gives (Ret _) _ _ => apply gives_ret
  | |- gives Fail _ _ => apply gives_fail
  | |- gives (if _ then _ else _) _ _ => apply gives_if; intro
  end].
Ltac call H := first [eapply gives_call; [apply H| |] | eapply gives_imp; [apply H| |]].

(* Automation: each function registers its specification once; `walk` goes through a program in whatever order it is written. *)
Class Spec {A} (m : prog A) (P : A -> Prop) (e : Prop) : Prop := spec : gives m P e.
Ltac called := first [eapply gives_call; [eapply spec| |] | eapply gives_imp; [eapply spec| |]].
Ltac walk := repeat first [step | called; [intros ? ?|intros ?]].
Ltac split_hyps := cbv beta in *; repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : Some _ = Some _ |- _ => injection H as H
  end; subst.
(* Open a maker, whatever the order of its checks: H becomes `Answer _ = Answer _`, each check that passed a hypothesis. *)
Ltac open_maker H := repeat first [progress cbv zeta in H |
  match type of H with match ?e with _ => _ end = _ => destruct e eqn:?; try discriminate end].
