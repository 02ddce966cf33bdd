/**
 * Templates of dial strings, such as `*334*1*{till}*{amount}#`: what a merchant may configure, and what a phone then dials. No
 * operator documents a code with till, amount or reference, so a merchant finds one that works and enters it. Pure.
 */

export const PLACEHOLDERS = ['till', 'amount', 'reference'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Longest template. */
const MAX_TEMPLATE = 100;
/** Longest that a phone sends: 160 octets of 7-bit characters (3GPP TS 23.038). */
const MAX_DIAL_STRING = 182;

const KNOWN = PLACEHOLDERS.map((name) => `{${name}}`);
/** A code, then parts that are digits or one placeholder: two in one part would run into one number. */
const TEMPLATE = new RegExp(String.raw`^\*(\d+)(?:\*(?:\d+|\{(?:${PLACEHOLDERS.join('|')})\}))*#$`);

/**
 * Codes with which a phone's own settings are changed at its network (3GPP TS 22.030, annex B): a payer who dials `*21*…#`
 * diverts all calls. Those of fewer than three digits are all of this kind.
 */
const SETTINGS_CODES = /^(?:00[24]|0[45]2|214|300|33[0-3]|35[13]|36[0-3]|59[1-4]|75[0-4])$/;
const MIN_CODE_DIGITS = 3;

/** @returns what is wrong with a template, behind the name of its field; null when nothing is */
export function templateProblem(template: string): string | null {
  if (template.length > MAX_TEMPLATE) return `must have at most ${MAX_TEMPLATE} characters`;
  const unknown = [...template.matchAll(/\{[^{}]*\}/g)]
    .map(([found]) => found)
    .filter((found) => !isKnown(found));
  if (unknown.length > 0)
    return `must not contain ${unknown.join(', ')}: the placeholders are ${KNOWN.join(', ')}`;
  const rest = KNOWN.reduce((text, known) => text.replaceAll(known, ''), template);
  if (/[{}]/.test(rest)) return 'must have a { and a } around each placeholder';
  if (/[^\d*#]/.test(rest)) return `must contain only digits, *, # and ${KNOWN.join(', ')}`;
  const [matched, code = ''] = TEMPLATE.exec(template) ?? [];
  if (matched === undefined)
    return 'must begin with * and a code of digits and end with its only #; between them stand digits or one placeholder, each behind a *, as in *127*1*{till}*{amount}#';
  if (code.length < MIN_CODE_DIGITS || SETTINGS_CODES.test(code))
    return `must not begin with *${code}, which changes settings of the payer's phone`;
  return null;
}

function isKnown(found: string): boolean {
  return KNOWN.includes(found);
}

export function contains(template: string, placeholder: Placeholder): boolean {
  return template.includes(`{${placeholder}}`);
}

export interface DialValues {
  till: string | undefined;
  amount_minor: bigint;
  reference: string;
}

/**
 * @param template without a problem
 * @returns what a phone dials; null where it cannot carry these values: a fraction, a reference with other characters than
 * digits, no till, or more than a phone sends
 */
export function dialStringOf(template: string, { till, amount_minor, reference }: DialValues): string | null {
  const values: Record<Placeholder, string | null> = {
    till: till ?? null,
    amount: amount_minor % 100n === 0n ? (amount_minor / 100n).toString() : null,
    reference: /^\d+$/.test(reference) ? reference : null,
  };
  let dial_string = template;
  for (const name of PLACEHOLDERS) {
    if (!contains(template, name)) continue;
    const value = values[name];
    if (value === null) return null;
    dial_string = dial_string.replaceAll(`{${name}}`, value);
  }
  return dial_string.length <= MAX_DIAL_STRING ? dial_string : null;
}
