/**
 * `npm run verify`: recomputes what the ledger, postings, wallets and the audit log must contain, prints every difference, and
 * exits with 1 if there is one. Reads one snapshot; the service may run meanwhile. With `--audit-heads FILE` it also compares
 * the audit log with the heads in that file, and then replaces them with the current ones. It also names workers that have not
 * become ready; that is no difference.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../core/config.ts';
import { run } from '../core/shutdown.ts';
import { INVARIANTS, openLedger } from '../app/compose.ts';
import { readHeads, stillHas } from '../domain/platform/audit/audit-invariants.ts';
import { lateWorkers } from '../domain/platform/worker-starts.ts';
import type { Invariant } from '../domain/platform/invariants.ts';
import { connectToService } from './database.ts';
import { readKnownHeads, writeKnownHeads } from './known-heads.ts';

/** Violations printed per invariant; further ones rarely have another cause. */
const MAX_PRINTED = 20;

run(async () => {
  const { values } = parseArgs({ options: { 'audit-heads': { type: 'string' } } });
  const file = values['audit-heads'];
  const known = file === undefined ? [] : await readKnownHeads(file);
  const { db, database_url, config } = await connectToService(readConfig(), 4);
  const ledger = openLedger(config, database_url);
  let different = 0;
  try {
    await db.transaction(
      async (snapshot) => {
        for (const check of [...INVARIANTS, ...(known.length > 0 ? [stillHas(known)] : [])])
          different += await perform(check, { snapshot, db, ledger });
        // A log with differences is not stored as the reference for the next verification.
        if (file !== undefined && different === 0) await writeKnownHeads(file, await readHeads(snapshot));
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
    for (const { queues, machine, process_id, since } of await lateWorkers(db))
      process.stdout.write(
        `note a worker has not become ready since ${since.toISOString()}: ${queues} (process ${process_id} on ${machine})\n`,
      );
  } finally {
    await ledger.close();
    await db.destroy();
  }
  process.stdout.write(
    different === 0 ? 'verified: nothing differs\n' : `verified: ${different} differences\n`,
  );
  process.exitCode = different === 0 ? 0 : 1;
});

async function perform(
  check: Invariant,
  verification: Parameters<Invariant['violations']>[0],
): Promise<number> {
  let found = 0;
  for await (const difference of check.violations(verification)) {
    found += 1;
    if (found <= MAX_PRINTED) process.stdout.write(`  ${difference}\n`);
  }
  process.stdout.write(
    `${found === 0 ? 'ok  ' : 'FAIL'} ${check.invariant}${found > 0 ? ` (${found} differ)` : ''}\n`,
  );
  return found;
}
