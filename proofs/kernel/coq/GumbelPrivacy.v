(* The privacy of the running Gumbel code: max divergence of gumbel_max (000), zero-concentrated divergence of gumbel_top_k (004). *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedGumbel SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy PermuteAndFlipLaw ExponentialMechanism GumbelDocuments GumbelCells GumbelComparison GumbelTopKLaw GumbelMaxLaw.
Import ListNotations.
Open Scope R_scope.

Lemma law_unique {A} (m : prog A) k v v' : law m k v -> law m k v' -> v = v'.
Proof. unfold law. intros H H'. apply is_lim_seq_unique in H. apply is_lim_seq_unique in H'. rewrite H in H'. now injection H'. Qed.

(* in range distance d *)
Definition moved (n : nat) (d : R) (y y' : Z -> R) : Prop :=
  forall i j, (0 <= i < Z.of_nat n)%Z -> (0 <= j < Z.of_nat n)%Z -> (y i - y' i) - (y j - y' j) <= d.
Lemma range_in n j : In j (py_range (Z.of_nat n)) <-> (0 <= j < Z.of_nat n)%Z.
Proof.
  unfold py_range. rewrite in_map_iff. split.
  - intros [i [<- Hi]]. apply in_seq in Hi. lia.
  - intros Hj. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia.
Qed.

Theorem gumbel_max_private enclosed tol tau x x' d i v v' : encloses enclosed tol -> 0 < tau -> length x = length x' ->
  (forall a, In a x -> unsampled a /\ Q2R (scale a) = tau) -> (forall a, In a x' -> unsampled a /\ Q2R (scale a) = tau) ->
  moved (length x) d (fun j => Q2R (shift (at_ x j))) (fun j => Q2R (shift (at_ x' j))) -> (0 <= i < Z.of_nat (length x))%Z ->
  law (gumbel_max enclosed x) (event (Z.eqb i)) v -> law (gumbel_max enclosed x') (event (Z.eqb i)) v' -> v <= exp (d / tau) * v'.
Proof.
  intros Henc Htau Hl Hx Hx' Hd Hi Hv Hv'. destruct (in_split i (py_range (py_len x))) as [l1 [l2 E1]]; [now apply range_in|].
  assert (Hp : Permutation (i :: l1 ++ l2) (py_range (py_len x))) by (rewrite E1; apply Permutation_middle).
  assert (Hp' : Permutation (i :: l1 ++ l2) (py_range (py_len x'))) by (unfold py_len in *; now rewrite <- Hl).
  rewrite (law_unique _ _ _ _ Hv (gumbel_max_law enclosed tol tau x i _ Henc Htau Hx Hp)).
  rewrite (law_unique _ _ _ _ Hv' (gumbel_max_law enclosed tol tau x' i _ Henc Htau Hx' Hp')).
  apply em_private; [easy|easy| |now left]. intros j m Hj Hm. apply Hd; apply range_in; eapply Permutation_in; eauto.
Qed.

(* ---- all orders of k out of l, with what is left ---- *)
Fixpoint orders (k : nat) (l : list Z) : list (list Z * list Z) :=
  match k with
  | O => [([], l)]
  | S k => flat_map (fun ir => map (fun sr => (fst ir :: fst sr, snd sr)) (orders k (snd ir))) (picks l)
  end.
Lemma orders_perm k : forall l s r, In (s, r) (orders k l) -> Permutation (s ++ r) l /\ length s = k.
Proof.
  induction k; intros l s r H; cbn [orders] in H.
  - destruct H as [H|[]]. injection H as <- <-. split; reflexivity.
  - apply in_flat_map in H. destruct H as [[i t] [H1 H2]]. apply in_map_iff in H2. destruct H2 as [[s' r'] [E1 H2]]. cbn in *. injection E1 as <- <-.
    apply picks_perm in H1. destruct (IHk _ _ _ H2) as [H3 H4]. split; [|cbn; lia]. rewrite H1. cbn. now constructor.
Qed.
Lemma lsum_flat {X Y} (f : Y -> R) (g : X -> list Y) l : lsum f (flat_map g l) = lsum (fun a => lsum f (g a)) l.
Proof.
  assert (A : forall a b, lsum f (a ++ b) = lsum f a + lsum f b) by (intros a b; induction a; cbn; lra).
  induction l as [|a l IH]; cbn; [easy|]. now rewrite A, IH.
Qed.
Lemma lsum_perm {X} (f : X -> R) l l' : Permutation l l' -> lsum f l = lsum f l'.
Proof. induction 1; cbn; lra. Qed.
Lemma lsum_picks {X} (f : X -> R) l : lsum (fun cr => f (fst cr)) (picks l) = lsum f l.
Proof. induction l as [|a l IH]; cbn; [easy|]. rewrite lsum_map. cbn. now rewrite IH. Qed.

Section Divergence.
Context (tau : R) (y y' : Z -> R).
Hypothesis Htau : 0 < tau.
Let P (sr : list Z * list Z) := peeled tau y (snd sr) (fst sr).
Let Q' (sr : list Z * list Z) := peeled tau y' (snd sr) (fst sr).
Lemma peeled_pos (z : Z -> R) rest s : 0 < peeled tau z rest s.
Proof.
  induction s as [|i s IH]; cbn [peeled]; [lra|]. apply Rmult_lt_0_compat; [|easy]. apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply lsum_pos; [easy|]. intros; apply exp_pos.
Qed.
Lemma peeled_cons (z : Z -> R) l i s r : Permutation (i :: s ++ r) l -> peeled tau z r (i :: s) = p l tau z i * peeled tau z r s.
Proof. intros H. cbn [peeled]. unfold p, W. rewrite <- (lsum_perm (w tau z) _ _ H). reflexivity. Qed.

Lemma orders_mass k : forall l, (k <= length l)%nat -> lsum (fun sr => peeled tau y (snd sr) (fst sr)) (orders k l) = 1.
Proof.
  induction k; intros l Hk; cbn [orders]; [cbn; lra|]. rewrite lsum_flat.
  assert (Hl : l <> []) by (intros ->; cbn in Hk; lia).
  rewrite (lsum_ext _ (fun ir => p l tau y (fst ir))); [rewrite (lsum_picks (p l tau y)); now apply p_one|].
  intros [i t] Hi. apply picks_perm in Hi. rewrite lsum_map. cbn [fst snd].
  rewrite (lsum_ext _ (fun sr => p l tau y i * peeled tau y (snd sr) (fst sr))).
  - rewrite lsum_scal, IHk; [ring|]. apply Permutation_length in Hi. cbn in Hi. lia.
  - intros [s r] Hs. cbn [fst snd]. apply peeled_cons. apply orders_perm in Hs. rewrite Hi. constructor. apply Hs.
Qed.

Theorem orders_moment d alpha k : 1 < alpha -> forall l,
  (forall i j, In i l -> In j l -> (y i - y' i) - (y j - y' j) <= d) ->
  lsum (fun sr => Q' sr * exp (alpha * ln (P sr / Q' sr))) (orders k l) <= exp (INR k * ((alpha - 1) * (alpha * ((d / tau) ^ 2 / 8)))).
Proof.
  intros Ha. set (c := (alpha - 1) * (alpha * ((d / tau) ^ 2 / 8))). induction k; intros l Hl.
  - cbn [orders lsum INR]. unfold P, Q'. cbn [fst snd peeled]. replace (1 / 1) with 1 by field. rewrite ln_1, Rmult_0_r, Rmult_0_l, exp_0. lra.
  - cbn [orders]. rewrite lsum_flat. destruct (list_eq_dec Z.eq_dec l []) as [->|Hne]; [cbn; left; apply exp_pos|].
    apply Rle_trans with (lsum (fun ir => (fun i => exp (INR k * c) * (p l tau y' i * exp (alpha * ln (p l tau y i / p l tau y' i)))) (fst ir)) (picks l)).
    + apply lsum_le. intros [i t] Hi. apply picks_perm in Hi. rewrite lsum_map. cbn [fst snd].
      rewrite (lsum_ext _ (fun sr => (p l tau y' i * exp (alpha * ln (p l tau y i / p l tau y' i))) * (Q' sr * exp (alpha * ln (P sr / Q' sr))))).
      * rewrite lsum_scal, Rmult_comm. apply Rmult_le_compat_r.
        { apply Rmult_le_pos; left; [now apply p_pos|apply exp_pos]. }
        apply IHk. intros a b Hia Hib. apply Hl; apply (Permutation_in _ (Permutation_sym Hi)); now right.
      * intros [s r] Hs. unfold P, Q'. cbn [fst snd]. apply orders_perm in Hs.
        assert (Pm : Permutation (i :: s ++ r) l) by (rewrite Hi; constructor; apply Hs). rewrite !(peeled_cons _ l) by easy.
        pose proof (peeled_pos y r s) as P1. pose proof (peeled_pos y' r s) as P2. pose proof (p_pos l tau Hne y i) as P3. pose proof (p_pos l tau Hne y' i) as P4.
        replace (p l tau y i * peeled tau y r s / (p l tau y' i * peeled tau y' r s)) with ((p l tau y i / p l tau y' i) * (peeled tau y r s / peeled tau y' r s)) by (field; lra).
        rewrite ln_mult by (apply Rdiv_lt_0_compat; lra). rewrite Rmult_plus_distr_l, exp_plus. ring.
    + rewrite (lsum_picks (fun i => exp (INR k * c) * (p l tau y' i * exp (alpha * ln (p l tau y i / p l tau y' i))))). rewrite lsum_scal, S_INR.
      replace ((INR k + 1) * c) with (INR k * c + c) by ring. rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos|].
      pose proof (em_zcdp l tau y y' d alpha Hne Htau Ha Hl) as G. unfold renyi in G.
      assert (G2 : ln (lsum (fun i => p l tau y' i * exp (alpha * ln (p l tau y i / p l tau y' i))) l) <= alpha * ((d / tau) ^ 2 / 8) * (alpha - 1)) by (apply Rle_div_l; [lra|exact G]).
      assert (M0 : 0 < lsum (fun i => p l tau y' i * exp (alpha * ln (p l tau y i / p l tau y' i))) l).
      { apply lsum_pos; auto. intros i _. apply Rmult_lt_0_compat; [now apply p_pos|apply exp_pos]. }
      rewrite <- (exp_ln _ M0). apply exp_le'. unfold c. lra.
