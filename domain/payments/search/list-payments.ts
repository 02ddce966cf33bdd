/** The list of payments. */
import type { Scope } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Db } from '../../../db/connection.ts';
import { refuseWithSearch, type CreationDays, type Page, type PageRequest } from '../../../db/page.ts';
import { Payment, type PaymentRow } from '../payment.model.ts';
import type { PaymentStatus } from '../payment.rules.ts';
import { searchPayments } from './search-payments.ts';

export interface PaymentFilter extends PageRequest, CreationDays {
  /** An amount, a phone, the beginning of a reference, or an id of the provider. */
  q?: string | undefined;
  status?: PaymentStatus | undefined;
  provider?: string | undefined;
  reference?: string | undefined;
  /** Id of a payment link. */
  payment_link?: string | undefined;
}

/**
 * Payments of a project and environment, newest first by default.
 * @throws AppError VALIDATION_ERROR when what is searched for should be sorted or counted
 */
export async function listPayments(db: Db, scope: Scope, filter: PaymentFilter): Promise<Page<PaymentRow>> {
  const { q, status, provider, reference, payment_link, from, to } = filter;
  const query = Payment.query(db)
    .inScope(scope)
    .whereGiven('status', status)
    .whereGiven('provider', provider)
    .whereGiven('reference', reference)
    .whereGiven('payment_link_id', payment_link);
  const typed = q?.trim();
  if (typed) {
    refuseWithSearch(filter);
    const found = await searchPayments(db, scope, { typed, after: from || to ? null : filter.after });
    void query.whereRaw('id = any(?::text[])', [textArray(found)]);
  }
  return query.paginateByDays(filter);
}
