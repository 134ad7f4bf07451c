(* Emitted by proofs.kernel.translator from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith List Bool.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope Z_scope.

(* impl/gumbel.py: GumbelRV *)
Record GumbelRV := mk_GumbelRV {
  GumbelRV_shift : Q;
  GumbelRV_scale : Q }.

(* impl/gumbel.py: GumbelPSRN *)
Record GumbelPSRN := mk_GumbelPSRN {
  GumbelPSRN_shift : Q;
  GumbelPSRN_scale : Q;
  GumbelPSRN_numerator : Z;
  GumbelPSRN_refinements : Z }.

(* impl/gumbel.py: standard_gumbel *)
Definition standard_gumbel (enclosed : Z -> Z -> Q * Q) (numerator : Z) (refinements : Z) : prog (Edge * Edge) :=
  if (numerator =? 0) then Ret (MinusInfinity, MinusInfinity) else
  v1 <- shl 1 refinements ;;
  Ret (if (numerator =? v1) then (PlusInfinity, PlusInfinity) else (let '(low, high) := enclosed numerator refinements in (Rational low, Rational high))).

(* impl/gumbel.py: GumbelRV._affine *)
Definition GumbelRV__affine (self : GumbelRV) (edge : Edge) : prog Edge :=
  Ret match edge with Rational v1 => (Rational (qadd (qmul v1 (GumbelRV_scale self)) (GumbelRV_shift self))) | _ => edge end.

(* impl/gumbel.py: GumbelRV.inverse_cdf *)
Definition GumbelRV_inverse_cdf (enclosed : Z -> Z -> Q * Q) (self : GumbelRV) (numerator : Z)
    (refinements : Z) : prog (Edge * Edge) :=
  if (qeq (GumbelRV_scale self) (inject_Z 0)) then Ret ((Rational (GumbelRV_shift self)), (Rational (GumbelRV_shift self))) else
  '(low, high) <- standard_gumbel enclosed numerator refinements ;;
  v1 <- GumbelRV__affine self low ;;
  v2 <- GumbelRV__affine self high ;;
  Ret (v1, v2).

(* impl/gumbel.py: GumbelRV.unsampled *)
Definition GumbelRV_unsampled (self : GumbelRV) : prog GumbelPSRN :=
  Ret (mk_GumbelPSRN (GumbelRV_shift self) (GumbelRV_scale self) 0 0).

(* impl/gumbel.py: GumbelPSRN.lower *)
Definition GumbelPSRN_lower (enclosed : Z -> Z -> Q * Q) (self : GumbelPSRN) : prog Edge :=
  v1 <- GumbelRV_inverse_cdf enclosed (mk_GumbelRV (GumbelPSRN_shift self) (GumbelPSRN_scale self)) (GumbelPSRN_numerator self) (GumbelPSRN_refinements self) ;;
  Ret (fst v1).

(* impl/gumbel.py: GumbelPSRN.upper *)
Definition GumbelPSRN_upper (enclosed : Z -> Z -> Q * Q) (self : GumbelPSRN) : prog Edge :=
  v1 <- GumbelRV_inverse_cdf enclosed (mk_GumbelRV (GumbelPSRN_shift self) (GumbelPSRN_scale self)) ((GumbelPSRN_numerator self) + 1) (GumbelPSRN_refinements self) ;;
  Ret (snd v1).

(* impl/gumbel.py: GumbelPSRN.halves *)
Definition GumbelPSRN_halves (self : GumbelPSRN) : prog (GumbelPSRN * GumbelPSRN) :=
  let left_ := (2 * (GumbelPSRN_numerator self)) in
  let right_ := ((2 * (GumbelPSRN_numerator self)) + 1) in
  let bits := ((GumbelPSRN_refinements self) + 1) in
  Ret ((mk_GumbelPSRN (GumbelPSRN_shift self) (GumbelPSRN_scale self) left_ bits), (mk_GumbelPSRN (GumbelPSRN_shift self) (GumbelPSRN_scale self) right_ bits)).

(* impl/gumbel.py: GumbelPSRN.refine *)
Definition GumbelPSRN_refine (self : GumbelPSRN) : prog GumbelPSRN :=
  v1 <- GumbelPSRN_halves self ;;
  v2 <- bit ;;
  pair_get v1 v2.

(* spec/gumbel.py: surely_above *)
Definition surely_above (enclosed : Z -> Z -> Q * Q) (a : GumbelPSRN) (b : GumbelPSRN) : prog bool :=
  v1 <- GumbelPSRN_lower enclosed a ;;
  v2 <- GumbelPSRN_upper enclosed b ;;
  if (edge_lt v2 v1) then Ret true else
  v3 <- shl (GumbelPSRN_numerator a) (GumbelPSRN_refinements b) ;;
  v4 <- shl ((GumbelPSRN_numerator b) + 1) (GumbelPSRN_refinements a) ;;
  Ret ((v4 <=? v3) && ((Qle_bool (GumbelPSRN_shift b) (GumbelPSRN_shift a)) && ((qeq (GumbelPSRN_scale a) (GumbelPSRN_scale b)) && (qlt (inject_Z 0) (GumbelPSRN_scale b))))).

(* impl/gumbel.py: greater_than *)
Definition greater_than (enclosed : Z -> Z -> Q * Q) (a : GumbelPSRN)
    (b : GumbelPSRN) : prog (bool * GumbelPSRN * GumbelPSRN) :=
  if ((qeq (GumbelPSRN_scale a) (GumbelPSRN_scale b)) && (qeq (GumbelPSRN_scale b) (inject_Z 0))) then Ret ((qlt (GumbelPSRN_shift b) (GumbelPSRN_shift a)), a, b) else
  Loop (fun '(a, b) =>
      v1 <- surely_above enclosed a b ;;
      if v1 then Ret (inr (true, a, b)) else
      v2 <- surely_above enclosed b a ;;
      if v2 then Ret (inr (false, a, b)) else
      '(a, b) <- (if ((GumbelPSRN_refinements a) <? (GumbelPSRN_refinements b)) then
          a <- GumbelPSRN_refine a ;;
          Ret (a, b)
        else
          b <- GumbelPSRN_refine b ;;
          Ret (a, b)) ;;
      Ret (inl (a, b))) (a, b).

(* impl/gumbel.py: gumbel_top_k *)
Definition gumbel_top_k (enclosed : Z -> Z -> Q * Q) (x : list GumbelRV) (k : Z) : prog (list Z) :=
  samples <- py_map GumbelRV_unsampled x ;;
  let left_ := (py_range (py_len x)) in
  let selected := [] in
  Loop (fun '(selected, left_, samples) =>
      if ((py_len selected) <? (Z.min k (py_len x))) then
        best <- get left_ 0 ;;
        '(samples, best) <- For (slice_from left_ 1) (fun other '(samples, best) =>
              v1 <- get samples best ;;
              v2 <- get samples other ;;
              '(greater, v3, v4) <- greater_than enclosed v1 v2 ;;
              samples <- set samples best v3 ;;
              samples <- set samples other v4 ;;
              let best := (if greater then best else other) in
              Ret (samples, best)) (samples, best) ;;
        left_ <- py_remove left_ best ;;
        let selected := (selected ++ [best]) in
        Ret (inl (selected, left_, samples))
      else
        Ret (inr selected)) (selected, left_, samples).

(* impl/report_noisy_max_gumbel.py: gumbel_max.reduce_best *)
Definition gumbel_max_reduce_best (enclosed : Z -> Z -> Q * Q) (a : (Z * GumbelPSRN))
    (b : (Z * GumbelPSRN)) : prog (Z * GumbelPSRN) :=
  '(greater, left_, right_) <- greater_than enclosed (snd a) (snd b) ;;
  Ret (if greater then ((fst a), left_) else ((fst b), right_)).

(* impl/report_noisy_max_gumbel.py: gumbel_max *)
Definition gumbel_max (enclosed : Z -> Z -> Q * Q) (x : list GumbelPSRN) : prog Z :=
  v1 <- py_reduce (gumbel_max_reduce_best enclosed) (py_enumerate x) ;;
  Ret (fst v1).
