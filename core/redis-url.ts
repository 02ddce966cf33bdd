/**
 * The forms of REDIS_URL: one server (`redis://`), a master that Sentinel names (`redis+sentinel://`), or a cluster
 * (`redis+cluster://`); with `rediss` the connections use TLS.
 */

interface Address {
  host: string;
  port: number;
}

/** User and password of the servers, not of the sentinels. */
interface Access {
  username: string | undefined;
  password: string | undefined;
  tls: boolean;
}

export type RedisTarget =
  | { kind: 'server'; url: string }
  | (Access & {
      kind: 'sentinel';
      sentinels: Address[];
      sentinel_username: string | undefined;
      sentinel_password: string | undefined;
      master: string;
      db: number;
    })
  | (Access & { kind: 'cluster'; nodes: Address[] });

/** Says what is wrong, beginning with a verb; it never contains a part of the URL, which may hold a password. */
export class RedisUrlError extends Error {}

const SENTINEL_PORT = 26_379;
const SERVER_PORT = 6_379;

const SERVER = /^rediss?:\/\/\S+$/;
const SEVERAL =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<access>[^@/?#\s]*)@)?(?<addresses>[^@/?#\s]+)(?:\/(?<path>[^?#\s]*))?(?:\?(?<query>[^#\s]*))?$/;

/** @throws RedisUrlError */
export function parseRedisUrl(text: string): RedisTarget {
  if (SERVER.test(text) && URL.canParse(text)) return { kind: 'server', url: text };
  const { kind, tls, access, addresses = '', path, query } = SEVERAL.exec(text)?.groups ?? {};
  if (kind === undefined)
    throw new RedisUrlError(
      'must be like redis://host:6379, redis+sentinel://host:26379,host:26379/name-of-master or redis+cluster://host:6379,host:6379 (rediss for TLS)',
    );
  const [username, password] = (access ?? '').split(/:(.*)/, 2);
  const shared = { username: decoded(username), password: decoded(password), tls: tls === 's' };
  if (kind === 'cluster') {
    if (path || query)
      throw new RedisUrlError(
        'must end after the addresses of the cluster: it has no databases and no parameters',
      );
    return { kind, ...shared, nodes: parseAddresses(addresses, SERVER_PORT) };
  }
  const parameters = new URLSearchParams(query);
  if ([...parameters.keys()].some((name) => name !== 'sentinel_username' && name !== 'sentinel_password'))
    throw new RedisUrlError('may only have the parameters sentinel_username and sentinel_password');
  return {
    kind: 'sentinel',
    ...shared,
    sentinels: parseAddresses(addresses, SENTINEL_PORT),
    sentinel_username: parameters.get('sentinel_username') ?? undefined,
    sentinel_password: parameters.get('sentinel_password') ?? undefined,
    ...parseMaster(path ?? ''),
  };
}

function parseMaster(path: string): { master: string; db: number } {
  const [master, db = '0', ...more] = path.split('/');
  if (!master || !/^\d{1,5}$/.test(db) || more.length > 0)
    throw new RedisUrlError(
      'must name the master after the addresses of the sentinels, and may name a database: redis+sentinel://host:26379,host:26379/name-of-master/0',
    );
  return { master: decoded(master) as string, db: Number(db) };
}

function parseAddresses(text: string, default_port: number): Address[] {
  return text.split(',').map((address) => {
    const url = URL.canParse(`redis://${address}`) ? new URL(`redis://${address}`) : null;
    if (!url?.hostname)
      throw new RedisUrlError('must have addresses like host:port or [::1]:port, separated by commas');
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || default_port) };
  });
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text ? decodeURIComponent(text) : undefined;
  } catch {
    throw new RedisUrlError('must have a % in names and passwords written as %25');
  }
}
