"""Does the translator refuse what it does not know, and say where and why, instead of guessing?"""

import re

import pytest

from proofs.kernel.translator import Refused
from tests.kernel.test_translator_text import MAKER
from tests.kernel.toys import LINES, emitted

POINT = "@dataclass(frozen=True)\nclass P:\n    a: int\n    b: int = 0\n\n\n"
OTHER = "def g(n: int) -> int:\n    return n\n\n\n"
PAIR = "def g(n: int) -> tuple[int, int]:\n    return n, n\n\n\n"
AFTER = "a is assigned after it is used on the same side"
COIN = "@sampler\ndef g(draw: Draw) -> int:\n    return draw.bit()\n\n\n"


def refusal(source: str, units: str = "f") -> tuple[int, str]:
    """The line, counted from the first that the test writes, and the reason."""
    with pytest.raises(Refused) as caught:
        emitted(source, units)
    found = re.fullmatch(r"impl/toy\.py:(\d+): error: (.*)", str(caught.value))
    assert found is not None, str(caught.value)
    return int(found[1]) - LINES, found[2]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("return n // 2", "Z and Z have no exact result"),
        ("return len(list(range(n), 3))", "builtins.list is not translated"),
        ("return reduce(math.copysign, range(n))", "math.copysign is not translated"),
        ("return 1 if all(m for m in range(n)) else 2", "not in the subset"),
        ("return 1 if isinstance(n) else 2", "builtins.isinstance is not translated"),
        ("return range(n)[0](n)", "not in the subset"),
        ("return len([m for m, k in sorted(range(n), range(n), strict=True)])", "not a strict zip of two lists"),
        ("x = list(range(n)); x[1.5] = 2; return n", "not a name, nor an item of a list of such values"),
        ("return n / 2", "Z and Z have no exact result"),
        ("return n % n", "Z and Z have no exact result"),
        ("return 2**n", "Z and Z have no exact result"),
        ("return ~n", "not in the subset"),
        ("return not_there", "not_there is not known"),
        ("return math.floor(2.5)", "math.floor is not translated"),
        ("return math.pi", "math.pi is not translated"),
        ("return sum(range(n))", "builtins.sum is not translated"),
        ("return len(range(n), 3)", "not in the subset"),
        ("return n if 2.5 else 1", "fl as a condition"),
        ("return 2.5", "fl where Z is expected"),
        ("return None", "None where Z is expected"),
        ("return", "no answer"),
        ("return len(n)", "Z has no items"),
        ("return n[0]", "an item of Z"),
        ("return range(n)[1.5]", "an item of list Z"),
        ("return len(list(range(n))[0:2])", "not a slice from the start or to the end"),
        ("return len(list(range(n))[1.5:])", "a slice at fl"),
        ("return len([n, 2.5])", "a list of values of several kinds"),
        ("return len((*range(n), 2.5))", "items of several kinds"),
        ("return n.real", "Z has no field real that is translated"),
        ("return n.conjugate()", "Z has no method conjugate that is translated"),
        ("return 1 if n is None else 2", "Z is never None"),
        ("return 1 if n is n else 2", "Z and Z are not compared so"),
        ("return 1 if n < (1 << n) < (2 << n) else 2", "a chained comparison that does something on its way"),
        ("return 1 if n in (1, 2) else 2", "list Z where Z is expected"),
        ("return (lambda m: m)(n)", "not in the subset"),
        ("return (m := n)", "not in the subset"),
        ("return [m for m in range(n) if m][0]", "not in the subset"),
        ("return [m for m, k in zip(range(n), range(n))][0]", "not a strict zip of two lists"),
        ("return -True", "not in the subset"),
        ("return -0.0 if n else 1", "fl where Z is expected"),
        ("return 1e999", "not in the subset"),
        ("return len(b'x')", "not in the subset"),
        ("return max(n, key=lambda i: i)", "Z has no items"),
        ("return max(range(n), key=lambda i: i)", "builtins.max is not translated"),
        ("return reduce(max, range(n))", "builtins.max is not translated"),
        ("return type(n)(n)", "not in the subset"),
        ("return n()", "not in the subset"),
        ("return 'é'", "str where Z is expected"),
        ("return f(n - 1)", "impl.toy.f is not translated"),
        ("return isinstance(n, int)", "builtins.isinstance is not translated"),
        ("return tuple(map(abs, range(n)))[0]", "builtins.abs is not translated"),
        ("return all(range(n))", "builtins.all is not translated"),
        ("return n; return n", "never reached"),
        ("raise errors.KNotNatural; return n", "never reached"),
        ("del n", "not in the subset"),
        ("print(n)", "builtins.print is not translated"),
        ("len(range(n))", "what it answers is not used"),
        ("n: int", "not in the subset"),
        ("a = b = n", "not in the subset"),
        ("a, *b = n, n", "not a name, nor an item of a list of such values"),
        ("a, b = n", "Z for 2 targets"),
        ("n.x = 1", "an attribute of something else is changed"),
        ("import sys", "not in the subset"),
        ("with open('x'): return n", "not in the subset"),
        ("async_ = 1; yield n", "not in the subset"),
        ("match n: \n        case 1: return 1", "not in the subset"),
        ("for m in range(n): return m", "a loop that ends early, or whose variable is known before"),
        ("for n in range(3): pass", "a loop that ends early, or whose variable is known before"),
        ("for m in range(n): break", "not in a loop"),
        ("while n > 0: n = 2.5", "fl where Z is expected"),
        ("for a, b in range(n): pass", "not in the subset"),
        ("while n > 0: continue", "not in a loop"),
        ("x = 1; x.append(2); return x", "x is changed in place, but is not one fresh list of this function"),
        ("nonlocal_ = 1", "the end is reached without an answer"),
        ("ä = 1; return ä", "ä is not a name in Coq"),
        ("left = 1; left_ = 2; return left", "left and left_ are one name in Coq"),
        ("a = 1 if n > 0 else 2.5; return n", "fl where Z is expected"),
        ("assert n > 0; return n", "an assert, which a switch turns off"),
        ("return n % -2", "Z and Z have no exact result"),
        ("return n or 3", "bool where Z is expected"),
        ("return [lambda: m for m in range(n)][0]()", "not in the subset"),
    ],
)
def test_a_line_outside_the_subset_is_refused(line: str, why: str) -> None:
    """Is each construct that has no meaning in Python.v refused at its line?"""
    where, said = refusal(f"def f(n: int) -> int:\n    {line}\n")
    assert (where, said[: len(why)]) == (1 if why.startswith("the end is") else 2, why)


