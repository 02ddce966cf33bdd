/** What somebody with the database's own powers could do to tills, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOVEMENTS } from '../../app/compose.ts';
import { tillInvariants } from '../../domain/tills/index.ts';
import {
  createSacco,
  decide,
  differences,
  loseNextBooking,
  moving,
  must,
  newMember,
  startService,
  testTampering,
  type TestService,
} from '../harness/index.ts';

const V1 = '/api/v1/sacco';
const INVARIANTS = tillInvariants(MOVEMENTS);

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const sacco = await createSacco(service, { tills: 'on' });
  const member = await newMember(sacco);
  const counted = moving(100_000, { direction: 'in', memo: 'first cash' });
  must(await decide(sacco, must(await sacco.maker.post(`${V1}/cash-adjustments`, counted)).body.approval_id));
  const { body: till } = must(await sacco.admin.post(`${V1}/tills`, { name: 'Counter' }));
  const open = async (): Promise<string> => {
    const { body } = must(await sacco.maker.post(`${V1}/tills/${till.id}/sessions`, { float: '300.00' }));
    must(await decide(sacco, body.approval_id));
    return body.id;
  };
  const deposit = (amount: number) => sacco.maker.post(`${V1}/members/${member}/deposits`, moving(amount));
  const closed = await open();
  must(await deposit(5_000));
  const close = { counted: '349.00', memo: 'one is missing' };
  const { body: closing } = must(
    await sacco.maker.post(`${V1}/tills/${till.id}/sessions/${closed}/close`, close),
  );
  must(await decide(sacco, closing.approval_id));
  const { body: returning } = must(await sacco.maker.get(`${V1}/till-sessions/${closed}`));
  must(await decide(sacco, returning.approval_id));
  await open();
  must(await deposit(700));
});
afterAll(() => service.stop());

test('nothing differs', async () => {
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});

const OPEN = `(select id from sacco_till_sessions where status = 'open')`;
const CLOSED = `(select id from sacco_till_sessions where status = 'closed')`;

testTampering(() => service.ctx, INVARIANTS, [
  [
    'cash of a till that does not exist',
    `update ledger_accounts set owner = 'til_unknown' where kind = 'cash_on_hand' and owner <> ''`,
    'is cash of no till',
  ],
  [
    'cash that is in another till than its entries say',
    `update sacco_entries set till_id = null, session_id = null where kind = 'deposit' and session_id = ${OPEN}`,
    'the ledger says',
  ],
  [
    'a till with more cash than its entries brought in',
    `update ledger_balances set debits_posted = debits_posted + 1 where account_id in
      (select id from ledger_accounts where kind = 'cash_on_hand' and owner <> '')`,
    'the ledger says',
  ],
  [
    'an entry at a till without its session',
    `update sacco_entries set session_id = null where kind = 'deposit' and session_id = ${OPEN}`,
    'is at a till without a session of it',
  ],
  [
    'a movement in a session that is closed',
    `update sacco_entries set session_id = ${CLOSED} where kind = 'deposit' and session_id = ${OPEN}`,
    'moved cash in a session that was not open',
  ],
  [
    'a session that is open without its float',
    `update sacco_till_sessions set opening_minor = opening_minor + 1 where status = 'open'`,
    'and its entries do not agree',
  ],
  [
    'a session whose return did not happen',
    `update sacco_till_sessions set return_entry_id = null where status = 'closed'`,
    'and its entries do not agree',
  ],
  [
    'figures of a closed session that are not those of its entries',
    `update sacco_till_sessions set in_minor = in_minor + 100, expected_minor = expected_minor + 100 where status = 'closed'`,
    'in and',
  ],
  [
    'another count than what returned',
    `update sacco_till_sessions set counted_minor = counted_minor + 1 where status = 'closed'`,
    'of which',
  ],
]);

test('a movement that is under way is no difference', async () => {
  loseNextBooking(service.ctx.ledger, 'after');
  const sacco = await createSacco(service);
  const member = await newMember(sacco);
  expect((await sacco.maker.post(`${V1}/members/${member}/deposits`, moving(100))).status).toBe(503);
  expect(await differences(service.ctx, INVARIANTS)).toEqual([]);
});
