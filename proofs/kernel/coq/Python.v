(* What is assumed of Python. The auditor of a theorem about the emitted code believes this file.
   - int is Z, Fraction is Q in lowest terms, bool is bool, a list or tuple is a list, an exception answers nothing (Fail).
   - A finite float is the rational that it stands for; -0.0, the infinities and NaN are apart. Where Python would round or
     convert silently, the model fails: a proof that something answers shows that this does not happen.
   - float(q) is q if q is a number of binary64 (int / int is correctly rounded); on any other q the model fails.
   - Fraction(f) is f, exactly; it raises on the infinities and on NaN. int(q) truncates.
   - A comparison of numbers is exact, whatever their types; math.isinf and math.isfinite are asked about floats only.
   - An argument is of the type that is annotated: a flag is a bool, a vector a list of numbers or other objects (Other), of whose
     types nothing else is known. Tests that tell apart what the model does not (a flag that is no bool) are always passed here.
   - Contracts (spec/triple.py) run beside the code. To break one is an error, and that none is broken is assumed: the translator
     holds their predicates to the text that was read. *)
From Coq Require Import ZArith QArith Qround Qabs List Bool.
From Noisymax Require Import CoinPrograms.
Import ListNotations.
Open Scope Z_scope.

(* ---- ints, Fractions, lists ---- *)
Notation "x <- m ;; k" := (Bind m (fun x => k)) (at level 100, m at next level, right associativity).
Notation "' p <- m ;; k" := (Bind m (fun p => k)) (at level 100, p pattern, m at next level, right associativity).

Definition qadd (a b : Q) : Q := Qred (a + b).
Definition qsub (a b : Q) : Q := Qred (a - b).
Definition qmul (a b : Q) : Q := Qred (a * b).
Definition qeq (a b : Q) : bool := Qeq_bool a b.
Definition qlt (a b : Q) : bool := negb (Qle_bool b a).
Definition qdiv (a b : Q) : prog Q := if Qeq_bool b 0 then Fail else Ret (Qred (a / b)).