@pytest.mark.parametrize(
    ("source", "line", "why"),
    [
        ("len = max\n\n\ndef f(x: list[int]) -> int:\n    return len(x)\n", 5, "impl.toy.len is not translated"),
        ("def f(x: list[int]) -> int:\n    len = 3\n    return len(x)\n", 3, "not in the subset"),
        (
            "from spec.maps import *\n\n\ndef f(n: int) -> int:\n    return n\n",
            1,
            "not an import of names from a module",
        ),
        ("from . import x\n\n\ndef f(n: int) -> int:\n    return n\n", 1, "not an import of names from a module"),
        ("N = 1\nN = 2\n\n\ndef f(n: int) -> int:\n    return N\n", 2, "N is defined twice"),
        ("N, M = 1, 2\n\n\ndef f(n: int) -> int:\n    return N\n", 5, "impl.toy.N is not translated"),
        ("A, B = int, float\n\n\ndef f(n: A) -> int:\n    return n\n", 1, "A is defined together with other names"),
        ("M, M = 1, 2\n\n\ndef f(n: int) -> int:\n    return n\n", 1, "M is defined twice"),
        ("math = 1\n\n\ndef f(n: int) -> int:\n    return n\n", 1, "math is defined twice"),
        (
            "if True:\n    N = 1\n\n\ndef f(n: int) -> int:\n    return n\n",
            1,
            "a statement that may change what names mean",
        ),
        ("def f(n: int) -> int:\n    global g\n    return n\n", 2, "a name may change its meaning"),
        ("def f(n: int) -> int:\n    return eval('n')\n", 2, "a name may change its meaning"),
        ("math.inf = 1.0\n\n\ndef f(n: int) -> int:\n    return n\n", 1, "an attribute of something else is changed"),
        (
            "def g(m):\n    m.T = 1\n\n\ndef f(n: int) -> int:\n    return n\n",
            2,
            "an attribute of something else is changed",
        ),
    ],
)
def test_a_name_that_means_something_else_is_refused(source: str, line: int, why: str) -> None:
    """Is a shadowed builtin, a shadowed import, or code that could change a name, refused?"""
    where, said = refusal(source)
    assert (where, said[: len(why)]) == (line, why)


