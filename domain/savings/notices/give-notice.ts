/** A member gives notice of taking money out: once it is ripe, as much of it can be withdrawn. */
import { refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { addDays, localDateAt } from '../../../core/local-date.ts';
import { formatMoney } from '../../../core/money.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { getMember, getSettings, lockMember, memberRefusal } from '../../cooperative/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import { claimKey, refuseReservedKey } from '../../platform/idempotency.ts';
import { inTransaction, type Caller, type ScopedContext } from '../../platform/unit.ts';
import { readSavingsAccount } from '../accounts/open-account.ts';
import { sumNoticesUsed } from '../rules/rules.sql.ts';
import { SavingsNotice, type SavingsNoticeRow } from './notice.model.ts';
import { noticesWithUse, type NoticeView } from './notice.rules.ts';

export interface NoticeRequest {
  amount_minor: bigint;
  idempotency_key?: string;
}

/** Notices of an account are few: each is at least some days apart from being used. */
const MAX_READ = 1_000;

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
    const { utc_offset_minutes } = await getSettings(trx, scope);
    const given_on = localDateAt(scope.clock.now(), utc_offset_minutes);
    const open = (await readNotices(unit, { member_id, account_id })).reduce(
      (total, { remaining_minor }) => total + remaining_minor,
      0n,
    );
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
  const notices = await readNotices({ ...caller, trx: caller.ctx.db }, { member_id, account_id });
  return { notice: notices.find((each) => each.id === stored) as NoticeView, replayed };
}

/** Newest first. @throws AppError NOT_FOUND */
export async function listNotices(
  { ctx, scope }: ScopedContext,
  { member_id, account_id }: { member_id: string; account_id: string },
  request: PageRequest,
): Promise<Page<NoticeView>> {
  await getMember(ctx.db, scope, member_id);
  const all = await readNotices({ ctx, scope, trx: ctx.db }, { member_id, account_id });
  const views = new Map(all.map((view) => [view.id, view]));
  const found = await SavingsNotice.query(ctx.db)
    .inScope(scope)
    .where({ member_id, account_id })
    .paginate(request);
  return { ...found, items: found.items.flatMap(({ id }: SavingsNoticeRow) => views.get(id) ?? []) };
}

async function readNotices(
  { trx, scope }: ScopedContext & { trx: Parameters<typeof sumNoticesUsed>[0] },
  { member_id, account_id }: { member_id: string; account_id: string },
): Promise<NoticeView[]> {
  const rows = await SavingsNotice.query(trx)
    .inScope(scope)
    .where({ member_id, account_id })
    .orderBy('id')
    .limit(MAX_READ);
  const used = await sumNoticesUsed(trx, { member_ids: [member_id] });
  const { utc_offset_minutes } = await getSettings(trx, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  return noticesWithUse(rows, { member_id, account_id, used, today });
}
