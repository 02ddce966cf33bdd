/** The parts that URLs with several servers have in common: `scheme://name:password@host:port,host:port`. */

export interface Address {
  host: string;
  port: number;
}

/** Says what is wrong with a URL, beginning with a verb; it never contains a part of the URL, which may hold a password. */
export class UrlError extends Error {}

/** @throws UrlError */
export function parseAddresses(text: string, default_port: number): Address[] {
  return text.split(',').map((address) => {
    // Of a scheme that it does not know, the parser keeps every port.
    const url = URL.canParse(`server://${address}`) ? new URL(`server://${address}`) : null;
    if (!url?.hostname)
      throw new UrlError('must have addresses like host:port or [::1]:port, separated by commas');
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || default_port) };
  });
}

/** The name and the password of `name:password`. @throws UrlError */
export function parseAccess(access: string | undefined): {
  username: string | undefined;
  password: string | undefined;
} {
  const [username, password] = (access ?? '').split(/:(.*)/, 2);
  return { username: decoded(username), password: decoded(password) };
}

/** @throws UrlError */
export function decoded(text: string | undefined): string | undefined {
  try {
    return text ? decodeURIComponent(text) : undefined;
  } catch {
    throw new UrlError('must have a % in names and passwords written as %25');
  }
}
