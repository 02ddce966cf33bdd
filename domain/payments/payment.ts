/** The payment as stored, how it is found, and the scope in which it lives. */
import type { Environment, Scope } from '../../core/scope.ts';
import { batchCallsPer } from '../../core/batch.ts';
import { notFound } from '../../core/errors.ts';
import { addDays, startOfDay } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { findWithScope } from '../platform/find-with-scope.ts';
import type { PaymentDestinationKind } from './destination.port.ts';
import type { NextAction, PaymentStatus, Split } from './payment.rules.ts';

export interface PaymentRow {
  id: string;
  project_id: string;
  environment: Environment;
  provider: string;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
  status: PaymentStatus;
  customer_phone: string | null;
  metadata: Record<string, unknown>;
  split: Split | null;
  /** The link through whose checkout it was made. */
  payment_link_id: string | null;
  next_action: NextAction | null;
  provider_txn_id: string | null;
  failure_code: string | null;
  failure_message: string | null;
  refunded_minor: bigint;
  /** What refunds have taken up, those under way included. */
  refunding_minor: bigint;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  polls: number;
  next_poll_at: Date | null;
  has_posting: boolean;
  /** Where its money goes on to, once it is booked. */
  credit_to: PaymentDestinationKind | null;
}

/** Payments read in one statement. */
const MAX_PAYMENTS_PER_READ = 500;

/** @throws AppError NOT_FOUND also for payments of other projects and environments */
export function getPayment(db: Queryable, scope: Scope, id: string): Promise<PaymentRow> {
  return readTogether(db, { id, project_id: scope.project_id, environment: scope.environment });
}

type PaymentName = Pick<PaymentRow, 'id' | 'project_id' | 'environment'>;

const readTogether = batchCallsPer<Queryable, PaymentName, PaymentRow>(
  async (db, wanted) => {
    const distinct = [...new Map(wanted.map((each) => [nameOf(each), each])).values()];
    const { rows } = await db.raw<{ rows: PaymentRow[] }>(READ_PAYMENTS, [
      distinct.map(({ id }) => id),
      distinct.map(({ project_id }) => project_id),
      distinct.map(({ environment }) => environment),
    ]);
    const found = new Map(rows.map((row) => [nameOf(row), row]));
    return wanted.map((each) => found.get(nameOf(each)) ?? notFound('payment'));
  },
  { max_weight: MAX_PAYMENTS_PER_READ },
);

const READ_PAYMENTS = `
  select p.* from unnest(?::text[], ?::text[], ?::environment[]) as w(id, project_id, environment)
  join payments p using (id, project_id, environment)`;

function nameOf({ id, project_id, environment }: PaymentName): string {
  return `${id} ${project_id} ${environment}`;
}

export interface PaymentFilter extends PageRequest {
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
  reference?: string | undefined;
  /** Days of creation, UTC, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Payments of a book, newest first: ids grow with time, and where moments matter these order, so that an index finds them. */
export async function listPayments(db: Db, scope: Scope, filter: PaymentFilter): Promise<Page<PaymentRow>> {
  const book = { project_id: scope.project_id, environment: scope.environment };
  const query = db<PaymentRow>('payments').where(book);
  const { status, provider, reference, from, to, after } = filter;
  if (status) void query.where({ status });
  if (provider) void query.where({ provider });
  if (reference) void query.where({ reference });
  if (from) void query.where('created_at', '>=', startOfDay(from));
  if (to) void query.where('created_at', '<', startOfDay(addDays(to, 1)));
  if (!from && !to) {
    if (after) void query.where('id', '<', after);
  } else {
    void query.orderBy('created_at', 'desc');
    if (after) {
      const last = db('payments')
        .where({ ...book, id: after })
        .select('created_at', 'id');
      void query.whereRaw('(created_at, id) < ?', last);
    }
  }
  return page(await query.orderBy('id', 'desc').limit(filter.limit + 1), filter.limit, (row) => row.id);
}

/** The payment and its own book, for work that starts from an id alone; null when there is none. */
export async function loadPayment(
  db: Queryable,
  id: string,
): Promise<{ payment: PaymentRow; scope: Scope } | null> {
  const found = await findWithScope<PaymentRow>(db, 'payments', id);
  return found && { payment: found.row, scope: found.scope };
}
