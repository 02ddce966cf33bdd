/** Guarantees of loans: what members have pledged, and the legs by which a movement holds, calls or releases them. */
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { GuaranteeLeg } from '../sacco/index.ts';
import { LoanGuarantee, type GuaranteeRow } from './guarantee.model.ts';
import { byLoan } from './loan-state.ts';

/** In the order in which they are called. */
export async function guaranteesOf(db: Queryable, loan_id: string): Promise<GuaranteeRow[]> {
  return LoanGuarantee.query(db).where({ loan_id }).orderBy('no');
}

/** The guarantees of these loans, by loan. */
export async function guaranteesByLoan(
  db: Queryable,
  loan_ids: readonly string[],
): Promise<Map<string, GuaranteeRow[]>> {
  const rows = await LoanGuarantee.query(db)
    .whereIn('loan_id', [...loan_ids])
    .orderBy(['loan_id', 'no']);
  return byLoan(rows);
}

/** What these members have pledged on applications that wait, in minor units. */
export async function waitingPledges(
  db: Queryable,
  member_ids: readonly string[],
): Promise<Map<string, bigint>> {
  if (member_ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: { member_id: string; pledged: string }[] }>(WAITING_PLEDGES, [
    [...member_ids],
  ]);
  return new Map(rows.map(({ member_id, pledged }) => [member_id, BigInt(pledged)]));
}

const WAITING_PLEDGES = `
  select member_id, sum(amount_minor)::text as pledged from sacco_loan_guarantees
  where member_id = any(?::text[]) and status = 'pledged' group by member_id`;

export function guaranteeLeg(
  action: GuaranteeLeg['action'],
  { member_id, hold_id, amount_minor }: Pick<GuaranteeRow, 'member_id' | 'hold_id' | 'amount_minor'>,
): GuaranteeLeg {
  return { action, member_id, hold_id, amount_minor: String(amount_minor) };
}

/** Sets the status of guarantees that have one of the others. */
export async function changeGuarantees(
  trx: Transaction,
  loan_ids: readonly string[],
  from: readonly GuaranteeRow['status'][],
  to: GuaranteeRow['status'],
): Promise<void> {
  await LoanGuarantee.query(trx)
    .whereIn('loan_id', [...loan_ids])
    .whereIn('status', [...from])
    .patch({ status: to });
}

/**
 * How a sum that is owed is covered by guarantees, in their order, each up to its pledge: called, or released where nothing
 * is left to cover.
 */
export function callGuarantees(
  guarantees: readonly GuaranteeRow[],
  owed_minor: bigint,
): { legs: GuaranteeLeg[]; called_minor: bigint } {
  let left = owed_minor;
  const legs = guarantees.map((each) => {
    const called = each.amount_minor < left ? each.amount_minor : left;
    left -= called;
    return called > 0n
      ? guaranteeLeg('call', { ...each, amount_minor: called })
      : guaranteeLeg('release', each);
  });
  return { legs, called_minor: owed_minor - left };
}
