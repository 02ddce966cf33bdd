"""The options of a client."""

from __future__ import annotations

import logging

import httpx
import pytest

from cases import CASES, Driver, answer_to, driver
from recorder import Recorder, Scripted
from ushirika import AsyncUshirika, Unknown, Ushirika, models

URL = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("USHIRIKA_API_KEY", "USHIRIKA_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(("key", "environment"), CASES["credentials"]["accepted"].items())
def test_the_environment_is_the_keys(kind: str, key: str, environment: str) -> None:
    with driver(kind, URL, api_key=key) as client:
        assert client.client.environment == environment
        assert key not in repr(client.client)


@pytest.mark.parametrize("key", [None, *CASES["credentials"]["refused"]])
def test_other_credentials_are_refused(key: str | None) -> None:
    for make in (Ushirika, AsyncUshirika):
        with pytest.raises(ValueError, match="API key") as raised:
            make(api_key=key, base_url=URL)
        assert not key or key == "ush_test_" or key not in str(raised.value)


def test_a_session_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"a person's session\. A server uses an API key"):
        Ushirika(api_key="ush_sess_abc", base_url=URL)


@pytest.mark.parametrize("url", [None, "", "pay.example", "ftp://pay", "https://", "http://a:b@c"])
def test_an_address_is_needed(url: str | None) -> None:
    with pytest.raises(ValueError, match="Give the address of the service"):
        Ushirika(api_key="ush_test_1", base_url=url)


def test_other_options() -> None:
    with pytest.raises(ValueError, match="timeout must be above 0"):
        Ushirika(api_key="ush_test_1", base_url=URL, timeout=0)
    with pytest.raises(ValueError, match="max_retries must not be negative"):
        Ushirika(api_key="ush_test_1", base_url=URL, max_retries=-1)
    with pytest.raises(ValueError, match="max_retries must not be negative"):
        Ushirika(api_key="ush_test_1", base_url=URL, max_retries=float("nan"))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["hidden\n", "hid\r\nden", " hidden", "hidden…"])
def test_headers_that_cannot_be_sent_are_not_shown(value: str) -> None:
    with pytest.raises(ValueError, match="The value of header X-Proxy must be") as raised:
        Ushirika(api_key="ush_test_1", base_url=URL, headers={"X-Proxy": value})
    assert "hid" not in str(raised.value)


def test_options_of_the_environment(monkeypatch: pytest.MonkeyPatch, recorder: Recorder) -> None:
    monkeypatch.setenv("USHIRIKA_API_KEY", "ush_live_env")
    monkeypatch.setenv("USHIRIKA_BASE_URL", f"{recorder.url}/")
    recorder.expect(Scripted(body=answer_to("sacco.treasury")))
    with Ushirika() as client:
        assert client.environment == "live"
        assert repr(client) == f"Ushirika({recorder.url!r}, environment='live')"
        client.sacco.treasury()
    assert recorder.requests[0].headers["authorization"] == "Bearer ush_live_env"
    assert recorder.requests[0].path == "/api/v1/sacco/treasury"


def test_a_path_in_the_address_is_kept(kind: str, recorder: Recorder) -> None:
    recorder.expect(Scripted(body={"status": "ok"}))
    with driver(kind, f"{recorder.url}/money/") as client:
        assert client.call("health").status == "ok"
    assert recorder.requests[0].path == "/money/health"


def test_an_http_client_that_is_given_stays_open(recorder: Recorder) -> None:
    recorder.expect(Scripted(body={"status": "ok"}))
    with httpx.Client(headers={"X-Ours": "1"}) as http_client:
        with Ushirika(
            api_key="ush_test_1", base_url=recorder.url, http_client=http_client
        ) as client:
            client.health()
        assert not http_client.is_closed
    assert recorder.requests[0].headers["x-ours"] == "1"


def test_a_client_of_its_own_is_closed(kind: str, recorder: Recorder) -> None:
    recorder.expect(Scripted(body={"status": "ok"}))
    with driver(kind, recorder.url, http_client=None) as client:
        client.call("health")
        own = client.client._transport._client
        assert not own.is_closed
    assert own.is_closed


def test_a_logger_that_is_given(
    recorder: Recorder, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    recorder.expect(Scripted(body={"status": "ok"}))
    logger = logging.getLogger("ours")
    caplog.set_level("DEBUG", logger="ours")
    with driver(kind, recorder.url, logger=logger) as client:
        client.call("health")
    assert ("ours", logging.DEBUG, "GET /health: 200 after 1 tries") in caplog.record_tuples


class TestModels:
    def read(self, client: Driver, recorder: Recorder, **changed: object) -> models.Payment:
        recorder.expect(Scripted(body={**answer_to("payments.get"), **changed}))
        payment: models.Payment = client.call("payments.get", "pay_1")
        return payment

    @pytest.fixture
    def client(self, recorder: Recorder) -> object:
        with driver("sync", recorder.url) as client:
            yield client

    def test_fields_and_values_may_be_added(self, client: Driver, recorder: Recorder) -> None:
        payment = self.read(client, recorder, status="disputed", currency="ZZZ", risk={"score": 1})
        assert (payment.status, payment.currency) == ("disputed", "ZZZ")
        assert payment.model_extra == {"risk": {"score": 1}}

    def test_cannot_be_changed(self, client: Driver, recorder: Recorder) -> None:
        payment = self.read(client, recorder)
        with pytest.raises(ValueError, match="frozen"):
            payment.status = "completed"

    def test_unions(self, client: Driver, recorder: Recorder) -> None:
        redirect = {"type": "redirect", "url": "https://pay.example"}
        prompt = {"type": "prompt", "message": "Enter your PIN"}
        other = {"type": "hologram", "message": "Look up", "url": "x"}
        actions = [
            self.read(client, recorder, next_action=action).next_action
            for action in (redirect, prompt, other, None)
        ]
        assert [type(action) for action in actions] == [
            models.RedirectAction,
            models.PromptAction,
            Unknown,
            type(None),
        ]
