/** Structured logs. What identifies a person or opens a door is removed here, whoever logs it. */
import { pino, type Logger, type DestinationStream } from 'pino';

export type { Logger };

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
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
];

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
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
