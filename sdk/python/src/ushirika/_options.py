"""The options of a client, from its arguments and the environment."""

from __future__ import annotations

import logging
import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from ._version import __version__

Environment = Literal["test", "live"]
ENVIRONMENTS: tuple[Environment, ...] = ("test", "live")

USER_AGENT = f"ushirika-sdk-python/{__version__} python/{platform.python_version()}"


_HEADER_VALUE = re.compile(r"(?:[!-~](?:[\t -~]*[!-~])?)?")
"""Valid header text: an error of the HTTP library would show the value, which may be secret."""


@dataclass(frozen=True)
class Options:
    """The common options of all requests of a client. `repr` does not show the key."""

    api_key: str = field(repr=False)
    base_url: str
    """Without a trailing slash."""
    environment: Environment
    timeout_s: float
    """Of each attempt."""
    max_retries: int
    headers: Mapping[str, str] = field(repr=False)
    logger: logging.Logger = field(repr=False)


def read_options(
    api_key: str | None,
    base_url: str | None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str] | None,
    logger: logging.Logger | None,
) -> Options:
    """Uses `USHIRIKA_API_KEY` and `USHIRIKA_BASE_URL` as defaults.

    Raises:
        ValueError: a missing or invalid key, address or option; never shows the key
    """
    key = os.environ.get("USHIRIKA_API_KEY", "") if api_key is None else api_key
    url = (os.environ.get("USHIRIKA_BASE_URL", "") if base_url is None else base_url).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError(
            "Give the address of the service: base_url, or USHIRIKA_BASE_URL "
            "(https://pay.example.com)."
        )
    if not timeout > 0:
        raise ValueError("timeout must be above 0 seconds.")
    if not max_retries >= 0:
        raise ValueError("max_retries must not be negative.")
    for name, value in (headers or {}).items():
        if not _HEADER_VALUE.fullmatch(value):
            raise ValueError(f"The value of header {name} must be printable ASCII.")
    return Options(
        api_key=key,
        base_url=url,
        environment=_environment_of(key),
        timeout_s=timeout,
        max_retries=max_retries,
        headers=dict(headers or {}),
        logger=logger or logging.getLogger("ushirika"),
    )


def _environment_of(key: str) -> Environment:
    if not key:
        raise ValueError("An API key is needed: api_key, or USHIRIKA_API_KEY in the environment.")
    if key.startswith("ush_sess_"):
        raise ValueError(
            "This is the token of a person's session. A server uses an API key "
            "(ush_test_… or ush_live_…), which an owner or admin makes in the dashboard."
        )
    for environment in ENVIRONMENTS:
        if re.fullmatch(f"ush_{environment}_[!-~]+", key):
            return environment
    raise ValueError(
        "This is not an API key of Ushirika: they begin with ush_test_ or ush_live_, "
        "and have no spaces or line breaks."
    )
