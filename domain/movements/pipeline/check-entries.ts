/** The check that every requested entry passes before it is stored: its member's state, its accounts and its till, under locks. */
import { notFound, type AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import { currencyChanged, lockSettingsOf, memberRefusal, type SettingsRow } from '../../cooperative/index.ts';
import type { Unit } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { assignCash } from '../cash/assign-cash.ts';
import { isWithoutRules } from '../savings/moved-savings.ts';
import { accountRefusals } from './chart-accounts.ts';
import { lockMembers, type CheckedMember } from './check-entries.sql.ts';

export interface EntryToCheck {
  scope: Scope;
  entry: EntryRow;
  /** Other members who are locked with the entry's own. */
  also_lock?: readonly string[];
}

interface Checked {
  member: CheckedMember | null;
  tills: SettingsRow['tills'];
}

export interface CheckedEntry {
  member: CheckedMember | null;
  entry: EntryRow;
}

/**
 * Locks settings, members, accounts of the chart and sessions of tills until the transaction ends, members and accounts in id
 * order, which avoids deadlocks: their states and the currency stay as they are until the entries are stored.
 * @param how `update`: the status of the members, or the sum of their withdrawals, is about to change
 * @returns in their order, the entry with the till whose cash it moves and its own member where it has one, or why it is refused
 */
export async function checkEntries(
  { ctx, trx }: Unit,
  requests: readonly EntryToCheck[],
  how: 'share' | 'update',
): Promise<(CheckedEntry | Error)[]> {
  const tillsOf = await lockTills(
    { ctx, trx },
    requests.filter(({ entry }) => !entry.member_id),
  );
  const ids = new Set(
    requests.flatMap(({ entry, also_lock = [] }) => [
      ...(entry.member_id ? [entry.member_id] : []),
      ...also_lock,
    ]),
  );
  const project_ids = [...new Set(requests.map(({ scope }) => scope.project_id))];
  const locked = ids.size === 0 ? [] : await lockMembers[how](trx, { ids: [...ids], project_ids });
  const members = new Map(locked.map((member) => [member.id, member]));
  const refused = await accountRefusals(
    trx,
    requests.map(({ entry }) => entry),
    'locked',
  );
  const checked = requests.map(({ scope, entry }, i): Checked | AppError => {
    const inactive = refused[i];
    if (inactive) return inactive;
    if (!entry.member_id) return { member: null, tills: tillsOf(scope) };
    const member = members.get(entry.member_id);
    if (!member || member.project_id !== scope.project_id || member.environment !== scope.environment)
      return notFound('member');
    if (member.currency !== entry.currency) return currencyChanged();
    const { flow } = ctx.movements.of(entry);
    return (flow && memberRefusal(flow, member)) ?? { member, tills: member.tills };
  });
  const passed = requests.flatMap(({ scope, entry }, i) => {
    const found = checked[i] as Checked | AppError;
    return found instanceof Error ? [] : [{ scope, row: entry, tills: found.tills }];
  });
  const assigned = await assignCash({ ctx, db: trx }, passed, 'locked');
  const of_rules = await assignSavings(
    { ctx, trx },
    passed.map(({ scope }, i) => {
      const found = assigned[i] as EntryRow | AppError;
      return found instanceof Error ? found : { scope, row: found };
    }),
  );
  const entry_of = new Map(passed.map(({ row }, i) => [row, of_rules[i] as EntryRow | AppError]));
  return requests.map(({ entry }, i) => {
    const found = checked[i] as Checked | AppError;
    if (found instanceof Error) return found;
    const allowed = entry_of.get(entry) as EntryRow | AppError;
    return allowed instanceof Error ? allowed : { member: found.member, entry: allowed };
  });
}

/** The rules of savings products, for the entries about which there are any. */
async function assignSavings(
  { ctx, trx }: Pick<Unit, 'ctx' | 'trx'>,
  entries: readonly (ScopedRow<EntryRow> | AppError)[],
): Promise<(EntryRow | AppError)[]> {
  const has_rules = entries.flatMap((each) =>
    each instanceof Error || isWithoutRules(ctx.movements.of(each.row), each.row) ? [] : [each],
  );
  const assigned = has_rules.length === 0 ? [] : await ctx.savings.assign({ ctx, db: trx }, has_rules);
  const assigned_of = new Map(has_rules.map((each, i) => [each, assigned[i] as EntryRow | AppError]));
  return entries.map((each) => (each instanceof Error ? each : (assigned_of.get(each) ?? each.row)));
}

/**
 * The currency of an account of the chart never changes; that of the cooperative may have.
 * @param requests entries without a member
 * @throws AppError SERVICE_UNAVAILABLE where it has
 */
async function lockTills(
  { ctx, trx }: Pick<Unit, 'ctx' | 'trx'>,
  requests: readonly EntryToCheck[],
): Promise<(scope: Scope) => SettingsRow['tills']> {
  const settingsOf = await lockSettingsOf(
    trx,
    requests.map(({ scope }) => scope),
  );
  for (const { scope, entry } of requests)
    if (!ctx.movements.of(entry).in_account_currency && settingsOf(scope)?.currency !== entry.currency)
      throw currencyChanged();
  return (scope) => settingsOf(scope)?.tills ?? 'off';
}
