/**
 * MACs of the audit log's heads, under a key that is not in the database: who can write the database can forge the hashes of
 * the log, but not the MAC of its last entry. A head carries the MAC of its latest state only, so that an earlier one, with
 * which entries could be cut off, is not kept beside it.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { equalInConstantTime } from '../../../core/crypto.ts';
import { canonicalJson } from '../../../core/fingerprint.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { AuditHead } from './audit.model.ts';

type Head = Pick<AuditHead, 'project_id' | 'environment' | 'seq' | 'hash' | 'mac'>;

/** The key to write MACs with comes first; the others are still accepted, while keys are rotated. */
type AuditKeys = readonly Buffer[];

const PURPOSE = 'ushirika audit log';
/** By the pool's configuration, which transactions on it share, also those within others. */
const keysOfPool = new WeakMap<object, AuditKeys>();

/**
 * Gives a pool, and the transactions on it, the keys for what they append to the audit log and read of it. They go with the
 * pool, because entries are appended in transactions of every module.
 * @param encryption_keys the present one first, then the one before it; none: heads get no MAC
 */
export function setAuditKeys(db: Db, encryption_keys: readonly Buffer[]): void {
  const keys = encryption_keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32)));
  keysOfPool.set(configOf(db), keys);
}

export function auditKeys(db: Queryable): AuditKeys {
  return keysOfPool.get(configOf(db)) ?? [];
}

function configOf(db: Queryable): object {
  return (db.client as { config: object }).config;
}

/** HMAC-SHA-256 over the count of entries and the last one's hash. */
function macOf(key: Buffer, { project_id, environment, seq, hash }: Omit<Head, 'mac'>): string {
  return createHmac('sha256', key)
    .update(canonicalJson({ project_id, environment, seq: String(seq), hash }))
    .digest('hex');
}

/**
 * - `present`, `previous`: written with that key
 * - `wrong`: of another state or another key
 * - `missing`: written without a key
 * - `unknown`: there is no key to check it with
 */
export type MacState = 'present' | 'previous' | 'wrong' | 'missing' | 'unknown';

export function macState(keys: AuditKeys, head: Head): MacState {
  const { mac } = head;
  if (mac === null) return 'missing';
  if (keys.length === 0) return 'unknown';
  const i = keys.findIndex((key) => equalInConstantTime(macOf(key, head), mac));
  return i < 0 ? 'wrong' : i === 0 ? 'present' : 'previous';
}

/** @returns null without a key */
export function newMac([key]: AuditKeys, head: Omit<Head, 'mac'>): string | null {
  return key ? macOf(key, head) : null;
}

/**
 * The MAC of a head that moves on. One that was wrong stays as it is, and so does one that is missing behind entries: the
 * next entry must not hide a change that was made without the key.
 */
export function nextMac(keys: AuditKeys, before: Head, after: Omit<Head, 'mac'>): string | null {
  const state = macState(keys, before);
  const trusted = state === 'present' || state === 'previous' || (state === 'missing' && before.seq === 0n);
  return trusted ? newMac(keys, after) : before.mac;
}
