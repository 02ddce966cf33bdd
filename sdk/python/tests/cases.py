"""The cases that both SDKs pass, and how Python spells them."""

from __future__ import annotations

import asyncio
import json
import keyword
import re
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from ushirika import AsyncUshirika, Ushirika

ROOT = Path(__file__).resolve().parents[3]

CASES: dict[str, Any] = json.loads((ROOT / "sdk/cases.json").read_text())
METHOD_CASES: list[dict[str, Any]] = json.loads((ROOT / "sdk/cases/methods.json").read_text())
CASE_OF = {case["method"]: case for case in METHOD_CASES}

# Takes long to make, and is not used.
TLS = ssl.create_default_context()

API_KEY = "ush_test_recorded"
UUID = re.compile(r"[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}")


def python_name(name: str) -> str:
    """`buyShares` → `buy_shares`, `from` → `from_`"""
    snake = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def method_of(client: object, name: str) -> Callable[..., Any] | None:
    """The method that is called `sacco.members.deposit` in the design; None where there is none."""
    at: Any = client
    for part in name.split("."):
        at = getattr(at, python_name(part), None)
    return at if callable(at) else None


class Driver:
    """A client of either kind; what is async is awaited, so that one test holds for both."""

    def __init__(self, kind: str, base_url: str, **options: Any) -> None:
        self.is_async = kind == "async"
        self._loop = asyncio.new_event_loop()
        make = AsyncUshirika if self.is_async else Ushirika
        http = httpx.AsyncClient if self.is_async else httpx.Client
        self._http: Any = http(verify=TLS)
        given = {"api_key": API_KEY, "base_url": base_url, "http_client": self._http}
        self.client: Any = make(**{**given, **options})

    def run(self, answer: Any) -> Any:
        if not hasattr(answer, "__await__"):
            return answer

        async def wait() -> Any:
            return await answer

        return self._loop.run_until_complete(wait())

    def call(self, name: str, /, *ids: str, **arguments: Any) -> Any:
        return self.call_on(self.client, name, *ids, **arguments)

    def call_on(self, client: Any, name: str, /, *ids: str, **arguments: Any) -> Any:
        method = method_of(client, name)
        assert method is not None, name
        return self.run(
            method(*ids, **{python_name(each): value for each, value in arguments.items()})
        )

    def everything(self, pages: Any) -> list[Any]:
        """What iterating over a list, or a page of it, goes over."""
        if not hasattr(pages, "__aiter__"):
            return list(pages)

        async def collect() -> list[Any]:
            return [item async for item in pages]

        result: list[Any] = self._loop.run_until_complete(collect())
        return result

    def close(self) -> None:
        self.run(self.client.close())
        self.run(self._http.aclose() if self.is_async else self._http.close())
        self._loop.close()


@contextmanager
def driver(kind: str, base_url: str, **options: Any) -> Iterator[Driver]:
    made = Driver(kind, base_url, **options)
    try:
        yield made
    finally:
        made.close()


def answer_to(method: str) -> Mapping[str, Any]:
    """A body as the API answers to that method."""
    body: Mapping[str, Any] = CASE_OF[method]["answer"]["body"]
    return body
