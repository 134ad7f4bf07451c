"""What does the translator make of each construct of its subset, and of two ways to write the same?"""

import pytest

from tests.kernel.toys import body, emitted

RETRY = [("spec/draw.py", "retry")]
BITS = """
@sampler
def bits(n: int, draw: Draw) -> int | None:
    return draw.bit() if n > 0 else None
"""
FORMAT = [("spec/directed.py", "power_of_two"), ("spec/directed.py", "Format"), ("spec/directed.py", "BINARY64")]


def expression(value: str, parameters: str, result: str) -> str:
    return body(f"def f({parameters}) -> {result}:\n    return {value}\n")


@pytest.mark.parametrize(
    ("value", "parameters", "result", "text"),
    [
        ("n + 2 * m - 1", "n: int, m: int", "int", "Ret ((n + (2 * m)) - 1)"),
        ("p + 1", "p: Fraction", "Fraction", "Ret (qadd p (inject_Z 1))"),
        ("p / q", "p: Fraction, q: Fraction", "Fraction", "qdiv p q"),
        ("p**n", "p: Fraction, n: int", "Fraction", "qpow p n"),
        ("10**3", "", "int", "Ret 1000"),
        ("n % 7", "n: int", "int", "Ret (n mod 7)"),
        ("n << m", "n: int, m: int", "int", "shl n m"),
        ("-n", "n: int", "int", "Ret (- n)"),
        ("+n", "n: int", "int", "Ret n"),
        ("-p", "p: int | float", "int | float", "num_opp p"),
        ("not b", "b: bool", "bool", "Ret (negb b)"),
        ("not not b", "b: bool", "bool", "Ret b"),
        ("n < m <= 3", "n: int, m: int", "bool", "Ret ((n <? m) && (m <=? 3))"),
        ("n != m", "n: int, m: int", "bool", "Ret (negb (n =? m))"),
        ("p >= 1", "p: Fraction", "bool", "Ret (Qle_bool (inject_Z 1) p)"),
        ("p < 1", "p: float", "bool", "Ret (fl_lt p (Fin (inject_Z 1)))"),
        ("p <= q", "p: float, q: Fraction", "bool", "Ret (fl_lt p (Fin q) || fl_eq p (Fin q))"),
        ("p != 1", "p: int | float", "bool", "v1 <- num_eq p (Int 1) ;; Ret (negb v1)"),
        ("type(p) is not float", "p: int | float", "bool", "Ret (negb (type_eqb (py_type p) TFloat))"),
        ("type(p) in (int, float)", "p: object", "bool", "Ret (type_in (py_type p) [TInt; TFloat])"),
        ("b and n > 0 and n < 9", "b: bool, n: int", "bool", "Ret (b && ((0 <? n) && (n <? 9)))"),
        ("b or math.isinf(p)", "b: bool, p: int | float", "bool", "if b then Ret true else num_isinf p"),
        (
            "n is not None and n > 0",
            "n: int | None",
            "bool",
            "Ret match n with Some v1 => (0 <? v1) | None => false end",
        ),
        ("n is None or n > 0", "n: int | None", "bool", "Ret match n with Some v1 => (0 <? v1) | None => true end"),
        ("n if n is not None else 0", "n: int | None", "int", "Ret match n with Some v1 => v1 | None => 0 end"),
        ("1 if n else 2", "n: int", "int", "Ret (if (n =? 0) then 2 else 1)"),
        ("1 if x else 2", "x: Sequence[int]", "int", "Ret (if (py_len x =? 0) then 2 else 1)"),
        ("x[0] if b else 7", "x: Sequence[int], b: bool", "int", "if b then get x 0 else Ret 7"),
        ("x[1:] + x[:2]", "x: tuple[int, ...]", "tuple[int, ...]", "Ret ((slice_from x 1) ++ (slice_to x 2))"),
        ("(*x, 3)", "x: tuple[int, ...]", "tuple[int, ...]", "Ret (x ++ [3])"),
        ("[n, 3]", "n: int", "list[int]", "Ret [n; 3]"),
        ("p[1]", "p: tuple[int, bool]", "bool", "Ret (snd p)"),
        ("p[0]", "p: tuple[int, bool, int]", "int", "Ret (fst (fst p))"),
        ("p[n]", "p: tuple[int, int], n: int", "int", "pair_get p n"),
        ("max(n, m, 3)", "n: int, m: int", "int", "Ret (Z.max (Z.max n m) 3)"),
        ("max(x)", "x: Sequence[Fraction]", "Fraction", "py_max x"),
        (
            "max(x) - min(x)",
            "x: Sequence[int | float]",
            "int | float",
            "v1 <- py_max_num x ;; v2 <- py_min_num x ;; num_sub v1 v2",
        ),
        (
            "max(x, key=lambda i: (y[i], i))",
            "x: list[int], y: list[Fraction]",
            "int",
            "py_max_key x (fun i => v1 <- get y i ;; Ret (v1, i))",
        ),
        ("sorted(x)", "x: Sequence[int]", "list[int]", "Ret (py_sorted x)"),
        ("tuple(n + 1 for n in x)", "x: Sequence[int]", "tuple[int, ...]", "Ret (map (fun n => (n + 1)) x)"),
        ("[y[n] for n in x]", "x: list[int], y: list[int]", "list[int]", "py_map (get y) x"),
        (
            "[n + m for n, m in zip(x, y, strict=True)]",
            "x: list[int], y: list[int]",
            "list[int]",
            "py_zip (fun n m => Ret (n + m)) x y",
        ),
        ("all(n > 0 for n in x)", "x: list[int]", "bool", "Ret (forallb (fun n => (0 <? n)) x)"),
        ("any(n > 0 for n in x)", "x: list[float | int]", "bool", "py_any (num_lt (Int 0)) x"),
        (
            "any(t is u for u in (int, float))",
            "t: type[int]",
            "bool",
            "Ret (existsb (fun u => (type_eqb t u)) [TInt; TFloat])",
        ),
        ("len(list(enumerate(x)))", "x: list[int]", "int", "Ret (py_len (py_enumerate x))"),
        ("Fraction(1, 3)", "", "Fraction", "qdiv (inject_Z 1) (inject_Z 3)"),
        ("math.inf", "", "float", "Ret (Inf false)"),
        ("0.5", "", "float", "Ret (Fin (1 # 2))"),
        ("s == 'ab'", "s: str", "bool", "Ret (str_eq s [97; 98])"),
        ("n.bit_length()", "n: int", "int", "Ret (bit_length n)"),
        ("p.numerator", "p: Fraction", "int", "Ret (Qnum (Qred p))"),
        ("type(p)(Fraction(p))", "p: int | float", "int | float", "v1 <- to_fraction p ;; construct (py_type p) v1"),
        ("None if n > 0 else n", "n: int", "int | None", "Ret (if (0 <? n) then None else (Some n))"),
        ("()", "", "tuple[int, ...]", "Ret []"),
        ("list()", "", "list[int]", "Ret []"),
        (
            "(n, p) if n > 0 else (1, 2.5)",
            "n: int, p: int | float",
            "tuple[int, int | float]",
            "Ret (if (0 <? n) then (n, p) else (1, (Flt (Fin (5 # 2)))))",
        ),
    ],
)
def test_an_expression_is_translated(value: str, parameters: str, result: str, text: str) -> None:
    """Does each expression become the term of Python.v that it stands for?"""
    assert expression(value, parameters, result) == text


