/** Statements on confirmations of payments that came by paybills, and on the payments that they may be about. */
import type { Environment } from '../../../core/scope.ts';
import { defineCommand, defineQuery, int4, int8, params, text } from '../../../db/statement.ts';

/** Concurrent additions are all kept. */
export const addConfirmationData = defineCommand({
  /** @param added JSON of an object @param due_at when the next attempt is due now; null: as it is */
  params: params<{ id: string; added: string; due_at: Date | null }>(),
  sql: `
    update paybill_confirmations set provider_data = provider_data || :added::jsonb,
      next_attempt_at = coalesce(:due_at::timestamptz, next_attempt_at)
    where id = :id and status = 'pending'`,
});

/** Counts a question about a transaction of a paybill. @returns how many there were in that minute; nothing without a paybill */
export const countQuestion = defineQuery({
  params: params<{ project_id: string; environment: Environment; provider: string; minute: Date }>(),
  result: { asked: int4 },
  sql: `
    update paybills set asked = case when asked_in = :minute then asked + 1 else 1 end, asked_in = :minute
    where project_id = :project_id and environment = :environment and provider = :provider returning asked`,
});

/** How many of a paybill are pending, counted up to a limit. */
export const countPending = defineQuery({
  params: params<{ project_id: string; environment: Environment; provider: string; limit: number }>(),
  result: { pending: int8 },
  sql: `
    select count(*) as pending from (
      select from paybill_confirmations
      where project_id = :project_id and environment = :environment and provider = :provider and status = 'pending' limit :limit
    ) counted`,
});

/** Deletes refused ones that ended before, up to a limit. @returns how many */
export const deleteRefusedBefore = defineQuery({
  params: params<{ first_kept: Date; limit: number }>(),
  result: { id: text },
  sql: `
    delete from paybill_confirmations where id in (
      select id from paybill_confirmations where status = 'refused' and ended_at < :first_kept limit :limit
    ) returning id`,
});

type Prompted = {
  project_id: string;
  environment: Environment;
  provider: string;
  amount_minor: bigint;
  /** The first id of the time in which it was created, and the first after it: ids hold the time of creation. */
  from_id: string;
  before_id: string;
};

/** Prompts of which the provider has not named the transaction yet, and which it may have been, by what the payer typed. */
export const findPromptedByAccount = defineQuery({
  params: params<Prompted & { account_number: string }>(),
  result: { id: text },
  sql: `
    select id from payments
    where project_id = :project_id and environment = :environment and provider = :provider
      and (reference = :account_number or right(id, 12) = :account_number)
      and amount_minor = :amount_minor and provider_txn_id is null and origin = 'request' and id >= :from_id and id < :before_id
    order by id desc limit 5`,
});

/** The same where nothing is known of what was typed: by who paid. One that has failed was not paid by it. */
export const findPromptedByPhone = defineQuery({
  params: params<Prompted & { phone: string }>(),
  result: { id: text },
  sql: `
    select id from payments
    where project_id = :project_id and environment = :environment and provider = :provider and customer_phone = :phone
      and status not in ('failed', 'cancelled')
      and amount_minor = :amount_minor and provider_txn_id is null and origin = 'request' and id >= :from_id and id < :before_id
    order by id desc limit 5`,
});

/** The payment to whose prompt a callback has named this transaction: it is not completed yet. */
export const findToldOf = defineQuery({
  params: params<{
    project_id: string;
    environment: Environment;
    provider: string;
    transaction_id: string;
  }>(),
  result: { id: text },
  sql: `
    select id from payments
    where project_id = :project_id and environment = :environment and provider = :provider
      and provider_data ->> 'receipt' = :transaction_id and provider_data ->> 'receipt' is not null and provider_txn_id is null
    order by id desc limit 5`,
});
