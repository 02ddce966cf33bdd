/** What somebody with the database's own powers could do to payouts, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentInvariants } from '../../domain/payments/index.ts';
import { differences, must, startService, testTampering, type TestService } from '../harness/index.ts';
import { newPayer, NO_RESULT, paying, payoutBody, PAYOUTS, REFUSED, work } from './payer.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const payer = await newPayer(service, 1_000, { approval_above_minor: 10_000 });
  await work(payer, await paying(payer, '10.00'));
  await work(payer, await paying(payer, '20.00', { to: { phone: REFUSED } }));
  await work(payer, await paying(payer, '30.00', { to: { phone: NO_RESULT } }));
  await paying(payer, '40.00');
  must(await payer.key.post(`${PAYOUTS}/${await paying(payer, '50.00')}/cancel`));
  must(await payer.project.session.post(PAYOUTS, payoutBody('200.00')));
});
afterAll(() => service.stop());

test('nothing differs, also while payouts are under way', async () => {
  expect(await differences(service.ctx, paymentInvariants)).toEqual([]);
});

const STATES = "the merchant's payouts are held, paid or released as their states say";
const ONCE = 'a payout of the merchant is booked once, and only one that is on its way or succeeded';
const REPORT = "the report's payouts are the sums of those that succeeded";
const APPROVAL = 'a payout waits for a second person exactly while its approval is pending';
const MARK = 'a payout names the request to mark it exactly while that is pending';
const TIMELINE = "every payout that ended says so at the end of its timeline, and is of its events' project";

testTampering(() => service.ctx, paymentInvariants, [
  ['another amount', "update payouts set amount_minor = amount_minor + 1 where status = 'succeeded'", STATES],
  ['one that is said to be held', "update payouts set amount_minor = 1 where status = 'held'", STATES],
  [
    'a failed one that is said to be paid',
    "update payouts set status = 'succeeded', outcome = 'succeeded' where status = 'failed'",
    STATES,
  ],
  [
    'a paid one that is said to have failed',
    "update payouts set status = 'failed', outcome = 'failed' where status = 'succeeded'",
    ONCE,
  ],
  ['one that was deleted', "delete from payout_events; delete from payouts where status = 'succeeded'", ONCE],
  [
    'another report',
    "update ledger_daily_totals set amount_minor = amount_minor + 1 where kind = 'provider_payout'",
    REPORT,
  ],
  [
    'one that goes ahead without its approval',
    "update payouts set status = 'held' where status = 'awaiting_approval'",
    APPROVAL,
  ],
  [
    'one that a person is said to have marked',
    "update payouts set mark_approval_id = 'apr_00000000000000000000000000' where status = 'sending'",
    MARK,
  ],
  ['a timeline that was cut', "delete from payout_events where type = 'payout.succeeded'", TIMELINE],
]);
