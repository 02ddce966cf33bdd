/** Asks the ledger to book entries. The transfers' ids follow from the entry, so booking one again is a no-op. */
import { systemNow } from '../../../core/clock.ts';
import { AppError, type Reason } from '../../../core/errors.ts';
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import {
  accountId,
  openAccounts,
  postChains,
  TRANSFER_KINDS,
  type ChainOutcome,
  type AccountKey,
  type Transfer,
  type TransferError,
  type TransferPoster,
} from '../../ledger/index.ts';
import {
  OPENED_ON_DISBURSEMENT,
  OPENED_WITH_SETTINGS,
  SACCO_ACCOUNTS,
  type SaccoAccountKind,
} from '../accounts.rules.ts';
import { accountKeyOf } from '../members/accounts.ts';
import { bookingOf, isAllocated, legAmount, legsOf, shortageOf } from './booking-table.rules.ts';
import { SaccoEntry, type EntryRow, type GuaranteeLeg } from './entry.model.ts';
import { IN_FLIGHT } from './entry.rules.ts';

/** A transfer of an entry, whose accounts it moves, and what it means when the ledger refuses it; null for a defect of ours. */
export interface EntryTransfer {
  transfer: Transfer;
  debit: AccountKey;
  credit: AccountKey;
  reasonFor: (error: TransferError) => Reason | null;
}

/** The transfers of an entry: guarantees that are held or called, one per leg that moves anything, guarantees released. */
export function transfersOf(entry: EntryRow): Transfer[] {
  return entryTransfers(entry).map(({ transfer }) => transfer);
}

/** The same with what is to be known about each. */
export function entryTransfers(entry: EntryRow): EntryTransfer[] {
  const guarantees = entry.guarantees ?? [];
  return [
    ...guarantees.filter(({ action }) => action !== 'release').map((leg) => guaranteeTransfer(entry, leg)),
    ...legTransfers(entry),
    ...guarantees.filter(({ action }) => action === 'release').map((leg) => guaranteeTransfer(entry, leg)),
  ];
}

function legTransfers(entry: EntryRow): EntryTransfer[] {
  const { code } = bookingOf(entry);
  return legsOf(entry).map((leg, i) => {
    const debit = accountKeyOf(leg.debit, entry);
    const credit = accountKeyOf(leg.credit, entry);
    return {
      debit,
      credit,
      transfer: {
        id: derivedUuid(decodeId(entry.id), String(i)),
        debit_account_id: accountId(entry, debit),
        credit_account_id: accountId(entry, credit),
        amount: legAmount(leg, entry),
        code,
        phase: null,
        pending_id: null,
        timeout_s: 0,
        reference: entry.id,
        memo: entry.memo,
      },
      reasonFor: (error) => shortageOf(leg, error),
    };
  });
}

const GUARANTEE_PHASES = { hold: 'pending', call: 'post', release: 'void' } as const;

/** A guarantee is held for as long as the loan is open: its hold has no timeout. */
function guaranteeTransfer(
  entry: EntryRow,
  { action, member_id, hold_id, amount_minor }: GuaranteeLeg,
): EntryTransfer {
  const guarantor = { ...entry, member_id };
  const debit = accountKeyOf('member_savings', guarantor);
  const credit = accountKeyOf('guarantee_clearing', guarantor);
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
      phase: GUARANTEE_PHASES[action],
      pending_id: action === 'hold' ? null : hold_id,
      timeout_s: 0,
      reference: entry.id,
      memo: entry.memo,
    },
    reasonFor: (error) =>
      error === 'exceeds_credits' || error === 'id_already_failed' ? 'guarantee_unavailable' : null,
  };
}

/** What the ledger said of an entry, with the amounts that it was asked to book. */
export type BookingResult = { entry: EntryRow } & (
  | { status: 'posted'; posted_at: Date; ledger_timestamp: bigint | null }
  | { status: 'failed'; error: Reason; reason?: string }
);

/**
 * @returns what became of each, in their order
 * @throws AppError SERVICE_UNAVAILABLE when the ledger does not answer, or `busy` when the loan of the only entry is busy
 */
