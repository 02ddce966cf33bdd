/** A member gives notice of taking money out: once it is ripe, as much of it can be withdrawn. */
import { refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { addDays } from '../../../core/local-date.ts';
import { formatMoney } from '../../../core/money.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { localToday, lockMember, memberRefusal } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { claimKey, refuseReservedKey } from '../../platform/idempotency.ts';
import { inTransaction, type Caller, type ScopedContext } from '../../platform/unit.ts';
import { readSavingsAccount } from '../accounts/open-account.ts';
import type { SavingsView } from '../accounts/read-savings.ts';
import { sumNotices, sumNoticesUsed } from '../rules/rules.sql.ts';
import { SavingsNotice, type SavingsNoticeRow } from './notice.model.ts';
import { sumEarlierNotices } from './notices.sql.ts';
import { openNotices, type OpenNotices } from './open-notices.rules.ts';
import { noticesWithUse, type NoticeView } from './notice.rules.ts';

export interface NoticeRequest {
  amount_minor: bigint;
  idempotency_key?: string;
}

/**
 * @throws AppError NOT_FOUND, `notice_not_needed`, `insufficient_savings` where notices would be of more than the account holds,
 *   `account_inactive`, `member_not_active`
 */
export async function giveNotice(
  caller: Caller,
  { member_id, account_id }: { member_id: string; account_id: string },
  { amount_minor, idempotency_key: key }: NoticeRequest,
): Promise<{ notice: NoticeView; replayed: boolean }> {
  if (key !== undefined) refuseReservedKey(key);
  const id = newId('savings_notice');
  const { stored, replayed } = await inTransaction(caller, async (unit) => {
    const { trx, scope, actor } = unit;
    const request = [
      'POST sacco savings notices',
      member_id,
      account_id,
      { amount_minor: String(amount_minor) },
    ];
    const earlier = key === undefined ? null : await claimKey(unit, { key, request }, id);
    if (earlier) return { stored: earlier.subject_id, replayed: true };
    const member = await lockMember(unit, member_id, 'update');
    const refused = memberRefusal('pay_in', member);
    if (refused) throw refused;
    const account = await readSavingsAccount({ ...unit, db: trx }, member_id, account_id);
    if (account.status === 'closed') throw refusal('account_inactive', 'The savings account is closed.');
    const { notice_days, name } = account.product;
    if (notice_days === 0) throw refusal('notice_not_needed', `Accounts of ${name} need no notice.`);
    const given_on = await localToday(trx, scope);
    const { open_minor: open } = await openOn({ ...unit, db: trx }, account);
    if (open + amount_minor > account.balance_minor)
      throw refusal(
        'insufficient_savings',
        `The account holds ${formatMoney(account.balance_minor, account.currency)}; notices of ${formatMoney(open, account.currency)} are open.`,
      );
    await SavingsNotice.query(trx).insert({
      id,
      ...scopeColumns(scope),
      member_id,
      account_id,
      amount_minor,
      given_on,
      ripe_on: addDays(given_on, notice_days),
      given_by_type: actor.type,
      given_by_id: actor.id,
      created_at: scope.clock.now(),
    });
    await audit(unit, 'sacco.savings_notice_given', id, { member_id, account_id, amount_minor });
    return { stored: id, replayed: false };
  });
  const notice = await SavingsNotice.query(caller.ctx.db).findInScope(caller.scope, stored);
  const account = await readSavingsAccount(caller, member_id, account_id);
  const [view] = await withUse(caller, account, [notice]);
  return { notice: view as NoticeView, replayed };
}

/** Newest first. @throws AppError NOT_FOUND */
export async function listNotices(
  base: ScopedContext,
  { member_id, account_id }: { member_id: string; account_id: string },
  request: PageRequest,
): Promise<Page<NoticeView>> {
  const { ctx, scope } = base;
  const account = await readSavingsAccount(base, member_id, account_id);
  const found = await SavingsNotice.query(ctx.db)
    .inScope(scope)
    .where({ member_id, account_id })
    .paginate(request);
  const views = await withUse(base, account, found.items.toReversed());
  return { ...found, items: views.toReversed() };
}

/** @param notices of the account, consecutive ones, the earliest first */
async function withUse(
  base: ScopedContext,
  account: SavingsView,
  notices: readonly SavingsNoticeRow[],
): Promise<NoticeView[]> {
  const [first] = notices;
  if (!first) return [];
  const { ctx } = base;
  const { used_minor, lapsed_minor, today } = await openOn({ ...base, db: ctx.db }, account);
  const earlier = expectOne(await sumEarlierNotices(ctx.db, { account_id: account.id, before: first.id }));
  return noticesWithUse(notices, used_minor + lapsed_minor - BigInt(earlier.given), today);
}

/** What the notices of an account still cover of what it holds. */
async function openOn(
  { db, scope }: Pick<ScopedContext, 'scope'> & { db: Queryable },
  { id, stored_id, member_id, balance_minor }: SavingsView,
): Promise<OpenNotices & { used_minor: bigint; today: string }> {
  const today = await localToday(db, scope);
  const [given] = await sumNotices(db, { account_ids: [id], dates: [today] });
  const used = await sumNoticesUsed(db, { member_ids: [member_id] });
  const of_account = used.find(({ savings_account_id }) => savings_account_id === stored_id);
  const used_minor = BigInt(of_account?.used ?? 0);
  const sums = { given_minor: BigInt(given?.given ?? 0), ripe_minor: BigInt(given?.ripe ?? 0), used_minor };
  return { ...openNotices(sums, balance_minor), used_minor, today };
}
