"""A server that answers what a test tells it to, and remembers every request."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Scripted:
    """An answer. Text and bytes are sent as they are, anything else as JSON."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] | None = None
    content_type: str | None = None
    cut: Literal["before_answer", "within_answer"] | None = None
    hang: bool = False


@dataclass
class Recorded:
    verb: str
    path: str
    query: dict[str, str]
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text) if self.text else None


class Recorder:
    """Listens on loopback until `stop`."""

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self.answers: list[Scripted] = []
        self._over = threading.Event()
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                recorder._serve(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

            def log_message(self, format: str, *args: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Clients that went away are what some tests are about."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.01,), daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def expect(self, *answers: Scripted) -> None:
        """Forgets all requests; these are the answers to the next."""
        self.requests.clear()
        self.answers = list(answers)

    def stop(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length") or 0)
        text = handler.rfile.read(length).decode()
        url = urlsplit(handler.path)
        query = dict(parse_qsl(url.query, keep_blank_values=True))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.requests.append(Recorded(handler.command, url.path, query, headers, text))
        unexpected = Scripted(599, "nothing more was expected")
        scripted = self.answers.pop(0) if self.answers else unexpected
        if scripted.hang:
            self._over.wait(timeout=5)
        if scripted.hang or scripted.cut == "before_answer":
            self._cut(handler)
            return
        content = _content(scripted.body)
        kind = "text/html" if isinstance(scripted.body, str) else "application/json"
        handler.send_response(scripted.status)
        handler.send_header("Content-Type", scripted.content_type or kind)
        for name, value in (scripted.headers or {}).items():
            handler.send_header(name, value)
        if scripted.status != 204:
            # An answer that is cut promises more than comes.
            handler.send_header("Content-Length", str(len(content) + 100 * bool(scripted.cut)))
        handler.end_headers()
        handler.wfile.write(content)
        if scripted.cut == "within_answer":
            self._cut(handler)

    @staticmethod
    def _cut(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        handler.wfile.flush()
        handler.connection.shutdown(socket.SHUT_RDWR)


def _content(body: Any) -> bytes:
    if body is None:
        return b""
    if isinstance(body, bytes):
        return body
    return body.encode() if isinstance(body, str) else json.dumps(body).encode()
