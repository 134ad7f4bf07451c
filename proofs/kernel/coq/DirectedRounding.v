(* Directed arithmetic: each inf_ operation answers the least binary64 number not below the exact result, or it is an
   error and there is none. *)
From Coq Require Qcanon.
From Coq Require Import ZArith QArith Qpower Qround Qabs Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import SamplerLaws CoinPrograms Python EmittedDirected Evaluation FloatFormats.
Import ListNotations.
Open Scope R_scope.

(* ---- what it says ---- *)
(* A finite number of binary64. *)
Definition binary64 (y : Q) : Prop := exists m e : Z, (Z.abs m < 2 ^ 53)%Z /\ (-1074 <= e <= 971)%Z /\ (y == inject_Z m * Qpower 2 e)%Q.
(* The float f is the least number of binary64 not below v. *)
Definition least_not_below (v : Q) (f : fl) : Prop :=
  exists r, f = Fin r /\ binary64 r /\ (v <= r)%Q /\ forall y, binary64 y -> (v <= y)%Q -> (r <= y)%Q.
(* No number of binary64 is as great as v. *)
Definition too_large (v : Q) : Prop := forall y, binary64 y -> (y < v)%Q.
(* The rational that a number stands for; none for the infinities and NaN. *)
Definition fl_value (f : fl) : option Q := match f with Fin q => Some q | NegZero => Some 0%Q | _ => None end.
Definition value (a : num) : option Q := match a with Int z => Some (inject_Z z) | Frac q => Some q | Flt f => fl_value f | Other => None end.

(* ---- fractions and reals ---- *)
Lemma R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma R_pow2 z : Q2R (Qpower 2 z) = pw z.
Proof.
  assert (N : forall n, (0 <= n)%Z -> Q2R (Qpower 2 n) = pw n).
  { intros n Hn. rewrite pw_IZR by easy. rewrite <- R_Z. apply Qeq_eqR. symmetry. now apply (Zpower_Qpower 2 n). }
  destruct (Z.le_gt_cases 0 z) as [H|H]; [now apply N|].
  replace z with (- - z)%Z at 1 by lia. rewrite (Qeq_eqR _ _ (Qpower_opp 2 (- z))), Q2R_inv.
  - rewrite N by lia. pose proof (pw_pos z). pose proof (pw_pos (- z)).
    apply Rmult_eq_reg_r with (pw (- z)); [|lra]. rewrite Rinv_l by lra. rewrite <- pw_add. replace (z + - z)%Z with 0%Z by lia. reflexivity.
  - intros C. apply Qeq_eqR in C. rewrite N in C by lia. pose proof (pw_pos (- z)). unfold Q2R in C. cbn in C. lra.
Qed.
Lemma R_max a b : Q2R (qmax a b) = Rmax (Q2R a) (Q2R b).
Proof. unfold qmax. destruct (qlt_spec a b); [rewrite Rmax_right|rewrite Rmax_left]; lra. Qed.
Lemma R_abs a : Q2R (Qabs a) = Rabs (Q2R a).
Proof.
  apply (Qabs_case a (fun b => Q2R b = Rabs (Q2R a))); intros H; apply Qle_Rle in H; replace (Q2R 0) with 0 in H by (unfold Q2R; cbn; lra).
  - now rewrite Rabs_pos_eq.
  - rewrite Q2R_opp, Rabs_left1; lra.
Qed.
Lemma R_ceil a : IZR (Qceiling a) - 1 < Q2R a <= IZR (Qceiling a).
Proof.
  pose proof (Qlt_Rlt _ _ (Qceiling_lt a)) as H1. pose proof (Qle_Rle _ _ (Qle_ceiling a)) as H2.
  rewrite R_Z in H1, H2. rewrite minus_IZR in H1. lra.
Qed.
Lemma R_0 : Q2R 0 = 0. Proof. unfold Q2R; cbn; lra. Qed.
Lemma Qle_bool_spec a b : reflect (Q2R a <= Q2R b) (Qle_bool a b).
Proof.
  destruct (Qle_bool a b) eqn:H; constructor.
  - now apply Qle_Rle, Qle_bool_iff.
  - intros C. apply Rle_Qle, Qle_bool_iff in C. congruence.
