/**
 * Structured logs: JSON, or readable lines where standard output is a terminal. Every line names the requests on whose behalf
 * it was written. Personal data and credentials are removed here, whichever code logs them.
 */
import { pino, type Logger, type DestinationStream } from 'pino';
import { readableTo } from './readable-log.ts';
import { VERSION } from './version.ts';
import { currentWork, requestFields } from './work.ts';

export type { Logger };

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api_key',
  'key',
  'token',
  'password',
  'secret',
  'private_key',
  'credentials',
  'phone',
  'customer_phone',
  'number',
  'email',
  // PostgreSQL's errors quote the row in it.
  'detail',
];

/** Text and numbers in these fields, at any depth and in any letter case. */
const SECRET_VALUE = new RegExp(
  `"(${SECRET_FIELDS.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*)`,
  'gi',
);

/**
 * Credentials of this service, wherever they are: somebody may type one into a path, or an error may quote one. API keys,
 * tokens of sessions and e-mails, secrets of webhook endpoints; also percent-encoded.
 */
const CREDENTIAL =
  /(ush(?:_|%5f)(?:test|live|sess|reset|verify|consent)(?:_|%5f)|whsec(?:_|%5f))[\w%+/=~.-]+/gi;

function withoutSecrets(line: string): string {
  return line.replace(SECRET_VALUE, '"$1":"[redacted]"').replace(CREDENTIAL, '$1[redacted]');
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service: 'ushirika', version: VERSION },
      formatters: { level: (word) => ({ level: word }) },
      mixin() {
        const work = currentWork();
        return work ? requestFields(work) : {};
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [
          `["${field}"]`,
          `*["${field}"]`,
          `*.*["${field}"]`,
          `*.*.*["${field}"]`,
        ]),
        censor: '[redacted]',
      },
      hooks: { streamWrite: withoutSecrets },
    },
    destination ??
      (process.stdout.isTTY ? readableTo(process.stdout) : pino.destination({ dest: 1, sync: false })),
  );
}
