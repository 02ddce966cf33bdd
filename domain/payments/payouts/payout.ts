/** Finds payouts; the transfers of a payout. */
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { CreationDays, Page, PageRequest } from '../../../db/page.ts';
import type { Transfer } from '../../ledger/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { PayoutDestination, PayoutOrder } from '../providers/payout.port.ts';
import { endingOf, holdOf } from './payout-transfers.rules.ts';
import { Payout, type PayoutRow } from './payout.model.ts';
import type { PayoutOriginName, PayoutOutcome, PayoutStatus } from './payout.rules.ts';

/** @throws AppError NOT_FOUND also for payouts of other projects and environments */
export function getPayout(db: Queryable, scope: Scope, id: string): Promise<PayoutRow> {
  return Payout.query(db).findInScope(scope, id);
}

export interface PayoutFilter extends PageRequest, CreationDays {
  status?: PayoutStatus | undefined;
  provider?: string | undefined;
  reference?: string | undefined;
  origin?: PayoutOriginName | undefined;
}

/** Newest first by default. */
export function listPayouts(db: Db, scope: Scope, filter: PayoutFilter): Promise<Page<PayoutRow>> {
  const { status, provider, reference, origin } = filter;
  return Payout.query(db)
    .inScope(scope)
    .whereGiven('status', status)
    .whereGiven('provider', provider)
    .whereGiven('reference', reference)
    .whereGiven('origin', origin)
    .paginateByDays(filter);
}

export function destinationOf({
  to_phone,
  to_bank_code,
  to_account_number,
  to_account_name,
}: Pick<
  PayoutRow,
  'to_phone' | 'to_bank_code' | 'to_account_number' | 'to_account_name'
>): PayoutDestination {
  if (to_phone !== null)
    return { phone: to_phone, ...(to_bank_code === null ? {} : { bank_code: to_bank_code }) };
  return {
    bank_code: to_bank_code as string,
    account_number: to_account_number as string,
    account_name: to_account_name as string,
  };
}

/** What the provider's adapter is given of it. */
export function orderOf(payout: PayoutRow): PayoutOrder {
  const { id, project_id, environment, amount_minor, currency, reference, narration } = payout;
  const { provider_txn_id, provider_data, created_at, sent_at } = payout;
  return {
    id,
    project_id,
    environment,
    amount_minor,
    currency,
    reference,
    narration,
    to: destinationOf(payout),
    provider_txn_id,
    provider_data,
    created_at,
    sent_at,
  };
}

/** The holds: of what its origin books when it succeeds, until it is known how it ended. */
export async function payoutHolds(base: ScopedContext, payout: PayoutRow): Promise<Transfer[]> {
  return (await transfersOf(base, payout)).map(holdOf);
}

/** What ends the holds: they are posted when the money was paid, and released otherwise. */
export async function payoutEnding(
  base: ScopedContext,
  payout: PayoutRow,
  outcome: PayoutOutcome,
): Promise<Transfer[]> {
  return (await transfersOf(base, payout)).map((transfer) => endingOf(transfer, outcome));
}

async function transfersOf(base: ScopedContext, payout: PayoutRow): Promise<Transfer[]> {
  return (await base.ctx.payout_origins[payout.origin].transfers?.(base, payout)) ?? [];
}
