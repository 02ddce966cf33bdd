/** What somebody with the database's own powers could do to the chart, to journals and bankings, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { bankInvariants } from '../../domain/banks/index.ts';
import { chartInvariants } from '../../domain/chart/index.ts';
import { movementInvariants } from '../../domain/movements/index.ts';
import {
  approvedMovement,
  bank,
  createSacco,
  differences,
  JOURNALS,
  moving,
  must,
  newAccount,
  newSaver,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

const INVARIANTS = [...chartInvariants, ...bankInvariants, ...movementInvariants(MOVEMENTS)];

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const sacco = await createSacco(service);
  const member = await newSaver(sacco, 100_000);
  for (const code of ['1100', '1101']) await newAccount(sacco, code);
  await newAccount(sacco, '6000', { kind: 'general_expense' });
  must(await sacco.project.session.patch('/api/v1/accounting/chart/2000', { code: '2010' }));
  await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 60_000 }));
  const journal = {
    lines: [
      { account: '6000', debit_minor: 500 },
      { account: '1100', credit_minor: 500 },
    ],
    memo: 'charges',
    idempotency_key: crypto.randomUUID(),
  };
  const posted = await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal));
  const back = { memo: 'twice', idempotency_key: crypto.randomUUID() };
  await approvedMovement(sacco, sacco.maker.post(`/api/v1/sacco/entries/${posted.id}/reverse`, back));
  const by_bank = moving(700, { to: 'bank', account: '1100', reference: 'cheque 9', memo: 'as asked' });
  await approvedMovement(sacco, sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, by_bank));
});
afterAll(() => service.stop());

test('nothing differs', async () => {
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});

test('it finds an inactive account that holds money', async () => {
  const { ctx } = service;
  // It looks at the account again, as it is now.
  const setActive = (active: boolean) => ctx.db('chart_accounts').where({ code: '1100' }).update({ active });
  await setActive(false);
  const found = await differences(ctx, INVARIANTS);
  await setActive(true);
  expect(found.join('\n')).toContain('is inactive, but holds money');
});

testTampering(() => service.ctx, INVARIANTS, [
  [
    'an account of the chart that is another one in the ledger',
    `update ledger_accounts set kind = 'general_asset' where kind = 'bank'`,
    'is in the chart or in the ledger alone',
  ],
  [
    'an account of the ledger that is in no chart',
    `delete from chart_accounts where code = '6000'`,
    'is in the chart or in the ledger alone',
  ],
  [
    'an account with the code of another',
    `update chart_accounts set code = '1000' where code = '1101'`,
    'has several accounts with the code 1000',
  ],
  [
    'a code of the system that a changed one has taken',
    `update chart_system_accounts set code = '3000'`,
    'has several accounts with the code 3000',
  ],
  [
    'an account of the chart that leads to another account of the ledger',
    `update chart_accounts set account_id = gen_random_uuid() where code = '1101'`,
    'is not the account that it says',
  ],
  [
    'a banking that is at another account than it was booked on',
    `update sacco_entries set bank_account_id = (select id from chart_accounts where code = '1101') where kind = 'banking'`,
    'is posted, but its transfers are missing or different',
  ],
  [
    'a journal with other lines than were booked',
    `update sacco_entries set lines = jsonb_set(lines, '{0,kind}', '"operating_expenses"') where kind = 'journal'`,
    'is posted, but its transfers are missing or different',
  ],
  [
    'a reversal with other lines than its journal',
    `update sacco_entries set lines = jsonb_set(lines, '{0,amount_minor}', '"499"') where reverses_kind = 'journal'`,
    'is not reversed as it says',
  ],
  [
    'a journal of another amount than its lines',
    `update sacco_entries set amount_minor = amount_minor + 1 where kind = 'journal'`,
    'has lines that do not come to its amount',
  ],
  [
    'a journal whose debits and credits differ',
    `update sacco_entries set lines = jsonb_set(lines, '{0,amount_minor}', '"499"') where kind = 'journal'`,
    'is no movement: the debits and credits of a journal are not equal',
  ],
  [
    'a withdrawal by the bank that nobody approved',
    `with alone as (
       update sacco_entries set approval_id = null where kind = 'withdrawal' and source = 'bank' returning id
     )
     delete from sacco_approvals where entry_id in (select id from alone)`,
    'and its approval do not agree',
  ],
]);