Qed.
Theorem peeled_private d : forall s rest, (forall i j, In i (s ++ rest) -> In j (s ++ rest) -> (y i - y' i) - (y j - y' j) <= d) ->
  peeled tau y rest s <= exp (INR (length s) * (d / tau)) * peeled tau y' rest s.
Proof.
  induction s as [|i s IH]; intros rest H.
  - cbn [length INR peeled]. rewrite Rmult_0_l, exp_0. lra.
  - rewrite !(peeled_cons _ ((i :: s) ++ rest)) by reflexivity. cbn [length]. rewrite S_INR.
    replace ((INR (length s) + 1) * (d / tau)) with (d / tau + INR (length s) * (d / tau)) by ring. rewrite exp_plus.
    pose proof (em_private ((i :: s) ++ rest) tau y y' ltac:(easy) Htau d H i (or_introl eq_refl)) as H1.
    pose proof (IH rest ltac:(intros a b Ha Hb; apply H; now right)) as H2.
    pose proof (p_pos ((i :: s) ++ rest) tau ltac:(easy) y i). pose proof (peeled_pos y rest s).
    replace (exp (d / tau) * exp (INR (length s) * (d / tau)) * (p ((i :: s) ++ rest) tau y' i * peeled tau y' rest s)) with
      (exp (d / tau) * p ((i :: s) ++ rest) tau y' i * (exp (INR (length s) * (d / tau)) * peeled tau y' rest s)) by ring.
    apply Rmult_le_compat; lra.
