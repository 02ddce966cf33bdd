/**
 * What `npm run verify` checks of the audit log. The head reveals entries that were cut off at the end, and its MAC reveals a
 * head that was set back too. An earlier head with its own MAC, from a backup, passes: only heads that an earlier verification
 * wrote down outside the database reveal it.
 */
import type { Environment } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { auditKeys, macState, type MacState } from './audit-mac.ts';
import { readChains, readLostHeads } from './audit.sql.ts';
import { AuditHead, type AuditRow } from './audit.model.ts';
import { withDetails, type EntrySource } from './complete-entries.ts';
import { auditHash, GENESIS_HASH } from './audit-hash.rules.ts';
import type { SubjectDetails } from './subject-details.port.ts';
import { readInBatches, type Invariant } from '../invariants.ts';

export const auditInvariants = (subject_details: SubjectDetails): Invariant[] => [
  {
    invariant: 'the audit log is an unbroken chain in every project and environment',
    async *violations({ snapshot }) {
      for (const chain of await readChains(snapshot, {}))
        yield* chainFaults({ db: snapshot, subject_details }, chain);
    },
  },
  {
    invariant: 'the head of every chain of the audit log was written with ENCRYPTION_KEY',
    async *violations({ snapshot }) {
      const keys = auditKeys(snapshot);
      const heads = await AuditHead.query(snapshot).orderBy(['project_id', 'environment']);
      for (const head of heads) {
        const state = macState(keys, head);
        const fault = keys.length === 0 && state === 'missing' ? undefined : MAC_FAULTS[state];
        if (fault) yield `${head.project_id} ${head.environment}: ${fault}`;
      }
    },
  },
];

const MAC_FAULTS: Partial<Record<MacState, string>> = {
  wrong:
    'the MAC is not of this head: entries were changed or cut off without ENCRYPTION_KEY, or it is another key',
  missing: 'the head has no MAC: it was removed, or written before there was an ENCRYPTION_KEY',
  unknown: 'the head has a MAC, which cannot be checked without ENCRYPTION_KEY',
};

/** A head as an earlier verification saw it. */
export interface KnownHead {
  project_id: string;
  environment: Environment;
  /** In digits. */
  seq: string;
  hash: string;
}

export async function readHeads(snapshot: Transaction): Promise<KnownHead[]> {
  const heads = await AuditHead.query(snapshot).orderBy(['project_id', 'environment']);
  return heads.map(({ project_id, environment, seq, hash }) => ({
    project_id,
    environment,
    seq: String(seq),
    hash,
  }));
}

/** Finds a log that was set back, its heads and their MACs included, as by a backup of the database. */
export function stillHas(known: readonly KnownHead[]): Invariant {
  return {
    invariant: 'the audit log has every entry that an earlier verification saw',
    async *violations({ snapshot }) {
      const lost = await readLostHeads(snapshot, { heads: JSON.stringify(known) });
      for (const { project_id, environment, seq } of lost)
        yield `${project_id} ${environment}: entry ${seq} is gone or another one`;
    },
  };
}

interface Chain {
  project_id: string;
  environment: string;
  seq: bigint | null;
  hash: string | null;
}

/** Yields a sentence for each entry that does not follow from the one before it, and for a head that is not the last one's. */
export async function* chainFaults(
  source: EntrySource & { db: Transaction },
  { project_id, environment, seq, hash }: Chain,
): AsyncIterable<string> {
  const columns = { project_id, environment };
  let last = { seq: 0n, hash: GENESIS_HASH };
  for await (const rows of readInBatches<AuditRow>(source.db, 'audit_log', 'seq', columns)) {
    for (const { hash: stored, ...entry } of await withDetails(source, rows)) {
      const previous_hash = entry.previous_hash ?? last.hash;
      const linked = entry.seq === last.seq + 1n && previous_hash === last.hash;
      if (!linked) yield `${entry.id} does not follow the entry before it`;
      if (auditHash({ ...entry, previous_hash }) !== stored)
        yield `${entry.id} was changed after it was written, or what it follows was, or its subject`;
      last = { seq: entry.seq, hash: stored };
    }
  }
  if (seq === null) yield `${project_id} ${environment}: the head is missing`;
  else if (last.seq !== seq || last.hash !== hash)
    yield `${project_id} ${environment}: the last entries are missing`;
}
