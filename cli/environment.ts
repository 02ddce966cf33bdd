/** The only reader of environment variables and of the system clock. */

/** The environments of a project. */
export const ENVIRONMENTS = ['test', 'live'];

/** An environment variable; undefined if it is unset or empty. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** In milliseconds since 1970. */
export function now_ms(): number {
  return Date.now();
}
