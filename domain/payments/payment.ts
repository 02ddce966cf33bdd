/** Finds payments. */
import { systemNow } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { idTimestamp_ms } from '../../core/ids.ts';
import { readTogether } from '../../core/read-together.ts';
import type { Scope } from '../../core/scope.ts';
import { columnsOf } from '../../db/columns-of.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns, type Scoped } from '../../db/model.ts';
import { Payment, type PaymentRow } from './payment.model.ts';
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

/** For work that starts from an id alone. @returns null when there is no such payment */
export function findPaymentWithScope(db: Queryable, id: string): Promise<Scoped<PaymentRow> | null> {
  return Payment.query(db).findWithScope(id);
}

/** The age of a payment by system time; negative when it was created while the system's clock was ahead. */
export function ageOf_ms({ id }: Pick<PaymentRow, 'id'>): number {
  return systemNow().getTime() - idTimestamp_ms(id);
}
