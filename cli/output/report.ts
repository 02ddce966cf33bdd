/** What the program ends with, and says, when a command failed. */
import { APIConnectionError, UshirikaError } from '@ushirika/sdk/transport';
import { CliError, EXIT, Interrupted, type ExitCode } from '../failure.ts';
import { visible } from './visible.rules.ts';

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
  if (!isRefusal(error)) return EXIT.unavailable;
  return BY_STATUS[error.status ?? 0] ?? EXIT.refused;
}

/** Did the service say no? Otherwise there was no answer, a fault, or an answer of something else than the API. */
function isRefusal({ status }: UshirikaError): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/** Is it unknown whether what was asked for was done? */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof Interrupted) return true;
  return error instanceof UshirikaError && !isRefusal(error);
}

/** What stderr says of it: as text, or with `--json` as the API writes errors. */
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

/** Codes of the system under which connections fail, as people say it. */
const CONNECTIONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'the name of the address is not known',
  EAI_AGAIN: 'the name of the address cannot be looked up now',
  ECONNRESET: 'it was cut before the answer came',
  EPIPE: 'it was cut before the answer came',
  UND_ERR_SOCKET: 'it was cut before the answer came',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers at that address',
  EHOSTUNREACH: 'there is no way to that address',
  ENETUNREACH: 'there is no way to that address',
};

function messageOf(error: Error): string {
  const { cause } = error as { cause?: { cause?: { code?: string } } };
  const said = error instanceof APIConnectionError ? CONNECTIONS[cause?.cause?.code ?? ''] : undefined;
  return said === undefined ? error.message : `The connection failed: ${said}.`;
}
