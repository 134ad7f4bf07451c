(* The laws as the spec states them, on tapes of coins. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms Python EmittedSelection SamplerLaws PermuteAndFlipIntegral PermuteAndFlipLoop MaxDivergencePrivacy.
Import ListNotations.
Open Scope R_scope.

Definition others (x : list Q) (r : Z) : list Z := filter (fun j => negb (j =? r)%Z) (py_range (py_len x)).

Lemma psum_one (F : Z -> list Z -> R) r l : NoDup l -> In r l ->
  psum (fun c s => event (Z.eqb r) c * F c s) l = F r (filter (fun j => negb (j =? r)%Z) l).
Proof.
  revert F. induction l as [|a l IH]; intros F Hd Hi; [easy|]. inversion Hd as [|? ? Ha Hd']; subst. rewrite psum_cons. cbn [filter].
  unfold event at 1. destruct (Z.eqb_spec r a) as [->|N].
  - rewrite Z.eqb_refl. cbn [negb]. rewrite (psum_ext _ (fun _ _ => 0 * 0)).
    + rewrite psum_scal. rewrite Rmult_1_l, Rmult_0_l, Rplus_0_r. f_equal. clear -Ha. induction l as [|b l IH]; [easy|]. cbn.
      destruct (Z.eqb_spec b a) as [->|_]; [exfalso; apply Ha; now left|]. cbn. f_equal. apply IH. intros H. apply Ha. now right.
    + intros c s Hp. unfold event. destruct (Z.eqb_spec a c) as [->|_]; [|ring]. exfalso. apply Ha.
      apply (Permutation_in _ (Permutation_sym Hp)). now left.
  - destruct (Z.eqb_spec a r) as [->|_]; [easy|]. cbn [negb]. rewrite Rmult_0_l, Rplus_0_l.
    apply (IH (fun c s => F c (a :: s))); auto. destruct Hi as [->|Hi]; [easy|exact Hi].
Qed.

Lemma range_NoDup n : NoDup (py_range n).
Proof. unfold py_range. apply FinFun.Injective_map_NoDup; [intros a b; apply Nat2Z.inj|apply seq_NoDup]. Qed.

(* P(r) = p_r * integral_0^1 prod_{j != r} (1 - t p_j) dt, where p_j = exp((x_j - max x)/scale): every n, scale > 0 *)
Theorem permute_and_flip_law x scale r : x <> [] -> 0 < Q2R scale -> valid x r ->
  law (permute_and_flip x scale) (event (Z.eqb r))
    (weight x scale r * RInt (P (map (weight x scale) (others x r))) 0 1).
Proof.
  intros Hx Hs Hr. pose proof (adequacy (permute_and_flip x scale) _ (bd_event (Z.eqb r))) as H.
  rewrite flip_law in H by auto using bd_event. unfold V in H.
  rewrite (psum_one (fun c s => weight x scale c * I (map (weight x scale) s))) in H; auto using range_NoDup.
  unfold py_range. apply in_map_iff. exists (Z.to_nat r). unfold valid in Hr. split; [lia|]. apply in_seq. unfold py_len. lia.
Qed.

(* It answers with probability 1: no exception, no endless loop. *)
Lemma psum_D q t : psum (fun c r => c * P r t) q = - D q t.
Proof.
  induction q as [|a q IH]; [cbn; unfold psum; cbn; lra|]. rewrite psum_cons. cbn [D P].
  rewrite (psum_ext _ (fun c r => (1 - t * a) * (c * P r t))) by (intros; cbn [P]; ring). rewrite psum_scal, IH. ring.
Qed.
Lemma I_mass q : psum (fun c r => c * I r) q = 1 - P q 1.
Proof.
  assert (H3 : is_RInt (fun t => psum (fun c r => c * P r t) q) 0 1 (psum (fun c r => c * I r) q)).
  { unfold psum. rewrite (lsum_ext _ (fun cr => RInt (fun t => fst cr * P (snd cr) t) 0 1)).
    - apply (lsum_RInt (fun cr t => fst cr * P (snd cr) t)). intros cr. apply (ex_RInt_scal (P (snd cr))). apply P_int.
    - intros cr _. symmetry. apply (RInt_scal (P (snd cr))). apply P_int. }
  assert (H4 : is_RInt (fun t => - D q t) 0 1 (- (P q 1 - P q 0))).
  { apply (is_RInt_opp (D q)). apply (is_RInt_derive (P q)); [intros; apply P_derive|intros; apply D_continuous]. }
  apply (is_RInt_ext _ (fun t => - D q t)) in H3; [|intros; apply psum_D].
  rewrite <- (is_RInt_unique _ _ _ _ H3), (is_RInt_unique _ _ _ _ H4), P_0. lra.
Qed.
Theorem permute_and_flip_answers x scale : x <> [] -> 0 < Q2R scale -> law (permute_and_flip x scale) (fun _ => 1) 1.
Proof.
  intros Hx Hs. pose proof (adequacy (permute_and_flip x scale) (fun _ => 1) (bd_const 1 ltac:(lra))) as H.
  rewrite flip_law in H; auto using bd_const; [|apply bd_const; lra].
  replace (V (weight x scale) (fun _ => 1) (py_range (py_len x))) with 1 in H; [exact H|]. unfold V.
  pose proof (I_mass (map (weight x scale) (py_range (py_len x)))) as E1. rewrite psum_map in E1.
  rewrite (psum_ext _ (fun c r => weight x scale c * I (map (weight x scale) r))) by (intros; ring). rewrite E1.
  assert (P0 : forall q, In 1 q -> P q 1 = 0).
  { induction q as [|a q IH]; cbn; [easy|]. intros [->|Hi]; [lra|]. rewrite IH by easy. lra. }
  rewrite P0; [lra|]. apply in_map_iff. destruct (best_spec x Hx) as [_ [_ Hin]]. destruct (In_nth x _ 0%Q Hin) as [j [Hj Hj2]].
  exists (Z.of_nat j). split.
  - unfold weight, score. rewrite Nat2Z.id, Hj2. replace (Q2R (best x) - Q2R (best x)) with 0 by lra.
    unfold Rdiv. now rewrite Rmult_0_l, Ropp_0, exp_0.
  - unfold py_range. apply in_map. apply in_seq. unfold py_len. lia.
Qed.

(* At scale 0: the last of the greatest scores. *)
Definition before (x : list Q) (i j : Z) := score x i < score x j \/ (score x i = score x j /\ (i <= j)%Z).
Lemma max_key_law x k : bd k -> forall l m, valid x m -> (forall c, In c l -> valid x c) -> exists r, In r (m :: l) /\
  (forall c, In c (m :: l) -> before x c r) /\
  Ex (max_key_from m (nth (Z.to_nat m) x 0%Q, m) l (fun i => v2 <- get x i ;; Ret (v2, i))) k = k r.
Proof.
  intros Hk. induction l as [|a l IH]; intros m Hm Hl.
  - exists m. split; [now left|]. split; [intros c [->|[]]; right; split; [easy|lia]|]. cbn. apply Ex_ret.
  - cbn [max_key_from]. rewrite !Ex_bind by easy. rewrite Ex_bind by now apply bd_Ex.
    rewrite (get_nth 0%Q x a) by (apply Hl; now left). rewrite !Ex_ret.
    assert (Ha : valid x a) by (apply Hl; now left).
    assert (B : before x m a /\ key_lt (nth (Z.to_nat m) x 0%Q, m) (nth (Z.to_nat a) x 0%Q, a) = true \/
                before x a m /\ key_lt (nth (Z.to_nat m) x 0%Q, m) (nth (Z.to_nat a) x 0%Q, a) = false).
    { unfold key_lt, before, score. cbn [fst snd]. destruct (qlt_spec (nth (Z.to_nat m) x 0%Q) (nth (Z.to_nat a) x 0%Q)); cbn [orb].
      - left. split; auto.
      - destruct (qeq_spec (nth (Z.to_nat m) x 0%Q) (nth (Z.to_nat a) x 0%Q)) as [E1|E1]; cbn [andb].
        + destruct (Z.ltb_spec m a); [left|right]; (split; [right; split; [lra|lia]|easy]).
        + right. split; [left; lra|easy]. }
    assert (T : forall u v w, before x u v -> before x v w -> before x u w).
    { unfold before. intros u v w [H1|[H1 H2]] [H3|[H3 H4]]; try (left; lra). right. split; [lra|lia]. }
    destruct B as [[B ->]|[B ->]].
    + destruct (IH a Ha) as [r [Hr [Hb He]]]; [intros; apply Hl; now right|]. exists r. split; [now right|]. split; [|exact He].
      intros c [->|[->|Hc]]; [apply (T _ a); auto; apply Hb; now left|apply Hb; now left|apply Hb; now right].
    + destruct (IH m Hm) as [r [Hr [Hb He]]]; [intros; apply Hl; now right|]. exists r. split; [destruct Hr; cbn; auto|]. split; [|exact He].
      intros c [->|[->|Hc]]; [apply Hb; now left|apply (T _ m); auto; apply Hb; now left|apply Hb; now right].
Qed.
Theorem permute_and_flip_at_0 x scale k : x <> [] -> Q2R scale = 0 -> bd k -> exists r, valid x r /\
  (forall c, valid x c -> before x c r) /\ law (permute_and_flip x scale) k (k r).
Proof.
  intros Hx Hs Hk. pose proof (adequacy (permute_and_flip x scale) k Hk) as H. unfold permute_and_flip in H at 2.
  rewrite (proj1 (best_spec x Hx)), Ex_bind, Ex_ret in H by easy. cbv zeta in H.
  destruct (qeq_spec scale (inject_Z 0)) as [_|C]; [|rewrite R_Z in C; easy].
  assert (In_range : forall c, valid x c <-> In c (py_range (py_len x))).
  { intros c. unfold py_range, py_len, valid. rewrite in_map_iff. split.
    - intros Hc. exists (Z.to_nat c). split; [lia|]. apply in_seq. lia.
    - intros [i [<- Hi]]. apply in_seq in Hi. lia. }
  destruct (py_range (py_len x)) as [|m l] eqn:El.
  { destruct x as [|a x]; [easy|]. exfalso. apply (proj1 (In_range 0%Z)). unfold valid. cbn. lia. }
  cbn [py_max_key] in H. rewrite !Ex_bind in H by (try easy; now apply bd_Ex).
  assert (Hm : valid x m) by (apply In_range; now left).
  rewrite (get_nth 0%Q x m Hm), !Ex_ret in H.
  destruct (max_key_law x k Hk l m Hm) as [r [Hr [Hb He]]]; [intros; apply In_range; now right|]. rewrite He in H.
  exists r. split; [now apply In_range|]. split; [|exact H]. intros c Hc. apply Hb. now apply In_range.
Qed.

(* the samplers, on tapes *)
Theorem sample_uniform_uint_below_law n i : (1 <= n)%nat -> (i < n)%nat ->
  law (sample_uniform_uint_below (Z.of_nat n)) (event (Z.eqb (Z.of_nat i))) (/ INR n).
Proof.
  intros Hn Hi. pose proof (adequacy (sample_uniform_uint_below (Z.of_nat n)) _ (bd_event (Z.eqb (Z.of_nat i)))) as H.
  rewrite uniform_law in H by auto using bd_event. replace (/ INR n) with (sum n (fun j => event (Z.eqb (Z.of_nat i)) (Z.of_nat j)) / INR n); [exact H|].
  replace (sum n _) with 1; [unfold Rdiv; ring|]. clear H Hn. unfold event. induction n; [lia|]. cbn [sum].
  destruct (Nat.eq_dec i n) as [->|N].
  - rewrite Z.eqb_refl. rewrite (sum_ext n _ (fun _ => 0)), sum_const; [lra|]. intros j Hj. destruct (Z.eqb_spec (Z.of_nat n) (Z.of_nat j)); [lia|easy].
  - rewrite <- IHn by lia. destruct (Z.eqb_spec (Z.of_nat i) (Z.of_nat n)); [lia|lra].
Qed.
