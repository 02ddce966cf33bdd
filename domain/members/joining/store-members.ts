/**
 * Stores new members. Those who join at the same time share one transaction, in which the counter of numbers is locked once;
 * a request that is refused fails alone.
 */
import { orRefusal, withoutErrors } from '../../../core/batch.ts';
import { refusal } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { scopeName, type Actor, type Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import {
  currencyChanged,
  lockSettings,
  SaccoMember,
  type MemberRow,
  type SettingsRow,
} from '../../cooperative/index.ts';
import { effectiveTiersAt, lockCustomersOfScopes, type CustomerRow } from '../../customers/index.ts';
import {
  cash,
  checkEntries,
  insertEntries,
  newEntry,
  SaccoEntry,
  type EntryRow,
} from '../../movements/index.ts';
import type { IdempotentRequest } from '../../platform/idempotency.ts';
import type { ScopedUnit, Unit } from '../../platform/unit.ts';
import { storeInBatches } from '../../platform/write-pipeline.ts';
import { requireEligible } from './eligibility.ts';
import { MemberNumbers } from './member-numbers.ts';

export interface MemberToStore extends IdempotentRequest {
  /** Under the customer's lock, two requests at the same time make one member. */
  idempotency: null;
  /** The member's id, if the customer is not a member yet. */
  subject_id: string;
  actor: Actor;
  settings: SettingsRow;
  customer_id: string;
  pay_entrance_fee: boolean;
  member_no: string | undefined;
  /** Where an API key takes the fee. */
  till_id: string | null;
}

export interface StoredMember {
  member: MemberRow;
  /** The entrance fee, if it is to be booked now. */
  fee: EntryRow | null;
  replayed: boolean;
}

type Answer = StoredMember | Error;
type FindCustomer = (scope: Scope, id: string) => CustomerRow;

/** Members who join in one transaction. */
const MAX_BATCH = 100;

/** @throws AppError NOT_FOUND, `customer_not_active`, `kyc_required`, `already_member`, `member_no_taken` */
export const storeMember = storeInBatches<MemberToStore, StoredMember>({
  max_batch: MAX_BATCH,
  turns: 'members',
  store: storeAll,
});

/** Locks settings, then customers, then counters, each in one order, which avoids deadlocks. */
async function storeAll(unit: Unit, requests: MemberToStore[]): Promise<Answer[]> {
  const byScope = [...groupBy(requests, ({ scope }) => scopeName(scope))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of_scope]) => ({ scope: (of_scope[0] as MemberToStore).scope, of_scope }));
  const inCurrency = [];
  for (const { scope, of_scope } of byScope) {
    const locked = await lockSettings({ ...unit, scope });
    const current = of_scope.filter(({ settings }) => settings.currency === locked?.currency);
    inCurrency.push({ scope, current, tills: locked?.tills ?? 'off' });
  }
  const customerOf = await lockCustomersOfScopes(
    unit.trx,
    requests.map(({ scope, customer_id }) => ({ scope, id: customer_id })),
    'update',
  );
  const answers = new Map<MemberToStore, Answer>();
  for (const { scope, current, tills } of inCurrency) {
    const stored = await storeOfScope({ ...unit, scope }, current, { customerOf, tills });
    current.forEach((each, i) => answers.set(each, stored[i] as Answer));
  }
  return requests.map((each) => answers.get(each) ?? currencyChanged());
}

async function storeOfScope(
  unit: ScopedUnit,
  requests: MemberToStore[],
  { customerOf, tills }: { customerOf: FindCustomer; tills: SettingsRow['tills'] },
): Promise<Answer[]> {
  const { trx, scope } = unit;
  const members = await membershipsOf(
    trx,
    scope,
    requests.map(({ customer_id }) => customer_id),
  );
  const found = withoutErrors(
    requests.map(({ customer_id }) => orRefusal(() => customerOf(scope, customer_id))),
  );
  const tierAt = await effectiveTiersAt(trx, found);
  const joining = requests.filter(({ customer_id }) => !members.has(customer_id));
  const fees = await newFees(unit, joining, tills);
  const numbers = await MemberNumbers.lock(unit, joining);
  const added: MemberRow[] = [];
  const joined = requests.map((request) =>
    orRefusal(() => {
      const { customer_id, member_no, subject_id, settings } = request;
      const customer = customerOf(scope, customer_id);
      const present = members.get(customer_id);
      if (present && member_no !== undefined && member_no !== present.member_no)
        throw refusal('already_member', `${customer.full_name} is member ${present.member_no} already.`);
      if (present) return { member: present, replayed: true };
      requireEligible(customer, tierAt(scope, customer), settings);
      const fee = fees.get(request);
      if (fee instanceof Error) throw fee;
      const member = newMember(scope, {
        id: subject_id,
        customer_id,
        member_no: numbers.take(member_no),
        entrance_fee_paid: settings.entrance_fee_minor === 0n,
      });
      members.set(customer_id, member);
      added.push(member);
      return { member, replayed: false };
    }),
  );
  if (added.length > 0) {
    await numbers.store();
    const inserted = await insertMany<MemberRow>(trx, SaccoMember.tableName, added, { answered: 'id' });
    if (inserted.length < added.length) throw new Error('there is such a member already');
  }
  return withFees(unit, requests, { joined, fees });
}

