(* Emitted by proofs.kernel.translator from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith List Bool.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope Z_scope.

(* spec/draw.py: retry *)
Definition retry {T} (attempt : prog (option T)) : prog T :=
  Loop (fun 'tt =>
      answer <- attempt ;;
      match answer with
      | Some v1 =>
          Ret (inr v1)
      | None =>
          Ret (inl tt)
      end) tt.

(* impl/samplers.py: attempt_uniform_uint_below *)
Definition attempt_uniform_uint_below (n : Z) : prog (option Z) :=
  let value := 0 in
  value <- For (py_range (bit_length (n - 1))) (fun _ value => v1 <- bit ;; Ret ((2 * value) + v1)) value ;;
  Ret (if (value <? n) then (Some value) else None).

(* impl/samplers.py: sample_uniform_uint_below *)
Definition sample_uniform_uint_below (n : Z) : prog Z :=
  retry (attempt_uniform_uint_below n).

(* impl/samplers.py: sample_bernoulli_rational *)
Definition sample_bernoulli_rational (p : Q) : prog bool :=
  let low := (inject_Z 0) in
  let width := (inject_Z 1) in
  Loop (fun '(low, width) =>
      if ((qlt low p) && (qlt p (qadd low width))) then
        width <- qdiv width (inject_Z 2) ;;
        v1 <- bit ;;
        let low := (qadd low (qmul width (inject_Z v1))) in
        Ret (inl (low, width))
      else
        Ret (inr (qlt low p))) (low, width).

(* impl/samplers.py: sample_bernoulli_exp1 *)
Definition sample_bernoulli_exp1 (x : Q) : prog bool :=
  let k := 1 in
  Loop (fun k =>
      v1 <- qdiv x (inject_Z k) ;;
      v2 <- sample_bernoulli_rational v1 ;;
      if v2 then Ret (inl (k + 1)) else Ret (inr ((k mod 2) =? 1))) k.

(* impl/samplers.py: sample_bernoulli_exp *)
Definition sample_bernoulli_exp (x : Q) : prog bool :=
  Loop (fun x =>
      if (qlt (inject_Z 1) x) then
        v1 <- sample_bernoulli_exp1 (inject_Z 1) ;;
        if v1 then Ret (inl (qsub x (inject_Z 1))) else Ret (inr false)
      else
        v2 <- sample_bernoulli_exp1 x ;;
        Ret (inr v2)) x.

(* impl/permute_and_flip.py: permute_and_flip *)
Definition permute_and_flip (x : list Q) (scale : Q) : prog Z :=
  x_max <- py_max x ;;
  let candidates := (py_range (py_len x)) in
  if (qeq scale (inject_Z 0)) then
    py_max_key candidates (fun i => v1 <- get x i ;; Ret (v1, i))
  else
    let left_ := 0 in
    Loop (fun '(left_, candidates) =>
        v2 <- sample_uniform_uint_below ((py_len x) - left_) ;;
        let right_ := (left_ + v2) in
        v3 <- get candidates right_ ;;
        v4 <- get candidates left_ ;;
        candidates <- set candidates left_ v3 ;;
        candidates <- set candidates right_ v4 ;;
        candidate <- get candidates left_ ;;
        v5 <- get x candidate ;;
        v6 <- qdiv (qsub x_max v5) scale ;;
        v7 <- sample_bernoulli_exp v6 ;;
        if v7 then Ret (inr candidate) else
        let left_ := (left_ + 1) in
        Ret (inl (left_, candidates))) (left_, candidates).

(* impl/peeling.py: original_index *)
Definition original_index (place : Z) (removed : list Z) : prog Z :=
  For (py_sorted removed) (fun index place =>
      Ret (if (index <=? place) then (place + 1) else place)) place.

(* impl/peeling.py: peel *)
Definition peel (select : (list Q) -> Q -> prog Z) (x : list Q) (scale : Q) (k : Z) : prog (list Z) :=
  let remaining := x in
  let selected := [] in
  Loop (fun '(selected, remaining) =>
      if ((py_len selected) <? (Z.min k (py_len x))) then
        place <- select remaining scale ;;
        let remaining := ((slice_to remaining place) ++ (slice_from remaining (place + 1))) in
        v1 <- original_index place selected ;;
        let selected := (selected ++ [v1]) in
        Ret (inl (selected, remaining))
      else
        Ret (inr selected)) (selected, remaining).

(* impl/exponential_mechanism.py: attempt_exponential_mechanism *)
Definition attempt_exponential_mechanism (x : list Q) (scale : Q) : prog (option Z) :=
  candidate <- sample_uniform_uint_below (py_len x) ;;
  v1 <- py_max x ;;
  v2 <- get x candidate ;;
  let gap := (qsub v1 v2) in
  v3 <- qdiv gap scale ;;
  v4 <- sample_bernoulli_exp v3 ;;
  Ret (if v4 then (Some candidate) else None).

(* impl/exponential_mechanism.py: exponential_mechanism *)
Definition exponential_mechanism (x : list Q) (scale : Q) : prog Z :=
  let candidates := (py_range (py_len x)) in
  if (qeq scale (inject_Z 0)) then
    py_max_key candidates (fun i => v1 <- get x i ;; Ret (v1, i))
  else
    retry (attempt_exponential_mechanism x scale).
