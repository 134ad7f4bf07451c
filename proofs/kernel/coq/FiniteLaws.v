(* Programs whose answers are, with probability 1, of a finite list: their expectations are sums, and divergences of outcomes are those of sets. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp EmittedSelection.
Import ListNotations.
Open Scope R_scope.

Lemma lsum_nonneg {X} (f : X -> R) l : (forall a, In a l -> 0 <= f a) -> 0 <= lsum f l.
Proof. induction l as [|a l IH]; cbn; intros H; [lra|]. pose proof (H a (or_introl eq_refl)). assert (0 <= lsum f l) by (apply IH; auto). lra. Qed.
Lemma lsum_scale {X} (f : X -> R) c l : lsum (fun a => c * f a) l = c * lsum f l.
Proof. induction l; cbn; lra. Qed.
Lemma lsum_within {X} (f : X -> R) : (forall a, 0 <= f a) -> forall l', NoDup l' -> forall l, (forall o, In o l' -> ~ In o l -> f o = 0) -> lsum f l' <= lsum f l.
Proof.
  intros Hf. induction l' as [|a l' IH]; intros Hd l H; cbn; [apply lsum_nonneg; auto|]. inversion Hd as [|? ? Ha Hd']; subst.
  assert (Dec : In a l \/ ~ In a l) by apply Classical_Prop.classic. destruct Dec as [I|N].
  - apply in_split in I. destruct I as [l1 [l2 ->]]. assert (G : lsum f l' <= lsum f (l1 ++ l2)).
    { apply IH; auto. intros o Ho No. apply H; [now right|]. intros C. apply No. apply in_app_iff in C. apply in_app_iff. destruct C as [C|[<-|C]]; auto. now contradiction Ha. }
    rewrite lsum_app in *. cbn. lra.
  - rewrite (H a) by (auto; now left). specialize (IH Hd' l (fun o Ho No => H o (or_intror Ho) No)). lra.
Qed.

Section Finite.
Context {A : Type} (eqb : A -> A -> bool) (l : list A).
Hypothesis eqb_spec : forall a b, eqb a b = true <-> a = b.
Hypothesis Hl : NoDup l.

Let S (a : A) : bool := existsb (fun o => eqb o a) l.
Lemma in_S a : S a = true <-> In a l.
Proof.
  unfold S. rewrite existsb_exists. split.
  - intros [o [Ho E1]]. apply eqb_spec in E1. now subst.
  - intros H. exists a. split; [easy|]. now apply eqb_spec.
Qed.
Lemma lsum_at (k : A -> R) a : lsum (fun o => k o * event (eqb o) a) l = if S a then k a else 0.
Proof.
  unfold S. clear S. induction Hl as [|b r Hb Hr IH]; cbn; [easy|]. rewrite IH by easy. unfold event. destruct (eqb b a) eqn:E1; cbn [orb].
  - apply eqb_spec in E1. subst b. replace (existsb (fun o => eqb o a) r) with false; [lra|]. symmetry. apply not_true_iff_false. intros C. apply Hb.
    apply existsb_exists in C. destruct C as [o [Ho E2]]. apply eqb_spec in E2. now subst.
  - destruct (existsb (fun o => eqb o a) r); lra.
Qed.

Section One.
Variables (m : prog A) (v : A -> R).
Hypothesis Hv : forall o, In o l -> Ex m (event (eqb o)) = v o.
Hypothesis Hs : lsum v l = 1.

Lemma sum_Ex (k : A -> R) : (forall o, 0 <= k o) -> Ex m (fun a => lsum (fun o => k o * event (eqb o) a) l) = lsum (fun o => v o * k o) l /\
  bd (fun a => lsum (fun o => k o * event (eqb o) a) l).
Proof.
  intros Hk. destruct (Ex_lsum m (fun o a => k o * event (eqb o) a) l) as [E1 B1].
  { intros o. exists (k o). intros a. unfold event. specialize (Hk o). destruct (eqb o a); lra. }
  split; [|exact B1]. rewrite E1. apply lsum_ext. intros o Ho. rewrite Ex_scal by apply bd_event. rewrite Hv by easy. ring.
Qed.
Lemma outside_S : Ex m (fun a => if S a then 0 else 1) = 0.
Proof.
  assert (B : bd (fun a => if S a then 0 else 1)) by (exists 1; intros a; destruct (S a); lra).
  assert (E1 : Ex m (event S) = 1).
  { destruct (sum_Ex (fun _ => 1) ltac:(intros; lra)) as [E1 _]. rewrite <- Hs. rewrite (lsum_ext v (fun o => v o * 1)) by (intros; ring). rewrite <- E1.
    apply Ex_ext. intros a. now rewrite lsum_at. }
  pose proof (Ex_lin m 1 _ _ B (bd_event S)) as E2. rewrite E1 in E2.
  assert (E3 : Ex m (fun a => 1 * (if S a then 0 else 1) + event S a) <= 1).
  { apply Ex_bound; [|lra]. intros a. unfold event. destruct (S a); lra. }
  pose proof (Ex_nonneg m _ B). lra.
Qed.
Theorem finite_law k : bd k -> Ex m k = lsum (fun o => v o * k o) l.
Proof.
  intros Hk. destruct (sum_Ex k (bd_pos k Hk)) as [E1 B1]. rewrite <- E1. apply (Ex_ext_as m S k); auto; [apply outside_S|].
  intros a Ha. rewrite lsum_at. now rewrite Ha.
Qed.
Lemma finite_answers : answers_surely m.
Proof. apply answers_Ex. rewrite finite_law by (apply bd_const; lra). transitivity (lsum v l); [|exact Hs]. apply lsum_ext. intros; ring. Qed.
Lemma finite_outside o : ~ In o l -> Ex m (event (eqb o)) = 0.
Proof.
  intros Ho. rewrite finite_law by apply bd_event. rewrite (lsum_ext _ (fun _ => 0 * 0)); [rewrite lsum_scale; ring|]. intros a Ha. unfold event.
  destruct (eqb o a) eqn:E1; [|ring]. apply eqb_spec in E1. now subst.
Qed.
End One.

Section Two.
Variables (m m' : prog A) (v v' : A -> R).
Hypothesis Hv : forall o, In o l -> Ex m (event (eqb o)) = v o.
Hypothesis Hv' : forall o, In o l -> Ex m' (event (eqb o)) = v' o.
Hypothesis Hs : lsum v l = 1.
Hypothesis Hs' : lsum v' l = 1.
Let P o := probability m (eqb o).
Let P' o := probability m' (eqb o).
Lemma finite_cases o : In o l /\ P o = v o /\ P' o = v' o \/ ~ In o l /\ P o = 0 /\ P' o = 0.
Proof.
  unfold P, P'. rewrite !probability_Ex. destruct (Classical_Prop.classic (In o l)) as [I|N]; [left|right]; (split; [easy|]).
  - auto.
  - split; eapply finite_outside; eauto.
Qed.
Theorem finite_close b : (forall o, In o l -> v o <= exp b * v' o) -> max_divergence_at_most b m m'.
Proof.
  intros H S'. rewrite !probability_Ex. rewrite (finite_law m v Hv Hs), (finite_law m' v' Hv' Hs') by apply bd_event. rewrite <- lsum_scale. apply lsum_le. intros o Ho.
  pose proof (bd_pos _ (bd_event S') o). pose proof (H o Ho). nra.
Qed.
Theorem finite_renyi alpha b : 1 < alpha -> (forall o, In o l -> 0 < v o) -> (forall o, In o l -> 0 < v' o) -> renyi l alpha v v' <= b -> renyi_at_most alpha b P P'.
Proof.
  intros Ha Hp Hp' H. split.
  - intros o Ho. destruct (finite_cases o) as [[I [_ ->]]|[_ [E _]]]; [auto|lra].
  - intros r Hr. assert (T : forall p q, 0 <= renyi_term alpha p q \/ q < 0).
    { intros p q. unfold renyi_term. destruct (Rlt_dec 0 p); [|lra]. destruct (Rlt_dec q 0); [auto|left]. apply Rmult_le_pos; [lra|]. left. apply exp_pos. }
    eapply Rle_trans.
    + apply (lsum_within _ ltac:(intros o; destruct (T (P o) (P' o)) as [G|G]; [exact G|exfalso]; assert (0 <= P' o) by (unfold P'; rewrite probability_Ex; apply Ex_nonneg, bd_event); lra) r Hr l).
      intros o _ No. destruct (finite_cases o) as [[I _]|[_ [-> _]]]; [easy|]. unfold renyi_term. destruct (Rlt_dec 0 0); [lra|easy].
    + rewrite (lsum_ext _ (fun o => v' o * exp (alpha * ln (v o / v' o)))).
      2: { intros o Ho. destruct (finite_cases o) as [[_ [-> ->]]|[N _]]; [|easy]. unfold renyi_term. destruct (Rlt_dec 0 (v o)) as [|C]; [easy|]. contradiction C. auto. }
      unfold renyi in H. set (s := lsum (fun o => v' o * exp (alpha * ln (v o / v' o))) l) in *. destruct (Rle_dec s 0) as [C|C]; [pose proof (exp_pos ((alpha - 1) * b)); lra|].
      rewrite <- (exp_ln s) by lra. apply exp_le. apply (Rmult_le_compat_l (alpha - 1)) in H; [|lra]. replace ((alpha - 1) * (ln s / (alpha - 1))) with (ln s) in H by (field; lra). lra.
Qed.
Theorem finite_range b : (forall o o', In o l -> In o' l -> v o * v' o' <= exp b * (v' o * v o')) -> range_at_most b P P'.
Proof.
  intros H o o'. destruct (finite_cases o) as [[I [-> ->]]|[_ [-> ->]]]; [|lra]. destruct (finite_cases o') as [[I' [-> ->]]|[_ [-> ->]]]; [auto|lra].
Qed.
End Two.
End Finite.

(* ---- peel answers with probability 1, if what it selects with does ---- *)
Theorem peel_answers select x scale k :
  (forall y, Ex (select y scale) (fun i => if below (length y) i then 0 else 1) = 0) ->
  (forall y, y <> [] -> Ex (select y scale) (fun _ => 1) = 1) -> answers_surely (peel select x scale k).
Proof.
  intros Hin Hans. apply answers_Ex. rewrite (peel_law select x scale Hin k) by (apply bd_const; lra).
  assert (G : forall j t, (j <= length (left (length x) t))%nat -> peel_value select x scale j t (fun _ => 1) = 1).
  { induction j; intros t Hj; cbn [peel_value]; [easy|].
    assert (Len : length (scores x t) = length (left (length x) t)) by (unfold scores; apply map_length).
    transitivity (Ex (select (scores x t) scale) (fun _ => 1)); [|apply Hans; intros C; rewrite C in Len; cbn in Len; lia].
    apply (Ex_ext_as (select (scores x t) scale) (below (length (scores x t)))); auto.
    - exists 1. intros c. apply (peel_value_bound select x scale j (fun _ => 1) 1); intros; lra.
    - exists 1. intros; lra.
    - intros c Hc. apply IHj. unfold below in Hc. apply andb_prop in Hc. destruct Hc as [H1 H2]. apply Z.leb_le in H1. apply Z.ltb_lt in H2. rewrite Len in H2.
      assert (I : In (nth (Z.to_nat c) (left_of x t) 0%Z) (left (length x) t)) by (apply nth_In; change (left_of x t) with (left (length x) t); lia).
      pose proof (left_step _ _ _ I). lia. }
  apply G. rewrite left_all. unfold py_len. lia.
Qed.

(* ---- permute-and-flip at every scale >= 0 ---- *)
Lemma flip_in_range_any scale y : 0 <= Q2R scale -> Ex (permute_and_flip y scale) (fun i => if below (length y) i then 0 else 1) = 0.
Proof.
  intros Hs. assert (B : bd (fun i => if below (length y) i then 0 else 1)) by (exists 1; intros i; destruct (below _ i); lra).
  destruct (Req_dec (Q2R scale) 0) as [Z|N]; [|apply flip_in_range; lra]. destruct y as [|a y].
  - unfold permute_and_flip. cbn [py_max]. now rewrite Ex_bind, Ex_fail.
  - destruct (permute_and_flip_at_0 (a :: y) scale _ ltac:(easy) Z B) as [r [Hr [_ H]]]. rewrite <- (law_Ex _ _ _ B H).
    unfold below, valid in *. destruct (Z.leb_spec 0 r); [|lia]. destruct (Z.ltb_spec r (Z.of_nat (length (a :: y)))); [easy|lia].
Qed.
Lemma flip_answers_any scale y : 0 <= Q2R scale -> y <> [] -> Ex (permute_and_flip y scale) (fun _ => 1) = 1.
Proof.
  intros Hs Hy. assert (B : bd (fun _ : Z => 1)) by (apply bd_const; lra). symmetry. apply law_Ex; [easy|].
  destruct (Req_dec (Q2R scale) 0) as [Z|N]; [|apply permute_and_flip_answers; [easy|lra]].
  destruct (permute_and_flip_at_0 y scale _ Hy Z B) as [r [_ [_ H]]]. exact H.
Qed.
Theorem peel_flip_answers x scale k : 0 <= Q2R scale -> answers_surely (peel permute_and_flip x scale k).
Proof. intros Hs. apply peel_answers; intros; [now apply flip_in_range_any|now apply flip_answers_any]. Qed.

