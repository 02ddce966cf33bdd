/** What somebody with the database's own powers could do to statements and their lines, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconciliationInvariants, reconciliationJobs } from '../../domain/reconciliation/index.ts';
import {
  differences,
  loseNextBooking,
  must,
  projectOf,
  quickPerson,
  startService,
  testTampering,
  until,
  withoutTriggers,
  type TestService,
} from '../harness/index.ts';
import { bookedPayment, importRows, manualPayment, resolve, resolveAll } from './books.ts';

let service: TestService;

beforeAll(async () => {
  // Nobody works: a sweep would finish the decision that is left under way.
  service = await startService();
  const { key } = await projectOf(await quickPerson(service), service.anyone);
  await bookedPayment(service, key, 'R-1');
  await manualPayment(key, 'R-2');
  const imported = importRows(key, [
    { reference: 'R-2', amount: '100.00', id: 'T2' },
    { kind: 'payout', amount: '40.00', id: 'P1' },
    { kind: 'fee', amount: '1.00', id: 'F1' },
    { kind: 'fee', amount: '2.00' },
    { amount: '3.00' },
  ]);
  const { id } = await until('it is stored', (): Promise<{ id: string } | undefined> =>
    service.ctx.db('reconciliation_runs').first('id'),
  );
  await reconciliationJobs.importRun(service.ctx, id);
  await imported;
  must(await resolveAll(key, id, 'settle_payment'));
  must(await resolveAll(key, id, 'book_payout'));
  must(await resolve(key, id, 4, 'book_fee'));
  // A decision whose process died is no difference.
  loseNextBooking(service.ctx.ledger, 'after');
  expect((await resolve(key, id, 5, 'book_fee')).status).toBe(503);
});
afterAll(() => service.stop());

test('nothing differs, also while a decision is under way', async () => {
  expect(await differences(service.ctx, reconciliationInvariants)).toEqual([]);
});

const COUNTS = 'a run counts and sums its lines';
const RUNS = 'only imported runs have lines, and only open ones decide';
const UNDER_WAY = 'a run says that lines of it are resolving';
const BOOKED = 'every booked line is booked as its statement says';
const SAYS = 'nothing is booked from a line that does not say so, nor twice from one';
const SETTLED = 'every line that completes a payment belongs to a completed one';
const ONCE = 'a payout or fee with an id is booked from one line of all statements';
const AUDITED = 'every completion and booking is in the audit log once, with its run and line';
const REPORTED = "the report's fees and payouts are the sums of what was booked from statements";
const LINES = 'update reconciliation_lines set';

testTampering(() => service.ctx, reconciliationInvariants, [
  ['a line of another amount', `${LINES} amount_minor = amount_minor + 1 where line_no = 6`, COUNTS],
  ['a line of another match', `${LINES} match_status = 'matched' where line_no = 6`, COUNTS],
  ['a line that was removed', `delete from reconciliation_lines where line_no = 6`, COUNTS],
  ['a run without its figures', `update reconciliation_runs set totals = '{}'`, COUNTS],
  ['a run that was removed', `delete from reconciliation_runs`, RUNS],
  [
    'a run that is closed in the middle of a decision',
    `update reconciliation_runs set status = 'closed', closed_at = now()`,
    RUNS,
  ],
  ['a decision that nobody goes on with', `update reconciliation_runs set resolving_since = null`, UNDER_WAY],
  ['a decision that is forgotten', `${LINES} status = 'resolved' where status = 'resolving'`, AUDITED],
  ['a booked line of another amount', `${LINES} amount_minor = amount_minor + 1 where line_no = 3`, BOOKED],
  ['a payout called a reversal', `${LINES} kind = 'payout_reversal' where line_no = 3`, BOOKED],
  ['a line booked in words only', `${LINES} status = 'resolved', attempts = 1 where line_no = 4`, BOOKED],
  [
    'a booked line that is open again',
    `${LINES} status = 'open', action = null, decided_at = null where line_no = 3`,
    SAYS,
  ],
  ['a booked line that is ignored', `${LINES} action = 'ignore', note = 'x' where line_no = 3`, SAYS],
  [
    'a line booked twice',
    withoutTriggers(
      'ledger_transfers',
      `insert into ledger_transfers select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'timestamp', t.timestamp + 1))).*
       from ledger_transfers t where code = 10`,
    ),
    SAYS,
  ],
  [
    'a settled payment that is not completed',
    `update payments set status = 'pending' where reference = 'R-2'`,
    SETTLED,
  ],
  [
    'an id that is free again',
    `delete from reconciliation_bookings where line_id = (select id from reconciliation_lines where line_no = 3)`,
    ONCE,
  ],
  [
    'an id that is reserved for nothing',
    `update reconciliation_bookings set key = gen_random_uuid() where line_id = (select id from reconciliation_lines where line_no = 3)`,
    ONCE,
  ],
  [
    'a booking without a trace',
    withoutTriggers('audit_log', `delete from audit_log where action = 'reconciliation.book_payout'`),
    AUDITED,
  ],
  [
    'a settlement traced to another run',
    withoutTriggers(
      'audit_log',
      `update audit_log set details = replace(details, '"run_id":"rec_', '"run_id":"rec_X')
       where action = 'reconciliation.settle_payment'`,
    ),
    AUDITED,
  ],
  [
    'fees that the report leaves out',
    `update ledger_daily_totals set amount_minor = amount_minor - 1 where kind = 'fee'`,
    REPORTED,
  ],
]);
