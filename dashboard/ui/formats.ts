/** How a language writes dates, ages and short numbers. Each is made once: that takes longer than the hundreds of uses in a table. */

const dates = new Map<string, Intl.DateTimeFormat>();
const ages = new Map<string, Intl.RelativeTimeFormat>();
const short_numbers = new Map<string, Intl.NumberFormat>();

/** @param locale day before month for `en-GB`, as East Africa writes it */
export function dateFormat(locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return madeOnce(dates, `${locale} ${JSON.stringify(parts)}`, () => {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  });
}

export function ageFormat(locale: string): Intl.RelativeTimeFormat {
  return madeOnce(ages, locale, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
}

/** For the axes of charts: 20,000 → "20K". */
export function shortNumberFormat(locale: string): Intl.NumberFormat {
  return madeOnce(short_numbers, locale, () => {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  });
}

function madeOnce<T>(made: Map<string, T>, key: string, make: () => T): T {
  const before = made.get(key);
  if (before) return before;
  const format = make();
  made.set(key, format);
  return format;
}
