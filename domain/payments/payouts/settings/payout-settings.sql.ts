/** The lock of a provider's payout settings. */
import { defineCommand, params } from '../../../../db/statement.ts';

/** Serialises changes of the same settings: the row to lock may not exist yet. */
export const lockSettings = defineCommand({
  params: params<{ key: string }>(),
  sql: "select from pg_advisory_xact_lock(hashtextextended('payout settings ' || :key, 0))",
});
