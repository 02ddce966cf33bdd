/** A client of the API, as any merchant would write one: it knows the wire, and what the document promises. */
import { expectDocumented } from './documented.ts';

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or null without a body. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests look at answers field by field
  body: any;
  text: string;
}

export class Client {
  readonly base_url: string;
  readonly headers: Record<string, string>;

  constructor(base_url: string, headers: Record<string, string> = {}) {
    this.base_url = base_url;
    this.headers = headers;
  }

  /** The same client with more headers. */
  with(headers: Record<string, string>): Client {
    return new Client(this.base_url, { ...this.headers, ...headers });
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(this.base_url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer = isJson && text ? JSON.parse(text) : null;
    expectDocumented({ method, url: path, request: body, status: response.status, answer });
    return { status: response.status, headers: response.headers, body: answer, text };
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body?: unknown): Promise<Reply> {
    return this.send('PUT', path, body);
  }

  patch(path: string, body?: unknown): Promise<Reply> {
    return this.send('PATCH', path, body);
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path);
  }
}
