/** Statements on confirmations of payments that came by paybills, and on the payments that they may be about. */
import type { Environment } from '../../../core/scope.ts';
import { defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

/** Concurrent additions are all kept. */
export const addConfirmationData = defineCommand({
  /** @param added JSON of an object @param due_at when the next attempt is due now; null: as it is */
  params: params<{ id: string; added: string; due_at: Date | null }>(),
  sql: `
    update paybill_confirmations set provider_data = provider_data || :added::jsonb,
      next_attempt_at = coalesce(:due_at::timestamptz, next_attempt_at)
    where id = :id and status = 'pending'`,
});

/** Prompts of which the provider has not named the transaction yet, and which it may have been. */
export const findPrompted = defineQuery({
  params: params<{
    project_id: string;
    environment: Environment;
    provider: string;
    account_number: string;
    amount_minor: bigint;
    created_after: Date;
  }>(),
  result: { id: text },
  sql: `
    select id from payments
    where project_id = :project_id and environment = :environment and provider = :provider
      and (reference = :account_number or right(id, 12) = :account_number)
      and amount_minor = :amount_minor and provider_txn_id is null and origin = 'request' and created_at >= :created_after
    order by created_at desc limit 5`,
});
