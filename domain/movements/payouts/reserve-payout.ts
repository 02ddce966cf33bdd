/**
 * The payout of an entry before the ledger holds its money: whom it goes to, whether it may be made, and its place in the limits of
 * the provider, which it takes in the transaction that stores or approves the entry.
 */
import { AppError, invalidField, refusal } from '../../../core/errors.ts';
import { normalisePhone } from '../../../core/phone.ts';
import type { Actor } from '../../../core/scope.ts';
import { getMember, type NamedMember } from '../../cooperative/index.ts';
import { payouts } from '../../payments/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { sentAmount } from '../legs.rules.ts';
import type { Reader } from '../movement.ts';

interface Recipient {
  member: Pick<NamedMember, 'id'> | null;
  /** As the request writes it. */
  phone: string | undefined;
}

/**
 * An entry that a provider is to send goes to the member's own phone.
 * @throws AppError VALIDATION_ERROR, `phone_not_members`, and what refuses a payout, but for the limit of the day on which it is made
 */
export async function addressToMember(
  unit: ScopedUnit,
  entry: EntryRow,
  { member, phone: wanted }: Recipient,
): Promise<EntryRow> {
  if (!unit.ctx.movements.of(entry).is_sent || !member) return entry;
  const { trx, scope } = unit;
  const { phone, full_name } = await getMember(trx, scope, member.id);
  if (wanted !== undefined && readPhone(wanted, entry) !== phone)
    throw refusal('phone_not_members', `This is not the phone of ${full_name}.`);
  const addressed = { ...entry, phone };
  const refused = await payoutRefusal({ ...unit, db: trx }, addressed, 'requested');
  if (refused) throw refused;
  return addressed;
}

function requesterOf({ requested_by_type: type, requested_by_id: id }: EntryRow): Actor {
  return { type, id };
}

function readPhone(text: string, { currency }: EntryRow): string {
  const phone = normalisePhone(text, currency);
  if (phone === null)
    throw invalidField(
      'phone',
      '"phone" must be a phone number, best with its country code, like +254712345678',
    );
  return phone;
}

/**
 * @param how `locked`: what it finds about the provider's limits holds until the transaction ends
 * @returns why the money cannot be sent; null where it can, or where nothing is to be sent
 */
export async function payoutRefusal(
  { ctx, db, scope }: Reader,
  entry: EntryRow,
  how: 'locked' | 'read' | 'requested',
): Promise<AppError | null> {
  const amount_minor = sentAmount(ctx.movements.of(entry), entry);
  if (amount_minor === 0n) return null;
  const { phone, full_name } = await getMember(db, scope, entry.member_id as string);
  if (phone === null) return refusal('phone_not_members', `${full_name} has no phone.`);
  if (phone !== entry.phone)
    return refusal('phone_not_members', `The phone of ${full_name} has changed since the request.`);
  try {
    const base = { ctx, db, scope, actor: requesterOf(entry) };
    await payouts.requirePayable(base, payoutOf(entry, amount_minor), how);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    // What is wrong with a field of a payout is, to who asks for a movement, that the provider does not pay to phones like this.
    return error.reason === undefined ? refusal('payouts_not_supported', error.message) : error;
  }
}

function payoutOf(entry: EntryRow, amount_minor: bigint) {
  return {
    provider: entry.provider as string,
    amount_minor,
    currency: entry.currency,
    reference: entry.id,
    to: { phone: entry.phone as string },
  };
}

/** Whether the provider's settings want a second person for that amount. */
export async function exceedsProvidersThreshold(
  { ctx, trx, scope }: ScopedUnit,
  entry: EntryRow,
): Promise<boolean> {
  const { approval_above_minor: above } = await payouts.getSettings(trx, scope, entry.provider as string);
  return above !== null && sentAmount(ctx.movements.of(entry), entry) > above;
}

/**
 * Stores the payout of an entry that is about to be booked; it is sent once the ledger holds the money.
 * @returns what the entry then says
 * @throws AppError what refuses a payout
 */
export async function reservePayout(unit: ScopedUnit, entry: EntryRow): Promise<Partial<EntryRow>> {
  const definition = unit.ctx.movements.of(entry);
  const amount_minor = sentAmount(definition, entry);
  if (amount_minor === 0n) return {};
  const { id: payout_id } = await payouts.insert(
    { ...unit, actor: requesterOf(entry) },
    {
      ...payoutOf(entry, amount_minor),
      narration: definition.title,
      origin: 'sacco',
      origin_id: entry.id,
      approved: true,
    },
  );
  return { payout_id };
}
