"""The base of generated methods: from an operation and its arguments to the typed answer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

import httpx

from ._operation import (
    ListOperation,
    Operation,
    build_list_request,
    build_request,
    build_upload,
)
from ._pages import AsyncPage, AsyncPages, Page
from ._response import Response, read_answer, read_list
from ._transport import AsyncTransport, Transport

P = ParamSpec("P")
T = TypeVar("T")


class Core:
    """Returns data."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def call(
        self,
        operation: Operation[T],
        ids: Sequence[str | int] = (),
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> T:
        request = build_request(operation, ids, query, body, idempotency_key, timeout)
        return self._hand_over(self.transport.send(request, partial(read_answer, operation)))

    def upload(
        self,
        operation: Operation[T],
        query: Mapping[str, Any],
        name: str,
        content: bytes,
        timeout: float | None,
    ) -> T:
        request = build_upload(operation, query, name, content, timeout)
        return self._hand_over(self.transport.send(request, partial(read_answer, operation)))

    def list(
        self,
        operation: ListOperation[T],
        ids: Sequence[str | int],
        query: Mapping[str, Any],
        timeout: float | None,
    ) -> Page[T]:
        def read(after: str | None) -> Response[Page[T]]:
            asked = query if after is None else {**query, "after": after}
            request = build_list_request(operation, ids, asked, timeout)
            return self.transport.send(request, page_of)

        def page_of(answer: httpx.Response) -> Response[Page[T]]:
            items, next_after, fields = read_list(operation, answer)
            page = Page(items, next_after, fields, lambda cursor: read(cursor).data)
            return Response.of(answer, page)

        return self._hand_over(read(None))

    def _hand_over(self, response: Response[T]) -> T:
        return response.data


class RawCore(Core):
    """Returns `Response`; `with_response` corrects the types of the methods called on it."""

    def _hand_over(self, response: Response[T]) -> T:
        return cast("T", response)


class AsyncCore:
    """Like `Core`, async."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.transport = transport

    async def call(
        self,
        operation: Operation[T],
        ids: Sequence[str | int] = (),
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> T:
        request = build_request(operation, ids, query, body, idempotency_key, timeout)
        return self._hand_over(await self.transport.send(request, partial(read_answer, operation)))

    async def upload(
        self,
        operation: Operation[T],
        query: Mapping[str, Any],
        name: str,
        content: bytes,
        timeout: float | None,
    ) -> T:
        request = build_upload(operation, query, name, content, timeout)
        return self._hand_over(await self.transport.send(request, partial(read_answer, operation)))

    def list(
        self,
        operation: ListOperation[T],
        ids: Sequence[str | int],
        query: Mapping[str, Any],
        timeout: float | None,
    ) -> AsyncPages[T]:
        async def read(after: str | None) -> Response[AsyncPage[T]]:
            asked = query if after is None else {**query, "after": after}
            request = build_list_request(operation, ids, asked, timeout)
            return await self.transport.send(request, page_of)

        def page_of(answer: httpx.Response) -> Response[AsyncPage[T]]:
            items, next_after, fields = read_list(operation, answer)
            return Response.of(answer, AsyncPage(items, next_after, fields, read_page))

        async def read_page(after: str) -> AsyncPage[T]:
            return (await read(after)).data

        async def read_first() -> AsyncPage[T]:
            return self._hand_over(await read(None))

        return AsyncPages(read_first)

    def _hand_over(self, response: Response[T]) -> T:
        return response.data


class AsyncRawCore(AsyncCore):
    """Like `RawCore`, async."""

    def _hand_over(self, response: Response[T]) -> T:
        return cast("T", response)


def with_response(method: Callable[P, T]) -> Callable[P, Response[T]]:
    """The type of a method over a `RawCore`."""
    return cast("Callable[P, Response[T]]", method)


def async_with_response(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, Response[T]]]:
    """The type of a method over an `AsyncRawCore`."""
    return cast("Callable[P, Coroutine[Any, Any, Response[T]]]", method)


def async_list_with_response(
    method: Callable[P, AsyncPages[T]],
) -> Callable[P, Coroutine[Any, Any, Response[AsyncPage[T]]]]:
    """The type of a list over an `AsyncRawCore`, which cannot iterate over all pages."""

    async def read(*args: P.args, **kwargs: P.kwargs) -> Response[AsyncPage[T]]:
        return cast("Response[AsyncPage[T]]", await method(*args, **kwargs))

    return read


class Resource:
    """A group of methods."""

    def __init__(self, core: Core) -> None:
        self._core = core


class AsyncResource:
    """A group of async methods."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core
