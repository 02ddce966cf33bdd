/** A member leaves: nothing moves from the request on, and once a checker agrees everything held is paid out in cash. */
import { refusal, type AppError } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import type { LedgerBackend } from '../../ledger/index.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import { holdingsOf, type Holdings } from './accounts.ts';
import { IN_FLIGHT } from '../entries/entry.rules.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { newEntry } from '../entries/entry.ts';
import { customerRefusal, mayBecome } from './member.rules.ts';
import { SaccoMember, type NamedMember } from './member.model.ts';
import { getMember } from './member.ts';
import { isReversalWaiting } from '../reversals/reversal-refusal.ts';
import { requestWithApproval } from '../approvals/request-approval.ts';
import { getSettings } from '../settings.ts';

/** @throws AppError `member_not_active`, `not_closable` while savings are held, `busy` while money moves */
export async function requestExit(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  member_id: string,
  { idempotency_key, memo }: { idempotency_key: string; memo: string },
): Promise<{ entry: EntryRow; replayed: boolean }> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const movement = { kind: 'member_exit' } as const;
  return requestWithApproval(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, { ...movement, member_id, amount_minor: 0n, memo }),
    flow: 'pay_out',
    idempotency: { key: idempotency_key, request: ['POST sacco exit', member_id, { memo }] },
    summary: (member) => `Exit of ${member?.member_no} ${member?.full_name}: ${memo}`,
    prepare: (trx, member) => beginExit(ctx, trx, scope, member as NamedMember, settings),
  });
}

async function beginExit(
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  member: NamedMember,
  { currency }: { currency: EntryRow['currency'] },
): Promise<Partial<EntryRow>> {
  if (!mayBecome(member.status, 'exiting')) throw refusal('member_not_active');
  const moving = await SaccoEntry.query(trx)
    .where({ member_id: member.id })
    .whereIn('status', IN_FLIGHT)
    .first();
  if (moving) throw refusal('busy', 'Another movement of this member is being booked. Repeat in a moment.');
  if (await isReversalWaiting(trx, member.id))
    throw refusal('not_closable', `A reversal waits that is about the money of ${member.full_name}.`);
  const [holdings] = await holdingsOf(ctx, scope, [member.id], currency);
  const { shares_minor, savings_minor, savings_available_minor } = holdings as Holdings;
  if (savings_minor !== savings_available_minor)
    throw refusal('not_closable', "Part of the member's savings is held by a guarantee that is not over.");
  for (const guard of ctx.sacco.exit_guards) await guard(trx, member);
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id: member.id })
    .patch({ status: 'exiting', updated_at: scope.clock.now() });
  // What is held when it is approved is paid out; until then the entry says what is held now.
  return { shares_minor, amount_minor: shares_minor + savings_minor };
}

/** What is paid out, now that nothing has moved since the request; nothing to a customer who was frozen since. */
export async function exitAmounts(
  db: Queryable,
  scope: Scope,
  { member_id, currency }: EntryRow,
  ledger: LedgerBackend,
): Promise<AppError | Partial<EntryRow>> {
  const member = await getMember(db, scope, member_id as string);
  const obstacle = customerRefusal(member);
  if (obstacle) return obstacle;
  const [holdings] = await holdingsOf({ ledger }, scope, [member.id], currency);
  const { shares_minor, savings_minor } = holdings as Holdings;
  return { shares_minor, amount_minor: shares_minor + savings_minor };
}

/** Who does not leave is a member as before. */
export async function keepMember(trx: Transaction, scope: Scope, { member_id }: EntryRow): Promise<void> {
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id: member_id as string, status: 'exiting' })
    .patch({ status: 'active', updated_at: scope.clock.now() });
}
