/** The statements on limits of KYC tiers. */
import { defineCommand, defineQuery, params, tableColumns } from '../../../db/statement.ts';
import type { KycLimitRow } from './kyc-limit.model.ts';

export const findLimitsOfScopes = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly string[];
    currencies: readonly string[];
  }>(),
  result: tableColumns<KycLimitRow>('kyc_limits'),
  sql: `
    select l.* from unnest(:project_ids::text[], :environments::environment[], :currencies::text[])
      as w(project_id, environment, currency)
    join kyc_limits l using (project_id, environment, currency)`,
});

/** Serialises changes of the same limits: the row to lock may not exist yet. */
export const lockLimits = defineCommand({
  params: params<{ key: string }>(),
  sql: 'select from pg_advisory_xact_lock(hashtextextended(:key, 0))',
});
