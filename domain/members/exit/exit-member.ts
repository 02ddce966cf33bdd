/**
 * A member leaves: nothing moves from the request on, and once a checker agrees everything held is paid out, in cash, by the bank or
 * to the member's phone.
 */
import { refusal, unavailable } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Queryable } from '../../../db/connection.ts';
import {
  customerRefusal,
  getMember,
  lockMember,
  mayBecome,
  SaccoMember,
  type MemberStatus,
} from '../../cooperative/index.ts';
import {
  savingsMoves,
  always,
  bankMoney,
  defineMovement,
  leg,
  mobileMoney,
  requestEntry,
  SaccoEntry,
  entries,
  type CheckedMember,
  type EndedEntry,
  type EntryRow,
  type Leg,
  type RequestedEntry,
} from '../../movements/index.ts';
import type { Caller, ScopedContext, ScopedUnit, Unit } from '../../platform/unit.ts';
import {
  areSavingsMoving,
  closeAccountsOfMember,
  holdTermsForExit,
  releaseTermsOfExit,
} from '../../savings/index.ts';
import { holdingsOf, type Holdings } from '../accounts.ts';

const EXIT = {
  kind: 'member_exit',
  flow: 'pay_out',
  approval: always({
    lock: (unit, { member_id }) => lockMember(unit, member_id as string, 'update'),
    /** What is paid out, now that nothing has moved since the request; nothing to a customer who was frozen since. */
    async plan(reader, { member_id, currency }) {
      const member = await getMember(reader.db, reader.scope, member_id as string);
      // The interest of a term that ended since is paid first.
      if (await areSavingsMoving(reader, member.id))
        throw unavailable("member's savings account, which is being paid,");
      return customerRefusal(member) ?? amountsOf(await heldBy(reader, member.id, currency));
    },
    async onApproved({ trx }, { id, member_id }) {
      await holdTermsForExit(trx, { member_id: member_id as string, entry_id: id });
    },
    onDropped: (unit, entry) => endExit(unit, entry, 'active'),
  }),
  /** A till or bank account that could not cover the exit leaves an active member, who may ask again. */
  async onEnded(unit: Unit, ended: EndedEntry[]) {
    for (const { scope, entry } of ended)
      await endExit({ ...unit, scope }, entry, entry.status === 'posted' ? 'exited' : 'active');
  },
} as const;

/** The savings accounts besides the default one, a transfer for each. */
const fromEach = (moving: Leg): Leg => savingsMoves.leg('debit', 'each', moving);

/** Shares are returned to savings, and everything is paid out from there. */
const paidOutFrom = (account: 'cash_on_hand' | 'bank') => [
  leg('member_shares', 'member_savings', 'shares'),
  fromEach(leg('member_savings', 'member_savings', 'accounts')),
  leg('member_savings', account),
];

export const EXITS = [
  defineMovement({ ...EXIT, title: 'Exit', legs: paidOutFrom('cash_on_hand') }),
  defineMovement({ ...EXIT, title: 'Exit by the bank', source: 'bank', legs: paidOutFrom('bank') }),
  defineMovement({
    ...EXIT,
    title: 'Exit by mobile money',
    source: 'mobile',
    // Shares that are only held could not pass through savings.
    legs: [
      leg('member_shares', 'provider_clearing', 'shares'),
      fromEach(leg('member_savings', 'provider_clearing', 'accounts')),
      leg('member_savings', 'provider_clearing', 'default_savings'),
    ],
    is_sent: true,
  }),
];

export interface ExitRequest extends bankMoney.BankMoney, mobileMoney.MobileMoney {
  idempotency_key: string;
  memo: string;
  to?: 'cash' | 'bank' | 'mobile';
  till?: string;
}

/** @throws AppError `member_not_active`, `not_closable` while savings are on hold, `busy` while money moves */
export function requestExit(caller: Caller, member_id: string, body: ExitRequest): Promise<RequestedEntry> {
  const { memo, to = 'cash' } = body;
  return requestEntry(caller, {
    operation: ['POST sacco exit', member_id],
    body,
    entry: {
      kind: 'member_exit',
      source: to === 'cash' ? null : to,
      member_id,
      amount_minor: 0n,
      memo,
    },
    summary: ({ member, entry, accounts }) =>
      `Exit of ${member?.member_no} ${member?.full_name}` +
      `${bankMoney.inSummary(accounts)}${mobileMoney.inSummary(entry)}: ${memo}`,
    prepare: (unit, member) => beginExit(unit, member as CheckedMember),
  });
}

async function beginExit(unit: ScopedUnit, member: CheckedMember): Promise<Partial<EntryRow>> {
  const { ctx, trx } = unit;
  if (!mayBecome(member.status, 'exiting')) throw refusal('member_not_active');
  const moving = await SaccoEntry.query(trx)
    .where({ member_id: member.id })
    .whereIn('status', entries.UNDER_WAY)
    .first();
  if (moving?.status === 'paying')
    throw refusal('not_closable', `Money is being paid out to ${member.full_name}.`);
  if (moving || (await entries.isInBatch(trx, unit.scope, member.id)))
    throw refusal('busy', 'Another movement of this member is being booked. Repeat in a moment.');
  if (await entries.isReversalWaiting(trx, member.id))
    throw refusal('not_closable', `A reversal of a movement of ${member.full_name} waits for its decision.`);
  const holdings = await heldBy({ ...unit, db: trx }, member.id, member.currency);
  if (holdings.accounts.some(({ balance_minor, available_minor }) => balance_minor !== available_minor))
    throw refusal('not_closable', "Part of the member's savings is on hold.");
  for (const guard of ctx.exit_guards) await guard(unit, member);
  await setStatus(unit, member.id, { from: member.status, to: 'exiting' });
  // What is held when it is approved is paid out; until then the entry says what is held now.
  return amountsOf(holdings);
}

async function heldBy(
  base: ScopedContext & { db: Queryable },
  member_id: string,
  currency: Currency,
): Promise<Holdings> {
  const [holdings] = await holdingsOf(base, [member_id], currency);
  return holdings as Holdings;
}

function amountsOf({ shares_minor, savings_minor, accounts }: Holdings): Partial<EntryRow> {
  const others = accounts.filter(({ stored_id, balance_minor }) => stored_id !== null && balance_minor > 0n);
  const accounts_minor = others.reduce((total, { balance_minor }) => total + balance_minor, 0n);
  return {
    shares_minor,
    accounts_minor,
    savings_parts: others.length
      ? others.map(({ id, balance_minor }) => ({
          savings_account_id: id,
          amount_minor: String(balance_minor),
        }))
      : null,
    amount_minor: shares_minor + savings_minor + accounts_minor,
  };
}

/** All savings accounts end with the membership; the interest of a fixed one that was not over is lost. */
async function endExit(
  unit: ScopedUnit,
  { id, member_id }: Pick<EntryRow, 'id' | 'member_id'>,
  to: MemberStatus,
): Promise<void> {
  const of_exit = { member_id: member_id as string, entry_id: id };
  await setStatus(unit, of_exit.member_id, { from: 'exiting', to });
  if (to === 'exited')
    await closeAccountsOfMember(unit.trx, { ...of_exit, closed_at: unit.scope.clock.now() });
  else await releaseTermsOfExit(unit.trx, of_exit);
}

async function setStatus(
  { trx, scope }: ScopedUnit,
  id: string,
  { from, to }: { from: MemberStatus; to: MemberStatus },
): Promise<void> {
  await SaccoMember.query(trx)
    .inScope(scope)
    .where({ id, status: from })
    .patch({ status: to, updated_at: scope.clock.now() });
}
