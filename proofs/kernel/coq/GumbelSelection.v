(* The running gumbel_top_k and gumbel_max as selections: laws in the form of peeled softmax, and what they do without noise. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability EmittedSelection EmittedGumbel Evaluation SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLaw PeelLaw ExponentialMechanism AdaptiveComposition PeeledFlipZcdp FiniteLaws SoftmaxSelection GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw GumbelMaxLaw GumbelWithoutNoise PermuteAndFlipLoop ExponentialMechanismLaw MaxDivergencePrivacy.
Import ListNotations.
Open Scope R_scope.

(* ---- one shot is peeling ---- *)
Lemma lsum_perm {X} (f : X -> R) l l' : Permutation l l' -> lsum f l = lsum f l'.
Proof. induction 1; cbn; lra. Qed.
Lemma peeled_cons tau (z : Z -> R) l i s r : Permutation (i :: s ++ r) l -> peeled tau z r (i :: s) = p l tau z i * peeled tau z r s.
Proof. intros H. cbn [peeled]. unfold p, W. rewrite <- (lsum_perm (w tau z) _ _ H). reflexivity. Qed.
Lemma rest_of n h i s rest : Permutation (i :: s ++ rest) (left n h) -> Permutation (s ++ rest) (left n (h ++ [i])).
Proof.
  intros H. assert (D : NoDup (i :: s ++ rest)) by (apply (Permutation_NoDup (Permutation_sym H)), left_NoDup). inversion D as [|? ? Ni Nd]; subst.
  apply NoDup_Permutation; [easy|apply left_NoDup|]. intros a. rewrite in_left, (in_app_iff h [i] a). split.
  - intros Ha. assert (I : In a (left n h)) by (apply (Permutation_in _ H); now right). apply in_left in I. split; [tauto|]. intros [C|[->|[]]]; [tauto|easy].
  - intros [Hr N]. assert (I : In a (i :: s ++ rest)). { apply (Permutation_in _ (Permutation_sym H)). apply in_left. tauto. } destruct I as [->|I]; [|easy]. contradiction N. right. now left.
Qed.
Lemma peeled_is_chance n tau y rest : forall s h, 0 < tau -> Permutation (s ++ rest) (left n h) -> peeled tau y rest s = chance (softmax n tau y) h s.
Proof.
  induction s as [|i s IH]; intros h Ht H; [easy|]. cbn [app] in H. cbn [chance]. rewrite <- (IH (h ++ [i]) Ht (rest_of n h i s rest H)).
  now rewrite (peeled_cons tau y (left n h) i s rest H).
Qed.
Lemma outcome_rest n k h o : In o (paths (left n) k h) -> exists rest, Permutation (o ++ rest) (left n h).
Proof.
  revert h o. induction k; intros h o Ho; cbn [paths] in Ho; [destruct Ho as [<-|[]]; exists (left n h); apply Permutation_refl|].
  apply in_flat_map in Ho. destruct Ho as [i [Hi Ho]]. apply in_map_iff in Ho. destruct Ho as [o' [<- Ho]]. destruct (IHk _ _ Ho) as [rest H]. exists rest.
  assert (E : Permutation (left n h) (i :: left n (h ++ [i]))).
  { apply NoDup_Permutation; [apply left_NoDup| |].
    - constructor; [|apply left_NoDup]. rewrite in_left, in_app_iff. cbn. tauto.
    - intros a. cbn. rewrite !in_left, in_app_iff. cbn. destruct (Z.eq_dec i a) as [->|N]; [apply in_left in Hi; tauto|]. intuition. }
  apply Permutation_sym. eapply Permutation_trans; [exact E|]. cbn. constructor. now apply Permutation_sym.
Qed.
Theorem gumbel_top_k_softmax enclosed tol tau x k : encloses enclosed tol -> 0 < tau -> (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> (0 <= k)%Z ->
  has_softmax_law (gumbel_top_k enclosed x k) (length x) (Z.to_nat (Z.min k (py_len x))) tau (shift_of x).
Proof.
  intros He Ht Hx Hk o Ho. destruct (outcome_rest _ _ _ _ Ho) as [rest Hp]. rewrite <- (peeled_is_chance (length x) tau (shift_of x) rest o [] Ht Hp).
  symmetry. apply law_Ex; [apply bd_event|].
  assert (R : left (length x) [] = py_range (py_len x)).
  { unfold left, py_range, py_len, PeelLaw.range. rewrite Nat2Z.id. generalize (map Z.of_nat (seq 0 (length x))) as l. induction l as [|a l IH]; [easy|]. cbn. now rewrite IH. }
  rewrite R in Hp. apply outcomes_are in Ho. apply (gumbel_top_k_law enclosed tol tau x k o rest He Ht Hx Hk Hp). unfold py_len in *. lia.
Qed.

(* ---- without noise ---- *)
Lemma surely {A} (m : prog A) S : probability m S = 1 -> answers_surely m.
Proof.
  intros H. apply answers_Ex. rewrite probability_Ex in H. assert (B : bd (fun _ : A => 1)) by (apply bd_const; lra).
  pose proof (Ex_le m (event S) (fun _ => 1) (bd_event S) B) as L. pose proof (Ex_bound m (fun _ => 1) 1 ltac:(intros; lra) ltac:(lra)).
  assert (Ex m (event S) <= Ex m (fun _ => 1)) by (apply L; intros a; unfold event; destruct (S a); lra). lra.
Qed.
Theorem gumbel_top_k_0_answers enclosed x k : (forall a, In a x -> Q2R (GumbelRV_scale a) = 0) -> (0 <= k)%Z -> answers_surely (gumbel_top_k enclosed x k).
Proof.
  intros Hx Hk. destruct (gumbel_top_k_at_0 enclosed x k Hx Hk) as [s [rest [H _]]]. apply (surely _ (asked s)). now apply probability_law.
Qed.

(* the last of the greatest shifts *)
Definition not_after (a b : Z * GumbelPSRN) : Prop :=
  Q2R (GumbelPSRN_shift (snd a)) < Q2R (GumbelPSRN_shift (snd b)) \/ (Q2R (GumbelPSRN_shift (snd a)) = Q2R (GumbelPSRN_shift (snd b)) /\ (fst a <= fst b)%Z).
Lemma greater_than_0 enclosed a b : Q2R (GumbelPSRN_scale a) = 0 -> Q2R (GumbelPSRN_scale b) = 0 ->
  eval (greater_than enclosed a b) = Answer (qlt (GumbelPSRN_shift b) (GumbelPSRN_shift a), a, b).
Proof.
  intros Ha Hb. unfold greater_than. destruct (qeq_spec (GumbelPSRN_scale a) (GumbelPSRN_scale b)) as [_|C]; [|lra].
  destruct (qeq_spec (GumbelPSRN_scale b) (inject_Z 0)) as [_|C]; [reflexivity|rewrite R_Z in C; lra].
Qed.
Lemma reduce_0 enclosed l : forall a, (forall c, In c (a :: l) -> Q2R (GumbelPSRN_scale (snd c)) = 0) -> (forall c, In c l -> (fst a < fst c)%Z) ->
  Sorted.StronglySorted (fun c c' => (fst c < fst c')%Z) l ->
  exists r, In r (a :: l) /\ (forall c, In c (a :: l) -> not_after c r) /\
    eval (reduce_from (gumbel_max_reduce_best enclosed) a l) = Answer r.
Proof.
  induction l as [|b l IH]; intros a Hz Hlt Hs.
  - exists a. split; [now left|]. split; [intros c [->|[]]; right; split; [easy|lia]|easy].
  - inversion Hs as [|? ? Hs' Hb]; subst. rewrite List.Forall_forall in Hb. cbn [reduce_from eval]. unfold gumbel_max_reduce_best at 1. cbn [eval].
    rewrite (greater_than_0 enclosed (snd a) (snd b)) by (apply Hz; cbn; auto). cbn [eval].
    set (c := if qlt (GumbelPSRN_shift (snd b)) (GumbelPSRN_shift (snd a)) then (fst a, snd a) else (fst b, snd b)).
    assert (Hc : (c = a /\ not_after b c) \/ (c = b /\ not_after a c)).
    { unfold c, not_after. destruct (qlt_spec (GumbelPSRN_shift (snd b)) (GumbelPSRN_shift (snd a))); rewrite <- surjective_pairing; [left|right]; (split; [easy|]); [now left|].
      destruct (Req_dec (Q2R (GumbelPSRN_shift (snd a))) (Q2R (GumbelPSRN_shift (snd b)))); [right; split; [easy|]; specialize (Hlt b ltac:(now left)); lia|left; lra]. }
    destruct (IH c) as [r [H1 [H2 H3]]].
    + intros e [<-|He]; [destruct Hc as [[-> _]|[-> _]]; apply Hz; cbn; auto|apply Hz; cbn; auto].
    + intros e He. destruct Hc as [[-> _]|[-> _]]; [apply Hlt; now right|now apply Hb].
    + easy.
    + exists r. split; [destruct H1 as [<-|H1]; [destruct Hc as [[-> _]|[-> _]]; cbn; auto|cbn; auto]|]. split; [|exact H3].
      assert (T : forall e, not_after e c -> not_after e r).
      { intros e He. specialize (H2 c ltac:(now left)). unfold not_after in *. destruct He as [He|[He He']], H2 as [Hq|[Hq Hq']]; [left|left|left|right]; try lra. split; [lra|lia]. }
      assert (Rc : not_after c c) by (right; split; [easy|lia]).
      intros e [->|[->|He]]; [| |apply H2; now right]; apply T; destruct Hc as [[E Hc]|[E Hc]]; rewrite ?E; rewrite E in Hc, Rc; auto.
Qed.
Theorem gumbel_max_at_0 enclosed x : x <> [] -> (forall a, In a x -> Q2R (GumbelPSRN_scale a) = 0) -> exists i,
  (0 <= i < Z.of_nat (length x))%Z /\ eval (gumbel_max enclosed x) = Answer i /\
  forall j, (0 <= j < Z.of_nat (length x))%Z -> not_after (j, at_ x j) (i, at_ x i).
Proof.
  intros Hx Hz. destruct x as [|a x]; [easy|]. unfold gumbel_max. cbv zeta.
  set (r := combine (map Z.of_nat (seq 1 (length x))) x). assert (Ee : py_enumerate (a :: x) = (0%Z, a) :: r) by (unfold py_enumerate, py_range, py_len; rewrite Nat2Z.id; reflexivity).
  cbn [eval]. rewrite Ee. cbn [py_reduce].
  assert (Hr : forall s y, Sorted.StronglySorted (fun c c' : Z * GumbelPSRN => (fst c < fst c')%Z) (combine (map Z.of_nat (seq s (length y))) y) /\
     forall c, In c (combine (map Z.of_nat (seq s (length y))) y) -> (Z.of_nat s <= fst c)%Z).
  { clear. intros s y. revert s. induction y as [|b y IH]; intros s; cbn; [split; [constructor|easy]|]. destruct (IH (S s)) as [I1 I2]. split.
    - constructor; [exact I1|]. apply List.Forall_forall. intros c Hc. specialize (I2 c Hc). cbn. lia.
    - intros c [<-|Hc]; [cbn; lia|]. specialize (I2 c Hc). lia. }
  assert (At : forall c, In c ((0%Z, a) :: r) -> snd c = at_ (a :: x) (fst c) /\ (0 <= fst c < Z.of_nat (length (a :: x)))%Z).
  { intros [j c] [E|Hc]; [injection E as <- <-; split; [reflexivity|cbn; lia]|]. pose proof Hc as Hc'. apply combine_at in Hc. destruct Hc as [Hj Hc]. cbn [fst snd]. split.
    - unfold at_. destruct (Z.ltb_spec j 0); [lia|]. replace (Z.to_nat j) with (S (Z.to_nat j - 1)) by lia. symmetry. exact Hc.
    - apply in_combine_l in Hc'. apply in_map_iff in Hc'. destruct Hc' as [i [<- Hi]]. apply in_seq in Hi. cbn. lia. }
  destruct (reduce_0 enclosed r (0%Z, a)) as [e [H1 [H2 H3]]].
  - intros c Hc. destruct (At c Hc) as [-> B]. apply Hz. unfold at_. destruct (Z.ltb_spec (fst c) 0); [lia|]. apply nth_In. lia.
  - intros c Hc. apply (proj2 (Hr 1%nat x)) in Hc. cbn. lia.
  - apply Hr.
  - rewrite H3. exists (fst e). destruct (At e H1) as [E B]. split; [easy|]. split; [reflexivity|].
    intros j Hj. rewrite <- E, <- surjective_pairing. apply H2.
    assert (I : In j (map fst ((0%Z, a) :: r))).
    { cbn [map fst]. unfold r. rewrite combine_fst by (now rewrite map_length, seq_length). change (0%Z :: map Z.of_nat (seq 1 (length x))) with (map Z.of_nat (seq 0 (length (a :: x)))).
      apply in_map_iff. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia. }
    apply in_map_iff in I. destruct I as [[j' c] [E1 I]]. cbn in E1. subst j'. destruct (At _ I) as [E2 _]. cbn in E2. now rewrite <- E2.
Qed.

(* ---- gumbel_max has the law of softmax ---- *)
Section Max.
Variables (enclosed : Z -> Z -> Q * Q) (tol : Z -> R) (tau : R).
Hypothesis He : encloses enclosed tol.
Hypothesis Ht : 0 < tau.
Definition unsampled_at (x : list GumbelPSRN) : Prop := forall a, In a x -> unsampled a /\ Q2R (GumbelPSRN_scale a) = tau.
Let shift_at (x : list GumbelPSRN) (j : Z) := Q2R (GumbelPSRN_shift (at_ x j)).
Theorem gumbel_max_softmax x i : unsampled_at x -> In i (py_range (py_len x)) -> Ex (gumbel_max enclosed x) (event (Z.eqb i)) = p (py_range (py_len x)) tau (shift_at x) i.
Proof.
  intros Hx Hi. apply in_split in Hi. destruct Hi as [l1 [l2 E]]. assert (P : Permutation (i :: (l1 ++ l2)) (py_range (py_len x))) by (rewrite E; apply Permutation_middle).
  symmetry. rewrite <- (law_Ex _ _ _ (bd_event (Z.eqb i)) (gumbel_max_law enclosed tol tau x i (l1 ++ l2) He Ht Hx P)).
  unfold p, W. f_equal. symmetry. now apply lsum_perm.
Qed.
End Max.
