/** The decision of a second person on a payout above the limit of its provider's settings. */
import { systemNow } from '../../../../core/clock.ts';
import { refusal } from '../../../../core/errors.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { approvedBy, type SubjectAction } from '../../../platform/second-person.port.ts';
import { decide } from '../end-payout.ts';
import { Payout } from '../payout.model.ts';
import { destinationText } from '../payout.rules.ts';
import { destinationOf, getPayout } from '../payout.ts';
import { getPayoutSettings, requireEnabled } from '../settings/payout-settings.ts';
import { recordPayoutEvent } from '../timeline/payout-event.ts';

export const payoutApproval: SubjectAction = {
  kind: 'payout',
  subject_type: 'payout',

  async refusal({ db, scope }, { subject_id }) {
    const { provider } = await getPayout(db, scope, subject_id);
    const { enabled } = await getPayoutSettings(db, scope, provider);
    return enabled ? null : refusal('payouts_disabled');
  },

  async changes({ db, scope }, { subject_id }) {
    const payout = await getPayout(db, scope, subject_id);
    return [
      { field: 'status', from: payout.status, to: 'held' },
      { field: 'to', from: null, to: destinationText(destinationOf(payout)) },
    ];
  },

  async onApproved(unit, request) {
    const { trx, scope } = unit;
    const { subject_id: id } = request;
    const { provider } = await getPayout(trx, scope, id);
    await requireEnabled({ db: trx, scope }, provider, 'locked');
    const approved = await Payout.query(trx)
      .where({ id, status: 'awaiting_approval' })
      .whereNull('outcome')
      .patch({ status: 'held', updated_at: scope.clock.now(), next_attempt_at: systemNow() });
    if (approved === 0) throw refusal('already_decided');
    const { actor, enqueue } = unit;
    await recordPayoutEvent(unit, {
      payout_id: id,
      type: 'payout.approved',
      from: 'awaiting_approval',
      to: 'held',
      cause: 'approval',
      details: { actor },
    });
    await audit(unit, 'payout.approved', id, approvedBy(unit, request));
    enqueue('process-payout', { payout_id: id });
  },

  async onDropped(unit, { subject_id: payout_id }) {
    const { actor } = unit;
    await decide(unit.trx, payout_id, {
      outcome: 'cancelled',
      outcome_cause: 'approval',
      marked_by_type: actor.type,
      marked_by_id: actor.id,
    });
    unit.enqueue('process-payout', { payout_id });
  },
};
