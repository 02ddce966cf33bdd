/** Whose money the payouts of a cooperative's entries are: what an entry holds ends as its payout does, and the entry with it. */
import { isReason, refusal, REASONS } from '../../../core/errors.ts';
import { expectOne } from '../../../db/rows.ts';
import { getMember } from '../../cooperative/index.ts';
import type { payouts } from '../../payments/index.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { getEntry } from '../entries/entry.ts';
import { decisionOf } from '../movement.ts';
import { postedBy } from '../pipeline/book-entries.ts';
import { endingTransfers } from '../pipeline/entry-transfers.ts';
import { applyEffects } from '../pipeline/record-results.ts';

export const entryOrigin: payouts.PayoutOrigin = {
  /** Nothing is sent to a member who may be paid nothing any more, as nothing would be booked at an approval. */
  async refusal({ ctx, trx, scope }, { origin_id }) {
    const entry = await getEntry(trx, scope, origin_id as string);
    const { full_name, phone } = await getMember(trx, scope, entry.member_id as string);
    if (phone !== entry.phone)
      return refusal('phone_not_members', `The phone of ${full_name} has changed since the request.`);
    const planned = await decisionOf(ctx.movements.of(entry)).plan?.({ ctx, scope, db: trx }, entry);
    return planned instanceof Error ? planned : null;
  },

  async endHolds({ ctx, scope }, { origin_id }, outcome) {
    const entry = await getEntry(ctx.db, scope, origin_id as string);
    const chain = endingTransfers(ctx, entry, outcome === 'succeeded' ? 'posted' : 'failed');
    const booked = expectOne(
      await ctx.ledger.post([chain.map(({ transfer }) => transfer)], scope.clock.now()),
    );
    if (booked.status === 'refused')
      throw new Error(`what ${entry.id} holds could not be ended: ${booked.error}`);
    return outcome === 'succeeded' ? booked.transfers : [];
  },

  async onEnded(unit, payout, ended) {
    const entry = expectOne(
      await SaccoEntry.query(unit.trx)
        .where({ id: payout.origin_id as string, status: 'paying' })
        .patch(endOf(payout, ended))
        .returning('*'),
    );
    await applyEffects(unit, [{ scope: unit.scope, entry }]);
  },
};

function endOf(payout: payouts.PayoutRow, { outcome, booked }: payouts.EndedPayout): Partial<EntryRow> {
  if (outcome === 'succeeded') return { status: 'posted', ...postedBy(booked) };
  const { sent_at, failure_code, failure_message } = payout;
  // Refused before it was sent, for a reason of our own.
  if (sent_at === null && isReason(failure_code))
    return {
      status: 'failed',
      error: failure_code,
      reason: failure_message ?? REASONS[failure_code].message,
    };
  return {
    status: 'failed',
    error: 'payout_failed',
    reason:
      outcome === 'cancelled' ? 'The payout was cancelled before it was sent.' : whyFailed(failure_message),
    failure_code: outcome === 'cancelled' ? 'cancelled' : failure_code,
  };
}

function whyFailed(said: string | null): string {
  const { message } = REASONS.payout_failed;
  return said === null ? message : `${message} It says: ${said}`;
}
