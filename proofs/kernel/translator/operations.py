"""Operators and functions of Python, each with the term of Python.v that it stands for, by kinds of operands."""

import ast

from proofs.kernel.translator.kinds import BOOL, EDGE, FL, NUM, TEXT, TYPE, Kind, Q, Z, list_of

ARITHMETIC: dict[tuple[Kind, type[ast.operator]], str] = {
    (Z, ast.Add): "({} + {})",
    (Z, ast.Sub): "({} - {})",
    (Z, ast.Mult): "({} * {})",
    (Q, ast.Add): "(qadd {} {})",
    (Q, ast.Sub): "(qsub {} {})",
    (Q, ast.Mult): "(qmul {} {})",
}
"""Operations that cannot fail; an int beside a Fraction is one."""

FALLIBLE: dict[tuple[Kind, Kind, type[ast.operator]], tuple[str, Kind]] = {
    (Q, Q, ast.Div): ("qdiv {} {}", Q),
    (Q, Z, ast.Pow): ("qpow {} {}", Q),
    (Z, Z, ast.LShift): ("shl {} {}", Z),
    (NUM, NUM, ast.Sub): ("num_sub {} {}", NUM),
}
"""Operations that may raise."""

COMPARISONS: dict[tuple[Kind, type[ast.cmpop]], str] = {
    (Z, ast.Lt): "({0} <? {1})",
    (Z, ast.LtE): "({0} <=? {1})",
    (Z, ast.Gt): "({1} <? {0})",
    (Z, ast.GtE): "({1} <=? {0})",
    (Z, ast.Eq): "({0} =? {1})",
    (Q, ast.Lt): "(qlt {0} {1})",
    (Q, ast.Gt): "(qlt {1} {0})",
    (Q, ast.LtE): "(Qle_bool {0} {1})",
    (Q, ast.GtE): "(Qle_bool {1} {0})",
    (Q, ast.Eq): "(qeq {0} {1})",
    (FL, ast.Lt): "(fl_lt {0} {1})",
    (FL, ast.Gt): "(fl_lt {1} {0})",
    (FL, ast.LtE): "(fl_lt {0} {1} || fl_eq {0} {1})",
    (FL, ast.GtE): "(fl_lt {1} {0} || fl_eq {1} {0})",
    (FL, ast.Eq): "(fl_eq {0} {1})",
    (EDGE, ast.Lt): "(edge_lt {0} {1})",
    (EDGE, ast.Gt): "(edge_lt {1} {0})",
    (TYPE, ast.Is): "(type_eqb {0} {1})",
    (TEXT, ast.Eq): "(str_eq {0} {1})",
}
"""Comparisons of two operands of one kind; `!=` and `is not` are the contrary of `==` and `is`."""

NUM_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "num_lt {0} {1}",
    ast.Gt: "num_lt {1} {0}",
    ast.LtE: "num_le {0} {1}",
    ast.GtE: "num_le {1} {0}",
    ast.Eq: "num_eq {0} {1}",
}
"""Comparisons of numbers of whichever types; they fail on anything else."""

CONTRARY: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.NotEq: ast.Eq, ast.IsNot: ast.Is}
OPPOSITE = {Z: "(- {})", Q: "(Qopp {})", FL: "(fl_opp {})"}
TYPES = {
    "builtins.int": "TInt",
    "builtins.float": "TFloat",
    "fractions.Fraction": "TFrac",
    "builtins.bool": "TBool",
    "builtins.list": "TList",
    "builtins.tuple": "TTuple",
}
UNTOLD = {"TBool", "TList", "TTuple"}
"""Types that a number, or another object in its place, is not told apart by."""
ATTRIBUTES = {(Q, "numerator"): "(Qnum (Qred {}))", (Q, "denominator"): "(Zpos (Qden (Qred {})))"}
CONSTANTS = {"math.inf": "(Inf false)", "sys.float_info.max": "(Fin float_max)"}

PURE: dict[tuple[str | Kind, ...], tuple[str, Kind]] = {
    ("math.isinf", FL): ("(fl_isinf {})", BOOL),
    ("math.isfinite", FL): ("(fl_isfinite {})", BOOL),
    ("math.ceil", Q): ("(Qceiling {})", Z),
    ("builtins.abs", Z): ("(Z.abs {})", Z),
    ("builtins.abs", Q): ("(Qabs {})", Q),
    ("builtins.max", Q, Q): ("(qmax {} {})", Q),
    ("builtins.min", Q, Q): ("(qmin {} {})", Q),
    ("builtins.max", Z, Z): ("(Z.max {} {})", Z),
    ("builtins.min", Z, Z): ("(Z.min {} {})", Z),
    ("builtins.int", Q): ("(py_int {})", Z),
    ("builtins.int", Z): ("{}", Z),
    ("builtins.float", FL): ("{}", FL),
    ("builtins.type", NUM): ("(py_type {})", TYPE),
    ("builtins.type", Z): ("TInt", TYPE),
    ("builtins.type", FL): ("TFloat", TYPE),
    ("builtins.type", Q): ("TFrac", TYPE),
    ("builtins.type", BOOL): ("TBool", TYPE),
    ("builtins.sorted", list_of(Z)): ("(py_sorted {})", list_of(Z)),
    ("builtins.range", Z): ("(py_range {})", list_of(Z)),
    ("fractions.Fraction", Z): ("(inject_Z {})", Q),
    ("fractions.Fraction", Q): ("{}", Q),
}
"""Calls that always answer."""

RAISING: dict[tuple[str | Kind, ...], tuple[str, Kind]] = {
    ("math.isinf", NUM): ("num_isinf {}", BOOL),
    ("math.isnan", NUM): ("num_isnan {}", BOOL),
    ("math.isfinite", NUM): ("num_isfinite {}", BOOL),
    ("math.copysign", FL, FL): ("copysign {} {}", FL),
    ("math.copysign", FL, NUM): ("copysign_num {} {}", FL),
    ("builtins.float", NUM): ("num_float {}", FL),
    ("builtins.float", Q): ("to_float {}", FL),
    ("builtins.max", list_of(Q)): ("py_max {}", Q),
    ("builtins.max", list_of(NUM)): ("py_max_num {}", NUM),
    ("builtins.min", list_of(NUM)): ("py_min_num {}", NUM),
    ("fractions.Fraction", NUM): ("to_fraction {}", Q),
    ("fractions.Fraction", FL): ("fl_fraction {}", Q),
    ("fractions.Fraction", Z, Z): ("qdiv (inject_Z {}) (inject_Z {})", Q),
}
"""Calls that may raise."""

NUMBERS = {Z: "Int", FL: "Flt", Q: "Frac"}
EDGES = {"(Inf false)": "PlusInfinity", "(fl_opp (Inf false))": "MinusInfinity"}
