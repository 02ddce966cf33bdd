/** Bodies that are made to cost much: each is refused, or taken, in milliseconds, and the answer is short. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../api/http/route.ts';
import { validate } from '../../api/http/validate.ts';
import { sharedService, type Reply, type TestService } from '../harness/index.ts';
import { expectError, expectInvalid, kindsOfFields } from './samples.ts';

/** Of the processor. An ordinary request takes a few, these up to 300; what they cost before was many seconds. */
const MILLISECONDS = 1_000;
/** Just below the size limit. */
const BYTES = 254_000;
const MAX_ANSWER_BYTES = 16 * 1024;

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.stop());

/** What this process has used of the processor, where the service runs as well; other programs do not count. */
function used_ms(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Anybody can register.
 * @param enough_ms no further try after one that took no longer
 * @returns the cheapest of a few tries, as the collector of garbage may run in one
 */
async function fastest(text: string, enough_ms = MILLISECONDS): Promise<{ reply: Reply; took_ms: number }> {
  let best = { reply: null as unknown as Reply, took_ms: Infinity };
  for (let tries = 0; tries < 5 && best.took_ms > enough_ms; tries++) {
    const began = used_ms();
    const reply = await service.anyone.send('POST', '/api/auth/register', text);
    const took_ms = used_ms() - began;
    if (took_ms < best.took_ms) best = { reply, took_ms };
  }
  return best;
}

function repeated(part: string, before = '', after = ''): string {
  return before + part.repeat(Math.floor((BYTES - before.length - after.length) / part.length)) + after;
}

describe('a body as large as may be', () => {
  test.each([
    ['escaped quotes', repeated('\\"', '{"email":"', '"}')],
    ['escaped quotes without an end', repeated('\\"', '{"email":"')],
    ['empty strings', repeated('"",', '{"email":[', '""]}')],
    ['spaces behind strings', repeated(' ', '{"email":"a"', '}')],
    ['spaces', repeated(' ', '{"email":', '"a"}')],
    ['a number of zeros', repeated('0', '{"email":1', '1}')],
    ['a decimal of zeros', repeated('0', '{"email":1.', '1}')],
    ['an exponent of zeros', repeated('0', '{"email":1e', '1}')],
    ['many long numbers', repeated('1234567890123456789012345,', '{"email":[', '1]}')],
    ['fields of one name', repeated('"a":1,', '{', '"a":1}')],
    ['backslashes', repeated('\\\\', '{"email":"', '"}')],
    ['NULs', repeated('\\u0000', '{"email":"', '"}')],
    ['halves of surrogate pairs', repeated('\\ud800', '{"email":"', '"}')],
    ['lists in lists', repeated('[', '{"email":')],
    ['objects in objects', repeated('{"a":', '{"email":')],
    ['colons', repeated(':', '{"email":"', '"}')],
    ['commas', repeated(',', '{"email":[')],
    ['an address of at signs', repeated('@', '{"email":"', '"}')],
    ['an address of dots', repeated('a.', '{"email":"a@', '"}')],
  ])('of %s', async (_what, text) => {
    const { reply, took_ms } = await fastest(text);
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(took_ms).toBeLessThan(MILLISECONDS);
    expect(reply.text.length).toBeLessThan(MAX_ANSWER_BYTES);
  });

  test('grows its time no faster than its size', async () => {
    const timeOf = async (count: number): Promise<number> => {
      const text = `{"email":"${'\\"'.repeat(count)}"}`;
      return (await fastest(text, 0)).took_ms;
    };
    await timeOf(1_000);
    // Sixteen times the size took 256 times as long.
    expect(await timeOf(96_000)).toBeLessThan(64 * Math.max(2, await timeOf(6_000)));
  });
});

describe('lists and objects of more than 1,000 members', () => {
  const many = (count: number, member: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => member(n)).join(',');

  test.each([
    ['85,000 objects in a list', 'email', `{"email":[${many(84_000, () => '{}')}]}`],
    ['1,001 objects in a list', 'email', `{"email":[${many(1_001, () => '{}')}]}`],
    ['24,000 unknown fields', '', `{${many(24_000, (n) => `"f${n}":1`)}}`],
    ['1,001 unknown fields', '', `{${many(1_001, (n) => `"f${n}":1`)}}`],
    ['a list deep within', 'a[0].b', `{"a":[{"b":[${many(1_001, () => '1')}]}]}`],
  ])('%s', async (_what, path, text) => {
    const { reply, took_ms } = await fastest(text);
    expectInvalid(reply, path);
    expect(reply.body.error.message).toBe(
      path ? `"${path}" has more than 1000 members` : 'The body has more than 1000 members',
    );
    expect(reply.body.error.details).toHaveLength(1);
    expect(took_ms).toBeLessThan(MILLISECONDS);
  });

  test('so many are read, and the first 20 faults are named', async () => {
    const { reply, took_ms } = await fastest(`{${many(1_000, (n) => `"f${n}":1`)}}`);
    expectError(reply, 400, 'VALIDATION_ERROR');
    // email, password and name are missing as well.
    expect(reply.body.error).toMatchObject({
      message: '1003 fields are invalid; see details.',
      details_omitted: 983,
    });
    expect(reply.body.error.details).toHaveLength(20);
    expect(took_ms).toBeLessThan(MILLISECONDS);
    expect(reply.text.length).toBeLessThan(MAX_ANSWER_BYTES);
  });

  test('20 faults are all named', async () => {
    const { reply } = await fastest(`{${many(17, (n) => `"f${n}":1`)}}`);
    expect(reply.body.error.details).toHaveLength(20);
    expect(reply.body.error).not.toHaveProperty('details_omitted');
  });
});

/** Values that fill a body, for any field. */
const COSTLY: [what: string, value: unknown][] = [
  ['1,000 small objects', Array.from({ length: 1_000 }, (_, n) => ({ [`a${n}`]: n }))],
  [
    '1,000 objects of many fields',
    Array.from({ length: 1_000 }, () =>
      Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`f${n}`, 1])),
    ),
  ],
  ['1,000 lists', Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, () => 1))],
  ['1,000 different texts', Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(200, 'x'))],
  ['an object of 1,000 fields', Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n]))],
  ...[
    'a',
    ' ',
    '0',
    '@',
    '.',
    '-',
    '/',
    ':',
    '%',
    '[',
    'a.',
    'a@',
    '\\"',
    '1 ',
    ' a',
    'a-',
    '\u00ad',
    '://',
  ].map((part): [string, string] => [`"${part}" again and again`, repeated(part)]),
];

describe('every kind of field', () => {
  test.each(kindsOfFields())('%s: large values are checked in milliseconds', (_place, route, field) => {
    for (const [what, value] of COSTLY)
      expect(timeOf(route, { [field]: value }), what).toBeLessThan(MILLISECONDS);
  });

  function timeOf(route: Route, body: object): number {
    let best_ms = Infinity;
    for (let tries = 0; tries < 5 && best_ms > MILLISECONDS; tries++) {
      const began = used_ms();
      try {
        validate({ ...route, params: {}, headers: {} }, { params: {}, query: {}, headers: {}, body });
      } catch {
        // Most of them are refused.
      }
      best_ms = Math.min(best_ms, used_ms() - began);
    }
    return best_ms;
  }
});
