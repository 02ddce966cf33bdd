/** The statement that moves many payments to their next status. */
import { defineQuery, params, tableColumns } from '../../../db/statement.ts';
import type { PaymentRow } from '../payment.model.ts';

/**
 * Locked rows are skipped: a change that has to wait does so alone, and does not hold up the others. So is a change that brings an
 * id of the provider which another payment has.
 */
export const compareAndSetRows = defineQuery({
  /**
   * @param changes JSON of an array: the new values by column, and `expected_status` and `expected_polls`
   * @param events JSON of an array of `PaymentEventRow`, one for each change
   */
  params: params<{ changes: string; events: string }>(),
  result: tableColumns<PaymentRow>('payments'),
  sql: `
    with changes as materialized (
      select * from jsonb_to_recordset(:changes::jsonb) as c(
        id text, expected_status text, expected_polls smallint, status text, provider_txn_id text, next_action jsonb,
        failure_code text, failure_message text, updated_at timestamptz, next_poll_at timestamptz)
    ), unchanged as (
      select p.id from payments p join changes c on p.id = c.id and p.status = c.expected_status and p.polls = c.expected_polls
      where not exists (
        select from payments h where (h.project_id, h.environment, h.provider) = (p.project_id, p.environment, p.provider)
          and h.provider_txn_id = c.provider_txn_id and h.id <> c.id
        -- Looked up in the index for each change; as a join it would read all payments of the project.
        offset 0)
      for update of p skip locked
    ), moved as (
      update payments p set status = c.status, provider_txn_id = c.provider_txn_id, next_action = c.next_action,
        failure_code = c.failure_code, failure_message = c.failure_message, updated_at = c.updated_at, next_poll_at = c.next_poll_at
      from unchanged join changes c using (id) where p.id = c.id
      returning p.*
    ), recorded as (
      insert into payment_events
      select e.* from jsonb_populate_recordset(null::payment_events, :events::jsonb) e join moved on moved.id = e.payment_id
    )
    select * from moved`,
});