export async function askLedger(
  ctx: Context,
  rows: ScopedRow<EntryRow>[],
  ledger: TransferPoster,
): Promise<BookingResult[]> {
  const allocated = await Promise.all(rows.map(({ scope, row }) => allocateEntry(ctx, scope, row)));
  const results = new Map<number, BookingResult>();
  const chains: { index: number; scope: Scope; entry: EntryRow; chain: Transfer[] }[] = [];
  allocated.forEach((entry, index) => {
    const { scope, row } = rows[index] as ScopedRow<EntryRow>;
    if (entry instanceof AppError) {
      const error = entry.reason as Reason;
      results.set(index, { entry: row, status: 'failed', error, reason: entry.message });
      return;
    }
    const chain = transfersOf(entry);
    if (chain.length > 0) chains.push({ index, scope, entry, chain });
    else
      results.set(index, { entry, status: 'posted', posted_at: scope.clock.now(), ledger_timestamp: null });
  });
  await openMissingAccounts(ctx, chains);
  const outcomes = await postChains(ledger, chains);
  chains.forEach(({ index, entry }, i) => results.set(index, resultOf(entry, outcomes[i] as ChainOutcome)));
  return rows.map((_row, index) => results.get(index) as BookingResult);
}

/** What depends on its loan, moves accounts that may not be open, or has further consequences. */
export function needsOwnTransaction(entry: EntryRow): boolean {
  return !isAllocated(entry) || mayBeMissing(entry).length > 0 || bookingOf(entry).effects.length > 0;
}

/** An entry whose amounts depend on its loan gets them now, unless it has them already. */
async function allocateEntry(ctx: Context, scope: Scope, entry: EntryRow): Promise<EntryRow | AppError> {
  if (isAllocated(entry)) return entry;
  const allocated = await ctx.db.transaction(async (trx) => {
    // Another process may have allocated or ended it since it was read. Entries are locked before loans.
    const current = await SaccoEntry.query(trx).forUpdate().findInScope(scope, entry.id);
    if (isAllocated(current) || !IN_FLIGHT.includes(current.status)) return current;
    const found = await ctx.sacco.allocate(trx, scope, current);
    if (found === 'busy') await makeDue(trx, current);
    if (found === 'busy' || found instanceof AppError) return found;
    const { principal_minor, interest_minor, penalty_minor, savings_minor, guarantees } = found;
    await SaccoEntry.query(trx)
      .where({ id: entry.id })
      .patch({ principal_minor, interest_minor, penalty_minor, savings_minor, guarantees });
    return found;
  });
  if (allocated !== 'busy') return allocated;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Another movement of this loan is being booked. This one is booked right after it; repeat the request to see it.',
    { reason: 'busy', retry_after_s: 1 },
  );
}

/** The job that the loan's other movement leaves behind finds it. */
async function makeDue(trx: Transaction, { id }: EntryRow): Promise<void> {
  await SaccoEntry.query(trx).where({ id }).patch({ due_at: systemNow() });
}

/**
 * Accounts that may not be open yet: a loan's own, those of the SACCO that settings made before there were loans did not open,
 * and those that are opened when they are first moved.
 */
async function openMissingAccounts(ctx: Context, chains: { scope: Scope; entry: EntryRow }[]): Promise<void> {
  const accounts = chains.flatMap(({ scope, entry }) =>
    mayBeMissing(entry).map((kind) => ({ scope, key: accountKeyOf(kind, entry) })),
  );
  if (accounts.length > 0) await openAccounts(ctx.db, ctx.ledger, accounts);
}

function mayBeMissing(entry: EntryRow): readonly SaccoAccountKind[] {
  if (entry.kind === 'loan_disbursement') return [...OPENED_ON_DISBURSEMENT, ...OPENED_WITH_SETTINGS];
  const moved = bookingOf(entry).legs.flatMap(({ debit, credit }) => [debit, credit]);
  return moved.filter((kind) => SACCO_ACCOUNTS[kind].opened === 'on_first_movement');
}

function resultOf(entry: EntryRow, outcome: ChainOutcome): BookingResult {
  if (outcome.status !== 'refused') {
    const last = outcome.transfers.at(-1);
    return {
      entry,
      status: 'posted',
      posted_at: last?.created_at as Date,
      ledger_timestamp: last?.timestamp as bigint,
    };
  }
  const refused = entryTransfers(entry)[outcome.index] as EntryTransfer;
  // Of a request whose answer was lost, for the same reason as at first.
  const error = refused.reasonFor(outcome.earlier ?? outcome.error);
  if (!error) throw new Error(`the ledger refused ${entry.id}: ${outcome.error}`);
  return { entry, status: 'failed', error };
}
