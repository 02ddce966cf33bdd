/** What the program ends with, and says, when a command failed. */
import { UshirikaError } from '@ushirika/sdk/transport';
import { CliError, EXIT, Interrupted, type ExitCode } from './failure.ts';

/** Codes of errors that are no answer of the API, as `--json` has them. */
const CODES: Partial<Record<ExitCode, string>> = {
  [EXIT.usage]: 'USAGE',
  [EXIT.not_allowed]: 'NOT_SIGNED_IN',
  [EXIT.unavailable]: 'UNAVAILABLE',
};

const BY_STATUS: Record<number, ExitCode> = {
  401: EXIT.not_allowed,
  403: EXIT.not_allowed,
  404: EXIT.not_found,
  409: EXIT.conflict,
  429: EXIT.unavailable,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exit_code;
  if (error instanceof Interrupted) return EXIT.interrupted;
  if (!(error instanceof UshirikaError)) return EXIT.refused;
  // Without a status there was no answer.
  if (error.status === undefined || error.status >= 500) return EXIT.unavailable;
  return BY_STATUS[error.status] ?? EXIT.refused;
}

/** Is it unknown whether what was asked for was done? */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Interrupted) return true;
  return error instanceof UshirikaError && (error.status === undefined || error.status >= 500);
}

/** What stderr says of it: as text, or with `--json` as the API writes errors. */
export function describeError(error: unknown, as_json: boolean): string {
  const { message } = error as Error;
  const body = error instanceof UshirikaError ? error.body : undefined;
  if (as_json) {
    const code = CODES[exitCodeOf(error)] ?? 'ERROR';
    return JSON.stringify({ error: body ?? { code, message } });
  }
  const lines = [`error: ${message}`];
  if (body?.reason) lines.push(`  reason: ${body.reason}`);
  for (const { path, line_no, message: cause } of body?.details ?? [])
    lines.push(`  ${line_no === undefined ? path : `line ${line_no}`}: ${cause}`);
  if (body?.details_omitted) lines.push(`  and ${body.details_omitted} more`);
  const request_id = error instanceof UshirikaError ? error.requestId : undefined;
  if (request_id !== undefined) lines.push(`  request: ${request_id}`);
  return lines.join('\n');
}
