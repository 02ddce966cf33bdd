"""The real service of this repository: a process and a database of its own."""

from __future__ import annotations

import os
import secrets
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cases import ROOT

PROGRAM = ROOT / "dist/commands/start.js"
START_S = 120


class Service:
    """A new project with an API key, and what only people may do in it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._owner, _ = _register(url)
        project = _send(self._owner, "POST", "/api/projects", {"name": "Umoja"})["id"]
        at = f"/api/projects/{project}"
        key = {"environment": "test", "name": "SDK"}
        self.api_key: str = _send(self._owner, "POST", f"{at}/api-keys", key)["key"]
        # Who issued the key cannot decide on what it asks for.
        self._checker, email = _register(url)
        role = {"email": email, "role": "checker"}
        _send(self._owner, "POST", f"{at}/staff", role)
        for invitation in _send(self._checker, "GET", "/api/auth/invitations")["invitations"]:
            _send(self._checker, "POST", f"/api/auth/invitations/{invitation['id']}/accept")
        for person in (self._owner, self._checker):
            person.headers["X-Service-Project"] = project
            person.headers["X-Service-Environment"] = "test"

    def set_up_sacco(self) -> str:
        """
        Returns:
            the id of a loan product
        """
        settings = {"currency": "KES", "min_kyc_tier": 1}
        _send(self._owner, "PUT", "/api/v1/sacco/settings", settings)
        terms = {"rate_bps": 1800, "method": "declining", "frequency": "monthly", "fee_bps": 100}
        bounds = {
            "min_amount_minor": 1,
            "max_amount_minor": 10**8,
            "min_term": 1,
            "max_term": 36,
        }
        product = {"name": "Seasonal loan", **terms, **bounds}
        return str(_send(self._owner, "POST", "/api/v1/sacco/loan-products", product)["id"])

    def approve(self, approval: str | None) -> None:
        _send(self._checker, "POST", f"/api/v1/approvals/{approval}/approve", {})

    def close(self) -> None:
        self._owner.close()
        self._checker.close()


def _register(url: str) -> tuple[httpx.Client, str]:
    """
    Returns:
        a session, and the e-mail
    """
    client = httpx.Client(base_url=url, timeout=30)
    email = f"{secrets.token_hex(6)}@umoja.example"
    person = {"email": email, "name": "Test Person", "password": secrets.token_hex()}
    token = _send(client, "POST", "/api/auth/register", person)["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    return client, email


def _send(client: httpx.Client, method: str, path: str, body: object = None) -> Any:
    answer = client.request(method, path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


@contextmanager
def running_service(folder: Path) -> Iterator[str]:
    """
    Args:
        folder: empty, for its data

    Returns:
        its URL
    """
    if not PROGRAM.exists():
        pytest.fail("The service is not built: npm run build")
    environment = {
        "PATH": os.environ["PATH"],
        "PORT": "0",
        "DATA_DIR": str(folder),
        "LOG_LEVEL": "warn",
        "RATE_LIMIT_PER_MINUTE": "0",
    }
    process = subprocess.Popen(
        ["node", str(PROGRAM)],
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield _wait_until_ready(process)
    finally:
        process.terminate()
        process.wait(timeout=START_S)
        if process.stdout:
            process.stdout.close()


def _wait_until_ready(process: subprocess.Popen[str]) -> str:
    """
    Returns:
        its URL
    """
    assert process.stdout
    watchdog = threading.Timer(START_S, process.kill)
    watchdog.start()
    printed = ""
    for line in process.stdout:
        printed += line
        if line.startswith("ready "):
            watchdog.cancel()
            return line.split()[1]
    watchdog.cancel()
    pytest.fail(f"The service did not start:\n{printed}")
