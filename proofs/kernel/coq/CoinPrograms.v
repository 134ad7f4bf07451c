(* Coin programs: syntax, what they do on a tape of coins, and their expectation. *)
From Coq Require Import Reals Lra Lia List Bool.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

Inductive prog : Type -> Type :=
| Ret {A} : A -> prog A
| Fail {A} : prog A                                   (* a Python exception *)
| Flip : prog bool                                    (* draw.bit() *)
| Bind {A B} : prog A -> (A -> prog B) -> prog B
| Loop {S A} : (S -> prog (S + A)) -> S -> prog A.    (* inl: once more; inr: done *)

(* What a program does on a tape of coins, each loop going round n times at most. *)
Fixpoint run (n : nat) {A} (m : prog A) : list bool -> option (A * list bool) :=
  match m with
  | @Ret _ a => fun t => Some (a, t)
  | @Fail _ => fun _ => None
  | Flip => fun t => match t with [] => None | b :: t => Some (b, t) end
  | @Bind _ _ m f => fun t => match run n m t with None => None | Some (a, t) => run n (f a) t end
  | @Loop St A b s => fun t =>
      nat_rect (fun _ => St -> list bool -> option (A * list bool)) (fun _ _ => None)
        (fun _ again s t => match run n (b s) t with
                            | None => None
                            | Some (inl s, t) => again s t
                            | Some (inr a, t) => Some (a, t)
                            end) n s t
  end.

(* The mean of g over the 2^L tapes of length L. *)
Fixpoint mean (L : nat) (g : list bool -> R) : R :=
  match L with
  | O => g []
  | S L => (mean L (fun t => g (true :: t)) + mean L (fun t => g (false :: t))) / 2
  end.

Definition answer {A} (k : A -> R) (r : option (A * list bool)) : R :=
  match r with Some (a, _) => k a | None => 0 end.

(* The law: v is the limit, over longer and longer tapes, of the mean of k over what comes out. *)
Definition law {A} (m : prog A) (k : A -> R) (v : R) : Prop :=
  is_lim_seq (fun L => mean L (fun t => answer k (run L m t))) v.

(* ---- expectation with bounded loops ---- *)
Definition into {S A R} (h : S -> R) (k : A -> R) (r : S + A) : R :=
  match r with inl s => h s | inr a => k a end.

Fixpoint E (n : nat) {A} (m : prog A) : (A -> R) -> R :=
  match m with
  | @Ret _ a => fun k => k a
  | @Fail _ => fun _ => 0
  | Flip => fun k => (k true + k false) / 2
  | @Bind _ _ m f => fun k => E n m (fun a => E n (f a) k)
  | @Loop St A b s => fun k =>
      nat_rect (fun _ => St -> R) (fun _ => 0) (fun _ again s => E n (b s) (into again k)) n s
  end.

Definition rounds (n : nat) {S A} (b : S -> prog (S + A)) (k : A -> R) (j : nat) : S -> R :=
  nat_rect (fun _ => S -> R) (fun _ => 0) (fun _ again s => E n (b s) (into again k)) j.

Fixpoint all {A} (m : prog A) : (A -> Prop) -> Prop :=
  match m with
  | @Ret _ a => fun P => P a
  | @Fail _ => fun _ => True
  | Flip => fun P => P true /\ P false
  | @Bind _ _ m f => fun P => all m (fun a => all (f a) P)
  | @Loop St A b s => fun P => exists I : St -> Prop, I s /\ forall s, I s -> all (b s) (into I P)
  end.

Lemma all_imp {A} (m : prog A) : forall P Q : A -> Prop, (forall a, P a -> Q a) -> all m P -> all m Q.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros P Q H.
  - auto.
  - auto.
  - intuition.
  - apply IH. intros a. apply IHf, H.
  - intros [I [Is HI]]. exists I. split; [easy|]. intros s' Hs'. eapply IH; [|now apply HI].
    intros [s1|a]; cbn; auto.
Qed.

