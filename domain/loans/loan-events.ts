/** Webhook events about loans; their data is the loan as GET answers it, with the first lines of a long schedule. */
import type { Scope } from '../../core/scope.ts';
import type { Unit } from '../platform/unit.ts';
import { recordEvents, wantedEvents } from '../webhooks/index.ts';
import { presentLoanOfEvent } from './loan.presenter.ts';
import { readLoans } from './read-loan.ts';

type LoanEventType = 'loan.disbursed' | 'loan.closed' | 'loan.overdue' | 'loan.written_off';

/** @param scopes of the loans, by id */
export async function recordLoanEvents(
  unit: Unit,
  type: LoanEventType,
  scopes: ReadonlyMap<string, Scope>,
): Promise<void> {
  // Loans are read only where an endpoint receives the event.
  const wanted = await wantedEvents(unit, [...scopes.values()], type);
  const ids = [...scopes].flatMap(([id, scope]) => (wanted(scope) ? [id] : []));
  if (ids.length === 0) return;
  const loans = await readLoans(unit.trx, ids, (id) => scopes.get(id) as Scope);
  await recordEvents(
    unit,
    loans.map((loan) => ({ scope: scopes.get(loan.loan.id) as Scope, type, row: loan })),
    (rows) => rows.map(presentLoanOfEvent),
  );
}