Definition bit : prog Z := Bind Flip (fun b => Ret (if b then 1 else 0)).
Definition bit_length (z : Z) : Z := if z =? 0 then 0 else Z.log2 (Z.abs z) + 1.
Definition py_len {A} (l : list A) : Z := Z.of_nat (length l).
Definition py_range (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

(* An index below 0 counts from the end in Python; here it fails: a law of mass 1 shows that none occurs. *)
Definition get {A} (l : list A) (i : Z) : prog A :=
  if i <? 0 then Fail else match nth_error l (Z.to_nat i) with Some a => Ret a | None => Fail end.
Definition set {A} (l : list A) (i : Z) (a : A) : prog (list A) :=
  if (i <? 0) || (py_len l <=? i) then Fail else Ret (firstn (Z.to_nat i) l ++ a :: skipn (S (Z.to_nat i)) l).
Definition clamp {A} (l : list A) (i : Z) : nat := Z.to_nat (if i <? 0 then Z.max 0 (py_len l + i) else i).
Definition slice_to {A} (l : list A) (i : Z) : list A := firstn (clamp l i) l.
Definition slice_from {A} (l : list A) (i : Z) : list A := skipn (clamp l i) l.

Fixpoint max_from (m : Q) (l : list Q) : Q :=
  match l with [] => m | a :: l => max_from (if qlt m a then a else m) l end.
Definition py_max (l : list Q) : prog Q := match l with [] => Fail | a :: l => Ret (max_from a l) end.

Fixpoint For {X St} (l : list X) (f : X -> St -> prog St) (s : St) : prog St :=
  match l with [] => Ret s | x :: l => Bind (f x s) (For l f) end.

Definition key_lt (a b : Q * Z) : bool := qlt (fst a) (fst b) || (qeq (fst a) (fst b) && (snd a <? snd b)).
Fixpoint max_key_from {A} (m : A) (km : Q * Z) (l : list A) (key : A -> prog (Q * Z)) : prog A :=
  match l with
  | [] => Ret m
  | a :: l => Bind (key a) (fun ka => if key_lt km ka then max_key_from a ka l key else max_key_from m km l key)
  end.
Definition py_max_key {A} (l : list A) (key : A -> prog (Q * Z)) : prog A :=
  match l with [] => Fail | a :: l => Bind (key a) (fun ka => max_key_from a ka l key) end.

Fixpoint insert (a : Z) (l : list Z) : list Z :=
  match l with [] => [a] | b :: l => if a <=? b then a :: b :: l else b :: insert a l end.
Fixpoint py_sorted (l : list Z) : list Z := match l with [] => [] | a :: l => insert a (py_sorted l) end.

(* ---- numbers of whichever type ---- *)
Inductive fl := Fin (q : Q) | NegZero | Inf (minus : bool) | NaN.
Inductive num := Int (z : Z) | Flt (f : fl) | Frac (q : Q) | Other.   (* int | float | Fraction, or any other object *)
Inductive pytype := TInt | TFloat | TFrac | TBool | TList | TTuple | TOther.

Definition type_eqb (a b : pytype) : bool :=
  match a, b with TInt, TInt | TFloat, TFloat | TFrac, TFrac | TBool, TBool | TList, TList | TTuple, TTuple | TOther, TOther => true | _, _ => false end.
Definition type_in (a : pytype) (l : list pytype) : bool := existsb (type_eqb a) l.
Definition py_type (a : num) : pytype := match a with Int _ => TInt | Flt _ => TFloat | Frac _ => TFrac | Other => TOther end.

(* The finite numbers of binary64: m 2^e with |m| < 2^53 and -1074 <= e <= 971. *)
Definition at_exponent (q : Q) (e : Z) : bool :=
  let m := Qred (q / Qpower 2 e) in ((Zpos (Qden m) =? 1) && (Z.abs (Qnum m) <? 2 ^ 53)).
Definition exponents : list Z := map (fun i => Z.of_nat i - 1074) (seq 0 2046).
Definition in_binary64 (q : Q) : bool := existsb (at_exponent q) exponents.
Definition float_max : Q := inject_Z ((2 ^ 53 - 1) * 2 ^ 971).

Definition to_float (q : Q) : prog fl := if in_binary64 q then Ret (Fin q) else Fail.
Definition fl_fraction (f : fl) : prog Q := match f with Fin q => Ret (Qred q) | NegZero => Ret (inject_Z 0) | _ => Fail end.
Definition to_fraction (a : num) : prog Q :=
  match a with Int z => Ret (inject_Z z) | Frac q => Ret (Qred q) | Flt f => fl_fraction f | Other => Fail end.
Definition py_int (q : Q) : Z := Z.quot (Qnum q) (Zpos (Qden q)).
Definition construct (t : pytype) (q : Q) : prog num :=
  match t with TInt => Ret (Int (py_int q)) | TFrac => Ret (Frac q) | TFloat => Bind (to_float q) (fun f => Ret (Flt f)) | _ => Fail end.

Definition fl_isinf (f : fl) : bool := match f with Inf _ => true | _ => false end.
Definition fl_isfinite (f : fl) : bool := match f with Fin _ | NegZero => true | _ => false end.
Definition num_isinf (a : num) : prog bool := match a with Flt f => Ret (fl_isinf f) | _ => Fail end.
Definition num_isnan (a : num) : prog bool := match a with Flt f => Ret (match f with NaN => true | _ => false end) | _ => Fail end.
Definition num_isfinite (a : num) : prog bool := match a with Flt f => Ret (fl_isfinite f) | _ => Fail end.

Definition fl_q (f : fl) : Q := match f with Fin q => q | _ => 0%Q end.
Definition fl_lt (a b : fl) : bool :=
  match a, b with
  | NaN, _ | _, NaN => false
  | Inf true, Inf true => false | Inf true, _ => true | _, Inf true => false
  | Inf false, _ => false | _, Inf false => true
  | _, _ => qlt (fl_q a) (fl_q b)
  end.
Definition fl_eq (a b : fl) : bool :=
  match a, b with
  | NaN, _ | _, NaN => false
  | Inf x, Inf y => Bool.eqb x y | Inf _, _ | _, Inf _ => false
  | _, _ => qeq (fl_q a) (fl_q b)
  end.
Definition fl_minus (f : fl) : bool := match f with Fin q => qlt q 0 | NegZero => true | Inf b => b | NaN => false end.
Definition fl_opp (f : fl) : fl :=
  match f with Fin q => if qeq q 0 then NegZero else Fin (Qopp q) | NegZero => Fin 0 | Inf b => Inf (negb b) | NaN => NaN end.
Definition copysign (a b : fl) : prog fl :=
  match b with NaN => Fail | _ => Ret (if Bool.eqb (fl_minus a) (fl_minus b) then a else fl_opp a) end.
Definition copysign_num (a : fl) (b : num) : prog fl := match b with Flt b => copysign a b | _ => Fail end.

Definition qle (a b : Q) : bool := Qle_bool a b.
Definition qmax (a b : Q) : Q := if qlt a b then b else a.
Definition qmin (a b : Q) : Q := if qlt b a then b else a.
Definition qpow (a : Q) (n : Z) : prog Q := if qeq a 0 && (n <? 0) then Fail else Ret (Qred (Qpower a n)).

Fixpoint py_map {A B} (f : A -> prog B) (l : list A) : prog (list B) :=
  match l with [] => Ret [] | a :: l => Bind (f a) (fun b => Bind (py_map f l) (fun r => Ret (b :: r))) end.

(* comparisons of numbers of whichever types; anything else fails *)
Definition num_fl (a : num) : prog fl := match a with Int z => Ret (Fin (inject_Z z)) | Frac q => Ret (Fin q) | Flt f => Ret f | Other => Fail end.
Definition num_lt (a b : num) : prog bool := Bind (num_fl a) (fun a => Bind (num_fl b) (fun b => Ret (fl_lt a b))).
Definition num_eq (a b : num) : prog bool := Bind (num_fl a) (fun a => Bind (num_fl b) (fun b => Ret (fl_eq a b))).
Definition num_le (a b : num) : prog bool := Bind (num_fl a) (fun a => Bind (num_fl b) (fun b => Ret (fl_lt a b || fl_eq a b))).
(* float(a) of an int rounds to the nearest number of binary64, half-way to the even one, and overflows from 2^1024 on; a Fraction that
   is no number of binary64 would be rounded: here it fails. *)
Definition nearest (z : Z) : Z :=
  let unit := 2 ^ Z.max 0 (Z.log2 (Z.abs z) - 52) in
  let below := Z.abs z / unit in
  let rest := Z.abs z mod unit in
  Z.sgn z * ((if (2 * rest <? unit) || ((2 * rest =? unit) && Z.even below) then below else below + 1) * unit).
Definition num_float (a : num) : prog fl :=
  match a with
  | Int z => if 2 ^ 1024 <=? Z.abs (nearest z) then Fail else Ret (Fin (inject_Z (nearest z)))
  | Frac q => to_float (Qred q) | Flt f => Ret f | Other => Fail
  end.

Fixpoint py_zip {A B C} (f : A -> B -> prog C) (l : list A) (l' : list B) : prog (list C) :=   (* strict=True *)
  match l, l' with
  | [], [] => Ret []
  | a :: l, b :: l' => Bind (f a b) (fun c => Bind (py_zip f l l') (fun r => Ret (c :: r)))
  | _, _ => Fail
  end.
