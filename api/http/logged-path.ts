/** Paths as logs show them: whoever knows the end of these could send callbacks, decide as a guarantor, or read what a paper tells. */
const SECRET_END = /^(\/(?:callbacks\/(?:senders|[^/]+\/[^/]+)|documents|consent)\/).+$/i;

/** @param path without its query */
export function loggedPath(path: string): string {
  return path.replace(SECRET_END, '$1…');
}
