(* Emitted by proofs/kernel from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms Python Evaluation EmittedSelection EmittedDirected.
Import ListNotations.
Open Scope Z_scope.

(* impl/scores.py:16 exact_score, sha256 db07732ca5559019 *)
Definition exact_score (score : num) : prog Q :=
  v2 <- (if (type_eqb (py_type score) TFloat) then (v1 <- num_isinf score ;; Ret v1) else Ret false) ;;
  score <- (if v2 then v3 <- copysign_num (Fin float_max) score ;;
    let score := (Flt v3) in
    Ret score else Ret score) ;;
  to_fraction score.

(* impl/scores.py:11 exact, sha256 0d19e9424cd606f0 *)
Definition exact (scores : list num) : prog (list Q) :=
  py_map exact_score scores.

(* impl/max_divergence.py:22 MaxDivergence.noisy_top_k, sha256 d60fece3e4687361 *)
Definition MaxDivergence_noisy_top_k (x : list num) (scale : fl) (k : Z) (negate : bool) : prog (list Z) :=
  v1 <- exact x ;;
  let y := (map (fun score => (if negate then (Qopp score) else score)) v1) in
  v2 <- fl_fraction scale ;;
  peel permute_and_flip y v2 k.

(* impl/max_divergence.py:32 MaxDivergence.privacy_map, sha256 09aeb734ae29b3fd *)
Definition MaxDivergence_privacy_map (d_in : fl) (scale : fl) : prog fl :=
  max_divergence_map d_in scale.

(* impl/parameters.py:34 check_natural, sha256 c45333e41306bada *)
Definition check_natural (k : Z) : prog unit :=
  if ((negb (type_eqb TInt TInt)) || (k <? 0)) then
    Fail
  else
  Ret tt.

(* impl/parameters.py:40 check_switch, sha256 4356694c68822c18 *)
Definition check_switch (parameter : unit) (value : bool) : prog unit :=
  if (type_eqb TBool TBool) then
    Ret tt
  else
  Fail.

(* spec/space.py:14 check_atom_type *)
Definition check_atom_type (atom : pytype) : prog unit :=
  if (existsb (type_eqb atom) [TInt; TFloat; TFrac]) then
    Ret tt
  else
  Fail.

(* spec/space.py:21 AtomDomain, sha256 a54a0c77e011461f *)
Record AtomDomain := { AtomDomain_T : pytype; AtomDomain_nan : bool }.

(* spec/space.py:27 AtomDomain.__post_init__ *)
Definition AtomDomain___post_init__ (self : AtomDomain) : prog unit :=
  v1 <- check_atom_type (AtomDomain_T self) ;;
  if ((AtomDomain_nan self) && (negb (type_eqb (AtomDomain_T self) TFloat))) then
    Fail
  else
  Ret tt.

(* spec/space.py:32 AtomDomain.check, sha256 50c59ba8bf5c92e1 *)
Definition AtomDomain_check (self : AtomDomain) (value : num) : prog unit :=
  if (type_eqb (py_type value) (AtomDomain_T self)) then
    v2 <- (if (type_eqb (py_type value) TFloat) then (v1 <- num_isnan value ;; Ret (v1 && (negb (AtomDomain_nan self)))) else Ret false) ;;
  if v2 then
    Fail
  else
  Ret tt
  else
  Fail.

(* spec/space.py:45 VectorDomain, sha256 971daaf083e244de *)
Record VectorDomain := { VectorDomain_element_domain : AtomDomain; VectorDomain_size : option Z }.

(* spec/space.py:51 VectorDomain.__post_init__ *)
Definition VectorDomain___post_init__ (self : VectorDomain) : prog unit :=
  if match (VectorDomain_size self) with Some v1 => ((negb (type_eqb TInt TInt)) || (v1 <? 0)) | None => false end then
    Fail
  else
  Ret tt.

(* spec/space.py:55 VectorDomain.check, sha256 932d158e0f505dd8 *)
Definition VectorDomain_check (self : VectorDomain) (value : list num) : prog unit :=
  if ((negb (type_eqb TList TList)) && (negb (type_eqb TList TTuple))) then
    Fail
  else
  if match (VectorDomain_size self) with Some v1 => (negb ((py_len value) =? v1)) | None => false end then
    Fail
  else
  'tt <- For value (fun element 'tt =>
      v2 <- AtomDomain_check (VectorDomain_element_domain self) element ;;
      Ret tt) tt ;;
  Ret tt.

