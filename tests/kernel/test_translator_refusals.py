"""Does the translator refuse what it does not know, and say where and why, instead of guessing?"""

import pytest

from tests.kernel.toys import refusal


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
