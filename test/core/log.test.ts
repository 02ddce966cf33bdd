import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogger, type Logger } from '../../core/log.ts';

const SECRET = 'opensesame';
const FIELDS = [
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
  'phone',
  'customer_phone',
  'number',
  'email',
];

/** What is written when `use` logs. */
function written(use: (log: Logger) => void, level = 'trace'): string {
  let text = '';
  use(createLogger(level, { write: (line: string) => void (text += line) }));
  return text;
}

/** `value` under that many objects. */
function nested(value: object, depth: number): object {
  let outer = value;
  for (let i = depth; i > 0; i--) outer = { [`level_${i}`]: outer };
  return outer;
}

describe('what identifies a person or opens a door is never written', () => {
  test.each(FIELDS)('%s, at any depth', (field) => {
    for (let depth = 0; depth <= 6; depth++) {
      const line = written((log) =>
        log.info(nested({ [field]: SECRET, kept: 'in sight' }, depth), 'a message'),
      );
      expect(line).not.toContain(SECRET);
      expect(line).toContain('[redacted]');
      expect(line).toContain('in sight');
      expect(JSON.parse(line)).toMatchObject({ msg: 'a message' });
    }
  });

  test('headers, however they are spelt', () => {
    const headers = { Authorization: `Bearer ${SECRET}`, 'X-API-Key': SECRET, Cookie: `ush_board=${SECRET}` };
    const line = written((log) => log.warn({ err: { config: { request: { headers } } } }, 'provider failed'));
    expect(line).not.toContain(SECRET);
    expect(line).toContain('provider failed');
  });

  test('lists', () => {
    const line = written((log) =>
      log.info({
        documents: [{ doc_type: 'passport', number: SECRET }],
        payments: [{ customer_phone: SECRET }],
      }),
    );
    expect(line).not.toContain(SECRET);
    expect(line).toContain('passport');
  });

  test('whole objects of credentials', () => {
    const line = written((log) => log.info({ provider: { credentials: { merchant: SECRET, pin: SECRET } } }));
    expect(line).not.toContain(SECRET);
  });

  test('numbers in place of text', () => {
    expect(written((log) => log.info({ a: { b: { c: { d: { phone: 254712345678 } } } } }))).not.toContain(
      '254712345678',
    );
  });

  test('fields of a child logger', () => {
    expect(
      written((log) => log.child({ token: SECRET, request_id: 'r-1' }).info('from a child')),
    ).not.toContain(SECRET);
  });

  test('what errors carry along, the row that PostgreSQL quotes included', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
      detail: `Key (phone)=(${SECRET}) already exists.`,
      request: { headers: { authorization: SECRET } },
    });
    const line = written((log) => log.error({ err: error }, 'a defect'));
    expect(line).not.toContain(SECRET);
    expect(line).toContain('violates unique constraint');
  });

  test('whatever the secret looks like', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 6 }), (noise, depth) => {
        const secret = `${noise}<${SECRET}>${noise}`;
        const line = written((log) => log.info(nested({ password: secret, after: noise }, depth)));
        expect(line).not.toContain(SECRET);
        const read: unknown = JSON.parse(line);
        expect(JSON.stringify(read)).toContain(JSON.stringify({ after: noise }).slice(1, -1));
      }),
    );
  });
});

describe('what is written', () => {
  test('is one line of JSON with the time and without process and host', () => {
    const line = written((log) => log.info({ payment_id: 'pay_1', booked: 3, amount_minor: 10n }, 'booked'));
    expect(line.trimEnd()).not.toContain('\n');
    const { time, ...rest } = JSON.parse(line);
    expect(rest).toEqual({ level: 30, payment_id: 'pay_1', booked: 3, amount_minor: 10, msg: 'booked' });
    expect(new Date(time).toISOString()).toBe(time);
  });

  test('fields whose names only resemble are left alone', () => {
    const fields = { line_number: 3, keys: ['a'], details: { path: 'x' }, tokens_used: 2, monkey: 'b' };
    expect(JSON.parse(written((log) => log.info(fields)))).toMatchObject(fields);
  });

  test('a message that talks about JSON stays readable', () => {
    const message = 'send {"token":"…"} in the body';
    expect(JSON.parse(written((log) => log.info(message))).msg).toBe(message);
  });

  test('depends on the level', () => {
    const talk = (log: Logger): void => {
      log.debug('quiet');
      log.warn('loud');
    };
    expect(written(talk, 'warn')).toMatch(/^[^\n]*loud[^\n]*\n$/);
    expect(written(talk, 'silent')).toBe('');
  });
});
