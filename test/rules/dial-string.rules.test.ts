/** Templates of dial strings: what may be configured, and what a phone is told to dial. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../core/money.ts';
import { dialStringOf, templateProblem } from '../../domain/payments/ussd/dial-string.rules.ts';
import { ussdIntents } from '../../domain/payments/ussd/ussd-intent.rules.ts';

test.each([
  '*127#',
  '*127*1#',
  '*127*1*{till}*{amount}#',
  '*334*1*2*{till}*{reference}*{amount}#',
  '*847*{amount}#',
  '*1234*{amount}*1#',
])('%s can be configured', (template) => {
  expect(templateProblem(template)).toBeNull();
});

test.each([
  ['*127*{pin}#', /must not contain \{pin\}: the placeholders are \{till\}, \{amount\}, \{reference\}/],
  ['*127*{Amount}#', /must not contain \{Amount\}/],
  ['*127*{}#', /must not contain \{\}/],
  ['*127*{constructor}#', /must not contain/],
  ['*127*{amount#', /a \{ and a \}/],
  ['*127*amount}#', /a \{ and a \}/],
  ['*127*{{amount}}#', /a \{ and a \}/],
  ['*127*1 2#', /digits, \*, #/],
  ['*127*1p2#', /digits, \*, #/],
  ['tel:*127#', /digits, \*, #/],
  ['*127*١#', /digits, \*, #/],
  ['127*{amount}#', /must begin with \*/],
  ['#127*{amount}#', /must begin with \*/],
  ['**127*{amount}#', /must begin with \*/],
  ['*{till}*{amount}#', /must begin with \*/],
  ['*127*{amount}', /must begin with \*/],
  ['*127*{amount}*#', /must begin with \*/],
  ['*127#*{amount}#', /must begin with \*/],
  ['*127**{amount}#', /must begin with \*/],
  ['*127*{till}{amount}#', /must begin with \*/],
  ['*127*1{amount}#', /must begin with \*/],
  ['*127*{amount}#\n', /digits, \*, #/],
  ['#', /must begin with \*/],
  ['', /must begin with \*/],
  ['*21*{till}#', /\*21, which changes settings/],
  ['*002*{till}#', /\*002, which changes settings/],
  ['*330*{amount}#', /\*330, which changes settings/],
  ['*1*{amount}#', /\*1, which changes settings/],
  [`*127*${'1'.repeat(100)}#`, /at most 100 characters/],
])('%j cannot be configured', (template, problem) => {
  expect(templateProblem(template)).toMatch(problem);
});

describe('what is dialled', () => {
  test.each<
    [template: string, values: { amount?: string; reference?: string; till?: string }, dialled: string | null]
  >([
    ['*127*1*{till}*{amount}#', {}, '*127*1*123456*150#'],
    ['*334*{reference}*{amount}*{amount}#', {}, '*334*771*150*150#'],
    ['*127*1#', { amount: '0.01', reference: 'A' }, '*127*1#'],
    ['*127*{amount}#', { amount: '150.50' }, null],
    ['*127*{amount}#', { amount: '90071992547409.00' }, '*127*90071992547409#'],
    ['*127*{reference}#', { reference: 'order-1' }, null],
    ['*127*{reference}#', { reference: '٣' }, null],
    ['*127*{reference}#', { reference: '' }, null],
    ['*127*{reference}#', { reference: '1#' }, null],
    ['*127*{reference}#', { reference: '7'.repeat(176) }, `*127*${'7'.repeat(176)}#`],
    ['*127*{reference}#', { reference: '7'.repeat(177) }, null],
  ])('%s with %j: %s', (template, { amount = '150.00', reference = '771', till = '123456' }, dialled) => {
    const amount_minor = parseDecimal(amount) as bigint;
    expect(dialStringOf(template, { till, amount_minor, reference })).toBe(dialled);
  });

  test('has no number of the merchant where none is configured', () => {
    const values = { till: undefined, amount_minor: 100n, reference: '1' };
    expect(dialStringOf('*127*{till}#', values)).toBeNull();
    expect(dialStringOf('*127*{amount}#', values)).toBe('*127*1#');
  });

  const part = fc.oneof(
    fc.constantFrom('{till}', '{amount}', '{reference}'),
    fc.stringMatching(/^[0-9]{1,6}$/),
    fc.string({ maxLength: 5 }),
  );
  const template = fc
    .tuple(fc.stringMatching(/^[0-9]{1,4}$/), fc.array(part, { maxLength: 6 }))
    .map(([code, parts]) => `*${[code, ...parts].join('*')}#`);

  test('is digits, * and one # at the end, or the bare code, whatever is asked for', () => {
    fc.assert(
      fc.property(
        template,
        fc.bigInt(1n, 9_007_199_254_740_991n),
        fc.oneof(fc.string({ maxLength: 200 }), fc.stringMatching(/^[0-9]{1,200}$/)),
        (text, amount_minor, reference) => {
          fc.pre(templateProblem(text) === null);
          const [intent] = ussdIntents(
            { amount_minor, currency: 'ETB', reference },
            { telebirr_dial_string: text, telebirr_till: '123456' },
          );
          const { dial_string, tel_uri, steps } = intent as NonNullable<typeof intent>;
          expect(dial_string).toMatch(/^\*\d{3,}(?:\*\d+)*#$/);
          expect(dial_string.length).toBeLessThanOrEqual(182);
          expect(tel_uri).toBe(`tel:${dial_string.slice(0, -1)}%23`);
          // Whatever the string carries, the payer reads the exact sum and the reference.
          const cents = (amount_minor % 100n).toString().padStart(2, '0');
          const said = steps.join('\n').replaceAll(',', '');
          expect(said).toContain(`${amount_minor / 100n}.${cents} ETB`);
          expect(steps.join('\n')).toContain(reference);
          const carries_amount = text.includes('{amount}') && dial_string !== '*127#';
          if (carries_amount) expect(dial_string.split(/[*#]/)).toContain((amount_minor / 100n).toString());
        },
      ),
      { numRuns: 500 },
    );
  });
});
