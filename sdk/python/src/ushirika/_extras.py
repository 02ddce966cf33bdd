"""Hand-written methods of generated classes: more than one operation, or no JSON."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine
from datetime import date
from typing import Any, Literal, ParamSpec

from ._core import AsyncResource, Resource
from ._operation import Operation
from ._transport import sleep, wait
from .errors import ErrorDetail, UshirikaError
from .generated import models

P = ParamSpec("P")

POLL_S = 1.0

STATEMENT_CSV = Operation("GET", "/api/v1/sacco/members/{member}/statement", str)
STATEMENT_PDF = Operation("GET", "/api/v1/sacco/members/{member}/statement", bytes)
RECEIPT_PDF = Operation("GET", "/api/v1/sacco/entries/{entry}/receipt", bytes)
LOAN_PDF = Operation("GET", "/api/v1/sacco/loans/{loan}", bytes)
GUARANTEE_PDF = Operation("GET", "/api/v1/sacco/loans/{loan}/guarantors/{member}", bytes)
LINE_PDF = Operation("GET", "/api/v1/sacco/dividends/{dividend}/lines/{member}", bytes)

UPLOAD = Operation("POST", "/api/v1/files", models.File)

Language = Literal["en", "sw", "am"]
Purpose = Literal["kyc_document", "member_photo", "member_signature", "signed_form", "logo"]


class Files(Resource):
    def upload(
        self,
        content: bytes,
        *,
        purpose: Purpose,
        name: str,
        timeout: float | None = None,
    ) -> models.File:
        """Uploads a file: PDF, JPEG, PNG or WebP, at most 10 MiB.

        It is not repeated after a failure, because each upload is a file of its own; what
        nothing names is deleted after 24 hours.

        `POST /api/v1/files`

        Args:
            purpose: what it is for
            name: as the file is called
        """
        return self._core.upload(UPLOAD, {"purpose": purpose}, name, content, timeout)


class AsyncFiles(AsyncResource):
    async def upload(
        self,
        content: bytes,
        *,
        purpose: Purpose,
        name: str,
        timeout: float | None = None,
    ) -> models.File:
        """Uploads a file: PDF, JPEG, PNG or WebP, at most 10 MiB.

        It is not repeated after a failure, because each upload is a file of its own; what
        nothing names is deleted after 24 hours.

        `POST /api/v1/files`

        Args:
            purpose: what it is for
            name: as the file is called
        """
        return await self._core.upload(UPLOAD, {"purpose": purpose}, name, content, timeout)


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

    def statement_pdf(
        self,
        member: str,
        *,
        from_: date | str,
        to: date | str,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """A member's statement as PDF: the whole period, up to 5,000 movements.

        `GET /api/v1/sacco/members/{member}/statement`
        """
        query = {"from": from_, "to": to, "language": language}
        return self._core.call(STATEMENT_PDF, (member,), query=query, timeout=timeout)


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

    async def statement_pdf(
        self,
        member: str,
        *,
        from_: date | str,
        to: date | str,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """A member's statement as PDF: the whole period, up to 5,000 movements.

        `GET /api/v1/sacco/members/{member}/statement`
        """
        query = {"from": from_, "to": to, "language": language}
        return await self._core.call(STATEMENT_PDF, (member,), query=query, timeout=timeout)


class SaccoEntries(Resource):
    def receipt_pdf(
        self,
        entry: str,
        *,
        size: Literal["80mm", "a5"] | None = None,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The receipt of a posted entry as PDF, by default for a roll of 80 mm.

        `GET /api/v1/sacco/entries/{entry}/receipt`
        """
        query = {"size": size, "language": language}
        return self._core.call(RECEIPT_PDF, (entry,), query=query, timeout=timeout)


class SaccoLoans(Resource):
    def get_pdf(
        self,
        loan: str,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The schedule of a loan that was disbursed, as PDF.

        `GET /api/v1/sacco/loans/{loan}`
        """
        query = {"language": language}
        return self._core.call(LOAN_PDF, (loan,), query=query, timeout=timeout)

    def guarantee_pdf(
        self,
        loan: str,
        member: str,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The form that a guarantor signs, as PDF.

        `GET /api/v1/sacco/loans/{loan}/guarantors/{member}`
        """
        query = {"language": language}
        return self._core.call(GUARANTEE_PDF, (loan, member), query=query, timeout=timeout)


class SaccoDividends(Resource):
    def line_pdf(
        self,
        dividend: str,
        member: str,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """What one member was paid of a dividend, as PDF.

        `GET /api/v1/sacco/dividends/{dividend}/lines/{member}`
        """
        query = {"language": language}
        return self._core.call(LINE_PDF, (dividend, member), query=query, timeout=timeout)


class AsyncSaccoEntries(AsyncResource):
    async def receipt_pdf(
        self,
        entry: str,
        *,
        size: Literal["80mm", "a5"] | None = None,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The receipt of a posted entry as PDF, by default for a roll of 80 mm.

        `GET /api/v1/sacco/entries/{entry}/receipt`
        """
        query = {"size": size, "language": language}
        return await self._core.call(RECEIPT_PDF, (entry,), query=query, timeout=timeout)


class AsyncSaccoLoans(AsyncResource):
    async def get_pdf(
        self,
        loan: str,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The schedule of a loan that was disbursed, as PDF.

        `GET /api/v1/sacco/loans/{loan}`
        """
        query = {"language": language}
        return await self._core.call(LOAN_PDF, (loan,), query=query, timeout=timeout)

    async def guarantee_pdf(
        self,
        loan: str,
        member: str,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """The form that a guarantor signs, as PDF.

        `GET /api/v1/sacco/loans/{loan}/guarantors/{member}`
        """
        query = {"language": language}
        return await self._core.call(GUARANTEE_PDF, (loan, member), query=query, timeout=timeout)


class AsyncSaccoDividends(AsyncResource):
    async def line_pdf(
        self,
        dividend: str,
        member: str,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """What one member was paid of a dividend, as PDF.

        `GET /api/v1/sacco/dividends/{dividend}/lines/{member}`
        """
        query = {"language": language}
        return await self._core.call(LINE_PDF, (dividend, member), query=query, timeout=timeout)


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