Qed.
Lemma binary64_memb y : binary64 y <-> memb 53 (-1022) 1023 (Q2R y).
Proof.
  split; intros [m [e [Hm [He E]]]]; exists m, e; (split; [easy|split; [lia|]]).
  - rewrite (Qeq_eqR _ _ E), Q2R_mult, R_Z, R_pow2. reflexivity.
  - apply eqR_Qeq. rewrite E, Q2R_mult, R_Z, R_pow2. reflexivity.
Qed.

(* ---- float(q): exact on the numbers of the format ---- *)
Lemma in_binary64_spec q : binary64 q -> in_binary64 q = true.
Proof.
  intros [m [e [Hm [He E]]]]. unfold in_binary64. apply existsb_exists. exists e. split.
  - unfold exponents. apply in_map_iff. exists (Z.to_nat (e + 1074)). split; [lia|]. apply in_seq. lia.
  - unfold at_exponent. cbv zeta. rewrite (Qred_complete (q / Qpower 2 e) (inject_Z m)).
    + change (Qred (inject_Z m)) with (Qred (m # 1)). assert (R1 : Qred (m # 1) = m # 1).
      { apply (Qcanon.Qred_identity (m # 1)). cbn. apply Z.gcd_1_r. }
      rewrite R1. cbn [Qnum Qden]. rewrite Z.eqb_refl. cbn [andb]. now apply Z.ltb_lt.
    + rewrite E. apply Qdiv_mult_l. intros C. apply Qeq_eqR in C. rewrite R_pow2, R_0 in C. pose proof (pw_pos e). lra.
Qed.
Lemma to_float_gives q : binary64 q -> gives (to_float q) (fun f => f = Fin q) False.
Proof. intros H. unfold to_float. now rewrite (in_binary64_spec q H). Qed.

(* ---- the helpers ---- *)
Lemma qpow2_gives z : gives (power_of_two z) (fun q => Q2R q = pw z) False.
Proof. unfold power_of_two, qpow. change (qeq (inject_Z 2) 0) with false. cbn [andb]. apply gives_ret. now rewrite R_red, R_pow2. Qed.
Lemma quantum_gives : gives (Format_quantum BINARY64) (fun q => Q2R q = pw (-1074)) False.
Proof. apply qpow2_gives. Qed.
Lemma largest_gives : gives (Format_largest BINARY64) (fun q => Q2R q = lg 53 1023) False.
Proof.
  unfold Format_largest. call qpow2_gives; [|easy]. intros a Ha. call qpow2_gives; [|easy]. intros b Hb. apply gives_ret.
  rewrite R_qmul, R_qsub, R_Z, Ha, Hb. reflexivity.
Qed.
Lemma qdiv_gives a b : Q2R b <> 0 -> gives (qdiv a b) (fun q => Q2R q = Q2R a / Q2R b) False.
Proof. intros H. destruct (qdiv_ok a b H) as [c [-> Hc]]. now apply gives_ret. Qed.

Lemma bit_length_spec z : (0 < z)%Z -> pw (bit_length z - 1) <= IZR z < pw (bit_length z).
Proof.
  intros H. unfold bit_length. destruct (Z.eqb_spec z 0); [lia|]. rewrite Z.abs_eq by lia. pose proof (Z.log2_nonneg z) as L.
  pose proof (Z.log2_spec z H) as [H1 H2]. replace (Z.log2 z + 1 - 1)%Z with (Z.log2 z) by lia. rewrite !pw_IZR by lia.
  split; [now apply IZR_le|]. apply IZR_lt. exact H2.
Qed.
Lemma floor_log2_gives x : Q2R x <> 0 -> gives (floor_log2 x) (fun e => pw e <= Rabs (Q2R x) < pw (e + 1)) False.
Proof.
  intros Hx. unfold floor_log2. cbv zeta. set (n := Z.abs (Qnum (Qred x))). set (d := Zpos (Qden (Qred x))).
  assert (Ex : Rabs (Q2R x) * IZR d = IZR n).
  { rewrite <- R_red. unfold Q2R. fold d. unfold n. rewrite abs_IZR, Rabs_mult, (Rabs_pos_eq (/ IZR d)).
    - field. apply not_0_IZR. easy.
    - left. apply Rinv_0_lt_compat. now apply IZR_lt. }
  assert (Pd : 0 < IZR d) by now apply IZR_lt. pose proof (Rabs_pos_lt _ Hx) as Pa.
  assert (Pn : (0 < n)%Z) by (apply lt_IZR; rewrite <- Ex; nra).
  pose proof (bit_length_spec n Pn) as Bn. pose proof (bit_length_spec d eq_refl) as Bd.
  set (a := bit_length n) in *. set (b := bit_length d) in *.
  assert (U : Rabs (Q2R x) < pw (a - b + 1)).
  { apply Rmult_lt_reg_r with (IZR d); [easy|]. rewrite Ex. apply Rlt_le_trans with (pw a); [lra|].
    replace a with (a - b + 1 + (b - 1))%Z at 1 by lia. rewrite pw_add. pose proof (pw_pos (a - b + 1)). nra. }
  assert (L : pw (a - b - 1) < Rabs (Q2R x)).
  { apply Rmult_lt_reg_r with (IZR d); [easy|]. rewrite Ex. apply Rlt_le_trans with (pw (a - 1)); [|lra].
    replace (a - 1)%Z with (a - b - 1 + b)%Z at 1 by lia. rewrite pw_add. pose proof (pw_pos (a - b - 1)). nra. }
  call qpow2_gives; [|easy]. intros q Hq. apply gives_ret. destruct (Qle_bool_spec q (Qabs x)) as [C|C]; rewrite R_abs, Hq in C.
  - lra.
  - replace (a - b - 1 + 1)%Z with (a - b)%Z by lia. lra.
Qed.

(* ---- round_up ---- *)
Theorem round_up_gives x : gives (round_up x BINARY64) (fun r => least_not_below x (Fin r)) (too_large x).
Proof.
  unfold round_up.
  eapply gives_call with (e := False) (P := fun u => exists c, Q2R u = pw c /\ (-1074 <= c)%Z /\ Rabs (Q2R x) < pw (c + 53) /\
    (c = (-1074)%Z \/ pw (c + 53 - 1) <= Rabs (Q2R x))); [| |easy].
  { destruct (qeq_spec x (inject_Z 0)) as [E|E]; rewrite R_Z in E.
    - call quantum_gives; [|easy]. intros u Hu. repeat step. exists (-1074)%Z. split; [easy|]. split; [lia|]. split; [|now left].
      rewrite E, Rabs_R0. apply pw_pos.
    - call (floor_log2_gives x E); [|easy]. intros e He. call qpow2_gives; [|easy]. intros a Ha. call quantum_gives; [|easy]. intros q Hq. step.
      change (Format_precision BINARY64) with 53%Z in Ha. rewrite R_max, Ha, Hq.
      destruct (Z.le_gt_cases (-1074) (e + 1 - 53)) as [C|C].
      + exists (e + 1 - 53)%Z. split; [apply Rmax_left, pw_le; lia|]. split; [easy|].
        replace (e + 1 - 53 + 53)%Z with (e + 1)%Z by lia. split; [lra|]. right. replace (e + 1 - 1)%Z with e by lia. lra.
      + exists (-1074)%Z. split; [apply Rmax_right, pw_le; lia|]. split; [lia|]. split; [|now left].
        eapply Rlt_le_trans; [apply He|]. apply pw_le. lia. }
  intros u [c [Hu [Hc [Hx Hcx]]]]. pose proof (pw_pos c) as Pc.
  assert (Nu : Q2R u <> 0) by (rewrite Hu; lra). call (qdiv_gives x u Nu); [|easy].
  intros v Hv. try step. set (n := Qceiling v). destruct (R_ceil v) as [N1 N2]. fold n in N1, N2. rewrite Hv, Hu in N1, N2.
  set (rd := qmul (inject_Z n) u). assert (Hr : Q2R rd = IZR n * pw c) by (unfold rd; now rewrite R_qmul, R_Z, Hu).
  assert (H53 : (1 <= 53)%Z) by lia. assert (Hlh : (-1022 <= 1023)%Z) by lia.
  call largest_gives; [|easy]. intros l Hl. step.
  - step. destruct (qlt_spec l rd) as [C|]; [|discriminate]. intros y Hy. apply Rlt_Qlt.
    apply (overflow 53 (-1022) 1023 H53 (Q2R x) c n Hx Hcx N1); [|now apply binary64_memb]. now rewrite <- Hr, <- Hl.
  - destruct (qlt_spec l rd) as [|C]; [discriminate|]. call largest_gives; [|easy]. intros l' Hl'. step.
    rewrite Hl, Hr in C. eexists. split; [reflexivity|].
    assert (V : Q2R (qmax rd (- l')) = Rmax (IZR n * pw c) (- lg 53 1023)) by now rewrite R_max, Q2R_opp, Hl', Hr.
    assert (X : Q2R x <= IZR n * pw c) by apply (x_r (Q2R x) c n N2).
    destruct (Rle_lt_dec (- lg 53 1023) (IZR n * pw c)) as [G|G]; [rewrite Rmax_left in V by easy|rewrite Rmax_right in V by lra].
    + split; [|split].
      * apply binary64_memb. rewrite V. apply (rounded 53 (-1022) 1023 H53 Hlh (Q2R x) c n Hc Hx Hcx N1 N2); lra.
      * apply Rle_Qle. now rewrite V.
      * intros y Hy Hxy. apply Rle_Qle. rewrite V. apply (least 53 (-1022) 1023 H53 (Q2R x) c n Hx Hcx N1); [now apply binary64_memb|now apply Qle_Rle].
    + split; [|split].
      * apply binary64_memb. rewrite V. now apply memb_lg.
      * apply Rle_Qle. rewrite V. lra.
      * intros y Hy _. apply Rle_Qle. rewrite V. apply binary64_memb in Hy. now apply (memb_bounds 53 (-1022) 1023 H53).
Qed.

(* ---- the operands ---- *)
Lemma least_eq v w f : (v == w)%Q -> least_not_below v f -> least_not_below w f.
Proof. intros E [r [Hf [Hr [H1 H2]]]]. exists r. split; [easy|]. split; [easy|]. rewrite <- E. split; [easy|]. intros y Hy. rewrite <- E. now apply H2. Qed.
Lemma too_large_eq v w : (v == w)%Q -> too_large v -> too_large w.
Proof. intros E H y Hy. rewrite <- E. now apply H. Qed.

Lemma Qred_Z z : Qred (inject_Z z) = inject_Z z.
Proof. apply Qcanon.Qred_identity. cbn. apply Z.gcd_1_r. Qed.

(* An operand that is a finite number of one of the types is its value; any other is an error. *)
Lemma exact_gives a types : gives (_exact a types)
  (fun q => type_in (py_type a) types = true /\ exists v, value a = Some v /\ q = Qred v)
  (type_in (py_type a) types = false \/ value a = None).
Proof.
  assert (G : type_in (py_type a) types = true -> forall q, value a = Some q -> forall r, r = Qred q ->
    type_in (py_type a) types = true /\ exists v, value a = Some v /\ r = Qred v) by (intros H q Hq r Hr; eauto).
  unfold _exact, is_finite. destruct (type_in (py_type a) types) eqn:T; destruct a as [z|[q| |b|]|q|]; cbn [py_type] in *;
    repeat (step; cbn in * ); try discriminate; auto; try (eapply G; [easy|reflexivity|]; now rewrite ?Qred_Z).
Qed.

Lemma to_float_least q : gives (Bind (round_up q BINARY64) to_float) (least_not_below q) (too_large q).
Proof.
  call (round_up_gives q); [|easy]. intros r Hr. assert (binary64 r) by (destruct Hr as [? [[= <-] [? _]]]; easy).
  call (to_float_gives r H); [|easy]. now intros f ->.
Qed.
Lemma round_to_float q v : (q == v)%Q -> gives (Bind (round_up q BINARY64) to_float) (least_not_below v) (too_large v).
Proof. intros E. call (to_float_least q); [intros f; now apply least_eq|now apply too_large_eq]. Qed.

(* ---- the operations ---- *)
Theorem inf_cast_gives x : gives (inf_cast x BINARY64)
  (fun f => exists v, value x = Some v /\ least_not_below v f)
  (value x = None \/ exists v, value x = Some v /\ too_large v).
Proof.
  unfold inf_cast. call (exact_gives x [TInt; TFloat; TFrac]).
  - intros q [_ [v [Hv ->]]]. call (round_to_float (Qred v) v (Qred_correct v)); eauto.
  - intros [H|H]; [|now left]. destruct x; try easy; now left.
Qed.

#[export] Instance exact_spec a t : Spec (_exact a t) _ _ := exact_gives a t.
#[export] Instance round_up_spec q : Spec (round_up q BINARY64) _ _ := round_up_gives q.
#[export] Instance to_float_spec q : Spec (to_float q) (fun f => f = Fin q) (~ binary64 q).
Proof. red. unfold to_float. destruct (in_binary64 q) eqn:E1; [easy|]. repeat step. intros C. apply in_binary64_spec in C. congruence. Qed.
#[export] Instance qdiv_spec a b : Spec (qdiv a b) (fun q => q = Qred (a / b)) (b == 0)%Q.
Proof. red. unfold qdiv. destruct (Qeq_bool b 0) eqn:E1; step; [now apply Qeq_bool_iff|easy]. Qed.
Lemma least_member v r : least_not_below v (Fin r) -> binary64 r.
Proof. now intros [? [[= <-] [H _]]]. Qed.
Ltac rounded_up := match goal with
  | L : least_not_below ?q (Fin ?r) |- least_not_below _ (Fin ?r) => apply (least_eq q); [|exact L]; unfold qmul; now rewrite ?Qred_correct
  | L : too_large ?q |- too_large _ => apply (too_large_eq q); [|exact L]; unfold qmul; now rewrite ?Qred_correct
  | L : least_not_below _ (Fin ?r), N : ~ binary64 ?r |- _ => contradiction (N (least_member _ _ L))
  end.

Theorem inf_mul_gives a b : gives (inf_mul a b BINARY64)
  (fun f => exists v w, fl_value a = Some v /\ fl_value b = Some w /\ least_not_below (v * w) f)
  (fl_value a = None \/ fl_value b = None \/ exists v w, fl_value a = Some v /\ fl_value b = Some w /\ too_large (v * w)).
Proof.
  unfold inf_mul. walk; split_hyps; try discriminate; auto; try (now rounded_up).
  - do 2 eexists. repeat split; try eassumption. rounded_up.
  - right; right. do 2 eexists. repeat split; try eassumption. rounded_up.
Qed.

Theorem inf_div_gives a b : gives (inf_div a b BINARY64)
  (fun f => exists v w, fl_value a = Some v /\ fl_value b = Some w /\ ~ (w == 0)%Q /\ least_not_below (v / w) f)
  (fl_value a = None \/ fl_value b = None \/ exists v w, fl_value a = Some v /\ fl_value b = Some w /\ ((w == 0)%Q \/ too_large (v / w))).
Proof.
  unfold inf_div. walk; split_hyps; try discriminate; auto; try (now rounded_up);
    repeat match goal with H : qeq _ _ = true |- _ => apply Qeq_bool_iff in H; rewrite Qred_correct in H
                         | H : qeq _ _ = false |- _ => apply Qeq_bool_neq in H; rewrite Qred_correct in H end;
    try (right; right); do 2 eexists; (split; [eassumption|]); (split; [eassumption|]).
  - now left.
  - split; [easy|]. rounded_up.
  - right. rounded_up.
  - left. match goal with H : (Qred _ == 0)%Q |- _ => now rewrite Qred_correct in H end.
Qed.

Theorem inf_powi_gives a n : gives (inf_powi a n BINARY64)
  (fun f => (Z.abs n <= 1024)%Z /\ exists v, fl_value a = Some v /\ ~ ((v == 0)%Q /\ (n < 0)%Z) /\ least_not_below (Qpower v n) f)
  (fl_value a = None \/ (1024 < Z.abs n)%Z \/ exists v, fl_value a = Some v /\ ((v == 0)%Q /\ (n < 0)%Z \/ too_large (Qpower v n))).
Proof.
  unfold inf_powi. call (exact_gives (Flt a) [TFloat]); [|intros [H|H]; [easy|auto]]. intros q [_ [v [Hv ->]]].
  call (exact_gives (Int n) [TInt]); [|intros [H|H]; easy]. intros q [_ [w [[= <-] ->]]]. cbn in Hv. rewrite Qred_Z.
  assert (En : py_int (inject_Z n) = n) by apply Z.quot_1_r. repeat step; rewrite !En in *; unfold GREATEST_POWER in *.
  - right; left. now apply Z.ltb_lt.
  - apply andb_prop in H0. destruct H0 as [H0 H1]. apply Z.ltb_lt in H1. apply Qeq_bool_iff in H0. rewrite Qred_correct in H0. right; right; eauto 7.
  - apply Z.ltb_ge in H. unfold qpow. change (qeq (Qred v) 0) with (qeq (Qred v) (inject_Z 0)). rewrite H0. repeat step.
    assert (E : (Qred (Qred v ^ n) == v ^ n)%Q) by (rewrite !Qred_correct; reflexivity).
    call (round_to_float _ _ E); [|right; right; eauto 7]. intros f Hf. split; [lia|]. exists v. split; [easy|]. split; [|easy].
    intros [C1 C2]. apply Z.ltb_lt in C2. rewrite C2, andb_true_r in H0. apply (Qeq_bool_neq _ _ H0). now rewrite Qred_correct.
Qed.

(* a sum is exact among ints and Fractions, and rounded up among floats *)
Definition sum_of (v : Q) (c : num) : Prop := match c with Flt f => least_not_below v f | Int z => (inject_Z z == v)%Q | Frac q => (q == v)%Q | Other => False end.
Theorem inf_add_gives a b : gives (inf_add a b BINARY64)
  (fun c => py_type b = py_type a /\ py_type c = py_type a /\ exists v w, value a = Some v /\ value b = Some w /\ sum_of (v + w) c)
  (py_type b <> py_type a \/ value a = None \/ value b = None \/
   exists v w, value a = Some v /\ value b = Some w /\ py_type a = TFloat /\ too_large (v + w)).
Proof.
  unfold inf_add. call (exact_gives a [TInt; TFloat; TFrac]). 2: { intros [H|H]; [destruct a; auto; easy|auto]. } intros q [_ [v [Hv ->]]].
  call (exact_gives b [py_type a]). 2: { intros [H|H]; [left; intros C; rewrite C in H; now destruct a|auto]. }
  intros q [T [w [Hw ->]]]. assert (Tb : py_type b = py_type a) by now destruct a, b. clear T.
  assert (E : (qadd (Qred v) (Qred w) == v + w)%Q) by (unfold qadd; rewrite !Qred_correct; reflexivity).
  destruct (py_type a) eqn:Ta; cbn [type_eqb construct]; repeat step; try discriminate.
  - split; [easy|]. split; [easy|]. exists v, w. split; [easy|]. split; [easy|]. cbn [sum_of]. destruct a as [za| | |]; try discriminate. destruct b as [zb| | |]; try discriminate.
    injection Hv as <-. injection Hw as <-.
    assert (E2 : qadd (Qred (inject_Z za)) (Qred (inject_Z zb)) = inject_Z (za + zb)).
    { unfold qadd. rewrite !Qred_Z, <- (Qred_Z (za + zb)). apply Qred_complete. now rewrite inject_Z_plus. }
    rewrite E2. unfold py_int. cbn [Qnum Qden inject_Z]. rewrite Z.quot_1_r. now rewrite inject_Z_plus.
  - call (round_up_gives (qadd (Qred v) (Qred w))). 2: { intros H1. do 3 right. exists v, w. apply (too_large_eq _ _ E) in H1. auto. }
    intros r Hr. repeat step. assert (B : binary64 r) by (destruct Hr as [? [[= <-] [? _]]]; easy). call (to_float_gives r B); [|easy].
    intros f ->. repeat step. split; [easy|]. split; [easy|]. exists v, w. split; [easy|]. split; [easy|]. cbn. now apply (least_eq _ _ _ E).
  - split; [easy|]. split; [easy|]. exists v, w. auto.
  all: now destruct a.
Qed.
