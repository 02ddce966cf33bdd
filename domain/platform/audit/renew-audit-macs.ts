/** Renews MACs of the audit log's heads that are missing or were written with the previous key: after a migration, or a rotation. */
import { SYSTEM } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from './audit.ts';
import { chainFaults } from './audit-invariants.ts';
import { auditKeys, macState, newMac, type MacState } from './audit-mac.ts';
import { AuditHead } from './audit.model.ts';
import type { SubjectDetails } from './subject-details.port.ts';

export interface RenewedMacs {
  renewed: number;
  /** Sentences about chains that are broken: their heads stay as they are. */
  faults: string[];
}

/**
 * A MAC that was missing or wrong is recorded in an entry, because nothing else shows it afterwards.
 * @param db with the keys of `setAuditKeys`; without one nothing is renewed
 * @param states of MACs that are to be renewed
 */
export async function renewAuditMacs(
  { db, subject_details }: { db: Db; subject_details: SubjectDetails },
  states: readonly MacState[],
): Promise<RenewedMacs> {
  const result: RenewedMacs = { renewed: 0, faults: [] };
  for (const { row, scope } of await AuditHead.query(db).withScope()) {
    await db.transaction(async (trx) => {
      const keys = auditKeys(trx);
      const lock = () => AuditHead.query(trx).inScope(row).forUpdate();
      let head = expectOne(await lock());
      const state = macState(keys, head);
      if (keys.length === 0 || !states.includes(state)) return;
      if (state !== 'previous') {
        const faults: string[] = [];
        for await (const fault of chainFaults({ db: trx, subject_details }, head)) faults.push(fault);
        result.faults.push(...faults);
        if (faults.length > 0) return;
        await audit({ trx, scope, actor: SYSTEM }, 'audit_log.mac_renewed', row.project_id, { was: state });
        head = expectOne(await lock());
      }
      await AuditHead.query(trx)
        .inScope(row)
        .patch({ mac: newMac(keys, head) });
      result.renewed += 1;
    });
  }
  return result;
}
