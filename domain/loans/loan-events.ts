/** Webhook events about loans; their data is the loan as GET answers it, of a long schedule the first lines. */
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EnqueueAfterCommit } from '../platform/unit.ts';
import { recordEvents, wantedEvents } from '../webhooks/index.ts';
import { presentLoanOfEvent } from './loan.presenter.ts';
import { readLoans } from './read-loan.ts';

type LoanEventType = 'loan.disbursed' | 'loan.closed' | 'loan.overdue' | 'loan.written_off';

/** @param scopes of the loans, by id */
export async function recordLoanEvents(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  type: LoanEventType,
  scopes: ReadonlyMap<string, Scope>,
): Promise<void> {
  // Loans are read only where an endpoint wants to know.
  const wanted = await wantedEvents(trx, [...scopes.values()], type);
  const ids = [...scopes].flatMap(([id, scope]) => (wanted(scope) ? [id] : []));
  if (ids.length === 0) return;
  const loans = await readLoans(trx, ids, (id) => scopes.get(id) as Scope);
  await recordEvents(
    { trx, enqueue: enqueueAfterCommit },
    loans.map((loan) => ({ scope: scopes.get(loan.loan.id) as Scope, type, row: loan })),
    (rows) => rows.map(presentLoanOfEvent),
  );
}
