"""Shared by all tests: the recording server, and the clients over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from cases import Driver, driver
from recorder import Recorder
from service import Service, running_service

FIRST = ["test_wheel.py", "test_walk.py", "test_client.py", "test_docs.py"]
"""What takes long; of two processes only one starts the service."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.path.name, len(order)))


@pytest.fixture(scope="session")
def _recorder() -> Iterator[Recorder]:
    recorder = Recorder()
    yield recorder
    recorder.stop()


@pytest.fixture
def recorder(_recorder: Recorder) -> Recorder:
    _recorder.expect()
    return _recorder


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def connect(recorder: Recorder, kind: str) -> Iterator[Callable[..., Driver]]:
    """Makes clients of the recording server."""
    with ExitStack() as stack:

        def make(**options: Any) -> Driver:
            return stack.enter_context(driver(kind, recorder.url, **options))

        yield make


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that clients wait between tries; they do not really."""
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    for module in ("_transport", "_extras"):
        monkeypatch.setattr(f"ushirika.{module}.sleep", waited.append)
        monkeypatch.setattr(f"ushirika.{module}.wait", wait)
    return waited


@pytest.fixture(scope="session")
def service_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.fixture
def service(service_url: str) -> Iterator[Service]:
    """A project of its own."""
    service = Service(service_url)
    yield service
    service.close()