(* spec/space.py:78 LInfDistance, sha256 e7cc14f3e58088b7 *)
Record LInfDistance := { LInfDistance_T : pytype; LInfDistance_monotonic : bool }.

(* spec/space.py:87 LInfDistance.__post_init__ *)
Definition LInfDistance___post_init__ (self : LInfDistance) : prog unit :=
  v1 <- check_atom_type (LInfDistance_T self) ;;
  Ret tt.

(* spec/space.py:142 is_infinite, sha256 49114268b0eee0bf *)
Definition is_infinite (value : num) : prog bool :=
  (if (type_eqb (py_type value) TFloat) then (v1 <- num_isinf value ;; Ret v1) else Ret false).

(* spec/space.py:152 _difference, sha256 f68bb2f53f54079f *)
Definition _difference (a : num) (b : num) : prog num :=
  v1 <- num_eq a b ;;
  if v1 then
    Ret (Frac (inject_Z 0))
  else
  v3 <- is_infinite a ;;
  v4 <- (if v3 then Ret true else (v2 <- is_infinite b ;; Ret v2)) ;;
  if v4 then
    v5 <- num_lt b a ;;
    Ret (Flt (if v5 then (Inf false) else (fl_opp (Inf false))))
  else
  v6 <- to_fraction a ;;
  v7 <- to_fraction b ;;
  Ret (Frac (qsub v6 v7)).

(* spec/space.py:147 differences, sha256 61307d75ce52744d *)
Definition differences (x : list num) (y : list num) : prog (list num) :=
  py_zip (fun a b => v1 <- _difference a b ;; Ret v1) x y.

(* spec/space.py:160 of_one_sign, sha256 1a7fb2067876c5d2 *)
Definition of_one_sign (moves : list num) : prog bool :=
  v4 <- py_all (fun m => v3 <- num_le (Int 0) m ;; Ret v3) moves ;;
  (if v4 then Ret true else (v2 <- py_all (fun m => v1 <- num_le m (Int 0) ;; Ret v1) moves ;; Ret v2)).

(* spec/space.py:165 largest_move, sha256 34b0f983be10ff52 *)
Definition largest_move (moves : list num) : prog num :=
  (if (negb (py_len moves =? 0)) then v4 <- py_map (fun m => v1 <- num_le (Int 0) m ;; v3 <- (if v1 then Ret m else v2 <- num_opp m ;; Ret v2) ;; Ret v3) moves ;; v5 <- py_max_num v4 ;; Ret v5 else Ret (Frac (inject_Z 0))).

(* spec/space.py:90 LInfDistance.distance, sha256 7fd06c9afbb667e9 *)
Definition LInfDistance_distance (self : LInfDistance) (x : list num) (y : list num) : prog num :=
  if ((py_len x) =? (py_len y)) then
    moves <- differences x y ;;
  v3 <- (if (LInfDistance_monotonic self) then (v2 <- of_one_sign moves ;; Ret (negb v2)) else Ret false) ;;
  if v3 then
    Ret (Flt (Inf false))
  else
  largest_move moves
  else
  Ret (Flt (Inf false)).

(* spec/space.py:99 LInfDistance.close, sha256 b909422812312d0a *)
Definition LInfDistance_close (self : LInfDistance) (x : list num) (y : list num) (d_in : num) : prog bool :=
  v1 <- LInfDistance_distance self x y ;;
  num_le v1 d_in.

(* spec/space.py:103 RangeDistance *)
Record RangeDistance := { RangeDistance_T : pytype }.

(* spec/space.py:109 RangeDistance.__post_init__ *)
Definition RangeDistance___post_init__ (self : RangeDistance) : prog unit :=
  v1 <- check_atom_type (RangeDistance_T self) ;;
  Ret tt.

(* spec/space.py:170 spread *)
Definition spread (moves : list num) : prog num :=
  v2 <- py_any (fun m => v1 <- is_infinite m ;; Ret v1) moves ;;
  if v2 then
    Ret (Flt (Inf false))
  else
  (if (negb (py_len moves =? 0)) then v3 <- py_max_num moves ;; v4 <- py_min_num moves ;; v5 <- num_sub v3 v4 ;; Ret v5 else Ret (Frac (inject_Z 0))).

