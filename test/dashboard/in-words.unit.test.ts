/** Amounts in words, in three languages. */
import { expect, test } from 'vitest';
import { amountInWords } from '../../dashboard/money/in-words.rules.ts';

test.each([
  [0, 'Zero KES', 'Sifuri KES', 'ዜሮ KES'],
  [100, 'One KES', 'Moja KES', 'አንድ KES'],
  [1_100, 'Eleven KES', 'Kumi na moja KES', 'አሥራ አንድ KES'],
  [2_000, 'Twenty KES', 'Ishirini KES', 'ሃያ KES'],
  [
    150_050,
    'One thousand five hundred and 50/100 KES',
    'Elfu moja mia tano na 50/100 KES',
    'አንድ ሺህ አምስት መቶ ከ 50/100 KES',
  ],
  [
    12_345_600,
    'One hundred and twenty-three thousand four hundred and fifty-six KES',
    'Elfu mia moja ishirini na tatu mia nne hamsini na sita KES',
    'አንድ መቶ ሃያ ሦስት ሺህ አራት መቶ ሃምሳ ስድስት KES',
  ],
  [200_000_005, 'Two million and 05/100 KES', 'Milioni mbili na 05/100 KES', 'ሁለት ሚሊዮን ከ 05/100 KES'],
  [10_500, 'One hundred and five KES', 'Mia moja na tano KES', 'አንድ መቶ አምስት KES'],
])('%i', (minor, en, sw, am) => {
  expect((['en', 'sw', 'am'] as const).map((language) => amountInWords(minor, 'KES', language))).toEqual([
    en,
    sw,
    am,
  ]);
});
