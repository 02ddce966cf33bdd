/** Guarantees of loans: what members have pledged, and how a movement holds, calls or releases it in the ledger. */
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { savingsIds } from '../../cooperative/index.ts';
import { accountId, TRANSFER_KINDS } from '../../ledger/index.ts';
import { saccoAccounts, type EntryRow, type EntryTransfer } from '../../movements/index.ts';
import { LoanGuarantee, type GuaranteeRow } from './guarantee.model.ts';
import { sumWaitingPledges } from './guarantees.sql.ts';
import { byLoan } from '../positions/loan-state.ts';

type GuaranteeLeg = NonNullable<EntryRow['guarantees']>[number];

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

/** What these members have pledged on applications that wait, in minor units, by the id of the savings account. */
export async function waitingPledges(
  db: Queryable,
  member_ids: readonly string[],
): Promise<Map<string, bigint>> {
  if (member_ids.length === 0) return new Map();
  const rows = await sumWaitingPledges(db, { member_ids });
  return new Map(
    rows.map(({ member_id, savings_account_id, pledged }) => [
      savingsIds.idOf(member_id, savings_account_id),
      BigInt(pledged),
    ]),
  );
}

export function guaranteeLeg(
  action: GuaranteeLeg['action'],
  {
    member_id,
    savings_account_id,
    hold_id,
    amount_minor,
  }: Pick<GuaranteeRow, 'member_id' | 'savings_account_id' | 'hold_id' | 'amount_minor'>,
): GuaranteeLeg {
  const leg = { action, member_id, hold_id, amount_minor: String(amount_minor) };
  return savings_account_id === null ? leg : { ...leg, savings_account_id };
}

/** Guarantees are held or called before the legs of an entry, and released after them. */
export function guaranteeTransfers(entry: EntryRow): { before: EntryTransfer[]; after: EntryTransfer[] } {
  const guarantees = entry.guarantees ?? [];
  const transfersOf = (legs: GuaranteeLeg[]) => legs.map((leg) => guaranteeTransfer(entry, leg));
  return {
    before: transfersOf(guarantees.filter(({ action }) => action !== 'release')),
    after: transfersOf(guarantees.filter(({ action }) => action === 'release')),
  };
}

const PHASES = { hold: 'pending', call: 'post', release: 'void' } as const;

/** A guarantee is held for as long as the loan is open: its hold has no timeout. */
function guaranteeTransfer(
  entry: EntryRow,
  { action, member_id, savings_account_id = null, hold_id, amount_minor }: GuaranteeLeg,
): EntryTransfer {
  const guarantor = { ...entry, member_id, savings_account_id };
  const debit = saccoAccounts.accountKeyOf('member_savings', guarantor);
  const credit = saccoAccounts.accountKeyOf('guarantee_clearing', guarantor);
  return {
    debit,
    credit,
    transfer: {
      id: action === 'hold' ? hold_id : derivedUuid(decodeId(entry.id), 'guarantee', hold_id),
      debit_account_id: accountId(entry, debit),
      credit_account_id: accountId(entry, credit),
      amount: BigInt(amount_minor),
      // What ends a hold carries its hold's kind.
      code: TRANSFER_KINDS.loan_disbursement,
      phase: PHASES[action],
      pending_id: action === 'hold' ? null : hold_id,
      timeout_s: 0,
      reference: entry.id,
      memo: entry.memo,
    },
    reasonFor: (error) =>
      error === 'exceeds_credits' || error === 'id_already_failed' ? 'guarantee_unavailable' : null,
  };
}

/** What of a guarantee takes savings before the loan is disbursed. */
export const WAITING_STATUSES = ['requested', 'pledged'] as const;

/** Sets the status of the guarantees of these loans that have one of those. */
export async function changeGuarantees(
  trx: Transaction,
  loan_ids: readonly string[],
  { from, to }: { from: readonly GuaranteeRow['status'][]; to: GuaranteeRow['status'] },
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
