/** The statements that find the payment or refund to which an id of a provider belongs. */
import type { Environment } from '../../../core/scope.ts';
import { defineQuery, params, text } from '../../../db/statement.ts';

type ProviderId = { project_id: string; environment: Environment; provider: string; provider_id: string };

export const findHolderOfTxnId = defineQuery({
  params: params<ProviderId>(),
  result: { id: text },
  sql: `
    select id from payments
    where project_id = :project_id and environment = :environment and provider = :provider and provider_txn_id = :provider_id
    order by provider_txn_id_copy limit 1`,
});

export const findHolderOfCheckoutRequestId = defineQuery({
  params: params<ProviderId>(),
  result: { id: text },
  sql: `
    select id from payments
    where project_id = :project_id and environment = :environment and provider = :provider
      and provider_data ->> 'checkout_request_id' = :provider_id`,
});

export const findHolderOfRefundId = defineQuery({
  params: params<ProviderId>(),
  result: { id: text },
  sql: `
    select id from refunds
    where project_id = :project_id and environment = :environment and provider = :provider and provider_refund_id = :provider_id
    order by provider_refund_id_copy limit 1`,
});
