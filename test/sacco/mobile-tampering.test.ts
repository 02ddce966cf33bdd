/** What somebody with the database's own powers could do to entries that are sent to phones, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVARIANTS } from '../../app/compose.ts';
import {
  differences,
  must,
  newPayee,
  processPayout,
  REFUSED,
  sendingSacco,
  startService,
  testTampering,
  withdrawToPhone,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const sacco = await sendingSacco(service);
  const member = await newPayee(sacco, 100_000);
  const refused = await newPayee(sacco, 100_000, REFUSED);
  const sent = async (to: string): Promise<string> => must(await withdrawToPhone(sacco, to, 10_000)).body.id;
  await processPayout(service, sacco, await sent(member));
  await processPayout(service, sacco, await sent(refused));
  await sent(member);
});
afterAll(() => service.stop());

test('nothing differs, also while something is being paid out', async () => {
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});

const BOOKED = 'every posted entry is booked as its movement is defined, and no other one is';
const ALIKE =
  'an entry that a provider sends has one payout, of its amount and to its phone, and both stand alike';

testTampering(() => service.ctx, INVARIANTS, [
  [
    'one that is being paid out and said to be posted',
    "update sacco_entries set status = 'posted', posted_at = now(), ledger_timestamp = 1 where status = 'paying'",
    BOOKED,
  ],
  [
    'a posted one that is said to be paid out still',
    "update sacco_entries set status = 'paying' where source = 'mobile' and status = 'posted'",
    ALIKE,
  ],
  [
    'a failed one that is said to be posted',
    "update sacco_entries set status = 'posted', posted_at = now(), failure_code = null where failure_code is not null",
    BOOKED,
  ],
  ['another amount', "update payouts set amount_minor = amount_minor + 1 where status = 'held'", ALIKE],
  ['another phone', "update payouts set to_phone = '+254700000000' where status = 'succeeded'", ALIKE],
  ['an entry without its payout', 'delete from payout_events; delete from payouts', ALIKE],
  ['a payout without its entry', "update sacco_entries set payout_id = null where status = 'posted'", ALIKE],
  [
    'a payout that failed, of an entry that is posted',
    "update payouts set status = 'failed', outcome = 'failed' where status = 'succeeded'",
    ALIKE,
  ],
  ['a payout that waits for its hold', "update payouts set held = false where status = 'held'", ALIKE],
]);
