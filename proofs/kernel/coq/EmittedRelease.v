(* Emitted by proofs.kernel.translator from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms Python Evaluation EmittedSelection EmittedDirected.
Import ListNotations.
Open Scope Z_scope.

(* impl/scores.py: exact_score *)
Definition exact_score (score : num) : prog Q :=
  v1 <- (if (type_eqb (py_type score) TFloat) then num_isinf score else Ret false) ;;
  score <- (if v1 then v2 <- copysign_num (Fin float_max) score ;; Ret (Flt v2) else Ret score) ;;
  to_fraction score.

(* impl/scores.py: exact *)
Definition exact (scores : list num) : prog (list Q) :=
  py_map exact_score scores.

(* impl/max_divergence.py: MaxDivergence.noisy_top_k *)
Definition MaxDivergence_noisy_top_k (x : list num) (scale : fl) (k : Z) (negate : bool) : prog (list Z) :=
  v1 <- exact x ;;
  let y := (map (fun score => (if negate then (Qopp score) else score)) v1) in
  v2 <- fl_fraction scale ;;
  peel permute_and_flip y v2 k.

(* impl/max_divergence.py: MaxDivergence.privacy_map *)
Definition MaxDivergence_privacy_map (d_in : fl) (scale : fl) : prog fl :=
  max_divergence_map d_in scale.

(* spec/space.py: check_atom_type *)
Definition check_atom_type (atom : pytype) : prog unit :=
  if (existsb (fun known => (type_eqb atom known)) [TInt; TFloat; TFrac]) then Ret tt else Fail.

(* spec/space.py: AtomDomain *)
Record AtomDomain := mk_AtomDomain {
  AtomDomain_T : pytype;
  AtomDomain_nan : bool }.

(* spec/space.py: AtomDomain.__post_init__ *)
Definition AtomDomain___post_init__ (self : AtomDomain) : prog unit :=
  v1 <- check_atom_type (AtomDomain_T self) ;;
  if ((AtomDomain_nan self) && (negb (type_eqb (AtomDomain_T self) TFloat))) then Fail else Ret tt.

(* spec/space.py: AtomDomain.check *)
Definition AtomDomain_check (self : AtomDomain) (value : num) : prog unit :=
  if (type_eqb (py_type value) (AtomDomain_T self)) then
    v1 <- (if (type_eqb (py_type value) TFloat) then
        v2 <- num_isnan value ;;
        Ret (v2 && (negb (AtomDomain_nan self)))
      else
        Ret false) ;;
    if v1 then Fail else Ret tt
  else
    Fail.

(* spec/space.py: VectorDomain *)
Record VectorDomain := mk_VectorDomain {
  VectorDomain_element_domain : AtomDomain;
  VectorDomain_size : option Z }.

(* spec/space.py: VectorDomain.__post_init__ *)
Definition VectorDomain___post_init__ (self : VectorDomain) : prog unit :=
  if match (VectorDomain_size self) with Some v1 => ((negb (type_eqb TInt TInt)) || (v1 <? 0)) | None => false end then Fail else
  Ret tt.

(* spec/space.py: VectorDomain.check *)
Definition VectorDomain_check (self : VectorDomain) (value : list num) : prog unit :=
  if ((negb (type_eqb TList TList)) && (negb (type_eqb TList TTuple))) then Fail else
  if match (VectorDomain_size self) with Some v1 => (negb ((py_len value) =? v1)) | None => false end then Fail else
  For value (fun element 'tt =>
      v2 <- AtomDomain_check (VectorDomain_element_domain self) element ;;
      Ret tt) tt.

(* spec/space.py: LInfDistance *)
Record LInfDistance := mk_LInfDistance {
  LInfDistance_T : pytype;
  LInfDistance_monotonic : bool }.

(* spec/space.py: LInfDistance.__post_init__ *)
Definition LInfDistance___post_init__ (self : LInfDistance) : prog unit :=
  v1 <- check_atom_type (LInfDistance_T self) ;;
  Ret tt.

(* spec/space.py: is_infinite *)
Definition is_infinite (value : num) : prog bool :=
  if (type_eqb (py_type value) TFloat) then num_isinf value else Ret false.

(* spec/space.py: _difference *)
Definition _difference (a : num) (b : num) : prog num :=
  v1 <- num_eq a b ;;
  if v1 then Ret (Frac (inject_Z 0)) else
  v2 <- is_infinite a ;;
  v3 <- (if v2 then Ret true else is_infinite b) ;;
  if v3 then
    v4 <- num_lt b a ;;
    Ret (if v4 then (Flt (Inf false)) else (Flt (fl_opp (Inf false))))
  else
    v5 <- to_fraction a ;;
    v6 <- to_fraction b ;;
    Ret (Frac (qsub v5 v6)).

(* spec/space.py: differences *)
Definition differences (x : list num) (y : list num) : prog (list num) :=
  py_zip _difference x y.

(* spec/space.py: of_one_sign *)
Definition of_one_sign (moves : list num) : prog bool :=
  v1 <- py_all (num_le (Int 0)) moves ;;
  if v1 then Ret true else py_all (fun m => num_le m (Int 0)) moves.

(* spec/space.py: largest_move *)
Definition largest_move (moves : list num) : prog num :=
  if (py_len moves =? 0) then Ret (Frac (inject_Z 0)) else
  v1 <- py_map (fun m => v2 <- num_le (Int 0) m ;; if v2 then Ret m else num_opp m) moves ;;
  py_max_num v1.

(* spec/space.py: LInfDistance.distance *)
Definition LInfDistance_distance (self : LInfDistance) (x : list num) (y : list num) : prog num :=
  if ((py_len x) =? (py_len y)) then
    moves <- differences x y ;;
    v1 <- (if (LInfDistance_monotonic self) then v2 <- of_one_sign moves ;; Ret (negb v2) else Ret false) ;;
    if v1 then Ret (Flt (Inf false)) else largest_move moves
  else
    Ret (Flt (Inf false)).

(* spec/space.py: LInfDistance.close *)
Definition LInfDistance_close (self : LInfDistance) (x : list num) (y : list num) (d_in : num) : prog bool :=
  v1 <- LInfDistance_distance self x y ;;
  num_le v1 d_in.

(* spec/space.py: RangeDistance *)
Record RangeDistance := mk_RangeDistance {
  RangeDistance_T : pytype }.

(* spec/space.py: RangeDistance.__post_init__ *)
Definition RangeDistance___post_init__ (self : RangeDistance) : prog unit :=
  v1 <- check_atom_type (RangeDistance_T self) ;;
  Ret tt.

(* spec/space.py: spread *)
Definition spread (moves : list num) : prog num :=
  v1 <- py_any is_infinite moves ;;
  if v1 then Ret (Flt (Inf false)) else
  if (py_len moves =? 0) then Ret (Frac (inject_Z 0)) else
  v2 <- py_max_num moves ;;
  v3 <- py_min_num moves ;;
  num_sub v2 v3.

(* spec/space.py: RangeDistance.distance *)
Definition RangeDistance_distance (self : RangeDistance) (x : list num) (y : list num) : prog num :=
  if ((py_len x) =? (py_len y)) then
    v1 <- differences x y ;;
    spread v1
  else
    Ret (Flt (Inf false)).

(* spec/space.py: RangeDistance.close *)
Definition RangeDistance_close (self : RangeDistance) (x : list num) (y : list num) (d_in : num) : prog bool :=
  v1 <- RangeDistance_distance self x y ;;
  num_le v1 d_in.

(* spec/space.py: Measure *)
Inductive Measure := Measure_MaxDivergence | Measure_ZeroConcentratedDivergence | Measure_RangeDivergence.

(* impl/parameters.py: check_natural *)
Definition check_natural (k : num) : prog unit :=
  v1 <- (if (type_eqb (py_type k) TInt) then num_lt k (Int 0) else Ret true) ;;
  if v1 then Fail else Ret tt.

(* impl/parameters.py: check_switch *)
Definition check_switch (parameter : str) (value : bool) : prog unit :=
  if (type_eqb TBool TBool) then Ret tt else Fail.

(* impl/parameters.py: check_domain *)
Definition check_domain (input_domain : VectorDomain) : prog unit :=
  if ((negb true) || (negb true)) then Fail else Ret tt.

(* impl/parameters.py: check_space *)
Definition check_space (input_domain : VectorDomain) (input_metric : LInfDistance) : prog unit :=
  v1 <- check_domain input_domain ;;
  if true then
    if (type_eqb (LInfDistance_T input_metric) (AtomDomain_T (VectorDomain_element_domain input_domain))) then
      v2 <- check_switch [109; 111; 110; 111; 116; 111; 110; 105; 99] (LInfDistance_monotonic input_metric) ;;
      Ret tt
    else
      Fail
  else
    Fail.

(* impl/parameters.py: check_some_candidate *)
Definition check_some_candidate (input_domain : VectorDomain) : prog unit :=
  if match (VectorDomain_size input_domain) with Some v1 => (v1 =? 0) | None => true end then Fail else Ret tt.

(* impl/parameters.py: checked_scale *)
Definition checked_scale (scale : num) : prog fl :=
  if ((negb (type_eqb (py_type scale) TFloat)) && (negb (type_eqb (py_type scale) TInt))) then Fail else
  number <- num_float scale ;;
  if (fl_isfinite number) then
    v1 <- copysign (Fin (1 # 1)) number ;;
    if (fl_lt v1 (Fin (inject_Z 0))) then Fail else Ret number
  else
    Fail.

(* spec/measurement.py: Metric *)
Inductive Metric := Metric_LInfDistance (metric : LInfDistance) | Metric_RangeDistance (metric : RangeDistance).
Definition Metric_T (metric : Metric) : pytype :=
  match metric with Metric_LInfDistance metric => LInfDistance_T metric | Metric_RangeDistance metric => RangeDistance_T metric end.

(* spec/measurement.py: Measurement *)
Record Measurement {TO : Set} := mk_Measurement {
  Measurement_input_domain : VectorDomain;
  Measurement_input_metric : Metric;
  Measurement_output_measure : Measure;
  Measurement_function : (list num) -> prog TO;
  Measurement_privacy_map : num -> prog fl }.
Arguments Measurement TO : clear implicits.

(* spec/measurement.py: check_distance *)
Definition check_distance (d_in : num) (atom : pytype) : prog num :=
  if ((negb (type_eqb (py_type d_in) atom)) && (negb (type_eqb (py_type d_in) TInt))) then Fail else
  if (type_in (py_type d_in) [TInt; TFloat; TFrac]) then
    v1 <- (if (type_eqb (py_type d_in) TFloat) then v2 <- num_isfinite d_in ;; Ret (negb v2) else Ret false) ;;
    if v1 then Fail else
    v3 <- num_lt d_in (Int 0) ;;
    v4 <- (if v3 then Ret true else
      if (type_eqb (py_type d_in) TFloat) then
        v5 <- copysign_num (Fin (1 # 1)) d_in ;;
        Ret (fl_lt v5 (Fin (inject_Z 0)))
      else
        Ret false) ;;
    if v4 then Fail else Ret d_in
  else
    Fail.

(* spec/measurement.py: Measurement.map *)
Definition Measurement_map {TO} (self : Measurement TO) (d_in : num) : prog fl :=
  v1 <- check_distance d_in (Metric_T (Measurement_input_metric self)) ;;
  Measurement_privacy_map self v1.

(* spec/measurement.py: Measurement.invoke *)
Definition Measurement_invoke {TO} (self : Measurement TO) (x : list num) : prog TO :=
  v1 <- VectorDomain_check (Measurement_input_domain self) x ;;
  Measurement_function self x.
