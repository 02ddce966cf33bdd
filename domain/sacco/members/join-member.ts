/** A customer becomes a member: with the next number or one of the SACCO's own, and an entrance fee paid in cash. */
import { refusal } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { brokenUnique, type Transaction } from '../../../db/connection.ts';
import { raw, scopeColumns } from '../../../db/model.ts';
import type { Context } from '../../platform/context.ts';
import {
  effectiveTierOf,
  getCustomer,
  lockCustomers,
  requireActive,
  type CustomerRow,
} from '../../customers/index.ts';
import { openMemberAccounts } from './accounts.ts';
import { bookEntry } from '../entries/entry-pipeline.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { newEntry } from '../entries/entry.ts';
import { memberNo, memberRefusal } from './member.rules.ts';
import { SaccoMember, type MemberRow } from './member.model.ts';
import { lockMember, readMember, type MemberWithHoldings } from './member.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import { SaccoSettings, type SettingsRow } from '../settings.model.ts';
import { getSettings, holdCurrency, serializeOnSettings } from '../settings.ts';

export interface JoinRequest {
  customer_id: string;
  pay_entrance_fee: boolean;
  /** The SACCO's own number; the next of ours when left out. */
  member_no?: string;
}

/**
 * Joining again answers the member as it stands; an entrance fee that was left unpaid can be paid that way.
 * @throws AppError NOT_FOUND, `customer_not_active`, `kyc_required`, `already_member`, `member_no_taken`
 */
export async function joinMember(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  request: JoinRequest,
): Promise<{ member: MemberWithHoldings; replayed: boolean }> {
  const settings = await getSettings(ctx.db, scope);
  const customer = await getCustomer(ctx.db, scope, request.customer_id);
  const id = newId('member');
  const present = await membershipOf(ctx.db, scope, customer.id);
  // Before the row, so that whoever finds the member finds the accounts too.
  if (!present) {
    await requireEligible(ctx.db, scope, customer, settings);
    await openMemberAccounts(ctx.db, ctx.ledger, scope, [id], settings.currency);
  }
  const { member, fee, replayed } = await ctx.db.transaction((trx) =>
    join(trx, scope, actor, settings, request, id),
  );
  if (fee) await bookEntry(ctx, scope, fee);
  return { member: await readMember(ctx, scope, member.id), replayed };
}

async function requireEligible(
  db: Context['db'] | Transaction,
  scope: Scope,
  customer: CustomerRow,
  { min_kyc_tier }: SettingsRow,
): Promise<void> {
  requireActive(customer);
  const tier = await effectiveTierOf(db, scope, customer);
  if (tier < min_kyc_tier)
    throw refusal(
      'kyc_required',
      `${customer.full_name} is at KYC tier ${tier}; members need tier ${min_kyc_tier}.`,
    );
}

interface Joined {
  member: MemberRow;
  /** The entrance fee, if it is to be booked now. */
  fee: EntryRow | null;
  replayed: boolean;
}

async function join(
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  settings: SettingsRow,
  request: JoinRequest,
  id: string,
): Promise<Joined> {
  await holdCurrency(trx, scope, settings.currency);
  // The customer's lock makes of two requests at once one member.
  const [customer] = (await lockCustomers(trx, scope, [request.customer_id], 'update')) as [CustomerRow];
  const present = await membershipOf(trx, scope, customer.id);
  if (present && request.member_no !== undefined && request.member_no !== present.member_no)
    throw refusal('already_member', `${customer.full_name} is member ${present.member_no} already.`);
  if (!present) await requireEligible(trx, scope, customer, settings);
  const fee_minor = settings.entrance_fee_minor;
  const member =
    present ?? (await insertMember(trx, scope, id, customer.id, fee_minor === 0n, request.member_no));
  const fee = request.pay_entrance_fee && !member.entrance_fee_paid && fee_minor > 0n;
  return {
    member,
    fee: fee ? await entranceFee(trx, scope, actor, settings, member) : null,
    replayed: present !== undefined,
  };
}

async function membershipOf(
  db: Context['db'] | Transaction,
  scope: Scope,
  customer_id: string,
): Promise<MemberRow | undefined> {
  return SaccoMember.query(db).inScope(scope).where({ customer_id }).whereNot({ status: 'exited' }).first();
}

async function insertMember(
  trx: Transaction,
  scope: Scope,
  id: string,
  customer_id: string,
  entrance_fee_paid: boolean,
  chosen_no?: string,
): Promise<MemberRow> {
  const now = scope.clock.now();
  // Waits for those who are given the next number, so that a chosen one is compared with it.
  if (chosen_no !== undefined) await serializeOnSettings(trx, scope);
  const member_no = chosen_no ?? (await nextMemberNo(trx, scope));
  try {
    return await SaccoMember.query(trx)
      .insert({
        id,
        ...scopeColumns(scope),
        member_no,
        customer_id,
        status: 'active',
        entrance_fee_paid,
        joined_at: now,
        updated_at: now,
      })
      .returning('*');
  } catch (error) {
    if (brokenUnique(error) === 'sacco_members_member_no_key') throw refusal('member_no_taken');
    throw error;
  }
}

/** Counted under the lock of the settings, given back with the transaction: no gaps. Numbers of the SACCO's own are left out. */
async function nextMemberNo(trx: Transaction, scope: Scope): Promise<string> {
  for (;;) {
    const [row] = await SaccoSettings.query(trx)
      .inScope(scope)
      .patch({ last_member_no: raw('last_member_no + 1') })
      .returning('last_member_no');
    const member_no = memberNo(row?.last_member_no as number);
    const taken = await SaccoMember.query(trx).inScope(scope).findOne({ member_no });
    if (!taken) return member_no;
  }
}

/**
 * There is one such entry per member, so a fee that is being paid is not paid twice.
 * @throws AppError `member_not_active` while the member is leaving
 */
async function entranceFee(
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  settings: SettingsRow,
  member: MemberRow,
): Promise<EntryRow> {
  const present = await SaccoEntry.query(trx).inScope(scope).findOne({
    member_id: member.id,
    kind: 'entrance_fee',
  });
  if (present) return present;
  const obstacle = memberRefusal('pay_in', await lockMember(trx, scope, member.id, 'share'));
  if (obstacle) throw obstacle;
  const movement = { kind: 'entrance_fee', source: 'cash' } as const;
  const amount_minor = settings.entrance_fee_minor;
  const entry = newEntry(
    scope,
    actor,
    settings,
    { ...movement, member_id: member.id, amount_minor },
    'pending',
  );
  await insertEntries(trx, [entry]);
  return entry;
}