@pytest.mark.parametrize(
    ("statements", "text"),
    [
        ("    m = n\n    return m\n", "Ret n"),
        ("    n = n\n    return n + 1\n", "Ret (n + 1)"),
        (
            "    a = n if n > 0 else None\n    return 1 if a is None else 2\n",
            "let a := (if (0 <? n) then (Some n) else None) in Ret match a with Some v1 => 2 | None => 1 end",
        ),
        (
            "    a = None if n > 0 else n\n    b = n if n > 0 else a\n    return 1 if not b is None else 2\n",
            "let a := (if (0 <? n) then None else (Some n)) in let b := (if (0 <? n) then (Some n) else a) in "
            "Ret match b with Some v1 => 1 | None => 2 end",
        ),
        (
            "    a = (n, 1) if n > 0 else (2, 3)\n    a, b = a\n    return a\n",
            "let a := (if (0 <? n) then (n, 1) else (2, 3)) in '(a, b) <- Ret a ;; Ret a",
        ),
        (
            "    a = None if n > 0 else n\n    return 1 if n > 0 and a is not None else 2\n",
            "let a := (if (0 <? n) then None else (Some n)) in "
            "Ret (if ((0 <? n) && match a with Some v1 => true | None => false end) then 1 else 2)",
        ),
        (
            "    if n > 0:\n        m = 1\n    else:\n        m = 2\n    return m + 1\n",
            "let m := (if (0 <? n) then 1 else 2) in Ret (m + 1)",
        ),
        (
            "    while n > 0:\n        m: int = len([k for k in range(n)])\n        n = m - 1\n"
            "    return 1 if n else 2\n",
            "Loop (fun n => if (0 <? n) then let m := (py_len (map (fun k => k) (py_range n))) in Ret (inl (m - 1)) "
            "else Ret (inr (if (n =? 0) then 2 else 1))) n",
        ),
        (
            "    if n > 0:\n        while True:\n            if n < 5:\n                return n\n            n -= 1\n"
            "    return 2\n",
            "if (0 <? n) then Loop (fun n => if (n <? 5) then Ret (inr n) else Ret (inl (n - 1))) n else Ret 2",
        ),
        (
            "    p = (1, 2)\n    while n > 0:\n        n, m = p\n    return n\n",
            "let p := (1, 2) in Loop (fun n => if (0 <? n) then '(n, m) <- Ret p ;; Ret (inl n) else Ret (inr n)) n",
        ),
        ("    m, k = n, 2\n    return m + k\n", "let m := n in let k := 2 in Ret (m + k)"),
        (
            "    a, b = 1, 2\n    a, b = b, a\n    return a\n",
            "let a := 1 in let b := 2 in let v1 := b in let v2 := a in let a := v1 in let b := v2 in Ret a",
        ),
        ("    n += 1\n    return n\n", "Ret (n + 1)"),
        ("    if n < 0:\n        raise errors.KNotNatural\n    return n\n", "if (n <? 0) then Fail else Ret n"),
        (
            "    if n > 0:\n        n = 1\n    elif n < 0:\n        n = 2\n    else:\n        n = 3\n    return n\n",
            "Ret (if (0 <? n) then 1 else (if (n <? 0) then 2 else 3))",
        ),
        ("    if n > 0:\n        m = 1\n    else:\n        m = 2\n    return m\n", "Ret (if (0 <? n) then 1 else 2)"),
        (
            "    if n > 0:\n        if n > 5:\n            return 1\n        n = 2\n    return n\n",
            "Ret (if (0 <? n) then (if (5 <? n) then 1 else 2) else n)",
        ),
        (
            "    while n > 0:\n        n -= 1\n    return n\n",
            "Loop (fun n => if (0 <? n) then Ret (inl (n - 1)) else Ret (inr n)) n",
        ),
        (
            "    while True:\n        if n <= 0:\n            return n\n        n -= 1\n",
            "Loop (fun n => if (n <=? 0) then Ret (inr n) else Ret (inl (n - 1))) n",
        ),
        (
            "    m = 0\n    while n > 0:\n        while m < 5:\n            m += 1\n        n -= 1\n    return m\n",
            "let m := 0 in Loop (fun '(n, m) => if (0 <? n) then m <- Loop (fun m => if (m <? 5) then "
            "Ret (inl (m + 1)) else Ret (inr m)) m ;; let n := (n - 1) in Ret (inl (n, m)) else Ret "
            "(inr m)) (n, m)",
        ),
        (
            "    m = 0\n    for i in range(n):\n        m += i\n    return m\n",
            "let m := 0 in For (py_range n) (fun i m => Ret (m + i)) m",
        ),
        (
            "    x = list(range(n))\n    x[0] = 7\n    return x[1]\n",
            "let x := (py_range n) in x <- set x 0 7 ;; get x 1",
        ),
        (
            "    x = list(range(n))\n    x[0], x[1] = x[1], x[0]\n    return len(x)\n",
            "let x := (py_range n) in v1 <- get x 1 ;; v2 <- get x 0 ;; x <- set x 0 v1 ;; x <- set x "
            "1 v2 ;; Ret (py_len x)",
        ),
        (
            "    x = list(range(n))\n    x[0], m = 5, len(x)\n    return m\n",
            "let x := (py_range n) in let v1 := (py_len x) in x <- set x 0 5 ;; Ret v1",
        ),
        (
            "    x = list(range(n))\n    x.remove(3)\n    x.append(4)\n    return len(x)\n",
            "let x := (py_range n) in x <- py_remove x 3 ;; let x := (x ++ [4]) in Ret (py_len x)",
        ),
        (
            "    try:\n        m = 10 << n\n    except OverflowError:\n        raise "
            "errors.KNotNatural from None\n    return m\n",
            "shl 10 n",
        ),
        (
            "    y = map(abs_, range(n))\n    return len(tuple(y))\n",
            "v1 <- py_map abs_ (py_range n) ;; Ret (py_len v1)",
        ),
        (
            "    pass\n    left, v1 = 1, 2\n    return left + v1\n",
            "let left_ := 1 in let v1_ := 2 in Ret (left_ + v1_)",
        ),
    ],
)
def test_statements_are_translated(statements: str, text: str) -> None:
    """Does each statement become a step of a coin program, in normal form?"""
    helper = "def abs_(n: int) -> int:\n    return abs(n)\n\n\n"
    assert body(f"{helper}def f(n: int) -> int:\n{statements}", "abs_ f") == text


