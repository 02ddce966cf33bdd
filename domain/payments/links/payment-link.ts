/**
 * Payment links: a title and an amount that anyone with the address can pay. A one-time link completes with its first
 * completed payment, a reusable one never.
 */
import { notFound, refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment, Scope } from '../../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { findWithScope } from '../../platform/find-with-scope.ts';
import type { PaymentRow } from '../payment.ts';

export const PAYMENT_LINK_STATUSES = ['active', 'completed', 'disabled'] as const;

export interface PaymentLinkRow {
  id: string;
  project_id: string;
  environment: Environment;
  title: string;
  amount_minor: bigint;
  currency: Currency;
  reusable: boolean;
  status: (typeof PAYMENT_LINK_STATUSES)[number];
  created_at: Date;
  updated_at: Date;
}

export type PaymentLinkRequest = Pick<PaymentLinkRow, 'title' | 'amount_minor' | 'currency' | 'reusable'>;

/** A link as its checkout page opens it. */
export interface OpenedLink {
  link: PaymentLinkRow;
  scope: Scope;
  /** The project's name: who is paid. */
  merchant: string;
}

export async function createPaymentLink(
  db: Db,
  scope: Scope,
  { title, amount_minor, currency, reusable }: PaymentLinkRequest,
): Promise<PaymentLinkRow> {
  const now = scope.clock.now();
  const row = {
    id: newId('payment_link'),
    project_id: scope.project_id,
    environment: scope.environment,
    title,
    amount_minor,
    currency,
    reusable,
    created_at: now,
    updated_at: now,
  };
  return expectOne(await db<PaymentLinkRow>('payment_links').insert(row).returning('*'));
}

/** @throws AppError NOT_FOUND also for links of other projects and environments */
export async function getPaymentLink(db: Queryable, scope: Scope, id: string): Promise<PaymentLinkRow> {
  const link = await db<PaymentLinkRow>('payment_links')
    .where({ id, project_id: scope.project_id, environment: scope.environment })
    .first();
  if (!link) throw notFound('payment link');
  return link;
}

/** Newest first. */
export async function listPaymentLinks(
  db: Db,
  scope: Scope,
  { limit, after }: PageRequest,
): Promise<Page<PaymentLinkRow>> {
  const query = db<PaymentLinkRow>('payment_links').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}

/**
 * No more payments are started through the link; those under way go on. Disabling twice repeats.
 * @throws AppError `invalid_state` for a completed link
 */
export async function disablePaymentLink(db: Db, scope: Scope, id: string): Promise<PaymentLinkRow> {
  const [disabled] = await db<PaymentLinkRow>('payment_links')
    .where({ id, project_id: scope.project_id, environment: scope.environment, status: 'active' })
    .update({ status: 'disabled', updated_at: scope.clock.now() })
    .returning('*');
  const link = disabled ?? (await getPaymentLink(db, scope, id));
  if (link.status === 'completed')
    throw refusal('invalid_state', 'This link was paid already and takes no more payments.');
  return link;
}

/** The link, for a visitor who knows its address alone; null when there is none. */
export async function loadPaymentLink(db: Queryable, id: string): Promise<OpenedLink | null> {
  const found = await findWithScope<PaymentLinkRow>(db, 'payment_links', id);
  return found && { link: found.row, scope: found.scope, merchant: found.project_name };
}

/** A completed payment completes its one-time link, also one that was disabled after the payment had begun. */
export async function completePaymentLink(
  trx: Transaction,
  scope: Scope,
  { payment_link_id, project_id, environment }: PaymentRow,
): Promise<void> {
  if (payment_link_id === null) return;
  await trx<PaymentLinkRow>('payment_links')
    .where({ id: payment_link_id, project_id, environment, reusable: false })
    .whereNot({ status: 'completed' })
    .update({ status: 'completed', updated_at: scope.clock.now() });
}
