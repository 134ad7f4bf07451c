(* Inverse transform sampling: of a uniform number, the first candidate whose cumulative probability reaches it, or exceeds it, has the law. *)
From Coq Require Import Reals List Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability AdaptiveComposition FiniteLaws.
Import ListNotations.
Open Scope R_scope.

Fixpoint first_with {X} (enough : R -> bool) (p : X -> R) (before : R) (l : list X) : option X :=
  match l with [] => None | i :: l => if enough (before + p i) then Some i else first_with enough p (before + p i) l end.
Definition reaches (u c : R) : bool := if Rle_dec u c then true else false.
Definition exceeds (u c : R) : bool := if Rlt_dec u c then true else false.
Definition chosen {X} (eq_dec : forall a b : X, {a = b} + {a <> b}) (k : X) (found : option X) : R :=
  match found with Some i => if eq_dec i k then 1 else 0 | None => 0 end.

(* ---- the first is the least ---- *)
Lemma first_is_least_after {X} (enough : R -> bool) (p : X -> R) k l : forall before,
  first_with enough p before l = Some k <-> exists l1 l2, l = l1 ++ k :: l2 /\ enough (before + lsum p (l1 ++ [k])) = true /\
    forall l3 j l4, l1 = l3 ++ j :: l4 -> enough (before + lsum p (l3 ++ [j])) = false.
Proof.
  induction l as [|i l IH]; intros before; cbn [first_with].
  - split; [easy|]. intros [[|? ?] [? [E _]]]; discriminate.
  - destruct (enough (before + p i)) eqn:En.
    + split.
      * intros H. injection H as ->. exists [], l. split; [easy|]. split; [cbn; now rewrite Rplus_0_r|]. intros [|? ?]; discriminate.
      * intros [[|j l1] [l2 [E [_ H]]]]; cbn in E; injection E as <- ?; [easy|].
        specialize (H [] i l1 eq_refl). cbn in H. rewrite Rplus_0_r in H. congruence.
    + rewrite IH. split.
      * intros [l1 [l2 [-> [T F]]]]. exists (i :: l1), l2. split; [easy|]. cbn [app lsum]. rewrite <- Rplus_assoc. split; [exact T|].
        intros [|a l3] j l4 E; cbn in E; injection E as -> ->; cbn [app lsum]; [now rewrite Rplus_0_r|]. rewrite <- Rplus_assoc. now apply (F l3 j l4).
      * intros [[|j l1] [l2 [E [T F]]]]; cbn in E; injection E as <- ->; [cbn in T; rewrite Rplus_0_r in T; congruence|].
        exists l1, l2. split; [easy|]. cbn [app lsum] in T. rewrite Rplus_assoc. split; [exact T|].
        intros l3 a l4 ->. rewrite Rplus_assoc. exact (F (i :: l3) a l4 eq_refl).
Qed.
Theorem first_is_least {X} (enough : R -> bool) (p : X -> R) l k :
  first_with enough p 0 l = Some k <-> exists l1 l2, l = l1 ++ k :: l2 /\ enough (lsum p (l1 ++ [k])) = true /\
    forall l3 j l4, l1 = l3 ++ j :: l4 -> enough (lsum p (l3 ++ [j])) = false.
Proof.
  rewrite first_is_least_after. split; intros [l1 [l2 [E [T F]]]]; exists l1, l2; (split; [exact E|]).
  - rewrite Rplus_0_l in T. split; [exact T|]. intros l3 j l4 H. specialize (F l3 j l4 H). now rewrite Rplus_0_l in F.
  - rewrite Rplus_0_l. split; [exact T|]. intros l3 j l4 H. rewrite Rplus_0_l. exact (F l3 j l4 H).
Qed.

(* ---- where it is found ---- *)
Section Threshold.
Context {X : Type} (p : X -> R) (enough : R -> bool).
Hypothesis rises : forall c d, c <= d -> enough c = true -> enough d = true.
Lemma first_within l i : forall before, first_with enough p before l = Some i -> In i l.
Proof. induction l as [|j l IH]; intros before; cbn; [easy|]. destruct (enough (before + p j)); [|intros H; right; exact (IH _ H)]. intros H. injection H as ->. now left. Qed.
Lemma first_passes l l' : (forall i, In i l -> 0 <= p i) -> forall before, enough (before + lsum p l) = false ->
  first_with enough p before (l ++ l') = first_with enough p (before + lsum p l) l'.
Proof.
  intros Hp. induction l as [|i l IH]; intros before F; cbn [app lsum first_with] in *; [now rewrite Rplus_0_r|].
  assert (Hl : forall j, In j l -> 0 <= p j) by (intros; apply Hp; now right). rewrite <- Rplus_assoc in F.
  destruct (enough (before + p i)) eqn:En.
  - apply (rises _ (before + p i + lsum p l)) in En; [congruence|]. pose proof (lsum_nonneg p l Hl). lra.
  - rewrite IH by easy. now rewrite Rplus_assoc.
Qed.
Lemma first_stops l l' : l <> [] -> forall before, enough (before + lsum p l) = true -> exists i, In i l /\ first_with enough p before (l ++ l') = Some i.
Proof.
  induction l as [|i l IH]; intros Hl before T; [easy|]. cbn [app lsum first_with] in *. destruct (enough (before + p i)) eqn:En; [exists i; split; [now left|easy]|].
  destruct l as [|j l]; [cbn in T; rewrite Rplus_0_r in T; congruence|]. rewrite <- Rplus_assoc in T.
  destruct (IH ltac:(easy) _ T) as [a [I E]]. exists a. split; [now right|exact E].