def test_a_function_that_answers_nothing_answers_tt() -> None:
    """Does a check without an answer become a program of type unit, with and without `return`?"""
    assert (
        body("def f(b: bool) -> None:\n    if b:\n        raise errors.KNotNatural\n") == "if b then Fail else Ret tt"
    )
    assert (
        body("def f(b: bool) -> None:\n    if b:\n        return\n    raise errors.KNotNatural\n")
        == "if b then Ret tt else Fail"
    )
    source = (
        "def g(b: bool) -> None:\n    if b:\n        raise errors.KNotNatural\n\n\ndef f() -> "
        "int:\n    g(True)\n    return 1\n"
    )
    assert body(source, "g f") == "v1 <- g true ;; Ret 1"


def test_coins_are_tossed_in_order() -> None:
    """Does each coin become one `bit`, in the order in which Python tosses them?"""
    source = (
        "@UNIFORM_UINT_BELOW\n@sampler\ndef f(n: int, draw: Draw) -> int:\n    return n * draw.bit() - draw.bit()\n"
    )
    assert body(source) == "v1 <- bit ;; v2 <- bit ;; Ret ((n * v1) - v2)"


def test_what_hands_its_arguments_on_is_translated() -> None:
    """Does a call of `retry` become the attempt, with its arguments, to be repeated?"""
    source = f"{BITS}\n\n@sampler\ndef f(n: int, draw: Draw) -> int:\n    return retry(bits, n + 1, draw)\n"
    assert body(source, "bits f", RETRY) == "retry (bits (n + 1))"


