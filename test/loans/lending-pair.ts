/** A real SACCO with its loans and dividends beside a naive one, which takes over what the real one has booked. */
import type { Knex } from 'knex';
import { expect } from 'vitest';
import type { PeriodRequest } from '../accounting/naive-periods.ts';
import type { EntryRow } from '../../domain/movements/index.ts';
import type { Lent, NaiveLending } from './naive-lending.ts';
import type { RealLending } from './real-lending.ts';

export interface Pair {
  real: RealLending;
  naive: NaiveLending;
  /** Entries that the naive SACCO has taken over. */
  taken: Set<string>;
}

/** The entries of the SACCO. */
export function entriesOf({ db, sacco }: RealLending): Knex.QueryBuilder {
  return db('sacco_entries as e').where({ 'e.project_id': sacco.project.id });
}

/** Lets the naive SACCO take over what has ended since, in the order of the ledger. */
export async function takeOver({ real, naive, taken }: Pair): Promise<void> {
  const ended: (EntryRow & { decided_at: Date | null })[] = await entriesOf(real)
    .leftJoin('sacco_approvals as a', 'a.id', 'e.approval_id')
    .whereIn('e.status', ['posted', 'failed'])
    .whereNotIn('e.id', [...taken])
    // A dividend itself is not booked; its lines come after it.
    .orderByRaw('e.ledger_timestamp nulls first')
    .select('e.*', 'a.decided_at');
  for (const entry of ended) {
    taken.add(entry.id);
    if (entry.status === 'failed') continue;
    const booked_on = real.dayOf(entry.posted_at as Date);
    naive.book({ entry, booked_on, began_on: real.dayOf(entry.decided_at ?? entry.created_at) });
  }
  for (const entry of ended) if (entry.status === 'failed') expectPossible(naive, entry);
  const dropped = await real
    .db('sacco_approvals')
    .where({ project_id: real.sacco.project.id })
    .whereIn('status', ['rejected', 'cancelled'])
    .whereNot({ kind: 'loan_write_off' });
  for (const { kind, entry_id, loan_id, dividend_id, status } of dropped) {
    if (kind === 'reversal') forgetReversal(naive, entry_id);
    else if (loan_id) naive.loanOf(loan_id).status = status;
    const dividend = naive.dividends.find(({ id }) => id === dividend_id);
    if (dividend) dividend.dropped = true;
  }
  await takeOverPeriods({ real, naive });
}

/** What became of the requests about periods: each may be decided at any moment. */
export async function takeOverPeriods({ real, naive }: Pick<Pair, 'real' | 'naive'>): Promise<void> {
  const { periods, period_requests } = naive;
  const decided: { id: string; status: 'approved' | 'rejected' | 'cancelled' }[] = await real
    .db('sacco_approvals')
    .whereIn('id', [...period_requests.keys()])
    .whereNot({ status: 'pending' })
    .orderBy('decided_at');
  for (const { id, status } of decided) {
    const request = period_requests.get(id) as PeriodRequest;
    if (status === 'approved') periods.approve(request, false);
    else periods.drop(request, status);
    period_requests.delete(id);
  }
}

/** It waits no more: another one may. */
function forgetReversal({ repayments }: NaiveLending, id: string): void {
  for (const repaid of repayments.values()) if (repaid.reversal === id) repaid.reversal = null;
}

/** An entry may have failed at any moment since the last look; what it was refused for must have been possible. */
function expectPossible(naive: NaiveLending, entry: EntryRow): void {
  const { kind, error, source, amount_minor } = entry;
  const lent = entry.loan_id ? naive.loanOf(entry.loan_id) : null;
  const failure = `${kind} ${error}`;
  if (kind === 'loan_disbursement' && lent) lent.status = 'failed';
  if (kind === 'reversal') forgetReversal(naive, entry.id);
  if (error === 'above_payoff') expect(amount_minor > naive.payoffOf(lent as Lent), entry.id).toBe(true);
  if (error === 'loan_not_open') expect(naive.statusOf(lent as Lent), entry.id).not.toBe('open');
  if (error === 'insufficient_savings') expect(source).toBe('savings');
  expect([
    'loan_disbursement guarantee_unavailable',
    'loan_repayment above_payoff',
    'loan_repayment loan_not_open',
    'loan_repayment insufficient_savings',
    'loan_write_off loan_not_open',
    'withdrawal insufficient_savings',
    'withdrawal insufficient_cash',
    'dividend income_insufficient',
    'reversal guarantee_unavailable',
    'reversal insufficient_cash',
    'reversal not_latest_movement',
    'reversal period_closed',
  ]).toContain(failure);
}
