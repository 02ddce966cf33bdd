"""Writes and reads numbers without losing digits of amounts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest amount in minor units that the API accepts."""


def check_integer(path: str, value: object) -> None:
    """Rejects values that are not amounts in minor units.

    Raises:
        TypeError: not an integer (floats, decimals, booleans, text)
        ValueError: beyond 9007199254740991, where JSON loses digits
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(
            f"{path} must be an integer of minor units, not {type(value).__name__}: 150.00 is 15000"
        )
    if abs(value) > MAX_SAFE_INTEGER:
        raise ValueError(f"{path} is beyond {MAX_SAFE_INTEGER}")


def major_units(amount_minor: int) -> str:
    """`150050` → `1500.50`, exactly."""
    sign = "-" if amount_minor < 0 else ""
    whole, hundredths = divmod(abs(amount_minor), 100)
    return f"{sign}{whole}.{hundredths:02}"


def write_json(body: Mapping[str, Any], *, sends_major_units: bool = False) -> bytes:
    """The body as JSON; `sends_major_units` replaces `amount_minor` with `amount`, a number.

    The number is written as text: a float would round amounts above 70 trillion.
    """
    if not sends_major_units:
        return _dumps(body).encode()
    check_integer("amount_minor", body.get("amount_minor"))
    rest = {name: value for name, value in body.items() if name != "amount_minor"}
    fields = [f'"amount":{major_units(body["amount_minor"])}']
    fields += [f"{_dumps(name)}:{_dumps(value)}" for name, value in rest.items()]
    return f"{{{','.join(fields)}}}".encode()


def read_json(content: bytes) -> Any:
    """Parses JSON with fractions that keep their digits, for `Decimal` fields.

    Raises:
        ValueError: not JSON
    """
    return json.loads(content, parse_float=_Fraction)


def _dumps(value: Any) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


class _Fraction(float):
    """A float that keeps its original text."""

    _text: str

    def __new__(cls, text: str) -> _Fraction:
        number = super().__new__(cls, text)
        number._text = text
        return number

    def __str__(self) -> str:
        return self._text