def test_a_local_function_becomes_a_definition() -> None:
    """Are functions inside a function lifted out, with what they capture as their first parameters?"""
    source = (
        "def f(x: list[int], n: int) -> int:\n"
        "    m = n + 1\n\n"
        "    def add(a: int, b: int) -> int:\n        return a + b + m\n\n"
        "    return reduce(add, x)\n"
    )
    text = emitted(source)
    assert "Definition f_add (m : Z) (a : Z) (b : Z) : prog Z :=\n  Ret ((a + b) + m)." in text
    assert "py_reduce (f_add m) x" in text
    assert emitted(
        "def f(n: int) -> int:\n    def g(m: int) -> int:\n        return m + n\n    return g(3)\n"
    ).endswith("  f_g n 3.\n")


def test_a_name_inside_a_comprehension_is_its_own() -> None:
    """Does a variable of a comprehension hide a local function of the same name?"""
    source = (
        "def f(x: list[int]) -> list[int]:\n    def g(n: int) -> int:\n        return n\n\n"
        "    return [g + 1 for g in x] + [g(n) for n in x]\n"
    )
    assert emitted(source).endswith("  v1 <- py_map f_g x ;;\n  Ret ((map (fun g => (g + 1)) x) ++ v1).\n")


def test_names_shared_with_coq_get_a_bar() -> None:
    """Is a local name that means something in Coq, or in what was emitted before, written otherwise?"""
    source = (
        "def g(n: int) -> int:\n    return n\n\n\ndef f(set: int, fix: int) -> int:\n    g = set + fix\n    return g\n"
    )
    assert body(source, "g f") == "Ret (set_ + fix_)"


