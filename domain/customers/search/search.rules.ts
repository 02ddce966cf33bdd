/**
 * The words under which a customer is indexed, and the terms of a search. Pure.
 *
 * A customer is found by the beginning of any word of the name, email and external reference, and by the end or the
 * beginning of the phone number. Case, accents and punctuation are ignored. All words are in one text-search vector; each
 * begins with a tag of its project and environment, so that no search reads the words of others.
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

/** Longer words are cut, in characters; PostgreSQL allows 2 kB. */
const MAX_WORD = 64;
/** So many digits are a whole number; the leading 0 of a local number is not part of the international form. */
const WHOLE_NUMBER_FROM = 9;

/** Sixty bits distinguish the projects of one server; the rows found are checked against the project as well. */
function tagOf({ project_id, environment }: ScopeColumns): string {
  return createHash('sha256').update(`${project_id} ${environment}`).digest('base64url').slice(0, 10);
}

/** "Hélène Weiß" → "helene weiss"; converted through capitals, which normalises ß and the final sigma. */
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

/** The end of a phone number is the beginning of its reverse; the mark separates it from other numbers. */
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

/** The terms of a text-search query for the typed text, all of which must be found; none when it has no word. */
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
  // The parts of a whole number are not searched as words: most numbers of a country have the same beginning.
  return `(${[...(digits.length < WHOLE_NUMBER_FROM ? [`(${all})`] : []), ...phones].join(' | ')})`;
}

/** The indexed words of a phone number in this spelling. */
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
