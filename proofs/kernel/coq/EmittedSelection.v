(* Emitted by proofs/kernel from the Python source. Do not edit. *)
From Coq Require Import ZArith QArith List Bool.
From Noisymax Require Import CoinPrograms Python.
Import ListNotations.
Open Scope Z_scope.

(* spec/draw.py:43 retry, sha256 4dbb0ecb583e2337 *)
Definition retry {T} (attempt : prog (option T)) : prog T :=
  Loop (fun 'tt =>
      answer <- attempt ;;
      match answer with
      | Some answer => Ret (inr answer)
      | None => Ret (inl tt)
      end) tt.

(* impl/samplers.py:31 attempt_uniform_uint_below, sha256 492d4657dc67318a *)
Definition attempt_uniform_uint_below (n : Z) : prog (option Z) :=
  let value := 0 in
  value <- For (py_range (bit_length (n - 1))) (fun _ value =>
      v1 <- bit ;;
      let value := ((2 * value) + v1) in
      Ret value) value ;;
  Ret (if (value <? n) then (Some value) else None).

(* impl/samplers.py:21 sample_uniform_uint_below, sha256 3c8ac9c306db5d3c *)
Definition sample_uniform_uint_below (n : Z) : prog Z :=
  retry (attempt_uniform_uint_below n).

(* impl/samplers.py:44 sample_bernoulli_rational, sha256 3aac583d8c77f9e7 *)
Definition sample_bernoulli_rational (p : Q) : prog bool :=
  let low := (inject_Z 0) in
  let width := (inject_Z 1) in
  Loop (fun '(width, low) =>
      if ((qlt low p) && (qlt p (qadd low width))) then
        width <- qdiv width (inject_Z 2) ;;
        v2 <- bit ;;
        let low := (qadd low (qmul width (inject_Z v2))) in
        Ret (inl (width, low))
      else
        Ret (inr (qlt low p))) (width, low).

(* impl/samplers.py:58 sample_bernoulli_exp1, sha256 d7a8b1a025e191a9 *)
Definition sample_bernoulli_exp1 (x : Q) : prog bool :=
  let k := 1 in
  Loop (fun k =>
      v1 <- qdiv x (inject_Z k) ;;
      v2 <- sample_bernoulli_rational v1 ;;
      if v2 then
        let k := (k + 1) in
        Ret (inl k)
      else
        Ret (inr ((k mod 2) =? 1))) k.

(* impl/samplers.py:71 sample_bernoulli_exp, sha256 c849ef9ca5c7ba1e *)
Definition sample_bernoulli_exp (x : Q) : prog bool :=
  Loop (fun x =>
      if (qlt (inject_Z 1) x) then
        v1 <- sample_bernoulli_exp1 (inject_Z 1) ;;
        if v1 then
          let x := (qsub x (inject_Z 1)) in
        Ret (inl x)
        else
        Ret (inr false)
      else
        v2 <- sample_bernoulli_exp1 x ;;
        Ret (inr v2)) x.

(* impl/permute_and_flip.py:13 permute_and_flip, sha256 557ecb966e76b2bd *)
Definition permute_and_flip (x : list Q) (scale : Q) : prog Z :=
  x_max <- py_max x ;;
  let candidates := (py_range (py_len x)) in
  if (qeq scale (inject_Z 0)) then
    py_max_key candidates (fun i => v2 <- get x i ;; Ret (v2, i))
  else
  let left := 0 in
  Loop (fun '(candidates, left) =>
      v4 <- sample_uniform_uint_below ((py_len x) - left) ;;
      let right := (left + v4) in
      v5 <- get candidates right ;;
      v6 <- get candidates left ;;
      candidates <- set candidates left v5 ;;
      candidates <- set candidates right v6 ;;
      candidate <- get candidates left ;;
      v8 <- get x candidate ;;
      v9 <- qdiv (qsub x_max v8) scale ;;
      v10 <- sample_bernoulli_exp v9 ;;
      if v10 then
        Ret (inr candidate)
      else
      let left := (left + 1) in
      Ret (inl (candidates, left))) (candidates, left).

(* impl/peeling.py:32 original_index, sha256 9af6622c325aeef9 *)
Definition original_index (place : Z) (removed : list Z) : prog Z :=
  place <- For (py_sorted removed) (fun index place =>
      place <- (if (index <=? place) then let place := (place + 1) in
        Ret place else Ret place) ;;
      Ret place) place ;;
  Ret place.

(* impl/peeling.py:12 peel, sha256 7c267a34e83de745 *)
Definition peel (select : list Q -> Q -> prog Z) (x : list Q) (scale : Q) (k : Z) : prog (list Z) :=
  let remaining := x in
  let selected := [] in
  Loop (fun '(remaining, selected) =>
      if ((py_len selected) <? (Z.min k (py_len x))) then
        place <- select remaining scale ;;
        let remaining := ((slice_to remaining place) ++ (slice_from remaining (place + 1))) in
        v2 <- original_index place selected ;;
        let selected := (selected ++ [v2]) in
        Ret (inl (remaining, selected))
      else
        Ret (inr selected)) (remaining, selected).


(* impl/exponential_mechanism.py:26 attempt_exponential_mechanism *)
Definition attempt_exponential_mechanism (x : list Q) (scale : Q) : prog (option Z) :=
  candidate <- sample_uniform_uint_below (py_len x) ;;
  v1 <- py_max x ;;
  v2 <- get x candidate ;;
  let gap := (qsub v1 v2) in
  v3 <- qdiv gap scale ;;
  v4 <- sample_bernoulli_exp v3 ;;
  Ret (if v4 then (Some candidate) else None).

(* impl/exponential_mechanism.py:13 exponential_mechanism *)
Definition exponential_mechanism (x : list Q) (scale : Q) : prog Z :=
  let candidates := (py_range (py_len x)) in
  if (qeq scale (inject_Z 0)) then
    py_max_key candidates (fun i => v1 <- get x i ;; Ret (v1, i))
  else
  retry (attempt_exponential_mechanism x scale).
