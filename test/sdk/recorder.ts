/** A server that answers what a test tells it to, one answer a request, and remembers every request. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  /** Text as it is, anything else as JSON. */
  body?: unknown;
  content_type?: string;
  /** The connection ends instead. */
  cut?: 'before_answer' | 'within_answer';
  /** No answer ever. */
  hang?: boolean;
}

export interface Recorded {
  verb: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  text: string;
}

export class Recorder {
  readonly requests: Recorded[] = [];
  answers: Scripted[] = [];
  #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Recorder> {
    const server = createServer();
    const recorder = new Recorder(server);
    server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://recorder');
        recorder.requests.push({
          verb: request.method ?? '',
          path: pathname,
          query: Object.fromEntries(searchParams),
          headers: request.headers,
          text,
        });
        answer(response, recorder.answers.shift() ?? { status: 599, body: 'nothing more was expected' });
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets all requests; these are the answers to the next. */
  expect(...answers: Scripted[]): void {
    this.requests.length = 0;
    this.answers = answers;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function answer(response: ServerResponse, scripted: Scripted): void {
  const { status = 200, headers = {}, body, cut, hang } = scripted;
  if (hang) return;
  if (cut === 'before_answer') {
    response.socket?.destroy();
    return;
  }
  const text =
    typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);
  const type = scripted.content_type ?? (typeof body === 'string' ? 'text/html' : 'application/json');
  response.writeHead(status, { 'content-type': type, ...headers });
  if (cut === 'within_answer') {
    response.write('{"id":"x_', () => response.socket?.destroy());
    return;
  }
  response.end(text);
}
