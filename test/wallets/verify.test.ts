/** What somebody with the database's own powers could do to wallets, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postings } from '../../domain/payments/index.ts';
import { creditTopup, walletInvariants } from '../../domain/wallets/index.ts';
import {
  createProject,
  customerWithWallet,
  differences,
  loseNextBooking,
  must,
  paymentBody,
  startService,
  testTampering,
  type Project,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
  const { key } = project;
  const a = await customerWithWallet(project);
  const b = await customerWithWallet(project);
  const topUp = async (): Promise<string> => {
    const metadata = { wallet_customer_id: a };
    const { body } = must(await key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    await postings.postPending(service.ctx);
    await creditTopup(service.ctx, body.id);
    return body.id;
  };
  const move = (path: string, amount_minor: number, more: object = {}) =>
    key.post(`/api/v1/${path}`, {
      currency: 'KES',
      amount_minor,
      idempotency_key: crypto.randomUUID(),
      ...more,
    });
  await topUp();
  const across = { from_customer_id: a, to_customer_id: b };
  must(await move('wallet-transfers', 300, across));
  must(await move(`customers/${b}/wallets/withdraw`, 200));
  must(await move(`customers/${b}/wallets/deposit`, 150));
  expect((await move(`customers/${b}/wallets/withdraw`, 900)).status).toBe(409);
  must(await key.post(`/api/v1/wallet-topups/${await topUp()}/reverse`));
  await service.ctx.db('customers').where({ id: a }).update({ status: 'frozen' });
  const refunded = await topUp();
  must(await key.post(`/api/v1/payments/${refunded}/refunds`, { reason: 'sandbox:pending' }));
  await topUp();
  await service.ctx.db('customers').where({ id: a }).update({ status: 'active' });
  // Processes that died, whose work is still to be finished, are no difference.
  for (const when of ['before', 'after'] as const) {
    for (const [path, more] of [
      ['wallet-transfers', across],
      [`customers/${b}/wallets/deposit`, {}],
      [`customers/${b}/wallets/withdraw`, {}],
    ] as const) {
      loseNextBooking(service.ctx.ledger, when);
      expect((await move(path, 7, more)).status).toBe(503);
    }
  }
});
afterAll(() => service.stop());

test('nothing differs, also while movements are under way', async () => {
  expect(await differences(service.ctx, walletInvariants)).toEqual([]);
});

const POSTED = `status = 'posted' and kind = `;

testTampering(() => service.ctx, walletInvariants, [
  [
    'a movement of another amount',
    `update wallet_movements set amount_minor = 301 where amount_minor = 300`,
    'every wallet movement is booked as its row says',
  ],
  [
    'a posted movement called refused',
    `update wallet_movements set status = 'refused', refusal = 'insufficient_funds' where ${POSTED}'wallet_deposit'`,
    'every wallet movement is booked as its row says, and no refused one is',
  ],
  [
    'a refused movement called posted',
    `update wallet_movements set status = 'posted', refusal = null where status = 'refused'`,
    'every wallet movement is booked as its row says',
  ],
  [
    'a movement that was removed',
    `delete from wallet_movements where ${POSTED}'wallet_withdrawal'`,
    'every transfer in or out of a wallet belongs to a movement',
  ],
  [
    'a bound that is too low',
    'update wallets set balance_bound_minor = balance_bound_minor - 1 where balance_bound_minor > 0',
    'what wallets are kept to hold is what their movements say',
  ],
  [
    'a bound and a movement that agree with each other alone',
    `with more as (update wallets set balance_bound_minor = balance_bound_minor + 1 returning id)
     insert into wallet_movements (id, project_id, environment, kind, credit_wallet_id, debit_account_id,
       credit_account_id, amount_minor, currency, reference, actor_type, actor_id, status, created_at)
     select gen_random_uuid(), m.project_id, m.environment, 'wallet_deposit', more.id, m.debit_account_id,
       m.credit_account_id, 1, m.currency, 'made up', m.actor_type, m.actor_id, 'posted', now()
     from more, (select * from wallet_movements where ${POSTED}'wallet_deposit' limit 1) m`,
    'what wallets are kept to hold is what the ledger says they hold',
  ],
  [
    'a day that was made shorter',
    'update wallet_daily_out set out_minor = out_minor - 1',
    'what went out of each wallet on each day is the sum of its movements',
  ],
  [
    'a day that was removed',
    'delete from wallet_daily_out',
    'what went out of each wallet on each day is the sum of its movements',
  ],
  [
    'a withdrawal that does not count',
    `update wallet_movements set outgoing_on = null where ${POSTED}'wallet_withdrawal'`,
    'withdrawals and outgoing transfers count on a day, and nothing else does',
  ],
  [
    'a top-up credited in words only',
    `update wallet_topups set status = 'credited', reason = null where status = 'blocked'`,
    'every top-up is credited and reversed as its status says',
  ],
  [
    'a credited top-up to be credited again',
    `update wallet_topups set status = 'pending' where status = 'credited'`,
    'every top-up is credited and reversed as its status says',
  ],
  [
    'a reversal that is forgotten',
    `update wallet_topups set status = 'credited' where status = 'reversed'`,
    'every top-up is credited and reversed as its status says',
  ],
  [
    'a top-up of another amount',
    `update wallet_topups set amount_minor = 5 where status = 'blocked'`,
    'every top-up and its movements are of its payment',
  ],
  [
    'a top-up that was removed',
    `delete from wallet_topups where status = 'blocked'`,
    'every top-up and its movements are of its payment',
  ],
  [
    'a top-up to be credited while its refund is under way',
    `update wallet_topups set status = 'pending' where status = 'refunded'`,
    'every top-up stands as its payment does',
  ],
  [
    'a refunded top-up without a refund',
    `update wallet_topups set status = 'refunded', reason = null where status = 'blocked'`,
    'every top-up stands as its payment does',
  ],
]);
