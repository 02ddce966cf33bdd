/** Amounts in words, as receipts have them. Pure. */
/** As in the dashboard's languages. */
type Language = 'en' | 'sw' | 'am';

/** Whole units in words and the hundredths as digits: "One thousand five hundred and 50/100 KES". */
export function amountInWords(amount_minor: bigint | number, currency: string, language: Language): string {
  const minor = BigInt(amount_minor);
  const text = WHOLE[language](minor / 100n);
  const rest = minor % 100n;
  const cents = rest === 0n ? '' : ` ${AND[language]} ${rest.toString().padStart(2, '0')}/100`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${cents} ${currency}`;
}

const AND: Record<Language, string> = { en: 'and', sw: 'na', am: 'ከ' };

const WHOLE: Record<Language, (whole: bigint) => string> = { en: inEnglish, sw: inSwahili, am: inAmharic };

/** Thousands and their powers, largest first. */
const POWERS = [1_000_000_000_000n, 1_000_000_000n, 1_000_000n, 1_000n] as const;

/** @param below of numbers from 1 to 999 */
function byPowers(
  whole: bigint,
  zero: string,
  below: (number: number) => string,
  withPower: (count: string, power: number) => string,
): string {
  if (whole === 0n) return zero;
  let left = whole;
  const parts: string[] = [];
  POWERS.forEach((power, i) => {
    const count = left / power;
    left %= power;
    if (count > 0n) parts.push(withPower(below(Number(count % 1_000n)), i));
  });
  if (left > 0n) parts.push(below(Number(left)));
  return parts.join(' ');
}

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = '– – twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const EN_POWERS = ['trillion', 'billion', 'million', 'thousand'];

function inEnglish(whole: bigint): string {
  const belowHundred = (number: number): string => {
    if (number < 20) return EN_SMALL[number] ?? '';
    const tens = EN_TENS[Math.floor(number / 10)] ?? '';
    return number % 10 === 0 ? tens : `${tens}-${EN_SMALL[number % 10]}`;
  };
  const below = (number: number): string => {
    if (number < 100) return belowHundred(number);
    const hundreds = `${EN_SMALL[Math.floor(number / 100)]} hundred`;
    return number % 100 === 0 ? hundreds : `${hundreds} and ${belowHundred(number % 100)}`;
  };
  return byPowers(whole, 'zero', below, (count, power) => `${count} ${EN_POWERS[power]}`);
}

const SW_SMALL = 'sifuri moja mbili tatu nne tano sita saba nane tisa'.split(' ');
const SW_TENS = '– kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ');
const SW_POWERS = ['trilioni', 'bilioni', 'milioni', 'elfu'];

function inSwahili(whole: bigint): string {
  const below = (number: number): string => {
    const hundreds = Math.floor(number / 100);
    const tens = Math.floor((number % 100) / 10);
    const ones = number % 10;
    const ten = tens > 0 ? SW_TENS[tens] : '';
    const small = ones > 0 ? SW_SMALL[ones] : '';
    const last = ten && small ? `${ten} na ${small}` : `${ten}${small}`;
    const hundred = hundreds > 0 ? `mia ${SW_SMALL[hundreds]}` : '';
    return hundred && last ? `${hundred} ${tens > 0 && ones > 0 ? '' : 'na '}${last}` : `${hundred}${last}`;
  };
  return byPowers(whole, 'sifuri', below, (count, power) => `${SW_POWERS[power]} ${count}`);
}

const AM_SMALL = 'ዜሮ አንድ ሁለት ሦስት አራት አምስት ስድስት ሰባት ስምንት ዘጠኝ'.split(' ');
/** Before ones: አሥራ አንድ, eleven. */
const AM_TENS = '– አሥር ሃያ ሠላሳ አርባ ሃምሳ ስልሳ ሰባ ሰማንያ ዘጠና'.split(' ');
const AM_POWERS = ['ትሪሊዮን', 'ቢሊዮን', 'ሚሊዮን', 'ሺህ'];

function inAmharic(whole: bigint): string {
  const below = (number: number): string => {
    const hundreds = Math.floor(number / 100);
    const tens = Math.floor((number % 100) / 10);
    const ones = number % 10;
    const ten = tens === 1 && ones > 0 ? 'አሥራ' : tens > 0 ? (AM_TENS[tens] ?? '') : '';
    const hundred = hundreds > 0 ? `${AM_SMALL[hundreds]} መቶ` : '';
    return [hundred, ten, ones > 0 ? AM_SMALL[ones] : ''].filter(Boolean).join(' ');
  };
  return byPowers(whole, 'ዜሮ', below, (count, power) => `${count} ${AM_POWERS[power]}`);
}
