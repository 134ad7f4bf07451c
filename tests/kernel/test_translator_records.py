"""What does the translator make of local functions, records, tables and imports, and of two ways to write the same?"""

import pytest

from tests.kernel.toys import MAKER, body, emitted

FORMAT = [("spec/directed.py", "power_of_two"), ("spec/directed.py", "Format"), ("spec/directed.py", "BINARY64")]


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
