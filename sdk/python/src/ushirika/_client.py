"""The clients, sync and async."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from types import TracebackType

import httpx

from ._core import AsyncCore, AsyncRawCore, Core, RawCore
from ._model import Model
from ._operation import Operation
from ._options import Environment, read_options
from ._transport import AsyncTransport, Transport
from .generated.root import (
    AsyncResources,
    AsyncResourcesWithResponse,
    Resources,
    ResourcesWithResponse,
)
from .webhooks import Webhooks

TIMEOUT_S = 30.0
MAX_RETRIES = 3


class Health(Model):
    """Whether the service is up."""

    status: str


HEALTH = Operation("GET", "/health", Health)


class Ushirika(Resources):
    """The sync client. It may be used by several threads, and closed by `with` or `close()`.

    Args:
        api_key: `ush_test_…` or `ush_live_…`; default: USHIRIKA_API_KEY of the environment
        base_url: of the service; default: USHIRIKA_BASE_URL of the environment
        timeout: seconds per attempt for connecting, and for each read of the answer
        max_retries: maximum retries of a request that is safe to repeat
        headers: sent with every request
        http_client: used instead of an own client, and not closed
        logger: receives methods, paths and outcomes; never credentials, queries or bodies

    Raises:
        ValueError: the key or the address is missing or invalid
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = TIMEOUT_S,
        max_retries: int = MAX_RETRIES,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
        logger: logging.Logger | None = None,
    ) -> None:
        self._options = read_options(api_key, base_url, timeout, max_retries, headers, logger)
        self._transport = Transport(self._options, http_client)
        super().__init__(Core(self._transport))
        self.webhooks = Webhooks()
        self.with_response = ResourcesWithResponse(Resources(RawCore(self._transport)))
        """The same methods, which answer with status and headers."""

    @property
    def environment(self) -> Environment:
        """As the key says."""
        return self._options.environment

    def health(self, *, timeout: float | None = None) -> Health:
        """Whether the service is up.

        `GET /health`
        """
        return self._core.call(HEALTH, timeout=timeout)

    def close(self) -> None:
        """Closes connections."""
        self._transport.close()

    def __enter__(self) -> Ushirika:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Ushirika({self._options.base_url!r}, environment={self.environment!r})"


class AsyncUshirika(AsyncResources):
    """The async client, closed by `async with` or `close()`. Arguments as for `Ushirika`."""

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = TIMEOUT_S,
        max_retries: int = MAX_RETRIES,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
        logger: logging.Logger | None = None,
    ) -> None:
        self._options = read_options(api_key, base_url, timeout, max_retries, headers, logger)
        self._transport = AsyncTransport(self._options, http_client)
        super().__init__(AsyncCore(self._transport))
        self.webhooks = Webhooks()
        self.with_response = AsyncResourcesWithResponse(
            AsyncResources(AsyncRawCore(self._transport))
        )
        """The same methods, which answer with status and headers."""

    @property
    def environment(self) -> Environment:
        """As the key says."""
        return self._options.environment

    async def health(self, *, timeout: float | None = None) -> Health:
        """Whether the service is up.

        `GET /health`
        """
        return await self._core.call(HEALTH, timeout=timeout)

    async def close(self) -> None:
        """Closes connections."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncUshirika:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncUshirika({self._options.base_url!r}, environment={self.environment!r})"
