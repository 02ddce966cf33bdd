/** Locks members, in id order, with the settings of their cooperatives. */
import { defineQuery, params, text, textOf, type Query } from '../../../db/statement.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { MemberStatus, NamedMember, SettingsRow } from '../../cooperative/index.ts';

export interface CheckedMember extends Pick<
  NamedMember,
  'id' | 'project_id' | 'environment' | 'member_no' | 'status' | 'full_name' | 'customer_status'
> {
  currency: Currency;
  tills: SettingsRow['tills'];
}

type LockMembers = Query<{ ids: readonly string[]; project_ids: readonly string[] }, CheckedMember>;

/** The settings' key is locked too: their currency and tills cannot change while entries in it are being stored. */
const lock = (strength: string): LockMembers =>
  defineQuery({
    prepared: true,
    params: params<{ ids: readonly string[]; project_ids: readonly string[] }>(),
    result: {
      id: text,
      project_id: text,
      environment: textOf<Environment>(),
      member_no: text,
      status: textOf<MemberStatus>(),
      full_name: text,
      customer_status: textOf<NamedMember['customer_status']>(),
      currency: textOf<Currency>(),
      tills: textOf<SettingsRow['tills']>(),
    },
    sql: `
      select m.id, m.project_id, m.environment, m.member_no, m.status, c.full_name, c.status as customer_status, s.currency, s.tills
      from sacco_members m join customers c on c.id = m.customer_id
        join sacco_settings s on s.project_id = m.project_id and s.environment = m.environment
      where m.id = any(:ids::text[]) and m.project_id = any(:project_ids::text[])
      order by m.id for ${strength} of m for key share of s`,
  });

export const lockMembers = { share: lock('share'), update: lock('no key update') };
