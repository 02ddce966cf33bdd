/** What somebody with the database's own powers could do to imports, batches and remittances, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchInvariants } from '../../domain/batches/index.ts';
import { cutOverInvariants } from '../../domain/cutover/index.ts';
import { employerInvariants } from '../../domain/employers/index.ts';
import {
  askBatch,
  createSacco,
  csvTable,
  differences,
  importFiles,
  memberRow,
  must,
  newAccount,
  postedBatch,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

const INVARIANTS = [...cutOverInvariants, ...batchInvariants, ...employerInvariants];

let service: TestService;

beforeAll(async () => {
  service = await startService({ workers: ['bulk-movements'] });
  const sacco = await createSacco(service);
  await newAccount(sacco, '1100');
  const done = await importFiles(sacco, {
    members: [memberRow('A-1', { savings: '100.00' }), memberRow('A-2', { shares: '50.00' })],
  });
  expect(done.status).toBe('imported');
  const rows = [{ member_no: 'A-1', kind: 'deposit', amount: '10.00' }];
  await postedBatch(sacco, await askBatch(sacco, rows, 1_000));
  const { body: employer } = must(
    await sacco.maker.post('/api/v1/sacco/employers', { name: 'Tea Factory', code: 'TEA', pay_day: 28 }),
  );
  const { body } = must(await sacco.maker.get('/api/v1/sacco/members?q=A-1'));
  must(
    await sacco.maker.patch(`/api/v1/sacco/members/${body.members[0].id}`, {
      employer_id: employer.id,
      payroll_no: 'P-1',
    }),
  );
  const remitted = await sacco.maker.post(`/api/v1/sacco/employers/${employer.id}/remittances`, {
    month: new Date().toISOString().slice(0, 7),
    csv: csvTable([
      { payroll_no: 'P-1', amount: '30.00' },
      { payroll_no: 'P-9', amount: '5.00' },
    ]),
    account: '1100',
    total_minor: 3_500,
    memo: 'pay day',
    idempotency_key: 'remittance',
  });
  await postedBatch(sacco, remitted);
});
afterAll(() => service.stop());

test('nothing differs', async () => {
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});

const LINES = 'sacco_movement_batch_lines';

testTampering(() => service.ctx, INVARIANTS, [
  [
    'an import whose line is booked with another amount',
    `update sacco_import_lines set content = jsonb_set(content, '{amount_minor}', '"1"') where no = 1`,
    'is not booked as it was imported',
  ],
  [
    'an opening balance of no import',
    'delete from sacco_import_lines where no = 1',
    'is not booked as it was imported',
  ],
  ['other totals', `update sacco_imports set totals = '{}'`, 'has other totals than its lines'],
  [
    'an import that nobody approved',
    `update sacco_approvals set status = 'rejected' where kind = 'import'`,
    'and its approval do not agree',
  ],
  [
    'another total of a batch',
    'update sacco_movement_batches set total_minor = total_minor + 1',
    'does not say what its lines do',
  ],
  ['a line too few', `delete from ${LINES} where status = 'posted'`, 'is not booked as its batch says'],
  [
    'a line with the amount of another',
    `update ${LINES} set amount_minor = amount_minor + 1 where status = 'posted'`,
    'is not booked as its batch says',
  ],
  [
    'a batch whose money never came',
    'update sacco_movement_batches set entry_id = null',
    'and what brought its money in do not agree',
  ],
  [
    'a batch that nobody approved',
    `update sacco_approvals set status = 'rejected' where kind = 'movement_batch'`,
    'and its approval do not agree',
  ],
  [
    'a deduction that was not remitted',
    'update sacco_remittance_members set remitted_minor = remitted_minor + 1',
    'does not say what its lines do',
  ],
  [
    'something else expected of a member',
    'update sacco_remittance_members set expected_minor = expected_minor + 1',
    'expects something else',
  ],
  [
    'an employer of nowhere',
    "update sacco_members set employer_id = 'emp_none' where employer_id is not null",
    'is employed by nobody here',
  ],
]);
