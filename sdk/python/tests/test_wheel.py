"""The wheel, installed into empty environments of every Python that is there, and used in them."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import ushirika
from cases import ROOT, answer_to
from recorder import Recorder, Scripted

PACKAGE = ROOT / "sdk/python"
PROGRAM = PACKAGE / "tests/program.py"
MINORS = (10, 11, 12, 13)
OLDEST = ["httpx==0.28.0", "pydantic==2.9.0"]
"""What must do, tried with the oldest Python."""


def run(*command: str | Path, cwd: Path) -> str:
    """Without the source of the package, and with nothing of ours in the environment."""
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", str(cwd))}
    environment |= {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(
        PACKAGE, source, ignore=shutil.ignore_patterns(".venv", ".*_cache", "__pycache__")
    )
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source, cwd=folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def pip(*arguments: str | Path, cwd: Path) -> str:
    quiet = ("--quiet", "--disable-pip-version-check")
    return run(sys.executable, "-m", "pip", *arguments, *quiet, cwd=cwd)


def interpreter(minor: int) -> str | None:
    """Where that Python is: on the PATH, or of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    of_pyenv = [str(found) for found in pyenv.glob(f"3.{minor}.*/bin/python")]
    for candidate in (f"python3.{minor}", *of_pyenv):
        found = shutil.which(candidate)
        if found is None:
            continue
        # What is on the PATH may be there and yet refuse to start.
        tell = "import sys; print(sys.version_info[1])"
        told = subprocess.run([found, "-c", tell], capture_output=True, text=True)
        if told.stdout.strip() == str(minor):
            return found
    return None


@pytest.fixture(scope="session")
def install(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Makes an environment of that Python with the wheel and what it needs, and nothing else."""

    @functools.cache
    def make(minor: int) -> Path:
        python = interpreter(minor)
        if python is None:
            pytest.skip(f"there is no Python 3.{minor} here")
        folder = tmp_path_factory.mktemp(f"python3.{minor}")
        run(python, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
        installed = folder / "venv/bin/python"
        versions = OLDEST if minor == MINORS[0] else []
        pip("--python", installed, "install", "--no-compile", wheel, *versions, cwd=folder)
        return installed

    return make


def test_what_is_in_it(wheel: Path) -> None:
    assert wheel.name == f"ushirika-{ushirika.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [metadata] = (name for name in names if name.endswith("METADATA"))
        told = archive.read(metadata).decode()
    assert {name.split("/")[0] for name in names} == {"ushirika", metadata.split("/")[0]}
    assert "ushirika/py.typed" in names
    assert "ushirika/generated/models.py" in names
    assert (PACKAGE / "README.md").read_text() in told
    assert "Requires-Python: >=3.10" in told
    assert "License-Expression: Apache-2.0" in told


@pytest.mark.parametrize("minor", MINORS)
def test_installed_and_used(
    install: Callable[[int], Path], tmp_path: Path, recorder: Recorder, minor: int
) -> None:
    installed = install(minor)
    customers = answer_to("customers.list")
    payment = Scripted(201, answer_to("payments.create"), {"X-Request-Id": "req-1"})
    refused = {"error": {"code": "CONFLICT", "message": "No.", "reason": "member_not_active"}}
    first, last = ({**customers, "next_after": after} for after in ("cus_2", None))
    pages = [Scripted(body=first), Scripted(body=last)]
    one = Scripted(body=last)
    customer = Scripted(body=answer_to("customers.get"))
    expected = [payment, payment, *pages, one, Scripted(409, refused), *pages, one, one, customer]
    recorder.expect(*expected)
    shutil.copy(PROGRAM, tmp_path)
    printed = run(installed, "-I", PROGRAM.name, recorder.url, cwd=tmp_path)
    assert printed == f"ushirika {ushirika.__version__} works\n"
    assert len(recorder.requests) == len(expected)
    agent = recorder.requests[0].headers["user-agent"]
    assert agent.startswith(f"ushirika-sdk-python/{ushirika.__version__} python/3.{minor}.")


def test_a_program_is_checked_with_its_types(
    install: Callable[[int], Path], tmp_path: Path
) -> None:
    installed = install(sys.version_info.minor)
    shutil.copy(PROGRAM, tmp_path)
    mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", installed)
    run(*mypy, PROGRAM.name, cwd=tmp_path)

    wrong = {
        'client.sacco.members.deposit("mem_1", amount_minor=1.5)': "arg-type",
        'client.sacco.members.deposit("mem_1")': "call-arg",
        'client.sacco.members.deposit("mem_1", 15000)': "call-arg",
        'client.sacco.members.get("mem_1").savings_miner': "attr-defined",
        "client.payments.refunds.create(payment=1)": "arg-type",
        'client.with_response.payments.get("pay_1").id': "attr-defined",
        "client.approvals.approve": "attr-defined",
    }
    body = "".join(f"    {line}  # type: ignore[{code}]\n" for line, code in wrong.items())
    head = "from ushirika import Ushirika\n\n\ndef use(client: Ushirika) -> None:\n"
    (tmp_path / "wrong.py").write_text(head + body)
    # Each line is an error, or the comment would be one that is not needed.
    run(*mypy, "wrong.py", cwd=tmp_path)
