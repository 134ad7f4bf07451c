"""Classes: frozen dataclasses are records, traits are records of functions, unions of classes are inductive types."""

import ast

from proofs.kernel.translator.annotations import Annotations
from proofs.kernel.translator.catalogue import CHOSEN, UNIONS, UNSEEN
from proofs.kernel.translator.contracts import check_contract
from proofs.kernel.translator.kinds import DRAW, Kind, function
from proofs.kernel.translator.modules import Module
from proofs.kernel.translator.refusal import refuse
from proofs.kernel.translator.values import Known, Parameter, Record, Signature, Value


class Classes:
    """The translation of classes, and of tables from one kind of class to another."""

    def __init__(self, annotations: Annotations) -> None:
        self.annotations = annotations
        self.sources = annotations.sources
        self.known: Known = annotations.known

    # ---- dataclasses ----
    def record(self, module: Module, tree: ast.ClassDef) -> str:
        """A frozen dataclass as a record."""
        self.check_dataclass(module, tree)
        name = f"{module.dotted}.{tree.name}"
        unseen, parameter = UNSEEN.get(name, frozenset()), self._parameter(module, tree)
        fields, defaults, order = {}, {}, []
        for node in tree.body:
            if not isinstance(node, ast.AnnAssign):
                continue
            assert isinstance(node.target, ast.Name)
            field = node.target.id
            order.append(field)
            if field in unseen:
                continue
            chosen = CHOSEN.get(name, {}).get(field)
            fields[field] = chosen or self.annotations.kind(module, node.annotation)
            if node.value is not None:
                defaults[field] = self._default(module, node.value)
        checked = any(isinstance(n, ast.FunctionDef) and n.name == "__post_init__" for n in tree.body)
        self.known.records[tree.name] = Record(tree.name, fields, defaults, checked, parameter, tuple(order), unseen)
        self.known.classes[name] = tree.name
        self.known.kinds[name] = Kind(tree.name, (Kind(parameter),) if parameter else ())
        return self._written(tree.name, fields, parameter)

    def _written(self, name: str, fields: dict[str, Kind], parameter: str | None) -> str:
        listed = ";\n  ".join(f"{name}_{field} : {kind}" for field, kind in fields.items())
        generic = f" {{{parameter} : Set}}" if parameter else ""
        text = f"Record {name}{generic} := mk_{name} {{\n  {listed} }}.\n"
        return text + (f"Arguments {name} {parameter} : clear implicits.\n" if parameter else "")

    def _default(self, module: Module, node: ast.expr) -> str:
        match node:
            case ast.Constant(bool(value)):
                return str(value).lower()
            case ast.Constant(int(value)):
                return str(value)
            case ast.Constant(None):
                return "None"
        refuse(module.path, node, "a default that is not a constant")

    def check_dataclass(self, module: Module, tree: ast.ClassDef) -> None:
        """The class is a frozen dataclass whose fields and methods are what they seem."""
        match tree.decorator_list:
            case [ast.Call(maker, [], [ast.keyword("frozen", ast.Constant(True))])]:
                if module.meaning(maker) == "dataclasses.dataclass" and not tree.keywords:
                    self._check_body(module, tree)
                    return
        refuse(module.path, tree, "not a frozen dataclass")

    def _check_body(self, module: Module, tree: ast.ClassDef) -> None:
        for base in tree.bases:
            generic = isinstance(base, ast.Subscript) and module.meaning(base.value) == "typing.Generic"
            if not generic:
                self.check_trait(module, base)
        seen: set[str] = set()
        for node in tree.body:
            match node:
                case ast.Expr(ast.Constant(str())):
                    continue
                case ast.AnnAssign(ast.Name(name)) | ast.FunctionDef(name):
                    special = name.startswith("__") and name != "__post_init__"
                    if name not in seen and not special:
                        seen.add(name)
                        continue
            refuse(module.path, node, "a class that is more than fields and methods")

    def _parameter(self, module: Module, tree: ast.ClassDef) -> str | None:
        found = [ast.unparse(base.slice) for base in tree.bases if isinstance(base, ast.Subscript)]
        if len(found) > 1:
            refuse(module.path, tree, "several type variables")
        return found[0] if found else None

    # ---- traits ----
    def check_trait(self, module: Module, base: ast.expr) -> None:
        """A base class that adds contracts and nothing else: all its methods are abstract."""
        found = self.sources.find(module.meaning(base))
        match found:
            case (home, ast.ClassDef(bases=[above], body=body)) if home.meaning(above) == "icontract.DBC":
                if all(_is_abstract(home, node) for node in body):
                    for name in _contracts(home, body):
                        check_contract(self.sources, name)
                    return
        refuse(module.path, base, "a base class that is not a trait")

    def trait(self, module: Module, tree: ast.ClassDef) -> str:
        """A trait as the record of its methods."""
        self.check_trait(module, ast.copy_location(ast.Name(tree.name, ast.Load()), tree))
        fields = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                kinds = [self.annotations.kind(module, a.annotation) for a in node.args.args if a.annotation]
                taken = [kind for kind in kinds if kind != DRAW]
                fields[node.name] = function(DRAW in kinds, *taken, self.annotations.kind(module, node.returns))
        self.known.records[tree.name] = Record(tree.name, fields)
        self.known.kinds[f"{module.dotted}.{tree.name}"] = Kind(tree.name)
        return self._written(tree.name, fields, None)

    def check_namespace(self, module: Module, tree: ast.ClassDef) -> None:
        """A class that is never made: its static methods are functions, its bases are traits."""
        for base in tree.bases:
            self.check_trait(module, base)
        if tree.decorator_list or tree.keywords:
            refuse(module.path, tree, "neither a dataclass nor a class of static methods")

    # ---- unions ----
    def measures(self, module: Module, name: str, value: ast.expr) -> str:
        """A union of dataclasses without fields: an enumeration."""
        constructors = []
        for part in _alternatives(value):
            found = self.sources.find(module.meaning(part))
            if found is None or not isinstance(found[1], ast.ClassDef):
                refuse(module.path, part, "not a class")
            self.check_dataclass(found[0], found[1])
            if any(isinstance(node, ast.AnnAssign | ast.FunctionDef) for node in found[1].body):
                refuse(found[0].path, found[1], "a class with fields or methods")
            constructors.append(f"{name}_{found[1].name}")
            self.known.members[f"{found[0].dotted}.{found[1].name}"] = Value((), constructors[-1], Kind(name))
        self.known.kinds[f"{module.dotted}.{name}"] = Kind(name)
        return f"Inductive {name} := {' | '.join(constructors)}.\n"

    def union(self, name: str) -> str:
        """A union of records, with the fields that all of them have."""
        records = [self.known.records[self.known.classes[member]] for member in UNIONS[name]]
        self.known.unions[name] = {record.name: f"{name}_{record.name}" for record in records}
        variable = name.lower()
        cases = " | ".join(f"{name}_{record.name} ({variable} : {record.name})" for record in records)
        text = f"Inductive {name} := {cases}.\n"
        for field, kind in records[0].fields.items():
            if all(record.fields.get(field) == kind for record in records):
                self.known.projections[name, field] = f"{name}_{field}", kind
                read = " | ".join(f"{name}_{r.name} {variable} => {r.name}_{field} {variable}" for r in records)
                text += f"Definition {name}_{field} ({variable} : {name}) : {kind} :=\n"
                text += f"  match {variable} with {read} end.\n"
        return text

    def table(self, module: Module, name: str, tree: ast.AnnAssign) -> str:
        """A dictionary from classes of a union to namespaces of a trait."""
        match tree.annotation, tree.value:
            case (
                ast.Subscript(mapping, ast.Tuple([ast.Subscript(_, key), ast.Subscript(_, value)])),
                ast.Dict(keys, values),
            ) if module.meaning(mapping) == "collections.abc.Mapping":
                of, trait = self.annotations.kind(module, key), self.annotations.kind(module, value)
                cases, balls = [], False
                for at, made in zip(keys, values, strict=True):
                    if at is None or (member := self.known.members.get(module.meaning(at))) is None:
                        refuse(module.path, tree, f"not a table of {of}")
                    fields, resting = self._methods(module, made, trait)
                    balls = balls or resting
                    cases.append(f"  | {member.term} => Some {{| {fields} |}}\n")
                parameter = "(enclosed : Z -> Z -> Q * Q) " if balls else ""
                term = f"{name} enclosed" if balls else name
                self.known.tables[f"{module.dotted}.{name}"] = Signature(
                    term, (Parameter("measure", of),), trait, balls=balls
                )
                head = f"Definition {name} {parameter}(measure : {of}) : option {trait} :=\n  match measure with\n"
                return f"{head}{''.join(cases)}  | _ => None\n  end.\n"
        refuse(module.path, tree, "not a table of classes")

    def _methods(self, module: Module, made: ast.expr, trait: Kind) -> tuple[str, bool]:
        found = self.sources.find(module.meaning(made))
        if found is None or not isinstance(found[1], ast.ClassDef):
            refuse(module.path, made, "not a class")
        home, tree = found
        assert isinstance(tree, ast.ClassDef)
        self.check_namespace(home, tree)
        fields, balls = [], False
        for field, kind in self.known.records[trait.head].fields.items():
            signature = self.known.signatures.get(f"{home.dotted}.{tree.name}.{field}")
            if signature is None:
                refuse(module.path, made, f"{tree.name}.{field} is not translated")
            parts = (*(parameter.kind for parameter in signature.parameters), signature.result)
            if function(signature.coins, *parts) != kind:
                refuse(home.path, tree, f"{tree.name}.{field} is not of the kind {kind}")
            balls = balls or signature.balls
            term = f"({signature.term})" if " " in signature.term else signature.term
            fields.append(f"{trait}_{field} := {term}")
        return "; ".join(fields), balls


def _is_abstract(home: Module, node: ast.stmt) -> bool:
    match node:
        case ast.Expr(ast.Constant(str())) | ast.AnnAssign(value=None):
            return True
        case ast.FunctionDef(decorator_list=decorators, body=[ast.Expr(ast.Constant(str()))]):
            return "abc.abstractmethod" in [home.meaning(d) for d in decorators]
    return False


def _contracts(home: Module, body: list[ast.stmt]) -> list[str]:
    names = [home.meaning(d) for node in body if isinstance(node, ast.FunctionDef) for d in node.decorator_list]
    return [name for name in names if name not in ("abc.abstractmethod", "builtins.staticmethod")]


def _alternatives(e: ast.expr) -> list[ast.expr]:
    match e:
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_alternatives(left), *_alternatives(right)]
        case _:
            return [e]
