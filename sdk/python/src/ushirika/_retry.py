"""Decides which requests are retried, and when. Pure rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
JITTER = 0.25
LONGEST_RETRY_AFTER_S = 60.0

_TEMPORARY = frozenset({429, 502, 503, 504})
_REPEATABLE_METHODS = frozenset({"GET", "PUT", "DELETE"})


def may_repeat(method: str, *, has_key: bool) -> bool:
    """Whether the request is idempotent."""
    return method in _REPEATABLE_METHODS or has_key


def is_temporary(method: str, status: int | None) -> bool:
    """Whether the same request may succeed later.

    Args:
        status: None without an answer
    """
    return status is None or status in _TEMPORARY or (status == 500 and method == "GET")


def wait_s(
    attempt: int,
    retry_after: str | None,
    *,
    now: datetime | None = None,
    draw: Callable[[], float] = random.random,
) -> float:
    """Seconds until the next attempt: from the server, at most a minute, otherwise growing.

    Args:
        attempt: number of attempts so far
        retry_after: the header: seconds or a date
        draw: a number in [0, 1)
    """
    asked = _parse_retry_after(retry_after, now or datetime.now(timezone.utc))
    if asked is not None:
        return min(max(asked, 0.0), LONGEST_RETRY_AFTER_S)
    wait = min(FIRST_WAIT_S * 2.0 ** (attempt - 1), LONGEST_WAIT_S)
    return wait * (1 - JITTER + 2 * JITTER * draw())


def _parse_retry_after(header: str | None, now: datetime) -> float | None:
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    return (at if at.tzinfo else at.replace(tzinfo=timezone.utc)).timestamp() - now.timestamp()
