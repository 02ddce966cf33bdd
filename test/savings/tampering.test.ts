/** What somebody with the database's own powers could do to savings, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeSavingsFees, matureTerms, savingsInvariants } from '../../domain/savings/index.ts';
import {
  createSacco,
  decide,
  differences,
  fixedAccount,
  loseNextBooking,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsPath,
  savingsProduct,
  setTestClock,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { ctx } = service;
  const sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-10T09:00:00Z');
  const member = await newMember(sacco);
  const at = `/api/v1/sacco/members/${member}`;
  const goal = await savingsProduct(sacco, { notice_days: 7, monthly_fee: '1.00' });
  const account = await savingsAccount(sacco, member, goal);
  must(await sacco.maker.post(`${at}/deposits`, moving(50_000, { savings_account_id: account })));
  await savingsAccount(sacco, member, goal);
  must(await sacco.maker.post(savingsPath(member, account, 'notices'), { amount: '100.00' }));
  const renewed = await savingsProduct(sacco, {
    kind: 'fixed',
    rate_bps: 1_000,
    term_days: 30,
    at_maturity: 'renew_all',
  });
  await fixedAccount(sacco, member, renewed, 1_000_000);
  const broken = await fixedAccount(sacco, member, renewed, 2_000_000);
  const out = moving(2_000_000, { savings_account_id: broken });
  must(await decide(sacco, must(await sacco.maker.post(`${at}/withdrawals`, out)).body.approval_id));
  await setTestClock(sacco.project, '2035-01-18T09:00:00Z');
  must(await sacco.maker.post(`${at}/withdrawals`, moving(5_000, { savings_account_id: account })));
  await setTestClock(sacco.project, '2035-02-15T09:00:00Z');
  await matureTerms(ctx);
  await chargeSavingsFees(ctx);
  // Processes that died, whose work is still to be finished, are no difference.
  await setTestClock(sacco.project, '2035-03-20T09:00:00Z');
  loseNextBooking(ctx.ledger, 'before');
  await expect(matureTerms(ctx)).rejects.toThrow('ledger');
  loseNextBooking(ctx.ledger, 'after');
  await expect(chargeSavingsFees(ctx)).rejects.toThrow('ledger');
});
afterAll(() => service.stop());

test('nothing differs, also while fees are charged and terms are paid', async () => {
  expect(await differences(service.ctx, savingsInvariants)).toEqual([]);
});

const TERMS = 'sacco_savings_terms';

testTampering(() => service.ctx, savingsInvariants, [
  [
    'a default product of another kind',
    `update sacco_settings set savings_product_id = (select id from sacco_savings_products where kind = 'fixed')`,
    'has no default savings product',
  ],
  [
    'an account of another kind than its product',
    `update sacco_savings_accounts set kind = 'restricted' where id = (select min(id) from sacco_savings_accounts where kind = 'regular')`,
    "is not of its member's and product's SACCO",
  ],
  [
    'a closed account that holds money',
    `update sacco_savings_accounts set status = 'closed', closed_at = now()
     where id = (select account_id from sacco_savings_notices limit 1)`,
    'should be closed and empty',
  ],
  [
    'a fixed account without a term',
    `delete from ${TERMS} where status = 'running'`,
    'and its terms do not agree',
  ],
  [
    'another principal than the account holds',
    `update ${TERMS} set principal_minor = principal_minor + 1, moving_entry_id = null where status = 'running'`,
    'does not hold its principal',
  ],
  [
    'other interest than was paid',
    `update ${TERMS} set interest_minor = interest_minor + 1 where status = 'matured'`,
    'was not paid as its terms say',
  ],
  [
    'an entry of a term that no term names',
    `update ${TERMS} set entry_id = (select id from sacco_entries where kind = 'deposit' limit 1) where status = 'broken'`,
    'was not paid as its terms say',
  ],
  [
    'a term that waits for nothing',
    `update ${TERMS} set moving_entry_id = 'ent_0' where status = 'running'`,
    'waits for an entry that is over',
  ],
  [
    'a renewal that begins late',
    `update ${TERMS} set starts_on = starts_on + 1, matures_on = matures_on + 1 where no = 2`,
    'does not follow the one before',
  ],
  [
    'more used of a notice than it covers',
    'update sacco_savings_notices set amount_minor = 1',
    'more than the notices of',
  ],
  [
    'a fee that was booked and is not charged',
    `update sacco_savings_fees set status = 'skipped' where status = 'charged'`,
    'was not charged as it says',
  ],
  [
    'a fee without its line',
    `delete from sacco_savings_fees where status = 'charged'`,
    'was not charged as it says',
  ],
]);
