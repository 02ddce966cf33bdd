/**
 * Identifiers. Every id is a 128-bit, time-ordered value: stored as its prefix and 26 characters of Crockford base32
 * (`pay_06ax…`), or, inside the ledger, as the bare uuid. Both forms hold the same 128 bits.
 */
import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

export const ID_PREFIXES = {
  project: 'prj',
  user: 'usr',
  api_key: 'key',
  invitation: 'inv',
  session: 'ses',
  account_email: 'eml',
  payment: 'pay',
  refund: 'ref',
  payment_link: 'plk',
  customer: 'cus',
  document: 'doc',
  wallet: 'wal',
  member: 'mem',
  entry: 'ent',
  entry_batch: 'ebt',
  approval: 'apr',
  loan_product: 'lpr',
  loan: 'loan',
  dividend: 'div',
  account: 'acc',
  transfer: 'trf',
  hold: 'hld',
  reconciliation_run: 'rec',
  reconciliation_line: 'rln',
  event: 'evt',
  webhook_endpoint: 'whe',
  webhook_delivery: 'whd',
  callback: 'cbk',
  audit: 'aud',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Crockford base32: digits, and capital letters without those that are taken for digits or for each other. */
export const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ENCODED_LENGTH = 26;
const VALUE_BY_CHARACTER = new Map(CROCKFORD_ALPHABET.split('').map((letter, value) => [letter, value]));

/** A new id of that kind, later ids sorting after earlier ones. */
export function newId(kind: IdKind): string {
  return encodeId(kind, uuidv7());
}

/** A new bare 128-bit value, time-ordered. */
export function newUuid(): string {
  return uuidv7();
}

/** The id with the bits of this uuid. */
export function encodeId(kind: IdKind, uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  // 8 bits in the first two characters, then 20 in every four: small numbers, which are much faster than a large one.
  const head = Number.parseInt(hex.slice(0, 2), 16);
  let text = character(head >> 5) + character(head & 31);
  for (let at = 2; at < hex.length; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16);
    text +=
      character(bits >> 15) +
      character((bits >> 10) & 31) +
      character((bits >> 5) & 31) +
      character(bits & 31);
  }
  return `${ID_PREFIXES[kind]}_${text}`;
}

function character(value: number): string {
  return CROCKFORD_ALPHABET[value] as string;
}

/** The uuid of this id, or null when it is not a well-formed id of that kind. */
export function parseId(kind: IdKind, id: string): string | null {
  return idPattern(kind).test(id) ? decode(id.slice(id.indexOf('_') + 1)) : null;
}

/** The uuid of an id that is known to be well formed, of any kind. */
export function decodeId(id: string): string {
  return decode(id.slice(id.indexOf('_') + 1));
}

/** Matches exactly the well-formed ids of that kind; the first character carries only 3 bits. */
export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-7][0-9A-HJKMNP-TV-Z]{${ENCODED_LENGTH - 1}}$`);
}

function decode(text: string): string {
  const bits = (from: number, to: number): number => {
    let value = 0;
    for (let at = from; at < to; at++) value = value * 32 + (VALUE_BY_CHARACTER.get(text[at] as string) ?? 0);
    return value;
  };
  let hex = bits(0, 2).toString(16).padStart(2, '0');
  for (let at = 2; at < ENCODED_LENGTH; at += 4)
    hex += bits(at, at + 4)
      .toString(16)
      .padStart(5, '0');
  return hexToUuid(hex);
}

/** The 128 bits of a uuid as an unsigned number. */
export function uuidToBigint(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`);
}

/** The uuid with these 128 bits. */
export function bigintToUuid(value: bigint): string {
  return hexToUuid(value.toString(16).padStart(32, '0'));
}

/** When the id was made, by system time, in milliseconds since the epoch. */
export function idTimestamp_ms(id: string): number {
  return Number.parseInt(decodeId(id).replaceAll('-', '').slice(0, 12), 16);
}

/** The least id of that kind that can have been made at that moment of system time: all earlier ones sort before it. */
export function firstIdAt(kind: IdKind, at: Date): string {
  return encodeId(kind, bigintToUuid(BigInt(at.getTime()) << 80n));
}

/**
 * Always the same uuid for the same arguments. The first 48 bits are the timestamp of the cause, so that derived uuids stay
 * time-ordered and are inserted at one end of an index; the rest is a hash of all parts.
 * @param cause_uuid a time-ordered uuid
 */
export function derivedUuid(cause_uuid: string, ...parts: string[]): string {
  const hash = hashOf(cause_uuid, ...parts);
  return hexToUuid(cause_uuid.replaceAll('-', '').slice(0, 12) + hash.slice(0, 20));
}

/** Always the same uuid for the same parts, for things that exist once and have no timestamp. */
export function deterministicUuid(...parts: string[]): string {
  return hexToUuid(hashOf(...parts).slice(0, 32));
}

function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function hexToUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
