"""The base class of all answers of the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict

_SECRET_FIELDS = frozenset({"secret"})


class Model(BaseModel):
    """An immutable answer; fields that a newer server adds are kept as attributes."""

    model_config = ConfigDict(
        frozen=True, extra="allow", populate_by_name=True, defer_build=True, protected_namespaces=()
    )

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """Keeps secrets out of logs and tracebacks."""
        for name, value in super().__repr_args__():
            yield name, "***" if name in _SECRET_FIELDS and value is not None else value


class Unknown(Model):
    """A kind of object that this version does not know yet."""

    type: str