Lemma E_all {A} (m : prog A) n : forall (P : A -> Prop) k k',
  all m P -> (forall a, P a -> k a <= k' a) -> E n m k <= E n m k'.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros P k k' HP H.
  - apply H. exact HP.
  - apply Rle_refl.
  - destruct HP as [H1 H2]. apply H in H1; apply H in H2. lra.
  - apply (IH _ _ _ HP). intros a Ha. apply (IHf a P); auto.
  - destruct HP as [I [Is HI]]. fold (rounds n b k n s). fold (rounds n b k' n s).
    assert (G : forall j s, I s -> rounds n b k j s <= rounds n b k' j s); [|now apply G].
    induction j; intros s' Is'; [apply Rle_refl|].
    apply (IH s' _ _ _ (HI s' Is')). intros [s1|a]; cbn; auto.
Qed.

Lemma all_true {A} (m : prog A) : all m (fun _ => True).
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; auto.
  - eapply all_imp; [|exact IH]. auto.
  - exists (fun _ => True). split; [easy|]. intros s' _. eapply all_imp; [|apply IH]. intros [?|?]; cbn; auto.
Qed.

Lemma E_le {A} (m : prog A) n k k' : (forall a, k a <= k' a) -> E n m k <= E n m k'.
Proof. intros H. apply E_all with (1 := all_true m). auto. Qed.

Lemma E_ext {A} (m : prog A) n k k' : (forall a, k a = k' a) -> E n m k = E n m k'.
Proof. intros H. apply Rle_antisym; apply E_le; intros a; rewrite H; lra. Qed.

Lemma E_lin {A} (m : prog A) n : forall c k k', E n m (fun a => c * k a + k' a) = c * E n m k + E n m k'.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros c k k'; try lra.
  - rewrite <- IH. apply E_ext. intros a. apply IHf.
  - generalize n at 2 4 6 as j. intros j. revert s. induction j; intros s; cbn; [lra|].
    rewrite <- IH. apply E_ext. intros [s1|a]; cbn; auto.
Qed.

Lemma E_0 {A} (m : prog A) n : E n m (fun _ => 0) = 0.
Proof. pose proof (E_lin m n (-1) (fun _ => 0) (fun _ => 0)) as H. cbn in H.
  rewrite (E_ext m n _ (fun _ => 0)) in H by (intros; lra). lra. Qed.

Lemma E_scal {A} (m : prog A) n c k : E n m (fun a => c * k a) = c * E n m k.
Proof. pose proof (E_lin m n c k (fun _ => 0)) as H. rewrite E_0 in H. rewrite Rplus_0_r in H. rewrite <- H.
  apply E_ext. intros; lra. Qed.

Lemma E_nonneg {A} (m : prog A) n k : (forall a, 0 <= k a) -> 0 <= E n m k.
Proof. intros H. rewrite <- (E_0 m n). now apply E_le. Qed.

Lemma E_const {A} (m : prog A) n : forall c, 0 <= c -> E n m (fun _ => c) <= c.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros c Hc; try lra.
  - apply Rle_trans with (E n m (fun _ => c)); [|auto]. apply E_le. auto.
  - generalize n at 2 as j. intros j. revert s. induction j; intros s; cbn; [lra|].
    apply Rle_trans with (E n (b s) (fun _ => c)); [|auto]. apply E_le. intros [s1|a]; cbn; [auto|lra].
Qed.

Lemma rounds_nonneg n {S A} (b : S -> prog (S + A)) k j s : (forall a, 0 <= k a) -> 0 <= rounds n b k j s.
Proof. intros H. revert s. induction j; intros s; cbn; [lra|]. apply E_nonneg. intros [s1|a]; [apply IHj|apply H]. Qed.

Lemma E_fuel {A} (m : prog A) : forall n n' k, (n <= n')%nat -> (forall a, 0 <= k a) -> E n m k <= E n' m k.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros n n' k Hn Hk; try lra.
  - apply Rle_trans with (E n m (fun a => E n' (f a) k)).
    + apply E_le. auto.
    + apply IH; [easy|]. intros a. now apply E_nonneg.
  - fold (rounds n b k n s). fold (rounds n' b k n' s).
    assert (H : forall j j' s, (j <= j')%nat -> rounds n b k j s <= rounds n' b k j' s); [|now apply H].
    induction j; intros j' s' Hj.
    + now apply rounds_nonneg.
    + destruct j' as [|j']; [lia|]. cbn. fold (rounds n b k j). fold (rounds n' b k j').
      apply Rle_trans with (E n (b s') (into (rounds n' b k j') k)).
      * apply E_le. intros [s1|a]; cbn; [apply IHj; lia|lra].
      * apply IH; [easy|]. intros [s1|a]; cbn; [now apply rounds_nonneg|auto].
Qed.

(* At bounded loops the expectation is a finite sum: it is continuous. *)
Lemma E_cont {A} (m : prog A) n : forall (k : nat -> A -> R) (l : A -> R),
  (forall a, is_lim_seq (fun i => k i a) (l a)) -> is_lim_seq (fun i => E n m (k i)) (E n m l).
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros k l H.
  - apply H.
  - apply is_lim_seq_const.
  - apply (is_lim_seq_scal_r _ (/ 2) (Finite (l true + l false))).
    apply is_lim_seq_plus'; apply H.
  - apply (IH (fun i a => E n (f a) (k i)) (fun a => E n (f a) l)). intros a. apply IHf, H.
  - generalize n at 2 4 as j. intros j. revert s. induction j; intros s; cbn; [apply is_lim_seq_const|].
    apply (IH s (fun i => into _ (k i)) (into _ l)). intros [s1|a]; cbn; [apply IHj|apply H].
Qed.

(* ---- the expectation ---- *)
Definition bd {A} (k : A -> R) := exists M, forall a, 0 <= k a <= M.
Definition Ex {A} (m : prog A) (k : A -> R) : R := real (Lim_seq (fun n => E n m k)).

Lemma bd_pos {A} (k : A -> R) : bd k -> forall a, 0 <= k a.
Proof. intros [M H] a. apply H. Qed.

Lemma E_bound {A} (m : prog A) n k M : (forall a, 0 <= k a <= M) -> 0 <= M -> E n m k <= M.
Proof. intros H HM. eapply Rle_trans; [|apply (E_const m n M HM)]. apply E_le. intros; apply H. Qed.

Lemma Ex_lim {A} (m : prog A) k : bd k -> is_lim_seq (fun n => E n m k) (Ex m k).
Proof.
  intros [M H]. assert (HM : exists M, 0 <= M /\ forall a, 0 <= k a <= M).
  { exists (Rmax 0 M). split; [apply Rmax_l|]. intros a. destruct (H a). split; [easy|].
    eapply Rle_trans; [eassumption|apply Rmax_r]. }
  clear M H. destruct HM as [M [HM H]]. unfold Ex.
  apply Lim_seq_correct'. apply ex_finite_lim_seq_incr with M.
  - intros n. apply E_fuel; [lia|]. intros; apply H.
  - intros n. now apply E_bound.
Qed.

Lemma Ex_lub {A} (m : prog A) k n : bd k -> E n m k <= Ex m k.
Proof.
  intros H. apply (is_lim_seq_incr_compare (fun n => E n m k)); [now apply Ex_lim|].
  intros j. apply E_fuel; [lia|]. now apply bd_pos.
Qed.

Lemma Ex_least {A} (m : prog A) k (v : R) : bd k -> (forall n, E n m k <= v) -> Ex m k <= v.
Proof.
  intros H Hn. apply (is_lim_seq_le (fun n => E n m k) (fun _ => v) (Ex m k) v); auto.
  - now apply Ex_lim.
  - apply is_lim_seq_const.
Qed.

Lemma Ex_is {A} (m : prog A) k (v : R) : is_lim_seq (fun n => E n m k) v -> Ex m k = v.
Proof. intros H. unfold Ex. now rewrite (is_lim_seq_unique _ _ H). Qed.

Lemma Ex_nonneg {A} (m : prog A) k : bd k -> 0 <= Ex m k.
Proof. intros H. eapply Rle_trans; [|apply (Ex_lub m k 0 H)]. apply E_nonneg. now apply bd_pos. Qed.

Lemma Ex_bound {A} (m : prog A) k M : (forall a, 0 <= k a <= M) -> 0 <= M -> Ex m k <= M.
Proof. intros H HM. apply Ex_least; [now exists M|]. intros n. now apply E_bound. Qed.

Lemma bd_Ex {A B} (f : B -> prog A) k : bd k -> bd (fun b => Ex (f b) k).
Proof.
  intros [M H]. exists (Rmax 0 M). intros b. split; [apply Ex_nonneg; now exists M|].
  apply Ex_bound; [|apply Rmax_l]. intros a. destruct (H a). split; [easy|].
  eapply Rle_trans; [eassumption|apply Rmax_r].
Qed.

Lemma bd_into {S A} (h : S -> R) (k : A -> R) : bd h -> bd k -> bd (into h k).
Proof.
  intros [M H] [N K]. exists (Rmax M N). intros [s|a]; cbn.
  - destruct (H s). split; [easy|]. eapply Rle_trans; [eassumption|apply Rmax_l].
  - destruct (K a). split; [easy|]. eapply Rle_trans; [eassumption|apply Rmax_r].
Qed.

Lemma bd_const {A} c : 0 <= c -> bd (fun _ : A => c).
Proof. intros H. exists c. intros; lra. Qed.

Lemma Ex_le_all {A} (m : prog A) (P : A -> Prop) k k' : bd k -> bd k' -> all m P ->
  (forall a, P a -> k a <= k' a) -> Ex m k <= Ex m k'.
Proof.
  intros Hk Hk' HP H. apply Ex_least; [easy|]. intros n. eapply Rle_trans; [|now apply (Ex_lub m k' n)].
  now apply E_all with P.
Qed.

Lemma Ex_le {A} (m : prog A) k k' : bd k -> bd k' -> (forall a, k a <= k' a) -> Ex m k <= Ex m k'.
Proof. intros Hk Hk' H. apply Ex_le_all with (fun _ => True); auto using all_true. Qed.

Lemma Ex_ext {A} (m : prog A) k k' : (forall a, k a = k' a) -> Ex m k = Ex m k'.
Proof. intros H. unfold Ex. f_equal. apply Lim_seq_ext. intros n. now apply E_ext. Qed.


Lemma Ex_lin {A} (m : prog A) c k k' : bd k -> bd k' -> Ex m (fun a => c * k a + k' a) = c * Ex m k + Ex m k'.
Proof.
  intros H H'. apply Ex_is. apply is_lim_seq_ext with (fun n => c * E n m k + E n m k').
  { intros n. now rewrite E_lin. }
  apply is_lim_seq_plus'; [|now apply Ex_lim]. apply (is_lim_seq_scal_l _ c (Ex m k)). now apply Ex_lim.
Qed.

Lemma Ex_scal {A} (m : prog A) c k : bd k -> Ex m (fun a => c * k a) = c * Ex m k.
Proof.
  intros H. apply Ex_is. apply is_lim_seq_ext with (fun n => c * E n m k).
  { intros n. now rewrite E_scal. }
  apply (is_lim_seq_scal_l _ c (Ex m k)). now apply Ex_lim.
Qed.

Lemma Ex_ret {A} (a : A) k : Ex (Ret a) k = k a.
Proof. apply Ex_is. apply is_lim_seq_const. Qed.

Lemma Ex_fail {A} (k : A -> R) : Ex Fail k = 0.
Proof. apply Ex_is. apply is_lim_seq_const. Qed.

Lemma Ex_flip k : Ex Flip k = (k true + k false) / 2.
Proof. apply Ex_is. apply is_lim_seq_const. Qed.

Lemma Ex_bind {A B} (m : prog A) (f : A -> prog B) k : bd k -> Ex (Bind m f) k = Ex m (fun a => Ex (f a) k).
Proof.
  intros Hk. pose proof (bd_Ex f k Hk) as Hg. apply Rle_antisym.
  - apply Ex_least; [easy|]. intros n. cbn. eapply Rle_trans; [|apply (Ex_lub m _ n Hg)].
    apply E_le. intros a. now apply Ex_lub.
  - apply Ex_least; [easy|]. intros N.
    apply (is_lim_seq_le_loc (fun n => E N m (fun a => E n (f a) k)) (fun _ => Ex (Bind m f) k)
             (E N m (fun a => Ex (f a) k)) (Ex (Bind m f) k)).
    + exists N. intros n Hn. eapply Rle_trans; [|apply (Ex_lub (Bind m f) k n Hk)]. cbn.
      apply E_fuel; [easy|]. intros a. apply E_nonneg. now apply bd_pos.
    + apply (E_cont m N (fun n a => E n (f a) k)). intros a. now apply Ex_lim.
    + apply is_lim_seq_const.
Qed.

Lemma Ex_loop {S A} (b : S -> prog (S + A)) s k : bd k ->
  Ex (Loop b s) k = Ex (b s) (into (fun s => Ex (Loop b s) k) k).
Proof.
  intros Hk. pose proof (bd_into _ _ (bd_Ex (Loop b) k Hk) Hk) as Hg. apply Rle_antisym.
  - apply Ex_least; [easy|]. intros [|n]; [apply Ex_nonneg; exact Hg|].
    cbn. eapply Rle_trans; [|apply (Ex_lub (b s) _ (Datatypes.S n) Hg)]. apply E_le. intros [s1|a]; cbn; [|lra].
    eapply Rle_trans; [|apply (Ex_lub (Loop b s1) k (Datatypes.S n) Hk)]. cbn.
    fold (rounds (Datatypes.S n) b k n s1). fold (rounds (Datatypes.S n) b k n).
    change (rounds (Datatypes.S n) b k n s1 <= rounds (Datatypes.S n) b k (Datatypes.S n) s1).
    assert (Hup : forall j s, rounds (Datatypes.S n) b k j s <= rounds (Datatypes.S n) b k (Datatypes.S j) s); [|apply Hup].
    induction j; intros s'.
    + apply rounds_nonneg. now apply bd_pos.
    + apply E_le. intros [s2|a]; [apply IHj|apply Rle_refl].
  - apply Ex_least; [easy|]. intros N.
    apply (is_lim_seq_le_loc (fun n => E N (b s) (into (fun s => E n (Loop b s) k) k)) (fun _ => Ex (Loop b s) k)
             (E N (b s) (into (fun s => Ex (Loop b s) k) k)) (Ex (Loop b s) k)).
    + exists N. intros n Hn. eapply Rle_trans; [|apply (Ex_lub (Loop b s) k (Datatypes.S n) Hk)].
      change (E (Datatypes.S n) (Loop b s) k) with (E (Datatypes.S n) (b s) (into (rounds (Datatypes.S n) b k n) k)).
      eapply Rle_trans; [apply (E_fuel (b s) N (Datatypes.S n)); [lia|]|].
      { intros [s1|a]; cbn; [apply (E_nonneg (Loop b s1))|]; now apply bd_pos. }
      apply E_le. intros [s1|a]; cbn; [|lra].
      fold (rounds n b k n s1).
      assert (Hup : forall j s, rounds n b k j s <= rounds (Datatypes.S n) b k j s); [|apply Hup].
      induction j; intros s'; [apply Rle_refl|].
      change (E n (b s') (into (rounds n b k j) k) <= E (Datatypes.S n) (b s') (into (rounds (Datatypes.S n) b k j) k)).
      eapply Rle_trans; [apply (E_fuel (b s') n (Datatypes.S n)); [lia|]|].
      { intros [s2|a]; cbn; [apply rounds_nonneg|]; now apply bd_pos. }
      apply E_le. intros [s2|a]; [apply IHj|apply Rle_refl].
    + apply (E_cont (b s) N (fun n => into (fun s => E n (Loop b s) k) k)). intros [s1|a]; cbn -[E].
      * now apply Ex_lim.
      * apply is_lim_seq_const.
    + apply is_lim_seq_const.
Qed.

(* ---- rules for loops ---- *)
(* Above: whatever is not increased by a round is an upper bound. *)
Lemma loop_le {S A} (b : S -> prog (S + A)) (I : S -> Prop) h k :
  bd k -> bd h -> (forall s, I s -> all (b s) (into I (fun _ => True))) ->
  (forall s, I s -> Ex (b s) (into h k) <= h s) -> forall s, I s -> Ex (Loop b s) k <= h s.
Proof.
  intros Hk Hh HI H s Hs. apply Ex_least; [easy|]. intros n. cbn. fold (rounds n b k n s). revert s Hs.
  generalize n at 2 as j. induction j; intros s Hs; cbn; [now apply bd_pos|].
  apply Rle_trans with (E n (b s) (into h k)).
  - apply E_all with (1 := HI s Hs). intros [s1|a]; cbn; [apply IHj|lra].
  - eapply Rle_trans; [|apply (H s Hs)]. apply Ex_lub. now apply bd_into.
Qed.

(* Termination: the potential v falls by a factor c on average. *)
Lemma loop_ends {S A} (b : S -> prog (S + A)) (I : S -> Prop) v c :
  bd v -> 0 <= c < 1 -> (forall s, I s -> all (b s) (into I (fun _ => True))) ->
  (forall s, I s -> 1 <= v s) -> (forall s, I s -> Ex (b s) (fun _ => 1) = 1) ->
  (forall s, I s -> Ex (b s) (into v (fun _ => 0)) <= c * v s) ->
  forall s, I s -> Ex (Loop b s) (fun _ => 1) = 1.
Proof.
  intros Hv Hc HI H1 Ht H s Hs.
  assert (B1 : bd (fun _ : A => 1)) by (apply bd_const; lra).
  assert (B0 : bd (fun _ : A => 0)) by (apply bd_const; lra).
  assert (Hj : forall j s, I s -> 1 - c ^ j * v s <= Ex (Loop b s) (fun _ => 1)).
  { induction j; intros s' Hs'.
    - pose proof (H1 s' Hs'). pose proof (Ex_nonneg (Loop b s') _ B1). cbn. lra.
    - rewrite Ex_loop by easy.
      apply Rle_trans with (Ex (b s') (fun _ => 1) - c ^ j * Ex (b s') (into v (fun _ => 0))).
      + rewrite Ht by easy. pose proof (H s' Hs'). pose proof (pow_le c j (proj1 Hc)).
        cbn. nra.
      + assert (Bu : bd (into (fun s => Ex (Loop b s) (fun _ => 1)) (fun _ : A => 1)))
          by (apply bd_into; [now apply bd_Ex|easy]).
        assert (Bv : bd (into v (fun _ : A => 0))) by now apply bd_into.
        assert (Hsum : Ex (b s') (fun _ => 1) <= c ^ j * Ex (b s') (into v (fun _ => 0))
                  + Ex (b s') (into (fun s => Ex (Loop b s) (fun _ => 1)) (fun _ : A => 1))); [|lra].
        rewrite <- Ex_lin by easy.
        apply Ex_le_all with (into I (fun _ => True)); auto.
        * apply bd_const; lra.
        * destruct Bv as [M HM], Bu as [N HN]. exists (c ^ j * M + N). intros r.
          specialize (HM r). specialize (HN r). pose proof (pow_le c j (proj1 Hc)). split; nra.
        * intros [s1|a]; cbn; intros Hr; [specialize (IHj s1 Hr); lra|]. pose proof (pow_le c j (proj1 Hc)). nra. }
  apply Rle_antisym.
  - apply Ex_bound; intros; lra.
  - apply (is_lim_seq_le (fun j => 1 - c ^ j * v s) (fun _ => Ex (Loop b s) (fun _ => 1)) 1 (Ex (Loop b s) (fun _ => 1))).
    + intros j. now apply Hj.
    + assert (L : is_lim_seq (fun j => 1 - c ^ j * v s) (1 - 0 * v s)).
      { apply is_lim_seq_minus'; [apply is_lim_seq_const|].
        apply (is_lim_seq_scal_r _ (v s) (Finite 0)). apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra. }
      now replace (1 - 0 * v s) with 1 in L by lra.
    + apply is_lim_seq_const.
Qed.

(* A loop that ends has the value of any solution of its equation. *)
Lemma loop_is {S A} (b : S -> prog (S + A)) (I : S -> Prop) h k M :
  (forall a, 0 <= k a <= M) -> (forall s, 0 <= h s <= M) -> (forall s, I s -> all (b s) (into I (fun _ => True))) ->
  (forall s, I s -> Ex (b s) (fun _ => 1) = 1) ->
  (forall s, I s -> Ex (b s) (into h k) = h s) ->
  forall s, I s -> Ex (Loop b s) (fun _ => 1) = 1 -> Ex (Loop b s) k = h s.
Proof.
  intros Hk Hh HI Ht H s Hs H1. apply Rle_antisym.
  - apply loop_le with I; auto; [now exists M|now exists M|]. intros; rewrite H; auto; lra.
  - assert (B : Ex (Loop b s) (fun a => M - k a) <= M - h s).
    { apply loop_le with (I := I) (h := fun s => M - h s); auto.
      - exists M. intros a. specialize (Hk a). lra.
      - exists M. intros a. specialize (Hh a). lra.
      - intros s' Hs'. rewrite <- (H s' Hs').
        rewrite (Ex_ext (b s') _ (fun r => (-1) * into h k r + M * 1))
          by (intros [?|?]; cbn; lra).
        assert (Bh : bd (into h k)) by (apply bd_into; now exists M).
        rewrite Ex_lin; [|easy|apply bd_const].
        + rewrite (Ex_scal (b s') M (fun _ => 1)) by (apply bd_const; lra). rewrite Ht by easy. lra.
        + pose proof (Hh s'). lra. }
    rewrite (Ex_ext _ _ (fun a => (-1) * k a + M * 1)) in B by (intros; lra).
    rewrite Ex_lin in B; [|now exists M|apply bd_const; pose proof (Hh s); lra].
    rewrite (Ex_scal _ M (fun _ => 1)) in B by (apply bd_const; lra). rewrite H1 in B. lra.
Qed.

(* ---- adequacy: the expectation is the law on tapes ---- *)
Fixpoint EB (n : nat) {A} (m : prog A) : nat -> (A -> nat -> R) -> R :=
  match m with
  | @Ret _ a => fun L k => k a L
  | @Fail _ => fun _ _ => 0
  | Flip => fun L k => match L with O => 0 | S L => (k true L + k false L) / 2 end
  | @Bind _ _ m f => fun L k => EB n m L (fun a L => EB n (f a) L k)
  | @Loop St A b s => fun L k =>
      nat_rect (fun _ => St -> nat -> R) (fun _ _ => 0)
        (fun _ again s L => EB n (b s) L (fun r L => into (fun s => again s L) (fun a => k a L) r)) n s L
  end.

Lemma mean_ext L : forall g g', (forall t, length t = L -> g t = g' t) -> mean L g = mean L g'.
Proof.
  induction L; cbn; intros g g' H; [now apply H|]. 
  rewrite (IHL _ (fun t => g' (true :: t))), (IHL (fun t => g (false :: t)) (fun t => g' (false :: t))); auto;
  intros t Ht; apply H; cbn; lia.
Qed.

Lemma mean_0 L : mean L (fun _ => 0) = 0.
Proof. induction L; cbn; [easy|]. rewrite IHL. lra. Qed.

Definition go {A} (k : A -> list bool -> R) (r : option (A * list bool)) : R :=
  match r with Some (a, t) => k a t | None => 0 end.

Lemma EB_ext n {A} (m : prog A) : forall L k k', (forall a L, k a L = k' a L) -> EB n m L k = EB n m L k'.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros L k k' H; auto.
  - destruct L; [easy|]. now rewrite !H.
  - generalize n at 2 4 as j. intros j. revert s L. induction j; intros s L; cbn; [easy|].
    apply IH. intros [s1|a] L'; cbn; auto.
Qed.

Lemma mean_run n {A} (m : prog A) : forall L k,
  mean L (fun t => go k (run n m t)) = EB n m L (fun a L => mean L (k a)).
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; intros L k.
  - reflexivity.
  - apply mean_0.
  - destruct L; reflexivity.
  - cbn. erewrite EB_ext; [|intros a L'; symmetry; apply IHf]. rewrite <- IH. apply mean_ext. intros t _.
    destruct (run n m t) as [[a t']|]; reflexivity.
  - cbn. generalize n at 2 4 as j. intros j. revert s L. induction j; intros s L; cbn; [apply mean_0|].
    rewrite (EB_ext n (b s) L _ (fun r L => mean L (fun t => into (fun s => go k
      (nat_rect (fun _ : nat => S -> list bool -> option (A * list bool)) (fun _ _ => None)
        (fun _ again s t => match run n (b s) t with
                            | None => None
                            | Some (inl s, t) => again s t
                            | Some (inr a, t) => Some (a, t)
                            end) j s t)) (fun a => k a t) r))).
    + rewrite <- IH. apply mean_ext. intros t _. destruct (run n (b s) t) as [[[s1|a] t']|]; reflexivity.
    + intros [s1|a] L'; cbn; [symmetry; apply IHj|reflexivity].
Qed.

Lemma EB_lim n {A} (m : prog A) : forall (k : A -> nat -> R) (l : A -> R), (forall a, is_lim_seq (k a) (l a)) ->
  is_lim_seq (fun L => EB n m L k) (E n m l).
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros k l H.
  - apply H.
  - apply is_lim_seq_const.
  - apply is_lim_seq_incr_1. apply (is_lim_seq_scal_r _ (/ 2) (Finite (l true + l false))).
    apply is_lim_seq_plus'; apply H.
  - apply IH. intros a. now apply IHf.
  - generalize n at 2 4 as j. intros j. revert s. induction j; intros s; cbn; [apply is_lim_seq_const|].
    apply IH. intros [s1|a]; cbn; [apply IHj|apply H].
Qed.

Lemma EB_nonneg n {A} (m : prog A) : forall L k, (forall a L, 0 <= k a L) -> 0 <= EB n m L k.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros L k H; auto.
  - lra.
  - destruct L; [lra|]. pose proof (H true L). pose proof (H false L). lra.
  - generalize n at 2 as j. intros j. revert s L. induction j; intros s L; cbn; [lra|].
    apply IH. intros [s1|a] L'; cbn; auto.
Qed.

Lemma EB_mono {A} (m : prog A) : forall n n' L L' (k k' : A -> nat -> R), (n <= n')%nat -> (L <= L')%nat ->
  (forall a L, 0 <= k' a L) -> (forall a L L', (L <= L')%nat -> k a L <= k' a L') -> EB n m L k <= EB n' m L' k'.
Proof.
  induction m as [A a|A| |A B m IH f IHf|S A b IH s]; cbn; intros n n' L L' k k' Hn HL H0 Hk.
  - auto.
  - lra.
  - destruct L as [|L], L' as [|L']; try lia; [lra| |].
    + pose proof (H0 true L'); pose proof (H0 false L'); lra.
    + pose proof (Hk true L L' ltac:(lia)). pose proof (Hk false L L' ltac:(lia)). lra.
  - apply IH; auto. intros a i. now apply EB_nonneg.
  - match goal with |- nat_rect _ _ ?F n s L <= nat_rect _ _ ?F' n' s L' =>
      assert (G : forall j j', (j <= j')%nat -> forall L L', (L <= L')%nat -> forall s,
        nat_rect (fun _ => S -> nat -> R) (fun _ _ => 0) F j s L
        <= nat_rect (fun _ => S -> nat -> R) (fun _ _ => 0) F' j' s L') end; [|now apply G].
    assert (N : forall j L s, 0 <= nat_rect (fun _ => S -> nat -> R) (fun _ _ => 0)
        (fun _ again s L => EB n' (b s) L (fun r L => into (fun s => again s L) (fun a => k' a L) r)) j s L).
    { induction j; intros L0 s0; cbn; [lra|]. apply EB_nonneg. intros [s1|a] i; cbn; auto. }
    induction j; intros j' Hj L0 L0' HL0 s0; [apply N|].
    destruct j' as [|j']; [lia|]. cbn. apply IH; auto.
    + intros [s1|a] i; cbn; auto.
    + intros [s1|a] i i' Hi; cbn; auto. apply IHj; lia.
Qed.

Lemma mean_const L c : mean L (fun _ => c) = c.
Proof. induction L; cbn; [easy|]. rewrite IHL. lra. Qed.

(* Whatever the program: the limit over tapes exists, and is the expectation. *)
Theorem adequacy {A} (m : prog A) k : bd k -> law m k (Ex m k).
Proof.
  intros Hk. unfold law. pose proof (bd_pos k Hk) as H0.
  apply is_lim_seq_ext with (fun L => EB L m L (fun a _ => k a)).
  { intros L. rewrite (mean_ext L _ (fun t => go (fun a _ => k a) (run L m t)))
      by (intros t _; destruct (run L m t) as [[a t']|]; reflexivity).
    rewrite mean_run. apply EB_ext. intros. symmetry. apply mean_const. }
  assert (Hup : forall n L, EB n m L (fun a _ => k a) <= E n m k).
  { intros n L. apply (is_lim_seq_incr_compare (fun L => EB n m L (fun a _ => k a))).
    - apply EB_lim. intros; apply is_lim_seq_const.
    - intros i. apply EB_mono; auto. intros; lra. }
  assert (Hex : ex_finite_lim_seq (fun L => EB L m L (fun a _ => k a))).
  { apply ex_finite_lim_seq_incr with (Ex m k).
    - intros n. apply EB_mono; auto. intros; lra.
    - intros n. eapply Rle_trans; [apply Hup|]. now apply Ex_lub. }
  destruct Hex as [v Hv]. replace (Ex m k) with v; [easy|]. apply Rle_antisym.
  - apply (is_lim_seq_le (fun L => EB L m L (fun a _ => k a)) (fun _ => Ex m k) v (Ex m k)); auto.
    + intros n. eapply Rle_trans; [apply Hup|]. now apply Ex_lub.
    + apply is_lim_seq_const.
  - apply Ex_least; [easy|]. intros n.
    apply (is_lim_seq_le_loc (fun L => EB n m L (fun a _ => k a)) (fun L => EB L m L (fun a _ => k a)) (E n m k) v); auto.
    + exists n. intros L HL. apply EB_mono; auto. intros; lra.
    + apply EB_lim. intros; apply is_lim_seq_const.
Qed.
