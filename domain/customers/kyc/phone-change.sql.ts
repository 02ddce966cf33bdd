/** Who changed a customer's phone last. */
import { defineQuery, params, text } from '../../../db/statement.ts';
import type { ScopeColumns } from '../../../db/model.ts';

/** A condition over `customer_events`: the phone was changed. */
export const PHONE_CHANGED_SQL = `(type = 'customer.updated' and jsonb_exists(details -> 'changes', 'phone'))`;

export const findPhoneChange = defineQuery({
  params: params<ScopeColumns & { customer_id: string }>(),
  result: { actor_type: text, actor_id: text },
  sql: `
    select actor_type, actor_id from customer_events
    where customer_id = :customer_id and project_id = :project_id and environment = :environment and ${PHONE_CHANGED_SQL}
    order by id desc limit 1`,
});
