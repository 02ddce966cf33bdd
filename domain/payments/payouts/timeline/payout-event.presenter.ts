/** The timeline of a payout as clients see it. */
import { dateTime, freeForm, oneOf, resource, string } from '../../../../core/schema.ts';
import { PAYOUT_STATUSES } from '../payout.rules.ts';
import { PAYOUT_CAUSES } from './payout-event.model.ts';

export const payoutEventSchema = resource('PayoutEvent', 'Something that happened to a payout', {
  id: string,
  type: string,
  from: oneOf(PAYOUT_STATUSES).nullable(),
  to: oneOf(PAYOUT_STATUSES).nullable(),
  cause: oneOf(PAYOUT_CAUSES),
  at: dateTime,
  details: freeForm,
});
