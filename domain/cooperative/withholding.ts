/** What a cooperative withholds now, and from whom it withholds nothing. */
import { localDateAt } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { SaccoMember } from './member.model.ts';
import type { SettingsRow } from './settings.model.ts';
import { rateOn, type Kind } from './withholding.rules.ts';

/** The rate that holds on the local date of that moment, in hundredths of a percent. */
export function rateNow(
  { withholding, utc_offset_minutes }: Pick<SettingsRow, 'withholding' | 'utc_offset_minutes'>,
  kind: Kind,
  at: Date,
): number {
  return rateOn(withholding, kind, localDateAt(at, utc_offset_minutes));
}

/** The ids of the members from whom nothing is withheld. */
export async function exemptMembers(db: Queryable, scope: Scope): Promise<Set<string>> {
  const rows = await SaccoMember.query(db).inScope(scope).whereNotNull('tax_exemption').select('id');
  return new Set(rows.map(({ id }) => id));
}

export { KINDS, rateOn, type Kind, type Rate } from './withholding.rules.ts';
