"""Releases of a composition of OpenDP's, read at once: its own conversion asks each of them anew what it is."""

import importlib
from collections.abc import Callable, Mapping
from ctypes import POINTER, Structure, c_size_t, c_uint32, c_void_p, cast
from functools import cache
from typing import Any


class Slice(Structure):
    """Where values are, and how many."""

    _fields_ = (("ptr", c_void_p), ("len", c_size_t))


class Result(Structure):
    """What a function of the library returns that does not fail."""

    _fields_ = (("tag", c_uint32), ("slice", POINTER(Slice)))


Addresses: Any = POINTER(c_void_p)
Indices: Any = POINTER(c_size_t)

READ: Mapping[str, Callable[[Any], object]] = {
    "Vec<usize>": lambda found: cast(found.ptr, Indices)[: found.len],
    "usize": lambda found: cast(found.ptr, Indices)[0],
}
"""How a release is read, by the library's name of its type."""


class Insides:
    """What is not public of the library: a release that is not known here may have it otherwise."""

    def __init__(self) -> None:
        names = ("_lib", "_data", "_convert", "core")
        self.lib, self.data, self.convert, self.core = (importlib.import_module(f"opendp.{name}") for name in names)
        self.pointer, self.unwrap = self.lib.AnyObjectPtr, self.lib.unwrap
        self.borrowed: Any = POINTER(self.lib.AnyObject)
        self.invoke = self.lib.lib["opendp_core__measurement_invoke"]
        self.invoke.argtypes, self.invoke.restype = [c_void_p, self.pointer], self.lib.FfiResult
        self.as_slice, self.free = (self.lib.lib[f"opendp_data__{name}"] for name in ("object_as_slice", "slice_free"))
        self.as_slice.argtypes, self.as_slice.restype = [c_void_p], Result
        self.free.argtypes, self.free.restype = [POINTER(Slice)], Result

    def released(self, composition: Any, vector: object) -> Any:
        """What a composition releases, by the library's address of it."""
        kind = self.core.measurement_input_carrier_type(composition)
        argument = self.convert.py_to_c(vector, c_type=self.pointer, type_name=kind)
        return self.unwrap(self.invoke(cast(composition, c_void_p), argument), self.pointer)

    def read(self, output: Any) -> Any:
        """The releases, in their order: all are of the type of the first, if that is one that can be read."""
        slices = self.data.object_as_slice(output)
        found = self.data.ffislice_of_anyobjectptrs(slices).contents
        addresses = cast(found.ptr, Addresses)[: found.len]
        read = READ.get(self.data.object_type(cast(addresses[0], self.borrowed)))
        self.data.slice_free(slices)
        return [self._one(address, read) for address in addresses] if read else self.convert.c_to_py(output)

    def _one(self, address: int, read: Callable[[Any], object]) -> object:
        found = self.as_slice(address).slice
        value = read(found.contents)
        self.free(found)
        return value


@cache
def insides() -> Insides | None:
    """The insides of the library that is installed, or None if they are not those that are known."""
    try:
        return Insides()
    except (ImportError, AttributeError):
        return None


def released_at_once(composition: Any, vector: object) -> list[object]:
    """The releases of a composition on a vector, one or more, in their order."""
    own = insides()
    return [*(composition(vector) if own is None else own.read(own.released(composition, vector)))]
