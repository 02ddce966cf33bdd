"""Requests are sent again where that is safe, always with the same key, and never else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import pytest

import ushirika
from cases import CASES, Driver, answer_to
from recorder import Recorder, Scripted
from ushirika import UshirikaError
from ushirika._retry import wait_s

Connect = Callable[..., Driver]


def dated(header: str) -> str:
    """`<date in -30 seconds>` is a date."""
    found = re.fullmatch(r"<date in (-?\d+) seconds>", header)
    if not found:
        return header
    at = datetime.now(timezone.utc) + timedelta(seconds=int(found[1]))
    return format_datetime(at, usegmt=True)


def scripted(answer: dict[str, Any], method: str) -> Scripted:
    """A success is answered with a body that fits the method."""
    headers = {name: dated(value) for name, value in answer.get("headers", {}).items()}
    body = answer_to(method) if answer.get("status") == 200 else answer.get("body")
    facts = {name: answer[name] for name in ("status", "cut", "hang") if name in answer}
    return Scripted(body=body, headers=headers, **facts)


@pytest.mark.parametrize("case", CASES["retries"], ids=lambda case: str(case["name"]))
def test_retries(
    connect: Connect, recorder: Recorder, case: dict[str, Any], waits: list[float]
) -> None:
    call = case["call"]
    recorder.expect(*(scripted(each, call["method"]) for each in case["answers"]))
    options = {
        ours: case[theirs]
        for ours, theirs in [("max_retries", "max_retries"), ("timeout", "timeout_seconds")]
        if theirs in case
    }
    client = connect(**options)
    arguments = dict(call.get("params") or {})
    if "idempotency_key" in case:
        arguments["idempotency_key"] = case["idempotency_key"]
    if "error" in case:
        with pytest.raises(UshirikaError) as raised:
            client.call(call["method"], *call["ids"], **arguments)
        assert type(raised.value).__name__ == case["error"]
        assert raised.value.attempts == case["sent"]
    else:
        client.call(call["method"], *call["ids"], **arguments)

    assert len(recorder.requests) == case["sent"]
    tries = [
        (sent.verb, sent.path, sent.text, sent.headers.get("idempotency-key"))
        for sent in recorder.requests
    ]
    assert tries == [tries[0]] * case["sent"]
    if "idempotency_key" in case:
        assert recorder.requests[0].json["idempotency_key"] == case["idempotency_key"]
    assert len(waits) == case["sent"] - 1
    assert sum(waits) * 1000 >= case.get("waits_at_least_ms", 0)
    assert sum(waits) * 1000 <= case.get("waits_at_most_ms", float("inf"))


class TestWaits:
    def test_grow_with_jitter(self) -> None:
        shortest = [wait_s(attempt, None, draw=lambda: 0.0) for attempt in range(1, 8)]
        longest = [wait_s(attempt, None, draw=lambda: 1.0) for attempt in range(1, 8)]
        assert shortest == [0.375, 0.75, 1.5, 3.0, 6.0, 6.0, 6.0]
        assert longest == [0.625, 1.25, 2.5, 5.0, 10.0, 10.0, 10.0]

    @pytest.mark.parametrize(
        ("header", "seconds"),
        [
            ("0", 0.0),
            (" 7 ", 7.0),
            ("3600", 60.0),
            ("Sun, 22 Nov 2026 09:30:05 GMT", 5.0),
            ("Sun, 22 Nov 2026 09:30:05 -0000", 5.0),
            ("Sun, 22 Nov 2026 09:29:00 GMT", 0.0),
            ("Sun, 22 Nov 2026 19:30:00 GMT", 60.0),
            ("soon", 0.5),
            ("-1", 0.5),
            ("1.5", 0.5),
            ("", 0.5),
        ],
    )
    def test_as_the_server_says(self, header: str, seconds: float) -> None:
        now = datetime(2026, 11, 22, 9, 30, tzinfo=timezone.utc)
        assert wait_s(1, header, now=now, draw=lambda: 0.5) == seconds


@pytest.mark.parametrize("case", CASES["retry_after"], ids=lambda case: str(case["header"])[:20])
def test_retry_after(case: dict[str, Any]) -> None:
    wait = wait_s(1, case["header"], draw=lambda: 0.5)
    assert wait == (0.5 if case["wait_ms"] is None else case["wait_ms"] / 1000)


def test_a_timeout_of_its_own(connect: Connect, recorder: Recorder) -> None:
    recorder.expect(Scripted(hang=True))
    with pytest.raises(ushirika.APITimeoutError, match="No answer in time"):
        connect(max_retries=0).call("sacco.treasury", timeout=0.2)


def test_cancelling_a_task_ends_its_request(
    recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder.expect(Scripted(503))

    async def cancel() -> None:
        waiting = asyncio.Event()

        async def wait_for_ever(_seconds: float) -> None:
            waiting.set()
            await asyncio.get_running_loop().create_future()

        monkeypatch.setattr("ushirika._transport.wait", wait_for_ever)
        async with ushirika.AsyncUshirika(api_key="ush_test_1", base_url=recorder.url) as client:
            task = asyncio.ensure_future(client.sacco.treasury())
            await waiting.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(cancel())
    assert len(recorder.requests) == 1
