(* Emitted by proofs/kernel from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith List Bool.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope Z_scope.

(* impl/gumbel.py:21 class GumbelRV *)
Record GumbelRV := mk_GumbelRV { GumbelRV_shift : Q; GumbelRV_scale : Q }.

(* impl/gumbel.py:56 class GumbelPSRN *)
Record GumbelPSRN := mk_GumbelPSRN { GumbelPSRN_shift : Q; GumbelPSRN_scale : Q; GumbelPSRN_numerator : Z; GumbelPSRN_refinements : Z }.

Section Ball.
(* Assumed: what ball arithmetic answers for R and r. *)
Variable enclosed : Z -> Z -> Q * Q.

(* impl/gumbel.py:44 standard_gumbel, sha256 119b0ec601fbbef6 *)
Definition standard_gumbel (numerator : Z) (refinements : Z) : prog ((Edge * Edge)) :=
  if (numerator =? 0) then
    Ret (MinusInfinity, MinusInfinity)
  else
  v1 <- shl 1 refinements ;;
  if (numerator =? v1) then
    Ret (PlusInfinity, PlusInfinity)
  else
  Ret (let '(low, high) := enclosed numerator refinements in (Rational low, Rational high)).

(* impl/gumbel.py:39 GumbelRV._affine, sha256 1de2fedd7cc04085 *)
Definition GumbelRV__affine (self : GumbelRV) (edge : Edge) : prog Edge :=
  Ret match edge with Rational edge => (Rational (qadd (qmul edge (GumbelRV_scale self)) (GumbelRV_shift self))) | _ => edge end.

(* impl/gumbel.py:27 GumbelRV.inverse_cdf, sha256 6b8ff20603fcf454 *)
Definition GumbelRV_inverse_cdf (self : GumbelRV) (numerator : Z) (refinements : Z) : prog ((Edge * Edge)) :=
  if (qeq (GumbelRV_scale self) (inject_Z 0)) then
    Ret ((Rational (GumbelRV_shift self)), (Rational (GumbelRV_shift self)))
  else
  '(low, high) <- standard_gumbel numerator refinements ;;
  v2 <- GumbelRV__affine self low ;;
  v3 <- GumbelRV__affine self high ;;
  Ret (v2, v3).

(* impl/gumbel.py:35 GumbelRV.unsampled, sha256 9b71187c25e14b10 *)
Definition GumbelRV_unsampled (self : GumbelRV) : prog GumbelPSRN :=
  Ret (mk_GumbelPSRN (GumbelRV_shift self) (GumbelRV_scale self) 0 0).

(* impl/gumbel.py:68 GumbelPSRN.lower, sha256 6fa939a08aad2e79 *)
Definition GumbelPSRN_lower (self : GumbelPSRN) : prog Edge :=
  v1 <- GumbelRV_inverse_cdf (mk_GumbelRV (GumbelPSRN_shift self) (GumbelPSRN_scale self)) (GumbelPSRN_numerator self) (GumbelPSRN_refinements self) ;;
  Ret (fst v1).

(* impl/gumbel.py:73 GumbelPSRN.upper, sha256 3e246ac44adc7ff2 *)
Definition GumbelPSRN_upper (self : GumbelPSRN) : prog Edge :=
  v1 <- GumbelRV_inverse_cdf (mk_GumbelRV (GumbelPSRN_shift self) (GumbelPSRN_scale self)) ((GumbelPSRN_numerator self) + 1) (GumbelPSRN_refinements self) ;;
  Ret (snd v1).

(* impl/gumbel.py:78 GumbelPSRN.halves, sha256 5cbf03d3e7371733 *)
Definition GumbelPSRN_halves (self : GumbelPSRN) : prog ((GumbelPSRN * GumbelPSRN)) :=
  let left_ := (2 * (GumbelPSRN_numerator self)) in
  let right_ := ((2 * (GumbelPSRN_numerator self)) + 1) in
  let bits := ((GumbelPSRN_refinements self) + 1) in
  Ret ((mk_GumbelPSRN (GumbelPSRN_shift self) (GumbelPSRN_scale self) left_ bits), (mk_GumbelPSRN (GumbelPSRN_shift self) (GumbelPSRN_scale self) right_ bits)).

(* impl/gumbel.py:83 GumbelPSRN.refine, sha256 4ed9530f50347424 *)
Definition GumbelPSRN_refine (self : GumbelPSRN) : prog GumbelPSRN :=
  v1 <- GumbelPSRN_halves self ;;
  v2 <- bit ;;
  pair_get v1 v2.

(* spec/gumbel.py:61 surely_above, sha256 bde0e705f684a2a3 *)
Definition surely_above (a : GumbelPSRN) (b : GumbelPSRN) : prog bool :=
  v1 <- GumbelPSRN_lower a ;;
  v2 <- GumbelPSRN_upper b ;;
  (if (edge_lt v2 v1) then Ret true else v3 <- shl (GumbelPSRN_numerator a) (GumbelPSRN_refinements b) ;; v4 <- shl ((GumbelPSRN_numerator b) + 1) (GumbelPSRN_refinements a) ;; Ret ((v4 <=? v3) && ((Qle_bool (GumbelPSRN_shift b) (GumbelPSRN_shift a)) && ((qeq (GumbelPSRN_scale a) (GumbelPSRN_scale b)) && (qlt (inject_Z 0) (GumbelPSRN_scale b)))))).

(* impl/gumbel.py:89 greater_than, sha256 c2d668e80abb5763 *)
Definition greater_than (a : GumbelPSRN) (b : GumbelPSRN) : prog ((bool * GumbelPSRN * GumbelPSRN)) :=
  if ((qeq (GumbelPSRN_scale a) (GumbelPSRN_scale b)) && (qeq (GumbelPSRN_scale b) (inject_Z 0))) then
    Ret ((qlt (GumbelPSRN_shift b) (GumbelPSRN_shift a)), a, b)
  else
  Loop (fun '(a, b) =>
      v1 <- surely_above a b ;;
      if v1 then
        Ret (inr (true, a, b))
      else
      v2 <- surely_above b a ;;
      if v2 then
        Ret (inr (false, a, b))
      else
      '(a, b) <- (if ((GumbelPSRN_refinements a) <? (GumbelPSRN_refinements b)) then a <- GumbelPSRN_refine a ;;
        Ret (a, b) else b <- GumbelPSRN_refine b ;;
        Ret (a, b)) ;;
      Ret (inl (a, b))) (a, b).

(* impl/gumbel.py:110 gumbel_top_k, sha256 7cf43d962e37671d *)
Definition gumbel_top_k (x : list GumbelRV) (k : Z) : prog (list Z) :=
  samples <- py_map (fun noise => v1 <- GumbelRV_unsampled noise ;; Ret v1) x ;;
  let left_ := (py_range (py_len x)) in
  let selected := [] in
  Loop (fun '(samples, left_, selected) =>
      if ((py_len selected) <? (Z.min k (py_len x))) then
        best <- get left_ 0 ;;
        '(samples, best) <- For (slice_from left_ 1) (fun other '(samples, best) =>
            v4 <- get samples best ;;
            v5 <- get samples other ;;
            '(greater, v7, v8) <- greater_than v4 v5 ;;
            samples <- set samples best v7 ;;
            samples <- set samples other v8 ;;
            let best := (if greater then best else other) in
            Ret (samples, best)) (samples, best) ;;
        left_ <- py_remove left_ best ;;
        let selected := (selected ++ [best]) in
        Ret (inl (samples, left_, selected))
      else
        Ret (inr selected)) (samples, left_, selected).

(* impl/report_noisy_max_gumbel.py:94 gumbel_max, sha256 3509d7fe89f93ebc *)
Definition gumbel_max (x : list GumbelPSRN) : prog Z :=
  let reduce_best (a : (Z * GumbelPSRN)) (b : (Z * GumbelPSRN)) : prog (Z * GumbelPSRN) :=
    '(greater, left_, right_) <- greater_than (snd a) (snd b) ;;
    Ret (if greater then ((fst a), left_) else ((fst b), right_)) in
  v2 <- py_reduce reduce_best (py_enumerate x) ;;
  Ret (fst v2).

End Ball.
