/**
 * The statement that searches payments. Each way in which a payment is found is a look-up in an index, which ends after `:most` rows;
 * references and ids of providers are looked up provider by provider, as their indexes are.
 */
import { defineQuery, params, text } from '../../../db/statement.ts';
import type { SearchMeaning } from './search.rules.ts';

const IN_SCOPE = 'project_id = :project_id and environment = :environment';
/** No id sorts after a tilde. */
const BEFORE = "id < coalesce(:after::text, '~')";

/** @param condition on payments of the provider `w.provider`, by the text `w.text` */
function byProvider(condition: string, order = ''): string {
  return `select p.id from unnest(:providers::text[]) as n(provider) cross join unnest(:texts::text[]) as t(text)
    cross join lateral (select n.provider, t.text) w
    cross join lateral (
      select id from payments where ${IN_SCOPE} and provider = w.provider and ${condition} ${order} limit :most) p`;
}

/** In no order. No text begins with a text and ends after the last character that there is. */
export const findPaymentIds = defineQuery({
  params: params<
    Omit<SearchMeaning, 'payment_id'> & {
      project_id: string;
      environment: string;
      providers: readonly string[];
      payment_id: string | null;
      /** Of payments of one amount or phone, those before it; null: all. */
      after: string | null;
      most: number;
    }
  >(),
  result: { id: text },
  sql: `
    (select id from payments where ${IN_SCOPE} and amount_minor = :amount_minor::bigint and ${BEFORE}
      order by id desc limit :most)
    union
    select p.id from unnest(:phones::text[]) as w(phone) cross join lateral (
      select id from payments where ${IN_SCOPE} and customer_phone = w.phone and ${BEFORE} order by id desc limit :most) p
    union
    ${byProvider('reference >= w.text and reference < w.text || chr(1114111)', 'order by reference')}
    union
    ${byProvider('provider_txn_id is not null and provider_txn_id = w.text')}
    union
    ${byProvider("provider_data ->> 'checkout_request_id' = w.text")}
    union
    ${byProvider("provider_txn_id is null and provider_data ->> 'receipt' = w.text")}
    union
    select id from payments where ${IN_SCOPE} and id = :payment_id::text`,
});
