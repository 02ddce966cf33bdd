/**
 * An amount while somebody types it: thousands are grouped, and the caret stays between the same digits. A text that may mean
 * another amount than its groups say ("1,50") is left as it was typed, and refused. Pure.
 */
import { groupThousands, isAmountText } from './money.rules.ts';

/** What was done to the text of a field. */
export interface Typed {
  /** The text before that, as it was shown. */
  before: string;
  text: string;
  /** How many characters of it stand before the caret. */
  caret: number;
  /** '' where something was deleted; null where it is not known what was put in. */
  inserted: string | null;
  /** What was deleted stood after the caret. */
  is_forward?: boolean;
}

export interface Shown {
  text: string;
  caret: number;
}

const SEPARATORS = /[, ]/g;
const PLAIN = /^\d+(?:\.\d*)?$/;

/** A text as a field shows it: grouped where it is an amount, else as it is. */
export function groupAmount(text: string): string {
  return isAmountText(text) ? groupPlain(text.trim().replaceAll(SEPARATORS, '')) : text;
}

export function typeAmount({ before, text, caret, inserted, is_forward = false }: Typed): Shown {
  // Groups that were shown are no longer where they belong; separators that somebody typed say what was meant.
  const is_edited = inserted !== null && !/[, ]/.test(inserted) && isGrouped(before);
  if (!is_edited && !isAmountText(text)) return { text, caret };
  let plain = text.replaceAll(SEPARATORS, '');
  let at = text.slice(0, caret).replaceAll(SEPARATORS, '').length;
  if (is_edited && text.length < before.length && plain === before.replaceAll(SEPARATORS, '')) {
    // Only a separator was deleted: the digit beside it was meant.
    if (!is_forward) at -= 1;
    plain = plain.slice(0, at) + plain.slice(at + 1);
  }
  if (plain === '') return { text: '', caret: 0 };
  if (!PLAIN.test(plain)) return { text, caret };
  const grouped = groupPlain(plain);
  return { text: grouped, caret: caretAfter(grouped, at) };
}

function isGrouped(text: string): boolean {
  return text === '' || (isAmountText(text) && groupAmount(text) === text);
}

/** Zeros at the beginning are no thousands. */
function groupPlain(plain: string): string {
  const [whole = '', ...decimals] = plain.split('.');
  return [whole.startsWith('0') ? whole : groupThousands(whole), ...decimals].join('.');
}

/** The first place that has so many characters before it, separators aside. */
function caretAfter(grouped: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < grouped.length; place++) {
    if (seen === count) return place;
    if (grouped[place] !== ',') seen += 1;
  }
  return grouped.length;
}
