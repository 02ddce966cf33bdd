"""What the documentation shows works: its code blocks are run, against the real service."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import django.conf
import django.test
import httpx
import pytest

from cases import ROOT, answer_to
from service import Service
from ushirika import webhooks

PAGE = ROOT / "docs/sdk/python.md"
README = ROOT / "sdk/python/README.md"


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _environment(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USHIRIKA_API_KEY", service.api_key)
    monkeypatch.setenv("USHIRIKA_BASE_URL", service.url)


def test_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text()
    sync, asynchronous = blocks(text)
    exec(sync, {"__name__": "readme"})
    exec(asynchronous, {"__name__": "readme"})
    assert re.fullmatch(r"pay_\w+ completed None\n", capsys.readouterr().out)
    assert "`docs/sdk/python.md`" in text


def test_the_page(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    service.set_up_sacco()
    program: dict[str, Any] = {"__name__": "page"}
    for block in blocks(PAGE.read_text()):
        exec(block, program)
    program["client"].close()
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "environment test",
        "payment completed None",
        "latest True",
        "deposit posted 150.00",
        "refused insufficient_savings",
        "the number is taken",
        "again True True",
        "page 1 True",
        "older True",
        "status 200 True",
        "in the till 150.00",
        "entries KES 1 ['withdrawal', 'deposit']",
    ]
    assert program["secret"].startswith("whsec_")
    event = {
        "type": "payment.completed",
        "timestamp": "2026-11-22T09:30:00.000Z",
        "data": answer_to("payments.get"),
    }
    body = json.dumps(event).encode()
    signed = webhooks.sign(body, program["secret"])
    old = webhooks.sign(body, program["secret"], timestamp=int(time.time()) - 600)
    for receive in (fastapi_receiver(program["app"]), django_receiver(program["urlpatterns"])):
        assert [receive(body, headers) for headers in (signed, old, {})] == [204, 400, 400]
        assert capsys.readouterr().out == "paid order-1001 150050\n"


def fastapi_receiver(app: Any) -> Any:
    async def send(body: bytes, headers: dict[str, str]) -> int:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
            answer = await client.post("/ushirika-events", content=body, headers=headers)
            return answer.status_code

    return lambda body, headers: asyncio.run(send(body, headers))


def django_receiver(urlpatterns: list[Any]) -> Any:
    django.conf.settings.configure(ALLOWED_HOSTS=["testserver"], ROOT_URLCONF=tuple(urlpatterns))
    client = django.test.Client()

    def send(body: bytes, headers: dict[str, str]) -> int:
        answer = client.post(
            "/ushirika-events", body, content_type="application/json", headers=headers
        )
        return int(answer.status_code)

    return send
