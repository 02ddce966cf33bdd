/** Where to go after signing in. */

/** @returns the path where it is one of this site, else the desk: an address of somebody else's is never followed */
export function localPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return '/';
  return next;
}

export function signInPath(at: string): string {
  return at === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(at)}`;
}