Qed.
End Threshold.

(* ---- the law ---- *)
Section Law.
Context {X : Type} (eq_dec : forall a b : X, {a = b} + {a <> b}) (enough : R -> R -> bool).
Hypothesis above : forall u c, u < c -> enough u c = true.
Hypothesis below : forall u c, c < u -> enough u c = false.
Lemma enough_rises u c d : c <= d -> enough u c = true -> enough u d = true.
Proof.
  intros [H|<-]; [|easy]. intros T. apply above. destruct (Rlt_le_dec u d) as [|C]; [easy|]. rewrite below in T; [easy|lra].
Qed.
Context (l : list X) (p : X -> R).
Hypothesis positive : forall i, In i l -> 0 < p i.
Hypothesis total : lsum p l = 1.
Lemma some_is_first u : 0 < u < 1 -> first_with (enough u) p 0 l <> None.
Proof.
  intros Hu. destruct (first_stops p (enough u) l [] ltac:(intros C; rewrite C in total; cbn in total; lra) 0) as [i [_ E]].
  - rewrite total. apply above. lra.
  - rewrite app_nil_r in E. congruence.
Qed.
Theorem first_has_law k : NoDup l -> In k l -> is_RInt (fun u => chosen eq_dec k (first_with (enough u) p 0 l)) 0 1 (p k).
Proof.
  intros Hd Hk. destruct (in_split _ _ Hk) as [l1 [l2 E]]. rewrite E in *. apply NoDup_remove_2 in Hd. rewrite in_app_iff in Hd.
  assert (P1 : forall i, In i l1 -> 0 <= p i) by (intros; left; apply positive, in_app_iff; now left).
  assert (P2 : forall i, In i l2 -> 0 <= p i) by (intros; left; apply positive, in_app_iff; right; now right).
  assert (Pk : 0 < p k) by (apply positive, in_app_iff; right; now left).
  pose proof (lsum_nonneg p l1 P1) as S1. pose proof (lsum_nonneg p l2 P2) as S2. rewrite lsum_app in total. cbn [lsum] in total. set (C := lsum p l1) in *.
  assert (Not : forall i, In i l1 \/ In i l2 -> chosen eq_dec k (Some i) = 0).
  { intros i Hi. cbn. destruct (eq_dec i k) as [->|]; [now contradiction Hd|easy]. }
  replace (p k) with (plus ((C - 0) * 0) (plus ((C + p k - C) * 1) ((1 - (C + p k)) * 0))) by (unfold plus; cbn; ring).
  apply (is_RInt_Chasles (V := R_NormedModule)) with C; [|apply (is_RInt_Chasles (V := R_NormedModule)) with (C + p k)].
  - apply (is_RInt_ext (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule) 0 C 0)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. symmetry.
    destruct (first_stops p (enough u) l1 (k :: l2) ltac:(intros Z; unfold C in Hu; rewrite Z in Hu; cbn in Hu; lra) 0) as [i [I ->]]; [apply above; fold C; lra|].
    apply Not. now left.
  - apply (is_RInt_ext (fun _ => 1)); [|apply (is_RInt_const (V := R_NormedModule) C (C + p k) 1)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. symmetry.
    rewrite (first_passes p (enough u) (enough_rises u)) by (auto; apply below; fold C; lra).
    fold C. cbn [first_with]. rewrite above by lra. cbn. now destruct (eq_dec k k).
  - apply (is_RInt_ext (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule) (C + p k) 1 0)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. symmetry.
    rewrite (first_passes p (enough u) (enough_rises u)) by (auto; apply below; fold C; lra).
    fold C. cbn [first_with]. rewrite below by lra. destruct (first_with _ _ _ l2) as [i|] eqn:F; [|easy].
    apply Not. right. exact (first_within p (enough u) l2 i _ F).
Qed.
End Law.

Lemma reaches_above u c : u < c -> reaches u c = true.
Proof. unfold reaches. destruct (Rle_dec u c); [easy|lra]. Qed.
Lemma reaches_below u c : c < u -> reaches u c = false.
Proof. unfold reaches. destruct (Rle_dec u c); [lra|easy]. Qed.
Lemma exceeds_above u c : u < c -> exceeds u c = true.
Proof. unfold exceeds. destruct (Rlt_dec u c); [easy|lra]. Qed.
Lemma exceeds_below u c : c < u -> exceeds u c = false.
Proof. unfold exceeds. destruct (Rlt_dec u c); [lra|easy]. Qed.
