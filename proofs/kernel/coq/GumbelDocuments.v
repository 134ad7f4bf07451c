(* The lemmas of report_noisy_max_gumbel (document 000) and of its older version (document 003). *)
From Coq Require Import Reals List Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral ExponentialMechanism.
Import ListNotations.
Open Scope R_scope.

(* ---- improper integrals by an antiderivative ---- *)
Lemma newton {Fa Fb : (R -> Prop) -> Prop} {FFa : ProperFilter Fa} {FFb : ProperFilter Fb} (F f : R -> R) (la lb : R) :
  (forall x, is_derive F x (f x)) -> (forall x, continuous f x) ->
  filterlim F Fa (locally la) -> filterlim F Fb (locally lb) -> is_RInt_gen f Fa Fb (lb - la).
Proof.
  intros HF Hf La Lb.
  assert (ED : forall x, Derive F x = f x) by (intros; now apply is_derive_unique).
  apply (is_RInt_gen_ext (Derive F)).
  - apply filter_forall. intros [u v] x _. apply ED.
  - apply is_RInt_gen_Derive; auto.
    + apply filter_forall. intros [u v] x _. now exists (f x).
    + apply filter_forall. intros [u v] x _. apply (continuous_ext f); [intros; symmetry; apply ED|apply Hf].
Qed.

Fixpoint lprod {X} (f : X -> R) (l : list X) : R := match l with [] => 1 | a :: l => f a * lprod f l end.
Lemma lprod_exp {X} (f : X -> R) l : lprod (fun i => exp (f i)) l = exp (lsum f l).
Proof. induction l as [|a l IH]; cbn; [now rewrite exp_0|]. now rewrite IH, exp_plus. Qed.

Lemma lim_exp_neg (c : R) : 0 < c -> filterlim (fun x => exp (- c * x)) (Rbar_locally p_infty) (locally 0).
Proof.
  intros Hc. change (is_lim (fun x => exp (- c * x)) p_infty 0).
  apply (is_lim_comp exp (fun x => - c * x) p_infty 0 m_infty); [apply is_lim_exp_m| |].
  - replace m_infty with (Rbar_mult (- c) p_infty).
    + apply (is_lim_scal_l (fun x => x)). apply is_lim_id.
    + cbn. destruct (Rle_dec 0 (- c)) as [H|H]; [exfalso; lra|easy].
  - exists 0. easy.
Qed.

(* ---- the exponential and the Gumbel distributions ---- *)
Definition exp_pdf (l x : R) := l * exp (- l * x).
Definition exp_survival (l x : R) := exp (- l * x).
Definition gumbel_cdf (mu g : R) := exp (- exp (- (g - mu))).
Definition gumbel_pdf (mu g : R) := exp (- (g - mu)) * exp (- exp (- (g - mu))).

