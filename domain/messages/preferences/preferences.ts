/** What a member wants to be told: the language, and on which channels. Whoever opts out is sent nothing that still waits. */
import { given } from '../../../core/given.ts';
import { systemNow } from '../../../core/clock.ts';
import { boolean, fieldsOf, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { getMember, lockMember } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { LANGUAGES, type Language } from '../languages.rules.ts';
import { SUPPRESSED_BECAUSE } from '../notification.rules.ts';
import { suppressOptedOut } from '../sending/suppress.sql.ts';
import { MemberPreference, type PreferenceRow } from './preference.model.ts';

export interface PreferenceChange {
  language?: Language;
  sms?: boolean;
  email?: boolean;
}

export const preferencesSchema = resource('MemberPreferences', 'What a member wants to be told', {
  member_id: string,
  language: oneOf(LANGUAGES).nullable().describe("null: the sender's"),
  sms: boolean.describe('Until the member opts out: true'),
  email: boolean.describe('Until the member asks for it: false'),
});

type Preferences = Pick<PreferenceRow, 'member_id' | 'language' | 'sms' | 'email'>;

export function presentPreferences({ sms, email, ...row }: Preferences): Wire<typeof preferencesSchema> {
  return fieldsOf(preferencesSchema, { ...row, sms: sms ?? true, email: email ?? false });
}

/** @throws AppError NOT_FOUND */
export async function getPreferences(db: Queryable, scope: Scope, member_id: string): Promise<Preferences> {
  await getMember(db, scope, member_id);
  const row = await MemberPreference.query(db).inScope(scope).where({ member_id }).first();
  return row ?? { member_id, language: null, sms: null, email: null };
}

/** What is left out stays. @throws AppError NOT_FOUND */
export async function setPreferences(
  caller: Caller,
  member_id: string,
  change: PreferenceChange,
): Promise<Preferences> {
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    await lockMember(unit, member_id, 'share');
    const before = await getPreferences(trx, scope, member_id);
    const changed = {
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      updated_at: scope.clock.now(),
    };
    const [row] = [
      await MemberPreference.query(trx)
        .insert({ language: null, sms: null, email: null, member_id, ...scopeColumns(scope), ...changed })
        .onConflict('member_id')
        .merge(Object.keys(changed))
        .returning('*'),
    ].flat();
    const after = expectOne(row ? [row] : []);
    const of_member = { ...scopeColumns(scope), member_id };
    await suppressOptedOut(trx, { ...of_member, reason: SUPPRESSED_BECAUSE.opted_out, now: systemNow() });
    const told = ({ language, sms, email }: Preferences) => given({ language, sms, email });
    await audit(unit, 'member.preferences_changed', member_id, { from: told(before), to: told(after) });
    return after;
  });
}