Qed.
End Divergence.

(* and its max divergence: k d/scale, order by order *)
Theorem gumbel_top_k_private enclosed tol tau x x' k d s rest v v' : encloses enclosed tol -> 0 < tau -> length x = length x' ->
  (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> (forall a, In a x' -> Q2R (GumbelRV_scale a) = tau) ->
  moved (length x) d (shift_of x) (shift_of x') -> (0 <= k)%Z -> Permutation (s ++ rest) (py_range (py_len x)) -> py_len s = Z.min k (py_len x) ->
  law (gumbel_top_k enclosed x k) (event (asked s)) v -> law (gumbel_top_k enclosed x' k) (event (asked s)) v' ->
  v <= exp (INR (length s) * (d / tau)) * v'.
Proof.
  intros Henc Htau Hl Hx Hx' Hd Hk Hp Hs Hv Hv'.
  rewrite (law_unique _ _ _ _ Hv (gumbel_top_k_law enclosed tol tau x k s rest Henc Htau Hx Hk Hp Hs)).
  assert (El : py_len x' = py_len x) by (unfold py_len; now rewrite Hl).
  rewrite (law_unique _ _ _ _ Hv' (gumbel_top_k_law enclosed tol tau x' k s rest Henc Htau Hx' Hk ltac:(rewrite El; exact Hp) ltac:(rewrite El; exact Hs))).
  apply peeled_private; auto. intros i j Hi Hj. apply Hd; apply range_in; eapply Permutation_in; eauto.
Qed.

(* D_alpha(gumbel_top_k(x) || gumbel_top_k(x')) <= k alpha (d/scale)^2/8: zero-concentrated divergence k (d/scale)^2/8 *)
Theorem gumbel_top_k_zcdp enclosed tol tau x x' k d alpha P Q' : encloses enclosed tol -> 0 < tau -> length x = length x' ->
  (forall a, In a x -> Q2R (GumbelRV_scale a) = tau) -> (forall a, In a x' -> Q2R (GumbelRV_scale a) = tau) ->
  moved (length x) d (shift_of x) (shift_of x') -> (k <= length x)%nat -> 1 < alpha ->
  (forall s, law (gumbel_top_k enclosed x (Z.of_nat k)) (event (asked s)) (P s)) ->
  (forall s, law (gumbel_top_k enclosed x' (Z.of_nat k)) (event (asked s)) (Q' s)) ->
  renyi (map fst (orders k (py_range (py_len x)))) alpha P Q' <= INR k * (alpha * ((d / tau) ^ 2 / 8)) /\
  lsum P (map fst (orders k (py_range (py_len x)))) = 1.
Proof.
  intros Henc Htau Hl Hx Hx' Hd Hk Ha HP HQ. set (l := py_range (py_len x)).
  assert (Ll : length l = length x) by (unfold l, py_range, py_len; now rewrite map_length, seq_length, Nat2Z.id).
  assert (EP : forall sr, In sr (orders k l) -> P (fst sr) = peeled tau (shift_of x) (snd sr) (fst sr)).
  { intros [s r] Hs. apply orders_perm in Hs. destruct Hs as [H1 H2]. cbn [fst snd]. eapply law_unique; [apply HP|].
    apply (gumbel_top_k_law enclosed tol tau); auto; [lia|]. unfold py_len. lia. }
  assert (EQ : forall sr, In sr (orders k l) -> Q' (fst sr) = peeled tau (shift_of x') (snd sr) (fst sr)).
  { intros [s r] Hs. apply orders_perm in Hs. destruct Hs as [H1 H2]. cbn [fst snd]. eapply law_unique; [apply HQ|].
    apply (gumbel_top_k_law enclosed tol tau); auto; [lia| |unfold py_len; lia]. unfold l, py_len in H1. unfold py_len. now rewrite <- Hl. }
  split.
  - pose proof (orders_moment tau (shift_of x) (shift_of x') Htau d alpha k Ha l) as M. unfold renyi. rewrite lsum_map.
    rewrite (lsum_ext _ (fun sr => peeled tau (shift_of x') (snd sr) (fst sr) * exp (alpha * ln (peeled tau (shift_of x) (snd sr) (fst sr) / peeled tau (shift_of x') (snd sr) (fst sr)))))
      by (intros sr Hs; now rewrite EP, EQ).
    assert (Ne : orders k l <> []).
    { intros C. pose proof (orders_mass tau (shift_of x) k l ltac:(lia)) as E1. rewrite C in E1. cbn in E1. lra. }
    assert (M0 : 0 < lsum (fun sr => peeled tau (shift_of x') (snd sr) (fst sr) * exp (alpha * ln (peeled tau (shift_of x) (snd sr) (fst sr) / peeled tau (shift_of x') (snd sr) (fst sr)))) (orders k l)).
    { apply lsum_pos; auto. intros sr _. apply Rmult_lt_0_compat; [apply peeled_pos|apply exp_pos]. }
    apply Rle_div_l; [lra|]. rewrite <- (ln_exp (INR k * (alpha * ((d / tau) ^ 2 / 8)) * (alpha - 1))). apply ln_le'; [easy|].
    eapply Rle_trans; [apply M|].
    + intros i j Hi Hj. apply Hd; now apply range_in.
    + apply exp_le'. lra.
  - rewrite lsum_map. rewrite (lsum_ext _ (fun sr => peeled tau (shift_of x) (snd sr) (fst sr))) by (intros; now apply EP).
    apply orders_mass. lia.
Qed.
