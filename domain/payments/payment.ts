/** Finds payments. */
import { systemNow } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { idTimestamp_ms } from '../../core/ids.ts';
import { addDays, startOfDay } from '../../core/local-date.ts';
import { readTogether } from '../../core/read-together.ts';
import type { Scope } from '../../core/scope.ts';
import { columnsOf } from '../../db/columns-of.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import { scopeColumns, type Scoped } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { Payment, type PaymentRow } from './payment.model.ts';
import type { PaymentStatus } from './payment.rules.ts';
import { readPayments } from './payment.sql.ts';

/** Payments read in one statement. */
const MAX_PAYMENTS_PER_READ = 500;

/** @throws AppError NOT_FOUND also for payments of other projects and environments */
export async function getPayment(db: Queryable, scope: Scope, id: string): Promise<PaymentRow> {
  const payment = await readPayment(db, { id, ...scopeColumns(scope) });
  if (!payment) throw notFound('payment');
  return payment;
}

type PaymentName = Pick<PaymentRow, 'id' | 'project_id' | 'environment'>;

const readPayment = readTogether<Queryable, PaymentName, PaymentRow>({
  max: MAX_PAYMENTS_PER_READ,
  nameOf: ({ id, project_id, environment }) => `${id} ${project_id} ${environment}`,
  read: (db, names) => readPayments(db, columnsOf(names, 'id', 'project_id', 'environment')),
});

export interface PaymentFilter extends PageRequest {
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
  reference?: string | undefined;
  /** Id of a payment link. */
  payment_link?: string | undefined;
  /** Days of creation, UTC, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Payments of a project and environment, newest first: ids grow with time. Where moments of creation are asked for, these
 * order the page, so that an index finds them.
 */
export function listPayments(db: Db, scope: Scope, filter: PaymentFilter): Promise<Page<PaymentRow>> {
  const { status, provider, reference, payment_link, from, to } = filter;
  const query = Payment.query(db)
    .inScope(scope)
    .whereGiven('status', status)
    .whereGiven('provider', provider)
    .whereGiven('reference', reference)
    .whereGiven('payment_link_id', payment_link);
  if (!from && !to) return query.paginate(filter);
  if (from) void query.where('created_at', '>=', startOfDay(from));
  if (to) void query.where('created_at', '<', startOfDay(addDays(to, 1)));
  return query.paginateByMoment(filter, {
    moment: 'created_at',
    id: 'id',
    within: scopeColumns(scope),
    after_missing_row: 'empty',
  });
}

/** For work that starts from an id alone. @returns null when there is no such payment */
export function findPaymentWithScope(db: Queryable, id: string): Promise<Scoped<PaymentRow> | null> {
  return Payment.query(db).findWithScope(id);
}

/** The age of a payment by system time; negative when it was created while the system's clock was ahead. */
export function ageOf_ms({ id }: Pick<PaymentRow, 'id'>): number {
  return systemNow().getTime() - idTimestamp_ms(id);
}
