(* Emitted by proofs.kernel.translator from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope Z_scope.

(* spec/directed.py: power_of_two *)
Definition power_of_two (exponent : Z) : prog Q :=
  qpow (inject_Z 2) exponent.

(* spec/directed.py: Format *)
Record Format := mk_Format {
  Format_precision : Z;
  Format_least_exponent : Z;
  Format_greatest_exponent : Z }.

(* spec/directed.py: Format.quantum *)
Definition Format_quantum (self : Format) : prog Q :=
  power_of_two (((Format_least_exponent self) - (Format_precision self)) + 1).

(* spec/directed.py: Format.largest *)
Definition Format_largest (self : Format) : prog Q :=
  v1 <- power_of_two (Format_precision self) ;;
  v2 <- power_of_two (((Format_greatest_exponent self) - (Format_precision self)) + 1) ;;
  Ret (qmul (qsub v1 (inject_Z 1)) v2).

(* spec/directed.py: BINARY64 *)
Definition BINARY64 : Format := {| Format_precision := 53; Format_least_exponent := (- 1022); Format_greatest_exponent := 1023 |}.

(* spec/directed.py: is_finite *)
Definition is_finite (number : num) : prog bool :=
  if (type_eqb (py_type number) TFloat) then num_isfinite number else Ret true.

(* impl/directed.py: GREATEST_POWER *)
Definition GREATEST_POWER : Z := 1024.

(* impl/directed.py: floor_log2 *)
Definition floor_log2 (x : Q) : prog Z :=
  let e := ((bit_length (Z.abs (Qnum (Qred x)))) - (bit_length (Zpos (Qden (Qred x))))) in
  v1 <- power_of_two e ;;
  Ret (if (Qle_bool v1 (Qabs x)) then e else (e - 1)).

(* impl/directed.py: round_up *)
Definition round_up (x : Q) (into : Format) : prog Q :=
  u <- (if (qeq x (inject_Z 0)) then
      Format_quantum into
    else
      v1 <- floor_log2 x ;;
      v2 <- power_of_two ((v1 + 1) - (Format_precision into)) ;;
      v3 <- Format_quantum into ;;
      Ret (qmax v2 v3)) ;;
  v4 <- qdiv x u ;;
  let rounded := (qmul (inject_Z (Qceiling v4)) u) in
  v5 <- Format_largest into ;;
  if (qlt v5 rounded) then Fail else
  v6 <- Format_largest into ;;
  Ret (qmax rounded (Qopp v6)).

(* impl/directed.py: _exact *)
Definition _exact (operand : num) (types : list pytype) : prog Q :=
  if (type_in (py_type operand) types) then
    v1 <- is_finite operand ;;
    if v1 then to_fraction operand else Fail
  else
    Fail.

(* impl/directed.py: inf_cast *)
Definition inf_cast (x : num) (into : Format) : prog fl :=
  v1 <- _exact x [TInt; TFloat; TFrac] ;;
  v2 <- round_up v1 into ;;
  to_float v2.

(* impl/directed.py: inf_add *)
Definition inf_add (a : num) (b : num) (into : Format) : prog num :=
  v1 <- _exact a [TInt; TFloat; TFrac] ;;
  v2 <- _exact b [(py_type a)] ;;
  let total := (qadd v1 v2) in
  v3 <- (if (type_eqb (py_type a) TFloat) then round_up total into else Ret total) ;;
  construct (py_type a) v3.

(* impl/directed.py: inf_mul *)
Definition inf_mul (a : fl) (b : fl) (into : Format) : prog fl :=
  v1 <- _exact (Flt a) [TFloat] ;;
  v2 <- _exact (Flt b) [TFloat] ;;
  v3 <- round_up (qmul v1 v2) into ;;
  to_float v3.

(* impl/directed.py: inf_div *)
Definition inf_div (a : fl) (b : fl) (into : Format) : prog fl :=
  v1 <- _exact (Flt a) [TFloat] ;;
  v2 <- _exact (Flt b) [TFloat] ;;
  let dividend := v1 in
  let divisor := v2 in
  if (qeq divisor (inject_Z 0)) then Fail else
  v3 <- qdiv dividend divisor ;;
  v4 <- round_up v3 into ;;
  to_float v4.

(* impl/directed.py: inf_powi *)
Definition inf_powi (a : fl) (b : Z) (into : Format) : prog fl :=
  v1 <- _exact (Flt a) [TFloat] ;;
  v2 <- _exact (Int b) [TInt] ;;
  let base := v1 in
  let exponent := (py_int v2) in
  if (GREATEST_POWER <? (Z.abs exponent)) then Fail else
  if ((qeq base (inject_Z 0)) && (exponent <? 0)) then Fail else
  v3 <- qpow base exponent ;;
  v4 <- round_up v3 into ;;
  to_float v4.

(* impl/maps.py: to_range_distance *)
Definition to_range_distance (d_in : num) (monotonic : bool) : prog num :=
  if monotonic then Ret d_in else inf_add d_in d_in BINARY64.

(* impl/maps.py: max_divergence_map *)
Definition max_divergence_map (d_in : fl) (scale : fl) : prog fl :=
  if (fl_eq d_in (Fin (inject_Z 0))) then Ret (Fin (0 # 1)) else
  if (fl_eq scale (Fin (inject_Z 0))) then Ret (Inf false) else inf_div d_in scale BINARY64.

(* impl/maps.py: zero_concentrated_map *)
Definition zero_concentrated_map (d_in : fl) (scale : fl) : prog fl :=
  eta <- max_divergence_map d_in scale ;;
  if (fl_isinf eta) then Ret eta else
  v1 <- inf_powi eta 2 BINARY64 ;;
  inf_div v1 (Fin (8 # 1)) BINARY64.

(* impl/maps.py: times *)
Definition times (d_out : fl) (k : Z) : prog fl :=
  if (fl_isinf d_out) then Ret (Inf false) else
  v1 <- inf_cast (Int k) BINARY64 ;;
  inf_mul d_out v1 BINARY64.
