/**
 * What a customer is found by, and what a search looks for. Pure.
 *
 * A customer is found by the beginning of any word of the name, email and external reference, and by the end or the
 * beginning of the phone number. Case, accents and punctuation do not count. All of it is words of one text-search
 * vector; each begins with a tag of its project and environment, so that no search walks through the words of others.
 */
import { createHash } from 'node:crypto';
import { nationalDigits, normalisePhone } from '../../../core/phone.ts';
import type { ScopeColumns } from '../../../db/model.ts';

interface Findable {
  full_name: string;
  phone: string | null;
  email: string | null;
  external_ref: string | null;
}

/** Characters of a word that count; PostgreSQL takes 2 kB. */
const MAX_WORD = 64;
/** So many digits are a whole number; the 0 that a local one begins with is not part of the international form. */
const WHOLE_NUMBER_FROM = 9;

/** Sixty bits tell the projects of one server apart; the rows found are checked against the project all the same. */
function tagOf({ project_id, environment }: ScopeColumns): string {
  return createHash('sha256').update(`${project_id} ${environment}`).digest('base64url').slice(0, 10);
}

/** "Hélène Weiß" → "helene weiss"; by way of capitals, where ß and the final sigma are like the others. */
function plain(text: string): string {
  return text.normalize('NFKD').toUpperCase().toLowerCase().replaceAll(/\p{M}/gu, '');
}

function parts(chunk: string): string[] {
  return chunk.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function cut(word: string): string {
  return Array.from(word).slice(0, MAX_WORD).join('');
}

function chunksOf(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}

function reversed(digits: string): string {
  return digits.split('').toReversed().join('');
}

/**
 * Each text between spaces gives a word from each of its parts on to its end: "anne-marie" is found by "anne-m" as by
 * "marie", and an email by its name, its domain, or as a whole.
 */
function wordsIn(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => {
    const all = parts(chunk);
    return all.map((_part, i) => all.slice(i).join(''));
  });
}

/** The end of a phone number is the beginning of its reverse; the mark keeps it apart from other numbers. */
function phoneEnd(digits: string): string {
  return `#${reversed(digits)}`;
}

/** The words of a customer, sorted, each once. */
export function searchWords(scope: ScopeColumns, customer: Findable): string[] {
  const digits = customer.phone?.slice(1);
  const words = [
    ...[customer.full_name, customer.email, customer.external_ref].flatMap((text) => wordsIn(text ?? '')),
    ...(customer.phone && digits ? [digits, nationalDigits(customer.phone), phoneEnd(digits)] : []),
  ];
  const tag = tagOf(scope);
  return [...new Set(words.map((word) => tag + cut(word)))].toSorted();
}

/** The terms of a text-search query for what was typed, each of which must be found; none when it holds no word. */
export function searchTerms(scope: ScopeColumns, typed: string): string[] {
  const tag = tagOf(scope);
  const term = (word: string): string => `'${tag}${cut(word)}':*`;
  return [...new Set(groupsOf(typed).map((group) => termOf(group, term)))].filter(Boolean);
}

/** Words one by one, and digits in a row together: they may spell one phone number with spaces. */
function groupsOf(typed: string): string[][] {
  const groups: string[][] = [];
  let digits: string[] | null = null;
  for (const chunk of chunksOf(typed)) {
    const is_digits = /^[\d+()./-]+$/.test(chunk);
    if (is_digits && digits) digits.push(chunk);
    else groups.push((digits = [chunk]));
    if (!is_digits) digits = null;
  }
  return groups;
}

function termOf(group: string[], term: (word: string) => string): string {
  const words = group.map((chunk) => parts(chunk).join('')).filter(Boolean);
  const all = words.map(term).join(' & ');
  const digits = words.join('');
  if (!/^\d+$/.test(digits)) return all;
  const phones = phoneWords(digits, group.join(' ')).map(term);
  // The pieces of a whole number are no words of their own: most numbers of a country begin with the same.
  return `(${[...(digits.length < WHOLE_NUMBER_FROM ? [`(${all})`] : []), ...phones].join(' | ')})`;
}

/** What a phone number that is spelled so is found by. */
function phoneWords(digits: string, spelling: string): string[] {
  const local = digits.replace(/^0+/, '');
  const international = normalisePhone(spelling)?.slice(1);
  const words = [
    digits,
    phoneEnd(digits),
    ...(local ? [local] : []),
    ...(local && digits.length >= WHOLE_NUMBER_FROM ? [phoneEnd(local)] : []),
    ...(international ? [international] : []),
  ];
  return [...new Set(words)];
}
