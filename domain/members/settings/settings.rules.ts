/** Changes of the settings of a cooperative. Pure. */
import { canonicalJson } from '../../../core/fingerprint.ts';
import type { ScopeColumns } from '../../../db/model.ts';
import type { SettingsRow } from '../../cooperative/index.ts';
import type { ChangedValue } from '../../platform/second-person.port.ts';

/** The settings that people change. */
type Settings = Omit<
  SettingsRow,
  | keyof ScopeColumns
  | 'last_member_no'
  | 'savings_product_since'
  | 'ended_interest_plans'
  | 'logo_file_id'
  | 'updated_at'
>;
export type SettingsChange = Partial<Settings>;

/** Whether fewer movements would wait for a checker: a threshold is raised or removed. */
export function weakensApprovals(
  { withdrawal_approval_minor: present }: Pick<Settings, 'withdrawal_approval_minor'>,
  { withdrawal_approval_minor: wanted }: SettingsChange,
): boolean {
  if (wanted === undefined || present === null) return false;
  return wanted === null || wanted > present;
}

/** What a change changes. */
export function changesBetween(
  present: Partial<Settings> | undefined,
  change: SettingsChange,
): ChangedValue[] {
  const names = Object.keys(change) as (keyof Settings)[];
  return names
    .filter((field) => textOf(present?.[field]) !== textOf(change[field]))
    .map((field) => ({ field, from: textOf(present?.[field]), to: textOf(change[field]) }));
}

function textOf(value: Settings[keyof Settings] | undefined): string | null {
  if (value === undefined || value === null) return null;
  // The database has its own order of the fields of JSON.
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}

/** A change as it was stored: amounts are exact numbers up to 2^53. */
export function settingsIn(change: unknown): SettingsChange {
  const entries = Object.entries(change as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name.endsWith('_minor') && typeof value === 'number' ? BigInt(value) : value,
    ]),
  );
}
