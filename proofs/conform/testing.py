"""Conformance as a test: `assert_conforms(make_noisy_top_k)`."""

import inspect
from collections.abc import Callable
from pathlib import Path

from proofs.conform.model import Kind, Outcome
from proofs.conform.report.words import reproduce
from proofs.conform.run import Held, Request, held


def assert_conforms(
    factory: Callable[..., object] | str,
    triple: str | None = None,
    effort: str = "quick",
    clauses: str | None = None,
    only: str | None = None,
    strict: bool = False,
) -> None:
    """Fail unless the factory meets the triple of its name, or the one that is named.

    The factory is loaded anew, in processes of its own, from the file that defines it: give a function at the top level
    of a file, or what `noisymax conform` takes. `clauses` is "guarantee" or "law" to ask for one kind alone,
    `only` one clause, or one case of it. `triple` is a name, or `file.py:NAME` of a contract. If `strict`, it fails,
    too, where a clause without which nothing can be said was not checked in full.
    """
    target = factory if isinstance(factory, str) else _target(factory)
    request = Request(effort, Kind(clauses) if clauses else None, only)
    failed = [
        _told(run)
        for run in held(target, triple, None, request)
        if not run.conforms or run.unheld or (strict and run.lacking)
    ]
    assert not failed, "\n".join(failed)


def _target(factory: Callable[..., object]) -> str:
    body = inspect.unwrap(factory)
    file = inspect.getsourcefile(body)
    name = getattr(body, "__qualname__", "")
    if file is None or not name.isidentifier():
        raise ValueError(f"{name or factory!r} is not a function at the top level of a file")
    return f"{Path(file)}:{name}"


def _told(run: Held) -> str:
    lines = [f"{run.name.text} does not conform to {run.triple}"]
    lines += [f"{name} was not checked: {run.unchecked[name]}" for name in run.lacking]
    for found in run.verdicts:
        if found.outcome is Outcome.FAILED:
            lines.append(f"{found.clause.name}: {found.clause.says}" + (f" ({found.detail})" if found.detail else ""))
            for failure in found.failures:
                lines += [f"    {failure.witness}", f"    {reproduce(run, failure)}"]
    return "\n".join(lines)
