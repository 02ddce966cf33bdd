/** The settings of several scopes. */
import { defineQuery, params, tableColumns } from '../../db/statement.ts';
import type { SettingsRow } from './settings.model.ts';

export const readSettingsRows = defineQuery({
  params: params<{ project_ids: readonly string[]; environments: readonly string[] }>(),
  result: tableColumns<SettingsRow>('sacco_settings'),
  sql: `
    select * from sacco_settings
    where (project_id, environment) in (select * from unnest(:project_ids::text[], :environments::environment[]))`,
});

/** Locked in the order of their keys, which avoids deadlocks. */
export const lockSettingsRows = defineQuery({
  params: params<{ project_ids: readonly string[]; environments: readonly string[] }>(),
  result: tableColumns<SettingsRow>('sacco_settings'),
  sql: `
    select * from sacco_settings
    where (project_id, environment) in (select * from unnest(:project_ids::text[], :environments::environment[]))
    order by project_id, environment for key share`,
});
