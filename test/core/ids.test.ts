import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  bigintToUuid,
  derivedUuid,
  ID_PREFIXES,
  encodeId,
  idPattern,
  idTimestamp_ms,
  deterministicUuid,
  newId,
  newUuid,
  decodeId,
  parseId,
  uuidToBigint,
  type IdKind,
} from '../../core/ids.ts';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const MAX = 2n ** 128n - 1n;
const values = fc.bigInt({ min: 0n, max: MAX });

function uuidFrom(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

describe('spelling', () => {
  test('every 128-bit value has one spelling, which leads back to it', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...KINDS), (value, kind) => {
        const uuid = uuidFrom(value);
        const id = encodeId(kind, uuid);
        expect(id).toMatch(idPattern(kind));
        expect(parseId(kind, id)).toBe(uuid);
        expect(decodeId(id)).toBe(uuid);
        expect(uuidToBigint(uuid)).toBe(value);
        expect(bigintToUuid(value)).toBe(uuid);
      }),
    );
  });

  test('every well-formed spelling stands for a value of its own', () => {
    const spelling = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    fc.assert(
      fc.property(spelling, (text) => {
        expect(encodeId('payment', decodeId(`pay_${text}`))).toBe(`pay_${text}`);
      }),
    );
  });

  test('spellings sort as their values do', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [first, second] = [encodeId('entry', uuidFrom(a)), encodeId('entry', uuidFrom(b))];
        expect(Math.sign(Number(first > second) - Number(first < second))).toBe(
          Math.sign(Number(a > b) - Number(a < b)),
        );
      }),
    );
  });

  test('the ends of the range', () => {
    expect(encodeId('loan', uuidFrom(0n))).toBe(`loan_${'0'.repeat(26)}`);
    expect(encodeId('loan', uuidFrom(MAX))).toBe(`loan_7${'Z'.repeat(25)}`);
  });
});

describe('well-formedness', () => {
  const good = `pay_0${'1'.repeat(25)}`;

  test('a usual id is well formed', () => {
    expect(good).toMatch(idPattern('payment'));
  });

  test.each(['8', '9', 'A', 'Z'])('a first character %s holds more than 128 bits', (first) => {
    expect(`pay_${first}${'1'.repeat(25)}`).not.toMatch(idPattern('payment'));
    expect(parseId('payment', `pay_${first}${'1'.repeat(25)}`)).toBeNull();
  });

  test.each(['I', 'L', 'O', 'U', 'a', '-', ' ', 'É'])('%s is not in the alphabet', (character) => {
    for (const at of [4, 5, 17, good.length - 1]) {
      const id = good.slice(0, at) + character + good.slice(at + 1);
      expect(parseId('payment', id)).toBeNull();
    }
  });

  test.each([
    ['too short', good.slice(0, -1)],
    ['too long', `${good}1`],
    ['lower case', `pay_0${'a'.repeat(25)}`],
    ['another kind', good.replace('pay', 'ref')],
    ['no prefix', good.slice(4)],
    ['a line break after it', `${good}\n`],
    ['something before it', ` ${good}`],
    ['nothing', ''],
  ])('%s is refused', (_what, id) => {
    expect(parseId('payment', id)).toBeNull();
  });

  test('prefixes are those of the contract and distinct', () => {
    const prefixes = Object.values(ID_PREFIXES);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    const contract =
      'prj usr key pay ref plk cus doc wal mem ent apr lpr loan div acc trf hld rec rln evt whe aud';
    expect(prefixes).toEqual(expect.arrayContaining(contract.split(' ')));
  });
});

describe('new ids', () => {
  test('are distinct and sort in the order in which they were made', () => {
    const ids = Array.from({ length: 2_000 }, () => newId('payment'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test('tell when they were made', () => {
    const before = Date.now();
    const made = idTimestamp_ms(newId('webhook_delivery'));
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });

  test('keep their order over a clock that is set back by half a minute, and tell the time again after one that was days ahead', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 24 * 3_600_000 });
    newId('payment');
    vi.setSystemTime(Date.now() + 30_000);
    const ahead = newId('payment');
    vi.setSystemTime(Date.now() - 30_000);
    expect(newId('payment') > ahead).toBe(true);
    vi.useRealTimers();
    const before = Date.now();
    const made = idTimestamp_ms(newId('payment'));
    expect(idTimestamp_ms(ahead)).toBeGreaterThan(before);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });
});

describe('derived ids', () => {
  const causes = values.map(uuidFrom);
  const parts = fc.array(fc.string(), { maxLength: 4 });

  test('the same cause and parts always give the same id', () => {
    fc.assert(
      fc.property(causes, parts, (cause, names) => {
        expect(derivedUuid(cause, ...names)).toBe(derivedUuid(cause, ...names));
        expect(deterministicUuid(...names)).toBe(deterministicUuid(...names));
      }),
    );
    // Stored in the ledger: this spelling may never change.
    expect(derivedUuid('01890a5d-ac96-774b-bcce-b302099a8057', 'settlement', '0')).toBe(
      '01890a5d-ac96-977d-ef2b-99f0e0abae77',
    );
  });

  test('other parts, parts cut elsewhere or in another order give another id', () => {
    const cause = newUuid();
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(derivedUuid(cause, ...a) === derivedUuid(cause, ...b)).toBe(same);
        expect(deterministicUuid(...a) === deterministicUuid(...b)).toBe(same);
      }),
    );
    const spellings = [['a', 'b'], ['ab'], ['b', 'a'], ['a', 'b', ''], ['', 'a', 'b'], ['a,b'], ['a","b']];
    expect(new Set(spellings.map((each) => derivedUuid(cause, ...each))).size).toBe(spellings.length);
    expect(new Set(spellings.map((each) => deterministicUuid(...each))).size).toBe(spellings.length);
  });

  test('another cause gives another id, also within the same millisecond', () => {
    const cause = '01890a5d-ac96-774b-bcce-b302099a8057';
    const sibling = '01890a5d-ac96-774b-bcce-b302099a8058';
    expect(derivedUuid(cause, 'x')).not.toBe(derivedUuid(sibling, 'x'));
  });

  test('keep the time of their cause, so they sort with it', () => {
    fc.assert(
      fc.property(causes, parts, (cause, names) => {
        const derived = derivedUuid(cause, ...names);
        expect(derived).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
        expect(derived.slice(0, 13)).toBe(cause.slice(0, 13));
        expect(idTimestamp_ms(encodeId('transfer', derived))).toBe(
          idTimestamp_ms(encodeId('transfer', cause)),
        );
      }),
    );
  });
});
