"""Lists answer a page, and go over everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cases import CASES, Driver, answer_to
from recorder import Recorder, Scripted

Connect = Callable[..., Driver]

PAGING = CASES["paging"]
PLURAL: str = PAGING["plural"]


def pages() -> list[Scripted]:
    """2,500 rows, a page each."""
    row: dict[str, Any] = answer_to(PAGING["method"])[PLURAL][0]
    total, limit = PAGING["rows"], PAGING["limit"]
    return [
        Scripted(
            body={
                PLURAL: [
                    {**row, "id": f"cus_{number}"}
                    for number in range(begin + 1, min(begin + limit, total) + 1)
                ],
                "next_after": str(begin + limit) if begin + limit < total else None,
            }
        )
        for begin in range(0, total, limit)
    ]


EVERY_ID = [f"cus_{number}" for number in range(1, PAGING["rows"] + 1)]


def test_iterating_goes_over_everything(connect: Connect, recorder: Recorder) -> None:
    recorder.expect(*pages())
    client = connect()
    rows = client.everything(client.client.customers.list(limit=PAGING["limit"]))
    assert [row.id for row in rows] == EVERY_ID
    assert [sent.query for sent in recorder.requests] == PAGING["requests"]


def test_a_page_that_was_waited_for_can_be_iterated(connect: Connect, recorder: Recorder) -> None:
    recorder.expect(*pages())
    client = connect()
    page = client.call(PAGING["method"], limit=PAGING["limit"])
    assert len(page.items) == PAGING["limit"]
    assert [row.id for row in client.everything(page)] == EVERY_ID
    assert len(recorder.requests) == 3


def test_page_by_page(connect: Connect, recorder: Recorder) -> None:
    recorder.expect(*pages())
    client = connect()
    page = client.call(PAGING["method"], limit=PAGING["limit"])
    seen = []
    while page is not None:
        seen.append((len(page.items), page.next_after, page.has_more))
        page = client.run(page.next_page())
    assert seen == [(1000, "1000", True), (1000, "2000", True), (500, None, False)]


def test_stopping_asks_for_no_more(connect: Connect, recorder: Recorder) -> None:
    recorder.expect(*pages())
    client = connect()
    answer = client.client.customers.list(limit=PAGING["limit"])
    if client.is_async:

        async def first() -> Any:
            async for row in answer:
                return row

        found = client.run(first())
    else:
        found = next(iter(answer))
    assert found.id == "cus_1"
    assert len(recorder.requests) == 1


def test_what_stands_beside_the_list(connect: Connect, recorder: Recorder) -> None:
    recorder.expect(Scripted(body=answer_to("ledger.accounts.list")))
    page = connect().call("ledger.accounts.list")
    assert set(page.fields) == {"backend", "environment"}
