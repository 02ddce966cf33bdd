/** Segments of SMS, prices, bodies of gateways and texts of templates. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentsOf } from '../../domain/messages/segments.rules.ts';
import { parsePrice, priceText } from '../../domain/messages/price.rules.ts';
import { bodyOf, hasPlaceholders } from '../../domain/messages/senders/body-template.rules.ts';
import { defaultWording } from '../../domain/messages/templates/default-wording.ts';
import {
  EXAMPLE_VALUES,
  fillIn,
  TEMPLATES,
  unknownVariables,
  withoutSecrets,
} from '../../domain/messages/templates/templates.rules.ts';
import { LANGUAGES } from '../../domain/messages/languages.rules.ts';

describe('segments', () => {
  test.each([
    ['', 'gsm7', 1],
    ['a'.repeat(160), 'gsm7', 1],
    ['a'.repeat(161), 'gsm7', 2],
    ['a'.repeat(306), 'gsm7', 2],
    ['a'.repeat(307), 'gsm7', 3],
    ['€'.repeat(80), 'gsm7', 1],
    ['€'.repeat(81), 'gsm7', 2],
    // An escaped character is not split: 153 places hold 76 of them.
    ['€'.repeat(152), 'gsm7', 2],
    ['€'.repeat(153), 'gsm7', 3],
    ['ሀ'.repeat(70), 'ucs2', 1],
    ['ሀ'.repeat(71), 'ucs2', 2],
    ['ሀ'.repeat(134), 'ucs2', 2],
    ['ሀ'.repeat(135), 'ucs2', 3],
    [`${'a'.repeat(69)}’`, 'ucs2', 1],
    [`${'a'.repeat(70)}’`, 'ucs2', 2],
    // A pair of surrogates is not split: 67 places hold 33 of them.
    ['😀'.repeat(66), 'ucs2', 2],
    ['😀'.repeat(67), 'ucs2', 3],
  ] as const)('%j', (text, encoding, segments) => {
    expect(segmentsOf(text)).toEqual({ encoding, segments });
  });

  test('a longer text never has fewer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 40 }), (a, b) => {
        expect(segmentsOf(a + b).segments).toBeGreaterThanOrEqual(segmentsOf(a).segments);
      }),
    );
  });
});

describe('prices', () => {
  test('are read as they are written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), (price) => {
        expect(parsePrice(priceText(price))).toBe(price);
      }),
    );
    expect(parsePrice('0.8')).toBe(8_000n);
    for (const wrong of ['', '-1', '1.23456', '1,0', '.5', 'KES 1']) expect(parsePrice(wrong)).toBeNull();
  });
});

describe('bodies of gateways', () => {
  test('a text never adds a field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, to) => {
        const values = { text, to, id: 'ntf_1' };
        const json = bodyOf('{"to": "{{to}}", "text": "{{ text }}", "n": 1}', values);
        expect(JSON.parse((json as { json: string }).json)).toEqual({ to, text, n: 1 });
        expect(bodyOf('to={{to}}&text={{text}}&n=1', values)).toEqual({ form: { to, text, n: '1' } });
      }),
    );
  });

  test('must say to whom it goes, and what', () => {
    expect(hasPlaceholders('{"to": "{{to}}", "text": "{{text}}"}')).toBe(true);
    expect(hasPlaceholders('to={{to}}')).toBe(false);
    expect(hasPlaceholders('{"to": "{{to}}", "message": "{{message}}"}')).toBe(false);
  });
});

describe('templates', () => {
  const every = TEMPLATES.flatMap((template) => LANGUAGES.map((language) => [template, language] as const));

  test.each(every)(
    '%s in %s uses only variables that it has, and three segments at most',
    (template, language) => {
      const { text, subject } = defaultWording(template, language);
      expect(unknownVariables(template, text + subject)).toEqual([]);
      const filled = fillIn(text, EXAMPLE_VALUES);
      expect(filled).not.toContain('{{');
      expect(segmentsOf(filled).segments).toBeLessThanOrEqual(template === 'consent_request' ? 4 : 2);
    },
  );

  test('what is filled in is not filled in again', () => {
    expect(fillIn('{{name}} {{amount}}', { name: '{{amount}}', amount: '$& 1' })).toBe('{{amount}} $& 1');
  });

  test('unknown variables are named once, in their order', () => {
    expect(unknownVariables('deposit', '{{b}} {{ amount }} {{a}} {{b}} {{}}')).toEqual(['b', 'a', '']);
  });

  test('secrets are masked, and nothing else is', () => {
    expect(withoutSecrets({ name: 'A', code: '123456', link: 'https://x' })).toEqual({
      name: 'A',
      code: '••••••',
      link: '••••••',
    });
  });
});