/** The fees of those who join now, with the tills at which they are taken, or why they cannot be. */
async function newFees(
  { ctx, trx, scope }: ScopedUnit,
  joining: readonly MemberToStore[],
  tills: SettingsRow['tills'],
): Promise<Map<MemberToStore, EntryRow | Error>> {
  const paying = joining.filter(
    ({ pay_entrance_fee, settings }) => pay_entrance_fee && settings.entrance_fee_minor > 0n,
  );
  const rows = paying.map((request) => ({ scope, row: feeOf(request, request.subject_id), tills }));
  const assigned = await cash.assign({ ctx, db: trx }, rows, 'locked');
  return new Map(paying.map((request, i) => [request, assigned[i] as EntryRow | Error]));
}

/** The present members among the customers, by customer. */
export async function membershipsOf(
  db: Queryable,
  scope: Scope,
  customer_ids: string[],
): Promise<Map<string, MemberRow>> {
  const present = await SaccoMember.query(db)
    .inScope(scope)
    .whereIn('customer_id', customer_ids)
    .whereNot({ status: 'exited' });
  return new Map(present.map((member) => [member.customer_id, member]));
}

function newMember(
  scope: Scope,
  member: Pick<MemberRow, 'id' | 'customer_id' | 'member_no' | 'entrance_fee_paid'>,
): MemberRow {
  const now = scope.clock.now();
  return {
    ...member,
    ...scopeColumns(scope),
    status: 'active',
    employer_id: null,
    payroll_no: null,
    joined_at: now,
    updated_at: now,
    tax_number: null,
    tax_exemption: null,
    photo_file_id: null,
    signature_file_id: null,
    dividend_account_id: null,
  };
}

/**
 * Adds the fees that are to be paid now. There is one such entry per member, so a fee that is being paid is not paid twice.
 * @returns `member_not_active` for a member who is leaving
 */
async function withFees(
  unit: ScopedUnit,
  requests: MemberToStore[],
  {
    joined,
    fees: of_new,
  }: { joined: (Omit<StoredMember, 'fee'> | Error)[]; fees: Map<MemberToStore, EntryRow | Error> },
): Promise<Answer[]> {
  const { trx, scope } = unit;
  const due = joined.map(
    (each, i) => !(each instanceof Error) && isFeeDue(requests[i] as MemberToStore, each),
  );
  const payers = withoutErrors(joined.filter((_each, i) => due[i])).map(({ member }) => member.id);
  const present =
    payers.length === 0
      ? []
      : await SaccoEntry.query(trx)
          .inScope(scope)
          .whereIn('member_id', payers)
          .where({ kind: 'entrance_fee' });
  const fees = new Map<string, EntryRow>(present.map((entry) => [entry.member_id as string, entry]));
  const added: EntryRow[] = [];
  const answers: Answer[] = [];
  for (const [i, each] of joined.entries()) {
    if (each instanceof Error || !due[i]) {
      answers.push(each instanceof Error ? each : { fee: null, ...each });
      continue;
    }
    const { member, replayed } = each;
    const request = requests[i] as MemberToStore;
    if (!fees.has(member.id)) {
      // A member who has just joined is active, and locked.
      const fee = replayed ? await checkFee(unit, feeOf(request, member.id)) : of_new.get(request);
      if (!fee || fee instanceof Error) {
        answers.push(fee ?? new Error(`${member.id} has no fee`));
        continue;
      }
      added.push(fee);
      fees.set(member.id, fee);
    }
    answers.push({ fee: fees.get(member.id) ?? null, ...each });
  }
  if (added.length > 0) await insertEntries(trx, added);
  return answers;
}

function isFeeDue(
  { pay_entrance_fee, settings }: MemberToStore,
  { member }: Pick<StoredMember, 'member'>,
): boolean {
  return pay_entrance_fee && !member.entrance_fee_paid && settings.entrance_fee_minor > 0n;
}

/** The fee of one who is a member already. */
async function checkFee(unit: ScopedUnit, entry: EntryRow): Promise<EntryRow | Error> {
  const [checked] = await checkEntries(unit, [{ scope: unit.scope, entry }], 'share');
  return checked && 'entry' in checked ? checked.entry : (checked ?? entry);
}

function feeOf(request: MemberToStore, member_id: string): EntryRow {
  const { settings, till_id } = request;
  const amount_minor = settings.entrance_fee_minor;
  return newEntry(request, settings, {
    kind: 'entrance_fee',
    source: 'cash',
    member_id,
    amount_minor,
    till_id,
  });
}
