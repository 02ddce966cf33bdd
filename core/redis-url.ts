/**
 * The forms of REDIS_URL: one server (`redis://`), a master that Sentinel names (`redis+sentinel://`), or a cluster
 * (`redis+cluster://`); with `rediss` the connections use TLS.
 */
import { decoded, parseAccess, parseAddresses, UrlError, type Address } from './server-list.rules.ts';

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

const SENTINEL_PORT = 26_379;
const SERVER_PORT = 6_379;

const SERVER = /^rediss?:\/\/\S+$/;
const SEVERAL =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<access>[^@/?#\s]*)@)?(?<addresses>[^@/?#\s]+)(?:\/(?<path>[^?#\s]*))?(?:\?(?<query>[^#\s]*))?$/;

/** @throws UrlError */
export function parseRedisUrl(text: string): RedisTarget {
  if (SERVER.test(text) && URL.canParse(text)) return { kind: 'server', url: text };
  const { kind, tls, access, addresses = '', path, query } = SEVERAL.exec(text)?.groups ?? {};
  if (kind === undefined)
    throw new UrlError(
      'must be like redis://host:6379, redis+sentinel://host:26379,host:26379/name-of-master or redis+cluster://host:6379,host:6379 (rediss for TLS)',
    );
  const shared = { ...parseAccess(access), tls: tls === 's' };
  if (kind === 'cluster') {
    if (path || query)
      throw new UrlError(
        'must end after the addresses of the cluster: it has no databases and no parameters',
      );
    return { kind, ...shared, nodes: parseAddresses(addresses, SERVER_PORT) };
  }
  const parameters = new URLSearchParams(query);
  if ([...parameters.keys()].some((name) => name !== 'sentinel_username' && name !== 'sentinel_password'))
    throw new UrlError('may only have the parameters sentinel_username and sentinel_password');
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
    throw new UrlError(
      'must name the master after the addresses of the sentinels, and may name a database: redis+sentinel://host:26379,host:26379/name-of-master/0',
    );
  return { master: decoded(master) as string, db: Number(db) };
}
