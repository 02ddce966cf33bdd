/**
 * Database URLs with several servers, in the form of libpq: `postgresql://user:password@a:5432,b:5432/name`, and perhaps
 * `?target_session_attrs=read-write`.
 */

const SCHEMES = ['postgresql://', 'postgres://'];
/** Of libpq's values, those with which a service that writes can work. */
const WRITABLE = new Set(['read-write', 'primary']);

/**
 * @returns a URL for each server, in their order: the same but for the server, and without what only concerns the choice
 * @throws Error which says what is wrong with it
 */
export function serverUrls(url: string): string[] {
  const { start, servers, path, parameters: given } = partsOf(url);
  const names = servers.split(',');
  if (start === '' || (names.length > 1 && names.includes('')))
    throw new Error(
      'must be postgresql://user:password@host:port/database, with commas between several host:port',
    );
  const query = new URLSearchParams(given);
  const wanted = query.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.has(wanted))
    throw new Error('must have target_session_attrs=read-write, or none: the service writes');
  query.delete('target_session_attrs');
  const parameters = query.size > 0 ? `?${query.toString()}` : '';
  const urls = names.map((name) => start + name + path + parameters);
  if (!urls.every((each) => URL.canParse(each))) throw new Error('is not a valid URL');
  return urls;
}

interface Parts {
  /** The scheme, with user and password; '' where the scheme is another one. */
  start: string;
  servers: string;
  path: string;
  parameters: string;
}

function partsOf(url: string): Parts {
  const scheme = SCHEMES.find((each) => url.startsWith(each));
  if (scheme === undefined) return { start: '', servers: '', path: '', parameters: '' };
  const [without_fragment = ''] = url.split('#', 1);
  const [address, parameters] = cut(without_fragment, without_fragment.indexOf('?'));
  const [before_path, path] = cut(address, address.indexOf('/', scheme.length));
  const servers_at = Math.max(scheme.length, before_path.lastIndexOf('@') + 1);
  return {
    start: before_path.slice(0, servers_at),
    servers: before_path.slice(servers_at),
    path,
    parameters,
  };
}

/** @param at where the second part begins; -1: there is none */
function cut(text: string, at: number): [string, string] {
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}
