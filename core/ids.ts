/**
 * Identifiers. Every id is a 128-bit, time-ordered value: stored as its prefix and 26 characters of Crockford base32
 * (`pay_06ax…`), or, inside the ledger, as the bare uuid. Both forms hold the same 128 bits.
 */
import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { CLOCK_SLACK_MS, systemNow } from './clock.ts';
import { sha256Hex } from './digest.ts';

export const ID_PREFIXES = {
  project: 'prj',
  user: 'usr',
  api_key: 'key',
  invitation: 'inv',
  session: 'ses',
  account_email: 'eml',
  payment: 'pay',
  refund: 'ref',
  payout: 'pyo',
  payment_link: 'plk',
  paybill: 'pbl',
  paybill_confirmation: 'pbc',
  customer: 'cus',
  document: 'doc',
  file: 'fil',
  wallet: 'wal',
  member: 'mem',
  member_note: 'mnt',
  entry: 'ent',
  entry_batch: 'ebt',
  receipt: 'rcp',
  approval: 'apr',
  loan_product: 'lpr',
  loan: 'loan',
  consent: 'cns',
  dividend: 'div',
  savings_interest: 'sin',
  savings_product: 'spr',
  savings_account: 'sav',
  savings_notice: 'ntc',
  savings_fee_run: 'sfr',
  period: 'per',
  import: 'imp',
  movement_batch: 'bat',
  employer: 'emp',
  till: 'til',
  till_session: 'tls',
  till_count: 'tlc',
  account: 'acc',
  defined_account: 'cha',
  transfer: 'trf',
  hold: 'hld',
  reconciliation_run: 'rec',
  reconciliation_line: 'rln',
  event: 'evt',
  webhook_endpoint: 'whe',
  webhook_delivery: 'whd',
  callback: 'cbk',
  message_sender: 'snd',
  notification: 'ntf',
  audit: 'aud',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Crockford base32: digits, and capital letters except those that are easily confused. */
export const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What somebody typed, in the letters of ids and codes: those that they lack are digits that were misread. */
export function readCrockford(typed: string): string {
  return typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

const ENCODED_LENGTH = 26;
const UUID_LENGTH = 36;
const VALUE_BY_CODE = valuesByCode(CROCKFORD_ALPHABET);
const CODE_BY_VALUE = Buffer.from(CROCKFORD_ALPHABET);
const HEX_DIGITS = '0123456789abcdef';
const NIBBLE_BY_CODE = valuesByCode(HEX_DIGITS);
const CODE_BY_NIBBLE = Buffer.from(HEX_DIGITS);
/** Buffer for the characters of the id or uuid being written: ten times as fast as appending to a string. */
const written = Buffer.alloc(UUID_LENGTH);

/** Character code → index in the alphabet; 0 for all others. */
function valuesByCode(alphabet: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
}

/** A new id of that kind; later ids sort after earlier ones. */
export function newId(kind: IdKind): string {
  return encodeId(kind, newUuid());
}

/** Random bytes are drawn by the thousand: drawing 16 takes longer than everything else in creating an id. */
const random = { pool: new Uint8Array(4_096), used: 4_096 };
/** Time and sequence number of the latest uuid. */
const latest = { msecs: 0, seq: 0 };

function randomBytes16(): Uint8Array {
  if (random.used === random.pool.length) {
    randomFillSync(random.pool);
    random.used = 0;
  }
  return random.pool.subarray(random.used, (random.used += 16));
}

/** A new bare 128-bit value, time-ordered. */
export function newUuid(): string {
  const bytes = randomBytes16();
  const now = systemNow().getTime();
  // Order survives a clock that is set back a little. A clock that was far ahead and is corrected counts immediately: ids carry ages.
  if (now > latest.msecs || now < latest.msecs - CLOCK_SLACK_MS) {
    latest.msecs = now;
    // A random start with its highest bit clear: two billion ids may follow in the same millisecond.
    latest.seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
  } else {
    latest.seq++;
  }
  return uuidv7({ random: bytes, msecs: latest.msecs, seq: latest.seq });
}

/** A microsecond has room for so many ids that sort in the order of their numbers. */
const IDS_PER_MICROSECOND = 2 ** 21;

/**
 * A new id that sorts by a moment that is known elsewhere, and not by the clock of this process.
 * @param at_us microseconds since the epoch
 * @param no 0, 1, 2, … of the ids of that moment
 */
export function newIdAt(kind: IdKind, at_us: bigint, no: number): string {
  const seq = Number(at_us % 1_000n) * IDS_PER_MICROSECOND + (no % IDS_PER_MICROSECOND);
  return encodeId(kind, uuidv7({ random: randomBytes16(), msecs: Number(at_us / 1_000n), seq }));
}

/** The id that has the bits of this uuid. */
export function encodeId(kind: IdKind, uuid: string): string {
  // Two leading zero bits make the 128 bits a multiple of five.
  let bits = 0;
  let count = 2;
  let length = 0;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === HYPHEN) continue;
    bits = ((bits << 4) | (NIBBLE_BY_CODE[code] as number)) & 0xff;
    count += 4;
    if (count < 5) continue;
    count -= 5;
    written[length++] = CODE_BY_VALUE[(bits >> count) & 31] as number;
  }
  return `${ID_PREFIXES[kind]}_${written.toString('latin1', 0, length)}`;
}

