/** The check that every requested entry passes before it is stored: the states of its member and accounts, under locks. */
import { notFound } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import { currencyChanged, lockCurrency, memberRefusal } from '../../cooperative/index.ts';
import type { Unit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { lockAccountsOf } from './chart-accounts.ts';
import { lockMembers, type CheckedMember } from './check-entries.sql.ts';

export interface EntryToCheck {
  scope: Scope;
  entry: EntryRow;
  /** Other members who are locked with the entry's own. */
  also_lock?: readonly string[];
}

/**
 * Locks settings, members and accounts of the chart until the transaction ends, each in id order, which avoids deadlocks: their
 * states and the currency stay as they are until the entries are stored.
 * @param how `update`: the status of the members, or the sum of their withdrawals, is about to change
 * @returns in their order, the entry's own member where it has one, or why the entry is refused
 */
export async function checkEntries(
  { ctx, trx }: Unit,
  requests: readonly EntryToCheck[],
  how: 'share' | 'update',
): Promise<({ member: CheckedMember | null } | Error)[]> {
  for (const { scope, entry } of requests)
    if (!entry.member_id) await lockCurrency({ trx, scope }, entry.currency);
  const ids = new Set(
    requests.flatMap(({ entry, also_lock = [] }) => [
      ...(entry.member_id ? [entry.member_id] : []),
      ...also_lock,
    ]),
  );
  const project_ids = [...new Set(requests.map(({ scope }) => scope.project_id))];
  const locked = ids.size === 0 ? [] : await lockMembers[how](trx, { ids: [...ids], project_ids });
  const members = new Map(locked.map((member) => [member.id, member]));
  const refused = await lockAccountsOf(
    { trx },
    requests.map(({ entry }) => entry),
  );
  return requests.map(({ scope, entry }, i) => {
    const inactive = refused[i];
    if (inactive) return inactive;
    if (!entry.member_id) return { member: null };
    const member = members.get(entry.member_id);
    if (!member || member.project_id !== scope.project_id || member.environment !== scope.environment)
      return notFound('member');
    if (member.currency !== entry.currency) return currencyChanged();
    const { flow } = ctx.movements.of(entry);
    return (flow && memberRefusal(flow, member)) ?? { member };
  });
}