def test_a_dataclass_becomes_a_record() -> None:
    """Are fields, defaults, properties and methods of a frozen dataclass translated?"""
    source = (
        "@dataclass(frozen=True)\nclass P:\n    a: int\n    b: bool = False\n    c: int = 7\n    "
        "d: int | None = None\n\n"
        "    @cached_property\n    def twice(self) -> int:\n        return 2 * self.a\n\n"
        "    def plus(self, n: int) -> int:\n        return self.twice + n\n\n\n"
        "def f(p: P) -> 'P':\n    return P(p.plus(3), c=4)\n"
    )
    assert "P_a : Z;" in emitted(source, "P")
    text = "v1 <- P_plus p 3 ;; Ret {| P_a := v1; P_b := false; P_c := 4; P_d := None |}"
    assert body(source, "P P.twice P.plus f") == text
    assert body(source, "P P.twice P.plus") == "v1 <- P_twice self ;; Ret (v1 + n)"


def test_making_a_checked_record_runs_its_check() -> None:
    """Does a dataclass with `__post_init__` run it wherever one is made?"""
    source = (
        "@dataclass(frozen=True)\nclass P:\n    a: int\n\n"
        "    def __post_init__(self) -> None:\n        if self.a < 0:\n            raise errors.KNotNatural\n\n\n"
        "def f(n: int) -> P:\n    return P(n)\n"
    )
    text = body(source, "P P.__post_init__ f")
    assert text == "v1 <- P___post_init__ (mk_P n) ;; Ret (mk_P n)"


def test_constants_and_defaults_are_used() -> None:
    """Does a call without an argument take the default, which is a constant?"""
    source = (
        "from spec.directed import BINARY64, Format\n\nN = 5\n\n\n"
        "def g(n: int = N, m: int = 2, k: int | None = None, into: Format = BINARY64) -> int:\n    return n + m\n\n\n"
        "def f() -> int:\n    return g(m=9)\n"
    )
    assert body(source, "N g f", FORMAT) == "g N 9 None BINARY64"


def test_a_table_of_functions_is_looked_up() -> None:
    """Is a dictionary of functions asked whether it has a class, and then for what it has?"""
    source = (
        "from collections.abc import Mapping\nfrom spec.space import Measure\n\n\n"
        "def f(x: Mapping[type[Measure], Callable[[int], int]], k: int) -> Callable[[Measure], int]:\n"
        "    def g(m: Measure) -> int:\n        if type(m) not in x:\n            raise errors.KNotNatural\n"
        "        return x[type(m)](k)\n\n    return g\n"
    )
    text = emitted(source, "f", [("spec/space.py", "Measure")])
    head, tail = text.split("\n\n")
    assert "(x : Measure -> option (Z -> prog Z)) (k : Z) (m : Measure) : prog Z" in head
    assert " ".join(head.split()).endswith("match x m with | Some v1 => v1 k | None => Fail end.")
    assert tail.endswith(": Measure -> prog Z :=\n  (f_g x k).\n")


