(* Permute-and-flip: its law for every n, and its privacy. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Probability Python EmittedSelection SamplerLaws.
Import ListNotations.
Open Scope R_scope.

(* ---- sums over lists, and all ways to pick one element ---- *)
Lemma lsum_ext {X} (f g : X -> R) l : (forall a, In a l -> f a = g a) -> lsum f l = lsum g l.
Proof. induction l; cbn; intros H; [easy|]. rewrite H, IHl; auto. Qed.
Lemma lsum_le {X} (f g : X -> R) l : (forall a, In a l -> f a <= g a) -> lsum f l <= lsum g l.
Proof. induction l; cbn; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.
Lemma lsum_plus {X} (f g : X -> R) l : lsum (fun a => f a + g a) l = lsum f l + lsum g l.
Proof. induction l; cbn; lra. Qed.
Lemma lsum_scal {X} (f : X -> R) c l : lsum (fun a => c * f a) l = c * lsum f l.
Proof. induction l; cbn; lra. Qed.
Lemma lsum_map {X Y} (g : X -> Y) (f : Y -> R) l : lsum f (map g l) = lsum (fun a => f (g a)) l.
Proof. induction l; cbn; lra. Qed.

Fixpoint picks {X} (l : list X) : list (X * list X) :=
  match l with [] => [] | a :: l => (a, l) :: map (fun cr => (fst cr, a :: snd cr)) (picks l) end.
Definition psum {X} (f : X -> list X -> R) (l : list X) : R := lsum (fun cr => f (fst cr) (snd cr)) (picks l).

Lemma psum_cons {X} (f : X -> list X -> R) a l : psum f (a :: l) = f a l + psum (fun c r => f c (a :: r)) l.
Proof. unfold psum. cbn. now rewrite lsum_map. Qed.
Lemma picks_perm {X} (l : list X) : forall c r, In (c, r) (picks l) -> Permutation l (c :: r).
Proof.
  induction l as [|a l IH]; cbn; [easy|]. intros c r [H|H].
  - injection H as <- <-. reflexivity.
  - apply in_map_iff in H. destruct H as [[c' r'] [E1 H]]. injection E1 as <- <-. apply IH in H.
    rewrite H. apply perm_swap.
Qed.
Lemma psum_ext {X} (f g : X -> list X -> R) l : (forall c r, Permutation l (c :: r) -> f c r = g c r) -> psum f l = psum g l.
Proof. intros H. apply lsum_ext. intros [c r] Hcr. apply H. now apply picks_perm. Qed.
Lemma psum_le {X} (f g : X -> list X -> R) l : (forall c r, Permutation l (c :: r) -> f c r <= g c r) -> psum f l <= psum g l.
Proof. intros H. apply lsum_le. intros [c r] Hcr. apply H. now apply picks_perm. Qed.
Lemma psum_plus {X} (f g : X -> list X -> R) l : psum (fun c r => f c r + g c r) l = psum f l + psum g l.
Proof. apply lsum_plus. Qed.
Lemma psum_scal {X} (f : X -> list X -> R) a l : psum (fun c r => a * f c r) l = a * psum f l.
Proof. apply lsum_scal. Qed.

Lemma psum_invariant {X} (l l' : list X) : Permutation l l' -> forall f : X -> list X -> R,
  (forall c r r', Permutation r r' -> f c r = f c r') -> psum f l = psum f l'.
Proof.
  induction 1; intros f Hf.
  - reflexivity.
  - rewrite !psum_cons. rewrite (Hf x l l') by easy. f_equal. apply IHPermutation. intros. apply Hf. now constructor.
  - rewrite !psum_cons. rewrite <- !Rplus_assoc. rewrite (Rplus_comm (f y (x :: l))). f_equal.
    apply psum_ext. intros. apply Hf. apply perm_swap.
  - rewrite IHPermutation1, IHPermutation2; auto.
Qed.

Lemma psum_swap {X} (l : list X) : forall f : X -> X -> list X -> R,
  psum (fun c r => psum (fun d s => f c d s) r) l = psum (fun d r => psum (fun c s => f c d s) r) l.
Proof.
  induction l as [|a l IH]; intros f; [reflexivity|]. rewrite !psum_cons.
  rewrite (psum_ext (fun c r => psum (fun d s => f c d s) (a :: r)) (fun c r => f c a r + psum (fun d s => f c d (a :: s)) r))
    by (intros c r _; apply (psum_cons (fun d s => f c d s))).
  rewrite (psum_ext (fun d r => psum (fun c s => f c d s) (a :: r)) (fun d r => f a d r + psum (fun c s => f c d (a :: s)) r))
    by (intros d r _; apply (psum_cons (fun c s => f c d s))).
  rewrite !psum_plus, (IH (fun c d s => f c d (a :: s))). change (psum (f a) l) with (psum (fun d s => f a d s) l). lra.
Qed.

Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n; cbn in *; lra. Qed.
Lemma psum_index {X} (d : X) (l : list X) : forall f : X -> list X -> R,
  psum f l = sum (length l) (fun i => f (nth i l d) (firstn i l ++ skipn (S i) l)).
Proof.
  induction l as [|a l IH]; intros f; [reflexivity|]. rewrite psum_cons. cbn [length]. rewrite sum_first. f_equal. apply IH.
Qed.
Lemma psum_map {X Y} (g : X -> Y) (l : list X) : forall f : Y -> list Y -> R, psum f (map g l) = psum (fun c r => f (g c) (map g r)) l.
Proof. induction l as [|a l IH]; intros f; [reflexivity|]. cbn [map]. rewrite !psum_cons, IH. reflexivity. Qed.

(* ---- the integral ---- *)
Fixpoint P (q : list R) (t : R) : R := match q with [] => 1 | c :: q => (1 - t * c) * P q t end.
Fixpoint D (q : list R) (t : R) : R := match q with [] => 0 | c :: q => - c * P q t + (1 - t * c) * D q t end.
Definition I (q : list R) : R := RInt (P q) 0 1.

Lemma P_derive q t : is_derive (P q) t (D q t).
Proof.
  revert t. induction q as [|c q IH]; intros t; cbn.
  - apply (is_derive_const (V := R_NormedModule)).
  - apply (is_derive_mult (fun t => 1 - t * c) (P q) t (- c) (D q t)); [|apply IH|intros; apply Rmult_comm].
    auto_derive; [easy|ring].
Qed.
Lemma P_continuous q t : continuous (P q) t.
Proof. apply (ex_derive_continuous (P q)). eexists. apply P_derive. Qed.
Lemma D_continuous q t : continuous (D q) t.
Proof.
  revert t. induction q as [|c q IH]; intros t; cbn; [apply continuous_const|].
  apply (continuous_plus (fun t => - c * P q t) (fun t => (1 - t * c) * D q t)).
  - apply (continuous_scal_r (- c) (P q)). apply P_continuous.
  - apply (continuous_mult (fun t => 1 - t * c) (D q)); [|apply IH].
    apply (ex_derive_continuous (fun t => 1 - t * c)). auto_derive. easy.
Qed.
Lemma P_0 q : P q 0 = 1.
Proof. induction q; cbn; [easy|]. rewrite IHq. lra. Qed.
Lemma P_int q a b : ex_RInt (P q) a b.
Proof. apply (ex_RInt_continuous (P q)). intros; apply P_continuous. Qed.
Lemma P_perm q q' : Permutation q q' -> forall t, P q t = P q' t.
Proof. induction 1; intros t; cbn; rewrite ?IHPermutation; try lra. now rewrite IHPermutation1. Qed.
Lemma I_perm q q' : Permutation q q' -> I q = I q'.
Proof. intros H. apply RInt_ext. intros t _. now apply P_perm. Qed.

Lemma pointwise q t : INR (S (length q)) * P q t = (P q t + (t - 1) * D q t) + psum (fun c r => (1 - c) * P r t) q.
Proof.
  induction q as [|a q IH].
  - cbn. lra.
  - rewrite psum_cons. cbn [P D length]. rewrite S_INR.
    rewrite (psum_ext _ (fun c r => (1 - t * a) * ((1 - c) * P r t))) by (intros; cbn [P]; ring).
    rewrite psum_scal. apply (f_equal (Rmult (1 - t * a))) in IH. lra.
Qed.

Lemma lsum_RInt {X} (g : X -> R -> R) l : (forall a, ex_RInt (g a) 0 1) ->
  is_RInt (fun t => lsum (fun a => g a t) l) 0 1 (lsum (fun a => RInt (g a) 0 1) l).
Proof.
  intros H. induction l; cbn.
  - assert (Z : is_RInt (fun _ : R => 0) 0 1 (scal (1 - 0) 0)) by apply (is_RInt_const (V := R_NormedModule)).
    replace (scal (1 - 0) 0) with 0 in Z; [exact Z|]. unfold scal; cbn; unfold mult; cbn. lra.
  - apply (is_RInt_plus (g a) (fun t => lsum (fun a => g a t) l)); [|exact IHl]. apply (RInt_correct (g a)). apply H.
Qed.

Lemma I_recursion q : INR (S (length q)) * I q = 1 + psum (fun c r => (1 - c) * I r) q.
Proof.
  assert (H1 : is_RInt (fun t => INR (S (length q)) * P q t) 0 1 (INR (S (length q)) * I q)).
  { apply (is_RInt_scal (P q)). apply (RInt_correct (P q)). apply P_int. }
  assert (H2 : is_RInt (fun t => P q t + (t - 1) * D q t) 0 1 1).
  { assert (K : forall v : R, is_RInt (fun t => P q t + (t - 1) * D q t) 0 1 v -> v = 1 ->
      is_RInt (fun t => P q t + (t - 1) * D q t) 0 1 1) by (intros v F ->; exact F).
    eapply K; [apply (is_RInt_derive (fun t => (t - 1) * P q t))|].
    - intros t _. replace (P q t + (t - 1) * D q t) with (1 * P q t + (t - 1) * D q t) by lra.
      apply (is_derive_mult (fun t => t - 1) (P q) t 1 (D q t)); [auto_derive; [easy|ring]|apply P_derive|intros; apply Rmult_comm].
    - intros t _. apply (continuous_plus (P q) (fun t => (t - 1) * D q t)); [apply P_continuous|].
      apply (continuous_mult (fun t => t - 1) (D q)); [|apply D_continuous].
      apply (ex_derive_continuous (fun t => t - 1)). auto_derive. easy.
    - unfold minus, plus, opp; cbn. rewrite P_0. lra. }
  assert (H3 : is_RInt (fun t => psum (fun c r => (1 - c) * P r t) q) 0 1 (psum (fun c r => (1 - c) * I r) q)).
  { unfold psum. 
    rewrite (lsum_ext _ (fun cr => RInt (fun t => (1 - fst cr) * P (snd cr) t) 0 1)).
    - apply (lsum_RInt (fun cr t => (1 - fst cr) * P (snd cr) t)). intros cr.
      apply (ex_RInt_scal (P (snd cr))). apply P_int.
    - intros cr _. symmetry. apply (RInt_scal (P (snd cr))). apply P_int. }
  pose proof (is_RInt_plus _ _ _ _ _ _ H2 H3) as H4.
  apply (is_RInt_ext _ (fun t => INR (S (length q)) * P q t)) in H4.
  - rewrite <- (is_RInt_unique _ _ _ _ H1). rewrite (is_RInt_unique _ _ _ _ H4). reflexivity.
  - intros t _. now rewrite pointwise.
Qed.

(* ---- the value of the loop when l is left ---- *)
Section Value.
Context {X : Type} (p k : X -> R).
Definition V (l : list X) : R := psum (fun c r => k c * (p c * I (map p r))) l.

Lemma V_perm l l' : Permutation l l' -> V l = V l'.
Proof. intros H. apply psum_invariant; auto. intros. now rewrite (I_perm (map p r) (map p r')) by now apply Permutation_map. Qed.

Lemma V_recursion l : INR (length l) * V l = psum (fun c r => p c * k c + (1 - p c) * V r) l.
Proof.
  rewrite psum_plus. unfold V at 2.
  rewrite (psum_ext (fun c r => (1 - p c) * psum _ r)
    (fun c r => psum (fun d s => (1 - p c) * (k d * (p d * I (map p s)))) r)) by (intros; now rewrite psum_scal).
  rewrite (psum_swap l (fun c d s => (1 - p c) * (k d * (p d * I (map p s))))).
  rewrite <- psum_plus. unfold V. rewrite <- psum_scal. apply psum_ext. intros d s Hp.
  rewrite (psum_ext _ (fun c r => k d * p d * ((1 - p c) * I (map p r)))) by (intros; ring).
  rewrite psum_scal. apply Permutation_length in Hp. rewrite Hp. cbn [length].
  pose proof (I_recursion (map p s)) as H. rewrite map_length, psum_map in H.
  apply (f_equal (Rmult (k d * p d))) in H. cbn [length] in *. lra.
Qed.
End Value.
