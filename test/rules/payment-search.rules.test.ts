/** What a text may mean by which payments are searched. */
import { expect, test } from 'vitest';
import { meaningOf } from '../../domain/payments/search/search.rules.ts';

test.each<[string, bigint | null]>([
  ['1500', 150_000n],
  ['1,500', 150_000n],
  ['1,500.5', 150_050n],
  ['12,345,678.90', 1_234_567_890n],
  ['KES 1,500', 150_000n],
  ['1500.50kes', 150_050n],
  ['1,50', null],
  ['15,00', null],
  ['1.500,00', null],
  ['0', null],
  ['-5', null],
  ['ABC 15', null],
  ['KES 15 KES', null],
  ['INV-15', null],
  ['15.001', null],
])('%s as an amount', (typed, amount_minor) => {
  expect(meaningOf(typed).amount_minor).toBe(amount_minor);
});

test('a phone, as people write it', () => {
  for (const typed of ['+254 712 345 678', '0712345678', '254712345678'])
    expect(meaningOf(typed).phones, typed).toContain('+254712345678');
  for (const typed of ['1500', 'INV-2044', 'SLK4H7R2XP']) expect(meaningOf(typed).phones, typed).toEqual([]);
});

test('references and ids, as typed and in the other case', () => {
  expect(meaningOf('Inv-1').texts).toEqual(['Inv-1', 'INV-1', 'inv-1']);
  expect(meaningOf('2044').texts).toEqual(['2044']);
  expect(meaningOf(`pay_${'0'.repeat(26)}`).payment_id).toBe(`pay_${'0'.repeat(26)}`);
  expect(meaningOf('pay_1').payment_id).toBeNull();
});
