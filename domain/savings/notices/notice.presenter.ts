/** Notices as clients see them. */
import { moneyFields, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, date, dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { NOTICE_STATUSES, type NoticeView } from './notice.rules.ts';

export const noticeSchema = resource('SavingsNotice', 'A notice of taking money out of a savings account', {
  id: string,
  member_id: string,
  savings_account_id: string,
  ...movementMoneyFields('amount'),
  ...moneyFields('remaining'),
  status: oneOf(NOTICE_STATUSES).describe('Ripe: the remaining amount can be withdrawn'),
  given_on: date,
  ripe_on: date.describe('The first local day on which the money can be withdrawn'),
  created_at: dateTime,
  replayed: boolean.describe('In the answer to giving it').optional(),
});

export function presentNotice(view: NoticeView): Wire<typeof noticeSchema> {
  return {
    id: view.id,
    member_id: view.member_id,
    savings_account_id: view.account_id,
    ...money('amount', view.amount_minor),
    ...money('remaining', view.remaining_minor),
    status: view.status,
    given_on: view.given_on,
    ripe_on: view.ripe_on,
    created_at: view.created_at,
  };
}
