/**
 * The base of the generated resources: turns the description of an operation and its arguments into a request. Its own members
 * begin with `_`, unlike names of operations.
 */
import { Call, type FullAnswer } from './call.ts';
import { withMajorUnits } from './json.ts';
import { checkAmounts, renamed, toCamel, toSnake } from './names.ts';
import { Page, PageCall } from './page.ts';
import { pathOf } from './path.ts';
import { webCrypto } from './platform.ts';
import { requireObject, unreadable } from './readable.ts';
import type { Transport, TransportRequest } from './transport.ts';

export interface RequestOptions {
  signal?: AbortSignal;
  /** Time limit of each attempt, in seconds. */
  timeout?: number;
  maxRetries?: number;
  headers?: Readonly<Record<string, string>>;
}

export interface KeyOptions extends RequestOptions {
  /** The same request with the same key takes effect once, however often it is sent. Random by default. */
  idempotencyKey?: string;
}

/** The generated description of an operation; paths of maps as in names.ts. */
export interface OperationFacts {
  verb: string;
  /** `/api/v1/payments/{payment}` */
  path: string;
  /** Where the idempotency key goes. */
  key?: 'header' | 'body';
  /** Parameters that go into the query; without it all do, or all are the body. */
  query?: readonly string[];
  body?: boolean;
  /** Is the amount sent as a number of major units? */
  major?: boolean;
  /** Is the answer text, or a PDF, instead of JSON? */
  raw?: boolean;
  sent_maps?: readonly string[];
  answered_maps?: readonly string[];
}

export class Resource {
  protected readonly _transport: Transport;

  constructor(transport: Transport) {
    this._transport = transport;
  }

  protected _call<T>(
    facts: OperationFacts,
    ids: readonly (string | number)[],
    params?: object,
    options?: KeyOptions,
  ): Call<T> {
    return new Call(this.#send(facts, ids, params, options) as Promise<FullAnswer<T>>);
  }

  /** @param plural the field of the answer that holds the list */
  protected _list<T, Fields extends object = object>(
    plural: string,
    facts: OperationFacts,
    ids: readonly (string | number)[],
    params: object = {},
    options?: RequestOptions,
  ): PageCall<T, Page<T> & Fields> {
    type P = Page<T> & Fields;
    const read = async (after?: string): Promise<FullAnswer<P>> => {
      const asked = after === undefined ? params : { ...params, after };
      const answer = await this.#send(facts, ids, asked, options);
      const {
        [toCamel(plural)]: items,
        nextAfter: next = null,
        ...fields
      } = answer.data as Record<string, unknown> & { nextAfter?: string | number | null };
      if (!Array.isArray(items)) throw unreadable(answer, `it has no list ${plural}`);
      // The cursors of a statement's lines are line numbers.
      const page = new Page<T>(items, next === null ? null : String(next), read);
      const others = Object.entries(fields).filter(([name]) => !(name in page));
      return { ...answer, data: Object.assign(page, Object.fromEntries(others)) as unknown as P };
    };
    return new PageCall<T, P>(read());
  }

  async #send(
    facts: OperationFacts,
    ids: readonly (string | number)[],
    params: object = {},
    options: KeyOptions = {},
  ): Promise<FullAnswer<unknown>> {
    const { verb, key: key_place, sent_maps = [] } = facts;
    const wire = renamed(params, toSnake, sent_maps) as Record<string, unknown>;
    checkAmounts(wire, sent_maps);
    if (key_place && 'idempotency_key' in wire)
      throw new TypeError('idempotencyKey is an option: it belongs into the argument after the parameters');
    const key = key_place && (options.idempotencyKey ?? webCrypto().randomUUID());
    if (key !== undefined && !KEY.test(key))
      throw new TypeError('idempotencyKey is 1 to 255 printable ASCII characters');
    const answer = await this._transport.request(verb, pathOf(facts.path, ids), {
      ...options,
      ...partsOf(facts, key_place === 'body' ? { ...wire, idempotency_key: key } : wire),
      idempotencyKey: key_place === 'header' ? key : undefined,
    });
    if (!facts.raw) requireObject({ ...answer, idempotencyKey: key });
    const data = facts.raw ? answer.data : renamed(answer.data, toCamel, facts.answered_maps);
    // The body of a payment is the stored one; only the header shows the replay.
    if (key_place === 'header') Object.assign(data as object, { replayed: answer.replayed });
    const { status, headers, requestId, replayed } = answer;
    return { data, status, headers, requestId, replayed };
  }
}

/** A valid idempotency key: not empty, and printable in a header. */
const KEY = /^[ -~]{1,255}$/;

function partsOf(
  { body: has_body, query: names, major }: OperationFacts,
  wire: Record<string, unknown>,
): Pick<TransportRequest, 'query' | 'body'> {
  if (!has_body) return { query: wire };
  const fields = Object.entries(wire);
  const query = Object.fromEntries(fields.filter(([name]) => names?.includes(name)));
  const body = Object.fromEntries(fields.filter(([name]) => !names?.includes(name)));
  return { query, body: major ? withMajorUnits(body as { amount_minor: number }) : body };
}