@pytest.mark.parametrize(
    ("source", "units", "why"),
    [
        (
            "@sampler\ndef g(n: int, draw: Draw) -> int | None:\n    return draw.bit() if n > 0 else None\n\n\n"
            "def f(n: int, draw: Draw) -> int:\n    return g(n, draw) if g(n, draw) is not None else 0\n",
            "g f",
            "option Z where Z is expected",
        ),
        (
            f"{PAIR}def f(n: int) -> int:\n    y = list(range(n))\n    a = 0\n    y[a], a = g(n)\n    return a\n",
            "g f",
            AFTER,
        ),
        (f"{PAIR}def f(n: int) -> int:\n    a, a = g(n)\n    return a\n", "g f", AFTER),
        ("def f(x: int | float) -> bool:\n    return isinstance(x, int)\n", "f", "other objects may be instances too"),
        ("def f(x: int | float) -> bool:\n    return isinstance(x, (int, float))\n", "f", "other objects may be"),
        ("def f(x: int | float) -> bool:\n    return type(x) is bool\n", "f", "of what is no int, float or Fraction"),
        ("def f(x: int | float) -> bool:\n    return type(x) in (int, bool)\n", "f", "of what is no int, float or"),
        (
            "def g(n: int, m: int = 1, *k: int) -> int:\n    return n\n\n\n"
            "def f(n: int) -> int:\n    return g(n, n, n, m=n)\n",
            "g f",
            "too many arguments",
        ),
        ("def f(n: int) -> int:\n    return n.__dict__\n", "f", "a name may change its meaning"),
        (
            "def f(n: int) -> int:\n    try:\n        m = n\n    except ValueError:\n        m = 0\n    return m\n",
            "f",
            "not in the subset",
        ),
    ],
)
def test_what_python_means_and_coq_would_not_is_refused(source: str, units: str, why: str) -> None:
    """Is code refused whose emitted text would toss fewer coins, use a later value, or tell another type?"""
    assert refusal(source, units)[1].startswith(why)


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        ("    y = x\n    y[0] = 1\n    return x[0]\n", 3, "y is changed in place, but is not one fresh list"),
        ("    x[0] = 1\n    return x[0]\n", 2, "x is changed in place, but is not one fresh list"),
        (
            "    y = list(x)\n    z = y\n    y[0] = 1\n    return z[0]\n",
            3,
            "y is changed in place, and here gets a second name",
        ),
        (
            "    y = list(x)\n    y[0] = 1\n    y = list(x)\n    return y[0]\n",
            3,
            "y is changed in place, but is not one fresh list",
        ),
        ("    y = z = list(x)\n    y[0] = 1\n    return z[0]\n", 3, "y is changed in place, but is not one fresh list"),
        ("    y = list(x)\n    y.remove(1)\n    return y\n", 4, "y is changed in place, and here gets a second name"),
        ("    y = list(x)\n    y += [1]\n    return y[0]\n", 3, "a list may be changed in place"),
        ("    y = list(x)\n    y[0] = 1.5\n    return y[0]\n", 3, "not a name, nor an item of a list of such values"),
        ("    y = list(x)\n    y.append(1.5)\n    return y[0]\n", 3, "not in the subset"),
        (
            "    y = list(x)\n    def g(n: int) -> int:\n        return y[n]\n    y[0] = 1\n    return g(0)\n",
            4,
            "y is changed in place, and here",
        ),
        (
            "    y = list(x)\n    for n in y:\n        y[0] = n\n    return y[0]\n",
            3,
            "y is changed in place, and here gets a second name",
        ),
    ],
)
def test_an_aliased_list_is_refused(body: str, line: int, why: str) -> None:
    """Is a list that is changed in place refused, unless it is fresh and has one name?"""
    where, said = refusal(f"def f(x: list[int]) -> int:\n{body}")
    assert (where, said[: len(why)]) == (line, why)