(* P(V(U) <= v) for U uniform on (0, 1) *)
Definition uniform_cdf (V : R -> R) (v p : R) := is_RInt (fun u => if Rle_dec (V u) v then 1 else 0) 0 1 p.
Lemma uniform_below V v p : 0 <= p <= 1 -> (forall u, 0 < u < 1 -> (V u <= v <-> u <= p)) -> uniform_cdf V v p.
Proof.
  intros Hp H. unfold uniform_cdf. replace p with ((p - 0) * 1 + (1 - p) * 0) at 1 by ring.
  apply (is_RInt_Chasles (V := R_NormedModule)) with p.
  - apply (is_RInt_ext (fun _ => 1)); [|apply (is_RInt_const (V := R_NormedModule) 0 p 1)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. destruct (Rle_dec (V u) v) as [_|N]; [easy|].
    exfalso. apply N. apply H; lra.
  - apply (is_RInt_ext (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule) p 1 0)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. destruct (Rle_dec (V u) v) as [Y|_]; [|easy].
    exfalso. apply H in Y; lra.
Qed.
Lemma uniform_above V v p : 0 <= p <= 1 -> (forall u, 0 < u < 1 -> (V u <= v <-> 1 - p <= u)) -> uniform_cdf V v p.
Proof.
  intros Hp H. unfold uniform_cdf. replace p with ((1 - p - 0) * 0 + (1 - (1 - p)) * 1) at 1 by ring.
  apply (is_RInt_Chasles (V := R_NormedModule)) with (1 - p).
  - apply (is_RInt_ext (fun _ => 0)); [|apply (is_RInt_const (V := R_NormedModule) 0 (1 - p) 0)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. destruct (Rle_dec (V u) v) as [Y|_]; [|easy].
    exfalso. apply H in Y; lra.
  - apply (is_RInt_ext (fun _ => 1)); [|apply (is_RInt_const (V := R_NormedModule) (1 - p) 1 1)].
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra. destruct (Rle_dec (V u) v) as [_|N]; [easy|].
    exfalso. apply N. apply H; lra.
Qed.

Lemma ln_neg u : 0 < u < 1 -> ln u < 0.
Proof. intros H. rewrite <- ln_1. now apply ln_increasing. Qed.
Lemma exp_le' a b : a <= b -> exp a <= exp b.
Proof. intros [H| ->]; [left; now apply exp_increasing|lra]. Qed.
Lemma exp_le_inv' a b : exp a <= exp b -> a <= b.
Proof. intros [H|H]; [left; now apply exp_lt_inv|right; now apply exp_inv]. Qed.

(* Lemma 1.2: -ln(U)/p is exponential of rate p ... *)
Lemma lemma_1_2_exponential p z : 0 < p -> 0 <= z -> uniform_cdf (fun u => - ln u / p) z (1 - exp_survival p z).
Proof.
  intros Hp Hz. unfold exp_survival. assert (E1 : 0 < exp (- p * z) <= 1).
  { split; [apply exp_pos|]. rewrite <- exp_0. apply exp_le'. nra. }
  apply uniform_above; [lra|]. intros u Hu. replace (1 - (1 - exp (- p * z))) with (exp (- p * z)) by ring.
  rewrite <- (exp_ln u) at 2 by lra. split; intros H.
  - apply exp_le'. apply Rle_div_l in H; [lra|easy].
  - apply exp_le_inv' in H. apply Rle_div_l; [easy|lra].
Qed.
(* ... mu - ln(-ln(U)) is Gumbel around mu ... *)
Lemma lemma_1_2_gumbel mu g : uniform_cdf (fun u => mu - ln (- ln u)) g (gumbel_cdf mu g).
Proof.
  unfold gumbel_cdf. assert (E1 : 0 < exp (- exp (- (g - mu))) <= 1).
  { split; [apply exp_pos|]. rewrite <- exp_0. apply exp_le'. pose proof (exp_pos (- (g - mu))). lra. }
  apply uniform_below; [lra|]. intros u Hu. pose proof (ln_neg u Hu). rewrite <- (exp_ln u) at 2 by lra. split; intros H1.
  - apply exp_le'. assert (exp (- (g - mu)) <= - ln u); [|lra]. rewrite <- (exp_ln (- ln u)) by lra. apply exp_le'. lra.
  - apply exp_le_inv' in H1. assert (- (g - mu) <= ln (- ln u)); [|lra]. apply exp_le_inv'. rewrite exp_ln; lra.
Qed.
(* ... and the two are related by G = -ln(Z/N). *)
Lemma lemma_1_2 {X} (l : list X) tau (s : X -> R) k u : In k l -> 0 < tau -> 0 < u < 1 ->
  s k / tau - ln (- ln u) = - ln (- ln u / p l tau s k / W l tau s).
Proof.
  intros Hk Ht Hu. pose proof (ln_neg u Hu). assert (Hl : l <> []) by (now destruct l).
  pose proof (W_pos l tau Hl s). pose proof (exp_pos (s k / tau)).
  unfold p, w. replace (- ln u / (exp (s k / tau) / W l tau s) / W l tau s) with (- ln u * / exp (s k / tau)) by (field; lra).
  rewrite ln_mult; [|lra|now apply Rinv_0_lt_compat]. rewrite ln_Rinv by easy. rewrite ln_exp. ring.
Qed.

(* Lemma 1.3: the survival function of the minimum of independent exponentials, for two and for any number *)
Lemma exp_survival_is l x : 0 < l -> is_RInt_gen (exp_pdf l) (at_point x) (Rbar_locally p_infty) (exp_survival l x).
Proof.
  intros Hl. unfold exp_survival. replace (exp (- l * x)) with (0 - - exp (- l * x)) by ring.
  apply (newton (fun x => - exp (- l * x))).
  - intros y. unfold exp_pdf. auto_derive; [easy|]. ring.
  - intros y. apply continuity_pt_filterlim. unfold exp_pdf. reg.
  - intros P [e He]. apply He. apply ball_center.
  - replace 0 with (opp 0) by apply Ropp_0. apply (filterlim_comp _ _ _ _ opp _ _ _ (lim_exp_neg l Hl)). apply (filterlim_opp (V := R_NormedModule)).
Qed.
Theorem lemma_1_3 l1 l2 x : exp_survival l1 x * exp_survival l2 x = exp_survival (l1 + l2) x.
Proof. unfold exp_survival. rewrite <- exp_plus. f_equal. ring. Qed.
Theorem lemma_1_3_any {X} (rate : X -> R) l x : lprod (fun i => exp_survival (rate i) x) l = exp_survival (lsum rate l) x.
Proof. induction l as [|a l IH]; cbn; [unfold exp_survival; rewrite Ropp_0, Rmult_0_l, exp_0; ring|]. rewrite IH. apply lemma_1_3. Qed.

(* Lemma 1.4, as the iterated integral that is printed *)
Lemma lemma_1_4_inner l1 l2 x1 : 0 < l1 -> 0 < l2 ->
  is_RInt_gen (fun x2 => l1 * l2 * exp (- l1 * x1) * exp (- l2 * x2)) (at_point x1) (Rbar_locally p_infty)
    (l1 * exp (- (l1 + l2) * x1)).
Proof.
  intros H1 H2. replace (l1 * exp (- (l1 + l2) * x1)) with (scal (l1 * exp (- l1 * x1)) (exp_survival l2 x1)).
  - apply (is_RInt_gen_ext (fun x2 => scal (l1 * exp (- l1 * x1)) (exp_pdf l2 x2))).
    + apply filter_forall. intros ab x _. unfold exp_pdf, scal. cbn. unfold mult. cbn. ring.
    + apply (is_RInt_gen_scal (V := R_NormedModule)). now apply exp_survival_is.
  - unfold scal, exp_survival. cbn. unfold mult. cbn. rewrite Rmult_assoc, <- exp_plus. f_equal. f_equal. ring.
Qed.
Theorem lemma_1_4 l1 l2 : 0 < l1 -> 0 < l2 ->
  is_RInt_gen (fun x1 => l1 * exp (- (l1 + l2) * x1)) (at_point 0) (Rbar_locally p_infty) (l1 / (l1 + l2)).
Proof.
  intros H1 H2. pose proof (exp_survival_is (l1 + l2) 0 ltac:(lra)) as H.
  apply (is_RInt_gen_scal (V := R_NormedModule) _ (l1 / (l1 + l2))) in H. unfold exp_survival in H. rewrite Rmult_0_r, exp_0 in H.
  replace (l1 / (l1 + l2)) with (scal (l1 / (l1 + l2)) 1); [|unfold scal; cbn; unfold mult; cbn; ring].
  eapply is_RInt_gen_ext; [|exact H]. apply filter_forall. intros ab x _. unfold exp_pdf, scal. cbn. unfold mult. cbn. field. lra.
Qed.
(* The line in between is printed with a minus sign: whatever lambda > 0 is meant, it is negative and so no probability. *)
Theorem lemma_1_4_as_printed lambda l1 l2 : 0 < lambda -> 0 < l1 -> 0 < l2 -> exists v, v < 0 /\
  is_RInt_gen (fun x1 => - lambda * exp (- (l1 + l2) * x1)) (at_point 0) (Rbar_locally p_infty) v.
Proof.
  intros H H1 H2. exists (scal (- lambda / l1) (l1 / (l1 + l2))). split.
  - unfold scal. cbn. unfold mult. cbn. replace (- lambda / l1 * (l1 / (l1 + l2))) with (- (lambda / (l1 + l2))) by (field; lra).
    assert (0 < lambda / (l1 + l2)); [|lra]. apply Rdiv_lt_0_compat; lra.
  - pose proof (is_RInt_gen_scal (V := R_NormedModule) _ (- lambda / l1) _ (lemma_1_4 l1 l2 H1 H2)) as G.
    eapply is_RInt_gen_ext; [|exact G]. apply filter_forall. intros ab x _. unfold scal. cbn. unfold mult. cbn. field. lra.
Qed.

(* ---- Theorem 1.1, and 1.3 of document 004: the k greatest Gumbels in order, k any ---- *)
Section Order.
Context {X : Type} (tau : R) (x : X -> R) (rest : list X).
Let pdf (i : X) := gumbel_pdf (x i / tau).
Let cdf (i : X) := gumbel_cdf (x i / tau).
(* P(g > G_i1 > ... > G_ik > every G_j of the rest), one integral inside the other *)
Fixpoint in_order (s : list X) (g : R) : R :=
  match s with
  | [] => lprod (fun j => cdf j g) rest
  | i :: s => RInt_gen (fun t => pdf i t * in_order s t) (Rbar_locally m_infty) (at_point g)
  end.
(* exp(x_i1/tau)/(sum of all) * exp(x_i2/tau)/(sum without i1) * ... *)
Fixpoint peeled (s : list X) : R :=
  match s with [] => 1 | i :: s => w tau x i / lsum (w tau x) ((i :: s) ++ rest) * peeled s end.

Lemma lim_double_exp W : 0 < W -> filterlim (fun g => exp (- W * exp (- g))) (Rbar_locally m_infty) (locally 0).
Proof.
  intros HW. change (is_lim (fun g => exp (- W * exp (- g))) m_infty 0).
  apply (is_lim_comp (fun y => exp (- W * y)) (fun g => exp (- g)) m_infty 0 p_infty).
  - now apply lim_exp_neg.
  - apply (is_lim_comp exp Ropp m_infty p_infty p_infty); [apply is_lim_exp_p| |exists 0; easy].
    apply (is_lim_opp (fun g => g) m_infty m_infty). apply is_lim_id.
  - exists 0. easy.
Qed.
Lemma lim_double_exp_p W : filterlim (fun g => exp (- W * exp (- g))) (Rbar_locally p_infty) (locally 1).
Proof.
  apply (filterlim_ext (fun g => exp (- W * exp (- 1 * g)))); [intros; do 2 f_equal; f_equal; ring|].
  apply (filterlim_comp R R R (fun g => exp (- 1 * g)) (fun y => exp (- W * y)) _ (locally 0)); [apply (lim_exp_neg 1 Rlt_0_1)|].
  assert (C : continuous (fun y => exp (- W * y)) 0) by (apply (ex_derive_continuous (fun y => exp (- W * y))); auto_derive; easy).
  unfold continuous in C. rewrite Rmult_0_r, exp_0 in C. exact C.
Qed.
Lemma w_pos i : 0 < w tau x i.
Proof. apply exp_pos. Qed.
Lemma lsum_w_nonneg l : 0 <= lsum (w tau x) l.
Proof. induction l as [|a l IH]; cbn; [lra|]. pose proof (w_pos a). lra. Qed.
Lemma pdf_is i g : pdf i g = w tau x i * exp (- g) * exp (- w tau x i * exp (- g)).
Proof. unfold pdf, gumbel_pdf, w. replace (- (g - x i / tau)) with (x i / tau + - g) by ring. rewrite exp_plus. f_equal. f_equal. ring. Qed.
Lemma cdf_is i g : cdf i g = exp (- w tau x i * exp (- g)).
Proof. unfold cdf, gumbel_cdf, w. replace (- (g - x i / tau)) with (x i / tau + - g) by ring. rewrite exp_plus. f_equal. ring. Qed.

Lemma step_integral {Fb : (R -> Prop) -> Prop} {FFb : ProperFilter Fb} c i V v (f : R -> R) : 0 <= V ->
  (forall t, f t = c * exp (- V * exp (- t))) ->
  filterlim (fun g => exp (- (w tau x i + V) * exp (- g))) Fb (locally v) ->
  is_RInt_gen (fun t => pdf i t * f t) (Rbar_locally m_infty) Fb (w tau x i / (w tau x i + V) * c * v).
Proof.
  intros HV Hf Hlim. pose proof (w_pos i). set (a := w tau x i) in *.
  replace (a / (a + V) * c * v) with (scal (a / (a + V) * c) (v - 0)) by (unfold scal; cbn; unfold mult; cbn; ring).
  apply (is_RInt_gen_ext (fun t => scal (a / (a + V) * c) ((a + V) * exp (- t) * exp (- (a + V) * exp (- t))))).
  - apply filter_forall. intros [p q] t _. rewrite pdf_is, Hf. fold a. unfold scal. cbn. unfold mult. cbn.
    replace (- (a + V) * exp (- t)) with (- a * exp (- t) + - V * exp (- t)) by ring. rewrite exp_plus. field. lra.
  - apply (is_RInt_gen_scal (V := R_NormedModule)).
    apply (newton (fun g => exp (- (a + V) * exp (- g)))).
    + intros t. auto_derive; [easy|]. ring.
    + intros t. apply continuity_pt_filterlim. reg.
    + apply lim_double_exp. lra.
    + exact Hlim.
Qed.

Lemma in_order_is s g : in_order s g = peeled s * exp (- lsum (w tau x) (s ++ rest) * exp (- g)).
Proof.
  revert g. induction s as [|i s IH]; intros g; cbn [in_order peeled app].
  - rewrite Rmult_1_l. transitivity (lprod (fun j => exp (- exp (- g) * w tau x j)) rest).
    + clear. induction rest as [|j r IH]; cbn; [easy|]. rewrite IH, cdf_is. f_equal. f_equal. ring.
    + rewrite lprod_exp, lsum_scal. f_equal. ring.
  - apply is_RInt_gen_unique. cbn [lsum].
    apply (step_integral (peeled s) i (lsum (w tau x) (s ++ rest))); auto using lsum_w_nonneg.
    intros P [e He]. apply He. apply ball_center.
Qed.

(* the outermost integral is over the whole line; each of the inner ones converges too *)
Theorem one_shot_is_peeling i s :
  is_RInt_gen (fun t => pdf i t * in_order s t) (Rbar_locally m_infty) (Rbar_locally p_infty) (peeled (i :: s)).
Proof.
  cbn [peeled app lsum]. replace (w tau x i / _ * peeled s) with (w tau x i / (w tau x i + lsum (w tau x) (s ++ rest)) * peeled s * 1) by ring.
  apply (step_integral (peeled s) i (lsum (w tau x) (s ++ rest))).
  - apply lsum_w_nonneg.
  - intros t. apply in_order_is.
  - apply lim_double_exp_p.
Qed.
Theorem inner_integrals_converge i s g :
  is_RInt_gen (fun t => pdf i t * in_order s t) (Rbar_locally m_infty) (at_point g) (in_order (i :: s) g).
Proof.
  rewrite in_order_is. cbn [peeled app lsum].
  apply (step_integral (peeled s) i (lsum (w tau x) (s ++ rest))).
  - apply lsum_w_nonneg.
  - intros t. apply in_order_is.
  - intros P [e He]. apply He. apply ball_center.
Qed.
End Order.

(* Theorem 1.1: P(K = k) = integral of the density of G_k times the product of the distribution functions of the others *)
Theorem theorem_1_1 {X} (tau : R) (s : X -> R) k others :
  is_RInt_gen (fun g => gumbel_pdf (s k / tau) g * lprod (fun j => gumbel_cdf (s j / tau) g) others)
    (Rbar_locally m_infty) (Rbar_locally p_infty) (p (k :: others) tau s k).
Proof.
  pose proof (one_shot_is_peeling tau s others k []) as H. cbn [peeled app in_order] in H. rewrite Rmult_1_r in H. exact H.
Qed.

(* ---- Lemma 3.1: the reduction of the pseudocode returns the index of the greatest noisy score ---- *)
Definition reduce_best (a b : nat * R) : nat * R := if Rlt_dec (snd b) (snd a) then a else b.
Fixpoint enumerate (n : nat) (l : list R) : list (nat * R) := match l with [] => [] | a :: l => (n, a) :: enumerate (S n) l end.
Lemma reduce_max l : forall m, In (fold_left reduce_best l m) (m :: l) /\
  forall c, In c (m :: l) -> snd c <= snd (fold_left reduce_best l m).
Proof.
  induction l as [|a l IH]; intros m; cbn [fold_left].
  - split; [now left|]. intros c [->|[]]. lra.
  - unfold reduce_best at 2 4. destruct (Rlt_dec (snd a) (snd m)) as [H|H].
    + destruct (IH m) as [H1 H2]. split; [destruct H1; [now left|right; now right]|].
      intros c [->|[->|Hc]]; [apply H2; now left| |apply H2; now right]. pose proof (H2 m (or_introl eq_refl)). lra.
    + destruct (IH a) as [H1 H2]. split; [now right|].
      intros c [->|Hc]; [|now apply H2]. pose proof (H2 a (or_introl eq_refl)). lra.
Qed.
Lemma enumerate_in l : forall n i c, In (i, c) (enumerate n l) <-> exists j, i = (n + j)%nat /\ nth_error l j = Some c.
Proof.
  induction l as [|a l IH]; intros n i c; cbn [enumerate].
  - split; [easy|]. intros [[|j] [_ H]]; discriminate.
  - split.
    + intros [H|H].
      * injection H as <- <-. exists 0%nat. split; [lia|reflexivity].
      * apply IH in H. destruct H as [j [-> H]]. exists (S j). split; [lia|exact H].
    + intros [[|j] [-> H]].
      * injection H as ->. left. f_equal. lia.
      * right. apply IH. exists j. split; [lia|exact H].
Qed.
Theorem lemma_3_1 g l : let best := fold_left reduce_best (enumerate 1 l) (0%nat, g) in
  nth_error (g :: l) (fst best) = Some (snd best) /\ forall c, In c (g :: l) -> c <= snd best.
Proof.
  intros best. destruct (reduce_max (enumerate 1 l) (0%nat, g)) as [H1 H2]. fold best in H1, H2.
  change ((0%nat, g) :: enumerate 1 l) with (enumerate 0 (g :: l)) in *. split.
  - destruct best as [i c]. apply enumerate_in in H1. destruct H1 as [j [-> H]]. exact H.
  - intros c Hc. apply In_nth_error in Hc. destruct Hc as [j Hj]. apply (H2 (j, c)). apply enumerate_in. exists j. easy.
Qed.

(* ---- Lemma 3.2 of 000, and 4.1 of 003 ---- *)
Definition is_max {X} (f : X -> R) (l : list X) (m : R) := (exists j, In j l /\ f j = m) /\ forall j, In j l -> f j <= m.
Section Normalisation.
Context {X : Type} (l : list X) (x x' : X -> R) (eps Delta : R).
Hypothesis Hl : l <> [].
Hypothesis Heps : 0 <= eps.
Hypothesis HDelta : 0 < Delta.
Definition N (x : X -> R) := lsum (fun i => exp (eps * x i / Delta)) l.
Lemma N_pos y : 0 < N y.
Proof. apply lsum_pos; auto. intros; apply exp_pos. Qed.
Lemma scale_le a b : a <= b -> eps * a / Delta <= eps * b / Delta.
Proof. intros H. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|nra]. Qed.

Theorem lemma_3_2 m : is_max (fun j => x' j - x j) l m -> ln (N x' / N x) <= eps * m / Delta.
Proof.
  intros [_ H]. rewrite <- (ln_exp (eps * m / Delta)). pose proof (N_pos x). pose proof (N_pos x').
  assert (G : N x' / N x <= exp (eps * m / Delta)).
  { apply Rle_div_l; [easy|]. unfold N. rewrite <- lsum_scal. apply lsum_le. intros i Hi. rewrite <- exp_plus. apply exp_le'.
    pose proof (scale_le _ _ (H i Hi)). unfold Rdiv in *. lra. }
  destruct G as [G|G]; [left; apply ln_increasing; auto; now apply Rdiv_lt_0_compat|rewrite G; lra].
Qed.
(* what the derivation under Lemma 4.1 of 003 shows *)
Theorem lemma_4_1 m : is_max (fun j => x j - x' j) l m -> ln (N x' / N x) >= - (eps * m / Delta).
Proof.
  intros [_ H]. apply Rle_ge. rewrite <- (ln_exp (- (eps * m / Delta))). pose proof (N_pos x). pose proof (N_pos x').
  assert (G : exp (- (eps * m / Delta)) <= N x' / N x).
  { apply Rle_div_r; [easy|]. unfold N. rewrite <- lsum_scal. apply lsum_le. intros i Hi. rewrite <- exp_plus. apply exp_le'.
    pose proof (scale_le _ _ (H i Hi)). unfold Rdiv in *. lra. }
  destruct G as [G|G]; [left; apply ln_increasing; auto; apply exp_pos|rewrite <- G; lra].
Qed.
End Normalisation.

(* Lemma 4.1 as printed is false, and so is the step of the privacy proof that cites it. *)
Definition one_up (i : bool) : R := if i then 1 else 0.
Lemma one_up_max : is_max (fun j => one_up j - 0) [true; false] 1.
Proof. split; [exists true; cbn; split; [auto|lra]|]. intros [] _; cbn; lra. Qed.
Lemma one_up_ratio : ln (N [true; false] 1 1 (fun _ => 0) / N [true; false] 1 1 one_up) < 0.
Proof.
  apply Rlt_le_trans with (ln 1); [|rewrite ln_1; lra]. pose proof (exp_ineq1 1 R1_neq_R0) as H. unfold N, one_up. cbn.
  replace (1 * 0 / 1) with 0 by field. replace (1 * 1 / 1) with 1 by field. rewrite exp_0.
  apply ln_increasing; [apply Rdiv_lt_0_compat; lra|]. apply Rlt_div_l; lra.
Qed.
Theorem lemma_4_1_as_printed_is_false : ~ forall (l : list bool) (s s' : bool -> R) eps Delta m, l <> [] -> 0 <= eps -> 0 < Delta ->
  is_max (fun j => s j - s' j) l m -> ln (N l eps Delta s' / N l eps Delta s) >= eps * m / Delta.
Proof.
  intros H. specialize (H [true; false] one_up (fun _ => 0) 1 1 1 ltac:(easy) ltac:(lra) ltac:(lra) one_up_max).
  pose proof one_up_ratio. lra.
Qed.
Theorem step_by_4_1_is_false : ~ forall (l : list bool) (s s' : bool -> R) eps Delta m k, l <> [] -> 0 <= eps -> 0 < Delta -> In k l ->
  is_max (fun j => s j - s' j) l m ->
  eps * (s k - s' k) / Delta + ln (N l eps Delta s' / N l eps Delta s) <= eps * (s k - s' k) / Delta + - (eps * m) / Delta.
Proof.
  intros H. specialize (H [true; false] one_up (fun _ => 0) 1 1 1 true ltac:(easy) ltac:(lra) ltac:(lra) ltac:(now left) one_up_max).
  assert (G : ln (N [true; false] 1 1 (fun _ => 0) / N [true; false] 1 1 one_up) > -1); [|lra].
  pose proof (exp_pos 1). pose proof (exp_ineq1 1 R1_neq_R0). pose proof (exp_pos (-1)).
  assert (E2 : exp (-1) * exp 1 = 1) by (rewrite <- exp_plus; replace (-1 + 1) with 0 by ring; apply exp_0).
  rewrite <- (ln_exp (-1)). apply Rlt_gt. apply ln_increasing; [apply exp_pos|]. unfold N, one_up. cbn.
  replace (1 * 0 / 1) with 0 by field. replace (1 * 1 / 1) with 1 by field. rewrite exp_0. apply Rlt_div_r; nra.
Qed.
(* What it takes instead is 3.2: the loss of one outcome is at most the range of the moves. *)
Theorem step_by_3_2 {X} (l : list X) (s s' : X -> R) eps Delta m k : l <> [] -> 0 <= eps -> 0 < Delta ->
  is_max (fun j => s' j - s j) l m ->
  eps * (s k - s' k) / Delta + ln (N l eps Delta s' / N l eps Delta s) <= eps * (s k - s' k) / Delta + eps * m / Delta.
Proof. intros Hl He HD Hm. pose proof (lemma_3_2 l s s' eps Delta Hl He HD m Hm). lra. Qed.

(* The listing of 003 multiplies scores by the temperature, where (2) divides: by 1.1 its law is then softmax at 1/temperature, and its privacy
   relation d_out * temperature >= d_in accepts what is not private. *)
Theorem listing_of_003_is_not_private : exists temperature d_in d_out (s s' : bool -> R), 0 < temperature /\ d_out * temperature >= d_in /\
  (forall i j, (s i - s' i) - (s j - s' j) <= d_in) /\
  p [true; false] (/ temperature) s true > exp d_out * p [true; false] (/ temperature) s' true.
Proof.
  exists 4, 1, (/ 4), one_up, (fun _ => 0). split; [lra|]. split; [lra|]. split; [intros [] []; cbn; lra|].
  unfold p, W, w, one_up. cbn [lsum]. replace (1 / / 4) with 4 by field. replace (0 / / 4) with 0 by field. rewrite exp_0.
  pose proof (exp_ineq1 4 ltac:(lra)) as H4. assert (Hq : exp (/ 4) < 3 / 2).
  { apply Rnot_le_lt. intros C. assert (E1 : exp (/ 4) * exp (/ 4) * exp (/ 4) * exp (/ 4) = exp 1) by (rewrite <- !exp_plus; f_equal; field).
    pose proof exp_le_3 as H3.
    rewrite <- E1 in H3. clear E1. revert C H3. generalize (exp (/ 4)) as z. intros z C H3.
    assert (9 / 4 <= z * z) by nra. assert (27 / 8 <= z * z * z) by nra. nra. }
  apply Rlt_gt. apply Rlt_trans with (3 / 4); [lra|]. apply (Rlt_div_r (3 / 4) (exp 4) (exp 4 + (1 + 0))); lra.
Qed.

