/** Structured logs. What identifies a person or is a credential is removed here, wherever it is logged. */
import { pino, type Logger, type DestinationStream } from 'pino';

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
  // PostgreSQL's errors quote the row there.
  'detail',
];

/** Text and numbers in these fields, however deep and in whatever letter case. */
const SECRET_VALUE = new RegExp(
  `"(${SECRET_FIELDS.join('|')})":(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*)`,
  'gi',
);

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
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
      hooks: { streamWrite: (line) => line.replace(SECRET_VALUE, '"$1":"[redacted]"') },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
