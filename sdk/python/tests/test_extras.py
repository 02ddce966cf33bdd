"""Methods that are written by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from cases import Driver, answer_to
from recorder import Recorder, Scripted
from ushirika import UshirikaError

Connect = Callable[..., Driver]

IMPORT = {
    "provider": "manual",
    "currency": "KES",
    "period_start": date(2026, 11, 1),
    "period_end": "2026-11-30",
    "csv": "a,b",
}


class TestStatementCsv:
    def test_answers_text(self, connect: Connect, recorder: Recorder) -> None:
        text = "account,date,amount\nsavings,2026-11-22,-10.00\n"
        recorder.expect(*[Scripted(body=text, content_type="text/csv; charset=utf-8")] * 2)
        client = connect()
        period = {"from": date(2026, 1, 1), "to": "2026-12-31"}
        method = "sacco.members.statementCsv"
        assert client.call(method, "mem_1", **period, limit=2, after="x") == text
        raw = client.call_on(client.client.with_response, method, "mem_1", **period)
        assert (raw.data, raw.status) == (text, 200)
        [page, sent] = recorder.requests
        assert sent.headers["accept"] == "text/csv"
        assert sent.path == "/api/v1/sacco/members/mem_1/statement"
        assert sent.query == {"from": "2026-01-01", "to": "2026-12-31"}
        assert page.query == {**sent.query, "limit": "2", "after": "x"}


class TestPdf:
    def test_answers_bytes(self, connect: Connect, recorder: Recorder) -> None:
        content = b"%PDF-1.3\n\xff\xfe\x00"
        recorder.expect(*[Scripted(body=content, content_type="application/pdf")] * 5)
        client = connect()
        period = {"from": "2026-01-01", "to": "2026-12-31"}
        assert client.call("sacco.members.statementPdf", "mem_1", **period) == content
        assert client.call("sacco.entries.receiptPdf", "ent_1", size="a5") == content
        assert client.call("sacco.loans.getPdf", "loan_1", language="am") == content
        assert client.call("sacco.loans.guaranteePdf", "loan_1", "mem_1") == content
        assert client.call("sacco.dividends.linePdf", "div_1", "mem_1") == content
        assert {sent.headers["accept"] for sent in recorder.requests} == {"application/pdf"}
        assert [sent.path for sent in recorder.requests] == [
            "/api/v1/sacco/members/mem_1/statement",
            "/api/v1/sacco/entries/ent_1/receipt",
            "/api/v1/sacco/loans/loan_1",
            "/api/v1/sacco/loans/loan_1/guarantors/mem_1",
            "/api/v1/sacco/dividends/div_1/lines/mem_1",
        ]
        assert [sent.query for sent in recorder.requests[1:3]] == [
            {"size": "a5"},
            {"language": "am"},
        ]


class TestImportAndWait:
    def test_waits_until_it_is_imported(
        self, connect: Connect, recorder: Recorder, waits: list[float]
    ) -> None:
        importing = {"id": "rec_1", "status": "importing"}
        done = {**answer_to("reconciliation.runs.get"), "id": "rec_1", "status": "open"}
        recorder.expect(Scripted(202, importing), Scripted(body=importing), Scripted(body=done))
        run = connect().call("reconciliation.runs.importAndWait", **IMPORT, idempotency_key="k")
        assert (run.id, run.status) == ("rec_1", "open")
        first, *later = recorder.requests
        assert first.headers["idempotency-key"] == "k"
        assert first.json["period_start"] == "2026-11-01"
        assert [sent.path for sent in later] == ["/api/v1/reconciliation/runs/rec_1"] * 2
        assert waits == [1.0, 1.0]

    def test_a_failed_import_is_an_error(
        self, connect: Connect, recorder: Recorder, waits: list[float]
    ) -> None:
        told = {
            "code": "VALIDATION_ERROR",
            "message": "Lines cannot be read.",
            "reason": "empty_statement",
            "details": [{"line_no": 3, "message": "no amount"}],
            "doc_url": "/docs/errors",
        }
        recorder.expect(
            Scripted(202, {"id": "rec_1", "status": "importing"}),
            Scripted(body={"id": "rec_1", "status": "failed", "error": told}),
        )
        with pytest.raises(UshirikaError, match="Lines cannot be read") as raised:
            connect().call("reconciliation.runs.importAndWait", **IMPORT)
        error = raised.value
        assert (error.code, error.reason) == ("VALIDATION_ERROR", "empty_statement")
        assert [(detail.line_no, detail.message) for detail in error.details] == [(3, "no amount")]
        assert waits == [1.0]
