/** What somebody with the database's own powers could do to dividends, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dividendInvariants, payDividend } from '../../domain/dividends/index.ts';
import {
  approvedDividend,
  createSacco,
  differences,
  earnFees,
  loseNextBooking,
  must,
  savingsAccount,
  savingsProduct,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { ctx } = service;
  const sacco = await createSacco(service);
  const [chooser, , leaver] = await earnFees(sacco, [10_000, 30_000, 20_000]);
  const product_id = await savingsProduct(sacco);
  const savings_account_id = await savingsAccount(sacco, chooser as string, product_id);
  must(await sacco.maker.put(`/api/v1/sacco/members/${chooser}/dividend-account`, { savings_account_id }));
  await payDividend(ctx, await approvedDividend(sacco));
  const with_exceptions = await approvedDividend(sacco);
  const body = { idempotency_key: 'exit', memo: 'moves away' };
  must(await sacco.maker.post(`/api/v1/sacco/members/${leaver}/exit`, body));
  await payDividend(ctx, with_exceptions);
  await approvedDividend(sacco, { label: 'to be paid' });

  // Processes that died, whose work is still to be finished, are no difference.
  for (const when of ['before', 'after'] as const) {
    const id = await approvedDividend(sacco);
    loseNextBooking(ctx.ledger, when);
    await expect(payDividend(ctx, id)).rejects.toThrow('ledger');
  }
});
afterAll(() => service.stop());

test('nothing differs, also while dividends are being paid', async () => {
  expect(await differences(service.ctx, dividendInvariants)).toEqual([]);
});

const SUM = 'a dividend is the sum of its lines, and each line what its rates make of shares and interest';
const PAID =
  'every line of a dividend is paid by one posted entry of its amount and tax, and no other line is';
const STANDS = 'a dividend stands as its entry and its lines do';
const INTO =
  'a line of a dividend goes into an account of its member: the one chosen, or the default one once that is closed';
const CHOSEN = 'dividends of a member go into an account of the member that takes money';
const LINES = 'update sacco_dividend_lines set';

testTampering(() => service.ctx, dividendInvariants, [
  ['a line of another amount', `${LINES} amount_minor = amount_minor + 1 where status = 'paid'`, SUM],
  ['a line that withholds another tax', `${LINES} tax_minor = tax_minor + 1 where amount_minor > 0`, SUM],
  ['a line of more shares', `${LINES} shares_minor = shares_minor + 100`, SUM],
  [
    'a line that was paid into another account than it says',
    `${LINES} savings_account_id = null where status = 'paid' and savings_account_id is not null`,
    INTO,
  ],
  [
    'a line for an account of somebody else',
    `${LINES} savings_account_id = (select min(id) from sacco_savings_accounts) where savings_account_id is null`,
    INTO,
  ],
  [
    'the choice of an account of somebody else',
    `update sacco_members set dividend_account_id = (select min(id) from sacco_savings_accounts)
     where dividend_account_id is null`,
    CHOSEN,
  ],
  ['a larger total', `update sacco_dividends set total_minor = total_minor + 1 where status = 'paid'`, SUM],
  ['a line that was removed', `delete from sacco_dividend_lines where status = 'pending'`, SUM],
  [
    'a line paid in words only',
    `${LINES} status = 'paid' where status = 'pending' and entry_id is null`,
    PAID,
  ],
  ['a failed line called paid', `${LINES} status = 'paid', error = null where status = 'failed'`, PAID],
  [
    'a paid line to be paid again',
    `${LINES} status = 'pending', entry_id = null where status = 'paid'`,
    PAID,
  ],
  ['a batch that was removed', `delete from sacco_entry_batches`, PAID],
  [
    'a line paid with another entry',
    `update sacco_entries set amount_minor = amount_minor + 1
     where kind = 'dividend' and member_id is not null and status = 'posted'`,
    PAID,
  ],
  [
    'the entry of a line that was removed',
    `delete from sacco_entries where kind = 'dividend' and member_id is not null and status = 'posted'`,
    PAID,
  ],
  [
    'exceptions that are forgotten',
    `update sacco_dividends set status = 'paid', failed_minor = 0 where status = 'paid_with_exceptions'`,
    STANDS,
  ],
  [
    'a dividend paid in words only',
    `update sacco_dividends set status = 'paid', due_at = null where label = 'to be paid'`,
    STANDS,
  ],
  [
    'a paid dividend that is rejected',
    `update sacco_dividends set status = 'rejected' where status = 'paid'`,
    STANDS,
  ],
]);
