/** The statement that adds to the data that a provider's adapter stores with a payment. */
import { defineQuery, jsonb, params } from '../../../db/statement.ts';

export const addProviderData = defineQuery({
  /** @param added JSON of an object */
  params: params<{ payment_id: string; added: string }>(),
  result: { provider_data: jsonb<Record<string, string>>() },
  sql: `update payments set provider_data = provider_data || :added::jsonb where id = :payment_id returning provider_data`,
});
