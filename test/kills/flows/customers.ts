/** Customers, their verification and their wallets. */
import type { Customer, Merchant } from '../merchant.ts';
import type { Place } from '../place.ts';
import type { Flow } from './flow.ts';
import { payerPhone } from './payments.ts';

/** With more customers than this fewer movements would meet in one wallet. */
const MOST_CUSTOMERS = 30;

export const CUSTOMER_FLOWS: Flow<Merchant>[] = [
  { name: 'customer', share: 1, run: register },
  { name: 'wallet deposit', share: 3, run: (merchant) => move(merchant, 'deposit') },
  { name: 'wallet withdrawal', share: 3, run: (merchant) => move(merchant, 'withdraw') },
  { name: 'wallet transfer', share: 4, run: transfer },
  { name: 'top-up', share: 3, run: topUp },
];

/** A customer of KYC tier 1. The external reference is unique, so that a repetition finds who was made before. */
export async function newCustomer(place: Place, phone: string): Promise<string> {
  const token = place.token('customer');
  let id = '';
  await place.ask({
    flow: 'customer',
    token,
    path: '/api/v1/customers',
    body: () => ({ full_name: `Customer ${token}`, phone, external_ref: token }),
    idOf: ({ body }) => (id = body.id),
    taken: {
      reasons: ['external_ref_taken', 'phone_taken'],
      find: async () => {
        const { customers } = await place.get(`/api/v1/customers?q=${token}`);
        return (id = customers[0].id as string);
      },
    },
  });
  await place.must('POST', `/api/v1/customers/${id}/kyc`, { decision: 'approve', tier: 1 });
  return id;
}

async function register(merchant: Merchant): Promise<void> {
  const { place, customers } = merchant;
  const id = await newCustomer(place, payerPhone(place, '789'));
  await place.must('PATCH', `/api/v1/customers/${id}`, { email: `${id}@example.org` });
  if (place.random.below(4) === 0) {
    await place.must('POST', `/api/v1/customers/${id}/freeze`);
    await place.must('POST', `/api/v1/customers/${id}/unfreeze`);
  }
  const wallet = await place.must('POST', `/api/v1/customers/${id}/wallets`, { currency: 'KES' });
  const customer: Customer = { id, account_id: wallet.account_id };
  if (customers.length < MOST_CUSTOMERS) customers.push(customer);
  else customers[place.random.below(customers.length)] = customer;
}

async function move(merchant: Merchant, what: 'deposit' | 'withdraw'): Promise<void> {
  const { place, customers } = merchant;
  const { id, account_id } = place.random.pick(customers);
  const amount_minor = 1 + place.random.below(what === 'deposit' ? 20_000 : 10_000);
  const made = await place.ask({
    flow: `wallet ${what}`,
    path: `/api/v1/customers/${id}/wallets/${what}`,
    body: (token) => ({ currency: 'KES', amount_minor, idempotency_key: token }),
    refusals: ['insufficient_funds'],
  });
  if (!made) return;
  const [wallet, merchants] = [`wallet ${account_id}`, 'merchant_available KES'];
  if (what === 'deposit') place.books.move(merchants, wallet, BigInt(amount_minor));
  else place.books.move(wallet, merchants, BigInt(amount_minor));
}

async function transfer(merchant: Merchant): Promise<void> {
  const { place, customers } = merchant;
  const from = place.random.pick(customers);
  const to = place.random.pick(customers.filter((each) => each !== from));
  const amount_minor = 1 + place.random.below(5_000);
  const made = await place.ask({
    flow: 'wallet transfer',
    path: '/api/v1/wallet-transfers',
    body: (token) => ({
      from_customer_id: from.id,
      to_customer_id: to.id,
      currency: 'KES',
      amount_minor,
      idempotency_key: token,
    }),
    refusals: ['insufficient_funds'],
  });
  if (made) place.books.move(`wallet ${from.account_id}`, `wallet ${to.account_id}`, BigInt(amount_minor));
}

async function topUp(merchant: Merchant): Promise<void> {
  const { place, customers, top_ups } = merchant;
  const { id: customer_id, account_id } = place.random.pick(customers);
  const amount_minor = 100 * (1 + place.random.below(300));
  const { id } = await place.ask({
    flow: 'top-up',
    path: '/api/v1/payments',
    headers: (token) => ({ 'idempotency-key': token }),
    body: (token) => ({
      provider: 'sandbox',
      amount: amount_minor / 100,
      currency: 'KES',
      reference: token,
      customer_phone: payerPhone(place, place.random.pick(['789', '678'])),
      metadata: { wallet_customer_id: customer_id },
    }),
  });
  merchant.expect({
    id,
    provider: 'sandbox',
    currency: 'KES',
    amount_minor,
    destiny: 'completed',
    paid_at: Date.now(),
  });
  top_ups.set(id, 'credited');
  place.events.add(['payment.completed', id], ['topup.credited', id]);
  const [wallet, merchants] = [`wallet ${account_id}`, 'merchant_available KES'];
  place.books.move(merchants, wallet, BigInt(amount_minor));
  if (place.random.below(4) > 0) return;
  const path = `/api/v1/wallet-topups/${id}`;
  await place.waitFor(path, ({ status }) => status === 'credited');
  await place.send('POST', `${path}/reverse`);
  // Unless it was spent meanwhile. A repetition is refused, so that the answer tells nothing.
  if ((await place.get(path)).status !== 'reversed') return;
  top_ups.set(id, 'reversed');
  place.books.move(wallet, merchants, BigInt(amount_minor));
}