(* spec/space.py:112 RangeDistance.distance *)
Definition RangeDistance_distance (self : RangeDistance) (x : list num) (y : list num) : prog num :=
  if ((py_len x) =? (py_len y)) then
    v1 <- differences x y ;;
  spread v1
  else
  Ret (Flt (Inf false)).

(* spec/space.py:118 RangeDistance.close *)
Definition RangeDistance_close (self : RangeDistance) (x : list num) (y : list num) (d_in : num) : prog bool :=
  v1 <- RangeDistance_distance self x y ;;
  num_le v1 d_in.

(* impl/parameters.py:12 check_domain, sha256 eeff387a2612fbae *)
Definition check_domain (input_domain : VectorDomain) : prog unit :=
  if ((negb true) || (negb true)) then
    Fail
  else
  Ret tt.

(* impl/parameters.py:18 check_space, sha256 75e57017d2637477 *)
Definition check_space (input_domain : VectorDomain) (input_metric : LInfDistance) : prog unit :=
  v1 <- check_domain input_domain ;;
  if true then
    if (type_eqb (LInfDistance_T input_metric) (AtomDomain_T (VectorDomain_element_domain input_domain))) then
    v2 <- check_switch tt (LInfDistance_monotonic input_metric) ;;
  Ret tt
  else
  Fail
  else
  Fail.

(* impl/parameters.py:28 check_some_candidate *)
Definition check_some_candidate (input_domain : VectorDomain) : prog unit :=
  if match (VectorDomain_size input_domain) with Some v1 => (v1 =? 0) | None => true end then
    Fail
  else
  Ret tt.

(* impl/parameters.py:46 checked_scale, sha256 30673e99afd6f7c5 *)
Definition checked_scale (scale : num) : prog fl :=
  if ((negb (type_eqb (py_type scale) TFloat)) && (negb (type_eqb (py_type scale) TInt))) then
    Fail
  else
  number <- num_float scale ;;
  if (fl_isfinite number) then
    v2 <- copysign (Fin (1 # 1)) number ;;
  if (fl_lt v2 (Fin (inject_Z 0))) then
    Fail
  else
  Ret number
  else
  Fail.

(* spec/measurement.py:27 LInfDistance | RangeDistance *)
Inductive Metric := Metric_LInfDistance (metric : LInfDistance) | Metric_RangeDistance (metric : RangeDistance).
Definition Metric_T (metric : Metric) : pytype :=
  match metric with Metric_LInfDistance metric => LInfDistance_T metric | Metric_RangeDistance metric => RangeDistance_T metric end.

(* spec/measurement.py:17 Measurement, sha256 21132565652e8033 *)
Record Measurement {TO : Set} := { Measurement_input_domain : VectorDomain; Measurement_input_metric : Metric; Measurement_function : list num -> prog TO; Measurement_privacy_map : num -> prog fl }.
Arguments Measurement TO : clear implicits.

(* spec/measurement.py:58 check_distance, sha256 6a442a16a8da3ae8 *)
Definition check_distance (d_in : num) (atom : pytype) : prog num :=
  if ((negb (type_eqb (py_type d_in) atom)) && (negb (type_eqb (py_type d_in) TInt))) then
    Fail
  else
  if (negb (type_in (py_type d_in) [TInt; TFloat; TFrac])) then
    Fail
  else
  v2 <- (if (type_eqb (py_type d_in) TFloat) then (v1 <- num_isfinite d_in ;; Ret (negb v1)) else Ret false) ;;
  if v2 then
    Fail
  else
  v5 <- num_lt d_in (Int 0) ;;
  v6 <- (if v5 then Ret true else (v4 <- (if (type_eqb (py_type d_in) TFloat) then (v3 <- copysign_num (Fin (1 # 1)) d_in ;; Ret (fl_lt v3 (Fin (inject_Z 0)))) else Ret false) ;; Ret v4)) ;;
  if v6 then
    Fail
  else
  Ret d_in.

(* spec/measurement.py:39 Measurement.map, sha256 21c006e7018d38bc *)
Definition Measurement_map {TO} (self : Measurement TO) (d_in : num) : prog fl :=
  v1 <- check_distance d_in (Metric_T (Measurement_input_metric self)) ;;
  Measurement_privacy_map self v1.

(* spec/measurement.py:34 Measurement.invoke, sha256 5796e3d79d9e315b *)
Definition Measurement_invoke {TO} (self : Measurement TO) (x : list num) : prog TO :=
  v1 <- VectorDomain_check (Measurement_input_domain self) x ;;
  Measurement_function self x.

