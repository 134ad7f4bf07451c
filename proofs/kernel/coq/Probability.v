(* Probabilities of what a coin program answers, and the divergences of two laws: definitions that the statements use. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope R_scope.

Fixpoint lsum {X} (f : X -> R) (l : list X) : R := match l with [] => 0 | a :: l => f a + lsum f l end.

Definition event {A} (S : A -> bool) (a : A) : R := if S a then 1 else 0.
(* The limit, over longer and longer tapes of coins, of the fraction of tapes on which m answers within S. *)
Definition probability {A} (m : prog A) (S : A -> bool) : R := real (Lim_seq (fun L => mean L (fun t => answer (event S) (run L m t)))).
(* The probability of the list o of indices, and of the index o. *)
Definition is (o a : list Z) : bool := if list_eq_dec Z.eq_dec o a then true else false.
Definition of_list (m : prog (list Z)) (o : list Z) : R := probability m (is o).
Definition of_index (m : prog Z) (o : Z) : R := probability m (Z.eqb o).
(* Exceptions and endless runs have probability 0. *)
Definition answers_surely {A} (m : prog A) : Prop := probability m (fun _ => true) = 1.

(* P(S) <= e^b P'(S) for every set S of answers. *)
Definition max_divergence_at_most {A} (b : R) (m m' : prog A) : Prop := forall S, probability m S <= exp b * probability m' S.
(* D_alpha(P || P') <= b: sum of P^alpha P'^(1 - alpha) <= e^((alpha - 1) b), over every list of outcomes without repetition. *)
Definition renyi_term (alpha p q : R) : R := if Rlt_dec 0 p then q * exp (alpha * ln (p / q)) else 0.
Definition renyi_at_most {A} (alpha b : R) (P P' : A -> R) : Prop :=
  (forall o, 0 < P o -> 0 < P' o) /\ forall l, NoDup l -> lsum (fun o => renyi_term alpha (P o) (P' o)) l <= exp ((alpha - 1) * b).
(* Zero-concentrated divergence: D_alpha <= alpha b for every alpha > 1. *)
Definition zero_concentrated_at_most {A} (b : R) (P P' : A -> R) : Prop := forall alpha, 1 < alpha -> renyi_at_most alpha (alpha * b) P P'.
(* Range: ln(P(o)/P'(o)) - ln(P(o')/P'(o')) <= b, as a product. *)
Definition range_at_most {A} (b : R) (P P' : A -> R) : Prop := forall o o', P o * P' o' <= exp b * (P' o * P o').
(* A claim about the loss m that a map answers: an infinite loss promises nothing, and no other loss is no number. *)
Definition promises (m : fl) (claim : R -> Prop) : Prop := match m with Fin q => claim (Q2R q) | Inf false => True | _ => False end.

Lemma bd_event {A} (S : A -> bool) : bd (event S).
Proof. exists 1. intros a. unfold event. destruct (S a); lra. Qed.
Lemma law_Ex {A} (m : prog A) g v : bd g -> law m g v -> v = Ex m g.
Proof.
  intros Hg Hv. pose proof (adequacy m g Hg) as Ha. unfold law in *. apply is_lim_seq_unique in Hv. apply is_lim_seq_unique in Ha.
  rewrite Hv in Ha. now injection Ha.
Qed.
Lemma probability_Ex {A} (m : prog A) S : probability m S = Ex m (event S).
Proof. unfold probability. pose proof (adequacy m _ (bd_event S)) as Ha. unfold law in Ha. apply is_lim_seq_unique in Ha. now rewrite Ha. Qed.
Theorem probability_is_a_limit {A} (m : prog A) S : law m (event S) (probability m S).
Proof. rewrite probability_Ex. apply adequacy, bd_event. Qed.
Lemma probability_law {A} (m : prog A) S v : law m (event S) v -> probability m S = v.
Proof. intros H. rewrite probability_Ex. symmetry. apply law_Ex; [apply bd_event|easy]. Qed.
Lemma answers_Ex {A} (m : prog A) : answers_surely m <-> Ex m (fun _ => 1) = 1.
Proof. unfold answers_surely. now rewrite probability_Ex. Qed.
Lemma is_spec o a : is o a = true <-> o = a.
Proof. unfold is. destruct (list_eq_dec Z.eq_dec o a); easy. Qed.
