/**
 * Database URLs with several servers, in the form of libpq: `postgresql://user:password@a:5432,b:5432/name`, and perhaps
 * `?target_session_attrs=read-write`.
 */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(.*)$/;
/** Of libpq's values, those with which a service that writes can work. */
const WRITABLE = new Set(['read-write', 'primary']);

/**
 * @returns a URL for each server, in their order: the same but for the server, and without what only concerns the choice
 * @throws Error which says what is wrong with it
 */
export function serverUrls(url: string): string[] {
  const [, start = '', servers = '', path = '', rest = ''] = PARTS.exec(url) ?? [];
  const names = servers.split(',');
  if (start === '' || (names.length > 1 && names.includes('')))
    throw new Error(
      'must be postgresql://user:password@host:port/database, with commas between several host:port',
    );
  const query = new URLSearchParams(rest.replace(/#.*$/, ''));
  const wanted = query.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.has(wanted))
    throw new Error('must have target_session_attrs=read-write, or none: the service writes');
  query.delete('target_session_attrs');
  const parameters = query.size > 0 ? `?${query.toString()}` : '';
  const urls = names.map((name) => start + name + path + parameters);
  if (!urls.every((each) => URL.canParse(each))) throw new Error('is not a valid URL');
  return urls;
}
