/** The statements on many customers at a time. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineCommand, defineQuery, params, text } from '../../db/statement.ts';

export const findTakenFields = defineQuery({
  params: params<ScopeColumns & { phones: readonly string[]; external_refs: readonly string[] }>(),
  result: { field: text, value: text },
  sql: `
    select 'phone' as field, phone as value from customers
    where project_id = :project_id and environment = :environment and phone = any(:phones::text[])
    union all
    select 'external_ref', external_ref from customers
    where project_id = :project_id and environment = :environment and external_ref = any(:external_refs::text[])`,
});

/** Of each customer the words, between spaces, which no word has. */
export const storeManyWords = defineCommand({
  params: params<ScopeColumns & { customer_ids: readonly string[]; words: readonly string[] }>(),
  sql: `
    insert into customer_words (customer_id, project_id, environment, words)
    select v.customer_id, :project_id, :environment, array_to_tsvector(string_to_array(v.words, ' '))
    from unnest(:customer_ids::text[], :words::text[]) as v(customer_id, words)`,
});