const HYPHEN = '-'.charCodeAt(0);

/** The uuid of this id, or null if the text is not a well-formed id of that kind. */
export function parseId(kind: IdKind, id: string): string | null {
  return idPattern(kind).test(id) ? decode(id.slice(id.indexOf('_') + 1)) : null;
}

/** The uuid of an id that is known to be well formed, of any kind. */
export function decodeId(id: string): string {
  return decode(id.slice(id.indexOf('_') + 1));
}

const PATTERNS = new Map(
  (Object.keys(ID_PREFIXES) as IdKind[]).map((kind) => [
    kind,
    new RegExp(`^${ID_PREFIXES[kind]}_[0-7][0-9A-HJKMNP-TV-Z]{${ENCODED_LENGTH - 1}}$`),
  ]),
);

/** Matches exactly the well-formed ids of that kind; the first character carries only three bits. */
export function idPattern(kind: IdKind): RegExp {
  return PATTERNS.get(kind) as RegExp;
}

function decode(text: string): string {
  let bits = 0;
  // The first character carries two bits that are always zero.
  let count = -2;
  let length = 0;
  for (let at = 0; at < ENCODED_LENGTH; at++) {
    bits = ((bits << 5) | (VALUE_BY_CODE[text.charCodeAt(at)] as number)) & 0x1ff;
    count += 5;
    while (count >= 4) {
      count -= 4;
      if (length === 8 || length === 13 || length === 18 || length === 23) written[length++] = HYPHEN;
      written[length++] = CODE_BY_NIBBLE[(bits >> count) & 15] as number;
    }
  }
  return written.toString('latin1', 0, length);
}

/** The 128 bits of a uuid as an unsigned number. */
export function uuidToBigint(uuid: string): bigint {
  return BigInt(
    `0x${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(14, 18)}${uuid.slice(19, 23)}${uuid.slice(24)}`,
  );
}

/** The uuid with these 128 bits. */
export function bigintToUuid(value: bigint): string {
  return hexToUuid(value.toString(16).padStart(32, '0'));
}

/** When the id was created: system time in milliseconds since the epoch. */
export function idTimestamp_ms(id: string): number {
  return Number.parseInt(decodeId(id).replaceAll('-', '').slice(0, 12), 16);
}

/** The smallest id of that kind for that system time: all earlier ids sort before it. */
export function firstIdAt(kind: IdKind, at: Date): string {
  return encodeId(kind, bigintToUuid(BigInt(at.getTime()) << 80n));
}

/**
 * Returns the same uuid for the same arguments. The first 48 bits are the timestamp of the cause, so that derived uuids are
 * time-ordered and inserted at one end of an index; the rest is a hash of all parts.
 * @param cause_uuid a time-ordered uuid
 */
export function derivedUuid(cause_uuid: string, ...parts: string[]): string {
  const hash = hashOf(cause_uuid, ...parts);
  return hexToUuid(cause_uuid.slice(0, 8) + cause_uuid.slice(9, 13) + hash.slice(0, 20));
}

/** Ids of a series are counted in their last digits. */
const PLACE_DIGITS = 4;

/** A new uuid that begins a series of consecutive ones. */
export function newSeriesUuid(): string {
  return newUuid().slice(0, -PLACE_DIGITS) + '0'.repeat(PLACE_DIGITS);
}

/**
 * The uuid at a place of a series; at 0, the one that begins it.
 * @param place at most 65,535
 */
export function consecutiveUuid(first_uuid: string, place: number): string {
  if (place === 0) return first_uuid;
  return first_uuid.slice(0, -PLACE_DIGITS) + place.toString(16).padStart(PLACE_DIGITS, '0');
}

/** Returns the same uuid for the same parts, for things that exist once and have no timestamp. */
export function deterministicUuid(...parts: string[]): string {
  return hexToUuid(hashOf(...parts).slice(0, 32));
}

function hashOf(...parts: string[]): string {
  return sha256Hex(JSON.stringify(parts));
}

function hexToUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
