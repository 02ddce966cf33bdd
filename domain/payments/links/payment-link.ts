/**
 * Payment links: a title and an amount that anyone with the address can pay. A one-time link completes with its first
 * completed payment (link-attempts.ts), a reusable one never.
 */
import { invalidField, refusal, type AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { PaymentLink, type PaymentLinkRow } from './payment-link.model.ts';
import { linkRefusal, payingUntil } from './payment-link.rules.ts';

export type PaymentLinkRequest = Pick<
  PaymentLinkRow,
  'title' | 'amount_minor' | 'currency' | 'reusable' | 'refund_overpaid'
>;

/** A link as its checkout page opens it. */
export interface OpenedLink {
  link: PaymentLinkRow;
  scope: Scope;
  /** The project's name: who is paid. */
  merchant: string;
  /** Until when somebody pays the one-time link; null when nobody does. */
  paying_until: Date | null;
  /** Why it takes no payment now; null when it does. */
  refused: AppError | null;
}

/** @throws AppError VALIDATION_ERROR where a reusable link is to refund: it takes any number of payments */
export async function createPaymentLink(
  db: Db,
  scope: Scope,
  request: PaymentLinkRequest,
): Promise<PaymentLinkRow> {
  if (request.reusable && request.refund_overpaid)
    throw invalidField('refund_overpaid', 'A reusable link takes any number of payments: none is overpaid.');
  const now = scope.clock.now();
  return PaymentLink.query(db)
    .insert({
      id: newId('payment_link'),
      ...scopeColumns(scope),
      ...request,
      created_at: now,
      updated_at: now,
    })
    .returning('*');
}

/** @throws AppError NOT_FOUND */
export function getPaymentLink(db: Queryable, scope: Scope, id: string): Promise<PaymentLinkRow> {
  return PaymentLink.query(db).findInScope(scope, id);
}

/** Newest first. */
export function listPaymentLinks(db: Db, scope: Scope, request: PageRequest): Promise<Page<PaymentLinkRow>> {
  return PaymentLink.query(db).inScope(scope).paginate(request);
}

/**
 * No more payments are started through the link; those under way go on. Disabling twice repeats.
 * @throws AppError `invalid_state` for a completed link
 */
export async function disablePaymentLink(db: Db, scope: Scope, id: string): Promise<PaymentLinkRow> {
  const [disabled] = await PaymentLink.query(db)
    .inScope(scope)
    .where({ id, status: 'active' })
    .patch({ status: 'disabled', updated_at: scope.clock.now() })
    .returning('*');
  const link = disabled ?? (await getPaymentLink(db, scope, id));
  if (link.status === 'completed')
    throw refusal('invalid_state', 'This link was paid already and takes no more payments.');
  return link;
}

/** The link, for a visitor who knows only its address; null when there is none. */
export async function findOpenedLink(db: Queryable, id: string): Promise<OpenedLink | null> {
  const found = await PaymentLink.query(db).findWithScope(id);
  if (!found) return null;
  const { row: link, scope, project_name: merchant } = found;
  const now = scope.clock.now();
  return { link, scope, merchant, paying_until: payingUntil(link, now), refused: linkRefusal(link, now) };
}
