/** Exit code and message of a failed command. */
import { APIConnectionError, UshirikaError } from '@ushirika/sdk/transport';
import { CliError, EXIT, Interrupted, type ExitCode } from '../failure.ts';
import { visible } from './visible.rules.ts';

/** The error codes in `--json` of errors that are not from the API. */
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
  if (!isRefusal(error)) return EXIT.unavailable;
  return BY_STATUS[error.status ?? 0] ?? EXIT.refused;
}

/** Did the service reject the request? Otherwise there was no answer, a fault, or an answer of another server. */
function isRefusal({ status }: UshirikaError): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/** Is it unknown whether the request was carried out? */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Interrupted) return true;
  return error instanceof UshirikaError && !isRefusal(error);
}

/** The error for stderr: as text, or with `--json` in the API's format. */
export function describeError(error: unknown, as_json: boolean): string {
  const { message } = error as Error;
  const body = error instanceof UshirikaError ? error.body : undefined;
  if (as_json) {
    const code = CODES[exitCodeOf(error)] ?? 'ERROR';
    return JSON.stringify({ error: body ?? { code, message } });
  }
  const lines = [`error: ${messageOf(error as Error)}`];
  if (body?.reason) lines.push(`  reason: ${body.reason}`);
  for (const { path, line_no, message: cause } of body?.details ?? [])
    lines.push(`  ${line_no === undefined ? path : `line ${line_no}`}: ${cause}`);
  if (body?.details_omitted) lines.push(`  and ${body.details_omitted} more`);
  const request_id = error instanceof UshirikaError ? error.requestId : undefined;
  if (request_id !== undefined) lines.push(`  request: ${request_id}`);
  return lines.map(visible).join('\n');
}

/** Causes of failed connections, by error code. */
const CONNECTIONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ECONNRESET: 'it was closed before the answer',
  EPIPE: 'it was closed before the answer',
  UND_ERR_SOCKET: 'it was closed before the answer',
  UND_ERR_ABORTED: 'the proxy refused it',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers at that address',
  EHOSTUNREACH: 'there is no route to that address',
  ENETUNREACH: 'there is no route to that address',
};

function messageOf(error: Error): string {
  const { cause } = error as { cause?: { cause?: { code?: string } } };
  const reason = error instanceof APIConnectionError ? CONNECTIONS[cause?.cause?.code ?? ''] : undefined;
  return reason === undefined ? error.message : `The connection failed: ${reason}.`;
}
