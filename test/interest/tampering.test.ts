/** What somebody with the database's own powers could do to interest and tax, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { interestInvariants, payInterest } from '../../domain/interest/index.ts';
import { taxInvariants } from '../../domain/taxes/index.ts';
import {
  approvedInterest,
  createSacco,
  declaredInterest,
  differences,
  loseNextBooking,
  moving,
  must,
  newMember,
  setTestClock,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
const invariants = [...interestInvariants(MOVEMENTS), ...taxInvariants(MOVEMENTS)];

beforeAll(async () => {
  service = await startService();
  const { ctx } = service;
  const sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-01T09:00:00Z');
  const [leaver] = [await newMember(sacco), await newMember(sacco)];
  for (const id of [leaver, await newMember(sacco)])
    must(await sacco.project.key.post(`/api/v1/sacco/members/${id}/deposits`, moving(1_000_000)));
  await setTestClock(sacco.project, '2035-09-01T09:00:00Z');
  const month = (n: number): object => ({ period_start: `2035-0${n}-01`, period_end: `2035-0${n}-28` });
  await payInterest(ctx, await approvedInterest(sacco, { ...month(1), withholding_tax_bps: 1_500 }));
  const with_exceptions = await approvedInterest(sacco, month(2));
  const body = { idempotency_key: 'exit', memo: 'moves away' };
  must(await sacco.maker.post(`/api/v1/sacco/members/${leaver}/exit`, body));
  await payInterest(ctx, with_exceptions);
  await approvedInterest(sacco, { ...month(3), label: 'to be paid' });
  await declaredInterest(sacco, { ...month(4), label: 'declared' });
  // Processes that died, whose work is still to be finished, are no difference.
  for (const [n, when] of [
    [5, 'before'],
    [6, 'after'],
  ] as const) {
    const id = await approvedInterest(sacco, month(n));
    loseNextBooking(ctx.ledger, when);
    await expect(payInterest(ctx, id)).rejects.toThrow('ledger');
  }
});
afterAll(() => service.stop());

test('nothing differs, also while interest is being paid', async () => {
  expect(await differences(service.ctx, invariants)).toEqual([]);
});

const SUM =
  'a run of interest is the sum of its lines, and each line what its rate makes of the balances that count';
const PAID =
  'every line of a run of interest is paid by one posted entry of its amount and tax, and no other line is';
const STANDS = 'a run of interest stands as its entry and its lines do';
const TAX = 'tax payable is what was withheld, less what was remitted';
const ONCE = 'interest on an account is paid once for a day';
const FOUND = 'the last run of interest on a product found what movements had left on each account';
const LINES = 'update sacco_savings_interest_lines set';

testTampering(() => service.ctx, invariants, [
  ['a line of another amount', `${LINES} amount_minor = amount_minor + 1 where status = 'paid'`, SUM],
  ['a line of other balances', `${LINES} balances_minor = balances_minor + 100000`, SUM],
  ['a line that withholds another tax', `${LINES} tax_minor = tax_minor + 1 where amount_minor > 1`, SUM],
  [
    'a larger total',
    `update sacco_savings_interest set total_minor = total_minor + 1 where status = 'paid'`,
    SUM,
  ],
  ['a line that was removed', `delete from sacco_savings_interest_lines where status = 'pending'`, SUM],
  ['a run that was removed', `delete from sacco_savings_interest where label = 'declared'`, SUM],
  [
    'a line paid in words only',
    `${LINES} status = 'paid' where status = 'pending' and entry_id is null and amount_minor > 0`,
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
    'an entry that withholds another tax',
    `update sacco_entries set tax_minor = tax_minor + 1 where kind = 'savings_interest' and direction = 'in' and status = 'posted'`,
    PAID,
  ],
  [
    'the entry of a line that was removed',
    `delete from sacco_entries where kind = 'savings_interest' and direction = 'in' and status = 'posted'`,
    PAID,
  ],
  [
    'two lines that one entry pays',
    `with one as (select min(entry_id) as entry_id from sacco_savings_interest_lines where status = 'paid')
     ${LINES} entry_id = one.entry_id from one where status = 'paid'`,
    PAID,
  ],
  [
    'a line that two entries pay',
    `insert into sacco_entries select (jsonb_populate_record(e, '{"id": "ent_00000000000000000000000001"}')).*
     from sacco_entries e where kind = 'savings_interest' and direction = 'in' and status = 'posted' limit 1`,
    PAID,
  ],
  [
    'exceptions that are forgotten',
    `update sacco_savings_interest set status = 'paid', failed_minor = 0 where status = 'paid_with_exceptions'`,
    STANDS,
  ],
  [
    'a run paid in words only',
    `update sacco_savings_interest set status = 'paid', due_at = null where label = 'to be paid'`,
    STANDS,
  ],
  [
    'a run for days that another one pays',
    `update sacco_savings_interest set period_start = '2035-01-01' where label = 'declared'`,
    ONCE,
  ],
  [
    'a closing balance from which the next run would go on',
    // Runs on TigerBeetle have no such instant.
    `with last as (
       update sacco_savings_interest set ends_at = coalesce(ends_at, period_end + 1)
       where id = (select id from sacco_savings_interest order by period_end desc limit 1) returning id
     )
     ${LINES} closing_minor = closing_minor + 1 where savings_interest_id = (select id from last)`,
    FOUND,
  ],
  [
    'tax that was taken from its account',
    `with taken as (delete from sacco_entry_batches)
     update ledger_balances set credits_posted = credits_posted - 1
     where account_id = (select id from ledger_accounts where kind = 'tax_payable')`,
    TAX,
  ],
]);