@pytest.mark.parametrize(
    ("source", "units", "line", "why"),
    [
        (
            "@lru_cache\ndef f(n: int) -> int:\n    return n\n",
            "f",
            1,
            "a decorator that is neither a triple nor a sampler",
        ),
        ("@errors.KNotNatural\ndef f(n: int) -> int:\n    return n\n", "f", 1, "a decorator that is neither"),
        ("@staticmethod\ndef f(n: int) -> int:\n    return n\n", "f", 2, "a decorator of methods"),
        ("@lru_cache(maxsize=1)\ndef f(draw: Draw) -> int:\n    return draw.bit()\n", "f", 2, "coins are tossed once"),
        ("@sampler\ndef f(n: int) -> int:\n    return n\n", "f", 2, "a sampler without coins"),
        ("def f(n: int, /) -> int:\n    return n\n", "f", 1, "parameters that are not plain"),
        ("def f(n: int, *, m: int) -> int:\n    return n\n", "f", 1, "parameters that are not plain"),
        ("def f(n) -> int:\n    return n\n", "f", 1, "a parameter without a type"),
        ("def f(n: int):\n    return n\n", "f", 1, "a function without the type of its answer"),
        ("def f(n: dict[int, int]) -> int:\n    return 1\n", "f", 1, "an unknown type"),
        ("def f(n: int | str) -> int:\n    return 1\n", "f", 1, "an unknown union"),
        ("def f(n: Missing) -> int:\n    return 1\n", "f", 1, "Missing is not known"),
        ("def f(n: math.inf) -> int:\n    return 1\n", "f", 1, "an unknown type"),
        ("def f(n: 1 + 2) -> int:\n    return 1\n", "f", 1, "an unknown type"),
        ("def f(draw: Draw, n: int) -> int:\n    return n\n", "f", 1, "coins that are not the last parameter"),
        ("def f(x: list[int] = []) -> int:\n    return 1\n", "f", 1, "a default that is not a constant"),
        (f"{OTHER}def f(n: int) -> int:\n    return g(n, n)\n", "g f", 6, "too many arguments"),
        (f"{OTHER}def f(n: int) -> int:\n    return g()\n", "g f", 6, "no argument for n"),
        (f"{OTHER}def f(n: int) -> int:\n    return g(m=n)\n", "g f", 6, "arguments that do not fit"),
        (f"{OTHER}def f(n: int) -> int:\n    return g(*[n])\n", "g f", 6, "arguments that do not fit"),
        (f"{COIN}def f(n: int) -> int:\n    return g(n)\n", "g f", 7, "a sampler is called without its coins"),
        (f"{COIN}def f(n: int) -> int:\n    return g()\n", "g f", 7, "a sampler is called without its coins"),
        ("def f(draw: Draw) -> int:\n    d = draw\n    return draw\n", "f", 3, "draw where Z is expected"),
        ("@dataclass\nclass P:\n    a: int\n", "P", 2, "not a frozen dataclass"),
        ("@dataclass(frozen=True)\nclass P(dict):\n    a: int\n", "P", 2, "a base class that is not a trait"),
        (
            "@dataclass(frozen=True)\nclass P:\n    a: int\n    def __eq__(self, o):\n        return True\n",
            "P",
            4,
            "a class that is more",
        ),
        ("@dataclass(frozen=True)\nclass P:\n    a: int\n    a: int\n", "P", 4, "a class that is more"),
        ("@dataclass(frozen=True)\nclass P:\n    a: list[int] = []\n", "P", 3, "a default that is not a constant"),
        (f"{POINT}def f(n: int) -> P:\n    return P()\n", "P f", 8, "no argument for a"),
        (f"{POINT}def f(n: int) -> P:\n    return P(n, n, n)\n", "P f", 8, "arguments that do not fit"),
        (f"{POINT}def f(n: int) -> P:\n    return P(n, c=n)\n", "P f", 8, "arguments that do not fit"),
        (f"{POINT}def f(p: P) -> int:\n    return p.a()\n", "P f", 8, "not in the subset"),
        ("class P:\n    def g(self) -> int:\n        return 1\n", "P.g", 2, "neither a static method nor a method"),
        ("@dataclass(frozen=True)\nclass P:\n    a: int\n", "P P.g", 2, "g is not there once"),
        (
            "@math.inf\nclass P:\n    @staticmethod\n    def g() -> int:\n        return 1\n",
            "P.g",
            2,
            "neither a dataclass nor",
        ),
        ("N = [1]\n", "N", 1, "not a constant"),
        ("def get(n: int) -> int:\n    return n\n", "get", 1, "get means something else in Coq"),
        (
            "def f_g(n: int) -> int:\n    return n\n\n\ndef f(n: int) -> int:\n    def g() -> int:\n        return n\n"
            "    return g()\n",
            "f_g f",
            5,
            "f_g means something else in Coq",
        ),
        ("@dataclass(frozen=True)\nclass left:\n    a: int\n", "left", 2, "left means something else in Coq"),
        (f"{POINT}N = P(a=1)\n", "P N", 7, "not a constant"),
        (
            f"{OTHER}def f(x: list[bool]) -> int:\n    return len(tuple(map(g, x)))\n",
            "g f",
            6,
            "builtins.map is not translated",
        ),
        (
            f"{OTHER}def f(x: list[bool]) -> int:\n    return reduce(g, x)\n",
            "g f",
            6,
            "functools.reduce is not translated",
        ),
        (
            f"{OTHER}def f(n: int) -> int:\n    return g(lambda m: m)\n",
            "g f",
            6,
            "a lambda whose parameters have no kinds",
        ),
        (f"{COIN}def f(n: int, draw: Draw) -> int:\n    return g(n + 1)\n", "g f", 7, "a sampler is called without"),
        (
            "def g(h: Callable[[int], int]) -> int:\n    return h(1)\n\n\ndef f() -> int:\n    return g(lambda: 1)\n",
            "g f",
            6,
            "not of the kind Z -> prog Z",
        ),
        ("def f(h: Callable[..., int], *n: int) -> int:\n    return h(1)\n", "f", 2, "not in the subset"),
        (
            "@dataclass(frozen=True)\nclass P:\n    a: int\n    def __post_init__(self) -> None:\n        pass\n\n\n"
            "def f(n: int) -> P:\n    return P(n)\n",
            "P f",
            9,
            "P.__post_init__ is not translated",
        ),
        ("@dataclass(frozen=True)\nclass P(metaclass=type):\n    a: int\n", "P", 2, "not a frozen dataclass"),
        ("@dataclass(frozen=True)\nclass P:\n    a = 1\n", "P", 3, "a class that is more"),
        (
            "from typing import Generic\n\n\n@dataclass(frozen=True)\n"
            "class P(Generic[int], Generic[bool]):\n    a: int\n",
            "P",
            5,
            "several type",
        ),
        (
            "import icontract\n\n\nclass B(icontract.DBC):\n    def g(self) -> int:\n        return 1\n\n\n"
            "@dataclass(frozen=True)\nclass P(B):\n    a: int\n",
            "P",
            10,
            "a base class that is not a trait",
        ),
        ("def f(n: (1).x) -> int:\n    return 1\n", "f", 1, "not a name"),
        ("from spec.nothing import X\n\n\ndef f(n: X) -> int:\n    return 1\n", "f", 4, "an unknown type"),
        ("from spec.maps import X\n\n\ndef f(n: X) -> int:\n    return 1\n", "f", 4, "an unknown type"),
        (
            "def f(n: int) -> int:\n    if n > 0:\n        return 1\n    else:\n        return 2\n    return 3\n",
            "f",
            6,
            "never reached",
        ),
        (MAKER, "M f use", 21, "a record of programs is made inside a program"),
        (MAKER, "M f again", 25, "Loop makes no outcome"),
        (
            "def f(n: int) -> Callable[[int], int]:\n    m = n << 1\n    def g(k: int) -> int:\n"
            "        return k + m\n    return g\n",
            "f",
            1,
            "a function is answered, but not at once",
        ),
        ("N = 'text'\n", "N", 1, "not a constant"),
        ("M = int | float\n", "M", 1, "not a class"),
        ("T: dict[int, int] = {1: 2}\n", "T", 1, "not a table of classes"),
        (
            "def f(n: int) -> int:\n    def g(m: int) -> int:\n        return m + n\n    n = 2\n    return g(n)\n",
            "f",
            4,
            "n is captured before and assigned after",
        ),
        (
            "def f(n: int) -> int:\n    @sampler\n    def g(m: int) -> int:\n        return m\n    return g(n)\n",
            "f",
            3,
            "a local function with decorators",
        ),
        (
            "def f(n: int) -> int:\n    while n > 0:\n        def g(m: int) -> int:\n            "
            "return m\n        n = g(n)\n    return n\n",
            "f",
            3,
            "not in a loop",
        ),
        (
            f"{OTHER}def f(n: int) -> int:\n    y = map(g, range(n))\n    return len(tuple(y)) + len(tuple(y))\n",
            "g f",
            7,
            "y is consumed twice",
        ),
        (
            f"{OTHER}def f(n: int) -> int:\n    y = map(g, range(n))\n    y = map(g, range(n))\n    return 1\n",
            "g f",
            7,
            "y is assigned twice",
        ),
        (
            f"{OTHER}def f(n: int) -> int:\n    y = map(g, range(n))\n    for m in y:\n"
            "        n += len(tuple(y))\n    return 1\n",
            "g f",
            8,
            "a lazy list is consumed in a loop",
        ),
        ("def f(n: int) -> int:\n    if n > 0:\n        m = 1\n    return m\n", "f", 4, "m may have no value here"),
        (
            "def f(n: int) -> int:\n    if n > 0:\n        m = 1\n    else:\n        m = 2.5\n    return 1\n",
            "f",
            2,
            "m is Z or fl",
        ),
        (
            "def f(n: int) -> int:\n    while n > 0:\n        while True:\n            return n\n    return 1\n",
            "f",
            3,
            "a return out of a loop in a loop",
        ),
        (
            "def f(n: int) -> int:\n    a = n\n    while n > 0:\n        a, n = 2.5, 1\n    return 1\n",
            "f",
            4,
            "fl where Z is expected",
        ),
        (
            "def f(p: tuple[int, float]) -> int:\n    a = 1\n    while a > 0:\n        b, a = p\n    return 1\n",
            "f",
            4,
            "a changes its kind from Z to fl",
        ),
    ],
)
def test_a_definition_outside_the_subset_is_refused(source: str, units: str, line: int, why: str) -> None:
    """Is each function, class or constant that is not plain refused, with the line that makes it so?"""
    where, said = refusal(source, units)
    assert (where, said[: len(why)]) == (line, why)
