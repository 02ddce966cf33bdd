import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchCalls } from '../../core/batch.ts';
import { createLogger, type Logger } from '../../core/log.ts';
import { readableLine } from '../../core/readable-log.ts';
import { newWork, runAs } from '../../core/work.ts';

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

  test.each(['ush_test_', 'ush_live_', 'ush_sess_', 'ush_reset_', 'ush_verify_', 'whsec_'])(
    'a credential %s…, in whatever field, message or error, as it is or percent-encoded',
    (prefix) => {
      for (const credential of [
        `${prefix}Ab-9_${SECRET}`,
        `${prefix.replaceAll('_', '%5F')}%2B${SECRET}/=`,
      ]) {
        const cause = new Error(`no row for ${credential}`);
        const line = written((log) => {
          log.info({ path: `/api/v1/payments/${credential}`, list: [credential] }, `of ${credential}`);
          log.error({ err: new Error(`value "${credential}" is too long`, { cause }) }, 'a defect');
        });
        expect(line).not.toContain(SECRET);
        expect(line).toContain('[redacted]');
        const [first, second] = line.trimEnd().split('\n');
        expect(JSON.parse(first ?? '')).toMatchObject({
          path: expect.stringMatching(/^\/api\/v1\/payments\//),
        });
        expect(JSON.parse(second ?? '')).toMatchObject({ msg: 'a defect' });
      }
    },
  );

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
    expect(rest).toEqual({
      level: 'info',
      service: 'ushirika',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      payment_id: 'pay_1',
      booked: 3,
      amount_minor: 10,
      msg: 'booked',
    });
    expect(new Date(time).toISOString()).toBe(time);
  });

  test('names the requests on whose behalf it is written, each batch those that share it', async () => {
    const lines: object[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
    const submit = batchCalls<string, string>(
      async (items) => {
        await new Promise(setImmediate);
        log.info('batch');
        return items;
      },
      { max_weight: 2 },
    );
    const ask = (id: string) =>
      runAs(newWork({ request_ids: [id] }), async () => {
        await submit(id);
        log.info('answered');
      });
    await Promise.all([ask('r-1'), ask('r-2'), ask('r-3'), submit('nobody')]);
    log.info('after');
    const kept = lines.map((line) => {
      const { msg, request_id, request_ids } = line as Record<string, unknown>;
      return { msg, request_id, request_ids };
    });
    expect(kept.filter(({ msg }) => msg === 'batch')).toEqual([
      { msg: 'batch', request_ids: ['r-1', 'r-2'] },
      { msg: 'batch', request_id: 'r-3' },
    ]);
    expect(new Set(kept.flatMap(({ msg, request_id }) => (msg === 'answered' ? [request_id] : [])))).toEqual(
      new Set(['r-1', 'r-2', 'r-3']),
    );
    expect(kept.at(-1)).toEqual({ msg: 'after' });
  });

  test('is one line for people on a terminal, with what fails below it', () => {
    const line = readableLine(
      written((log) =>
        log.warn({ request_id: 'r-1', token: SECRET, err: new Error('broken') }, 'answered 503'),
      ),
    );
    expect(line).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} warn {2}answered 503 {2}request_id=r-1 {2}token=\[redacted\]\nError: broken\n/,
    );
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