MAKER = """
@dataclass(frozen=True)
class M:
    g: Callable[[int], int]


def f(b: bool, n: int) -> M:
    def g(m: int) -> int:
        return m + n

    def h(m: int) -> int:
        return m

    if b:
        n_ = n << 1
        return M(g)
    return M(h)


def use(b: bool) -> int:
    f(b, 1)
    return 1


def again(b: bool) -> M:
    while b:
        b = False
    return M(lambda m: m)
"""


def test_a_record_of_programs_is_made_by_an_outcome() -> None:
    """Is a function that makes a record of functions evaluated, not run, for no program can answer such a record?"""
    text = " ".join(emitted(MAKER, "M f").split())
    assert "Definition f (b : bool) (n : Z) : outcome M :=" in text
    assert text.endswith("if b then n_ <~ shl n 1 ;; Answer (mk_M (f_g n)) else Answer (mk_M f_h).")


def test_a_lambda_is_lifted_to_what_is_asked_for() -> None:
    """Does a lambda take the kinds of the parameter that it is given for?"""
    source = (
        "def g(h: Callable[[int], int | None], n: int) -> int:\n    return 1 if h(n) is None else 2\n\n\n"
        "def f(n: int) -> int:\n    return g(lambda m: m + n, 3)\n"
    )
    text = emitted(source, "g f")
    assert "Definition f_h (n : Z) (m : Z) : prog (option Z) :=\n  Ret (Some (m + n))." in text
    assert text.endswith("  g (f_h n) 3.\n")


def test_a_name_is_followed_through_imports() -> None:
    """Is a type that one module imports from another found where it is defined?"""
    assert "(x : num)" in emitted("from spec.maps import Real\n\n\ndef f(x: Real) -> int:\n    return 1\n")


def test_several_arguments_become_a_list() -> None:
    """Do the arguments of a starred parameter become one list?"""
    source = "def g(n: int, *m: int) -> int:\n    return n + len(m)\n\n\ndef f() -> int:\n    return g(1, 2, 3)\n"
    assert body(source, "g f") == "g 1 [2; 3]"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("    return n if n > 0 else 1\n", "    if n > 0:\n        return n\n    return 1\n"),
        ("    return n if n > 0 else 1\n", "    if not n > 0:\n        return 1\n    return n\n"),
        ("    return n if n > 0 else 1\n", "    if n > 0:\n        m = n\n    else:\n        m = 1\n    return m\n"),
        ("    return (n << 1) + 1\n", "    m = n << 1\n    return m + 1\n"),
        ("    return 1 << n\n", "    m = 1 << n\n    return m\n"),
        (
            "    while n > 0:\n        n -= 1\n    return n\n",
            "    while True:\n        if not n > 0:\n            return n\n        n = n - 1\n",
        ),
        (
            "    a, b = 1, 2\n    while a < n:\n        a += b\n        b += 1\n    return b\n",
            "    b = 2\n    a = 1\n    while a < n:\n        a += b\n        b = b + 1\n    return b\n",
        ),
    ],
)
def test_two_ways_to_write_the_same_mean_the_same(one: str, other: str) -> None:
    """Do an early return, a named subterm, another order of names and another loop become the same program?"""
    texts = [body(f"def f(n: int) -> int:\n{text}") for text in (one, other)]
    texts = [
        text.replace("let a := 1 in let b := 2 in", "").replace("let b := 2 in let a := 1 in", "") for text in texts
    ]
    assert texts[0].replace("m <-", "v1 <-").replace("(m ", "(v1 ") == texts[1].replace("m <-", "v1 <-").replace(
        "(m ", "(v1 "
    )
