/** The environment of the process, and its time. The one place that reads either. */

/** Of a project. */
export const ENVIRONMENTS = ['test', 'live'];

/** An environment variable; undefined where there is none or it is empty. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** In milliseconds since 1970. */
export function now_ms(): number {
  return Date.now();
}
