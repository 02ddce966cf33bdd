"""Lists: iterating over a page also requests all following pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list. Iterates over its items and those of all following pages."""

    items: tuple[T, ...]
    next_after: str | None
    """`after` of the next page; None on the last."""
    fields: Mapping[str, Any] = field(repr=False)
    """What the answer holds beside the list."""
    _read: Callable[[str], Page[T]] = field(repr=False, compare=False)

    @property
    def has_more(self) -> bool:
        return self.next_after is not None

    def next_page(self) -> Page[T] | None:
        """
        Returns:
            None after the last page
        """
        return None if self.next_after is None else self._read(self.next_after)

    def __iter__(self) -> Iterator[T]:
        page: Page[T] | None = self
        while page is not None:
            yield from page.items
            page = page.next_page()


@dataclass(frozen=True)
class AsyncPage(Generic[T]):
    """Like `Page`, iterated over with `async for`."""

    items: tuple[T, ...]
    next_after: str | None
    """`after` of the next page; None on the last."""
    fields: Mapping[str, Any] = field(repr=False)
    """What the answer holds beside the list."""
    _read: Callable[[str], Awaitable[AsyncPage[T]]] = field(repr=False, compare=False)

    @property
    def has_more(self) -> bool:
        return self.next_after is not None

    async def next_page(self) -> AsyncPage[T] | None:
        """
        Returns:
            None after the last page
        """
        return None if self.next_after is None else await self._read(self.next_after)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[T] | None = self
        while page is not None:
            for item in page.items:
                yield item
            page = await page.next_page()


class AsyncPages(Generic[T]):
    """The result of async lists: `await` it for the first page, or iterate over all items."""

    def __init__(self, read_first: Callable[[], Awaitable[AsyncPage[T]]]) -> None:
        self._read_first = read_first

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._read_first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for item in await self._read_first():
            yield item
