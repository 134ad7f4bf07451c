"""What has been translated: values, signatures, records, and the vocabulary of Coq."""

import re
from dataclasses import dataclass, field, replace

from proofs.kernel.translator.kinds import Kind
from proofs.kernel.translator.program import Effects

WORDS = """
as at cofix else end exists exists2 fix for forall fun if IF in let match mod Prop return Set then Type using
where with left right I O S pair nil cons true false tt Some None inl inr fst snd Eq Lt Gt xH xI xO Zpos Zneg Z0
existT exist conj eq_refl Answer Error Random list option bool unit nat
Z Q map negb orb andb existsb forallb inject_Z Qnum Qden Qred Qopp Qabs Qceiling Qle_bool
"""
KEYWORDS = frozenset(WORDS.split())
"""Words that mean something in Coq, and constructors that a pattern would take a name for."""


@dataclass(frozen=True)
class Value:
    """A term, what it takes to get there, and what it is; `parts` are those of a tuple that is written out."""

    effects: Effects
    term: str
    kind: Kind
    parts: "tuple[Value, ...]" = ()


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function: its name in Python, its kind, and the term of its default."""

    name: str
    kind: Kind
    default: str | None = None


@dataclass(frozen=True)
class Signature:
    """How a definition is called.

    `coins`: Python hands it a source of coins, last. `balls`: it rests on ball arithmetic. `outcome`: it answers an
    outcome instead of a program. `cached`: it is a property.
    `forwards`: it hands its arguments on to the first of them.
    """

    term: str
    parameters: tuple[Parameter, ...]
    result: Kind
    coins: bool = False
    balls: bool = False
    vararg: Kind | None = None
    outcome: bool = False
    cached: bool = False
    forwards: bool = False

    def applied(self, term: str) -> "Signature":
        """The same, with its first argument given."""
        return replace(self, term=f"{self.term} {term}", parameters=self.parameters[1:])

    def as_property(self) -> "Signature":
        """The same, called by naming it."""
        return replace(self, cached=True)


@dataclass(frozen=True)
class Record:
    """A frozen dataclass, or a trait whose methods are fields.

    `checked`: making one may raise. `parameter`: the type variable that it leaves open. `order`: all fields of the
    class, of which those `unseen` have no place in Coq.
    """

    name: str
    fields: dict[str, Kind]
    defaults: dict[str, str] = field(default_factory=dict)
    checked: bool = False
    parameter: str | None = None
    order: tuple[str, ...] = ()
    unseen: frozenset[str] = frozenset()

    @property
    def holds_programs(self) -> bool:
        """Some field is a function, which makes the record too large for a program to answer."""
        return any(kind.is_function for kind in self.fields.values())


@dataclass
class Known:
    """All that is translated so far, by dotted name or, for methods, by `Record.method`."""

    signatures: dict[str, Signature] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    tables: dict[str, Signature] = field(default_factory=dict)
    members: dict[str, Value] = field(default_factory=dict)
    projections: dict[tuple[str, str], tuple[str, Kind]] = field(default_factory=dict)
    unions: dict[str, dict[str, str]] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    vocabulary: set[str] = field(default_factory=set)

    def coq_name(self, name: str) -> str:
        """A name for a local variable that means nothing else in Coq."""
        taken = name in KEYWORDS or name in self.vocabulary or re.fullmatch(r"v\d+", name)
        return f"{name}_" if taken else name


def vocabulary_of(text: str) -> set[str]:
    """The names that a Coq file defines."""
    words = r"(?:Definition|Fixpoint|Inductive|Record)\s+(\w+)"
    found = set(re.findall(words, text))
    for body in re.findall(r"(?s)Inductive [^:=]*:=(.*?)\.\s", text):
        found |= set(re.findall(r"(?:^|\|)\s*(\w+)", body.strip()))
    for body in re.findall(r"(?s)Record .*?:=\s*(\w*)\s*\{(.*?)\}\.", text):
        found |= {body[0]} | set(re.findall(r"(?:^|;)\s*(\w+)\s*:", body[1]))
    return found - {""}
