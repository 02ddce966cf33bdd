/** Agrees what a member saves regularly. */
import { notFound } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getMember, getSettings, lockMember, memberRefusal } from '../cooperative/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller, type CallerUnit } from '../platform/unit.ts';
import { Contribution, type ContributionRow } from './contribution.model.ts';

export type ContributionRequest = Pick<ContributionRow, 'amount_minor' | 'frequency' | 'start_date'>;

/** @throws AppError NOT_FOUND where there is no such member, or nothing was agreed */
export async function getContribution(db: Db, scope: Scope, member_id: string): Promise<ContributionRow> {
  await getMember(db, scope, member_id);
  const found = await Contribution.query(db).inScope(scope).findById(member_id);
  if (!found) throw notFound('contribution');
  return found;
}

/**
 * Replaces what was agreed before. Recorded in the audit log.
 * @throws AppError NOT_FOUND, `sacco_not_set_up`, `member_not_active`
 */
export async function putContribution(
  caller: Caller,
  member_id: string,
  request: ContributionRequest,
): Promise<ContributionRow> {
  return inTransaction(caller, async (unit) => {
    await getSettings(unit.trx, unit.scope);
    const refused = memberRefusal('pay_in', await lockMember(unit, member_id, 'update'));
    if (refused) throw refused;
    return agreeContribution(unit, member_id, request);
  });
}

/** The same for a member that the caller has locked, and who may pay in. */
export async function agreeContribution(
  unit: CallerUnit,
  member_id: string,
  { amount_minor, frequency, start_date }: ContributionRequest,
): Promise<ContributionRow> {
  const { trx, scope } = unit;
  const before = await Contribution.query(trx).inScope(scope).findById(member_id);
  const agreed = { amount_minor, frequency, start_date };
  const row: ContributionRow = {
    member_id,
    ...scopeColumns(scope),
    ...agreed,
    updated_at: scope.clock.now(),
  };
  await Contribution.query(trx).insert(row).onConflict('member_id').merge();
  const from = before && {
    amount_minor: before.amount_minor,
    frequency: before.frequency,
    start_date: before.start_date,
  };
  await audit(unit, 'sacco.contribution_agreed', member_id, { from: from ?? null, to: agreed });
  return row;
}
