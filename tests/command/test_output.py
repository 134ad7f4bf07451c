"""Is a file that a command writes whole or as it was before?"""

import os
import stat
from pathlib import Path

import pytest

from proofs.command.output import probe, write


def test_a_file_is_whole_or_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does a failure while writing leave the old file and nothing beside it?"""
    path = tmp_path / "report"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write(path, "new \ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.setattr(os, "replace", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_file_keeps_its_place_and_mode(tmp_path: Path) -> None:
    """Is a link followed, a mode kept, a new file given the usual mode, and a pipe written to?"""
    path, link, pipe = tmp_path / "report", tmp_path / "link", tmp_path / "pipe"
    write(path, "1")
    usual = tmp_path / "usual"
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    link.symlink_to(path)
    write(link, "2")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "2"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    probe(pipe)
    write(pipe, "3")
    assert os.read(reader, 9) == b"3"
    os.close(reader)


def test_an_unwritable_place_is_found_out_before(tmp_path: Path) -> None:
    """Does the probe refuse a folder and a missing folder, and leave no trace where it could write?"""
    with pytest.raises(IsADirectoryError):
        probe(tmp_path)
    with pytest.raises(FileNotFoundError):
        probe(tmp_path / "no" / "where")
    probe(tmp_path / "report")
    assert list(tmp_path.iterdir()) == []
