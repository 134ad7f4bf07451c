(* The statements, and nothing else. What they speak of: coin programs and their law (CoinPrograms.v down to `law`),
   probabilities and divergences (Probability.v), what is assumed of Python (Python.v), programs without coins
   (`outcome`, `eval` of Evaluation.v), and the code emitted from the Python source (Emitted*.v). Each is proved in
   Proofs.v under the same name.
   In this order: words; probabilities; laws of the samplers; privacy of the samplers; directed rounding; what is
   accepted; releases end to end; maps; tight maps; theorems of privacy; theorems of the documents. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List Bool Permutation.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python Probability Evaluation.
From Noisymax Require Import EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers.
Import ListNotations.
Open Scope R_scope.

(* ==== words ==== *)
(* The indices below n; those not yet taken. *)
Definition indices (n : nat) : list Z := map Z.of_nat (seq 0 n).
Definition remaining (n : nat) (taken : list Z) : list Z :=
  filter (fun i => negb (existsb (Z.eqb i) taken)) (indices n).
(* k distinct indices below n, in some order *)
Definition selection (n k : nat) (o : list Z) : Prop := length o = k /\ NoDup o /\ forall i, In i o ->
  (0 <= i < Z.of_nat n)%Z.
(* The probability of o if round after round an index is chosen by `round`, given those taken before. *)
Fixpoint in_turn (round : list Z -> Z -> R) (taken o : list Z) : R :=
  match o with [] => 1 | i :: o => round taken i * in_turn round (taken ++ [i]) o end.
(* exp(y_i/tau)/(sum of exp(y_j/tau) over l) *)
Definition share {X} (l : list X) (tau : R) (y : X -> R) (i : X) : R :=
  exp (y i / tau) / lsum (fun j => exp (y j / tau)) l.
Definition peeled_softmax (n : nat) (tau : R) (y : Z -> R) (o : list Z) : R :=
  in_turn (fun taken => share (remaining n taken) tau y) [] o.
Definition score (x : list Q) (i : Z) : R := Q2R (nth (Z.to_nat i) x 0%Q).
Definition best (x : list Q) (i : Z) : Prop := (0 <= i < Z.of_nat (length x))%Z /\
  forall j, (0 <= j < Z.of_nat (length x))%Z -> score x j < score x i \/ (score x j = score x i /\ (j <= i)%Z).
(* How many of k rounds there are with n candidates. *)
Definition rounds (k : Z) (n : nat) : nat := Z.to_nat (Z.min k (Z.of_nat n)).
(* The range distance max_ij (x_i - x'_i) - (x_j - x'_j) is d at most. *)
Definition range_close_by (d : R) (x x' : list Q) : Prop := length x = length x' /\
  forall u v, In u (combine x x') -> In v (combine x x') ->
  (Q2R (fst u) - Q2R (snd u)) - (Q2R (fst v) - Q2R (snd v)) <= d.
Definition rho (z : R) : R := z / (exp z - 1) - 1 - ln (z / (exp z - 1)).
(* The exact range of permute-and-flip *)
Definition flip_range (eps : R) : R := 2 * ln (2 * exp (eps / 2) - 1).
(* D_alpha of two positive laws on the list l *)
Definition renyi {X} (l : list X) (alpha : R) (P Q : X -> R) : R :=
  ln (lsum (fun i => Q i * exp (alpha * ln (P i / Q i))) l) / (alpha - 1).
Definition is_law {X} (l : list X) (P : X -> R) : Prop := (forall i, In i l -> 0 < P i) /\ lsum P l = 1.

(* Numbers of binary64, rounding up *)
Definition binary64 (y : Q) : Prop := exists m e : Z, (Z.abs m < 2 ^ 53)%Z /\ (-1074 <= e <= 971)%Z /\
  (y == inject_Z m * Qpower 2 e)%Q.
Definition least_not_below (v : Q) (f : fl) : Prop := exists r, f = Fin r /\ binary64 r /\ (v <= r)%Q /\
  forall y, binary64 y -> (v <= y)%Q -> (r <= y)%Q.
Definition too_large (v : Q) : Prop := forall y, binary64 y -> (y < v)%Q.
Definition fl_value (f : fl) : option Q := match f with Fin q => Some q | NegZero => Some 0%Q | _ => None end.
Definition value (a : num) : option Q := match a with Int z => Some
  (inject_Z z) | Frac q => Some q | Flt f => fl_value f | Other => None end.

(* Scores as exact numbers: an infinite one is the largest float. *)
Definition exact_value (a : num) : Q :=
  match a with
  | Int z => inject_Z z | Frac q => Qred q | Flt (Fin q) => Qred q
  | Flt (Inf false) => Qred float_max | Flt (Inf true) => Qred (- float_max) | _ => inject_Z 0
  end.
Definition exact_scores (negate : bool) (x : list num) : list Q :=
  map (fun score => if negate then Qopp score else score) (map exact_value x).
Definition signed_scores (sign : Z) (x : list num) : list Q :=
  map (fun score => qmul (inject_Z sign) (exact_value score)) x.
Definition no_nan (x : list num) : Prop := List.Forall (fun a => a <> Other /\ a <> Flt NaN) x.

(* The domain went through its constructors; x is a member; x and x' are d_in-close. *)
Definition constructed (domain : VectorDomain) : Prop :=
  eval (AtomDomain___post_init__ (VectorDomain_element_domain domain)) = Answer tt /\
  eval (VectorDomain___post_init__ domain) = Answer tt.
Definition member (domain : VectorDomain) (x : list num) : Prop := eval (VectorDomain_check domain x) = Answer tt.
Definition close (metric : LInfDistance) (x x' : list num) (d_in : num) : Prop :=
  eval (LInfDistance_close metric x x' d_in) = Answer true.
Definition range_close (metric : RangeDistance) (x x' : list num) (d_in : num) : Prop :=
  eval (RangeDistance_close metric x x' d_in) = Answer true.
(* The scale that the constructor accepts, as a fraction. *)
Definition scale_is (scale : num) (s : Q) : Prop := eval (v <- checked_scale scale ;; fl_fraction v) = Answer s.

(* The one hypothesis about ball arithmetic: the two fractions enclose -ln(-ln(R/2^r)), and their distance shrinks
   as r grows. *)
Definition encloses (enclosed : Z -> Z -> Q * Q) (tol : Z -> R) : Prop :=
  (forall N r, (0 < N < 2 ^ r)%Z -> Q2R (fst (enclosed N r)) <= - ln (- ln (IZR N / IZR (2 ^ r))) <=
    Q2R (snd (enclosed N r)) /\
    Q2R (snd (enclosed N r)) - Q2R (fst (enclosed N r)) <= tol r) /\
  (forall e, 0 < e -> exists M, forall r, (M <= r)%Z -> tol r <= e).

(* ==== probabilities ==== *)
(* A probability is a limit over longer and longer tapes of coins, whatever the program. *)
Definition probabilities_are_limits : Prop := forall (A : Type) (m : prog A) S, law m (event S) (probability m S).

(* A program without coins: an answer is what runs on every tape, and an error is one on every tape. *)
Definition evaluation_is_running : Prop := forall (A : Type) (m : prog A),
  (forall a, eval m = Answer a -> forall n tape, run n m tape = Some (a, tape)) /\
  (eval m = Error -> forall n tape, run n m tape = None).

(* ==== laws of the samplers, for every argument ==== *)
(* sample_uniform_uint_below: P(i) = 1/n. *)
Definition uniform_law : Prop := forall n i : nat, (i < n)%nat ->
  of_index (sample_uniform_uint_below (Z.of_nat n)) (Z.of_nat i) = / INR n.
Definition uniform_answers : Prop := forall n, (1 <= n)%nat ->
  answers_surely (sample_uniform_uint_below (Z.of_nat n)).
(* sample_bernoulli_rational: P(True) = p, and it answers. *)
Definition bernoulli_rational_law : Prop := forall p, 0 <= Q2R p <= 1 ->
  probability (sample_bernoulli_rational p) (fun b => b) = Q2R p /\ answers_surely (sample_bernoulli_rational p).
(* sample_bernoulli_exp1 and sample_bernoulli_exp: P(True) = e^-x, and they answer. *)
Definition bernoulli_exp1_law : Prop := forall x, 0 <= Q2R x <= 1 ->
  probability (sample_bernoulli_exp1 x) (fun b => b) = exp (- Q2R x) /\ answers_surely (sample_bernoulli_exp1 x).
Definition bernoulli_exp_law : Prop := forall x, 0 <= Q2R x ->
  probability (sample_bernoulli_exp x) (fun b => b) = exp (- Q2R x) /\ answers_surely (sample_bernoulli_exp x).
(* permute_and_flip: P(r) = p_r integral_0^1 prod_{j != r} (1 - t p_j) dt, p_j = exp((x_j - max x)/scale). *)
Definition permute_and_flip_law : Prop := forall x scale top r, 0 < Q2R scale -> In top x ->
  (forall a, In a x -> Q2R a <= Q2R top) ->
  (0 <= r < Z.of_nat (length x))%Z -> let p j := exp (- ((Q2R top - score x j) / Q2R scale)) in
  of_index (permute_and_flip x scale) r =
    p r * RInt (fun t => fold_right (fun j a => (1 - t * p j) * a) 1
      (filter (fun j => negb (j =? r)%Z) (indices (length x)))) 0 1.
(* At scale 0 it answers the last of the greatest scores; it answers at every scale. *)
Definition permute_and_flip_at_0 : Prop := forall x scale, x <> [] -> Q2R scale = 0 -> exists i, best x i /\
  of_index (permute_and_flip x scale) i = 1.
Definition permute_and_flip_answers : Prop := forall x scale, x <> [] -> 0 <= Q2R scale ->
  answers_surely (permute_and_flip x scale).
(* Without noise: the greatest first, of equal ones the last first. *)
Definition greatest_first (x : list Q) (o : list Z) : Prop := forall o1 i o2, o = o1 ++ i :: o2 ->
  forall j, (0 <= j < Z.of_nat (length x))%Z -> ~ In j o1 ->
  score x j < score x i \/ (score x j = score x i /\ (j <= i)%Z).
(* exponential_mechanism: P(i) = w_i/(sum of all w_j), w_i = exp(x_i/scale); without noise the last of the greatest;
   it answers. *)
Definition exponential_mechanism_law : Prop := forall x scale i, 0 < Q2R scale ->
  (0 <= i < Z.of_nat (length x))%Z ->
  of_index (exponential_mechanism x scale) i = share (indices (length x)) (Q2R scale) (score x) i.
Definition exponential_mechanism_at_0 : Prop := forall x scale, x <> [] -> Q2R scale = 0 -> exists i, best x i /\
  of_index (exponential_mechanism x scale) i = 1.
Definition exponential_mechanism_answers : Prop := forall x scale, x <> [] -> 0 <= Q2R scale ->
  answers_surely (exponential_mechanism x scale).
(* original_index: the index, in the whole vector, of the candidate at `place` among those not removed. *)
Definition original_index_names : Prop := forall n removed place, NoDup removed ->
  (forall i, In i removed -> (0 <= i)%Z) -> (place < length (remaining n removed))%nat ->
  eval (original_index (Z.of_nat place) removed) = Answer (nth place (remaining n removed) 0%Z).
(* peel: round after round by `select` on the scores that remain; the answer names candidates of the whole vector. *)
Definition peel_law : Prop := forall (select : list Q -> Q -> prog Z) x scale k o,
  (forall y, probability (select y scale) (fun i => negb ((0 <=? i)%Z && (i <? Z.of_nat (length y))%Z)) = 0) ->
  selection (length x) (rounds k (length x)) o ->
  of_list (peel select x scale k) o =
    in_turn (fun taken i => probability (select
      (map (fun j => nth (Z.to_nat j) x 0%Q) (remaining (length x) taken)) scale)
                              (fun place => (i =? nth (Z.to_nat place) (remaining (length x) taken) 0)%Z)) [] o.
Definition peel_permute_and_flip_at_0 : Prop := forall x scale k, Q2R scale = 0 ->
  exists o, selection (length x) (rounds k (length x)) o /\ greatest_first x o /\
  of_list (peel permute_and_flip x scale k) o = 1.
Definition peel_permute_and_flip_answers : Prop := forall x scale k, 0 <= Q2R scale ->
  answers_surely (peel permute_and_flip x scale k).
Definition peel_exponential_mechanism_law : Prop := forall x scale k o, 0 < Q2R scale ->
  selection (length x) (rounds k (length x)) o ->
  of_list (peel exponential_mechanism x scale k) o = peeled_softmax (length x) (Q2R scale) (score x) o.
Definition peel_exponential_mechanism_answers : Prop := forall x scale k, 0 <= Q2R scale ->
  answers_surely (peel exponential_mechanism x scale k).
(* gumbel_top_k in one shot has the law of peeled softmax, and answers; without noise it answers the greatest first,
   of equal ones the last first. *)
Definition gumbel_top_k_law : Prop := forall enclosed tol x s k o, encloses enclosed tol -> 0 < Q2R s ->
  (0 <= k)%Z -> selection (length x) (rounds k (length x)) o ->
  of_list (gumbel_top_k enclosed (map (fun shift => mk_GumbelRV shift s) x) k) o =
  peeled_softmax (length x) (Q2R s) (score x) o.
Definition gumbel_top_k_at_0 : Prop := forall enclosed x s k, Q2R s = 0 -> (0 <= k)%Z ->
  exists o, selection (length x) (rounds k (length x)) o /\ greatest_first x o /\
  of_list (gumbel_top_k enclosed (map (fun shift => mk_GumbelRV shift s) x) k) o = 1.
Definition gumbel_top_k_answers : Prop := forall enclosed tol x s k, encloses enclosed tol -> 0 <= Q2R s ->
  (0 <= k)%Z ->
  answers_surely (gumbel_top_k enclosed (map (fun shift => mk_GumbelRV shift s) x) k).
(* greater_than: of two noisy scores the first is greater with probability w_a/(w_a + w_b). *)
Definition greater_than_law : Prop := forall enclosed tol a b s, encloses enclosed tol -> 0 < Q2R s ->
  probability (greater_than enclosed (mk_GumbelPSRN a s 0 0) (mk_GumbelPSRN b s 0 0)) (fun r => fst (fst r)) =
  exp (Q2R a / Q2R s) / (exp (Q2R a / Q2R s) + exp (Q2R b / Q2R s)).
Definition greater_than_answers : Prop := forall enclosed tol a b s, encloses enclosed tol -> 0 <= Q2R s ->
  answers_surely (greater_than enclosed (mk_GumbelPSRN a s 0 0) (mk_GumbelPSRN b s 0 0)).
(* gumbel_max: P(i) = w_i/(sum of all w_j); without noise the last of the greatest; it answers. *)
Definition gumbel_max_law : Prop := forall enclosed tol x s i, encloses enclosed tol -> 0 < Q2R s ->
  (0 <= i < Z.of_nat (length x))%Z ->
  of_index (gumbel_max enclosed (map (fun shift => mk_GumbelPSRN shift s 0 0) x)) i =
  share (indices (length x)) (Q2R s) (score x) i.
Definition gumbel_max_at_0 : Prop := forall enclosed x s, x <> [] -> Q2R s = 0 -> exists i, best x i /\
  of_index (gumbel_max enclosed (map (fun shift => mk_GumbelPSRN shift s 0 0) x)) i = 1.
Definition gumbel_max_answers : Prop := forall enclosed tol x s, encloses enclosed tol -> x <> [] -> 0 <= Q2R s ->
  answers_surely (gumbel_max enclosed (map (fun shift => mk_GumbelPSRN shift s 0 0) x)).
(* The hypothesis about enclosures can be met. *)
Definition enclosures_exist : Prop := exists enclosed tol, encloses enclosed tol.

(* ==== privacy of the samplers, d the range distance of the scores ==== *)
Definition permute_and_flip_private : Prop := forall d x x' scale, 0 <= d -> 0 < Q2R scale ->
  range_close_by d x x' ->
  max_divergence_at_most (d / Q2R scale) (permute_and_flip x scale) (permute_and_flip x' scale).
(* Under zero-concentrated divergence it has the rho of its range. *)
Definition permute_and_flip_zero_concentrated : Prop := forall d x x' scale, 0 < d -> 0 < Q2R scale ->
  range_close_by d x x' ->
  zero_concentrated_at_most (rho (flip_range (d / Q2R scale))) (of_index (permute_and_flip x scale))
  (of_index (permute_and_flip x' scale)).
(* Its range is exactly 2 ln(2 e^(eps/2) - 1): a bound, and reached. *)
Definition permute_and_flip_range : Prop := forall d x x' scale, 0 <= d -> 0 < Q2R scale -> range_close_by d x x' ->
  range_at_most (flip_range (d / Q2R scale)) (of_index (permute_and_flip x scale))
  (of_index (permute_and_flip x' scale)).
Definition permute_and_flip_range_reached : Prop := forall a scale, 0 < Q2R scale -> 0 < Q2R a -> let x :=
  [a; 0%Q] in let x' := [0%Q; a] in
  range_close_by (2 * Q2R a) x x' /\
  of_index (permute_and_flip x scale) 0 * of_index (permute_and_flip x' scale) 1 =
    exp (flip_range (2 * Q2R a / Q2R scale)) *
    (of_index (permute_and_flip x' scale) 0 * of_index (permute_and_flip x scale) 1).
Definition exponential_mechanism_private : Prop := forall d x x' scale, x <> [] -> 0 < Q2R scale ->
  range_close_by d x x' ->
  max_divergence_at_most (d / Q2R scale) (exponential_mechanism x scale) (exponential_mechanism x' scale) /\
  range_at_most (d / Q2R scale) (of_index (exponential_mechanism x scale))
  (of_index (exponential_mechanism x' scale)) /\
  zero_concentrated_at_most ((d / Q2R scale) ^ 2 / 8) (of_index (exponential_mechanism x scale))
  (of_index (exponential_mechanism x' scale)) /\
  (0 < d -> zero_concentrated_at_most (rho (d / Q2R scale)) (of_index (exponential_mechanism x scale))
    (of_index (exponential_mechanism x' scale))).
(* k peeled rounds of the exponential mechanism: zero-concentrated selection from coins alone. *)
Definition peel_exponential_mechanism_private : Prop := forall d x x' scale k, 0 < Q2R scale ->
  range_close_by d x x' -> let n := length x in let m := rounds k n in
  let P := of_list (peel exponential_mechanism x scale k) in let P' :=
  of_list (peel exponential_mechanism x' scale k) in
  max_divergence_at_most (INR m * (d / Q2R scale)) (peel exponential_mechanism x scale k)
  (peel exponential_mechanism x' scale k) /\
  zero_concentrated_at_most (INR m * ((d / Q2R scale) ^ 2 / 8)) P P' /\
  (0 < d -> zero_concentrated_at_most (INR (Nat.min m (n - 1)) * rho (d / Q2R scale)) P P') /\
  ((1 <= m)%nat -> range_at_most (INR (m - 1 + Nat.min m (n - m)) * (d / Q2R scale)) P P').
(* k peeled rounds of permute-and-flip: eps each, the last of n candidates not counted. *)
Definition peel_permute_and_flip_private : Prop := forall d x x' scale k, 0 <= d -> 0 < Q2R scale ->
  range_close_by d x x' ->
  max_divergence_at_most (INR (rounds k (length x)) * (d / Q2R scale)) (peel permute_and_flip x scale k)
  (peel permute_and_flip x' scale k) /\
  max_divergence_at_most (INR (Nat.min (rounds k (length x)) (length x - 1)) * (d / Q2R scale))
  (peel permute_and_flip x scale k) (peel permute_and_flip x' scale k).
(* k peeled rounds of permute-and-flip: two losses differ by (2 k - 1) times its range at most. *)
Definition peel_permute_and_flip_range : Prop := forall d x x' scale k o o', 0 <= d -> 0 < Q2R scale ->
  (1 <= k)%Z -> x <> [] -> range_close_by d x x' ->
  let m := rounds k (length x) in let P := of_list (peel permute_and_flip x scale k) in let P' :=
  of_list (peel permute_and_flip x' scale k) in
  selection (length x) m o -> selection (length x) m o' ->
  ln (P o / P' o) - ln (P o' / P' o') <= (2 * INR m - 1) * flip_range (d / Q2R scale).
(* k peeled rounds of permute-and-flip under zero-concentrated divergence: the last of n candidates is not counted. *)
Definition peel_permute_and_flip_zero_concentrated : Prop := forall d x x' scale k, 0 < d -> 0 < Q2R scale ->
  range_close_by d x x' ->
  zero_concentrated_at_most (INR (Nat.min (rounds k (length x)) (length x - 1)) * rho (flip_range (d / Q2R scale)))
    (of_list (peel permute_and_flip x scale k)) (of_list (peel permute_and_flip x' scale k)).

(* ==== directed rounding: each operation answers the least number of binary64 not below the exact result, or none
   is and it is an error ==== *)
Definition inf_cast_rounds_up : Prop := forall x v, value x = Some v ->
  match eval (inf_cast x BINARY64) with Answer f => least_not_below v f | Error => too_large v | Random => False end.
Definition inf_mul_rounds_up : Prop := forall a b v w, fl_value a = Some v -> fl_value b = Some w ->
  match eval (inf_mul a b BINARY64) with Answer f => least_not_below (v * w) f | Error => too_large
  (v * w) | Random => False end.
Definition inf_div_rounds_up : Prop := forall a b v w, fl_value a = Some v -> fl_value b = Some w -> ~ (w == 0)%Q ->
  match eval (inf_div a b BINARY64) with Answer f => least_not_below (v / w) f | Error => too_large
  (v / w) | Random => False end.
Definition inf_powi_rounds_up : Prop := forall a n v, fl_value a = Some v -> (0 <= n <= 1024)%Z ->
  match eval (inf_powi a n BINARY64) with Answer f => least_not_below (Qpower v n) f | Error => too_large
  (Qpower v n) | Random => False end.
Definition inf_powi_of_negative_exponents : Prop := forall a n v, fl_value a = Some v -> (n < 0)%Z ->
  ((- 1024 <= n)%Z -> ~ (v == 0)%Q ->
    match eval (inf_powi a n BINARY64) with Answer f => least_not_below (Qpower v n) f | Error => too_large
    (Qpower v n) | Random => False end) /\
  ((v == 0)%Q -> eval (inf_powi a n BINARY64) = Error).
(* No operation answers for an infinity or a NaN, for another type, for a division by 0, or for an exponent beyond
   1024. *)
Definition directed_operations_refuse : Prop :=
  (forall x, value x = None -> eval (inf_cast x BINARY64) = Error) /\
  (forall a b, fl_value a = None \/ fl_value b = None -> eval (inf_mul a b BINARY64) = Error /\
    eval (inf_div a b BINARY64) = Error) /\
  (forall a b, fl_value b = Some 0%Q -> eval (inf_div a b BINARY64) = Error) /\
  (forall a n, fl_value a = None \/ (1024 < Z.abs n)%Z -> eval (inf_powi a n BINARY64) = Error) /\
  (forall a b, value a = None \/ value b = None \/ py_type a <> py_type b -> eval (inf_add a b BINARY64) = Error).
(* Sums of ints and of Fractions are exact. *)
Definition inf_add_is_exact : Prop :=
  (forall a b, eval (inf_add (Int a) (Int b) BINARY64) = Answer (Int (a + b))) /\
  (forall a b, exists c, eval (inf_add (Frac a) (Frac b) BINARY64) = Answer (Frac c) /\ (c == a + b)%Q).
Definition inf_add_rounds_up : Prop := forall a b v w, fl_value a = Some v -> fl_value b = Some w ->
  match eval (inf_add (Flt a) (Flt b) BINARY64) with Answer c => exists f, c = Flt f /\
  least_not_below (v + w) f | Error => too_large (v + w) | Random => False end.

(* ==== what is accepted, and that all else is an error ==== *)
Definition number_type (T : pytype) : Prop := T = TInt \/ T = TFloat \/ T = TFrac.
(* Domains are of numbers, only floats may be NaN, and a size is not negative. *)
Definition sound_domain (domain : VectorDomain) : Prop :=
  number_type (AtomDomain_T (VectorDomain_element_domain domain)) /\
  (AtomDomain_nan (VectorDomain_element_domain domain) = true ->
    AtomDomain_T (VectorDomain_element_domain domain) = TFloat) /\
  forall n, VectorDomain_size domain = Some n -> (0 <= n)%Z.
Definition constructors_accept_sound_domains : Prop := forall domain, constructed domain <-> sound_domain domain.
Definition metrics_accept_number_types : Prop := forall T,
  (forall monotonic, eval (LInfDistance___post_init__ (mk_LInfDistance T monotonic)) = Answer tt <->
    number_type T) /\
  (eval (RangeDistance___post_init__ (mk_RangeDistance T)) = Answer tt <-> number_type T).
(* Members: as many scores as the size says, all of the type, NaN only where it may be. *)
Definition belongs (domain : VectorDomain) (x : list num) : Prop :=
  (forall n, VectorDomain_size domain = Some n -> py_len x = n) /\
  List.Forall (fun a => py_type a = AtomDomain_T (VectorDomain_element_domain domain) /\
    (AtomDomain_nan (VectorDomain_element_domain domain) = false -> a <> Flt NaN)) x.
Definition domains_check_members : Prop := forall domain x,
  (member domain x <-> belongs domain x) /\ (~ belongs domain x -> eval (VectorDomain_check domain x) = Error).
(* By how much a score moves from b to a: equal infinities have not moved; no number tells the way from or to
   another one. *)
Definition move (a b : num) : option Q :=
  match a, b with
  | Flt (Inf s), Flt (Inf t) => if Bool.eqb s t then Some 0%Q else None
  | _, _ => match value a, value b with Some v, Some w => Some (v - w)%Q | _, _ => None end
  end.
(* L-infinity distance: no score moves by more than d and, if monotonic, no two move in opposite directions. *)
Definition close_by (d : Q) (monotonic : bool) (x x' : list num) : Prop := length x = length x' /\
  (forall a b, In (a, b) (combine x x') -> exists m, move a b = Some m /\ (Qabs m <= d)%Q) /\
  (monotonic = true -> (forall a b m, In (a, b) (combine x x') -> move a b = Some m -> (0 <= m)%Q) \/
                       (forall a b m, In (a, b) (combine x x') -> move a b = Some m -> (m <= 0)%Q)).
Definition linf_close_means : Prop := forall metric x x' d_in d, value d_in = Some d -> (0 <= d)%Q ->
  (close metric x x' d_in <-> close_by d (LInfDistance_monotonic metric) x x').
(* Range distance: no two moves differ by more than d. *)
Definition moves_close_by (d : Q) (x x' : list num) : Prop := length x = length x' /\
  (forall a b, In (a, b) (combine x x') -> exists m, move a b = Some m) /\
  forall a b a' b' m m', In (a, b) (combine x x') -> In (a', b') (combine x x') -> move a b = Some m ->
  move a' b' = Some m' -> (m - m' <= d)%Q.
Definition range_close_means : Prop := forall metric x x' d_in d, value d_in = Some d -> (0 <= d)%Q ->
  (range_close metric x x' d_in <-> moves_close_by d x x').
(* Distances: finite numbers of the metric's type, or ints, without a minus sign. *)
Definition distance_of (T : pytype) (d_in : num) : Prop :=
  (py_type d_in = T \/ py_type d_in = TInt) /\ d_in <> Flt NegZero /\ exists d, value d_in = Some d /\ (0 <= d)%Q.
Definition distances_are_checked : Prop := forall T d_in,
  (distance_of T d_in -> eval (check_distance d_in T) = Answer d_in) /\
  (~ distance_of T d_in -> eval (check_distance d_in T) = Error).
(* Scales: finite floats without a minus sign as they are; natural numbers as the nearest float, if there is one. *)
Definition scale_of (a : num) : option fl :=
  match a with
  | Int z => if (z <? 0)%Z || (2 ^ 1024 <=? nearest z)%Z then None else Some (Fin (inject_Z (nearest z)))
  | Flt (Fin q) => if Qle_bool 0 q then Some (Fin q) else None
  | _ => None
  end.
Definition scales_are_checked : Prop := forall a, eval (checked_scale a) =
  match scale_of a with Some f => Answer f | None => Error end.
(* k: a natural number. *)
Definition naturals_are_checked : Prop := forall a, eval (check_natural a) =
  match a with Int k => if (k <? 0)%Z then Error else Answer tt | _ => Error end.
(* exact: every score that is a number becomes a fraction. *)
Definition exact_is_exact : Prop := forall x,
  (no_nan x -> eval (exact x) = Answer (map exact_value x)) /\ (~ no_nan x -> eval (exact x) = Error).
(* The makers answer for all parameters that make sense, and for no others. *)
Definition accepted_space (domain : VectorDomain) (metric : LInfDistance) : Prop :=
  LInfDistance_T metric = AtomDomain_T (VectorDomain_element_domain domain).
Definition accepted_top_k (domain : VectorDomain) (metric : LInfDistance) (measure : Measure) (k : Z)
  (scale : num) : Prop :=
  accepted_space domain metric /\ measure <> Measure_RangeDivergence /\ (0 <= k)%Z /\
  AtomDomain_nan (VectorDomain_element_domain domain) = false /\
  (forall n, VectorDomain_size domain = Some n -> (k <= n)%Z) /\ scale_of scale <> None.
Definition accepted_single (domain : VectorDomain) (scale : num) : Prop :=
  (exists n, VectorDomain_size domain = Some n /\ n <> 0%Z) /\
  AtomDomain_nan (VectorDomain_element_domain domain) = false /\ scale_of scale <> None.
Definition answers_if {A} (accepted : Prop) (m : outcome A) : Prop := (accepted -> exists M, m = Answer M) /\
  (~ accepted -> m = Error).
Definition noisy_top_k_is_made : Prop := forall enclosed domain metric measure k scale negate,
  answers_if (accepted_top_k domain metric measure k scale)
  (make_noisy_top_k enclosed domain metric measure k scale negate).
Definition report_noisy_max_is_made : Prop := forall enclosed domain metric scale optimize,
  answers_if (accepted_space domain metric /\ accepted_single domain scale /\
    (optimize = [109; 97; 120]%Z \/ optimize = [109; 105; 110]%Z))
    (make_report_noisy_max_gumbel enclosed domain metric scale optimize).
Definition exponential_candidates_is_made : Prop := forall enclosed domain temperature,
  answers_if (number_type (AtomDomain_T (VectorDomain_element_domain domain)) /\ accepted_single domain temperature)
    (make_base_exponential_candidates_gumbel enclosed domain temperature).

(* ==== end to end: for every n, k, scale, direction, distance, monotonic or not ==== *)
(* make_noisy_top_k under max divergence; it needs no enclosure. *)
Definition noisy_top_k_max_divergence_answers : Prop := forall enclosed input_domain input_metric k scale negate M,
  make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M ->
  forall x, constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Definition noisy_top_k_max_divergence_law : Prop := forall enclosed input_domain input_metric k scale negate M,
  make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M ->
  forall x, constructed input_domain -> member input_domain x -> exists s, scale_is scale s /\
  forall S, probability (Measurement_invoke M x) S =
  probability (peel permute_and_flip (exact_scores negate x) s k) S.
Definition noisy_top_k_max_divergence_private : Prop := forall enclosed input_domain input_metric k scale negate M,
  make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M ->
  forall x x' d_in m, member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
(* make_noisy_top_k under zero-concentrated divergence: D_alpha <= alpha m for every alpha > 1. *)
Definition noisy_top_k_zero_concentrated_answers : Prop :=
  forall enclosed tol input_domain input_metric k scale negate M, encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate =
  Answer M ->
  forall x, constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Definition noisy_top_k_zero_concentrated_law : Prop :=
  forall enclosed tol input_domain input_metric k scale negate M, encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate =
  Answer M ->
  forall x, constructed input_domain -> member input_domain x -> exists s, scale_is scale s /\
  (0 < Q2R s -> forall o, selection (length x) (rounds k (length x)) o ->
    of_list (Measurement_invoke M x) o = peeled_softmax (length x) (Q2R s) (score (exact_scores negate x)) o).
Definition noisy_top_k_zero_concentrated_private : Prop :=
  forall enclosed tol input_domain input_metric k scale negate M, encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate =
  Answer M ->
  forall x x' d_in m, member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => zero_concentrated_at_most b (of_list (Measurement_invoke M x))
    (of_list (Measurement_invoke M x'))).
(* make_noisy_top_k without noise, under either measure. *)
Definition noisy_top_k_at_0 : Prop := forall enclosed input_domain input_metric measure k scale negate M s,
  make_noisy_top_k enclosed input_domain input_metric measure k scale negate = Answer M -> scale_is scale s ->
  Q2R s = 0 ->
  forall x, constructed input_domain -> member input_domain x ->
  exists o, selection (length x) (rounds k (length x)) o /\ greatest_first (exact_scores negate x) o /\
  of_list (Measurement_invoke M x) o = 1.
(* make_report_noisy_max_gumbel; [109; 97; 120] is "max" and [109; 105; 110] is "min". *)
Definition report_noisy_max_answers : Prop := forall enclosed tol input_domain input_metric scale optimize M,
  encloses enclosed tol ->
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M ->
  forall x, constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Definition report_noisy_max_law : Prop := forall enclosed tol input_domain input_metric scale optimize M,
  encloses enclosed tol ->
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M ->
  forall x, constructed input_domain -> member input_domain x -> exists s sign, scale_is scale s /\
  (sign = 1%Z /\ optimize = [109; 97; 120]%Z \/ sign = (-1)%Z /\ optimize = [109; 105; 110]%Z) /\
  (0 < Q2R s -> forall i, (0 <= i < Z.of_nat (length x))%Z ->
    of_index (Measurement_invoke M x) i = share (indices (length x)) (Q2R s) (score (signed_scores sign x)) i) /\
  (Q2R s = 0 -> exists i, best (signed_scores sign x) i /\ of_index (Measurement_invoke M x) i = 1).
Definition report_noisy_max_private : Prop := forall enclosed tol input_domain input_metric scale optimize M,
  encloses enclosed tol ->
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M ->
  forall x x' d_in m, member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
(* make_base_exponential_candidates_gumbel, at range distance. *)
Definition exponential_candidates_answers : Prop := forall enclosed tol input_domain temperature M,
  encloses enclosed tol ->
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  forall x, constructed input_domain -> member input_domain x -> answers_surely (Measurement_invoke M x).
Definition exponential_candidates_law : Prop := forall enclosed tol input_domain temperature M,
  encloses enclosed tol ->
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  forall x, constructed input_domain -> member input_domain x -> exists s, scale_is temperature s /\
  (0 < Q2R s -> forall i, (0 <= i < Z.of_nat (length x))%Z ->
    of_index (Measurement_invoke M x) i = share (indices (length x)) (Q2R s) (score (map exact_value x)) i) /\
  (Q2R s = 0 -> exists i, best (map exact_value x) i /\ of_index (Measurement_invoke M x) i = 1).
Definition exponential_candidates_private : Prop := forall enclosed tol input_domain temperature M metric,
  encloses enclosed tol ->
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  Measurement_input_metric M = Metric_RangeDistance metric ->
  forall x x' d_in m, member input_domain x -> member input_domain x' -> range_close metric x x' d_in ->
  eval (Measurement_map M d_in) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
(* The range mechanism: RangeDivergence.noisy_top_k and its map of k rounds; a size that is given is that of the
   vectors. *)
Definition range_mechanism_answers : Prop := forall enclosed tol scale s k negate, encloses enclosed tol ->
  fl_value scale = Some s -> (0 <= s)%Q -> (0 <= k)%Z ->
  forall x, no_nan x -> answers_surely (RangeDivergence_noisy_top_k enclosed x scale k negate).
Definition range_mechanism_law : Prop := forall enclosed tol scale s k negate, encloses enclosed tol ->
  fl_value scale = Some s -> (0 < s)%Q -> (0 <= k)%Z ->
  forall x o, no_nan x -> selection (length x) (rounds k (length x)) o ->
  of_list (RangeDivergence_noisy_top_k enclosed x scale k negate) o =
  peeled_softmax (length x) (Q2R s) (score (exact_scores negate x)) o.
Definition range_mechanism_private : Prop := forall enclosed tol scale s k negate, encloses enclosed tol ->
  fl_value scale = Some s -> (0 <= s)%Q -> (0 <= k)%Z ->
  forall metric x x' d_in d m size, (forall n, size = Some n -> py_len x = n) -> fl_value d_in = Some d ->
  (0 <= d)%Q -> range_close metric x x' (Flt d_in) ->
  eval (RangeDivergence_privacy_map d_in scale k size) = Answer m ->
  promises m (fun b => range_at_most b (of_list (RangeDivergence_noisy_top_k enclosed x scale k negate))
    (of_list (RangeDivergence_noisy_top_k enclosed x' scale k negate))).

(* Measurements say what they are: domain, metric and measure are those that were asked for. *)
Definition measurements_are_labelled : Prop := forall enclosed input_domain input_metric,
  (forall measure k scale negate M, make_noisy_top_k enclosed input_domain input_metric measure k scale negate =
    Answer M ->
    Measurement_input_domain M = input_domain /\ Measurement_input_metric M = Metric_LInfDistance input_metric /\
    Measurement_output_measure M = measure) /\
  (forall scale optimize M, make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize =
    Answer M ->
    Measurement_input_domain M = input_domain /\ Measurement_input_metric M = Metric_LInfDistance input_metric /\
    Measurement_output_measure M = Measure_MaxDivergence) /\
  (forall temperature M, make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
    Measurement_input_domain M = input_domain /\ (exists metric,
      Measurement_input_metric M = Metric_RangeDistance metric) /\
      Measurement_output_measure M = Measure_MaxDivergence).
(* The maps, k the rounds and w = d or 2 d the range distance: with noise and at d > 0 a map answers a finite float
   not below the exact loss; an overflow is an error, never an answer. Without noise the loss is infinite, and at
   distance 0 it is 0. *)
Definition widened (d : Q) (monotonic : bool) : Q := if monotonic then d else (d + d)%Q.
Definition answers_at_least (loss : R) (m : fl) : Prop := exists r, m = Fin r /\ binary64 r /\ loss <= Q2R r.
Definition keeps_to (loss : R -> R) (rounds : Z) (s d : Q) (monotonic : bool) (m : fl) : Prop :=
  ((d == 0)%Q -> m = Fin 0) /\ ((0 < d)%Q -> (s == 0)%Q -> m = Inf false) /\
  ((0 < d)%Q -> (0 < s)%Q -> answers_at_least (IZR rounds * loss (Q2R (widened d monotonic) / Q2R s)) m).
Definition noisy_top_k_map : Prop := forall enclosed input_domain input_metric measure k scale negate M s d_in d m,
  make_noisy_top_k enclosed input_domain input_metric measure k scale negate = Answer M -> scale_is scale s ->
  value d_in = Some d -> eval (Measurement_map M d_in) = Answer m ->
  (0 <= d)%Q /\ keeps_to (fun eta => match measure with Measure_MaxDivergence => eta | _ => eta ^ 2 / 8 end) k s d
  (LInfDistance_monotonic input_metric) m.
Definition report_noisy_max_map : Prop := forall enclosed input_domain input_metric scale optimize M s d_in d m,
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M -> scale_is scale s ->
  value d_in = Some d -> eval (Measurement_map M d_in) = Answer m ->
  (0 <= d)%Q /\ keeps_to (fun eta => eta) 1 s d (LInfDistance_monotonic input_metric) m.
Definition exponential_candidates_map : Prop := forall enclosed input_domain temperature M s d_in d m,
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M -> scale_is temperature s ->
  value d_in = Some d -> eval (Measurement_map M d_in) = Answer m ->
  (0 <= d)%Q /\ keeps_to (fun eta => eta) 1 s d true m.

(* The same maps exactly: each result on the way is the least float not below; one that exceeds every float is an
   error, and there is no other. r is v rounded up, None if v exceeds every float; of a result that there is not,
   there is no other. *)
Definition rounded (v : Q) (r : option Q) : Prop := match r with Some r => least_not_below v
  (Fin r) | None => too_large v end.
Definition then_rounded (f : Q -> Q) (a r : option Q) : Prop :=
  match a with Some a => rounded (f a) r | None => r = None end.
Definition product_rounded (a b r : option Q) : Prop :=
  match a, b with Some a, Some b => rounded (a * b) r | _, _ => r = None end.
Definition answered (r : option Q) : outcome fl := match r with Some r => Answer (Fin r) | None => Error end.
Definition one_round (measure : Measure) (s : Q) (r e : option Q) : Prop :=
  exists eta, then_rounded (fun r => (r / s)%Q) r eta /\
  match measure with
  | Measure_ZeroConcentratedDivergence => exists square, then_rounded (fun eta => (eta ^ 2)%Q) eta square /\
  then_rounded (fun square => (square / 8)%Q) square e
  | _ => e = eta
  end.
Definition top_k_step_by_step (measure : Measure) (k : Z) (s d : Q) (monotonic : bool) (a : outcome fl) : Prop :=
  ((d == 0)%Q -> a = Answer (Fin 0)) /\
  ((0 < d)%Q -> exists r, rounded (widened d monotonic) r /\
    ((s == 0)%Q -> a = match r with Some _ => Answer (Inf false) | None => Error end) /\
    ((0 < s)%Q -> exists e n m, one_round measure s r e /\ rounded (inject_Z k) n /\ product_rounded e n m /\
      a = answered m)).
Definition single_step_by_step (s d : Q) (monotonic : bool) (a : outcome fl) : Prop :=
  ((d == 0)%Q -> a = Answer (Fin 0)) /\
  ((0 < d)%Q -> exists r, rounded (widened d monotonic) r /\
    ((s == 0)%Q -> a = match r with Some _ => Answer (Inf false) | None => Error end) /\
    ((0 < s)%Q -> exists e, then_rounded (fun r => (r / s)%Q) r e /\ a = answered e)).
(* Measurement.map refuses what is no distance before the map sees it: a negative one, however small, is an error. *)
Definition map_is {TO : Set} (M : Measurement TO) (T : pytype) (answers : Q -> outcome fl -> Prop) : Prop :=
  forall d_in,
  (~ distance_of T d_in -> eval (Measurement_map M d_in) = Error) /\
  (distance_of T d_in -> forall d, value d_in = Some d -> answers d (eval (Measurement_map M d_in))).
Definition noisy_top_k_map_exact : Prop := forall enclosed input_domain input_metric measure k scale negate M s,
  make_noisy_top_k enclosed input_domain input_metric measure k scale negate = Answer M -> scale_is scale s ->
  map_is M (LInfDistance_T input_metric)
  (fun d => top_k_step_by_step measure k s d (LInfDistance_monotonic input_metric)).
Definition report_noisy_max_map_exact : Prop := forall enclosed input_domain input_metric scale optimize M s,
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M -> scale_is scale s ->
  map_is M (LInfDistance_T input_metric) (fun d => single_step_by_step s d (LInfDistance_monotonic input_metric)).
Definition exponential_candidates_map_exact : Prop := forall enclosed input_domain temperature M s,
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M -> scale_is temperature s ->
  map_is M (AtomDomain_T (VectorDomain_element_domain input_domain)) (fun d => single_step_by_step s d true).
(* The range mechanism's map counts 2 k - 1 rounds, or k - 1 + min(k, n - k) of n candidates. *)
Definition range_count (k : Z) (size : option Z) : Z :=
  match size with Some n => Z.max (Z.min k n - 1 + Z.min (Z.min k n) (n - Z.min k n)) 0 | None => Z.max
  (2 * k - 1) 0 end.
Definition range_mechanism_map_exact : Prop := forall d_in d scale s k size, fl_value d_in = Some d ->
  (0 <= d)%Q -> fl_value scale = Some s -> (0 <= s)%Q ->
  let a := eval (RangeDivergence_privacy_map d_in scale k size) in
  ((s == 0)%Q -> a = Answer (Inf false)) /\
  ((0 < s)%Q -> exists e n m, rounded (d / s) e /\ rounded (inject_Z (range_count k size)) n /\
    product_rounded e n m /\ a = answered m).

(* Handed a negative float, the maps of one round and of k rounds refuse it themselves. *)
Definition rounds_refuse_negative_distances : Prop := forall d_in d scale, fl_value d_in = Some d -> (d < 0)%Q ->
  eval (ZeroConcentratedDivergence_privacy_map d_in scale) = Error /\
  forall k size, eval (RangeDivergence_privacy_map d_in scale k size) = Error.
(* Tight maps, of which `losses` are what a round costs under each measure: one rounding, and the last of n
   candidates is not counted. *)
Definition tight_losses_round_up : Prop := forall eta k size,
  let rounds := match size with Some n => Z.min k (Z.max (n - 1) 0) | None => k end in
  let differences := match size with Some n => Z.max
  (Z.min k n - 1 + Z.min (Z.min k n) (n - Z.min k n)) 0 | None => Z.max (2 * k - 1) 0 end in
  match eval (pure_loss eta k size) with Answer f => least_not_below (inject_Z rounds * eta) f | Error => too_large
  (inject_Z rounds * eta) | Random => False end /\
  match eval (range_loss eta k size) with Answer f => least_not_below
  (inject_Z differences * eta) f | Error => too_large (inject_Z differences * eta) | Random => False end.
Definition tight_map_of_permute_and_flip : Prop := forall enclosed input_domain input_metric k scale negate M,
  make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M ->
  forall losses f x x' d_in d m, losses Measure_MaxDivergence = Some pure_loss ->
  eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in -> value d_in = Some d ->
  (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain)
    (LInfDistance_monotonic input_metric) d_in Measure_MaxDivergence) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Definition tight_map_of_gumbel_max_divergence : Prop :=
  forall enclosed tol input_domain input_metric k scale negate M, encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate =
  Answer M ->
  forall losses f x x' d_in d m, losses Measure_MaxDivergence = Some pure_loss ->
  eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in -> value d_in = Some d ->
  (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain)
    (LInfDistance_monotonic input_metric) d_in Measure_MaxDivergence) = Answer m ->
  promises m (fun b => max_divergence_at_most b (Measurement_invoke M x) (Measurement_invoke M x')).
Definition tight_map_of_gumbel_range : Prop := forall enclosed tol input_domain input_metric k scale negate M,
  encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate =
  Answer M ->
  forall losses f x x' d_in d m, losses Measure_RangeDivergence = Some range_loss ->
  eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in -> value d_in = Some d ->
  (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain)
    (LInfDistance_monotonic input_metric) d_in Measure_RangeDivergence) = Answer m ->
  promises m (fun b => range_at_most b (of_list (Measurement_invoke M x)) (of_list (Measurement_invoke M x'))).

(* What a tight map of either loss answers, exactly: one rounding. A round is a choice unless one candidate is left.
   *)
Definition choice_rounds (k : Z) (size : option Z) : Z :=
  match size with Some n => Z.min k (Z.max (n - 1) 0) | None => k end.
Definition tight_map_exact : Prop := forall losses measure loss count scale s k size monotonic d_in d,
  losses measure = Some loss -> loss = pure_loss /\ count = choice_rounds k size \/ loss = range_loss /\
  count = range_count k size ->
  fl_value scale = Some s -> (0 <= s)%Q -> value d_in = Some d -> (0 <= d)%Q ->
  let a := eval (tight_map_of losses scale k size monotonic d_in measure) in
  ((d == 0)%Q \/ choice_rounds k size = 0%Z -> a = Answer (Fin 0)) /\
  ((0 < d)%Q -> choice_rounds k size <> 0%Z -> (s == 0)%Q -> a = Answer (Inf false)) /\
  ((0 < d)%Q -> choice_rounds k size <> 0%Z -> (0 < s)%Q ->
    exists r, rounded (inject_Z count * (widened d monotonic / s)) r /\ a = answered r).
(* A loss that is told by balls: never below rounds * of(eta). Under zero-concentrated divergence `of` is rho, for
   permute-and-flip rho of its range. *)
Definition bounds (of : R -> R) (loss : Q -> Z -> option Z -> prog fl) : Prop := forall eta k size, (0 < eta)%Q ->
  match eval (loss eta k size) with Answer f => answers_at_least
  (IZR (choice_rounds k size) * of (Q2R eta)) f | Error => True | Random => False end.
Definition tight_map_of_permute_and_flip_zero_concentrated : Prop :=
  forall enclosed input_domain input_metric k scale negate M,
  make_noisy_top_k enclosed input_domain input_metric Measure_MaxDivergence k scale negate = Answer M ->
  forall losses loss f x x' d_in d m, losses Measure_ZeroConcentratedDivergence = Some loss ->
  bounds (fun eta => rho (flip_range eta)) loss -> eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in -> value d_in = Some d ->
  (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain)
    (LInfDistance_monotonic input_metric) d_in Measure_ZeroConcentratedDivergence) = Answer m ->
  promises m (fun b => zero_concentrated_at_most b (of_list (Measurement_invoke M x))
    (of_list (Measurement_invoke M x'))).
Definition tight_map_of_gumbel_zero_concentrated : Prop :=
  forall enclosed tol input_domain input_metric k scale negate M, encloses enclosed tol ->
  make_noisy_top_k enclosed input_domain input_metric Measure_ZeroConcentratedDivergence k scale negate =
  Answer M ->
  forall losses loss f x x' d_in d m, losses Measure_ZeroConcentratedDivergence = Some loss -> bounds rho loss ->
  eval (checked_scale scale) = Answer f ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in -> value d_in = Some d ->
  (0 <= d)%Q ->
  eval (tight_map_of losses f k (VectorDomain_size input_domain)
    (LInfDistance_monotonic input_metric) d_in Measure_ZeroConcentratedDivergence) = Answer m ->
  promises m (fun b => zero_concentrated_at_most b (of_list (Measurement_invoke M x))
    (of_list (Measurement_invoke M x'))).
(* A single selection, of whose losses `losses` are those of one round, under each of the three measures. *)
Definition tight_single (input_domain : VectorDomain) (monotonic : bool) (scale d_in : num) (m m' : prog Z)
  (measure : Measure)
    (losses : Measure -> option (Q -> Z -> option Z -> prog fl)) (at_most : R -> Prop) : Prop := forall f d a,
  eval (checked_scale scale) = Answer f -> value d_in = Some d -> (0 <= d)%Q ->
  eval (tight_map_of losses f 1 (VectorDomain_size input_domain) monotonic d_in measure) = Answer a ->
  promises a at_most.
Definition tight_single_max_divergence (input_domain : VectorDomain) (monotonic : bool) (scale d_in : num)
  (m m' : prog Z) : Prop :=
  forall losses, losses Measure_MaxDivergence = Some pure_loss ->
  tight_single input_domain monotonic scale d_in m m' Measure_MaxDivergence losses
  (fun b => max_divergence_at_most b m m').
Definition tight_single_range (input_domain : VectorDomain) (monotonic : bool) (scale d_in : num)
  (m m' : prog Z) : Prop :=
  forall losses, losses Measure_RangeDivergence = Some range_loss ->
  tight_single input_domain monotonic scale d_in m m' Measure_RangeDivergence losses
  (fun b => range_at_most b (of_index m) (of_index m')).
Definition tight_single_zero_concentrated (input_domain : VectorDomain) (monotonic : bool) (scale d_in : num)
  (m m' : prog Z) : Prop :=
  forall losses loss, losses Measure_ZeroConcentratedDivergence = Some loss -> bounds rho loss ->
  tight_single input_domain monotonic scale d_in m m' Measure_ZeroConcentratedDivergence losses
  (fun b => zero_concentrated_at_most b (of_index m) (of_index m')).
Definition of_report_noisy_max (tight : VectorDomain -> bool -> num -> num -> prog Z -> prog Z -> Prop) : Prop :=
  forall enclosed tol input_domain input_metric scale optimize M x x' d_in, encloses enclosed tol ->
  make_report_noisy_max_gumbel enclosed input_domain input_metric scale optimize = Answer M ->
  member input_domain x -> member input_domain x' -> close input_metric x x' d_in ->
  tight input_domain (LInfDistance_monotonic input_metric) scale d_in (Measurement_invoke M x)
  (Measurement_invoke M x').
Definition of_exponential_candidates (tight : VectorDomain -> bool -> num -> num -> prog Z -> prog Z ->
    Prop) : Prop :=
  forall enclosed tol input_domain temperature M metric x x' d_in, encloses enclosed tol ->
  make_base_exponential_candidates_gumbel enclosed input_domain temperature = Answer M ->
  Measurement_input_metric M = Metric_RangeDistance metric ->
  member input_domain x -> member input_domain x' -> range_close metric x x' d_in ->
  tight input_domain true temperature d_in (Measurement_invoke M x) (Measurement_invoke M x').
Definition tight_map_of_report_noisy_max_max_divergence : Prop := of_report_noisy_max tight_single_max_divergence.
Definition tight_map_of_report_noisy_max_range : Prop := of_report_noisy_max tight_single_range.
Definition tight_map_of_report_noisy_max_zero_concentrated : Prop :=
  of_report_noisy_max tight_single_zero_concentrated.
Definition tight_map_of_exponential_candidates_max_divergence : Prop :=
  of_exponential_candidates tight_single_max_divergence.
Definition tight_map_of_exponential_candidates_range : Prop := of_exponential_candidates tight_single_range.
Definition tight_map_of_exponential_candidates_zero_concentrated : Prop :=
  of_exponential_candidates tight_single_zero_concentrated.

(* ==== theorems of privacy ==== *)
(* A bounded range eta implies D_alpha <= alpha eta^2/8, and alpha rho(eta); rho is the best constant, and at most
   eta^2/8. *)
Definition bounded_range_implies_eighth : Prop := forall (X : Type) (l : list X) P Q eta alpha, l <> [] ->
  1 < alpha -> is_law l P -> is_law l Q ->
  (forall i j, In i l -> In j l -> ln (P i / Q i) - ln (P j / Q j) <= eta) ->
  renyi l alpha P Q <= alpha * (eta ^ 2 / 8).
Definition bounded_range_implies_rho : Prop := forall (X : Type) (l : list X) P Q eta alpha, l <> [] ->
  1 < alpha -> 0 < eta -> is_law l P -> is_law l Q ->
  (forall i j, In i l -> In j l -> ln (P i / Q i) - ln (P j / Q j) <= eta) -> renyi l alpha P Q <= alpha * rho eta.
Definition rho_is_best : Prop := forall tau z, 0 < tau -> 0 < z -> exists x x' : bool ->
  R, (forall i j, (x i - x' i) - (x j - x' j) <= tau * z) /\
  forall r, (forall alpha, 1 < alpha -> renyi [false; true] alpha (share [false; true] tau x)
    (share [false; true] tau x') <= alpha * r) -> rho z <= r.
Definition rho_is_at_most_an_eighth : Prop := forall z, 0 < z -> rho z <= z ^ 2 / 8.
Definition rho_rises : Prop := forall z z', 0 < z -> z <= z' -> rho z <= rho z'.
Definition rho_of_permute_and_flip : Prop := forall eps, 0 < eps -> rho (flip_range eps) <= eps ^ 2 / 2.
(* Pure eps implies D_alpha <= alpha eps tanh(eps/2), and randomized response shows that it is the best constant. *)
Definition pure_implies_tanh : Prop := forall (X : Type) (l : list X) P Q eps alpha, l <> [] -> 0 < eps ->
  1 < alpha -> is_law l P -> is_law l Q ->
  (forall i, In i l -> - eps <= ln (P i / Q i) <= eps) -> renyi l alpha P Q <= alpha * (eps * tanh (eps / 2)).
Definition tanh_is_best : Prop := forall eps, 0 < eps -> exists P Q : bool -> R, is_law [false; true] P /\
  is_law [false; true] Q /\
  (forall i, - eps <= ln (P i / Q i) <= eps) /\ forall alpha, 1 < alpha ->
  eps * tanh (eps / 2) <= renyi [false; true] alpha P Q.
(* The exponential mechanism: two losses differ by exactly the difference of the moves over tau. *)
Definition exponential_mechanism_exact_range : Prop := forall (X : Type) (l : list X) tau x x' i j, l <> [] ->
  0 < tau ->
  ln (share l tau x i / share l tau x' i) - ln (share l tau x j / share l tau x' j) =
  ((x i - x' i) - (x j - x' j)) / tau.
(* The range of peeled softmax is exactly (k - 1 + min(k, n - k)) d/tau: a bound, and approached. *)
Definition peeled_softmax_range : Prop := forall n tau d x x' k o o', 0 < tau -> (1 <= k)%nat ->
  (forall i j, (0 <= i < Z.of_nat n)%Z -> (0 <= j < Z.of_nat n)%Z -> (x i - x' i) - (x j - x' j) <= d) ->
  selection n k o -> selection n k o' ->
  ln (peeled_softmax n tau x o / peeled_softmax n tau x' o) - ln
  (peeled_softmax n tau x o' / peeled_softmax n tau x' o') <= INR (k - 1 + Nat.min k (n - k)) * (d / tau).
Definition peeled_softmax_range_approached : Prop := forall n k tau d e, (2 <= n)%nat -> (1 <= k <= n)%nat ->
  0 < tau -> 0 < d -> 0 < e ->
  exists x x' o o', (forall i, 0 <= x i - x' i <= d) /\ selection n k o /\ selection n k o' /\
  INR (k - 1 + Nat.min k (n - k)) * (d / tau) - e <=
    ln (peeled_softmax n tau x o / peeled_softmax n tau x' o) - ln
    (peeled_softmax n tau x o' / peeled_softmax n tau x' o').
(* Composition: k adaptive selections among n candidates, each with D_alpha <= alpha r, have alpha k r, and the last
   candidate is free. *)
Definition composition : Prop := forall n k (P Q : list Z -> Z -> R) alpha r, 1 < alpha -> 0 <= r -> (k <= n)%nat ->
  (forall taken, remaining n taken <> [] -> is_law (remaining n taken) (P taken) /\
    is_law (remaining n taken) (Q taken) /\
    renyi (remaining n taken) alpha (P taken) (Q taken) <= alpha * r) ->
  exists outcomes, (forall o, In o outcomes <-> selection n k o) /\ NoDup outcomes /\
  renyi outcomes alpha (in_turn P []) (in_turn Q []) <= alpha * (INR (Nat.min k (n - 1)) * r).

(* ==== theorems of the documents ==== *)
Definition gumbel_cdf (mu g : R) : R := exp (- exp (- (g - mu))).
Definition gumbel_pdf (mu g : R) : R := exp (- (g - mu)) * exp (- exp (- (g - mu))).
Definition exponential_survival (rate x : R) : R := exp (- rate * x).
Definition uniform_cdf (V : R -> R) (v p : R) : Prop := is_RInt (fun u => if Rle_dec (V u) v then 1 else 0) 0 1 p.
Fixpoint product {X} (f : X -> R) (l : list X) : R := match l with [] => 1 | a :: l => f a * product f l end.
Definition is_max {X} (f : X -> R) (l : list X) (m : R) : Prop := (exists j, In j l /\ f j = m) /\
  forall j, In j l -> f j <= m.
Definition normaliser {X} (l : list X) (eps Delta : R) (x : X -> R) : R :=
  lsum (fun i => exp (eps * x i / Delta)) l.
(* 000, Lemma 1.2: -ln(U)/p is exponential of rate p, mu - ln(-ln U) is Gumbel around mu, and the two are related by
   G = -ln(Z/N). *)
Definition lemma_1_2_exponential : Prop := forall p z, 0 < p -> 0 <= z ->
  uniform_cdf (fun u => - ln u / p) z (1 - exponential_survival p z).
Definition lemma_1_2_gumbel : Prop := forall mu g, uniform_cdf (fun u => mu - ln (- ln u)) g (gumbel_cdf mu g).
Definition lemma_1_2 : Prop := forall (X : Type) (l : list X) tau s k u, In k l -> 0 < tau -> 0 < u < 1 ->
  s k / tau - ln (- ln u) = - ln (- ln u / share l tau s k / lsum (fun j => exp (s j / tau)) l).
(* 000, Lemma 1.3: the minimum of independent exponentials is exponential, and the rates add up. *)
Definition lemma_1_3 : Prop := forall (X : Type) (rate : X -> R) l x,
  product (fun i => exponential_survival (rate i) x) l = exponential_survival (lsum rate l) x.
(* 000, Lemma 1.4: P(X1 <= X2) = l1/(l1 + l2); the line printed in between is negative, and so no probability. *)
Definition lemma_1_4 : Prop := forall l1 l2, 0 < l1 -> 0 < l2 ->
  (forall x1, is_RInt_gen (fun x2 => l1 * l2 * exp (- l1 * x1) * exp (- l2 * x2)) (at_point x1)
    (Rbar_locally p_infty) (l1 * exp (- (l1 + l2) * x1))) /\
  is_RInt_gen (fun x1 => l1 * exp (- (l1 + l2) * x1)) (at_point 0) (Rbar_locally p_infty) (l1 / (l1 + l2)).
Definition lemma_1_4_as_printed_is_false : Prop := forall lambda l1 l2, 0 < lambda -> 0 < l1 -> 0 < l2 ->
  exists v, v < 0 /\
  is_RInt_gen (fun x1 => - lambda * exp (- (l1 + l2) * x1)) (at_point 0) (Rbar_locally p_infty) v.
(* 000, Theorem 1.1: the index of the greatest noisy score has the law of the exponential mechanism. *)
Definition theorem_1_1 : Prop := forall (X : Type) (tau : R) (s : X -> R) k others,
  is_RInt_gen (fun g => gumbel_pdf (s k / tau) g * product (fun j => gumbel_cdf (s j / tau) g) others)
    (Rbar_locally m_infty) (Rbar_locally p_infty) (share (k :: others) tau s k).
(* Its first line: P(K = k) = P(G_k = max_i G_i) for K = argmax_k G_k and independent Gumbel noise. All that it takes of
   P is what the outer measure of every probability has, and the probability `tie` of a tie of two, in which the density
   at one number is integrated, and then over that number: both integrals are 0. Of several greatest, K may be any. *)
Definition measures {O} (P : (O -> Prop) -> R) : Prop :=
  (forall A B : O -> Prop, (forall w, A w -> B w) -> P A <= P B) /\
  forall A B : O -> Prop, P (fun w => A w \/ B w) <= P A + P B.
Definition at_number (g : R) (density : R -> R) (t : R) : R := if Req_EM_T t g then density t else 0.
Definition over_the_line (f : R -> R) : R := RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty).
Definition tie (mu mu' : R) : R :=
  over_the_line (fun g => gumbel_pdf mu g * over_the_line (at_number g (gumbel_pdf mu'))).
Definition gumbel_scores_do_not_tie : Prop := forall mu mu',
  (forall g, is_RInt_gen (at_number g (gumbel_pdf mu')) (Rbar_locally m_infty) (Rbar_locally p_infty) 0) /\
  is_RInt_gen (fun g => gumbel_pdf mu g * over_the_line (at_number g (gumbel_pdf mu'))) (Rbar_locally m_infty)
    (Rbar_locally p_infty) 0.
Definition argmax_is_maximum : Prop := forall (O X : Type) P (l : list X) (G : X -> O -> R) (K : O -> X) tau s k,
  measures P -> (forall w, In (K w) l /\ forall j, In j l -> G j w <= G (K w) w) -> In k l ->
  (forall j, In j l -> j <> k -> P (fun w => G j w = G k w) = tie (s k / tau) (s j / tau)) ->
  P (fun w => K w = k) = P (fun w => is_max (fun j => G j w) l (G k w)).
(* Equation (1): softmax. A shift of all scores changes nothing; as the temperature grows it tends to the uniform
   law, and as it falls to 0 to the uniform law on the greatest scores. *)
Definition greatest {X} (y : X -> R) (m : R) (j : X) : R := if Req_EM_T (y j) m then 1 else 0.
Definition softmax_ignores_shifts : Prop := forall (X : Type) (l : list X) tau y c i, l <> [] ->
  share l tau (fun j => y j + c) i = share l tau y i.
Definition softmax_hot_limit : Prop := forall (X : Type) (l : list X) y i, In i l ->
  is_lim (fun tau => share l tau y i) p_infty (/ INR (length l)).
Definition softmax_cold_limit : Prop := forall (X : Type) (l : list X) y i m, In i l -> is_max y l m ->
  filterlim (fun tau => share l tau y i) (at_right 0) (locally (greatest y m i / lsum (greatest y m) l)).
(* 004, equation (1), and the sentence before it in 000, 003 and 004: inverse transform sampling. Of the candidates in
   their order, the first whose cumulative probability p_1 + ... + p_k is at least u, or is greater than u; it is the
   least such one. *)
Fixpoint first_with {X} (enough : R -> bool) (p : X -> R) (before : R) (l : list X) : option X :=
  match l with
  | [] => None
  | i :: l => if enough (before + p i) then Some i else first_with enough p (before + p i) l
  end.
Definition reaches (u c : R) : bool := if Rle_dec u c then true else false.
Definition exceeds (u c : R) : bool := if Rlt_dec u c then true else false.
Definition chosen {X} (eq_dec : forall a b : X, {a = b} + {a <> b}) (k : X) (found : option X) : R :=
  match found with Some i => if eq_dec i k then 1 else 0 | None => 0 end.
Definition first_is_least : Prop := forall (X : Type) (enough : R -> bool) (p : X -> R) l k,
  first_with enough p 0 l = Some k <->
  exists before after, l = before ++ k :: after /\ enough (lsum p (before ++ [k])) = true /\
  forall earlier j others, before = earlier ++ j :: others -> enough (lsum p (earlier ++ [j])) = false.
(* For u uniform on (0, 1) there always is one, and it is k with probability p_k; so it is for the softmax. *)
Definition transforms_to {X} (l : list X) (p : X -> R) (enough : R -> R -> bool) : Prop :=
  (forall u, 0 < u < 1 -> first_with (enough u) p 0 l <> None) /\
  forall eq_dec k, In k l -> is_RInt (fun u => chosen eq_dec k (first_with (enough u) p 0 l)) 0 1 (p k).
Definition inverse_transform_selects : Prop := forall (X : Type) (l : list X) p, NoDup l -> is_law l p ->
  transforms_to l p reaches /\ transforms_to l p exceeds.
Definition inverse_transform_of_softmax : Prop := forall (X : Type) (l : list X) tau s, l <> [] -> NoDup l ->
  transforms_to l (share l tau s) reaches /\ transforms_to l (share l tau s) exceeds.
(* Permute-and-flip is report noisy max with exponential noise,
  of density e^(-z/scale)/scale for z >= 0: its law is the probability that the noisy
   score of r is the greatest, and that is never below the greatest score. *)
Definition permute_and_flip_is_exponential_noise : Prop := forall x scale top r, 0 < Q2R scale -> In top x ->
  (forall a, In a x -> Q2R a <= Q2R top) ->
  (0 <= r < Z.of_nat (length x))%Z ->
  is_RInt_gen (fun g => exp (- ((g - score x r) / Q2R scale)) / Q2R scale *
      product (fun j => 1 - exp (- ((g - score x j) / Q2R scale)))
      (filter (fun j => negb (j =? r)%Z) (indices (length x))))
    (at_point (Q2R top)) (Rbar_locally p_infty) (of_index (permute_and_flip x scale) r).
(* A round of permute-and-flip from other numbers, for shares p_j = exp((x_j - max x)/scale), the greatest of which is
   1. Each candidate succeeds with probability p_j, at a uniform time; `still` is the probability that it has not by
   time 1 - s, `nobody` that none of l has, and `flipped` the law of permute-and-flip. *)
Definition shares {X} (p : X -> R) (l : list X) : Prop := (forall j, In j l -> 0 < p j <= 1) /\
  exists b, In b l /\ p b = 1.
Definition still {X} (p : X -> R) (s : R) (j : X) : R := 1 - (1 - s) * p j.
Definition nobody {X} (p : X -> R) (l : list X) (s : R) : R := product (still p s) l.
Definition flipped {X} (p : X -> R) (r : X) (others : list X) : R :=
  p r * RInt (fun t => product (fun j => 1 - t * p j) others) 0 1.
(* The first to succeed. V = nobody(s) is uniform if s has the density d nobody/ds, for nobody rises from 0 to 1; given
   s, U selects r with the share of its cell. *)
Definition first_to_succeed : Prop := forall (X : Type) (p : X -> R) r others, let l := r :: others in shares p l ->
  let cell s j := p j * (s / still p s j) in let cells s := lsum (cell s) l in
  let density s := nobody p l s * cells s / s in
  nobody p l 0 = 0 /\ nobody p l 1 = 1 /\
  (forall s, 0 < s -> 0 < density s /\ is_derive (nobody p l) s (density s)) /\
  is_RInt (fun s => cell s r / cells s * density s) 0 1 (flipped p r others).
(* The first accepted proposal. Each comes a time t after the one before, t exponential of rate W, and takes s to
   s exp(-t); it is j with probability p_j/W, and accepted with probability s/still(s). P m s is the probability that r
   is the first accepted of the next m proposals after s. *)
Definition first_accepted : Prop := forall (X : Type) (p : X -> R) r others (P : nat -> R -> R),
  let l := r :: others in shares p l -> let W := lsum p l in let accepted s j := s / still p s j in
  (forall s, P 0%nat s = 0) ->
  (forall m s, 0 < s <= 1 -> is_RInt_gen (fun t => let s' := s * exp (- t) in W * exp (- W * t) *
      (p r / W * accepted s' r + lsum (fun j => p j / W * (1 - accepted s' j)) l * P m s'))
    (at_point 0) (Rbar_locally p_infty) (P (S m) s)) ->
  is_lim_seq (fun m => P m 1) (flipped p r others).
(* 004: the k greatest noisy scores in one shot, in order, have the law of peeling. P(g > G_i1 > ... > G_ik > every
   other), integral inside integral. *)
Section Order.
Context {X : Type} (tau : R) (x : X -> R) (rest : list X).
Fixpoint in_order (s : list X) (g : R) : R :=
  match s with
  | [] => product (fun j => gumbel_cdf (x j / tau) g) rest
  | i :: s => RInt_gen (fun t => gumbel_pdf (x i / tau) t * in_order s t) (Rbar_locally m_infty) (at_point g)
  end.
Fixpoint peeled (s : list X) : R :=
  match s with [] => 1 | i :: s => exp (x i / tau) / lsum (fun j => exp (x j / tau))
  ((i :: s) ++ rest) * peeled s end.
End Order.
Definition one_shot_is_peeling : Prop := forall (X : Type) tau (x : X -> R) rest i s,
  is_RInt_gen (fun t => gumbel_pdf (x i / tau) t * in_order tau x rest s t) (Rbar_locally m_infty)
  (Rbar_locally p_infty) (peeled tau x rest (i :: s)) /\
  forall g, is_RInt_gen (fun t => gumbel_pdf (x i / tau) t * in_order tau x rest s t) (Rbar_locally m_infty)
  (at_point g) (in_order tau x rest (i :: s) g).
(* 000, Lemma 3.1: the reduction of the pseudocode returns the index of the greatest. *)
Definition reduce_best (a b : nat * R) : nat * R := if Rlt_dec (snd b) (snd a) then a else b.
Fixpoint enumerate (n : nat) (l : list R) : list (nat * R) :=
  match l with [] => [] | a :: l => (n, a) :: enumerate (S n) l end.
Definition lemma_3_1 : Prop := forall g l, let best := fold_left reduce_best (enumerate 1 l) (0%nat, g) in
  nth_error (g :: l) (fst best) = Some (snd best) /\ forall c, In c (g :: l) -> c <= snd best.
(* 000, Lemma 3.2; 003, Lemma 4.1 in its true form; as printed it is false; and the listing of 003 is not private. *)
Definition lemma_3_2 : Prop := forall (X : Type) (l : list X) x x' eps Delta m, l <> [] -> 0 <= eps -> 0 < Delta ->
  is_max (fun j => x' j - x j) l m ->
  ln (normaliser l eps Delta x' / normaliser l eps Delta x) <= eps * m / Delta.
Definition lemma_4_1 : Prop := forall (X : Type) (l : list X) x x' eps Delta m, l <> [] -> 0 <= eps -> 0 < Delta ->
  is_max (fun j => x j - x' j) l m ->
  ln (normaliser l eps Delta x' / normaliser l eps Delta x) >= - (eps * m / Delta).
Definition lemma_4_1_as_printed_is_false : Prop := ~ forall (l : list bool) s s' eps Delta m, l <> [] ->
  0 <= eps -> 0 < Delta -> is_max (fun j => s j - s' j) l m ->
  ln (normaliser l eps Delta s' / normaliser l eps Delta s) >= eps * m / Delta.
(* So is the step of 003's privacy proof that cites 4.1; what it takes instead is 3.2. *)
Definition step_by_4_1_is_false : Prop := ~ forall (l : list bool) s s' eps Delta m k, l <> [] -> 0 <= eps ->
  0 < Delta -> In k l -> is_max (fun j => s j - s' j) l m ->
  eps * (s k - s' k) / Delta + ln (normaliser l eps Delta s' / normaliser l eps Delta s) <=
  eps * (s k - s' k) / Delta + - (eps * m) / Delta.
Definition step_by_3_2 : Prop := forall (X : Type) (l : list X) s s' eps Delta m k, l <> [] -> 0 <= eps ->
  0 < Delta -> is_max (fun j => s' j - s j) l m ->
  eps * (s k - s' k) / Delta + ln (normaliser l eps Delta s' / normaliser l eps Delta s) <=
  eps * (s k - s' k) / Delta + eps * m / Delta.
Definition listing_of_003_is_not_private : Prop := exists temperature d_in d_out (s s' : bool -> R),
  0 < temperature /\ d_out * temperature >= d_in /\
  (forall i j, (s i - s' i) - (s j - s' j) <= d_in) /\
  share [true; false] (/ temperature) s true > exp d_out * share [true; false] (/ temperature) s' true.
