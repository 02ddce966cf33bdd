/** A person says how a payout ended that its provider cannot tell of; a second person confirms it. */
import { isUnavailable, refusal, type AppError } from '../../../../core/errors.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { approvedBy, type SubjectAction, type SubjectRequest } from '../../../platform/second-person.port.ts';
import { inTransaction, type Caller } from '../../../platform/unit.ts';
import { findProvider } from '../../providers/index.ts';
import { conclude, decide } from '../end-payout.ts';
import { Payout, type PayoutRow } from '../payout.model.ts';
import { findListing } from '../payout.sql.ts';
import { getPayout } from '../payout.ts';

export const MARKED_OUTCOMES = ['succeeded', 'failed'] as const;

export interface Marking {
  status: (typeof MARKED_OUTCOMES)[number];
  note: string;
}

/**
 * @returns the payout as it stands, and the id of the approval that waits
 * @throws AppError `already_decided`, `invalid_state` while the provider may still say how it ended, `busy` while another request waits
 */
export async function requestMark(
  caller: Caller,
  payout_id: string,
  marking: Marking,
): Promise<{ payout: PayoutRow; approval_id: string }> {
  return inTransaction(caller, async (unit) => {
    const { ctx, trx, scope } = unit;
    const payout = await Payout.query(trx).forUpdate().findInScope(scope, payout_id);
    const refused = markRefusal(payout);
    if (refused) throw refused;
    const { amount_minor, currency } = payout;
    const approval_id = await ctx.second_person.request(unit, {
      kind: 'payout_mark',
      subject: { type: 'payout', id: payout_id },
      summary: `Record that the payout ${payout.reference} ${marking.status}`,
      memo: marking.note,
      change: marking,
      amount: { amount_minor, currency },
    });
    const { mark_approval_id: waiting } = payout;
    if (waiting !== null && waiting !== approval_id)
      throw refusal('busy', `How this payout ended waits for a second person already: ${waiting}.`);
    await Payout.query(trx).where({ id: payout_id }).patch({ mark_approval_id: approval_id });
    return { payout, approval_id };
  });
}

function markRefusal({ status, outcome, provider }: PayoutRow): AppError | null {
  if (outcome) return refusal('already_decided');
  const { capabilities } = findProvider(provider);
  // Nobody but a person knows how it ended.
  if (status === 'unknown' || (status === 'sending' && !capabilities.status_api)) return null;
  return refusal(
    'invalid_state',
    `This payout is ${status}: only one that is unknown, or is paid by hand, can be marked.`,
  );
}

/** The request to record how a payout ended. */
export const payoutMark: SubjectAction = {
  kind: 'payout_mark',
  subject_type: 'payout',

  refusal: async ({ db, scope }, { subject_id }) => markRefusal(await getPayout(db, scope, subject_id)),

  async changes({ db, scope }, request) {
    const { status } = await getPayout(db, scope, request.subject_id);
    const [listing] = await findListing(db, { id: request.subject_id });
    return [
      { field: 'status', from: status, to: markingIn(request).status },
      ...(listing
        ? [{ field: 'listed_as_paid', from: null, to: `${listing.run_id}, line ${listing.line_no}` }]
        : []),
    ];
  },

  async onApproved(unit, request) {
    const { trx, scope } = unit;
    const { subject_id: id, requested_by } = request;
    const refused = markRefusal(await Payout.query(trx).forUpdate().findInScope(scope, id));
    if (refused) throw refused;
    const { status: outcome, note } = markingIn(request);
    await decide(trx, id, {
      outcome,
      outcome_cause: 'person',
      mark_approval_id: null,
      note,
      marked_by_type: requested_by.type,
      marked_by_id: requested_by.id,
    });
    await audit({ ...unit, actor: requested_by }, 'payout.marked', id, {
      status: outcome,
      note,
      ...approvedBy(unit, request),
    });
    unit.enqueue('process-payout', { payout_id: id });
  },

  async onDropped({ trx }, { subject_id: id }) {
    await Payout.query(trx).where({ id }).patch({ mark_approval_id: null });
  },

  async afterApproval(base, { subject_id }) {
    const payout = await getPayout(base.ctx.db, base.scope, subject_id);
    if (payout.completed_at) return;
    try {
      await conclude(base, payout);
    } catch (error) {
      // The ledger does not answer: a sweep goes on.
      if (!isUnavailable(error)) throw error;
    }
  },
};

function markingIn({ change }: SubjectRequest): Marking {
  return change as Marking;
}
