/** Where to go after signing in. */

/** @returns the path where it is local, else the desk: another site is never followed */
export function localPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return '/';
  return next;
}

export function signInPath(at: string): string {
  return at === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(at)}`;
}
