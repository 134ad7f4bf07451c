(* Emitted by proofs/kernel from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms Python Evaluation EmittedSelection EmittedDirected EmittedRelease EmittedGumbel.
Import ListNotations.
Open Scope Z_scope.

(* spec/space.py:138 Measure *)
Inductive Measure := Measure_MaxDivergence | Measure_ZeroConcentratedDivergence | Measure_RangeDivergence.

(* spec/top_k_measure.py:93 TopKMeasure *)
Record TopKMeasure := { TopKMeasure_noisy_top_k : list num -> fl -> Z -> bool -> prog (list Z); TopKMeasure_privacy_map : fl -> fl -> prog fl }.

Section Ball.
(* Assumed: what ball arithmetic answers for R and r. *)
Variable enclosed : Z -> Z -> Q * Q.

(* impl/zero_concentrated_divergence.py:30 ZeroConcentratedDivergence.random_variable *)
Definition ZeroConcentratedDivergence_random_variable (shift : Q) (scale : Q) : prog GumbelRV :=
  Ret (mk_GumbelRV shift scale).

(* impl/zero_concentrated_divergence.py:36 ZeroConcentratedDivergence.noisy_top_k *)
Definition ZeroConcentratedDivergence_noisy_top_k (x : list num) (scale : fl) (k : Z) (negate : bool) : prog (list Z) :=
  v1 <- exact x ;;
  let y := (map (fun score => (if negate then (Qopp score) else score)) v1) in
  noisy <- py_map (fun shift => v2 <- fl_fraction scale ;; v3 <- ZeroConcentratedDivergence_random_variable shift v2 ;; Ret v3) y ;;
  gumbel_top_k enclosed noisy k.

(* impl/zero_concentrated_divergence.py:47 ZeroConcentratedDivergence.privacy_map *)
Definition ZeroConcentratedDivergence_privacy_map (d_in : fl) (scale : fl) : prog fl :=
  if (fl_lt d_in (Fin (inject_Z 0))) then
    Fail
  else
  if (fl_eq scale (Fin (inject_Z 0))) then
    Ret (Inf false)
  else
  zero_concentrated_map d_in scale.

(* impl/range_divergence.py:28 RangeDivergence.random_variable *)
Definition RangeDivergence_random_variable (shift : Q) (scale : Q) : prog GumbelRV :=
  Ret (mk_GumbelRV shift scale).

(* impl/range_divergence.py:34 RangeDivergence.noisy_top_k *)
Definition RangeDivergence_noisy_top_k (x : list num) (scale : fl) (k : Z) (negate : bool) : prog (list Z) :=
  v1 <- exact x ;;
  let y := (map (fun score => (if negate then (Qopp score) else score)) v1) in
  noisy <- py_map (fun shift => v2 <- fl_fraction scale ;; v3 <- RangeDivergence_random_variable shift v2 ;; Ret v3) y ;;
  gumbel_top_k enclosed noisy k.

(* impl/range_divergence.py:46 RangeDivergence.privacy_map *)
Definition RangeDivergence_privacy_map (d_in : fl) (scale : fl) (k : Z) : prog fl :=
  if (fl_lt d_in (Fin (inject_Z 0))) then
    Fail
  else
  if (fl_eq scale (Fin (inject_Z 0))) then
    Ret (Inf false)
  else
  v1 <- max_divergence_map d_in scale ;;
  times v1 (Z.max ((2 * k) - 1) 0).

(* impl/noisy_top_k.py:27 TOP_K_MEASURES *)
Definition TOP_K_MEASURES (measure : Measure) : option TopKMeasure :=
  match measure with
  | Measure_MaxDivergence => Some {| TopKMeasure_noisy_top_k := MaxDivergence_noisy_top_k; TopKMeasure_privacy_map := MaxDivergence_privacy_map |}
  | Measure_ZeroConcentratedDivergence => Some {| TopKMeasure_noisy_top_k := ZeroConcentratedDivergence_noisy_top_k; TopKMeasure_privacy_map := ZeroConcentratedDivergence_privacy_map |}
  | _ => None
  end.

(* impl/noisy_top_k.py:86 make_noisy_top_k.function, sha256 30994cf76536108a *)
Definition make_noisy_top_k_function (MO : TopKMeasure) (k : Z) (scale : fl) (negate : bool) (x : list num) : prog (list Z) :=
  TopKMeasure_noisy_top_k MO x scale k negate.

(* impl/noisy_top_k.py:66 make_noisy_top_k.privacy_map, sha256 8a28db1d2fe5544d *)
Definition make_noisy_top_k_privacy_map (MO : TopKMeasure) (k : Z) (scale : fl) (monotonic : bool) (d_in : num) : prog fl :=
  d_in <- (if monotonic then Ret d_in else v1 <- inf_add d_in d_in BINARY64 ;; Ret v1) ;;
  d_range <- inf_cast d_in BINARY64 ;;
  if (fl_lt d_range (Fin (inject_Z 0))) then
    Fail
  else
  if (fl_eq d_range (Fin (inject_Z 0))) then
    Ret (Fin (0 # 1))
  else
  if (fl_eq scale (Fin (inject_Z 0))) then
    Ret (Inf false)
  else
  v4 <- TopKMeasure_privacy_map MO d_range scale ;;
  times v4 k.

(* impl/noisy_top_k.py:33 make_noisy_top_k, sha256 afb813f73d09bff4 *)
Definition make_noisy_top_k (input_domain : VectorDomain) (input_metric : LInfDistance) (privacy_measure : Measure) (k : Z) (scale : num) (negate : bool) : outcome (Measurement (list Z)) :=
  v1 <~ check_space input_domain input_metric ;;
  match TOP_K_MEASURES privacy_measure with
  | None => Error
  | Some MO =>
  v2 <~ check_natural k ;;
  v3 <~ check_switch tt negate ;;
  if (AtomDomain_nan (VectorDomain_element_domain input_domain)) then
    Error
  else
  if match (VectorDomain_size input_domain) with Some v4 => (v4 <? k) | None => false end then
    Error
  else
  scale <~ checked_scale scale ;;
  let monotonic := (LInfDistance_monotonic input_metric) in
  let privacy_map := (make_noisy_top_k_privacy_map MO k scale monotonic) in
  Answer {| Measurement_input_domain := input_domain; Measurement_input_metric := (Metric_LInfDistance input_metric); Measurement_function := (make_noisy_top_k_function MO k scale negate); Measurement_privacy_map := privacy_map |}
  end.

(* impl/report_noisy_max_gumbel.py:58 make_report_noisy_max_gumbel.function.map_gumbel *)
Definition make_report_noisy_max_gumbel_function_map_gumbel (scale_frac : Q) (sign : Z) (score : num) : prog GumbelPSRN :=
  v1 <- exact_score score ;;
  Ret (mk_GumbelPSRN (qmul (inject_Z sign) v1) scale_frac 0 0).

(* impl/report_noisy_max_gumbel.py:57 make_report_noisy_max_gumbel.function *)
Definition make_report_noisy_max_gumbel_function (scale_frac : Q) (sign : Z) (scores : list num) : prog Z :=
  gumbel_scores <- py_map (make_report_noisy_max_gumbel_function_map_gumbel scale_frac sign) scores ;;
  gumbel_max enclosed gumbel_scores.

(* impl/report_noisy_max_gumbel.py:64 make_report_noisy_max_gumbel.privacy_map *)
Definition make_report_noisy_max_gumbel_privacy_map (input_metric : LInfDistance) (scale : fl) (d_in : num) : prog fl :=
  d_in <- (if (LInfDistance_monotonic input_metric) then Ret d_in else v1 <- inf_add d_in d_in BINARY64 ;; Ret v1) ;;
  d_range <- inf_cast d_in BINARY64 ;;
  if (fl_lt d_range (Fin (inject_Z 0))) then
    Fail
  else
  if (fl_eq d_range (Fin (inject_Z 0))) then
    Ret (Fin (0 # 1))
  else
  if (fl_eq scale (Fin (inject_Z 0))) then
    Ret (Inf false)
  else
  inf_div d_range scale BINARY64.

(* impl/report_noisy_max_gumbel.py:30 make_report_noisy_max_gumbel *)
Definition make_report_noisy_max_gumbel (input_domain : VectorDomain) (input_metric : LInfDistance) (scale : num) (optimize : str) : outcome (Measurement Z) :=
  v1 <~ check_space input_domain input_metric ;;
  v2 <~ check_some_candidate input_domain ;;
  if (AtomDomain_nan (VectorDomain_element_domain input_domain)) then
    Error
  else
  scale <~ checked_scale scale ;;
  sign <~ (if (str_eq optimize [109; 97; 120]) then let sign := 1 in
    Ret sign else if (str_eq optimize [109; 105; 110]) then let sign := (- 1) in
    Ret sign else Fail) ;;
  scale_frac <~ fl_fraction scale ;;
  Answer {| Measurement_input_domain := input_domain; Measurement_input_metric := (Metric_LInfDistance input_metric); Measurement_function := (make_report_noisy_max_gumbel_function scale_frac sign); Measurement_privacy_map := (make_report_noisy_max_gumbel_privacy_map input_metric scale) |}.

(* impl/exponential_candidates_gumbel.py:45 make_base_exponential_candidates_gumbel.function.noisy_score *)
Definition make_base_exponential_candidates_gumbel_function_noisy_score (temperature : fl) (scores : list num) (i : Z) : prog GumbelPSRN :=
  v1 <- get scores i ;;
  v2 <- exact_score v1 ;;
  v3 <- fl_fraction temperature ;;
  Ret (mk_GumbelPSRN v2 v3 0 0).

(* impl/exponential_candidates_gumbel.py:44 make_base_exponential_candidates_gumbel.function *)
Definition make_base_exponential_candidates_gumbel_function (temperature : fl) (scores : list num) : prog Z :=
  v1 <- py_map (make_base_exponential_candidates_gumbel_function_noisy_score temperature scores) (py_range (py_len scores)) ;;
  gumbel_max enclosed v1.

(* impl/exponential_candidates_gumbel.py:50 make_base_exponential_candidates_gumbel.privacy_map *)
Definition make_base_exponential_candidates_gumbel_privacy_map (temperature : fl) (d_in : num) : prog fl :=
  v1 <- inf_cast d_in BINARY64 ;;
  max_divergence_map v1 temperature.

(* impl/exponential_candidates_gumbel.py:26 make_base_exponential_candidates_gumbel *)
Definition make_base_exponential_candidates_gumbel (input_domain : VectorDomain) (temperature : num) : outcome (Measurement Z) :=
  v1 <~ check_domain input_domain ;;
  v2 <~ check_some_candidate input_domain ;;
  if (AtomDomain_nan (VectorDomain_element_domain input_domain)) then
    Error
  else
  temperature <~ checked_scale temperature ;;
  let TI := (AtomDomain_T (VectorDomain_element_domain input_domain)) in
  Answer {| Measurement_input_domain := input_domain; Measurement_input_metric := (Metric_RangeDistance {| RangeDistance_T := TI |}); Measurement_function := (make_base_exponential_candidates_gumbel_function temperature); Measurement_privacy_map := (make_base_exponential_candidates_gumbel_privacy_map temperature) |}.

End Ball.
