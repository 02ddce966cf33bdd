/** The forms of EVENTS_SINK: servers of NATS, `nats://host:4222,host:4222?stream=ushirika&replicas=3`; with `tls` over TLS. */
import { parseAccess, parseAddresses, UrlError, type Address } from './server-list.rules.ts';

export interface NatsTarget {
  servers: Address[];
  tls: boolean;
  /** A name with a password; a name alone is a token. */
  username: string | undefined;
  password: string | undefined;
  /** The stream, and the first part of its subjects. */
  stream: string;
  /** Servers that keep a copy of the stream, if it is created. */
  replicas: number;
}

const PORT = 4_222;
const DEFAULT_STREAM = 'ushirika';
const PARAMETERS = new Set(['stream', 'replicas']);

const FORM =
  /^(?<scheme>nats|tls):\/\/(?:(?<access>[^@/?#\s]*)@)?(?<addresses>[^@/?#\s]+)\/?(?:\?(?<query>[^#\s]*))?$/;

/** @throws UrlError */
export function parseNatsUrl(text: string): NatsTarget {
  const { scheme, access, addresses = '', query } = FORM.exec(text)?.groups ?? {};
  if (scheme === undefined)
    throw new UrlError(
      'must be like nats://user:password@host:4222, nats://token@host:4222,host:4222 or tls://host:4222?stream=ushirika',
    );
  const parameters = new URLSearchParams(query);
  if ([...parameters.keys()].some((name) => !PARAMETERS.has(name)))
    throw new UrlError('may only have the parameters stream and replicas');
  const stream = parameters.get('stream') ?? DEFAULT_STREAM;
  if (!/^[\w-]{1,64}$/.test(stream))
    throw new UrlError('must have a stream of at most 64 letters, digits, - and _');
  const replicas = parameters.get('replicas') ?? '1';
  if (!/^[135]$/.test(replicas)) throw new UrlError('must have 1, 3 or 5 replicas');
  return {
    servers: parseAddresses(addresses, PORT),
    tls: scheme === 'tls',
    ...parseAccess(access),
    stream,
    replicas: Number(replicas),
  };
}
