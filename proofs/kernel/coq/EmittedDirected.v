(* Emitted by proofs/kernel from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope Z_scope.

(* spec/directed.py:16 power_of_two, sha256 2283aca8a8f7f59f *)
Definition power_of_two (exponent : Z) : prog Q :=
  qpow (inject_Z 2) exponent.

(* spec/directed.py:22 Format, sha256 2a64e30dd3b9adc9 *)
Record Format := { Format_precision : Z; Format_least_exponent : Z; Format_greatest_exponent : Z }.

(* spec/directed.py:40 FloatFormats.quantum, sha256 ad529c5a4be4dc3b *)
Definition Format_quantum (self : Format) : prog Q :=
  power_of_two (((Format_least_exponent self) - (Format_precision self)) + 1).

(* spec/directed.py:45 FloatFormats.largest, sha256 1bb95987339d5811 *)
Definition Format_largest (self : Format) : prog Q :=
  v1 <- power_of_two (Format_precision self) ;;
  v2 <- power_of_two (((Format_greatest_exponent self) - (Format_precision self)) + 1) ;;
  Ret (qmul (qsub v1 (inject_Z 1)) v2).

(* spec/directed.py:74 BINARY64, sha256 eb584bbcc398c9e0 *)
Definition BINARY64 : Format := {| Format_precision := 53; Format_least_exponent := (- 1022); Format_greatest_exponent := 1023 |}.

(* spec/directed.py:77 is_finite, sha256 d2d9799cff21474e *)
Definition is_finite (number : num) : prog bool :=
  (if (negb (type_eqb (py_type number) TFloat)) then Ret true else (v1 <- num_isfinite number ;; Ret v1)).

(* impl/directed.py:26 GREATEST_POWER, sha256 511def631a1ac9e9 *)
Definition GREATEST_POWER : Z := 1024.

(* impl/directed.py:82 floor_log2, sha256 7729c306ba4ad2a4 *)
Definition floor_log2 (x : Q) : prog Z :=
  let e := ((bit_length (Z.abs (Qnum (Qred x)))) - (bit_length (Zpos (Qden (Qred x))))) in
  v1 <- power_of_two e ;;
  Ret (if (Qle_bool v1 (Qabs x)) then e else (e - 1)).

(* impl/directed.py:69 round_up, sha256 4482695506932711 *)
Definition round_up (x : Q) (into : Format) : prog Q :=
  u <- (if (qeq x (inject_Z 0)) then v1 <- Format_quantum into ;; Ret v1 else v2 <- floor_log2 x ;; v3 <- power_of_two ((v2 + 1) - (Format_precision into)) ;; v4 <- Format_quantum into ;; Ret (qmax v3 v4)) ;;
  v6 <- qdiv x u ;;
  let rounded := (qmul (inject_Z (Qceiling v6)) u) in
  v7 <- Format_largest into ;;
  if (qlt v7 rounded) then
    Fail
  else
  v8 <- Format_largest into ;;
  Ret (qmax rounded (Qopp v8)).

(* impl/directed.py:88 _exact, sha256 72a532bb1ef1ef18 *)
Definition _exact (operand : num) (types : list pytype) : prog Q :=
  if (type_in (py_type operand) types) then
    v1 <- is_finite operand ;;
  if v1 then
    to_fraction operand
  else
  Fail
  else
  Fail.

(* impl/directed.py:31 inf_cast, sha256 06a66cd9df6a354b *)
Definition inf_cast (x : num) (into : Format) : prog fl :=
  v1 <- _exact x [TInt; TFloat; TFrac] ;;
  v2 <- round_up v1 into ;;
  to_float v2.

(* impl/directed.py:37 inf_add, sha256 6ac64c58d4d9df34 *)
Definition inf_add (a : num) (b : num) (into : Format) : prog num :=
  v1 <- _exact a [TInt; TFloat; TFrac] ;;
  v2 <- _exact b [(py_type a)] ;;
  let total := (qadd v1 v2) in
  v4 <- (if (type_eqb (py_type a) TFloat) then v3 <- round_up total into ;; Ret v3 else Ret total) ;;
  construct (py_type a) v4.

(* impl/directed.py:44 inf_mul, sha256 8dc0acf8e064e405 *)
Definition inf_mul (a : fl) (b : fl) (into : Format) : prog fl :=
  v1 <- _exact (Flt a) [TFloat] ;;
  v2 <- _exact (Flt b) [TFloat] ;;
  v3 <- round_up (qmul v1 v2) into ;;
  to_float v3.

(* impl/directed.py:50 inf_div, sha256 6a8c67e70bd77fce *)
Definition inf_div (a : fl) (b : fl) (into : Format) : prog fl :=
  v1 <- _exact (Flt a) [TFloat] ;;
  v2 <- _exact (Flt b) [TFloat] ;;
  let dividend := v1 in
  let divisor := v2 in
  if (qeq divisor (inject_Z 0)) then
    Fail
  else
  v3 <- qdiv dividend divisor ;;
  v4 <- round_up v3 into ;;
  to_float v4.

(* impl/directed.py:59 inf_powi, sha256 2f9976efdc420014 *)
Definition inf_powi (a : fl) (b : Z) (into : Format) : prog fl :=
  v1 <- _exact (Flt a) [TFloat] ;;
  v2 <- _exact (Int b) [TInt] ;;
  let base := v1 in
  let exponent := (py_int v2) in
  if (GREATEST_POWER <? (Z.abs exponent)) then
    Fail
  else
  if ((qeq base (inject_Z 0)) && (exponent <? 0)) then
    Fail
  else
  v3 <- qpow base exponent ;;
  v4 <- round_up v3 into ;;
  to_float v4.

(* impl/maps.py:10 to_range_distance, sha256 a6a0eca43721e500 *)
Definition to_range_distance (d_in : num) (monotonic : bool) : prog num :=
  (if monotonic then Ret d_in else v1 <- inf_add d_in d_in BINARY64 ;; Ret v1).

(* impl/maps.py:19 max_divergence_map, sha256 759577aa2a0e24a2 *)
Definition max_divergence_map (d_in : fl) (scale : fl) : prog fl :=
  if (fl_eq d_in (Fin (inject_Z 0))) then
    Ret (Fin (0 # 1))
  else
  if (fl_eq scale (Fin (inject_Z 0))) then
    Ret (Inf false)
  else
  inf_div d_in scale BINARY64.

(* impl/maps.py:32 zero_concentrated_map, sha256 de8b74dae34f4cd7 *)
Definition zero_concentrated_map (d_in : fl) (scale : fl) : prog fl :=
  eta <- max_divergence_map d_in scale ;;
  (if (fl_isinf eta) then Ret eta else v2 <- inf_powi eta 2 BINARY64 ;; v3 <- inf_div v2 (Fin (8 # 1)) BINARY64 ;; Ret v3).

(* impl/maps.py:42 times, sha256 102cf1c63f3c51a0 *)
Definition times (d_out : fl) (k : Z) : prog fl :=
  (if (fl_isinf d_out) then Ret (Inf false) else v1 <- inf_cast (Int k) BINARY64 ;; v2 <- inf_mul d_out v1 BINARY64 ;; Ret v2).

