"""Hand-written methods of generated classes: more than one operation, or no JSON."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from datetime import date
from typing import Any, ParamSpec

from ._core import AsyncResource, Resource
from ._operation import Operation
from ._transport import sleep, wait
from .errors import ErrorDetail, UshirikaError
from .generated import models

P = ParamSpec("P")

POLL_S = 1.0

STATEMENT_CSV = Operation("GET", "/api/v1/sacco/members/{member}/statement", str)


class SaccoMembers(Resource):
    def statement_csv(
        self,
        member: str,
        *,
        from_: date | str,
        to: date | str,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """A member's statement as CSV: all of it, up to 10,000 movements.

        With `limit` it is a part, and where there are more movements the header `x-next-after`
        of the answer (`client.with_response`) is the `after` of the next call.

        `GET /api/v1/sacco/members/{member}/statement`
        """
        query = {"from": from_, "to": to, "limit": limit, "after": after}
        return self._core.call(STATEMENT_CSV, (member,), query=query, timeout=timeout)


class AsyncSaccoMembers(AsyncResource):
    async def statement_csv(
        self,
        member: str,
        *,
        from_: date | str,
        to: date | str,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> str:
        """A member's statement as CSV: all of it, up to 10,000 movements.

        With `limit` it is a part, and where there are more movements the header `x-next-after`
        of the answer (`client.with_response`) is the `after` of the next call.

        `GET /api/v1/sacco/members/{member}/statement`
        """
        query = {"from": from_, "to": to, "limit": limit, "after": after}
        return await self._core.call(STATEMENT_CSV, (member,), query=query, timeout=timeout)


def and_wait(
    start: Callable[P, models.Run], get: Callable[[str], models.Run]
) -> Callable[P, models.Run]:
    """Imports a statement and waits until it is done: a large one is answered before it is read.

    Raises:
        UshirikaError: the import failed; its fields say why
    """

    @functools.wraps(start)
    def import_and_wait(*args: P.args, **kwargs: P.kwargs) -> models.Run:
        run = start(*args, **kwargs)
        while run.status == "importing":
            sleep(POLL_S)
            run = get(run.id)
        return _imported(run)

    return import_and_wait


def async_and_wait(
    start: Callable[P, Coroutine[Any, Any, models.Run]],
    get: Callable[[str], Awaitable[models.Run]],
) -> Callable[P, Coroutine[Any, Any, models.Run]]:
    """Like `and_wait`."""

    @functools.wraps(start)
    async def import_and_wait(*args: P.args, **kwargs: P.kwargs) -> models.Run:
        run = await start(*args, **kwargs)
        while run.status == "importing":
            await wait(POLL_S)
            run = await get(run.id)
        return _imported(run)

    return import_and_wait


def _imported(run: models.Run) -> models.Run:
    if run.status != "failed":
        return run
    error = run.error
    if error is None:
        raise UshirikaError("The import failed.")
    details = [ErrorDetail(each.message, each.path, each.line_no) for each in error.details or ()]
    raise UshirikaError(error.message, code=error.code, reason=error.reason, details=details)
