# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.files`"""

from __future__ import annotations

from ushirika import _extras
from ushirika._core import async_with_response, with_response
from ushirika._operation import Operation
from ushirika.generated import models

FILES_GET = Operation(
    "GET",
    "/api/v1/files/{file}",
    models.File,
)


class Files(_extras.Files):
    def get(
        self,
        file: str,
        *,
        timeout: float | None = None,
    ) -> models.File:
        """What a file is, and what it belongs to.

        `GET /api/v1/files/{file}`
        """
        return self._core.call(
            FILES_GET,
            (file,),
            timeout=timeout,
        )


class FilesWithResponse:
    def __init__(self, resource: Files) -> None:
        self.get = with_response(resource.get)
        self.upload = with_response(resource.upload)


class AsyncFiles(_extras.AsyncFiles):
    async def get(
        self,
        file: str,
        *,
        timeout: float | None = None,
    ) -> models.File:
        """What a file is, and what it belongs to.

        `GET /api/v1/files/{file}`
        """
        return await self._core.call(
            FILES_GET,
            (file,),
            timeout=timeout,
        )


class AsyncFilesWithResponse:
    def __init__(self, resource: AsyncFiles) -> None:
        self.get = async_with_response(resource.get)
        self.upload = async_with_response(resource.upload)
