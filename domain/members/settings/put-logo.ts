/** The logo of a cooperative: an uploaded picture, which goes when another one replaces it. */
import { refusal } from '../../../core/errors.ts';
import { SaccoSettings, serializeOnSettings, type SettingsRow } from '../../cooperative/index.ts';
import { attachFile, belongingInvariant, releaseFile } from '../../files/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';

/**
 * Recorded in the audit log. It is no rule: `updated_at` of the settings stays.
 * @param logo_file_id null: none
 * @throws AppError `sacco_not_set_up`; as `attachFile`
 */
export async function putLogo(caller: Caller, logo_file_id: string | null): Promise<SettingsRow> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await serializeOnSettings(unit);
    const before: SettingsRow | undefined = await SaccoSettings.query(trx).inScope(scope).first();
    if (!before) throw refusal('sacco_not_set_up');
    if (logo_file_id === before.logo_file_id) return before;
    const subject_id = scope.project_id;
    if (logo_file_id !== null)
      await attachFile(unit, logo_file_id, { purpose: 'logo', subject_type: 'cooperative', subject_id });
    await releaseFile(unit, before.logo_file_id);
    await SaccoSettings.query(trx).inScope(scope).patch({ logo_file_id });
    await audit(unit, 'sacco.logo_changed', scope.project_id, { logo_file_id });
    return { ...before, logo_file_id };
  });
}

export const logoInvariant = belongingInvariant(
  'cooperative',
  `select logo_file_id as file_id, project_id as subject_id, project_id, environment
   from sacco_settings where logo_file_id is not null`,
);
