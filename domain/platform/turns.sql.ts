/** The statements that take turns. */
import { defineQuery, params, text } from '../../db/statement.ts';

export const takeFreeTurns = defineQuery({
  prepared: true,
  params: params<{ lock: number; names: string[] }>(),
  result: { name: text },
  sql: 'select name from unnest(:names::text[]) name where pg_try_advisory_xact_lock(:lock, hashtext(name))',
});

/** Waits for the turn of the first name, and takes the free ones of the others at that moment. */
export const waitForTurn = defineQuery({
  prepared: true,
  params: params<{ lock: number; names: string[] }>(),
  result: { name: text },
  sql: `
    select name from unnest(:names::text[]) with ordinality as each(name, place)
    where case place when 1 then pg_advisory_xact_lock(:lock, hashtext(name)) is not null
      else pg_try_advisory_xact_lock(:lock, hashtext(name)) end`,
});