Fixpoint py_all {A} (f : A -> prog bool) (l : list A) : prog bool :=
  match l with [] => Ret true | a :: l => Bind (f a) (fun b => if b then py_all f l else Ret false) end.
Definition num_opp (a : num) : prog num :=
  match a with Int z => Ret (Int (- z)) | Flt f => Ret (Flt (fl_opp f)) | Frac q => Ret (Frac (Qopp q)) | Other => Fail end.
Fixpoint max_num_from (m : num) (l : list num) : prog num :=
  match l with [] => Ret m | a :: l => Bind (num_lt m a) (fun b => max_num_from (if b then a else m) l) end.
Definition py_max_num (l : list num) : prog num := match l with [] => Fail | a :: l => max_num_from a l end.

(* ---- edges (a Fraction, or an infinity), shifts, pairs, list.remove, reduce, enumerate ---- *)
Inductive Edge := MinusInfinity | Rational (q : Q) | PlusInfinity.
Definition edge_lt (a b : Edge) : bool :=
  match a, b with
  | Rational a, Rational b => qlt a b
  | MinusInfinity, MinusInfinity | PlusInfinity, _ | _, MinusInfinity => false
  | _, _ => true
  end.
(* A negative shift is an exception. *)
Definition shl (a b : Z) : prog Z := if b <? 0 then Fail else Ret (Z.shiftl a b).
Definition pair_get {A} (p : A * A) (i : Z) : prog A := if i =? 0 then Ret (fst p) else if i =? 1 then Ret (snd p) else Fail.
Fixpoint py_remove (l : list Z) (a : Z) : prog (list Z) :=
  match l with [] => Fail | b :: l => if b =? a then Ret l else r <- py_remove l a ;; Ret (b :: r) end.
Fixpoint reduce_from {A} (f : A -> A -> prog A) (a : A) (l : list A) : prog A :=
  match l with [] => Ret a | b :: l => a <- f a b ;; reduce_from f a l end.
Definition py_reduce {A} (f : A -> A -> prog A) (l : list A) : prog A := match l with [] => Fail | a :: l => reduce_from f a l end.
Definition py_enumerate {A} (l : list A) : list (Z * A) := combine (py_range (py_len l)) l.

(* ---- any, min and difference of numbers (a difference of floats would be rounded: it fails); a str is its code points ---- *)
Fixpoint py_any {A} (f : A -> prog bool) (l : list A) : prog bool :=
  match l with [] => Ret false | a :: l => Bind (f a) (fun b => if b then Ret true else py_any f l) end.
Fixpoint min_num_from (m : num) (l : list num) : prog num :=
  match l with [] => Ret m | a :: l => Bind (num_lt a m) (fun b => min_num_from (if b then a else m) l) end.
Definition py_min_num (l : list num) : prog num := match l with [] => Fail | a :: l => min_num_from a l end.
Definition num_sub (a b : num) : prog num :=
  match a, b with
  | Int a, Int b => Ret (Int (a - b))
  | Int _, Frac _ | Frac _, Int _ | Frac _, Frac _ => Bind (to_fraction a) (fun a => Bind (to_fraction b) (fun b => Ret (Frac (qsub a b))))
  | _, _ => Fail
  end.
Definition str := list Z.
Definition str_eq (a b : str) : bool := if list_eq_dec Z.eq_dec a b then true else false.
