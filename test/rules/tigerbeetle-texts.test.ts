/** What the TigerBeetle cluster keeps of a transfer's texts by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ID_PREFIXES, newId, newUuid, type IdKind } from '../../core/ids.ts';
import type { Transfer } from '../../domain/ledger/index.ts';
import { encodeTexts, keptReference, needsRow } from '../../domain/ledger/tigerbeetle/texts.rules.ts';

function transfer(texts: Partial<Transfer>): Transfer {
  return {
    id: newUuid(),
    debit_account_id: newUuid(),
    credit_account_id: newUuid(),
    amount: 1n,
    code: 1,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: 'any',
    memo: null,
    ...texts,
  };
}

test.each(['payment', 'entry', 'refund', 'reconciliation_line', 'loan', 'dividend', 'approval'] as const)(
  'the id of a %s is kept whole',
  (kind) => {
    for (let i = 0; i < 100; i++) {
      const reference = newId(kind);
      const texts = encodeTexts(transfer({ reference }));
      expect(needsRow(texts)).toBe(false);
      expect(keptReference(texts)).toBe(reference);
    }
  },
);

test('the least and the greatest id too', () => {
  for (const reference of [`pay_${'0'.repeat(26)}`, `pay_7${'Z'.repeat(25)}`])
    expect(keptReference(encodeTexts(transfer({ reference })))).toBe(reference);
});

test('numbers of kinds are never given anew: clusters hold them', () => {
  const numbers = (
    ['payment', 'entry', 'refund', 'reconciliation_line', 'loan', 'dividend', 'approval'] as const
  ).map((kind) => encodeTexts(transfer({ reference: newId(kind) })).user_data_32);
  expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test.each([
  ['a memo', { reference: newId('payment'), memo: 'slip 17' }],
  ['an empty memo', { reference: newId('payment'), memo: '' }],
  ['a time-out', { reference: newId('payment'), timeout_s: 60 }],
  ['an id of another kind', { reference: newId('wallet') }],
  ['an id in small letters', { reference: newId('payment').toLowerCase() }],
  ['an id and more', { reference: `${newId('payment')}:1` }],
  ['a beginning of an id', { reference: newId('payment').slice(0, -1) }],
  ['a first character that has too many bits', { reference: `pay_8${'0'.repeat(25)}` }],
  ['no text', { reference: '' }],
])('%s needs a row', (_what, texts) => {
  const kept = encodeTexts(transfer(texts));
  expect(needsRow(kept)).toBe(true);
  expect(keptReference(kept)).toBeNull();
});

test('different texts are kept differently, and the same alike', () => {
  const kinds = Object.keys(ID_PREFIXES) as IdKind[];
  const reference = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(...kinds).map((kind) => newId(kind)),
  );
  const memo = fc.option(fc.string({ maxLength: 10 }), { nil: null });
  fc.assert(
    fc.property(reference, memo, reference, memo, (one, one_memo, other, other_memo) => {
      const same = one === other && one_memo === other_memo;
      const key = (texts: Partial<Transfer>): string => {
        const { user_data_128, user_data_32 } = encodeTexts(transfer(texts));
        return `${user_data_32} ${user_data_128}`;
      };
      expect(key({ reference: one, memo: one_memo }) === key({ reference: other, memo: other_memo })).toBe(
        same,
      );
    }),
  );
});
