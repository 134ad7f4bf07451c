(* Emitted by proofs.kernel.translator from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms Python Evaluation EmittedSelection EmittedDirected EmittedRelease EmittedGumbel.
Import ListNotations.
Open Scope Z_scope.

(* spec/top_k_measure.py: TopKMeasure *)
Record TopKMeasure := mk_TopKMeasure {
  TopKMeasure_noisy_top_k : (list num) -> fl -> Z -> bool -> prog (list Z);
  TopKMeasure_privacy_map : fl -> fl -> prog fl }.

(* impl/zero_concentrated_divergence.py: ZeroConcentratedDivergence.random_variable *)
Definition ZeroConcentratedDivergence_random_variable (shift : Q) (scale : Q) : prog GumbelRV :=
  Ret {| GumbelRV_shift := shift; GumbelRV_scale := scale |}.

(* impl/zero_concentrated_divergence.py: ZeroConcentratedDivergence.noisy_top_k *)
Definition ZeroConcentratedDivergence_noisy_top_k (enclosed : Z -> Z -> Q * Q) (x : list num) (scale : fl) (k : Z)
    (negate : bool) : prog (list Z) :=
  v1 <- exact x ;;
  let y := (map (fun score => (if negate then (Qopp score) else score)) v1) in
  noisy <- py_map (fun shift => v2 <- fl_fraction scale ;; ZeroConcentratedDivergence_random_variable shift v2) y ;;
  gumbel_top_k enclosed noisy k.

(* impl/zero_concentrated_divergence.py: ZeroConcentratedDivergence.privacy_map *)
Definition ZeroConcentratedDivergence_privacy_map (d_in : fl) (scale : fl) : prog fl :=
  if (fl_lt d_in (Fin (inject_Z 0))) then Fail else
  if (fl_eq scale (Fin (inject_Z 0))) then Ret (Inf false) else zero_concentrated_map d_in scale.

(* impl/range_divergence.py: range_rounds *)
Definition range_rounds (k : Z) (size : option Z) : prog Z :=
  match size with
  | Some v1 =>
      let m := (Z.min k v1) in
      Ret (Z.max ((m - 1) + (Z.min m (v1 - m))) 0)
  | None =>
      Ret (Z.max ((2 * k) - 1) 0)
  end.

(* impl/range_divergence.py: RangeDivergence.random_variable *)
Definition RangeDivergence_random_variable (shift : Q) (scale : Q) : prog GumbelRV :=
  Ret {| GumbelRV_shift := shift; GumbelRV_scale := scale |}.

(* impl/range_divergence.py: RangeDivergence.noisy_top_k *)
Definition RangeDivergence_noisy_top_k (enclosed : Z -> Z -> Q * Q) (x : list num) (scale : fl) (k : Z)
    (negate : bool) : prog (list Z) :=
  v1 <- exact x ;;
  let y := (map (fun score => (if negate then (Qopp score) else score)) v1) in
  noisy <- py_map (fun shift => v2 <- fl_fraction scale ;; RangeDivergence_random_variable shift v2) y ;;
  gumbel_top_k enclosed noisy k.

(* impl/range_divergence.py: RangeDivergence.privacy_map *)
Definition RangeDivergence_privacy_map (d_in : fl) (scale : fl) (k : Z) (size : option Z) : prog fl :=
  if (fl_lt d_in (Fin (inject_Z 0))) then Fail else
  if (fl_eq scale (Fin (inject_Z 0))) then Ret (Inf false) else
  v1 <- max_divergence_map d_in scale ;;
  v2 <- range_rounds k size ;;
  times v1 v2.

(* impl/noisy_top_k.py: TOP_K_MEASURES *)
Definition TOP_K_MEASURES (enclosed : Z -> Z -> Q * Q) (measure : Measure) : option TopKMeasure :=
  match measure with
  | Measure_MaxDivergence => Some {| TopKMeasure_noisy_top_k := MaxDivergence_noisy_top_k; TopKMeasure_privacy_map := MaxDivergence_privacy_map |}
  | Measure_ZeroConcentratedDivergence => Some {| TopKMeasure_noisy_top_k := (ZeroConcentratedDivergence_noisy_top_k enclosed); TopKMeasure_privacy_map := ZeroConcentratedDivergence_privacy_map |}
  | _ => None
  end.

(* impl/noisy_top_k.py: make_noisy_top_k.privacy_map *)
Definition make_noisy_top_k_privacy_map (MO : TopKMeasure) (k : Z) (scale : fl) (monotonic : bool)
    (d_in : num) : prog fl :=
  d_in <- (if monotonic then Ret d_in else inf_add d_in d_in BINARY64) ;;
  d_range <- inf_cast d_in BINARY64 ;;
  if (fl_lt d_range (Fin (inject_Z 0))) then Fail else
  if (fl_eq d_range (Fin (inject_Z 0))) then Ret (Fin (0 # 1)) else
  if (fl_eq scale (Fin (inject_Z 0))) then Ret (Inf false) else
  v1 <- TopKMeasure_privacy_map MO d_range scale ;;
  times v1 k.

(* impl/noisy_top_k.py: make_noisy_top_k.function *)
Definition make_noisy_top_k_function (MO : TopKMeasure) (k : Z) (scale : fl) (negate : bool)
    (x : list num) : prog (list Z) :=
  TopKMeasure_noisy_top_k MO x scale k negate.

(* impl/noisy_top_k.py: make_noisy_top_k *)
Definition make_noisy_top_k (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain) (input_metric : LInfDistance)
    (privacy_measure : Measure) (k : Z) (scale : num) (negate : bool) : outcome (Measurement (list Z)) :=
  v1 <~ check_space input_domain input_metric ;;
  match TOP_K_MEASURES enclosed privacy_measure with
  | Some v2 =>
      v3 <~ check_natural (Int k) ;;
      v4 <~ check_switch [110; 101; 103; 97; 116; 101] negate ;;
      if (AtomDomain_nan (VectorDomain_element_domain input_domain)) then Error else
      if match (VectorDomain_size input_domain) with Some v5 => (v5 <? k) | None => false end then Error else
      scale <~ checked_scale scale ;;
      let monotonic := (LInfDistance_monotonic input_metric) in
      Answer {|
      Measurement_input_domain := input_domain;
      Measurement_input_metric := (Metric_LInfDistance input_metric);
      Measurement_output_measure := privacy_measure;
      Measurement_function := (make_noisy_top_k_function v2 k scale negate);
      Measurement_privacy_map := (make_noisy_top_k_privacy_map v2 k scale monotonic) |}
  | None =>
      Error
  end.

(* impl/report_noisy_max_gumbel.py: make_report_noisy_max_gumbel.function.map_gumbel *)
Definition make_report_noisy_max_gumbel_function_map_gumbel (scale_frac : Q) (sign : Z)
    (score : num) : prog GumbelPSRN :=
  v1 <- exact_score score ;;
  Ret {| GumbelPSRN_shift := (qmul (inject_Z sign) v1); GumbelPSRN_scale := scale_frac; GumbelPSRN_numerator := 0; GumbelPSRN_refinements := 0 |}.

(* impl/report_noisy_max_gumbel.py: make_report_noisy_max_gumbel.function *)
Definition make_report_noisy_max_gumbel_function (enclosed : Z -> Z -> Q * Q) (scale_frac : Q) (sign : Z)
    (scores : list num) : prog Z :=
  v1 <- py_map (make_report_noisy_max_gumbel_function_map_gumbel scale_frac sign) scores ;;
  gumbel_max enclosed v1.

(* impl/report_noisy_max_gumbel.py: make_report_noisy_max_gumbel.privacy_map *)
Definition make_report_noisy_max_gumbel_privacy_map (input_metric : LInfDistance) (scale : fl)
    (d_in : num) : prog fl :=
  d_in <- (if (LInfDistance_monotonic input_metric) then Ret d_in else inf_add d_in d_in BINARY64) ;;
  d_range <- inf_cast d_in BINARY64 ;;
  if (fl_lt d_range (Fin (inject_Z 0))) then Fail else
  if (fl_eq d_range (Fin (inject_Z 0))) then Ret (Fin (0 # 1)) else
  if (fl_eq scale (Fin (inject_Z 0))) then Ret (Inf false) else inf_div d_range scale BINARY64.

(* impl/report_noisy_max_gumbel.py: make_report_noisy_max_gumbel *)
Definition make_report_noisy_max_gumbel (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain)
    (input_metric : LInfDistance) (scale : num) (optimize : str) : outcome (Measurement Z) :=
  v1 <~ check_space input_domain input_metric ;;
  v2 <~ check_some_candidate input_domain ;;
  if (AtomDomain_nan (VectorDomain_element_domain input_domain)) then Error else
  scale <~ checked_scale scale ;;
  sign <~ (if (str_eq optimize [109; 97; 120]) then Ret 1 else
    if (str_eq optimize [109; 105; 110]) then Ret (- 1) else Fail) ;;
  scale_frac <~ fl_fraction scale ;;
  Answer {|
      Measurement_input_domain := input_domain;
      Measurement_input_metric := (Metric_LInfDistance input_metric);
      Measurement_output_measure := Measure_MaxDivergence;
      Measurement_function := (make_report_noisy_max_gumbel_function enclosed scale_frac sign);
      Measurement_privacy_map := (make_report_noisy_max_gumbel_privacy_map input_metric scale) |}.

(* impl/exponential_candidates_gumbel.py: make_base_exponential_candidates_gumbel.function.noisy_score *)
Definition make_base_exponential_candidates_gumbel_function_noisy_score (temperature : fl) (scores : list num)
    (i : Z) : prog GumbelPSRN :=
  v1 <- get scores i ;;
  v2 <- exact_score v1 ;;
  v3 <- fl_fraction temperature ;;
  Ret {| GumbelPSRN_shift := v2; GumbelPSRN_scale := v3; GumbelPSRN_numerator := 0; GumbelPSRN_refinements := 0 |}.

(* impl/exponential_candidates_gumbel.py: make_base_exponential_candidates_gumbel.function *)
Definition make_base_exponential_candidates_gumbel_function (enclosed : Z -> Z -> Q * Q) (temperature : fl)
    (scores : list num) : prog Z :=
  v1 <- py_map (make_base_exponential_candidates_gumbel_function_noisy_score temperature scores) (py_range (py_len scores)) ;;
  gumbel_max enclosed v1.

(* impl/exponential_candidates_gumbel.py: make_base_exponential_candidates_gumbel.privacy_map *)
Definition make_base_exponential_candidates_gumbel_privacy_map (temperature : fl) (d_in : num) : prog fl :=
  v1 <- inf_cast d_in BINARY64 ;;
  max_divergence_map v1 temperature.

(* impl/exponential_candidates_gumbel.py: make_base_exponential_candidates_gumbel *)
Definition make_base_exponential_candidates_gumbel (enclosed : Z -> Z -> Q * Q) (input_domain : VectorDomain)
    (temperature : num) : outcome (Measurement Z) :=
  v1 <~ check_domain input_domain ;;
  v2 <~ check_some_candidate input_domain ;;
  if (AtomDomain_nan (VectorDomain_element_domain input_domain)) then Error else
  temperature <~ checked_scale temperature ;;
  let TI := (AtomDomain_T (VectorDomain_element_domain input_domain)) in
  v3 <~ RangeDistance___post_init__ (mk_RangeDistance TI) ;;
  Answer {|
      Measurement_input_domain := input_domain;
      Measurement_input_metric := (Metric_RangeDistance (mk_RangeDistance TI));
      Measurement_output_measure := Measure_MaxDivergence;
      Measurement_function := (make_base_exponential_candidates_gumbel_function enclosed temperature);
      Measurement_privacy_map := (make_base_exponential_candidates_gumbel_privacy_map temperature) |}.

(* spec/maps.py: exact_range_distance *)
Definition exact_range_distance (d_in : Q) (monotonic : bool) : prog Q :=
  Ret (if monotonic then d_in else (qmul (inject_Z 2) d_in)).

(* spec/tight_maps.py: rounds_with_a_choice *)
Definition rounds_with_a_choice (k : Z) (size : option Z) : prog Z :=
  Ret match size with Some v1 => (Z.min k (Z.max (v1 - 1) 0)) | None => k end.

(* impl/tight_maps.py: pure_loss *)
Definition pure_loss (eta : Q) (k : Z) (size : option Z) : prog fl :=
  v1 <- rounds_with_a_choice k size ;;
  inf_cast (Frac (qmul (inject_Z v1) eta)) BINARY64.

(* impl/tight_maps.py: range_loss *)
Definition range_loss (eta : Q) (k : Z) (size : option Z) : prog fl :=
  v1 <- range_rounds k size ;;
  inf_cast (Frac (qmul (inject_Z v1) eta)) BINARY64.

(* impl/tight_maps.py: tight_map_of.tight_map *)
Definition tight_map_of_tight_map (losses : Measure -> option (Q -> Z -> (option Z) -> prog fl)) (scale : fl)
    (k : Z) (size : option Z) (monotonic : bool) (d_in : num) (measure : Measure) : prog fl :=
  match losses measure with
  | Some v1 =>
      v2 <- to_fraction d_in ;;
      d_range <- exact_range_distance v2 monotonic ;;
      v3 <- (if (qeq d_range (inject_Z 0)) then Ret true else v4 <- rounds_with_a_choice k size ;; Ret (v4 =? 0)) ;;
      if v3 then Ret (Fin (0 # 1)) else
      if (fl_eq scale (Fin (inject_Z 0))) then Ret (Inf false) else
      v5 <- fl_fraction scale ;;
      v6 <- qdiv d_range v5 ;;
      v1 v6 k size
  | None =>
      Fail
  end.

(* impl/tight_maps.py: tight_map_of *)
Definition tight_map_of (losses : Measure -> option (Q -> Z -> (option Z) -> prog fl)) (scale : fl) (k : Z)
    (size : option Z) (monotonic : bool) : num -> Measure -> prog fl :=
  (tight_map_of_tight_map losses scale k size monotonic).
