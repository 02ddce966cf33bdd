"""Sends requests over httpx, with safe retries: sync and async, with the same decisions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import httpx

from ._operation import Request
from ._options import USER_AGENT, Options
from ._response import failure_of
from ._retry import is_temporary, may_repeat, wait_s
from .errors import APIConnectionError, APITimeoutError, UshirikaError

R = TypeVar("R")

# The delays between attempts: tests replace these functions.
sleep = time.sleep
wait = asyncio.sleep


class _Exchange:
    """One request with all its attempts: what is sent, and what follows from each outcome."""

    def __init__(self, options: Options, request: Request) -> None:
        self._options = options
        self._request = request
        self.attempts = 0

    def prepare(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        self.attempts += 1
        options, request = self._options, self._request
        return client.build_request(
            request.method,
            options.base_url + request.path,
            headers={
                "User-Agent": USER_AGENT,
                **options.headers,
                **request.headers,
                # httpx masks this header in its own output.
                "Authorization": f"Bearer {options.api_key}",
            },
            content=request.content,
            timeout=options.timeout_s if request.timeout_s is None else request.timeout_s,
        )

    def no_answer(self, error: httpx.RequestError) -> tuple[UshirikaError, float | None]:
        """The error, and the seconds before the next attempt; None: there is none."""
        in_time = not isinstance(error, httpx.TimeoutException)
        kind = APIConnectionError if in_time else APITimeoutError
        what = "No connection" if in_time else "No answer in time"
        return self._after(kind(f"{what}: {error or type(error).__name__}"), None)

    def refused(self, answer: httpx.Response) -> tuple[UshirikaError, float | None]:
        """Like `no_answer`."""
        return self._after(failure_of(answer), answer.headers.get("Retry-After"))

    def succeeded(self, answer: httpx.Response, read: Callable[[httpx.Response], R]) -> R:
        self._log("%s after %d tries", answer.status_code, self.attempts)
        try:
            return read(answer)
        except UshirikaError as failure:
            self._tell(failure)
            raise

    def _after(
        self, failure: UshirikaError, retry_after: str | None
    ) -> tuple[UshirikaError, float | None]:
        request = self._request
        self._tell(failure)
        outcome = failure.status or type(failure).__name__
        again = (
            self.attempts <= self._options.max_retries
            and may_repeat(request.method, has_key=request.idempotency_key is not None)
            and is_temporary(request.method, failure.status)
        )
        if not again:
            self._log("%s after %d tries", outcome, self.attempts)
            return failure, None
        pause = wait_s(self.attempts, retry_after)
        self._log("%s at try %d, again in %.1f s", outcome, self.attempts, pause)
        return failure, pause

    def _tell(self, failure: UshirikaError) -> None:
        failure.attempts = self.attempts
        failure.idempotency_key = self._request.idempotency_key

    def _log(self, text: str, *facts: object) -> None:
        """Never credentials, queries or bodies."""
        path = self._request.path.partition("?")[0]
        self._options.logger.debug(f"%s %s: {text}", self._request.method, path, *facts)


class Transport:
    """The sync transport."""

    def __init__(self, options: Options, client: httpx.Client | None) -> None:
        self._options = options
        self._client = client or httpx.Client()
        self._is_own = client is None

    def send(self, request: Request, read: Callable[[httpx.Response], R]) -> R:
        """
        Returns:
            what is read from the answer, which is a success

        Raises:
            UshirikaError: no success, after all tries, or one that cannot be read
        """
        exchange = _Exchange(self._options, request)
        while True:
            try:
                answer = self._client.send(exchange.prepare(self._client), follow_redirects=False)
            except httpx.RequestError as error:
                failure, pause = exchange.no_answer(error)
                if pause is None:
                    raise failure from error
            else:
                if answer.is_success:
                    return exchange.succeeded(answer, read)
                failure, pause = exchange.refused(answer)
                if pause is None:
                    raise failure
            sleep(pause)

    def close(self) -> None:
        """Closes connections; a client passed by the caller stays open."""
        if self._is_own:
            self._client.close()


class AsyncTransport:
    """The async transport."""

    def __init__(self, options: Options, client: httpx.AsyncClient | None) -> None:
        self._options = options
        self._client = client or httpx.AsyncClient()
        self._is_own = client is None

    async def send(self, request: Request, read: Callable[[httpx.Response], R]) -> R:
        """Like `Transport.send`."""
        exchange = _Exchange(self._options, request)
        while True:
            try:
                answer = await self._client.send(
                    exchange.prepare(self._client), follow_redirects=False
                )
            except httpx.RequestError as error:
                failure, pause = exchange.no_answer(error)
                if pause is None:
                    raise failure from error
            else:
                if answer.is_success:
                    return exchange.succeeded(answer, read)
                failure, pause = exchange.refused(answer)
                if pause is None:
                    raise failure
            await wait(pause)

    async def close(self) -> None:
        """Like `Transport.close`."""
        if self._is_own:
            await self._client.aclose()
